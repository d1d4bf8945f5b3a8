//! Workloads of a sandbox: chosen, run in slices, held, ended, taken back.

mod look;
mod plain;

use std::rc::Rc;

use engine::table::schema::Billing;
use playground::lesson::example;
use playground::sandbox::command::{Command, Response, WorkloadCommand};
use playground::session::Session;
use playground::view::throughput::Setting;
use playground::view::workload::{
    PatternPlan, WorkloadInterest, WorkloadPlan, WorkloadStage, WorkloadView,
};
use serde_json::{Value, json};

use crate::look::{Interest, Look, Views};

use crate::plain::text;

fn views(session: &mut Session) -> Views {
    let workload = Some(WorkloadInterest::default());
    let interest = Interest { items_shown: 20, entries_shown: 20, workload, ..Interest::default() };
    session.look(&interest)
}

/// Leaves the experiment, as the page does.
fn leave(session: &Session) -> WorkloadCommand {
    let put_back = session.put_back().map(|(_, request)| request);
    WorkloadCommand::LeaveExperiment { put_back }
}

fn workload(command: WorkloadCommand) -> Command {
    Command::Workload(command)
}

fn view(session: &mut Session) -> WorkloadView {
    views(session).workload.expect("it was asked for")
}

/// Chooses an experiment for the first table.
fn choose(session: &Session, name: &str) -> Command {
    let experiment: Rc<str> = format!("experiment.{name}").into();
    let set_up = session.set_up(None, &experiment).expect("it fits");
    workload(WorkloadCommand::Choose { experiment, set_up })
}

/// A session with a workload of a minute on its first table, a tenth as many requests as the experiment has.
fn chosen(experiment: &str) -> Session {
    let mut session = Session::first();
    assert!(session.handle(choose(&session, experiment)).accepted);
    let mut plan = (*view(&mut session).plan).clone();
    for point in plan.patterns.iter_mut().flat_map(|pattern| &mut pattern.points) {
        point.1 /= 10;
    }
    assert!(session.handle(workload(WorkloadCommand::Set(Rc::new(plan)))).accepted);
    session
}

fn step(session: &mut Session, turn_count: u64) -> Response {
    session.handle(workload(WorkloadCommand::Step { turn_count }))
}

/// Runs to the end in slices. Returns how many there were.
fn run(session: &mut Session, turn_count: u64) -> u64 {
    assert!(session.handle(workload(WorkloadCommand::Start)).accepted);
    let mut slice_count = 0;
    while view(session).stage == WorkloadStage::Running {
        step(session, turn_count);
        slice_count += 1;
    }
    slice_count
}

#[test]
fn nothing_is_sent_before_something_is_chosen() {
    let mut session = Session::first();
    let shown = view(&mut session);
    assert_eq!((shown.stage, shown.experiment), (WorkloadStage::Idle, None));
    assert!(shown.obstacle.is_some() && shown.run.is_none());
    assert!(!session.handle(workload(WorkloadCommand::Start)).accepted);
    assert!(!step(&mut session, 10).accepted);
}

#[test]
fn a_run_changes_the_sandbox_when_it_is_over() {
    let mut session = chosen("steady");
    let before = session.document();
    assert!(session.handle(workload(WorkloadCommand::Start)).accepted);
    step(&mut session, 100);
    let shown = view(&mut session);
    let ran = shown.run.as_ref().expect("it runs");
    assert_eq!((shown.stage, ran.begun), (WorkloadStage::Running, 1));
    assert_eq!(session.document(), before);
    while view(&mut session).stage == WorkloadStage::Running {
        step(&mut session, 1_000);
    }
    let shown = view(&mut session);
    let ran = shown.run.as_ref().expect("it ran");
    assert_eq!((ran.begun, shown.progress_permille), (60, Some(1_000)));
    assert_eq!(ran.counts[0].total, shown.request_count);
    assert_eq!(ran.counts[0].total, ran.counts[1].total);
    assert_ne!(session.document(), before);
    assert_eq!(views(&mut session).clock.now_ms, 60_000);
    let since = session.why(None).run_since.as_ref().map(text).expect("the run is the last thing");
    assert!(since.starts_with("The last run sent "), "{since}");
}

#[test]
fn slices_of_any_size_give_the_same_bytes() {
    let [mut one, mut other] = [1, 2].map(|_| chosen("spike"));
    assert!(run(&mut one, 97) > run(&mut other, 50_000));
    assert_eq!(one.document(), other.document());
    assert_eq!(view(&mut one), view(&mut other));
    assert_eq!(views(&mut one).meter, views(&mut other).meter);
}

