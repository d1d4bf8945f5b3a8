//! UpdateItem: changes attributes of an item, or makes one with its key.

use crate::api::error::Rejected;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{Answer, find_table, prepare_write, take_item};
use crate::api::operation::prepared::Prepared;
use crate::api::request::expressions::{Expressions, Parameters, check_not_empty};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::database::Database;
use crate::expression::error::Parameter;
use crate::table::write::plan::{UpdateCeiling, Write, WriteAction};

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
    legacy: &["AttributeUpdates", "Expected", "ConditionalOperator"],
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    for parameter in [Parameter::ConditionExpression, Parameter::UpdateExpression] {
        check_not_empty(fields, parameter)?;
    }
    PARAMETERS.check(fields)?;
    legacy::check_conditional_operator(fields, &legacy::EXPECTED)?;
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
