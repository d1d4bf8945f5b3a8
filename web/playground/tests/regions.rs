//! A table in several Regions: what a sandbox shows of it, and what is stored.

mod plain;

use engine::event::EventKind;
use playground::lesson::example;
use playground::message::{self, number};
use playground::picture::{draw, html};
use playground::sandbox::command::{Capacity, Command, PlanCommand, WorkloadCommand};
use playground::sandbox::plan::Regions;
use playground::session::Session;
use playground::view::cost::{CostSettings, CostView, LoadSource, PayMode};
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId, ItemText, JsonForm};
use playground::view::growth::TableGrowth;
use playground::view::money::Money;
use playground::view::pattern::PatternDraft;
use playground::view::throughput::ScalingView;
use playground::view::workload::WorkloadStage;
use serde_json::{Value, json};

use crate::plain::text;

const REPLICA: &str = "arn:aws:dynamodb:eu-west-1:000000000000:table/Players";

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    let response = session.handle(Command::Call { operation: operation.clone(), request });
    assert!(response.accepted, "{operation}: {:?}", response.notices);
}

fn put(session: &mut Session, table: &str, name: &str, text: &str) {
    let item = json!({ "name": { "S": name }, "text": { "S": text } });
    call(session, "PutItem", &json!({ "TableName": table, "Item": item }));
}

fn advance(session: &mut Session, by_ms: u64) {
    session.handle(Command::Advance { by_ms });
}

fn set(session: &mut Session, cut_off: &[&str]) {
    let cut_off = cut_off.iter().map(|region| (*region).into()).collect();
    let regions = Regions { cut_off, ..Regions::default() };
    session.handle(Command::Plan(PlanCommand::SetRegions(regions)));
}

fn empty() -> Session {
    let mut session = example::opened("champions");
    session.handle(Command::NewSandbox { title: String::new(), epoch_seconds: 0 });
    session
}

/// A table with one replica.
fn players() -> Session {
    let mut session = empty();
    call(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "Players", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "name", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "name", "KeyType": "HASH" }] }),
    );
    let updates = json!([{ "Create": { "RegionName": "eu-west-1" } }]);
    call(
        &mut session,
        "UpdateTable",
        &json!({ "TableName": "Players", "ReplicaUpdates": updates }),
    );
    advance(&mut session, 1);
    session
}

/// The items of a table as the page shows them: name and text.
fn texts(session: &Session, table: &str) -> Vec<String> {
    let table = session.database().table(table).expect("there is a table");
    table.items.iter().map(|(_, stored)| format!("{:?}", stored.image.get("text"))).collect()
}

/// What followed from an operation. The unit of writes that were applied is named last, and left out here.
#[track_caller]
fn followers(session: &Session, operation: u64) -> Vec<String> {
    let followers = session.why(Some(operation)).followers;
    let mut followers: Vec<String> = followers.iter().map(message::text).collect();
    if followers.iter().any(|it| it.starts_with("Behind it")) {
        assert_eq!(
            followers.pop().as_deref(),
            Some(
                "In each Region, units of the table are replicated write units (rWCU, on demand rWRU), and those of indexes are not."
            )
        );
    }
    followers
}

#[test]
fn a_receipt_says_what_its_write_took_in_other_regions() {
    let mut session = players();
    put(&mut session, "Players", "ana", &"x".repeat(1_500));
    let number = session.why(None).operation.expect("there is one");
    assert!(followers(&session, number).is_empty());
    advance(&mut session, 800);
    assert_eq!(
        followers(&session, number),
        ["Behind it, 1 write arrived in Players (eu-west-1): 2 write units there."]
    );
    // Two units in each Region.
    assert_eq!(session.meter(None).written.halves, 8);
}

fn update_replica(session: &mut Session, action: &str) {
    let updates = json!([{ action: { "RegionName": "eu-west-1" } }]);
    let request = json!({ "TableName": "Players", "ReplicaUpdates": updates });
    call(session, "UpdateTable", &request);
}

