//! A table as the page shows it: collections, items, attributes.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;
use std::rc::Rc;

use engine::capacity::cost::WRITE_BLOCK;
use engine::clock::Timestamp;
use engine::database::Database;
use engine::model::attribute_value::AttributeValue;
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::key::{KeyAttribute, KeySchema};
use engine::table::Table;
use engine::table::schema::{IndexSchema, Scope};
use engine::table::status::IndexStatus;
use engine::table::storage::Stored;

use crate::explain::hue::hue_of_index;
use crate::sandbox::edit::value_text;
use crate::sandbox::item_id::item_id;
use crate::sandbox::mark::{Change, Marks};
use crate::sandbox::order::in_card_order;
use crate::sandbox::order::{compare_partitions, distinct, in_key_order};
use crate::sandbox::state::State;
use crate::view::edit::{ItemId, ValueKind};
use crate::view::table::{
    AbsentKey, AttributeView, CollectionView, ColumnView, ItemView, ItemsShown, KeyView,
    Membership, SortedBy, TableHead, TableView, ValueView,
};
use crate::view::value::{Hue, Mark, Text};
use crate::views::pending::Pending;

/// Characters of a value that fit a line.
const LINE_LENGTH_MAX: usize = 48;

/// Columns, besides the keys of the table. Model: more make rows wider than a screen.
const COLUMN_COUNT_MAX: usize = 8;

/// Attribute names that are offered while typing.
const NAME_COUNT_MAX: usize = 200;

/// The items of a table that are shown, of all of its items in the order of keys.
pub(crate) fn table_view(
    state: &State,
    table: &Table,
    items: &[&Stored],
    shown: &ItemsShown,
) -> TableView {
    let pending = Pending::of(&state.database, table);
    let builder = ItemBuilder::new(&state.database, table, &state.marks, &pending);
    let key = &table.schema.key;
    let groups = groups(table, items, shown);
    let on_page = first(&groups, shown.count);
    let columns = columns(&builder, &on_page);
    let has_column = |name: &str| columns.iter().any(|column| *column.name == *name);
    let has_more = on_page.iter().any(|stored| {
        stored.image.iter().any(|(name, _)| !key.contains(name) && !has_column(name))
    });
    let matching: usize = groups.iter().map(|group| group.matching.len()).sum();
    TableView {
        name: table.schema.name.as_str().into(),
        item_count: items.len() as u64,
        partition_key: key_view(&key.partition[0]),
        sort_key: key.sort.first().map(key_view),
        matching_count: matching as u64,
        has_more,
        collections: collections(&groups, on_page.len(), &builder),
        items_hidden: (matching - on_page.len()) as u64,
        attribute_names: Rc::new(attribute_names(table, &on_page)),
        columns: Rc::new(columns),
    }
}

/// The items of one partition key.
struct Group<'s> {
    all: &'s [&'s Stored],
    /// Those that have the text of the filter, in the order in which they are shown.
    matching: Vec<&'s Stored>,
}

/// The items of each partition key that has one to show. Without a sort key they are one group.
fn groups<'s>(table: &Table, items: &'s [&'s Stored], shown: &ItemsShown) -> Vec<Group<'s>> {
    let key = &table.schema.key;
    let is_grouped = !key.sort.is_empty();
    let together = |left: &&Stored, right: &&Stored| {
        !is_grouped || compare_partitions(key, &left.image, &right.image).is_eq()
    };
    let filter = shown.filter.to_lowercase();
    let groups = items.chunk_by(together).map(|all| {
        let matching = all.iter().copied().filter(|stored| has_text(&stored.image, &filter));
        let mut matching: Vec<&Stored> = matching.collect();
        if let Some(sort) = &shown.sort {
            sort_by(&mut matching, sort);
        }
        Group { all, matching }
    });
    groups.filter(|group| !group.matching.is_empty()).collect()
}

/// The first items of all groups, up to a limit.
fn first<'s>(groups: &[Group<'s>], count: usize) -> Vec<&'s Stored> {
    groups.iter().flat_map(|group| &group.matching).copied().take(count).collect()
}

