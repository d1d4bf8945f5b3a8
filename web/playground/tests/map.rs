//! The map: what it shows, and when there is one.

use playground::lesson::example;
use playground::message::text;
use playground::sandbox::command::{Command, PlanCommand};
use playground::sandbox::plan::Regions;
use playground::session::Session;
use playground::view::map::{MapTable, MapTarget, MapView, MapWay};
use playground::view::series::Series;
use serde_json::{Value, json};

fn send(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

fn advance(session: &mut Session, by_ms: u64) {
    assert!(session.handle(Command::Advance { by_ms }).accepted);
}

/// The ways of the first table: where each leads, what is on it, and the halves of units that it has used.
fn ways(session: &Session) -> Vec<(String, u64, Option<u64>)> {
    let MapView { tables } = session.map(None).expect("there is a map");
    let ways = tables[0].ways.iter().map(|way| {
        let target = match &way.target {
            MapTarget::Index { index, is_local, .. } => format!("{index}, local: {is_local}"),
            MapTarget::Program { program, table, is_running, .. } => {
                format!("{program} to {table}, running: {is_running}")
            }
            MapTarget::Replica { table, is_cut_off } => format!("{table}, cut off: {is_cut_off}"),
            MapTarget::Witness { region, is_cut_off } => format!("{region}, cut off: {is_cut_off}"),
        };
        (target, way.moving_count, way.written.map(|units| units.halves))
    });
    ways.collect()
}

#[test]
fn one_table_has_no_map() {
    let mut session = example::opened("open-orders");
    assert_eq!(session.map(None), None);
    send(
        &mut session,
        "CreateTable",
        &json!({ "TableName": "Log", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }),
    );
    assert_eq!(session.map(None).expect("there are two").tables.len(), 2);
}

#[test]
fn a_write_travels_to_a_program_and_to_the_index() {
    let mut session = example::opened("standing-sum");
    let way = |target: &str, moving, halves| (target.to_owned(), moving, Some(halves));
    let (index, program) = ("MonthIndex, local: false", "Count to Music, running: true");
    assert_eq!(ways(&session), [way(index, 0, 0), way(program, 0, 0)]);
    let item = json!({ "songID": { "S": "S1" }, "SK": { "S": "D-001" }, "Of": { "S": "2018-01" } });
    send(&mut session, "PutItem", &json!({ "TableName": "Music", "Item": item }));
    assert_eq!(ways(&session), [way(index, 0, 0), way(program, 1, 0)]);
    // The stream is read every quarter of a second, and a change travels 200 ms to the index.
    advance(&mut session, 250);
    assert_eq!(ways(&session), [way(index, 1, 2), way(program, 0, 4)]);
    advance(&mut session, 200);
    assert_eq!(ways(&session), [way(index, 0, 2), way(program, 0, 4)]);
    let table = &session.map(None).expect("there is a map").tables[0];
    // The download, and the item of the month.
    assert_eq!((table.written.halves, table.item_count), (4, 4));
}

/// By its name, by its ARN, and in a batch.
#[test]
fn a_program_leads_to_each_table_that_its_requests_name() {
    let mut session = example::opened("standing-sum");
    let item = json!({ "songID": "a", "SK": "b" });
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Music";
    let program = json!({ "ProgramName": "Count", "TableName": "Music", "Requests": [
        { "Operation": "PutItem", "Request": { "TableName": arn, "Item": item } },
        { "Operation": "DeleteItem", "Request": { "TableName": "Music", "Key": item } },
        { "Operation": "TransactWriteItems", "Request": { "TransactItems": [{ "Delete": { "TableName": "Log", "Key": item } }] } },
        { "Operation": "BatchWriteItem", "Request": { "RequestItems": { "Copy": [{ "DeleteRequest": { "Key": item } }] } } },
    ] });
    let save = PlanCommand::SaveProgram(program.to_string().into());
    assert!(session.handle(Command::Plan(save)).accepted);
    let targets: Vec<String> =
        ways(&session).into_iter().skip(1).map(|(target, ..)| target).collect();
    assert_eq!(
        targets,
        ["Music", "Log", "Copy"].map(|table| format!("Count to {table}, running: true"))
    );
}

#[test]
fn period_tables_are_one_on_the_map() {
    let mut session = example::opened("open-orders");
    let series = session.series(None).expect("there is a table").proposal;
    let save = PlanCommand::SaveSeries(Series { ahead: 20, ..series });
    assert!(session.handle(Command::Plan(save)).accepted);
    advance(&mut session, 60_000);
    let of_now = session.series(None).expect("it is saved").series[0].tables[0].clone();
    let item = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1" } });
    send(&mut session, "PutItem", &json!({ "TableName": &*of_now, "Item": item }));
    let shown = |open: Option<&str>| {
        let tables = session.map(open).expect("there are several").tables;
        let all = tables.iter().map(|it| {
            (it.name.to_string(), it.group.as_ref().map(text), it.item_count, it.is_open)
        });
        all.collect::<Vec<_>>()
    };
    let group = Some("Orders_{period}: 21 tables".to_owned());
    let orders = |is_open| ("Orders".to_owned(), None, 10, is_open);
    assert_eq!(shown(None), [orders(true), (of_now.to_string(), group.clone(), 1, false)]);
    assert_eq!(shown(Some(&of_now)), [orders(false), (of_now.to_string(), group, 1, true)]);
}

#[test]
fn a_witness_is_on_the_map_and_each_two_regions_once() {
    let mut session = example::opened("three-regions");
    let ways_of = |session: &Session| -> Vec<Vec<String>> {
        let tables = session.map(None).expect("there is a map").tables;
        let ends = |table: &MapTable| {
            let end = |way: &MapWay| {
                [way.arrow(), way.to().0.split(':').nth(3).unwrap_or(way.to().0)].concat()
            };
            table.ways.iter().map(end).collect()
        };
        tables.iter().map(ends).collect()
    };
    let none: [&str; 0] = [];
    assert_eq!(ways_of(&session), [&["↔ap-northeast-1", "↔eu-west-1"][..], &["↔eu-west-1"], &none]);
    let request = json!({ "TableName": "Strong", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] });
    session.handle(Command::NewSandbox { title: String::new(), epoch_seconds: 0 });
    send(&mut session, "CreateTable", &request);
    advance(&mut session, 60_000);
    let create = |region: &str| json!([{ "Create": { "RegionName": region } }]);
    let request = json!({ "TableName": "Strong", "MultiRegionConsistency": "STRONG",
        "ReplicaUpdates": create("us-west-2"), "GlobalTableWitnessUpdates": create("us-east-2") });
    send(&mut session, "UpdateTable", &request);
    advance(&mut session, 60_000);
    assert_eq!(ways_of(&session), [&["↔us-west-2", "→us-east-2"][..], &["→us-east-2"]]);
}

