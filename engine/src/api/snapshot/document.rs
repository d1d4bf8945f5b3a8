//! The database as one document: written, and read again.

use serde_json::{Map, Value, json};

use crate::api::snapshot::definition::read_definition;
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, number, text, write_moment, write_unless};
use crate::api::snapshot::program::{read_program, write_program};
use crate::api::snapshot::replication::{read_replication, write_replication};
use crate::api::snapshot::stream::{read_stream, write_stream};
use crate::api::snapshot::table::{read_table, write_table};
use crate::api::snapshot::task::{read_task, write_task};
use crate::api::snapshot::throughput::{read_meters, read_model, read_policies, write_model};
use crate::database::parts::Parts;
use crate::database::{CompletedTransaction, Config, Database, LifecycleDelays, Wording};
use crate::json::text::JsonText;
use crate::model::bytes::Bytes;
use crate::model::name::TableName;
use crate::random::Random;

/// The version that is written. Members may be added to it; a change of what a member means is a new version.
pub(super) const VERSION: u64 = 1;

/// The delay of changes to global indexes that version 1 does not write down.
const DELAY_MS_DEFAULT: u64 = 200;

/// The document of a database, from which [`load`] makes one that answers every call as this one would.
///
/// ```
/// use engine::api::{call, snapshot};
/// use engine::database::{Config, Database};
///
/// let mut database = Database::new(Config::default());
/// let text = snapshot::save(&database);
/// assert_eq!(text, r#"{"state":{},"v":1}"#);
/// let mut loaded = snapshot::load(&text)?;
/// assert_eq!(call(&mut loaded, "ListTables", "{}"), call(&mut database, "ListTables", "{}"));
/// # Ok::<(), snapshot::SnapshotError>(())
/// ```
pub fn save(database: &Database) -> String {
    let config = database.config();
    let mut document = Map::new();
    document.insert("v".into(), VERSION.into());
    if config.propagation_delay_ms != DELAY_MS_DEFAULT {
        document.insert("delay_ms".into(), config.propagation_delay_ms.into());
    }
    let tables = database.tables().map(|table| write_table(table, database));
    let tables: Vec<Value> = tables.collect();
    if !tables.is_empty() {
        document.insert("tables".into(), tables.into());
    }
    document.insert("state".into(), write_state(database).into());
    Value::Object(document).to_string()
}

/// The database of a document that [`save`] or the page wrote.
///
/// Fails with any variant of [`SnapshotError`]; a document that was cut off or changed by hand is rejected as a whole, and
/// [`recover`](crate::api::snapshot::recover()) loads the rest of it.
pub fn load(text: &str) -> Result<Database, SnapshotError> {
    let json = JsonText::parse(text)
        .map_err(|error| SnapshotError::NotJson { line: error.line, column: error.column })?;
    let document = Part::new(json.root()).ok_or(SnapshotError::NotADatabase)?;
    match document.optional("v", Part::number) {
        Ok(Some(VERSION)) => {}
        Ok(Some(version)) if version > VERSION => return Err(SnapshotError::Newer { version }),
        _ => return Err(SnapshotError::NotADatabase),
    }
    let mut parts = Parts::default();
    if let Some(state) = document.optional("state", Part::part)? {
        read_state(state, &mut parts)?;
    }
    let delay_ms = document.optional("delay_ms", Part::number)?;
    parts.config.propagation_delay_ms = delay_ms.unwrap_or(DELAY_MS_DEFAULT);
    let now = parts.config.unix_time(parts.now);
    for table in document.list("tables")? {
        let schema = read_definition(table)?;
        let mut read = read_table(table, schema, now)?;
        let mut throughput = read_policies(table, &read)?;
        if parts.config.throughput.is_enforced {
            let model = &parts.config.throughput;
            read_meters(table, (&mut read, &mut throughput), model, parts.now)?;
        }
        parts.tables.push(read);
        parts.throughput.push(throughput);
    }
    if let Some(state) = document.optional("state", Part::part)? {
        for task in state.list("schedule")? {
            parts.schedule.push(read_task(task, &parts)?);
        }
        if let Some(part) = state.optional("replication", Part::part)? {
            let find = |name: &str| parts.tables.iter().find(|it| it.schema.name.as_str() == name);
            parts.replication = read_replication(part, find)?;
        }
    }
    Ok(Database::from_parts(parts))
}