#[test]
fn a_run_is_one_action_that_can_be_taken_back_and_done_again() {
    let mut session = chosen("hot_key");
    let (before, units) = (session.document(), views(&mut session).meter);
    run(&mut session, 5_000);
    let (after, result) = (session.document(), view(&mut session));
    assert!(session.handle(Command::Undo).accepted);
    assert_eq!((session.document(), views(&mut session).meter), (before, units));
    assert_eq!(view(&mut session).run, None);
    assert!(session.handle(Command::Redo).accepted);
    assert_eq!(session.document(), after);
    assert_eq!(view(&mut session), result);
}

#[test]
fn a_run_that_is_ended_stays_as_far_as_it_came() {
    let mut session = chosen("random_suffix");
    session.handle(workload(WorkloadCommand::Start));
    step(&mut session, 3_000);
    assert!(session.handle(workload(WorkloadCommand::Stop)).accepted);
    let shown = view(&mut session);
    assert_eq!(shown.stage, WorkloadStage::Idle);
    let ran = shown.run.as_ref().expect("it ran for a while");
    assert!(ran.begun < 60 && ran.counts[0].total > 2_900);
    let after = session.document();
    session.handle(Command::Undo);
    session.handle(Command::Redo);
    assert_eq!(session.document(), after);
}

#[test]
fn a_run_that_is_held_takes_no_turns() {
    let mut session = chosen("shuffled");
    session.handle(workload(WorkloadCommand::Start));
    step(&mut session, 500);
    session.handle(workload(WorkloadCommand::Pause));
    let held = view(&mut session);
    assert_eq!(held.stage, WorkloadStage::Paused);
    assert!(!step(&mut session, 500).accepted);
    assert_eq!(view(&mut session), held);
    let begun = |held: &WorkloadView| held.run.as_ref().expect("it has begun").begun;
    assert!(session.handle(Command::StepToNext).accepted);
    let stepped = view(&mut session);
    assert_eq!((stepped.stage, begun(&stepped)), (WorkloadStage::Paused, begun(&held) + 1));
    session.handle(workload(WorkloadCommand::Resume));
    assert!(step(&mut session, 500).accepted);
    assert_ne!(view(&mut session), stepped);
}

#[test]
fn anything_else_ends_a_run_first() {
    let mut session = chosen("by_date");
    session.handle(workload(WorkloadCommand::Start));
    step(&mut session, 500);
    session.handle(Command::Rename("Another".to_owned()));
    assert_eq!(view(&mut session).stage, WorkloadStage::Idle);
    session.handle(Command::Undo);
    assert!(view(&mut session).run.is_some(), "the run stands before the other action");
    session.handle(Command::Undo);
    assert!(view(&mut session).run.is_none());
}

#[test]
fn a_request_that_cannot_be_filled_is_named() {
    let mut session = chosen("steady");
    let mut plan = (*view(&mut session).plan).clone();
    plan.patterns[1].request = r#"{ "Key": { "id": { "S": "{zip}" } } }"#.into();
    session.handle(workload(WorkloadCommand::Set(Rc::new(plan))));
    let obstacle = view(&mut session).obstacle.clone().expect("there is one");
    assert_eq!(obstacle.key, "workload.fault");
    assert!(!session.handle(workload(WorkloadCommand::Start)).accepted);
}

#[test]
fn a_workload_is_kept_with_its_sandbox() {
    let mut session = chosen("spike");
    let mut plan = (*view(&mut session).plan).clone();
    (plan.seed, plan.seconds, plan.limits, plan.retries) = (7, 90, false, false);
    session.handle(workload(WorkloadCommand::Set(Rc::new(plan.clone()))));
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    assert_eq!(*view(&mut opened).plan, plan);
    assert_eq!(opened.document(), session.document());
}

#[test]
fn what_is_no_workload_is_left_out() {
    let mut session = example::opened("champions");
    let text = r#"{"v":1,"patterns":[7,{"name":"a"},{"name":"b","operation":"Scan","request":"{}",
        "rate":[[9,1],"x",[0,5]]}],"workload":{"seconds":0,"seed":"x"}}"#;
    assert!(session.handle(Command::OpenDocument(text.to_owned())).accepted);
    let plan = view(&mut session).plan.clone();
    assert_eq!((plan.seed, plan.seconds, plan.patterns.len()), (1, 1, 1));
    assert_eq!(plan.patterns[0].points, [(0, 5), (9, 1)]);
}

