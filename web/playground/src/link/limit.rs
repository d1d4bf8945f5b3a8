//! What a link may ask of the page. A link is opened without being asked for, so its length bounds the work that it can
//! cause: neither a compressed bomb nor a field of any size may hold the page up. Counts are limited, never time.

use engine::json::value::parse;
use serde_json::Value;

use crate::link::envelope::Envelope;
use crate::link::error::LinkError;
use crate::sandbox::document::Document;

/// Bytes of text that a link of any length may have. Model: a sandbox made by hand is smaller.
const SIZE_LEAST: usize = 256 * 1024;

/// Bytes of text for each further character of a link. Model: repeated items need 170.
const SIZE_PER_CHARACTER: usize = 256;

/// Work of a link of any length, in the units of [`work_of`]. Model: some hundred items.
const WORK_LEAST: u64 = 4_096;

/// Work for each further character of a link. Model: an item that differs from others takes six characters or more.
const WORK_PER_CHARACTER: u64 = 2;

/// Turns of all runs that a link replays. Model: some minutes in a browser, with progress shown.
const TURN_COUNT_MAX: u64 = 5_000_000;

/// Bytes that the text of a link may have.
pub(crate) fn size_max(link_length: usize) -> usize {
    SIZE_LEAST.saturating_add(link_length.saturating_mul(SIZE_PER_CHARACTER))
}

/// Fails if a link of this length would cause more work than it may.
pub fn check_work(envelope: &Envelope, link_length: usize) -> Result<(), LinkError> {
    let limit = WORK_LEAST + WORK_PER_CHARACTER * link_length as u64;
    let work: u64 = envelope.designs.iter().map(|design| work_of(&design.document)).sum();
    if work > limit {
        return Err(LinkError::TooMuchWork { work, limit });
    }
    let logs = envelope.designs.iter().flat_map(|design| &design.log);
    let turns: u64 = logs.map(|line| turn_count(line)).fold(0, u64::saturating_add);
    if turns > TURN_COUNT_MAX {
        return Err(LinkError::TooManyTurns { turns, limit: TURN_COUNT_MAX });
    }
    Ok(())
}

/// What it takes to load a design, about six microseconds each natively: a table is eight and one for each index; an
/// item is two, one for each index of its table, and one for each value in it: values are drawn, which costs more than
/// storing them.
pub(crate) fn work_of(document: &Document) -> u64 {
    let of_table = |table: &crate::sandbox::document::TableDocument| {
        let indexes = ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"].map(|name| {
            table.definition.get(name).and_then(Value::as_array).map_or(0, Vec::len) as u64
        });
        let index_count: u64 = indexes.iter().sum();
        let values: u64 = table.items.iter().map(value_count).sum();
        8 + index_count + table.items.len() as u64 * (2 + index_count) + values
    };
    document.tables.iter().map(of_table).sum()
}

/// Values of JSON, itself among them.
pub(crate) fn value_count(json: &Value) -> u64 {
    match json {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 1,
        Value::Array(elements) => 1 + elements.iter().map(value_count).sum::<u64>(),
        Value::Object(members) => 1 + members.values().map(value_count).sum::<u64>(),
    }
}

/// The turns of a run, if a line is one.
fn turn_count(line: &str) -> u64 {
    if !line.starts_with(r#"{"run":"#) {
        return 0;
    }
    parse(line).ok().and_then(|line| line["run"]["turns"].as_u64()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_counts_tables_indexes_items_and_values() {
        let text = r#"{"tables":[{"GlobalSecondaryIndexes":[{},{}],"Items":[{"a":{"S":"x"}},{"a":{"L":[{"S":"y"},{"S":"z"}]}}],"TableName":"T"}],"v":1}"#;
        let document = Document::parse(text).unwrap();
        assert_eq!(work_of(&document), 8 + 2 + 2 * 4 + 3 + 7);
    }

    #[test]
    fn only_a_run_has_turns() {
        assert_eq!(turn_count(r#"{"run":{"turns":7}}"#), 7);
        assert_eq!(turn_count(r#"{"rename":{"title":"{\"run\":{\"turns\":7}}"}}"#), 0);
        assert_eq!(turn_count(r#"{"run":7}"#), 0);
    }
}
