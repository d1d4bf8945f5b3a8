//! What batches and transactions share: requests by table, and the checks of their number and keys.

use std::collections::BTreeSet;

use crate::api::error::batch::{BatchError, TransactionError};
use crate::api::error::validation::ValidationError;
use crate::api::request::fields::Fields;
use crate::json::text::JsonObject;
use crate::model::item::{AttributeMap, Item};
use crate::model::key::Position;
use crate::model::name::TableName;
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

/// The items that a request is about, by table and key: the table counts, not the name or ARN that the request gives it.
///
/// Model: DynamoDB does not document batches that name one table by name and by ARN.
#[derive(Default)]
pub(crate) struct RequestedItems<'d> {
    items: BTreeSet<(&'d TableName, Position)>,
    /// The table of the first.
    first: Option<&'d TableName>,
}

/// Why an item cannot be in a request that others are in.
enum Unfit {
    /// It is among them.
    Repeated,
    /// Its table is in another Region.
    OtherRegion,
}

impl<'d> RequestedItems<'d> {
    /// Adds an item of a batch, which must not be among them. Numbers in keys are equal by value.
    pub(crate) fn add_to_batch(
        &mut self,
        table: &'d Table,
        key: &AttributeMap,
    ) -> Result<(), ValidationError> {
        self.add(table, key).map_err(|unfit| {
            ValidationError::Batch(match unfit {
                Unfit::Repeated => BatchError::DuplicateKeys,
                Unfit::OtherRegion => BatchError::SeveralRegions,
            })
        })
    }

    /// Adds an item. An incomplete key is of no item.
    fn add(&mut self, table: &'d Table, key: &AttributeMap) -> Result<(), Unfit> {
        let name = &table.schema.name;
        if self.first.get_or_insert(name).region() != name.region() {
            return Err(Unfit::OtherRegion);
        }
        let position = table.schema.key.position_of(key);
        let is_new = position.is_none_or(|position| self.items.insert((name, position)));
        is_new.then_some(()).ok_or(Unfit::Repeated)
    }
}

/// Checks that no two actions of a transaction are about one item, by the table and key of each, and that all are about tables
/// of one Region and one database.
pub(crate) fn check_distinct_items<'d>(
    mut actions: impl Iterator<Item = (&'d Table, &'d Item)>,
) -> Result<(), ValidationError> {
    let mut items = RequestedItems::default();
    let mut first_is_sql = None;
    let fault = actions.find_map(|(table, key)| match items.add(table, key) {
        _ if table.strong.is_some() => Some(TransactionError::StrongTable),
        _ if *first_is_sql.get_or_insert(table.is_sql) != table.is_sql => {
            Some(TransactionError::SeveralDatabases)
        }
        Ok(()) => None,
        Err(Unfit::Repeated) => Some(TransactionError::SameItemTwice),
        Err(Unfit::OtherRegion) => Some(TransactionError::SeveralRegions),
    });
    fault.map_or(Ok(()), |fault| Err(ValidationError::Transaction(fault)))
}
