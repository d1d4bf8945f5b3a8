//! Stored work: a checkpoint and the lines since it give the sandbox that was stored, whatever was done.

use std::mem;

use proptest::prelude::*;
use serde_json::json;
use web::session::command::{Capacity, Command, ExampleId, PlanCommand, Response, WorkloadCommand};
use web::session::{Session, Unsaved};
use web::view::compare::{CompareCommand, Letter};
use web::view::cost::CostSettings;
use web::view::design::{IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign};
use web::view::rewind::Travel;
use web::view::throughput::{ScalingView, Setting};
use web::view::value::Method;
use web::view::workload::Preset;

/// A browser's storage.
#[derive(Debug, Default)]
struct Stored {
    checkpoint: String,
    lines: Vec<String>,
    checkpoint_count: usize,
}

impl Stored {
    fn take(&mut self, session: &mut Session) {
        match session.take_unsaved() {
            Unsaved::Nothing => {}
            Unsaved::Lines(lines) => self.lines.extend(lines),
            Unsaved::Checkpoint => {
                self.checkpoint = session.checkpoint();
                self.lines.clear();
                self.checkpoint_count += 1;
            }
        }
    }

    fn restore(&self) -> (Session, Response) {
        let mut session = Session::new(ExampleId::OpenOrders);
        let response = session.restore(&self.checkpoint, &self.lines);
        (session, response)
    }

    /// What was stored is the sandbox.
    #[track_caller]
    fn check(&self, session: &Session) {
        let (restored, response) = self.restore();
        assert!(response.accepted, "{response:?}");
        assert_eq!(restored.problems(), []);
        assert_eq!(restored.checkpoint(), session.checkpoint(), "{:#?}", self.lines);
    }
}

fn champions() -> (Session, Stored) {
    let mut session = Session::new(ExampleId::Champions);
    let mut stored = Stored::default();
    stored.take(&mut session);
    (session, stored)
}

fn key(name: &str) -> KeyDesign {
    KeyDesign { name: name.to_owned(), kind: KeyKind::S }
}

fn design(name: &str, index: &str) -> TableDesign {
    TableDesign {
        name: name.to_owned(),
        partition_key: key("UserId"),
        sort_key: Some(key("GameId")),
        local_indexes: Vec::new(),
        global_indexes: vec![IndexDesign {
            name: index.to_owned(),
            partition_keys: vec![key("Award")],
            sort_keys: Vec::new(),
            projection: ProjectionDesign::Include(vec!["Score".to_owned()]),
        }],
    }
}

