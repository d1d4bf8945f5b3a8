//! Reading page by page, as a client does.

use engine::api;
use engine::database::Database;
use serde_json::Value;

/// Pages within which every read of these tests must end.
const PAGE_COUNT_MAX: usize = 500;

/// Everything that a `Query` or `Scan` returns, followed to its end in pages of `limit` items, or in whole pages.
/// An error, and a read that does not end, are faults.
pub fn read_all(
    database: &Database,
    operation: &str,
    request: &Value,
    limit: Option<usize>,
) -> Result<Vec<Value>, String> {
    let mut request = request.clone();
    if let Some(limit) = limit {
        request["Limit"] = Value::from(limit);
    }
    let mut items = Vec::new();
    for _ in 0..PAGE_COUNT_MAX {
        let outcome = api::preview(database, operation, &request.to_string());
        let mut reply =
            outcome.reply.map_err(|error| format!("{operation} {request} is rejected: {error}"))?;
        items.extend(reply["Items"].as_array_mut().into_iter().flatten().map(Value::take));
        match reply.get("LastEvaluatedKey") {
            Some(key) => request["ExclusiveStartKey"] = key.clone(),
            None => return Ok(items),
        }
    }
    Err(format!("{operation} {request} does not end"))
}
