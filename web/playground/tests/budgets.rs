//! What a link, a file or a lesson asks of the page: work is done in slices that are counted, memory has a bound, and why something
//! ended is a part of its result.

#![expect(clippy::print_stdout, reason = "how long slices took is printed and not asserted")]

mod look;
mod plain;

use std::fs;
use std::rc::Rc;
use std::time::Duration;

use engine::random::Random;
use playground::lesson::action::Action;
use playground::lesson::check::check_within;
use playground::lesson::example;
use playground::lesson::file::Lesson;
use playground::lesson::player::Player;
use playground::link::address::encode;
use playground::link::envelope::Envelope;
use playground::sandbox::budget::{DATABASE_MEMORY_MAX, SESSION_MEMORY_MAX, SLICE_STEPS};
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::sandbox::outcome::Outcome;
use playground::sandbox::record::RunEnd;
use playground::session::Session;
use playground::view::compare::CompareCommand;
use playground::view::message::Message;
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use playground::view::workload::{PatternPlan, WorkloadInterest, WorkloadPlan, WorkloadStage};
use serde_json::{Value, json};

use crate::look::{Interest, Look};
use crate::plain::text;

/// Steps that one request or one task may take beyond the end of a slice: 25 items of 400 KB, or a step of a backfill.
const OVERSHOOT: u64 = 25 * 409_600 / 1_024 + 100;

/// Turns that the page asks for between two looks at its clock.
const TURN_COUNT: u64 = 128;

fn workload(command: WorkloadCommand) -> Command {
    Command::Workload(command)
}

fn plan(operation: &str, request: &str, per_second: u64, seconds: u64) -> WorkloadPlan {
    let pattern = PatternPlan {
        name: "pattern".into(),
        operation: operation.into(),
        request: request.into(),
        points: vec![(0, per_second)],
        span: 1,
    };
    WorkloadPlan {
        seed: 1,
        seconds,
        patterns: vec![pattern],
        retries: true,
        limits: false,
        idle: false,
    }
}

/// A session with a workload that is set.
fn with(plan: WorkloadPlan) -> Session {
    let mut session = Session::first();
    assert!(session.handle(workload(WorkloadCommand::Set(Rc::new(plan)))).accepted);
    session
}

fn put_text(size: u64) -> String {
    let item = json!({
        "CustomerId": { "S": "C{uniform 9}" }, "OrderId": { "S": "{sequence}" },
        "Text": { "S": format!("{{text {size}}}") },
    });
    json!({ "TableName": "Orders", "Item": item }).to_string()
}

/// What this thread has taken of the processors, whatever else the machine does; zero where the system does not say.
fn processor_time() -> Duration {
    let said = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = said.split(' ').next().and_then(|it| it.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}

/// Continues what is under way for some slices. Each takes the steps of a slice at most, and the session stays below its bound.
/// Returns how long the longest took, to be printed.
#[track_caller]
fn continue_for(session: &mut Session, slice_count: usize, turn_count: u64) -> Duration {
    let mut longest = Duration::ZERO;
    for _ in 0..slice_count {
        if session.workload_stage() != WorkloadStage::Running {
            break;
        }
        let before = session.spent_steps();
        let began = processor_time();
        session.handle(workload(WorkloadCommand::Step { turn_count }));
        longest = longest.max(processor_time().saturating_sub(began));
        let spent = session.spent_steps() - before;
        assert!(spent <= SLICE_STEPS + OVERSHOOT, "{spent} steps in one slice");
        assert_bounded(session);
    }
    longest
}

#[track_caller]
fn assert_bounded(session: &Session) {
    let (held, most) = (session.memory(), SESSION_MEMORY_MAX);
    assert!(held <= most, "{held} of {most}");
}

fn run_to_the_end(session: &mut Session) {
    continue_for(session, usize::MAX, 10_000);
}

fn remarks(session: &mut Session) -> Vec<String> {
    let interest = Interest { workload: Some(WorkloadInterest::default()), ..Interest::default() };
    let view = session.look(&interest).workload.expect("it was asked for");
    view.run.expect("it ran").remarks.iter().map(text).collect()
}

/// A link to a table with auto scaling in which so much time passes.
fn link_of_time(by_ms: u64, table_count: usize) -> String {
    let table = |number: usize| {
        json!({
            "TableName": format!("Tab{number}"),
            "BillingMode": "PROVISIONED",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 },
            "AutoScaling": { "TargetValue": 70, "MinCapacity": 5, "MaxCapacity": 500 },
            "Items": [{ "id": { "S": "a" } }],
        })
    };
    let tables: Vec<Value> = (0..table_count).map(table).collect();
    let log = json!([
        { "set_throughput": { "setting": "is_enforced", "value": 1 } },
        { "advance": { "by_ms": by_ms } },
    ]);
    let design = json!({ "title": "Time", "tables": tables, "log": log });
    encode(&json!({ "v": 2, "designs": { "A": design } }).to_string()).expect("it is small")
}