/// A session whose workload is an experiment at its full rate for a few seconds, with switches as given.
fn full(experiment: &str, limits: bool, retries: bool) -> Session {
    let mut session = Session::first();
    session.handle(choose(&session, experiment));
    let plan = (*view(&mut session).plan).clone();
    let plan = WorkloadPlan { seconds: 4, limits, retries, ..plan };
    assert!(session.handle(workload(WorkloadCommand::Set(Rc::new(plan)))).accepted);
    session
}

/// The summary and the remarks of a run, in words.
fn told(session: &mut Session) -> Vec<String> {
    let shown = view(session);
    let run = shown.run.as_ref().expect("it ran");
    [&run.summary].into_iter().chain(&run.remarks).map(text).collect()
}

#[test]
fn one_hot_key_is_throttled_by_its_partition() {
    let mut session = full("hot_key", true, false);
    run(&mut session, 5_000);
    let told = told(&mut session);
    let shown = view(&mut session);
    let counts = &shown.run.as_ref().expect("it ran").counts;
    let [requests, succeeded, throttled, attempts] = [0, 1, 5, 6].map(|row| counts[row].total);
    assert_eq!((requests, throttled), (9_080, attempts));
    assert_eq!(succeeded + throttled, requests);
    // 1,800 of 2,000 puts a second go to the hot key; its partition serves 1,000 units, and some puts need two.
    assert!((3_200..4_000).contains(&throttled), "{throttled}");
    assert!(told[1].contains("of 9,080 requests") && told[1].ends_with("Retries were off."));
    let cause = "Partitions of Orders reached their own limits: ";
    assert!(told[2].starts_with(cause) && told[2].ends_with("(100% of all throttled attempts)."));
    let settings = views(&mut session).throughput.clone().expect("a table");
    assert!(!settings.is_enforced, "limits for single requests stay as they were");
}

#[test]
fn retries_are_attempts_and_not_requests() {
    let mut session = full("hot_key", true, true);
    run(&mut session, 5_000);
    let shown = view(&mut session);
    let counts = &shown.run.as_ref().expect("it ran").counts;
    let [requests, throttled, attempts, retries] = [0, 5, 6, 7].map(|row| counts[row].total);
    assert!(throttled < requests && throttled < attempts && retries <= attempts);
    // Each request has succeeded, is lost, was rejected or waits.
    let ends: Vec<u64> = counts[1..5].iter().map(|count| count.total).collect();
    assert_eq!(ends.iter().sum::<u64>(), requests);
    assert!(ends[3] > 0, "{ends:?}");
    assert!(told(&mut session)[1].contains("were throttled at least once"));
}

#[test]
fn a_run_without_limits_says_so() {
    let mut session = full("hot_key", false, true);
    run(&mut session, 5_000);
    let told = told(&mut session);
    assert_eq!(told[0], "9,080 requests in 4 s: 9,080 succeeded.");
    assert_eq!(told[1], "Limits were off for this run, so nothing was throttled.");
}

#[test]
fn a_run_without_limits_leaves_the_limits_for_single_requests() {
    let mut session = full("hot_key", false, true);
    session.handle(Command::Set { setting: Setting::Enforcement, value: 1 });
    run(&mut session, 5_000);
    assert_eq!(told(&mut session).len(), 2);
    assert!(views(&mut session).throughput.as_ref().is_some_and(|view| view.is_enforced));
}

#[test]
fn an_experiment_leaves_the_access_patterns_as_they_are() {
    let mut session = Session::first();
    let request = r#"{ "TableName": "Orders", "Key": { "id": { "S": "x" } } }"#;
    let own = PatternPlan {
        name: "Mine".into(),
        operation: "GetItem".into(),
        request: request.into(),
        points: vec![(0, 3)],
        span: 1,
    };
    let plan = WorkloadPlan { patterns: vec![own.clone()], ..(*view(&mut session).plan).clone() };
    session.handle(workload(WorkloadCommand::Set(Rc::new(plan))));
    assert!(session.handle(choose(&session, "hot_key")).accepted);
    let shown = view(&mut session);
    assert_eq!((shown.experiment.as_deref(), shown.own_count), (Some("experiment.hot_key"), 1));
    assert_eq!(session.patterns(None).patterns[0].draft.name, own.name);

    // It is changed apart from them, stored apart from them, and can be left.
    let mut changed = (*shown.plan).clone();
    changed.patterns[0].points[0].1 += 1;
    session.handle(workload(WorkloadCommand::Set(Rc::new(changed.clone()))));
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    assert_eq!(opened.document(), session.document());
    let shown = view(&mut opened);
    assert_eq!((&*shown.plan, shown.own_count), (&changed, 1));
    opened.handle(workload(leave(&opened)));
    let shown = view(&mut opened);
    assert_eq!((shown.experiment.clone(), &shown.plan.patterns), (None, &vec![own]));
    assert!(opened.handle(Command::Undo).accepted);
    assert_eq!(view(&mut opened).experiment.as_deref(), Some("experiment.hot_key"));
}

