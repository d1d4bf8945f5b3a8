//! Two designs of a sandbox, and the same workload on both.

mod look;
mod plain;

use std::rc::Rc;

use playground::lesson::example;
use playground::link::summary::work_info_of;
use playground::link::work_file;
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, ComparisonRow, ComparisonView, Letter};
use playground::view::message::Message;
use playground::view::pattern::{PatternDraft, Period};
use playground::view::throughput::Setting;
use playground::view::value::Text;
use playground::view::work::StoredWork;
use playground::view::workload::{PatternPlan, WorkloadPlan, WorkloadStage};
use serde_json::json;

use crate::look::{Interest, Look};

use crate::plain::text;

const PUT: &str = r#"{ "TableName": "Orders", "Item": {
    "CustomerId": { "S": "C{uniform 9}" }, "OrderId": { "S": "N-{sequence}" },
    "OrderOpenDate": { "S": "{maybe 50%}2026-05-03" }, "Total": { "N": "{uniform 90}" }
} }"#;

#[track_caller]
fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

fn compare(session: &mut Session, command: CompareCommand) {
    done(session, Command::Compare(command));
}

/// Open orders and a copy without the global index, of which the copy is shown.
fn with_and_without_index() -> Session {
    let mut session = Session::first();
    let put = PatternPlan {
        name: "put".into(),
        operation: "PutItem".into(),
        request: PUT.into(),
        points: vec![(0, 20)],
        span: 1,
    };
    let plan = WorkloadPlan {
        seed: 7,
        seconds: 5,
        patterns: vec![put],
        retries: true,
        limits: true,
        idle: false,
    };
    done(&mut session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    compare(&mut session, CompareCommand::Duplicate);
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    done(&mut session, Command::DropIndex { table, index });
    done(&mut session, Command::Advance { by_ms: 10_000 });
    session
}

fn run(session: &mut Session) {
    compare(session, CompareCommand::Run);
    while session.workload_stage() == WorkloadStage::Running {
        done(session, Command::Workload(WorkloadCommand::Step { turn_count: 64 }));
    }
}

fn looked_at(session: &mut Session) -> ComparisonView {
    let interest = Interest { compare: true, ..Interest::default() };
    session.look(&interest).comparison.expect("there are two designs")
}

/// A row of a table, an index or, without a name, of all: A, B and the difference.
#[track_caller]
fn row(view: &ComparisonView, name: Option<&str>, words: &str) -> [String; 3] {
    let group = view.groups.iter().find(|group| group.name.as_deref() == name).expect("a group");
    let row = group.rows.iter().find(|row| text(&row.words) == words).expect("a row");
    let amounts = row.amounts.clone().map(|amount| {
        let amount = amount.map(|it| text(&Message::plain("compare.amount").with("amount", it)));
        amount.unwrap_or_default()
    });
    let [a, b] = amounts;
    [a, b, text(&row.difference)]
}

fn index_count(session: &mut Session) -> usize {
    session.look(&Interest::default()).indexes.cards.len()
}

#[test]
fn a_design_without_an_index_writes_stores_and_costs_less() {
    let mut session = with_and_without_index();
    let rest = looked_at(&mut session);
    let month = row(&rest, None, "A month");
    assert!(month[2].starts_with("−$"));
    assert_eq!(row(&rest, Some("OpenOrders"), "Entries"), ["3", "", "−3"]);
    assert_eq!(row(&rest, Some("Orders"), "Bytes stored")[2], "=");
    let before = session.document();
    run(&mut session);
    assert_eq!(session.document(), before, "neither design has changed");

    let view = looked_at(&mut session);
    assert_eq!(row(&view, None, "Requests that succeeded"), ["100", "100", "="]);
    assert_eq!(row(&view, Some("Orders"), "Write units"), ["100", "100", "="]);
    let [a, b, difference] = row(&view, Some("OpenOrders"), "Write units");
    let entries: u64 = a.parse().expect("a number of entries");
    assert!((35..65).contains(&entries) && b.is_empty(), "{a} {b}");
    assert_eq!(difference, format!("−{entries}"));
    assert_eq!(row(&view, Some("OpenOrders"), "Entries")[0], (entries + 3).to_string());
    assert_eq!(row(&view, None, "A month"), month, "it is that of Cost, before and after a run");
    assert!(text(&view.words).starts_with("After the same 100 requests in 5 s"));

    done(&mut session, Command::Rename("Other".to_owned()));
    assert!(text(&looked_at(&mut session).words).ends_with("A design has changed since."));
}

/// The months of all groups.
/// A pattern of which the run sends no request is named.
#[test]
fn a_run_on_both_names_what_is_too_rare_to_be_sent() {
    let mut session = with_and_without_index();
    let rare = PatternDraft {
        name: "Count orders".into(),
        operation: "Scan".into(),
        request: r#"{ "TableName": "Orders" }"#.into(),
        rate: "1".into(),
        period: Period::Month,
        ..session.patterns(None).patterns[0].draft.clone()
    };
    let rare = PatternDraft { position: None, ..rare };
    done(&mut session, Command::Plan(PlanCommand::SavePattern(rare)));
    run(&mut session);
    let words = text(&looked_at(&mut session).words);
    assert!(
        words.contains("Too rare to be sent in this time, and so not counted: Count orders."),
        "{words}"
    );
}

fn months(view: &ComparisonView) -> Vec<(Option<Text>, Vec<ComparisonRow>)> {
    let of = |rows: &[ComparisonRow]| {
        let months = rows.iter().filter(|row| text(&row.words) == "A month");
        months.cloned().collect::<Vec<_>>()
    };
    view.groups.iter().map(|group| (group.name.clone(), of(&group.rows))).collect()
}

/// Indexes of one name of two tables, and limits of B alone, which add rows behind those of A.
#[test]
fn after_a_run_each_group_has_the_month_that_it_had_before() {
    let mut session = with_and_without_index();
    for (table, units) in [("Events", 10), ("Visits", 20)] {
        let units = json!({ "ReadCapacityUnits": units, "WriteCapacityUnits": units });
        let request = json!({
            "TableName": table, "ProvisionedThroughput": units,
            "AttributeDefinitions": [
                { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "day", "AttributeType": "S" },
            ],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByDate", "KeySchema": [{ "AttributeName": "day", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "KEYS_ONLY" }, "ProvisionedThroughput": units,
            }],
        });
        let (operation, request) = ("CreateTable".to_owned(), request.to_string());
        done(&mut session, Command::Call { operation, request });
    }
    done(&mut session, Command::Advance { by_ms: 60_000 });
    done(&mut session, Command::Set { setting: Setting::Enforcement, value: 1 });
    let before = months(&looked_at(&mut session));
    assert!(before.iter().all(|(_, months)| months.len() == 1), "{before:?}");
    run(&mut session);
    assert_eq!(months(&looked_at(&mut session)), before);
}

