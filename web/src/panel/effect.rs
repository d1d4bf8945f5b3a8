//! What a panel asks the page to do about an action.

use std::rc::Rc;

use playground::sandbox::command::Command;
use playground::view::call::CallForm;
use playground::view::design::{DesignPlace, DesignPurpose};
use playground::view::edit::{Edit, ItemId};
use playground::view::import::ImportForm;
use playground::view::read::ReadForm;
use playground::view::value::Text;

use crate::panel::id::PanelId;
use crate::panel::page::PageAction;
use crate::panel::storage::WorkAction;

/// What a panel asks the page to do about an action. `A` is the panel's type of action: an effect that has a result holds
/// the action that is sent to the panel for each.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect<A> {
    /// Changes the sandbox.
    Command(Command),
    /// Opens a table, or selects an item.
    Select(Select),
    /// Shows a panel in its workspace, and moves the focus to its heading.
    Open(PanelId),
    /// Shows a part of the page and moves the focus there.
    Show(Target),
    /// Opens a form.
    Begin(Input),
    /// Does something with the page as a whole.
    Page(PageAction),
    /// Does something with stored work.
    Work(WorkAction),
    /// Puts a text on the clipboard.
    Copy {
        /// The text.
        text: Text,
        /// Sent when the text is there.
        copied: A,
        /// Sent when the browser does not allow it.
        denied: A,
    },
}

impl<A> Effect<A> {
    /// The same effect with other actions.
    pub fn map<B>(self, change: impl Fn(A) -> B) -> Effect<B> {
        match self {
            Self::Command(command) => Effect::Command(command),
            Self::Select(select) => Effect::Select(select),
            Self::Open(panel) => Effect::Open(panel),
            Self::Show(target) => Effect::Show(target),
            Self::Begin(input) => Effect::Begin(input),
            Self::Page(action) => Effect::Page(action),
            Self::Work(action) => Effect::Work(action),
            Self::Copy { text, copied, denied } => {
                Effect::Copy { text, copied: change(copied), denied: change(denied) }
            }
        }
    }
}

/// Pauses the clock, and sends a request that reads an index while it is behind its table.
pub fn read_stale<A>(operation: &str, request: &str) -> Vec<Effect<A>> {
    let (operation, request) = (operation.to_owned(), request.to_owned());
    let call = Command::Call { operation, request };
    vec![Effect::Page(PageAction::HoldClock(true)), Effect::Command(call)]
}

/// What is opened or selected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Select {
    /// A table is opened.
    Table(Text),
    /// An item of the open table is selected, and its entries with it.
    Item(ItemId),
    /// No item is selected.
    NoItem,
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
    /// The receipt of an operation, by its number in the timeline; of the last one if `None`.
    Operation(Option<u64>),
}

/// A form that can be opened.
#[derive(Debug, Clone, PartialEq)]
pub enum Input {
    /// For an edit of the open table, with what is stored.
    Edit(Edit),
    /// For a request of any operation.
    Call(CallForm),
    /// For a query or scan.
    Read(ReadForm),
    /// To import items into the open table, from a text that was dropped or pasted if there is one.
    Import(Option<Rc<ImportForm>>),
    /// For a table or an index, with the focus in a part of the form.
    Design(DesignPurpose, DesignPlace),
}

impl Input {
    /// A form for a table or an index, with the focus where the form begins.
    pub const fn design(purpose: DesignPurpose) -> Self {
        Self::Design(purpose, DesignPlace::Form)
    }
}
