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

impl Method {
    /// The key of what its units are called.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Read => "unit.read",
            Self::Write => "unit.write",
        }
    }
}

/// Requests to SQL tables, which take no units.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SqlUse {
    pub read_count: u64,
    pub write_count: u64,
}

impl SqlUse {
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
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
    /// It succeeded, on SQL tables alone.
    Sql(SqlUse),
    /// It succeeded. Operations on tables, settings and descriptions have no price.
    Free,
    Rejected {
        /// What it was charged nevertheless: a write whose condition is false is charged.
        charged: Option<(Method, Units)>,
        /// Whether it exceeded the throughput.
        is_throttled: bool,
    },
}

/// What an index looks like: a colour, and the edge of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hue {
    /// Its colour. Of more than six indexes, some have the same.
    pub colour: Colour,
    /// Its edge.
    pub rim: Rim,
}

/// The colours of indexes. People with any kind of colour blindness can tell them apart; a test measures it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Colour {
    Violet,
    Teal,
    Orange,
    Pink,
    Blue,
    Green,
}

/// The edges of indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rim {
    /// A global index.
    Dashed,
    /// A local index.
    Double,
}

impl Colour {
    /// All, in the order in which indexes get them.
    pub const ALL: [Self; 6] =
        [Self::Violet, Self::Teal, Self::Orange, Self::Pink, Self::Blue, Self::Green];
}

impl Hue {
    /// A global index that was deleted.
    pub const OF_GLOBAL: Self = Self { colour: Colour::Violet, rim: Rim::Dashed };

    /// A local index that was deleted.
    pub const OF_LOCAL: Self = Self { colour: Colour::Teal, rim: Rim::Double };

    /// The CSS classes of what looks like the index.
    pub const fn class(self) -> &'static str {
        match (self.colour, self.rim) {
            (Colour::Violet, Rim::Dashed) => "hue-violet is-dashed",
            (Colour::Violet, Rim::Double) => "hue-violet is-double",
            (Colour::Teal, Rim::Dashed) => "hue-teal is-dashed",
            (Colour::Teal, Rim::Double) => "hue-teal is-double",
            (Colour::Orange, Rim::Dashed) => "hue-orange is-dashed",
            (Colour::Orange, Rim::Double) => "hue-orange is-double",
            (Colour::Pink, Rim::Dashed) => "hue-pink is-dashed",
            (Colour::Pink, Rim::Double) => "hue-pink is-double",
            (Colour::Blue, Rim::Dashed) => "hue-blue is-dashed",
            (Colour::Blue, Rim::Double) => "hue-blue is-double",
            (Colour::Green, Rim::Dashed) => "hue-green is-dashed",
            (Colour::Green, Rim::Double) => "hue-green is-double",
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