#[test]
fn each_design_has_its_own_history() {
    let mut session = with_and_without_index();
    assert_eq!(index_count(&mut session), 1);
    compare(&mut session, CompareCommand::Show(Letter::A));
    assert_eq!(index_count(&mut session), 2);
    assert!(!session.handle(Command::Compare(CompareCommand::Show(Letter::A))).accepted);
    done(&mut session, Command::Undo);
    assert!(!session.handle(Command::Undo).accepted, "what was done to B is not undone in A");
    compare(&mut session, CompareCommand::Show(Letter::B));
    done(&mut session, Command::Undo);
    assert_eq!(index_count(&mut session), 2);
    compare(&mut session, CompareCommand::Keep);
    assert_eq!(session.shown_design(), None);
}

#[test]
fn both_designs_are_in_stored_work_and_in_a_link() {
    let session = with_and_without_index();
    let (kept, link) = (session.work(), session.link().expect("it is small"));
    let mut again = example::opened("champions");
    done(&mut again, Command::OpenDocument(kept.clone()));
    assert_eq!(again.work(), kept);
    assert_eq!(again.document(), session.document());
    compare(&mut again, CompareCommand::Show(Letter::A));
    assert_eq!(index_count(&mut again), 2);

    done(&mut again, Command::OpenLink(link));
    assert_eq!(index_count(&mut again), 1);
    compare(&mut again, CompareCommand::Show(Letter::A));
    assert_eq!(index_count(&mut again), 2);
}

/// A sandbox with a table that the first example does not have, and what was done to it.
fn scores() -> Session {
    let mut session = example::opened("champions");
    let table = session.database().tables().next().expect("there is one").schema.name.clone();
    let request = json!({ "TableName": table.as_str() });
    let (operation, request) = ("Scan".to_owned(), request.to_string());
    done(&mut session, Command::Call { operation, request });
    session
}

#[test]
fn a_link_a_document_or_stored_work_is_opened_as_design_b() {
    let other = scores();
    let title = other.title().to_owned();
    let checkpoint = other.work();
    let info = work_info_of("", "", 0, &checkpoint);
    let work = StoredWork { info, checkpoint, lines: Vec::new() };
    let link = other.link().expect("it is small");
    let texts = [
        other.document(),
        other.work(),
        work_file::write([&work]),
        format!(" https://sparsebox.example/#{link}&work=1 "),
        format!("#{}", other.link_with_steps().expect("it is small")),
    ];
    for text in texts {
        let mut session = Session::first();
        let document = session.document();
        compare(&mut session, CompareCommand::Open(text.as_str().into()));
        assert_eq!(session.shown_design(), Some(Letter::A));
        assert_eq!(session.document(), document, "{text}");
        assert!(session.differences().len() > 1, "each has a table that the other lacks");
        let kept = session.work();
        compare(&mut session, CompareCommand::Show(Letter::B));
        assert_eq!((session.title(), session.document()), (&*title, other.document()));
        let again = CompareCommand::Open(text.as_str().into());
        assert!(!session.handle(Command::Compare(again)).accepted, "there are two");
        let mut opened = Session::first();
        done(&mut opened, Command::OpenDocument(kept.clone()));
        assert_eq!(opened.work(), kept);
    }
}

