//! Random writes on the engine and on a naive model side by side; after each step, everything must agree.
//!
//! `SEED=42 cargo test -p tests --test simulation` repeats one run. A failure is shrunk to the fewest steps that still
//! fail, and says which invariant broke.

use std::env;

use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use engine::event::UnitKind;
use serde_json::{Value, json};
use support::model::{self, Answer, Attributes, INDEXES, Index, Model, NOTATION, TABLE};
use support::notation;
use support::read::read_all;
use support::size::size;
use support::workload::{Step, steps};

/// Runs without a seed given: enough to meet every transition of every index many times.
const SEED_COUNT: u64 = 20;

/// Steps of a run.
const STEP_COUNT: usize = 80;

/// What must hold after every step, by name.
const INVARIANTS: [(&str, Invariant); 3] = [
    ("the table holds the items of the model", table_is_as_modelled),
    ("local indexes equal a rebuild", local_indexes_equal_a_rebuild),
    ("global indexes hold nothing that never was", global_indexes_hold_the_past),
];

/// What must hold after every step too, and is dear to check: at the end, and now and then before.
const DEAR_INVARIANTS: [(&str, Invariant); 3] = [
    ("every item can be got by its key", items_can_be_got),
    ("global indexes equal a rebuild once all changes have arrived", global_indexes_catch_up),
    ("pages of any size add up to one page, in both directions", pages_add_up),
];

/// Steps between two checks of the dear invariants.
const DEAR_INTERVAL: usize = 50;

/// What is wrong, if anything is.
type Invariant = fn(&Database, &Model) -> Result<(), String>;

#[test]
fn engine_and_model_agree_after_every_step() {
    let given = env::var("SEED").ok().and_then(|seed| seed.parse().ok());
    let seeds = given.map_or(0..SEED_COUNT, |seed: u64| seed..seed + 1);
    for seed in seeds {
        let steps = steps(seed, STEP_COUNT);
        if let Err(failure) = run(&steps) {
            let (steps, failure) = shrink(steps, failure);
            panic!("SEED={seed}\n{}\n{failure}", described(&steps));
        }
    }
}

/// Plays steps from an empty table. The text of a failure opens with the invariant that broke.
fn run(steps: &[Step]) -> Result<(), String> {
    let mut database = Database::new(Config::default());
    let table = notation::create_table(NOTATION).expect("the notation of the model is right");
    api::call(&mut database, "CreateTable", &table.to_string())
        .expect("the table of the model can be created");
    let mut model = Model::default();
    for (position, step) in steps.iter().enumerate() {
        match step {
            Step::Write(_) | Step::Batch(_) | Step::Transaction(_) => {
                write_both(&mut database, &mut model, step)?;
            }
            Step::Delay { delay_ms } => database.set_propagation_delay(*delay_ms),
            Step::Advance { by_ms } => database.advance_to(Timestamp(database.now().0 + by_ms)),
        }
        let is_dear_due = position + 1 == steps.len() || position % DEAR_INTERVAL == 0;
        let dear = DEAR_INVARIANTS.iter().filter(|_| is_dear_due);
        for (name, invariant) in INVARIANTS.iter().chain(dear) {
            invariant(&database, &model).map_err(|reason| format!("{name}: {reason}"))?;
        }
    }
    Ok(())
}

