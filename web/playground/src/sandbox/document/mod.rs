//! One design of a sandbox as a document: readable JSON that holds what the user made, and nothing else.
//!
//! ```json
//! {"tables":[{"AttributeDefinitions":[…],"Items":[…],"KeySchema":[…],"TableName":"Orders"}],"title":"Open orders","v":1}
//! ```
//!
//! - A table is what `CreateTable` takes, with its `Items` in DynamoDB JSON, which users of DynamoDB can read and write.
//! - The text is canonical: sorted keys, no spaces, defaults omitted, tables in order of their names, items in order of
//!   their keys. The same sandbox gives the same text, and so the same link.
//! - A replica in another Region is called by its ARN and has its items alone: all else is as in its table. It comes behind
//!   the tables. With `MultiRegionConsistency` they are strongly consistent, perhaps with one of `GlobalTableWitnesses`. Writes that were on their way have arrived in it, and those that wait for a Region that is cut off wait.
//! - The records that programs have not read are as the engine saves them.
//! - The defaults are frozen: `PAY_PER_REQUEST`, a delay of 200 ms, an empty title, an epoch of 1970-01-01, throughput as
//!   the service has it and not limited.
//! - Left out are the clock, the units consumed and the pending changes: an opened sandbox has no pending changes, begins at
//!   its epoch, and has its indexes up to date. Nothing that is stored depends on the time, so a link does not change while
//!   the clock runs.
//!
//! A document is read in part: what is not understood is left out and listed in [`Document::problems`]. This is version 1
//! and, within an [`Envelope`](crate::link::envelope::Envelope), each design of version 2.

mod cost;
pub mod load;
pub mod plan;
pub mod reader;
pub(crate) mod region;
pub mod text;

use std::collections::BTreeSet;

use engine::api::operation::registry::remove_unknown;
use engine::api::snapshot::{unread_records, waiting_writes};
use engine::api::value::item_to_json;
use engine::database::Database;
use engine::json::repeat::{PathStep, RepeatedMember};
use engine::json::value::without;
use engine::model::name::AttributeName;
use engine::table::Table;
use engine::table::schema::StrongRegions;
use serde_json::{Map, Value, json};

use crate::sandbox::design::{STREAM, definition_of, stream_json, stream_of};
use crate::sandbox::document::plan::{read_plan, write_plan};
use crate::sandbox::document::reader::{Problems, Reader};
use crate::sandbox::document::text::{
    DocumentError, DocumentText, VERSION_ONE, normalized_title, repeated_within, reported_title,
};
use crate::sandbox::limit::{EPOCH_SECONDS, STORED_SIZE_MAX};
use crate::sandbox::order::in_key_order;
use crate::sandbox::plan::Plan;
use crate::sandbox::throughput::{
    AUTO_SCALING, SCALING_MEMBERS, Settings, scaling_json, scaling_of,
};
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// Tables of a design. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
const TABLE_COUNT_MAX: usize = 2_500;

/// What the text of [`engine::api::snapshot`] has beyond a document. A document is a sandbox at rest and has no use for it.
const STATE: &str = "state";

/// The writes that wait for a Region that is cut off.
const WAITING: &str = "waiting";

/// The records that programs have not read.
const UNREAD: &str = "unread";

/// A design at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// What the sandbox is called.
    pub title: String,
    /// Its epoch: the date at which its virtual time begins, in seconds since 1970-01-01, UTC.
    pub epoch_seconds: u64,
    pub settings: Settings,
    /// The plans for the tables.
    pub plan: Plan,
    pub tables: Vec<TableDocument>,
    /// The writes that wait for a Region that is cut off, as the engine saves them.
    pub waiting: Option<Value>,
    /// The records that programs have not read, as the engine saves them.
    pub unread: Option<Value>,
    /// The parts of the text that were not understood.
    pub problems: Vec<Problem>,
}

/// A table at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct TableDocument {
    /// The request of `CreateTable`, and `TimeToLiveSpecification` if items expire.
    pub definition: Map<String, Value>,
    /// The items, in DynamoDB JSON.
    pub items: Vec<Value>,
    /// Positions of items that are not to be written: what they say is ambiguous.
    pub ambiguous: BTreeSet<usize>,
}

