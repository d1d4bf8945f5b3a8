//! A sandbox as a document: readable JSON that holds what a person made, and nothing else.
//!
//! ```json
//! {"tables":[{"AttributeDefinitions":[…],"Items":[…],"KeySchema":[…],"TableName":"Orders"}],"title":"Open orders","v":1}
//! ```
//!
//! - A table is what `CreateTable` takes, with its `Items` in DynamoDB JSON: whoever knows DynamoDB can read and write it.
//! - The text is canonical: sorted keys, no spaces, defaults omitted, tables in order of their names, items in order of
//!   their keys. The same sandbox gives the same text, and so the same link.
//! - The defaults of version 1 are frozen: `PAY_PER_REQUEST`, a delay of 200 ms, an empty title, throughput as the service
//!   has it and not limited.
//! - Left out are the clock, the units consumed and the changes on their way: an opened sandbox is quiet, begins at
//!   zero, and has its indexes up to date. Nothing that is stored depends on the time, so a link does not change while
//!   the clock runs.
//!
//! What is read is sent through [`engine::api::execute`], request by request, so a document can hold nothing that DynamoDB
//! would refuse: what is refused is left out and reported.

use engine::api::error::ApiError;
use engine::api::unknown_member::remove_unknown;
use engine::database::{
    COLLECTION_SIZE_MAX, Config, Database, EXPIRE_ITEM_MS_MAX, LifecycleDelays,
};
use engine::event::Receipt;
use engine::model::bytes::Bytes;
use engine::model::json::item_to_json;
use engine::model::json_text::SyntaxError;
use engine::model::json_value::{compact, object, parse, without};
use engine::model::list::Listed;
use engine::model::name::AttributeName;
use engine::table::Table;
use serde_json::{Map, Value};

use crate::session::design::definition_of;
use crate::session::order::in_key_order;
use crate::session::plan::Plan;
use crate::session::share::link::DOCUMENT_SIZE_MAX;
use crate::session::share::migrate::{VERSION, migrate};
use crate::session::throughput::{
    AUTO_SCALING, Settings, scaling_from_json, scaling_json, scaling_of, set_scaling,
};
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// The delay of changes to global indexes that version 1 does not write down.
const DELAY_MS_DEFAULT: u64 = 200;

/// Arrays and objects within each other that a document may have. An item has at most 64 of its own.
const DEPTH_MAX: usize = 100;

/// Refusals that are reported one by one.
const REFUSALS_MAX: usize = 20;

/// A sandbox at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// What the sandbox is called.
    pub title: String,
    /// How long a change travels to a global index.
    pub delay_ms: u64,
    /// The most bytes that an item collection may hold beside local indexes.
    pub collection_size_max: u64,
    /// How long an expired item stays until it is deleted.
    pub expiry_delay_ms: u64,
    /// What is planned with the tables.
    pub plan: Plan,
    /// How throughput is modelled, and whether it is limited.
    pub throughput: Settings,
    /// The tables.
    pub tables: Vec<TableDocument>,
}

/// A table at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct TableDocument {
    /// The request of `CreateTable`, and `TimeToLiveSpecification` if items expire.
    pub definition: Map<String, Value>,
    /// The items, in DynamoDB JSON.
    pub items: Vec<Value>,
}

/// Why a text is no document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentError {
    /// It is larger than a page should take.
    TooLarge,
    /// It is nested too deeply.
    TooDeep,
    /// It is not JSON.
    NotJson {
        /// Line of the fault, from 1.
        line: usize,
        /// Column of the fault, from 1.
        column: usize,
    },
    /// It is JSON, but no sandbox.
    NotASandbox,
    /// It was written by a later version of this page.
    Newer {
        /// Its version.
        version: u64,
    },
}

/// A database made from a document, and what could not be put into it.
#[derive(Debug)]
pub struct Loaded {
    /// Everything that was accepted, with nothing on its way, at time zero.
    pub database: Database,
    /// What was refused, in order.
    pub refusals: Vec<Refusal>,
    /// The receipts of the writes.
    pub receipts: Vec<Receipt>,
}

