//! Experiments of Load: what they plan and what their runs show, in numbers of DynamoDB's documentation and not of this code.

mod plain;

use std::rc::Rc;

use playground::lesson::example;
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::Session;
use playground::view::value::Method;
use playground::view::workload::{RunFlow, RunView, WorkloadInterest, WorkloadStage};

use crate::plain::text;

/// A table on demand with a partition key and a sort key: it serves 4,000 write units a second, a partition 1,000.
const MESSAGES: &str = r#"{
    "TableName": "Messages", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "User", "AttributeType": "S" }, { "AttributeName": "Id", "AttributeType": "S" }
    ],
    "KeySchema": [{ "AttributeName": "User", "KeyType": "HASH" }, { "AttributeName": "Id", "KeyType": "RANGE" }]
}"#;

/// A table with a sparse global index.
const ORDERS: &str = r#"{
    "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "Id", "AttributeType": "S" }, { "AttributeName": "Open", "AttributeType": "S" }
    ],
    "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }],
    "GlobalSecondaryIndexes": [{
        "IndexName": "OpenOrders",
        "KeySchema": [{ "AttributeName": "Open", "KeyType": "HASH" }],
        "Projection": { "ProjectionType": "KEYS_ONLY" }
    }]
}"#;

/// A table with a sparse local index.
const WITH_LOCAL: &str = r#"{
    "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        { "AttributeName": "Id", "AttributeType": "S" }, { "AttributeName": "At", "AttributeType": "S" },
        { "AttributeName": "Total", "AttributeType": "S" }
    ],
    "KeySchema": [{ "AttributeName": "Id", "KeyType": "HASH" }, { "AttributeName": "At", "KeyType": "RANGE" }],
    "LocalSecondaryIndexes": [{
        "IndexName": "ByTotal",
        "KeySchema": [
            { "AttributeName": "Id", "KeyType": "HASH" }, { "AttributeName": "Total", "KeyType": "RANGE" }
        ],
        "Projection": { "ProjectionType": "KEYS_ONLY" }
    }]
}"#;

/// A session with a table on which an experiment is set up.
fn set_up(table: &str, experiment: &str) -> Session {
    let mut session = example::opened("champions");
    let empty = Command::NewSandbox { title: "Test".to_owned(), epoch_seconds: 0 };
    let create = Command::Call { operation: "CreateTable".to_owned(), request: table.to_owned() };
    assert!(session.handle(empty).accepted && session.handle(create).accepted);
    choose(&mut session, experiment);
    session
}

fn choose(session: &mut Session, experiment: &str) {
    let name: Rc<str> = format!("experiment.{experiment}").into();
    let mut set_up = session.set_up(None, &name).expect("the table lacks nothing");
    // Retries would ask again in later seconds.
    Rc::make_mut(&mut set_up.plan).retries = false;
    let chosen = WorkloadCommand::Choose { experiment: name, set_up };
    assert!(session.handle(Command::Workload(chosen)).accepted, "{experiment}");
}

/// What is planned for each table and index, with its most frequent key.
fn planned(session: &Session) -> Vec<String> {
    let plan = session.workload(None).plan;
    let traffic = session.traffic(&plan);
    let words = |(words, is_over): (&_, bool)| {
        format!("{}{}", if is_over { "! " } else { "" }, text(words))
    };
    let lines = traffic.stores.iter().flat_map(|store| {
        let own = words((&store.words, store.is_over));
        [own].into_iter().chain(store.key.as_ref().map(|(key, is_over)| words((key, *is_over))))
    });
    lines.collect()
}

fn run(session: &mut Session) -> Rc<RunView> {
    assert!(session.handle(Command::Workload(WorkloadCommand::Start)).accepted);
    while session.workload(None).stage == WorkloadStage::Running {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 20_000 }));
    }
    session.workload(Some(WorkloadInterest::default())).run.expect("it ran")
}

fn flow<'r>(run: &'r RunView, store: &str, method: Method) -> &'r RunFlow {
    let found = run.stores.iter().find(|it| &*it.name == store);
    let flows = &found.unwrap_or_else(|| panic!("{store} was not used")).flows;
    flows.iter().find(|flow| flow.method == method).expect("it was asked")
}

fn throttled_requests(run: &RunView, pattern: &str) -> u64 {
    let found = run.patterns.iter().find(|it| &*it.name == pattern);
    found.expect("it was sent").throttled_requests
}