impl Document {
    /// A sandbox without tables.
    pub fn empty(title: &str) -> Self {
        Self {
            title: normalized_title(title).0,
            epoch_seconds: 0,
            settings: Settings::default(),
            plan: Plan::default(),
            tables: Vec::new(),
            waiting: None,
            unread: None,
            problems: Vec::new(),
        }
    }

    /// The document of a sandbox without plans, of a database at rest.
    pub fn of(database: &Database, title: &str) -> Self {
        Self {
            title: title.to_owned(),
            epoch_seconds: database.config().epoch_seconds,
            settings: Settings::of(database),
            plan: Plan::default(),
            tables: table_documents(database),
            waiting: waiting_writes(database),
            unread: unread_records(database),
            problems: Vec::new(),
        }
    }

    /// Reads a document of version 1.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        let text = DocumentText::parse(text, STORED_SIZE_MAX)?;
        match text.version {
            VERSION_ONE => Ok(Self::of_text(&text)),
            version => Err(DocumentError::Newer { version }),
        }
    }

    /// The canonical text of version 1.
    pub fn into_text(self) -> String {
        let mut json = self.into_members();
        json.insert("v".into(), VERSION_ONE.into());
        Value::Object(json).to_string()
    }

    /// The design of a document of version 1 that is shown.
    pub(crate) fn of_text(text: &DocumentText) -> Self {
        let problems = Problems::default();
        let mut reader = Reader::new(&text.members, "", &problems);
        reader.ignore(&["v", STATE, "other", "other_letter"]);
        let document = Self::read(reader, &text.repeated, &[]);
        Self { problems: problems.into_list(), ..document }
    }

    /// The members of the design, defaults left out.
    pub(crate) fn into_members(self) -> Map<String, Value> {
        let mut json = Map::new();
        if !self.title.is_empty() {
            json.insert("title".into(), self.title.as_str().into());
        }
        if self.epoch_seconds != 0 {
            json.insert("epoch_seconds".into(), self.epoch_seconds.into());
        }
        self.settings.write(&usual_settings(&self.tables), &mut json);
        write_plan(&self.plan, &mut json);
        let tables: Vec<Value> = self.tables.into_iter().map(TableDocument::into_json).collect();
        if !tables.is_empty() {
            json.insert("tables".into(), tables.into());
        }
        if let Some(waiting) = self.waiting {
            json.insert(WAITING.into(), waiting);
        }
        if let Some(unread) = self.unread {
            json.insert(UNREAD.into(), unread);
        }
        json
    }

    /// Reads the members of a design at a path. A table or item of the wrong shape is for the engine to
    /// reject when the design is loaded.
    pub(crate) fn read(
        mut reader: Reader<'_>,
        repeated: &[RepeatedMember],
        path: &[PathStep],
    ) -> Self {
        let title = reader.text("title", usize::MAX).unwrap_or_default();
        let (title, reason) = reported_title(title);
        if let Some(reason) = reason {
            reader.report("title", reason);
        }
        let mut document = Self {
            title,
            epoch_seconds: reader.number("epoch_seconds", &EPOCH_SECONDS).unwrap_or_default(),
            settings: Settings::default(),
            plan: read_plan(&mut reader),
            tables: Vec::new(),
            waiting: reader.value(WAITING).cloned(),
            unread: reader.value(UNREAD).cloned(),
            problems: Vec::new(),
        };
        // Of a table that is none, the place stays empty, so that positions are those of the text.
        let mut tables: Vec<Option<TableDocument>> = Vec::new();
        for (position, table) in reader.list("tables", TABLE_COUNT_MAX).iter().enumerate() {
            let at = reader.path(&format!("tables[{position}]"));
            tables.push(TableDocument::read(table, &at, reader.problems()));
        }
        report_repeated(&mut tables, repeated, path, reader.problems());
        document.tables = tables.into_iter().flatten().collect();
        document.settings = Settings::read(&mut reader, usual_settings(&document.tables));
        reader.finish();
        document
    }
}

