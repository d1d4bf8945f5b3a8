//! How tables grow by a number of new items a month, of which each may expire after some days: how many items there are after
//! some months, and when an item collection beside local indexes is full. New items of a period table are also those of the tables
//! that follow it.
//!
//! The items of now expire evenly over the time to live, and an item collection keeps the mean size of its items here.

use engine::clock::UnixTime;
use engine::database::Database;
use engine::table::Table;
use engine::table::storage::Stored;

use crate::analysis::amount::{fitting, portion};
use crate::analysis::price::MONTH_HOURS;
use crate::sandbox::item_id::partition_text;
use crate::sandbox::order::compare_partitions;
use crate::sandbox::plan::Plan;
use crate::view::cost::ExpectedCount;
use crate::view::growth::TableGrowth;
use crate::view::series::Series;
use crate::view::value::Text;

/// Hours of a day.
const DAY_HOURS: u128 = 24;

/// Milliseconds of an hour.
const HOUR_MS: u128 = 3_600_000;

/// Milliseconds after which nothing is forecast. Model: a hundred years.
const HORIZON_MS: u128 = 100 * 365 * DAY_HOURS * HOUR_MS;

/// A number of items that grows.
#[derive(Debug, Clone, Copy)]
struct Growing {
    now: u128,
    /// New ones a month.
    monthly: u128,
    /// Hours after which one expires.
    hours: Option<u128>,
}

/// The largest item collection of a table with local indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Collection {
    /// Its partition key.
    pub key: String,
    /// Bytes of its items here, with their entries in local indexes.
    pub bytes: u64,
    /// How many items it has here.
    pub item_count: u64,
    /// How many items the table has here.
    pub table_count: u64,
}

/// When an item collection is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filling {
    /// It is.
    Full,
    /// After so many milliseconds.
    After(u64),
    /// Not within a hundred years.
    Never,
}

/// Whether a table is no replica of another one, or the first of those whose table is gone.
pub(crate) fn is_first(database: &Database, table: &Table) -> bool {
    let name = &table.schema.name;
    let others = database.replicas_of(name);
    others.iter().all(|other| (name.region(), name) < (other.region(), other))
}

impl Plan {
    /// The plan after some months: with as many items and entries as there will be. A replica in another Region grows as its table, and
    /// period tables that are there stand for those that follow them.
    pub(crate) fn after(
        &self,
        months: u64,
        database: &Database,
        now: impl Fn(&Table) -> u64,
    ) -> Self {
        let mut plan = self.clone();
        for table in database.charged_tables().filter(|_| months > 0) {
            let name = Text::from(table.schema.name.short());
            let growth = self.cost.growth_of(&name);
            let series = self.series.iter().find(|series| series.has(&name));
            if !growth.is_telling() && series.is_none() || !is_first(database, table) {
                continue;
            }
            let now = now(table);
            let all = growth.count_after(months, now);
            let then = series.map_or(all, |series| {
                let at = database.unix_time(database.now());
                growth.count_in(series, months, now, at).min(all)
            });
            let of_table = |own: &&mut ExpectedCount| own.table == name && now > 0;
            for own in plan.cost.expected.iter_mut().filter(of_table) {
                own.count = fitting(portion(own.count.into(), then.into(), now.into()));
            }
            plan.cost.expect(&name, None, Some(then));
        }
        plan
    }
}

impl TableGrowth {
    /// How many items a table will have after some months that has so many.
    pub(crate) fn count_after(&self, months: u64, now: u64) -> u64 {
        let growing =
            Growing { now: now.into(), monthly: self.monthly.into(), hours: self.hours() };
        fitting(growing.after(u128::from(months) * MONTH_HOURS))
    }

    /// The same of a table of a series, with the items of the tables that follow it.
    fn count_in(&self, series: &Series, months: u64, now: u64, UnixTime(at): UnixTime) -> u64 {
        let then = at.saturating_add(fitting(u128::from(months) * MONTH_HOURS * HOUR_MS));
        let first = series.first_kept(UnixTime(then));
        let is_kept = first.is_none_or(|first| !series.is_before(&self.table, first));
        let since = first.map_or(0, |first| series.period.start(first).0).max(at);
        let new = portion(
            self.monthly.into(),
            u128::from(then.saturating_sub(since)),
            MONTH_HOURS * HOUR_MS,
        );
        fitting(new).saturating_add(if is_kept { now } else { 0 })
    }

