//! The settings of the page itself.

use playground::sandbox::document::text::DocumentError;
use playground::view::workspace::Workspace;

use crate::panel::id::PanelId;

/// Rows of a list that are shown until it is known how many are in view.
pub const ROWS_AT_FIRST: usize = 60;

/// How fast virtual time runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speed {
    /// So many times slower than real time.
    Slower(u32),
    /// So many times as fast as real time.
    Faster(u32),
}

impl Speed {
    /// The speeds that the page offers, from slow to fast.
    pub const ALL: [Self; 7] = [
        Self::PRESENTATION,
        Self::Slower(20),
        Self::Slower(10),
        Self::Slower(4),
        Self::REAL,
        Self::Faster(2),
        Self::Faster(4),
    ];

    /// Virtual time passes as real time does.
    pub const REAL: Self = Self::Faster(1);

    /// A delay of 200 ms takes two seconds: long enough to be seen and queried.
    pub const DEFAULT: Self = Self::Slower(10);

    /// A delay of 200 ms takes six seconds: long enough to be explained to an audience.
    pub const PRESENTATION: Self = Self::Slower(30);

    /// In percent of real time, rounded down, as preferences have it.
    pub const fn percent(self) -> u32 {
        match self {
            Self::Slower(times) => 100 / times,
            Self::Faster(times) => 100 * times,
        }
    }

    /// The virtual time that passes in a real time.
    pub fn virtual_ms(self, real_ms: f64) -> f64 {
        match self {
            Self::Slower(times) => real_ms / f64::from(times),
            Self::Faster(times) => real_ms * f64::from(times),
        }
    }

    /// The real time in which a virtual time passes.
    pub fn real_ms(self, virtual_ms: u64) -> u64 {
        match self {
            Self::Slower(times) => virtual_ms * u64::from(times),
            Self::Faster(times) => virtual_ms / u64::from(times),
        }
    }

    /// One step slower, as far as the list goes.
    #[must_use]
    pub fn slower(self) -> Self {
        let slower = Self::ALL.into_iter().take_while(|speed| *speed != self);
        slower.last().unwrap_or(self)
    }

    /// One step faster, as far as the list goes.
    #[must_use]
    pub fn faster(self) -> Self {
        let mut from_here = Self::ALL.into_iter().skip_while(|speed| *speed != self);
        from_here.nth(1).unwrap_or(self)
    }
}

/// A column of the workspaces Load and Design.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    /// Load: what is sent, and the limits.
    Traffic,
    /// Load: what a run came to.
    Results,
    /// Design: two designs.
    Comparison,
    /// Design: the access patterns.
    Patterns,
    /// Design: the costs.
    Costs,
    /// Design: the advice.
    Findings,
}

impl Column {
    /// The columns of a workspace, in reading order. Explore has zones.
    pub const fn of(workspace: Workspace) -> &'static [Self] {
        match workspace {
            Workspace::Explore => &[],
            Workspace::Load => &[Self::Traffic, Self::Results],
            Workspace::Design => &[Self::Comparison, Self::Patterns, Self::Costs, Self::Findings],
        }
    }

    pub const fn workspace(self) -> Workspace {
        match self {
            Self::Traffic | Self::Results => Workspace::Load,
            Self::Comparison | Self::Patterns | Self::Costs | Self::Findings => Workspace::Design,
        }
    }

    pub const fn class(self) -> &'static str {
        match self {
            Self::Traffic => "is-traffic",
            Self::Results => "is-results",
            Self::Comparison => "is-comparison",
            Self::Patterns => "is-patterns",
            Self::Costs => "is-costs",
            Self::Findings => "is-findings",
        }
    }
}

/// The zones of Explore.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Zone {
    Table,
    Indexes,
    /// The last operation. Where a screen has no room for it, it is a sheet that is opened and closed.
    Operation,
}

impl Zone {
    /// The zone's name in the page: its section's `id`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Table => "zone-table",
            Self::Indexes => "zone-indexes",
            Self::Operation => "zone-operation",
        }
    }
}

/// Where the zones of a wide screen meet, in thousandths of its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edges([u16; 2]);

/// Where two zones meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// The table and its indexes.
    Table,
    /// The indexes and the explanation.
    Indexes,
}

impl Edges {
    /// The zones are as 5 to 5 to 3.
    pub const DEFAULT: Self = Self([385, 769]);

    /// No zone becomes narrower.
    const ZONE_MIN: u16 = 220;

    /// The position of each, from left to right.
    pub const fn places(self) -> [u16; 2] {
        self.0
    }

    /// The range of positions of an edge, given the position of the other one.
    pub const fn range(self, edge: Edge) -> [u16; 2] {
        let Self([first, second]) = self;
        match edge {
            Edge::Table => [Self::ZONE_MIN, second - Self::ZONE_MIN],
            Edge::Indexes => [first + Self::ZONE_MIN, 1000 - Self::ZONE_MIN],
        }
    }

