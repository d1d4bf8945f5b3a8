//! Whatever a session accepts, it writes, reads back equal, and applies; and what was done is undone. Commands have values at and
//! beyond each limit.

#![cfg(not(target_arch = "wasm32"))]
#![expect(clippy::print_stdout, reason = "a failure shows what was drawn")]

mod draw;
mod stored;

use std::collections::BTreeSet;
use std::env;
use std::rc::Rc;

use playground::lesson::example;
use playground::message::text;
use playground::sandbox::command::{Command, PlanCommand, WorkloadCommand};
use playground::sandbox::document::text::DocumentError;
use playground::sandbox::limit::{JOURNAL_LENGTH_MAX, PASSED_MS, TITLE_LENGTH_MAX};
use playground::session::Session;
use playground::session::kept::{Kept, Taken};
use playground::view::cost::CostSettings;
use playground::view::edit::{Edit, ItemText, JsonForm};
use playground::view::pattern::{PatternDraft, Period};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use playground::view::value::Text;
use playground::view::workload::WorkloadStage;
use serde_json::{Value, json};

use crate::draw::{Draw, KINDS, Kind};
use crate::stored::{Stored, units};

/// Sequences of commands of a run of the tests.
const SEED_COUNT: u64 = 50;

/// Commands of a sequence.
const COMMAND_COUNT: usize = 8;

/// Whether a command of a kind is one action that can be undone, if it changes the sandbox.
fn is_action(kind: Kind) -> bool {
    match kind {
        Kind::Call
        | Kind::Set
        | Kind::Remove
        | Kind::Replace
        | Kind::Put
        | Kind::Compose
        | Kind::Delete
        | Kind::SetAll
        | Kind::DeleteAll
        | Kind::CreateTable
        | Kind::RebuildTable
        | Kind::AlignDesigns
        | Kind::StartImport
        | Kind::UpdateTable
        | Kind::AddIndex
        | Kind::DeleteTable
        | Kind::DropIndex
        | Kind::SetWorkload
        | Kind::ChooseWorkload
        | Kind::LeaveExperiment
        | Kind::SetSetting
        | Kind::OnDemand
        | Kind::Provisioned
        | Kind::Scaled
        | Kind::Units
        | Kind::Rename
        | Kind::SetCost
        | Kind::SavePattern
        | Kind::SetEntities
        | Kind::SetCallers
        | Kind::SetRegions
        | Kind::SetSql
        | Kind::SaveProgram
        | Kind::DeleteProgram
        | Kind::SaveSeries
        | Kind::DeleteSeries
        | Kind::DeletePattern
        | Kind::KeepRemedy
        | Kind::Reset => true,
        // Another sandbox, another design or another moment; time, which passes for good; a run, which is an action when it ends.
        Kind::OpenExample
        | Kind::OpenLink
        | Kind::OpenDocument
        | Kind::NewSandbox
        | Kind::KeepCopy
        | Kind::TryImport
        | Kind::CancelImport
        | Kind::Advance
        | Kind::StepToNext
        | Kind::Perform
        | Kind::StartWorkload
        | Kind::StepWorkload
        | Kind::PauseWorkload
        | Kind::ResumeWorkload
        | Kind::StopWorkload
        | Kind::TryRemedy
        | Kind::Undo
        | Kind::Redo
        | Kind::Rewind
        | Kind::Fork
        | Kind::OpenBranch
        | Kind::OpenBeside
        | Kind::Duplicate
        | Kind::ShowDesign
        | Kind::RunComparison
        | Kind::KeepDesign => false,
    }
}