#[test]
fn a_write_travels_to_replicas_or_waits() {
    let mut session = example::opened("three-regions");
    let [japan, europe] = ["ap-northeast-1", "eu-west-1"].map(|region| {
        move |is_cut_off: bool, moving| {
            let table = format!("arn:aws:dynamodb:{region}:000000000000:table/Players");
            (format!("{table}, cut off: {is_cut_off}"), moving, None)
        }
    });
    let put = |session: &mut Session, name: &str| {
        let item = json!({ "Name": { "S": name } });
        send(session, "PutItem", &json!({ "TableName": "Players", "Item": item }));
    };
    put(&mut session, "Cleo");
    assert_eq!(ways(&session), [japan(false, 1), europe(false, 1)]);
    advance(&mut session, 800);
    let regions = Regions { cut_off: vec!["eu-west-1".into()], ..Regions::default() };
    session.handle(Command::Plan(PlanCommand::SetRegions(regions)));
    put(&mut session, "Dan");
    assert_eq!(ways(&session), [japan(false, 1), europe(true, 1)]);
    let tables = session.map(None).expect("there is a map").tables;
    let moving = tables[0].ways.iter().filter_map(MapWay::moving_words);
    assert_eq!(moving.map(|it| text(&it)).collect::<Vec<_>>(), ["1 on the way", "1 waiting"]);
    advance(&mut session, 800);
    assert_eq!(ways(&session), [japan(false, 0), europe(true, 1)]);
}
