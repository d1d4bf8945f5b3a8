//! DeleteItem: removes an item. Removing what is not there succeeds, and costs the minimum.

use crate::api::error::{ApiError, Envelope};
use crate::api::expressions::{Expressions, Parameters};
use crate::api::shape::{Fields, Member, Shape};
use crate::api::write::{Answer, all_old, find_table, prepare_write, take_item};
use crate::api::{Operation, Prepared, legacy, wire};
use crate::database::{Database, Wording};
use crate::expression::error::Parameter;
use crate::table::plan::{Write, WriteAction};

pub(crate) static OPERATION: Operation = Operation {
    name: "DeleteItem",
    wording: Wording::Revised,
    envelope: Envelope::Counted,
    members: &[
        wire::RETURN_CONSUMED_CAPACITY,
        wire::TABLE_NAME,
        wire::RETURN_VALUES,
        wire::RETURN_VALUES_ON_FAILURE,
        wire::RETURN_COLLECTION_METRICS,
        Member::required("Key", Shape::Attributes),
        #[cfg(feature = "whole-api")]
        legacy::CONDITIONAL_OPERATOR,
        #[cfg(feature = "whole-api")]
        legacy::EXPECTED,
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
    let key = take_item(fields, "Key")?;
    let answer = Answer::take(fields);
    answer.check_old_only()?;
    let expected = legacy::take_expected(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let condition = expressions.condition(Parameter::ConditionExpression)?.or(expected);
    expressions.finish()?;
    let table = find_table(fields, database)?;
    let write = Write { action: WriteAction::Delete { key }, condition };
    prepare_write(table, database, write, &answer, |plan| all_old(&answer, plan))
}