#[test]
fn a_region_that_was_cut_off_is_connected_when_it_is_added_again() {
    let mut session = players();
    let is_cut_off = |session: &Session| {
        let regions = session.regions(Some("Players")).expect("the table is there").regions;
        regions.iter().any(|region| region.is_cut_off)
    };
    set(&mut session, &["eu-west-1"]);
    update_replica(&mut session, "Delete");
    update_replica(&mut session, "Create");
    assert!(!is_cut_off(&session));
    put(&mut session, "Players", "ana", "arrives");
    advance(&mut session, 800);
    assert_eq!(texts(&session, REPLICA).len(), 1);
    for _ in 0..3 {
        assert!(session.handle(Command::Undo).accepted);
    }
    assert!(is_cut_off(&session));
}

#[test]
fn a_write_that_is_lost_says_so_on_its_receipt() {
    let mut session = players();
    put(&mut session, "Players", "ana", "first");
    let lost = session.why(None).operation.expect("there is one");
    put(&mut session, REPLICA, "ana", "later");
    let kept = session.why(None).operation.expect("there is one");
    advance(&mut session, 800);
    assert_eq!(
        followers(&session, lost),
        ["1 write arrived in Players (eu-west-1) after a later write, and was dropped."]
    );
    assert_eq!(
        followers(&session, kept),
        [
            "Behind it, 1 write arrived in Players: 1 write unit there.",
            "An earlier write, of 0.01\u{a0}s in us-east-1, arrived in Players (eu-west-1) and was dropped: this one is later.",
        ]
    );
    assert_eq!(texts(&session, "Players"), texts(&session, REPLICA));
}

#[test]
fn a_picture_says_what_a_write_took_in_other_regions() {
    let mut session = players();
    put(&mut session, "Players", "ana", &"x".repeat(1_500));
    advance(&mut session, 800);
    let picture = session.picture(None, "https://sparsebox.example/".into());
    let words = "arrived in Players (eu-west-1): 2 write units there.";
    let said = [draw::svg(&picture), html::fallback(&picture)];
    assert!(said.iter().all(|it| it.contains(words)), "{said:?}");
}

#[test]
fn a_region_that_is_cut_off_catches_up_and_undo_cuts_it_off_again() {
    let mut session = players();
    set(&mut session, &["eu-west-1"]);
    put(&mut session, "Players", "ana", "a");
    advance(&mut session, 800);
    assert!(texts(&session, REPLICA).is_empty());
    let waiting =
        |session: &Session| session.regions(None).expect("there is one").regions[1].waiting_count;
    assert_eq!(waiting(&session), 1);
    set(&mut session, &[]);
    advance(&mut session, 800);
    assert_eq!(texts(&session, REPLICA).len(), 1);
    session.handle(Command::Undo);
    assert_eq!(waiting(&session), 1);
    assert_eq!(session.regions(None).expect("there is one").cut_off.len(), 1);
}

#[test]
fn a_write_that_waits_for_a_region_says_so_on_its_receipt() {
    let mut session = players();
    for (region, table) in [("eu-west-1", "Players"), ("us-east-1", REPLICA)] {
        set(&mut session, &[region]);
        for (table, to) in [("Players", "eu-west-1"), (REPLICA, "us-east-1")] {
            put(&mut session, table, "ana", region);
            let number = session.why(None).operation.expect("there is one");
            let to = if to == "us-east-1" { "Players" } else { "Players (eu-west-1)" };
            let waits = format!("{region} is cut off: the write waits, and is not in {to} yet.");
            assert_eq!(followers(&session, number), [waits]);
            advance(&mut session, 1);
        }
        put(&mut session, table, "bob", "alone");
        let number = session.why(None).operation.expect("there is one");
        set(&mut session, &[]);
        advance(&mut session, 800);
        assert!(followers(&session, number).iter().all(|it| it.starts_with("Behind it")));
    }
}

