//! What the last action did: to an item, and to its entries.

use std::collections::BTreeMap;

use engine::database::Database;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::{Image, Item};
use engine::model::key::Position;
use engine::model::name::{AttributeName, IndexName, TableName};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::storage::Stored;

use crate::sandbox::item_id::item_id;
use crate::sandbox::order::distinct;
use crate::view::edit::ItemId;
use crate::view::value::Mark;

/// Changes between two databases that are looked for: one is marked, and two are too many.
const CHANGE_COUNT_MAX: usize = 2;

/// An item before and after a write.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub table: TableName,
    /// Its primary key.
    pub item: ItemId,
    /// The item before; none if it is new.
    pub old: Option<Image>,
    /// The item after; `None` if it was deleted.
    pub new: Option<Image>,
}

/// What the last action did to items and entries. Changes that arrive later belong to it too.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Marks {
    /// The item that was written.
    pub change: Option<Change>,
    /// The changes of entries, by index and item.
    pub entries: BTreeMap<(TableName, IndexName, ItemId), Mark>,
}

impl Change {
    /// Names of the attributes that differ before and after, in ascending order.
    pub(crate) fn touched(&self) -> Vec<AttributeName> {
        let (old, new) = (self.old.as_deref(), self.new.as_deref());
        let items = [old, new].into_iter().flatten();
        let names = distinct(items.flat_map(|item| item.iter().map(|(name, _)| name)));
        let differs = |name: &&AttributeName| value_in(old, name) != value_in(new, name);
        names.into_iter().filter(differs).cloned().collect()
    }
}

impl Marks {
    /// What the last action did to an entry.
    pub(crate) fn of_entry(
        &self,
        table: &TableName,
        index: &IndexName,
        item: &ItemId,
    ) -> Option<Mark> {
        self.entries.get(&(table.clone(), index.clone(), item.clone())).copied()
    }

    /// What the last action did to an item.
    pub(crate) fn of_item(&self, table: &TableName, item: &ItemId) -> Option<&Change> {
        self.change.as_ref().filter(|change| change.table == *table && change.item == *item)
    }

    /// The change of the one item in which two databases differ; nothing if there are more, as after a reset.
    pub(crate) fn between(before: &Database, after: &Database) -> Self {
        let mut changes = Vec::new();
        for table in after.tables() {
            if let Some(old) = before.table(table.schema.name.as_str()) {
                collect_changes(old, table, &mut changes);
            }
        }
        let [change] = changes.as_slice() else { return Self::default() };
        let mut marks = Self { change: Some(change.clone()), ..Self::default() };
        let name = change.table.as_str();
        if let (Some(old), Some(new)) = (before.table(name), after.table(name)) {
            marks.mark_entries(change, old, new);
        }
        marks
    }

    /// Marks the changes of the entries of a changed item.
    fn mark_entries(&mut self, change: &Change, before: &Table, after: &Table) {
        for index in &after.indexes {
            let name = &index.schema.name;
            let old = before.index(name.as_str()).and_then(|index| entry(before, index, change));
            let new = entry(after, index, change);
            let same = |old: &Stored, new: &Stored| {
                index.schema.projected(&old.image).eq(index.schema.projected(&new.image))
            };
            let mark = match (old, new) {
                (None, None) => continue,
                (None, Some(_)) => Mark::Added,
                (Some(_), None) => Mark::Removed,
                (Some((from, _)), Some((to, _))) if from != to => Mark::Moved,
                (Some((_, old)), Some((_, new))) if same(old, new) => continue,
                (Some(_), Some(_)) => Mark::Changed,
            };
            self.entries.insert((change.table.clone(), name.clone(), change.item.clone()), mark);
        }
    }
}

/// The items that differ between two states of a table, until there are too many.
fn collect_changes(before: &Table, after: &Table, changes: &mut Vec<Change>) {
    let mut change = |table: &Table, old: Option<&Image>, new: Option<&Image>| {
        if let Some(item) = new.or(old).filter(|_| changes.len() < CHANGE_COUNT_MAX) {
            changes.push(Change {
                table: table.schema.name.clone(),
                item: item_id(table, item),
                old: old.cloned(),
                new: new.cloned(),
            });
        }
    };
    for (position, stored) in after.items.iter() {
        let old = before.items.get(position).map(|old| &old.image);
        if old != Some(&stored.image) {
            change(after, old, Some(&stored.image));
        }
    }
    for (position, stored) in before.items.iter() {
        if after.items.get(position).is_none() {
            change(before, Some(&stored.image), None);
        }
    }
}

/// The entry of a changed item, as a reader of the index sees it.
fn entry<'t>(
    table: &Table,
    index: &'t Index,
    change: &Change,
) -> Option<(&'t Position, &'t Stored)> {
    let item = change.new.as_ref().or(change.old.as_ref())?;
    let key = table.schema.key.key_of(item);
    index
        .entries
        .iter()
        .find(|(_, stored)| key.iter().all(|(name, value)| stored.image.get(name) == Some(value)))
}

fn value_in<'i>(item: Option<&'i Item>, name: &str) -> Option<&'i AttributeValue> {
    item.and_then(|item| item.get(name))
}
