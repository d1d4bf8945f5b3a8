//! The reads, or the writes, of one table or global index: what each partition may serve, and what the whole may.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::{BillingMode, ThrottleCause};
use crate::model::partition_id::PartitionId;
use crate::throughput::bucket::{Rate, TokenBucket};
use crate::throughput::decision::Verdict;
use crate::throughput::demand::{Demand, Window};
use crate::throughput::heat::SECOND_COUNT_MAX;
use crate::throughput::model::ThroughputModel;

/// Changes of what is provisioned that are remembered. Model: one for each second that heat remembers.
const EARLIER_RATE_COUNT_MAX: usize = SECOND_COUNT_MAX;

/// The reads, or the writes, of one table or global index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) mode: CapacityMode,
    pub(crate) limits: Limits,
    /// What each partition may serve, by its identity.
    pub(crate) budgets: Vec<PartitionBudget>,
    /// What the whole served in the running second.
    pub(crate) window: Window,
    pub(crate) demand: Demand,
    /// All that was served.
    pub(crate) consumed: CapacityUnits,
    /// How many requests were throttled.
    pub(crate) throttled_count: u64,
    /// The highest throughput that was ever provisioned, which stays available on demand, in units per second.
    pub(crate) provisioned_max: u64,
    /// What was provisioned before, of the seconds that heat remembers, oldest first.
    pub(crate) earlier_rates: Vec<EarlierRate>,
}

/// What was provisioned until a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarlierRate {
    /// When it was changed.
    pub until: Timestamp,
    /// Units per second; none on demand.
    pub provisioned: Option<u64>,
}

/// How the reads, or the writes, of a table or global index are paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CapacityMode {
    /// So many units per second are provisioned.
    Provisioned {
        /// Units per second.
        units_per_second: u64,
    },
    /// By the request.
    OnDemand {
        /// Units per second that are served at once, whatever was before.
        at_once: u64,
        /// Units per second beyond which requests are throttled, if that was set.
        maximum: Option<u64>,
    },
}

/// What the model says of reads, or of writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Units per second of one partition.
    pub(crate) ceiling: u64,
    /// Units per second that the account allows on demand.
    pub(crate) account_maximum: u64,
    pub(crate) burst_seconds: u64,
    pub(crate) is_adaptive: bool,
}

/// What one partition may serve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PartitionBudget {
    /// Its share of what is provisioned; without use on demand.
    pub(crate) bucket: TokenBucket,
    /// What it served in the running second.
    pub(crate) window: Window,
}

/// Where the units of a request come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// Nothing is asked for.
    Nothing,
    /// The bucket of the partition.
    Own,
    /// The bucket of another partition, which does not use it.
    Lender(PartitionId),
    /// The whole table or index, on demand.
    Demand,
}

/// What was used up, and how many units per second that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shortage {
    pub(crate) cause: ThrottleCause,
    pub(crate) mode: BillingMode,
    pub(crate) units_per_second: u64,
}

impl Limits {
    pub(crate) fn reads(model: &ThroughputModel) -> Self {
        let ceiling = model.partition_ceiling.read_units_per_second;
        Self::new(model, ceiling, model.account_maximum.read_units_per_second)
    }

    pub(crate) fn writes(model: &ThroughputModel) -> Self {
        let ceiling = model.partition_ceiling.write_units_per_second;
        Self::new(model, ceiling, model.account_maximum.write_units_per_second)
    }

    fn new(model: &ThroughputModel, ceiling: u64, account_maximum: u64) -> Self {
        let ThroughputModel { burst_seconds, is_adaptive, .. } = *model;
        Self { ceiling, account_maximum, burst_seconds, is_adaptive }
    }
}