/// The sentence of the panel: what is on its way to it goes with it, what was written in it arrives.
#[test]
fn of_a_region_that_is_removed_its_own_writes_still_arrive() {
    for cut_off in [&[][..], &["eu-west-1"]] {
        let mut session = players();
        set(&mut session, cut_off);
        put(&mut session, "Players", "ana", "here");
        put(&mut session, REPLICA, "bob", "there");
        let before = session.meter(None).written.halves;
        update_replica(&mut session, "Delete");
        advance(&mut session, 60_000);
        assert!(session.database().table(REPLICA).is_none());
        assert_eq!(texts(&session, "Players").len(), 2, "cut off: {cut_off:?}");
        // One write arrived, of one unit.
        assert_eq!(session.meter(None).written.halves, before + 2);
    }
}

#[test]
fn a_document_has_the_replicas_with_what_was_on_its_way() {
    let mut session = players();
    put(&mut session, "Players", "ana", "a");
    advance(&mut session, 800);
    set(&mut session, &["us-east-1"]);
    put(&mut session, REPLICA, "bob", "only in Europe");
    set(&mut session, &[]);
    put(&mut session, "Players", "eve", "on its way");
    let text = session.document();
    let mut opened = empty();
    assert!(opened.handle(Command::OpenDocument(text.clone())).accepted);
    assert_eq!(texts(&opened, "Players").len(), 2 + 1);
    assert_eq!(texts(&opened, "Players"), texts(&opened, REPLICA));
    assert_eq!(opened.document(), text);
    // What is put back is no news.
    let streams = opened.database().streams();
    assert!(streams.into_iter().all(|stream| stream.next_number() == 0));
    advance(&mut opened, 10_000);
    let events = opened.database().clone().drain_events();
    assert!(!events.iter().any(|event| matches!(event.kind, EventKind::ItemReplicated { .. })));
}

#[test]
fn writes_that_wait_for_a_region_are_kept_in_a_document() {
    let mut session = players();
    set(&mut session, &["eu-west-1"]);
    put(&mut session, "Players", "ana", "a");
    put(&mut session, "Players", "bob", "b");
    advance(&mut session, 800);
    let text = session.document();
    let mut opened = empty();
    assert!(opened.handle(Command::OpenDocument(text.clone())).accepted);
    assert_eq!(opened.document(), text);
    assert_eq!(opened.regions(None).expect("there is a table").regions[1].waiting_count, 2);
    set(&mut opened, &[]);
    advance(&mut opened, 800);
    assert_eq!(texts(&opened, REPLICA), texts(&opened, "Players"));
    assert_eq!(texts(&opened, REPLICA).len(), 2);
}

/// A table that is strongly consistent with a replica and a witness.
fn strong() -> Session {
    let mut session = empty();
    call(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "Players", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "name", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "name", "KeyType": "HASH" }] }),
    );
    let create = |region: &str| json!([{ "Create": { "RegionName": region } }]);
    let view = session.regions(None).expect("there is a table");
    assert_eq!((view.is_strong, view.strong_with), (false, Some(["us-east-2", "us-west-2"])));
    call(
        &mut session,
        "UpdateTable",
        &json!({ "TableName": "Players", "MultiRegionConsistency": "STRONG",
            "ReplicaUpdates": create("us-east-2"), "GlobalTableWitnessUpdates": create("us-west-2") }),
    );
    advance(&mut session, 1);
    session
}

#[test]
fn a_write_in_strongly_consistent_regions_is_there_at_once_and_says_how_long_it_waited() {
    let mut session = strong();
    put(&mut session, "Players", "ana", &"x".repeat(1_500));
    let number = session.why(None).operation.expect("there is one");
    assert_eq!(
        followers(&session, number),
        [
            "It waited 0.8\u{a0}s until a second Region had the write.",
            "Behind it, 1 write arrived in Players (us-east-2): 2 write units there.",
        ]
    );
    // Two units in each of two Regions, and none of the witness.
    assert_eq!(session.meter(None).written.halves, 8);
}