/// Facts: one key of 1,800 write units a second is capped at 1,000, so at least 800 a second are throttled.
#[test]
fn a_hot_key_is_capped_by_its_partition_which_is_said_before() {
    let mut session = set_up(MESSAGES, "hot_key");
    assert_eq!(
        planned(&session)[..2],
        [
            "Messages: at most 2,000 of 4,000 WCU a second.",
            "! Key User-1: 1,800 of 1,000 WCU of a partition, 800 too many.",
        ]
    );
    let run = run(&mut session);
    let writes = flow(&run, "Messages", Method::Write);
    assert!(writes.throttled_total >= 800 * 30, "{}", writes.throttled_total);
    // The others are a tenth of 2,000, of which some are in the partition of the hot key.
    assert!(writes.throttled_total <= 1_000 * 30, "{}", writes.throttled_total);
}

/// Facts: of 2,000 writes a second to one date, 1,000 are accepted.
#[test]
fn a_date_as_the_key_sends_everything_to_one_partition() {
    let mut session = set_up(MESSAGES, "by_date");
    assert_eq!(
        planned(&session)[1],
        "! Key 1970-01-01: 2,000 of 1,000 WCU of a partition, 1,000 too many."
    );
    let run = run(&mut session);
    let writes = flow(&run, "Messages", Method::Write);
    assert_eq!((writes.consumed[0], writes.throttled[0]), (1_000, 1_000));
}

/// Facts: 200 suffixes leave a two-hundredth to each key.
#[test]
fn a_random_suffix_spreads_a_date() {
    let mut session = set_up(MESSAGES, "random_suffix");
    assert_eq!(planned(&session)[1], "Key 1970-01-01.1: 10 of 1,000 WCU of a partition.");
    let run = run(&mut session);
    assert_eq!(flow(&run, "Messages", Method::Write).throttled_total, 0);
}

/// Facts: an upload key by key uses one partition at a time, 1,000 of 2,000 a second; in turns nothing is throttled.
#[test]
fn an_upload_key_by_key_is_throttled_and_one_in_turns_is_not() {
    let mut session = set_up(MESSAGES, "sequential");
    assert_eq!(
        planned(&session)[1],
        "! Key User-1: 2,000 of 1,000 WCU of a partition, 1,000 too many."
    );
    let sequential = run(&mut session);
    let writes = flow(&sequential, "Messages", Method::Write);
    assert!(writes.consumed.iter().all(|units| *units == 1_000), "{:?}", writes.consumed);
    assert_eq!(writes.throttled_total, 20_000);

    let mut session = set_up(MESSAGES, "shuffled");
    assert_eq!(planned(&session)[1], "Key User-1: 50 of 1,000 WCU of a partition.");
    let shuffled = run(&mut session);
    let writes = flow(&shuffled, "Messages", Method::Write);
    assert_eq!((writes.total.halves, writes.throttled_total), (80_000, 0));
}

/// Facts: 300 seconds of unused capacity are saved. An index of 1 unit serves 300 and 1 a second: 360 in a minute.
#[test]
fn an_index_of_one_unit_serves_what_it_saved_and_one_a_second() {
    let mut session = set_up(ORDERS, "starved_index");
    let run = run(&mut session);
    let own = flow(&run, "OpenOrders", Method::Write);
    let served: u64 = own.consumed.iter().sum();
    assert!((359..=360).contains(&served), "{served}");
    assert_eq!(own.total.halves, 2 * served);
    assert!(own.late.halves > 0, "what waits at the end was charged, and is not served");
    let waits = run
        .remarks
        .iter()
        .map(text)
        .any(|it| it.contains("still waiting for write units of OpenOrders"));
    assert!(waits, "{:?}", run.remarks.iter().map(text).collect::<Vec<_>>());
    assert!(throttled_requests(&run, "PutItem") > 0, "its queue throttles writes to the table");
}

fn number(words: &str, after: &str) -> u64 {
    let (_, rest) = words.split_once(after).unwrap_or_else(|| panic!("no {after} in {words}"));
    let digits: String =
        rest.chars().filter(|it| *it != ',').take_while(char::is_ascii_digit).collect();
    digits.parse().expect("it is a number")
}

/// One item of twenty is in the index. A put that replaces an item also removes the entry of the old one: a tenth of a unit for each
/// put once most replace one, which is what a run comes to.
#[test]
fn what_is_planned_for_an_index_is_what_a_run_takes() {
    let mut session = set_up(ORDERS, "steady");
    let planned_units = number(&planned(&session).join(" "), "OpenOrders: about ");
    let run = run(&mut session);
    let writes = flow(&run, "OpenOrders", Method::Write);
    let each_second = (writes.total.halves + writes.late.halves) / (2 * 60);
    assert!((90..=110).contains(&planned_units), "{planned_units} of 1,000 puts a second");
    assert!(planned_units.abs_diff(each_second) <= 10, "{planned_units}, not {each_second}");
}

/// 2,000 puts of new items a second, of which one in twenty is in the local index: no chance is in that.
#[test]
fn what_is_planned_for_new_items_is_exact() {
    let session = set_up(WITH_LOCAL, "sequential");
    assert_eq!(planned(&session)[0], "Orders: at most 2,100 of 4,000 WCU a second.");
}