#[test]
fn a_link_with_much_time_asks_and_can_be_cancelled() {
    let mut session = Session::first();
    assert!(session.handle(Command::OpenLink(link_of_time(100_000_000_000_000, 1))).accepted);
    assert_eq!(session.problems(), []);
    let asked = session.bar(None).playback.expect("it waits");
    assert!(asked.is_held && text(&asked.words).contains("steps"), "{}", text(&asked.words));
    assert_eq!(session.workload_stage(), WorkloadStage::Paused);
    assert!(!session.handle(workload(WorkloadCommand::Step { turn_count: 9 })).accepted);
    session.handle(workload(WorkloadCommand::Resume));
    continue_for(&mut session, 40, TURN_COUNT);
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    let now_ms = session.clock().now_ms;
    assert!(now_ms > 60_000 * 1_000, "{now_ms}");
    session.handle(workload(WorkloadCommand::Stop));
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    assert_eq!(session.bar(None).playback, None);
    assert!(session.handle(Command::Rename("Usable".to_owned())).accepted);
    assert!(session.handle(Command::Undo).accepted);
}

#[test]
fn time_of_a_user_passes_in_slices_and_can_be_stopped() {
    let mut session = Session::first();
    session.handle(Command::OpenLink(link_of_time(60_000, 1)));
    run_to_the_end(&mut session);
    let long_ms = 60 * 24 * 60 * 60 * 1_000;
    session.handle(Command::Advance { by_ms: long_ms });
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    let shown = session.bar(None).playback.expect("it is under way");
    assert!(!shown.is_held && shown.permille < 500, "{shown:?}");
    continue_for(&mut session, 1, 10_000);
    session.handle(workload(WorkloadCommand::Stop));
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    let stopped_ms = session.clock().now_ms;
    assert!(stopped_ms < long_ms, "{stopped_ms}");
    session.handle(Command::Advance { by_ms: long_ms });
    run_to_the_end(&mut session);
    assert_eq!(session.clock().now_ms, stopped_ms + long_ms);
}

#[test]
fn time_in_slices_of_any_size_gives_the_same_database() {
    let of = |turn_count: u64| {
        let mut session = with(plan("PutItem", &put_text(9), 40, 5));
        session.handle(Command::Set { setting: Setting::Delay, value: 60_000 });
        session.handle(workload(WorkloadCommand::Start));
        continue_for(&mut session, usize::MAX, turn_count);
        session.handle(Command::OpenLink(link_of_time(40_000_000, 3)));
        continue_for(&mut session, usize::MAX, turn_count);
        session.snapshot()
    };
    assert_eq!(of(7), of(10_000));
}

#[test]
fn a_run_that_would_take_too_much_memory_ends_and_says_so() {
    let mut session = with(plan("PutItem", &put_text(400_000), 1_000, 60));
    session.handle(workload(WorkloadCommand::Start));
    run_to_the_end(&mut session);
    assert!(
        session.database().memory() <= DATABASE_MEMORY_MAX + engine::model::bytes::Bytes(2 << 20)
    );
    let [Outcome::RunEnded { run, .. }] = session.outcomes() else { panic!("it has ended") };
    assert!(matches!(run.record.end, RunEnd::Limited(_)), "{:?}", run.record.end);
    let said: Vec<String> = session.announcement().messages.iter().map(text).collect();
    assert!(
        said.join(" ").contains("ended after 0 of 60 seconds: the sandbox takes more than"),
        "{said:?}"
    );
    assert!(remarks(&mut session)[0].contains("ended after 0 of 60 seconds"));
    // What is full can be emptied, and nothing else is added meanwhile.
    let call = |operation: &str, request: Value| Command::Call {
        operation: operation.to_owned(),
        request: request.to_string(),
    };
    let item = json!({ "CustomerId": { "S": "C" }, "OrderId": { "S": "O" } });
    let put = call("PutItem", json!({ "TableName": "Orders", "Item": item }));
    assert!(!session.handle(put.clone()).accepted);
    assert!(session.handle(Command::DeleteTable("Orders".to_owned())).accepted);
    assert!(session.handle(Command::Undo).accepted);
}

/// Slices in which a link is played whose log has requests to a table with an item whose two lists have a text of so many bytes.
fn slices_of(size: usize, operation: &str, request: &Value, count: usize) -> usize {
    let list = json!({ "L": [{ "S": "x".repeat(size) }] });
    let put = json!({ "TableName": "Tab", "Item": { "id": { "S": "a" }, "l": list, "m": list } });
    let call = |operation: &str, request: &Value| json!({ "call": { "operation": operation, "request": request.to_string() } });
    let mut log = vec![call("PutItem", &put)];
    log.extend((0..count).map(|_| call(operation, request)));
    let table = json!({
        "TableName": "Tab",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    });
    let design = json!({ "title": "Doubled", "tables": [table], "log": log });
    let link =
        encode(&json!({ "v": 2, "designs": { "A": design } }).to_string()).expect("it is small");
    let mut session = Session::first();
    assert!(session.handle(Command::OpenLink(link)).accepted);
    session.handle(workload(WorkloadCommand::Resume));
    let mut slices = 0;
    while session.workload_stage() == WorkloadStage::Running {
        session.handle(workload(WorkloadCommand::Step { turn_count: u64::MAX }));
        slices += 1;
    }
    slices
}