/// A table or item that the engine refused.
#[derive(Debug, PartialEq)]
pub struct Refusal {
    /// The table's name, or its number if it has none.
    pub table: String,
    /// Which of its items, from 1; the table itself if `None`.
    pub item: Option<usize>,
    /// What the engine said.
    pub error: ApiError,
}

/// How long an index of a live table takes to come and go on the page. Model: the service takes minutes.
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
    /// A sandbox without tables.
    pub fn empty(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            delay_ms: DELAY_MS_DEFAULT,
            collection_size_max: COLLECTION_SIZE_MAX.0,
            expiry_delay_ms: EXPIRE_ITEM_MS_MAX,
            plan: Plan::default(),
            throughput: Settings::default(),
            tables: Vec::new(),
        }
    }

    /// The document of a sandbox as it is, nothing being planned.
    pub fn of(database: &Database, title: &str) -> Self {
        let tables = database.tables().map(|table| TableDocument::of(database, table)).collect();
        let delay_ms = database.config().propagation_delay_ms;
        let collection_size_max = database.config().collection_size_max.0;
        let (plan, throughput) = (Plan::default(), Settings::of(database));
        let title = title.to_owned();
        let expiry_delay_ms = database.config().lifecycle.expire_item_ms;
        Self { title, delay_ms, collection_size_max, expiry_delay_ms, plan, throughput, tables }
    }

    /// Reads a document of any version.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        if text.len() > DOCUMENT_SIZE_MAX {
            return Err(DocumentError::TooLarge);
        }
        if depth(text) > DEPTH_MAX {
            return Err(DocumentError::TooDeep);
        }
        let json = parse(text)
            .map_err(|SyntaxError { line, column, .. }| DocumentError::NotJson { line, column })?;
        Self::from_json(&migrate(json)?)
    }

    /// The canonical text.
    pub fn to_text(&self) -> String {
        let mut json = Map::new();
        json.insert("v".into(), VERSION.into());
        if !self.title.is_empty() {
            json.insert("title".into(), self.title.as_str().into());
        }
        if self.delay_ms != DELAY_MS_DEFAULT {
            json.insert("delay_ms".into(), self.delay_ms.into());
        }
        if self.collection_size_max != COLLECTION_SIZE_MAX.0 {
            json.insert("collection_size_max".into(), self.collection_size_max.into());
        }
        if self.expiry_delay_ms != expiry_delay_default(&self.tables) {
            json.insert("expiry_delay_ms".into(), self.expiry_delay_ms.into());
        }
        self.plan.write_to(&mut json);
        if let Some(throughput) = self.throughput.to_json() {
            json.insert("throughput".into(), throughput);
        }
        let tables: Vec<Value> = self.tables.iter().map(TableDocument::to_json).listed();
        if !tables.is_empty() {
            json.insert("tables".into(), tables.into());
        }
        compact(&Value::Object(json))
    }

    /// Makes the tables and writes the items, one request each.
    pub fn load(&self) -> Loaded {
        let config = Config { propagation_delay_ms: 0, ..Config::default() };
        let mut loaded =
            Loaded { database: Database::new(config), refusals: Vec::new(), receipts: Vec::new() };
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

    /// Reads version 1. A table or item of the wrong shape is for the engine to refuse.
    fn from_json(json: &Value) -> Result<Self, DocumentError> {
        let plan = Plan::read_from(json);
        let title = match &json["title"] {
            Value::Null => String::new(),
            Value::String(title) => title.clone(),
            _ => return Err(DocumentError::NotASandbox),
        };
        let delay_ms = match &json["delay_ms"] {
            Value::Null => DELAY_MS_DEFAULT,
            delay => delay.as_u64().ok_or(DocumentError::NotASandbox)?,
        };
        let tables = match &json["tables"] {
            Value::Null => Vec::new(),
            Value::Array(tables) => {
                let tables = tables.iter().map(TableDocument::from_json);
                tables.collect::<Option<_>>().ok_or(DocumentError::NotASandbox)?
            }
            _ => return Err(DocumentError::NotASandbox),
        };
        let collection_size_max = match &json["collection_size_max"] {
            Value::Null => COLLECTION_SIZE_MAX.0,
            size => size.as_u64().ok_or(DocumentError::NotASandbox)?,
        };
        let expiry_delay_ms = match &json["expiry_delay_ms"] {
            Value::Null => expiry_delay_default(&tables),
            delay => delay.as_u64().ok_or(DocumentError::NotASandbox)?.min(EXPIRE_ITEM_MS_MAX),
        };
        let throughput = match &json["throughput"] {
            Value::Null => Settings::default(),
            settings => Settings::from_json(settings).ok_or(DocumentError::NotASandbox)?,
        };
        Ok(Self { title, delay_ms, collection_size_max, expiry_delay_ms, plan, throughput, tables })
    }
}

