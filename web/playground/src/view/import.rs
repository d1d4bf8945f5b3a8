//! Text that becomes items of a table: how a user wants it read, what was found in it, and what importing it would do.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::draft::{FaultView, TermView};
use crate::view::first::First;
use crate::view::message::Message;
use crate::view::table::ValueView;
use crate::view::value::{SqlUse, Text, Units};

/// A text to import, and how it is to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportForm {
    pub text: Text,
    /// The file that it is from; `None` if it was typed or pasted.
    pub file: Option<ImportFile>,
    /// The format; the one that is found if `None`.
    pub format: Option<Format>,
    /// The types of columns that were changed, by the names of the columns.
    pub columns: BTreeMap<Text, ColumnKind>,
    /// What an empty cell becomes.
    pub empty: EmptyCell,
    /// Whether an object such as `{"S": "x"}` is a typed value in plain JSON. If not, it is a map.
    pub tagged: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportFile {
    pub name: Text,
    /// Its bytes. Of a file that is too large, the text is only the beginning.
    pub size: u64,
}

/// The format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    /// Lines of cells, the first of which names the columns.
    Csv(Delimiter),
    /// Objects without type tags.
    PlainJson,
    /// Objects with type tags.
    DynamoDbJson,
}

/// What separates the cells of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delimiter {
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    Tab,
    /// `|`
    Bar,
}

/// What the cells of a column become.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ColumnKind {
    /// Strings.
    S,
    /// Numbers.
    N,
    /// Binary values, from base64.
    B,
    /// Booleans.
    Bool,
    /// The values of plain JSON.
    Json,
    /// Nothing: the column is not imported.
    Skip,
}

/// What an empty cell becomes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EmptyCell {
    /// The item does not have the attribute, which keeps it out of the indexes that need it.
    #[default]
    Absent,
    /// An empty string, in columns of strings that are keys of nothing.
    Text,
    /// NULL, in columns that are keys of nothing.
    Null,
}

impl Format {
    /// All, in the order of the selection.
    pub const ALL: [Self; 6] = [
        Self::PlainJson,
        Self::DynamoDbJson,
        Self::Csv(Delimiter::Comma),
        Self::Csv(Delimiter::Semicolon),
        Self::Csv(Delimiter::Tab),
        Self::Csv(Delimiter::Bar),
    ];
}

impl Delimiter {
    /// All, the most common first.
    pub const ALL: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Bar];

    /// The character.
    pub const fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
        }
    }
}

impl ColumnKind {
    /// All, in the order of the selection.
    pub const ALL: [Self; 6] = [Self::S, Self::N, Self::Bool, Self::Json, Self::B, Self::Skip];
}

impl EmptyCell {
    /// All, in the order of the selection.
    pub const ALL: [Self; 3] = [Self::Absent, Self::Text, Self::Null];
}

/// What was found in a text, and what importing it would do.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportView {
    pub table: Text,
    /// The format in which the text was read.
    pub format: Format,
    /// Whether plain JSON has objects that may be typed values.
    pub is_ambiguous: bool,
    /// Whether the text has empty cells.
    pub has_empty: bool,
    /// Why nothing of the text can be read.
    pub problem: Option<Rc<FaultView>>,
    /// What became of the text: "12 items".
    pub found: Option<Message>,
    /// What a user should know before the import, such as keys that occur twice.
    pub notes: Vec<Message>,
    /// The attributes.
    pub columns: First<ColumnView>,
    /// The lines of the first items.
    pub sample_lines: Vec<u64>,
    /// The first rows that cannot be imported.
    pub rejected: First<LineFault>,
    /// How far the preview or the import is.
    pub stage: ImportStage,
}

/// An attribute of the items.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnView {
    pub name: Text,
    /// What the cells of the column become; `None` if the text has typed values.
    pub kind: Option<ColumnKind>,
    /// The types of its values, as their tags.
    pub types: Text,
    /// Whether it is a key of the table or of an index, which sets its type.
    pub is_key: bool,
    /// Its values in the first items.
    pub samples: Vec<Option<ValueView>>,
}

/// Why a row cannot be imported.
#[derive(Debug, Clone, PartialEq)]
pub struct LineFault {
    /// The line of the text in which the row begins, or in which the fault is, from 1.
    pub line: u64,
    /// Why.
    pub fault: Rc<FaultView>,
}

/// How far the preview or the import is.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportStage {
    /// There is nothing to import.
    Empty,
    /// The items were not tried.
    Untried,
    /// The items are tried on a copy of the sandbox.
    Trying(Progress),
    /// This is what importing them would do.
    Tried(Rc<TrialView>),
    /// With them the sandbox would be beyond a limit, which this says.
    Full(Message),
    /// The items are being imported.
    Importing(Progress),
}

/// How many items are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Those that are done.
    pub done: u64,
    pub all: u64,
}

/// What importing items would do.
#[derive(Debug, Clone, PartialEq)]
pub struct TrialView {
    /// Items that would be written, new ones and replaced ones.
    pub written_count: u64,
    /// Those that would replace an item.
    pub replaced_count: u64,
    /// Items that would be throttled at this moment.
    pub throttled_count: u64,
    /// Write units in all.
    pub total: Units,
    /// Requests to an SQL table.
    pub sql: SqlUse,
    /// The table and each index.
    pub stores: Vec<StoreCost>,
    /// The items that would be rejected, by their positions.
    pub rejections: Vec<(usize, Rc<FaultView>)>,
}

/// What an import does to the table or an index.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreCost {
    /// Its name, and the write units.
    pub term: TermView,
    /// Entries that would be written. An entry that stays as it is is not.
    pub entry_count: u64,
}
