//! PutItem, UpdateItem, DeleteItem and GetItem without JSON, for callers in Rust that send very many requests.
//!
//! They cost, change and reject what the requests in JSON do.

use crate::api::charges_of_rejection;
use crate::api::error::{ApiError, Rejected};
use crate::api::operation::item::write::check_collection;
use crate::api::operation::read::selection::check_consistency;
use crate::capacity::cost::Consistency;
use crate::database::{Change, Database};
use crate::model::item::{Image, Item};
use crate::model::name::TableName;
use crate::receipt::Arm;
use crate::table::Table;
use crate::table::write::plan::Write;
use crate::table::write::set::WriteSet;
use crate::throughput::admission::Charges;

/// Writes one item, and says what each store charges for it: the table first, then the indexes that charge anything.
///
/// Fails as the request does; a failed condition is an error but still charged, as the arms
/// show.
///
/// ```
/// use std::sync::Arc;
///
/// use engine::api::{self, typed};
/// use engine::database::{Config, Database};
/// use engine::model::attribute_value::AttributeValue;
/// use engine::model::item::Item;
/// use engine::model::name::TableName;
/// use engine::table::write::plan::{Write, WriteAction};
///
/// let mut database = Database::new(Config::default());
/// let table = r#"{
///     "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
///     "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
/// }"#;
/// api::call(&mut database, "CreateTable", table)?;
/// let item = Item::from_iter([("id".into(), AttributeValue::S("o-1".to_owned()))]);
/// let write = Write { action: WriteAction::Put(Arc::new(item)), condition: None };
/// let (arms, outcome) = typed::write(&mut database, &TableName::new("Orders"), &write);
/// assert!(outcome.is_ok());
/// assert_eq!(arms[0].units.to_string(), "1");
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn write(
    database: &mut Database,
    table: &TableName,
    write: &Write,
) -> (Vec<Arm>, Result<(), ApiError>) {
    let Planned { arms, write, condition_met, charges } = match plan(database, table, write) {
        Err(error) => {
            database.consume(&charges_of_rejection(&error));
            return (Vec::new(), Err(*error));
        }
        Ok(planned) => planned,
    };
    let reply = match condition_met {
        true => Ok(()),
        false => Err(ApiError::ConditionalCheckFailed { item: None, of_statement: false }),
    };
    database.consume(&charges);
    database.commit(Change::Writes(write));
    (arms, reply)
}

/// Reads one item by its key, and says what the table charges for it. Fails as GetItem does.
pub fn get(
    database: &mut Database,
    table: &TableName,
    key: &Item,
    consistency: Consistency,
) -> Result<(Arm, Option<Image>), ApiError> {
    match read(database, table, key, consistency) {
        Err(error) => {
            database.consume(&charges_of_rejection(&error));
            Err(*error)
        }
        Ok((arm, image, charges)) => {
            database.consume(&charges);
            Ok((arm, image))
        }
    }
}

/// A write that will be made, and what is paid and taken for it.
struct Planned {
    arms: Vec<Arm>,
    write: WriteSet,
    condition_met: bool,
    charges: Charges,
}

fn plan(database: &Database, name: &TableName, write: &Write) -> Result<Planned, Rejected> {
    let table = ready(database, name)?;
    let plan = table.plan_write(write)?;
    check_collection(table, &plan, &WriteSet::default(), database)?;
    let charges = database.admit_write(table, &plan);
    let charges = charges.map_err(|throttled| ApiError::throttled(table, throttled))?;
    let arms = plan.paid_arms(table);
    let condition_met = plan.condition_met;
    Ok(Planned { arms, write: WriteSet::of_one(table, plan), condition_met, charges })
}

fn read(
    database: &Database,
    name: &TableName,
    key: &Item,
    consistency: Consistency,
) -> Result<(Arm, Option<Image>, Charges), Rejected> {
    let table = ready(database, name)?;
    table.schema.key.check_key(key)?;
    check_consistency(table, consistency, database)?;
    let stored = table.get(key);
    let arm = table.item_arm(stored, consistency);
    let mut admission = database.admission();
    let admitted = admission.read_item(table, key, arm.units);
    admitted.map_err(|throttled| ApiError::throttled(table, throttled))?;
    Ok((arm, stored.map(|stored| stored.image.clone()), admission.finish()))
}

fn ready<'d>(database: &'d Database, name: &TableName) -> Result<&'d Table, Rejected> {
    database.ready_table(name.as_str()).ok_or_else(|| ApiError::ResourceNotFound.into())
}