/// Gives a sequence of commands, and checks after each what is stored, and what undo restores.
fn walk(seed: u64) {
    let mut draw = Draw::new(seed);
    let mut stored = Stored::new();
    for _ in 0..COMMAND_COUNT {
        let kind = draw.random.pick(KINDS);
        let command = draw.command(kind);
        let told: String = format!("{command:?}").chars().take(400).collect();
        println!("SEED={seed} {told}");
        let is_at_present = !stored.session.is_rewound();
        let before = stored.session.document();
        if !stored.handle(command) {
            if is_action(kind) && is_at_present {
                assert_eq!(stored.session.document(), before, "what was rejected changes nothing");
            }
            continue;
        }
        // A workload under way is no part of the sandbox until it has ended.
        if stored.session.workload_stage() == WorkloadStage::Idle {
            stored.check();
        }
        let after = stored.session.document();
        if is_action(kind) && is_at_present && after != before {
            assert!(stored.handle(Command::Undo), "{kind:?}");
            assert_eq!(stored.session.document(), before);
            stored.check();
            assert!(stored.handle(Command::Redo), "{kind:?}");
            assert_eq!(stored.session.document(), after);
            stored.check();
        }
    }
}

#[test]
fn whatever_is_accepted_is_stored_and_undone() {
    let seed = env::var("SEED").ok().and_then(|seed| seed.parse::<u64>().ok());
    let first = seed.unwrap_or(1);
    (first..first + SEED_COUNT).for_each(walk);
}

#[test]
fn a_change_of_the_plan_has_the_same_name_after_it_was_stored() {
    const KINDS: [Kind; 7] = [
        Kind::SetWorkload,
        Kind::ChooseWorkload,
        Kind::LeaveExperiment,
        Kind::SetCost,
        Kind::SavePattern,
        Kind::SetEntities,
        Kind::DeletePattern,
    ];
    let name = |session: &Session| session.bar(None).undo.map(|undo| text(&undo));
    let mut names = BTreeSet::new();
    for seed in 1..=SEED_COUNT {
        let mut draw = Draw::new(seed);
        let mut stored = Stored::new();
        for _ in 0..COMMAND_COUNT {
            let kind = draw.random.pick(&KINDS);
            stored.handle(draw.command(kind));
            assert_eq!(name(&stored.opened()), name(&stored.session), "{kind:?}");
            names.extend(name(&stored.session));
        }
    }
    for begin in ["Change the cost", "Save the access", "Change the entities", "Delete the access"]
    {
        assert!(names.iter().any(|name| name.starts_with(begin)), "{begin}: {names:#?}");
    }
    assert!(names.contains("Set the workload"), "{names:#?}");
}

/// Kinds that consume units, or decide what becomes of them.
const CONSUMING: &[Kind] = &[
    Kind::Call,
    Kind::Call,
    Kind::Call,
    Kind::Call,
    Kind::Put,
    Kind::SetAll,
    Kind::DeleteAll,
    Kind::StartImport,
    Kind::AddIndex,
    Kind::Advance,
    Kind::StepToNext,
    Kind::StartWorkload,
    Kind::StepWorkload,
    Kind::StopWorkload,
    Kind::SetSetting,
    Kind::Units,
    Kind::Rename,
    Kind::Undo,
    Kind::Redo,
    Kind::Reset,
    Kind::Rewind,
    Kind::Fork,
    Kind::OpenBranch,
    Kind::Duplicate,
    Kind::ShowDesign,
    Kind::AlignDesigns,
    Kind::KeepDesign,
    Kind::DeleteTable,
];

#[test]
fn what_was_consumed_is_stored() {
    for seed in 1..=SEED_COUNT / 5 {
        let mut draw = Draw::new(seed);
        let mut stored = Stored::new();
        stored.handle(draw.command(Kind::ChooseWorkload));
        for _ in 0..3 * COMMAND_COUNT {
            let kind = draw.random.pick(CONSUMING);
            let command = draw.command(kind);
            let told: String = format!("{command:?}").chars().take(400).collect();
            println!("seed {seed} {told}");
            stored.handle(command);
            if stored.session.workload_stage() == WorkloadStage::Idle {
                stored.check();
            }
        }
        // What is opened is stored and opened in turn.
        if stored.session.workload_stage() == WorkloadStage::Idle {
            let mut session = stored.opened();
            let kept = Kept::new(&mut session);
            Stored { session, kept }.check();
        }
    }
}

