//! PutItem: stores an item, in place of one with the same key.

use std::sync::Arc;

use crate::api::error::Rejected;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{
    Answer, PARAMETERS, find_table, prepare_write, take_condition,
};
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::api::value::read_item_like;
use crate::database::Database;
use crate::model::item::Item;
use crate::table::write::accept::{ITEM_SIZE_MAX, Rejection};
use crate::table::write::plan::{Write, WriteAction};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        members::RETURN_CONSUMED_CAPACITY,
        members::TABLE_NAME,
        Member::required("Item", Shape::Attributes),
        legacy::CONDITIONAL_OPERATOR,
        legacy::EXPECTED,
        members::RETURN_VALUES,
        members::RETURN_VALUES_ON_FAILURE,
        members::RETURN_COLLECTION_METRICS,
        Member::optional("ConditionExpression", members::EXPRESSION),
        members::ATTRIBUTE_VALUES,
        members::ATTRIBUTE_NAMES,
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    PARAMETERS.check(fields)?;
    legacy::check_conditional_operator(fields, &legacy::EXPECTED)?;
    let item = take_new_item(fields, database)?;
    let answer = Answer::take(fields);
    answer.check_old_only()?;
    let condition = take_condition(fields)?;
    let table = find_table(fields, "PutItem", database).map_err(|error| match item.size() {
        size if size > ITEM_SIZE_MAX => Rejection::ItemTooLarge.into(),
        _ => error,
    })?;
    let write = Write { action: WriteAction::Put(Arc::new(item)), condition };
    prepare_write(table, database, &write, &answer)
}

/// The item to store. Its names are those of the first item of the table, where it has the same attributes.
fn take_new_item(fields: Fields<'_>, database: &Database) -> Result<Item, Rejected> {
    let table = fields.text("TableName").and_then(|name| database.table(name));
    let first = table.and_then(|table| table.items.iter().next());
    let json = fields.value("Item").expect("the member is required");
    Ok(read_item_like(json, first.map(|(_, stored)| stored.image.as_ref()))?)
}
