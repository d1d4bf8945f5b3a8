//! Advice on the open table: rules of DynamoDB's guide, each a pure function of the table, the access patterns and what
//! was consumed. A rule reports a problem only if its numbers prove it.

mod action;
mod case;
mod design;
mod endless;
pub(crate) mod named;
mod offer;
pub(crate) mod planned;
mod projection;
mod provision;
mod quota;
mod read;
pub(crate) mod remedy;
mod replica;
mod scan;
mod share;
mod size;
pub(crate) mod spread;
mod throttled;
mod traffic;
pub(crate) mod verdict;

use std::borrow::Cow;
use std::cmp::Reverse;

use engine::database::Database;
use engine::json::value::parse;
use engine::model::name::TableName;
use engine::operation::Operation;
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{Billing, Scope};
use engine::throughput::scaling::Scaling;
use engine::throughput::view::StoreThroughput;
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use engine::workload::result::FinalThroughput;
use serde_json::Value;

use crate::analysis::advice::named::tables_of;
use crate::analysis::amount::{Amount, fitting};
use crate::analysis::bill::{Bill, load_of};
use crate::analysis::cost::{Estimate, LeftOut};
use crate::analysis::demand::Load;
use crate::analysis::pattern::{Basis, Trial, WHOLE, empty_load, unlimited, yearly_millionths};
use crate::analysis::price::{MONTH_SECONDS, PriceList};
use crate::analysis::provisioned::units_of;
use crate::explain::hue::hue_of_index;
use crate::explain::subject::{is_named, table_named};
use crate::sandbox::ledger::Ledger;
use crate::sandbox::plan::PatternNote;
use crate::sandbox::state::State;
use crate::view::advice::{AdviceView, Cause, Finding, Severity, Source};
use crate::view::cost::{CostSettings, LoadSource, PayMode};
use crate::view::message::{Argument, Message};

/// What a rule looks at.
#[derive(Debug)]
struct AdviceContext<'c> {
    database: &'c Database,
    /// The same without limits of throughput: requests are tried on it.
    unlimited: &'c Database,
    table: &'c Table,
    /// What units are priced by.
    settings: &'c CostSettings,
    list: PriceList,
    workload: &'c Workload,
    /// The access patterns that work on this table, all or in part.
    patterns: Vec<Tried<'c>>,
    /// Those that do not, and those on no table that is there.
    failing: Vec<Tried<'c>>,
    /// The trials of all of the workload.
    trials: &'c [Trial],
    /// The load of all patterns, on all tables.
    load: Load,
    /// The load that Cost counts, if it is that of a run.
    ran: Option<Load>,
    /// What was consumed since the sandbox was opened.
    consumed: &'c Ledger,
    /// The throughput of the tables at the end of the last run, if that was limited.
    run: Option<&'c FinalThroughput>,
    /// The last request of a scan with a filter that was sent by hand.
    last_scan: Option<&'c str>,
}

/// An access pattern on the table, and what came of trying it.
#[derive(Debug)]
struct Tried<'c> {
    /// Its position in the workload.
    position: usize,
    pattern: Cow<'c, AccessPattern>,
    trial: Cow<'c, Trial>,
    /// Millionths of requests in a year.
    yearly_millionths: u128,
    /// The requests that were tried, as JSON.
    requests: Vec<Value>,
    /// What the user has said about it.
    note: PatternNote,
    /// Each action on the table, alone, of a batch or transaction of several.
    actions: Vec<Tried<'c>>,
}

