//! The heat of the partitions of a table and its global indexes, second by second: what they were asked for, and what
//! they could serve.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use engine::clock::Timestamp;
use engine::database::Database;
use engine::database::throughput::{
    DimensionThroughput, HotKeyShare, PartitionThroughput, StoreThroughput as Measured,
};
use engine::event::{Store, UnitKind};
use engine::table::Table;
use engine::table::schema::Scope;
use engine::throughput::meter::Split;
use engine::workload::result::FinalThroughput;

use crate::session::edit::value_text;
use crate::session::explain::hue_of_index;
use crate::view::HeatInterest;
use crate::view::message::{Argument, Message};
use crate::view::throughput::{HeatView, PartitionHeat, StoreHeat};
use crate::view::value::{Hue, Method, Text};

/// Partitions of a table or index that are shown.
pub(super) const PARTITION_COUNT_MAX: usize = 8;

/// Steps of heat from the first unit to the ceiling.
const STEP_COUNT: u64 = 5;

/// Seconds of heat that are shown.
const SECOND_COUNT: u64 = 60;

/// Hundredths of the units of a partition from which on a key is worth naming.
const KEY_PERCENT_MIN: u64 = 20;

/// The seconds that are shown, and the one that is looked at.
#[derive(Debug, Clone, Copy)]
struct Span {
    method: Method,
    /// The first second.
    from: u64,
    /// How many seconds are shown: those that have begun, a screenful at most.
    count: usize,
    /// The second that is looked at, as a position among those shown.
    chosen: usize,
}

/// The heat of a table and its global indexes: as it is metered now, or else as it was at the end of the last run.
/// `None` if neither was limited.
pub(super) fn heat_view(
    database: &Database,
    run: Option<&FinalThroughput>,
    table: &Table,
    interest: HeatInterest,
) -> Option<HeatView> {
    let live = database.throughput(table.schema.name.as_str());
    let (measured, now, origin) = match (&live, run) {
        (Some(live), _) => (live, database.now(), None),
        (None, Some(run)) => {
            (run.tables.get(&table.schema.name)?, run.at, Some(Message::plain("heat.of_run")))
        }
        (None, None) => return None,
    };
    let span = Span::new(measured, now, interest);
    let stores: Vec<StoreHeat> =
        measured.iter().map(|measured| store_heat(database, table, measured, span)).collect();
    let hottest = measured.iter().map(|it| hottest_percent(database, it, span)).max();
    let key = match interest.method {
        Method::Write => "heat.at_write",
        Method::Read => "heat.at_read",
    };
    let words = Message::plain(key)
        .with("second", Argument::Text(span.second().to_string().into()))
        .with("percent", Argument::Count(hottest.unwrap_or_default()));
    Some(HeatView {
        method: interest.method,
        second_count: span.count,
        chosen: span.chosen,
        words,
        origin,
        stores,
    })
}

/// What the busiest of all partitions was asked for in the second that is looked at, in hundredths of what it could serve.
fn hottest_percent(database: &Database, measured: &Measured, span: Span) -> u64 {
    let load = StoreLoad::new(database, measured, span.method);
    let partitions = measured.partitions.iter();
    partitions.map(|it| load.of(it, span.second()).percent()).max().unwrap_or_default()
}

impl Span {
    /// The latest seconds up to the running one; it is left out while it has just begun and nothing was asked in it.
    fn new(measured: &[Measured], now: Timestamp, interest: HeatInterest) -> Self {
        let partitions = measured.iter().flat_map(|measured| &measured.partitions);
        let active = partitions.filter_map(|it| it.samples.last()).map(|beat| beat.second).max();
        let last = (now.0.saturating_sub(1) / 1000).max(active.unwrap_or_default());
        let from = last.saturating_sub(SECOND_COUNT - 1);
        let count = usize::try_from(last - from + 1).unwrap_or(1);
        let chosen = interest.second.unwrap_or(count - 1).min(count - 1);
        Self { method: interest.method, from, count, chosen }
    }

    /// The second that is looked at, of virtual time.
    fn second(self) -> u64 {
        self.from + self.chosen as u64
    }

    /// The position of a second among those shown.
    fn place(self, second: u64) -> Option<usize> {
        let place = usize::try_from(second.checked_sub(self.from)?).ok()?;
        (place < self.count).then_some(place)
    }
}

