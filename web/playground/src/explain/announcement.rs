//! What is announced to screen readers when something has happened.

use engine::event::{EntryChange, Event, EventKind, Invocation};
use engine::receipt::Store;
use engine::table::schema::TableSchema;

use crate::explain::hue::hue_of_index;
use crate::explain::operation::operation_words;
use crate::explain::receipt::outcome;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::outcome::{Outcome, Replacement};
use crate::sandbox::state::State;
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::value::{Mark, Method, OperationOutcome, Text};

/// The most events that are announced together.
const ARRIVALS_SAID_MAX: usize = 5;

/// What happened, for screen readers. `state` is the one after it, and `action` the name of the action, if it is one.
pub(crate) fn words_of(state: &State, outcome: &Outcome, action: Option<&Message>) -> Vec<Message> {
    match outcome {
        Outcome::Opened => vec![Message::plain("said.opened").with("title", &*state.title)],
        Outcome::Operation(operation) => words_of_operation(state, operation),
        Outcome::TimePassed(events) => words_of_arrivals(state, events),
        Outcome::RunEnded { is_replay: true, .. } => Vec::new(),
        Outcome::RunEnded { run, is_replay: false } => vec![match run.record.end_words() {
            None => Message::plain("said.workload_over"),
            Some(end) => Message::plain("said.workload_ended").with("end", end),
        }],
        Outcome::SettingChanged(_) | Outcome::TableChanged { .. } => {
            action.into_iter().cloned().collect()
        }
        Outcome::StateReplaced(replacement) => words_of_replacement(state, replacement, action),
    }
}

/// The result of an operation: its price, and its effect on each index.
fn words_of_operation(state: &State, operation: &OperationRecord) -> Vec<Message> {
    if let Err(error) = &operation.reply {
        return vec![
            Message::plain("said.rejected")
                .with("error", Argument::English(error.to_string().into())),
        ];
    }
    let price = match outcome(operation) {
        OperationOutcome::Charged { method, units } => {
            let key = match method {
                Method::Read => "said.read",
                Method::Write => "said.written",
            };
            Message::plain(key).with("units", Argument::HalfUnits(units.halves))
        }
        OperationOutcome::Sql(sql) => Message::plain("said.sql").with("sql", Message::from(sql)),
        OperationOutcome::Free | OperationOutcome::Rejected { .. } => {
            let action = operation_words(state, operation);
            return vec![Message::plain("said.free").with("action", action)];
        }
    };
    let changes = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    let changes = changes.filter_map(|arm| words_of_change(state, operation, &arm.store));
    let left_out = operation.rejections.first().map(|error| {
        Message::plain("said.left_out")
            .with("count", Argument::Count(operation.rejections.len() as u64))
            .with("error", Argument::English(error.to_string().into()))
    });
    [price].into_iter().chain(changes).chain(left_out).collect()
}

/// The state of the written item's entry: changed, or pending.
fn words_of_change(state: &State, operation: &OperationRecord, store: &Store) -> Option<Message> {
    let (Store::Local(index) | Store::Global(index)) = store else { return None };
    let change = operation.change.as_ref()?;
    let schema = state.database.table(change.table.as_str()).map(|table| &*table.schema);
    let hue = schema.and_then(|schema| hue_of_index(schema, index.as_str()));
    let name = Argument::Name(Text::from(index.as_str()), hue);
    let key = match state.marks.of_entry(&change.table, index, &change.item) {
        Some(Mark::Added) => "said.entry_put",
        Some(Mark::Changed) => "said.entry_changed",
        Some(Mark::Moved) => "said.entry_moved",
        Some(Mark::Removed) => "said.entry_deleted",
        None => {
            let database = &state.database;
            let table = database.table(change.table.as_str())?;
            let due = database.staleness(table, table.index(index.as_str())?)?.caught_up_at;
            let left = Argument::Ms(database.now().until(due));
            return Some(Message::plain("said.on_its_way").with("index", name).with("in", left));
        }
    };
    Some(Message::plain(key).with("index", name))
}

