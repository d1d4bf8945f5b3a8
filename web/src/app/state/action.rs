//! The actions of the user on the page, and the effects that they require.

use playground::sandbox::command::Command;
use playground::view::call::CallForm;
use playground::view::edit::{Edit, ItemId};
use playground::view::read::ReadForm;
use playground::view::value::Text;

use crate::panel::effect::Input;
use crate::panel::page::{Focus, PageAction};
use crate::panel::storage::WorkAction;

/// Everything a person can do on the page outside of panels.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Change the sandbox.
    Command(Command),
    /// Open a form.
    Begin(Input),
    /// With what is shown of the table.
    Table(TableAction),
    /// With an item.
    Edit(EditAction),
    /// With a query or scan.
    Read(ReadAction),
    /// With the page.
    Page(PageAction),
    /// With stored work.
    Work(WorkAction),
}

/// Actions on the view of the table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableAction {
    /// Open a table's tab.
    Select(Text),
    /// Drop a global index of the open table.
    DropIndex(Text),
    /// Show more items of the table.
    ShowMoreItems,
    /// Show more entries of the indexes.
    ShowMoreEntries,
    /// Show all items that are not in an index, or only the first.
    ToggleGhosts(Text),
    /// Pin an item and its entries.
    SelectItem(ItemId),
    /// Let go of the item that is pinned.
    Deselect,
    /// Go from an entry to its item.
    FindItem(ItemId),
}

/// Actions on an item.
#[derive(Debug, Clone, PartialEq)]
pub enum EditAction {
    /// Begin an edit with what is stored.
    Start(Edit),
    /// The edit after a keystroke.
    Type(Edit),
    /// Do the edit.
    Commit,
    /// Forget the edit.
    Cancel,
}

/// Actions on a query or scan.
#[derive(Debug, Clone, PartialEq)]
pub enum ReadAction {
    /// Open the form.
    Open(ReadForm),
    /// The form after a keystroke.
    Type(ReadForm),
    /// Write a request of any operation.
    Write(CallForm),
    /// Put the form away.
    Close,
    /// Send the request: of the form, or of the next page.
    Call {
        /// The operation.
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
}

/// What `App` has to do about an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Ask the session.
    Ask(Command),
    /// Open a form of a panel.
    Begin(Input),
    /// Do something with stored work.
    Work(WorkAction),
    /// Remember theme, widths, clock and keys.
    SavePreferences,
    /// Move the focus once the page is drawn.
    Focus(Focus),
}
