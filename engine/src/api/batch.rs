//! What batches and transactions share: requests by table, and the checks of their number and keys.

use crate::api::batch_error::{BatchError, TransactionError};
use crate::api::shape::Fields;
use crate::api::validation_error::ValidationError;
use crate::model::item::Item;
use crate::model::json_text::JsonObject;
use crate::model::sorted::SortedSet;
use crate::table::Table;

/// The requests of a batch by table; at least one.
pub(crate) fn take_requests<'j>(
    fields: Fields<'j>,
    operation: &'static str,
) -> Result<JsonObject<'j>, ValidationError> {
    match fields.map("RequestItems") {
        Some(requests) if !requests.is_empty() => Ok(requests),
        _ => Err(ValidationError::Batch(BatchError::NoRequests { operation })),
    }
}

/// Checks how many items all tables together are asked for.
pub(crate) fn check_count(
    count: usize,
    max: usize,
    operation: &'static str,
) -> Result<(), ValidationError> {
    match count > max {
        true => Err(ValidationError::Batch(BatchError::TooManyItems { operation })),
        false => Ok(()),
    }
}

/// Checks that no key of a table occurs twice; numbers are equal by value.
pub(crate) fn check_distinct<'k>(
    keys: impl Iterator<Item = &'k Item>,
) -> Result<(), ValidationError> {
    let mut seen: Vec<&Item> = Vec::new();
    for key in keys {
        if seen.contains(&key) {
            return Err(ValidationError::Batch(BatchError::DuplicateKeys));
        }
        seen.push(key);
    }
    Ok(())
}

/// Checks that no two actions of a transaction are about one item, by the table and key of each.
pub(crate) fn check_distinct_items<'d>(
    items: impl Iterator<Item = (&'d Table, &'d Item)>,
) -> Result<(), ValidationError> {
    let mut seen = SortedSet::new();
    for (table, key) in items {
        let position = table.schema.key.position_of(key);
        if position.is_some_and(|position| !seen.insert((&table.schema.name, position))) {
            return Err(ValidationError::Transaction(TransactionError::SameItemTwice));
        }
    }
    Ok(())
}
