//! Zone A: which sandbox this is, and what can be undone.

use std::rc::Rc;

use crate::view::message::Message;
use crate::view::share::{PlaybackView, Problem};
use crate::view::value::Text;

/// The bar across the top.
#[derive(Debug, Clone, PartialEq)]
pub struct BarView {
    /// Title of the sandbox.
    pub title: Text,
    /// Whether it differs from what was opened.
    pub edited: bool,
    /// Whether it came from a link: the user's own work is not changed, and this sandbox can be kept.
    pub from_link: bool,
    /// The action that undo would revert, such as "Remove OrderOpenDate from O-1003".
    pub undo: Option<Message>,
    /// What redo would bring back.
    pub redo: Option<Message>,
    /// The tables of the sandbox, in order of creation.
    pub tables: Vec<TableTab>,
    /// A notice that is shown once, such as about a link that was cut short.
    pub notice: Option<Rc<Message>>,
    /// The problems that the notice summarises, if there are several.
    pub problems: Rc<[Problem]>,
    /// Whether there are two designs.
    pub is_compared: bool,
    /// The log of a link that is being played.
    pub playback: Option<PlaybackView>,
}

/// A table of the sandbox, as a tab.
#[derive(Debug, Clone, PartialEq)]
pub struct TableTab {
    pub name: Text,
    pub open: bool,
}
