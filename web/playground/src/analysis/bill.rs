//! What a design costs in a month: one total for the whole page, and the parts that it is made of.

use engine::database::Database;
use engine::receipt::UnitKind;
use engine::workload::Workload;
use engine::workload::result::{RunResult, RunStore};

use crate::analysis::amount::Amount;
use crate::analysis::cost::{Estimate, LeftOut, Shortage, added, position, ratio};
use crate::analysis::demand::{KINDS, Load};
use crate::analysis::expired::with_expired;
use crate::analysis::free::free_of;
use crate::analysis::pattern::{
    Basis, Trial, WHOLE, empty_load, load_of_patterns, planned_load, unlimited, yearly_millionths,
};
use crate::analysis::price::{MONTH_HOURS, MONTH_SECONDS, PriceList, Priced, money};
use crate::analysis::served::Served;
use crate::sandbox::design::class_of;
use crate::sandbox::plan::Plan;
use crate::sandbox::record::Ran;
use crate::view::cost::{
    BillPart, BillView, CostSettings, LoadSource, PayMode, Position, TableClass,
};
use crate::view::day::HOUR_COUNT;
use crate::view::message::{Argument, Message};
use crate::view::money::Money;

/// Millionths of requests in a year from which on a pattern is not rare. Model: one in an hour.
const RARE_MILLIONTHS: u128 = 365 * 24 * 1_000_000;

/// Milliseconds from which on it matters how long a request takes. Model: what a user waits for.
const SLOW_MS: u64 = 1_000;

/// What all tables of a design cost in a month, in pico-dollars. Every total on the page is that of a bill.
#[derive(Debug, Clone)]
pub(crate) struct Bill<'b> {
    list: &'b PriceList,
    settings: &'b CostSettings,
    /// What is asked of them, if that is known.
    load: Option<&'b Load>,
    /// Each table, and how its throughput is paid for.
    tables: Vec<(Estimate<'b>, PayMode)>,
}

/// What is asked of the tables of a design: by the access patterns, or by a run if that is chosen and there was one.
pub(crate) fn load_of(database: &Database, plan: &Plan, run: Option<&Ran>) -> Option<Load> {
    with_expired(asked_load(database, plan, run), database, plan, 0)
}

/// The same without what expired items take.
pub(crate) fn asked_load(database: &Database, plan: &Plan, run: Option<&Ran>) -> Option<Load> {
    match (plan.cost.source, run) {
        (LoadSource::Run, Some(run)) => {
            Some(run_load(database, plan, &run.record.workload, &run.result))
        }
        (LoadSource::Patterns, _) | (LoadSource::Run, None) => planned_load(database, plan),
    }
}

/// What a run of a workload has asked, as a load. Patterns that are so rare that it sent none of their requests count as planned.
pub(crate) fn run_load(
    database: &Database,
    plan: &Plan,
    workload: &Workload,
    result: &RunResult,
) -> Load {
    let sent =
        |position: usize| result.patterns.get(position).is_some_and(|it| it.counts.issued > 0);
    let patterns = workload.patterns.iter().enumerate();
    let rare = patterns.filter(|(position, _)| !sent(*position));
    let mut load = load_of_patterns(database, plan, workload.seconds, rare.map(|(_, it)| it));
    let unlimited = unlimited(database);
    for (pattern, result) in workload.patterns.iter().zip(&result.patterns) {
        if result.counts.issued > 0 && result.counts.succeeded == 0 {
            let basis = Basis::Here { issued: 0 };
            load.failing_count += u64::from(Trial::of(&unlimited, pattern, basis).fails());
        }
    }
    let seconds = (result.seconds.len() as u128).max(1);
    // A run does not count what programs do because of it.
    let has_programs = database.programs().next().is_some();
    let sending = workload.patterns.iter().enumerate().filter(|(position, _)| sent(*position));
    for (_, pattern) in sending.filter(|_| has_programs) {
        let note = plan.note(&pattern.name);
        let trial = Trial::of(&unlimited, pattern, Basis::Expected(&plan.cost, &note));
        load.open_count += u64::from(trial.behind.is_of_program);
    }
    for RunStore { table, store, total, .. } in &result.stores {
        for (kind, units) in [(UnitKind::Read, total.read), (UnitKind::Write, total.written)] {
            let halves = u128::from(units.halves()) * load.seconds / seconds;
            load.add(table, store, kind, halves);
            // A write arrives in each other Region, and costs there what it cost here.
            for replica in database.replicas_of(table).iter().filter(|_| kind == UnitKind::Write) {
                load.add(replica, store, kind, halves);
            }
        }
    }
    load
}