    /// How many items expire in how many days, after some months, of a table that has so many now; `None` if none do.
    pub(crate) fn deleted_in_days(&self, months: u64, now: u128) -> Option<(u128, u128)> {
        let hours = self.hours()?;
        Some(match u128::from(months) * MONTH_HOURS < hours {
            true => (now * DAY_HOURS, hours),
            false => (u128::from(self.monthly) * DAY_HOURS, MONTH_HOURS),
        })
    }

    /// How many items an item collection has, of as many as a table is expected to have, and how many new ones it gets a month.
    pub(crate) fn of_collection(
        &self,
        collection: &Collection,
        expected: Option<u64>,
    ) -> (u64, u64) {
        let share = collection.share(self.monthly);
        let now = match (expected, self.collection_monthly) {
            (None, _) => collection.item_count,
            // It has as large a share of the items that there are as of the new ones.
            (Some(all), Some(own)) if self.monthly > 0 => {
                fitting(portion(all.into(), own.into(), self.monthly.into()))
            }
            (Some(all), _) => collection.share(all),
        };
        (now, self.collection_monthly.unwrap_or(share))
    }

    /// When an item collection reaches a size.
    pub(crate) fn filling(
        &self,
        collection: &Collection,
        expected: Option<u64>,
        bytes_max: u64,
    ) -> Filling {
        let (now, monthly) = self.of_collection(collection, expected);
        let full = u128::from(bytes_max) * u128::from(collection.item_count);
        let full = full.div_ceil(u128::from(collection.bytes.max(1)));
        let growing = Growing { now: now.into(), monthly: monthly.into(), hours: self.hours() };
        growing.reaches(full)
    }

    fn hours(&self) -> Option<u128> {
        self.days.map(|days| u128::from(days.max(1)) * DAY_HOURS)
    }
}

impl Growing {
    /// How many there are after some hours.
    fn after(self, hours: u128) -> u128 {
        let Some(life) = self.hours else {
            return self.now + portion(self.monthly, hours, MONTH_HOURS);
        };
        let left = self.now * life.saturating_sub(hours) * MONTH_HOURS;
        let new = self.monthly * life.min(hours) * life;
        portion(1, left + new, life * MONTH_HOURS)
    }

    /// When there are so many.
    fn reaches(self, full: u128) -> Filling {
        if self.now >= full {
            return Filling::Full;
        }
        let lacking = full - self.now;
        // From the time to live on, as many expire as there are new ones.
        let (hours, each) = match self.hours {
            None => (lacking * MONTH_HOURS, self.monthly),
            Some(life) if self.monthly * life >= full * MONTH_HOURS => {
                (lacking * MONTH_HOURS * life, self.monthly * life - self.now * MONTH_HOURS)
            }
            Some(_) => return Filling::Never,
        };
        let ms = if each == 0 { u128::MAX } else { portion(HOUR_MS, hours, each) };
        if ms > HORIZON_MS { Filling::Never } else { Filling::After(fitting(ms)) }
    }
}

impl Collection {
    /// The largest one of a table; `None` if collections have no limit, or if there is no item.
    pub(crate) fn largest(table: &Table) -> Option<Self> {
        if !table.schema.has_local_index() {
            return None;
        }
        let items: Vec<&Stored> = table.items.iter().map(|(_, stored)| stored).collect();
        let same = |left: &&Stored, right: &&Stored| {
            compare_partitions(&table.schema.key, &left.image, &right.image).is_eq()
        };
        let sized =
            items.chunk_by(same).map(|group| (table.collection_size(&group[0].image), group));
        let (bytes, group) = sized.max_by_key(|(bytes, _)| *bytes)?;
        Some(Self {
            key: partition_text(&table.schema.key, &group[0].image),
            bytes: bytes.0,
            item_count: group.len() as u64,
            table_count: items.len() as u64,
        })
    }

    /// Of so many items, those of the collection, if it keeps its share of the items here.
    pub(crate) fn share(&self, all: u64) -> u64 {
        fitting(portion(all.into(), self.item_count.into(), self.table_count.into()))
    }
}
