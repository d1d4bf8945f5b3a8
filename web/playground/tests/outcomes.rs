//! What happened after each command, as the page and lessons learn it: see `sandbox/outcome.rs`.

use engine::event::{Event, EventKind};
use playground::lesson::example;
use playground::sandbox::command::{Capacity, Command, WorkloadCommand};
use playground::sandbox::journal::Unsaved;
use playground::sandbox::outcome::{Outcome, Replacement};
use playground::sandbox::record::RunEnd;
use playground::session::Session;
use playground::view::compare::{CompareCommand, Letter};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use playground::view::value::Method;
use playground::view::workload::WorkloadStage;
use serde_json::{Value, json};

/// Sends a command, and returns what happened in short.
fn after(session: &mut Session, command: Command) -> Vec<String> {
    session.handle(command);
    session.outcomes().iter().map(short).collect()
}

fn call(operation: &str, request: Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

fn item(order: &str) -> Value {
    json!({
        "CustomerId": { "S": "C1" }, "OrderId": { "S": order },
        "OrderOpenDate": { "S": "2024-05-09" }, "Total": { "N": "7" },
    })
}

fn put(order: &str) -> Command {
    call("PutItem", json!({ "TableName": "Orders", "Item": item(order) }))
}

/// An outcome in a line: what it is, its result and its units, and the kinds of its events.
fn short(outcome: &Outcome) -> String {
    let what = match outcome {
        Outcome::Opened => "Opened".to_owned(),
        Outcome::Operation(operation) => {
            let result = match &operation.reply {
                Ok(_) => "succeeded".to_owned(),
                Err(error) => error.code().name().to_owned(),
            };
            let halves: u64 = outcome
                .receipts()
                .iter()
                .flat_map(|receipt| &receipt.arms)
                .map(|arm| arm.units.halves())
                .sum();
            format!("{} {result}, {halves} half units", operation.request.operation)
        }
        Outcome::TableChanged { operations, .. } => {
            let names: Vec<&str> = operations.iter().map(|it| &*it.request.operation).collect();
            format!("TableChanged by {}", names.join(", "))
        }
        Outcome::TimePassed(_) => "TimePassed".to_owned(),
        Outcome::RunEnded { run, .. } => {
            let end = run.record.end;
            format!("{end:?} after {} requests", run.result.counts.issued)
        }
        Outcome::SettingChanged(_) => "SettingChanged".to_owned(),
        Outcome::StateReplaced(Replacement::Undone(action)) => format!("Undone {}", action.key),
        Outcome::StateReplaced(Replacement::Redone(action)) => format!("Redone {}", action.key),
        Outcome::StateReplaced(replacement) => format!("{replacement:?}"),
    };
    let kinds: Vec<String> = outcome.events().iter().map(kind).collect();
    if kinds.is_empty() { what } else { format!("{what}: {}", kinds.join(", ")) }
}

/// The name of the event's kind.
fn kind(event: &Event) -> String {
    if let EventKind::IndexEntry { change, .. } = &event.kind {
        return format!("IndexEntry{change:?}");
    }
    format!("{:?}", event.kind)
        .chars()
        .take_while(|character| character.is_alphanumeric())
        .collect()
}

#[test]
fn a_write_is_an_operation_with_its_receipt_and_its_events() {
    let mut session = Session::first();
    assert!(session.outcomes().is_empty());
    let happened = after(&mut session, put("O-1"));
    assert_eq!(
        happened,
        ["PutItem succeeded, 6 half units: ItemWritten, IndexEntryPut, IndexChangeScheduled"]
    );
    let [outcome] = session.outcomes() else { panic!("one operation") };
    assert!(outcome.is_change());
    let operation = outcome.operation().expect("it is an operation");
    assert!(operation.change.as_ref().is_some_and(|change| change.new.is_some()));
}

#[test]
fn an_entry_appears_when_its_time_has_come_and_time_alone_is_no_outcome() {
    let mut session = Session::first();
    session.handle(put("O-1"));
    assert_eq!(after(&mut session, Command::Advance { by_ms: 16 }), [""; 0]);
    assert_eq!(after(&mut session, Command::StepToNext), ["TimePassed: IndexEntryPut"]);
    assert_eq!(after(&mut session, Command::StepToNext), [""; 0]);
}

#[test]
fn a_rejected_request_is_an_operation_that_changes_nothing() {
    let mut session = Session::first();
    let empty = call("PutItem", json!({ "TableName": "Orders", "Item": {} }));
    assert_eq!(after(&mut session, empty), ["PutItem ValidationException, 0 half units"]);
    assert!(!session.outcomes()[0].is_change());
    let unmet = json!({
        "TableName": "Orders", "Item": item("O-1"), "ConditionExpression": "attribute_exists(OrderId)",
    });
    assert_eq!(
        after(&mut session, call("PutItem", unmet)),
        ["PutItem ConditionalCheckFailedException, 2 half units: ConditionFailed"]
    );
    assert!(!session.outcomes()[0].is_change());
}

#[test]
fn a_read_changes_nothing() {
    let mut session = Session::first();
    let scan = call("Scan", json!({ "TableName": "Orders" }));
    assert_eq!(after(&mut session, scan), ["Scan succeeded, 9 half units"]);
    assert!(!session.outcomes()[0].is_change());
}

#[test]
fn a_throttled_request_says_so() {
    let mut session = Session::first();
    let table = || "Orders".to_owned();
    session.handle(Command::SetCapacity { table: table(), capacity: Capacity::Provisioned });
    let one = Capacity::Units { index: None, method: Method::Write, units: 1 };
    session.handle(Command::SetCapacity { table: table(), capacity: one });
    let enforce = Command::Set { setting: Setting::Enforcement, value: 1 };
    assert_eq!(after(&mut session, enforce), ["SettingChanged"]);
    let no_burst = Command::Set { setting: Setting::BurstSeconds, value: 1 };
    assert_eq!(after(&mut session, no_burst), ["SettingChanged"]);
    session.handle(put("O-1"));
    let happened = after(&mut session, put("O-2"));
    let throttled =
        "PutItem ProvisionedThroughputExceededException, 0 half units: RequestThrottled";
    assert_eq!(happened, [throttled]);
    let operation = session.outcomes()[0].operation().expect("it is an operation");
    assert!(operation.is_throttled());
}

#[test]
fn a_transaction_is_one_operation_with_the_events_of_all_its_items() {
    let mut session = Session::first();
    let put = |order| json!({ "Put": { "TableName": "Orders", "Item": item(order) } });
    let transaction = json!({ "TransactItems": [put("O-1"), put("O-2")] });
    assert_eq!(
        after(&mut session, call("TransactWriteItems", transaction)),
        ["TransactWriteItems succeeded, 16 half units: ItemWritten, IndexEntryPut, \
             IndexChangeScheduled, ItemWritten, IndexEntryPut, IndexChangeScheduled"]
    );
}

/// Starts a steady workload.
fn start(session: &mut Session) {
    let choose = WorkloadCommand::Set(
        session.set_up(Some("Orders"), "experiment.steady").expect("it fits").plan,
    );
    assert_eq!(after(session, Command::Workload(choose)), ["SettingChanged"]);
    assert_eq!(after(session, Command::Workload(WorkloadCommand::Start)), [""; 0]);
}

fn step(session: &mut Session, turn_count: u64) -> Vec<String> {
    after(session, Command::Workload(WorkloadCommand::Step { turn_count }))
}

#[test]
fn a_run_is_one_outcome_when_it_ends() {
    let mut session = Session::first();
    start(&mut session);
    assert_eq!(step(&mut session, 10), [""; 0]);
    while session.workload_stage() == WorkloadStage::Running {
        step(&mut session, 10_000);
    }
    let [outcome @ Outcome::RunEnded { run, .. }] = session.outcomes() else {
        panic!("{:?}", session.outcomes());
    };
    assert!(run.result.counts.issued > 1_000 && outcome.is_change());
    assert_eq!(run.record.end, RunEnd::Finished);
}

#[test]
fn a_command_that_ends_a_run_has_two_outcomes() {
    let mut session = Session::first();
    start(&mut session);
    step(&mut session, 10);
    let happened = after(&mut session, Command::Rename("Mine".to_owned()));
    assert_eq!(happened, ["Interrupted after 10 requests", "SettingChanged"]);
    let mut session = Session::first();
    start(&mut session);
    step(&mut session, 10);
    let stopped = after(&mut session, Command::Workload(WorkloadCommand::Stop));
    assert_eq!(stopped, ["Stopped after 10 requests"]);
}

#[test]
fn undoing_and_redoing_replace_the_state() {
    let mut session = Session::first();
    assert_eq!(after(&mut session, Command::Undo), [""; 0]);
    session.handle(put("O-1"));
    assert_eq!(after(&mut session, Command::Undo), ["Undone timeline.put"]);
    assert_eq!(after(&mut session, Command::Redo), ["Redone timeline.put"]);
    assert_eq!(after(&mut session, Command::Reset), ["Reset"]);
}

#[test]
fn a_request_at_an_earlier_moment_continues_from_there() {
    let mut session = Session::first();
    session.handle(put("O-1"));
    assert_eq!(after(&mut session, Command::Rewind(Travel::PreviousOperation)), ["Rewound"]);
    assert_eq!(after(&mut session, Command::Rewind(Travel::Now)), ["Present"]);
    session.handle(Command::Rewind(Travel::PreviousOperation));
    let happened = after(&mut session, call("Scan", json!({ "TableName": "Orders" })));
    assert_eq!(happened, ["Forked", "Scan succeeded, 9 half units"]);
}

#[test]
fn another_design_replaces_the_state() {
    let mut session = Session::first();
    let compare = Command::Compare;
    assert_eq!(after(&mut session, compare(CompareCommand::Duplicate)), [""; 0]);
    let happened = after(&mut session, compare(CompareCommand::Show(Letter::A)));
    assert_eq!(happened, ["Design(A)"]);
}

#[test]
fn an_opened_example_is_an_outcome_and_a_damaged_link_is_none() {
    let mut session = Session::first();
    session.handle(put("O-1"));
    let champions = example::read("champions").unwrap().lesson.example("");
    assert_eq!(after(&mut session, champions), ["Opened"]);
    assert_eq!(after(&mut session, Command::OpenLink("nothing".to_owned())), [""; 0]);
}

#[test]
fn restored_work_is_opened_and_what_led_to_it_has_not_happened_now() {
    let mut session = Session::first();
    let checkpoint = session.work();
    session.take_unsaved();
    session.handle(put("O-1"));
    let Unsaved::Lines(lines) = session.take_unsaved() else { panic!("a write is a line") };
    let mut restored = example::opened("champions");
    assert!(restored.restore(&checkpoint, &lines).accepted);
    let happened: Vec<String> = restored.outcomes().iter().map(short).collect();
    assert_eq!(happened, ["Opened"]);
    assert_eq!(restored.document(), session.document());
}