/// Reports members that are there twice. An item that has one is left out, because it may mean either value; elsewhere
/// the last one counts.
fn report_repeated(
    tables: &mut [Option<TableDocument>],
    repeated: &[RepeatedMember],
    path: &[PathStep],
    problems: &Problems,
) {
    for (member, rest) in repeated_within(repeated, path) {
        let reason = |key| Message::plain(key).with("name", Argument::Code(member.name().into()));
        match rest {
            [
                PathStep::Member(list),
                PathStep::Element(table),
                PathStep::Member(items),
                PathStep::Element(item),
                _,
                ..,
            ] if list == "tables" && items == "Items" => {
                let Some(Some(document)) = tables.get_mut(*table) else { continue };
                document.ambiguous.insert(*item);
                let part = item_part(&document.label(*table), *item);
                problems.push(Problem { part, reason: reason("problem.ambiguous") });
            }
            _ => problems.at(&member.to_string(), reason("problem.repeated")),
        }
    }
}

/// The settings that the document does not state. Version 1 was without delay of expiry for as long as it could not be
/// set, and only a document whose items expire was affected.
fn usual_settings(tables: &[TableDocument]) -> Settings {
    let mut settings = Settings::default();
    if tables.iter().any(|table| table.definition.contains_key(TIME_TO_LIVE)) {
        settings.expiry_delay_ms = 0;
    }
    settings
}

/// What a problem with an item concerns. Items are counted from 1.
pub(crate) fn item_part(table: &str, position: usize) -> Message {
    let number = Argument::Count(position as u64 + 1);
    Message::plain("problem.item").with("number", number).with("table", table)
}

/// The member that says by which attribute items expire, as in the request of `UpdateTimeToLive`.
pub(crate) const TIME_TO_LIVE: &str = "TimeToLiveSpecification";

/// Its content.
pub(crate) fn time_to_live(attribute: &AttributeName) -> Value {
    json!({ "AttributeName": attribute.as_str(), "Enabled": true })
}

/// The members that say that a table is strongly consistent in its Regions, and which of them is only a witness, as in a
/// description of the table.
pub(crate) const CONSISTENCY: &str = "MultiRegionConsistency";
pub(crate) const WITNESSES: &str = "GlobalTableWitnesses";

/// All tables, and behind them the replicas in other Regions.
fn table_documents(database: &Database) -> Vec<TableDocument> {
    let (replicas, own): (Vec<&Table>, Vec<&Table>) =
        database.tables().partition(|table| table.schema.name.region().is_some());
    let own = own.into_iter().map(|table| TableDocument::of(database, table));
    own.chain(replicas.into_iter().map(TableDocument::of_replica)).collect()
}

impl TableDocument {
    /// A replica: its items alone. All else is as in its table.
    fn of_replica(table: &Table) -> Self {
        let mut definition = Map::new();
        definition.insert("TableName".into(), table.schema.name.as_str().into());
        let items = in_key_order(table).into_iter().map(|stored| item_to_json(&stored.image));
        Self { definition, items: items.collect(), ambiguous: BTreeSet::new() }
    }

    fn of(database: &Database, table: &Table) -> Self {
        let items = in_key_order(table).into_iter().map(|stored| item_to_json(&stored.image));
        let items = items.collect();
        let mut definition = definition_of(table);
        if let Some(attribute) = table.time_to_live.status.attribute() {
            definition.insert(TIME_TO_LIVE.into(), time_to_live(attribute));
        }
        if let Some(stream) = stream_of(table) {
            definition.insert(STREAM.into(), stream_json(stream));
        }
        if let Some(StrongRegions { witness }) = &table.strong {
            definition.insert(CONSISTENCY.into(), "STRONG".into());
            let witness = witness.as_ref().map(|witness| json!([{ "RegionName": witness }]));
            definition.extend(witness.map(|witness| (WITNESSES.to_owned(), witness)));
        }
        if let Some(scaling) = scaling_of(database, table) {
            definition.insert(AUTO_SCALING.into(), scaling_json(scaling));
        }
        Self { definition, items, ambiguous: BTreeSet::new() }
    }