/// Whether a name or value of an item has a text, which is in lower case.
fn has_text(item: &Item, text: &str) -> bool {
    text.is_empty()
        || item.iter().any(|(name, value)| {
            name.as_str().to_lowercase().contains(text)
                || value_text(value).to_lowercase().contains(text)
        })
}

fn sort_by(items: &mut [&Stored], sort: &SortedBy) {
    let compare = |left: &&Stored, right: &&Stored| match (
        left.image.get(&sort.attribute),
        right.image.get(&sort.attribute),
    ) {
        (Some(left), Some(right)) if sort.is_descending => compare_values(right, left),
        (Some(left), Some(right)) => compare_values(left, right),
        (left, right) => right.is_some().cmp(&left.is_some()),
    };
    items.sort_by(compare);
}

/// Numbers by their size, other values by their text, and values of different types by their type.
fn compare_values(left: &AttributeValue, right: &AttributeValue) -> Ordering {
    match (left, right) {
        (AttributeValue::N(left), AttributeValue::N(right)) => left.cmp(right),
        (left, right) if left.kind() == right.kind() => value_text(left).cmp(&value_text(right)),
        (left, right) => left.kind().tag().cmp(right.kind().tag()),
    }
}

/// The columns of some items: the keys of indexes, then the most frequent other attributes.
fn columns(builder: &ItemBuilder<'_>, items: &[&Stored]) -> Vec<ColumnView> {
    let mut counts: BTreeMap<&str, (usize, Option<ValueKind>)> = BTreeMap::new();
    for (name, value) in items.iter().flat_map(|stored| stored.image.iter()) {
        let kind = Some(kind(value.kind().tag()));
        let (count, common) = counts.entry(name.as_str()).or_insert((0, kind));
        *count += 1;
        *common = common.filter(|_| *common == kind);
    }
    let mut columns: Vec<ColumnView> = Vec::new();
    for index in &builder.indexes {
        for attribute in index.schema.key.attributes() {
            let name = attribute.name.as_str();
            if builder.table.schema.key.contains(name) {
                continue;
            }
            let of_index = (index.name.clone(), index.hue);
            match columns.iter_mut().find(|column| *column.name == *name) {
                Some(column) => column.indexes.push(of_index),
                None => columns.push(ColumnView {
                    name: name.into(),
                    kind: counts
                        .get(name)
                        .map_or_else(|| Some(key_view(attribute).kind), |it| it.1),
                    indexes: vec![of_index],
                }),
            }
        }
    }
    let mut others: Vec<(&str, (usize, Option<ValueKind>))> = counts.into_iter().collect();
    others.sort_by_key(|(_, (count, _))| Reverse(*count));
    for (name, (_, kind)) in others {
        let is_there = columns.iter().any(|column| *column.name == *name);
        if columns.len() < COLUMN_COUNT_MAX && !is_there && !builder.table.schema.key.contains(name)
        {
            columns.push(ColumnView { name: name.into(), kind, indexes: Vec::new() });
        }
    }
    columns
}

/// A table without its items.
pub(crate) fn table_head(database: &Database, table: &Table) -> TableHead {
    let key = &table.schema.key;
    let config = database.config();
    TableHead {
        name: table.schema.name.as_str().into(),
        item_count: table.items.count() as u64,
        size: table.items.size().0,
        partition_key: key_view(&key.partition[0]),
        sort_key: key.sort.first().map(key_view),
        time_to_live: table.time_to_live.status.attribute().map(|name| name.as_str().into()),
        expiry_delay_ms: config.lifecycle.expire_item_ms,
        collection_size_max: table.schema.has_local_index().then_some(config.collection_size_max.0),
    }
}

/// An item by its id, or else the first one; `None` if there is none.
pub(crate) fn item_view(state: &State, table: &Table, id: Option<&ItemId>) -> Option<ItemView> {
    let items = in_key_order(table);
    let mut items = items.into_iter();
    let stored = match id {
        Some(id) => items.find(|stored| item_id(table, &stored.image) == *id),
        None => items.next(),
    };
    let pending = Pending::of(&state.database, table);
    let builder = ItemBuilder::new(&state.database, table, &state.marks, &pending);
    Some(builder.item(stored?))
}