/// Sets up an experiment, of which a few seconds are sent.
fn choose(stored: &mut Stored, name: &str) {
    let experiment: Text = format!("experiment.{name}").into();
    let mut set_up = stored.session.set_up(None, &experiment).expect("it fits");
    Rc::make_mut(&mut set_up.plan).seconds = 2;
    assert!(stored.handle(Command::Workload(WorkloadCommand::Choose { experiment, set_up })));
}

fn run(stored: &mut Stored) {
    assert!(stored.handle(Command::Workload(WorkloadCommand::Start)));
    wait(stored);
}

/// Waits until a run or a trial is over.
fn wait(stored: &mut Stored) {
    while stored.session.workload_stage() != WorkloadStage::Idle {
        stored.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
}

/// Undoes the last action and does it again, and checks what is stored.
#[track_caller]
fn undo_and_redo(stored: &mut Stored) {
    stored.check();
    let after = stored.session.document();
    assert!(stored.handle(Command::Undo));
    stored.check();
    assert_ne!(stored.session.document(), after);
    assert!(stored.handle(Command::Redo));
    stored.check();
    assert_eq!(stored.session.document(), after);
}

#[test]
fn a_run_of_an_experiment_is_stored_and_undone() {
    for name in ["steady", "hot_key", "expiry"] {
        let mut stored = Stored::new();
        choose(&mut stored, name);
        let table = (name == "expiry").then_some("Sessions");
        let before = units(&stored.session, table);
        run(&mut stored);
        assert_ne!(units(&stored.session, table), before, "{name} consumes units");
        undo_and_redo(&mut stored);
        let put_back = stored.session.put_back().map(|(_, request)| request);
        assert!(stored.handle(Command::Workload(WorkloadCommand::LeaveExperiment { put_back })));
        undo_and_redo(&mut stored);
    }
}

#[test]
fn what_a_run_wrote_is_undone_after_it_was_stored_and_opened_again() {
    let mut stored = Stored::new();
    choose(&mut stored, "hot_key");
    let before = stored.session.document();
    run(&mut stored);
    let rename = Command::Rename("After the run".to_owned());
    assert!(stored.handle(rename));
    let after = stored.session.document();

    let mut session = stored.opened();
    // The line behind the checkpoint is undone as it always is.
    assert!(session.handle(Command::Undo).accepted);
    assert_ne!(session.document(), after);
    let kept = Kept::new(&mut session);
    let mut stored = Stored { session: Stored { session, kept }.opened(), kept: Kept::default() };
    let undo = stored.session.bar(None).undo.expect("the run can be undone");
    let run_name = text(&undo);
    assert!(run_name.starts_with("Run a workload of"), "{run_name}");
    // Replaying the run takes more than a slice. Cancelled, it changes nothing.
    let opened = stored.session.document();
    assert!(stored.handle(Command::Undo));
    assert_eq!(stored.session.workload_stage(), WorkloadStage::Running);
    assert!(stored.handle(Command::Workload(WorkloadCommand::Stop)));
    assert_eq!(stored.session.document(), opened);

    let time = stored.session.database().now();
    assert!(stored.handle(Command::Undo));
    wait(&mut stored);
    assert_eq!(stored.session.document(), before);
    assert!(stored.session.database().now() <= time);
    stored.check();
    assert!(stored.handle(Command::Redo));
    assert_eq!(stored.session.document(), opened);
    assert!(stored.handle(Command::Undo));
    // What came before the run can be undone, too.
    assert!(stored.session.bar(None).undo.is_some_and(|undo| text(&undo) != run_name));
}

/// Not every read that was charged is in what led to a sandbox.
#[test]
fn units_of_reads_stay_consumed_when_a_run_is_undone_after_it_was_opened_again() {
    let mut stored = Stored::new();
    choose(&mut stored, "steady");
    run(&mut stored);
    let mut work: Value = serde_json::from_str(&stored.session.work()).expect("it is JSON");
    let account = &mut work["designs"]["A"]["consumed"][0];
    let halves = account["read_halves"].as_u64().unwrap_or_default();
    account["read_halves"] = (halves + 8).into();
    let mut opened = Stored { session: Session::first(), kept: Kept::default() };
    assert!(opened.handle(Command::OpenDocument(work.to_string())));
    let undone = [&mut stored, &mut opened].map(|it| {
        assert!(it.handle(Command::Undo));
        wait(it);
        it.session.meter(None).read
    });
    assert_eq!(undone[1].halves - undone[0].halves, 8);
}

#[test]
fn what_helps_a_run_is_tried_and_kept_and_undone() {
    let ran = || {
        let mut stored = Stored::new();
        choose(&mut stored, "hot_key");
        run(&mut stored);
        let remedies = stored.session.verdict().expect("it ran").remedies;
        (stored, remedies)
    };
    let count = ran().1.len();
    assert!(count >= 3, "{count}");
    for position in 0..count {
        let (mut stored, remedies) = ran();
        let (remedy, name) = &remedies[position];
        println!("{}", text(name));
        let before = stored.session.document();
        assert!(stored.handle(Command::Workload(WorkloadCommand::Try(remedy.clone()))));
        wait(&mut stored);
        assert_eq!(stored.session.verdict().expect("it ran").tried[0].remedy, *remedy);
        assert_eq!(stored.session.document(), before, "what is tried changes nothing");
        assert!(stored.handle(Command::Workload(WorkloadCommand::Keep(remedy.clone()))));
        undo_and_redo(&mut stored);
    }
}

#[test]
fn an_opened_sandbox_gives_back_the_units_of_what_is_undone() {
    let read = || Command::Call {
        operation: "Scan".to_owned(),
        request: r#"{"TableName":"GameScores"}"#.to_owned(),
    };
    let mut stored = Stored::new();
    stored.handle(read());
    let once = units(&stored.session, None);
    stored.handle(quotation_marks(3_000));
    let written = units(&stored.session, None);
    assert_ne!(written, once);
    assert_eq!(stored.kept.lines().len(), 2, "{:?}", stored.kept.lines());

    let mut opened = stored.opened();
    assert_eq!(units(&opened, None), written);
    opened.handle(Command::Undo);
    assert_eq!(units(&opened, None), once);
    opened.handle(Command::Redo);
    assert_eq!(units(&opened, None), written);
    opened.handle(Command::Rewind(Travel::Back));
    assert_eq!(units(&opened, None), once);
    opened.handle(Command::Reset);
    assert_eq!(units(&opened, None), once, "what a reset returns to was stored with the lines");
}

#[test]
fn a_link_begins_without_units_and_stored_work_of_earlier_versions_too() {
    let mut stored = Stored::new();
    stored.handle(Command::Call {
        operation: "Scan".to_owned(),
        request: r#"{"TableName":"GameScores"}"#.to_owned(),
    });
    let none = units(&example::opened("champions"), None);
    assert_ne!(units(&stored.session, None), none);
    let link = stored.session.link().expect("it fits");
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenLink(link)).accepted);
    assert_eq!(units(&opened, None), none);

    let mut work: Value = serde_json::from_str(&stored.session.work()).expect("it is JSON");
    assert!(work["designs"]["A"]["consumed"].is_array(), "{work}");
    for member in ["consumed", "story"] {
        work["designs"]["A"].as_object_mut().expect("it is an object").remove(member);
    }
    assert!(opened.restore(&work.to_string(), &[]).accepted);
    assert_eq!((units(&opened, None), opened.problems()), (none, [].as_slice()));
}

