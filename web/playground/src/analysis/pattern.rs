//! Access patterns tried on the tables as they are: whether they would be answered, and what they would cost.
//!
//! A pattern is filled some times, and each request is previewed: nothing changes. Requests with and without an optional attribute are
//! tried apart, and count as often as they are sent. What else differs from one request to the next is shown as an average.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use engine::api::preview;
use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::bytes::Bytes;
use engine::model::name::TableName;
use engine::operation::Operation;
use engine::random::Random;
use engine::receipt::{Arm, Reason, Receipt, Store, UnitKind};
use engine::workload::Workload;
use engine::workload::filling::Filling;
use engine::workload::pattern::AccessPattern;
use engine::workload::template::Template;
use serde_json::Value;

use crate::analysis::behind::Behind;
use crate::analysis::demand::Load;
use crate::analysis::no_effect::NoEffect;
use crate::analysis::price::MONTH_SECONDS;
use crate::analysis::reading::{Read, Reading, answered};
use crate::analysis::sized::resized;
use crate::explain::fault::fault;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::plan::{PatternNote, Plan};
use crate::view::cost::CostSettings;
use crate::view::draft::FaultView;
use crate::view::message::Message;
use crate::view::value::Text;

/// Requests that a pattern is tried with. Model: enough to see an attribute that one item in twenty has.
pub(crate) const SAMPLE_COUNT: u64 = 100;

/// What all requests of a trial weigh together.
pub(crate) const WHOLE: u64 = 10_000;

/// Half units of a read from which on it matters how much it reads: less than a unit is a minimum. Model: two of them.
const PAID_HALVES_MIN: u128 = 3;

/// Where the chance of the trials begins. Model: any number.
const SEED: u64 = 1;

/// Parts of a request: a rate has at most six decimals.
pub(crate) const MILLION: u128 = 1_000_000;

/// Seconds of a year of twelve months, which is 365 days.
pub(crate) const YEAR_SECONDS: u128 = 12 * MONTH_SECONDS;

/// The result of trying a pattern.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trial {
    /// Units of all requests, by table and store; without what was fetched. These and other sums are of `WHOLE` requests.
    pub units: Ledger,
    /// Read units for items that were fetched from a table, because an index lacks what was asked for.
    pub fetched: Vec<(TableName, CapacityUnits)>,
    /// The stores that paid, in the order of the first receipt.
    pub stores: Vec<(TableName, Store, UnitKind)>,
    /// How many requests of `WHOLE` were rejected.
    pub rejected_count: u64,
    /// Why the first of them was.
    pub fault: Option<FaultView>,
    /// Items or entries that were evaluated, as many as there will be.
    pub evaluated_count: u64,
    /// Items or entries here that requests read, and their bytes.
    pub read_here: [u64; 2],
    /// Items or entries that the first pages of queries and scans evaluated, and of these the items returned.
    pub scanned: [u64; 2],
    /// Pages of queries and scans.
    pub page_count: u64,
    /// The index of which requests read more than here, because all of its entries have one key.
    pub grown: Option<Store>,
    /// Items that were fetched.
    pub fetched_count: u64,
    /// Items that are new, by table.
    pub new_items: BTreeMap<TableName, u64>,
    /// Whether any request read.
    pub reads: bool,
    /// The attributes of the items that Queries and Scans return.
    pub returned: BTreeSet<String>,
    /// The stores at which requests cost different units.
    pub uneven: BTreeSet<(TableName, Store)>,
    /// The tables and indexes in which something was replaced in its place.
    pub changed: BTreeSet<(TableName, Store)>,
    /// The smallest and the largest item that is written or deleted.
    pub item_sizes: Option<[Bytes; 2]>,
    /// Half units of single requests, and their squares, added up.
    sums: [u128; 2],
    /// How many requests had no effect.
    pub idle_count: u64,
    /// Why the first of them had none.
    pub no_effect: Option<NoEffect>,
    /// The requests that were tried.
    pub requests: Vec<Text>,
    /// Whether requests read a table or index in which nothing is that tells how large it is what they will read.
    pub is_unsized: bool,
    /// What comes behind requests: in other Regions, and of programs.
    pub behind: Behind,
    /// Whether that was on items as they were before a request that was sent.
    pub is_before: bool,
    /// How many requests within a run its write units are the average of, in place of those that were tried.
    pub counted: Option<u64>,
}

