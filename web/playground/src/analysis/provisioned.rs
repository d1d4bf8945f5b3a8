//! What a table and its indexes are provisioned with, hour by hour, and what each hour costs.

use engine::capacity::throughput::Throughput;
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::throughput::scaling::ScalingPolicy;

use crate::analysis::amount::portion;
use crate::analysis::cost::{Estimate, Part, Shortage, position, ratio};
use crate::analysis::day::{Day, HOUR_MINUTES, STEP_MINUTES, spread, sum_of};
use crate::analysis::price::{MONTH_HOURS, MONTH_SECONDS};
use crate::analysis::served::Served;
use crate::sandbox::limit::SCALED_PERCENTS;
use crate::view::cost::PayMode;
use crate::view::day::HOUR_COUNT;

impl Estimate<'_> {
    /// The units that a part is provisioned with over a day: as it is set, as auto scaling sets it, or as the hour of the most needs at
    /// the chosen utilisation.
    pub(crate) fn day(self, part: &Part<'_>, kind: UnitKind) -> Day {
        let asked = self.hourly_halves(part, kind);
        let policy = self.scaled(part, kind);
        let set = match part.throughput {
            _ if matches!(part.store, Store::Local(_)) => 0,
            Some(set) => units_of(set, kind).into(),
            None => {
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

    /// Half units of what is asked of a part in each hour that its maximum on demand allows; `None` if it allows all.
    pub(crate) fn within_maximum(
        self,
        part: &Part<'_>,
        kind: UnitKind,
    ) -> Option<[u128; HOUR_COUNT]> {
        let units = u128::from(maximum_of(self.table, &part.store, kind)?);
        let asked = self.hourly_halves(part, kind);
        let served = asked.map(|halves| halves.min(units * 2 * self.seconds()));
        (served != asked).then_some(served)
    }

    /// Half units of what is asked of a part in each hour that is served with what it is set to; `None` if all is.
    pub(crate) fn within_provisioned(
        self,
        part: &Part<'_>,
        kind: UnitKind,
    ) -> Option<[u128; HOUR_COUNT]> {
        part.throughput?;
        let [throttled, _] = self.day(part, kind).throttled_hours();
        let asked = self.hourly_halves(part, kind);
        throttled.iter().any(|minutes| *minutes > 0).then(|| {
            let served =
                |hour: usize| asked[hour].saturating_sub(throttled[hour].div_ceil(HOUR_MINUTES));
            std::array::from_fn(served)
        })
    }

    /// Half units that a store uses on demand in a month, times the seconds of the load.
    pub(crate) fn monthly_served(self, part: &Part<'_>, kind: UnitKind) -> u128 {
        let halves = self.halves(&part.store, kind);
        let month = halves.saturating_mul(MONTH_SECONDS);
        let Some(served) = Served::of(self) else { return month };
        let asked = spread(self.settings.day.as_ref(), halves);
        let [asked, served] =
            [asked, served.hours(self, &part.store, kind)].map(|hours| sum_of(&hours));
        portion(month, served, asked)
    }

    /// How much is asked of a part above its maximum on demand.
    pub(crate) fn above_maximum(self, part: &Part<'_>, kind: UnitKind) -> Option<Shortage> {
        let served = sum_of(&self.within_maximum(part, kind)?);
        let asked = sum_of(&self.hourly_halves(part, kind));
        let most = self.hourly_thousandths(part, kind).into_iter().max().unwrap_or(0);
        Some(Shortage {
            store: part.store.clone(),
            kind,
            set: maximum_of(self.table, &part.store, kind)?.into(),
            asked_hundredths: most / 10,
            is_late: false,
            throttled_permille: ratio(asked - served, asked).max(1),
        })
    }

    /// What a part costs in each hour on demand, and what it costs as it is provisioned; `None` if a price is not known.
    pub(crate) fn hourly(self, part: &Part<'_>, kind: UnitKind) -> [Option<[u128; HOUR_COUNT]>; 2] {
        let on_demand = Estimate { way: Some(PayMode::OnDemand), ..self };
        let own = on_demand.monthly_served(part, kind);
        let units = self.day(part, kind).unit_minutes();
        let price = |mode| self.price(position(kind, mode));
        let requests = match own {
            0 => Some(0),
            _ => price(PayMode::OnDemand).map(|it| it.of(own, 2 * self.seconds() * MONTH_HOURS)),
        };
        let units = match units.iter().max() {
            None | Some(0) => Some(units),
            Some(_) => {
                let price = price(PayMode::Provisioned);
                price.map(|price| units.map(|minutes| price.of(minutes, HOUR_MINUTES)))
            }
        };
        let by_hour = |cost| match Served::of(on_demand) {
            None => spread(self.settings.day.as_ref(), cost),
            Some(served) => {
                let served = served.hours(self, &part.store, kind);
                let all = sum_of(&served).max(1);
                served.map(|halves| portion(cost, halves.saturating_mul(HOUR_COUNT as u128), all))
            }
        };
        [requests.map(by_hour), units]
    }
}

/// The most that a store may use in a second on demand, if that is set. That of a table is for its local indexes, too.
pub(crate) fn maximum_of(table: &Table, store: &Store, kind: UnitKind) -> Option<u64> {
    let maximum = match store {
        Store::Table | Store::Local(_) => table.schema.on_demand_maximum,
        Store::Global(name) => table.index(name.as_str())?.schema.on_demand_maximum,
    }?;
    match kind {
        UnitKind::Read => maximum.read_units_per_second,
        UnitKind::Write => maximum.write_units_per_second,
    }
}

/// The reads or writes of a throughput.
pub(crate) fn units_of(throughput: Throughput, kind: UnitKind) -> u64 {
    match kind {
        UnitKind::Read => throughput.read_units_per_second,
        UnitKind::Write => throughput.write_units_per_second,
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
