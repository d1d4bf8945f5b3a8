//! UpdateItem: changes attributes of an item, or makes one with its key.

use crate::api::error::{MessagePrefix, Rejected};
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{Answer, find_table, prepare_write, take_item};
use crate::api::operation::prepared::Prepared;
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::database::{Database, Wording};
use crate::expression::error::Parameter;
use crate::table::write::plan::{UpdateCeiling, Write, WriteAction};

pub(crate) static DEFINITION: Definition = Definition {
    wording: Wording::Revised,
    prefix: MessagePrefix::ErrorCount,
    members: &[
        members::RETURN_CONSUMED_CAPACITY,
        members::WRITTEN_TABLE_NAME,
        members::RETURN_COLLECTION_METRICS,
        members::RETURN_VALUES,
        members::RETURN_VALUES_ON_FAILURE,
        Member::required("Key", Shape::Attributes),
        legacy::CONDITIONAL_OPERATOR,
        legacy::EXPECTED,
        legacy::ATTRIBUTE_UPDATES,
        Member::optional("ConditionExpression", members::EXPRESSION),
        Member::optional("UpdateExpression", members::EXPRESSION),
        members::ATTRIBUTE_VALUES,
        members::ATTRIBUTE_NAMES,
    ],
    prepare,
};

static PARAMETERS: Parameters = Parameters {
    expressions: &[Parameter::UpdateExpression, Parameter::ConditionExpression],
    legacy: &["AttributeUpdates", "Expected"],
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    PARAMETERS.check(fields)?;
    let key = take_item(fields, "Key")?;
    let answer = Answer::take(fields);
    let updates = legacy::take_updates(fields)?;
    let expected = legacy::take_expected(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let update = expressions.update()?.or(updates);
    let condition = expressions.condition(Parameter::ConditionExpression)?.or(expected);
    expressions.finish()?;
    let table = find_table(fields, "UpdateItem", database)?;
    let action = WriteAction::Update { key, update, ceiling: UpdateCeiling::UpdateItem };
    prepare_write(table, database, &Write { action, condition }, &answer)
}