/// How long expired items stay if the document does not state it. Version 1 was without delay for as long as it could not
/// be set, and only a document whose items expire was affected.
fn expiry_delay_default(tables: &[TableDocument]) -> u64 {
    match tables.iter().any(|table| table.definition.contains_key(TIME_TO_LIVE)) {
        true => 0,
        false => EXPIRE_ITEM_MS_MAX,
    }
}

/// The member that says by which attribute items expire, as in the request of `UpdateTimeToLive`.
pub(in crate::session) const TIME_TO_LIVE: &str = "TimeToLiveSpecification";

/// Its content.
pub(in crate::session) fn time_to_live(attribute: &AttributeName) -> Value {
    object([("AttributeName", attribute.as_str().into()), ("Enabled", true.into())])
}

impl TableDocument {
    fn of(database: &Database, table: &Table) -> Self {
        let items =
            in_key_order(table).into_iter().map(|stored| item_to_json(&stored.image)).listed();
        let mut definition = definition_of(table);
        if let Some(attribute) = table.time_to_live.status.attribute() {
            definition.insert(TIME_TO_LIVE.into(), time_to_live(attribute));
        }
        if let Some(scaling) = scaling_of(database, table) {
            definition.insert(AUTO_SCALING.into(), scaling_json(scaling));
        }
        Self { definition, items }
    }

    fn from_json(json: &Value) -> Option<Self> {
        let members = json.as_object()?;
        let items = match members.get("Items") {
            None => Vec::new(),
            Some(Value::Array(items)) => items.clone(),
            Some(_) => return None,
        };
        Some(Self { definition: without(members, &["Items"]), items })
    }

    fn to_json(&self) -> Value {
        let mode = self.definition.get("BillingMode");
        let mut json = match mode.is_some_and(|mode| mode == "PAY_PER_REQUEST") {
            true => without(&self.definition, &["BillingMode"]),
            false => self.definition.clone(),
        };
        if !self.items.is_empty() {
            json.insert("Items".into(), self.items.clone().into());
        }
        Value::Object(json)
    }

    /// The request of `CreateTable`, with the default of this version.
    fn create_request(&self) -> Value {
        let mut request = without(&self.definition, &[TIME_TO_LIVE, AUTO_SCALING]);
        if !request.contains_key("BillingMode") && !request.contains_key("ProvisionedThroughput") {
            request.insert("BillingMode".into(), "PAY_PER_REQUEST".into());
        }
        let mut request = Value::Object(request);
        remove_unknown("CreateTable", &mut request);
        request
    }

    fn name(&self) -> Option<&str> {
        self.definition.get("TableName")?.as_str()
    }
}

impl Loaded {
    fn load_table(&mut self, position: usize, document: &TableDocument) {
        let name = document.name().map_or_else(|| format!("#{}", position + 1), str::to_owned);
        let request = compact(&document.create_request());
        let created = engine::api::execute(&mut self.database, "CreateTable", &request);
        if let Err(error) = created.reply {
            self.refusals.push(Refusal { table: name, item: None, error });
            return;
        }
        if let Some(scaling) = document.definition.get(AUTO_SCALING) {
            set_scaling(&mut self.database, &name, Some(scaling_from_json(scaling)));
        }
        if let Some(specification) = document.definition.get(TIME_TO_LIVE) {
            let mut request = object([
                ("TableName", name.as_str().into()),
                (TIME_TO_LIVE, specification.clone()),
            ]);
            remove_unknown("UpdateTimeToLive", &mut request);
            let request = compact(&request);
            let enabled = engine::api::execute(&mut self.database, "UpdateTimeToLive", &request);
            let refusal = enabled.reply.err();
            self.refusals.extend(refusal.map(|error| Refusal {
                table: name.clone(),
                item: None,
                error,
            }));
        }
        for (position, item) in document.items.iter().enumerate() {
            let refused = self.put(&name, item.clone());
            self.refusals.extend(refused.map(|error| Refusal {
                table: name.clone(),
                item: Some(position + 1),
                error,
            }));
        }
    }

