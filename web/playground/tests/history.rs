//! What led to a sandbox is there again when it is opened: its steps, their undo, its clock, and what programs and period tables did.

#[path = "stored/mod.rs"]
mod stored;

use playground::message::text;
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::series::{Older, Series, SeriesPeriod};
use playground::view::throughput::Setting;
use serde_json::{Value, json};

use crate::stored::{Stored, units};

fn send(stored: &mut Stored, operation: &str, request: &Value) -> bool {
    let (operation, request) = (operation.to_owned(), request.to_string());
    stored.handle(Command::Call { operation, request })
}

fn put(stored: &mut Stored, game: &str) {
    let item = json!({ "UserId": { "S": "Rick" }, "GameId": { "S": game } });
    assert!(send(stored, "PutItem", &json!({ "TableName": "GameScores", "Item": item })));
}

/// The sandbox of champions, with a program that counts what is put.
fn counting() -> Stored {
    let mut stored = Stored::new();
    let stream = json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" });
    let request = json!({ "TableName": "GameScores", "StreamSpecification": stream });
    assert!(send(&mut stored, "UpdateTable", &request));
    let view = stored.session.programs(None).expect("there is a table");
    let (_, each) = view.proposals.iter().find(|(key, _)| *key == "program.each").expect("is one");
    let save = PlanCommand::SaveProgram(each.to_string().into());
    assert!(stored.handle(Command::Plan(save)));
    stored
}

/// Lets time pass, in slices as a page does.
fn pass(stored: &mut Stored, by_ms: u64) {
    stored.handle(Command::Advance { by_ms });
    while stored.session.is_unfinished() {
        stored.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
}

/// What was done and when, the clock, what undo would revert, what programs did, and the units.
fn history(session: &Session) -> impl PartialEq + std::fmt::Debug {
    let stops = session.timeline(None).stops.into_iter();
    let stops: Vec<_> = stops.map(|stop| (stop.words, stop.at_ms)).collect();
    let programs = session.programs(None).expect("there is a table").programs.into_iter();
    let programs: Vec<_> = programs
        .map(|it| (it.run_count, it.record_count, it.waiting_count, it.failure_count))
        .collect();
    (stops, session.clock().now_ms, session.bar(None).undo, programs, units(session, None))
}

/// What is opened again has the history of the sandbox: of stored work, and of a file.
#[track_caller]
fn check(stored: &Stored) {
    let mut file = Session::first();
    assert!(file.handle(Command::OpenDocument(stored.session.work())).accepted);
    for opened in [stored.opened(), file] {
        assert_eq!(opened.problems(), []);
        assert_eq!(format!("{:?}", history(&opened)), format!("{:?}", history(&stored.session)));
    }
}

#[test]
fn what_a_program_did_is_there_again() {
    let mut stored = counting();
    put(&mut stored, "G90");
    pass(&mut stored, 1_000);
    check(&stored);
    put(&mut stored, "G91");
    assert!(stored.handle(Command::Undo));
    check(&stored);
}

#[test]
fn what_period_tables_did_is_there_again() {
    let mut stored = Stored::new();
    let series = Series {
        name: "Events_{period}".to_owned(),
        design: json!({
            "AttributeDefinitions": [{ "AttributeName": "Day", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "Day", "KeyType": "HASH" }],
            "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
        }),
        period: SeriesPeriod::Day,
        ahead: 1,
        read_units: 1,
        keep: 2,
        older: Older::Delete,
    };
    assert!(stored.handle(Command::Plan(PlanCommand::SaveSeries(series))));
    pass(&mut stored, 5 * 24 * 3_600_000);
    check(&stored);
    put(&mut stored, "G90");
    check(&stored);
}

#[test]
fn what_was_done_with_limited_throughput_is_there_again() {
    let mut stored = Stored::new();
    let setting = Setting::Enforcement;
    assert!(stored.handle(Command::Set { setting, value: 1 }));
    for game in ["G90", "G91", "G92"] {
        put(&mut stored, game);
        pass(&mut stored, 500);
    }
    put(&mut stored, "G93");
    check(&stored);
}

#[test]
fn what_travels_to_another_region_is_there_again() {
    let mut stored = Stored::new();
    let replica = json!([{ "Create": { "RegionName": "eu-west-1" } }]);
    let request = json!({ "TableName": "GameScores", "ReplicaUpdates": replica });
    assert!(send(&mut stored, "UpdateTable", &request));
    put(&mut stored, "G90");
    put(&mut stored, "G91");
    check(&stored);
    pass(&mut stored, 10_000);
    check(&stored);
}

/// Each has its own, whichever was shown when it was stored.
#[test]
fn what_was_done_to_each_of_two_designs_is_there_again() {
    let mut stored = Stored::new();
    put(&mut stored, "G90");
    assert!(stored.handle(Command::Compare(CompareCommand::Duplicate)));
    put(&mut stored, "G91");
    pass(&mut stored, 3_000);
    assert!(stored.handle(Command::Compare(CompareCommand::Show(Letter::A))));
    check(&stored);
    let mut opened = stored.opened();
    let show = || Command::Compare(CompareCommand::Show(Letter::B));
    assert!(opened.handle(show()).accepted && stored.handle(show()));
    assert_eq!(format!("{:?}", history(&opened)), format!("{:?}", history(&stored.session)));
    let after = opened.document();
    assert!(opened.handle(Command::Undo).accepted && stored.handle(Command::Undo));
    assert_eq!(opened.document(), stored.session.document());
    assert_ne!(opened.document(), after);
}

#[test]
fn what_was_done_before_a_reset_is_there_again() {
    let mut stored = Stored::new();
    put(&mut stored, "G90");
    let before = stored.session.document();
    assert!(stored.handle(Command::Reset));
    assert_eq!(stored.session.bar(None).notice, None, "there is room to store it");
    check(&stored);
    let mut opened = stored.opened();
    assert!(opened.handle(Command::Undo).accepted);
    assert_eq!(opened.document(), before);

    put(&mut stored, "G91");
    check(&stored);
}

/// Work that an earlier version has stored, which did otherwise with what was sent.
#[test]
fn what_leads_to_another_sandbox_now_takes_nothing_away() {
    let mut stored = Stored::new();
    put(&mut stored, "G90");
    put(&mut stored, "G91");
    let mut work: Value = serde_json::from_str(&stored.session.work()).expect("it is JSON");
    let lines = &mut work["designs"]["A"]["story"]["log"];
    *lines = serde_json::from_str(&lines.to_string().replace("G90", "G92")).expect("it is JSON");
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(work.to_string())).accepted);
    let shown = opened.document();
    assert_eq!(shown, stored.session.document());
    assert!(opened.bar(None).undo.is_some());

    assert!(!opened.handle(Command::Undo).accepted);
    assert_eq!(opened.document(), shown);
    let bar = opened.bar(None);
    let said = text(&bar.notice.expect("it is said why"));
    assert!(said.contains("does not lead to this sandbox"), "{said}");
    assert_eq!(bar.undo, None, "it is not offered again");
}
