//! What is announced to screen readers after an operation, and when changes arrive.

use engine::event::Event;
use engine::receipt::Store;

use crate::session::Session;
use crate::session::explain::{self, arrival};
use crate::session::state::OperationRecord;
use crate::session::views::operation_words;
use crate::view::message::{Argument, Message};
use crate::view::value::{Mark, Method, OperationOutcome, Text};

/// Arrivals that are announced at once.
const ARRIVALS_SAID_MAX: usize = 5;

impl Session {
    /// The result of an operation, for screen readers: its price, and its effect on each index.
    pub(super) fn words_of(&self, operation: &OperationRecord) -> Vec<Message> {
        if let Err(error) = &operation.reply {
            return vec![
                Message::plain("said.refused")
                    .with("error", Argument::English(error.to_string().into())),
            ];
        }
        let price = match explain::outcome(operation) {
            OperationOutcome::Charged { method, units } => {
                let key = match method {
                    Method::Read => "said.read",
                    Method::Write => "said.written",
                };
                Message::plain(key).with("units", Argument::HalfUnits(units.halves))
            }
            OperationOutcome::Free | OperationOutcome::Rejected { .. } => {
                let action = operation_words(&self.state, operation);
                return vec![Message::plain("said.free").with("action", action)];
            }
        };
        let changes = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
        let changes = changes.filter_map(|arm| self.words_of_change(operation, &arm.store));
        let left_out = operation.refusals.first().map(|error| {
            Message::plain("said.left_out")
                .with("count", Argument::Count(operation.refusals.len() as u64))
                .with("error", Argument::English(error.to_string().into()))
        });
        [price].into_iter().chain(changes).chain(left_out).collect()
    }

    /// The state of the written item's entry: changed, or pending.
    fn words_of_change(&self, operation: &OperationRecord, store: &Store) -> Option<Message> {
        let (Store::Local(index) | Store::Global(index)) = store else { return None };
        let change = operation.change.as_ref()?;
        let schema = self.state.database.table(change.table.as_str()).map(|table| &*table.schema);
        let hue = schema.and_then(|schema| explain::hue_of_index(schema, index.as_str()));
        let name = Argument::Name(Text::from(index.as_str()), hue);
        let key = match self.state.marks.of_entry(&change.table, index, &change.item) {
            Some(Mark::Added) => "said.entry_put",
            Some(Mark::Changed) => "said.entry_changed",
            Some(Mark::Moved) => "said.entry_moved",
            Some(Mark::Removed) => "said.entry_deleted",
            None => {
                let database = &self.state.database;
                let table = database.table(change.table.as_str())?;
                let due = database.staleness(table, table.index(index.as_str())?)?.caught_up_at;
                let left = Argument::Ms(database.now().until(due));
                return Some(
                    Message::plain("said.on_its_way").with("index", name).with("in", left),
                );
            }
        };
        Some(Message::plain(key).with("index", name))
    }

    pub(super) fn words_of_arrivals(&self, events: &[Event]) -> Vec<Message> {
        let words = events.iter().filter_map(|event| {
            let table = self.state.database.table(event.table.as_str());
            arrival(&event.kind, table.map(|table| &*table.schema))
        });
        words.take(ARRIVALS_SAID_MAX).collect()
    }
}