    fn put(&mut self, table: &str, item: Value) -> Option<ApiError> {
        let request = compact(&object([("TableName", table.into()), ("Item", item)]));
        let outcome = engine::api::execute(&mut self.database, "PutItem", &request);
        self.receipts.extend(outcome.receipt);
        outcome.reply.err()
    }

    /// Everything that was refused.
    pub fn problems(&self) -> Vec<Problem> {
        self.refusals.iter().map(Refusal::problem).collect()
    }

    /// What to tell the person who opened the document.
    pub fn messages(&self) -> Vec<Message> {
        let mut messages: Vec<Message> =
            self.refusals.iter().take(REFUSALS_MAX).map(Refusal::message).listed();
        if let Some(more) = self.refusals.len().checked_sub(REFUSALS_MAX).filter(|more| *more > 0) {
            let message = Message::plain("share.refused.more");
            messages.push(message.with("count", Argument::Count(more as u64)));
        }
        messages
    }
}

impl Refusal {
    fn problem(&self) -> Problem {
        let part = match self.item {
            None => Message::plain("problem.table"),
            Some(number) => {
                Message::plain("problem.item").with("number", Argument::Count(number as u64))
            }
        };
        let reason = Message::plain("problem.refused").with("error", self.error.to_string());
        Problem { part: part.with("table", self.table.clone()), reason }
    }

    fn message(&self) -> Message {
        let message = match self.item {
            None => Message::plain("share.refused.table"),
            Some(number) => {
                Message::plain("share.refused.item").with("number", Argument::Count(number as u64))
            }
        };
        message.with("table", self.table.clone()).with("error", self.error.to_string())
    }
}

impl DocumentError {
    /// What to tell the person who opened the text.
    pub fn message(&self) -> Message {
        match self {
            Self::TooLarge => Message::plain("share.document.too_large")
                .with("limit", Argument::Bytes(DOCUMENT_SIZE_MAX as u64)),
            Self::TooDeep => Message::plain("share.document.too_deep")
                .with("limit", Argument::Count(DEPTH_MAX as u64)),
            Self::NotJson { line, column } => Message::plain("share.document.not_json")
                .with("line", Argument::Count(*line as u64))
                .with("column", Argument::Count(*column as u64)),
            Self::NotASandbox => Message::plain("share.document.no_sandbox"),
            Self::Newer { version } => Message::plain("share.document.newer")
                .with("version", Argument::Count(*version))
                .with("known", Argument::Count(VERSION)),
        }
    }
}

/// How many arrays and objects are open at most, without parsing: text within quotes does not count.
fn depth(json: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'[' | b'{' if !quoted => open += 1,
            b']' | b'}' if !quoted => open = open.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(open);
    }
    deepest
}

#[cfg(test)]
mod tests {
    use engine::clock::Timestamp;

    use super::*;

    #[track_caller]
    fn check_refused(text: &str, expected: DocumentError) {
        assert_eq!(Document::parse(text), Err(expected), "{text}");
    }

    fn orders(items: &str) -> Document {
        let text = format!(
            r#"{{"v":1,"tables":[{{"TableName":"Orders","AttributeDefinitions":[{{"AttributeName":"id","AttributeType":"S"}},{{"AttributeName":"open","AttributeType":"S"}}],"KeySchema":[{{"AttributeName":"id","KeyType":"HASH"}}],"GlobalSecondaryIndexes":[{{"IndexName":"Open","KeySchema":[{{"AttributeName":"open","KeyType":"HASH"}}],"Projection":{{"ProjectionType":"KEYS_ONLY"}}}}],"Items":{items}}}]}}"#
        );
        Document::parse(&text).unwrap()
    }