#[test]
fn a_request_that_writes_nothing_waits_for_no_region() {
    let mut session = strong();
    let delete = json!({ "TableName": "Players", "Key": { "name": { "S": "nobody" } } });
    call(&mut session, "DeleteItem", &delete);
    let number = session.why(None).operation.expect("there is one");
    assert_eq!(followers(&session, number), Vec::<String>::new());
}

#[test]
fn a_witness_that_was_cut_off_is_connected_when_it_goes() {
    let mut session = strong();
    set(&mut session, &["us-west-2"]);
    let delete = |region: &str| json!([{ "Delete": { "RegionName": region } }]);
    call(
        &mut session,
        "UpdateTable",
        &json!({ "TableName": "Players", "ReplicaUpdates": delete("us-east-2"),
            "GlobalTableWitnessUpdates": delete("us-west-2") }),
    );
    advance(&mut session, 10_000);
    assert_eq!(session.database().cut_off_regions().count(), 0);
    let text = session.document();
    assert!(!text.contains("us-west-2"), "{text}");
}

#[test]
fn strongly_consistent_regions_are_in_a_document() {
    let mut session = strong();
    set(&mut session, &["us-east-2"]);
    put(&mut session, "Players", "ana", "a");
    let text = session.document();
    let mut opened = empty();
    assert!(opened.handle(Command::OpenDocument(text.clone())).accepted);
    assert_eq!(opened.problems(), []);
    assert_eq!(opened.document(), text);
    let replica = "arn:aws:dynamodb:us-east-2:000000000000:table/Players";
    assert_eq!((texts(&opened, "Players").len(), texts(&opened, replica).len()), (1, 0));
    set(&mut opened, &[]);
    assert_eq!(texts(&opened, replica).len(), 1);
    let view = opened.regions(None).expect("there is a table");
    assert_eq!((view.is_strong, view.witness), (true, Some(("us-west-2".into(), false))));
}

#[test]
fn with_a_way_of_no_time_a_receipt_says_at_once_what_its_write_took() {
    let mut session = players();
    let regions = Regions { delay_ms: 0, cut_off: Vec::new() };
    session.handle(Command::Plan(PlanCommand::SetRegions(regions)));
    put(&mut session, "Players", "ana", "a");
    let number = session.why(None).operation.expect("it is the last");
    assert_eq!(
        followers(&session, number),
        ["Behind it, 1 write arrived in Players (eu-west-1): 1 write unit there."]
    );
    assert_eq!(session.meter(None).written.halves, 4);
}

#[test]
fn with_a_way_of_no_time_one_step_with_several_writes_says_so_too() {
    let mut session = players();
    put(&mut session, "Players", "ana", "a");
    put(&mut session, "Players", "bob", "b");
    advance(&mut session, 800);
    let regions = Regions { delay_ms: 0, cut_off: Vec::new() };
    session.handle(Command::Plan(PlanCommand::SetRegions(regions)));
    let items = ["ana", "bob"].map(|name| ItemId(format!(r#"{{"name":{{"S":"{name}"}}}}"#).into()));
    let edit = Edit::DeleteAll { items: items.into() };
    assert!(session.handle(Command::Edit { table: "Players".to_owned(), edit }).accepted);
    let number = session.why(None).operation.expect("it is the last");
    assert_eq!(
        followers(&session, number),
        ["Behind it, 2 writes arrived in Players (eu-west-1): 2 write units there."]
    );
    assert!(texts(&session, REPLICA).is_empty());
}

#[test]
fn the_table_of_the_own_region_comes_first_after_opening() {
    let mut session = players();
    call(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "players", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "name", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "name", "KeyType": "HASH" }] }),
    );
    let updates = json!([{ "Create": { "RegionName": "sa-east-1" } }]);
    call(
        &mut session,
        "UpdateTable",
        &json!({ "TableName": "players", "ReplicaUpdates": updates }),
    );
    let mut opened = empty();
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    let names: Vec<String> = opened.tables(None).iter().map(|tab| tab.name.to_string()).collect();
    assert_eq!(&names[..2], ["Players", "players"]);
}

