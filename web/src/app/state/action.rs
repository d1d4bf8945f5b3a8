//! The actions of the user on the page, and the effects that they require.

use std::rc::Rc;

use crate::app::state::setting::{Edge, Menu, Speed, Theme, Zone};
use crate::app::state::workload::WorkloadAction;
use crate::panel::id::PanelId;
use playground::sandbox::command::{Command, ExampleId};
use playground::view::call::CallForm;
use playground::view::compare::CompareCommand;
use playground::view::design::TableDesign;
use playground::view::edit::{Edit, ItemId};
use playground::view::pattern::PatternDraft;
use playground::view::read::ReadForm;
use playground::view::rewind::Travel;
use playground::view::value::Text;

/// Everything a person can do on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// With the sandbox as a whole.
    Sandbox(SandboxAction),
    /// With what is shown of the table.
    Table(TableAction),
    /// With an item.
    Edit(EditAction),
    /// With a query or scan.
    Read(ReadAction),
    /// With the design of a table.
    Design(DesignAction),
    /// With time.
    Clock(ClockAction),
    /// With the workload.
    Workload(WorkloadAction),
    /// With access patterns.
    Pattern(PatternAction),
    /// With the page.
    Page(PageAction),
    /// With copies of the sandbox.
    Share(ShareAction),
    /// With stored work.
    Work(WorkAction),
}

/// Actions on stored work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkAction {
    /// Read the list.
    List,
    /// Open the list.
    Open,
    /// Close the list.
    Close,
    /// Search for words.
    Search(String),
    /// Show more rows.
    ShowMore,
    /// Give a sandbox another title.
    Rename {
        /// Its slot.
        slot: Text,
        /// Its title to be.
        title: String,
    },
    /// Delete a slot.
    Delete(Text),
    /// Put back what was deleted last.
    UndoDelete,
    /// Store a copy.
    Duplicate(Text),
    /// Hand out a slot as a file; all if `None`.
    Export(Option<Text>),
    /// Hand out the sandboxes that are not stored and not on the page as one file.
    ExportLeft,
}

/// Actions on the whole sandbox.
#[derive(Debug, Clone, PartialEq)]
pub enum SandboxAction {
    /// Open an example. The user's own work is kept.
    OpenExample(ExampleId),
    /// Open what this browser keeps in a slot.
    OpenWork(Text),
    /// Open a link, by the part of the address after `#`.
    OpenLink(String),
    /// Open what is in a file.
    OpenDocument(String),
    /// Give the sandbox another title.
    Rename(String),
    /// Take back the last action.
    Undo,
    /// Redo the last undone action.
    Redo,
    /// Return to what was opened.
    Reset,
    /// Keep the sandbox of a link as the user's own work.
    KeepCopy,
    /// Put a notice away.
    DismissNotice,
    /// Duplicate it as a second design, show one of the two, compare them, or remove one.
    Compare(CompareCommand),
}

/// Actions on the view of the table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableAction {
    /// Open a table's tab.
    Select(Text),
    /// Drop a table.
    Delete(Text),
    /// Drop a global index of the open table.
    DropIndex(Text),
    /// Set the largest size of item collections, in bytes.
    SetCollectionMax(u64),
    /// Let expired items stay so long until they are deleted.
    SetExpiryDelay {
        /// How long.
        ms: u64,
    },
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

/// Actions on the design of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum DesignAction {
    /// Open the design of a table, or of a new one.
    Open(Option<Rc<TableDesign>>),
    /// The design after a keystroke.
    Type(TableDesign),
    /// Create or rebuild the table.
    Commit,
    /// Forget the design.
    Close,
}

/// Actions on time.
#[derive(Debug, Clone, PartialEq)]
pub enum ClockAction {
    /// Let the clock run while a change is pending, or pause it.
    SetPlaying(bool),
    /// How fast virtual time runs.
    SetSpeed(Speed),
    /// Let time pass until the next thing happens.
    Step,
    /// How long a change travels to a global index.
    SetDelay(u64),
    /// Show another moment of what has happened.
    Travel(Travel),
    /// Continue from the moment that is shown.
    Fork,
    /// Continue from the end of a branch, by its number in the view.
    OpenBranch(usize),
    /// A frame has passed.
    Tick {
        /// Virtual time that passed in it.
        by_ms: u64,
    },
}

/// Actions on access patterns.
#[derive(Debug, Clone, PartialEq)]
pub enum PatternAction {
    /// The pattern when it is opened, or after a keystroke.
    Type(PatternDraft),
    /// Keep it.
    Save,
    /// Forget what was typed.
    Close,
    /// Drop a pattern, by its position.
    Delete(usize),
}

/// Actions on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum PageAction {
    /// Open a tab of the third zone.
    ShowWhy(PanelId),
    /// Open the receipt of an operation; the last one if `None`.
    ShowOperation(Option<u64>),
    /// On small screens, show one zone.
    ShowZone(Zone),
    /// Show a zone and put the focus on its heading.
    GoToZone(Zone),
    /// Show an index and put the focus on its heading.
    GoToIndex(Text),
    /// Open a menu, or close the one that is open.
    ToggleMenu(Menu),
    /// Close whatever menu is open.
    CloseMenu,
    /// Put the last receipt away, on small screens.
    DismissToast,
    /// Light, dark, or as the system has it.
    SetTheme(Theme),
    /// Move the line between two zones to a position in thousandths of the width.
    MoveEdge(Edge, u16),
    /// Whether single letters are keys.
    SetLetterKeys(bool),
}

/// Actions on copies of the sandbox.
#[derive(Debug, Clone, PartialEq)]
pub enum ShareAction {
    /// Copy the link of the sandbox.
    CopyLink,
    /// Copy the link as Markdown.
    CopyMarkdown,
    /// Save the sandbox as a file.
    Download,
}

/// What `App` has to do about an action.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// Ask the session.
    Ask(Command),
    /// Open a slot of this browser.
    OpenWork(Text),
    /// Do something with stored work.
    Work(WorkAction),
    /// Put something on the clipboard, or hand the document out as a file.
    Share(ShareAction),
    /// Remember theme, widths, clock and keys.
    SavePreferences,
    /// Move the focus once the page is drawn.
    Focus(Focus),
}

/// Where the focus goes once the page is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focus {
    /// The item's own button.
    Item(ItemId),
    /// The zone's heading.
    Zone(Zone),
    /// The heading of an index.
    Index(Text),
    /// The button that opens a menu.
    Menu(Menu),
    /// The button that puts back what was deleted.
    UndoDelete,
}