/// Opened again, the token would be forgotten, and the same request would be done once more.
#[test]
fn a_transaction_that_is_repeated_with_its_token_is_done_once() {
    let mut stored = Stored::new();
    let transaction = json!({ "ClientRequestToken": "once", "TransactItems": [{ "Update": {
        "TableName": "GameScores", "Key": { "UserId": { "S": "Rick" }, "GameId": { "S": "new" } },
        "UpdateExpression": "ADD Wins :one", "ExpressionAttributeValues": { ":one": { "N": "1" } },
    } }] })
    .to_string();
    let call = Command::Call { operation: "TransactWriteItems".to_owned(), request: transaction };
    for command in
        [call.clone(), Command::Rename("Other".to_owned()), Command::Undo, call.clone(), call]
    {
        assert!(stored.handle(command));
        stored.check();
    }
}

#[test]
fn of_units_that_are_stored_what_is_understood_is_read() {
    let stored = Stored::new();
    let line = json!({ "consumed": [
        { "table": "GameScores", "read_halves": 5 },
        { "table": "GameScores", "global": "Champions", "write_halves": u64::MAX, "unknown": 1 },
        { "read_halves": 4 },
        "GameScores",
    ] });
    let mut opened = Session::first();
    assert!(opened.restore(stored.kept.checkpoint(), &[line.to_string()]).accepted);
    let meter = opened.meter(None);
    assert_eq!(meter.stores[0].read.halves, 5);
    let problems: Vec<String> =
        opened.problems().iter().map(|problem| text(&problem.message())).collect();
    assert_eq!(problems.len(), 4, "{problems:?}");
}

