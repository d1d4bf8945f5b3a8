//! What is provisioned for a load over the hours of a day: the same in each, or as auto scaling follows the load; and what that
//! throttles.
//!
//! A load stays the same within an hour. Auto scaling follows it as late as DynamoDB does, and burst capacity serves what it can
//! until then. A day is like the one before it.

use engine::throughput::model::BURST_SECONDS;
use engine::throughput::scaling::{
    LOWERING_MINUTES, LOWERING_PERCENT, RAISING_MINUTES, ScalingPolicy,
};

use crate::analysis::amount::portion;
use crate::view::day::{DayCurve, HOUR_COUNT};

/// Minutes of an hour.
pub(crate) const HOUR_MINUTES: u128 = 60;

/// Minutes of a day.
pub(crate) const DAY_MINUTES: u128 = HOUR_COUNT as u128 * HOUR_MINUTES;

/// How long the same is provisioned within an hour: until auto scaling raises it, until it lowers it, and until the end.
pub(crate) const STEP_MINUTES: [u128; 3] = [
    RAISING_MINUTES as u128,
    (LOWERING_MINUTES - RAISING_MINUTES) as u128,
    HOUR_MINUTES - LOWERING_MINUTES as u128,
];

/// For how many minutes how many units a second are provisioned.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    minutes: u128,
    units: u128,
}

/// A day of a table or index, of its reads or its writes.
#[derive(Debug)]
pub(crate) struct Day {
    /// What is asked for in each hour: so many parts of units a second.
    asked: [u128; HOUR_COUNT],
    /// How many parts are one unit.
    parts: u128,
    /// Two days, hour by hour: the first says how the second begins.
    provisioned: Vec<[Stretch; 2]>,
}

/// When most units are lacking.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lack {
    pub hour: usize,
    /// Units a second that are provisioned then.
    pub units: u128,
    /// Whether auto scaling provisions enough later in the hour.
    pub is_late: bool,
}

/// What is asked for in each hour if so much is asked for on average, to the part below.
pub(crate) fn spread(curve: Option<&DayCurve>, average: u128) -> [u128; HOUR_COUNT] {
    let Some(curve) = curve else { return [average; HOUR_COUNT] };
    let all = u128::from(curve.hours().iter().sum::<u64>());
    curve.hours().map(|hour| average.saturating_mul(u128::from(hour) * HOUR_COUNT as u128) / all)
}

/// The sum of all hours.
pub(crate) fn sum_of(hours: &[u128; HOUR_COUNT]) -> u128 {
    hours.iter().fold(0, |sum, it| sum.saturating_add(*it))
}

impl Day {
    /// A day on which so much is provisioned, or what a policy makes of it.
    pub(crate) fn of(
        policy: Option<ScalingPolicy>,
        set: u128,
        asked: &[u128; HOUR_COUNT],
        parts: u128,
    ) -> Self {
        let policy = policy.filter(|_| asked.iter().any(|it| *it > 0));
        let first = policy.map_or(set, |it| follow(it, (asked[0], parts)));
        let hours = asked.iter().chain(asked).scan(first, |before, asked| {
            let stretches = match policy {
                None => [
                    Stretch { minutes: 0, units: set },
                    Stretch { minutes: HOUR_MINUTES, units: set },
                ],
                Some(policy) => scaled(policy, *before, (*asked, parts)),
            };
            *before = stretches[1].units;
            Some(stretches)
        });
        Self { asked: *asked, parts, provisioned: hours.collect() }
    }

    /// Units that are provisioned in each hour, for so many minutes.
    pub(crate) fn unit_minutes(&self) -> [u128; HOUR_COUNT] {
        let sum = |hour: usize| {
            let stretches = &self.provisioned[HOUR_COUNT + hour];
            stretches.iter().map(|it| it.minutes * it.units).sum()
        };
        std::array::from_fn(sum)
    }

    /// Units that are provisioned in each step of each hour.
    pub(crate) fn steps(&self) -> impl Iterator<Item = u128> {
        let begins = [0, STEP_MINUTES[0], STEP_MINUTES[0] + STEP_MINUTES[1]];
        self.provisioned[HOUR_COUNT..].iter().flat_map(move |[first, second]| {
            begins.map(|begin| if begin < first.minutes { first.units } else { second.units })
        })
    }

    /// The least and the most units a second that are provisioned.
    pub(crate) fn bounds(&self) -> [u128; 2] {
        let ends = || self.provisioned[HOUR_COUNT..].iter().map(|it| it[1].units);
        [ends().min(), ends().max()].map(Option::unwrap_or_default)
    }

    /// When most units are lacking that auto scaling does not provide later, or else that it does; `None` if none are.
    pub(crate) fn lack(&self) -> Option<Lack> {
        let hours = self.provisioned[HOUR_COUNT..].iter().zip(self.asked).enumerate();
        let lacks = hours.map(|(hour, ([first, second], asked))| {
            let lacking = |units: u128| asked.saturating_sub(units * self.parts);
            let is_late = lacking(second.units) == 0;
            let units = if is_late { first.units } else { second.units };
            (lacking(units), Lack { hour, units, is_late })
        });
        let lacks = lacks.filter(|(lacking, _)| *lacking > 0);
        lacks.max_by_key(|(lacking, lack)| (!lack.is_late, *lacking)).map(|(_, lack)| lack)
    }

    /// How much of what is asked for is throttled: a part, and the whole.
    pub(crate) fn throttled(&self) -> [u128; 2] {
        self.throttled_hours().map(|hours| sum_of(&hours))
    }