/// What a pattern is tried for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Basis<'b> {
    /// A run of the workload, of which this many requests were sent before. A Query or Scan reads one page of the items that are here.
    Here { issued: u64 },
    /// An application, which reads every page of the items that there will be, and what the user has stated about the pattern.
    Expected(&'b CostSettings, &'b PatternNote),
    /// The same of one action of several, without what programs do for it.
    Action(&'b CostSettings, &'b PatternNote),
}

impl<'b> Basis<'b> {
    /// What is expected, and what the user has stated, unless it is for a run.
    fn expected(self) -> Option<(&'b CostSettings, &'b PatternNote)> {
        match self {
            Self::Here { .. } => None,
            Self::Expected(settings, note) | Self::Action(settings, note) => Some((settings, note)),
        }
    }
}

/// A request that was tried.
#[derive(Debug, Clone, Copy)]
struct Sent<'s> {
    /// What it cost.
    receipt: &'s Receipt,
    /// How often it is sent.
    times: u64,
    operation: Operation,
    request: &'s str,
}

impl Trial {
    /// Tries a pattern.
    pub(crate) fn of(database: &Database, pattern: &AccessPattern, basis: Basis<'_>) -> Self {
        let mut trial = Self { behind: Behind::of_rate(&pattern.rate), ..Self::default() };
        let template = match pattern.template() {
            Ok(template) => template,
            Err(error) => return trial.rejected(told(error.to_string())),
        };
        let issued = if let Basis::Here { issued } = basis { issued } else { 0 };
        let filled = |template: &Template, count: u64| -> Vec<Text> {
            let requests = (issued + 1..=issued + count).map(|number| {
                let random = Random::new(SEED).fork(number);
                let now = database.unix_time(database.now());
                template.fill(&Filling { number, random, now }).into()
            });
            requests.collect()
        };
        trial.requests = filled(&template, SAMPLE_COUNT);
        let before = basis.expected().and_then(|(_, note)| as_before(database, &note.before));
        trial.is_before = before.is_some();
        let database = before.as_ref().unwrap_or(database);
        match cases(&template) {
            None => trial.try_all(database, &template, &trial.requests.clone(), WHOLE, basis),
            Some(cases) => {
                let count = SAMPLE_COUNT.div_ceil(cases.len() as u64);
                for (case, weight) in cases {
                    trial.try_all(database, &case, &filled(&case, count), weight, basis);
                }
            }
        }
        trial
    }

    /// Adds requests of one case that weigh so much together.
    fn try_all(
        &mut self,
        database: &Database,
        template: &Template,
        requests: &[Text],
        weight: u64,
        basis: Basis<'_>,
    ) {
        let mut first: Option<Ledger> = None;
        let mut tried = 0;
        let weight_of = |count: usize| weight * count as u64 / requests.len() as u64;
        // A request without placeholders is always the same, and so is its answer.
        for same in requests.chunk_by(|request, next| request == next) {
            let request = &same[0];
            let times = weight_of(tried + same.len()) - weight_of(tried);
            tried += same.len();
            let outcome = match basis.expected() {
                None => preview(database, template.operation().name(), request),
                Some(_) => answered(database, template.operation(), request),
            };
            if let (Err(error), None) = (&outcome.reply, &outcome.receipt) {
                self.rejected_count += times;
                self.fault.get_or_insert_with(|| fault(error));
            }
            let mut own = Ledger::default();
            outcome.receipt.iter().for_each(|receipt| own.add(receipt));
            self.uneven.extend(first.get_or_insert_with(|| own.clone()).differing(&own).cloned());
            if let Some(receipt) = &outcome.receipt {
                let sent = Sent { receipt, times, operation: template.operation(), request };
                self.add(database, sent, basis);
            }
            if let Ok(reply) = &outcome.reply {
                for (sum, member) in self.scanned.iter_mut().zip(["ScannedCount", "Count"]) {
                    *sum += times * reply[member].as_u64().unwrap_or_default();
                }
                let items = reply["Items"].as_array().into_iter().flatten();
                self.returned
                    .extend(items.filter_map(Value::as_object).flat_map(|it| it.keys().cloned()));
            }
            if let Some(reason) = NoEffect::of(database, request, &outcome) {
                self.idle_count += times;
                self.no_effect.get_or_insert(reason);
            }
        }
        if let Basis::Expected(..) = basis {
            self.behind.add_programs(database, template.operation(), requests, weight);
        }
    }

