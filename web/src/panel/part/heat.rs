//! The heat of each partition, second by second: of what is metered now, and of a run. Pure.

use std::borrow::Cow;
use std::cmp::Reverse;

use engine::clock::Timestamp;
use engine::database::Database;
use engine::receipt::Store;
use engine::table::Table;
use engine::table::schema::Scope;
use engine::throughput::heat::SECOND_COUNT_MAX;
use engine::throughput::meter::Split;
use engine::throughput::view::{PartitionThroughput, StoreThroughput as Measured};
use playground::analysis::load::{Load, StoreLoad, hottest};
use playground::explain::hue::hue_of_index;
use playground::sandbox::edit::value_text;
use playground::view::first::First;
use playground::view::message::{Argument, Message};
use playground::view::throughput::{FlowView, QueueView};
use playground::view::value::{Hue, Method, Text};
use playground::views::throughput::{PARTITION_COUNT_MAX, throughput_view};

use crate::panel::shared::Shared;

/// Seconds of heat that are shown.
const SECOND_COUNT: u64 = 60;

/// Times what a partition could serve at which a row is cut. Model: the lower rows can still be seen.
const FAR_LOAD: u64 = 10;

/// Hundredths of the units of a partition from which on a key is worth naming.
const KEY_PERCENT_MIN: u64 = 20;

/// Hundredths of an equal share of its keys that it then takes. Model: keys in turn are not hot.
const KEY_LEAD_PERCENT: u64 = 133;

/// By how many standard deviations a key of a run then exceeds an equal share. Model: three are no chance.
const DEVIATION_COUNT: u64 = 3;

/// The heat of the partitions of a table and its global indexes, in the latest seconds.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Whose heat: of reads or of writes.
    pub method: Method,
    /// Seconds shown.
    pub second_count: usize,
    /// The first of them, of virtual time.
    pub first_second: u64,
    /// The second that is looked at.
    pub chosen: usize,
    /// "Second 12: the busiest partition was asked for 92 % of the write units that it can serve".
    pub words: Message,
    /// The table, then its global indexes.
    pub stores: Vec<StoreHeat>,
}

/// The heat of a table or global index.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreHeat {
    /// What it is called.
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
    /// What flows now in the direction that is looked at; `None` for a run that is over.
    pub flow: Option<FlowView>,
    /// What waits now to be written to the index.
    pub queue: Option<QueueView>,
    /// Local indexes, which live in the same partitions.
    pub locals: Vec<Text>,
    /// The hottest partitions, in the order of their ranges.
    pub partitions: Vec<PartitionHeat>,
    /// Half units at the top of each row; not zero.
    pub max: u64,
    /// "Rows up to 10,000 units. Dashed: what the partition could serve."
    pub scale: Message,
    /// Cooler ones that are not shown.
    pub hidden_count: u64,
}

/// The heat of one partition, second by second.
#[derive(Debug, Clone, PartialEq)]
pub struct PartitionHeat {
    /// Its number, from 1.
    pub number: u64,
    /// "0 to 25 % of the keys, 35.4 KB".
    pub range: Message,
    /// Half units that it served in each second.
    pub served: Vec<u64>,
    /// Half units that throttled requests asked for in each second.
    pub refused: Vec<u64>,
    /// Half units that it could serve in each second; without end in one that is not known.
    pub capacity: Vec<u64>,
    /// How many of the first seconds are not known any more.
    pub unknown_count: usize,
    /// The seconds in which it was split, or came of a split.
    pub splits: Vec<usize>,
    /// "Asked for 150 of 100 units: 100 served. Throttled attempts: 50": in the chosen second.
    pub chosen: Message,
    /// What was asked for in the chosen second, as a part of what the partition could serve; `None` if it is not known.
    pub share: Option<Argument>,
    /// The key that takes most, if requests were throttled: "Key “C1” takes 92%".
    pub hot: Option<Message>,
    /// Changes of a global index that wait for this partition, and whether writes are throttled because of them.
    pub queue: Option<Message>,
}

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
    /// Whether that is of a run, whose keys may be drawn by chance.
    of_run: bool,
}