    fn read(json: &Value, path: &str, problems: &Problems) -> Option<Self> {
        let Value::Object(members) = json else {
            problems.at(path, Message::plain("problem.not_object"));
            return None;
        };
        let mut reader = Reader::new(members, path, problems);
        let items = reader.list("Items", usize::MAX).to_vec();
        if let Some(mut scaling) = reader.object(AUTO_SCALING) {
            for (name, range) in SCALING_MEMBERS {
                scaling.number(name, &range);
            }
            scaling.finish();
        }
        let table = Self {
            definition: without(members, &["Items", STATE]),
            items,
            ambiguous: BTreeSet::new(),
        };
        let Value::Object(known) = table.create_request() else {
            unreachable!("a request is an object")
        };
        for name in table.definition.keys() {
            let beside = [TIME_TO_LIVE, AUTO_SCALING, CONSISTENCY, WITNESSES];
            if !known.contains_key(name) && !beside.contains(&&**name) {
                reader.report(name, Message::plain("problem.unknown"));
            }
        }
        Some(table)
    }

    fn into_json(self) -> Value {
        let Self { definition: mut json, items, ambiguous: _ } = self;
        if json.get("BillingMode").is_some_and(|mode| mode == "PAY_PER_REQUEST") {
            json.remove("BillingMode");
        }
        if !items.is_empty() {
            json.insert("Items".into(), items.into());
        }
        Value::Object(json)
    }

    /// The request of `CreateTable`, with the default of a document.
    pub(crate) fn create_request(&self) -> Value {
        let mut request =
            without(&self.definition, &[TIME_TO_LIVE, AUTO_SCALING, CONSISTENCY, WITNESSES]);
        if !request.contains_key("BillingMode") && !request.contains_key("ProvisionedThroughput") {
            request.insert("BillingMode".into(), "PAY_PER_REQUEST".into());
        }
        let mut request = Value::Object(request);
        remove_unknown("CreateTable", &mut request);
        request
    }