/// Sessions of 1,257 B with an index of their keys, which expire and are replicated, and 20 new ones a second.
fn sessions(region: &str) -> Session {
    let mut session = empty();
    let attribute = |name: &str| json!({ "AttributeName": name, "AttributeType": "S" });
    let key = |name: &str| json!([{ "AttributeName": name, "KeyType": "HASH" }]);
    call(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "Sessions", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [attribute("id"), attribute("user")], "KeySchema": key("id"),
            "GlobalSecondaryIndexes": [{ "IndexName": "ByUser", "KeySchema": key("user"),
                "Projection": { "ProjectionType": "KEYS_ONLY" } }] }),
    );
    let item = |id: &str| {
        let rest = 1_257 - "id".len() - 36 - "user".len() - 36 - "data".len();
        json!({ "id": { "S": id }, "user": { "S": "u".repeat(36) }, "data": { "S": "-".repeat(rest) } })
    };
    let put = json!({ "TableName": "Sessions", "Item": item(&"i".repeat(36)) });
    call(&mut session, "PutItem", &put);
    let updates = json!([{ "Create": { "RegionName": region } }]);
    call(
        &mut session,
        "UpdateTable",
        &json!({ "TableName": "Sessions", "ReplicaUpdates": updates }),
    );
    advance(&mut session, 10_000);
    let request = json!({ "TableName": "Sessions", "Item": item(&format!("{}{{sequence}}", "n".repeat(30))) });
    save(&mut session, "PutItem", &request);
    let mut settings = CostSettings::default();
    settings.expect(&"Sessions".into(), None, Some(51_840_000));
    set_cost(&mut session, settings);
    session
}

fn save(session: &mut Session, operation: &str, request: &Value) {
    let draft = PatternDraft {
        name: operation.into(),
        operation: operation.into(),
        request: request.to_string().into(),
        rate: "20".into(),
        ..PatternDraft::default()
    };
    let response = session.handle(Command::Plan(PlanCommand::SavePattern(draft)));
    assert!(response.accepted, "{:?}", response.notices);
}

fn set_cost(session: &mut Session, settings: CostSettings) {
    assert!(session.handle(Command::Plan(PlanCommand::SetCost(settings))).accepted);
}

fn cost(session: &Session) -> CostView {
    session.cost(None).expect("there are tables")
}

/// Writes and storage of each store of each table.
fn amounts(session: &Session) -> Vec<[String; 2]> {
    let cents = |money: Option<Money>| money.map_or_else(|| "?".to_owned(), number::cents);
    let tables = cost(session).tables;
    let stores = tables.iter().flat_map(|table| &table.stores);
    stores.map(|store| [cents(store.writes), cents(store.storage)]).collect()
}

/// 52.56 million puts a month of 2 write units, and an entry of 1: at $0.625 a million, and in Frankfurt at $0.7625. The items are
/// 51,840,000 × 1,357 B, the entries 51,840,000 × 178 B, at $0.25 and $0.306 a GB.
#[test]
fn a_replica_is_paid_for_as_its_table_at_the_prices_of_its_region() {
    let session = sessions("eu-central-1");
    assert_eq!(
        amounts(&session),
        [["$65.70", "$16.38"], ["$32.85", "$2.15"], ["$80.15", "$20.05"], ["$40.08", "$2.63"]]
    );
    assert_eq!(number::cents(cost(&session).bill.total), "$259.99");
    // What one request takes is said: here, and there.
    let patterns = session.patterns(None);
    let answer = patterns.patterns[0].answer().expect("it is tried");
    assert_eq!(answer.hundredths(), 300);
    let notes: Vec<String> = answer.notes.iter().map(text).collect();
    assert!(
        notes.iter().any(|it| it == "Behind each request: 3 WCU in Sessions (eu-central-1)."),
        "{notes:?}"
    );
    assert_eq!(number::cents(answer.cost), "$218.78");
}

