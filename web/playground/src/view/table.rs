//! Zone B: a table, its item collections and their items.

use std::ops::Range;
use std::rc::Rc;

use crate::view::edit::{Edit, Field, ItemId, ValueKind, ValueText};
use crate::view::entity::{EntityCount, EntityFilter, EntityTag};
use crate::view::expiry::ItemExpiry;
use crate::view::first::First;
use crate::view::message::Message;
use crate::view::value::{Hue, Mark, Text};

/// A table without its items.
#[derive(Debug, Clone, PartialEq)]
pub struct TableHead {
    pub name: Text,
    /// How many items it has.
    pub item_count: u64,
    /// Their size in bytes.
    pub size: u64,
    pub partition_key: KeyView,
    pub sort_key: Option<KeyView>,
    /// The attribute by which items expire, if they do.
    pub time_to_live: Option<Text>,
    /// Whether it has a stream that can be read.
    pub has_stream: bool,
    /// Whether it stands for a table of an SQL database; `None` if it cannot, because it has indexes or is a replica.
    pub is_sql: Option<bool>,
    /// How long an expired item stays until it is deleted, in milliseconds.
    pub expiry_delay_ms: u64,
    /// The most bytes that an item collection may have, in a table with local indexes.
    pub collection_size_max: Option<u64>,
}

impl TableHead {
    /// The form for a new item: its keys, empty.
    pub fn new_item(&self) -> Edit {
        let keys = [Some(&self.partition_key), self.sort_key.as_ref()];
        let fields = keys.into_iter().flatten().map(|key| key.field(""));
        Edit::Compose { copy_of: None, fields: fields.collect() }
    }

    /// The form for a new item with the attributes of another one and, at first, its partition key.
    pub fn duplicate(&self, item: &ItemView) -> Edit {
        let fields = match &self.sort_key {
            Some(sort_key) => {
                vec![self.partition_key.field(&item.partition_text), sort_key.field("")]
            }
            None => vec![self.partition_key.field("")],
        };
        Edit::Compose { copy_of: Some(item.id.clone()), fields }
    }
}

/// What an item of any table is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemName {
    pub table: Text,
    pub item: ItemId,
    /// The values of its key: "C1 / O-1003".
    pub name: Text,
}

/// Which items of a table are shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ItemsShown {
    /// The rows that are needed, of all rows of the list. The key of an item collection has a row before its items.
    pub rows: Range<usize>,
    /// Items that are shown wherever their rows are, and even if the filter does not match them.
    pub selected: Vec<ItemId>,
    /// The item that has the focus, which is shown wherever its row is.
    pub focused: Option<ItemId>,
    /// Only items with this text in the name or the value of an attribute; all if it is empty.
    pub filter: Text,
    /// Only items of an entity, if the table has it.
    pub entity: Option<EntityFilter>,
    /// The order within each item collection; the order of keys if `None`.
    pub sort: Option<SortedBy>,
}

/// What is looked for in a list of items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seek {
    /// The first item.
    First,
    /// The last item.
    Last,
    /// The next item whose key begins with a text: the sort key, or the partition key if there is no other.
    Key {
        /// The text, in upper or lower case.
        prefix: Text,
        /// Where to begin. After the last item, the search continues at the first.
        from: Option<ItemId>,
    },
}

/// An order of items that is not the order of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedBy {
    /// The attribute by whose values items are sorted. Items without it are last.
    pub attribute: Text,
    /// Whether the greatest value is first.
    pub is_descending: bool,
}

/// The items of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct TableView {
    pub name: Text,
    /// How many items it has.
    pub item_count: u64,
    pub partition_key: KeyView,
    pub sort_key: Option<KeyView>,
    /// How many items each entity has; nothing if the table has no entities.
    pub entities: Rc<Vec<EntityCount>>,
    /// The entity whose items are shown; `None` for all items. The columns are those of its items.
    pub entity: Option<EntityFilter>,
    /// How many items have the text of the filter, and are of the entity.
    pub matching_count: u64,
    /// The attributes that have a column, besides the keys of the table: keys of indexes, then the most frequent.
    pub columns: Rc<Vec<ColumnView>>,
    /// Whether some item has an attribute without a column.
    pub has_more: bool,
    /// How many rows the list has, those that are not shown included.
    pub row_count: usize,
    /// The item collections that have a row to show; without a sort key, one collection holds all items and has no `key`.
    pub collections: Vec<Rc<CollectionView>>,
    /// What the caller that sends requests cannot read, and why.
    pub reach: Option<Message>,
    /// Attribute names known to the table (of its items and keys), sorted; offered while typing.
    pub attribute_names: Rc<First<Text>>,
}

