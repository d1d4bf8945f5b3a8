//! Storing a session: [`Session::take_unsaved`] says after each command what has to be stored; [`Session::restore`] reads it.

use crate::explain::action::action_of;
use crate::sandbox::applying::steps_of_input;
use crate::sandbox::budget::{Budget, SLICE_STEPS};
use crate::sandbox::command::Response;
use crate::sandbox::document::reader::Problems;
use crate::sandbox::document::text::{DocumentError, check_shape, check_size};
use crate::sandbox::input::Input;
use crate::sandbox::input_text::{LineReader, line_part, unreadable_line};
use crate::sandbox::journal::{Journal, Unsaved};
use crate::sandbox::ledger::Ledger;
use crate::sandbox::limit::JOURNAL_LENGTH_MAX;
use crate::sandbox::outcome::Outcome;
use crate::session::Session;
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// Steps that all lines of stored work may take. Model: a line takes a slice at most, or a checkpoint is in its place.
const JOURNAL_STEPS_MAX: u64 = JOURNAL_LENGTH_MAX as u64 * SLICE_STEPS;

impl Session {
    /// What must be stored since the last call. After an opening it is a checkpoint, even if nothing was changed.
    pub fn take_unsaved(&mut self) -> Unsaved {
        self.journal.take()
    }

    /// The present sandbox, even while an earlier moment is shown, with both designs: the start of stored work. It may be
    /// stored at any time in place of an earlier checkpoint and its lines; an opened one has no pending changes, like every document.
    /// Fails if it has more bytes, or could not be opened again: what opens a document checks it here too.
    pub fn checkpoint(&self, size_max: usize) -> Result<String, DocumentError> {
        // The text of items is longer than what they are measured by, so no text is made of what is too large anyway.
        check_size(self.item_bytes(), size_max)?;
        let text = self.work();
        check_shape(&text, size_max)?;
        Ok(text)
    }

    /// Bytes of the items of both designs, as DynamoDB measures them.
    fn item_bytes(&self) -> usize {
        let states = [self.present()].into_iter().chain(self.pair.as_ref().map(|pair| &pair.state));
        let tables = states.flat_map(|state| state.database.tables());
        let size: u64 = tables.map(|table| table.items.size().0).sum();
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    /// Opens stored work. [`Session::problems`] lists the parts that cannot be read; nothing after an unreadable line is
    /// applied, because it was done to what that line had made.
    pub fn restore(&mut self, checkpoint: &str, lines: &[String]) -> Response {
        self.restore_within(JOURNAL_STEPS_MAX, checkpoint, lines)
    }

    fn restore_within(&mut self, steps: u64, checkpoint: &str, lines: &[String]) -> Response {
        self.outcomes.clear();
        let response = self.open_text(checkpoint);
        if !response.accepted {
            return response;
        }
        let mut reader = LineReader::default();
        let mut budget = Budget { turn_count: u64::MAX, steps };
        let mut of_time = Budget::slice();
        // What was consumed by what has no line.
        let mut more = Ledger::default();
        for (position, line) in lines.iter().enumerate() {
            if budget.is_spent() {
                let left = Argument::Count((lines.len() - position) as u64);
                let reason = Message::plain("problem.too_much_work").with("count", left);
                self.problems.push(Problem { part: line_part(position), reason });
                break;
            }
            let of_line = Problems::default();
            if let Some(totals) = Ledger::of_line(line, &of_line) {
                more.replace_by(totals.beyond(&self.state.ledger));
                self.problems.extend(of_line.into_list());
                continue;
            }
            match reader.read(line, position, &mut self.problems) {
                Ok(Input::Advance { by_ms }) => {
                    self.pass(by_ms, None, &mut of_time);
                    self.outcomes.truncate(1);
                    if self.underway.is_some() {
                        // It was stored by an earlier version, which did not cut it.
                        self.settle_underway();
                        let reason = Message::plain("problem.long_time");
                        self.problems.push(Problem { part: line_part(position), reason });
                    }
                }
                Ok(input) if !input.is_stored_as_line() => {
                    let reason = Message::plain("problem.not_stored");
                    self.problems.push(Problem { part: line_part(position), reason });
                }
                Ok(input) => {
                    let action = action_of(&input);
                    budget.spend(steps_of_input(&input, &self.state.database));
                    let replayed = self.apply(input, action);
                    budget.spend(self.outcomes.last().map_or(0, Outcome::steps));
                    // The lines belong to the opening: they were done before.
                    self.outcomes.truncate(1);
                    if !replayed.accepted {
                        let reason = replayed.notices.into_iter().next();
                        let reason = reason.unwrap_or(Message::plain("problem.rejected"));
                        self.problems.push(Problem { part: line_part(position), reason });
                    }
                }
                Err(error) => {
                    let left = lines.len() - position;
                    self.problems.push(unreadable_line(position, left, &error));
                    break;
                }
            }
        }
        self.state.ledger.add_all(&more);
        self.log.add_units(&more);
        self.journal = Journal::stored();
        self.announce(response.notices, true)
    }

    /// Everything of the opened document, link or stored work that was not understood or not accepted.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sandbox::command::{Command, ExampleId};

    #[test]
    fn lines_that_ask_for_too_much_work_are_left_out_and_named() {
        let mut session = Session::new(ExampleId::OpenOrders);
        let checkpoint = session.work();
        let scan = json!({ "TableName": "Orders" }).to_string();
        let call = json!({ "call": { "operation": "Scan", "request": scan } }).to_string();
        let mut lines = vec![call; 30];
        lines.push(json!({ "rename": { "title": "Behind" } }).to_string());
        assert!(session.restore_within(1 << 20, &checkpoint, &lines).accepted);
        assert_eq!((session.title(), session.problems()), ("Behind", [].as_slice()));
        assert!(session.restore_within(20, &checkpoint, &lines).accepted);
        assert_ne!(session.title(), "Behind");
        let [problem] = session.problems() else { panic!("{:?}", session.problems()) };
        let words = crate::message::text(&problem.message());
        assert!(words.contains("not applied"), "{words}");
        assert!(session.handle(Command::Rename("Usable".to_owned())).accepted);
    }

    #[test]
    fn what_takes_more_than_a_slice_is_a_checkpoint_and_no_line() {
        let mut session = Session::new(ExampleId::OpenOrders);
        let checkpoint = session.work();
        let item = |number: usize| json!({ "id": { "S": format!("i{number}") } }).to_string();
        let line = |count: usize| {
            let items: Vec<String> = (0..count).map(item).collect();
            json!({ "import": { "table": "Tab", "items": items } }).to_string()
        };
        let table = json!({
            "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        });
        let call = json!({ "call": { "operation": "CreateTable", "request": table.to_string() } });
        for (count, expected) in [(100, false), (20_000, true)] {
            session.restore(&checkpoint, &[call.to_string(), line(count)]);
            assert_eq!(session.problems(), []);
            session.journal = Journal::stored();
            let form = session.table_design("Tab").expect("there is the table");
            session.handle(Command::RebuildTable { table: "Tab".to_owned(), design: form });
            while session.is_busy() {
                session.step_busy(&mut Budget::slice());
            }
            assert_eq!(session.take_unsaved() == Unsaved::Checkpoint, expected, "{count}");
        }
    }
}
