//! What the windows of a presentation know of each other, and what happens in them.

use gloo::timers::callback::Interval;

use crate::app::platform::channel::Channel;
use crate::panel::presenter::{PresenterMessage, ShownStep};

/// Something that happens in the windows of a presentation.
#[derive(Debug)]
pub enum WindowEvent {
    /// The other window says something.
    Message(PresenterMessage),
    /// A second has passed in the window with the notes.
    Tick,
}

/// The other window.
#[derive(Debug, Default)]
pub(crate) struct Windows {
    pub(crate) channel: Option<Channel>,
    /// What the window with the notes was told last.
    pub(crate) told: Option<ShownStep>,
    /// The revision of the presented lesson that was drawn last.
    pub(crate) revision: Option<u64>,
    /// Whether a lesson is presented, which the address says so that a reload continues with it.
    pub(crate) is_presenting: bool,
    /// In the window with the notes: asks again and again.
    _interval: Option<Interval>,
}

impl Windows {
    /// Those of the window with the notes.
    pub(crate) fn of_notes(channel: Option<Channel>, interval: Interval) -> Self {
        Self { channel, _interval: Some(interval), ..Self::default() }
    }
}
