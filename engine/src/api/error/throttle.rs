//! The answer to a throttled request: the exception, its message and its reasons.

use serde_json::{Value, json};

use crate::api::arn::{index_arn, table_arn};
use crate::api::error::code::ErrorCode;
use crate::event::{BillingMode, ThrottleCause, Throttled};
use crate::model::name::TableName;
use crate::receipt::{Store, UnitKind};

fn is_of_account(cause: ThrottleCause) -> bool {
    match cause {
        ThrottleCause::Account => true,
        ThrottleCause::ProvisionedThroughput
        | ThrottleCause::KeyRange
        | ThrottleCause::OnDemandPeak
        | ThrottleCause::OnDemandMaximum => false,
    }
}

/// The exception that clients test for.
///
/// Model: which exception a hot partition of a provisioned table raises is not documented. Here the billing mode decides.
pub(super) fn code(throttled: &Throttled) -> ErrorCode {
    match (is_of_account(throttled.cause), throttled.mode) {
        (true, _) => ErrorCode::RequestLimitExceeded,
        (false, BillingMode::Provisioned) => ErrorCode::ProvisionedThroughputExceeded,
        (false, BillingMode::PayPerRequest) => ErrorCode::Throttling,
    }
}

/// The reason of an action in a cancelled transaction.
///
/// Model: no documented reason names the account.
pub(super) fn cancellation_code(throttled: &Throttled) -> &'static str {
    match (is_of_account(throttled.cause), throttled.mode) {
        (false, BillingMode::Provisioned) => "ProvisionedThroughputExceeded",
        (true, _) | (false, BillingMode::PayPerRequest) => "ThrottlingError",
    }
}

/// The code of a statement of a batch.
pub(super) fn batch_code(throttled: &Throttled) -> &'static str {
    match (is_of_account(throttled.cause), throttled.mode) {
        (true, _) => "RequestLimitExceeded",
        (false, BillingMode::Provisioned) => "ProvisionedThroughputExceeded",
        (false, BillingMode::PayPerRequest) => "ThrottlingError",
    }
}

/// The message of an exception, which depends on the limit that was reached, the billing mode, and whether an index reached it.
///
/// Source: messages of the service in its guides and in reports of issues, from before 2025.
pub(super) fn message(throttled: &Throttled) -> &'static str {
    let is_index = matches!(throttled.store, Store::Global(_));
    match (is_of_account(throttled.cause), throttled.mode, is_index) {
        (true, ..) => {
            "Throughput exceeds the current throughput limit for your account. Please contact AWS \
             Support at https://aws.amazon.com/support request a limit increase"
        }
        (false, BillingMode::Provisioned, false) => {
            "The level of configured provisioned throughput for the table was exceeded. Consider \
             increasing your provisioning level with the UpdateTable API."
        }
        (false, BillingMode::Provisioned, true) => {
            "The level of configured provisioned throughput for one or more global secondary \
             indexes of the table was exceeded. Consider increasing your provisioning level for \
             the under-provisioned global secondary indexes with the UpdateTable API."
        }
        (false, BillingMode::PayPerRequest, false) => {
            "Throughput exceeds the current capacity of your table or index. DynamoDB is \
             automatically scaling your table or index so please try again shortly. If exceptions \
             persist, check if you have a hot key: https://docs.aws.amazon.com/amazondynamodb/\
             latest/developerguide/bp-partition-key-design.html."
        }
        (false, BillingMode::PayPerRequest, true) => {
            "Throughput exceeds the current capacity for one or more global secondary indexes. \
             DynamoDB is automatically scaling your index so please try again shortly."
        }
    }
}

/// `ThrottlingReasons`: one of sixteen reasons, and the ARN of the table or index that was throttled.
///
/// Model: that an on-demand table has not grown yet is reported as a key range, because there is no word for it.
pub(super) fn reasons(table: &TableName, throttled: &Throttled) -> Value {
    let (place, resource) = match &throttled.store {
        Store::Table | Store::Local(_) => ("Table", table_arn(table.as_str())),
        Store::Global(index) => ("Index", index_arn(table.as_str(), index.as_str())),
    };
    let kind = match throttled.kind {
        UnitKind::Read => "Read",
        UnitKind::Write => "Write",
    };
    let limit = match throttled.cause {
        ThrottleCause::ProvisionedThroughput => "ProvisionedThroughputExceeded",
        ThrottleCause::KeyRange | ThrottleCause::OnDemandPeak => "KeyRangeThroughputExceeded",
        ThrottleCause::OnDemandMaximum => "MaxOnDemandThroughputExceeded",
        ThrottleCause::Account => "AccountLimitExceeded",
    };
    let reason = [place, kind, limit].concat();
    vec![json!({ "reason": reason, "resource": resource })].into()
}
