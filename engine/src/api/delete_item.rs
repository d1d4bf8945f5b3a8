//! DeleteItem: removes an item. Removing what is not there succeeds, and costs the minimum.

use crate::api::error::{Envelope, Refused};
use crate::api::shape::{Fields, Member, Shape};
use crate::api::write::{Answer, PARAMETERS, find_table, prepare_write, take_condition, take_item};
use crate::api::{Operation, Prepared, wire};
use crate::database::{Database, Wording};
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
        crate::api::legacy::CONDITIONAL_OPERATOR,
        crate::api::legacy::EXPECTED,
        Member::optional("ConditionExpression", wire::EXPRESSION),
        wire::ATTRIBUTE_VALUES,
        wire::ATTRIBUTE_NAMES,
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
    PARAMETERS.check(fields)?;
    let key = take_item(fields, "Key")?;
    let answer = Answer::take(fields);
    answer.check_old_only()?;
    let condition = take_condition(fields)?;
    let table = find_table(fields, database)?;
    let write = Write { action: WriteAction::Delete { key }, condition };
    prepare_write(table, database, &write, &answer)
}
