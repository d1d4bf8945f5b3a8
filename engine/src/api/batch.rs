//! What batches share: requests by table, and the checks of their number and keys.

use crate::api::batch_error::BatchError;
use crate::api::shape::Fields;
use crate::api::validation_error::ValidationError;
use crate::model::item::Item;
use crate::model::json_text::JsonObject;

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
