//! Requests of one item without JSON: what PutItem, UpdateItem, DeleteItem and GetItem do, for callers in Rust who have
//! values at hand and make very many of them.
//!
//! They cost and change what the requests in JSON do, and refuse what those refuse.

use crate::api::error::{ApiError, Refused};
use crate::api::write::check_collection;
use crate::capacity::cost::Consistency;
use crate::database::{Change, Database, TableWrite};
use crate::event::Arm;
use crate::model::item::{Image, Item};
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::plan::Write;

/// Writes one item, and says what each store charges for it: the table first, then its indexes.
///
/// Fails as the request does; a condition that was false is an error of which the units are charged all the same, as
/// the arms beside it say.
///
/// ```
/// use std::sync::Arc;
///
/// use engine::api::{self, typed};
/// use engine::database::{Config, Database};
/// use engine::model::attribute_value::AttributeValue;
/// use engine::model::item::Item;
/// use engine::model::name::TableName;
/// use engine::table::plan::{Write, WriteAction};
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
    let (arms, plan) = match plan(database, table, write) {
        Err(error) => return (Vec::new(), Err(*error)),
        Ok(planned) => planned,
    };
    let reply = match plan.plan.condition_met {
        true => Ok(()),
        false => Err(ApiError::ConditionalCheckFailed { item: None }),
    };
    database.commit(Change::Writes(vec![plan]));
    (arms, reply)
}

/// Reads one item by its key, and says what the table charges for it. Fails as GetItem does.
pub fn get(
    database: &Database,
    table: &TableName,
    key: &Item,
    consistency: Consistency,
) -> Result<(Arm, Option<Image>), ApiError> {
    let table = ready(database, table).map_err(|error| *error)?;
    table.schema.key.check_key(key).map_err(|refusal| *Refused::from(refusal))?;
    let stored = table.get(key);
    Ok((table.item_arm(stored, consistency), stored.map(|stored| stored.image.clone())))
}

fn plan(
    database: &Database,
    name: &TableName,
    write: &Write,
) -> Result<(Vec<Arm>, TableWrite), Refused> {
    let table = ready(database, name)?;
    let plan = table.plan_write(write)?;
    check_collection(table, &plan, &[], database)?;
    Ok((plan.arms(table), TableWrite { table: table.schema.name.clone(), plan }))
}

fn ready<'d>(database: &'d Database, name: &TableName) -> Result<&'d Table, Refused> {
    database.ready_table(name.as_str()).ok_or_else(|| ApiError::ResourceNotFound.into())
}
