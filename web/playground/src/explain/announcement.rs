//! What is announced to screen readers after an operation, and when changes arrive.

use engine::event::Event;
use engine::receipt::Store;

use crate::explain::hue::hue_of_index;
use crate::explain::operation::operation_words;
use crate::explain::receipt::{arrival, outcome};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::value::{Mark, Method, OperationOutcome, Text};

/// Arrivals that are announced at once.
const ARRIVALS_SAID_MAX: usize = 5;

/// The result of an operation, for screen readers: its price, and its effect on each index.
pub(crate) fn words_of(state: &State, operation: &OperationRecord) -> Vec<Message> {
    if let Err(error) = &operation.reply {
        return vec![
            Message::plain("said.refused")
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
        OperationOutcome::Free | OperationOutcome::Rejected { .. } => {
            let action = operation_words(state, operation);
            return vec![Message::plain("said.free").with("action", action)];
        }
    };
    let changes = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    let changes = changes.filter_map(|arm| words_of_change(state, operation, &arm.store));
    let left_out = operation.refusals.first().map(|error| {
        Message::plain("said.left_out")
            .with("count", Argument::Count(operation.refusals.len() as u64))
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

/// What changes that arrive did, for screen readers.
pub(crate) fn words_of_arrivals(state: &State, events: &[Event]) -> Vec<Message> {
    let words = events.iter().filter_map(|event| {
        let table = state.database.table(event.table.as_str());
        arrival(&event.kind, table.map(|table| &*table.schema))
    });
    words.take(ARRIVALS_SAID_MAX).collect()
}
