//! What limits of throughput leave of a load: what is throttled at one table or index asks nothing of the others, and nothing follows
//! from it.
//!
//! Where there is not enough for all requests, an equal part of each pattern is served. What follows from a request does not throttle it.
//! Model: a program that is throttled at one table goes on at others.

use std::ops::Range;

use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::table::schema::Billing;

use crate::analysis::amount::{Amount, portion};
use crate::analysis::cost::{Estimate, Part, added, ratio};
use crate::analysis::day::{spread, sum_of};
use crate::analysis::demand::{Flow, KINDS, Load};
use crate::view::cost::PayMode;
use crate::view::day::{DayCurve, HOUR_COUNT};

/// All of a flow.
const WHOLE: u128 = 1_000_000_000_000_000_000;

/// A table with its local indexes, or a global index, that cannot serve all that is asked of it.
#[derive(Debug)]
struct Limit {
    /// Half units that it can serve in each hour, scaled to the seconds of the load.
    most: [u128; HOUR_COUNT],
    /// Half units that each flow asks of it, scaled alike.
    asked: Vec<[u128; HOUR_COUNT]>,
}

/// How much of each flow of a load is served.
#[derive(Debug)]
pub(crate) struct Served<'e> {
    curve: Option<&'e DayCurve>,
    flows: Vec<Flow>,
    /// The served part of each flow in each hour.
    shares: Vec<[u128; HOUR_COUNT]>,
}

impl<'e> Served<'e> {
    /// What is served of the load of an estimate; `None` if all of it is.
    pub(crate) fn of(estimate: Estimate<'e>) -> Option<Self> {
        let exceeded = exceeded(estimate);
        let load = estimate.load.filter(|_| !exceeded.is_empty())?;
        let flows = load.all_flows();
        let shares = vec![[WHOLE; HOUR_COUNT]; flows.len()];
        let mut served = Self { curve: estimate.settings.day.as_ref(), flows, shares };
        let limits = exceeded.into_iter().map(|(estimate, part, kind, most)| {
            let stores = estimate.paying(&part);
            let asked = |place| {
                added(stores.iter().map(|store| served.asked(place, estimate, store, kind)))
            };
            Limit { most, asked: (0..served.flows.len()).map(asked).collect() }
        });
        let limits: Vec<Limit> = limits.collect();
        let is_always = |limit: &Limit| limit.most == [limit.most[0]; HOUR_COUNT];
        let is_flat = served.curve.is_none() && limits.iter().all(is_always);
        for hour in 0..if is_flat { 1 } else { HOUR_COUNT } {
            // Each round serves the limit at which most is lacking.
            for _ in &limits {
                served.cut(&limits, hour);
            }
        }
        if is_flat {
            served.shares.iter_mut().for_each(|shares| *shares = [shares[0]; HOUR_COUNT]);
        }
        Some(served)
    }

    /// Half units that are served at a store in each hour.
    pub(crate) fn hours(
        &self,
        estimate: Estimate<'_>,
        store: &Store,
        kind: UnitKind,
    ) -> [u128; HOUR_COUNT] {
        self.hours_of(0..self.flows.len(), estimate, store, kind)
    }

    /// The same of some flows.
    fn hours_of(
        &self,
        flows: Range<usize>,
        estimate: Estimate<'_>,
        store: &Store,
        kind: UnitKind,
    ) -> [u128; HOUR_COUNT] {
        added(flows.map(|place| {
            let mut hours = self.asked(place, estimate, store, kind);
            for (halves, share) in hours.iter_mut().zip(self.shares[place]) {
                *halves = portion(*halves, share, WHOLE);
            }
            hours
        }))
    }

    /// How much of a flow is throttled over the day; `None` if nothing is.
    pub(crate) fn throttled_permille(&self, place: usize) -> Option<u64> {
        let hours = spread(self.curve, self.flows[place].all_halves());
        let served = hours.iter().zip(self.shares[place]);
        let served = served.fold(0_u128, |sum, (halves, share)| {
            sum.saturating_add(portion(*halves, share, WHOLE))
        });
        let asked = sum_of(&hours);
        (served < asked).then(|| ratio(asked - served, asked).max(1))
    }