impl TableView {
    /// The items shown, in their order.
    pub fn items(&self) -> impl Iterator<Item = &Rc<ItemView>> {
        self.collections.iter().flat_map(|collection| &collection.items).map(|placed| &placed.item)
    }
}

/// A key attribute of a table or index.
#[derive(Debug, Clone, PartialEq)]
pub struct KeyView {
    /// Name of the attribute.
    pub name: Text,
    /// Its type: S, N or B.
    pub kind: ValueKind,
}

impl KeyView {
    /// The field of a form for this attribute.
    fn field(&self, text: &str) -> Field {
        let value = ValueText { kind: self.kind, text: text.to_owned() };
        Field { name: self.name.to_string(), value }
    }
}

/// The items of one partition key, in order of the sort key.
#[derive(Debug, Clone, PartialEq)]
pub struct CollectionView {
    /// The partition key's value, whole, as it would be typed.
    pub partition_text: Text,
    /// The row of its key, if that is shown.
    pub head: Option<usize>,
    /// The partition key's value; `None` if the table has no sort key.
    pub key: Option<ValueView>,
    /// How many items it holds.
    pub item_count: u64,
    /// Their size in bytes.
    pub size: u64,
    /// In a table with local indexes: the size with their entries, and the most that it may be.
    pub limit: Option<(u64, u64)>,
    /// The items shown.
    pub items: Vec<PlacedItem>,
}

/// An item and its row.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedItem {
    /// Its row in the list, from 0.
    pub row: usize,
    /// Whether the filter matches it.
    pub is_matching: bool,
    pub item: Rc<ItemView>,
}

/// A value as one line of text.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueView {
    /// Its type.
    pub kind: ValueKind,
    /// The value, cut to a length that fits a line (at most 48 characters, ending in "…" if cut).
    pub text: Text,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ItemView {
    /// Names the item.
    pub id: ItemId,
    /// Value of the partition key.
    pub partition: ValueView,
    /// The same, whole, as it would be typed.
    pub partition_text: Text,
    /// Value of the sort key.
    pub sort: Option<ValueView>,
    /// Attributes that are not keys of the table; keys of indexes last.
    pub attributes: Vec<AttributeView>,
    /// Index keys that the item lacks: "+ OrderOpenDate".
    pub absent: Vec<AbsentKey>,
    /// Size in bytes.
    pub size: u64,
    /// How full each write unit of the item is, in percent; all but the last are 100.
    pub unit_fill: Vec<u8>,
    /// For each index of the table, whether the item has an entry in it (pending changes not counted).
    pub memberships: Vec<Membership>,
    /// Its entity, if it is of one.
    pub entity: Option<EntityTag>,
    /// When it expires, if it does.
    pub expiry: Option<ItemExpiry>,
    /// Whether the caller that sends requests cannot read any of it.
    pub is_hidden: bool,
    /// What the last action did to it.
    pub mark: Option<Mark>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct AttributeView {
    pub name: Text,
    /// The value as one line.
    pub value: ValueView,
    /// Name and value in bytes.
    pub size: u64,
    /// Whether a global index has it as a key: without it, the item leaves that index.
    pub is_global_key: bool,
    /// Whether the last action changed it.
    pub changed: bool,
    /// Whether the caller that sends requests cannot read it.
    pub is_hidden: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ColumnView {
    /// The attribute.
    pub name: Text,
    /// The type of its values, if all that are shown have the same.
    pub kind: Option<ValueKind>,
    /// The indexes that have it as a key.
    pub indexes: Vec<(Text, Hue)>,
}

/// An index key that an item lacks.
#[derive(Debug, Clone, PartialEq)]
pub struct AbsentKey {
    /// Name and type that the index demands.
    pub key: KeyView,
    /// The indexes that have it as a key, with their hues: at least one.
    pub indexes: Vec<(Text, Hue)>,
}

/// Whether an item is in an index.
#[derive(Debug, Clone, PartialEq)]
pub struct Membership {
    /// Name of the index.
    pub index: Text,
    pub hue: Hue,
    /// Whether the item has an entry.
    pub inside: bool,
    /// Why it does not belong in the index: "no `OrderOpenDate`". `None` if it does.
    pub fault: Option<Message>,
    /// What must change before any write of the item is accepted. `None` if the index does not reject it.
    pub read_only: Option<Message>,
}