#[test]
fn updates_that_are_rejected_after_they_were_made_take_steps_too() {
    let update = json!({
        "TableName": "Tab", "Key": { "id": { "S": "a" } }, "UpdateExpression": "SET l = list_append(l, l)",
    });
    // Each of the first eight doubles the list.
    let slices = slices_of(1_000, "UpdateItem", &update, 68);
    assert!(slices >= 3, "{slices} slices for 60 lists of 500 KB");
    let statement = json!({
        "Statement": "UPDATE Tab SET l = list_append(l, list_append(m, m)) WHERE id = 'a'",
    });
    let batch = json!({ "Statements": [statement] });
    let slices = slices_of(150_000, "BatchExecuteStatement", &batch, 60);
    assert!(slices >= 3, "{slices} slices for 60 lists of 450 KB");
}

#[test]
fn a_filter_of_long_values_takes_steps_by_its_length() {
    let slices = |condition_count: usize| {
        let filter = vec!["l = m"; condition_count].join(" AND ");
        let scan = json!({ "TableName": "Tab", "Select": "COUNT", "FilterExpression": filter });
        slices_of(150_000, "Scan", &scan, 100)
    };
    let [short, long] = [1, 140].map(slices);
    assert!(long >= 4 * short, "{short} and {long} slices");
}

#[test]
fn streams_and_pending_changes_count_as_memory() {
    let update = json!({
        "TableName": "Orders",
        "Key": { "CustomerId": { "S": "C" }, "OrderId": { "S": "O" } },
        "UpdateExpression": "SET OrderOpenDate = :d, #t = :t",
        "ExpressionAttributeNames": { "#t": "Text" },
        "ExpressionAttributeValues": {
            ":d": { "S": "{sequence}" }, ":t": { "S": "{text 300000}" },
        },
    });
    let mut session = with(plan("UpdateItem", &update.to_string(), 1_000, 60));
    session.handle(Command::Set { setting: Setting::Delay, value: 24 * 60 * 60 * 1_000 });
    session.handle(workload(WorkloadCommand::Start));
    run_to_the_end(&mut session);
    let [Outcome::RunEnded { run, .. }] = session.outcomes() else { panic!("it has ended") };
    assert!(matches!(run.record.end, RunEnd::Limited(_)), "{:?}", run.record.end);
}

#[test]
fn a_run_keeps_why_it_ended_in_its_link() {
    let mut session = with(plan("PutItem", &put_text(9), 100, 60));
    session.handle(workload(WorkloadCommand::Start));
    continue_for(&mut session, 10, TURN_COUNT);
    session.handle(workload(WorkloadCommand::Stop));
    let before = remarks(&mut session);
    assert!(before[0].starts_with("The run was stopped after "), "{before:?}");
    let link = session.link().expect("it is small");
    let mut opened = example::opened("champions");
    opened.handle(Command::OpenLink(link));
    run_to_the_end(&mut opened);
    assert_eq!(remarks(&mut opened), before);
    let mut stored = example::opened("champions");
    stored.handle(Command::OpenDocument(session.work()));
    let earlier = stored.workload(None).earlier.expect("it ran before");
    assert!(text(&earlier).contains("stopped after "), "{}", text(&earlier));
    let stops: Vec<String> =
        session.timeline(None).stops.iter().map(|stop| text(&stop.words)).collect();
    assert!(stops.iter().any(|words| words.contains("stopped after")), "{stops:?}");
}

#[test]
fn another_command_that_ends_a_run_does_so_aloud() {
    let mut session = with(plan("PutItem", &put_text(9), 100, 60));
    session.handle(workload(WorkloadCommand::Start));
    continue_for(&mut session, 2, TURN_COUNT);
    let said = session.handle(Command::Rename("Other".to_owned())).notices;
    assert!(text(&said[0]).contains("because something else was done"), "{said:?}");
}

#[test]
fn designs_are_compared_over_the_seconds_that_both_ran() {
    // The second design has no index, and so room for twice as many items.
    let request = put_text(50_000)
        .replace("{sequence}\"}", "{sequence}\"},\"OrderOpenDate\":{\"S\":\"{day}\"}");
    assert!(request.contains("OrderOpenDate"), "{request}");
    let mut session = with(plan("PutItem", &request, 300, 60));
    session.handle(Command::Compare(CompareCommand::Duplicate));
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    assert!(session.handle(Command::DropIndex { table, index }).accepted);
    session.handle(Command::Advance { by_ms: 10_000 });
    session.handle(Command::Compare(CompareCommand::Run));
    run_to_the_end(&mut session);
    let interest = Interest { compare: true, ..Interest::default() };
    let view = session.look(&interest).comparison.expect("there are two designs");
    let words = text(&view.words);
    assert!(words.starts_with("Compared over the first "), "{words}");
    assert!(words.contains("memory"), "{words}");
    let row = view.groups[0].rows.iter().find(|row| text(&row.words) == "Requests that succeeded");
    let amounts =
        row.expect("it ran").amounts.clone().map(|amount| {
            amount.map(|it| text(&Message::plain("compare.amount").with("amount", it)))
        });
    assert!(amounts[0].is_some() && amounts[0] == amounts[1], "{amounts:?}");
}