/// What the partitions of a table or index were asked for in each second, and what they could serve.
#[derive(Debug)]
pub(super) struct StoreLoad<'m> {
    kind: UnitKind,
    dimension: &'m DimensionThroughput,
    /// Half units per second of one partition, whatever is provisioned.
    ceiling: u64,
    is_adaptive: bool,
    partition_count: u64,
    /// In which seconds the latest partitions began.
    splits: Vec<u64>,
    /// Half units that all partitions served, by second.
    served: BTreeMap<u64, u64>,
}

/// One partition in one second, in half units.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Load {
    served: u64,
    /// What was served and what throttled requests asked for.
    asked: u64,
    /// What the partition could serve without saved burst.
    capacity: u64,
    throttled_count: u32,
}

impl<'m> StoreLoad<'m> {
    pub(super) fn new(database: &Database, measured: &'m Measured, method: Method) -> Self {
        let config = database.config().throughput;
        let ceilings = config.partition_ceiling;
        let (kind, dimension, ceiling) = match method {
            Method::Read => (UnitKind::Read, &measured.read, ceilings.read_units_per_second),
            Method::Write => (UnitKind::Write, &measured.write, ceilings.write_units_per_second),
        };
        let mut served = BTreeMap::new();
        for beat in measured.partitions.iter().flat_map(|partition| &partition.samples) {
            *served.entry(beat.second).or_default() += beat.units(kind).halves();
        }
        Self {
            kind,
            dimension,
            ceiling: ceiling.max(1).saturating_mul(2),
            is_adaptive: config.is_adaptive,
            partition_count: measured.partitions.len() as u64,
            splits: measured.splits.iter().map(|split| split.at.0 / 1000).collect(),
            served,
        }
    }

    pub(super) fn of(&self, partition: &PartitionThroughput, second: u64) -> Load {
        let beat = partition.samples.iter().rfind(|beat| beat.second == second).copied();
        let beat = beat.unwrap_or_default();
        let served = beat.units(self.kind).halves();
        Load {
            served,
            asked: beat.asked(self.kind).halves(),
            capacity: self.capacity(served, second),
            throttled_count: beat.throttled_count(self.kind),
        }
    }

    /// What a partition could serve in a second in which it served so much. On demand: up to its ceiling. Provisioned: its
    /// share of the throughput of that second; with adaptive capacity, everything that the other partitions left.
    fn capacity(&self, own: u64, second: u64) -> u64 {
        let serves = match self.dimension.provisioned_in(second) {
            None => self.ceiling,
            Some(units_per_second) => {
                let limit = units_per_second.saturating_mul(2);
                let later = self.splits.iter().filter(|begun| **begun > second).count() as u64;
                let share = limit / self.partition_count.saturating_sub(later).max(1);
                let all = self.served.get(&second).copied().unwrap_or_default();
                let left = limit.saturating_sub(all.saturating_sub(own));
                if self.is_adaptive { share.max(left) } else { share }
            }
        };
        serves.min(self.ceiling).max(1)
    }
}

impl Load {
    /// What was asked for, in hundredths of what could be served.
    pub(super) fn percent(self) -> u64 {
        self.asked.saturating_mul(100) / self.capacity.max(1)
    }

    /// "Asked for 150 of 100 units: 100 served. Throttled requests: 50".
    fn words(self) -> Message {
        let key = if self.served > self.capacity { "heat.cell_burst" } else { "heat.cell" };
        Message::plain(key)
            .with("asked", Argument::HalfUnits(self.asked))
            .with("capacity", Argument::HalfUnits(self.capacity))
            .with("served", Argument::HalfUnits(self.served))
            .with("over", Argument::HalfUnits(self.served.saturating_sub(self.capacity)))
            .with("throttled", Argument::Count(self.throttled_count.into()))
    }
}

