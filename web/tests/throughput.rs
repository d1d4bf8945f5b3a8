//! Throughput from outside: settings in; meters, heat and rejections out.

#[path = "../playground/tests/look/mod.rs"]
mod look;
#[path = "../playground/tests/plain/mod.rs"]
mod plain;

use std::rc::Rc;

use playground::lesson::example;
use playground::message::number;
use playground::sandbox::command::{Capacity, Command, WorkloadCommand};
use playground::session::Session;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::message::Argument;
use playground::view::throughput::{ScalingView, Setting, ThroughputView};
use playground::view::value::Method;
use playground::view::workload::{PatternPlan, WorkloadInterest, WorkloadPlan, WorkloadStage};

use crate::look::{Interest, Look};
use serde_json::{Value, json};
use web::panel::contract::Panel;
use web::panel::heat::Heat;
use web::panel::heat::state::State;
use web::panel::page::PageState;
use web::panel::part::heat::{self, PartitionHeat, View as HeatView};
use web::panel::shared::{Selection, Shared};
use web::panel::throughput::Throughput;
use web::panel::throughput::view::View as SettingsView;

use crate::plain::text;

fn interest() -> Interest {
    Interest { items_shown: 200, entries_shown: 200, ..Interest::default() }
}

fn throughput(session: &mut Session) -> ThroughputView {
    session.look(&interest()).throughput.clone().expect("there is a table")
}

/// What the heat panel shows of a table, or of the first one.
fn heat_of(session: &Session, table: Option<&str>, second: Option<usize>) -> Option<HeatView> {
    let state = State { method: Method::Write, second };
    let selection = Selection { table: table.map(Into::into), ..Selection::default() };
    let page = PageState::default();
    Heat::view(&state, &Shared { session, selection: &selection, page: &page })
}

fn heat(session: &Session, second: Option<usize>) -> Option<HeatView> {
    heat_of(session, None, second)
}

/// What the throughput panel shows of the first table.
fn settings(session: &Session) -> SettingsView {
    let (selection, page) = (Selection::default(), PageState::default());
    let shared = Shared { session, selection: &selection, page: &page };
    Throughput::view(&(), &shared).expect("there is a table")
}

#[track_caller]
fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

fn set(setting: Setting, value: u64) -> Command {
    Command::Set { setting, value }
}

fn capacity(capacity: Capacity) -> Command {
    Command::SetCapacity { table: "Orders".to_owned(), capacity }
}

fn put(order: &str, bytes: usize) -> Command {
    let item = json!({
        "CustomerId": { "S": "C1" },
        "OrderId": { "S": order },
        "OrderOpenDate": { "S": "2024-05-09" },
        "Notes": { "S": "x".repeat(bytes) },
    });
    let request = json!({ "TableName": "Orders", "Item": item });
    Command::Call { operation: "PutItem".to_owned(), request: request.to_string() }
}

/// Orders with five units a second of the table and of its index, in one partition, and nothing saved.
fn provisioned() -> Session {
    let mut session = Session::first();
    done(&mut session, capacity(Capacity::Provisioned));
    done(&mut session, set(Setting::Enforcement, 1));
    session
}

/// What the first fault says, in our words.
fn explanation(session: &mut Session) -> String {
    let views = session.look(&interest());
    let fault = views.why.fault.clone().expect("a rejection");
    text(fault.explanation.as_ref().expect("an explanation"))
}

#[test]
fn nothing_is_measured_until_it_is_switched_on() {
    let mut session = Session::first();
    let view = settings(&session);
    assert!(!view.is_enforced && view.is_adaptive && !view.is_provisioned);
    assert_eq!(heat(&session, None), None);
    done(&mut session, set(Setting::Enforcement, 1));
    let heat = heat(&session, None).expect("heat is measured");
    let partitions: Vec<usize> = heat.stores.iter().map(|store| store.partitions.len()).collect();
    assert_eq!(partitions, [4, 4]);
    assert_eq!(
        text(&heat.stores[0].partitions[1].range),
        "25% to 50% of the hashes of keys, 7.0 KB"
    );
    assert_eq!(*heat.stores[0].locals[0], *"ByTotal");
}