    /// Whether all requests were rejected.
    pub(crate) fn fails(&self) -> bool {
        self.rejected_count == WHOLE
    }

    /// Whether any request paid for a store of a table.
    pub(crate) fn touches(&self, table: &TableName) -> bool {
        self.stores.iter().any(|(name, ..)| name == table)
    }

    /// The same, with all requests rejected.
    fn rejected(mut self, fault: FaultView) -> Self {
        self.rejected_count = WHOLE;
        self.fault = Some(fault);
        self
    }

    /// Adds a request as often as it is sent.
    fn add(&mut self, database: &Database, sent: Sent<'_>, basis: Basis<'_>) {
        let Sent { receipt, times, operation, request } = sent;
        let expected = basis.expected().map(|(settings, note)| {
            (settings, note.size, Reading::of(database, operation, request, note.items))
        });
        let many =
            |units: CapacityUnits| CapacityUnits::from_halves(units.halves().saturating_mul(times));
        let is_transaction = receipt.operation.is_transaction();
        let mut last_read = None;
        let mut halves = 0;
        for arm in &receipt.arms {
            let read =
                expected.and_then(|(settings, _, reading)| reading?.read(database, settings, arm));
            let units = match (expected.and_then(|(_, size, _)| size), read) {
                (Some(size), _) => resized(database, arm, Bytes(size), is_transaction),
                (None, Some(read)) => read.units,
                (None, None) => arm.units,
            };
            let kind = arm.unit_kind();
            if let Some((_, None, _)) = expected {
                self.note_size(arm, read);
            }
            match &arm.reason {
                Reason::Fetch { sizes, .. } => {
                    let grown = |number| last_read.map_or(number, |it: Read| it.times(number));
                    self.fetched_count += times * grown(sizes.len() as u64);
                    let units = CapacityUnits::from_halves(grown(units.halves()));
                    halves += u128::from(units.halves());
                    self.fetched.push((arm.table.clone(), many(units)));
                    continue;
                }
                Reason::Read { count, size, .. } => {
                    self.add_read((*count as u64, *size), read, times);
                    if read.is_some_and(|read| read.is_grown) {
                        self.grown.get_or_insert_with(|| arm.store.clone());
                    }
                    last_read = read;
                }
                Reason::Change { .. } => {
                    self.changed.insert((arm.table.clone(), arm.store.clone()));
                }
                Reason::Put { .. } if arm.store == Store::Table => {
                    *self.new_items.entry(arm.table.clone()).or_default() += times;
                }
                Reason::Put { .. }
                | Reason::Unchanged { .. }
                | Reason::Delete { .. }
                | Reason::Move { .. }
                | Reason::Absent
                | Reason::NotIndexed { .. }
                | Reason::Checked { .. }
                | Reason::ConditionFailed { .. } => {}
            }
            let store = (arm.table.clone(), arm.store.clone(), kind);
            if !self.stores.contains(&store) {
                self.stores.push(store);
            }
            halves += u128::from(units.halves());
            if expected.is_some() {
                self.behind.add_replicated(database, arm, (units, times), is_transaction);
            }
            self.units.add_units(&arm.table, &arm.store, kind, many(units));
        }
        for (sum, amount) in self.sums.iter_mut().zip([halves, halves.saturating_mul(halves)]) {
            *sum = sum.saturating_add(amount.saturating_mul(times.into()));
        }
    }

