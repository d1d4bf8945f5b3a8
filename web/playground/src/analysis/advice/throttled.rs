//! The rule on requests that were throttled: which limit, if it were raised, would have served them. First the
//! throughput of the table or index itself, then one partition, then one key.

use std::collections::BTreeMap;

use engine::receipt::{Store, UnitKind};
use engine::throughput::dimension::CapacityMode;
use engine::throughput::view::{
    DimensionThroughput, HotKeyShare, PartitionThroughput, StoreThroughput as Measured,
};

use crate::analysis::advice::{AdviceContext, THROUGHPUT, UNIFORM, cause_of, finding};
use crate::explain::receipt::method;
use crate::sandbox::edit::value_text;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// Hundredths of its ceiling from which on a partition is at it. Model: as for splits by heat.
const CEILING_PERCENT: u64 = 90;

/// Hundredths of what a partition serves from which on a key makes it hot. Model: half, as for its isolation.
pub(super) const KEY_PERCENT: u64 = 50;

/// What would help if it were raised or spread, in the order in which to look for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bottleneck {
    Store,
    Partition,
    Key,
}

/// The reads or writes of a table or index, some of them throttled.
#[derive(Debug)]
struct Throttled<'m> {
    measured: &'m Measured,
    kind: UnitKind,
    /// Position of the partition with most throttled attempts.
    partition: usize,
    /// Throttled attempts in all partitions.
    count: u64,
    bottleneck: Bottleneck,
}

/// What was throttled, where throughput is limited or was in the last run, and what would have helped.
pub(crate) fn throttled(context: &AdviceContext<'_>) -> Vec<Finding> {
    let measured = context.throughput();
    let mut found: Vec<Throttled<'_>> = measured
        .iter()
        .flat_map(|measured| [UnitKind::Write, UnitKind::Read].map(|kind| (measured, kind)))
        .filter_map(|(measured, kind)| Throttled::of(context, measured, kind))
        .collect();
    found.sort_by_key(|it| (it.bottleneck, u64::MAX - it.count));
    found.iter().filter_map(|throttled| throttled.finding(context)).collect()
}

impl<'m> Throttled<'m> {
    /// `None` if nothing was throttled.
    fn of(context: &AdviceContext<'_>, measured: &'m Measured, kind: UnitKind) -> Option<Self> {
        let counts = measured.partitions.iter().map(|partition| count(partition, kind));
        let (partition, most) = counts.clone().enumerate().max_by_key(|(_, count)| *count)?;
        let hottest = &measured.partitions[partition];
        let key = keys(hottest, kind).first();
        let bottleneck = match (is_at_ceiling(hottest, kind, context.ceiling(kind)), key) {
            (false, _) => Bottleneck::Store,
            (true, Some(key)) if key.percent >= KEY_PERCENT => Bottleneck::Key,
            (true, _) => Bottleneck::Partition,
        };
        (most > 0).then(|| Self { measured, kind, partition, count: counts.sum(), bottleneck })
    }

    fn finding(&self, context: &AdviceContext<'_>) -> Option<Finding> {
        let (name, cause) = match &self.measured.store {
            Store::Table | Store::Local(_) => (context.table_name(), Cause::Table),
            Store::Global(name) => {
                let index = context.table.index(name.as_str())?;
                (context.name_of(index), cause_of(index))
            }
        };
        let [words, cure] = match self.bottleneck {
            Bottleneck::Store => self.of_store(context)?,
            Bottleneck::Partition => {
                [Message::plain("advice.partition"), Message::plain("advice.partition_do")]
            }
            Bottleneck::Key => self.of_key()?,
        };
        let words = words
            .with("store", name.clone())
            .with("unit", Message::plain(method(self.kind).unit()))
            .with("partition", Argument::Count(self.partition as u64 + 1))
            .with("ceiling", Argument::Count(context.ceiling(self.kind)))
            .with("throttled", Argument::Count(self.count));
        let source = match self.bottleneck {
            Bottleneck::Store => THROUGHPUT,
            Bottleneck::Partition | Bottleneck::Key => UNIFORM,
        };
        // What was measured comes before what is expected.
        let found = finding(Severity::Rejection, source, cause, [words, cure.with("store", name)]);
        Some(found.weighing(u64::MAX))
    }