/// What a pattern asks, or what expired items take.
#[derive(Debug)]
pub(crate) struct PatternLoad {
    pub name: Argument,
    /// Millionths of requests in a year.
    pub yearly_millionths: u128,
    /// What these ask.
    pub load: Load,
}

/// What each pattern of a plan asks.
pub(crate) fn pattern_loads(database: &Database, plan: &Plan) -> Vec<PatternLoad> {
    let database = unlimited(database);
    let patterns = plan.workload.patterns.iter().map(|pattern| {
        let yearly_millionths = yearly_millionths(plan.workload.seconds, pattern);
        let mut load = empty_load();
        let note = plan.note(&pattern.name);
        let trial = Trial::of(&database, pattern, Basis::Expected(&plan.cost, &note));
        trial.add_to(&mut load, yearly_millionths);
        PatternLoad { name: Argument::Text(pattern.name.as_str().into()), yearly_millionths, load }
    });
    patterns.collect()
}

impl<'b> Bill<'b> {
    /// The bill of all tables at a load.
    pub(crate) fn of(
        list: &'b PriceList,
        settings: &'b CostSettings,
        database: &'b Database,
        load: Option<&'b Load>,
    ) -> Self {
        let estimates = database
            .charged_tables()
            .map(|table| Estimate::new((list, settings), database, table, load));
        let tables = estimates.map(|estimate| (estimate, estimate.mode())).collect();
        Self { list, settings, load, tables }
    }

    /// The same bill, if all tables are paid for in one way.
    pub(crate) fn with_mode(&self, mode: PayMode) -> Self {
        let paid = |estimate: Estimate<'b>| Estimate { way: Some(mode), ..estimate };
        let tables = self.tables.iter().map(|(estimate, _)| (paid(*estimate), mode)).collect();
        Self { tables, ..self.clone() }
    }

    /// The same bill without some indexes.
    pub(crate) fn leaving_out(mut self, left_out: LeftOut<'b>) -> Self {
        for (estimate, _) in &mut self.tables {
            estimate.left_out = left_out;
        }
        self
    }

