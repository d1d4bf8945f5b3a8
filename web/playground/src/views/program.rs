//! Makes the view of the programs of a table.

use engine::api::program::read;
use engine::database::program::{Attached, Program, Tally};
use engine::model::key::KeyType;
use engine::receipt::Taken;
use engine::table::Table;
use serde_json::{Map, Value, json};

use crate::explain::receipt::units;
use crate::explain::sql::sql_use;
use crate::sandbox::program::foreseen_fault;
use crate::sandbox::state::State;
use crate::view::program::{ProgramState, ProgramView, ProgramsView};
use crate::view::value::Text;

/// What begins the keys of items that the proposed programs write into the same table.
const OWN_KEY: &str = "#";

/// The programs that read the stream of a table, and those of tables that are not there.
pub(crate) fn programs_view(state: &State, table: &Table) -> ProgramsView {
    let name = &table.schema.name;
    let planned = state.plan.programs.iter().filter_map(|it| Some((it, read(it).ok()?)));
    let shown = planned.filter(|(_, program)| {
        program.table == *name || state.database.table(program.table.as_str()).is_none()
    });
    ProgramsView {
        table: name.as_str().into(),
        has_stream: table.open_stream().is_some(),
        is_sql: table.is_sql,
        has_earlier: table.open_stream().is_some_and(|open| {
            state.database.streams().any(|it| it.id.table == *name && it.id != *open)
        }),
        programs: shown.map(|(text, program)| program_view(state, text, &program)).collect(),
        proposals: proposals(table),
    }
}

fn program_view(state: &State, definition: &Text, program: &Program) -> ProgramView {
    let attached = state.database.programs().find(|it| it.program.name == program.name);
    let tally = attached.map_or_else(Tally::default, |attached| attached.tally.clone());
    let Tally { run_count, record_count, failure_count, lost_count, .. } = tally;
    let Taken { read, written, sql } = tally.taken;
    let table = state.database.table(program.table.as_str());
    let has_stream = table.is_some_and(|table| table.open_stream().is_some());
    ProgramView {
        name: program.name.as_str().into(),
        table: program.table.as_str().into(),
        definition: definition.clone(),
        state: match attached {
            Some(attached) if attached.is_stopped => ProgramState::Stopped,
            Some(_) if has_stream => ProgramState::Attached,
            Some(_) | None if table.is_none() => ProgramState::NoTable,
            Some(_) | None => ProgramState::NoStream,
        },
        waiting_count: attached.map_or(0, |attached| attached.waiting_count() as u64),
        is_blocked: attached.is_some_and(Attached::is_retrying),
        run_count,
        record_count,
        failure_count,
        lost_count,
        read: units(read),
        written: units(written),
        sql: sql_use(sql),
        warning: match (&tally.failure, table) {
            (None, Some(_)) => foreseen_fault(&state.database, definition),
            (Some(_), _) | (None, None) => None,
        },
        failure: tally.failure.as_deref().map(Text::from),
    }
}

/// Programs to begin with: one that marks each new item and, where the last attribute of the key is a string, those that count.
fn proposals(table: &Table) -> Vec<(&'static str, Text)> {
    let name = table.schema.name.as_str();
    let mut proposals = counting(table);
    let mark = json!({
        "TableName": name, "Key": same_key(table),
        "UpdateExpression": "SET Seen = :event",
        "ExpressionAttributeValues": { ":event": { "S": "{event}" } },
    });
    let only_new = json!({ "eventName": ["INSERT"] });
    proposals.push(("program.mark", program(name, "Mark", 100, &only_new, "UpdateItem", &mark)));
    proposals
}

/// The key of a record.
fn same_key(table: &Table) -> Map<String, Value> {
    let attributes = table.schema.key.attributes();
    let same = attributes.map(|it| (it.name.to_string(), json!(format!("{{key.{}}}", it.name))));
    same.collect()
}

/// Programs that count the new items of each partition key, in the table itself: an ADD for each record, a sum for each batch, and
/// exactly. None if the last attribute of the key is no string, in which a count cannot be told from an item.
fn counting(table: &Table) -> Vec<(&'static str, Text)> {
    let last = table.schema.key.attributes().last().filter(|last| last.kind == KeyType::S);
    let Some(last) = last.map(|last| last.name.as_str()) else { return Vec::new() };
    let name = table.schema.name.as_str();
    let of = |value: &str| {
        let mut key = same_key(table);
        key.insert(last.to_owned(), json!({ "S": value }));
        key
    };
    let count = |number: &str| {
        json!({
            "TableName": name, "Key": of(&format!("{OWN_KEY}count")),
            "UpdateExpression": "ADD ItemCount :n",
            "ExpressionAttributeValues": { ":n": { "N": number } },
        })
    };
    let marker = json!({ "{each}": { "Put": {
        "TableName": name, "Item": of(&format!("{OWN_KEY}event-{{id}}")),
        "ConditionExpression": "attribute_not_exists(#key)",
        "ExpressionAttributeNames": { "#key": last },
    } } });
    let exact = json!({ "TransactItems": [marker, { "Update": count("{count}") }] });
    let others = json!({
        "eventName": ["INSERT"],
        "dynamodb": { "Keys": { (last): { "S": [{ "anything-but": { "prefix": OWN_KEY } }] } } },
    });
    let (each, batch) = (count("1"), count("{count}"));
    let program =
        |title, size, operation, request| program(name, title, size, &others, operation, request);
    vec![
        ("program.each", program("CountEach", 100, "UpdateItem", &each)),
        ("program.batch", program("CountBatch", 100, "UpdateItem", &batch)),
        // A transaction has 100 actions.
        ("program.exact", program("CountExact", 99, "TransactWriteItems", &exact)),
    ]
}

/// The JSON of a program that sends one request for the records of a pattern.
fn program(
    table: &str,
    title: &str,
    batch_size: u64,
    pattern: &Value,
    operation: &str,
    request: &Value,
) -> Text {
    let program = json!({
        "ProgramName": title, "TableName": table, "BatchSize": batch_size,
        "FilterCriteria": { "Filters": [{ "Pattern": pattern }] },
        "Requests": [{ "Operation": operation, "Request": request }],
    });
    serde_json::to_string_pretty(&program).unwrap_or_default().into()
}