/// Sets an experiment up on Orders and runs it for a second, as a press on its card does.
fn press(session: &mut Session, name: &str) {
    let name: Rc<str> = format!("experiment.{name}").into();
    let mut set_up = session.set_up(Some("Orders"), &name).expect("it fits");
    Rc::make_mut(&mut set_up.plan).seconds = 1;
    let choose = WorkloadCommand::Choose { experiment: name, set_up };
    assert!(session.handle(workload(choose)).accepted);
    run(session, 10_000);
}

/// Write units a second of a table and its partitions; 0 on demand.
fn write_units(session: &Session, table: &str) -> (u64, usize) {
    let units = match session.database().table(table).expect("it is there").schema.billing {
        Billing::PayPerRequest => 0,
        Billing::Provisioned(units) => units.write_units_per_second,
    };
    let ran = session
        .last_run_throughput()
        .and_then(|it| it.tables.iter().find(|it| it.0.as_str() == table));
    (units, ran.map_or(0, |(_, stores)| stores[0].partitions.len()))
}

/// A table keeps what an experiment has provisioned until the experiment is left, or another one runs.
#[test]
fn every_experiment_begins_with_what_the_table_had() {
    let mut session = Session::first();
    press(&mut session, "hot_key");
    let first = view(&mut session).plan;
    assert_eq!(write_units(&session, "Orders"), (0, 4));
    for (name, units) in [("burst", 100), ("starved_index", 1_000), ("burst", 100)] {
        press(&mut session, name);
        assert_eq!(write_units(&session, "Orders").0, units);
        assert_eq!(session.put_back().map(|(table, _)| table).as_deref(), Some("Orders"));
        // The cards say what they change of the table as it was.
        let changes =
            session.experiments(Some("Orders")).into_iter().filter(|it| it.changes.is_some());
        assert!(changes.map(|it| it.name).any(|it| it == "experiment.burst"), "{name}");
    }
    press(&mut session, "hot_key");
    assert_eq!((write_units(&session, "Orders"), session.put_back()), ((0, 4), None));
    assert_eq!(view(&mut session).plan, first);

    // An experiment with tables of its own puts back as well.
    press(&mut session, "starved_index");
    press(&mut session, "scan");
    assert_eq!((write_units(&session, "Orders").0, session.put_back()), (0, None));

    // What puts it back is stored, and one press takes leaving back.
    press(&mut session, "burst");
    let mut opened = example::opened("champions");
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    assert!(opened.handle(workload(leave(&opened))).accepted);
    assert_eq!((write_units(&opened, "Orders").0, view(&mut opened).experiment), (0, None));
    assert!(opened.handle(Command::Undo).accepted);
    assert_eq!(write_units(&opened, "Orders").0, 100);

    // What a person has provisioned since stays.
    let own = json!({ "TableName": "Orders", "ProvisionedThroughput": { "ReadCapacityUnits": 25, "WriteCapacityUnits": 200 } });
    let call = Command::Call { operation: "UpdateTable".to_owned(), request: own.to_string() };
    assert!(opened.handle(call).accepted);
    assert_eq!(opened.put_back(), None);
    assert!(opened.handle(workload(leave(&opened))).accepted);
    assert_eq!(write_units(&opened, "Orders").0, 200);
}

/// A table of its name has been created since the card was drawn.
#[test]
fn an_experiment_whose_set_up_is_rejected_is_not_chosen() {
    let mut session = Session::first();
    assert!(session.handle(choose(&session, "steady")).accepted);
    let press = choose(&session, "scan");
    assert!(session.handle(choose(&session, "scan")).accepted);
    assert!(session.handle(choose(&session, "steady")).accepted);
    let before = session.document();
    let Response { accepted, notices } = session.handle(press);
    assert!(!accepted && text(&notices[0]).contains("Pages"), "{notices:?}");
    assert_eq!(view(&mut session).experiment.as_deref(), Some("experiment.steady"));
    assert_eq!(session.document(), before);
}

