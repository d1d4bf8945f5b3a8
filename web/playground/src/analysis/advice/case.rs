//! The reads or writes of a table or global index that a run throttled: what they needed, and what was there.
//!
//! What a store or a key needs is computed from rates, units and placeholders. What cannot be computed was counted in the run.

use engine::capacity::cost::WRITE_BLOCK;
use engine::event::ThrottleCause;
use engine::receipt::UnitKind;
use engine::table::index::Index;
use engine::table::schema::Billing;
use engine::throughput::dimension::CapacityMode;
use engine::throughput::view::{PartitionThroughput, StoreThroughput as Measured};
use engine::workload::result::{RunResult, RunSecond, StoreUse};

use crate::analysis::advice::AdviceContext;
use crate::analysis::advice::throttled::{KEY_PERCENT, count, keys};
use crate::analysis::advice::traffic::{asked_by_key, in_second};
use crate::analysis::demand::side;
use crate::analysis::pattern::WHOLE;
use crate::explain::receipt::method;
use crate::sandbox::edit::value_text;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// The throttled reads or writes of a table or global index.
#[derive(Debug)]
pub(super) struct Case<'c> {
    pub context: &'c AdviceContext<'c>,
    pub result: &'c RunResult,
    pub kind: UnitKind,
    pub index: Option<&'c Index>,
    pub cause: ThrottleCause,
    /// The position of the store in the result.
    pub position: usize,
    /// The partitions at the end of the run.
    pub measured: Option<&'c Measured>,
}

/// What of the store is the limit.
#[derive(Debug)]
pub(super) enum Limit {
    /// Its throughput, which would have to be so many units a second.
    Store { needed: u64 },
    /// A partition.
    Partition,
    /// A key that needs so many units a second.
    Key { key: Text, needed: u64 },
}

impl<'c> Case<'c> {
    /// What the limit is, in words too.
    pub(super) fn limit(&self) -> (Limit, Vec<Message>) {
        if self.cause != ThrottleCause::KeyRange {
            return self.of_store();
        }
        let (ceiling, side) = (self.context.ceiling(self.kind), side(self.kind));
        let keys = asked_by_key(self.context, self.index, in_second);
        let most = keys.iter().max_by_key(|(_, asked)| asked.units[side]);
        let of_all = self.peak(self.kind).0;
        let rest = most.map_or(of_all, |(_, asked)| of_all.saturating_sub(asked.units[side] / 100));
        // Even without this key it would be too much, and it is not one partition that is asked for too much.
        if self.is_on_demand() && rest > self.meter_limit() {
            return self.of_store();
        }
        if let Some((key, asked)) = most.filter(|(_, asked)| asked.units[side] > ceiling * 100) {
            let needed = asked.units[side].div_ceil(100);
            let key = Text::from(key.as_str());
            let is_exact = !asked.is_sampled;
            if self.kind == UnitKind::Write && asked.is_in_blocks {
                let words = self.words("verdict.turns", needed, ceiling, is_exact);
                return (Limit::Partition, vec![words]);
            }
            let words = self.words("verdict.key", needed, ceiling, is_exact);
            let words = words.with("key", Argument::Code(key.clone()));
            return (Limit::Key { key, needed }, vec![words]);
        }
        let Some(partition) = self.hottest() else { return (Limit::Partition, Vec::new()) };
        let beats = partition.samples.iter().map(|beat| (beat.asked(self.kind), beat.second));
        let (asked, second) = beats.max_by_key(|(asked, _)| *asked).unwrap_or_default();
        let asked = asked.halves().div_ceil(2);
        let second = second.saturating_sub(self.result.first_second);
        let of_partition = |key, needed| {
            self.words(key, needed, ceiling, true)
                .with("partition", Argument::Count(partition.id.0 as u64 + 1))
                .with("second", Argument::Count(second))
        };
        let hot = hottest_key(partition, self.kind).filter(|(_, percent)| *percent >= KEY_PERCENT);
        match hot {
            Some((key, percent)) => {
                let words = of_partition("verdict.key_measured", asked)
                    .with("key", Argument::Code(key.clone()))
                    .with("percent", Argument::Permille(percent * 10));
                (Limit::Key { key, needed: asked * percent / 100 }, vec![words])
            }
            None => (Limit::Partition, vec![of_partition("verdict.partition", asked)]),
        }
    }