/// A key attribute and its type.
pub(crate) fn key_view(attribute: &KeyAttribute) -> KeyView {
    KeyView { name: attribute.name.as_str().into(), kind: kind(attribute.kind.tag()) }
}

/// A value on one line.
pub(crate) fn value_view(value: &AttributeValue) -> ValueView {
    ValueView { kind: kind(value.kind().tag()), text: one_line(value).into() }
}

/// The values of a key in an item, in the order of the key.
pub(crate) fn key_values(key: &KeySchema, item: &Item) -> Vec<ValueView> {
    key.attributes().filter_map(|attribute| item.get(&attribute.name)).map(value_view).collect()
}

/// The item collections of the first items.
fn collections(
    groups: &[Group<'_>],
    count: usize,
    builder: &ItemBuilder<'_>,
) -> Vec<Rc<CollectionView>> {
    let schema = &builder.table.schema;
    let mut left = count;
    let mut collections = Vec::new();
    for Group { all, matching } in groups {
        let count = left.min(matching.len());
        if count == 0 {
            break;
        }
        left -= count;
        let partition = all[0].image.get(&schema.key.partition[0].name);
        collections.push(Rc::new(CollectionView {
            key: partition.filter(|_| !schema.key.sort.is_empty()).map(value_view),
            item_count: all.len() as u64,
            size: all.iter().map(|stored| stored.size).sum::<Bytes>().0,
            limit: schema.has_local_index().then(|| {
                let size = builder.table.collection_size(&all[0].image);
                (size.0, builder.database.config().collection_size_max.0)
            }),
            items: matching[..count].iter().map(|stored| Rc::new(builder.item(stored))).collect(),
        }));
    }
    collections
}

fn attribute_names(table: &Table, items: &[&Stored]) -> Vec<Text> {
    let definitions = table.schema.attribute_definitions.iter();
    let keys = definitions.map(|attribute| attribute.name.as_str());
    let of_items = items.iter().flat_map(|stored| stored.image.iter().map(|(name, _)| &**name));
    distinct(keys.chain(of_items)).into_iter().take(NAME_COUNT_MAX).map(Text::from).collect()
}

/// What all items of a table have in common.
struct ItemBuilder<'t> {
    database: &'t Database,
    table: &'t Table,
    pending: &'t Pending<'t>,
    indexes: Vec<IndexKeys<'t>>,
    change: Option<(&'t Change, Vec<engine::model::name::AttributeName>)>,
}

/// An index, its hue, and its name as text.
struct IndexKeys<'t> {
    schema: &'t IndexSchema,
    name: Text,
    hue: Hue,
    /// Whether it is past being made.
    filled: bool,
}

impl<'t> ItemBuilder<'t> {
    fn new(
        database: &'t Database,
        table: &'t Table,
        marks: &'t Marks,
        pending: &'t Pending<'t>,
    ) -> Self {
        let change = marks.change.as_ref().filter(|change| change.table == table.schema.name);
        let indexes = in_card_order(table).map(|index| {
            let schema = &*index.schema;
            let name: Text = schema.name.as_str().into();
            let hue = hue_of_index(&table.schema, &name).unwrap_or(Hue::OF_LOCAL);
            let filled = !matches!(index.status, IndexStatus::Creating { .. });
            IndexKeys { schema, name, hue, filled }
        });
        Self {
            database,
            table,
            pending,
            indexes: indexes.collect(),
            change: change.map(|change| (change, change.touched())),
        }
    }