/// The reads or writes of a run, or of as much as has run, that began in a second of virtual time: of the partitions of each
/// metered table and global index, in so many seconds.
pub fn of_run(
    shared: &Shared,
    method: Method,
    (from, count): (u64, usize),
    chosen: usize,
) -> Vec<(Text, StoreHeat)> {
    let database = shared.session.database();
    let span = Span { method, from, count, chosen, of_run: true };
    let running = shared.session.running_since().is_some();
    let kept = shared.session.last_run_throughput();
    let tables = database.tables().filter_map(|table| {
        let name = &table.schema.name;
        let measured = match running {
            true => Cow::Owned(database.throughput(name.as_str())?),
            false => Cow::Borrowed(kept?.tables.get(name)?.as_slice()),
        };
        Some((table, measured))
    });
    let stores = tables.flat_map(|(table, measured)| {
        let heat = |it: &Measured| {
            (table.schema.name.as_str().into(), store_heat(database, table, it, span))
        };
        measured.iter().map(heat).collect::<Vec<_>>()
    });
    stores.collect()
}

/// The heat of the open table and its global indexes as it is metered now; `None` while single requests are not limited, during a
/// run, and when the sandbox has no table. The last second is looked at if none is given.
pub fn view(method: Method, second: Option<usize>, shared: &Shared) -> Option<View> {
    let (database, table) = (shared.session.database(), shared.table()?);
    if shared.session.running_since().is_some() {
        return None;
    }
    let measured = database.throughput(table.schema.name.as_str())?;
    let stores = throughput_view(database, table).stores;
    let span = Span::new(&measured, database.now(), method, second);
    let heats = measured.iter().map(|measured| {
        let heat = store_heat(database, table, measured, span);
        match stores.iter().find(|store| store.name == heat.name) {
            None => heat,
            Some(store) => StoreHeat {
                flow: Some(match span.method {
                    Method::Write => store.write.clone(),
                    Method::Read => store.read.clone(),
                }),
                queue: store.queue.clone(),
                ..heat
            },
        }
    });
    let heats = heats.collect();
    let loads = measured.iter().flat_map(|it| loads(database, it, span));
    let kind = match span.method {
        Method::Write => "write",
        Method::Read => "read",
    };
    let words = Message::plain("heat.at")
        .with("kind", Argument::Choice(kind))
        .with("second", Argument::Count(span.second()))
        .with("percent", hottest(loads));
    Some(View {
        method: span.method,
        second_count: span.count,
        first_second: span.from,
        chosen: span.chosen,
        words,
        stores: heats,
    })
}

/// The partitions of a table or index that are shown: those that were asked for most, in the order of their ranges.
fn shown(measured: &Measured, load: &StoreLoad<'_>) -> First<usize> {
    let warmth = |partition: &PartitionThroughput| -> u64 {
        partition.samples.iter().map(|beat| beat.asked(load.kind).halves()).sum()
    };
    let warmth: Vec<u64> = measured.partitions.iter().map(warmth).collect();
    let mut hottest: Vec<usize> = (0..measured.partitions.len()).collect();
    hottest.sort_by_key(|position| Reverse(warmth[*position]));
    let mut hottest = First::of(hottest, PARTITION_COUNT_MAX);
    hottest.shown.sort_unstable();
    hottest
}

/// What each partition was asked for in the second that is looked at.
fn loads(database: &Database, measured: &Measured, span: Span) -> Vec<Load> {
    let load = StoreLoad::new(database, measured, span.method);
    measured.partitions.iter().map(|it| load.of(it, span.second())).collect()
}

