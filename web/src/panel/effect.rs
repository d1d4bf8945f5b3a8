//! What a panel asks the page to do about an action, or when a thing of it is chosen by its name.

use std::convert::Infallible;
use std::rc::Rc;

use playground::message::{text, word};
use playground::picture::Format;
use playground::sandbox::command::Command;
use playground::view::call::CallForm;
use playground::view::design::{DesignPlace, DesignPurpose};
use playground::view::edit::{Edit, ItemId};
use playground::view::import::ImportForm;
use playground::view::message::Message;
use playground::view::read::ReadForm;
use playground::view::value::Text;

use crate::panel::id::PanelId;
use crate::panel::learn::LearnAction;
use crate::panel::link::PanelLink;
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
    /// Follows a link into a panel.
    Follow(PanelLink),
    /// Shows a part of the page and moves the focus there.
    Show(Target),
    /// Opens a form.
    Begin(Input),
    /// Does something with the page as a whole.
    Page(PageAction),
    /// Does something with stored work.
    Work(WorkAction),
    /// Does something with lessons.
    Learn(LearnAction),
    /// Puts a text on the clipboard.
    Copy {
        text: Text,
        /// Sent when the text is there.
        copied: A,
        /// Sent when the browser does not allow it.
        denied: A,
    },
    /// Hands a text out as a file.
    Download {
        /// The name of the file.
        name: Text,
        text: Text,
    },
    /// Saves a picture as a file.
    SavePicture {
        /// The name of the file.
        name: Text,
        /// The picture.
        svg: Text,
        /// The link that it contains.
        link: Text,
        /// The kind of file.
        format: Format,
        /// Sent when the browser cannot make the file.
        failed: A,
    },
    /// Opens an address in a new window.
    OpenWindow {
        address: Text,
        /// Sent when the browser does not allow it.
        denied: A,
    },
    /// Opens an address in a new tab.
    OpenTab {
        address: Text,
        /// Sent when the browser does not allow it.
        denied: A,
    },
}

/// An effect of which no panel gets a result.
pub type PageEffect = Effect<Infallible>;

impl<A> Effect<A> {
    /// The same effect with other actions.
    pub fn map<B>(self, change: impl Fn(A) -> B) -> Effect<B> {
        match self {
            Self::Command(command) => Effect::Command(command),
            Self::Select(select) => Effect::Select(select),
            Self::Open(panel) => Effect::Open(panel),
            Self::Follow(link) => Effect::Follow(link),
            Self::Show(target) => Effect::Show(target),
            Self::Begin(input) => Effect::Begin(input),
            Self::Page(action) => Effect::Page(action),
            Self::Work(action) => Effect::Work(action),
            Self::Learn(action) => Effect::Learn(action),
            Self::Copy { text, copied, denied } => {
                Effect::Copy { text, copied: change(copied), denied: change(denied) }
            }
            Self::Download { name, text } => Effect::Download { name, text },
            Self::SavePicture { name, svg, link, format, failed } => {
                Effect::SavePicture { name, svg, link, format, failed: change(failed) }
            }
            Self::OpenWindow { address, denied } => {
                Effect::OpenWindow { address, denied: change(denied) }
            }
            Self::OpenTab { address, denied } => {
                Effect::OpenTab { address, denied: change(denied) }
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
    NoItem,
}

/// A part of the page that can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The open table.
    Table,
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
    /// None: the form for a request is closed, and what was typed in it is discarded.
    NoRequest,
    /// To import items into the open table, from a text that was dropped or pasted if there is one.
    Import(Option<Rc<ImportForm>>),
    /// For the entities of the open table.
    Entities,
    /// For the callers of the sandbox.
    Callers,
    /// For the replicas of the open table.
    Regions,
    /// For period tables.
    Series,
    /// For a table or an index, with the focus in a part of the form.
    Design(DesignPurpose, DesignPlace),
    /// To find something by name, among all that can be found.
    Find(Rc<[Findable]>),
}

impl Input {
    /// The panel that has the form.
    pub const fn panel(&self) -> PanelId {
        match self {
            Self::Edit(_) => PanelId::ITEMS,
            Self::Call(_) | Self::Read(_) | Self::NoRequest => PanelId::OPERATION,
            Self::Import(_) => PanelId::IMPORT,
            Self::Entities => PanelId::ENTITIES,
            Self::Callers => PanelId::CALLERS,
            Self::Regions => PanelId::REGIONS,
            Self::Series => PanelId::SERIES,
            Self::Design(..) => PanelId::DESIGN,
            Self::Find(_) => PanelId::FIND,
        }
    }

    /// A form for a table or an index, with the focus where the form begins.
    pub const fn design(purpose: DesignPurpose) -> Self {
        Self::Design(purpose, DesignPlace::Form)
    }
}

/// Something that a user can find by name, and what happens when it is chosen.
#[derive(Debug, Clone, PartialEq)]
pub struct Findable {
    /// What kind of thing it is.
    pub kind: FindableKind,
    /// Its name, in the language of the page.
    pub name: Text,
    /// The keys that do the same, as the list of keys shows them: "Ctrl Z". Empty if there are none.
    pub keys: &'static str,
    /// What is done when it is chosen, in order.
    pub effects: Vec<PageEffect>,
}

/// A kind of thing that can be found, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FindableKind {
    Table,
    Index,
    /// Something that the page can do.
    Command,
    Item,
    /// A part of the page.
    Part,
    Lesson,
    Example,
    /// A sandbox that this browser has stored.
    Work,
    /// A term of the glossary.
    Term,
}

impl FindableKind {
    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Command => "find.command",
            Self::Table => "find.table",
            Self::Index => "find.index",
            Self::Item => "find.item",
            Self::Part => "find.part",
            Self::Lesson => "find.lesson",
            Self::Example => "find.example",
            Self::Work => "find.work",
            Self::Term => "find.term",
        }
    }
}

impl Findable {
    /// A thing with a name of the sandbox.
    pub fn named(kind: FindableKind, name: &Text, effect: PageEffect) -> Self {
        Self { kind, name: Text::clone(name), keys: "", effects: vec![effect] }
    }

    /// A thing with a name of the catalogue.
    pub fn titled(kind: FindableKind, title: &'static str, effect: PageEffect) -> Self {
        Self { kind, name: word(title).as_ref().into(), keys: "", effects: vec![effect] }
    }

    pub fn command(title: &'static str, effect: PageEffect) -> Self {
        Self::titled(FindableKind::Command, title, effect)
    }

    /// A command whose name contains another name.
    pub fn command_on(title: &Message, effect: PageEffect) -> Self {
        let name = text(title).into();
        Self { kind: FindableKind::Command, name, keys: "", effects: vec![effect] }
    }

    /// The same, with the keys that do the same.
    #[must_use]
    pub fn with_keys(self, keys: &'static str) -> Self {
        Self { keys, ..self }
    }
}