/// Makes a write and compares answer, price and receipt.
fn write_both(database: &mut Database, model: &mut Model, step: &Step) -> Result<(), String> {
    let (operation, request) = step.request().expect("the step is a write");
    let outcome = api::execute(database, operation, &request.to_string());
    let charged = outcome.receipt.map(|receipt| receipt.units(UnitKind::Write).wire_text());
    let got = match &outcome.reply {
        Ok(reply) => json!([reply["ConsumedCapacity"], charged]),
        Err(error) => json!([error.code().name(), charged]),
    };
    let answer = match step {
        Step::Write(write) => model.write(write),
        Step::Batch(writes) => model.write_batch(writes),
        Step::Transaction(writes) => model.write_transaction(writes),
        Step::Delay { .. } | Step::Advance { .. } => unreachable!("the step is a write"),
    };
    let expected = match (answer, step) {
        (Answer::Done(consumed), Step::Write(_)) => {
            json!([consumed, consumed["CapacityUnits"].to_string()])
        }
        (Answer::Done(consumed), _) => json!([consumed, consumed[0]["CapacityUnits"].to_string()]),
        // What a cancelled transaction costs is not published; a wrong index key may end either way.
        (_, Step::Transaction(_)) if outcome.reply.is_err() => return Ok(()),
        (Answer::ConditionFailed(units), _) => {
            json!(["ConditionalCheckFailedException", format!("{units}.0")])
        }
        (Answer::Refused, _) => json!(["ValidationException", null]),
    };
    same("a write answers and costs what it should", &expected, &got)
}

fn table_is_as_modelled(database: &Database, model: &Model) -> Result<(), String> {
    let items = scan(database, None)?;
    same("items", &sorted(model.items().cloned()), &sorted(items))?;
    let description = call(database, "DescribeTable", &json!({ "TableName": TABLE }));
    let bytes: usize = model.items().map(size).sum();
    let expected = json!([model.items().count(), bytes]);
    let got = json!([description["Table"]["ItemCount"], description["Table"]["TableSizeBytes"]]);
    same("count and size", &expected, &got)
}

fn items_can_be_got(database: &Database, model: &Model) -> Result<(), String> {
    model.items().try_for_each(|item| {
        let key = model::key_attributes(&model::key_of(item));
        let reply = call(database, "GetItem", &json!({ "TableName": TABLE, "Key": key }));
        same("item", &json!(item), &reply["Item"])
    })
}

fn local_indexes_equal_a_rebuild(database: &Database, model: &Model) -> Result<(), String> {
    INDEXES
        .iter()
        .filter(|index| index.is_local)
        .try_for_each(|index| index_equals_a_rebuild(database, model, index))
}

fn global_indexes_hold_the_past(database: &Database, model: &Model) -> Result<(), String> {
    for index in INDEXES.iter().filter(|index| !index.is_local) {
        for entry in scan(database, Some(index))? {
            let past = model.past(&model::key_of(&entry));
            if !past.iter().any(|item| index.entry(item).as_ref() == Some(&entry)) {
                return Err(format!("{} has {entry:?}", index.name));
            }
        }
    }
    Ok(())
}

fn global_indexes_catch_up(database: &Database, model: &Model) -> Result<(), String> {
    let mut later = database.clone();
    while let Some(due) = later.next_due() {
        later.advance_to(due);
    }
    INDEXES.iter().try_for_each(|index| index_equals_a_rebuild(&later, model, index))
}

/// Same entries, in the order of the sort key, with the same count and size.
fn index_equals_a_rebuild(database: &Database, model: &Model, index: &Index) -> Result<(), String> {
    let rebuilt = model.entries(index);
    same(index.name, &sorted(rebuilt.iter().cloned()), &sorted(scan(database, Some(index))?))?;
    let mut partitions: Vec<&Value> = rebuilt.iter().map(|entry| &entry[index.keys[0]]).collect();
    partitions.dedup();
    for value in partitions {
        let entries = attributes(read_all(
            database,
            "Query",
            &query(Some(index), index.keys[0], value),
            None,
        )?);
        let expected = rebuilt.iter().filter(|entry| entry[index.keys[0]] == *value).cloned();
        same(index.name, &sorted(expected), &sorted(entries.iter().cloned()))?;
        if let Some(sort_key) = index.keys.get(1)
            && !entries.is_sorted_by_key(|entry| order(&entry[*sort_key]))
        {
            return Err(format!("{} is out of order: {entries:?}", index.name));
        }
    }
    Ok(())
}