#[test]
fn a_comparison_that_is_cancelled_says_so() {
    let mut session = with(plan("PutItem", &put_text(9), 300, 60));
    session.handle(Command::Compare(CompareCommand::Duplicate));
    session.handle(Command::Compare(CompareCommand::Run));
    continue_for(&mut session, 2, TURN_COUNT);
    session.handle(Command::Rename("Other".to_owned()));
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    let words = text(&session.comparison().expect("there are two designs").words);
    assert!(words.starts_with("The comparison was cancelled"), "{words}");
}

#[test]
fn what_comes_before_a_step_of_a_lesson_is_done_in_slices() {
    let request: Rc<str> = put_text(9).into();
    let heavy = plan("PutItem", &request, 1_000_000, 10);
    let mut session = Session::first();
    let commands = [
        workload(WorkloadCommand::Set(Rc::new(heavy))),
        workload(WorkloadCommand::Start),
        Command::Rename("Later".to_owned()),
    ];
    assert!(session.handle(Command::Perform(commands.into())).accepted);
    assert!(session.plays() && session.bar(None).playback.is_some());
    continue_for(&mut session, 20, TURN_COUNT);
    assert!(session.plays());
    session.handle(workload(WorkloadCommand::Stop));
    assert!(!session.plays());
    assert_ne!(session.title(), "Later");
    let short =
        [Command::Rename("A".to_owned()), Command::Set { setting: Setting::Delay, value: 50 }];
    session.handle(Command::Perform(short.into()));
    assert_eq!((session.title(), session.plays()), ("A", false));
}

#[test]
fn long_texts_of_a_lesson_are_limited_together() {
    let block = "```play PutItem\n{ \"TableName\": \"Big\", \"Item\": { \"id\": \"‹33000000›\" } }\n```\n\n";
    let lesson = format!("# long\n\n## step\n\n{}", block.repeat(200));
    let (_, faults) = Lesson::parse(&lesson);
    assert!(faults.iter().any(|fault| fault.expected.contains("4194304 bytes")), "{faults:?}");
}

#[test]
fn a_check_of_a_lesson_in_the_page_ends() {
    let lesson = "# run\n\n```lesson\nrevision  1\nminutes  7\n```\n\n```table\nBig  id S\n```\n\n## step\n\n```workload\n10 s, unlimited\n\
        1000000  PutItem  { \"TableName\": \"Big\", \"Item\": { \"id\": \"{sequence}\" } }\n```\n\n\
        ```outcome\nrun issued 1\nrun succeeded 1\nrun throttled 0\n```\n";
    let faults =
        check_within(lesson, "# Run\n\nA run.\n\n## step: A step\n\nWords.\n", 2 * SLICE_STEPS);
    let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(found.iter().any(|fault| fault.contains("steps of work")), "{found:?}");
}

/// One of some numbers.
fn pick<T: Copy>(random: &mut Random, values: &[T]) -> T {
    let position = random.below(values.len() as u64);
    values[usize::try_from(position).expect("it is small")]
}

/// A line of a log with numbers whose product is large.
fn hostile_line(random: &mut Random) -> Value {
    let size = pick(random, &[1, 900, 60_000, 400_000]);
    let put = json!({ "TableName": "Tab0", "Item": { "id": { "S": "{sequence}" }, "x": { "S": format!("{{text {size}}}") } } });
    let scan = json!({ "TableName": "Tab0" });
    let (operation, request) = pick(random, &[("PutItem", 0), ("Scan", 1)]);
    let request = if request == 0 { put } else { scan };
    let rate = pick(random, &[0, 1, 40, 5_000, 1_000_000]);
    match random.below(7) {
        0 | 1 => {
            json!({ "advance": { "by_ms": pick(random, &[0, 90_000, 86_400_000, 1_u64 << 40, 100_000_000_000_000, u64::MAX]) } })
        }
        2 | 3 => json!({ "run": {
            "workload": { "seconds": pick(random, &[1, 7, 3_600]), "limits": pick(random, &[true, false]), "seed": 1 },
            "patterns": [{ "name": "p", "operation": operation, "request": request.to_string(), "rate": [[0, rate]] }],
            "turns": pick(random, &[1, 400, 1_000_000, 4_999_999]), "requests": 1, "revision": 1, "digest": "00",
        } }),
        4 => {
            let count = pick(random, &[1, 20, 200]);
            let item = |number: u64| {
                json!({ "id": { "S": format!("i{number}") }, "ttl": { "N": "9" } }).to_string()
            };
            json!({ "import": { "table": "Tab0", "items": (0..count).map(item).collect::<Vec<_>>() } })
        }
        5 => json!({ "set_delay": { "ms": pick(random, &[0, 200, 86_400_000]) } }),
        _ => {
            json!({ "call": { "operation": "PutItem", "request": json!({ "TableName": "Tab0", "Item": { "id": { "S": "a" }, "x": { "L": [] } } }).to_string() } })
        }
    }
}