    /// The throughput of the table or index.
    fn of_store(&self) -> (Limit, Vec<Message>) {
        let limit = self.store_limit();
        let (computed, is_exact) = self.peak(self.kind);
        let counted = self.counted();
        let partition_count = self.measured.map_or(0, |it| it.partitions.len() as u64);
        let is_shared = self.context.database.config().throughput.is_adaptive;
        // Retries ask again for what they did not get.
        let (key, needed) = match self.cause {
            ThrottleCause::ProvisionedThroughput if computed > limit => {
                ("verdict.provisioned", computed)
            }
            ThrottleCause::ProvisionedThroughput if !is_shared && partition_count > 1 => {
                ("verdict.share", computed)
            }
            ThrottleCause::ProvisionedThroughput => ("verdict.counted", counted),
            ThrottleCause::OnDemandPeak | ThrottleCause::KeyRange => {
                ("verdict.peak", computed.max(limit + 1))
            }
            ThrottleCause::OnDemandMaximum => ("verdict.maximum", computed.max(limit + 1)),
            ThrottleCause::Account => ("verdict.account", computed.max(limit + 1)),
        };
        let words = self
            .words(key, needed, limit, is_exact)
            .with("count", Argument::Count(partition_count))
            .with("share", Argument::Count(limit.checked_div(partition_count).unwrap_or(limit)));
        let pressed = self.index.filter(|_| self.kind == UnitKind::Write).map(|index| {
            Message::plain("verdict.back_pressure")
                .with("index", self.context.name_of(index))
                .with("table", self.context.table_name())
        });
        (Limit::Store { needed }, [words].into_iter().chain(pressed).collect())
    }

    fn words(&self, key: &'static str, needed: u64, limit: u64, is_exact: bool) -> Message {
        let needed = Argument::Strong(Box::new(Argument::Count(needed)));
        let about = if is_exact { "verdict.exactly" } else { "verdict.about" };
        Message::plain(key)
            .with("store", self.store_name())
            .with("needed", Message::plain(about).with("count", needed))
            .with("limit", Argument::Strong(Box::new(Argument::Count(limit))))
            .with("unit", Message::plain(method(self.kind).unit()))
    }

    fn is_on_demand(&self) -> bool {
        self.context.table.schema.billing == Billing::PayPerRequest
    }

    /// Units that the store gives in a second.
    pub(super) fn store_limit(&self) -> u64 {
        let account = self.context.database.config().throughput.account_maximum;
        let (account, mode) = match self.kind {
            UnitKind::Read => (account.read_units_per_second, self.measured.map(|it| it.read.mode)),
            UnitKind::Write => {
                (account.write_units_per_second, self.measured.map(|it| it.write.mode))
            }
        };
        match (self.cause, mode) {
            (ThrottleCause::Account, _) => account,
            (
                ThrottleCause::OnDemandMaximum,
                Some(CapacityMode::OnDemand { maximum: Some(maximum), .. }),
            ) => maximum,
            (_, _) => self.meter_limit(),
        }
    }

    /// The limit in the first second that throttled.
    fn meter_limit(&self) -> u64 {
        self.limit_in(self.throttled_seconds().next().unwrap_or_default())
    }

    /// Units a second that the requests need of the store at their peak, and whether that is exact.
    pub(super) fn peak(&self, kind: UnitKind) -> (u64, bool) {
        self.peak_of(self.index, kind)
    }

    /// The same of another store of the table: an index, or the table itself.
    pub(super) fn peak_of(&self, index: Option<&Index>, kind: UnitKind) -> (u64, bool) {
        let side = side(kind);
        let patterns = &self.context.patterns;
        let halves: Vec<u64> =
            patterns.iter().map(|tried| tried.halves(self.context, index)[side]).collect();
        let asked = |second: u64| -> u128 {
            let rates = patterns.iter().map(|tried| tried.pattern.rate.at(second));
            rates.zip(&halves).map(|(rate, halves)| u128::from(rate) * u128::from(*halves)).sum()
        };
        let most = (0..self.result.seconds.len() as u64).map(asked).max().unwrap_or_default();
        let is_exact = patterns
            .iter()
            .zip(&halves)
            .all(|(it, halves)| *halves == 0 || it.is_even(self.context, index));
        let units = most.div_ceil(u128::from(2 * WHOLE));
        (u64::try_from(units).unwrap_or(u64::MAX), is_exact)
    }

