//! ListTables: the names of all tables, in ascending order.

use std::ops::Bound;

use serde_json::{Value, json};

use crate::api::arn::is_arn;
use crate::api::error::Rejected;
use crate::api::limit::{LIST_TABLES_COUNT, RESOURCE_NAME_LENGTH};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::Database;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::optional(
            "ExclusiveStartTableName",
            Shape::Text { length: RESOURCE_NAME_LENGTH, plain: true },
        ),
        Member::optional(
            "Limit",
            Shape::Integer { min: LIST_TABLES_COUNT.0, max: LIST_TABLES_COUNT.1 },
        ),
    ],
    prepare,
};

#[expect(clippy::unnecessary_wraps, reason = "operations share one signature")]
fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let limit = fields.integer("Limit").unwrap_or(LIST_TABLES_COUNT.1);
    let limit = usize::try_from(limit).expect("the limit was checked");
    let start = fields.text("ExclusiveStartTableName");
    let behind = start.map_or(Bound::Unbounded, Bound::Excluded);
    // The replicas are tables of other Regions.
    let mut rest = database.table_names(behind).filter(|name| !is_arn(name));
    let names: Vec<&str> = rest.by_ref().take(limit).collect();
    let mut reply = json!({ "TableNames": names.as_slice() });
    if let (Some(last), Some(_)) = (names.last(), rest.next()) {
        reply["LastEvaluatedTableName"] = Value::from(*last);
    }
    Ok(Prepared::answer(reply))
}
