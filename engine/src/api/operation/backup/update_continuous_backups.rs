//! UpdateContinuousBackups: whether a table could be restored to a moment of the past.

use crate::api::error::Rejected;
use crate::api::limit::RECOVERY_DAYS;
use crate::api::operation::backup::describe_continuous_backups::{describe_recovery, find_table};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::{Change, Database};
use crate::operation::Operation;
use crate::table::recovery::Recovery;

static SPECIFICATION: [Member; 2] = [
    Member::required("PointInTimeRecoveryEnabled", Shape::Boolean),
    Member::optional(
        "RecoveryPeriodInDays",
        Shape::Integer { min: RECOVERY_DAYS.0, max: RECOVERY_DAYS.1 },
    ),
];

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        CONTROL_TABLE_NAME,
        Member::required(
            "PointInTimeRecoverySpecification",
            Shape::Structure { name: "PointInTimeRecoverySpecification", members: &SPECIFICATION },
        ),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let table = find_table(fields, Operation::UpdateContinuousBackups, database)?;
    let asked = fields.fields("PointInTimeRecoverySpecification").expect("the member is required");
    let since = table.recovery.map_or(database.now(), |recovery| recovery.since);
    let period_days = asked.integer("RecoveryPeriodInDays").unwrap_or(RECOVERY_DAYS.1);
    let enabled = asked.flag("PointInTimeRecoveryEnabled", false);
    let recovery = enabled.then_some(Recovery { since, period_days });
    let change = Change::SetRecovery { table: table.schema.name.clone(), recovery };
    Ok(Prepared::changing(describe_recovery(recovery, database), change))
}
