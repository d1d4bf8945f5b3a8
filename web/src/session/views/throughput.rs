//! The throughput of a table and its global indexes: what flows, what was saved, and which partitions are hot.

use engine::database::Database;
use engine::database::throughput::{
    DimensionThroughput, HotKeyShare, PartitionThroughput, StoreThroughput as Measured,
};
use engine::event::{Store, UnitKind};
use engine::model::list::Listed;
use engine::model::order::sort_by;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::meter::Split;
use engine::table::schema::{Billing, Scope};
use engine::throughput::dimension::Terms;

use crate::session::edit::value_text;
use crate::session::explain::hue_of_index;
use crate::session::throughput::{Settings, scaling_of, setting_views};
use crate::view::HeatInterest;
use crate::view::message::{Argument, Message};
use crate::view::throughput::{
    BurstView, FlowView, HeatView, PartitionHeat, QueueView, StoreHeat, StoreThroughput,
    ThroughputView,
};
use crate::view::value::{Hue, Method, Text, Units};

/// Seconds of heat that are shown.
const SECOND_COUNT: usize = 60;

/// Partitions of a table or index that are shown.
const PARTITION_COUNT_MAX: usize = 8;

/// Steps of heat from the first unit to the ceiling.
const STEP_COUNT: u64 = 5;

/// Hundredths of the units of a partition from which on a key is worth naming.
const KEY_PERCENT_MIN: u64 = 20;

/// What a table may consume, and does.
pub(super) fn throughput_view(database: &Database, table: &Table) -> ThroughputView {
    let config = database.config();
    let measured = database.throughput(table.schema.name.as_str()).unwrap_or_default();
    let globals = table.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
    let stores = [None].into_iter().chain(globals.map(Some)).map(|index| {
        let store = index.map_or(Store::Table, Index::store);
        let measured = measured.iter().find(|measured| measured.store == store);
        store_view(database, table, index, measured)
    });
    ThroughputView {
        is_enforced: config.throughput.is_enforced,
        is_adaptive: config.throughput.is_adaptive,
        is_provisioned: matches!(table.schema.billing, Billing::Provisioned(_)),
        scaling: scaling_of(table),
        table: table.schema.name.as_str().into(),
        stores: stores.listed(),
        settings: setting_views(&Settings::of(database)),
    }
}

fn store_view(
    database: &Database,
    table: &Table,
    index: Option<&Index>,
    measured: Option<&Measured>,
) -> StoreThroughput {
    let name = index.map_or(table.schema.name.as_str(), |index| index.schema.name.as_str());
    let provisioned = match (index, table.schema.billing) {
        (Some(index), _) => index.schema.throughput,
        (None, Billing::Provisioned(throughput)) => Some(throughput),
        (None, Billing::PayPerRequest) => None,
    };
    let provisioned = provisioned.map_or((0, 0), |throughput| {
        (throughput.write_units_per_second, throughput.read_units_per_second)
    });
    let heat: Vec<u64> = measured.map(|measured| heat_now(database, measured)).unwrap_or_default();
    StoreThroughput {
        index: index.map(|_| name.into()),
        name: name.into(),
        hue: hue_of_index(&table.schema, name),
        write: flow(Method::Write, provisioned.0, measured.map(|measured| &measured.write)),
        read: flow(Method::Read, provisioned.1, measured.map(|measured| &measured.read)),
        heat: heat.iter().map(|percent| step(*percent, 100)).listed(),
        heat_words: Message::plain("heat.now")
            .with("count", Argument::Count(heat.len() as u64))
            .with("percent", Argument::Count(heat.iter().copied().max().unwrap_or_default())),
        queue: measured.and_then(|measured| queue(database, measured)),
    }
}

fn flow(method: Method, provisioned: u64, measured: Option<&DimensionThroughput>) -> FlowView {
    let limit = measured.map_or(provisioned, |measured| measured.units_per_second);
    let consumed = measured.map_or(0, |measured| measured.consumed.halves());
    let burst = measured.filter(|it| matches!(it.terms, Terms::Provisioned { .. }));
    FlowView {
        method,
        limit,
        consumed: Units { halves: consumed },
        percent: percent(consumed, limit * 2),
        burst: burst.map(|measured| BurstView {
            seconds: measured.burst.halves() / (limit * 2).max(1),
            percent: percent(measured.burst.halves(), measured.burst_max.halves()),
        }),
        throttled: measured.map_or(0, |measured| measured.throttled_total),
    }
}

