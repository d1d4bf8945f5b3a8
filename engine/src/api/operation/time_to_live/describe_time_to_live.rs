//! DescribeTimeToLive: whether items of a table expire, and by which attribute.

use crate::api::error::Rejected;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::find::find_table;
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::request::fields::Fields;
use crate::database::Database;
use crate::operation::Operation;
use crate::table::time_to_live::TimeToLiveStatus;
use serde_json::json;

pub(crate) static DEFINITION: Definition = Definition { members: &[CONTROL_TABLE_NAME], prepare };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let status = &find_table(fields, Operation::DescribeTimeToLive, database)?.time_to_live.status;
    let word = match status {
        TimeToLiveStatus::Disabled => "DISABLED",
        TimeToLiveStatus::Enabling(_) => "ENABLING",
        TimeToLiveStatus::Enabled(_) => "ENABLED",
        TimeToLiveStatus::Disabling(_) => "DISABLING",
    };
    let mut description = json!({ "TimeToLiveStatus": word });
    if let Some(attribute) = status.attribute() {
        description["AttributeName"] = attribute.as_str().into();
    }
    Ok(Prepared::answer(json!({ "TimeToLiveDescription": description })))
}