#[test]
fn every_command_is_drawn() {
    let mut draw = Draw::new(1);
    for kind in KINDS {
        assert_eq!(Kind::of(&draw.command(*kind)), *kind);
    }
}

#[test]
fn each_kind_of_command_is_stored_right_after_opening() {
    for kind in KINDS {
        for seed in 0..6 {
            let mut draw = Draw::new(seed);
            let command = draw.command(*kind);
            let told: String = format!("{command:?}").chars().take(400).collect();
            println!("seed {seed} {told}");
            let mut stored = Stored::new();
            stored.handle(command);
            stored.check();
        }
    }
}

/// The sentence with which a command is rejected.
#[track_caller]
fn rejection(command: Command) -> String {
    let response = Session::first().handle(command);
    assert!(!response.accepted);
    response.notices.iter().map(text).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_beyond_a_limit_is_rejected_with_the_limit_and_what_was_given() {
    let cost = |change: fn(&mut CostSettings)| {
        let mut cost = CostSettings::default();
        change(&mut cost);
        rejection(Command::Plan(PlanCommand::SetCost(cost)))
    };
    assert_eq!(
        cost(|cost| cost.item_count = Some(0)),
        "Items expected: 0 is not a whole number from 1 to 1,000,000,000,000."
    );
    assert_eq!(
        cost(|cost| cost.prices = vec![("key".into(), "0".repeat(150).into())]),
        "A price: 150 characters, and at most 100 can be stored."
    );
    let pattern = |rate: &str, size: &str, request: String| {
        rejection(Command::Plan(PlanCommand::SavePattern(PatternDraft {
            name: "Put".into(),
            operation: "PutItem".into(),
            request: request.into(),
            rate: rate.into(),
            period: Period::Hour,
            size: size.into(),
            ..PatternDraft::default()
        })))
    };
    assert_eq!(
        pattern("1", "", " ".repeat(65_537)),
        "The request with placeholders: 65,537 characters, and at most 65,536 can be stored."
    );
    assert_eq!(
        pattern("1e3 or so", "", String::new()),
        "Requests: “1e3 or so” is not a number from 0 to 3,600,000,000 with at most 6 decimals, such as 1.5, 2,740, 1e6 or 2M."
    );
    assert_eq!(
        pattern("1", "-1", String::new()),
        "Bytes of one request, or of each item of a batch or transaction: “-1” is not a whole number from 0 to 409,600."
    );
    assert_eq!(
        rejection(Command::Rename("é".repeat(TITLE_LENGTH_MAX + 1))),
        "Title of this sandbox: 201 characters, and at most 200 can be stored."
    );
    assert_eq!(
        rejection(Command::Set { setting: Setting::Delay, value: 86_400_001 }),
        "Milliseconds until a change reaches a GSI: 86,400,001 is not a whole number from 0 to 86,400,000."
    );
}

#[test]
fn a_plan_that_an_earlier_version_stored_is_read_in_part_and_the_steps_after_it_are_applied() {
    let stored = Stored::new();
    let lines = [r#"{"plan":{"cost":{"items":0}}}"#, r#"{"rename":{"title":"After it"}}"#];
    let mut opened = Session::first();
    assert!(opened.restore(stored.kept.checkpoint(), &lines.map(str::to_owned)).accepted);
    assert_eq!(opened.title(), "After it");
    let problems: Vec<String> =
        opened.problems().iter().map(|problem| text(&problem.message())).collect();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains("plan.cost.items"), "{problems:?}");
}

/// An item of so many quotation marks: as JSON it has two characters for each.
fn quotation_marks(count: usize) -> Command {
    let item = json!({ "UserId": "Rick", "GameId": "G", "x": "\"".repeat(count) });
    let text = ItemText { form: JsonForm::Plain, text: item.to_string() };
    Command::Edit { table: "GameScores".to_owned(), edit: Edit::Put { text } }
}

#[test]
fn a_sandbox_that_is_too_large_leaves_what_is_stored_as_it_was() {
    const SIZE_MAX: usize = 100_000;
    let mut stored = Stored::new();
    stored.kept = Kept::up_to(SIZE_MAX, &mut stored.session);
    let before = stored.kept.checkpoint().to_owned();
    // The item itself is within the limit; its text is not. Undo and redo cannot be stored as lines.
    let put = |count| [quotation_marks(count), Command::Undo, Command::Redo];
    for command in put(SIZE_MAX * 3 / 4) {
        assert!(stored.session.handle(command).accepted);
    }
    assert_eq!(stored.kept.take(&mut stored.session), Taken::Rejected);
    let Some(DocumentError::TooLarge { size, limit: SIZE_MAX }) = stored.kept.fault() else {
        panic!("{:?}", stored.kept.fault());
    };
    assert!((SIZE_MAX..2 * SIZE_MAX).contains(size), "{size}");
    assert_eq!((stored.kept.checkpoint(), stored.kept.lines().len()), (before.as_str(), 0));
    assert_eq!(stored.opened().problems(), [], "the earlier state can be opened");

    // The next change is not stored as if it followed what is there.
    stored.session.handle(Command::Rename("Still too large".to_owned()));
    assert_eq!(stored.kept.take(&mut stored.session), Taken::Rejected);
    assert_eq!((stored.kept.checkpoint(), stored.kept.lines().len()), (before.as_str(), 0));

    stored.session.handle(Command::DeleteTable("GameScores".to_owned()));
    assert_eq!(stored.kept.take(&mut stored.session), Taken::Checkpoint);
    stored.check();
    assert_eq!(stored.opened().title(), "Still too large");

    // Of another sandbox that cannot be stored, nothing is there.
    let mut session = example::opened("champions");
    session.handle(quotation_marks(SIZE_MAX));
    let kept = Kept::up_to(SIZE_MAX, &mut session);
    assert_eq!((kept.checkpoint(), kept.fault().is_some()), ("", true));
}

#[test]
fn a_journal_that_is_too_long_becomes_a_checkpoint() {
    let mut stored = Stored::new();
    let before = stored.kept.checkpoint().to_owned();
    for number in 0..JOURNAL_LENGTH_MAX {
        assert!(stored.handle(Command::Rename(number.to_string())));
    }
    assert_eq!(
        (stored.kept.checkpoint(), stored.kept.lines().len()),
        (&*before, JOURNAL_LENGTH_MAX)
    );
    stored.check();
    assert!(stored.handle(Command::Rename("One more".to_owned())));
    assert_eq!(stored.kept.lines().len(), 0);
    stored.check();
}

#[test]
fn a_run_or_a_reopening_in_stored_work_is_refused_and_the_rest_is_opened() {
    let stored = Stored::new();
    let request = json!({ "TableName": "GameScores" }).to_string();
    let run = json!({ "run": {
        "workload": { "seconds": 3_600, "seed": 1 },
        "patterns": [{ "name": "p", "operation": "Scan", "request": request, "rate": [[0, 1_000_000]] }],
        "turns": u64::MAX, "requests": 1, "revision": 1, "digest": "00",
    } });
    for refused in [run.to_string(), "\"reopen\"".to_owned(), "\"reset\"".to_owned()] {
        let lines = [refused, r#"{"rename":{"title":"After it"}}"#.to_owned()];
        let mut opened = Session::first();
        assert!(opened.restore(stored.kept.checkpoint(), &lines).accepted);
        assert_eq!((opened.title(), opened.last_run_throughput()), ("After it", None));
        let problems: Vec<String> =
            opened.problems().iter().map(|problem| text(&problem.message())).collect();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains("Step 1 of the log"), "{problems:?}");
    }
}

/// They would run in one slice, which nobody can cancel.
#[test]
fn a_run_and_what_is_done_alone_is_no_part_of_changes_that_are_made_together() {
    let run = json!({ "run": {
        "workload": { "seconds": 3_600, "seed": 1 },
        "patterns": [{ "name": "p", "operation": "Scan", "request": "{}", "rate": [[0, 1_000_000]] }],
        "turns": u64::MAX, "requests": 1, "revision": 1, "digest": "00",
    } });
    let time = json!({ "advance": { "by_ms": 1_000 } });
    let scaling = json!({ "set_scaling": { "table": "None", "scaling": null } });
    let nested = json!({ "together": [scaling.clone()] });
    for part in [run, time, nested, json!("reset"), json!("reopen")] {
        let line = json!({ "together": [scaling.clone(), part] });
        let after = json!({ "rename": { "title": "After it" } });
        let log = json!([line, after]);
        let document = json!({ "v": 2, "designs": { "A": { "title": "Before it", "tables": [], "log": log } } });
        let mut opened = Session::first();
        assert!(opened.handle(Command::OpenDocument(document.to_string())).accepted);
        let problems: Vec<String> =
            opened.problems().iter().map(|problem| text(&problem.message())).collect();
        assert_eq!(problems.len(), 1, "{problems:?}");
        assert!(problems[0].contains("can only be made alone"), "{problems:?}");
        assert_eq!(opened.title(), "Before it", "{line}");
    }
}

#[test]
fn the_time_of_all_lines_together_is_limited() {
    let stored = Stored::new();
    let line = format!(r#"{{"advance":{{"by_ms":{}}}}}"#, PASSED_MS.end());
    let mut opened = Session::first();
    assert!(opened.restore(stored.kept.checkpoint(), &vec![line.clone(); 3]).accepted);
    assert_eq!(opened.clock().now_ms, *PASSED_MS.end());
    assert_eq!(opened.problems().len(), 2, "{:?}", opened.problems());
    let log: Vec<Value> =
        (0..9_999).map(|_| serde_json::from_str(&line).expect("it is JSON")).collect();
    let document =
        json!({ "v": 2, "designs": { "A": { "title": "Time", "tables": [], "log": log } } });
    assert!(opened.handle(Command::OpenDocument(document.to_string())).accepted);
    assert_eq!(opened.problems().len(), 9_998);
}
