//! Auto scaling: provisioned throughput that follows what is used, within bounds.
//!
//! Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/AutoScaling.html>: a target of 20 to 90 percent,
//! raised after two minutes above it, lowered after fifteen minutes well below it, and never lowered while nothing is used.

use crate::capacity::throughput::Throughput;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::receipt::UnitKind;
use crate::throughput::demand::Demand;
use crate::throughput::meter::Meter;

/// The least and the greatest target, in hundredths of what is provisioned. Source: as above.
pub const TARGET_PERCENTS: (u64, u64) = (20, 90);

/// The target unless another is set. Source: as above.
pub const TARGET_PERCENT_DEFAULT: u64 = 70;

/// Minutes in a row above the target after which more is provisioned. Source: as above.
pub const RAISING_MINUTES: u64 = 2;

/// Minutes in a row below the target after which less is provisioned. Source: as above.
pub const LOWERING_MINUTES: u64 = 15;

/// How far below the target, in hundredths of it. Model: the alarm that the service makes says so, its guide does not.
pub const LOWERING_PERCENT: u64 = 80;

/// How the reads, or the writes, of a table or global index follow what is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScalingPolicy {
    /// The least that is provisioned, in units per second.
    pub units_min: u64,
    /// The most that is provisioned, in units per second.
    pub units_max: u64,
    /// How much of what is provisioned should be used, in hundredths.
    pub target_percent: u64,
}

/// The policies of a table or global index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Scaling {
    pub(crate) read: Option<ActivePolicy>,
    pub(crate) write: Option<ActivePolicy>,
}

/// A policy, and since when it has been followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ActivePolicy {
    pub(crate) policy: ScalingPolicy,
    pub(crate) since: Timestamp,
}

/// Why a policy cannot be followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScalingError {
    /// There is no such table, or no such global index of it.
    NotFound,
    /// The least is nothing, or more than the most.
    Bounds,
    /// The target is not among [`TARGET_PERCENTS`].
    Target,
}

impl ScalingPolicy {
    /// Whether it can be followed at all.
    pub(crate) fn check(&self) -> Result<(), ScalingError> {
        let (least, most) = TARGET_PERCENTS;
        match (self.units_min > 0 && self.units_min <= self.units_max, self.target_percent) {
            (false, _) => Err(ScalingError::Bounds),
            (true, target) if target < least || target > most => Err(ScalingError::Target),
            (true, _) => Ok(()),
        }
    }

    /// The rate whose target is what was used in a minute, within the bounds.
    fn units_for(&self, in_minute: CapacityUnits) -> u64 {
        let needed = in_minute.halves().saturating_mul(100).div_ceil(120 * self.target_percent);
        needed.clamp(self.units_min, self.units_max)
    }

    /// Whether a minute used more than `percent` of the target of what is provisioned.
    fn is_above(&self, in_minute: CapacityUnits, provisioned: u64, percent: u64) -> bool {
        let target = provisioned.saturating_mul(120 * self.target_percent).saturating_mul(percent);
        in_minute.halves().saturating_mul(10_000) > target
    }
}

impl Scaling {
    /// The policy for reads, or for writes.
    pub fn policy(&self, kind: UnitKind) -> Option<ScalingPolicy> {
        let followed = match kind {
            UnitKind::Read => self.read,
            UnitKind::Write => self.write,
        };
        followed.map(|followed| followed.policy)
    }

    pub(crate) fn set(&mut self, kind: UnitKind, policy: Option<ScalingPolicy>, now: Timestamp) {
        let followed = policy.map(|policy| ActivePolicy { policy, since: now });
        match kind {
            UnitKind::Read => self.read = followed,
            UnitKind::Write => self.write = followed,
        }
    }

    /// What is to be provisioned from this minute on, according to what a meter has measured. Throughput that cannot be
    /// lowered again that day stays as it is.
    pub(crate) fn next_throughput(
        &self,
        meter: &Meter,
        provisioned: Throughput,
        can_lower: bool,
        now: Timestamp,
    ) -> Throughput {
        let next = |policy: Option<ActivePolicy>, kind, provisioned: u64| {
            let demand = &meter.dimension(kind).demand;
            let next = policy.map(|policy| policy.next_units(demand, provisioned, now));
            next.filter(|next| can_lower || *next > provisioned).unwrap_or(provisioned)
        };
        let Throughput { read_units_per_second, write_units_per_second } = provisioned;
        Throughput {
            read_units_per_second: next(self.read, UnitKind::Read, read_units_per_second),
            write_units_per_second: next(self.write, UnitKind::Write, write_units_per_second),
        }
    }

    /// Whether nothing is followed.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl ActivePolicy {
    /// What is to be provisioned from this minute on, according to the minutes that have ended.
    fn next_units(&self, demand: &Demand, provisioned: u64, now: Timestamp) -> u64 {
        let Self { policy, since } = self;
        let within = provisioned.clamp(policy.units_min, policy.units_max);
        if within != provisioned {
            return within;
        }
        let ended = now.minute();
        let used = |count: u64| {
            let minutes = ended.saturating_sub(count)..ended;
            minutes.map(|minute| demand.in_minute(minute))
        };
        let has_followed = |count: u64| since.minute() + count <= ended;
        if has_followed(RAISING_MINUTES)
            && used(RAISING_MINUTES).all(|minute| policy.is_above(minute, provisioned, 100))
        {
            let last = demand.in_minute(ended.saturating_sub(1));
            return policy.units_for(last).max(provisioned);
        }
        let most = used(LOWERING_MINUTES).max().unwrap_or_default();
        // Where nothing is used there is nothing to measure, and nothing is lowered. Source: as above.
        if has_followed(LOWERING_MINUTES)
            && !most.is_zero()
            && !policy.is_above(most, provisioned, LOWERING_PERCENT)
        {
            return policy.units_for(most).min(provisioned);
        }
        provisioned
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: ScalingPolicy =
        ScalingPolicy { units_min: 10, units_max: 1_000, target_percent: TARGET_PERCENT_DEFAULT };

    /// What is provisioned after minutes in which so many units were used each second.
    #[track_caller]
    fn check(used: &[u64], provisioned: u64, expected: u64) {
        let mut demand = Demand::default();
        for (minute, units) in used.iter().enumerate() {
            let at = Timestamp(minute as u64 * 60_000);
            demand.add(CapacityUnits::new(units * 60), CapacityUnits::new(*units), at);
        }
        let now = Timestamp(used.len() as u64 * 60_000);
        let followed = ActivePolicy { policy: POLICY, since: Timestamp(0) };
        assert_eq!(followed.next_units(&demand, provisioned, now), expected);
    }

    #[test]
    fn two_minutes_above_the_target_raise() {
        check(&[140], 150, 150);
        check(&[140, 140], 150, 200);
        check(&[140, 100], 150, 150);
        check(&[140, 105], 150, 150);
        check(&[900, 900], 150, 1_000);
    }

    #[test]
    fn fifteen_minutes_well_below_the_target_lower() {
        check(&[56; 14], 100, 100);
        check(&[56; 15], 100, 80);
        check(&[57; 15], 100, 100);
        check(&[1; 15], 100, 10);
    }

    #[test]
    fn where_nothing_is_used_nothing_is_lowered() {
        check(&[0; 15], 100, 100);
        check(&[0; 20], 100, 100);
        let nothing_for_a_while = [[0; 10], [1; 10]].concat();
        check(&nothing_for_a_while, 100, 10);
    }

    #[test]
    fn bounds_hold_at_once() {
        check(&[], 5, 10);
        check(&[], 5_000, 1_000);
    }
}
