//! The invariants, a sentence each.
//!
//! Invariants of a request are checked after it, invariants of the state after each step. The expensive ones are checked
//! at intervals, and at the end of a run. Those without a check are checked while a step is taken.

use crate::simulation::exchange::Exchange;
use crate::simulation::world::World;
use crate::simulation::{caller, check_request, check_state, limit, program};

/// Steps between two checks of the expensive invariants, except while a failure is shrunk: then all are checked always.
pub const EXPENSIVE_INTERVAL: usize = 10;

/// Milliseconds of virtual time after which every change has arrived.
pub const QUIET_MS: u64 = 3_600_000;

/// Something that must always be true.
#[derive(Debug)]
pub struct Invariant {
    /// A short name, which distinguishes failures.
    pub name: &'static str,
    /// The sentence that states it.
    pub sentence: &'static str,
    when: When,
}

/// When an invariant is checked.
#[derive(Debug, Clone, Copy)]
enum When {
    /// After each request.
    Request(fn(&World, &Exchange) -> Result<(), String>),
    /// After each step.
    Step(fn(&World) -> Result<(), String>),
    /// At intervals, and at the end of a run.
    Sometimes(fn(&World) -> Result<(), String>),
    /// While a step is taken.
    Within,
}

/// An invariant that is not true.
#[derive(Debug, Clone)]
pub struct Violation {
    pub invariant: &'static Invariant,
    /// What is wrong.
    pub detail: String,
}

/// Every invariant.
pub static INVARIANTS: [Invariant; 34] = [
    of_request(
        "preview",
        "A preview says exactly what the request then does.",
        check_request::preview,
    ),
    of_request("text", "A reply as text is the reply as a value.", check_request::text),
    of_request(
        "twin",
        "A saved and loaded database continues exactly as the one that was not.",
        check_request::twin,
    ),
    of_request(
        "reply",
        "The reply, or the error, is what the documentation says.",
        check_request::reply,
    ),
    of_request(
        "receipt",
        "The units of the receipt are those of the model, as are the reply's.",
        check_request::receipt,
    ),
    of_request(
        "failed",
        "A failed condition or transaction has the right code, reasons and price.",
        check_request::failed,
    ),
    of_request(
        "rejected",
        "A rejected request, and a read, changes nothing but tokens, heat and the number of events.",
        check_request::rejected,
    ),
    of_request(
        "throttled",
        "No request is throttled while it is below every limit.",
        limit::throttled,
    ),
    of_request(
        "debt",
        "Nothing is admitted while the bucket that pays is in debt.",
        limit::in_debt,
    ),
    of_request(
        "access",
        "A request that policies do not allow is denied and changes nothing; one that they allow is the owner's.",
        caller::ruled,
    ),
    of_step(
        "counted",
        "A program with a marker item has counted as many records as it has marked.",
        program::counts,
    ),
    of_step("items", "The table stores the items of the model.", check_state::items),
    of_step("local", "A local index is the projection of the table.", check_state::local_indexes),
    of_step(
        "global",
        "A global index is the projection of the table as it was one delay ago.",
        check_state::global_indexes,
    ),
    of_step(
        "behind",
        "An index differs from its table in at most as many items as changes are on their way.",
        check_state::behind,
    ),
    of_step("sizes", "Counts and sizes are the sums of what is stored.", check_state::sizes),
    of_step(
        "partitions",
        "The size of a partition is the sum of what is stored in it.",
        limit::partitions,
    ),
    of_step(
        "twin-sizes",
        "Partitions of a saved and loaded database equal those of the one that was not.",
        check_state::twin_partitions,
    ),
    of_step(
        "interval",
        "Units admitted in any interval are at most the balance at its start, the refill, and one request.",
        limit::interval,
    ),
    of_step("bill", "The units metered are the sum of the receipts.", limit::metered),
    sometimes("loads", "Everything that was accepted can be saved and loaded.", check_state::loads),
    sometimes(
        "caught-up",
        "Once all changes have arrived, every index is the projection of the table.",
        check_state::caught_up,
    ),
    sometimes(
        "replicas",
        "Once all writes have arrived, the replicas of a table have the same items.",
        check_state::replicas,
    ),
    sometimes(
        "counts",
        "When a program with a marker item has run, it has counted every record once.",
        program::counted_all,
    ),
    within(
        "behind-it",
        "What programs and writes of other Regions took is the sum of their receipts.",
    ),
    sometimes("got", "Every item can be got by its key.", check_state::items_can_be_got),
    sometimes(
        "stream",
        "The records of a stream are the changes made while it was enabled.",
        check_state::streams,
    ),
    within(
        "past",
        "An index shows each item as it once was, and never an older state after a newer one.",
    ),
    within("order", "A Query returns entries in the order of their sort key."),
    within(
        "pages",
        "Pages and segments never skip or repeat an entry, and no segment divides a partition key.",
    ),
    within("split", "A partition that outgrows its size is split, unless it holds one item."),
    within("panic", "Nothing that is asked makes the engine panic."),
    within(
        "workload",
        "The sums of a workload's result agree, and do not depend on how requests are filled in.",
    ),
    within("statement", "A SELECT returns and costs what the Query or Scan does that it becomes."),
];