#[test]
fn a_table_and_its_replica_are_not_in_one_region() {
    let mut session = sessions("eu-west-1");
    let headline = |session: &Session| text(&cost(session).headline);
    assert!(!headline(&session).contains("replica"), "{}", headline(&session));
    let settings = cost(&session).settings;
    set_cost(&mut session, CostSettings { region: "eu-west-1".into(), ..settings });
    let words =
        "Sessions has a replica in eu-west-1, so the table itself must be in another Region.";
    assert!(headline(&session).ends_with(words), "{}", headline(&session));
}

/// 20 puts a second in a run are the same load, and so is what arrives of them.
#[test]
fn a_bill_by_the_last_run_has_what_arrives_in_a_replica() {
    let mut session = sessions("eu-central-1");
    let command = |session: &mut Session, command| {
        assert!(session.handle(Command::Workload(command)).accepted);
    };
    command(&mut session, WorkloadCommand::Start);
    while session.workload_stage() != WorkloadStage::Idle {
        command(&mut session, WorkloadCommand::Step { turn_count: 10_000 });
    }
    let settings = CostSettings { source: LoadSource::Run, ..cost(&session).settings };
    set_cost(&mut session, settings);
    let writes: Vec<String> = amounts(&session).into_iter().map(|[writes, _]| writes).collect();
    assert_eq!(writes, ["$65.70", "$32.85", "$80.15", "$40.08"]);
}

#[test]
fn in_a_region_without_prices_the_bill_is_a_part() {
    let session = sessions("af-south-1");
    assert_eq!(amounts(&session)[2..], [["?", "?"], ["?", "?"]]);
    let CostView { bill, prices, .. } = cost(&session);
    assert!(bill.total.is_least);
    assert_eq!(number::cents(bill.total), "at least $117.08");
    // Its prices can be given.
    assert!(prices.iter().any(|it| it.region.as_deref() == Some("af-south-1")));
}

/// 40 write units a second of the table and 20 of its index, at 70 %: 58 and 29 in each Region.
#[test]
fn a_replica_is_provisioned_as_its_table() {
    let mut session = sessions("eu-central-1");
    let settings = CostSettings { mode: Some(PayMode::Provisioned), ..cost(&session).settings };
    set_cost(&mut session, settings);
    // 58 and 29 WCU × 730 h at $0.00065 and $0.000793.
    let writes: Vec<String> = amounts(&session).into_iter().map(|[writes, _]| writes).collect();
    assert_eq!(writes, ["$27.52", "$13.76", "$33.58", "$16.79"]);
}

/// 51,840,000 items that live for 30 days: 1,728,000 expire a day, 52,560,000 a month. Where they expire that is free.
#[test]
fn items_that_expire_are_paid_for_where_their_deletion_arrives() {
    let mut session = sessions("eu-central-1");
    let mut settings = cost(&session).settings;
    settings.grow(TableGrowth {
        monthly: 52_560_000,
        days: Some(30),
        ..TableGrowth::none("Sessions".into())
    });
    set_cost(&mut session, settings.clone());
    let writes: Vec<String> = amounts(&session).into_iter().map(|[writes, _]| writes).collect();
    assert_eq!(writes, ["$65.70", "$32.85", "$160.31", "$80.15"]);
    // As many come as go.
    let view = cost(&session);
    let totals: Vec<String> = view.growth.rows.iter().map(|row| number::cents(row.total)).collect();
    assert!(totals.iter().all(|total| *total == totals[0]), "{totals:?}");
    assert_eq!(totals[0], number::cents(view.bill.total));
}