impl Span {
    /// The latest seconds up to the running one; it is left out while it has just begun and nothing was asked in it.
    fn new(measured: &[Measured], now: Timestamp, method: Method, second: Option<usize>) -> Self {
        let partitions = measured.iter().flat_map(|measured| &measured.partitions);
        let active = partitions.filter_map(|it| it.samples.last()).map(|beat| beat.second).max();
        let last = (now.0.saturating_sub(1) / 1000).max(active.unwrap_or_default());
        let from = last.saturating_sub(SECOND_COUNT - 1);
        let count = usize::try_from(last - from + 1).unwrap_or(1);
        let chosen = second.unwrap_or(count - 1).min(count - 1);
        Self { method, from, count, chosen, of_run: false }
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

fn store_heat(database: &Database, table: &Table, measured: &Measured, span: Span) -> StoreHeat {
    let index = match &measured.store {
        Store::Table => None,
        Store::Local(name) | Store::Global(name) => Some(name.as_str()),
    };
    let locals = table.indexes.iter().filter(|it| it.schema.scope == Scope::Local);
    let local_names = locals.map(|local| Text::from(local.schema.name.as_str()));
    let load = StoreLoad::new(database, measured, span.method);
    let splits = splits(measured, span);
    let shown = shown(measured, &load);
    let partitions: Vec<PartitionHeat> = shown
        .iter()
        .map(|position| partition_heat(measured, &load, *position, &splits, span))
        .collect();
    let (max, scale) = scale_of(&partitions);
    StoreHeat {
        name: index.unwrap_or(table.schema.name.as_str()).into(),
        hue: index.map(|name| hue_of_index(&table.schema, name).unwrap_or(Hue::OF_GLOBAL)),
        flow: None,
        queue: None,
        locals: if index.is_none() { local_names.collect() } else { Vec::new() },
        hidden_count: shown.more,
        max,
        scale,
        partitions,
    }
}

/// The half units at the top of the rows of a table or index, which all have the same scale, and the scale in words.
fn scale_of(partitions: &[PartitionHeat]) -> (u64, Message) {
    let known = partitions.iter().flat_map(|it| &it.capacity).filter(|it| **it < u64::MAX);
    let capacity = known.copied().max().unwrap_or(1);
    let asked = partitions.iter().flat_map(|it| it.served.iter().zip(&it.refused));
    let asked = asked.map(|(served, refused)| served + refused).max().unwrap_or_default();
    let cut = capacity.saturating_mul(FAR_LOAD);
    let max = capacity.max(asked.min(cut));
    let is_cut = asked > max;
    let has_unknown = partitions.iter().any(|it| it.unknown_count > 0);
    let words = Message::plain("heat.scale")
        .with("max", Argument::HalfUnits(max))
        .with("cut", Argument::Choice(if is_cut { "yes" } else { "no" }))
        .with("unknown", Argument::Choice(if has_unknown { "yes" } else { "no" }))
        .with("seconds", Argument::Count(SECOND_COUNT_MAX as u64));
    (max, words)
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
    // Only the latest seconds are kept.
    let is_full = partition.samples.len() == SECOND_COUNT_MAX;
    let first = partition.samples.first().filter(|_| is_full).map_or(0, |it| it.second);
    let unknown = first.saturating_sub(span.from);
    let unknown_count = usize::try_from(unknown).map_or(span.count, |it| it.min(span.count));
    let (mut served, mut refused) = (vec![0; span.count], vec![0; span.count]);
    let mut capacity = vec![u64::MAX; span.count];
    for beat in &partition.samples {
        let Some(place) = span.place(beat.second) else { continue };
        let load = load.of(partition, beat.second);
        (served[place], refused[place]) = (load.served, load.asked - load.served);
        capacity[place] = load.capacity;
    }
    // What nothing was asked for could serve as much as in the second before, or else after it.
    let known = unknown_count..span.count;
    let mut last = capacity[known.clone()].iter().copied().find(|it| *it < u64::MAX);
    for place in known {
        match (capacity[place], last) {
            (u64::MAX, Some(before)) => capacity[place] = before,
            (own, _) => last = Some(own),
        }
    }
    let is_known = span.chosen >= unknown_count;
    let chosen = load.of(partition, span.second());
    let is_hot = refused.iter().any(|units| *units > 0);
    let next = measured.partitions.get(position + 1);
    let end = next.map_or(1 << u64::BITS, |next| next.first_hash.into());
    PartitionHeat {
        number: partition.id.0 as u64 + 1,
        range: range(partition, end),
        served,
        refused,
        capacity,
        unknown_count,
        splits: splits.iter().filter(|it| it.0 == position).map(|it| it.1).collect(),
        share: is_known.then(|| chosen.share()),
        chosen: match is_known {
            true => load_words(chosen),
            false => Message::plain("heat.unknown")
                .with("seconds", Argument::Count(SECOND_COUNT_MAX as u64)),
        },
        hot: is_hot.then(|| hot_key(partition, load, span)).flatten(),
        queue: (span.method == Method::Write && partition.queue.count > 0).then(|| {
            let key = match partition.queue.is_throttling {
                true => "heat.queue_throttling",
                false => "heat.queue",
            };
            Message::plain(key).with("count", Argument::Count(partition.queue.count as u64))
        }),
    }
}

/// "25% to 50% of the hashes, 35.4 KB".
fn range(partition: &PartitionThroughput, end: u128) -> Message {
    let share = |hash: u128| {
        let of_all = (hash * 10_000) >> u64::BITS;
        Argument::TenThousandths(u64::try_from(of_all).unwrap_or_default())
    };
    let key = match partition.begins_within_collection {
        true => "heat.range_within",
        false => "heat.range",
    };
    Message::plain(key)
        .with("from", share(partition.first_hash.into()))
        .with("to", share(end))
        .with("size", Argument::Size(partition.size.0))
}

/// The key that takes much more of a partition than an equal share; `None` if that may be chance.
fn hot_key(partition: &PartitionThroughput, load: &StoreLoad<'_>, span: Span) -> Option<Message> {
    let keys = match span.method {
        Method::Write => &partition.write_keys,
        Method::Read => &partition.read_keys,
    };
    let share = keys.first().filter(|it| it.percent >= KEY_PERCENT_MIN)?;
    if keys.len() > 1 {
        let equal = keys.iter().map(|it| it.percent).sum::<u64>() / keys.len() as u64;
        let latest = partition.samples.iter().rev().take(2);
        let served: u64 = latest.map(|beat| beat.units(load.kind).halves()).sum();
        let variance = equal * (100 - equal) * u64::from(span.of_run);
        let excess = share.percent.saturating_sub(equal);
        if share.percent * 100 < equal * KEY_LEAD_PERCENT
            || excess.pow(2) * served < variance * 2 * DEVIATION_COUNT.pow(2)
        {
            return None;
        }
    }
    let key = share.key.as_ref()?;
    let values: Vec<String> = key.iter().map(|(_, value)| value_text(value)).collect();
    let words = Message::plain("heat.hot")
        .with("key", Argument::Code(values.join(" / ").into()))
        .with("percent", Argument::Permille(share.percent * 10));
    Some(words)
}

/// "Asked for 150 of 100 units: 100 served. Throttled attempts: 50".
fn load_words(load: Load) -> Message {
    let key = if load.served > load.capacity { "heat.cell_burst" } else { "heat.cell" };
    Message::plain(key)
        .with("asked", Argument::HalfUnits(load.asked))
        .with("capacity", Argument::HalfUnits(load.capacity))
        .with("served", Argument::HalfUnits(load.served))
        .with("over", Argument::HalfUnits(load.served.saturating_sub(load.capacity)))
        .with("throttled", Argument::Count(load.throttled_count.into()))
}