/// The first table of the page has 20,000 possible keys, of which a run of a minute writes most.
#[test]
fn what_is_planned_for_many_keys_is_near_what_a_run_takes() {
    let mut session = Session::first();
    choose(&mut session, "steady");
    let planned_units = number(&planned(&session).join(" "), "OpenOrders: about ");
    let run = run(&mut session);
    let each_second = flow(&run, "OpenOrders", Method::Write).total.halves / 2 / 60;
    assert!(planned_units.abs_diff(each_second) <= 8, "{planned_units}, not {each_second}");
}

/// 40 units a second for 400 puts, give or take chance: what is planned is what the verdict says.
#[test]
fn a_verdict_says_what_was_planned() {
    let mut session = set_up(ORDERS, "starved_index");
    let planned_units = number(&planned(&session).join(" "), "OpenOrders: about ");
    run(&mut session);
    let verdict = text(&session.verdict().expect("it ran").words[0]);
    assert_eq!(number(&verdict, "needs about "), planned_units);
    assert!((36..=44).contains(&planned_units), "{planned_units}");

    // Nine of ten puts have the key, of 2,000 a second, and cost 1.1 units at most with their entries in the local index.
    let mut session = set_up(WITH_LOCAL, "hot_key");
    let planned_units = number(&planned(&session).join(" "), "Key Id-1: about ");
    run(&mut session);
    let verdict = text(&session.verdict().expect("it ran").words[0]);
    assert_eq!(number(&verdict, "needs about "), planned_units);
    assert!((1_890..=1_980).contains(&planned_units), "{planned_units}");
}

/// A table on demand with a local index serves 4,000 units a second, of which some are those of the index.
#[test]
fn units_of_a_local_index_are_within_those_of_its_table() {
    let mut session = set_up(WITH_LOCAL, "spike");
    let run = run(&mut session);
    let [all, own] = ["Orders", "ByTotal"].map(|name| flow(&run, name, Method::Write));
    assert_eq!(*all.locals, ["ByTotal".into()]);
    assert!(own.consumed[25] > 0 && own.locals.is_empty());
    assert_eq!((all.limit[25], all.consumed[25]), (4_000, 4_000));
    assert!(all.throttled[25] > 0);
}

/// Facts: 80 and 60 RCU are asked of a table of 100; of two indexes of 80 and 40, only the second throttles, 20 a second.
#[test]
fn two_readers_share_the_throttling_of_a_table_and_not_of_two_indexes() {
    let mut session = set_up(MESSAGES, "readers_shared");
    assert!(
        planned(&session)
            .iter()
            .any(|it| it.starts_with("! ClickStream: 140 of 100 RCU a second, 40 too many."))
    );
    let shared = run(&mut session);
    let reads = flow(&shared, "ClickStream", Method::Read);
    // 59 seconds ask for 8,260 RCU. There are 100 at first and 100 in each of 60 seconds: 2,160 RCU lack, 4,320 reads.
    assert!(reads.throttled_total.abs_diff(4_320) <= 1, "{}", reads.throttled_total);
    for reader in ["Urgent reader", "Report"] {
        assert!(throttled_requests(&shared, reader) > 0, "{reader}");
    }

    choose(&mut session, "readers_split");
    let words = planned(&session);
    assert!(
        words.iter().any(|it| it.starts_with("Urgent: at most 80 of 80 RCU a second.")),
        "{words:?}"
    );
    assert!(
        words.iter().any(|it| it.starts_with("! Report: 60 of 40 RCU a second, 20 too many.")),
        "{words:?}"
    );
    let split = run(&mut session);
    assert_eq!(flow(&split, "Urgent", Method::Read).throttled_total, 0);
    // 59 seconds ask for 3,540 RCU of 40 and 60 times 40: 1,100 RCU lack, 2,200 reads.
    let report = flow(&split, "Report", Method::Read).throttled_total;
    assert!(report.abs_diff(2_200) <= 1, "{report}");
}

/// Facts: a Scan of 12 items of 4,096 B takes 6 RCU, three of them 1.5; the table has 5.
#[test]
fn a_scan_takes_what_critical_reads_need_and_its_pages_do_not() {
    let mut session = set_up(MESSAGES, "scan");
    let whole = run(&mut session);
    assert!(throttled_requests(&whole, "Critical read") > 0);
    // The items are there now: 6 for the Scan, 2 for four critical reads.
    assert!(
        planned(&session)
            .iter()
            .any(|it| it.starts_with("! Pages: 8 of 5 RCU a second, 3 too many.")),
        "{:?}",
        planned(&session)
    );

    choose(&mut session, "scan_pages");
    assert!(
        planned(&session).iter().any(|it| it.starts_with("Pages: at most 4 of 5 RCU a second.")),
        "{:?}",
        planned(&session)
    );
    let pages = run(&mut session);
    assert_eq!(flow(&pages, "Pages", Method::Read).throttled_total, 0);
}