fn store_heat(database: &Database, table: &Table, measured: &Measured, span: Span) -> StoreHeat {
    let index = match &measured.store {
        Store::Table => None,
        Store::Local(name) | Store::Global(name) => Some(name.as_str()),
    };
    let locals = table.indexes.iter().filter(|it| it.schema.scope == Scope::Local);
    let local_names = locals.map(|local| Text::from(local.schema.name.as_str()));
    let load = StoreLoad::new(database, measured, span.method);
    let warmth: Vec<u64> = measured
        .partitions
        .iter()
        .map(|partition| partition.samples.iter().map(|beat| beat.asked(load.kind).halves()).sum())
        .collect();
    let mut hottest: Vec<usize> = (0..measured.partitions.len()).collect();
    hottest.sort_by_key(|position| Reverse(warmth[*position]));
    hottest.truncate(PARTITION_COUNT_MAX);
    let splits = splits(measured, span);
    let shown = (0..measured.partitions.len()).filter(|position| hottest.contains(position));
    StoreHeat {
        name: index.unwrap_or(table.schema.name.as_str()).into(),
        hue: index.map(|name| hue_of_index(&table.schema, name).unwrap_or(Hue::Violet)),
        locals: if index.is_none() { local_names.collect() } else { Vec::new() },
        partitions: shown
            .map(|position| partition_heat(measured, &load, position, &splits, span))
            .collect(),
        hidden_count: measured.partitions.len().saturating_sub(PARTITION_COUNT_MAX) as u64,
    }
}

/// Which partitions took part in a split in which of the seconds shown, by their positions.
fn splits(measured: &Measured, span: Span) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for Split { at, partition, new, .. } in &measured.splits {
        let Some(second) = span.place(at.0 / 1000) else { continue };
        for id in [partition, new] {
            let position = measured.partitions.iter().position(|partition| partition.id == *id);
            found.extend(position.map(|position| (position, second)));
        }
    }
    found
}

fn partition_heat(
    measured: &Measured,
    load: &StoreLoad<'_>,
    position: usize,
    splits: &[(usize, usize)],
    span: Span,
) -> PartitionHeat {
    let partition = &measured.partitions[position];
    let mut steps = vec![0; span.count];
    let mut throttled = Vec::new();
    for beat in &partition.samples {
        let Some(place) = span.place(beat.second) else { continue };
        let second = load.of(partition, beat.second);
        steps[place] = step(second.asked, second.capacity);
        if second.throttled_count > 0 {
            throttled.push(place);
        }
    }
    let chosen = load.of(partition, span.second());
    let is_hot = !throttled.is_empty() || steps.contains(&5);
    let keys = match span.method {
        Method::Write => &partition.write_keys,
        Method::Read => &partition.read_keys,
    };
    let next = measured.partitions.get(position + 1);
    let end = next.map_or(1 << u64::BITS, |next| next.first_hash.into());
    PartitionHeat {
        number: partition.id.0 as u64 + 1,
        range: range(partition, end),
        steps,
        stops: throttled,
        splits: splits.iter().filter(|it| it.0 == position).map(|it| it.1).collect(),
        percent: chosen.percent(),
        chosen: chosen.words(),
        hot: keys.first().filter(|_| is_hot).and_then(hot_key),
        queue: (partition.queue.count > 0).then(|| {
            let key = match partition.queue.is_throttling {
                true => "heat.queue_throttling",
                false => "heat.queue",
            };
            Message::plain(key).with("count", Argument::Count(partition.queue.count as u64))
        }),
    }
}

/// The step of heat of a part of a whole.
pub(super) fn step(part: u64, whole: u64) -> u8 {
    u8::try_from((part * STEP_COUNT).div_ceil(whole).min(STEP_COUNT)).unwrap_or_default()
}

/// "25 to 50 % of the hashes, 35.4 KB".
fn range(partition: &PartitionThroughput, end: u128) -> Message {
    let hundredths = |hash: u128| {
        let share = (hash * 10_000) >> u64::BITS;
        Argument::Hundredths(u64::try_from(share).unwrap_or_default())
    };
    let key = match partition.begins_within_collection {
        true => "heat.range_within",
        false => "heat.range",
    };
    Message::plain(key)
        .with("from", hundredths(partition.first_hash.into()))
        .with("to", hundredths(end))
        .with("size", Argument::Size(partition.size.0))
}

fn hot_key(share: &HotKeyShare) -> Option<Message> {
    let key = share.key.as_ref().filter(|_| share.percent >= KEY_PERCENT_MIN)?;
    let values: Vec<String> = key.iter().map(|(_, value)| value_text(value)).collect();
    let words = Message::plain("heat.hot")
        .with("key", Argument::Code(values.join(" / ").into()))
        .with("percent", Argument::Count(share.percent));
    Some(words)
}