    /// Adds what a request reads, of which so many items of so many bytes are here.
    fn add_read(&mut self, (count, size): (u64, Bytes), read: Option<Read>, times: u64) {
        let here = [count, size.0].map(|it| times.saturating_mul(it));
        self.read_here = [0, 1].map(|side| self.read_here[side].saturating_add(here[side]));
        self.evaluated_count += read.map_or(times * count, |read| read.of_requests(times));
        self.page_count += times * read.map_or(0, |read| read.page_count);
        self.reads = true;
    }

    /// Remembers the size of an item that is written or deleted, or that the size of what is read is not known.
    fn note_size(&mut self, arm: &Arm, read: Option<Read>) {
        self.is_unsized |= read.is_some_and(|read| read.is_unsized);
        if let (Some(size), Store::Table) = (written_size(&arm.reason), &arm.store) {
            let [least, most] = self.item_sizes.unwrap_or([size; 2]);
            self.item_sizes = Some([least.min(size), most.max(size)]);
        }
    }

    /// By how much the average of all possible requests may differ from that of those tried, in hundredths of units, in 95 of 100 cases:
    /// 1.96 standard errors of the mean.
    pub(crate) fn error_hundredths(&self) -> u64 {
        if self.uneven.is_empty() {
            return 0;
        }
        let [sum, squares] = self.sums;
        let whole = u128::from(WHOLE);
        let spread = whole.saturating_mul(squares).saturating_sub(sum.saturating_mul(sum));
        // 1.96 × 50 hundredths of a half: 98.
        let square =
            (98 * 98_u128).saturating_mul(spread) / (whole * whole * u128::from(SAMPLE_COUNT - 1));
        let root = square.isqrt();
        let up = u128::from(root * root < square);
        u64::try_from(root + up).unwrap_or(u64::MAX)
    }

    /// Items that a request reads, and of these those that it returns, in thousandths, if a filter drops most of what is paid for.
    pub(crate) fn dropped(&self) -> Option<[u64; 2]> {
        let [scanned, returned] = self.scanned;
        let is_paid = self.sums[0] / u128::from(WHOLE) >= PAID_HALVES_MIN;
        // As many are returned of those that will be read as of those that are here.
        let read = u128::from(self.evaluated_count) * 1_000 / u128::from(WHOLE);
        let left = read * u128::from(returned) / u128::from(scanned.max(1));
        (returned * 2 < scanned && is_paid)
            .then(|| [read, left].map(|it| u64::try_from(it).unwrap_or(u64::MAX)))
    }

    /// Millionths of requests in a year as a load.
    pub(crate) fn load(&self, millionths: u128) -> Load {
        let mut load = empty_load();
        self.add_to(&mut load, millionths);
        load
    }

    /// Adds millionths of requests in a year to the load of tables, and counts a pattern whose requests are rejected.
    pub(crate) fn add_to(&self, load: &mut Load, millionths: u128) {
        match self.rejected_count {
            0 => {}
            _ if millionths == 0 => {}
            WHOLE => load.failing_count += 1,
            _ => load.partly_count += 1,
        }
        let many = |units: CapacityUnits| u128::from(units.halves()).saturating_mul(millionths);
        let [mut own, mut behind] = [load.seconds; 2].map(Load::nothing);
        for (table, store, kind) in &self.stores {
            let units = self.units.account(table, store).units(*kind);
            own.add(table, store, *kind, many(units));
        }
        for (table, units) in &self.fetched {
            own.add(table, &Store::Table, UnitKind::Read, many(*units));
        }
        for (table, count) in &self.new_items {
            let new = load.new_items.entry(table.clone()).or_default();
            *new = new.saturating_add(u128::from(*count).saturating_mul(millionths));
        }
        self.behind.add_to(&mut behind, millionths);
        load.add_flow(&own, &behind);
        load.open_count += u64::from(self.behind.is_least && millionths > 0);
        load.unsized_count += u64::from(self.is_unsized && millionths > 0);
    }
}

/// The cases of a pattern with optional attributes, and what each weighs. `None` if it has none, or if they cannot be told apart.
fn cases(template: &Template) -> Option<Vec<(Template, u64)>> {
    let step = 1_000_000 / WHOLE;
    let cases = template.cases()?;
    let is_whole = cases.iter().all(|(_, millionths)| millionths.is_multiple_of(step));
    let cases = cases.into_iter().map(|(case, millionths)| (case, millionths / step));
    (is_whole && cases.len() > 1).then(|| cases.collect())
}

