//! The page as a whole: what is open, how it is set, and what this browser stores. Panels read it; effects change it.

use std::rc::Rc;

use playground::view::edit::ItemId;
use playground::view::embed::{EmbedRequest, EmbedView};
use playground::view::value::Text;
use playground::view::work::DamagedWork;
use playground::view::workspace::Workspace;

use crate::panel::id::PanelId;
use crate::panel::learn::LearnState;
use crate::panel::presenter::ShownStep;
use crate::panel::setting::{Column, Edge, Edges, Guide, Menu, Saving, Speed, Theme, Zone};
use crate::panel::storage::WorkState;

/// The page as a whole.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Debug, Clone, PartialEq)]
pub struct PageState {
    /// The address of the page, without the part after `#`.
    pub address: Text,
    /// The workspace shown.
    pub workspace: Workspace,
    /// The zone of Explore that is worked in.
    pub zone: Zone,
    /// The open menu or dialog.
    pub menu: Option<Menu>,
    /// The positions of the lines between the zones of a wide screen.
    pub edges: Edges,
    /// Light, dark or neither.
    pub theme: Theme,
    /// Whether the system is set to dark.
    pub is_system_dark: bool,
    /// Whether single letters are keys.
    pub letter_keys: bool,
    /// Whether nothing was ever changed: the page points at the first thing to try.
    pub newcomer: bool,
    /// What the lines for a new user say.
    pub guide: Guide,
    /// Whether time runs while a change is pending.
    pub playing: bool,
    /// Whether it is paused until the pending changes have arrived, because an index is read while it is behind.
    pub held: bool,
    /// How fast.
    pub speed: Speed,
    /// The name of the presentation of this tab, which its notes have in their address.
    pub presentation_name: Text,
    /// While the page presents: how fast time runs meanwhile.
    pub presentation: Option<Speed>,
    /// While the page is shown in a frame of another page: what it shows.
    pub embed: Option<Embed>,
    /// In the window with the notes of a presentation: what it knows.
    pub notes: Option<NotesState>,
    /// Whether the page is being printed.
    pub printing: bool,
    /// Whether an earlier moment is shown.
    pub rewound: bool,
    /// Whether time runs from that moment to now. Pausing there does not pause the clock of now.
    pub replaying: bool,
    /// Whether this browser stores the sandbox.
    pub saving: Saving,
    /// What it stores.
    pub work: WorkState,
    /// Lessons.
    pub learn: LearnState,
    /// The parts of stored work that could not be read when it was opened.
    pub damaged: Option<Rc<DamagedWork>>,
}

impl Default for PageState {
    fn default() -> Self {
        Self {
            address: Text::default(),
            workspace: Workspace::Explore,
            zone: Zone::Table,
            menu: None,
            edges: Edges::DEFAULT,
            theme: Theme::Auto,
            is_system_dark: false,
            letter_keys: true,
            newcomer: true,
            guide: Guide::Remove,
            playing: true,
            held: false,
            speed: Speed::DEFAULT,
            presentation_name: Text::default(),
            presentation: None,
            embed: None,
            notes: None,
            printing: false,
            rewound: false,
            replaying: false,
            saving: Saving::Untouched,
            work: WorkState::default(),
            learn: LearnState::default(),
            damaged: None,
        }
    }
}

/// What the window with the notes of a presentation knows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct NotesState {
    /// What is presented, as far as it is known.
    pub shown: Option<Box<ShownStep>>,
    /// How often it has asked since the last answer.
    pub unanswered: u32,
    /// The time, in milliseconds since 1970.
    pub now_ms: u64,
}

/// What an embed was asked for, and what it shows.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Embed {
    /// What its address asks for.
    pub request: Rc<EmbedRequest>,
    /// What it shows of the sandbox.
    pub view: Rc<EmbedView>,
}

impl PageState {
    /// Whether a user can only look.
    pub fn is_read_only(&self) -> bool {
        self.embed.as_ref().is_some_and(|embed| embed.request.is_read_only)
    }

    pub fn presents_lesson(&self) -> bool {
        self.presentation.is_some() && self.learn.played().is_some()
    }

    /// How fast virtual time runs at present.
    pub fn running_speed(&self) -> Speed {
        self.presentation.unwrap_or(self.speed)
    }

    /// Whether the clock runs as soon as there is something to wait for.
    pub fn is_playing(&self) -> bool {
        if self.rewound { self.replaying } else { self.playing && !self.held }
    }
}

/// What can be done with the page as a whole.
#[derive(Debug, Clone, PartialEq)]
pub enum PageAction {
    ShowWorkspace(Workspace),
    /// Show a panel of Load or Design, and put the focus on its heading.
    GoToPanel(Column, PanelId),
    /// Begin a presentation, or end it.
    Present(bool),
    /// Make what is printed, or drop it.
    Print(bool),
    /// Put the focus on the workspace that is shown.
    SkipToWorkspace,
    /// Open the receipt of an operation; the last one if `None`.
    ShowOperation(Option<u64>),
    /// Close the sheet of the last operation, on small screens.
    CloseOperation,
    /// Show a zone of Explore and put the focus on its heading.
    GoToZone(Zone),
    /// Shows the table, with the focus on an item.
    GoToItems,
    /// Select an item, show it and put the focus on it.
    GoToItem(ItemId),
    /// Show an index and put the focus on its heading.
    GoToIndex(Text),
    /// Move the focus once the page is drawn.
    Focus(Focus),
    /// Open the dialog in which things are found by name.
    Find,
    /// Open a menu, or close the one that is open.
    ToggleMenu(Menu),
    /// The browser opens a menu, or closes it.
    MenuToggled(Menu, bool),
    /// Close the menu that is open.
    CloseMenu,
    /// Close the notice of what could not be read.
    DismissDamage,
    /// Let the clock run while a change is pending, or pause it.
    SetPlaying(bool),
    /// Pause the clock until the pending changes have arrived, or no longer. This is not a preference.
    HoldClock(bool),
    /// What the lines for a new user say next.
    SetGuide(Guide),
    /// How fast virtual time runs.
    SetSpeed(Speed),
    /// Light, dark, or as the system has it.
    SetTheme(Theme),
    /// Move the line between two zones to a position in thousandths of the width.
    MoveEdge(Edge, u16),
    /// Whether single letters are keys.
    SetLetterKeys(bool),
}

/// Where the focus goes once the page is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Focus {
    /// The item's own button.
    Item(ItemId),
    /// The entry of an item in an index.
    Entry(Text, ItemId),
    /// The zone's heading.
    Zone(Zone),
    /// The item to which Tab leads; the table's heading if it has none.
    Items,
    /// The heading of an index.
    Index(Text),
    /// The heading of a panel of Load or Design.
    Panel(PanelId),
    Workspace,
    /// The button that opens a menu.
    Menu(Menu),
    /// The button that begins a presentation.
    Present,
    /// The button that puts back what was deleted.
    UndoDelete,
}
