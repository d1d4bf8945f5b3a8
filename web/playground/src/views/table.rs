//! A table as the page shows it: collections, items, attributes.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use engine::capacity::cost::WRITE_BLOCK;
use engine::database::Database;
use engine::model::attribute_value::{AttributeValue, ValueKind as ModelKind};
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::key::{KeyAttribute, KeySchema};
use engine::table::Table;
use engine::table::schema::{IndexSchema, Scope};
use engine::table::status::IndexStatus;
use engine::table::storage::Stored;

use crate::explain::hue::hue_of_index;
use crate::explain::not_indexed::{why_not_indexed, why_read_only};
use crate::sandbox::attaching::can_be_sql;
use crate::sandbox::edit::value_text;
use crate::sandbox::entity::Entities;
use crate::sandbox::item_id::{item_id, stored_item};
use crate::sandbox::kind::{key_kind, shown_kind};
use crate::sandbox::mark::Change;
use crate::sandbox::order::in_card_order;
use crate::sandbox::order::{distinct, in_key_order};
use crate::sandbox::reach::Reach;
use crate::sandbox::state::State;
use crate::view::edit::{ItemId, ValueKind};
use crate::view::first::First;
use crate::view::table::{
    AbsentKey, AttributeView, CollectionView, ColumnView, ItemView, ItemsShown, KeyView,
    Membership, PlacedItem, TableHead, TableView, ValueView,
};
use crate::view::value::{Hue, Mark, Text};
use crate::views::expiry::item_expiry;
use crate::views::pending::Pending;
use crate::views::reach::reach_words;
use crate::views::row::{Group, find_all, groups, is_among};

/// Characters of a value that fit a line.
const LINE_LENGTH_MAX: usize = 48;

/// Columns, besides the keys of the table. Model: more make rows wider than a screen.
const COLUMN_COUNT_MAX: usize = 8;

/// Attribute names that are offered while typing.
const NAME_COUNT_MAX: usize = 200;

/// The items of a table that are shown, of all of its items in the order of keys. `current` is an earlier view of the same
/// items, whose columns are used again.
pub(crate) fn table_view(
    state: &State,
    table: &Table,
    items: &[&Stored],
    shown: &ItemsShown,
    current: Option<&TableView>,
) -> TableView {
    let pending = Pending::of(&state.database, table);
    let entities = state.entities(table);
    let builder = ItemBuilder::new(state, table, &entities, &pending);
    let groups = groups(table, &entities, items, shown);
    let entity = shown.entity.clone().filter(|entity| entities.have(entity));
    let matching = groups.iter().flat_map(|group| &group.listed).filter(|it| it.is_matching);
    let same_columns = current.filter(|current| current.entity == entity);
    let AttributeColumns { columns, has_more, names } = match (same_columns, &entity) {
        (Some(current), _) => AttributeColumns::of_view(current),
        (None, None) => AttributeColumns::of_items(&builder, items),
        (None, Some(entity)) => {
            let is_of = |stored: &&Stored| entities.is_of(&stored.image, entity);
            let items: Vec<&Stored> = items.iter().copied().filter(is_of).collect();
            AttributeColumns::of_items(&builder, &items)
        }
    };
    let said = || reach_words(builder.reach.as_ref(), items.iter().map(|it| &*it.image));
    let reach = current.map_or_else(said, |current| current.reach.clone());
    TableView {
        name: table.schema.name.as_str().into(),
        item_count: items.len() as u64,
        partition_key: key_view(&table.schema.key.partition[0]),
        sort_key: table.schema.key.sort.first().map(key_view),
        entities: current
            .map_or_else(|| Rc::new(entities.counts(items)), |it| Rc::clone(&it.entities)),
        entity,
        matching_count: matching.count() as u64,
        row_count: groups.last().map_or(0, Group::end),
        collections: collections(&groups, shown, &builder),
        reach,
        columns,
        has_more,
        attribute_names: names,
    }
}

/// The attributes of all items of a table. They do not depend on the filter or on the rows that are shown, so that columns
/// stay where they are.
struct AttributeColumns {
    columns: Rc<Vec<ColumnView>>,
    /// Whether some attribute has no column.
    has_more: bool,
    /// Names to offer.
    names: Rc<First<Text>>,
}

impl AttributeColumns {
    fn of_view(view: &TableView) -> Self {
        Self {
            columns: Rc::clone(&view.columns),
            has_more: view.has_more,
            names: Rc::clone(&view.attribute_names),
        }
    }

