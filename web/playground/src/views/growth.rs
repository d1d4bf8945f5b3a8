//! How tables grow, in words and numbers: what is stored and what it costs in months to come, and when an item collection is full.

use engine::clock::UnixTime;
use engine::database::Database;

use engine::table::Table;

use crate::analysis::amount::Amount;
use crate::analysis::amount::{fitting, portion};
use crate::analysis::bill::{Bill, asked_load};
use crate::analysis::expired::with_expired;
use crate::analysis::growth::{Collection, Filling};
use crate::analysis::price::MONTH_SECONDS;
use crate::sandbox::plan::Plan;
use crate::sandbox::state::State;
use crate::view::cost::CostSettings;
use crate::view::growth::{ForecastRow, GrowthOfTable, GrowthView};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// After how many months there is a forecast. Model: as far as a design is planned.
const MONTHS: [u64; 7] = [0, 1, 3, 6, 12, 24, 36];

impl Bill<'_> {
    /// How the tables of a sandbox grow, of which this is the bill of now.
    pub(crate) fn growth_view(&self, state: &State) -> GrowthView {
        let State { database, plan, run, .. } = state;
        let counts = |settings: &CostSettings| -> u64 {
            database
                .charged_tables()
                .map(|table| count(settings, table))
                .fold(0, u64::saturating_add)
        };
        let row = |months: u64| {
            let then = plan.after(months, database, |table| count(&plan.cost, table));
            let load = asked_load(database, &then, run.as_deref());
            let load = with_expired(load, database, plan, months);
            let bill = Bill::of(self.list(), &then.cost, database, load.as_ref());
            let stored: Option<Vec<u128>> =
                bill.tables().map(|(table, _)| table.stored_bytes()).collect();
            let storage: Amount = bill.tables().map(|(table, _)| table.storage()).sum();
            ForecastRow {
                when: match months {
                    0 => Message::plain("growth.now"),
                    _ => Message::plain("growth.after").with("count", Argument::Count(months)),
                },
                item_count: counts(&then.cost),
                bytes: stored.map(|tables| fitting(tables.iter().sum())),
                storage: bill.money(storage),
                total: bill.money(bill.total()),
            }
        };
        let is_charged = |name: &str| database.table(name).is_some_and(|table| !table.is_sql);
        let grows = plan.cost.growth.iter().any(|it| is_charged(&it.table));
        let tables = database.charged_tables().filter(|table| table.schema.name.region().is_none());
        let assumes = Message::plain("growth.assumes");
        GrowthView {
            tables: tables
                .map(|table| GrowthOfTable {
                    put: self.put_words(table, &plan.cost),
                    ..of_table(database, plan, table)
                })
                .collect(),
            rows: if grows { MONTHS.map(row).into() } else { Vec::new() },
            assumes: match plan.series.is_empty() {
                true => assumes,
                false => assumes.and(Message::plain("growth.assumes_series")),
            },
        }
    }
}

impl Bill<'_> {
    /// How many new items the access patterns put into a table and its replicas, if growth says another number.
    fn put_words(&self, table: &Table, settings: &CostSettings) -> Option<Message> {
        let name = table.schema.name.short();
        let load = self.load()?;
        let put = load.new_items.iter().filter(|(it, _)| it.short() == name);
        let put: u128 = put.map(|(_, count)| count).sum();
        let put = fitting(portion(MONTH_SECONDS, put, load.seconds));
        let is_known = put == 0 || put == settings.growth_of(&Text::from(name)).monthly;
        (!is_known).then(|| Message::plain("growth.put").with("count", Argument::Count(put)))
    }
}

/// How many items a table has, or is expected to have.
fn count(settings: &CostSettings, table: &Table) -> u64 {
    expected(settings, table).unwrap_or(table.items.count() as u64)
}

fn expected(settings: &CostSettings, table: &Table) -> Option<u64> {
    settings.expected_of(table.schema.name.short(), None).or(settings.item_count)
}

fn of_table(database: &Database, plan: &Plan, table: &Table) -> GrowthOfTable {
    let settings = &plan.cost;
    let growth = settings.growth_of(&Text::from(table.schema.name.as_str()));
    let without_items = table.schema.has_local_index().then_some(0);
    if !growth.is_telling() {
        let collection_share = without_items;
        return GrowthOfTable {
            growth,
            collection_share,
            collection: None,
            is_too_much: false,
            put: None,
        };
    }
    let largest = Collection::largest(table);
    let words = largest.as_ref().map(|largest| {
        let max = database.config().collection_size_max.0;
        let words = |key| {
            Message::plain(key)
                .with("key", Argument::Code(largest.key.as_str().into()))
                .with("table", table.schema.name.as_str())
                .with("limit", Argument::Size(max))
        };
        let (now, monthly) = growth.of_collection(largest, expected(settings, table));
        let assumed = Message::plain("growth.assumed")
            .with("now", Argument::Count(now))
            .with("monthly", Argument::Count(monthly));
        let words = |key| words(key).with("assumed", assumed.clone());
        match growth.filling(largest, expected(settings, table), max) {
            Filling::Full => words("growth.full"),
            Filling::Never => words("growth.never"),
            Filling::After(ms) => {
                let UnixTime(now) = database.unix_time(database.now());
                let full_at = UnixTime(now.saturating_add(ms));
                let name = table.schema.name.as_str();
                match plan.series.iter().any(|series| series.is_over(name, full_at)) {
                    true => words("growth.never_in_period"),
                    false => words("growth.full_on").with("date", day(full_at)),
                }
            }
        }
    });
    let is_too_much = growth.collection_monthly > Some(growth.monthly);
    GrowthOfTable {
        collection_share: largest.map(|largest| largest.share(growth.monthly)).or(without_items),
        collection: words.filter(|_| !is_too_much),
        is_too_much,
        put: None,
        growth,
    }
}

/// "2027-03-22".
fn day(time: UnixTime) -> String {
    let mut time = time.to_string();
    time.truncate(time.find('T').unwrap_or(time.len()));
    time
}
