//! Advice on what was throttled is tried: the same workload, with the change that was advised, is throttled less.

mod look;
mod plain;

use std::rc::Rc;

use playground::sandbox::command::{Capacity, Command, WorkloadCommand};
use playground::session::Session;
use playground::view::advice::{Cause, Finding};
use playground::view::value::Method;
use playground::view::workload::{PatternPlan, WorkloadInterest, WorkloadPlan, WorkloadStage};

use crate::look::{Interest, Look};
use serde_json::{Value, json};

use crate::plain::text;

#[track_caller]
fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

fn workload(command: WorkloadCommand) -> Command {
    Command::Workload(command)
}

/// A sandbox with one table, `Things`, and a global index `ByKind` of every item, provisioned with so many writes.
fn provisioned(table: u64, index: u64) -> Session {
    let units = |write: u64| json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": write });
    let request = json!({
        "TableName": "Things",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "kind", "AttributeType": "S" },
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "ProvisionedThroughput": units(table),
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByKind",
            "KeySchema": [{ "AttributeName": "kind", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
            "ProvisionedThroughput": units(index),
        }],
    });
    let mut session = Session::first();
    done(&mut session, call("CreateTable", &request));
    session
}

fn call(operation: &str, request: &Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

/// Puts of 20 seconds with these placeholders.
fn puts(id: &str, kind: &str, per_second: u64) -> WorkloadPlan {
    let item = json!({ "id": { "S": id }, "kind": { "S": kind } });
    let put = PatternPlan {
        name: "Put".into(),
        operation: "PutItem".into(),
        request: json!({ "TableName": "Things", "Item": item }).to_string().into(),
        points: vec![(0, per_second)],
        span: 1,
    };
    WorkloadPlan {
        seed: 3,
        seconds: 20,
        patterns: vec![put],
        retries: false,
        limits: true,
        idle: false,
    }
}

/// The same for four seconds.
fn short(plan: WorkloadPlan) -> WorkloadPlan {
    WorkloadPlan { seconds: 4, ..plan }
}

/// Runs a workload; how many requests were throttled.
fn throttled(session: &mut Session, plan: WorkloadPlan) -> u64 {
    done(session, workload(WorkloadCommand::Set(Rc::new(plan))));
    run(session)
}

fn run(session: &mut Session) -> u64 {
    done(session, workload(WorkloadCommand::Start));
    while session.workload_stage() != WorkloadStage::Idle {
        session.handle(workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
    let workload = Some(WorkloadInterest::default());
    let views = session.look(&Interest { workload, ..Interest::default() });
    views.workload.expect("asked for").run.as_ref().expect("it ran").counts[2].total
}

/// What is found first about a table.
fn first(session: &mut Session, table: &str) -> Finding {
    session.advice(Some(table)).expect("there is a table").findings[0].clone()
}

fn units(index: Option<&str>, units: u64) -> Command {
    let capacity = Capacity::Units { index: index.map(Into::into), method: Method::Write, units };
    Command::SetCapacity { table: "Things".to_owned(), capacity }
}

#[test]
fn a_key_far_below_the_ceiling_is_not_hot_and_its_table_is_to_be_raised() {
    let mut session = provisioned(5, 50);
    let before = throttled(&mut session, puts("cold", "{uniform 1000}", 12));
    assert!(before > 100, "{before}");
    let found = first(&mut session, "Things");
    assert_eq!(
        found.words.each_ref().map(text),
        [
            "Things was asked for up to 12 WCU a second, retries included, and serves 5. 135 attempts were throttled.",
            "Provision Things with more: 12 WCU would serve all of them.",
        ]
    );
    assert_eq!(found.cause, Cause::Table);
    done(&mut session, units(None, 12));
    assert_eq!(run(&mut session), 0);
}

#[test]
fn a_uniform_run_with_a_slow_index_opens_with_the_index() {
    let mut session = provisioned(100, 1);
    let before = throttled(&mut session, puts("{sequence}", "{uniform 1000}", 80));
    assert!(before > 1_000, "{before}");
    let found = first(&mut session, "Things");
    assert_eq!(found.cause, Cause::Index("ByKind".into()));
    let [what, cure] = found.words.each_ref().map(text);
    assert!(
        what.starts_with("ByKind was asked for up to ") && what.contains("serves 1."),
        "{what}"
    );
    assert!(cure.starts_with("Provision ByKind with more: "), "{cure}");
    done(&mut session, units(Some("ByKind"), 100));
    assert_eq!(run(&mut session), 0);
}

#[test]
fn a_hot_key_of_an_index_is_named_once_its_partition_is_at_its_limit() {
    let mut session = provisioned(4_000, 4_000);
    let before = throttled(&mut session, short(puts("{sequence}", "one", 3_000)));
    let found = first(&mut session, "Things");
    assert_eq!(found.cause, Cause::Index("ByKind".into()));
    let what = text(&found.words[0]);
    assert!(what.starts_with("one took 100% of what partition "), "{what}");
    assert!(what.contains("which was all of its 1,000 WCU a second"), "{what}");
    // The same items with another key would be moved out of the hot partition first.
    done(&mut session, Command::Undo);
    let after = throttled(&mut session, short(puts("{sequence}", "one.{shard 200}", 3_000)));
    assert!(after * 10 < before, "{after} of {before}");
}

#[test]
fn a_hot_key_of_a_table_is_to_be_spread() {
    let mut session = Session::first();
    let choose = |session: &mut Session, name| {
        let set_up = session.set_up(Some("Orders"), name).expect("it fits");
        throttled(session, short((*set_up.plan).clone()))
    };
    let before = choose(&mut session, "experiment.hot_key");
    let found = first(&mut session, "Orders");
    assert!(text(&found.words[0]).contains("which was all of its 1,000 WCU a second"));
    assert!(text(&found.words[1]).starts_with("Spread the key over several values by a suffix."));
    done(&mut session, Command::Undo);
    let after = choose(&mut session, "experiment.random_suffix");
    assert!(after * 10 < before, "{after} of {before}");
}