    fn of_items(builder: &ItemBuilder<'_>, items: &[&Stored]) -> Self {
        let table = builder.table;
        let usage = usage(items);
        let columns = columns(builder, &usage);
        let has_column = |name: &str| columns.iter().any(|column| *column.name == *name);
        let mut names = usage.keys().copied();
        let definitions = table.schema.attribute_definitions.iter();
        let keys = definitions.map(|attribute| attribute.name.as_str());
        let offered = distinct(keys.chain(names.clone()));
        Self {
            has_more: names.any(|name| !table.schema.key.contains(name) && !has_column(name)),
            columns: Rc::new(columns),
            names: Rc::new(First::of(offered, NAME_COUNT_MAX).map(Text::from)),
        }
    }
}

/// How many items have an attribute, and its type, if that is the same in all of them.
#[derive(Debug, Clone, Copy)]
struct Usage {
    count: usize,
    kind: Option<ModelKind>,
}

fn usage<'s>(items: &[&'s Stored]) -> BTreeMap<&'s str, Usage> {
    let mut usage: BTreeMap<&str, Usage> = BTreeMap::new();
    for (name, value) in items.iter().flat_map(|stored| stored.image.iter()) {
        let kind = Some(value.kind());
        let usage = usage.entry(name.as_str()).or_insert(Usage { count: 0, kind });
        usage.count += 1;
        usage.kind = usage.kind.filter(|_| usage.kind == kind);
    }
    usage
}

/// The columns of a table: the keys of indexes, then the most frequent other attributes.
fn columns(builder: &ItemBuilder<'_>, usage: &BTreeMap<&str, Usage>) -> Vec<ColumnView> {
    let kind_of_column = |usage: &Usage| usage.kind.map(shown_kind);
    let mut columns: Vec<ColumnView> = Vec::new();
    // Those of global indexes first: removing one is what an example begins with.
    let mut indexes: Vec<_> = builder.indexes.iter().collect();
    indexes.sort_by_key(|index| index.schema.scope == Scope::Local);
    for index in indexes {
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
                    kind: usage
                        .get(name)
                        .map_or_else(|| Some(key_view(attribute).kind), kind_of_column),
                    indexes: vec![of_index],
                }),
            }
        }
    }
    let mut others: Vec<(&str, &Usage)> =
        usage.iter().map(|(name, usage)| (*name, usage)).collect();
    others.sort_by_key(|(_, usage)| Reverse(usage.count));
    for (name, usage) in others {
        let is_there = columns.iter().any(|column| *column.name == *name);
        if columns.len() < COLUMN_COUNT_MAX && !is_there && !builder.table.schema.key.contains(name)
        {
            let kind = kind_of_column(usage);
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
        has_stream: table.stream.as_ref().is_some_and(|stream| {
            database.stream(stream.id.table.as_str(), &stream.id.label.to_string()).is_some()
        }),
        is_sql: (table.is_sql || can_be_sql(database, table)).then_some(table.is_sql),
        time_to_live: table.time_to_live.status.attribute().map(|name| name.as_str().into()),
        expiry_delay_ms: config.lifecycle.expire_item_ms,
        collection_size_max: table.schema.has_local_index().then_some(config.collection_size_max.0),
    }
}

/// An item by its id, or else the first one; `None` if there is none.
pub(crate) fn item_view(state: &State, table: &Table, id: Option<&ItemId>) -> Option<ItemView> {
    let stored = match id {
        Some(id) => stored_item(table, id),
        None => in_key_order(table).into_iter().next(),
    };
    let pending = Pending::of(&state.database, table);
    let entities = state.entities(table);
    let builder = ItemBuilder::new(state, table, &entities, &pending);
    Some(builder.item(stored?))
}

/// A key attribute and its type.
pub(crate) fn key_view(attribute: &KeyAttribute) -> KeyView {
    KeyView { name: attribute.name.as_str().into(), kind: key_kind(attribute.kind) }
}

/// A value on one line.
pub(crate) fn value_view(value: &AttributeValue) -> ValueView {
    ValueView { kind: kind_of(value), text: one_line(value).into() }
}

/// The type of a value.
pub(crate) fn kind_of(value: &AttributeValue) -> ValueKind {
    shown_kind(value.kind())
}

/// The values of a key in an item, in the order of the key.
pub(crate) fn key_values(key: &KeySchema, item: &Item) -> Vec<ValueView> {
    key.attributes().filter_map(|attribute| item.get(&attribute.name)).map(value_view).collect()
}

