//! Rebuilding a table: it is dropped, created after another design, and its items are written back, on a copy.

use engine::api::error::ApiError;
use engine::api::value::item_to_json;
use engine::database::Database;
use engine::receipt::Receipt;
use serde_json::{Value, json};

use crate::sandbox::design::create_request;
use crate::sandbox::document::{TIME_TO_LIVE, time_to_live};
use crate::sandbox::order::in_key_order;
use crate::sandbox::request::Request;
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
        let mut request = create_request(design);
        if let Some(table) = database.table(name) {
            keep_capacity(&mut request, table);
        }
        let request = Request::new("CreateTable", &request);
        let reply = match engine::api::execute(&mut copy, "DeleteTable", &drop).reply {
            Ok(_) => engine::api::execute(&mut copy, &request.operation, &request.text).reply,
            Err(error) => Err(error),
        };
        let (mut receipts, mut rejections) = (Vec::new(), Vec::new());
        if reply.is_ok() {
            let table = database.table(name);
            if let Some(attribute) = table.and_then(|it| it.time_to_live.status.attribute()) {
                let enable = json!({
                    "TableName": design.name.as_str(),
                    (TIME_TO_LIVE): time_to_live(attribute),
                })
                .to_string();
                let outcome = engine::api::execute(&mut copy, "UpdateTimeToLive", &enable);
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
        let scaling = database.table(name).and_then(|table| scaling_of(database, table));
        set_scaling(&mut copy, &design.name, scaling);
        Self { database: copy, request, reply, receipts, rejections }
    }
}
