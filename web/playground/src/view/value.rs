//! The smallest parts of a view: shared text, units, types, hues and marks.

use std::rc::Rc;

/// Text that is shared rather than copied.
pub type Text = Rc<str>;

/// Capacity units, counted in halves: eventually consistent reads cost half a unit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Units {
    /// Twice the units.
    pub halves: u64,
}

/// What a number of units buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Read capacity units.
    Read,
    /// Write capacity units.
    Write,
}

/// What an operation came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationOutcome {
    /// It succeeded, and was charged.
    Charged {
        /// In which units.
        method: Method,
        /// How many, in all tables and indexes.
        units: Units,
    },
    /// It succeeded. Operations on tables, settings and descriptions have no price.
    Free,
    /// It was rejected.
    Rejected {
        /// What it was charged nevertheless: a write whose condition is false is charged.
        charged: Option<(Method, Units)>,
        /// Whether it exceeded the throughput.
        is_throttled: bool,
    },
}

/// The colour of an index, given by order of creation and never reused within a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    /// The first global index.
    Violet,
    /// The second.
    Pink,
    /// The third.
    Green,
    /// The fourth, and every one after it.
    Orange,
    /// Every local index: the hue of the table's own partitions.
    Teal,
}

impl Hue {
    /// The hue of a global index, by its position among the global indexes of its table.
    pub const fn of_global(position: usize) -> Self {
        match position {
            0 => Self::Violet,
            1 => Self::Pink,
            2 => Self::Green,
            _ => Self::Orange,
        }
    }

    /// The CSS class that colours what bears this hue.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Violet => "hue-violet",
            Self::Pink => "hue-pink",
            Self::Green => "hue-green",
            Self::Orange => "hue-orange",
            Self::Teal => "hue-teal",
        }
    }
}

/// What the last action did to an item or entry; it fades from the page, not from the data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// It is new here.
    Added,
    /// Its attributes are others.
    Changed,
    /// It was removed; its former position is shown.
    Removed,
    /// It has another key, and so another place.
    Moved,
}

impl Mark {
    /// The sign drawn beside the words.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Added => "+",
            Self::Changed => "~",
            Self::Removed => "−",
            Self::Moved => "⇄",
        }
    }

    /// The CSS class of the mark.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Added => "is-added",
            Self::Changed => "is-changed",
            Self::Removed => "is-removed",
            Self::Moved => "is-moved",
        }
    }
}
