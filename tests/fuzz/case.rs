//! A call on a database, and what must be true of it whatever is sent.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use engine::api::{self, Outcome, snapshot};
use engine::clock::Timestamp;
use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::json::item_to_json;
use engine::model::key::KeyType;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::Projection;
use serde_json::Value;

/// A call that takes longer has got lost, on the slowest of machines.
const PATIENCE: Duration = Duration::from_secs(20);

/// Virtual time after which all is settled.
const LONG_MS: u64 = 1_000_000;

/// A call on a database.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) database: Database,
    pub(crate) operation: String,
    pub(crate) request: String,
}

impl Case {
    /// What is wrong with what comes of the call, if anything is.
    pub(crate) fn fault(&self) -> Option<String> {
        let start = Instant::now();
        let fault = catch_unwind(AssertUnwindSafe(|| self.check().err()));
        match fault {
            Err(_) => Some("the engine panicked".to_owned()),
            Ok(None) if start.elapsed() > PATIENCE => Some("the engine took too long".to_owned()),
            Ok(fault) => fault,
        }
    }

    fn check(&self) -> Result<(), String> {
        let before = snapshot::save(&self.database);
        let preview = api::preview(&self.database, &self.operation, &self.request);
        let (mut one, mut other) = (self.database.clone(), self.database.clone());
        let outcome = api::execute(&mut one, &self.operation, &self.request);
        holds(outcome == preview, "the preview says something else")?;
        let again = api::execute(&mut other, &self.operation, &self.request);
        holds(outcome == again, "a second time another thing happens")?;
        check_reply(&outcome, &self.request)?;
        one.drain_events();
        let after = snapshot::save(&one);
        match outcome.reply {
            Err(_) => holds(uncounted(&after) == uncounted(&before), "a refusal changes something"),
            Ok(_) => check_database(&mut one, &after),
        }
    }
}

fn check_reply(outcome: &Outcome, request: &str) -> Result<(), String> {
    let Err(error) = &outcome.reply else { return Ok(()) };
    holds(error.code().status() == 400, "a refusal is no fault of the client")?;
    // Of two refusals DynamoDB says no more than their kind.
    let body = error.to_json();
    let is_silent = body.as_object().is_some_and(|members| members.len() == 1);
    holds(is_silent || !error.to_string().is_empty(), "a refusal says nothing")?;
    let Some((parameter, span)) = error.span() else { return Ok(()) };
    let request: serde_json::Value =
        serde_json::from_str(request).map_err(|_| "a refusal points into no JSON".to_owned())?;
    match request.get(parameter.to_string()).and_then(|text| text.as_str()) {
        // The text stands in an action of a transaction or in a legacy parameter.
        None => Ok(()),
        Some(text) => holds(text.get(span.clone()).is_some(), "a refusal points beside the text"),
    }
}

/// The document without the number of events and without meters: a failed condition is an event and is paid, a
/// throttled request is counted, and neither changes anything else.
fn uncounted(document: &str) -> serde_json::Value {
    let mut document: serde_json::Value = serde_json::from_str(document).unwrap_or_default();
    if let Some(state) = document["state"].as_object_mut() {
        state.remove("events");
    }
    for table in document["tables"].as_array_mut().into_iter().flatten() {
        if let Some(state) = table["state"].as_object_mut() {
            state.remove("meters");
        }
    }
    document
}

/// Checks that a database survives being kept, and that its indexes are what their tables make them.
fn check_database(database: &mut Database, saved: &str) -> Result<(), String> {
    let mut loaded = snapshot::load(saved).map_err(|error| format!("cannot be loaded: {error}"))?;
    holds(snapshot::save(&loaded) == saved, "is saved otherwise once loaded")?;
    let later = Timestamp(database.now().0 + LONG_MS);
    database.advance_to(later);
    loaded.advance_to(later);
    loaded.drain_events();
    database.drain_events();
    holds(snapshot::save(&loaded) == snapshot::save(database), "goes on otherwise once loaded")?;
    for table in database.tables() {
        let sizes: Bytes = table.items.iter().map(|(_, stored)| stored.image.size()).sum();
        holds(sizes == table.items.size(), "the size of a table is not that of its items")?;
        // What an index cannot pay for may wait longer than this.
        let is_quiet = |index: &&Index| index.status.is_ready() && index.pending_count() == 0;
        for index in table.indexes.iter().filter(is_quiet) {
            check_index(index, table)?;
        }
    }
    Ok(())
}

/// An item in DynamoDB JSON.
type Attributes = serde_json::Map<String, Value>;

/// Holds an index against one that is built from its table item by item, without the engine.
fn check_index(index: &Index, table: &Table) -> Result<(), String> {
    let attributes = |image: &Item| match item_to_json(image) {
        Value::Object(members) => members,
        _ => Attributes::new(),
    };
    let items = table.items.iter().map(|(_, stored)| attributes(&stored.image));
    let mut rebuilt: Vec<String> = items
        .filter(|item| has_index_key(index, item))
        .map(|item| projected(index, table, item))
        .collect();
    let entries = index.entries.iter().map(|(_, stored)| attributes(&stored.image));
    let mut kept: Vec<String> = entries.map(|item| projected(index, table, item)).collect();
    rebuilt.sort();
    kept.sort();
    holds(rebuilt == kept, "an index is not what its table makes it")?;
    let projected_items = index.entries.iter().map(|(_, it)| index.schema.project(&it.image));
    let sizes: Bytes = projected_items.map(|item| item.size()).sum();
    holds(sizes == index.entries.size(), "the size of an index is not that of its entries")
}

/// Whether an item has every key attribute of an index with a value that a key may have.
fn has_index_key(index: &Index, item: &Attributes) -> bool {
    let key = &index.schema.key;
    key.attributes().enumerate().all(|(position, attribute)| {
        let length_max = if position < key.partition.len() { 2_048 } else { 1_024 };
        let value = item.get(attribute.name.as_str()).and_then(|it| it.get(attribute.kind.tag()));
        value.and_then(Value::as_str).is_some_and(|text| match attribute.kind {
            KeyType::N => true,
            KeyType::S => (1..=length_max).contains(&text.len()),
            KeyType::B => {
                let padding = text.bytes().rev().take_while(|byte| *byte == b'=').count();
                (1..=length_max).contains(&(text.len() / 4 * 3 - padding))
            }
        })
    })
}

/// What the entry of an item contains: the keys of the table and of the index, and what the projection names.
fn projected(index: &Index, table: &Table, item: Attributes) -> String {
    let is_projected = |name: &str| match &index.schema.projection {
        Projection::All => true,
        Projection::KeysOnly => false,
        Projection::Include(names) => names.iter().any(|other| other.as_str() == name),
    };
    let is_key = |name: &str| table.schema.key.contains(name) || index.schema.key.contains(name);
    let shown = item.into_iter().filter(|(name, _)| is_key(name) || is_projected(name));
    Value::Object(shown.collect()).to_string()
}

fn holds(is_true: bool, fault: &str) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(fault.to_owned()) }
}