/// The item collections that have a row to show.
fn collections(
    groups: &[Group<'_>],
    shown: &ItemsShown,
    builder: &ItemBuilder<'_>,
) -> Vec<Rc<CollectionView>> {
    let pinned = find_all(builder.table, shown.selected.iter().chain(&shown.focused));
    let collections = groups.iter().filter_map(|group| {
        let listed = group.listed.iter();
        let listed =
            listed.filter(|it| shown.rows.contains(&it.row) || is_among(it.stored, &pinned));
        let items = listed.map(|listed| PlacedItem {
            row: listed.row,
            is_matching: listed.is_matching,
            item: Rc::new(builder.item(listed.stored)),
        });
        let head = group.head.filter(|row| shown.rows.contains(row));
        collection(group, head, items.collect(), builder)
    });
    collections.map(Rc::new).collect()
}

fn collection(
    group: &Group<'_>,
    head: Option<usize>,
    items: Vec<PlacedItem>,
    builder: &ItemBuilder<'_>,
) -> Option<CollectionView> {
    let (all, schema) = (group.all, &builder.table.schema);
    let partition = all[0].image.get(&schema.key.partition[0].name)?;
    (head.is_some() || !items.is_empty()).then(|| CollectionView {
        partition_text: value_text(partition).into(),
        key: group.head.map(|_| value_view(partition)),
        head,
        item_count: all.len() as u64,
        size: all.iter().map(|stored| stored.size).sum::<Bytes>().0,
        limit: schema.has_local_index().then(|| {
            let size = builder.table.collection_size(&all[0].image);
            (size.0, builder.database.config().collection_size_max.0)
        }),
        items,
    })
}

/// What all items of a table have in common.
struct ItemBuilder<'t> {
    database: &'t Database,
    table: &'t Table,
    pending: &'t Pending<'t>,
    entities: &'t Entities,
    indexes: Vec<IndexKeys<'t>>,
    change: Option<(&'t Change, Vec<engine::model::name::AttributeName>)>,
    /// What the caller can read.
    reach: Option<Reach<'t>>,
}

/// An index, its hue, and its name as text.
struct IndexKeys<'t> {
    schema: &'t IndexSchema,
    name: Text,
    hue: Hue,
    /// Whether it is past being made.
    filled: bool,
    /// Whether a write of an item that cannot be in it is rejected.
    rejects: bool,
}

impl<'t> ItemBuilder<'t> {
    fn new(
        state: &'t State,
        table: &'t Table,
        entities: &'t Entities,
        pending: &'t Pending<'t>,
    ) -> Self {
        let change = state.marks.change.as_ref().filter(|change| change.table == table.schema.name);
        let indexes = in_card_order(table).map(|index| {
            let schema = &*index.schema;
            let name: Text = schema.name.as_str().into();
            let hue = hue_of_index(&table.schema, &name).unwrap_or(Hue::OF_LOCAL);
            let filled = !matches!(index.status, IndexStatus::Creating { .. });
            let rejects = index.status.is_ready();
            IndexKeys { schema, name, hue, filled, rejects }
        });
        Self {
            database: &state.database,
            table,
            pending,
            entities,
            indexes: indexes.collect(),
            change: change.map(|change| (change, change.touched())),
            reach: Reach::of(state, table, None),
        }
    }

    fn item(&self, stored: &Stored) -> ItemView {
        let item = &stored.image;
        let id = item_id(self.table, item);
        let key = &self.table.schema.key;
        let partition = item.get(&key.partition[0].name).expect("a stored item has its key");
        ItemView {
            partition: value_view(partition),
            partition_text: value_text(partition).into(),
            sort: key.sort.first().and_then(|sort| item.get(&sort.name)).map(value_view),
            attributes: self.attributes(item, &id),
            absent: self.absent(item),
            size: stored.size.0,
            unit_fill: unit_fill(stored.size),
            is_hidden: self.reach.as_ref().is_some_and(|reach| !reach.has_some(item)),
            memberships: self.memberships(item),
            entity: self.entities.of_item(item).cloned(),
            expiry: self
                .table
                .time_to_live
                .expiry_of(item)
                .map(|at| item_expiry(self.database, at)),
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
            is_hidden: self.reach.as_ref().is_some_and(|reach| !reach.has(item, name)),
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
        let faults = |index: &IndexKeys<'_>| {
            Some(index.schema.key_faults(item)).filter(|faults| !faults.is_empty())
        };
        let memberships = self.indexes.iter().map(|index| Membership {
            index: index.name.clone(),
            hue: index.hue,
            inside: index.filled
                && self
                    .pending
                    .is_inside(&index.name, item)
                    .unwrap_or_else(|| index.schema.key_faults(item).is_empty()),
            fault: faults(index).map(|faults| why_not_indexed(&faults)),
            read_only: faults(index)
                .filter(|_| index.rejects)
                .and_then(|faults| why_read_only(&faults, &index.schema.key)),
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