fn pages_add_up(database: &Database, _: &Model) -> Result<(), String> {
    let read = |operation, request: &Value, limit| {
        read_all(database, operation, request, limit).map(Value::Array)
    };
    let stores = INDEXES.iter().map(|index| (Some(index), index.keys[0])).chain([(None, "p")]);
    for (index, partition_key) in stores {
        for value in ["a", "b", "c", "x", "y", "z"] {
            let forward = query(index, partition_key, &model::string(value));
            let mut backward = forward.clone();
            backward["ScanIndexForward"] = json!(false);
            let whole = read_all(database, "Query", &forward, None)?;
            let reversed: Vec<Value> = whole.iter().rev().cloned().collect();
            for limit in 1..=3 {
                same("forward", &json!(whole), &read("Query", &forward, Some(limit))?)?;
                same("backward", &json!(reversed), &read("Query", &backward, Some(limit))?)?;
            }
        }
        let scan = scan_request(index);
        same("scan", &read("Scan", &scan, None)?, &read("Scan", &scan, Some(2))?)?;
    }
    Ok(())
}

/// Drops steps as long as the run still fails in the same way.
fn shrink(mut steps: Vec<Step>, mut failure: String) -> (Vec<Step>, String) {
    let kind = |failure: &str| failure.split(':').next().unwrap_or_default().to_owned();
    let mut chunk = steps.len();
    while chunk > 0 {
        let mut start = 0;
        while start < steps.len() {
            let mut fewer = steps.clone();
            fewer.drain(start..(start + chunk).min(steps.len()));
            match run(&fewer) {
                Err(other) if kind(&other) == kind(&failure) => (steps, failure) = (fewer, other),
                Err(_) | Ok(()) => start += chunk,
            }
        }
        chunk /= 2;
    }
    (steps, failure)
}

fn described(steps: &[Step]) -> String {
    let line = |step: &Step| match (step, step.request()) {
        (_, Some((operation, request))) => {
            format!("{operation} {}", notation::collapse(&request.to_string()))
        }
        (step, None) => format!("{step:?}"),
    };
    steps.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn scan(database: &Database, index: Option<&Index>) -> Result<Vec<Attributes>, String> {
    read_all(database, "Scan", &scan_request(index), None).map(attributes)
}

fn scan_request(index: Option<&Index>) -> Value {
    with_index(json!({ "TableName": TABLE }), index)
}

fn query(index: Option<&Index>, partition_key: &str, value: &Value) -> Value {
    let request = json!({
        "TableName": TABLE,
        "KeyConditionExpression": format!("{partition_key} = :value"),
        "ExpressionAttributeValues": { ":value": value },
    });
    with_index(request, index)
}

fn with_index(mut request: Value, index: Option<&Index>) -> Value {
    if let Some(index) = index {
        request["IndexName"] = json!(index.name);
    }
    request
}

fn call(database: &Database, operation: &str, request: &Value) -> Value {
    let outcome = api::preview(database, operation, &request.to_string());
    outcome.reply.unwrap_or_else(|error| panic!("{operation} {request} is refused: {error}"))
}

fn attributes(items: Vec<Value>) -> Vec<Attributes> {
    items
        .into_iter()
        .map(|item| serde_json::from_value(item).expect("an item is an object"))
        .collect()
}

/// Where a key value stands among others of its type.
fn order(value: &Value) -> (i64, String) {
    let text = |tag: &str| value[tag].as_str().unwrap_or_default().to_owned();
    (text("N").parse().unwrap_or_default(), text("S"))
}

/// In an order of no meaning.
fn sorted(items: impl IntoIterator<Item = Attributes>) -> Value {
    let mut items: Vec<Value> = items.into_iter().map(|item| json!(item)).collect();
    items.sort_by_cached_key(Value::to_string);
    Value::Array(items)
}

fn same(what: &str, expected: &Value, got: &Value) -> Result<(), String> {
    match expected == got {
        true => Ok(()),
        false => {
            Err(notation::collapse(&format!("{what}\n  expected {expected}\n  got      {got}")))
        }
    }
}
