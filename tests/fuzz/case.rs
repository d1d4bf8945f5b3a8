//! A call on a database, and what must be true of every call.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::api::error::code::ErrorCode;
use engine::api::{self, Outcome, snapshot};
use engine::clock::Timestamp;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::bytes::Bytes;
use engine::table::index::Index;

use crate::naive;

/// A call that takes longer is in an endless loop, even on a slow machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// Virtual time after which no task is pending.
const LONG_MS: u64 = 1_000_000;

/// A call on a database.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) start: Arc<Start>,
    pub(crate) operation: String,
    pub(crate) request: String,
}

/// A database before a call, and its document.
#[derive(Debug)]
pub(crate) struct Start {
    pub(crate) database: Database,
    document: String,
    /// The document without what a rejected request may change.
    uncounted: serde_json::Value,
}

impl Start {
    pub(crate) fn new(database: Database) -> Arc<Self> {
        let document = snapshot::save(&database);
        let uncounted = uncounted(&document);
        Arc::new(Self { database, document, uncounted })
    }
}

impl Case {
    /// What is wrong with the result of the call, if anything is.
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
        let start = &*self.start;
        let preview = api::preview(&start.database, &self.operation, &self.request);
        let mut database = start.database.clone();
        let outcome = api::execute(&mut database, &self.operation, &self.request);
        holds(outcome == preview, "the preview says something else")?;
        check_reply(&outcome, &self.request)?;
        if self.operation == "ExecuteStatement" && outcome.reply.is_ok() {
            let plan = api::partiql_plan(&start.database, &self.request);
            holds(plan.is_ok(), "a statement runs without a plan")?;
        }
        database.drain_events();
        let after = snapshot::save(&database);
        if after == start.document {
            return Ok(());
        }
        match outcome.reply {
            Err(_) => holds(uncounted(&after) == start.uncounted, "a rejection changes something"),
            Ok(_) => check_database(&mut database, &after),
        }
    }
}

fn check_reply(outcome: &Outcome, request: &str) -> Result<(), String> {
    let Err(error) = &outcome.reply else { return Ok(()) };
    holds(error.code().status() == 400, "a rejection is no fault of the client")?;
    // For these two errors DynamoDB returns the kind only.
    let body = error.to_json();
    let is_silent = body.as_object().is_some_and(|members| members.len() == 1);
    // It says nothing about a list in the place of a Boolean, either.
    let is_silent = is_silent || error.code() == ErrorCode::Serialization;
    holds(is_silent || !error.to_string().is_empty(), "a rejection says nothing")?;
    let request: serde_json::Value = match (error.span(), error.statement_span()) {
        (None, None) => return Ok(()),
        // The engine reads lists that are nested deeper than `serde_json` does.
        _ => parse(request).map_err(|_| "a rejection points into no JSON".to_owned())?,
    };
    if let Some(span) = error.statement_span() {
        let text = faulty_statement(&error.to_string(), &request);
        let is_within = text.is_some_and(|text| text.get(span).is_some());
        return holds(is_within, "a rejection points beside the statement");
    }
    let Some((parameter, span)) = error.span() else { return Ok(()) };
    match request.get(parameter.to_string()).and_then(|text| text.as_str()) {
        // The text is in an action of a transaction or in a legacy parameter.
        None => Ok(()),
        Some(text) => holds(text.get(span.clone()).is_some(), "a rejection points beside the text"),
    }
}

/// The statement of a request that a message is about: the one whose number it names, or the only one.
fn faulty_statement<'r>(message: &str, request: &'r serde_json::Value) -> Option<&'r str> {
    let numbered = message.strip_prefix("Validation failed in TransactStatements[");
    let element = match numbered.and_then(|rest| rest.split_once(']')) {
        Some((number, _)) => &request["TransactStatements"][number.parse::<usize>().ok()?],
        None => request,
    };
    element["Statement"].as_str()
}

/// The document without the number of events and without meters: a failed condition is an event and is charged, a
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

/// Checks that a database can be saved and loaded, and that its indexes are the projections of their tables.
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
        // Changes that an index cannot pay for may wait longer than this.
        let is_quiet = |index: &&Index| index.status.is_ready() && index.pending_count() == 0;
        for index in table.indexes.iter().filter(is_quiet) {
            holds(
                naive::entries_of_table(index, table) == naive::entries_of_index(index, table),
                "an index is not what its table makes it",
            )?;
            let sizes = naive::entries_of_index(index, table).values().map(naive::size).sum();
            holds(
                index.entries.size() == sizes,
                "the size of an index is not that of its entries",
            )?;
        }
    }
    Ok(())
}

fn holds(is_true: bool, fault: &str) -> Result<(), String> {
    if is_true { Ok(()) } else { Err(fault.to_owned()) }
}