    fn item(&self, stored: &Stored) -> ItemView {
        let item = &stored.image;
        let id = item_id(self.table, item);
        let key = &self.table.schema.key;
        let expires_at_ms = self.table.time_to_live.expiry_of(item).map(|at| {
            let since_epoch = self.database.unix_time(Timestamp(0)).0;
            at.0.saturating_sub(since_epoch)
        });
        let delay_ms = self.database.config().lifecycle.expire_item_ms;
        let partition = item.get(&key.partition[0].name).expect("a stored item has its key");
        ItemView {
            partition: value_view(partition),
            partition_text: value_text(partition).into(),
            sort: key.sort.first().and_then(|sort| item.get(&sort.name)).map(value_view),
            attributes: self.attributes(item, &id),
            absent: self.absent(item),
            size: stored.size.0,
            unit_fill: unit_fill(stored.size),
            memberships: self.memberships(item),
            expires_at_ms,
            deleted_at_ms: expires_at_ms
                .filter(|_| delay_ms > 0)
                .map(|at_ms| at_ms.saturating_add(delay_ms)),
            mark: self.mark(&id),
            id,
        }
    }

    /// Attributes that are no keys of the table.
    fn attributes(&self, item: &Item, id: &ItemId) -> Vec<AttributeView> {
        let touched = self.change.as_ref().filter(|(change, _)| change.item == *id);
        let others = item.iter().filter(|(name, _)| !self.table.schema.key.contains(name));
        let attributes = others.map(|(name, value)| AttributeView {
            name: name.as_str().into(),
            value: value_view(value),
            size: (name.size() + value.size()).0,
            is_global_key: self.is_global_key(name),
            changed: touched.is_some_and(|(_, names)| names.contains(name)),
        });
        attributes.collect()
    }

    fn is_global_key(&self, name: &str) -> bool {
        let mut globals = self.indexes.iter().filter(|it| it.schema.scope == Scope::Global);
        globals.any(|index| index.schema.key.contains(name))
    }

    /// Each index key that the item lacks, once.
    fn absent(&self, item: &Item) -> Vec<AbsentKey> {
        let mut absent: Vec<AbsentKey> = Vec::new();
        for index in &self.indexes {
            for attribute in index.schema.key.attributes() {
                if attribute.value_in(item).is_some() {
                    continue;
                }
                let of_index = (index.name.clone(), index.hue);
                let known = absent.iter_mut().find(|it| *it.key.name == *attribute.name.as_str());
                match known {
                    Some(absent) => absent.indexes.push(of_index),
                    None => {
                        absent
                            .push(AbsentKey { key: key_view(attribute), indexes: vec![of_index] });
                    }
                }
            }
        }
        absent
    }

    fn memberships(&self, item: &Item) -> Vec<Membership> {
        let memberships = self.indexes.iter().map(|index| Membership {
            index: index.name.clone(),
            hue: index.hue,
            inside: index.filled
                && self
                    .pending
                    .is_inside(&index.name, item)
                    .unwrap_or_else(|| index.schema.key_faults(item).is_empty()),
        });
        memberships.collect()
    }

    fn mark(&self, id: &ItemId) -> Option<Mark> {
        let (change, _) = self.change.as_ref().filter(|(change, _)| change.item == *id)?;
        match change.old {
            None => Some(Mark::Added),
            Some(_) => Some(Mark::Changed),
        }
    }
}

/// How full each write unit is, in percent.
fn unit_fill(size: Bytes) -> Vec<u8> {
    let full = size.0 / WRITE_BLOCK.0;
    let percent = size.0 % WRITE_BLOCK.0 * 100 / WRITE_BLOCK.0;
    let rest = u8::try_from(percent).expect("a remainder is less than the whole");
    let last = (!size.0.is_multiple_of(WRITE_BLOCK.0)).then_some(rest.max(1));
    (0..full).map(|_| 100).chain(last).collect()
}

fn one_line(value: &AttributeValue) -> String {
    let text = match value {
        AttributeValue::Null => "null".to_owned(),
        AttributeValue::S(text) => text.chars().take(LINE_LENGTH_MAX + 1).collect(),
        AttributeValue::N(_)
        | AttributeValue::B(_)
        | AttributeValue::Bool(_)
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_)
        | AttributeValue::L(_)
        | AttributeValue::M(_) => value_text(value),
    };
    match text.char_indices().nth(LINE_LENGTH_MAX) {
        None => text,
        Some(_) => text.chars().take(LINE_LENGTH_MAX - 1).chain(['…']).collect(),
    }
}

fn kind(tag: &str) -> ValueKind {
    ValueKind::from_tag(tag).expect("the page knows all ten types")
}