/// A rule: what it finds.
type Rule = fn(&AdviceContext<'_>) -> Vec<Finding>;

/// Every rule.
const RULES: [Rule; 21] = [
    failing,
    throttled::throttled,
    design::short_throughput,
    quota::above_quota,
    endless::endless_programs,
    provision::idle_throughput,
    provision::unscaled_replicas,
    traffic::hot_partition,
    traffic::constant_index_key,
    size::large_collection,
    size::growing_collection,
    design::short_index_throughput,
    scan::scan_for_a_query,
    projection::too_narrow,
    projection::too_wide,
    design::few_key_values,
    traffic::unread_index,
    traffic::indexes_of_a_write_heavy_table,
    size::large_items,
    read::strong_reads,
    read::dropping_filter,
];

/// What there is to say about the table.
pub(crate) fn advice_view(state: &State, table: &Table) -> AdviceView {
    let unlimited = unlimited(&state.database);
    let (plan, workload) = (&state.plan, &state.plan.workload);
    let trials = workload.patterns.iter().map(|pattern| {
        let note = plan.note(&pattern.name);
        Trial::of(&unlimited, pattern, Basis::Expected(&plan.cost, &note))
    });
    let trials: Vec<Trial> = trials.collect();
    let is_of_run = plan.cost.source == LoadSource::Run && state.run.is_some();
    let counted = || load_of(&state.database, plan, state.run.as_deref());
    let context = AdviceContext {
        ran: is_of_run.then(counted).flatten(),
        ..AdviceContext::of(state, (workload, &trials), &unlimited, table)
    };
    let mut findings: Vec<Finding> = RULES.iter().flat_map(|rule| rule(&context)).collect();
    findings.sort_by_key(|it| (it.severity, Reverse(it.weight)));
    let count = Argument::Count((context.patterns.len() + context.failing.len()) as u64);
    let mut basis = vec![
        Message::plain("advice.basis")
            .with("count", Argument::Count(RULES.len() as u64))
            .with("table", context.table_name()),
    ];
    basis.push(match context.patterns.is_empty() && context.failing.is_empty() {
        true => Message::plain("advice.no_patterns"),
        false => Message::plain("advice.patterns").with("count", count),
    });
    let others = (state.database.charged_tables().count() as u64).saturating_sub(1);
    let others = (others > 0)
        .then(|| Message::plain("advice.others").with("count", Argument::Count(others)));
    basis.extend(others);
    let none = Message::plain("advice.none_in").with("table", context.table_name());
    AdviceView { findings, none, basis }
}

/// Access patterns that do not work: no sum counts them.
fn failing(context: &AdviceContext<'_>) -> Vec<Finding> {
    if context.failing.is_empty() {
        return Vec::new();
    }
    let names = context.failing.iter().map(|tried| tried.pattern.name.as_str().into());
    let words = Message::plain("advice.failing")
        .with("count", Argument::Count(context.failing.len() as u64))
        .with("patterns", Argument::List(names.collect()));
    let words = [words, Message::plain("advice.failing_do")];
    vec![finding(Severity::Rejection, ERRORS, Cause::Patterns, words)]
}

impl<'c> AdviceContext<'c> {
    /// What the patterns of a workload, which were tried, ask of a table. `unlimited` is the database of the state without limits.
    fn of(
        state: &'c State,
        (workload, trials): (&'c Workload, &'c [Trial]),
        unlimited: &'c Database,
        table: &'c Table,
    ) -> Self {
        let plan = &state.plan;
        let mut load = empty_load();
        let (mut patterns, mut failing) = (Vec::new(), Vec::new());
        for (position, (pattern, trial)) in workload.patterns.iter().zip(trials).enumerate() {
            let yearly_millionths = yearly_millionths(workload.seconds, pattern);
            trial.add_to(&mut load, yearly_millionths);
            // What cannot be filled has no request.
            let first = parse(trial.requests.first().map_or(&*pattern.request, |it| it));
            let named = tables_of(&first.unwrap_or_default());
            let is_here = named.iter().any(|it| is_named(it, table.schema.name.as_str()));
            // What is on no table here is said of each.
            let is_of_none = named.iter().all(|it| table_named(&state.database, it).is_none());
            if is_here || is_of_none && trial.fails() || trial.touches(&table.schema.name) {
                let requests = trial.requests.iter().filter_map(|it| parse(it).ok()).collect();
                let note = plan.note(&pattern.name);
                let of_verdict = if trial.fails() { &mut failing } else { &mut patterns };
                let mut tried = Tried {
                    position,
                    pattern: Cow::Borrowed(pattern),
                    trial: Cow::Borrowed(trial),
                    yearly_millionths,
                    requests,
                    note,
                    actions: Vec::new(),
                };
                tried.actions = tried.alone(unlimited, &plan.cost, table);
                of_verdict.push(tried);
            }
        }
        let name = table.schema.name.as_str();
        let scans = state.operations.iter().rev().filter(|it| it.request.is_of(Operation::Scan));
        let here = |text: &&str| text.contains(name) && text.contains("FilterExpression");
        let last_scan = scans.map(|it| &*it.request.text).find(here);
        let (database, consumed) = (&state.database, &state.ledger);
        let run = state.run.as_ref().and_then(|ran| ran.result.throughput.as_ref());
        let (settings, list) = (&plan.cost, PriceList::read());
        Self {
            database,
            unlimited,
            table,
            settings,
            list,
            workload,
            patterns,
            failing,
            trials,
            load,
            ran: None,
            consumed,
            run,
            last_scan,
        }
    }

    /// The throughput of the table and its global indexes: as it is limited now, or else as it was at the end of the
    /// last run.
    fn throughput(&self) -> Vec<StoreThroughput> {
        let name = &self.table.schema.name;
        let live = self.database.throughput(name.as_str());
        let kept = || self.run.and_then(|run| run.tables.get(name).cloned());
        live.or_else(kept).unwrap_or_default()
    }

    /// Units a second that any one partition serves at most.
    fn ceiling(&self, kind: UnitKind) -> u64 {
        units_of(self.database.config().throughput.partition_ceiling, kind)
    }

    /// Units a second that the table or an index is provisioned with; `None` on demand, or if the index was deleted.
    fn provisioned(&self, store: &Store, kind: UnitKind) -> Option<u64> {
        let Billing::Provisioned(own) = self.table.schema.billing else { return None };
        let throughput = match store {
            Store::Table | Store::Local(_) => own,
            Store::Global(name) => self.table.index(name.as_str())?.schema.throughput?,
        };
        Some(units_of(throughput, kind))
    }

    /// How what the table or an index is provisioned with follows what is used.
    fn scaling(&self, store: &Store) -> Scaling {
        let index = match store {
            Store::Table | Store::Local(_) => None,
            Store::Global(name) => Some(name.as_str()),
        };
        self.database.scaling(self.table.schema.name.short(), index).unwrap_or_default()
    }

    /// Average units a second that the patterns ask of a store, in hundredths.
    fn rate(&self, store: &Store) -> (u64, u64) {
        let rate = |kind| {
            let halves = self.load.halves(&self.table.schema.name, store, kind);
            u64::try_from(halves * 50 / self.load.seconds).unwrap_or(u64::MAX)
        };
        (rate(UnitKind::Read), rate(UnitKind::Write))
    }

    /// Write units that the patterns ask of a store in a month.
    fn monthly_written(&self, store: &Store) -> u64 {
        let halves = self.load.halves(&self.table.schema.name, store, UnitKind::Write);
        u64::try_from(halves * MONTH_SECONDS / (2 * self.load.seconds)).unwrap_or(u64::MAX)
    }

    /// Half read units that a pattern asks of the table and its indexes in a month.
    fn monthly_read(&self, tried: &Tried<'_>) -> u128 {
        tried.monthly(tried.read_halves(&self.table.schema.name))
    }

    /// A part of what a pattern reads of the table and its indexes: so many of so many.
    fn reads_of(&self, tried: &Tried<'_>, part: (u128, u128)) -> Load {
        let own = tried.trial.load(tried.yearly_millionths);
        own.part(&self.table.schema.name, UnitKind::Read, part)
    }

    /// A load of half units of one store, of which so many trials consume `halves`.
    fn load_of(&self, store: &Store, kind: UnitKind, halves: u128) -> Load {
        let mut load = empty_load();
        load.add(&self.table.schema.name, store, kind, halves);
        load
    }

    /// The load that the bill is of.
    fn counted(&self) -> Option<&Load> {
        self.ran.as_ref().or(Some(&self.load))
    }

    /// The bill.
    fn bill(&self) -> Bill<'_> {
        Bill::of(&self.list, self.settings, self.database, self.counted())
    }

    /// The table in a bill, and how it is paid for.
    fn own_of<'b>(&self, bill: &Bill<'b>) -> Option<(Estimate<'b>, PayMode)> {
        bill.paid_tables().find(|(it, _)| it.table.schema.name == self.table.schema.name)
    }

    /// A finding with what the bill is less without a part of the load of the patterns and without some indexes. If the bill is of a
    /// run, the same share of that is left out. Where the table is provisioned, it may be nothing.
    fn priced(&self, finding: Finding, less: &Load, left_out: &[Store]) -> Finding {
        self.priced_on(self.database, finding, less, left_out)
    }

    /// The same, if what is left is asked of another database.
    fn priced_on(
        &self,
        changed: &Database,
        finding: Finding,
        less: &Load,
        left_out: &[Store],
    ) -> Finding {
        let Self { list, settings, database, table, .. } = self;
        let (counted, less) = match &self.ran {
            Some(ran) => (ran, less.same_share(&self.load, ran)),
            None => (&self.load, less.clone()),
        };
        let load = counted.without(&less);
        let with = Bill::of(list, settings, database, Some(counted));
        let without = Bill::of(list, settings, changed, Some(&load));
        let name = table.schema.name.short();
        let without = without.leaving_out(LeftOut { table: name, stores: left_out });
        if with.lacks_price() || without.lacks_price() {
            return finding;
        }
        let saved = with.total().pico.saturating_sub(without.total().pico);
        if saved > 0 {
            let monthly = with.money(Amount { pico: saved, is_least: false });
            let weight = u64::try_from(saved / 1_000_000).unwrap_or(u64::MAX);
            return Finding { weight, monthly: Some(monthly), ..finding };
        }
        if !with.is_provisioned() {
            return finding;
        }
        let [words, what] = finding.words;
        let lower = Message::plain("advice.lower").with("table", self.table_name());
        Finding { words: [words, what.and(lower)], ..finding }
    }

    /// Bytes that are billed for the entries that an index will have; `None` if none is here to tell how large they are.
    fn expected_size(&self, index: &Index) -> Option<u64> {
        let Self { settings, database, table, .. } = *self;
        let estimate = Estimate::new((&self.list, settings), database, table, None);
        let parts = estimate.parts();
        let part = parts.iter().find(|part| part.store == index.store());
        let (bytes, parts) = part.and_then(|part| estimate.bytes(part))?;
        Some(fitting(bytes / parts))
    }

    /// The patterns that read an index.
    fn readers<'s>(&'s self, index: &'s Index) -> impl Iterator<Item = &'s Tried<'c>> {
        let name = index.schema.name.as_str();
        self.patterns.iter().filter(move |tried| tried.request("IndexName") == name)
    }

    /// The name of an index in its hue.
    fn name_of(&self, index: &Index) -> Argument {
        let name = index.schema.name.as_str();
        Argument::Name(name.into(), hue_of_index(&self.table.schema, name))
    }

    fn table_name(&self) -> Argument {
        Argument::Name(self.table.schema.name.as_str().into(), None)
    }

    fn globals(&self) -> impl Iterator<Item = &'c Index> {
        self.table.indexes.iter().filter(|index| index.schema.scope == Scope::Global)
    }
}

