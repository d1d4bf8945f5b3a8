//! UpdateItem: changes attributes of an item, or makes one with its key.

use crate::api::error::{Envelope, Refused};
use crate::api::expressions::{Expressions, Parameters};
use crate::api::shape::{Fields, Member, Shape};
use crate::api::write::{Answer, find_table, prepare_write, take_item};
use crate::api::{Operation, Prepared, legacy, wire};
use crate::database::{Database, Wording};
use crate::expression::error::Parameter;
use crate::table::plan::{UpdateCeiling, Write, WriteAction};

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
        legacy::CONDITIONAL_OPERATOR,
        legacy::EXPECTED,
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

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
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
    let action = WriteAction::Update { key, update, ceiling: UpdateCeiling::UpdateItem };
    prepare_write(table, database, &Write { action, condition }, &answer)
}
