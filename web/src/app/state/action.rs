//! The actions on the page as a whole, and the effects that they require.

use playground::sandbox::command::Command;

use crate::panel::effect::{Input, Select};
use crate::panel::learn::LearnAction;
use crate::panel::page::{Focus, PageAction};
use crate::panel::storage::WorkAction;

/// Everything that panels and keys ask of the page as a whole.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Change the sandbox.
    Command(Command),
    /// Open a table or select an item.
    Select(Select),
    /// Open a form.
    Begin(Input),
    Page(PageAction),
    /// With stored work.
    Work(WorkAction),
}

/// What `App` has to do about an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Ask the session.
    Ask(Command),
    /// Open the dialog in which things are found by name.
    Find,
    /// Open a form of a panel.
    Begin(Input),
    /// Discard what panels have about the open table.
    LeaveTable,
    /// Do something with stored work.
    Work(WorkAction),
    /// Do something with lessons.
    Learn(LearnAction),
    /// Scroll to the index entry that is about to change, if there is one.
    ShowPending,
    /// Remember theme, widths, clock and keys.
    SavePreferences,
    /// Move the focus once the page is drawn.
    Focus(Focus),
}
