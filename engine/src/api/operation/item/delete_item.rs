//! DeleteItem: removes an item. Removing what is not there succeeds, and costs the minimum.

use crate::api::error::Rejected;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{
    Answer, PARAMETERS, find_table, prepare_write, take_condition, take_item,
};
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::database::Database;
use crate::table::write::plan::{Write, WriteAction};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        members::RETURN_CONSUMED_CAPACITY,
        members::TABLE_NAME,
        members::RETURN_VALUES,
        members::RETURN_VALUES_ON_FAILURE,
        members::RETURN_COLLECTION_METRICS,
        Member::required("Key", Shape::Attributes),
        legacy::CONDITIONAL_OPERATOR,
        legacy::EXPECTED,
        Member::optional("ConditionExpression", members::EXPRESSION),
        members::ATTRIBUTE_VALUES,
        members::ATTRIBUTE_NAMES,
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    PARAMETERS.check(fields)?;
    legacy::check_conditional_operator(fields, &legacy::EXPECTED)?;
    let key = take_item(fields, "Key")?;
    let answer = Answer::take(fields);
    answer.check_old_only()?;
    let condition = take_condition(fields)?;
    let table = find_table(fields, "DeleteItem", database)?;
    let write = Write { action: WriteAction::Delete { key }, condition };
    prepare_write(table, database, &write, &answer)
}