    /// With an edge at another place, as far as it may go.
    #[must_use]
    pub fn moved(self, edge: Edge, to: u16) -> Self {
        let Self([first, second]) = self;
        let [least, most] = self.range(edge);
        let to = to.clamp(least, most);
        match edge {
            Edge::Table => Self([to, second]),
            Edge::Indexes => Self([first, to]),
        }
    }
}

/// What opens over the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Menu {
    /// The user's own work, and what can be done with the sandbox as a whole.
    Sandbox,
    /// The dialog in which the sandbox is shared.
    Share,
    /// The lessons.
    Learn,
    /// Actions on the table.
    Table,
    /// How much time to let pass.
    Clock,
    /// The glossary and the keys.
    Help,
    /// Finish codes of learners.
    Teach,
    /// The list of keyboard shortcuts.
    Shortcuts,
    Glossary,
    /// Things that are found by name.
    Find,
}

impl Menu {
    /// The name in the page of the button that opens it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Sandbox => "menu-sandbox",
            Self::Share => "menu-share",
            // The dialog is opened from the menu of lessons.
            Self::Learn | Self::Teach => "menu-learn",
            Self::Table => "menu-table",
            Self::Clock => "menu-clock",
            // The dialogs are opened from the menu of help.
            Self::Help | Self::Shortcuts | Self::Glossary | Self::Find => "menu-help",
        }
    }
}

/// Light, dark, or as the system has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Theme {
    /// As the system has it.
    Auto,
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The next one: from that of the system to the other one, so that the first press changes the page.
    #[must_use]
    pub const fn next(self, is_system_dark: bool) -> Self {
        match (self, is_system_dark) {
            (Self::Auto, false) | (Self::Light, true) => Self::Dark,
            (Self::Auto, true) | (Self::Dark, false) => Self::Light,
            (Self::Light, false) | (Self::Dark, true) => Self::Auto,
        }
    }

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Auto => "bar.theme_auto",
            Self::Light => "bar.theme_light",
            Self::Dark => "bar.theme_dark",
        }
    }

    /// The value of `data-theme`, and of the saved preference.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// What the lines for a new user say: the next step of the first that a sandbox shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guide {
    /// Remove an attribute that is a key of an index.
    Remove,
    /// Watch the entry leave the index.
    Watch,
    /// Read the index while it is behind.
    Read,
    /// Nothing: the steps were done once, or dismissed.
    Done,
}

impl Guide {
    /// All, in order.
    pub const ALL: [Self; 4] = [Self::Remove, Self::Watch, Self::Read, Self::Done];

    /// The value of the saved preference.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Remove => "remove",
            Self::Watch => "watch",
            Self::Read => "read",
            Self::Done => "done",
        }
    }
}

/// Whether this browser has stored the sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Saving {
    /// Nothing was changed yet, so there is nothing to store.
    Untouched,
    /// It is being stored.
    Saving,
    /// All of it is stored.
    Saved,
    /// Another tab shows the same sandbox, and stores it. A change here makes a copy.
    Elsewhere,
    /// There is no room. It is tried again.
    Full {
        /// How many bytes are missing.
        missing_bytes: u64,
    },
    /// No page could open it again. What was stored before is still stored.
    TooLarge(DocumentError),
    /// The browser does not store anything. It is tried again.
    Failed,
    /// The browser does not answer.
    Silent,
    /// Another page has deleted or replaced all stored work. The next change stores the sandbox again.
    Closed,
}

impl Saving {
    /// Whether what was changed is in this tab only.
    pub const fn fails(&self) -> bool {
        match self {
            Self::Untouched | Self::Saving | Self::Saved | Self::Elsewhere => false,
            Self::Full { .. } | Self::TooLarge(_) | Self::Failed | Self::Silent | Self::Closed => {
                true
            }
        }
    }
}

/// The name in the page of an index: its heading's `id`.
pub fn index_id(name: &str) -> String {
    ["index-", name].concat()
}

/// The name in the page of a panel of Load or Design: its heading's `id`.
pub fn panel_heading_id(panel: PanelId) -> String {
    ["panel-", panel.0].concat()
}

/// The `id` of the workspace that is shown.
pub const WORKSPACE_ID: &str = "workspace";

/// The `id` of the button that puts back what was deleted from the list of stored work.
pub const UNDO_DELETE_ID: &str = "work-undo";

/// The `id` of the button that starts a presentation.
pub const PRESENT_ID: &str = "present";

/// The `id` of the button that begins a new item.
pub const ADD_ITEM: &str = "add-item";

/// The `id` of the button that reads an index while it is behind.
pub const READ_STALE: &str = "read-stale";

/// The `id` of the button that opens the query form.
pub const OPEN_QUERY: &str = "open-query";

/// How much time can be let pass at once, in milliseconds: a second, a minute, an hour, a day, 30 days.
pub const TIME_STEPS: [u64; 5] = [1_000, 60_000, 3_600_000, 86_400_000, 2_592_000_000];

/// Sandboxes in the menu of the sandbox: the others are in the list.
pub const MENU_COUNT: usize = 5;