#[test]
fn a_table_that_is_used_up_throttles_and_says_why() {
    let mut session = provisioned();
    done(&mut session, put("O-1", 8_000));
    assert!(!session.handle(put("O-2", 100)).accepted);
    let views = session.look(&interest());
    let fault = views.why.fault.clone().expect("a rejection");
    assert_eq!(fault.code.as_deref(), Some("ProvisionedThroughputExceededException"));
    assert_eq!(
        explanation(&mut session),
        "Throttled. Partition 1 of Orders has used its share of 5 WCU a second, and its burst bucket is \
         empty. This request needs 1 there. Let time pass, or provision more."
    );
    let orders = &throughput(&mut session).stores[0];
    assert_eq!(
        (orders.write.limit, orders.write.consumed.halves, orders.write.throttled),
        (5, 16, 1)
    );
    assert_eq!(orders.heat.shown, [5]);

    let call = Some(CallForm {
        operation: "DeleteItem".into(),
        text: r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-9"}}}"#
            .into(),
        origin: TextOrigin::Typed,
    });
    let asked = Interest { call, ..interest() };
    assert!(session.look(&asked).call.as_ref().is_some_and(|form| form.fault.is_some()));
    done(&mut session, Command::Advance { by_ms: 2_000 });
    assert!(session.look(&asked).call.as_ref().is_some_and(|form| form.fault.is_none()));
    done(&mut session, put("O-2", 100));
    let heat = heat(&session, Some(0)).expect("heat is measured");
    let partition = &heat.stores[0].partitions[0];
    assert_eq!((partition.served[0], partition.refused[0], partition.capacity[0]), (16, 2, 10));
    assert_eq!(heat.stores[0].max, 18);
    assert_eq!(
        text(&partition.chosen),
        "Asked for 9 of 5 units: 8 served, 3 of them beyond this second’s capacity (saved for a burst, or one large \
         request). Throttled attempts: 1"
    );
    assert_eq!(partition.share, Some(Argument::share(9, 5)));
    assert_eq!(
        text(partition.hot.as_ref().expect("a hot key")),
        "Key “C1” takes 100% of what this partition serves"
    );
    // While the bucket is in debt nothing is served; the partition was asked all the same, and is not cold.
    done(&mut session, put("O-3", 20_000));
    done(&mut session, Command::Advance { by_ms: 1_000 });
    assert!(!session.handle(put("O-4", 100)).accepted);
    let heat = self::heat(&session, None).expect("heat is measured");
    let partition = &heat.stores[0].partitions[0];
    assert_eq!((partition.served.last(), partition.refused.last()), (Some(&0), Some(&2)));
}

#[test]
fn unused_units_are_kept_for_a_burst() {
    let mut session = provisioned();
    done(&mut session, Command::Advance { by_ms: 400_000 });
    let burst = throughput(&mut session).stores[0].write.burst.expect("a reservoir");
    assert_eq!((burst.seconds, burst.percent), (300, 100));
    done(&mut session, set(Setting::BurstSeconds, 60));
    let burst = throughput(&mut session).stores[0].write.burst.expect("a reservoir");
    assert_eq!((burst.seconds, burst.percent), (60, 100));
}

#[test]
fn an_index_that_cannot_keep_up_slows_its_table() {
    let mut session = provisioned();
    done(&mut session, capacity(units(None, Method::Write, 1_000)));
    done(&mut session, capacity(units(Some("OpenOrders"), Method::Write, 1)));
    done(&mut session, Command::Advance { by_ms: 10_000 });
    let rejected =
        (0..40).position(|order| !session.handle(put(&format!("P-{order}"), 10)).accepted);
    assert!(rejected.is_none(), "changes are on their way and have not arrived");
    done(&mut session, Command::Advance { by_ms: 200 });
    let store = &throughput(&mut session).stores[1];
    let queue = store.queue.as_ref().expect("changes wait");
    assert!(queue.is_pushing_back);
    assert!(text(&queue.words).ends_with("changes wait for write units, the oldest for 0 s."));
    assert!(!session.handle(put("P-99", 10)).accepted);
    assert!(
        explanation(&mut session)
            .starts_with("Throttled by OpenOrders: it has used its 1 WCU a second")
    );
}

