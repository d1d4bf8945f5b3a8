//! The order in which people look for items: by partition key, then by sort key.
//!
//! The engine, like the service, keeps partition keys in the order of their hashes; that is what a scan returns. The
//! page and the document show them in the order of their values.

use std::cmp::Ordering;

use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::table::Table;
use engine::table::storage::Stored;

/// The items of a table by partition key, then by sort key.
pub(super) fn in_key_order(table: &Table) -> Vec<&Stored> {
    let mut items: Vec<&Stored> = table.items.iter().map(|(_, stored)| stored).collect();
    // The storage is in sort-key order within a partition key, and the sort is stable.
    items.sort_by(|left, right| compare_partitions(&table.schema.key, &left.image, &right.image));
    items
}

/// The order of two items by the values of a partition key; without one, an item comes first.
pub(super) fn compare_partitions(key: &KeySchema, left: &Item, right: &Item) -> Ordering {
    let orders = key.partition.iter().map(|attribute| {
        match (left.get(&attribute.name), right.get(&attribute.name)) {
            (Some(left), Some(right)) => left.compare(right).unwrap_or(Ordering::Equal),
            (left, right) => left.is_some().cmp(&right.is_some()),
        }
    });
    orders.fold(Ordering::Equal, Ordering::then)
}
