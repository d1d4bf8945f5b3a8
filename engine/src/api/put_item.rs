//! PutItem: stores an item, in place of one with the same key.

use std::sync::Arc;

use crate::api::error::{ApiError, Envelope};
use crate::api::expressions::{Expressions, Parameters};
use crate::api::shape::{Fields, Member, Shape};
use crate::api::write::{Answer, all_old, find_table, prepare_write};
use crate::api::{Operation, Prepared, legacy, wire};
use crate::database::{Database, Wording};
use crate::expression::error::Parameter;
use crate::model::item::Item;
use crate::model::json::read_item_like;
use crate::table::accept::{ITEM_SIZE_MAX, Refusal};
use crate::table::plan::{Write, WriteAction};

pub(crate) static OPERATION: Operation = Operation {
    name: "PutItem",
    wording: Wording::Revised,
    envelope: Envelope::Counted,
    members: &[
        wire::RETURN_CONSUMED_CAPACITY,
        wire::TABLE_NAME,
        Member::required("Item", Shape::Attributes),
        #[cfg(feature = "whole-api")]
        legacy::CONDITIONAL_OPERATOR,
        #[cfg(feature = "whole-api")]
        legacy::EXPECTED,
        wire::RETURN_VALUES,
        wire::RETURN_VALUES_ON_FAILURE,
        wire::RETURN_COLLECTION_METRICS,
        Member::optional("ConditionExpression", wire::EXPRESSION),
        wire::ATTRIBUTE_VALUES,
        wire::ATTRIBUTE_NAMES,
    ],
    prepare,
};

static PARAMETERS: Parameters =
    Parameters { expressions: &[Parameter::ConditionExpression], legacy: &["Expected"] };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, ApiError> {
    PARAMETERS.check(fields)?;
    let item = take_new_item(fields, database)?;
    let answer = Answer::take(fields);
    answer.check_old_only()?;
    let expected = legacy::take_expected(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let condition = expressions.condition(Parameter::ConditionExpression)?.or(expected);
    expressions.finish()?;
    let table = find_table(fields, database).map_err(|error| match item.size() {
        size if size > ITEM_SIZE_MAX => Refusal::ItemTooLarge.into(),
        _ => error,
    })?;
    let write = Write { action: WriteAction::Put(Arc::new(item)), condition };
    prepare_write(table, database, write, &answer, |plan| all_old(&answer, plan))
}

/// The item to store. Its names are those of the first item of the table, where it has the same attributes.
fn take_new_item(fields: Fields<'_>, database: &Database) -> Result<Item, ApiError> {
    let table = fields.text("TableName").and_then(|name| database.table(name));
    let first = table.and_then(|table| table.items.iter().next());
    let json = fields.value("Item").expect("the member is required");
    Ok(read_item_like(json, first.map(|(_, stored)| stored.image.as_ref()))?)
}
