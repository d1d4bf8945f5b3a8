//! DescribeTimeToLive: whether items of a table expire, and by which attribute.

use crate::api::create_table::CONTROL_TABLE_NAME;
use crate::api::describe_table::find_table;
use crate::api::error::{Envelope, Refused};
use crate::api::shape::Fields;
use crate::api::{Operation, Prepared};
use crate::database::{Database, Wording};
use crate::model::json_value::object;
use crate::table::time_to_live::TimeToLiveStatus;

pub(crate) static OPERATION: Operation = Operation {
    name: "DescribeTimeToLive",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[CONTROL_TABLE_NAME],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
    let status = &find_table(fields, database)?.time_to_live.status;
    let word = match status {
        TimeToLiveStatus::Disabled => "DISABLED",
        TimeToLiveStatus::Enabling(_) => "ENABLING",
        TimeToLiveStatus::Enabled(_) => "ENABLED",
        TimeToLiveStatus::Disabling(_) => "DISABLING",
    };
    let mut description = object([("TimeToLiveStatus", word.into())]);
    if let Some(attribute) = status.attribute() {
        description["AttributeName"] = attribute.as_str().into();
    }
    Ok(Prepared::answer(object([("TimeToLiveDescription", description)])))
}