/// [`INVARIANTS`] that are checked while a step is taken, by name.
pub const PAST: &str = "past";
/// As above.
pub const PANIC: &str = "panic";
/// As above.
pub const SPLIT: &str = "split";
/// As above.
pub const ORDER: &str = "order";
/// As above.
pub const PAGES: &str = "pages";
/// As above.
pub const WORKLOAD: &str = "workload";
/// As above.
pub const STATEMENT: &str = "statement";
/// As above.
pub const BEHIND_IT: &str = "behind-it";
/// As above, and by a check of its own.
pub const SAVED: &str = "loads";
/// As above, and by a check of its own.
pub const INTERVAL: &str = "interval";
/// As above, and by a check of its own.
pub const REPLY: &str = "reply";

type RequestCheck = fn(&World, &Exchange) -> Result<(), String>;
type StateCheck = fn(&World) -> Result<(), String>;

const fn of_request(name: &'static str, sentence: &'static str, check: RequestCheck) -> Invariant {
    Invariant { name, sentence, when: When::Request(check) }
}

const fn of_step(name: &'static str, sentence: &'static str, check: StateCheck) -> Invariant {
    Invariant { name, sentence, when: When::Step(check) }
}

const fn sometimes(name: &'static str, sentence: &'static str, check: StateCheck) -> Invariant {
    Invariant { name, sentence, when: When::Sometimes(check) }
}

const fn within(name: &'static str, sentence: &'static str) -> Invariant {
    Invariant { name, sentence, when: When::Within }
}

impl Violation {
    /// The invariant of this name is not true.
    pub fn new(name: &str, detail: impl std::fmt::Display) -> Self {
        let invariant = INVARIANTS.iter().find(|invariant| invariant.name == name);
        Self { invariant: invariant.expect("the list has every name"), detail: detail.to_string() }
    }
}

/// Fails with the invariant of a name unless a statement is true.
pub fn holds(is_true: bool, name: &str, detail: impl FnOnce() -> String) -> Result<(), Violation> {
    if is_true { Ok(()) } else { Err(Violation::new(name, detail())) }
}

/// Checks what must be true of a request.
pub fn check_exchange(world: &World) -> Result<(), Violation> {
    let Some(exchange) = &world.exchange else { return Ok(()) };
    for invariant in &INVARIANTS {
        if let When::Request(check) = invariant.when {
            check(world, exchange).map_err(|detail| Violation { invariant, detail })?;
        }
    }
    Ok(())
}

/// Checks what must be true of the state, unless nothing has changed.
pub fn check_all(world: &World, is_end: bool) -> Result<(), Violation> {
    let is_due = is_end || world.step_count.is_multiple_of(world.interval);
    if !is_due && world.exchange.as_ref().is_some_and(Exchange::changes_nothing) {
        return Ok(());
    }
    for invariant in &INVARIANTS {
        let checked = match invariant.when {
            When::Step(check) => check(world),
            When::Sometimes(check) if is_due => check(world),
            When::Sometimes(_) | When::Request(_) | When::Within => Ok(()),
        };
        checked.map_err(|detail| Violation { invariant, detail })?;
    }
    Ok(())
}

/// Fails unless two things are equal.
pub fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    expected: &T,
    got: &T,
) -> Result<(), String> {
    match expected == got {
        true => Ok(()),
        false => Err(format!("{what}\n  expected {expected:?}\n  got      {got:?}")),
    }
}
