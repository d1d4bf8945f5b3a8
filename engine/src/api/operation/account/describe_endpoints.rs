//! DescribeEndpoints: where the service is reached, as the Region's own answer words it.
//!
//! A server that is reached elsewhere knows its own address, and puts it in the place of this one.

use serde_json::json;

use crate::api::arn::region;
use crate::api::error::Rejected;
use crate::api::limit::ENDPOINT_CACHE_MINUTES;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::database::Database;

pub(crate) static DEFINITION: Definition = Definition { members: &[], prepare };

#[expect(clippy::unnecessary_wraps, reason = "operations share one signature")]
fn prepare(_fields: Fields<'_>, _database: &Database) -> Result<Prepared, Rejected> {
    let address = format!("dynamodb.{}.amazonaws.com", region());
    let endpoint = json!({ "Address": address, "CachePeriodInMinutes": ENDPOINT_CACHE_MINUTES });
    Ok(Prepared::answer(json!({ "Endpoints": [endpoint] })))
}