#[test]
fn settings_are_undone_one_by_one_and_kept_in_the_document() {
    let mut session = provisioned();
    done(&mut session, set(Setting::WriteCeiling, 8));
    done(&mut session, set(Setting::Spread, 50));
    let document: Value = serde_json::from_str(&session.document()).expect("a document is JSON");
    assert_eq!(
        document["throughput"],
        json!({ "is_enforced": true, "partition_writes": 8, "spread_ms": 50 })
    );
    let text = session.document();
    let mut copy = example::opened("champions");
    done(&mut copy, Command::OpenDocument(text.clone()));
    assert_eq!(copy.document(), text);
    assert!(throughput(&mut copy).is_enforced);

    for _ in 0..3 {
        done(&mut session, Command::Undo);
    }
    let document: Value = serde_json::from_str(&session.document()).expect("a document is JSON");
    assert_eq!(document.get("throughput"), None);
    assert!(!throughput(&mut session).is_enforced);
}

#[test]
fn a_rebuilt_table_keeps_its_capacity_and_all_its_items() {
    let mut session = provisioned();
    done(&mut session, capacity(units(Some("OpenOrders"), Method::Write, 7)));
    let design = session.table_design("Orders").expect("a table");
    done(&mut session, Command::RebuildTable { table: "Orders".to_owned(), design });
    let view = throughput(&mut session);
    assert!(view.is_enforced && settings(&session).is_provisioned);
    assert_eq!([view.stores[0].write.limit, view.stores[1].write.limit], [5, 7]);
    let table = session.look(&interest()).table.expect("a table");
    assert_eq!(table.item_count, 10);
}

#[test]
fn what_is_provisioned_follows_what_is_used() {
    let mut session = provisioned();
    let scaling = ScalingView { units_max: 40, ..ScalingView::USUAL };
    done(&mut session, capacity(Capacity::Scaled(Some(scaling))));
    assert_eq!(settings(&session).scaling, Some(scaling));
    for minute in 0..4 {
        for second in 0..60 {
            session.handle(put(&format!("S-{minute}-{second}"), 4_000));
            done(&mut session, Command::Advance { by_ms: 1_000 });
        }
    }
    assert!(throughput(&mut session).stores[0].write.limit > 5);
    let text = session.document();
    let mut copy = example::opened("champions");
    done(&mut copy, Command::OpenDocument(text.clone()));
    assert_eq!(copy.document(), text);
    assert_eq!(settings(&copy).scaling, Some(scaling));
    done(&mut session, capacity(Capacity::Scaled(None)));
    assert_eq!(settings(&session).scaling, None);
}

#[test]
fn a_setting_of_the_wrong_kind_is_a_problem_of_its_document() {
    let mut session = Session::first();
    for settings in [json!(1), json!({ "partition_writes": 0 }), json!({ "burst_seconds": "long" })]
    {
        let document = json!({ "v": 1, "throughput": settings });
        done(&mut session, Command::OpenDocument(document.to_string()));
        assert_eq!(session.problems().len(), 1, "{settings}");
    }
}

#[test]
fn a_document_sets_no_more_than_the_fields_of_the_page() {
    for (name, value, setting, taken) in [
        ("burst_seconds", 3_601, Setting::BurstSeconds, 3_600),
        ("partition_reads", 1_000_001, Setting::ReadCeiling, 1_000_000),
        ("partition_writes", 1_000_001, Setting::WriteCeiling, 1_000_000),
        ("partition_size", (1 << 40) + 1, Setting::PartitionSize, 1 << 40),
        ("partition_count_min", 257, Setting::PartitionCount, 256),
        ("spread_ms", u64::MAX, Setting::Spread, 60_000),
    ] {
        let mut session = Session::first();
        let mut document: Value = serde_json::from_str(&session.document()).expect("it is JSON");
        document["throughput"] = json!({ name: value });
        done(&mut session, Command::OpenDocument(document.to_string()));
        let [problem] = session.problems() else { panic!("{name}: {:?}", session.problems()) };
        assert_eq!(text(&problem.part), format!("Member throughput.{name}"));
        assert!(text(&problem.reason).starts_with("It is not between "), "{name}");
        let view = settings(&session);
        let field = view.numbers.iter().find(|field| field.setting == setting);
        assert_eq!(field.map(|field| field.value), Some(taken), "{name}");
    }
}