/// Of `WHOLE` requests, as many of a hundred.
pub(crate) fn of_a_hundred(count: u64) -> u64 {
    (count * 100).div_ceil(WHOLE)
}

/// The database without limits of throughput: whether a pattern works does not hang on what is left at this moment.
pub(crate) fn unlimited(database: &Database) -> Cow<'_, Database> {
    with_limits(database, false)
}

/// The same with limits, as a run has it.
pub(crate) fn limited(database: &Database) -> Cow<'_, Database> {
    with_limits(database, true)
}

fn with_limits(database: &Database, is_enforced: bool) -> Cow<'_, Database> {
    let mut model = database.config().throughput;
    if model.is_enforced == is_enforced {
        return Cow::Borrowed(database);
    }
    model.is_enforced = is_enforced;
    let mut copy = database.clone();
    copy.set_throughput_model(model);
    Cow::Owned(copy)
}

/// The database with items as they were, which are given as the actions of a transaction; `None` if none are.
fn as_before(database: &Database, actions: &str) -> Option<Database> {
    let Ok(Value::Array(actions)) = parse(actions) else { return None };
    let mut copy = database.clone();
    for action in &actions {
        // In another design, the table may have another key, or not be there.
        for (member, operation) in [("Put", "PutItem"), ("Delete", "DeleteItem")] {
            let request = &action[member];
            if request.is_object() {
                drop(engine::api::execute(&mut copy, operation, &request.to_string()));
            }
        }
    }
    Some(copy)
}

/// What all patterns of a plan ask; `None` without any.
pub(crate) fn planned_load(database: &Database, plan: &Plan) -> Option<Load> {
    let Workload { seconds, patterns, .. } = &*plan.workload;
    (!patterns.is_empty()).then(|| load_of_patterns(database, plan, *seconds, patterns.iter()))
}

/// What patterns ask, whose curves are those of so many seconds.
pub(crate) fn load_of_patterns<'p>(
    database: &Database,
    plan: &Plan,
    seconds: u64,
    patterns: impl Iterator<Item = &'p AccessPattern>,
) -> Load {
    let mut load = empty_load();
    let database = unlimited(database);
    for pattern in patterns {
        let note = plan.note(&pattern.name);
        let trial = Trial::of(&database, pattern, Basis::Expected(&plan.cost, &note));
        trial.add_to(&mut load, yearly_millionths(seconds, pattern));
    }
    load
}

/// No request, in as many seconds as the trials of millionths of a year represent.
pub(crate) fn empty_load() -> Load {
    Load::nothing(YEAR_SECONDS * MILLION * u128::from(WHOLE))
}

/// Millionths of requests of a pattern in a year: exact for a rate that is always the same, since a year has a whole number of
/// each period, and a month has not; else the average of so many seconds.
pub(crate) fn yearly_millionths(seconds: u64, pattern: &AccessPattern) -> u128 {
    let curve = &pattern.rate;
    let (count, seconds): (u128, u128) = match curve.points.as_slice() {
        [] => return 0,
        [point] => (point.per_second.into(), curve.span.into()),
        [_, _, ..] => {
            let seconds = seconds.max(1);
            (curve.total(seconds).into(), seconds.into())
        }
    };
    (count * YEAR_SECONDS * MILLION + seconds / 2) / seconds
}

/// The size of the item that is written or deleted.
fn written_size(reason: &Reason) -> Option<Bytes> {
    match reason {
        Reason::Put { size } | Reason::Unchanged { size } | Reason::Delete { size, .. } => {
            Some(*size)
        }
        Reason::Change { new, .. } | Reason::Move { new, .. } => Some(*new),
        Reason::Absent
        | Reason::NotIndexed { .. }
        | Reason::Checked { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. }
        | Reason::Fetch { .. } => None,
    }
}

/// Words about a request that cannot be filled.
fn told(words: String) -> FaultView {
    FaultView {
        message: Some(words.into()),
        ..FaultView::unreadable(Message::plain("pattern.unread"), None)
    }
}