/// What the database is beside its tables; what is as in a new one is left out.
fn write_state(database: &Database) -> Map<String, Value> {
    let mut state = Map::new();
    let (config, default) = (database.config(), Config::default());
    write_moment(&mut state, "now", database.now());
    write_unless(&mut state, "events", database.event_count(), 0);
    write_unless(&mut state, "epoch_seconds", config.epoch_seconds, default.epoch_seconds);
    let (size_max, default_max) = (config.collection_size_max.0, default.collection_size_max.0);
    write_unless(&mut state, "collection_size_max", size_max, default_max);
    if config.wording == Wording::Classic {
        state.insert("wording".into(), "classic".into());
    }
    write_unless(&mut state, "spread_ms", config.propagation_spread_ms, 0);
    let (replication_ms, usual_ms) = (config.replication_delay_ms, default.replication_delay_ms);
    write_unless(&mut state, "replication_ms", replication_ms, usual_ms);
    if let Some(replication) = write_replication(database) {
        state.insert("replication".into(), replication);
    }
    for (name, seed) in [("seed", config.seed), ("random", database.random().seed())] {
        if seed != 0 {
            state.insert(name.into(), seed.to_string().into());
        }
    }
    let throughput = write_model(&config.throughput);
    if !throughput.is_empty() {
        state.insert("throughput".into(), throughput.into());
    }
    let mut lifecycle = Map::new();
    for (name, delay_ms) in delays(&mut config.lifecycle.clone()) {
        write_unless(&mut lifecycle, name, *delay_ms, 0);
    }
    let lists = [
        ("transactions", database.completed_transactions().map(write_transaction).collect()),
        ("streams", database.streams().map(write_stream).collect()),
        ("programs", database.programs().map(write_program).collect()),
        ("schedule", database.pending().map(write_task).collect::<Vec<Value>>()),
    ];
    for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
        state.insert(name.into(), list.into());
    }
    if !lifecycle.is_empty() {
        state.insert("lifecycle".into(), lifecycle.into());
    }
    state
}

fn read_state(state: Part<'_>, parts: &mut Parts) -> Result<(), SnapshotError> {
    parts.now = state.optional("now", Part::moment)?.unwrap_or_default();
    parts.event_count = state.optional("events", Part::number)?.unwrap_or_default();
    let config = &mut parts.config;
    config.epoch_seconds = state.optional("epoch_seconds", Part::number)?.unwrap_or_default();
    if let Some(size) = state.optional("collection_size_max", Part::number)? {
        config.collection_size_max = Bytes(size);
    }
    config.propagation_spread_ms = state.optional("spread_ms", Part::number)?.unwrap_or_default();
    if let Some(delay_ms) = state.optional("replication_ms", Part::number)? {
        config.replication_delay_ms = delay_ms;
    }
    config.seed = read_seed(state, "seed")?;
    parts.random = Random::new(read_seed(state, "random")?);
    if let Some(part) = state.optional("throughput", Part::part)? {
        parts.config.throughput = read_model(part)?;
    }
    let config = &mut parts.config;
    config.wording = match state.optional("wording", Part::text)? {
        None => Wording::Revised,
        Some("classic") => Wording::Classic,
        Some(_) => return Err(SnapshotError::damaged("wording")),
    };
    if let Some(lifecycle) = state.optional("lifecycle", Part::part)? {
        for (name, delay_ms) in delays(&mut config.lifecycle) {
            *delay_ms = lifecycle.optional(name, Part::number)?.unwrap_or_default();
        }
    }
    for transaction in state.list("transactions")? {
        parts.transactions.push(read_transaction(transaction)?);
    }
    for stream in state.list("streams")? {
        parts.streams.push(read_stream(stream)?);
    }
    for program in state.list("programs")? {
        parts.programs.push(read_program(program)?);
    }
    Ok(())
}

/// A number of any size, written as a string.
fn read_seed(state: Part<'_>, name: &'static str) -> Result<u64, SnapshotError> {
    match state.optional(name, Part::text)? {
        None => Ok(0),
        Some(text) => text.parse().map_err(|_| SnapshotError::damaged(name)),
    }
}

/// The delays of a life cycle, by name.
fn delays(lifecycle: &mut LifecycleDelays) -> [(&'static str, &mut u64); 9] {
    let LifecycleDelays {
        create_table_ms,
        delete_table_ms,
        update_settings_ms,
        allocate_index_ms,
        backfill_step_ms,
        delete_index_ms,
        update_time_to_live_ms,
        time_to_live_interval_ms,
        expire_item_ms,
    } = lifecycle;
    [
        ("create_table_ms", create_table_ms),
        ("delete_table_ms", delete_table_ms),
        ("update_settings_ms", update_settings_ms),
        ("allocate_index_ms", allocate_index_ms),
        ("backfill_step_ms", backfill_step_ms),
        ("delete_index_ms", delete_index_ms),
        ("update_time_to_live_ms", update_time_to_live_ms),
        ("time_to_live_interval_ms", time_to_live_interval_ms),
        ("expire_item_ms", expire_item_ms),
    ]
}

fn write_transaction(transaction: &CompletedTransaction) -> Value {
    let sizes = transaction.sizes.iter().map(|(table, size)| json!([table.as_str(), size.0]));
    json!({
        "token": transaction.token,
        "content": transaction.content,
        "sizes": sizes.collect::<Value>(),
    })
}

fn read_transaction(part: Part<'_>) -> Result<CompletedTransaction, SnapshotError> {
    let size = |pair: Vec<_>| match pair.as_slice() {
        [table, size] => Some((TableName::new(text(*table)?), Bytes(number(*size)?))),
        _ => None,
    };
    let sizes = part.arrays("sizes")?.into_iter().map(size).collect::<Option<_>>();
    Ok(CompletedTransaction {
        token: part.text("token")?.to_owned(),
        content: part.text("content")?.to_owned(),
        sizes: sizes.ok_or(SnapshotError::damaged("sizes"))?,
    })
}
