//! DescribeLimits: the most throughput that can be provisioned.

use serde_json::json;

use crate::api::error::Rejected;
use crate::api::limit::{ACCOUNT_THROUGHPUT_MAX, TABLE_THROUGHPUT_MAX};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::database::Database;

pub(crate) static DEFINITION: Definition = Definition { members: &[], prepare };

#[expect(clippy::unnecessary_wraps, reason = "operations share one signature")]
fn prepare(_fields: Fields<'_>, _database: &Database) -> Result<Prepared, Rejected> {
    Ok(Prepared::answer(json!({
        "AccountMaxReadCapacityUnits": ACCOUNT_THROUGHPUT_MAX,
        "AccountMaxWriteCapacityUnits": ACCOUNT_THROUGHPUT_MAX,
        "TableMaxReadCapacityUnits": TABLE_THROUGHPUT_MAX,
        "TableMaxWriteCapacityUnits": TABLE_THROUGHPUT_MAX,
    })))
}
