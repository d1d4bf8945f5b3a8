//! Period tables: what their turns send and when, what is rejected, what they cost, what they survive, and what bounds them.

mod plain;

use engine::api;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use playground::lesson::example;
use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::meter::StopKind;
use playground::view::money::Money;
use playground::view::rewind::Travel;
use playground::view::series::{Older, Series, SeriesNext, SeriesPeriod, SeriesView};
use playground::view::workload::{PatternPlan, WorkloadPlan, WorkloadStage};
use serde_json::{Value, json};

use crate::plain::text;

const HOUR_MS: u64 = 3_600_000;

const DAY_MS: u64 = 24 * HOUR_MS;

/// 2024-03-05T00:00:00.
const MARCH_FIFTH: u64 = 1_709_596_800;

fn design(read: u64, write: u64) -> Value {
    json!({
        "AttributeDefinitions": [
            { "AttributeName": "Day", "AttributeType": "S" }, { "AttributeName": "Time", "AttributeType": "S" },
        ],
        "KeySchema": [
            { "AttributeName": "Day", "KeyType": "HASH" }, { "AttributeName": "Time", "KeyType": "RANGE" },
        ],
        "ProvisionedThroughput": { "ReadCapacityUnits": read, "WriteCapacityUnits": write },
    })
}

fn events(period: SeriesPeriod) -> Series {
    Series {
        name: "Events_{period}".to_owned(),
        design: design(500, 1_000),
        period,
        ahead: 1,
        read_units: 100,
        keep: 12,
        older: Older::Delete,
    }
}

fn empty() -> Session {
    let mut session = example::opened("champions");
    session.handle(Command::NewSandbox { title: String::new(), epoch_seconds: MARCH_FIFTH });
    session
}

fn save(session: &mut Session, series: &Series) {
    let response = session.handle(Command::Plan(PlanCommand::SaveSeries(series.clone())));
    assert!(response.accepted, "{:?}", response.notices);
}

fn saved(series: &Series) -> Session {
    let mut session = empty();
    save(&mut session, series);
    session
}

fn call(session: &mut Session, operation: &str, request: &Value) -> bool {
    let (operation, request) = (operation.to_owned(), request.to_string());
    session.handle(Command::Call { operation, request }).accepted
}