/// Which state is shown.
fn words_of_replacement(
    state: &State,
    replacement: &Replacement,
    action: Option<&Message>,
) -> Vec<Message> {
    let of_action = |key, action: &Message| Message::plain(key).with("action", action.clone());
    let at_moment = |key| Message::plain(key).with("time", Argument::Ms(state.database.now().0));
    vec![match replacement {
        Replacement::Undone(action) => of_action("said.undone", action),
        Replacement::Redone(action) => of_action("said.redone", action),
        Replacement::Rewound => at_moment("said.rewound"),
        Replacement::Present => at_moment("said.now"),
        Replacement::Design(letter) => {
            Message::plain("said.shown_design").with("design", letter.name())
        }
        Replacement::Reset | Replacement::Reopened | Replacement::Forked => {
            return action.into_iter().cloned().collect();
        }
    }]
}

/// What changes that arrive did.
fn words_of_arrivals(state: &State, events: &[Event]) -> Vec<Message> {
    let words = events.iter().filter_map(|event| {
        let table = state.database.table(event.table.as_str());
        arrival(event, table.map(|table| &*table.schema))
    });
    let said = First::of(words, ARRIVALS_SAID_MAX);
    let more = said.more_words();
    said.shown.into_iter().chain(more).collect()
}

/// What happened to an entry, for screen readers; `None` for events that the message about an operation includes.
fn arrival(event: &Event, schema: Option<&TableSchema>) -> Option<Message> {
    let of_table = |key| Message::plain(key).with("table", event.table.as_str());
    let (key, index) = match &event.kind {
        EventKind::IndexEntry { index, change, .. } => {
            let key = match change {
                EntryChange::Put => "said.entry_put",
                EntryChange::Changed => "said.entry_changed",
                EntryChange::Moved => "said.entry_moved",
                EntryChange::Deleted => "said.entry_deleted",
            };
            (key, index)
        }
        EventKind::IndexBackfillStarted { index } => ("said.backfill_started", index),
        EventKind::IndexBackfilled { index, .. } => ("said.backfilled", index),
        EventKind::IndexCreated { index } => ("said.index_created", index),
        EventKind::IndexDropped { index } => ("said.index_dropped", index),
        EventKind::ItemExpired { .. } => return Some(Message::plain("said.expired")),
        EventKind::PartitionSplit { count, .. } => {
            let count = Argument::Count(*count as u64);
            return Some(Message::plain("said.partition_split").with("count", count));
        }
        EventKind::ItemReplicated { .. } => return Some(of_table("said.replicated")),
        EventKind::ReplicatedWriteDropped { .. } => return Some(of_table("said.write_dropped")),
        EventKind::ProgramInvoked(invocation) => {
            let Invocation { program, records, failure, .. } = invocation;
            let key = if failure.is_some() { "said.program_failed" } else { "said.program_ran" };
            return Some(
                Message::plain(key)
                    .with("program", program.as_str())
                    .with("count", Argument::Count(records.len() as u64)),
            );
        }
        EventKind::ProgramStopped { program } => {
            return Some(Message::plain("said.program_stopped").with("program", program.as_str()));
        }
        EventKind::TableCreated
        | EventKind::TableDeleted
        | EventKind::TableUpdated
        | EventKind::RequestThrottled { .. }
        | EventKind::ItemWritten { .. }
        | EventKind::ItemDeleted { .. }
        | EventKind::TimeToLiveEnabled { .. }
        | EventKind::TimeToLiveDisabled
        | EventKind::ConditionFailed
        | EventKind::ThroughputScaled { .. }
        | EventKind::IndexEntrySkipped { .. }
        | EventKind::IndexChangeScheduled { .. } => return None,
    };
    let hue = schema.and_then(|schema| hue_of_index(schema, index.as_str()));
    let message = Message::plain(key).with("index", Argument::Name(index.as_str().into(), hue));
    Some(match &event.kind {
        EventKind::IndexBackfilled { entry_count, units, .. } => message
            .with("count", Argument::Count(*entry_count as u64))
            .with("units", Argument::HalfUnits(units.halves())),
        _ => message,
    })
}
