//! What a table and its indexes are provisioned with, hour by hour, and what each hour costs.

use engine::receipt::{Store, UnitKind};
use engine::throughput::scaling::ScalingPolicy;

use crate::analysis::amount::portion;
use crate::analysis::cost::{Estimate, Part, position};
use crate::analysis::day::{Day, HOUR_MINUTES, STEP_MINUTES, spread};
use crate::sandbox::limit::SCALED_PERCENTS;
use crate::view::cost::PayMode;
use crate::view::day::HOUR_COUNT;

/// Seconds of an hour.
const HOUR_SECONDS: u128 = 3_600;

impl Estimate<'_> {
    /// The units that a part is provisioned with over a day: as it is set, as auto scaling sets it, or as the hour of the most needs at
    /// the chosen utilisation.
    pub(crate) fn day(self, part: &Part<'_>, kind: UnitKind) -> Day {
        let asked = self.hourly_halves(part, kind);
        let policy = self.scaled(part, kind);
        let set = match (part.throughput, kind) {
            _ if matches!(part.store, Store::Local(_)) => 0,
            (Some(set), UnitKind::Read) => set.read_units_per_second.into(),
            (Some(set), UnitKind::Write) => set.write_units_per_second.into(),
            (None, _) => {
                let (used, parts) = self.settings.utilisation_percent.fraction();
                let most = asked.iter().max().copied().unwrap_or_default();
                let needed = most.saturating_mul(100 * u128::from(parts));
                needed.div_ceil(2 * u128::from(used.max(1)) * self.seconds()).max(1)
            }
        };
        Day::of(policy, set, &asked, 2 * self.seconds())
    }

    /// Units per second that a part is provisioned with, at most.
    pub(crate) fn provisioned(self, part: &Part<'_>, kind: UnitKind) -> u128 {
        let [_, most] = self.day(part, kind).bounds();
        most
    }

    /// How auto scaling sets what a part is provisioned with; `None` if it does not.
    pub(crate) fn scaled(self, part: &Part<'_>, kind: UnitKind) -> Option<ScalingPolicy> {
        let policy = match (part.throughput, &part.store) {
            (_, Store::Local(_)) => None,
            (Some(_), _) => part.scaling.policy(kind),
            (None, _) => self.settings.is_scaled.then(|| self.planned_policy()),
        };
        policy.filter(|_| self.group_halves(part, kind) > 0)
    }

    /// The policy that is planned: its target is the nearest to the chosen utilisation that auto scaling accepts.
    pub(crate) fn planned_policy(self) -> ScalingPolicy {
        let (percents, parts) = self.settings.utilisation_percent.fraction();
        let [least, most] = [*SCALED_PERCENTS.start(), *SCALED_PERCENTS.end()];
        let target_percent = (percents / parts).clamp(least, most);
        ScalingPolicy { units_min: 1, units_max: u64::MAX, target_percent }
    }

    /// Half units that are asked of what a part is provisioned with, if the load were all the time as in each hour.
    fn hourly_halves(self, part: &Part<'_>, kind: UnitKind) -> [u128; HOUR_COUNT] {
        spread(self.settings.day.as_ref(), self.group_halves(part, kind))
    }

    /// Units that are asked of what a part is provisioned with in each hour, in thousandths a second.
    pub(crate) fn hourly_thousandths(self, part: &Part<'_>, kind: UnitKind) -> [u128; HOUR_COUNT] {
        self.hourly_halves(part, kind).map(|halves| portion(500, halves, self.seconds()))
    }

    /// What a part costs in each hour on demand, and what it costs as it is provisioned; `None` if a price is not known.
    pub(crate) fn hourly(self, part: &Part<'_>, kind: UnitKind) -> [Option<[u128; HOUR_COUNT]>; 2] {
        let own = self.halves(&part.store, kind);
        let units = self.day(part, kind).unit_minutes();
        let price = |mode| self.price(position(kind, mode));
        let requests = match own {
            0 => Some(0),
            _ => price(PayMode::OnDemand).map(|it| it.of(own * HOUR_SECONDS, 2 * self.seconds())),
        };
        let units = match units.iter().max() {
            None | Some(0) => Some(units),
            Some(_) => {
                let price = price(PayMode::Provisioned);
                price.map(|price| units.map(|minutes| price.of(minutes, HOUR_MINUTES)))
            }
        };
        [requests.map(|cost| spread(self.settings.day.as_ref(), cost)), units]
    }
}

/// Units that parts of tables are provisioned with together over a day: how many, and for how many minutes.
pub(crate) fn provisioned_in_all<'e>(
    parts: impl Iterator<Item = (Estimate<'e>, Part<'e>)>,
    kind: UnitKind,
) -> Vec<(u128, u128)> {
    let mut sums = vec![0_u128; HOUR_COUNT * STEP_MINUTES.len()];
    for (estimate, part) in parts {
        for (sum, units) in sums.iter_mut().zip(estimate.day(&part, kind).steps()) {
            *sum = sum.saturating_add(units);
        }
    }
    sums.into_iter().zip(STEP_MINUTES.into_iter().cycle()).collect()
}
