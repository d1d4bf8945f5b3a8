//! The workspaces of the page.

/// A workspace: what the page shows at a time. All of them are about one sandbox.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Workspace {
    /// The table, its indexes and the last operation.
    #[default]
    Explore,
    /// A workload, the limits of throughput, and what a run came to.
    Load,
    /// Access patterns, costs, findings, and two designs side by side.
    Design,
}

impl Workspace {
    /// All, in the order of the bar.
    pub const ALL: [Self; 3] = [Self::Explore, Self::Load, Self::Design];

    /// Its name, in a style sheet, in lessons and where it is stored.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Explore => "explore",
            Self::Load => "load",
            Self::Design => "design",
        }
    }

    /// The workspace of a name in a lesson, which may call Design `cost`, too.
    pub(crate) fn named(id: &str) -> Option<Self> {
        match id {
            "cost" => Some(Self::Design),
            id => Self::ALL.into_iter().find(|workspace| workspace.id() == id),
        }
    }

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Explore => "workspace.explore",
            Self::Load => "workspace.load",
            Self::Design => "workspace.design",
        }
    }
}
