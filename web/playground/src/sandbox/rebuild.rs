//! Rebuilding a table: it is dropped, created after another design, and its items are written back, on a copy.

use engine::api::error::ApiError;
use engine::api::value::item_to_json;
use engine::database::Database;
use engine::receipt::Receipt;
use engine::table::Table;
use serde_json::{Value, json};

use crate::sandbox::design::{create_request, definition_of, time_to_live_request};
use crate::sandbox::order::in_key_order;
use crate::sandbox::request::Request;
use crate::sandbox::table_change::scaling_in_use;
use crate::sandbox::throughput::{Settings, keep_capacity, scaling_of, set_scaling};
use crate::view::design::TableDesign;

/// A database in which a table has been replaced.
#[derive(Debug)]
pub(crate) struct Rebuilt {
    /// The database after all steps.
    pub database: Database,
    /// The request of `CreateTable`.
    pub request: Request,
    /// Its result.
    pub reply: Result<Value, ApiError>,
    /// A bill for each item.
    pub receipts: Vec<Receipt>,
    /// Why items were not accepted.
    pub rejections: Vec<ApiError>,
}

impl Rebuilt {
    /// Drops the table, creates it after the design, and writes its items back, on a copy of the database.
    pub(crate) fn of(database: &Database, name: &str, design: &TableDesign) -> Self {
        let mut copy = database.clone();
        // The items were paid for before, so writing them again is not throttled.
        let settings = Settings::of(database);
        settings.released().put(&mut copy);
        // The entries of the new indexes are there at once, as in a table that was just opened.
        let (now, delay_ms) = (copy.now(), copy.config().propagation_delay_ms);
        copy.set_propagation_delay(0);
        let items = database.table(name).map(in_key_order).unwrap_or_default();
        let drop = json!({ "TableName": name }).to_string();
        let old = database.table(name);
        let mut request = create_request(design);
        match (old, &design.settings) {
            (Some(table), None) => keep_capacity(&mut request, table),
            (Some(table), Some(_)) => keep_unshown(&mut request, table),
            (None, _) => {}
        }
        let request = Request::new("CreateTable", &request);
        let reply = match engine::api::execute(&mut copy, "DeleteTable", &drop).reply {
            Ok(_) => engine::api::execute(&mut copy, &request.operation, &request.text).reply,
            Err(error) => Err(error),
        };
        let (mut receipts, mut rejections) = (Vec::new(), Vec::new());
        if reply.is_ok() {
            let old_attribute = || old?.time_to_live.status.attribute().map(ToString::to_string);
            let attribute = match &design.settings {
                Some(settings) => Some(settings.time_to_live.clone()).filter(|it| !it.is_empty()),
                None => old_attribute(),
            };
            if let Some(attribute) = attribute {
                let Request { operation, text } =
                    time_to_live_request(&design.name, &attribute, true);
                let outcome = engine::api::execute(&mut copy, &operation, &text);
                rejections.extend(outcome.reply.err());
            }
            for stored in items {
                let item = item_to_json(&stored.image);
                let put = json!({ "TableName": design.name.as_str(), "Item": item }).to_string();
                let outcome = engine::api::execute(&mut copy, "PutItem", &put);
                receipts.extend(outcome.receipt);
                rejections.extend(outcome.reply.err());
            }
        }
        copy.advance_to(now);
        copy.set_propagation_delay(delay_ms);
        settings.put(&mut copy);
        let scaling = match &design.settings {
            Some(settings) => scaling_in_use(settings),
            None => old.and_then(|table| scaling_of(database, table)),
        };
        set_scaling(&mut copy, &design.name, scaling);
        Self { database: copy, request, reply, receipts, rejections }
    }
}

/// Lets a request of `CreateTable` agree with the table that it replaces on what the form does not show.
fn keep_unshown(request: &mut Value, table: &Table) {
    let mut definition = definition_of(table);
    for member in ["SSESpecification", "Tags", "WarmThroughput"] {
        if let Some(content) = definition.remove(member) {
            request[member] = content;
        }
    }
}