#[test]
fn a_line_of_a_log_sets_no_more_than_the_fields_of_the_page() {
    let mut session = Session::first();
    let checkpoint = session.work();
    let line = r#"{"set_throughput":{"setting":"burst_seconds","value":4000}}"#;
    assert!(session.restore(&checkpoint, &[line.to_owned()]).accepted);
    let [problem] = session.problems() else { panic!("{:?}", session.problems()) };
    assert_eq!(text(&problem.part), "Step 1 of the log");
    assert_eq!(text(&problem.reason), "It is not between 1 and 3,600: 3,600 is used.");
    let view = settings(&session);
    let field = view.numbers.iter().find(|field| field.setting == Setting::BurstSeconds);
    assert_eq!(field.map(|field| field.value), Some(3_600));
}

#[test]
fn a_document_scales_no_further_than_the_fields_of_the_page() {
    let mut session = Session::first();
    done(&mut session, capacity(Capacity::Provisioned));
    done(&mut session, capacity(Capacity::Scaled(Some(ScalingView::USUAL))));
    let mut document: Value = serde_json::from_str(&session.document()).expect("it is JSON");
    document["tables"][0]["AutoScaling"]["MaxCapacity"] = 40_001.into();
    done(&mut session, Command::OpenDocument(document.to_string()));
    let [problem] = session.problems() else { panic!("{:?}", session.problems()) };
    assert_eq!(text(&problem.part), "Member tables[0].AutoScaling.MaxCapacity");
    let scaling = settings(&session).scaling;
    assert_eq!(scaling, Some(ScalingView { units_max: 40_000, ..ScalingView::USUAL }));
}

fn units(index: Option<&str>, method: Method, units: u64) -> Capacity {
    Capacity::Units { index: index.map(Into::into), method, units }
}

/// A table of 400 units in four partitions, with so many seconds of 50, 50, 50 and 150 writes a second to h, d, g and b.
fn four_partitions(is_adaptive: u64, seconds: u64) -> Session {
    let mut session = Session::first();
    for (setting, value) in [
        (Setting::Adaptation, is_adaptive),
        (Setting::BurstSeconds, 1),
        (Setting::PartitionCount, 4),
    ] {
        done(&mut session, set(setting, value));
    }
    let table = json!({
        "TableName": "Events",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 400 },
    });
    let request = table.to_string();
    done(&mut session, Command::Call { operation: "CreateTable".to_owned(), request });
    run_four_keys(&mut session, seconds);
    session
}