/// How hot each partition is by its writes in the running second, in hundredths of what it can give.
fn heat_now(database: &Database, measured: &Measured) -> Vec<u64> {
    let second = database.now().0 / 1000;
    let ceiling = database.config().throughput.partition_ceiling.write_units_per_second;
    let limit = measured.write.units_per_second.min(ceiling).max(1);
    let partitions = measured.partitions.iter().take(PARTITION_COUNT_MAX);
    let beats = partitions.map(|it| it.beats.last().filter(|beat| beat.second == second));
    beats.map(|beat| beat.map_or(0, |beat| beat.write.halves() * 50 / limit)).listed()
}

/// The step of heat of a part of a whole.
fn step(part: u64, whole: u64) -> u8 {
    u8::try_from((part * STEP_COUNT).div_ceil(whole).min(STEP_COUNT)).unwrap_or_default()
}

/// Hundredths, 100 at most.
fn percent(part: u64, whole: u64) -> u8 {
    u8::try_from(part.saturating_mul(100) / whole.max(1)).unwrap_or(100).min(100)
}

fn queue(database: &Database, measured: &Measured) -> Option<QueueView> {
    let waiting = measured.queue;
    let age = waiting.oldest_since?.until(database.now());
    let limit = measured.write.units_per_second * database.config().throughput.queue_seconds_max;
    let words = Message::plain("throughput.waiting")
        .with("count", Argument::Count(waiting.count as u64))
        .with("age", Argument::Ms(age));
    Some(QueueView { words, is_pushing_back: waiting.units.halves() > limit * 2 })
}

/// The seconds that are shown: a screenful, the running one being the last as soon as there are so many.
#[derive(Debug, Clone, Copy)]
struct Span {
    kind: UnitKind,
    method: Method,
    /// Units per second of one partition, whatever is provisioned.
    ceiling: u64,
    /// The first second.
    from: u64,
    /// The second that is looked at, among those shown.
    chosen: usize,
}

/// The heat of a table and its global indexes; `None` while nothing is measured.
pub(super) fn heat_view(
    database: &Database,
    table: &Table,
    interest: HeatInterest,
) -> Option<HeatView> {
    let measured = database.throughput(table.schema.name.as_str())?;
    let now = database.now().0 / 1000;
    let ceilings = database.config().throughput.partition_ceiling;
    let from = now.saturating_sub(SECOND_COUNT as u64 - 1);
    let last = usize::try_from(now - from).unwrap_or_default();
    let (kind, ceiling) = match interest.method {
        Method::Read => (UnitKind::Read, ceilings.read_units_per_second),
        Method::Write => (UnitKind::Write, ceilings.write_units_per_second),
    };
    let span = Span {
        kind,
        method: interest.method,
        ceiling: ceiling.max(1),
        from,
        chosen: interest.second.unwrap_or(last).min(SECOND_COUNT - 1),
    };
    let stores: Vec<StoreHeat> =
        measured.iter().map(|measured| store_heat(table, measured, span)).listed();
    let hottest = stores.iter().flat_map(|store| &store.partitions).map(|it| it.percent).max();
    let key = match interest.method {
        Method::Write => "heat.at_write",
        Method::Read => "heat.at_read",
    };
    let words = Message::plain(key)
        .with("second", Argument::Text(span.second().to_string().into()))
        .with("percent", Argument::Count(hottest.unwrap_or_default()));
    Some(HeatView {
        method: interest.method,
        second_count: SECOND_COUNT,
        chosen: span.chosen,
        words,
        stores,
    })
}

impl Span {
    /// The second that is looked at, of virtual time.
    fn second(self) -> u64 {
        self.from + self.chosen as u64
    }

    /// Units per second at which a partition of a store is hot: what the store may consume at all, or less.
    fn scale(self, measured: &Measured) -> u64 {
        let dimension = match self.method {
            Method::Read => &measured.read,
            Method::Write => &measured.write,
        };
        dimension.units_per_second.min(self.ceiling).max(1)
    }

