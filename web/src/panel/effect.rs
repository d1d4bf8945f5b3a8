//! What a panel asks the page to do about an action.

use crate::panel::id::PanelId;
use crate::session::command::Command;
use crate::view::edit::ItemId;
use crate::view::value::Text;

/// What a panel asks the page to do about an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Changes the sandbox.
    Command(Command),
    /// Opens the tab of a panel.
    Open(PanelId),
    /// Shows a part of the page and moves the focus there.
    Show(Target),
}

/// A part of the page that can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The open table.
    Table,
    /// An index.
    Index(Text),
    /// An item, which is selected.
    Item(ItemId),
}
