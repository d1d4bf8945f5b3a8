//! Rebuilding a table: it is dropped, created after another design, and its items are written back, on a copy.

use std::rc::Rc;

use engine::api::error::ApiError;
use engine::api::value::item_to_json;
use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::receipt::{Receipt, steps};
use engine::table::Table;
use engine::table::storage::Stored;
use serde_json::{Value, json};

use crate::sandbox::budget::Budget;
use crate::sandbox::design::{create_request, definition_of, time_to_live_request};
use crate::sandbox::order::in_key_order;
use crate::sandbox::request::Request;
use crate::sandbox::table_change::scaling_in_use;
use crate::sandbox::throughput::{Settings, keep_capacity, scaling_of, set_scaling};
use crate::view::design::TableDesign;
use crate::view::throughput::ScalingView;

/// A database in which a table has been replaced.
#[derive(Debug)]
pub(crate) struct Rebuilt {
    /// The database after all steps.
    pub database: Database,
    /// The request of `CreateTable`.
    pub request: Request,
    pub reply: Result<Value, ApiError>,
    /// A bill for each item.
    pub receipts: Vec<Receipt>,
    /// Why items were not accepted.
    pub rejections: Vec<ApiError>,
}

/// A table that is being rebuilt.
#[derive(Debug)]
pub(crate) struct Rebuild {
    rebuilt: Rebuilt,
    design: Rc<TableDesign>,
    /// The items that were in the table, in order, and how many of them have been written back.
    items: Vec<Stored>,
    done: usize,
    /// What the database has after that.
    settings: Settings,
    scaling: Option<ScalingView>,
}

impl Rebuild {
    /// Drops the table, and creates it after the design, on a copy of the database.
    pub(crate) fn new(database: &Database, name: &str, design: &Rc<TableDesign>) -> Self {
        let mut copy = database.clone();
        // The items were paid for before, so writing them again is not throttled.
        let settings = Settings::of(database);
        // The entries of the new indexes are there at once, as in a table that was just opened.
        let mut without_delay = settings.released();
        without_delay.delay_ms = 0;
        without_delay.put(&mut copy);
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
        let is_sql = |name: &str| database.table(name).is_some_and(|table| table.is_sql);
        copy.set_sql_tables(|table| match design.name == table.as_str() {
            true => is_sql(name),
            false => is_sql(table.as_str()),
        });
        // The items that are written back are no news. The programs of the plan are attached when all are.
        let programs = copy.programs().filter(|it| it.program.table.as_str() == name);
        for program in programs.map(|it| it.program.name.clone()).collect::<Vec<String>>() {
            copy.detach(&program);
        }
        let mut rejections = Vec::new();
        let mut items = Vec::new();
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
            items = old.map(in_key_order).unwrap_or_default().into_iter().cloned().collect();
        }
        let scaling = match &design.settings {
            Some(settings) => scaling_in_use(settings),
            None => old.and_then(|table| scaling_of(database, table)),
        };
        let rebuilt = Rebuilt { database: copy, request, reply, receipts: Vec::new(), rejections };
        let design = Rc::clone(design);
        Self { rebuilt, design, items, done: 0, settings, scaling }
    }

    /// Writes items back, as far as the budget goes. Returns whether all are.
    pub(crate) fn step(&mut self, budget: &mut Budget) -> bool {
        let Rebuilt { database, receipts, rejections, .. } = &mut self.rebuilt;
        while let Some(stored) = self.items.get(self.done) {
            if budget.is_spent() {
                return false;
            }
            let item = item_to_json(&stored.image);
            let put = json!({ "TableName": self.design.name.as_str(), "Item": item }).to_string();
            let outcome = engine::api::execute(database, "PutItem", &put);
            let arms = outcome.receipt.as_ref().map_or(&[][..], |receipt| &receipt.arms);
            budget.spend(steps(arms, put.len() as u64));
            receipts.extend(outcome.receipt);
            rejections.extend(outcome.reply.err());
            self.done += 1;
        }
        true
    }

    /// How many items have been written back, and how many there are.
    pub(crate) fn progress(&self) -> (usize, usize) {
        (self.done, self.items.len())
    }

    /// Memory that the copy takes.
    pub(crate) fn memory(&self) -> Bytes {
        self.rebuilt.database.memory()
    }

    /// The database with the table, when all items are written back.
    pub(crate) fn finish(self) -> Rebuilt {
        let Self { mut rebuilt, design, settings, scaling, .. } = self;
        let database = &mut rebuilt.database;
        database.advance_to(database.now());
        settings.put(database);
        set_scaling(database, &design.name, scaling);
        rebuilt
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