    /// The throughput of the table or index was too low. `None` if it has been raised since.
    fn of_store(&self, context: &AdviceContext<'_>) -> Option<[Message; 2]> {
        let dimension = self.dimension();
        if self.is_changed() {
            return None;
        }
        let limit = dimension.units_per_second;
        let asked = self.asked_max(context);
        let words = Message::plain("advice.store")
            .with("asked", Argument::Count(asked))
            .with("limit", Argument::Count(limit));
        let cure = match dimension.mode {
            CapacityMode::Provisioned { .. } => {
                let now = context.provisioned(&self.measured.store, self.kind)?;
                if now > limit {
                    return None;
                }
                Message::plain("advice.store_do")
                    .with("needed", Argument::Count(asked.max(limit + 1)))
                    .with("unit", Message::plain(method(self.kind).unit()))
            }
            CapacityMode::OnDemand { maximum: Some(maximum), .. } if maximum <= limit => {
                Message::plain("advice.maximum_do").with("maximum", Argument::Count(maximum))
            }
            CapacityMode::OnDemand { .. } => Message::plain("advice.peak_do"),
        };
        Some([words, cure])
    }

    /// Whether more was provisioned, or the way to pay changed, since the last second that throttled.
    fn is_changed(&self) -> bool {
        let beats = self.measured.partitions.iter().flat_map(|partition| &partition.samples);
        let throttled = beats.filter(|beat| beat.throttled_count(self.kind) > 0);
        let last = throttled.map(|beat| beat.second).max().unwrap_or_default();
        let dimension = self.dimension();
        let earlier = dimension.earlier_rates.iter().filter(|rate| rate.until.second() >= last);
        let mut before = earlier.map(|rate| rate.provisioned);
        match dimension.mode.rate_per_second() {
            Some(now) => before.any(|then| then.is_none_or(|then| then < now)),
            None => before.any(|then| then.is_some()),
        }
    }

    /// One key asked for more than its partition serves.
    fn of_key(&self) -> Option<[Message; 2]> {
        let hot = keys(&self.measured.partitions[self.partition], self.kind).first()?;
        let values =
            hot.key.iter().flat_map(|key| key.iter()).map(|(_, value)| value_text(value).into());
        let words = Message::plain("advice.measured")
            .with("key", Argument::List(values.collect()))
            .with("percent", Argument::Permille(hot.percent * 10));
        Some([words, Message::plain("advice.measured_do")])
    }

    /// The most units that were asked for in a second: of all partitions, or without adaptive capacity of the busiest
    /// partition times their number, because each has an equal share.
    fn asked_max(&self, context: &AdviceContext<'_>) -> u64 {
        let partitions = &self.measured.partitions;
        let mut seconds: BTreeMap<u64, u64> = BTreeMap::new();
        for beat in partitions.iter().flat_map(|partition| &partition.samples) {
            *seconds.entry(beat.second).or_default() += beat.asked(self.kind).halves();
        }
        let all = seconds.into_values().max().unwrap_or_default();
        let beats = partitions.iter().flat_map(|partition| &partition.samples);
        let busiest = beats.map(|beat| beat.asked(self.kind).halves()).max().unwrap_or_default();
        let shared = match context.database.config().throughput.is_adaptive {
            true => all,
            false => all.max(busiest * partitions.len() as u64),
        };
        shared.div_ceil(2)
    }

    fn dimension(&self) -> &DimensionThroughput {
        match self.kind {
            UnitKind::Read => &self.measured.read,
            UnitKind::Write => &self.measured.write,
        }
    }
}

/// Throttled attempts of the seconds that are remembered.
pub(super) fn count(partition: &PartitionThroughput, kind: UnitKind) -> u64 {
    partition.samples.iter().map(|beat| u64::from(beat.throttled_count(kind))).sum()
}

/// Whether a partition served nearly all that any partition can in a second in which it throttled.
fn is_at_ceiling(partition: &PartitionThroughput, kind: UnitKind, ceiling: u64) -> bool {
    partition.samples.iter().any(|beat| {
        let is_near = beat.units(kind).halves() * 100 >= ceiling * 2 * CEILING_PERCENT;
        is_near && beat.throttled_count(kind) > 0
    })
}

pub(super) fn keys(partition: &PartitionThroughput, kind: UnitKind) -> &[HotKeyShare] {
    match kind {
        UnitKind::Read => &partition.read_keys,
        UnitKind::Write => &partition.write_keys,
    }
}
