//! Tables that grow, in numbers that were worked out by hand.

mod plain;

use playground::message::number;
use playground::report::ReportFile;
use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::cost::CostView;
use playground::view::growth::TableGrowth;
use playground::view::pattern::PatternDraft;
use playground::view::series::{Older, Series, SeriesPeriod};
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::plain::text;

/// Readings of sensors from New Year 2026 on: four of sensor 1 and one of sensor 2. With its entry in a local index, each has
/// 1,000 bytes, so that 10 GB are 10,737,419 of them.
fn readings() -> Session {
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let key = |name: &str, kind: &str| json!({ "AttributeName": name, "KeyType": kind });
    let item = |(sensor, at): (&str, usize)| -> Value {
        json!({
            "sensor": { "S": sensor }, "at": { "S": format!("{at:08}") },
            "t": { "S": "5" }, "p": { "S": "-".repeat(480) },
        })
    };
    let items = [("1", 1), ("1", 2), ("1", 3), ("1", 4), ("2", 1)].map(item);
    let document = json!({ "v": 1, "epoch_seconds": 1_767_225_600, "tables": [{
        "TableName": "Readings", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("sensor"), attribute("at"), attribute("t")],
        "KeySchema": [key("sensor", "HASH"), key("at", "RANGE")],
        "LocalSecondaryIndexes": [{
            "IndexName": "ByT", "KeySchema": [key("sensor", "HASH"), key("t", "RANGE")],
            "Projection": { "ProjectionType": "ALL" },
        }],
        "Items": items,
    }] });
    let mut session = Session::first();
    assert!(session.handle(Command::OpenDocument(document.to_string())).accepted);
    assert_eq!(session.problems(), []);
    session
}

fn cost(session: &Session) -> CostView {
    session.cost(None).expect("there is a table")
}

/// Lets the readings grow, and returns what is said about the largest item collection.
fn grow(session: &mut Session, monthly: u64, days: Option<u64>, own: Option<u64>) -> String {
    let mut settings = cost(session).settings;
    settings.grow(TableGrowth { table: "Readings".into(), monthly, days, collection_monthly: own });
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    cost(session).growth.tables[0].collection.as_ref().map(text).unwrap_or_default()
}

const STOPS: &str = "Readings: 1 stops on 2026-03-22 by the clock of this sandbox. Its items and their entries in local indexes reach 10.0 GB then, and writes that add to them are rejected. Assumed: 4 items of it now, 4,060,000 new ones a month. Advice uses the rates of the access patterns, so its date may differ.";
/// That a collection does not fill, with as many items now and each month.
fn stays(now: &str, monthly: &str) -> String {
    let words =
        "Readings: 1, the largest item collection, does not reach 10.0 GB within 100 years.";
    format!("{words} Assumed: {now} items of it now, {monthly} new ones a month.")
}

/// 4,060,000 a month are 10,737,415 more after 2.6447 months of 730 hours, which is on the 81st day of the year.
#[test]
fn a_sensor_stops_on_the_day_on_which_its_collection_has_10_gb() {
    let mut session = readings();
    assert_eq!(grow(&mut session, 5_075_000, None, None), STOPS);
    assert_eq!(cost(&session).growth.tables[0].collection_share, Some(4_060_000));
    assert_eq!(grow(&mut session, 9_000_000, None, Some(4_060_000)), STOPS);
    assert_eq!(grow(&mut session, 9_000_000, None, Some(0)), stays("4", "0"));
}

/// In 80 days 10,678,356 are put, and from then on as many expire: fewer than 10,737,419. In 81 days there are 10,811,835.
#[test]
fn what_expires_soon_enough_never_fills_a_collection() {
    let mut session = readings();
    assert_eq!(grow(&mut session, 5_075_000, Some(80), None), stays("4", "4,060,000"));
    assert_eq!(grow(&mut session, 5_075_000, Some(81), None), STOPS);
}

/// Of 13,421,774 items, four in five are sensor 1's: 10,737,419. Of 13,421,773, one fewer.
#[test]
fn a_collection_has_its_share_of_the_items_expected() {
    let mut session = readings();
    let mut expect = |count| {
        let mut settings = cost(&session).settings;
        settings.item_count = Some(count);
        assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
        grow(&mut session, 0, None, Some(0))
    };
    let full = "Readings: with the items that are expected, 1 would hold 10.0 GB now. Writes that add to it would be rejected. Assumed: 10,737,419 items of it now, 0 new ones a month.";
    assert_eq!(expect(13_421_774), full);
    assert_eq!(expect(13_421_773), stays("10,737,418", "0"));
}

/// In a year there are 60,900,005 items, each stored in 1,200 bytes: 68.06 GB at $0.25. Of 30 days, 5,005,479: 5.594 GB.
#[test]
fn storage_is_forecast_with_its_price() {
    let mut session = readings();
    let year = |session: &Session| {
        let row = cost(session).growth.rows[4].clone();
        assert_eq!(text(&row.when), "In 12 months");
        (row.item_count, row.bytes, number::cents(row.storage), number::cents(row.total))
    };
    assert_eq!(cost(&session).growth.rows, []);
    grow(&mut session, 5_075_000, None, None);
    let grown = (60_900_005, Some(73_080_006_000), "$17.02".into(), "$17.02".into());
    assert_eq!(year(&session), grown);
    assert_eq!(cost(&session).growth.rows[0].item_count, 5);
    grow(&mut session, 5_075_000, Some(30), None);
    let expired = (5_005_479, Some(6_006_574_800), "$1.40".into(), "$1.40".into());
    assert_eq!(year(&session), expired);
}