/// Lets time pass, in slices as a page does.
fn pass(session: &mut Session, by_ms: u64) {
    session.handle(Command::Advance { by_ms });
    while session.is_unfinished() {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
}

fn only(session: &Session) -> SeriesView {
    let mut view = session.series(None).expect("there is a table");
    assert_eq!(view.series.len(), 1);
    view.series.remove(0)
}

fn tables(session: &Session) -> Vec<String> {
    session.database().tables().map(|table| table.schema.name.to_string()).collect()
}

/// When something happens next, and what.
fn next(session: &Session) -> String {
    match only(session).next {
        SeriesNext::Stopped => "stopped".to_owned(),
        SeriesNext::At { unix_ms, changes } => {
            let changes: Vec<String> = changes.iter().map(text).collect();
            format!("{}: {}", number::date(unix_ms), changes.join(", "))
        }
    }
}

/// The operations in the log and their tables, oldest first.
fn sent(session: &Session) -> Vec<String> {
    let stops = session.timeline(None).stops;
    let operations = stops.iter().filter_map(|stop| match stop.kind {
        StopKind::Operation { number, .. } => session.operation(number),
        _ => None,
    });
    let told = operations.map(|it| {
        let request: Value = serde_json::from_str(&it.request.text).expect("it is JSON");
        format!("{} {}", it.request.operation, request["TableName"].as_str().unwrap_or_default())
    });
    told.collect()
}

#[test]
fn a_series_has_the_table_of_this_period_and_the_next_as_soon_as_it_is_saved() {
    let session = saved(&events(SeriesPeriod::Month));
    assert_eq!(tables(&session), ["Events_2024_03", "Events_2024_04"]);
    assert_eq!(
        next(&session),
        "2024-04-01 00:00 UTC: Events_2024_05 is created, Events_2024_03 is lowered to 1 WCU and 100 RCU"
    );
}

#[test]
fn the_next_table_is_created_when_a_period_begins_and_not_before() {
    let mut session = saved(&events(SeriesPeriod::Month));
    pass(&mut session, 27 * DAY_MS - 1);
    assert_eq!(tables(&session), ["Events_2024_03", "Events_2024_04"]);
    pass(&mut session, 1);
    assert_eq!(tables(&session), ["Events_2024_03", "Events_2024_04", "Events_2024_05"]);
}

#[test]
fn the_requests_of_a_turn_are_in_the_log_at_their_moment_and_in_order() {
    let mut session = saved(&events(SeriesPeriod::Month));
    pass(&mut session, 40 * DAY_MS);
    assert_eq!(
        sent(&session),
        [
            "CreateTable Events_2024_03",
            "CreateTable Events_2024_04",
            "CreateTable Events_2024_05",
            "UpdateTable Events_2024_03",
        ]
    );
    let stops = session.timeline(None).stops;
    let last = stops.last().expect("there are stops");
    assert_eq!(last.at_ms, 27 * DAY_MS);
    // The same, however time is cut.
    let mut other = saved(&events(SeriesPeriod::Month));
    for _ in 0..40 {
        pass(&mut other, DAY_MS);
    }
    assert_eq!(sent(&other), sent(&session));
    assert_eq!(other.document(), session.document());
}

/// A week of hours is 168 turns of three requests.
#[test]
fn the_requests_of_a_series_do_not_push_out_what_the_user_did() {
    let mut session = saved(&Series { keep: 1, ..events(SeriesPeriod::Hour) });
    let item = json!({ "Day": { "S": "a" }, "Time": { "S": "1" } });
    let put = json!({ "TableName": "Events_2024_03_05_00", "Item": item });
    assert!(call(&mut session, "PutItem", &put));
    let number = session.last_operation().map_or(0, |it| it.number);
    pass(&mut session, 7 * DAY_MS);
    assert!(session.last_operation().is_some_and(|it| it.number > number + 400));
    assert!(session.operation(number).is_some(), "its receipt is there");
    assert!(session.handle(Command::Rewind(Travel::ToStep(2))).accepted);
    let stop = session.timeline(None).stops.into_iter().find(|stop| stop.step == 2);
    let is_put = |kind| matches!(kind, StopKind::Operation { number: it, .. } if it == number);
    assert!(stop.is_some_and(|stop| is_put(stop.kind)), "its stop has its receipt");
}

/// A plan that changes at the moment of a turn has not sent the requests of the turn.
#[test]
fn the_requests_of_a_turn_are_those_of_the_time_in_which_it_came() {
    let mut session = saved(&events(SeriesPeriod::Month));
    pass(&mut session, 27 * DAY_MS);
    let before: Vec<_> = session.timeline(None).stops;
    assert_eq!(before.last().map(|stop| stop.step), Some(2));
    save(&mut session, &Series { name: "Alarms_{period}".to_owned(), ..events(SeriesPeriod::Day) });
    let after: Vec<_> = session.timeline(None).stops;
    assert_eq!(after[..before.len()], before, "with a series and {} more", after.len());
    assert!(after[before.len()..].iter().all(|stop| stop.step == 3));
}

/// Facts 10.20: March at 1,000 WCU and 500 RCU, February at 1 and 100, January at 1 and 10.
#[test]
fn three_months_of_which_two_are_over_cost_a_third() {
    let mut session = empty();
    for (month, read, write) in [("01", 10, 1), ("02", 500, 1_000)] {
        let mut request = design(read, write);
        request["TableName"] = format!("Events_2024_{month}").into();
        assert!(call(&mut session, "CreateTable", &request));
    }
    save(&mut session, &Series { ahead: 0, ..events(SeriesPeriod::Month) });
    pass(&mut session, DAY_MS);
    let view = only(&session);
    assert_eq!(tables(&session), ["Events_2024_01", "Events_2024_02", "Events_2024_03"]);
    assert_eq!((view.write_units, view.read_units), (1_002, 610));
    // 1,002 write units alone are 475.45 dollars in a month of 730 hours, and 610 read units 57.89.
    assert_eq!(number::cents(view.money), "$533.34");
    let cost = session.cost(None).expect("there is a table");
    let groups: Vec<_> = cost.groups.iter().map(|it| (text(&it.words), it.total)).collect();
    assert_eq!(groups, [("Events_{period}: 3 tables".to_owned(), view.money)]);
    assert_eq!(cost.bill.total, view.money);
}

#[test]
fn write_units_of_three_months_are_475_dollars_and_not_1423() {
    let write_cost = |writes: [u64; 3]| {
        let mut session = empty();
        for (month, write) in ["01", "02", "03"].into_iter().zip(writes) {
            let mut request = design(1, write);
            request["TableName"] = format!("Events_2024_{month}").into();
            assert!(call(&mut session, "CreateTable", &request));
        }
        let cost = session.cost(None).expect("there is a table");
        let writes = cost.tables.iter().filter_map(|it| it.stores[0].writes);
        number::cents(Money { pico: writes.map(|it| it.pico).sum(), ..Money::default() })
    };
    assert_eq!(write_cost([1, 1, 1_000]), "$475.45");
    assert_eq!(write_cost([1_000, 1_000, 1_000]), "$1,423.50");
}

#[test]
fn what_is_older_than_is_kept_is_deleted_or_archived() {
    let mut deleting = saved(&Series { keep: 1, ..events(SeriesPeriod::Month) });
    pass(&mut deleting, 60 * DAY_MS);
    assert_eq!(tables(&deleting), ["Events_2024_04", "Events_2024_05", "Events_2024_06"]);
    let archiving = Series { keep: 1, older: Older::Archive, ..events(SeriesPeriod::Month) };
    let mut archiving = saved(&archiving);
    pass(&mut archiving, 60 * DAY_MS);
    let view = only(&archiving);
    assert_eq!(view.tables.len(), 4);
    // 1 of March, 1 of April, 1,000 of May and of June; 1, 100, 500 and 500.
    assert_eq!((view.write_units, view.read_units), (2_002, 1_101));
}

#[test]
fn a_turn_lowers_the_global_indexes_of_a_table_in_the_same_request() {
    let mut series = events(SeriesPeriod::Month);
    series.design["GlobalSecondaryIndexes"] = json!([{
        "IndexName": "ByTime", "KeySchema": [{ "AttributeName": "Time", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "ALL" },
        "ProvisionedThroughput": { "ReadCapacityUnits": 50, "WriteCapacityUnits": 1_000 },
    }]);
    let mut session = saved(&series);
    assert_eq!(only(&session).write_units, 4_000);
    pass(&mut session, 28 * DAY_MS);
    assert_eq!(sent(&session).len(), 4);
    // Two tables with 2,000 each, and the one of March, whose index keeps its 50 read units.
    assert_eq!((only(&session).write_units, only(&session).read_units), (4_002, 1_250));
}

/// The four decreases of a day are used up, so that the turn at midnight of the next day works, and that of this day is repeated.
#[test]
fn what_is_rejected_is_shown_and_tried_again_after_an_hour() {
    let series = Series { ahead: 0, keep: 24, ..events(SeriesPeriod::Hour) };
    let mut session = saved(&series);
    let table = "Events_2024_03_05_00";
    for write in [900, 800, 700, 600] {
        let units = json!({ "ReadCapacityUnits": 500, "WriteCapacityUnits": write });
        let request = json!({ "TableName": table, "ProvisionedThroughput": units });
        assert!(call(&mut session, "UpdateTable", &request), "{write}");
        pass(&mut session, 10 * 60_000);
    }
    // At 1:00, half an hour after the last decrease.
    pass(&mut session, HOUR_MS - 40 * 60_000);
    let rejected: Vec<String> = only(&session).rejected.iter().map(text).collect();
    assert_eq!(rejected.len(), 1);
    let begins =
        "Rejected: Events_2024_03_05_00 is lowered to 1 WCU and 100 RCU. Subscriber limit exceeded";
    assert!(rejected[0].starts_with(begins), "{rejected:?}");
    pass(&mut session, HOUR_MS);
    assert!(only(&session).rejected.is_empty());
    let lowered = session.database().table(table).expect("it is kept");
    assert!(format!("{:?}", lowered.schema.billing).contains("write_units_per_second: 1 "));
}

#[test]
fn a_rejected_turn_of_a_month_is_repeated_an_hour_later() {
    let mut session = saved(&Series { ahead: 0, ..events(SeriesPeriod::Month) });
    pass(&mut session, 27 * DAY_MS - 1);
    let request = json!({
        "TableName": "Events_2024_03",
        "AttributeDefinitions": [{ "AttributeName": "Time", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": "ByTime", "KeySchema": [{ "AttributeName": "Time", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
            "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        } }],
    });
    assert!(call(&mut session, "UpdateTable", &request));
    pass(&mut session, 1);
    let rejected: Vec<String> = only(&session).rejected.iter().map(text).collect();
    assert_eq!(
        rejected,
        [
            "Rejected: Events_2024_03 is lowered to 1 WCU and 100 RCU. Attempt to change a resource which is still in use: Table is being updated: Events_2024_03"
        ]
    );
    pass(&mut session, HOUR_MS - 1);
    assert!(next(&session).starts_with("2024-04-01 01:00 UTC: "), "{}", next(&session));
    pass(&mut session, 1);
    assert!(only(&session).rejected.is_empty());
    assert!(next(&session).starts_with("2024-05-01 00:00 UTC: "), "{}", next(&session));
    // 1 of March and of its index, and 1,000 of April.
    assert_eq!(only(&session).write_units, 1_002);
}

#[test]
fn a_series_is_kept_by_undo_reload_links_and_both_designs() {
    let series = events(SeriesPeriod::Month);
    let mut session = saved(&series);
    let text = session.document();
    let mut opened = empty();
    assert!(opened.handle(Command::OpenDocument(text.clone())).accepted);
    assert_eq!(opened.document(), text);
    pass(&mut opened, 30 * DAY_MS);
    assert!(tables(&opened).contains(&"Events_2024_05".to_owned()));
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    for letter in [Letter::A, Letter::B] {
        session.handle(Command::Compare(CompareCommand::Show(letter)));
        assert_eq!(only(&session).series, series);
    }
    let mut session = saved(&series);
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!(tables(&session), [""; 0]);
    assert!(!session.has_series());
    assert!(session.handle(Command::Redo).accepted);
    assert_eq!(tables(&session).len(), 2);
    let end = PlanCommand::DeleteSeries { name: series.name.as_str().into() };
    assert!(session.handle(Command::Plan(end)).accepted);
    pass(&mut session, 90 * DAY_MS);
    assert_eq!(tables(&session), ["Events_2024_03", "Events_2024_04"], "its tables stay");
}

#[test]
fn ten_years_of_hours_end_after_400_turns() {
    let mut session = saved(&Series { keep: 24, ..events(SeriesPeriod::Hour) });
    pass(&mut session, 10 * 365 * DAY_MS);
    assert_eq!(next(&session), "stopped");
    // The first turn was taken when it was saved.
    assert_eq!(tables(&session).len(), 24 + 2);
    assert_eq!(tables(&session)[25], "Events_2024_03_21_16");
    // Saved again as it is, it begins with this period.
    save(&mut session, &Series { keep: 24, ..events(SeriesPeriod::Hour) });
    assert_eq!(tables(&session).last().map(String::as_str), Some("Events_2034_03_03_01"));
    assert_ne!(next(&session), "stopped");
}

#[test]
fn a_link_has_the_tables_that_came_after_the_last_run() {
    let mut session = saved(&events(SeriesPeriod::Month));
    let key = json!({ "Day": { "S": "b" }, "Time": { "S": "1" } });
    let get = json!({ "TableName": "Events_2024_03", "Key": key });
    run(&mut session, 1, "GetItem", &get);
    pass(&mut session, 30 * DAY_MS);
    assert!(tables(&session).contains(&"Events_2024_05".to_owned()));
    let mut opened = empty();
    let link = session.link().expect("it fits");
    assert!(opened.handle(Command::OpenLink(link)).accepted);
    while opened.workload_stage() != WorkloadStage::Idle {
        opened.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
    assert_eq!(tables(&opened), tables(&session));
}

/// An index that is filled in a run, before its first turn, is charged, although the turn sends requests of its own.
#[test]
fn what_happens_in_a_run_before_a_turn_is_noted() {
    let mut session = saved(&Series { ahead: 0, ..events(SeriesPeriod::Hour) });
    let table = "Events_2024_03_05_00";
    let item = json!({ "Day": { "S": "a" }, "Time": { "S": "1" }, "Level": { "S": "x" } });
    assert!(call(&mut session, "PutItem", &json!({ "TableName": table, "Item": item })));
    pass(&mut session, HOUR_MS - 20_000);
    let index = json!({ "IndexName": "ByLevel", "Projection": { "ProjectionType": "ALL" },
        "KeySchema": [{ "AttributeName": "Level", "KeyType": "HASH" }],
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 } });
    let create = json!({ "TableName": table,
        "AttributeDefinitions": [{ "AttributeName": "Level", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": index }] });
    assert!(call(&mut session, "UpdateTable", &create));
    let get = json!({ "TableName": table, "Key": { "Day": { "S": "b" }, "Time": { "S": "1" } } });
    run(&mut session, 30, "GetItem", &get);
    assert!(tables(&session).contains(&"Events_2024_03_05_01".to_owned()), "a turn was taken");
    let meter = session.meter(Some(table));
    assert_eq!(meter.stores.last().map(|it| it.written.halves), Some(2), "{:?}", meter.stores);
}

/// Plans one request a second, for so many seconds.
fn set_workload(session: &mut Session, seconds: u64, operation: &str, request: &Value) {
    let pattern = PatternPlan {
        name: operation.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        points: vec![(0, 1)],
        span: 1,
    };
    let (retries, limits, idle) = (false, true, false);
    let patterns = vec![pattern];
    let plan = WorkloadPlan { seed: 3, seconds, patterns, retries, limits, idle };
    session.handle(Command::Workload(WorkloadCommand::Set(plan.into())));
}

/// Runs a workload of one request a second.
fn run(session: &mut Session, seconds: u64, operation: &str, request: &Value) {
    set_workload(session, seconds, operation, request);
    assert!(session.handle(Command::Workload(WorkloadCommand::Start)).accepted);
    while session.workload_stage() != WorkloadStage::Idle {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 3 }));
    }
}

#[test]
fn turns_are_taken_while_a_workload_runs_and_when_the_run_is_made_again() {
    let series = Series { ahead: 0, ..events(SeriesPeriod::Hour) };
    let mut session = saved(&series);
    let put = json!({ "TableName": "Events_2024_03_05_01", "Item": { "Day": { "S": "a" }, "Time": { "S": "{sequence}" } } });
    pass(&mut session, HOUR_MS - 5_000);
    run(&mut session, 10, "PutItem", &put);
    let stored = |session: &Session| {
        session.database().table("Events_2024_03_05_01").map_or(0, |table| table.items.count())
    };
    assert_eq!(stored(&session), 5, "those of the seconds after the turn");
    let text = session.document();
    assert!(session.handle(Command::Undo).accepted);
    assert!(session.handle(Command::Redo).accepted);
    assert_eq!(session.document(), text);
}

/// Both designs need the table of the next hour, which only the turn of their series creates.
#[test]
fn a_run_on_two_designs_takes_the_turns_of_both() {
    let mut session = saved(&Series { ahead: 0, ..events(SeriesPeriod::Hour) });
    pass(&mut session, HOUR_MS - 5_000);
    let put = json!({ "TableName": "Events_2024_03_05_01", "Item": { "Day": { "S": "a" }, "Time": { "S": "{sequence}" } } });
    set_workload(&mut session, 10, "PutItem", &put);
    assert!(session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    assert!(session.handle(Command::Compare(CompareCommand::Run)).accepted);
    while session.compares() {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 3 }));
    }
    let view = session.comparison().expect("there are two designs");
    let rows = view.groups.iter().flat_map(|group| &group.rows);
    let succeeded = rows.filter(|row| text(&row.words) == "Requests that succeeded");
    let amounts: Vec<_> = succeeded.map(|row| format!("{:?}", row.amounts)).collect();
    assert_eq!(
        amounts,
        ["[Some(Count(5)), Some(Count(5))]"],
        "those of the seconds after the turn"
    );
}

#[test]
fn what_is_no_series_is_told() {
    let mut session = empty();
    let fault = |series: Series| text(&session.series_fault(&series).expect("it is wrong"));
    let good = || events(SeriesPeriod::Day);
    assert_eq!(
        fault(Series { name: "Events".to_owned(), ..good() }),
        "Write {period} once, where the name of a table has its period."
    );
    assert_eq!(
        fault(Series { ahead: 25, ..good() }),
        "Tables created before their period: 25 is not a whole number from 0 to 24."
    );
    assert!(
        fault(Series { name: "Events {period}".to_owned(), ..good() })
            .contains("failed to satisfy constraint")
    );
    let wrong = Series { design: json!([]), ..good() };
    assert!(!session.handle(Command::Plan(PlanCommand::SaveSeries(wrong))).accepted);
    let text = r#"{"series":[{"name":"A_{period}"},7],"v":1}"#;
    assert!(session.handle(Command::OpenDocument(text.to_owned())).accepted);
    assert!(!session.has_series());
}

/// Facts 10.27 and 18.5: two tables take turns, and each is lowered twelve times a day; one table that is lowered hourly must wait.
#[test]
fn two_tables_that_take_turns_every_hour_are_lowered_twelve_times_a_day_each() {
    let mut database = Database::new(Config { epoch_seconds: MARCH_FIFTH, ..Config::default() });
    let send = |database: &mut Database, operation: &str, table: &str, write: u64| {
        let mut request = match operation {
            "CreateTable" => design(5, write),
            _ => {
                json!({ "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": write } })
            }
        };
        request["TableName"] = table.into();
        api::call(database, operation, &request.to_string()).map_err(|error| error.to_string())
    };
    for (table, write) in [("Critical", 100), ("Resting", 1)] {
        send(&mut database, "CreateTable", table, write).expect("it is not there");
    }
    for hour in 1..24_u64 {
        database.advance_to(Timestamp(hour * HOUR_MS));
        let tables = if hour % 2 == 1 { ["Critical", "Resting"] } else { ["Resting", "Critical"] };
        send(&mut database, "UpdateTable", tables[0], 1).expect("an hour apart");
        send(&mut database, "UpdateTable", tables[1], 100).expect("raising has no limit");
    }
    database.advance_to(Timestamp(24 * HOUR_MS - 1));
    let mut today = |table: &str| {
        let request = json!({ "TableName": table }).to_string();
        let reply = api::execute(&mut database, "DescribeTable", &request).reply;
        let reply = reply.expect("it is there");
        reply["Table"]["ProvisionedThroughput"]["NumberOfDecreasesToday"].clone()
    };
    assert_eq!(today("Critical"), 12);
    assert_eq!(today("Resting"), 11, "its first was at 0:00, when it was created");
}