/// Of 5,256 million deletions a month, a third is of the item of 2 units and in the index: 7,008 and 1,752 million units at $0.7625,
/// beside the $80.154 and $40.077 of new items.
#[test]
fn a_third_of_what_expires_is_a_third_to_the_cent() {
    let mut session = sessions("eu-central-1");
    for id in ["a", "b"] {
        let put = json!({ "TableName": "Sessions", "Item": { "id": { "S": id } } });
        call(&mut session, "PutItem", &put);
    }
    advance(&mut session, 60_000);
    let mut settings = cost(&session).settings;
    settings.expect(&"Sessions".into(), None, Some(5_184_000_000));
    settings.grow(TableGrowth { days: Some(30), ..TableGrowth::none("Sessions".into()) });
    set_cost(&mut session, settings);
    let writes: Vec<String> = amounts(&session).into_iter().map(|[writes, _]| writes).collect();
    assert_eq!(writes[2..], ["$5,423.75", "$1,375.98"]);
}

#[test]
fn a_bill_with_replicated_deletions_of_an_unknown_number_is_a_part() {
    let mut session = sessions("eu-central-1");
    let specification = json!({ "AttributeName": "expires", "Enabled": true });
    call(
        &mut session,
        "UpdateTimeToLive",
        &json!({ "TableName": "Sessions", "TimeToLiveSpecification": specification }),
    );
    let view = cost(&session);
    assert!(view.bill.total.is_least);
    assert!(text(&view.headline).contains("Items of Sessions expire"), "{}", text(&view.headline));
}

/// 51,840,000 × 1,357 B in Frankfurt for $0.306 are not known for backups: no price is.
#[test]
fn backups_of_a_replica_are_of_its_region() {
    let mut session = sessions("eu-central-1");
    let settings = CostSettings { has_recovery: true, ..cost(&session).settings };
    set_cost(&mut session, settings);
    let rows: Vec<String> = cost(&session).extras.iter().map(|it| text(&it.words)).collect();
    assert_eq!(
        rows,
        [
            "Point-in-time recovery of all tables, us-east-1",
            "Point-in-time recovery of all tables, eu-central-1"
        ]
    );
    // 51,840,000 × 1,357 B at $0.20 a GB.
    let money = cost(&session).extras[0].cost.map(number::cents);
    assert_eq!(money.as_deref(), Some("$13.10"));
}

#[test]
fn the_price_of_a_write_names_its_units_in_other_regions_before_and_after() {
    let mut session = players();
    let item = json!({ "name": { "S": "Ana" }, "text": { "S": "x".repeat(1_500) } }).to_string();
    let edit = Edit::Put { text: ItemText { form: JsonForm::DynamoDb, text: item } };
    let draft = Draft { edit: edit.clone(), typed: true };
    let preview = session.draft(Some("Players"), &draft).and_then(|it| it.preview);
    let effects: Vec<String> = preview.expect("it is accepted").effects.iter().map(text).collect();
    assert_eq!(effects, ["and 2 in other Regions"]);
    assert!(session.handle(Command::Edit { table: "Players".to_owned(), edit }).accepted);
    advance(&mut session, 10_000);
    let why = session.why(None);
    let behind: Vec<String> =
        why.receipt.expect("it has a price").behind.iter().map(text).collect();
    assert_eq!(behind, ["and 2 in other Regions"]);
    let spoken = session.spoken(None).expect("there was an operation");
    assert_eq!(
        text(&spoken.sentence),
        "Putting Ana cost 2 write units. Other Regions took 2 more."
    );
}

#[test]
fn what_a_table_lacks_for_other_regions_is_said() {
    let mut session = players();
    let lacks = |session: &Session| {
        let view = session.regions(None).expect("there is a table");
        (view.needs_scaling, view.has_items)
    };
    assert_eq!(lacks(&session), (false, false));
    put(&mut session, "Players", "ana", "a");
    let units = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 });
    let request = json!({ "TableName": "Players", "BillingMode": "PROVISIONED", "ProvisionedThroughput": units });
    call(&mut session, "UpdateTable", &request);
    assert_eq!(lacks(&session), (true, true));
    let scaling = ScalingView { target_percent: 70, units_min: 5, units_max: 100 };
    let capacity = Capacity::Scaled(Some(scaling));
    let command = Command::SetCapacity { table: "Players".to_owned(), capacity };
    assert!(session.handle(command).accepted);
    assert_eq!(lacks(&session), (false, true));
}
