//! UpdateItem: changes attributes of an item, or makes one with its key.

use crate::api::error::{ApiError, Envelope};
use crate::api::expressions::{Expressions, Parameters};
use crate::api::shape::{Fields, Member, Shape};
use crate::api::write::{Answer, ReturnValues, find_table, prepare_write, take_item};
use crate::api::{Operation, Prepared, legacy, wire};
use crate::database::{Database, Wording};
use crate::expression::error::Parameter;
use crate::expression::update::Update;
use crate::model::item::Item;
use crate::table::plan::{UpdateCeiling, Write, WriteAction, WritePlan};

pub(crate) static OPERATION: Operation = Operation {
    name: "UpdateItem",
    wording: Wording::Revised,
    envelope: Envelope::Counted,
    members: &[
        wire::RETURN_CONSUMED_CAPACITY,
        wire::TABLE_NAME,
        wire::RETURN_COLLECTION_METRICS,
        wire::RETURN_VALUES,
        wire::RETURN_VALUES_ON_FAILURE,
        Member::required("Key", Shape::Attributes),
        #[cfg(feature = "whole-api")]
        legacy::CONDITIONAL_OPERATOR,
        #[cfg(feature = "whole-api")]
        legacy::EXPECTED,
        #[cfg(feature = "whole-api")]
        legacy::ATTRIBUTE_UPDATES,
        Member::optional("ConditionExpression", wire::EXPRESSION),
        Member::optional("UpdateExpression", wire::EXPRESSION),
        wire::ATTRIBUTE_VALUES,
        wire::ATTRIBUTE_NAMES,
    ],
    prepare,
};

static PARAMETERS: Parameters = Parameters {
    expressions: &[Parameter::UpdateExpression, Parameter::ConditionExpression],
    legacy: &["AttributeUpdates", "Expected"],
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, ApiError> {
    PARAMETERS.check(fields)?;
    let key = take_item(fields, "Key")?;
    let answer = Answer::take(fields);
    let updates = legacy::take_updates(fields)?;
    let expected = legacy::take_expected(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let update = expressions.update()?.or(updates);
    let condition = expressions.condition(Parameter::ConditionExpression)?.or(expected);
    expressions.finish()?;
    let table = find_table(fields, database)?;
    let (key_of_item, ceiling) = (key.clone(), UpdateCeiling::UpdateItem);
    let action = WriteAction::Update { key: key_of_item, update: update.clone(), ceiling };
    prepare_write(table, database, Write { action, condition }, &answer, |plan| {
        returned(answer.return_values, &key, update.as_ref(), plan)
    })
}

fn returned(
    return_values: ReturnValues,
    key: &Item,
    update: Option<&Update>,
    plan: &WritePlan,
) -> Option<Item> {
    let old = plan.old.as_ref().map(|old| old.image.as_ref());
    let new = plan.new.as_ref().map(|new| new.image.as_ref());
    match return_values {
        ReturnValues::None => None,
        ReturnValues::AllOld => old.cloned(),
        ReturnValues::AllNew => new.cloned(),
        ReturnValues::UpdatedOld => Some(update?.updated_old(old?)),
        ReturnValues::UpdatedNew => {
            new?;
            update?.updated_new(old.unwrap_or(key)).ok()
        }
    }
}