/// Facts: 100 WCU save 30,000 in 300 idle seconds, which 500 a second use up in 75: 400 of each are not there.
#[test]
fn a_burst_lasts_for_75_seconds() {
    let mut session = set_up(MESSAGES, "burst");
    assert_eq!(
        planned(&session)[0],
        "! Messages: 500 of 100 WCU a second, 400 too many. Saved burst capacity covers them until second 75."
    );
    let run = run(&mut session);
    let writes = flow(&run, "Messages", Method::Write);
    assert_eq!(writes.throttled.iter().position(|units| *units > 0), Some(75));
    assert!(writes.consumed[..75].iter().all(|units| *units == 500), "{:?}", writes.consumed);
    assert_eq!(writes.throttled[80], 400);
    // The rate falls to 50 within the 90th second.
    assert!(writes.throttled[91..].iter().all(|units| *units == 0), "{:?}", writes.throttled);
}

/// 6,000 a second for ten seconds, on a table that serves 4,000.
#[test]
fn a_spike_is_throttled_while_it_lasts() {
    let mut session = set_up(MESSAGES, "spike");
    let said = "! Messages: 6,000 of 4,000 WCU a second, 2,000 too many.";
    assert_eq!(planned(&session)[0], said);
    let run = run(&mut session);
    let throttled = &flow(&run, "Messages", Method::Write).throttled;
    let seconds = (0..).zip(throttled).filter(|(_, units)| **units > 0);
    let seconds: Vec<u64> = seconds.map(|(second, _)| second).collect();
    assert_eq!(seconds, (20..30).collect::<Vec<_>>());
}

/// Of 1,000 keys by Zipf's law the first has 1/7.485 of 2,000 requests: 267.2.
#[test]
fn the_first_key_of_a_thousand_by_zipf() {
    let session = set_up(MESSAGES, "zipf");
    assert_eq!(planned(&session)[1], "Key User-1: 268 of 1,000 WCU of a partition.");
}

/// 100 items a second for a minute. At its end, those of seconds 0 to 50 are deleted, ten seconds after they expired.
#[test]
fn expired_items_are_deleted_for_no_units() {
    let mut session = set_up(MESSAGES, "expiry");
    let run = run(&mut session);
    let writes = flow(&run, "Sessions", Method::Write);
    assert_eq!((writes.total.halves, writes.throttled_total), (2 * 6_000, 0));
    let document: serde_json::Value =
        serde_json::from_str(&session.document()).expect("it is JSON");
    let tables = document["designs"]["A"]["tables"].as_array().or(document["tables"].as_array());
    let sessions = tables.into_iter().flatten().find(|table| table["TableName"] == "Sessions");
    let left = sessions.and_then(|table| table["Items"].as_array()).expect("it is there").len();
    assert_eq!(left, 900);
}

/// Facts: four segments take the 6 RCU of a Scan, and critical reads 2 of the 5 that there are.
#[test]
fn a_parallel_scan_takes_as_many_units() {
    let mut session = set_up(MESSAGES, "parallel_scan");
    let run = run(&mut session);
    assert!(flow(&run, "Pages", Method::Read).throttled_total > 0);
    let said = "! Pages: 8 of 5 RCU a second, 3 too many.";
    assert!(planned(&session).iter().any(|it| it.starts_with(said)), "{:?}", planned(&session));
}

/// 800 writes a second to 1,000 WCU; and of two tables, the scanned one is never the one that critical reads need.
#[test]
fn own_tables_serve_what_they_are_for() {
    for (experiment, tables) in
        [("periods", ["Events_2024_03", "Events_2024_02"]), ("shadow", ["Prices_A", "Prices_B"])]
    {
        let mut session = set_up(MESSAGES, experiment);
        let run = run(&mut session);
        for table in tables {
            let store = run.stores.iter().find(|it| *it.name == *table).expect("it was used");
            let throttled: u64 = store.flows.iter().map(|flow| flow.throttled_total).sum();
            assert_eq!(throttled, 0, "{table}");
        }
    }
}

/// What is typed as the seconds of a run is not those of an experiment: its card says how long it runs.
#[test]
fn a_card_says_how_long_its_experiment_runs() {
    let session = set_up(ORDERS, "steady");
    for card in session.experiments(None).iter().filter(|card| card.lack.is_none()) {
        let plan = session.set_up(None, card.name).expect("the table lacks nothing").plan;
        assert_eq!(card.seconds, plan.seconds, "{}", card.name);
    }
}