fn call(operation: &str, request: serde_json::Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

/// Everything that a user does, small numbers choosing what and with what.
fn command(kind: u8, number: u64) -> Command {
    let key =
        json!({ "UserId": { "S": "Rick" }, "GameId": { "S": format!("G0{}", 1 + number % 5) } });
    let table = || "GameScores".to_owned();
    match kind {
        0 => call("DeleteItem", json!({ "TableName": "GameScores", "Key": key })),
        1 => call("Scan", json!({ "TableName": "GameScores", "IndexName": "Champions" })),
        2 | 3 => call(
            "UpdateItem",
            json!({
                "TableName": "GameScores", "Key": key, "UpdateExpression": "SET Award = :a",
                "ExpressionAttributeValues": { ":a": { "S": format!("Champ {number}\n\u{202e}") } },
            }),
        ),
        4 => call("PutItem", json!({ "TableName": "GameScores", "Item": {} })),
        5 => Command::Advance { by_ms: number * 100 },
        6 => Command::SetDelay { ms: number * 10 },
        7 => Command::SetCollectionMax { bytes: 40_000 + number },
        8 => Command::SetThroughput {
            setting: [Setting::Enforcement, Setting::BurstSeconds, Setting::PartitionCount]
                [usize::try_from(number % 3).expect("small")],
            value: 1 + number,
        },
        9 => Command::SetCapacity { table: table(), capacity: Capacity::Provisioned },
        10 => Command::SetCapacity {
            table: table(),
            capacity: Capacity::Scaled(
                number
                    .is_multiple_of(2)
                    .then_some(ScalingView { units_max: 50 + number, ..ScalingView::USUAL }),
            ),
        },
        11 => Command::SetCapacity {
            table: table(),
            capacity: Capacity::Units { index: None, method: Method::Write, units: 1 + number },
        },
        12 => Command::Rename(format!("Title {number} “漢字”")),
        13 => Command::Plan(PlanCommand::SetCost(CostSettings {
            item_count: Some(1 + number),
            ..CostSettings::default()
        })),
        14 => Command::RebuildTable { table: table(), design: design("GameScores", "Champions") },
        15 => Command::CreateTable(design(&format!("Table{number}"), "ByAward")),
        16 => Command::DeleteTable(format!("Table{number}")),
        17 => Command::DropIndex { table: table(), index: "Champions".to_owned() },
        18 => Command::Undo,
        19 => Command::Redo,
        20 => Command::Reset,
        21 => Command::Rewind(
            [Travel::Back, Travel::PreviousOperation, Travel::Now]
                [usize::try_from(number % 3).expect("small")],
        ),
        22 => Command::Fork,
        23 => Command::OpenBranch(0),
        24 => Command::Compare(CompareCommand::Duplicate),
        25 => Command::Compare(CompareCommand::Show(Letter::ALL[usize::from(number % 2 == 1)])),
        26 => Command::Workload(WorkloadCommand::Choose { table: table(), preset: Preset::Steady }),
        27 => Command::Workload(WorkloadCommand::Start),
        28 => Command::Workload(WorkloadCommand::Step { turn_count: 50 }),
        29 => Command::Workload(WorkloadCommand::Stop),
        _ => Command::StepToNext,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn stored_work_is_the_sandbox_after_every_command(
        walk in prop::collection::vec((0_u8..31, 0_u64..12), 1..40)
    ) {
        let (mut session, mut stored) = champions();
        for (kind, number) in walk {
            session.handle(command(kind, number));
            stored.take(&mut session);
        }
        // A workload under way is no part of the sandbox until it has ended.
        session.handle(Command::Workload(WorkloadCommand::Stop));
        stored.take(&mut session);
        stored.check(&session);
    }
}

#[test]
fn an_action_is_one_line_and_a_running_clock_is_none() {
    let (mut session, mut stored) = champions();
    session.handle(command(2, 1));
    stored.take(&mut session);
    for _ in 0..50 {
        session.handle(Command::Advance { by_ms: 16 });
        stored.take(&mut session);
    }
    session.handle(command(1, 0));
    session.handle(command(4, 0));
    stored.take(&mut session);
    assert_eq!(stored.lines.len(), 1, "reads and rejected requests are not stored");
    session.handle(command(0, 1));
    stored.take(&mut session);
    assert_eq!(stored.lines.len(), 3);
    assert_eq!(stored.lines[1], r#"{"advance":{"by_ms":800}}"#);
    assert_eq!(stored.checkpoint_count, 1);
    stored.check(&session);
}

#[test]
fn restored_work_can_be_undone_and_goes_on_by_lines() {
    let (mut session, mut stored) = champions();
    session.handle(command(12, 1));
    session.handle(command(2, 1));
    stored.take(&mut session);
    let (mut session, _) = stored.restore();
    assert_eq!(session.take_unsaved(), Unsaved::Nothing);
    session.handle(command(12, 2));
    stored.take(&mut session);
    assert_eq!((stored.lines.len(), stored.checkpoint_count), (3, 1));
    session.handle(Command::Undo);
    session.handle(Command::Undo);
    assert_eq!(session.title(), "Title 1 “漢字”");
    stored.take(&mut session);
    assert_eq!(stored.checkpoint_count, 2);
    stored.check(&session);
}

#[test]
fn the_end_of_a_run_is_a_checkpoint_and_one_step_of_undo() {
    let (mut session, mut stored) = champions();
    for kind in [26, 27, 28, 29] {
        session.handle(command(kind, 0));
        stored.take(&mut session);
    }
    assert_eq!((stored.lines.len(), stored.checkpoint_count), (0, 2));
    stored.check(&session);
    session.handle(Command::Undo);
    stored.take(&mut session);
    stored.check(&session);
}

#[test]
fn an_unreadable_line_ends_the_log_and_says_why() {
    let (mut session, mut stored) = champions();
    session.handle(command(12, 1));
    session.handle(command(2, 1));
    session.handle(command(2, 2));
    stored.take(&mut session);
    let whole = stored.lines.len();
    for (line, error) in [
        (r#"{"call":{"operation":"DeleteItem""#, "EOF while parsing an object at line 1 column 33"),
        (r#"{"fly":{}}"#, "unknown variant `fly`"),
        (r#"{"set_throughput":{"setting":"gravity","value":1}}"#, "unknown setting `gravity`"),
        (r#"{"run":{"turns":5}}"#, "missing or invalid member `patterns`"),
    ] {
        let good = mem::replace(&mut stored.lines[1], line.to_owned());
        let (restored, response) = stored.restore();
        assert!(response.accepted);
        assert_eq!(restored.title(), "Title 1 “漢字”");
        let [problem] = restored.problems() else { panic!("{:?}", restored.problems()) };
        let reason = web::message::text(&problem.reason);
        assert!(reason.contains(error), "{reason}");
        assert!(reason.contains(&format!("{} in all", whole - 1)), "{reason}");
        assert_eq!(web::message::text(&problem.part), "Change 2 since the last checkpoint");
        stored.lines[1] = good;
    }
    stored.check(&session);
}

#[test]
fn a_line_that_is_rejected_when_it_is_restored_is_a_problem() {
    let (mut session, mut stored) = champions();
    session.handle(command(12, 1));
    stored.take(&mut session);
    stored.lines.push(
        r#"{"call":{"operation":"DeleteTable","request":"{\"TableName\":\"None\"}"}}"#.to_owned(),
    );
    let (restored, _) = stored.restore();
    let [problem] = restored.problems() else { panic!("{:?}", restored.problems()) };
    assert!(web::message::text(&problem.reason).contains("Requested resource not found"));
}