    /// Its name, or its number among the tables.
    pub(crate) fn label(&self, position: usize) -> String {
        let name = self.definition.get("TableName").and_then(Value::as_str);
        name.map_or_else(|| format!("#{}", position + 1), str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use engine::api::value::item_to_json;
    use engine::clock::Timestamp;
    use engine::database::EXPIRE_ITEM_MS_MAX;
    use engine::table::status::IndexStatus;

    use super::*;
    use crate::message::text;
    use crate::message::text as text_of;
    use crate::sandbox::document::load::Rejection;
    use crate::sandbox::limit::TITLE_LENGTH_MAX;

    /// The problems of a document, one a line.
    #[track_caller]
    fn check_problems(members: &str, expected: &[&str]) {
        let document = Document::parse(&format!(r#"{{"v":1,{members}}}"#)).unwrap();
        let rejections = document.load().rejections;
        let problems =
            document.problems.into_iter().chain(rejections.iter().map(Rejection::problem));
        let told: Vec<String> =
            problems.map(|it| format!("{}: {}", text(&it.part), text(&it.reason))).collect();
        assert_eq!(told, expected);
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
        let loaded = document.load();
        assert_eq!(document.into_text(), text);
        assert_eq!(Document::of(&loaded.database, "Two things").into_text(), text);
    }

    #[test]
    fn the_order_of_items_and_members_does_not_matter() {
        let one = orders(r#"[{"id":{"S":"b"}},{"open":{"S":"x"},"id":{"S":"a"}}]"#).load();
        let two = orders(r#"[{"id":{"S":"a"},"open":{"S":"x"}},{"id":{"S":"b"}}]"#).load();
        assert_eq!(
            Document::of(&one.database, "").into_text(),
            Document::of(&two.database, "").into_text()
        );
    }

    #[test]
    fn an_empty_sandbox_is_a_short_document() {
        assert_eq!(Document::empty("").into_text(), r#"{"v":1}"#);
        assert_eq!(Document::parse(r#"{"v":1}"#), Ok(Document::empty("")));
    }

    #[test]
    fn provisioned_throughput_stays() {
        let text = r#"{"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":7},"TableName":"Things"}],"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.rejections, []);
        assert_eq!(Document::of(&loaded.database, "").into_text(), text);
    }

    #[test]
    fn expired_items_go_at_once_in_a_document_that_states_no_delay() {
        let table = r#"{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things","TimeToLiveSpecification":{"AttributeName":"until","Enabled":true}}"#;
        let delay = |text: &str| {
            let loaded = Document::parse(text).unwrap().load();
            assert_eq!(Document::of(&loaded.database, "").into_text(), text);
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
    fn a_sandbox_begins_at_its_epoch() {
        let text = r#"{"epoch_seconds":1795392000,"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(
            loaded.database.unix_time(Timestamp(1_500)).to_string(),
            "2026-11-23T00:00:01.500"
        );
        assert_eq!(Document::of(&loaded.database, "").into_text(), text);
        let late = Document::parse(r#"{"epoch_seconds":999999999999999,"v":1}"#).unwrap().load();
        assert_eq!(late.database.unix_time(Timestamp(0)).to_string(), "9999-12-31T23:59:59.000");
    }

    #[test]
    fn settings_of_a_table_stay() {
        let text = r#"{"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"DeletionProtectionEnabled":true,"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"OnDemandThroughput":{"MaxWriteRequestUnits":9},"TableClass":"STANDARD_INFREQUENT_ACCESS","TableName":"Things"}],"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.rejections, []);
        assert_eq!(Document::of(&loaded.database, "").into_text(), text);
    }

    /// `engine::api::snapshot` writes it: what the page does not know of is left out.
    #[test]
    fn a_file_of_the_endpoint_is_a_sandbox() {
        let text = r#"{"delay_ms":0,"state":{"epoch_seconds":1795186224,"events":3,"now":2628,"schedule":[{"due":86402599,"label":1795186226584,"table":"Things","task":"TrimStream"}],"streams":[{"label":1795186226584,"next_number":1,"partition_key":[["id","S"]],"records":[{"at":2599,"key":{"id":{"S":"x"}},"kind":"INSERT","new":{"id":{"S":"x"}}}],"sort_key":[],"status":"ENABLED","table":"Things","view_type":"NEW_IMAGE"}]},"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"BillingMode":"PAY_PER_REQUEST","Items":[{"id":{"S":"x"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things","Tags":[{"Key":"a","Value":"b"}],"state":{"created_at":2584,"stream":{"label":1795186226584,"view_type":"NEW_IMAGE"},"time_to_live":{"attribute":"until","changed_at":2628,"status":"ENABLED"}}}],"v":1}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.rejections, []);
        let kept = r#"{"delay_ms":0,"tables":[{"AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"Items":[{"id":{"S":"x"}}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"TableName":"Things","Tags":[{"Key":"a","Value":"b"}]}],"v":1}"#;
        assert_eq!(Document::of(&loaded.database, "").into_text(), kept);
    }

    #[test]
    fn an_opened_sandbox_is_quiet() {
        let mut loaded = orders(r#"[{"id":{"S":"a"},"open":{"S":"x"}}]"#).load();
        assert_eq!(loaded.database.now(), Timestamp(0));
        assert_eq!(loaded.database.next_due(), None);
        assert_eq!(loaded.database.drain_events(), []);
        assert_eq!(loaded.database.config().propagation_delay_ms, Settings::default().delay_ms);
        assert_eq!(
            loaded.database.table("Orders").unwrap().index("Open").unwrap().entries.count(),
            1
        );
    }

    #[test]
    fn what_the_engine_rejects_is_left_out_and_reported() {
        let loaded =
            orders(r#"[{"id":{"S":"a"}},{"id":{"N":"1"}},{"open":{"S":"x"}},7,{"id":{"S":"c"}}]"#)
                .load();
        assert_eq!(loaded.database.table("Orders").unwrap().items.count(), 2);
        let items: Vec<_> = loaded.rejections.iter().map(|rejection| rejection.item).collect();
        assert_eq!(items, [Some(2), Some(3), Some(4)]);
    }

    #[test]
    fn an_item_that_does_not_fit_a_global_index_is_kept_without_an_entry() {
        let long = "x".repeat(2_049);
        let items = format!(
            r#"[{{"id":{{"S":"a"}},"open":{{"BOOL":true}}}},{{"id":{{"S":"b"}},"open":{{"S":"{long}"}}}}]"#
        );
        let loaded = orders(&items).load();
        assert_eq!(loaded.rejections, []);
        let table = loaded.database.table("Orders").unwrap();
        assert_eq!(table.items.count(), 2);
        assert_eq!(table.index("Open").unwrap().entries.count(), 0);
        assert_eq!(table.index("Open").unwrap().status, IndexStatus::Active);
    }

    #[test]
    fn an_item_that_does_not_fit_one_global_index_is_in_the_others() {
        let text = r#"{"v":1,"tables":[{"TableName":"Orders",
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},{"AttributeName":"open","AttributeType":"S"},{"AttributeName":"shop","AttributeType":"S"},{"AttributeName":"day","AttributeType":"N"}],
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "GlobalSecondaryIndexes":[
                {"IndexName":"Open","KeySchema":[{"AttributeName":"open","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}},
                {"IndexName":"Shop","KeySchema":[{"AttributeName":"shop","KeyType":"HASH"},{"AttributeName":"day","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}],
            "Items":[{"id":{"S":"a"},"open":{"N":"1"},"shop":{"S":"x"},"day":{"N":"7"}},{"id":{"S":"b"},"open":{"S":"y"},"shop":{"S":"x"},"day":{"S":"7"}}]}]}"#;
        let loaded = Document::parse(text).unwrap().load();
        assert_eq!(loaded.rejections, []);
        let table = loaded.database.table("Orders").unwrap();
        let entries = |index: &str| -> Vec<String> {
            let entries = table.index(index).unwrap().entries.iter();
            entries.map(|(_, entry)| item_to_json(&entry.image)["id"]["S"].to_string()).collect()
        };
        assert_eq!(entries("Open"), [r#""b""#]);
        assert_eq!(entries("Shop"), [r#""a""#]);
        assert_eq!(loaded.database.pending().count(), 0);
    }

    #[test]
    fn a_rejected_table_is_one_line_and_the_others_are_there() {
        let text = r#"{"v":1,"tables":[{"TableName":"x"},{},{"TableName":"Good","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"Items":[{"id":{"S":"a"}}]}]}"#;
        let loaded = Document::parse(text).unwrap().load();
        let rejected: Vec<_> = loaded
            .rejections
            .iter()
            .map(|rejection| (rejection.table.as_str(), rejection.item))
            .collect();
        assert_eq!(rejected, [("x", None), ("#2", None)]);
        assert_eq!(loaded.database.table("Good").unwrap().items.count(), 1);
    }

    #[test]
    fn what_is_understood_is_loaded_and_the_rest_is_named() {
        let key = r#""AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}]"#;
        check_problems(r#""title":7"#, &["Member title: It is not a text of suitable length."]);
        check_problems(r#""delay_ms":-1"#, &["Member delay_ms: It is not a whole number."]);
        check_problems(r#""delay_ms":86400000"#, &[]);
        check_problems(
            r#""delay_ms":86400001"#,
            &["Member delay_ms: It is not between 0 and 86,400,000: 86,400,000 is used."],
        );
        check_problems(r#""collection_size_max":10737418240"#, &[]);
        check_problems(
            r#""collection_size_max":10737418241"#,
            &[
                "Member collection_size_max: It is not between 0 and 10,737,418,240: 10,737,418,240 is used.",
            ],
        );
        check_problems(r#""tables":{}"#, &["Member tables: It is not a list."]);
        check_problems(r#""tables":[7]"#, &["Member tables[0]: It is not an object."]);
        check_problems(
            &format!(r#""tables":[{{"TableName":"Good",{key},"Items":7,"Colour":"red"}}]"#),
            &[
                "Member tables[0].Items: It is not a list.",
                "Member tables[0].Colour: This version does not know it.",
            ],
        );
        check_problems(
            r#""throughput":{"is_enforced":2,"burst_seconds":0,"gravity":9}"#,
            &[
                "Member throughput.is_enforced: It is neither true nor false.",
                "Member throughput.burst_seconds: It is not between 1 and 3,600: 1 is used.",
                "Member throughput.gravity: This version does not know it.",
            ],
        );
        check_problems(
            r#""cost":{"class":"GOLD","prices":{"a":1},"region":9,"utilisation":900},"flags":[]"#,
            &[
                "Member cost.prices: Not a price: digits, and a point if it needs one.",
                "Member cost.region: It is not a text of suitable length.",
                "Member cost.class: This version does not know this value.",
                "Member cost.utilisation: It is not between 1 and 100: 100 is used.",
                "Member flags: This version does not know it.",
            ],
        );
        check_problems(
            r#""workload":{"seconds":99999},"notes":{"A":{"size":"big"}},"patterns":[{"name":"A"},{"name":"B","operation":"Scan","request":"{}","rate":[[0,1],7],"x":1},8]"#,
            &[
                "Member workload.seconds: It is not between 1 and 86,400: 86,400 is used.",
                "Member patterns[0]: It is not an access pattern: it needs a name, an operation and a request.",
                "Member patterns[1].rate[1]: It is not a pair of whole numbers.",
                "Member patterns[1].x: This version does not know it.",
                "Member patterns[2]: It is not an object.",
                "Member notes.size: It is not a whole number.",
            ],
        );
        check_problems(r#""experiment":7"#, &["Member experiment: It is not an object."]);
        check_problems(
            r#""experiment":{"patterns":[]}"#,
            &["Member experiment.name: It is missing."],
        );
        check_problems(
            r#""experiment":{"name":7,"patterns":[8],"workload":{"seconds":0},"x":1}"#,
            &[
                "Member experiment.name: It is not a text of suitable length.",
                "Member experiment.workload.seconds: It is not between 1 and 86,400: 1 is used.",
                "Member experiment.patterns[0]: It is not an object.",
                "Member experiment.x: This version does not know it.",
            ],
        );
    }

    #[test]
    fn a_name_that_is_there_twice_is_an_error_in_items_and_named_elsewhere() {
        check_problems(
            r#""title":"a","title":"b","tables":[{"TableName":"Good","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"Items":[{"id":{"S":"a"}},{"id":{"S":"b"},"n":{"N":"1"},"n":{"N":"2"}}]}]"#,
            &[
                "Member title: The name title occurs twice. The last value is used.",
                "Item 2 of table Good: It has two attributes named n, and was left out.",
            ],
        );
    }

    #[test]
    fn a_set_of_mixed_types_is_an_error_of_its_item() {
        let loaded = orders(r#"[{"id":{"S":"a"},"set":{"SS":["x",1]}},{"id":{"S":"b"}}]"#).load();
        assert_eq!(loaded.database.table("Orders").unwrap().items.count(), 1);
        assert_eq!(loaded.rejections[0].item, Some(1));
    }

    #[test]
    fn a_long_list_of_problems_ends_in_a_count() {
        let tables = vec!["7"; 230].join(",");
        let text = format!(r#"{{"v":1,"tables":[{tables}]}}"#);
        let problems = Document::parse(&text).unwrap().problems;
        assert_eq!(problems.len(), 201);
        assert_eq!(text_of(&problems[200].part), "30 more parts");
    }

    #[test]
    fn a_title_is_cut_and_a_field_of_any_size_is_left_out() {
        let long = "x".repeat(4_000_000);
        let document = Document::parse(&format!(
            r#"{{"v":1,"title":"{long}","cost":{{"region":"{long}"}},"patterns":[{{"name":"{long}","operation":"Scan","request":"{{}}","rate":[]}}]}}"#
        ))
        .unwrap();
        assert_eq!(document.title.len(), TITLE_LENGTH_MAX);
        assert_eq!(document.plan.cost.region, Document::empty("").plan.cost.region);
        assert_eq!(document.plan.workload.patterns, []);
        assert_eq!(document.problems.len(), 4);
    }

    #[test]
    fn the_deepest_item_travels() {
        let value =
            (0..31).fold(r#"{"S":"x"}"#.to_owned(), |inner, _| format!(r#"{{"L":[{inner}]}}"#));
        let document = orders(&format!(r#"[{{"id":{{"S":"a"}},"deep":{value}}}]"#));
        let loaded = document.load();
        assert_eq!(loaded.rejections, []);
        let text = Document::of(&loaded.database, "").into_text();
        assert!(text.contains(&value));
        assert_eq!(Document::parse(&text).unwrap().load().rejections, []);
    }
}