    /// Each table, in the order in which they were created, with its cost before anything is free. It is only a part if patterns are
    /// not counted.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (Estimate<'b>, Amount)> {
        let uncounted = Amount { pico: 0, is_least: self.uncounted().is_some() };
        let tables = self.tables.iter();
        tables.map(move |(estimate, mode)| (*estimate, estimate.listed(*mode) + uncounted))
    }

    /// Each table, and how its throughput is paid for.
    pub(crate) fn paid_tables(&self) -> impl Iterator<Item = (Estimate<'b>, PayMode)> {
        self.tables.iter().copied()
    }

    /// What is asked and not in the bill, or only a part of it; `None` if all is.
    pub(crate) fn uncounted(&self) -> Option<Message> {
        let load = self.load?;
        let words = |key, count| {
            (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count)))
        };
        let failing = words("cost.uncounted", load.failing_count);
        let partly = words("cost.uncounted_part", load.partly_count);
        let open = words("cost.uncounted_program", load.open_count);
        let tables = load.expiring.iter().map(|it| Argument::Name(it.as_str().into(), None));
        let expiring = tables.map(|it| Message::plain("cost.uncounted_expiry").with("table", it));
        let of_no_size = words("cost.uncounted_size", load.unsized_count);
        let counts = [failing, partly, open, of_no_size].into_iter().flatten();
        counts.chain(expiring).reduce(Message::and)
    }

    /// Whether a part of the sum of what is counted is not known.
    pub(crate) fn lacks_price(&self) -> bool {
        self.tables_lack_price() || self.extra_sum().is_least
    }

    /// Whether a price that the tables need is not known.
    pub(crate) fn tables_lack_price(&self) -> bool {
        self.tables.iter().any(|(estimate, mode)| estimate.listed(*mode).is_least)
    }

    /// A table of which no price is known that it needs.
    pub(crate) fn unpriced(&self) -> Option<Estimate<'b>> {
        let unpriced = self.tables.iter().find(|(estimate, mode)| {
            let used = KINDS.map(|kind| position(kind, *mode));
            let mut used = used.into_iter().chain([Position::Storage]);
            estimate.listed(*mode).is_least && used.all(|it| estimate.price(it).is_none())
        });
        unpriced.map(|(estimate, _)| *estimate)
    }

    /// The tables and indexes for which less is provisioned than is asked for, each with its table.
    pub(crate) fn shortages(&self) -> impl Iterator<Item = (Estimate<'b>, Shortage)> {
        self.tables.iter().flat_map(|(estimate, mode)| {
            estimate.shortages(*mode).into_iter().map(|short| (*estimate, short))
        })
    }

    /// What each hour of the day costs on demand, and as all tables are provisioned, exactly; `None` if a price is not known.
    pub(crate) fn hourly(&self) -> [Option<[u128; HOUR_COUNT]>; 2] {
        let parts = self.tables.iter().flat_map(|(estimate, _)| {
            estimate
                .parts()
                .into_iter()
                .flat_map(move |part| KINDS.map(|kind| estimate.hourly(&part, kind)))
        });
        let parts: Vec<_> = parts.collect();
        [0, 1].map(|way| {
            let days: Option<Vec<_>> = parts.iter().map(|ways| ways[way]).collect();
            Some(added(days?.into_iter()))
        })
    }

    /// Units that are asked of all tables in each hour, in thousandths a second.
    pub(crate) fn hourly_thousandths(&self, kind: UnitKind) -> [u128; HOUR_COUNT] {
        added(self.tables.iter().flat_map(|(estimate, _)| {
            estimate.parts().into_iter().map(move |part| estimate.hourly_thousandths(&part, kind))
        }))
    }

    /// Units that are asked of all tables on average, in thousandths a second.
    pub(crate) fn average_thousandths(&self, kind: UnitKind) -> u128 {
        let tables = self.tables.iter().flat_map(|(estimate, _)| {
            estimate.parts().into_iter().map(move |part| estimate.asked_thousandths(&part, kind))
        });
        tables.sum()
    }

    /// An amount that is none of a bill.
    pub(crate) fn exactly(&self, pico: u128) -> Money {
        money(Amount { pico, is_least: false }, self.list.currency(&self.settings.region))
    }

    /// The prices.
    pub(crate) fn list(&self) -> &'b PriceList {
        self.list
    }

    /// What is asked of the tables, if that is known.
    pub(crate) fn load(&self) -> Option<&'b Load> {
        self.load
    }

    /// The choices of the user.
    pub(crate) fn settings(&self) -> &'b CostSettings {
        self.settings
    }

    /// How much of the load on the store that lacks most is throttled, in thousandths; `None` if nothing is.
    pub(crate) fn throttled_permille(&self) -> Option<u64> {
        self.shortages().map(|(_, short)| short.throttled_permille).max()
    }

    /// What the free tier takes off. It is for the account in each Region, and so for all tables there together.
    pub(crate) fn free(&self) -> Amount {
        let regions = self.regions().into_iter().filter(|_| self.settings.free_tier);
        regions.map(|region| free_of(&self.tables, region)).sum()
    }

    /// What each of the loads that the load is the sum of costs: their requests, or their shares of what is provisioned for all. They
    /// are the parts of what is asked.
    pub(crate) fn shares(&self, loads: &[&Load]) -> Vec<Amount> {
        let mut sums = vec![Amount::default(); loads.len()];
        for (estimate, mode) in &self.tables {
            for part in estimate.parts() {
                for kind in KINDS {
                    let shares = estimate.shares(loads.iter().copied(), &part, kind, *mode);
                    for (sum, share) in sums.iter_mut().zip(shares) {
                        *sum = *sum + share;
                    }
                }
            }
        }
        sums
    }

    /// How much of the requests of one of the loads that the load is the sum of is throttled; `None` if nothing is.
    pub(crate) fn throttled_of(&self, loads: &[&Load], position: usize) -> Option<u64> {
        let place = loads[..position].iter().map(|load| load.flow_count()).sum();
        let (estimate, _) = self.tables.first()?;
        // What expired items take is asked by no request.
        (loads[position].flow_count() > 0)
            .then(|| Served::of(*estimate))??
            .throttled_permille(place)
    }

    /// The utilisation at which units cost the same either way, in thousandths: what the load costs if every unit is
    /// used, in parts of what it costs by the request. Without a load, that of writes. `None` if a maximum on demand throttles.
    pub(crate) fn break_even(&self) -> Option<u64> {
        if self.with_mode(PayMode::OnDemand).throttled_permille().is_some() {
            return None;
        }
        let used = self.used()?;
        if used == 0 {
            let (any, _) = self.tables.first()?;
            let hour = any.price(Position::WriteHour)?;
            let request = any.price(Position::WriteRequest)?;
            return Some(ratio(hour.of(MONTH_HOURS, 1), request.of(MONTH_SECONDS, 1)));
        }
        Some(ratio(used, self.units(PayMode::OnDemand)?))
    }

    /// How much of the provisioned throughput the load uses, in thousandths; `None` without a load or a price.
    pub(crate) fn utilisation(&self) -> Option<u64> {
        let used = self.used().filter(|used| *used > 0)?;
        Some(ratio(used, self.units(PayMode::Provisioned)?))
    }

    /// What the load would cost if exactly its units were provisioned.
    fn used(&self) -> Option<u128> {
        self.tables.iter().map(|(estimate, _)| estimate.used()).sum()
    }

    /// What units alone cost if all tables are paid for in one way.
    fn units(&self, mode: PayMode) -> Option<u128> {
        self.with_mode(mode).tables.iter().map(|(estimate, _)| estimate.units(mode)).sum()
    }

    /// Whether auto scaling sets what is provisioned anywhere.
    pub(crate) fn is_scaled(&self) -> bool {
        let is_scaled = |estimate: Estimate<'_>| {
            let parts = estimate.parts();
            parts.iter().any(|part| KINDS.iter().any(|kind| estimate.scaled(part, *kind).is_some()))
        };
        self.tables.iter().any(|(estimate, _)| is_scaled(*estimate))
    }

    /// The classes by which tables are priced, each once.
    pub(crate) fn classes(&self) -> Vec<TableClass> {
        TableClass::ALL
            .into_iter()
            .filter(|class| self.tables.iter().any(|(it, _)| it.class() == *class))
            .collect()
    }

    /// The class that each table is set to.
    pub(crate) fn set_classes(&self) -> Vec<TableClass> {
        self.tables.iter().map(|(it, _)| class_of(it.table)).collect()
    }

    /// How each table is set to be paid for.
    pub(crate) fn set_modes(&self) -> Vec<PayMode> {
        self.tables.iter().map(|(it, _)| it.own_mode()).collect()
    }

    /// What has a price that is used, each once.
    pub(crate) fn positions(&self) -> Vec<Priced<'b>> {
        let mut positions = Vec::new();
        for (estimate, mode) in &self.tables {
            let units = KINDS.map(|kind| position(kind, *mode));
            for position in units.into_iter().chain([Position::Storage]) {
                let used = estimate.priced(position);
                if !positions.contains(&used) {
                    positions.push(used);
                }
            }
        }
        positions.extend(self.extras().into_iter().map(|it| it.priced));
        positions
    }

    /// The Regions in which tables are paid for, that of the user first, each once.
    pub(crate) fn regions(&self) -> Vec<&'b str> {
        let mut regions = vec![&*self.settings.region];
        for (estimate, _) in &self.tables {
            if !regions.contains(&estimate.region()) {
                regions.push(estimate.region());
            }
        }
        regions
    }

    /// What the loads by which throughput is provisioned leave out: peaks, and how long it takes to serve what is rarely sent.
    pub(crate) fn average_notes(&self, patterns: &[PatternLoad]) -> Vec<Message> {
        let rare = patterns.iter().filter(|it| it.yearly_millionths < RARE_MILLIONTHS);
        let slow = rare.filter_map(|pattern| {
            let times = self.tables.iter().map(|(estimate, _)| duration_ms(*estimate, pattern));
            let ms = times.max().filter(|ms| *ms >= SLOW_MS)?;
            let key = match self.is_scaled() {
                true => "cost.average_slow_scaled",
                false => "cost.average_slow",
            };
            let words = Message::plain(key).with("pattern", pattern.name.clone());
            Some(words.with("time", Argument::Ms(ms)))
        });
        let average = match self.settings.day {
            None => "cost.average",
            Some(_) => "day.within_hours",
        };
        std::iter::once(Message::plain(average)).chain(slow).collect()
    }

    /// Whether all tables have provisioned throughput of their own.
    pub(crate) fn is_set(&self) -> bool {
        self.tables.iter().all(|(estimate, _)| estimate.is_provisioned())
    }

    /// Whether some tables are paid for by the request, and others by what is provisioned.
    pub(crate) fn is_mixed(&self) -> bool {
        self.tables.windows(2).any(|pair| pair[0].1 != pair[1].1)
    }

    /// The sum.
    pub(crate) fn total(&self) -> Amount {
        self.table_sum() + self.extra_sum()
    }

    /// The sum without what was added to the tables.
    pub(crate) fn table_sum(&self) -> Amount {
        self.tables().map(|(_, listed)| listed).sum::<Amount>().without(self.free())
    }

    /// Whether anything is asked of the tables.
    pub(crate) fn has_load(&self) -> bool {
        self.tables.iter().any(|(estimate, _)| estimate.has_load())
    }

    /// Whether any table has provisioned throughput.
    pub(crate) fn is_provisioned(&self) -> bool {
        self.tables.iter().any(|(_, mode)| *mode == PayMode::Provisioned)
    }

    /// An amount in the currency of the region.
    pub(crate) fn money(&self, amount: Amount) -> Money {
        money(amount, self.list.currency(&self.settings.region))
    }

    /// The sum and its parts.
    pub(crate) fn view(&self) -> BillView {
        let [mut spare, mut storage] = [Amount::default(); 2];
        let mut asked = Amount { pico: 0, is_least: self.uncounted().is_some() };
        for (estimate, mode) in &self.tables {
            for part in estimate.parts() {
                for kind in KINDS {
                    let cost = estimate.throughput(&part, kind, *mode).into();
                    let is_asked =
                        *mode == PayMode::OnDemand || estimate.group_halves(&part, kind) > 0;
                    let sum = if is_asked { &mut asked } else { &mut spare };
                    *sum = *sum + cost;
                }
            }
            storage = storage + estimate.storage();
        }
        let parts = [
            ("cost.part_requests", asked, false),
            ("cost.part_spare", spare, false),
            ("cost.part_storage", storage, false),
            ("extra.part", self.extra_sum(), false),
            ("cost.part_free", self.free(), true),
        ];
        let parts = parts.into_iter().filter(|(_, amount, _)| *amount != Amount::default());
        BillView {
            total: self.money(self.total()),
            requests: self.money(asked),
            parts: parts
                .map(|(key, amount, is_taken_off)| BillPart {
                    words: Message::plain(key),
                    money: self.money(amount),
                    is_taken_off,
                })
                .collect(),
        }
    }
}

/// How long one request of a pattern takes all that is provisioned for what it asks most of, in milliseconds.
fn duration_ms(estimate: Estimate<'_>, pattern: &PatternLoad) -> u64 {
    let own = Estimate { load: Some(&pattern.load), ..estimate };
    let parts = estimate.parts();
    let times = parts.iter().flat_map(|part| {
        KINDS.map(|kind| {
            // What all trials of so many millionths of requests take, in half units.
            let whole = pattern.yearly_millionths * u128::from(WHOLE);
            let served = (2 * estimate.provisioned(part, kind)).saturating_mul(whole);
            own.group_halves(part, kind).saturating_mul(1_000) / served.max(1)
        })
    });
    u64::try_from(times.max().unwrap_or_default()).unwrap_or(u64::MAX)
}