    /// The most units that attempts asked of the store in a second.
    fn counted(&self) -> u64 {
        let asked = |it: &StoreUse| match self.kind {
            UnitKind::Read => it.read + it.throttled_read,
            UnitKind::Write => it.written + it.throttled_written,
        };
        let served = |second: &RunSecond| {
            asked(&self.result.served(self.position, |store| second.stores[store]))
        };
        self.result.seconds.iter().map(served).max().unwrap_or_default().halves().div_ceil(2)
    }

    /// When and how often the store throttled, and where.
    pub(super) fn when(&self) -> Message {
        let first = self.throttled_seconds().next().unwrap_or_default() as u64;
        let last = self.throttled_seconds().last().unwrap_or_default() as u64;
        let attempts = self.result.stores[self.position].total.throttled_count;
        let partition = self.hottest().map(|partition| partition.id.0 as u64 + 1);
        let key = match partition {
            Some(_) => "verdict.when",
            None => "verdict.when_only",
        };
        Message::plain(key)
            .with("store", self.store_name())
            .with("partition", Argument::Count(partition.unwrap_or_default()))
            .with("count", Argument::Count(attempts))
            .with("first", Argument::Count(first))
            .with("last", Argument::Count(last))
    }

    /// That auto scaling has raised the store since the run began.
    pub(super) fn scaled(&self) -> Option<Message> {
        let (first, last) =
            (self.limit_in(0), self.limit_in(self.result.seconds.len().saturating_sub(1)));
        let is_scaled = self.cause == ThrottleCause::ProvisionedThroughput && last > first;
        is_scaled.then(|| {
            Message::plain("verdict.scaled")
                .with("store", self.store_name())
                .with("from", Argument::Count(first))
                .with("to", Argument::Count(last))
                .with("unit", Message::plain(method(self.kind).unit()))
        })
    }

    /// Units that the store gave in a second of the run.
    pub(super) fn limit_in(&self, second: usize) -> u64 {
        let meter = self.result.seconds.get(second).map(|second| second.meters[self.position]);
        meter.map_or(0, |meter| match self.kind {
            UnitKind::Read => meter.read_limit,
            UnitKind::Write => meter.write_limit,
        })
    }

    fn throttled_seconds(&self) -> impl Iterator<Item = usize> {
        let seconds = self.result.seconds.iter().enumerate();
        let throttled = seconds.filter(|(_, it)| it.stores[self.position].throttled_count > 0);
        throttled.map(|(second, _)| second)
    }

    /// The partition that throttled most in the seconds that are remembered.
    fn hottest(&self) -> Option<&'c PartitionThroughput> {
        let partitions = self.measured?.partitions.iter();
        let most = partitions.max_by_key(|partition| count(partition, self.kind))?;
        (count(most, self.kind) > 0).then_some(most)
    }

    /// Whether an index could take fewer units if it had keys only: its entries are larger than a write unit, or are replaced in their place.
    pub(super) fn has_wide_entries(&self) -> bool {
        let Some(index) = self.index else { return false };
        let own = (self.context.table.schema.name.clone(), index.store());
        let is_changed = self.context.patterns.iter().any(|it| it.trial.changed.contains(&own));
        is_changed || index.entries.size().0 > WRITE_BLOCK.0 * index.entries.count() as u64
    }

    fn store_name(&self) -> Argument {
        self.index.map_or_else(|| self.context.table_name(), |index| self.context.name_of(index))
    }
}

/// The key that takes most of a partition, and percent of it.
fn hottest_key(partition: &PartitionThroughput, kind: UnitKind) -> Option<(Text, u64)> {
    let hot = keys(partition, kind).first()?;
    let values: Vec<String> =
        hot.key.as_ref()?.iter().map(|(_, value)| value_text(value)).collect();
    Some((values.join(", ").into(), hot.percent))
}