    /// Half units that a flow asks of a store in each hour.
    fn asked(
        &self,
        place: usize,
        estimate: Estimate<'_>,
        store: &Store,
        kind: UnitKind,
    ) -> [u128; HOUR_COUNT] {
        let halves = self.flows[place].halves(&estimate.table.schema.name, store, kind);
        spread(self.curve, halves)
    }

    /// Cuts what is asked in an hour where most is lacking.
    fn cut(&mut self, limits: &[Limit], hour: usize) {
        let lacking = limits.iter().filter_map(|limit| {
            let flows = limit.asked.iter().zip(&self.shares);
            let asked = flows.map(|(asked, shares)| portion(asked[hour], shares[hour], WHOLE));
            let asked = asked.fold(0_u128, u128::saturating_add);
            let most = limit.most[hour];
            (most < asked).then_some((limit, most, asked))
        });
        let most_lacking = lacking.min_by_key(|(_, most, asked)| portion(WHOLE, *most, *asked));
        let Some((limit, most, asked)) = most_lacking else { return };
        for (place, shares) in self.shares.iter_mut().enumerate() {
            let mut causes = [Some(place), self.flows[place].cause].into_iter().flatten();
            if causes.any(|it| limit.asked[it][hour] > 0) {
                shares[hour] = portion(shares[hour], most, asked);
            }
        }
    }
}

impl Estimate<'_> {
    /// What the reads or writes of a part cost of each of the loads that this load is the sum of: parts of that amount.
    pub(crate) fn shares<'l>(
        self,
        loads: impl Iterator<Item = &'l Load>,
        part: &Part<'_>,
        kind: UnitKind,
        mode: PayMode,
    ) -> Vec<Amount> {
        let served = match mode {
            PayMode::OnDemand => Served::of(self.paid(mode)),
            PayMode::Provisioned => None,
        };
        let mut end = 0;
        let weights = loads.map(|load| {
            let begin = end;
            end += load.flow_count();
            let own = Estimate { load: Some(load), ..self };
            match (&served, mode) {
                (Some(served), _) => sum_of(&served.hours_of(begin..end, self, &part.store, kind)),
                (None, PayMode::OnDemand) => own.halves(&part.store, kind),
                (None, PayMode::Provisioned) => own.group_halves(part, kind),
            }
        });
        let weights: Vec<u128> = weights.collect();
        Amount::from(self.throughput(part, kind, mode)).divided(&weights)
    }
}

/// A table or index of which more is asked than it can serve, and how much it can.
type Exceeded<'e> = (Estimate<'e>, Part<'e>, UnitKind, [u128; HOUR_COUNT]);

/// Where more is asked for than can be served.
fn exceeded(estimate: Estimate<'_>) -> Vec<Exceeded<'_>> {
    let tables = estimate.database.charged_tables();
    let tables = tables.map(|table| Estimate { table, ..estimate });
    let parts = tables.filter(|it| has_limit(it.table, it.mode())).flat_map(Estimate::with_parts);
    let exceeded = parts.flat_map(|(estimate, part)| {
        KINDS.map(|kind| {
            let most = match estimate.mode() {
                PayMode::OnDemand => estimate.within_maximum(&part, kind),
                PayMode::Provisioned => estimate.within_provisioned(&part, kind),
            };
            Some((estimate, part.clone(), kind, most?))
        })
    });
    exceeded.flatten().collect()
}

/// Whether a table or one of its global indexes may serve less than it is asked for.
fn has_limit(table: &Table, mode: PayMode) -> bool {
    match mode {
        PayMode::OnDemand => {
            let of_indexes = table.indexes.iter().map(|index| index.schema.on_demand_maximum);
            of_indexes.chain([table.schema.on_demand_maximum]).any(|it| it.is_some())
        }
        PayMode::Provisioned => matches!(table.schema.billing, Billing::Provisioned(_)),
    }
}
