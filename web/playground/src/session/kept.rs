//! What is stored of a session: a checkpoint that can be opened again, and the lines since.

use crate::link::summary;
use crate::sandbox::document::text::DocumentError;
use crate::sandbox::input_text::is_read_as_written;
use crate::sandbox::journal::Unsaved;
use crate::sandbox::limit::{JOURNAL_LENGTH_MAX, JOURNAL_SIZE_MAX, STORED_SIZE_MAX};
use crate::session::Session;
use crate::view::message::Message;
use crate::view::work::WorkInfo;

/// What is stored of a session. A checkpoint takes the place of the one before only if the code that opens documents has
/// accepted it; until then the earlier one stays, and can be opened. A line is added only if it is read as it was written.
#[derive(Debug)]
pub struct Kept {
    /// Bytes that the checkpoint may have.
    size_max: usize,
    checkpoint: String,
    lines: Vec<String>,
    /// Whether what led to it is left out, and this was said.
    is_in_part: bool,
    /// Why the sandbox cannot be stored as it is.
    fault: Option<DocumentError>,
}

/// What has changed in what is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    Nothing,
    /// There are more lines than this number before.
    Lines(usize),
    Checkpoint,
    /// Nothing, although the sandbox has changed: see [`Kept::fault`].
    Rejected,
}

impl Session {
    /// What the list of stored work shows of it. `slot`, `at_ms` and `size_bytes` are those of its storage.
    pub fn work_info(&self, slot: &str, at_ms: u64, size_bytes: u64) -> WorkInfo {
        summary::work_info(self.present(), slot, at_ms, size_bytes)
    }

    /// Panics, so that a journey can see what the page makes of it.
    pub fn crash(&self) {
        let table = self.state.database.table("");
        table.expect("a journey provokes a panic: no table has an empty name");
    }
}

impl Default for Kept {
    fn default() -> Self {
        Self::of(String::new(), Vec::new())
    }
}

impl Kept {
    /// All of a session. If it cannot be stored, nothing is there: see [`Kept::fault`].
    pub fn new(session: &mut Session) -> Self {
        Self::up_to(STORED_SIZE_MAX, session)
    }

    /// The same, with at most so many bytes of a checkpoint.
    pub fn up_to(size_max: usize, session: &mut Session) -> Self {
        let mut kept = Self { size_max, ..Self::default() };
        kept.replace(session);
        kept
    }

    /// Stored work that was opened, and every part of which could be read.
    pub fn of(checkpoint: String, lines: Vec<String>) -> Self {
        Self { size_max: STORED_SIZE_MAX, checkpoint, lines, is_in_part: false, fault: None }
    }

    /// The document.
    pub fn checkpoint(&self) -> &str {
        &self.checkpoint
    }

    /// The journal.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Why the sandbox cannot be stored as it is: then this is an earlier state of it.
    pub fn fault(&self) -> Option<&DocumentError> {
        self.fault.as_ref()
    }

    /// Bytes of the document and the journal.
    pub fn size(&self) -> usize {
        self.checkpoint.len() + self.journal_size()
    }

    /// Takes what has changed in a session since the last call.
    pub fn take(&mut self, session: &mut Session) -> Taken {
        let more = match session.take_unsaved() {
            Unsaved::Nothing => return Taken::Nothing,
            Unsaved::Lines(lines) if self.fault.is_none() => lines,
            // The lines follow a state that is not here.
            Unsaved::Lines(_) | Unsaved::Checkpoint => return self.replace(session),
        };
        self.take_lines(more, session)
    }

    /// Adds lines, unless the code that opens stored work would not take them as they are: then all is stored anew.
    fn take_lines(&mut self, more: Vec<String>, session: &mut Session) -> Taken {
        if !more.iter().all(|line| is_read_as_written(line)) {
            return self.replace(session);
        }
        let count = self.lines.len();
        self.lines.extend(more);
        if self.lines.len() <= JOURNAL_LENGTH_MAX && self.journal_size() <= JOURNAL_SIZE_MAX {
            return Taken::Lines(count);
        }
        self.lines.truncate(count);
        self.replace(session)
    }

    fn replace(&mut self, session: &mut Session) -> Taken {
        drop(session.take_unsaved());
        match session.checkpoint(self.size_max) {
            Ok((checkpoint, is_whole)) => {
                (self.checkpoint, self.fault) = (checkpoint, None);
                self.lines.clear();
                if !is_whole && !self.is_in_part {
                    session.set_notice(Message::plain("work.in_part"));
                }
                self.is_in_part = !is_whole;
                Taken::Checkpoint
            }
            Err(fault) => {
                self.fault = Some(fault);
                Taken::Rejected
            }
        }
    }

    fn journal_size(&self) -> usize {
        self.lines.iter().map(String::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_would_not_be_read_as_written_is_a_checkpoint() {
        let mut session = Session::first();
        let mut kept = Kept::new(&mut session);
        let mut take = |line: &str| {
            let taken = kept.take_lines(vec![line.to_owned()], &mut session);
            (taken, kept.lines().len())
        };
        assert_eq!(take(r#"{"advance":{"by_ms":200}}"#), (Taken::Lines(0), 1));
        assert_eq!(
            take(r#"{"consumed":[{"read_halves":3,"table":"Orders"}]}"#),
            (Taken::Lines(1), 2)
        );
        for line in [
            "\"reset\"",
            r#"{"unknown":1}"#,
            r#"{"set_delay":{"ms":86400001}}"#,
            r#"{"plan":{"cost":{"items":0}}}"#,
            r#"{"consumed":[{"read_halves":3}]}"#,
        ] {
            assert_eq!(take(line), (Taken::Checkpoint, 0), "{line}");
        }
    }
}
