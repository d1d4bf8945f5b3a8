//! The design of a table as its form holds it. Any text is allowed: DynamoDB judges it when it is sent.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::draft::FaultView;
use crate::view::message::Message;
use crate::view::value::Text;

/// A table to be created: keys and indexes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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

impl TableDesign {
    /// Whether every name has been given.
    pub fn is_filled_in(&self) -> bool {
        let indexes = self.local_indexes.iter().chain(&self.global_indexes);
        let mut names = vec![&self.name, &self.partition_key.name];
        names.extend(self.sort_key.iter().map(|key| &key.name));
        for index in indexes {
            names.push(&index.name);
            names.extend(index.keys().map(|key| &key.name));
        }
        names.iter().all(|name| !name.is_empty())
    }
}

/// A key attribute and its type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyDesign {
    /// The attribute.
    pub name: String,
    /// Its type.
    pub kind: KeyKind,
}

/// The types that a key may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyKind {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
}

/// A secondary index to be created with its table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexDesign {
    /// The index's name.
    pub name: String,
    /// The attributes of the partition key: one, or up to four in a global index.
    pub partition_keys: Vec<KeyDesign>,
    /// The attributes of the sort key: one in a local index, up to four in a global one.
    pub sort_keys: Vec<KeyDesign>,
    /// What an entry holds beyond keys.
    pub projection: ProjectionDesign,
}

impl IndexDesign {
    /// The attributes of the partition key, then those of the sort key.
    pub fn keys(&self) -> impl Iterator<Item = &KeyDesign> {
        self.partition_keys.iter().chain(&self.sort_keys)
    }
}

/// What an index entry holds beyond the keys of index and table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProjectionDesign {
    /// Nothing.
    KeysOnly,
    /// These attributes.
    Include(Vec<String>),
    /// Every attribute of the item.
    All,
}

impl KeyKind {
    /// The three types, in the order in which a form offers them.
    pub const ALL: [Self; 3] = [Self::S, Self::N, Self::B];

    /// DynamoDB's tag for the type.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
        }
    }
}

/// What CreateTable would say to a design.
#[derive(Debug, Clone, PartialEq)]
pub struct DesignCheck {
    /// The request as indented JSON.
    pub request: Text,
    /// Why it would be rejected.
    pub fault: Option<Rc<FaultView>>,
    /// Which part of the form is at fault.
    pub place: DesignPlace,
    /// What rebuilding does and costs: "10 items are written again: 40 WCU for the table, 3 for OpenOrders".
    pub rebuild: Vec<Message>,
}

/// A part of the design form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DesignPlace {
    /// The form as a whole.
    Form,
    /// The table's name.
    Name,
    /// The table's keys.
    Keys,
    /// A local index, by position.
    Local(usize),
    /// A global index, by position.
    Global(usize),
}
