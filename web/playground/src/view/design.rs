//! The design of a table as its form holds it. Any text is allowed: DynamoDB judges it when it is sent.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::cost::{PayMode, TableClass};
use crate::view::draft::{FaultView, PreviewView};
use crate::view::message::{Argument, Message};
use crate::view::receipt::ReceiptLine;
use crate::view::throughput::ScalingView;
use crate::view::value::Text;

/// A form about a table, as far as it is filled in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DesignInterest {
    /// What the form does.
    pub purpose: DesignPurpose,
    pub design: TableDesign,
    /// An item that is typical for a new table, as plain JSON; `None` if it is the proposed one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
}

impl DesignInterest {
    /// A form that has just been opened.
    pub fn new(purpose: DesignPurpose, design: TableDesign) -> Self {
        Self { purpose, design, sample: None }
    }
}

/// What a form about a table does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum DesignPurpose {
    /// It creates a table.
    Create,
    /// It deletes this table, creates it after the design, and writes its items back.
    Rebuild(Text),
    /// It changes settings of this table.
    Update(Text),
    /// It adds a global index to this table: the last one of the design.
    AddIndex(Text),
    /// It deletes a global index.
    DeleteIndex { table: Text, index: Text },
}

impl DesignPurpose {
    /// The table that there is; `None` if it is created.
    pub const fn table(&self) -> Option<&Text> {
        match self {
            Self::Create => None,
            Self::Rebuild(table)
            | Self::Update(table)
            | Self::AddIndex(table)
            | Self::DeleteIndex { table, .. } => Some(table),
        }
    }
}

/// A table to be created: keys, indexes and settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDesign {
    /// The table's name.
    pub name: String,
    pub partition_key: KeyDesign,
    /// The sort key, if the table has one.
    pub sort_key: Option<KeyDesign>,
    /// Local secondary indexes; their partition key is the table's.
    pub local_indexes: Vec<IndexDesign>,
    /// Global secondary indexes.
    pub global_indexes: Vec<IndexDesign>,
    /// How it is paid for, and what else can be set. `None` in work that earlier versions stored: a table that is rebuilt
    /// keeps its capacity, and a new one is on demand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Box<TableSettings>>,
}

/// What can be set of a table beside its keys and indexes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableSettings {
    /// How its throughput is paid for.
    pub billing: PayMode,
    /// What it may consume.
    pub capacity: CapacityDesign,
    /// Auto scaling of the table and its global indexes, while it is provisioned.
    pub scaling: Option<ScalingView>,
    /// The attribute by which items expire; empty if they do not.
    pub time_to_live: String,
    /// What its stream records, if it has one.
    pub stream: Option<StreamDesign>,
    /// Its price class.
    pub class: TableClass,
    /// Whether DeleteTable is rejected.
    pub is_protected: bool,
}

/// What a table or a global index may consume in a second, in both billing modes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CapacityDesign {
    /// Provisioned read units.
    pub read_units: u64,
    /// Provisioned write units.
    pub write_units: u64,
    /// The most read units on demand; `None` is no limit of its own.
    pub read_max: Option<u64>,
    /// The most write units on demand; `None` is no limit of its own.
    pub write_max: Option<u64>,
}

/// Units a second of a table or index that has just been provisioned. Model: what the console proposes.
pub const UNITS_AT_FIRST: u64 = 5;

impl Default for CapacityDesign {
    fn default() -> Self {
        Self {
            read_units: UNITS_AT_FIRST,
            write_units: UNITS_AT_FIRST,
            read_max: None,
            write_max: None,
        }
    }
}

/// What the records of a stream have of an item, besides its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum StreamDesign {
    /// Nothing.
    KeysOnly,
    /// The item after the write.
    NewImage,
    /// The item before the write.
    OldImage,
    /// Both.
    NewAndOldImages,
}

impl StreamDesign {
    /// All, in the order in which a form offers them.
    pub const ALL: [Self; 4] =
        [Self::KeysOnly, Self::NewImage, Self::OldImage, Self::NewAndOldImages];

    /// DynamoDB's word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::KeysOnly => "KEYS_ONLY",
            Self::NewImage => "NEW_IMAGE",
            Self::OldImage => "OLD_IMAGE",
            Self::NewAndOldImages => "NEW_AND_OLD_IMAGES",
        }
    }
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
    /// What a global index may consume.
    #[serde(default)]
    pub capacity: CapacityDesign,
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

impl ProjectionDesign {
    /// "INCLUDE Total".
    pub fn words(&self) -> Message {
        match self {
            Self::KeysOnly => Message::plain("index.keys_only"),
            Self::Include(names) => {
                let names = names.iter().map(|name| name.as_str().into()).collect();
                Message::plain("index.include").with("names", Argument::List(names))
            }
            Self::All => Message::plain("index.all"),
        }
    }
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

/// What a form about a table would do, and what DynamoDB would say to it.
#[derive(Debug, Clone, PartialEq)]
pub struct DesignCheck {
    /// The requests that it sends, in order. Auto scaling is of another service, and has none.
    pub requests: Vec<DesignRequest>,
    pub is_unchanged: bool,
    /// Why one of them would be rejected.
    pub fault: Option<Rc<FaultView>>,
    /// Which part of the form is at fault.
    pub place: DesignPlace,
    /// What it does and costs: "10 items are written again", "3 of 10 items get an entry".
    pub effects: Vec<Message>,
    /// What one write of a typical item would cost; `None` while the design would be rejected.
    pub write: Option<WriteEstimate>,
    /// The typical item of a new table as it is in use: typed or proposed.
    pub sample: Text,
    /// Why the typed one cannot be written.
    pub sample_fault: Option<Rc<FaultView>>,
    /// The attributes that could be keys of an index, with the types that they have in the items.
    pub attributes: Rc<[KeyDesign]>,
}

/// A request that a form sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DesignRequest {
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// Its text, as indented JSON.
    pub text: Text,
}

/// What one write of an item costs in the table and in each index.
#[derive(Debug, Clone, PartialEq)]
pub struct WriteEstimate {
    /// The sum.
    pub cost: Rc<PreviewView>,
    /// Its parts, each with the size of the item or entry.
    pub lines: Vec<ReceiptLine>,
}

/// A part of a form about a table.
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
    /// How throughput is paid for, and the units of the table.
    Capacity,
    /// The attribute by which items expire.
    TimeToLive,
    Stream,
    /// The price class.
    Class,
    /// Protection against DeleteTable.
    Protection,
}
