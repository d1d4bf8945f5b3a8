//! From a document to a database: every table and item is sent through [`engine::api::execute`], request by request, so
//! a document can hold nothing that DynamoDB would reject. What is rejected is left out and reported.
//!
//! A document does not say which of its items are older than an index, so an item that fits the table and not the key of
//! a global index is kept, and has no entry in that index.

use engine::api::error::ApiError;
use engine::api::replica_arn;
use engine::api::snapshot::{put_unread_records, put_waiting_writes};
use engine::database::{Config, Database, LifecycleDelays};
use engine::model::bytes::Bytes;
use engine::model::name::TableName;
use engine::receipt::steps;
use serde_json::{Value, json};

use crate::sandbox::budget::{Budget, RunLimit, fullness};
use crate::sandbox::design::STREAM;
use crate::sandbox::document::reader::Problems;
use crate::sandbox::document::{
    CONSISTENCY, Document, TIME_TO_LIVE, TableDocument, WITNESSES, item_part,
};
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
    /// What could not be read of the writes that wait for a Region, and of the records that programs have not read.
    lacks: Vec<&'static str>,
    /// The items that are too many: of each table the first of them, how many there are, and the limit.
    full: Vec<(Message, u64, RunLimit)>,
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

/// Items between two looks at the memory. Model: they take a few megabytes.
const ITEMS_PER_LOOK: usize = 64;

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

/// A document that is loaded in slices.
#[derive(Debug)]
pub(crate) struct Loading {
    loaded: Loaded,
    /// The table that is next or under way, and which of its items is next; the table itself if `None`.
    table: usize,
    item: Option<usize>,
    /// Items of all tables, and those that are done.
    item_count: usize,
    done: usize,
}

impl Document {
    /// Makes the tables and writes the items, one request each.
    pub fn load(&self) -> Loaded {
        let mut loading = Loading::new(self);
        loading.step(self, &mut Budget::unlimited());
        loading.finish(self)
    }
}

impl Loading {
    /// Nothing of a document.
    pub(crate) fn new(document: &Document) -> Self {
        // What has expired stays as long as in the sandbox.
        let expire_item_ms = document.settings.expiry_delay_ms;
        let config = Config {
            propagation_delay_ms: 0,
            lifecycle: LifecycleDelays { expire_item_ms, ..LifecycleDelays::default() },
            epoch_seconds: document.epoch_seconds,
            ..Config::default()
        };
        let mut database = Database::new(config);
        database.set_quiet(true);
        let loaded =
            Loaded { database, rejections: Vec::new(), lacks: Vec::new(), full: Vec::new() };
        let item_count = document.tables.iter().map(|table| table.items.len()).sum();
        Self { loaded, table: 0, item: None, item_count, done: 0 }
    }

    /// Loads more of the document while steps are left. Returns whether all of it is loaded.
    pub(crate) fn step(&mut self, document: &Document, budget: &mut Budget) -> bool {
        while let Some(table) = document.tables.get(self.table) {
            if budget.is_spent() {
                return false;
            }
            let Some(position) = self.item else {
                budget.spend(1 + table.definition.len() as u64);
                match self.loaded.create(self.table, table, document) {
                    true => self.item = Some(0),
                    false => self.table += 1,
                }
                continue;
            };
            if let Some(item) = table.items.get(position) {
                if position.is_multiple_of(ITEMS_PER_LOOK)
                    && let Some(limit) =
                        fullness(&self.loaded.database, Bytes::ZERO, budget.values_beside)
                {
                    let part = item_part(&table.label(self.table), position);
                    let left = table.items.len() - position;
                    self.loaded.full.push((part, left as u64, limit));
                    self.item = Some(table.items.len());
                    self.done += left;
                    continue;
                }
                budget.spend(self.loaded.put(self.table, table, position, item));
                self.item = Some(position + 1);
                self.done += 1;
                continue;
            }
            self.loaded.begin_stream(self.table, table);
            (self.table, self.item) = (self.table + 1, None);
        }
        true
    }

    /// Thousandths that are loaded.
    pub(crate) fn permille(&self) -> u64 {
        (self.done * 1_000 / self.item_count.max(1)) as u64
    }

    /// Memory that the database takes.
    pub(crate) fn memory(&self) -> Bytes {
        self.loaded.database.memory()
    }

    /// All of the document, with what it says about the whole sandbox.
    pub(crate) fn finish(self, document: &Document) -> Loaded {
        let Self { mut loaded, .. } = self;
        let database = &mut loaded.database;
        let expire_item_ms = document.settings.expiry_delay_ms;
        database.set_lifecycle_delays(LifecycleDelays { expire_item_ms, ..LIFECYCLE });
        document.settings.put(database);
        database.set_quiet(false);
        if let Some(waiting) = &document.waiting
            && put_waiting_writes(database, waiting).is_err()
        {
            loaded.lacks.push("problem.waiting_writes");
        }
        if let Some(unread) = &document.unread
            && put_unread_records(database, unread).is_err()
        {
            loaded.lacks.push("problem.unread_records");
        }
        loaded.database.drain_events();
        loaded
    }
}

/// What a document says about the stream of a table, if it has one.
fn stream_of(request: &Value) -> Option<&Value> {
    request.get(STREAM).filter(|stream| stream["StreamEnabled"] == true)
}

