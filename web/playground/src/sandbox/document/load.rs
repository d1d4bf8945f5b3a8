//! From a document to a database: every table and item is sent through [`engine::api::execute`], request by request, so
//! a document can hold nothing that DynamoDB would reject. What is rejected is left out and reported.
//!
//! A document does not say which of its items are older than an index, so an item that fits the table and not the key of
//! a global index is kept, and has no entry in that index.

use engine::api::error::ApiError;
use engine::database::{Config, Database, LifecycleDelays};
use engine::model::bytes::Bytes;
use engine::receipt::Receipt;
use serde_json::{Value, json};

use crate::sandbox::design::STREAM;
use crate::sandbox::document::{Document, TIME_TO_LIVE, TableDocument, item_part};
use crate::sandbox::throughput::{AUTO_SCALING, scaling_from_json, set_scaling};
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// A database made from a document, and what could not be put into it.
#[derive(Debug)]
pub struct Loaded {
    /// Everything that was accepted, without pending changes, at time zero.
    pub database: Database,
    /// The rejected parts, in order.
    pub rejections: Vec<Rejection>,
    /// The receipts of the writes.
    pub receipts: Vec<Receipt>,
}

/// A table or item that the engine rejected.
#[derive(Debug, PartialEq)]
pub struct Rejection {
    /// The table's name, or its number if it has none.
    pub table: String,
    /// Which of its items, from 1; the table itself if `None`.
    pub item: Option<usize>,
    /// What the engine said.
    pub error: ApiError,
}

/// How long adding and dropping an index of a live table takes on the page. Model: the service takes minutes.
const LIFECYCLE: LifecycleDelays = LifecycleDelays {
    create_table_ms: 0,
    delete_table_ms: 0,
    update_settings_ms: 0,
    allocate_index_ms: 200,
    backfill_step_ms: 300,
    delete_index_ms: 200,
    update_time_to_live_ms: 0,
    time_to_live_interval_ms: 0,
    expire_item_ms: 0,
};

impl Document {
    /// Makes the tables and writes the items, one request each.
    pub fn load(&self) -> Loaded {
        let config = Config {
            propagation_delay_ms: 0,
            epoch_seconds: self.epoch_seconds,
            ..Config::default()
        };
        let mut loaded = Loaded {
            database: Database::new(config),
            rejections: Vec::new(),
            receipts: Vec::new(),
        };
        for (position, table) in self.tables.iter().enumerate() {
            loaded.load_table(position, table);
        }
        loaded.database.set_propagation_delay(self.delay_ms);
        let expire_item_ms = self.expiry_delay_ms;
        loaded.database.set_lifecycle_delays(LifecycleDelays { expire_item_ms, ..LIFECYCLE });
        loaded.database.set_collection_size_max(Bytes(self.collection_size_max));
        self.throughput.put(&mut loaded.database);
        loaded.database.drain_events();
        loaded
    }
}

impl Loaded {
    fn load_table(&mut self, position: usize, document: &TableDocument) {
        let name = document.label(position);
        let mut request = document.create_request();
        // The stream begins when all items are there: it records what is done in the sandbox.
        let is_streamed = request[STREAM]["StreamEnabled"] == true;
        let members = request.as_object_mut().filter(|_| is_streamed);
        let stream = members.and_then(|members| members.remove(STREAM));
        let created = engine::api::execute(&mut self.database, "CreateTable", &request.to_string());
        if let Err(error) = created.reply {
            self.rejections.push(Rejection { table: name, item: None, error });
            return;
        }
        if let Some(scaling) = document.definition.get(AUTO_SCALING) {
            set_scaling(&mut self.database, &name, Some(scaling_from_json(scaling)));
        }
        if let Some(specification) = document.definition.get(TIME_TO_LIVE) {
            let request =
                json!({ "TableName": name.as_str(), (TIME_TO_LIVE): specification.clone() })
                    .to_string();
            let enabled = engine::api::execute(&mut self.database, "UpdateTimeToLive", &request);
            let rejected = enabled.reply.err();
            self.rejections.extend(rejected.map(|error| Rejection {
                table: name.clone(),
                item: None,
                error,
            }));
        }
        for (position, item) in document.items.iter().enumerate() {
            if document.ambiguous.contains(&position) {
                continue;
            }
            let rejected = self.put(&name, item.clone());
            self.rejections.extend(rejected.map(|error| Rejection {
                table: name.clone(),
                item: Some(position + 1),
                error,
            }));
        }
        if let Some(stream) = stream {
            let request = json!({ "TableName": name.as_str(), (STREAM): stream }).to_string();
            let enabled = engine::api::execute(&mut self.database, "UpdateTable", &request);
            let rejected = enabled.reply.err();
            self.rejections.extend(rejected.map(|error| Rejection {
                table: name,
                item: None,
                error,
            }));
        }
    }

    fn put(&mut self, table: &str, item: Value) -> Option<ApiError> {
        let request = json!({ "TableName": table, "Item": item }).to_string();
        let mut outcome = engine::api::execute(&mut self.database, "PutItem", &request);
        if outcome.reply.is_err() {
            outcome = engine::api::put_older_item(&mut self.database, &request);
        }
        self.receipts.extend(outcome.receipt);
        outcome.reply.err()
    }
}

impl Rejection {
    /// The rejection as a problem of the document.
    pub(crate) fn problem(&self) -> Problem {
        let part = match self.item {
            None => Message::plain("problem.table").with("table", self.table.clone()),
            Some(number) => item_part(&self.table, number - 1),
        };
        let reason = Message::plain("problem.error")
            .with("error", Argument::English(self.error.to_string().into()));
        Problem { part, reason }
    }
}