    #[test]
    fn a_document_is_read_and_written() {
        let text = r#"{"delay_ms":50,"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"N"}],"Items":[{"id":{"N":"1"}},{"id":{"N":"2"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things"}],"title":"Two things","v":1}"#;
        let document = Document::parse(text).unwrap();
        assert_eq!(document.to_text(), text);
        let loaded = document.load();
        assert_eq!(Document::of(&loaded.database, "Two things").to_text(), text);
    }

    #[test]
    fn the_order_of_items_and_members_does_not_matter() {
        let one = orders(r#"[{"id":{"S":"b"}},{"open":{"S":"x"},"id":{"S":"a"}}]"#).load();
        let two = orders(r#"[{"id":{"S":"a"},"open":{"S":"x"}},{"id":{"S":"b"}}]"#).load();
        assert_eq!(
            Document::of(&one.database, "").to_text(),
            Document::of(&two.database, "").to_text()
        );
    }

    #[test]
    fn an_empty_sandbox_is_a_short_document() {
        assert_eq!(Document::empty("").to_text(), r#"{"v":1}"#);
        assert_eq!(Document::parse(r#"{"v":1}"#), Ok(Document::empty("")));
    }

    #[test]
    fn provisioned_throughput_stays() {
        let text = r#"{"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":7},"TableName":"Things"}],"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.refusals, []);
        assert_eq!(Document::of(&loaded.database, "").to_text(), text);
    }

    #[test]
    fn expired_items_go_at_once_in_a_document_that_states_no_delay() {
        let table = r#"{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things","TimeToLiveSpecification":{"AttributeName":"until","Enabled":true}}"#;
        let delay = |text: &str| {
            let loaded = Document::parse(text).unwrap().load();
            assert_eq!(Document::of(&loaded.database, "").to_text(), text);
            loaded.database.config().lifecycle.expire_item_ms
        };
        assert_eq!(delay(&format!(r#"{{"tables":[{table}],"v":1}}"#)), 0);
        assert_eq!(
            delay(&format!(r#"{{"expiry_delay_ms":3600000,"tables":[{table}],"v":1}}"#)),
            3_600_000
        );
        assert_eq!(delay(r#"{"v":1}"#), EXPIRE_ITEM_MS_MAX);
        assert_eq!(delay(r#"{"expiry_delay_ms":0,"v":1}"#), 0);
        let far = r#"{"expiry_delay_ms":999999999999,"v":1}"#;
        let loaded = Document::parse(far).unwrap().load();
        assert_eq!(loaded.database.config().lifecycle.expire_item_ms, EXPIRE_ITEM_MS_MAX);
    }

    #[test]
    fn settings_of_a_table_stay() {
        let text = r#"{"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"DeletionProtectionEnabled":true,"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"OnDemandThroughput":{"MaxWriteRequestUnits":9},"TableClass":"STANDARD_INFREQUENT_ACCESS","TableName":"Things"}],"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.refusals, []);
        assert_eq!(Document::of(&loaded.database, "").to_text(), text);
    }

    /// `engine::api::snapshot` writes it: what the page does not know of is left out.
    #[test]
    fn a_file_of_the_endpoint_is_a_sandbox() {
        let text = r#"{"delay_ms":0,"state":{"epoch_seconds":1795186224,"events":3,"now":2628,"schedule":[{"due":86402599,"label":1795186226584,"table":"Things","task":"TrimStream"}],"streams":[{"label":1795186226584,"next_number":1,"partition_key":[["id","S"]],"records":[{"at":2599,"key":{"id":{"S":"x"}},"kind":"INSERT","new":{"id":{"S":"x"}}}],"sort_key":[],"status":"ENABLED","table":"Things","view_type":"NEW_IMAGE"}]},"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST","Items":[{"id":{"S":"x"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things","Tags":[{"Key":"a","Value":"b"}],"state":{"created_at":2584,"stream":{"label":1795186226584,"view_type":"NEW_IMAGE"},"time_to_live":{"attribute":"until","changed_at":2628,"status":"ENABLED"}}}],"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.refusals, []);
        let kept = r#"{"delay_ms":0,"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"Items":[{"id":{"S":"x"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things"}],"v":1}"#;
        assert_eq!(Document::of(&loaded.database, "").to_text(), kept);
    }

    #[test]
    fn an_opened_sandbox_is_quiet() {
        let mut loaded = orders(r#"[{"id":{"S":"a"},"open":{"S":"x"}}]"#).load();
        assert_eq!(loaded.database.now(), Timestamp(0));
        assert_eq!(loaded.database.next_due(), None);
        assert_eq!(loaded.database.drain_events(), []);
        assert_eq!(loaded.database.config().propagation_delay_ms, DELAY_MS_DEFAULT);
        assert_eq!(
            loaded.database.table("Orders").unwrap().index("Open").unwrap().entries.count(),
            1
        );
    }

    #[test]
    fn what_the_engine_refuses_is_left_out_and_reported() {
        let loaded = orders(
            r#"[{"id":{"S":"a"}},{"id":{"N":"1"}},{"open":{"S":"x"}},7,{"id":{"S":"b"},"open":{"BOOL":true}},{"id":{"S":"c"}}]"#,
        )
        .load();
        assert_eq!(loaded.database.table("Orders").unwrap().items.count(), 2);
        let items: Vec<_> = loaded.refusals.iter().map(|refusal| refusal.item).collect();
        assert_eq!(items, [Some(2), Some(3), Some(4), Some(5)]);
        assert_eq!(loaded.messages().len(), 4);
    }

    #[test]
    fn a_refused_table_is_one_line_and_the_others_are_there() {
        let text = r#"{"v":1,"tables":[{"TableName":"x"},{},{"TableName":"Good","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"Items":[{"id":{"S":"a"}}]}]}"#;
        let loaded = Document::parse(text).unwrap().load();
        let refused: Vec<_> =
            loaded.refusals.iter().map(|refusal| (refusal.table.as_str(), refusal.item)).collect();
        assert_eq!(refused, [("x", None), ("#2", None)]);
        assert_eq!(loaded.database.table("Good").unwrap().items.count(), 1);
    }

    #[test]
    fn a_long_report_ends_in_a_count() {
        let items = vec![r#"{"x":{"S":"no key"}}"#; 30].join(",");
        let messages = orders(&format!("[{items}]")).load().messages();
        assert_eq!(messages.len(), REFUSALS_MAX + 1);
        assert_eq!(messages[REFUSALS_MAX].arguments, [("count", Argument::Count(10))]);
    }

    #[test]
    fn what_is_no_document_is_refused() {
        check_refused("", DocumentError::NotJson { line: 1, column: 1 });
        check_refused("{\n  \"v\": 1,\n}", DocumentError::NotJson { line: 3, column: 1 });
        check_refused("[]", DocumentError::NotASandbox);
        check_refused("{}", DocumentError::NotASandbox);
        check_refused(r#"{"v":0}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":"1"}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":1,"tables":{}}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":1,"tables":[7]}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":1,"tables":[{"Items":7}]}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":1,"title":7}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":1,"delay_ms":-1}"#, DocumentError::NotASandbox);
        check_refused(r#"{"v":2}"#, DocumentError::Newer { version: 2 });
    }

    #[test]
    fn depth_and_size_have_limits() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        check_refused(&nested(DEPTH_MAX), DocumentError::NotASandbox);
        check_refused(&nested(DEPTH_MAX + 1), DocumentError::TooDeep);
        check_refused(&nested(1_000_000), DocumentError::TooDeep);
        check_refused(&" ".repeat(DOCUMENT_SIZE_MAX + 1), DocumentError::TooLarge);
        let quoted = format!(r#"{{"v":1,"title":"\"{}"}}"#, "[".repeat(200));
        assert!(Document::parse(&quoted).is_ok());
    }

    #[test]
    fn the_deepest_item_travels() {
        let value =
            (0..31).fold(r#"{"S":"x"}"#.to_owned(), |inner, _| format!(r#"{{"L":[{inner}]}}"#));
        let document = orders(&format!(r#"[{{"id":{{"S":"a"}},"deep":{value}}}]"#));
        let loaded = document.load();
        assert_eq!(loaded.refusals, []);
        let text = Document::of(&loaded.database, "").to_text();
        assert!(text.contains(&value));
        assert_eq!(Document::parse(&text).unwrap().load().refusals, []);
    }
}
