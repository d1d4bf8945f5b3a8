//! Two designs side by side: which of them is shown, and what differs when both serve the same workload.

use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::value::{Hue, Text};

/// One of two designs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letter {
    /// The one that was there.
    A,
    /// Its copy.
    B,
}

impl Letter {
    /// Both, in order.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// As it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// What two designs store, and what a workload came to on each.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonView {
    /// The message about what was compared, or will be.
    pub words: Message,
    /// In what they are not asked and priced alike, if they are not, and what makes them so: then the difference of their costs is not
    /// one of the designs alone.
    pub unlike: Option<[Message; 2]>,
    /// Percent of the workload that has run; `None` if none runs.
    pub running_percent: Option<u64>,
    /// Whether a workload can be run on both.
    pub can_run: bool,
    /// Sums, then tables with their indexes.
    pub groups: Vec<ComparisonGroup>,
}

/// A part of a table that may differ between two designs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SchemaPart {
    /// The table as a whole, which only one design has.
    Table,
    Key,
    /// An index, with its keys and its projection.
    Index(Text),
    /// How it is paid for, and what it may consume.
    Throughput,
    TimeToLive,
    Stream,
    Class,
    /// Protection against DeleteTable.
    Protection,
    /// Whether it stands for a table of an SQL database.
    Sql,
}

/// Where a table differs between two designs.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    pub table: Text,
    pub part: SchemaPart,
    /// What differs.
    pub words: Message,
    /// As it is in A and in B.
    pub sides: [Message; 2],
    /// Why it cannot be taken over alone, if it cannot.
    pub obstacle: Option<Message>,
    /// What becomes of items if it is taken over from A, and from B, if that is not what the part itself says.
    pub losses: [Option<Message>; 2],
}

/// What taking a difference over does to the design that gets it.
#[derive(Debug, Clone, PartialEq)]
pub struct MergePreview {
    /// Which access patterns do not work any more, if any.
    pub broken: Option<Message>,
    /// Which did not, and do.
    pub mended: Option<Message>,
    /// What a month costs without and with it.
    pub costs: Option<[Money; 2]>,
}

/// A table or an index, or the sum of all.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonGroup {
    /// The table, or that of the index; `None` for the sum.
    pub table: Option<Text>,
    /// What it is called; `None` for the sum.
    pub name: Option<Text>,
    /// The hue of an index.
    pub hue: Option<Hue>,
    /// What is compared.
    pub rows: Vec<ComparisonRow>,
}

/// An amount in both designs.
#[derive(Debug, Clone, PartialEq)]
pub struct ComparisonRow {
    pub words: Message,
    /// In A and in B; `None` where there is no such thing.
    pub amounts: [Option<Argument>; 2],
    /// From A to B.
    pub difference: Message,
}

/// Commands about two designs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CompareCommand {
    /// Opens a link, or the text of a file, as design B beside the sandbox. It continues in each frame, as any opening does.
    Open(Text),
    /// Puts a copy beside the sandbox, and shows the copy. Each has a history of its own from here on.
    Duplicate,
    /// Shows one of the two.
    Show(Letter),
    /// Runs the same workload on both. It continues in each frame, as a workload does.
    Run,
    /// Gives both the rates and the settings of prices of the one that is shown, and each the patterns that only the other has. Each
    /// design can undo it.
    Align,
    /// Lets go of the one that is not shown.
    Keep,
}
