//! Zone C: the indexes of a table, their entries, and what is not in them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use crate::view::design::ProjectionDesign;
use crate::view::edit::ItemId;
use crate::view::entity::EntityTag;
use crate::view::first::First;
use crate::view::message::Message;
use crate::view::receipt::OfferedRead;
use crate::view::table::ValueView;
use crate::view::value::{Hue, Mark, Text, Units};

/// The indexes of the open table: global ones first, each kind in order of creation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IndexesView {
    pub cards: Vec<Rc<IndexView>>,
    /// How many changes of the global indexes of this table are pending.
    pub pending_count: u64,
}

/// Which entries of the indexes of a table are shown. The first one that is about to change is always shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntriesShown {
    /// The rows that are needed, of an index that has no rows of its own.
    pub first: Range<usize>,
    /// The rows that are needed, by index.
    pub rows: BTreeMap<Text, Range<usize>>,
    /// Items whose entries are shown wherever their rows are.
    pub items: Vec<ItemId>,
}

impl EntriesShown {
    /// The first rows of all indexes.
    pub fn first(count: usize) -> Self {
        Self { first: 0..count, rows: BTreeMap::new(), items: Vec::new() }
    }

    /// The rows that are needed of an index.
    pub fn rows_of(&self, index: &str) -> &Range<usize> {
        self.rows.get(index).unwrap_or(&self.first)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct IndexView {
    pub name: Text,
    pub hue: Hue,
    /// Global, and then how long changes travel; or local.
    pub scope: IndexScope,
    /// Its own creation or deletion, while that is in progress.
    pub step: Option<IndexStep>,
    /// Whether some item of the table is not in it.
    pub sparse: bool,
    /// Names of the partition key's attributes.
    pub partition_keys: Vec<Text>,
    /// Names of the sort key's attributes.
    pub sort_keys: Vec<Text>,
    /// What its entries hold.
    pub projection: ProjectionDesign,
    /// What it may consume.
    pub throughput: Message,
    /// Entries that it holds.
    pub entry_count: u64,
    /// Items of the table.
    pub item_count: u64,
    /// Bytes of its entries, without the overhead of storage.
    pub size: u64,
    /// Column headings of the entries: index keys, the table's keys, then the rest.
    pub columns: Vec<Text>,
    /// The entries shown, in index order, those that come and go in their places.
    pub entries: Vec<Rc<EntryView>>,
    /// The row of each of them in the list, from 0.
    pub entry_rows: Vec<usize>,
    /// How many rows the list has, those that are not shown included.
    pub row_count: usize,
    /// Items that are not in the index, at most twenty.
    pub ghosts: First<Rc<GhostView>>,
    /// How many items are not in the index.
    pub ghost_count: u64,
    /// Why they are not: "7 not indexed: no OrderOpenDate".
    pub ghost_reason: Option<Message>,
    /// What the caller that sends requests cannot read, and why.
    pub reach: Option<Message>,
    /// The read that shows it out of date, while a change of it is pending.
    pub stale_read: Option<OfferedRead>,
}

impl IndexView {
    /// Which kind of index it is: a key of the catalogue.
    pub const fn kind(&self) -> &'static str {
        match (self.scope, self.sparse) {
            (IndexScope::Global { .. }, false) => "index.global",
            (IndexScope::Global { .. }, true) => "index.global_sparse",
            (IndexScope::Local, false) => "index.local",
            (IndexScope::Local, true) => "index.local_sparse",
        }
    }
}

/// The creation or deletion of an index of a live table, and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexStep {
    /// Its resources are being allocated.
    Allocating(Due),
    /// It is being filled from the table.
    Filling(Due),
    /// It is going.
    Dropping(Due),
}

/// Whether an index is global or local.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexScope {
    /// In partitions of its own; changes arrive after a delay (milliseconds of virtual time).
    Global { delay_ms: u64 },
    /// In the partitions of the table, in step with it.
    Local,
}

/// One entry of an index.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryView {
    /// Names the entry within the page, and stays when its key changes.
    pub id: Text,
    /// The item it is a copy of.
    pub item: ItemId,
    /// The entity of the item, if it is of one.
    pub entity: Option<EntityTag>,
    /// One cell for each column.
    pub cells: Vec<CellView>,
    /// Which of them the caller that sends requests cannot read.
    pub hidden: Vec<usize>,
    /// Whether the entry before has the same index key.
    pub repeats_key: bool,
    /// Size in bytes.
    pub size: u64,
    /// Whether it is in the index, or pending.
    pub state: EntryState,
    /// What the last action did to it.
    pub mark: Option<Mark>,
    /// Why the item is no longer in the index: "no OrderOpenDate". `None` unless the entry was deleted and the item was not.
    pub reason: Option<Message>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum CellView {
    /// A key of the index.
    Key(ValueView),
    /// A key of the table, which every entry holds.
    TableKey(ValueView),
    /// A projected attribute.
    Value {
        value: ValueView,
        /// Its content before the last action, if that changed it.
        was: Option<Text>,
    },
    /// Attributes of the item that the index does not project, drawn as a hollow dash.
    NotProjected {
        /// None if this item has only attributes that are projected.
        names: Vec<Text>,
        /// What it costs to read them from the table, eventually consistent; `None` if the item was deleted. A query of a
        /// local index fetches them, and a query of a global one cannot.
        fetch: Option<Units>,
    },
    /// The item does not have the attribute.
    Absent,
}

/// Whether an entry is in the index, or pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryState {
    /// It is there.
    Present,
    /// It will be there.
    Arriving(Due),
    /// It will be deleted.
    Leaving(Due),
    /// It will hold other attributes; the cells show what it holds.
    Changing(Due),
    /// The last action has deleted it. It is shown for a moment where it was.
    Left,
}

/// When a change arrives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    /// Virtual time left, in milliseconds.
    pub in_ms: u64,
}

/// An item that is not in an index.
#[derive(Debug, Clone, PartialEq)]
pub struct GhostView {
    pub item: ItemId,
    /// Its primary key, value by value.
    pub key: Vec<ValueView>,
    /// Why: "no OrderOpenDate".
    pub reason: Message,
    /// Whether the last action took it out of the index.
    pub mark: Option<Mark>,
}