/// As many items more are stored in each of two Regions.
#[test]
fn a_replica_grows_as_its_table() {
    let mut session = readings();
    let call = |session: &mut Session, operation: &str, request: Value| {
        let (operation, request) = (operation.to_owned(), request.to_string());
        let response = session.handle(Command::Call { operation, request });
        assert!(response.accepted, "{response:?}");
    };
    let stream = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    let update = json!({ "TableName": "Readings", "StreamSpecification": stream });
    call(&mut session, "UpdateTable", update);
    let create = json!([{ "Create": { "RegionName": "eu-west-1" } }]);
    let update = json!({ "TableName": "Readings", "ReplicaUpdates": create });
    call(&mut session, "UpdateTable", update);
    session.handle(Command::Advance { by_ms: 600_000 });
    grow(&mut session, 5_075_000, None, None);
    let view = cost(&session).growth;
    assert_eq!(view.tables.len(), 1);
    let [now, year] = [0, 4].map(|row| view.rows[row].item_count);
    assert_eq!([now, year], [10, 121_800_010]);
    assert_eq!(view.rows[4].bytes, Some(146_160_012_000));
}

#[test]
fn a_report_has_the_forecast() {
    let mut session = readings();
    grow(&mut session, 5_075_000, None, None);
    let html = ReportFile::Html.text(&session, None);
    assert!(html.contains("stops on 2026-03-22") && html.contains("60,900,005"), "{html}");
}

#[test]
fn growth_is_stored_and_what_is_none_is_reported() {
    let mut session = readings();
    grow(&mut session, 5_075_000, Some(30), Some(7));
    let document = session.document();
    let again = |document: &str| {
        let mut session = Session::first();
        assert!(session.handle(Command::OpenDocument(document.to_owned())).accepted);
        (cost(&session).settings.growth, session.problems().len())
    };
    assert_eq!(again(&document), (cost(&session).settings.growth, 0));
    let wrong = document.replace("\"days\":30", "\"days\":0");
    assert_ne!(wrong, document);
    assert_eq!(again(&wrong), (Vec::new(), 1));
}

/// A put each second is 2,628,000 items in 730 hours. What is given is not replaced, and is the number if it is the same.
#[test]
fn what_the_patterns_put_is_said_beside_another_number() {
    let mut session = readings();
    let put = |session: &Session| cost(session).growth.tables[0].put.as_ref().map(text);
    assert_eq!(put(&session), None);
    let item =
        json!({ "sensor": { "S": "1" }, "at": { "S": "{sequence}" }, "value": { "S": "x" } });
    let draft = PatternDraft {
        operation: "PutItem".into(),
        name: "Put".into(),
        request: json!({ "TableName": "Readings", "Item": item }).to_string().into(),
        rate: "1".into(),
        ..session.new_pattern(None)
    };
    assert!(session.handle(Command::Plan(PlanCommand::SavePattern(draft))).accepted);
    let words = "The access patterns put up to 2,628,000 new items a month.";
    assert_eq!(put(&session).as_deref(), Some(words));
    grow(&mut session, 1_000, None, None);
    assert_eq!(put(&session).as_deref(), Some(words));
    grow(&mut session, 2_628_000, None, None);
    assert_eq!(put(&session), None);
}

/// Item counts of now and of 1, 3, 6, 12, 24 and 36 months of 730 hours from 2024-03-05 on. One item an hour is put, and 100 are there.
fn period_tables(older: Older) -> Vec<u64> {
    let session = with_period_tables(older);
    cost(&session).growth.rows.iter().map(|row| row.item_count).collect()
}

fn with_period_tables(older: Older) -> Session {
    let mut session = readings();
    session.handle(Command::NewSandbox { title: String::new(), epoch_seconds: 1_709_596_800 });
    let series = Series {
        name: "Events_{period}".to_owned(),
        design: json!({
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "BillingMode": "PAY_PER_REQUEST",
        }),
        period: SeriesPeriod::Month,
        ahead: 0,
        read_units: 1,
        keep: 2,
        older,
    };
    assert!(session.handle(Command::Plan(PlanCommand::SaveSeries(series))).accepted);
    session.handle(Command::Advance { by_ms: 60_000 });
    let mut settings = cost(&session).settings;
    let table: Text = "Events_2024_03".into();
    settings.expect(&table, None, Some(100));
    settings.grow(TableGrowth { monthly: 730, ..TableGrowth::none(table) });
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
    session
}

/// After 3 months, on 4 June, tables from April on are kept: 64 days and 6 hours. After 6 months: from July on, 64 days and 12 hours;
/// after 12, 24 and 36, on 5 March: from January on, 63 days.
#[test]
fn items_of_period_tables_leave_with_the_tables_that_are_deleted() {
    let kept = [64 * 24 + 6, 64 * 24 + 12, 63 * 24, 63 * 24, 63 * 24];
    assert_eq!(period_tables(Older::Delete), [&[100, 830], &kept[..]].concat());
    let all = [0, 1, 3, 6, 12, 24, 36].map(|months| 100 + 730 * months);
    assert_eq!(period_tables(Older::Archive), all);
}

/// In June, March is gone with its items. 730 hours later there is what was put since then: 730 items.
#[test]
fn a_period_table_that_is_deleted_leaves_its_growth_to_the_table_of_now() {
    let mut session = with_period_tables(Older::Delete);
    session.handle(Command::Advance { by_ms: 100 * 86_400_000 });
    let growth = cost(&session).settings.growth;
    let of_june = TableGrowth { monthly: 730, ..TableGrowth::none("Events_2024_06".into()) };
    assert_eq!(growth, [of_june]);
    assert_eq!(cost(&session).growth.rows[1].item_count, 730);
}