/// Writes 50, 50, 50 and 150 units a second to h, d, g and b, which lie in one partition of four each.
fn run_four_keys(session: &mut Session, seconds: u64) {
    let patterns = [("h", 50), ("d", 50), ("g", 50), ("b", 150)].map(|(key, rate)| PatternPlan {
        name: key.into(),
        operation: "PutItem".into(),
        request: json!({ "TableName": "Events", "Item": { "id": { "S": key } } })
            .to_string()
            .into(),
        points: vec![(0, rate)],
        span: 1,
    });
    let plan = WorkloadPlan {
        seed: 1,
        seconds,
        patterns: patterns.into(),
        retries: false,
        limits: true,
        idle: false,
    };
    done(session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    done(session, Command::Workload(WorkloadCommand::Start));
    while session.workload_stage() != WorkloadStage::Idle {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
}

/// Facts: 300 of 400 units are asked for, so with adaptive capacity nothing is throttled.
#[test]
fn a_table_switched_to_provisioned_on_the_page_throttles_nothing_below_its_throughput() {
    for (burst_seconds, limited) in [(1, 1), (300, 1), (1, 0), (300, 0)] {
        let mut session = Session::first();
        done(&mut session, set(Setting::BurstSeconds, burst_seconds));
        done(&mut session, set(Setting::Enforcement, limited));
        let table = json!({
            "TableName": "Events", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        });
        let request = table.to_string();
        done(&mut session, Command::Call { operation: "CreateTable".to_owned(), request });
        for capacity in [Capacity::Provisioned, units(None, Method::Write, 400)] {
            let table = "Events".to_owned();
            done(&mut session, Command::SetCapacity { table, capacity });
        }
        run_four_keys(&mut session, 10);
        let workload = Some(WorkloadInterest::default());
        let views = session.look(&Interest { workload, ..interest() });
        let shown = views.workload.expect("asked for");
        let run = shown.run.as_ref().expect("it ran");
        assert_eq!(text(&run.summary), "3,000 requests in 10 s: 3,000 succeeded.");
        assert_eq!(run.remarks, [], "burst of {burst_seconds} s, limited before: {limited}");
    }
}

/// The heat of the last run, of writes to the partitions of a table, in a second.
fn run_heat(session: &Session, table: &str, count: usize, second: usize) -> Vec<PartitionHeat> {
    let (selection, page) = (Selection::default(), PageState::default());
    let shared = Shared { session, selection: &selection, page: &page };
    let from = session.running_since().or(session.last_run_since()).expect("it runs or ran");
    let stores = heat::of_run(&shared, Method::Write, (from, count), second);
    let of_table = stores.into_iter().filter(|(name, _)| &**name == table);
    of_table.flat_map(|(_, store)| store.partitions).collect()
}

/// What the partitions of the table `Events` were asked for in the last second of a run.
fn last_heat(session: &Session, seconds: usize) -> Vec<(Option<Argument>, String)> {
    let partitions = run_heat(session, "Events", seconds, seconds - 1);
    partitions.iter().map(|it| (it.share.clone(), text(&it.chosen))).collect()
}

#[test]
fn without_adaptive_capacity_a_partition_can_serve_its_share() {
    let partitions = last_heat(&four_partitions(0, 10), 10);
    let cool = (
        Some(Argument::share(1, 2)),
        "Asked for 50 of 100 units: 50 served. Throttled attempts: 0".to_owned(),
    );
    let hot = (
        Some(Argument::share(3, 2)),
        "Asked for 150 of 100 units: 100 served. Throttled attempts: 50".to_owned(),
    );
    assert_eq!(partitions, [cool.clone(), cool.clone(), cool, hot]);
}

#[test]
fn with_adaptive_capacity_a_partition_can_serve_what_the_others_leave() {
    let partitions = last_heat(&four_partitions(1, 10), 10);
    let cool = (
        Some(Argument::share(1, 3)),
        "Asked for 50 of 150 units: 50 served. Throttled attempts: 0".to_owned(),
    );
    let hot = (
        Some(Argument::share(3, 5)),
        "Asked for 150 of 250 units: 150 served. Throttled attempts: 0".to_owned(),
    );
    assert_eq!(partitions, [cool.clone(), cool.clone(), cool, hot]);
}

/// The heat of a run is in its result, and that of single requests is shown while they are limited.
#[test]
fn only_seconds_that_have_passed_can_be_looked_at() {
    let mut session = four_partitions(1, 40);
    assert!(heat_of(&session, Some("Events"), None).is_none(), "single requests are not limited");
    done(&mut session, set(Setting::Enforcement, 1));
    let look = |second| {
        let heat = heat_of(&session, Some("Events"), second).expect("requests are limited");
        (heat.second_count, heat.chosen)
    };
    let (count, chosen) = look(None);
    assert_eq!(chosen, count - 1);
    assert_eq!(look(Some(59_000)), (count, chosen));
}

/// Puts of one index key, each of which makes a change of one unit.
fn put_kind(number: usize, kind: &str) -> Command {
    let item = json!({ "id": { "S": format!("{kind} {number}") }, "kind": { "S": kind } });
    let request = json!({ "TableName": "Events", "Item": item }).to_string();
    Command::Call { operation: "PutItem".to_owned(), request }
}

#[test]
fn only_writes_to_the_partition_that_is_behind_are_throttled_and_it_is_named() {
    let mut session = Session::first();
    for (setting, value) in [(Setting::PartitionCount, 4), (Setting::Enforcement, 1)] {
        done(&mut session, set(setting, value));
    }
    let units = |write| json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": write });
    let table = json!({
        "TableName": "Events",
        "AttributeDefinitions": [
            { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "kind", "AttributeType": "S" },
        ],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "ProvisionedThroughput": units(400),
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByKind",
            "KeySchema": [{ "AttributeName": "kind", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
            "ProvisionedThroughput": units(4),
        }],
    });
    let request = table.to_string();
    done(&mut session, Command::Call { operation: "CreateTable".to_owned(), request });
    for number in 0..20 {
        done(&mut session, put_kind(number, "b"));
    }
    done(&mut session, Command::Advance { by_ms: 200 });
    assert!(!session.handle(put_kind(20, "b")).accepted);
    done(&mut session, put_kind(0, "d"));

    let views = session.look(&Interest { table: Some("Events".into()), ..interest() });
    let queue = views.throughput.as_ref().and_then(|view| view.stores[1].queue.clone());
    let queue = queue.expect("changes wait");
    assert!(queue.is_pushing_back);
    assert!(text(&queue.words).contains(" of partition 4, "), "{}", text(&queue.words));
    let heat = heat_of(&session, Some("Events"), None).expect("heat is measured");
    let queues: Vec<Option<String>> =
        heat.stores[1].partitions.iter().map(|it| it.queue.as_ref().map(text)).collect();
    assert_eq!(queues[..3], [None, None, None]);
    let last = queues[3].as_ref().expect("changes wait for the fourth");
    assert!(last.ends_with("writes that change this partition are throttled"), "{last}");
}

/// Each of twelve keys is the busiest for one second, in whichever of the partitions.
#[test]
fn all_partitions_are_counted_and_the_busiest_is_named() {
    let mut session = Session::first();
    done(&mut session, set(Setting::PartitionCount, 12));
    done(&mut session, set(Setting::Enforcement, 1));
    let mut percents = Vec::new();
    for order in 0..12 {
        let item = json!({
            "CustomerId": { "S": format!("C{order}") }, "OrderId": { "S": "1" }, "Notes": { "S": "x".repeat(99_000) },
        });
        let request = json!({ "TableName": "Orders", "Item": item }).to_string();
        done(&mut session, Command::Call { operation: "PutItem".to_owned(), request });
        let words = text(&throughput(&mut session).stores[0].heat_words);
        percents.push(words.clone());
        assert!(words.starts_with("12 partitions, the busiest asked for "), "{words}");
        let heat = heat(&session, None).expect("heat is measured");
        assert!(!text(&heat.words).contains(" 0%"), "{}", text(&heat.words));
        done(&mut session, Command::Advance { by_ms: 1_000 });
    }
    assert!(percents.iter().all(|words| !words.contains(" 0%")), "{percents:?}");
}

/// What is provisioned now says nothing about what a partition could serve before.
#[test]
fn a_past_second_is_shown_with_what_was_provisioned_in_it() {
    let mut session = provisioned();
    done(&mut session, put("O-1", 3_000));
    let chosen = |session: &mut Session| {
        let heat = heat(session, Some(0)).expect("heat is measured");
        let partition = &heat.stores[0].partitions[0];
        (partition.share.clone(), text(&partition.chosen))
    };
    let of_five = (
        Some(Argument::share(3, 5)),
        "Asked for 3 of 5 units: 3 served. Throttled attempts: 0".to_owned(),
    );
    assert_eq!(chosen(&mut session), of_five);
    done(&mut session, Command::Advance { by_ms: 10_000 });
    done(&mut session, capacity(units(None, Method::Write, 400)));
    done(&mut session, Command::Advance { by_ms: 10_000 });
    assert_eq!(chosen(&mut session), of_five);
    done(&mut session, capacity(Capacity::OnDemand));
    assert_eq!(chosen(&mut session), of_five);
}

/// A global index keeps what it was provisioned with while its table is on demand: it is neither used nor shown.
#[test]
fn what_an_index_was_provisioned_with_does_not_count_on_demand() {
    let mut session = provisioned();
    done(&mut session, capacity(units(Some("OpenOrders"), Method::Write, 70)));
    done(&mut session, capacity(Capacity::OnDemand));
    done(&mut session, set(Setting::Enforcement, 0));
    let limits = |session: &mut Session| {
        let stores = throughput(session).stores.clone();
        stores.iter().map(|store| (store.write.limit, store.read.limit)).collect::<Vec<_>>()
    };
    assert_eq!(limits(&mut session), [(0, 0), (0, 0)]);
    let cost = session.cost(None).expect("there is a table");
    // At least one unit for the writes and the reads of the table and of its global index: twice $0.4745 and $0.0949.
    let provisioned = cost.ways.iter().find(|way| text(&way.words).starts_with("Provisioned"));
    assert_eq!(number::cents(provisioned.expect("a way to pay").total), "$1.14");
    done(&mut session, Command::Rename("Mine".to_owned()));
    let mut copy = example::opened("champions");
    let opened = copy.handle(Command::OpenDocument(session.document()));
    assert_eq!(opened.notices.iter().map(text).collect::<Vec<_>>(), ["Opened: Mine."]);
    assert_eq!(limits(&mut copy), [(0, 0), (0, 0)]);
}

/// Advice to provision more is taken back when more is provisioned.
#[test]
fn advice_on_throttling_goes_when_more_is_provisioned() {
    let mut session = provisioned();
    done(&mut session, put("O-1", 8_000));
    assert!(!session.handle(put("O-2", 100)).accepted);
    let advice = |session: &mut Session| {
        let findings = session.advice(None).expect("there is a table").findings;
        findings.iter().map(|finding| text(&finding.words[0])).collect::<Vec<_>>()
    };
    let found = advice(&mut session);
    let expected = "Orders was asked for up to 9 WCU a second, retries included, and serves 5. 1 attempt was throttled.";
    assert!(found.iter().any(|words| words == expected), "{found:?}");
    done(&mut session, capacity(units(None, Method::Write, 400)));
    done(&mut session, Command::Advance { by_ms: 10_000 });
    let found = advice(&mut session);
    assert!(!found.iter().any(|words| words.starts_with("Orders was asked")), "{found:?}");
}

/// What a sentence of the heat says of throttled attempts.
fn throttled_in(words: &str) -> u64 {
    let (_, count) = words.split_once("Throttled attempts: ").expect("each partition says it");
    count.replace(',', "").parse().expect("it is a number")
}

#[test]
fn numbers_of_a_run_are_the_same_wherever_they_are_shown() {
    for retries in [false, true] {
        let mut session = Session::first();
        let put = |key: &str| {
            let item = json!({ "CustomerId": { "S": key }, "OrderId": { "S": "1" } });
            json!({ "TableName": "Orders", "Item": item }).to_string()
        };
        done(&mut session, Command::Call { operation: "PutItem".to_owned(), request: put("C9") });
        done(&mut session, Command::Advance { by_ms: 20_500 });
        let before = session.meter(None);
        let patterns = [("hot", 1_500), ("other", 200)].map(|(name, rate)| PatternPlan {
            name: name.into(),
            operation: "PutItem".into(),
            request: put(name).into(),
            points: vec![(0, rate)],
            span: 1,
        });
        let plan = WorkloadPlan {
            seed: 1,
            seconds: 5,
            patterns: patterns.into(),
            retries,
            limits: true,
            idle: false,
        };
        done(&mut session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
        done(&mut session, Command::Workload(WorkloadCommand::Start));
        for turn_count in [12_000].into_iter().chain([10_000; 7]) {
            session.handle(Command::Workload(WorkloadCommand::Step { turn_count }));
            let interest = Some(WorkloadInterest { second: Some(1) });
            let run = session.workload(interest).run.expect("it is shown");

            let counted = |name: &str| {
                let row = run.counts.iter().find(|row| text(&row.name) == name);
                row.map(|row| (row.total, row.chosen)).expect("it has a row")
            };
            let meter = session.meter(None);
            let written = meter.written.halves - before.written.halves;
            let flows = || run.stores.iter().flat_map(|store| &store.flows);
            assert_eq!(flows().map(|flow| flow.total.halves).sum::<u64>(), written);
            let prices = run.patterns.iter().flat_map(|pattern| &pattern.price);
            assert_eq!(prices.map(|(_, units)| units.halves).sum::<u64>(), written);
            let (summary, _) = session.run_at_last().expect("a run is the last thing");
            assert_eq!(summary.halves, written);

            let (attempts, attempts_of_second) = counted("Throttled attempts");
            assert_eq!(flows().map(|flow| flow.throttled_total).sum::<u64>(), attempts);
            let (requests, _) = counted("Throttled requests");
            let of_patterns = run.patterns.iter().map(|pattern| pattern.throttled_requests);
            assert_eq!(of_patterns.sum::<u64>(), requests);
            assert!(requests > 0 && attempts >= requests, "{requests} and {attempts}");

            // The heat has the seconds of the charts.
            let partitions = run_heat(&session, "Orders", run.begun, 1);
            assert!(partitions.iter().all(|partition| partition.served.len() == run.begun));
            let partitions = partitions.iter();
            let in_heat: u64 = partitions.map(|it| throttled_in(&text(&it.chosen))).sum();
            assert_eq!(in_heat, attempts_of_second);
        }
        assert_eq!(session.workload_stage(), WorkloadStage::Idle);
    }
}

/// What the rows of the partitions of the first table say of hot keys after a run of puts of one customer each, without retries.
fn hot_keys_of_run(customer: &str, write_units: u64) -> Vec<String> {
    let mut session = provisioned();
    if write_units != 5 {
        done(&mut session, capacity(units(None, Method::Write, write_units)));
    }
    let item = json!({ "CustomerId": { "S": customer }, "OrderId": { "S": "{sequence}" } });
    let put = PatternPlan {
        name: "put".into(),
        operation: "PutItem".into(),
        request: json!({ "TableName": "Orders", "Item": item }).to_string().into(),
        points: vec![(0, 1_000)],
        span: 1,
    };
    let (retries, limits, idle) = (false, true, false);
    let plan = WorkloadPlan { seed: 1, seconds: 10, patterns: vec![put], retries, limits, idle };
    done(&mut session, Command::Workload(WorkloadCommand::Set(Rc::new(plan))));
    done(&mut session, Command::Workload(WorkloadCommand::Start));
    while session.workload_stage() != WorkloadStage::Idle {
        session.handle(Command::Workload(WorkloadCommand::Step { turn_count: 10_000 }));
    }
    let partitions = run_heat(&session, "Orders", 10, 9);
    assert!(partitions.iter().any(|it| it.refused.iter().any(|units| *units > 0)));
    partitions.iter().filter_map(|it| it.hot.as_ref().map(text)).collect()
}

/// Of three customers in turn, none is hot, and five units a second are too few to say. Nine of ten requests for one are enough, and so
/// is half of many beside two other keys. The only key of a partition has all of it.
#[test]
fn a_key_is_hot_if_it_is_more_than_chance() {
    assert_eq!(hot_keys_of_run("C{round 3}", 100), Vec::<String>::new());
    assert_eq!(hot_keys_of_run("C{uniform 3}", 5), Vec::<String>::new());
    for (customer, write_units) in [("C{hot 10 90%}", 100), ("C{hot 3 48%}", 900), ("C1", 5)] {
        let hot = hot_keys_of_run(customer, write_units);
        assert!(hot.concat().starts_with("Key “C1” takes "), "{customer}: {hot:?}");
    }
}
