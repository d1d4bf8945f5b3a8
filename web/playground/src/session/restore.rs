//! Storing a session: [`Session::take_unsaved`] says after each command what has to be stored; [`Session::restore`] reads it.

use std::collections::VecDeque;

use crate::explain::action::action_after;
use crate::sandbox::applying::steps_of_input;
use crate::sandbox::budget::{Budget, ITEM_VALUE_COUNT_MAX, SLICE_STEPS};
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

/// Steps of a line beyond those that it counts itself. Model: the smallest are a request.
const STEPS_PER_LINE: u64 = 32;

impl Session {
    /// What must be stored since the last call. After an opening it is a checkpoint, even if nothing was changed.
    pub fn take_unsaved(&mut self) -> Unsaved {
        self.journal.take(&self.state)
    }

    /// The present sandbox, even while an earlier moment is shown, with both designs: the start of stored work. It may be
    /// stored at any time in place of an earlier checkpoint and its lines; an opened one has no pending changes, like every document.
    /// Fails if it has more bytes, or could not be opened again: what opens a document checks it here too.
    /// With it comes whether it has what led to the sandbox, which is left out if there is no room.
    pub fn checkpoint(&self, size_max: usize) -> Result<(String, bool), DocumentError> {
        // The text of items is longer than what they are measured by, so no text is made of what is too large anyway.
        check_size(self.item_bytes(), size_max)?;
        let (text, is_whole) = self.work_within(ITEM_VALUE_COUNT_MAX);
        if check_shape(&text, size_max).is_ok() {
            return Ok((text, is_whole));
        }
        let (text, is_whole) = self.work_within(0);
        check_shape(&text, size_max)?;
        Ok((text, is_whole))
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

    /// The same in slices, of which this is the first: see [`Session::is_opening`].
    pub fn begin_restore(&mut self, checkpoint: &str, lines: &[String]) -> Response {
        self.outcomes.clear();
        self.settle();
        self.open_text(checkpoint, Some(Restoring::all(lines)))
    }

    fn restore_within(&mut self, steps: u64, checkpoint: &str, lines: &[String]) -> Response {
        self.outcomes.clear();
        self.settle();
        let restoring = Restoring::new(steps, lines);
        let response = self.open_text(checkpoint, Some(restoring));
        match self.is_opening() {
            true => self.step_opening(&mut Budget::unlimited()),
            false => response,
        }
    }

    /// Everything of the opened document, link or stored work that was not understood or not accepted.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// The lines of stored work that are being applied.
#[derive(Debug)]
pub(crate) struct Restoring {
    lines: VecDeque<String>,
    /// How many have been applied.
    position: usize,
    reader: LineReader,
    /// Steps that are left for all of them, and for the time that passes in them.
    left: Budget,
    of_time: Budget,
    /// What was consumed by what has no line.
    more: Ledger,
}

impl Restoring {
    /// All lines of stored work.
    pub(crate) fn all(lines: &[String]) -> Self {
        Self::new(JOURNAL_STEPS_MAX, lines)
    }

    fn new(steps: u64, lines: &[String]) -> Self {
        Self {
            lines: lines.to_vec().into(),
            position: 0,
            reader: LineReader::default(),
            left: Budget { steps, ..Budget::unlimited() },
            of_time: Budget::slice(),
            more: Ledger::default(),
        }
    }

    /// Applies lines to a session while steps are left. Returns whether all were applied, or cannot be.
    pub(crate) fn step(&mut self, session: &mut Session, budget: &mut Budget) -> bool {
        while let Some(line) = self.lines.pop_front() {
            if self.left.is_spent() {
                let left = Argument::Count(1 + self.lines.len() as u64);
                let reason = Message::plain("problem.too_much_work").with("count", left);
                session.problems.push(Problem { part: line_part(self.position), reason });
                break;
            }
            if budget.is_spent() {
                self.lines.push_front(line);
                return false;
            }
            let before = self.left.steps;
            if !self.apply(session, &line) {
                break;
            }
            // The lines belong to the opening: they were done before.
            session.outcomes.clear();
            budget.spend(STEPS_PER_LINE + before - self.left.steps);
            self.position += 1;
        }
        session.state.ledger.add_all(&self.more);
        session.log.add_units(&self.more);
        session.journal = Journal::stored();
        true
    }

    /// Applies a line. Returns whether the next one can be applied.
    fn apply(&mut self, session: &mut Session, line: &str) -> bool {
        let part = || line_part(self.position);
        let of_line = Problems::default();
        if let Some(totals) = Ledger::of_line(line, &of_line) {
            self.more.replace_by(totals.beyond(&session.state.ledger));
            session.problems.extend(of_line.into_list());
            return true;
        }
        match self.reader.read(line, self.position, &mut session.problems) {
            Ok(Input::Advance { by_ms }) => {
                session.pass(by_ms, None, &mut self.of_time);
                if session.underway.is_some() {
                    // It was stored by an earlier version, which did not cut it.
                    session.settle_underway();
                    let reason = Message::plain("problem.long_time");
                    session.problems.push(Problem { part: part(), reason });
                }
            }
            Ok(input) if !input.is_stored_as_line() => {
                let reason = Message::plain("problem.not_stored");
                session.problems.push(Problem { part: part(), reason });
            }
            Ok(input) => {
                let action = action_after(&session.state.plan, &input);
                self.left.spend(steps_of_input(&input, &session.state.database));
                let replayed = session.apply(input, action);
                self.left.spend(session.outcomes.last().map_or(0, Outcome::steps));
                if !replayed.accepted {
                    let reason = replayed.notices.into_iter().next();
                    let reason = reason.unwrap_or(Message::plain("problem.rejected"));
                    session.problems.push(Problem { part: part(), reason });
                }
            }
            Err(error) => {
                let left = 1 + self.lines.len();
                session.problems.push(unreadable_line(self.position, left, &error));
                return false;
            }
        }
        true
    }

    /// Thousandths of the lines that were applied.
    pub(crate) fn permille(&self) -> u64 {
        let all = self.position + self.lines.len();
        (self.position * 1_000 / all.max(1)) as u64
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::sandbox::command::Command;

    #[test]
    fn lines_that_ask_for_too_much_work_are_left_out_and_named() {
        let mut session = Session::first();
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
        let mut session = Session::first();
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
