//! The design of a table as its form holds it. Any text is allowed: DynamoDB judges it when it is sent.

/// A table to be created: keys and indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableDesign {
    /// The table's name.
    pub name: String,
    /// The partition key.
    pub partition_key: KeyDesign,
    /// The sort key, if the table has one.
    pub sort_key: Option<KeyDesign>,
    /// Local secondary indexes; their partition key is the table's.
    pub local_indexes: Vec<IndexDesign>,
    /// Global secondary indexes.
    pub global_indexes: Vec<IndexDesign>,
}

/// A key attribute and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDesign {
    /// The attribute.
    pub name: String,
    /// Its type.
    pub kind: KeyKind,
}

/// The types that a key may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyKind {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
}

/// A secondary index to be created with its table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexDesign {
    /// The index's name.
    pub name: String,
    /// The partition key.
    pub partition_key: KeyDesign,
    /// The sort key; a local index always has one.
    pub sort_key: Option<KeyDesign>,
    /// What an entry holds beyond keys.
    pub projection: ProjectionDesign,
}

/// What an index entry holds beyond the keys of index and table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProjectionDesign {
    /// Nothing.
    KeysOnly,
    /// These attributes.
    Include(Vec<String>),
    /// Every attribute of the item.
    All,
}

impl KeyKind {
    /// DynamoDB's tag for the type.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}