#[test]
fn what_is_no_sandbox_leaves_one_design_and_says_why() {
    for text in ["", "#open-orders", "{\"v\":9}", "https://sparsebox.example/#z2.none"] {
        let mut session = Session::first();
        let before = session.work();
        assert!(!session.handle(Command::Compare(CompareCommand::Open(text.into()))).accepted);
        assert_eq!((session.shown_design(), session.work()), (None, before));
        assert!(session.bar(None).notice.is_some(), "{text}");
    }
}

/// The run of the link is made again in design B alone, in slices.
#[test]
fn what_a_link_repeats_is_done_in_design_b() {
    let mut other = with_and_without_index();
    compare(&mut other, CompareCommand::Keep);
    done(&mut other, Command::Workload(WorkloadCommand::Start));
    while other.workload_stage() == WorkloadStage::Running {
        done(&mut other, Command::Workload(WorkloadCommand::Step { turn_count: 64 }));
    }
    let link = other.link_with_steps().expect("it is small");
    let mut session = Session::first();
    let document = session.document();
    compare(&mut session, CompareCommand::Open(link.into()));
    while session.is_opening() {
        done(&mut session, Command::Workload(WorkloadCommand::Step { turn_count: 64 }));
    }
    assert_eq!(session.document(), document);
    compare(&mut session, CompareCommand::Show(Letter::B));
    assert_eq!(session.document(), other.document());
}

#[test]
fn without_a_workload_nothing_runs_and_the_experiment_of_either_design_does() {
    let mut session = Session::first();
    compare(&mut session, CompareCommand::Duplicate);
    let view = looked_at(&mut session);
    assert!(!view.can_run && view.words.key == "compare.no_requests");
    let set_up = session.set_up(Some("Orders"), "experiment.steady").expect("it fits");
    let experiment = "experiment.steady".into();
    done(&mut session, Command::Workload(WorkloadCommand::Choose { experiment, set_up }));
    compare(&mut session, CompareCommand::Show(Letter::A));
    let view = looked_at(&mut session);
    assert!(view.can_run && view.words.key == "compare.idle");
    assert!(!session.handle(Command::Compare(CompareCommand::Duplicate)).accepted);
    compare(&mut session, CompareCommand::Run);
    assert_eq!(looked_at(&mut session).running_percent, Some(1));
}

/// A has an index of Warehouse, B one of Carrier: each is asked by its own key, as "Open orders".
#[test]
fn a_run_on_both_sends_each_design_its_own_requests() {
    let mut session = Session::first();
    call(&mut session, "DeleteTable", &json!({ "TableName": "Orders" }));
    done(&mut session, Command::Advance { by_ms: 60_000 });
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    call(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "Parcels", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [attribute("id")],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }),
    );
    done(&mut session, Command::Advance { by_ms: 60_000 });
    for number in 0..20 {
        let item = json!({ "id": { "S": format!("p{number}") }, "x": { "S": "-".repeat(1_000) },
            "Warehouse": { "S": "FRA" }, "Carrier": { "S": format!("c{}", number % 10) } });
        call(&mut session, "PutItem", &json!({ "TableName": "Parcels", "Item": item }));
    }
    compare(&mut session, CompareCommand::Duplicate);
    let show = |session: &mut Session, letter| {
        // It may be shown.
        session.handle(Command::Compare(CompareCommand::Show(letter)));
    };
    for (letter, key, value) in [(Letter::A, "Warehouse", "FRA"), (Letter::B, "Carrier", "c1")] {
        show(&mut session, letter);
        let index = json!({ "TableName": "Parcels", "AttributeDefinitions": [attribute(key)],
            "GlobalSecondaryIndexUpdates": [{ "Create": {
                "IndexName": "Open", "Projection": { "ProjectionType": "ALL" },
                "KeySchema": [{ "AttributeName": key, "KeyType": "HASH" }] } }] });
        call(&mut session, "UpdateTable", &index);
        done(&mut session, Command::Advance { by_ms: 600_000 });
        let request = json!({ "TableName": "Parcels", "IndexName": "Open",
            "KeyConditionExpression": "#k = :k", "ExpressionAttributeNames": { "#k": key },
            "ExpressionAttributeValues": { ":k": { "S": value } } });
        let draft = PatternDraft {
            name: "Open orders".into(),
            operation: "Query".into(),
            request: request.to_string().into(),
            rate: "2".into(),
            ..PatternDraft::default()
        };
        done(&mut session, Command::Plan(PlanCommand::SavePattern(draft)));
    }
    for letter in [Letter::A, Letter::B] {
        show(&mut session, letter);
        run(&mut session);
        let view = looked_at(&mut session);
        let words = text(&view.words);
        assert!(words.contains("own requests of Open orders"), "{words}");
        // 20 entries of more than 1 KB are 3 units, 2 of them half a unit, in 120 requests.
        assert_eq!(row(&view, None, "Read units"), ["360", "60", "−300"]);
        assert_eq!(row(&view, None, "Requests that succeeded"), ["120", "120", "="]);
    }
}

fn call(session: &mut Session, operation: &str, request: &serde_json::Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    done(session, Command::Call { operation, request });
}