/// In each second one put, and nine in second 125.
#[test]
fn a_run_of_hours_is_drawn_by_the_busiest_second_of_each_minute() {
    let mut session = provisioned(true);
    let plan = (*view(&mut session).plan).clone();
    let mut pattern = plan.patterns[0].clone();
    pattern.points = vec![(0, 1), (124, 1), (125, 9), (126, 1)];
    let plan = WorkloadPlan { seconds: 7_200, patterns: vec![pattern], ..plan };
    assert!(session.handle(workload(WorkloadCommand::Set(Rc::new(plan)))).accepted);
    run(&mut session, u64::MAX);
    let ran = session.workload(Some(WorkloadInterest { second: Some(125) })).run.expect("it ran");
    assert_eq!((ran.column_seconds, ran.begun, ran.column_count()), (60, 120, 120));
    assert_eq!((ran.chosen, ran.seconds_of(2)), (2, (120, 179)));
    let things = ran.stores.iter().find(|it| &*it.name == "Things").expect("it was written");
    let flow = &things.flows[0];
    assert_eq!((flow.consumed[1], flow.consumed[2], flow.consumed[3]), (1, 9, 1));
    assert_eq!(text(&flow.said), "busiest second 125: 9 units used, 0 units throttled, limit 10");
    let sent = ran.counts.iter().find(|it| it.name.key == "workload.count.issued");
    assert_eq!(sent.map(|it| (it.total, it.chosen)), Some((7_208, 68)));
}

/// Of a thousand requests a second, ten million are sent in 10,000 seconds.
#[test]
fn a_run_of_too_many_requests_is_refused_before_it_begins() {
    let mut session = provisioned(true);
    let mut plan = (*view(&mut session).plan).clone();
    plan.patterns[0].points = vec![(0, 1_000)];
    let mut obstacle = |seconds: u64| {
        let plan = WorkloadPlan { seconds, ..plan.clone() };
        let shorter = session.traffic(&plan).shorter;
        assert!(session.handle(workload(WorkloadCommand::Set(Rc::new(plan)))).accepted);
        let obstacle = view(&mut session).obstacle.as_ref().map(text);
        let starts = session.handle(workload(WorkloadCommand::Start)).accepted;
        assert_eq!(starts, obstacle.is_none());
        session.handle(workload(WorkloadCommand::Stop));
        (obstacle, shorter)
    };
    assert_eq!(obstacle(10_000).0, None);
    let words = "This run would send 10,001,000 requests. A run sends 10,000,000 at most: shorten it, or lower a rate.";
    assert_eq!(obstacle(10_001).0.as_deref(), Some(words));
}

/// A session with one table of 10 write units, and puts of 1 unit, 20 a second for a minute.
fn provisioned(idle: bool) -> Session {
    let mut session = Session::first();
    let table = json!({
        "TableName": "Things",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 10 },
    });
    let (operation, request) = ("CreateTable".to_owned(), table.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    let request = r#"{ "TableName": "Things", "Item": { "id": { "S": "{sequence}" } } }"#;
    let put = PatternPlan {
        name: "Put".into(),
        operation: "PutItem".into(),
        request: request.into(),
        points: vec![(0, 20)],
        span: 1,
    };
    let plan = WorkloadPlan {
        seed: 1,
        seconds: 60,
        patterns: vec![put],
        retries: false,
        limits: true,
        idle,
    };
    assert!(session.handle(workload(WorkloadCommand::Set(Rc::new(plan)))).accepted);
    session
}

/// Facts: 300 seconds of unused throughput are kept. 10 units have saved 3,000, of which a minute of 20 takes 600.
#[test]
fn a_table_that_was_idle_serves_a_short_run_by_its_burst_and_says_so() {
    let mut idle = provisioned(true);
    run(&mut idle, 5_000);
    assert_eq!(
        told(&mut idle),
        [
            "1,200 requests in 60 s: 1,200 succeeded.",
            "Burst capacity served 600 WCU of Things beyond the 10 a second that it is provisioned with. It had saved \
             3,000 before the run; once they are used up, such requests are throttled.",
        ]
    );
    let mut used = provisioned(false);
    run(&mut used, 5_000);
    // A second's worth, and 10 a second.
    assert_eq!(told(&mut used)[0], "1,200 requests in 60 s: 610 succeeded.");
}

#[test]
fn a_new_workload_finds_idle_tables_and_an_old_one_what_it_found() {
    let mut session = Session::first();
    assert!(view(&mut session).plan.idle);
    let plan = session.set_up(None, "experiment.steady").expect("it fits").plan;
    session.handle(workload(WorkloadCommand::Set(plan)));
    let mut document: Value = serde_json::from_str(&session.document()).expect("JSON");
    // Before there was a choice, nothing was said.
    assert_eq!(document["workload"], json!({ "idle": true }));
    document.as_object_mut().expect("members").remove("workload");
    assert!(session.handle(Command::OpenDocument(document.to_string())).accepted);
    assert!(!view(&mut session).plan.idle);
}
