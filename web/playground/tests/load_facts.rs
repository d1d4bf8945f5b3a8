//! Facts on throughput and limits as the result of a run displays them.

mod votes;

use std::rc::Rc;

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::Session;
use playground::view::throughput::Setting;
use playground::view::value::Method;
use playground::view::workload::{
    PatternPlan, RunView, WorkloadInterest, WorkloadPlan, WorkloadStage,
};
use serde_json::{Value, json};

use crate::votes::{throughput, votes};

#[track_caller]
fn done(session: &mut Session, command: Command) {
    assert!(session.handle(command).accepted);
}

fn put(item: &Value, table: &str, per_second: u64) -> PatternPlan {
    PatternPlan {
        name: "Put".into(),
        operation: "PutItem".into(),
        request: json!({ "TableName": table, "Item": item }).to_string().into(),
        points: vec![(0, per_second)],
        span: 1,
    }
}

/// Runs requests to their end, without retries; what is shown of it.
fn run(session: &mut Session, seconds: u64, patterns: Vec<PatternPlan>) -> Rc<RunView> {
    let plan =
        WorkloadPlan { seed: 1, seconds, patterns, retries: false, limits: true, idle: false };
    done(session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    done(session, Command::Workload(WorkloadCommand::Start));
    while session.workload_stage() != WorkloadStage::Idle {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
    session.workload(Some(WorkloadInterest::default())).run.expect("it ran")
}

/// Write units that were throttled in the last second, as the chart of the table says.
fn throttled_at_last(run: &RunView) -> u64 {
    let flows = run.stores.iter().find(|it| &*it.name == "Votes").map(|store| &store.flows);
    let flow = flows.and_then(|flows| flows.iter().find(|it| it.method == Method::Write));
    flow.and_then(|flow| flow.throttled.last().copied()).expect("it was written")
}

/// Votes for four polls, each placed in a partition of its own by choosing it.
fn placed(session: &Session, rates: [u64; 4]) -> Vec<PatternPlan> {
    let item = json!({ "poll": { "S": "b" }, "voter": { "S": "{sequence}" } });
    let of = |(partition, rate): (usize, u64)| {
        let pattern = put(&item, "Votes", rate);
        let editor = session.request_editor(None, &pattern).expect("there is a table");
        let placement = &editor.placements[0];
        session.placed(&pattern, placement, partition).expect("a key is there")
    };
    rates.into_iter().enumerate().map(of).collect()
}

/// Facts 10.29: 400 WCU over 4 partitions, loads of 50, 50, 50 and 150. Without adaptive capacity the fourth throttles 50 a second when its
/// burst is gone, with it none; at 300 the table is asked for 450 and throttles 50.
#[test]
fn adaptive_capacity_serves_a_busy_partition_up_to_what_the_table_has() {
    for (is_adaptive, busiest, throttled) in [(0, 150, 50), (1, 150, 0), (1, 300, 50)] {
        let mut session = votes(Some([5, 400]));
        for (setting, value) in [(Setting::PartitionCount, 4), (Setting::Adaptation, is_adaptive)] {
            done(&mut session, Command::Set { setting, value });
        }
        let patterns = placed(&session, [50, 50, 50, busiest]);
        let run = run(&mut session, 20, patterns);
        assert_eq!(throttled_at_last(&run), throttled, "{busiest} with {is_adaptive}");
    }
}

/// Votes with an index of all attributes.
fn raises() -> Session {
    let units = throughput([5, 20_000]);
    let key = |name: &str| json!([{ "AttributeName": name, "KeyType": "HASH" }]);
    let table = json!({
        "TableName": "Votes",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "raised", "AttributeType": "S" },
        ],
        "KeySchema": key("id"),
        "ProvisionedThroughput": units,
        "GlobalSecondaryIndexes": [{
            "IndexName": "Raises", "KeySchema": key("raised"), "ProvisionedThroughput": units,
            "Projection": { "ProjectionType": "ALL" },
        }],
    });
    let mut session = Session::first();
    let (operation, request) = ("CreateTable".to_owned(), table.to_string());
    done(&mut session, Command::Call { operation, request });
    session
}

/// Changes that arrive after the end of a run were charged in it.
#[test]
fn an_index_that_changes_reach_after_the_run_is_in_its_result() {
    let mut session = raises();
    done(&mut session, Command::Set { setting: Setting::Delay, value: 10_000 });
    let item = json!({ "id": { "S": "{sequence}" }, "raised": { "S": "L1" } });
    let run = run(&mut session, 3, vec![put(&item, "Votes", 20)]);
    let index = run.stores.iter().find(|it| &*it.name == "Raises").expect("it was written");
    let late: Vec<u64> = index.flows.iter().map(|flow| flow.late.halves).collect();
    assert_eq!(late, [2 * 3 * 20]);
}

