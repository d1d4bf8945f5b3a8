//! The rows of the list of items: each item has one, and before its items each partition key has one.

use std::cmp::Ordering;

use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::table::Table;
use engine::table::storage::Stored;

use crate::sandbox::edit::value_text;
use crate::sandbox::entity::Entities;
use crate::sandbox::item_id::{item_id, stored_item};
use crate::sandbox::order::compare_partitions;
use crate::view::edit::ItemId;
use crate::view::table::{ItemsShown, Seek, SortedBy};

/// The items of one partition key; all items of a table without a sort key.
#[derive(Debug)]
pub(crate) struct Group<'s> {
    /// All of them, in the order of keys.
    pub all: &'s [&'s Stored],
    /// The row of the partition key; `None` in a table without a sort key.
    pub head: Option<usize>,
    /// Those that have a row, in the order in which they are shown.
    pub listed: Vec<ListedItem<'s>>,
}

/// An item that has a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListedItem<'s> {
    pub stored: &'s Stored,
    /// Its row, from 0.
    pub row: usize,
    /// Whether it has the text of the filter.
    pub is_matching: bool,
}

impl Group<'_> {
    /// The row after its last one.
    pub(crate) fn end(&self) -> usize {
        self.listed.last().map_or(0, |last| last.row + 1)
    }
}

/// The items of each partition key that has one to show.
pub(crate) fn groups<'s>(
    table: &Table,
    entities: &Entities,
    items: &'s [&'s Stored],
    shown: &ItemsShown,
) -> Vec<Group<'s>> {
    let key = &table.schema.key;
    let is_grouped = !key.sort.is_empty();
    let together = |left: &&Stored, right: &&Stored| {
        !is_grouped || compare_partitions(key, &left.image, &right.image).is_eq()
    };
    let selected = find_all(table, &shown.selected);
    let filter = shown.filter.to_lowercase();
    let entity = shown.entity.as_ref().filter(|entity| entities.have(entity));
    let mut groups: Vec<Group<'s>> = Vec::new();
    for all in items.chunk_by(together) {
        let listed = all.iter().copied().filter_map(|stored| {
            let is_of_entity = entity.is_none_or(|entity| entities.is_of(&stored.image, entity));
            let is_matching = is_of_entity && has_text(&stored.image, &filter);
            let is_listed = is_matching || is_among(stored, &selected);
            is_listed.then_some(ListedItem { stored, row: 0, is_matching })
        });
        let mut listed: Vec<ListedItem<'_>> = listed.collect();
        if listed.is_empty() {
            continue;
        }
        if let Some(sort) = &shown.sort {
            listed.sort_by(|left, right| compare(left.stored, right.stored, sort));
        }
        let row = groups.last().map_or(0, Group::end);
        for (place, listed) in listed.iter_mut().enumerate() {
            listed.row = row + usize::from(is_grouped) + place;
        }
        groups.push(Group { all, head: is_grouped.then_some(row), listed });
    }
    groups
}

/// The items of these ids that a table has.
pub(crate) fn find_all<'t>(
    table: &'t Table,
    ids: impl IntoIterator<Item = &'t ItemId>,
) -> Vec<&'t Stored> {
    ids.into_iter().filter_map(|id| stored_item(table, id)).collect()
}

/// Whether an item is one of some items of the same table.
pub(crate) fn is_among(stored: &Stored, items: &[&Stored]) -> bool {
    items.iter().any(|item| std::ptr::eq(*item, stored))
}

/// The item that is looked for in the order of the list; `None` if there is none.
pub(crate) fn find_in_list(table: &Table, groups: &[Group<'_>], seek: &Seek) -> Option<ItemId> {
    let listed: Vec<&Stored> =
        groups.iter().flat_map(|group| group.listed.iter().map(|listed| listed.stored)).collect();
    let found = match seek {
        Seek::First => listed.first(),
        Seek::Last => listed.last(),
        Seek::Key { prefix, from } => {
            let from = from.as_ref().and_then(|id| stored_item(table, id));
            let from = from.and_then(|from| listed.iter().position(|it| std::ptr::eq(*it, from)));
            let key = &table.schema.key;
            let name = &key.sort.first().unwrap_or(&key.partition[0]).name;
            find_from(&listed, from, prefix, |stored| {
                stored.image.get(name).map(value_text).into_iter().collect()
            })
        }
    };
    found.map(|stored| item_id(table, &stored.image))
}

/// The next thing one of whose keys begins with a text; after the last one, the search continues at the first. The first letter
/// leads away from where the search begins. With more letters the same thing may still be the right one.
pub(crate) fn find_from<'a, T>(
    list: &'a [T],
    from: Option<usize>,
    prefix: &str,
    keys: impl Fn(&T) -> Vec<String>,
) -> Option<&'a T> {
    let is_first_letter = prefix.chars().nth(1).is_none();
    let start = from.map_or(0, |from| from + usize::from(is_first_letter));
    let prefix = prefix.to_lowercase();
    let (before, after) = list.split_at(start);
    let has_prefix =
        |thing: &&T| keys(thing).iter().any(|key| key.to_lowercase().starts_with(&prefix));
    after.iter().chain(before).find(has_prefix)
}

/// The items of the list that the filter matches, from one to another if two are given, both included.
pub(crate) fn listed_items(
    table: &Table,
    groups: &[Group<'_>],
    ends: Option<[&ItemId; 2]>,
) -> Vec<ItemId> {
    let listed = groups.iter().flat_map(|group| &group.listed).filter(|it| it.is_matching);
    let listed: Vec<&Stored> = listed.map(|listed| listed.stored).collect();
    let range = match ends {
        None => 0..listed.len(),
        Some(ends) => {
            let places = ends.map(|id| {
                let end = stored_item(table, id)?;
                listed.iter().position(|stored| std::ptr::eq(*stored, end))
            });
            match places {
                [Some(one), Some(other)] => one.min(other)..one.max(other) + 1,
                [None, _] | [_, None] => 0..0,
            }
        }
    };
    listed[range].iter().map(|stored| item_id(table, &stored.image)).collect()
}

/// Whether a name or value of an item has a text, which is in lower case.
fn has_text(item: &Item, text: &str) -> bool {
    text.is_empty()
        || item.iter().any(|(name, value)| {
            name.as_str().to_lowercase().contains(text)
                || value_text(value).to_lowercase().contains(text)
        })
}

fn compare(left: &Stored, right: &Stored, sort: &SortedBy) -> Ordering {
    match (left.image.get(&sort.attribute), right.image.get(&sort.attribute)) {
        (Some(left), Some(right)) if sort.is_descending => compare_values(right, left),
        (Some(left), Some(right)) => compare_values(left, right),
        (left, right) => right.is_some().cmp(&left.is_some()),
    }
}

/// Numbers by their size, other values by their text, and values of different types by their type.
fn compare_values(left: &AttributeValue, right: &AttributeValue) -> Ordering {
    match (left, right) {
        (AttributeValue::N(left), AttributeValue::N(right)) => left.cmp(right),
        (left, right) if left.kind() == right.kind() => value_text(left).cmp(&value_text(right)),
        (left, right) => left.kind().tag().cmp(right.kind().tag()),
    }
}
