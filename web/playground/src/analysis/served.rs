//! What limits of throughput leave of a load: what is throttled at one table or index asks nothing of the others, and nothing follows
//! from it.
//!
//! Where there is not enough for all requests, an equal part of each pattern is served. What follows from a request does not throttle it.
//! Model: a program that is throttled at one table goes on at others.

use engine::receipt::{Store, UnitKind};

use crate::analysis::amount::{Amount, portion};
use crate::analysis::cost::{Estimate, Part, added};
use crate::analysis::day::{spread, sum_of};
use crate::analysis::demand::{Flow, KINDS, Load};
use crate::view::cost::PayMode;
use crate::view::day::{DayCurve, HOUR_COUNT};

/// All of a flow.
const WHOLE: u128 = 1_000_000_000_000_000_000;

/// A table with its local indexes, or a global index, that cannot serve all that is asked of it.
#[derive(Debug)]
struct Limit<'e> {
    estimate: Estimate<'e>,
    part: Part<'e>,
    kind: UnitKind,
    /// Half units that it can serve, if it were all the time as in each hour.
    halves: [u128; HOUR_COUNT],
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
        let limits = limits(estimate);
        let load = estimate.load.filter(|_| !limits.is_empty())?;
        let flows = load.all_flows();
        let shares = vec![[WHOLE; HOUR_COUNT]; flows.len()];
        let mut served = Self { curve: estimate.settings.day.as_ref(), flows, shares };
        for hour in 0..HOUR_COUNT {
            // Each round serves the limit at which most is lacking.
            for _ in &limits {
                served.cut(&limits, hour);
            }
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
    pub(crate) fn hours_of(
        &self,
        flows: std::ops::Range<usize>,
        estimate: Estimate<'_>,
        store: &Store,
        kind: UnitKind,
    ) -> [u128; HOUR_COUNT] {
        added(flows.map(|place| {
            let halves = self.flows[place].halves(&estimate.table.schema.name, store, kind);
            let mut hours = spread(self.curve, halves);
            for (halves, share) in hours.iter_mut().zip(self.shares[place]) {
                *halves = portion(*halves, share, WHOLE);
            }
            hours
        }))
    }

    /// Cuts what is asked in an hour where most is lacking.
    fn cut(&mut self, limits: &[Limit<'_>], hour: usize) {
        let lacking = limits.iter().filter_map(|limit| {
            let stores = limit.estimate.paying(&limit.part).into_iter();
            let asked: u128 =
                stores.map(|store| self.hours(limit.estimate, &store, limit.kind)[hour]).sum();
            let left = limit.halves[hour];
            (left < asked).then_some((limit, left, asked))
        });
        let most = lacking.min_by_key(|(_, left, asked)| portion(WHOLE, *left, *asked));
        let Some((limit, left, asked)) = most else { return };
        let stores = limit.estimate.paying(&limit.part);
        let table = &limit.estimate.table.schema.name;
        let asks = |flow: &Flow| stores.iter().any(|it| flow.halves(table, it, limit.kind) > 0);
        let are_cut: Vec<bool> = self
            .flows
            .iter()
            .map(|flow| asks(flow) || flow.cause.is_some_and(|cause| asks(&self.flows[cause])))
            .collect();
        for (shares, _) in self.shares.iter_mut().zip(are_cut).filter(|(_, is_cut)| *is_cut) {
            shares[hour] = portion(shares[hour], left, asked);
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

/// Where less can be served than is asked for.
fn limits(estimate: Estimate<'_>) -> Vec<Limit<'_>> {
    let tables = estimate.database.charged_tables();
    let parts = tables.flat_map(|table| Estimate { table, left_out: &[], ..estimate }.with_parts());
    let limits = parts.flat_map(|(estimate, part)| {
        KINDS.map(|kind| {
            let halves = match estimate.mode() {
                PayMode::OnDemand => estimate.within_maximum(&part, kind),
                PayMode::Provisioned => estimate.within_provisioned(&part, kind),
            };
            Some(Limit { estimate, part: part.clone(), kind, halves: halves? })
        })
    });
    limits.flatten().collect()
}
