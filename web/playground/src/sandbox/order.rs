//! The order in which items are shown: by partition key, then by sort key.
//!
//! The engine, like the service, keeps partition keys in the order of their hashes; that is what a scan returns. The
//! page and the document show them in the order of their values.

use std::cmp::Ordering;

use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::Scope;
use engine::table::storage::Stored;

/// The items of a table by partition key, then by sort key.
pub fn in_key_order(table: &Table) -> Vec<&Stored> {
    let items: Vec<&Stored> = table.items.iter().map(|(_, stored)| stored).collect();
    by_partition(&table.schema.key, &items, |stored| &stored.image)
}

/// Things in storage order, in the order of the partition keys of their items.
pub(crate) fn by_partition<T: Copy>(
    key: &KeySchema,
    things: &[T],
    item: impl Fn(&T) -> &Item,
) -> Vec<T> {
    // Items with one partition key are together already: only the groups are out of order.
    let compare = |left: &T, right: &T| compare_partitions(key, item(left), item(right));
    let mut groups: Vec<&[T]> =
        things.chunk_by(|left, right| compare(left, right).is_eq()).collect();
    groups.sort_by(|left, right| compare(&left[0], &right[0]));
    groups.concat()
}

/// Everything there is, once and in ascending order.
pub(crate) fn distinct<T: Ord>(things: impl Iterator<Item = T>) -> Vec<T> {
    let mut things: Vec<T> = things.collect();
    things.sort();
    things.dedup();
    things
}

/// The order of two items by the values of a partition key; without one, an item comes first.
pub(crate) fn compare_partitions(key: &KeySchema, left: &Item, right: &Item) -> Ordering {
    let orders = key
        .partition
        .iter()
        .map(|attribute| compare_values(left.get(&attribute.name), right.get(&attribute.name)));
    orders.fold(Ordering::Equal, Ordering::then)
}

fn compare_values(left: Option<&AttributeValue>, right: Option<&AttributeValue>) -> Ordering {
    match (left, right) {
        (Some(left), Some(right)) => left.compare(right).unwrap_or(Ordering::Equal),
        (left, right) => left.is_some().cmp(&right.is_some()),
    }
}

/// The indexes of a table in the order of their cards: global ones first.
pub(crate) fn in_card_order(table: &Table) -> impl Iterator<Item = &Index> {
    let of_scope = |scope| table.indexes.iter().filter(move |index| index.schema.scope == scope);
    of_scope(Scope::Global).chain(of_scope(Scope::Local))
}