impl Dimension {
    /// A dimension of partitions that have served nothing.
    pub(crate) fn new(
        mode: CapacityMode,
        limits: Limits,
        partition_count: usize,
        now: Timestamp,
    ) -> Self {
        let bucket = TokenBucket::new(mode.rate(partition_count), limits.burst_seconds, now);
        let budget = PartitionBudget { bucket, window: Window::default() };
        Self {
            mode,
            limits,
            budgets: vec![budget; partition_count],
            window: Window::default(),
            demand: Demand::default(),
            consumed: CapacityUnits::ZERO,
            throttled_count: 0,
            provisioned_max: mode.provisioned(),
            earlier_rates: Vec::new(),
        }
    }

    /// Sets mode and limits from now on. What was saved for a burst is kept as far as the new rate allows.
    pub(crate) fn configure(&mut self, mode: CapacityMode, limits: Limits, now: Timestamp) {
        self.provisioned_max = self.provisioned_max.max(mode.provisioned());
        let is_new = mode.provisioned() > 0 && self.mode.provisioned() == 0;
        if mode.rate_per_second() != self.mode.rate_per_second() {
            self.remember_rate(now);
        }
        (self.mode, self.limits) = (mode, limits);
        let rate = mode.rate(self.budgets.len());
        for budget in &mut self.budgets {
            match is_new {
                true => budget.bucket = TokenBucket::new(rate, limits.burst_seconds, now),
                false => budget.bucket.change(rate, limits.burst_seconds, now),
            }
        }
    }

    /// Notes what was provisioned until now, and forgets what was changed before the seconds that heat remembers.
    fn remember_rate(&mut self, now: Timestamp) {
        let oldest = now.second().saturating_sub(SECOND_COUNT_MAX as u64);
        self.earlier_rates.retain(|rate| rate.until.second() >= oldest);
        if self.earlier_rates.len() == EARLIER_RATE_COUNT_MAX {
            self.earlier_rates.remove(0);
        }
        let provisioned = self.mode.rate_per_second();
        self.earlier_rates.push(EarlierRate { until: now, provisioned });
    }

    /// Gives half of what the bucket of a partition holds or owes to a new partition, which has the next identity.
    pub(crate) fn split(&mut self, partition: PartitionId, now: Timestamp) {
        let bucket = self.budgets[partition.0].bucket.halve(now);
        self.budgets.push(PartitionBudget { bucket, window: Window::default() });
        self.configure(self.mode, self.limits, now);
    }

