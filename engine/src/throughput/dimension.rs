//! The reads, or the writes, of one table or global index: what each partition may serve, and what the whole may.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::ThrottleCause;
use crate::throughput::bucket::{Rate, TokenBucket};
use crate::throughput::demand::{Demand, Window};
use crate::throughput::model::ThroughputModel;

/// The reads, or the writes, of one table or global index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) terms: Terms,
    pub(crate) limits: Limits,
    /// One for each partition, in their order.
    pub(crate) gauges: Vec<Gauge>,
    /// What the whole served in the running second.
    pub(crate) window: Window,
    pub(crate) demand: Demand,
    /// All that was served.
    pub(crate) consumed: CapacityUnits,
    /// How many requests were refused.
    pub(crate) throttled_count: u64,
    /// The most that was ever provisioned, which stays at hand on demand, in units per second.
    pub(crate) provisioned_max: u64,
}

/// How throughput is agreed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Terms {
    /// So many units per second are provisioned.
    Provisioned {
        /// Units per second.
        units_per_second: u64,
    },
    /// By the request.
    OnDemand {
        /// Units per second that are served at once, whatever was before.
        at_once: u64,
        /// Units per second beyond which requests are refused, if that was set.
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
pub(crate) struct Gauge {
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
    Lender(usize),
    /// The whole table or index, on demand.
    Demand,
}

/// What was used up, and how many units per second that is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shortage {
    pub(crate) cause: ThrottleCause,
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
        terms: Terms,
        limits: Limits,
        partition_count: usize,
        now: Timestamp,
    ) -> Self {
        let bucket = TokenBucket::new(terms.rate(partition_count), limits.burst_seconds, now);
        let gauge = Gauge { bucket, window: Window::default() };
        Self {
            terms,
            limits,
            gauges: vec![gauge; partition_count],
            window: Window::default(),
            demand: Demand::default(),
            consumed: CapacityUnits::ZERO,
            throttled_count: 0,
            provisioned_max: terms.provisioned(),
        }
    }

    /// Other terms and limits, from now on. What was saved for a burst is kept as far as it may be.
    pub(crate) fn agree(&mut self, terms: Terms, limits: Limits, now: Timestamp) {
        self.provisioned_max = self.provisioned_max.max(terms.provisioned());
        let is_new = terms.provisioned() > 0 && self.terms.provisioned() == 0;
        (self.terms, self.limits) = (terms, limits);
        let rate = terms.rate(self.gauges.len());
        for gauge in &mut self.gauges {
            match is_new {
                true => gauge.bucket = TokenBucket::new(rate, limits.burst_seconds, now),
                false => gauge.bucket.change(rate, limits.burst_seconds, now),
            }
        }
    }

    /// Gives a half of what a partition has to a new one behind it.
    pub(crate) fn split(&mut self, partition: usize, now: Timestamp) {
        let bucket = self.gauges[partition].bucket.halve(now);
        self.gauges.insert(partition + 1, Gauge { bucket, window: Window::default() });
        self.agree(self.terms, self.limits, now);
    }

    /// Where the units of a request to a partition come from, or what is short. Nothing changes.
    pub(crate) fn source(
        &self,
        partition: usize,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Result<Source, Shortage> {
        if units.is_zero() {
            return Ok(Source::Nothing);
        }
        let gauge = &self.gauges[partition];
        let within = |window: Window, units_per_second, cause| match window.admits(
            units,
            units_per_second,
            now,
        ) {
            true => Ok(()),
            false => Err(Shortage { cause, units_per_second }),
        };
        within(gauge.window, self.limits.ceiling, ThrottleCause::KeyRange)?;
        match self.terms {
            Terms::Provisioned { units_per_second } => match gauge.bucket.admits(now) {
                true => Ok(Source::Own),
                false => self.lender(now).map(Source::Lender).ok_or(Shortage {
                    cause: ThrottleCause::ProvisionedThroughput,
                    units_per_second,
                }),
            },
            Terms::OnDemand { maximum, .. } => {
                let maximum = maximum.unwrap_or(u64::MAX / 2);
                within(self.window, maximum, ThrottleCause::OnDemandMaximum)?;
                within(self.window, self.limits.account_maximum, ThrottleCause::Account)?;
                within(self.window, self.at_once(now), ThrottleCause::OnDemandPeak)?;
                Ok(Source::Demand)
            }
        }
    }

    /// Takes the units of a request to a partition from where they come from.
    pub(crate) fn spend(
        &mut self,
        partition: usize,
        units: CapacityUnits,
        source: Source,
        now: Timestamp,
    ) {
        match source {
            Source::Nothing => return,
            Source::Own => self.gauges[partition].bucket.take(units, now),
            Source::Lender(lender) => self.gauges[lender].bucket.take(units, now),
            Source::Demand => {}
        }
        self.gauges[partition].window.add(units, now);
        self.window.add(units, now);
        self.demand.add(units, self.window.units, now);
        self.consumed += units;
    }

    /// Where units come from that are taken whether there are any or not.
    pub(crate) fn own_source(&self) -> Source {
        match self.terms {
            Terms::Provisioned { .. } => Source::Own,
            Terms::OnDemand { .. } => Source::Demand,
        }
    }

    /// The first moment at which a partition may admit a request, from this one on.
    pub(crate) fn admission(
        &self,
        partition: usize,
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
        partition: usize,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Timestamp {
        let gauge = &self.gauges[partition];
        let next_second = Timestamp((now.second() + 1) * 1_000);
        let is_full = !gauge.window.admits(units, self.limits.ceiling, now);
        match self.terms {
            Terms::Provisioned { .. } if !is_full => {
                let own = gauge.bucket.admits_at(now);
                let lenders = self.gauges.iter().filter(|_| self.limits.is_adaptive);
                let lent = lenders.map(|gauge| gauge.bucket.lends_at(now)).min();
                lent.map_or(own, |lent| own.min(lent)).max(now.after(1))
            }
            Terms::Provisioned { .. } | Terms::OnDemand { .. } => next_second,
        }
    }

    /// Units per second that are served on demand: twice the previous peak, and never less than at the beginning.
    pub(crate) fn at_once(&self, now: Timestamp) -> u64 {
        match self.terms {
            Terms::Provisioned { units_per_second } => units_per_second,
            Terms::OnDemand { at_once, .. } => {
                // A peak has as many halves as twice the peak has units.
                let doubled_peak = self.demand.previous_peak(now).halves();
                at_once.max(doubled_peak)
            }
        }
    }

    /// The partition that has most to lend, if any has.
    fn lender(&self, now: Timestamp) -> Option<usize> {
        if !self.limits.is_adaptive {
            return None;
        }
        let mut most = (0, None);
        for (partition, gauge) in self.gauges.iter().enumerate() {
            let surplus = gauge.bucket.surplus(now);
            if surplus > most.0 {
                most = (surplus, Some(partition));
            }
        }
        most.1
    }
}

impl Terms {
    fn provisioned(self) -> u64 {
        match self {
            Self::Provisioned { units_per_second } => units_per_second,
            Self::OnDemand { .. } => 0,
        }
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
        let terms = Terms::Provisioned { units_per_second };
        Dimension::new(terms, Limits::writes(&model), partition_count, Timestamp(0))
    }

    /// Sends so many writes a second to each partition, evenly spread, and counts those refused in the last second.
    fn refused(dimension: &mut Dimension, loads: &[u64], seconds: u64) -> Vec<u64> {
        let one = CapacityUnits::new(1);
        let mut refused = vec![0; loads.len()];
        for ms in 0..seconds * 1_000 {
            for (partition, load) in loads.iter().enumerate() {
                let sent = |ms: u64| ms * load / 1_000;
                for _ in sent(ms)..sent(ms + 1) {
                    match dimension.source(partition, one, Timestamp(ms)) {
                        Ok(source) => dimension.spend(partition, one, source, Timestamp(ms)),
                        Err(_) => refused[partition] += u64::from(ms / 1_000 == seconds - 1),
                    }
                }
            }
        }
        refused
    }

    #[test]
    fn partitions_lend_what_they_do_not_use() {
        let loads = [50, 50, 50, 150];
        let mut alone = dimension(400, 4, false);
        assert_eq!(refused(&mut alone, &loads, 10), [0, 0, 0, 50]);
        let mut adaptive = dimension(400, 4, true);
        assert_eq!(refused(&mut adaptive, &loads, 10), [0, 0, 0, 0]);
        let mut too_much = dimension(400, 4, true);
        assert_eq!(refused(&mut too_much, &[50, 50, 50, 300], 10), [0, 0, 0, 50]);
    }

    #[test]
    fn a_burst_lasts_as_long_as_what_was_saved() {
        let mut dimension = dimension(100, 1, true);
        dimension.gauges[0].bucket =
            TokenBucket::new(Rate { units_per_second: 100, share_count: 1 }, 300, Timestamp(0))
                .with_state((30_000 * 2_000, 0), Timestamp(0));
        let mut last = dimension.clone();
        assert_eq!(refused(&mut dimension, &[500], 75), [0]);
        assert_eq!(refused(&mut last, &[500], 77), [400]);
    }

    #[test]
    fn no_lender_helps_beyond_the_ceiling_of_a_partition() {
        let mut dimension = dimension(5_000, 5, true);
        assert_eq!(refused(&mut dimension, &[1_200, 0, 0, 0, 0], 3), [200, 0, 0, 0, 0]);
    }
}