fn hostile_document(random: &mut Random) -> Value {
    let index_count = pick(random, &[0, 1, 5]);
    let index = |number: u64| {
        json!({
            "IndexName": format!("I{number}"),
            "KeySchema": [{ "AttributeName": "x", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": pick(&mut Random::new(number), &["ALL", "KEYS_ONLY"]) },
        })
    };
    let mut table = json!({
        "TableName": "Tab0", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "TimeToLiveSpecification": { "AttributeName": "ttl", "Enabled": true },
        "AutoScaling": { "TargetValue": 70, "MinCapacity": 5, "MaxCapacity": 500 },
        "Items": [],
    });
    if index_count > 0 {
        table["AttributeDefinitions"] = json!([
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "x", "AttributeType": "S" },
        ]);
        table["GlobalSecondaryIndexes"] = (0..index_count).map(index).collect();
    }
    if random.below(2) == 0 {
        table["StreamSpecification"] =
            json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    }
    let log: Vec<Value> = (0..=random.below(5)).map(|_| hostile_line(random)).collect();
    json!({ "v": 2, "designs": { "A": { "title": "Hostile", "tables": [table], "log": log } } })
}

/// A lesson that asks for much, as the file of a teacher.
fn hostile_lesson(random: &mut Random) -> String {
    let mut text = "# hostile\n\n```lesson\nrevision  1\nminutes  7\n```\n\n```table\nBig  id S\n```\n\n## step\n\n".to_owned();
    for _ in 0..=random.below(5) {
        let size = pick(random, &[1, 900, 60_000, 390_000]);
        let block = match random.below(5) {
            0 => format!("```advance\n{} min\n```", pick(random, &[1, 1_000, 1_000_000])),
            1 => format!(
                "```play PutItem\n{{ \"TableName\": \"Big\", \"Item\": {{ \"id\": \"a\", \"x\": \"‹{size}›\" }} }}\n```"
            ),
            2 => "```play Scan\n{ \"TableName\": \"Big\" }\n```\n\n".repeat(pick(random, &[1, 40])),
            3 => "```design Big\nBig  id S\n```".to_owned(),
            _ => format!(
                "```workload\n{} s, unlimited\n{}  PutItem  {{ \"TableName\": \"Big\", \"Item\": {{ \"id\": \"{{sequence}}\", \"x\": \"{{text {size}}}\" }} }}\n```",
                pick(random, &[1, 7, 3_600]),
                pick(random, &[1, 40, 5_000, 1_000_000]),
            ),
        };
        text += &block;
        text += "\n\n";
    }
    text
}

/// Opens a lesson, and begins all that comes before its end.
fn open_lesson(session: &mut Session, text: &str) -> Command {
    let (lesson, faults) = Lesson::parse(text);
    assert_eq!(faults, [], "{text}");
    assert!(session.handle(lesson.opening("Hostile")).accepted);
    let actions = Player::actions_before(&lesson, lesson.steps.len());
    let commands: Vec<Command> = actions.into_iter().flat_map(Action::commands).collect();
    Command::Perform(commands.into())
}

/// Links, files and lessons with large products: each slice takes a counted amount of work, memory stays below its bound, and
/// whatever is under way can be cancelled. `BUDGET_CASES` sets how many are tried.
#[test]
fn no_slice_and_no_sandbox_exceeds_its_budget() {
    let count = std::env::var("BUDGET_CASES").ok().and_then(|it| it.parse().ok()).unwrap_or(20);
    let mut session = Session::first();
    let (mut longest_beginning, mut longest_slice) = (Duration::ZERO, Duration::ZERO);
    for case in 0..count {
        let mut random = Random::new(case);
        let document = hostile_document(&mut random).to_string();
        let command = match random.below(4) {
            3 => open_lesson(&mut session, &hostile_lesson(&mut random)),
            0 => encode(&document).map_or(Command::OpenDocument(document), Command::OpenLink),
            1 => Command::OpenDocument(document),
            _ => {
                let envelope = Envelope::parse(&document, usize::MAX).expect("it is a document");
                assert_eq!(envelope.problems, [], "case {case}");
                let rate = pick(&mut random, &[9, 5_000, 1_000_000]);
                let size = pick(&mut random, &[9, 60_000]);
                let set =
                    WorkloadCommand::Set(Rc::new(plan("PutItem", &put_text(size), rate, 3_600)));
                let commands = [
                    workload(set),
                    workload(WorkloadCommand::Start),
                    Command::Advance { by_ms: pick(&mut random, &[9, 1 << 40, u64::MAX]) },
                ];
                session = Session::first();
                Command::Perform(commands.into())
            }
        };
        let began = processor_time();
        session.handle(command);
        session.handle(workload(WorkloadCommand::Resume));
        longest_beginning = longest_beginning.max(processor_time().saturating_sub(began));
        let slice_count = 1 + usize::try_from(random.below(5)).expect("it is small");
        let turn_count = pick(&mut random, &[1, TURN_COUNT, TURN_COUNT, 2_000]);
        longest_slice = longest_slice.max(continue_for(&mut session, slice_count, turn_count));
        session.handle(workload(WorkloadCommand::Stop));
        assert_eq!(session.workload_stage(), WorkloadStage::Idle, "case {case}");
        assert_bounded(&session);
    }
    println!(
        "{count} cases: {longest_beginning:?} at most to begin, {longest_slice:?} for a slice"
    );
}

/// A document with a table of so many items of some bytes, and a log.
fn document_with_log(item_count: usize, size: usize, log: &[Value]) -> Command {
    let item = |number: usize| json!({ "id": { "S": format!("i{number}") }, "x": { "S": "x".repeat(size) } });
    let table = json!({
        "TableName": "Tab0", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "Items": (0..item_count).map(item).collect::<Vec<_>>(),
    });
    let design = json!({ "title": "Log", "tables": [table], "log": log });
    Command::OpenDocument(json!({ "v": 2, "designs": { "A": design } }).to_string())
}

/// The most operations of one slice until a playback is over.
fn operations_of_a_slice(session: &mut Session) -> usize {
    let mut most = 0;
    while session.workload_stage() == WorkloadStage::Running {
        session.handle(workload(WorkloadCommand::Step { turn_count: u64::MAX }));
        let is_operation = |outcome: &&Outcome| matches!(outcome, Outcome::Operation(_));
        most = most.max(session.outcomes().iter().filter(is_operation).count());
    }
    most
}

#[test]
fn a_call_of_a_log_is_charged_by_what_it_did() {
    let call =
        |request: Value| json!({ "call": { "operation": "Scan", "request": request.to_string() } });
    let large = call(json!({ "TableName": "Tab0" }));
    let counted = call(
        json!({ "TableName": "Tab0", "Select": "COUNT", "FilterExpression": "attribute_not_exists(x)" }),
    );
    // A scan reads 1 MB: 256 half units of a few rows, with a reply that is as large, or of many rows and a filter.
    for (item_count, size, request, at_least) in
        [(100, 10_000, large, 1_000), (2_000, 1, counted, 100)]
    {
        let mut session = Session::first();
        session.handle(document_with_log(item_count, size, &vec![request; 500]));
        let most = operations_of_a_slice(&mut session);
        let slice_max = usize::try_from(SLICE_STEPS / at_least).expect("it is small");
        assert!(most > 0 && most <= slice_max + 1, "{most} in one slice, {slice_max} at most");
    }
}

/// A session with a table of many items, in which a table is rebuilt with another title for its index.
fn rebuild_of(item_count: usize) -> (Session, Command) {
    let mut session = Session::first();
    session.handle(document_with_log(item_count, 900, &[]));
    run_to_the_end(&mut session);
    let form = session.table_design("Tab0").expect("there is the table");
    (session, Command::RebuildTable { table: "Tab0".to_owned(), design: form })
}

#[test]
fn a_table_is_rebuilt_in_slices_and_that_can_be_cancelled() {
    let (mut session, rebuild) = rebuild_of(20_000);
    let before = session.snapshot();
    assert!(session.handle(rebuild.clone()).accepted);
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    let shown = session.bar(None).playback.expect("it is under way");
    assert!(!shown.is_held && shown.permille < 900, "{shown:?}");
    continue_for(&mut session, 1, TURN_COUNT);
    let said = session.handle(workload(WorkloadCommand::Stop)).notices;
    assert!(text(&said[0]).contains("cancelled"), "{said:?}");
    assert_eq!((session.workload_stage(), session.snapshot()), (WorkloadStage::Idle, before));
    session.handle(rebuild.clone());
    let said = session.handle(Command::Rename("Other".to_owned())).notices;
    assert!(text(&said[0]).contains("cancelled"), "{said:?}");
    session.handle(rebuild);
    run_to_the_end(&mut session);
    let [Outcome::Operation(operation)] = session.outcomes() else { panic!("it is over") };
    assert_eq!((operation.receipts.len(), operation.rejections.len()), (20_000, 0));
    assert!(session.handle(Command::Undo).accepted);
}

#[test]
fn a_file_is_opened_in_slices_and_that_can_be_cancelled() {
    let mut session = Session::first();
    session.handle(Command::Rename("Before".to_owned()));
    let (before, undo) = (session.work(), session.bar(None).undo);
    let file = document_with_log(12_000, 900, &[json!({ "rename": { "title": "Renamed" } })]);
    let said = session.handle(file.clone());
    assert!(said.accepted && said.notices.is_empty() && session.is_opening());
    continue_for(&mut session, 1, TURN_COUNT);
    let shown = session.bar(None).playback.expect("it is under way");
    assert!(!shown.is_held && shown.permille > 0 && shown.permille < 900, "{shown:?}");
    let said = session.handle(workload(WorkloadCommand::Stop)).notices;
    assert!(text(&said[0]).contains("Opening was cancelled"), "{said:?}");
    assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    assert_eq!((session.work(), session.bar(None).undo), (before, undo));
    session.handle(file.clone());
    let said = session.handle(Command::Rename("Other".to_owned())).notices;
    assert!(text(&said[0]).contains("Opening was cancelled"), "{said:?}");
    assert_eq!((session.title(), session.is_opening()), ("Other", false));
    session.handle(file);
    while session.is_opening() {
        assert_eq!(session.title(), "Other");
        session.handle(workload(WorkloadCommand::Step { turn_count: TURN_COUNT }));
    }
    assert!(matches!(session.outcomes(), [Outcome::Opened]));
    run_to_the_end(&mut session);
    assert_eq!((session.title(), session.problems()), ("Renamed", [].as_slice()));
    assert_eq!(session.table(None).expect("it has one").items.count(), 12_000);
}

#[test]
fn items_for_which_there_is_no_memory_are_left_out_and_named() {
    let index = |number: usize| {
        json!({
            "IndexName": format!("By{number}"), "Projection": { "ProjectionType": "ALL" },
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        })
    };
    let item = |number: usize| json!({ "id": { "S": format!("i{number:03}") }, "x": { "S": "x".repeat(100_000) } });
    let table = |name: &str, item_count: usize| {
        json!({
            "TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "GlobalSecondaryIndexes": (0..20).map(index).collect::<Vec<_>>(),
            "Items": (0..item_count).map(item).collect::<Vec<_>>(),
        })
    };
    let document = json!({ "v": 1, "tables": [table("Tab0", 200), table("Tab1", 1)] }).to_string();
    let mut session = Session::first();
    assert!(session.handle(Command::OpenDocument(document)).accepted);
    run_to_the_end(&mut session);
    let problems: Vec<String> = session
        .problems()
        .iter()
        .map(|it| format!("{}: {}", text(&it.part), text(&it.reason)))
        .collect();
    assert_eq!(
        problems,
        [
            "Item 129 of table Tab0: It and the items after it, 72 in total, were left out: the sandbox takes more than 256.0 MB of memory, the most that this page allows.",
            "Item 1 of table Tab1: It was left out: the sandbox takes more than 256.0 MB of memory, the most that this page allows.",
        ]
    );
    assert_bounded(&session);
}

#[test]
fn stored_work_is_opened_in_slices_as_it_is_at_once() {
    let mut session = Session::first();
    session.handle(document_with_log(8_000, 900, &[]));
    run_to_the_end(&mut session);
    let checkpoint = session.work();
    let scan = json!({ "TableName": "Tab0" }).to_string();
    let call = json!({ "call": { "operation": "Scan", "request": scan } }).to_string();
    let rename = json!({ "rename": { "title": "Behind" } }).to_string();
    let lines = [vec![call; 150], vec![rename]].concat();
    let mut at_once = example::opened("champions");
    assert!(at_once.restore(&checkpoint, &lines).accepted);
    let mut in_slices = example::opened("champions");
    assert!(in_slices.begin_restore(&checkpoint, &lines).accepted);
    let mut slice_count = 0;
    while in_slices.is_opening() {
        continue_for(&mut in_slices, 1, u64::MAX);
        slice_count += 1;
    }
    assert!(slice_count > 3, "{slice_count}");
    assert_eq!((in_slices.title(), in_slices.problems()), ("Behind", at_once.problems()));
    assert_eq!(in_slices.work(), at_once.work());
}

/// A session in which many scans of a table follow a change of the title.
fn scans_after_a_change() -> Session {
    let mut session = Session::first();
    session.handle(document_with_log(2_000, 1, &[]));
    assert!(session.handle(Command::Rename("Changed".to_owned())).accepted);
    let request = json!({
        "TableName": "Tab0", "Select": "COUNT", "FilterExpression": "attribute_not_exists(x)",
    });
    for _ in 0..400 {
        let (operation, request) = ("Scan".to_owned(), request.to_string());
        assert!(session.handle(Command::Call { operation, request }).accepted);
    }
    session
}

#[test]
fn undo_and_redo_replay_in_slices_and_can_be_cancelled() {
    let mut session = scans_after_a_change();
    let before = session.snapshot();
    for (command, from, to) in
        [(Command::Undo, "Changed", "Log"), (Command::Redo, "Log", "Changed")]
    {
        assert!(session.handle(command.clone()).accepted);
        assert_eq!((session.workload_stage(), session.title()), (WorkloadStage::Running, from));
        let shown = session.bar(None).playback.expect("it is under way");
        assert!(!shown.is_held && shown.permille > 0 && shown.permille < 900, "{shown:?}");
        continue_for(&mut session, 1, TURN_COUNT);
        let said = session.handle(workload(WorkloadCommand::Stop)).notices;
        assert!(text(&said[0]).contains("cancelled"), "{said:?}");
        assert_eq!((session.workload_stage(), session.title()), (WorkloadStage::Idle, from));
        session.handle(command.clone());
        let said = session.handle(command).notices;
        assert!(text(&said[0]).contains("cancelled"), "{said:?}");
        run_to_the_end(&mut session);
        assert_eq!(session.title(), to);
    }
    assert_eq!(session.snapshot(), before);
    session.handle(Command::Undo);
    assert!(session.handle(Command::Rename("Other".to_owned())).accepted);
    assert_eq!((session.workload_stage(), session.title()), (WorkloadStage::Idle, "Other"));
    assert!(session.bar(None).redo.is_none());
    for title in ["Changed", "Log"] {
        session.handle(Command::Undo);
        run_to_the_end(&mut session);
        assert_eq!(session.title(), title);
    }
}

#[test]
fn an_earlier_moment_moves_over_a_run_in_slices_and_that_can_be_cancelled() {
    let mut session = with(plan("PutItem", &put_text(9), 1_000, 20));
    session.handle(workload(WorkloadCommand::Start));
    run_to_the_end(&mut session);
    session.handle(Command::Rename("After".to_owned()));
    let present = session.snapshot();
    let forward = || Command::Rewind(Travel::Forward);
    assert!(session.handle(Command::Rewind(Travel::ToStep(1))).accepted);
    let earlier = session.snapshot();
    assert!(session.handle(forward()).accepted);
    assert_eq!(session.workload_stage(), WorkloadStage::Running);
    continue_for(&mut session, 3, TURN_COUNT);
    let shown = session.bar(None).playback.expect("it is under way");
    assert!(shown.permille > 0 && shown.permille < 900, "{shown:?}");
    assert!(session.handle(workload(WorkloadCommand::Stop)).notices.is_empty());
    assert!(session.is_rewound());
    assert_eq!((session.workload_stage(), session.snapshot()), (WorkloadStage::Idle, earlier));
    session.handle(forward());
    session.handle(Command::Advance { by_ms: 1 });
    run_to_the_end(&mut session);
    assert!(session.is_rewound());
    assert_ne!(session.title(), "After");
    assert_eq!(session.snapshot(), present);
    assert!(session.handle(forward()).accepted);
    assert_eq!((session.is_rewound(), session.title()), (false, "After"));
}

#[test]
fn a_log_that_is_replayed_in_slices_of_any_size_gives_the_same_database() {
    let of = |turn_count: u64| {
        let mut session = scans_after_a_change();
        session.handle(Command::Advance { by_ms: 60_000 });
        let mut snapshots = Vec::new();
        for command in [
            Command::Rewind(Travel::ToStep(200)),
            Command::Rewind(Travel::Back),
            Command::Rewind(Travel::PreviousOperation),
            Command::Fork,
            Command::OpenBranch(0),
            Command::Undo,
            Command::Undo,
            Command::Undo,
        ] {
            assert!(session.handle(command).accepted);
            continue_for(&mut session, usize::MAX, turn_count);
            snapshots.push(session.snapshot());
        }
        snapshots
    };
    assert_eq!(of(1), of(10_000));
}

#[test]
fn designs_that_both_end_in_their_first_second_are_not_compared() {
    let mut session = with(plan("PutItem", &put_text(390_000), 2_000, 60));
    session.handle(Command::Compare(CompareCommand::Duplicate));
    session.handle(Command::Compare(CompareCommand::Run));
    run_to_the_end(&mut session);
    let view = session.comparison().expect("there are two designs");
    let words = text(&view.words);
    assert!(words.starts_with("Nothing was compared: "), "{words}");
    for group in &view.groups {
        let words: Vec<String> = group.rows.iter().map(|row| text(&row.words)).collect();
        assert!(words.iter().all(|it| !it.starts_with("Requests")), "{words:?}");
        assert_eq!(words.iter().filter(|it| *it == "A month").count(), 1, "{words:?}");
    }
}

#[test]
fn commands_of_a_lesson_are_charged_to_the_slice_in_which_they_are_done() {
    let mut session = Session::first();
    session.handle(document_with_log(100, 10_000, &[]));
    let request = json!({ "TableName": "Tab0" }).to_string();
    let scan = Command::Call { operation: "Scan".to_owned(), request };
    session.handle(Command::Perform(vec![scan; 400].into()));
    let most = operations_of_a_slice(&mut session);
    assert!(most > 0 && most < 20, "{most} in one slice");
}
