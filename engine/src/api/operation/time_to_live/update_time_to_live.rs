//! UpdateTimeToLive: lets items of a table expire by an attribute, or leaves them alone.

use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::error::strong::StrongError;
use crate::api::error::update_table::UpdateTableError;
use crate::api::limit::TIME_TO_LIVE_NAME_SIZE;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::find::{check_alive, find_table};
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::{Change, Database};
use crate::model::name::AttributeName;
use crate::operation::Operation;
use crate::table::time_to_live::{TimeToLive, TimeToLiveStatus};
use serde_json::json;

static SPECIFICATION: [Member; 2] = [
    Member::required("Enabled", Shape::Boolean),
    Member::required("AttributeName", Shape::AttributeName { size: TIME_TO_LIVE_NAME_SIZE }),
];

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        CONTROL_TABLE_NAME,
        Member::required(
            "TimeToLiveSpecification",
            Shape::Structure { name: "TimeToLiveSpecification", members: &SPECIFICATION },
        ),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let asked = fields.fields("TimeToLiveSpecification").expect("the member is required");
    let enable = asked.flag("Enabled", false);
    let attribute = AttributeName::from(asked.required_text("AttributeName"));
    let table = find_table(fields, Operation::UpdateTimeToLive, database)?;
    check_alive(table)?;
    if table.strong.is_some() {
        let table = table.schema.name.clone();
        return Err(UpdateTableError::Strong(StrongError::HasTimeToLive { table }).into());
    }
    check_change(&table.time_to_live, enable, &attribute)?;
    check_interval(&table.time_to_live, database)?;
    let specification = json!({ "Enabled": enable, "AttributeName": attribute.as_str() });
    let reply = json!({ "TimeToLiveSpecification": specification });
    let table = table.schema.name.clone();
    Ok(Prepared::changing(reply, Change::UpdateTimeToLive { table, enable, attribute }))
}

fn check_change(
    time_to_live: &TimeToLive,
    enable: bool,
    attribute: &AttributeName,
) -> Result<(), ResourceError> {
    let (enabled, current) = match &time_to_live.status {
        TimeToLiveStatus::Disabled => (false, None),
        TimeToLiveStatus::Disabling(current) => (false, Some(current)),
        TimeToLiveStatus::Enabling(current) | TimeToLiveStatus::Enabled(current) => {
            (true, Some(current))
        }
    };
    match (enable, enabled, current) {
        (true, true, Some(current)) if current == attribute => Err(ResourceError::AlreadyEnabled),
        (false, false, _) => Err(ResourceError::AlreadyDisabled),
        (_, _, Some(current)) if current != attribute => {
            Err(ResourceError::OtherAttribute { current: current.clone() })
        }
        _ => Ok(()),
    }
}

/// One change at a time, and none too soon after another.
fn check_interval(time_to_live: &TimeToLive, database: &Database) -> Result<(), ResourceError> {
    let interval = database.config().lifecycle.time_to_live_interval_ms;
    let too_soon = time_to_live.changed_at.is_some_and(|at| database.now() < at.after(interval));
    let under_way = match time_to_live.status {
        TimeToLiveStatus::Enabling(_) | TimeToLiveStatus::Disabling(_) => true,
        TimeToLiveStatus::Enabled(_) | TimeToLiveStatus::Disabled => false,
    };
    match too_soon || under_way {
        true => Err(ResourceError::ChangedTooOften),
        false => Ok(()),
    }
}
