//! DescribeContinuousBackups: whether a table could be restored, and to which moments.

use serde_json::{Value, json};

use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::members::CONTROL_TABLE_NAME;
use crate::api::reply::seconds;
use crate::api::request::fields::Fields;
use crate::api::request::members::{self, check_account};
use crate::database::Database;
use crate::operation::Operation;
use crate::table::Table;
use crate::table::recovery::Recovery;

pub(crate) static DEFINITION: Definition = Definition { members: &[CONTROL_TABLE_NAME], prepare };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let table = find_table(fields, Operation::DescribeContinuousBackups, database)?;
    Ok(Prepared::answer(describe_recovery(table.recovery, database)))
}

/// The table of a request about backups, which has an error of its own.
pub(crate) fn find_table<'d>(
    fields: Fields<'_>,
    operation: Operation,
    database: &'d Database,
) -> Result<&'d Table, ResourceError> {
    check_account(fields.required_text("TableName"), operation.name())?;
    let table = members::table_name(fields);
    database.table(table).ok_or_else(|| ResourceError::TableNotFound { table: table.to_owned() })
}

/// Backups as DynamoDB describes them. Model: the latest moment is the present one; the service is minutes behind.
pub(crate) fn describe_recovery(recovery: Option<Recovery>, database: &Database) -> Value {
    let time = |at| seconds(database.unix_time(at));
    let in_time = match recovery {
        None => json!({ "PointInTimeRecoveryStatus": "DISABLED" }),
        Some(recovery) => json!({
            "PointInTimeRecoveryStatus": "ENABLED",
            "RecoveryPeriodInDays": recovery.period_days,
            "EarliestRestorableDateTime": time(recovery.earliest(database.now())),
            "LatestRestorableDateTime": time(database.now()),
        }),
    };
    json!({
        "ContinuousBackupsDescription": {
            "ContinuousBackupsStatus": "ENABLED",
            "PointInTimeRecoveryDescription": in_time,
        }
    })
}