/// Facts 10.4: of 10,000 raises a second that change entries of one index key, a partition of the index takes 1,000; once changes wait for
/// it, 9,000 writes to the table are throttled, though table and index have 20,000 units.
#[test]
fn a_hot_key_of_an_index_throttles_its_table() {
    let mut session = raises();
    let item = json!({
        "id": { "S": "{uniform 10000}" }, "raised": { "S": "L1" }, "amount": { "N": "{sequence}" },
    });
    let run = run(&mut session, 30, vec![put(&item, "Votes", 10_000)]);
    let flow = |name: &str| {
        let store = run.stores.iter().find(|it| &*it.name == name);
        &store.expect("it was written").flows[0]
    };
    // Writes pass in every other second, when the changes of the one before have arrived.
    let of_twenty = |values: &[u64]| values[10..].iter().sum::<u64>() / 20;
    let (votes, raises) = (flow("Votes"), flow("Raises"));
    assert_eq!((of_twenty(&votes.consumed), of_twenty(&raises.consumed)), (1_000, 1_000));
    assert_eq!(of_twenty(&raises.throttled), 9_000);
}

/// Facts 10.13, at the scale of a lesson: of a limit of 10,000 bytes, an item of 494 bytes takes four times as much with three local indexes
/// of all attributes: the sixth is rejected. Without any, no limit applies.
#[test]
fn a_full_item_collection_rejects_the_rest_of_an_upload() {
    let attributes = ["Temp", "Load", "Alarm"];
    for (has_indexes, succeeded) in [(true, 5), (false, 9)] {
        let mut definitions = vec![json!({ "AttributeName": "Device", "AttributeType": "S" })];
        definitions.push(json!({ "AttributeName": "Ts", "AttributeType": "N" }));
        let mut indexes = Vec::new();
        for attribute in attributes.iter().filter(|_| has_indexes) {
            definitions.push(json!({ "AttributeName": attribute, "AttributeType": "N" }));
            let key = json!([
                { "AttributeName": "Device", "KeyType": "HASH" },
                { "AttributeName": attribute, "KeyType": "RANGE" },
            ]);
            let projection = json!({ "ProjectionType": "ALL" });
            indexes.push(json!({ "IndexName": format!("by{attribute}"), "KeySchema": key, "Projection": projection }));
        }
        let mut table = json!({
            "TableName": "Readings", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": definitions,
            "KeySchema": [
                { "AttributeName": "Device", "KeyType": "HASH" },
                { "AttributeName": "Ts", "KeyType": "RANGE" },
            ],
        });
        if has_indexes {
            table["LocalSecondaryIndexes"] = indexes.into();
        }
        let mut session = Session::first();
        let (operation, request) = ("CreateTable".to_owned(), table.to_string());
        done(&mut session, Command::Call { operation, request });
        done(&mut session, Command::Set { setting: Setting::CollectionMax, value: 10_000 });
        let number = || json!({ "N": "21" });
        let item = json!({
            "Device": { "S": "D1" }, "Ts": { "N": "170000000{sequence}" },
            "Temp": number(), "Load": number(), "Alarm": number(), "Payload": { "S": "{text 450}" },
        });
        let run = run(&mut session, 1, vec![put(&item, "Readings", 9)]);
        let pattern = &run.patterns[0];
        assert_eq!(pattern.succeeded, succeeded, "{pattern:?}");
        let rejected: Vec<u64> = pattern.rejections.iter().map(|(_, count)| *count).collect();
        assert_eq!(rejected, if has_indexes { vec![4] } else { Vec::new() });
    }
}

/// Facts 05.3: a table, or an index, may use no more than the maximum that is set for it. Changes of an index that may use half of what
/// is written wait, and soon throttle its table.
#[test]
fn a_maximum_on_demand_is_the_limit_of_a_run_and_of_its_plan() {
    let maximum = json!({ "MaxWriteRequestUnits": 30 });
    let session = |of_table: &Value, of_index: &Value| {
        let mut session = Session::first();
        let mut table = json!({
            "TableName": "Votes", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "g", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByG", "KeySchema": [{ "AttributeName": "g", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            }],
        });
        if of_table.is_object() {
            table["OnDemandThroughput"] = of_table.clone();
        }
        if of_index.is_object() {
            table["GlobalSecondaryIndexes"][0]["OnDemandThroughput"] = of_index.clone();
        }
        let (operation, request) = ("CreateTable".to_owned(), table.to_string());
        done(&mut session, Command::Call { operation, request });
        session
    };
    let item = json!({ "id": { "S": "{sequence}" }, "g": { "S": "g{uniform 5000}" } });
    for (of_table, of_index, name) in
        [(&maximum, &Value::Null, "Votes"), (&Value::Null, &maximum, "ByG")]
    {
        let run = run(&mut session(of_table, of_index), 60, vec![put(&item, "Votes", 60)]);
        let store = run.stores.iter().find(|it| &*it.name == name).expect("it was written");
        let flow = &store.flows[0];
        assert_eq!(flow.limit.last(), Some(&30), "{name}");
        let consumed: u64 = flow.consumed.iter().sum();
        // Four partitions of the index throttle once two seconds of its maximum wait for each: 4 × 60 of 1,800.
        assert!((1_700..=1_900).contains(&consumed), "{name}: {consumed}");
        let flows = run.stores.iter().flat_map(|it| &it.flows);
        let throttled: u64 = flows.flat_map(|it| &it.throttled).sum();
        assert!(throttled >= 1_500, "{name}: {throttled}");
    }
}
