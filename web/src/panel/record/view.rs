//! What the recorder shows, as plain data. Pure.

use std::rc::Rc;

use playground::lesson::fault::{Fault, Place};
use playground::lesson::record::words::places_to_write;
use playground::lesson::source::FILE_SIZE_MAX;
use playground::view::first::beginning;
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::record::preview::Preview;
use crate::panel::record::state::State;

/// The longest piece of a line that is shown beside a fault, in characters.
const QUOTE_LENGTH_MAX: usize = 80;

/// What the recorder shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Why there is no draft.
    pub problem: Option<Message>,
    pub draft: Option<DraftView>,
    /// Whether there is a draft before this one.
    pub can_restore: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct DraftView {
    /// The file that is shown.
    pub place: Place,
    pub text: Text,
    /// The line that is shown in it, and the number of the request.
    pub shown: Option<(usize, usize)>,
    /// What of the sandbox is not in the draft.
    pub notes: Vec<String>,
    /// What a learner will see.
    pub preview: Option<Rc<Preview>>,
    /// What the check has found.
    pub check: CheckView,
    /// The lines of the words in which a sentence of the recorder waits for a teacher's.
    pub to_write: Vec<usize>,
    /// Whether the file was copied; `None` before that.
    pub copied: Option<bool>,
}

/// What the check has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckView {
    /// They are checked at the next pause.
    Waiting,
    /// The files were not checked since they changed: that takes longer than a pause between two words.
    Unchecked,
    /// A file is larger than one of a lesson can be: its place.
    TooLarge(Place),
    /// Everything is as the files say.
    Right,
    Faults(Vec<FaultView>),
}

/// A fault, with its line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultView {
    pub fault: Fault,
    /// What the line says now, cut if it is long.
    pub quote: String,
}

/// What the recorder shows.
pub(super) fn view(state: &State) -> View {
    let draft = state.files.as_ref().map(|files| {
        let fault = |fault: &Fault| {
            let line = files.text(fault.place).lines().nth(fault.line.saturating_sub(1));
            let quote = beginning(line.unwrap_or_default().trim(), QUOTE_LENGTH_MAX).into_owned();
            FaultView { fault: fault.clone(), quote }
        };
        let is_quick = state.preview.as_ref().is_none_or(|preview| preview.is_quick);
        DraftView {
            place: state.place,
            text: Text::clone(files.text(state.place)),
            shown: state.shown,
            notes: files.notes.clone(),
            preview: state.preview.clone(),
            check: match state.faults.as_deref() {
                _ if files.lesson.len() > FILE_SIZE_MAX => CheckView::TooLarge(Place::Lesson),
                _ if files.words.len() > FILE_SIZE_MAX => CheckView::TooLarge(Place::Words),
                _ if !state.is_checked && !is_quick => CheckView::Unchecked,
                // At the next pause the files are checked.
                _ if !state.is_checked => CheckView::Waiting,
                None => CheckView::Waiting,
                Some([]) => CheckView::Right,
                Some(faults) => CheckView::Faults(faults.iter().map(fault).collect()),
            },
            to_write: places_to_write(&files.words),
            copied: state.copied,
        }
    });
    View { problem: state.problem.clone(), draft, can_restore: state.replaced.is_some() }
}
