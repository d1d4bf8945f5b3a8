//! Makes the view of the programs of a table.

use engine::api::program::read;
use engine::database::program::{Program, Tally};
use engine::model::key::KeyType;
use engine::table::Table;
use serde_json::{Map, Value, json};

use crate::explain::receipt::units;
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
        programs: shown.map(|(text, program)| program_view(state, text, &program)).collect(),
        proposals: proposals(table),
    }
}

fn program_view(state: &State, definition: &Text, program: &Program) -> ProgramView {
    let attached = state.database.programs().find(|it| it.program.name == program.name);
    let tally = attached.map_or_else(Tally::default, |attached| attached.tally.clone());
    let [read, written] = tally.units.map(units);
    let table = state.database.table(program.table.as_str());
    let has_stream = table.is_some_and(|table| table.open_stream().is_some());
    ProgramView {
        name: program.name.as_str().into(),
        table: program.table.as_str().into(),
        definition: definition.clone(),
        state: match attached {
            Some(attached) if attached.is_stopped => ProgramState::Stopped,
            Some(_) if has_stream => ProgramState::Attached,
            Some(_) | None => ProgramState::NoStream,
        },
        waiting_count: attached.map_or(0, |attached| attached.waiting_count() as u64),
        run_count: tally.run_count,
        record_count: tally.record_count,
        read,
        written,
        failure: tally.failure.as_deref().map(Text::from),
    }
}

/// Programs that count the new items of each partition key, in the table itself: an ADD for each record, a sum for each batch, and
/// exactly. None if the last attribute of the key is no string, in which a count cannot be told from an item.
fn proposals(table: &Table) -> Vec<(&'static str, Text)> {
    let key: Vec<_> = table.schema.key.attributes().collect();
    let Some(last) = key.last().filter(|last| last.kind == KeyType::S) else { return Vec::new() };
    let last = last.name.as_str();
    let table = table.schema.name.as_str();
    // The other attributes of the key, as they are in the record, and the last one.
    let of = |value: &str| {
        let same = key
            .iter()
            .map(|it| (it.name.as_str().to_owned(), json!(format!("{{key.{}}}", it.name))));
        let mut key: Map<String, Value> = same.collect();
        key.insert(last.to_owned(), json!({ "S": value }));
        Value::from(key)
    };
    let count = |number: &str| {
        json!({
            "TableName": table, "Key": of(&format!("{OWN_KEY}count")),
            "UpdateExpression": "ADD ItemCount :n",
            "ExpressionAttributeValues": { ":n": { "N": number } },
        })
    };
    let marker = json!({ "{each}": { "Put": {
        "TableName": table, "Item": of(&format!("{OWN_KEY}event-{{id}}")),
        "ConditionExpression": "attribute_not_exists(#key)",
        "ExpressionAttributeNames": { "#key": last },
    } } });
    let exact = json!({ "TransactItems": [marker, { "Update": count("{count}") }] });
    let program = |name: &str, batch_size: u64, operation: &str, request: Value| {
        let new_items = json!({
            "eventName": ["INSERT"],
            "dynamodb": { "Keys": { (last): { "S": [{ "anything-but": { "prefix": OWN_KEY } }] } } },
        });
        let program = json!({
            "ProgramName": name, "TableName": table, "BatchSize": batch_size,
            "FilterCriteria": { "Filters": [{ "Pattern": new_items }] },
            "Requests": [{ "Operation": operation, "Request": request }],
        });
        Text::from(serde_json::to_string_pretty(&program).unwrap_or_default())
    };
    vec![
        ("program.each", program("CountEach", 100, "UpdateItem", count("1"))),
        ("program.batch", program("CountBatch", 100, "UpdateItem", count("{count}"))),
        ("program.exact", program("CountExact", 99, "TransactWriteItems", exact)),
    ]
}