    /// Parts that are throttled in each hour, and those that are asked for, each times the minutes in which they are.
    pub(crate) fn throttled_hours(&self) -> [[u128; HOUR_COUNT]; 2] {
        let hours = self.asked.iter().chain(&self.asked).zip(&self.provisioned);
        let (mut spare, mut throttled) = (0_u128, [0_u128; HOUR_COUNT]);
        for (hour, (asked, stretches)) in hours.enumerate() {
            for Stretch { minutes, units } in stretches {
                let served = units * self.parts;
                let spare_max = portion(served, BURST_SECONDS.into(), 60);
                let lacking = asked.saturating_sub(served).saturating_mul(*minutes);
                if hour >= HOUR_COUNT {
                    let of_hour = &mut throttled[hour - HOUR_COUNT];
                    *of_hour = of_hour.saturating_add(lacking.saturating_sub(spare));
                }
                let left = served.saturating_sub(*asked).saturating_mul(*minutes);
                spare = spare.saturating_sub(lacking).saturating_add(left).min(spare_max);
            }
        }
        [throttled, self.asked.map(|asked| asked.saturating_mul(HOUR_MINUTES))]
    }
}

/// Units per second that are provisioned while a load stays as it is, a fraction of units a second: what is set, or what auto scaling
/// makes of it, which changes nothing while nothing is used.
pub(crate) fn settled(
    policy: Option<ScalingPolicy>,
    set: u64,
    (asked, parts): (u128, u128),
) -> u128 {
    match policy {
        Some(policy) if asked > 0 => follow(policy, (asked, parts)),
        _ => set.into(),
    }
}

/// What a policy sets while a load stays as it is: its target, between its bounds.
fn follow(policy: ScalingPolicy, (asked, parts): (u128, u128)) -> u128 {
    let target = u128::from(policy.target_percent);
    let needed = asked.saturating_mul(100).div_ceil(parts.saturating_mul(target).max(1));
    needed.clamp(policy.units_min.into(), policy.units_max.into())
}

/// What auto scaling provisions in an hour, after so many units before it.
fn scaled(policy: ScalingPolicy, before: u128, (asked, parts): (u128, u128)) -> [Stretch; 2] {
    let target = before.saturating_mul(parts).saturating_mul(policy.target_percent.into());
    let is_above =
        |percent: u64| asked.saturating_mul(10_000) > target.saturating_mul(u128::from(percent));
    let settled = follow(policy, (asked, parts));
    let (minutes, units) = if is_above(100) {
        (RAISING_MINUTES, settled.max(before))
    } else if asked > 0 && !is_above(LOWERING_PERCENT) {
        (LOWERING_MINUTES, settled.min(before))
    } else {
        (0, before)
    };
    let minutes = u128::from(minutes);
    [Stretch { minutes, units: before }, Stretch { minutes: HOUR_MINUTES - minutes, units }]
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: ScalingPolicy =
        ScalingPolicy { units_min: 1, units_max: 1_000, target_percent: 70 };

    /// A load that is so large in some hours from midnight on, and else 7 units a second.
    fn asked(first: &[u128]) -> [u128; HOUR_COUNT] {
        std::array::from_fn(|hour| first.get(hour).copied().unwrap_or(7))
    }

    #[test]
    fn auto_scaling_is_two_minutes_late_upwards_and_fifteen_downwards() {
        let day = Day::of(Some(POLICY), 5, &asked(&[70]), 1);
        let minutes = day.unit_minutes();
        assert_eq!(minutes[..3], [2 * 10 + 58 * 100, 15 * 100 + 45 * 10, 60 * 10]);
        let steps: Vec<u128> = day.steps().take(9).collect();
        assert_eq!(steps, [10, 100, 100, 100, 100, 10, 10, 10, 10]);
        assert_eq!(day.bounds(), [10, 100]);
    }

    /// In 2 minutes 60 units a second are lacking, and 10 of 5 minutes are saved.
    #[test]
    fn burst_capacity_serves_a_part_of_what_is_asked_until_more_is_provisioned() {
        let day = Day::of(Some(POLICY), 5, &asked(&[70]), 1);
        assert_eq!(day.throttled(), [2 * 60 - 50, (70 + 23 * 7) * 60]);
    }

    #[test]
    fn what_is_provisioned_all_the_hour_lacks_before_what_is_raised() {
        let lack = |first: &[u128]| {
            let lack = Day::of(Some(POLICY), 5, &asked(first), 1).lack();
            lack.map(|it| (it.hour, it.units, it.is_late))
        };
        assert_eq!(lack(&[70]), Some((0, 10, true)));
        assert_eq!(lack(&[70, 2_400]), Some((1, 1_000, false)));
    }

    #[test]
    fn nothing_is_lowered_while_nothing_is_used_or_almost_as_much() {
        let day = Day::of(Some(POLICY), 5, &asked(&[70, 0, 70, 57, 56]), 1);
        assert_eq!(day.unit_minutes()[1..5], [6_000, 6_000, 6_000, 15 * 100 + 45 * 80]);
    }

    #[test]
    fn what_is_provisioned_throttles_what_is_above_it() {
        let day = Day::of(None, 10, &asked(&[20, 20]), 1);
        assert_eq!(day.unit_minutes(), [600; HOUR_COUNT]);
        // Of two hours of 10 units too many, 5 minutes of 10 units are saved: all that can be.
        assert_eq!(day.throttled(), [2 * 600 - 50, (2 * 20 + 22 * 7) * 60]);
        assert_eq!(Day::of(None, 10, &[15; HOUR_COUNT], 1).throttled(), [5 * 1_440, 15 * 1_440]);
    }
}