    /// The place of a second among those shown.
    fn place(self, second: u64) -> Option<usize> {
        let place = usize::try_from(second.checked_sub(self.from)?).ok()?;
        (place < SECOND_COUNT).then_some(place)
    }
}

fn store_heat(table: &Table, measured: &Measured, span: Span) -> StoreHeat {
    let index = match &measured.store {
        Store::Table => None,
        Store::Local(name) | Store::Global(name) => Some(name.as_str()),
    };
    let locals = table.indexes.iter().filter(|it| it.schema.scope == Scope::Local);
    let local_names = locals.map(|local| Text::from(local.schema.name.as_str()));
    let units = |partition: &PartitionThroughput| -> u64 {
        partition.beats.iter().map(|beat| beat.units(span.kind).halves()).sum()
    };
    let mut hottest: Vec<usize> = (0..measured.partitions.len()).listed();
    let warmth: Vec<u64> = measured.partitions.iter().map(units).listed();
    sort_by(&mut hottest, |left, right| warmth[*right].cmp(&warmth[*left]));
    hottest.truncate(PARTITION_COUNT_MAX);
    let splits = splits(&measured.splits, span);
    let shown = (0..measured.partitions.len()).filter(|position| hottest.contains(position));
    StoreHeat {
        name: index.unwrap_or(table.schema.name.as_str()).into(),
        hue: index.map(|name| hue_of_index(&table.schema, name).unwrap_or(Hue::Violet)),
        locals: if index.is_none() { local_names.listed() } else { Vec::new() },
        partitions: shown
            .map(|position| partition_heat(measured, position, &splits, span))
            .listed(),
        hidden_count: measured.partitions.len().saturating_sub(PARTITION_COUNT_MAX) as u64,
    }
}

/// Which partition, as they are counted now, took part in a split in which of the seconds shown.
fn splits(splits: &[Split], span: Span) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (number, split) in splits.iter().enumerate() {
        let Some(second) = span.place(split.at.0 / 1000) else { continue };
        for mut partition in [split.partition, split.partition + 1] {
            for later in &splits[number + 1..] {
                partition += usize::from(later.partition < partition);
            }
            found.push((partition, second));
        }
    }
    found
}

fn partition_heat(
    measured: &Measured,
    position: usize,
    splits: &[(usize, usize)],
    span: Span,
) -> PartitionHeat {
    let (partition, scale) = (&measured.partitions[position], span.scale(measured));
    let mut steps = vec![0; SECOND_COUNT];
    let (mut refusals, mut chosen) = (Vec::new(), (0, 0));
    for beat in &partition.beats {
        let Some(place) = span.place(beat.second) else { continue };
        let halves = beat.units(span.kind).halves();
        let throttled = beat.throttled_count(span.kind);
        steps[place] = step(halves, scale * 2);
        if throttled > 0 {
            refusals.push(place);
        }
        if place == span.chosen {
            chosen = (halves, throttled);
        }
    }
    let is_hot = !refusals.is_empty() || steps.contains(&5);
    let keys = match span.method {
        Method::Write => &partition.write_keys,
        Method::Read => &partition.read_keys,
    };
    let next = measured.partitions.get(position + 1);
    let end = next.map_or(1 << u64::BITS, |next| next.first_hash.into());
    PartitionHeat {
        number: position as u64 + 1,
        range: range(partition, end),
        steps,
        stops: refusals,
        splits: splits.iter().filter(|it| it.0 == position).map(|it| it.1).listed(),
        percent: chosen.0 * 50 / scale,
        chosen: Message::plain("heat.cell")
            .with("units", Argument::HalfUnits(chosen.0))
            .with("ceiling", Argument::Count(scale))
            .with("throttled", Argument::Count(chosen.1.into())),
        hot: keys.first().filter(|_| is_hot).and_then(hot_key),
    }
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
    let values: Vec<String> = key.iter().map(|(_, value)| value_text(value)).listed();
    let words = Message::plain("heat.hot")
        .with("key", Argument::Code(values.join(" / ").into()))
        .with("percent", Argument::Count(share.percent));
    Some(words)
}
