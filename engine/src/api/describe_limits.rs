//! DescribeLimits: the most throughput that can be provisioned.

use serde_json::json;

use crate::api::error::{Envelope, Refused};
use crate::api::limit::{ACCOUNT_THROUGHPUT_MAX, TABLE_THROUGHPUT_MAX};
use crate::api::shape::Fields;
use crate::api::{Operation, Prepared};
use crate::database::{Database, Wording};

pub(crate) static OPERATION: Operation = Operation {
    name: "DescribeLimits",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[],
    prepare,
};

#[expect(clippy::unnecessary_wraps, reason = "operations share one signature")]
fn prepare(_fields: Fields<'_>, _database: &Database) -> Result<Prepared, Refused> {
    Ok(Prepared::answer(json!({
        "AccountMaxReadCapacityUnits": ACCOUNT_THROUGHPUT_MAX,
        "AccountMaxWriteCapacityUnits": ACCOUNT_THROUGHPUT_MAX,
        "TableMaxReadCapacityUnits": TABLE_THROUGHPUT_MAX,
        "TableMaxWriteCapacityUnits": TABLE_THROUGHPUT_MAX,
    })))
}
