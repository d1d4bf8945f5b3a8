//! Units consumed, virtual time, and the operations in it.

use std::borrow::Cow;

use engine::clock::Timestamp;
use engine::database::{Database, Task};
use engine::model::name::{IndexName, TableName};
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::table::index::IndexChange;
use engine::workload::result::RunResult;

use crate::explain::hue::hue_of_index;
use crate::explain::receipt::{method, units};
use crate::explain::sql::sql_use;
use crate::sandbox::ledger::Ledger;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::order::in_card_order;
use crate::sandbox::state::State;
use crate::view::first::First;
use crate::view::index::IndexStep;
use crate::view::message::{Argument, Message};
use crate::view::meter::{ClockView, MeterView, PendingMark, StoreMeter};
use crate::view::value::{Hue, Method, Text, Units};
use crate::views::pending::{
    Arrival, IndexStepTask, arrivals, backfill_permille, index_steps, is_awaited, next_due,
};

/// Changes on the timeline that are still to come.
const FUTURE_COUNT_MAX: usize = 20;

/// Units consumed by a table and its indexes, and by everything. `running` is the run under way, whose units are not entered yet.
pub(crate) fn meter_view(
    state: &State,
    running: Option<&RunResult>,
    table: Option<&Table>,
) -> MeterView {
    let mut ledger = Cow::Borrowed(&state.ledger);
    if let Some(result) = running {
        ledger.to_mut().add_run(result);
    }
    let total = ledger.total();
    // After a run, the last operation is not the last thing that consumed.
    let shows_last = running.is_none() && state.run_at_last().is_none();
    let operation = state.operations.last().filter(|_| shows_last);
    let stores = table.map(|table| store_meters(&ledger, operation.map(|it| &**it), table));
    MeterView {
        stores: stores.unwrap_or_default(),
        written: units(total.written),
        read: units(total.read),
        sql: sql_use(total.sql),
    }
}

/// Virtual time. `turn` is when the next turn of period tables is due.
pub(crate) fn clock_view(database: &Database, turn: Option<Timestamp>) -> ClockView {
    let now = database.now();
    ClockView {
        now_ms: now.0,
        unix_ms: database.unix_time(now).0,
        next_in_ms: next_due(database, turn).map(|due| now.until(due)),
        awaited: is_awaited(database),
        delay_ms: database.config().propagation_delay_ms,
    }
}

fn store_meters(
    ledger: &Ledger,
    operation: Option<&OperationRecord>,
    table: &Table,
) -> Vec<StoreMeter> {
    let indexes = in_card_order(table).map(|index| {
        let name = index.schema.name.as_str();
        (index.store(), Text::from(name), hue_of_index(&table.schema, name))
    });
    let name = Text::from(table.schema.name.as_str());
    let stores = [(Store::Table, name, None)].into_iter().chain(indexes);
    let meters = stores.map(|(store, name, hue)| {
        let account = ledger.account(&table.schema.name, &store);
        StoreMeter {
            name,
            hue,
            written: units(account.written),
            read: units(account.read),
            sql: table.is_sql.then(|| sql_use(account.sql)),
            last: operation.and_then(|operation| last(operation, table, &store)),
        }
    });
    meters.collect()
}

/// What an operation added to a store.
fn last(operation: &OperationRecord, table: &Table, store: &Store) -> Option<(Method, Units)> {
    let arms = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    let arms = arms.filter(|arm| arm.store == *store && arm.table == table.schema.name);
    let paid: Vec<_> = arms.filter(|arm| !arm.units.is_zero()).collect();
    let kind: UnitKind = paid.first()?.unit_kind();
    Some((method(kind), units(paid.iter().map(|arm| arm.units).sum())))
}

/// The pending changes of global indexes, and the indexes that are created or deleted, soonest first.
pub(crate) fn pending_marks(database: &Database) -> First<PendingMark> {
    let arriving = First::of(arrivals(database), FUTURE_COUNT_MAX);
    let more = arriving.more;
    let changes = arriving.shown.into_iter().map(|arrival| {
        let Arrival { due, table, index, change } = arrival;
        let key = match change {
            IndexChange::Put(_) => "timeline.enters",
            IndexChange::Delete(_) => "timeline.leaves",
            IndexChange::Replace(_) => "timeline.changes",
            IndexChange::Move { .. } => "timeline.moves",
        };
        (due, pending_mark(database, due, (table, index), key, None))
    });
    let steps = index_steps(database).map(|IndexStepTask { due, table, index, step }| {
        let (key, progress) = match step {
            IndexStep::Allocating(_) => ("timeline.allocates", Some(0)),
            IndexStep::Filling(_) => ("timeline.fills", backfill_permille(database, table, index)),
            IndexStep::Dropping(_) => ("timeline.drops", None),
        };
        (due, pending_mark(database, due, (table, index), key, progress))
    });
    let writes = First::of(replicated_marks(database), FUTURE_COUNT_MAX);
    let more = more + writes.more;
    let mut marks: Vec<_> = steps.chain(changes).chain(writes.shown).collect();
    marks.sort_by_key(|(due, _)| *due);
    First { shown: marks.into_iter().map(|(_, mark)| mark).collect(), more }
}

/// The writes that travel to other Regions, soonest first.
fn replicated_marks(database: &Database) -> impl Iterator<Item = (Timestamp, PendingMark)> {
    database.pending().filter_map(|(due, task)| {
        let Task::Replicate { table, .. } = task else { return None };
        let name = Text::from(table.as_str());
        let words =
            Message::plain("timeline.replicates").with("table", Argument::Name(name.clone(), None));
        let in_ms = database.now().until(due);
        let mark =
            PendingMark { index: name, hue: Hue::OF_GLOBAL, words, progress_permille: None, in_ms };
        Some((due, mark))
    })
}

fn pending_mark(
    database: &Database,
    due: Timestamp,
    (table, index): (&TableName, &IndexName),
    key: &'static str,
    progress_permille: Option<u64>,
) -> PendingMark {
    let schema = database.table(table.as_str()).map(|table| &table.schema);
    let name = Text::from(index.as_str());
    let hue = schema.and_then(|schema| hue_of_index(schema, &name)).unwrap_or(Hue::OF_GLOBAL);
    let words = Message::plain(key).with("index", Argument::Name(name.clone(), Some(hue)));
    let words = match progress_permille {
        // Rounded down: all of it is read only at the end.
        Some(permille) => words.with("percent", Argument::Permille(permille / 10 * 10)),
        None => words,
    };
    PendingMark { index: name, hue, words, progress_permille, in_ms: database.now().until(due) }
}