impl Tried<'_> {
    /// Half read units of all trials, of a table and its indexes.
    fn read_halves(&self, table: &TableName) -> u64 {
        let stores = self.trial.stores.iter();
        let read = stores.filter(|(name, _, kind)| name == table && *kind == UnitKind::Read);
        let read = read.map(|(name, store, _)| self.trial.units.account(name, store).read.halves());
        let fetched = self.trial.fetched.iter().filter(|(name, _)| name == table);
        read.sum::<u64>() + fetched.map(|(_, units)| units.halves()).sum::<u64>()
    }

    /// What all trials take, in a month of its requests.
    fn monthly(&self, halves: u64) -> u128 {
        u128::from(halves) * self.yearly_millionths / (12 * 1_000_000 * u128::from(WHOLE))
    }

    /// A member of the first request, if it is text.
    fn request(&self, member: &str) -> &str {
        self.requests.first().and_then(|request| request[member].as_str()).unwrap_or_default()
    }

    fn name(&self) -> Argument {
        Argument::Text(self.pattern.name.as_str().into())
    }
}

fn finding(severity: Severity, source: Source, cause: Cause, words: [Message; 2]) -> Finding {
    Finding { severity, words, source, cause, weight: 0, monthly: None }
}

impl Finding {
    /// The same with a weight, by which findings of the same severity are ordered.
    fn weighing(self, weight: u64) -> Self {
        Self { weight, ..self }
    }
}