impl Loaded {
    /// What could not be put into the database, as problems of the document: what concerns the most items first, since few are listed.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        let problems = Problems::default();
        for (part, count, limit) in &self.full {
            let reason = Message::plain("problem.full")
                .with("count", Argument::Count(*count))
                .with("limit", limit.words());
            problems.push(Problem { part: part.clone(), reason });
        }
        for rejection in &self.rejections {
            problems.push(rejection.problem());
        }
        for part in self.lacks.iter().copied().map(Message::plain) {
            problems.push(Problem { part, reason: Message::plain("problem.not_whole") });
        }
        problems.into_list()
    }

    /// Creates a table. Returns whether it was accepted.
    fn create(&mut self, position: usize, document: &TableDocument, all: &Document) -> bool {
        let name = document.label(position);
        let table = TableName::new(name.as_str());
        if let Some(region) = table.region()
            && replica_arn(region, table.short()) == name
        {
            return self.create_replica(&table, region);
        }
        let mut request = document.create_request();
        // The stream begins when all items are there: it records what is done in the sandbox.
        if stream_of(&request).is_some()
            && let Some(members) = request.as_object_mut()
        {
            members.remove(STREAM);
        }
        let created = engine::api::execute(&mut self.database, "CreateTable", &request.to_string());
        if let Err(error) = created.reply {
            self.rejections.push(Rejection { table: name, item: None, error });
            return false;
        }
        if document.definition.get(CONSISTENCY).is_some_and(|mode| mode == "STRONG") {
            self.make_strong(&table, document, all);
        }
        if let Some(scaling) = document.definition.get(AUTO_SCALING) {
            set_scaling(&mut self.database, &name, Some(scaling_from_json(scaling)));
        }
        if let Some(specification) = document.definition.get(TIME_TO_LIVE) {
            let request =
                json!({ "TableName": name.as_str(), (TIME_TO_LIVE): specification.clone() });
            self.set(name, "UpdateTimeToLive", &request);
        }
        true
    }

    /// Makes a table strongly consistent with its replicas, which come behind the tables, while it is empty.
    fn make_strong(&mut self, name: &TableName, document: &TableDocument, all: &Document) {
        let names = all.tables.iter().filter_map(|it| it.definition.get("TableName")?.as_str());
        let replicas = names.map(TableName::new).filter(|it| it.short() == name.short());
        let regions: Vec<TableName> = replicas.filter(|it| it.region().is_some()).collect();
        let create = |region: &str| json!({ "Create": { "RegionName": region } });
        let creates: Value = regions.iter().filter_map(TableName::region).map(create).collect();
        let mut request = json!({ "TableName": name.as_str(), (CONSISTENCY): "STRONG", "ReplicaUpdates": creates });
        let witness =
            document.definition.get(WITNESSES).and_then(|it| it[0]["RegionName"].as_str());
        if let Some(witness) = witness {
            request["GlobalTableWitnessUpdates"] = json!([create(witness)]);
        }
        self.set(name.to_string(), "UpdateTable", &request);
    }

    /// Adds a replica without items to its table, if it was not added with others. Returns whether it was accepted.
    fn create_replica(&mut self, name: &TableName, region: &str) -> bool {
        if self.database.table(name.as_str()).is_some_and(|table| table.strong.is_some()) {
            return true;
        }
        let create = json!([{ "Create": { "RegionName": region } }]);
        let request = json!({ "TableName": name.short(), "ReplicaUpdates": create }).to_string();
        let created = engine::api::execute(&mut self.database, "UpdateTable", &request);
        if let Err(error) = created.reply {
            self.rejections.push(Rejection { table: name.to_string(), item: None, error });
            return false;
        }
        true
    }

    /// Lets the stream of a table begin, if it has one.
    fn begin_stream(&mut self, position: usize, document: &TableDocument) {
        if let Some(stream) = stream_of(&document.create_request()) {
            let name = document.label(position);
            let request = json!({ "TableName": name.as_str(), (STREAM): stream });
            self.set(name, "UpdateTable", &request);
        }
    }

    /// Gives a table a setting.
    fn set(&mut self, table: String, operation: &str, request: &Value) {
        let set = engine::api::execute(&mut self.database, operation, &request.to_string());
        let rejected = set.reply.err();
        self.rejections.extend(rejected.map(|error| Rejection { table, item: None, error }));
    }

    /// Writes an item, unless what it says is ambiguous. Returns how many steps that took.
    fn put(
        &mut self,
        table: usize,
        document: &TableDocument,
        position: usize,
        item: &Value,
    ) -> u64 {
        if document.ambiguous.contains(&position) {
            return 1;
        }
        let name = document.label(table);
        let request = json!({ "TableName": name, "Item": item }).to_string();
        let mut outcome = engine::api::execute(&mut self.database, "PutItem", &request);
        if outcome.reply.is_err() {
            outcome = engine::api::put_older_item(&mut self.database, &request);
        }
        let arms = outcome.receipt.as_ref().map_or(&[][..], |receipt| &receipt.arms);
        let steps = steps(arms, request.len() as u64);
        let rejected = outcome.reply.err();
        let rejection = |error| Rejection { table: name, item: Some(position + 1), error };
        self.rejections.extend(rejected.map(rejection));
        steps
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