    /// Where the units of a request to a partition come from, or what is short. Nothing changes.
    pub(crate) fn source(
        &self,
        partition: PartitionId,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Result<Source, Shortage> {
        if units.is_zero() {
            return Ok(Source::Nothing);
        }
        let budget = &self.budgets[partition.0];
        let within = |window: Window, units_per_second, cause| match window.admits(
            units,
            units_per_second,
            now,
        ) {
            true => Ok(()),
            false => Err(Shortage { cause, mode: self.billing_mode(), units_per_second }),
        };
        within(budget.window, self.limits.ceiling, ThrottleCause::KeyRange)?;
        match self.mode {
            CapacityMode::Provisioned { units_per_second } => match budget.bucket.admits(now) {
                true => Ok(Source::Own),
                false => self.lender(now).map(Source::Lender).ok_or(Shortage {
                    cause: ThrottleCause::ProvisionedThroughput,
                    mode: BillingMode::Provisioned,
                    units_per_second,
                }),
            },
            CapacityMode::OnDemand { maximum, .. } => {
                let maximum = maximum.unwrap_or(u64::MAX / 2);
                within(self.window, maximum, ThrottleCause::OnDemandMaximum)?;
                within(self.window, self.limits.account_maximum, ThrottleCause::Account)?;
                within(self.window, self.at_once(now), ThrottleCause::OnDemandPeak)?;
                Ok(Source::Demand)
            }
        }
    }

    /// The same, except that what was decided before stays decided: units that are short then become a debt.
    pub(crate) fn source_by(
        &self,
        verdict: Verdict,
        partition: PartitionId,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Result<Source, Shortage> {
        match (self.source(partition, units, now), verdict) {
            (Err(_), Verdict::Served) => Ok(match self.mode {
                CapacityMode::Provisioned { .. } => Source::Own,
                CapacityMode::OnDemand { .. } => Source::Demand,
            }),
            (Ok(_), Verdict::Throttled) => Err(Shortage {
                cause: ThrottleCause::ProvisionedThroughput,
                mode: self.billing_mode(),
                units_per_second: 0,
            }),
            (source, Verdict::Open | Verdict::Served | Verdict::Throttled) => source,
        }
    }

    /// Takes the units of a request to a partition from where they come from.
    pub(crate) fn spend(
        &mut self,
        partition: PartitionId,
        units: CapacityUnits,
        source: Source,
        now: Timestamp,
    ) {
        match source {
            Source::Nothing => return,
            Source::Own => self.budgets[partition.0].bucket.take(units, now),
            Source::Lender(lender) => self.budgets[lender.0].bucket.take(units, now),
            Source::Demand => {}
        }
        self.budgets[partition.0].window.add(units, now);
        self.window.add(units, now);
        self.demand.add(units, self.window.units, now);
        self.consumed += units;
    }

    /// How the units are paid for.
    pub(crate) fn billing_mode(&self) -> BillingMode {
        match self.mode {
            CapacityMode::Provisioned { .. } => BillingMode::Provisioned,
            CapacityMode::OnDemand { .. } => BillingMode::PayPerRequest,
        }
    }

    /// Where units come from that are taken whether there are any or not.
    pub(crate) fn own_source(&self) -> Source {
        match self.mode {
            CapacityMode::Provisioned { .. } => Source::Own,
            CapacityMode::OnDemand { .. } => Source::Demand,
        }
    }

    /// The first moment at which a partition may admit a request, from this one on.
    pub(crate) fn admission(
        &self,
        partition: PartitionId,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Timestamp {
        match self.source(partition, units, now) {
            Ok(_) => now,
            Err(_) => self.next_admission(partition, units, now),
        }
    }

    /// The first moment, later than this one, at which a partition may admit a request again.
    pub(crate) fn next_admission(
        &self,
        partition: PartitionId,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Timestamp {
        let budget = &self.budgets[partition.0];
        let next_second = Timestamp((now.second() + 1) * 1_000);
        let is_full = !budget.window.admits(units, self.limits.ceiling, now);
        match self.mode {
            CapacityMode::Provisioned { .. } if !is_full => {
                let own = budget.bucket.admits_at(now);
                let lenders = self.budgets.iter().filter(|_| self.limits.is_adaptive);
                let lent = lenders.map(|budget| budget.bucket.lends_at(now)).min();
                lent.map_or(own, |lent| own.min(lent)).max(now.after(1))
            }
            CapacityMode::Provisioned { .. } | CapacityMode::OnDemand { .. } => next_second,
        }
    }

    /// Units per second that are served on demand: twice the previous peak, and never less than at the beginning.
    pub(crate) fn at_once(&self, now: Timestamp) -> u64 {
        match self.mode {
            CapacityMode::Provisioned { units_per_second } => units_per_second,
            CapacityMode::OnDemand { at_once, .. } => {
                // A peak has as many halves as twice the peak has units.
                let doubled_peak = self.demand.previous_peak(now).halves();
                at_once.max(doubled_peak)
            }
        }
    }

    /// Units per second that are served for long: what is provisioned, or on demand at once, up to the maximum.
    pub(crate) fn sustained(&self, now: Timestamp) -> u64 {
        let maximum = match self.mode {
            CapacityMode::OnDemand { maximum, .. } => maximum,
            CapacityMode::Provisioned { .. } => None,
        };
        self.at_once(now).min(maximum.unwrap_or(u64::MAX))
    }

    /// The most that a partition serves in a second for long: its share of what is provisioned, or its ceiling.
    pub(crate) fn partition_units(&self, seconds: u64, now: Timestamp) -> CapacityUnits {
        let (rate, count) = match self.mode {
            CapacityMode::Provisioned { units_per_second } => {
                (units_per_second, self.budgets.len() as u64)
            }
            CapacityMode::OnDemand { .. } => (self.sustained(now), 1),
        };
        let halves = |rate: u64| rate.saturating_mul(seconds).saturating_mul(2);
        CapacityUnits::from_halves((halves(rate) / count).min(halves(self.limits.ceiling)))
    }

    /// The partition that has most to lend, if any has.
    fn lender(&self, now: Timestamp) -> Option<PartitionId> {
        if !self.limits.is_adaptive {
            return None;
        }
        let mut most = (0, None);
        for (partition, budget) in self.budgets.iter().enumerate() {
            let surplus = budget.bucket.surplus(now);
            if surplus > most.0 {
                most = (surplus, Some(PartitionId(partition)));
            }
        }
        most.1
    }
}

impl CapacityMode {
    /// Units per second that are provisioned; none on demand.
    pub fn rate_per_second(self) -> Option<u64> {
        match self {
            Self::Provisioned { units_per_second } => Some(units_per_second),
            Self::OnDemand { .. } => None,
        }
    }

    fn provisioned(self) -> u64 {
        self.rate_per_second().unwrap_or_default()
    }

    fn rate(self, partition_count: usize) -> Rate {
        Rate { units_per_second: self.provisioned(), share_count: partition_count as u64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimension(units_per_second: u64, partition_count: usize, is_adaptive: bool) -> Dimension {
        let model = ThroughputModel { is_adaptive, ..ThroughputModel::default() };
        let mode = CapacityMode::Provisioned { units_per_second };
        Dimension::new(mode, Limits::writes(&model), partition_count, Timestamp(0))
    }

    /// Sends so many writes a second to each partition, evenly spread, and counts those rejected in the last second.
    fn rejected(dimension: &mut Dimension, loads: &[u64], seconds: u64) -> Vec<u64> {
        let one = CapacityUnits::new(1);
        let mut rejected = vec![0; loads.len()];
        for ms in 0..seconds * 1_000 {
            for (partition, load) in loads.iter().enumerate() {
                let sent = |ms: u64| ms * load / 1_000;
                for _ in sent(ms)..sent(ms + 1) {
                    match dimension.source(PartitionId(partition), one, Timestamp(ms)) {
                        Ok(source) => {
                            dimension.spend(PartitionId(partition), one, source, Timestamp(ms));
                        }
                        Err(_) => rejected[partition] += u64::from(ms / 1_000 == seconds - 1),
                    }
                }
            }
        }
        rejected
    }

    #[test]
    fn partitions_lend_what_they_do_not_use() {
        let loads = [50, 50, 50, 150];
        let mut alone = dimension(400, 4, false);
        assert_eq!(rejected(&mut alone, &loads, 10), [0, 0, 0, 50]);
        let mut adaptive = dimension(400, 4, true);
        assert_eq!(rejected(&mut adaptive, &loads, 10), [0, 0, 0, 0]);
        let mut too_much = dimension(400, 4, true);
        assert_eq!(rejected(&mut too_much, &[50, 50, 50, 300], 10), [0, 0, 0, 50]);
    }

    #[test]
    fn a_burst_lasts_as_long_as_what_was_saved() {
        let mut dimension = dimension(100, 1, true);
        dimension.budgets[0].bucket =
            TokenBucket::new(Rate { units_per_second: 100, share_count: 1 }, 300, Timestamp(0))
                .with_state((30_000 * 2_000, 0), Timestamp(0));
        let mut last = dimension.clone();
        assert_eq!(rejected(&mut dimension, &[500], 75), [0]);
        assert_eq!(rejected(&mut last, &[500], 77), [400]);
    }

    #[test]
    fn no_lender_helps_beyond_the_ceiling_of_a_partition() {
        let mut dimension = dimension(5_000, 5, true);
        assert_eq!(rejected(&mut dimension, &[1_200, 0, 0, 0, 0], 3), [200, 0, 0, 0, 0]);
    }
}
