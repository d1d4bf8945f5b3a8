//! What the window with the notes shows, as plain data. Pure.

use playground::view::message::Message;

use crate::panel::page::NotesState;
use crate::panel::presenter::{NextPress, ShownStep};

/// After so many questions without an answer, there is no presentation. A question is asked each second.
pub const UNANSWERED_MAX: u32 = 3;

/// What the window with the notes shows.
#[derive(Debug, Clone, PartialEq)]
pub enum View {
    /// The presentation has not answered yet.
    Looking,
    /// No presentation answers.
    NotFound,
    /// The step that is presented.
    Step {
        shown: Box<ShownStep>,
        /// The time since the presentation began: `4:05`.
        clock: String,
        /// What the next press does.
        press: Message,
    },
}

/// What the window with the notes shows.
pub(super) fn view(notes: &NotesState) -> View {
    let is_found = notes.unanswered < UNANSWERED_MAX;
    match &notes.shown {
        Some(shown) if is_found => View::Step {
            clock: clock(notes.now_ms.saturating_sub(shown.started_ms)),
            press: Message::plain(press(shown.press)),
            shown: shown.clone(),
        },
        None if is_found => View::Looking,
        Some(_) | None => View::NotFound,
    }
}

/// What the next press does: a key of the catalogue.
const fn press(press: NextPress) -> &'static str {
    match press {
        NextPress::Reveal => "notes.reveal",
        NextPress::Run => "notes.run",
        NextPress::Skip => "notes.skip",
        NextPress::Solve => "notes.solve",
        NextPress::Next => "notes.next",
        NextPress::End => "notes.end",
    }
}

/// Minutes and seconds.
fn clock(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown() -> Box<ShownStep> {
        let (lesson, title, notes) = ("L".to_owned(), "T".to_owned(), Vec::new());
        let (next, press) = (None, NextPress::Reveal);
        let predictions = Vec::new();
        Box::new(ShownStep {
            lesson,
            position: 0,
            count: 1,
            title,
            notes,
            predictions,
            next,
            press,
            started_ms: 1_000,
        })
    }

    #[test]
    fn a_presentation_that_does_not_answer_is_not_found() {
        let mut notes = NotesState::default();
        assert_eq!(view(&notes), View::Looking);
        notes.unanswered = UNANSWERED_MAX;
        assert_eq!(view(&notes), View::NotFound);
        notes = NotesState { shown: Some(shown()), unanswered: 2, now_ms: 246_500 };
        let View::Step { clock, .. } = view(&notes) else { panic!("it has answered") };
        assert_eq!(clock, "4:05");
        notes.unanswered = UNANSWERED_MAX;
        assert_eq!(view(&notes), View::NotFound, "its window was closed");
    }
}