fn cause_of(index: &Index) -> Cause {
    Cause::Index(index.schema.name.as_str().into())
}

/// The guide on requests that are rejected.
const ERRORS: Source = Source { page: "Programming.Errors.html", title: "advice.source_errors" };
/// The guide on keys that spread their load.
const UNIFORM: Source =
    Source { page: "bp-partition-key-uniform-load.html", title: "advice.source_uniform" };
/// The guide on what is provisioned, and who is throttled.
const THROUGHPUT: Source =
    Source { page: "ProvisionedThroughput.html", title: "advice.source_throughput" };
/// The guide on how much a table on demand serves.
const ON_DEMAND: Source =
    Source { page: "on-demand-capacity-mode.html", title: "advice.source_on_demand" };
/// The guide on lowering what is provisioned.
const RIGHT_SIZED: Source =
    Source { page: "CostOptimization_RightSizedProvisioning.html", title: "advice.source_right" };
/// The guide on what global tables need.
const GLOBAL_TABLES: Source =
    Source { page: "V2globaltables_reqs_bestpractices.html", title: "advice.source_global_tables" };
/// The guide on programs that read streams.
const STREAMS: Source = Source { page: "Streams.Lambda.html", title: "advice.source_streams" };
/// The guide on spreading the key of an index.
const SHARDING: Source =
    Source { page: "bp-indexes-gsi-sharding.html", title: "advice.source_sharding" };
/// The guide on indexes in general.
const INDEXES: Source = Source { page: "bp-indexes-general.html", title: "advice.source_indexes" };
/// The guide on local indexes, with item collections and fetches.
const LOCAL: Source = Source { page: "LSI.html", title: "advice.source_local" };
/// The guide on global indexes, with their throughput.
const GLOBAL: Source = Source { page: "GSI.html", title: "advice.source_global" };
/// The guide on quotas.
const QUOTAS: Source = Source { page: "ServiceQuotas.html", title: "advice.source_quotas" };
/// The guide on large items.
const LARGE: Source = Source { page: "bp-use-s3-too.html", title: "advice.source_large" };
/// The guide on how current reads are.
const CONSISTENCY: Source =
    Source { page: "HowItWorks.ReadConsistency.html", title: "advice.source_consistency" };
/// The guide on scans.
const SCAN: Source = Source { page: "bp-query-scan.html", title: "advice.source_scan" };
