//! Tables in one-line notation, as tests write them down.

use notation::table::Table;
use serde_json::Value;

/// The request that creates a table. Panics if the notation is wrong.
#[track_caller]
pub fn create_request(notation: &str) -> Value {
    let table = Table::parse(notation).unwrap_or_else(|error| panic!("{error}, in {notation:?}"));
    table.create_request()
}
