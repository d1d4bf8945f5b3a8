//! A global index with several attributes for each key: shown, queried, designed and rebuilt with all of them.

mod look;
mod plain;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::design::{DesignInterest, DesignPurpose, TableDesign};
use playground::view::read::{ReadForm, ReadFormView, ReadOperation, SortCondition, SortOperator};
use playground::view::throughput::Setting;
use playground::view::value::Text;

use crate::look::{Interest, Look, Views};
use serde_json::{Value, json};

use crate::plain::text;

fn interest() -> Interest {
    Interest {
        table: Some("Matches".into()),
        items_shown: 200,
        entries_shown: 200,
        ..Interest::default()
    }
}

fn views(session: &mut Session) -> Views {
    session.look(&interest())
}

#[track_caller]
fn send(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    let response = session.handle(Command::Call { operation, request });
    let notices: Vec<String> = response.notices.iter().map(text).collect();
    assert!(response.accepted, "{notices:?}");
}

/// The example of DynamoDB's guide, with two matches.
fn matches() -> Session {
    let mut session = Session::first();
    let definition = |name| json!({ "AttributeName": name, "AttributeType": "S" });
    let names = ["matchId", "tournamentId", "region", "round", "bracket"];
    let key = |name, kind| json!({ "AttributeName": name, "KeyType": kind });
    let create = json!({
        "TableName": "Matches", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": names.map(definition),
        "KeySchema": [key("matchId", "HASH")],
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByRegion", "Projection": { "ProjectionType": "ALL" },
            "KeySchema": [
                key("tournamentId", "HASH"), key("region", "HASH"), key("round", "RANGE"), key("bracket", "RANGE"),
            ],
        }],
    });
    send(&mut session, "CreateTable", &create);
    for (id, round, bracket) in [("m1", "FINAL", "UPPER"), ("m2", "FINAL", "LOWER")] {
        let item = json!({
            "matchId": { "S": id }, "tournamentId": { "S": "WINTER2024" }, "region": { "S": "NA" },
            "round": { "S": round }, "bracket": { "S": bracket },
        });
        send(&mut session, "PutItem", &json!({ "TableName": "Matches", "Item": item }));
    }
    assert!(session.handle(Command::Advance { by_ms: 1_000 }).accepted);
    session
}

fn query(session: &mut Session, partition: &[&str], sort: Vec<SortCondition>) -> ReadFormView {
    let form = ReadForm {
        operation: ReadOperation::Query,
        index: Some("ByRegion".into()),
        partition: partition.iter().map(|text| Text::from(*text)).collect(),
        sort,
        filters: Vec::new(),
        all_attributes: false,
        consistent: false,
        forward: true,
        limit: "".into(),
    };
    let views = session.look(&Interest { read: Some(form), ..interest() });
    ReadFormView::clone(views.read.as_ref().expect("a form was asked for"))
}

fn condition(operator: SortOperator, text: &str) -> SortCondition {
    SortCondition { operator, text: text.into(), upper: "".into() }
}

fn design(session: &Session) -> TableDesign {
    session.table_design("Matches").expect("the table is there")
}

fn names(names: &[Text]) -> Vec<&str> {
    names.iter().map(|name| &**name).collect()
}

#[test]
fn the_card_names_all_attributes() {
    let mut session = matches();
    let card = views(&mut session).indexes.cards[0].clone();
    assert_eq!(names(&card.partition_keys), ["tournamentId", "region"]);
    assert_eq!(names(&card.sort_keys), ["round", "bracket"]);
    assert_eq!(names(&card.columns), ["tournamentId", "region", "round", "bracket", "matchId"]);
}

#[test]
fn a_query_compares_all_partition_attributes_and_the_sort_attributes_from_left_to_right() {
    let mut session = matches();
    let view = query(&mut session, &["WINTER2024", "NA"], Vec::new());
    let keys: Vec<&str> = view.partition_keys.iter().map(|key| &*key.name).collect();
    assert_eq!(keys, ["tournamentId", "region"]);
    assert_eq!(view.partition_values.shown, [["WINTER2024".into(), "NA".into()]]);
    let sort = |view: &ReadFormView| -> Vec<String> {
        view.sort_keys.iter().map(|sort| sort.key.name.to_string()).collect()
    };
    assert_eq!(sort(&view), ["round"]);
    assert_eq!(view.fault, None);

    let conditions =
        vec![condition(SortOperator::Equal, "FINAL"), condition(SortOperator::BeginsWith, "UP")];
    let view = query(&mut session, &["WINTER2024", "NA"], conditions);
    assert_eq!(sort(&view), ["round", "bracket"]);
    assert_eq!(view.fault, None);
    let request: Value = serde_json::from_str(&view.request).unwrap();
    assert_eq!(
        request["KeyConditionExpression"],
        "#n1 = :v1 AND #n2 = :v2 AND #n3 = :v3 AND begins_with(#n4, :v4)"
    );
    send(&mut session, "Query", &request);
    let result = views(&mut session).why.result.clone().unwrap();
    assert_eq!(result.count, 1);

    // A condition after one that is not an equality would be rejected: it is not part of the request.
    let conditions =
        vec![condition(SortOperator::Greater, "A"), condition(SortOperator::Equal, "UPPER")];
    let view = query(&mut session, &["WINTER2024", "NA"], conditions);
    assert_eq!(sort(&view), ["round"]);
    assert_eq!(view.fault, None);
}

#[test]
fn a_table_is_rebuilt_with_all_attributes() {
    let mut session = matches();
    let before = session.document();
    let design = design(&session);
    let interest_in_design =
        DesignInterest::new(DesignPurpose::Rebuild("Matches".into()), design.clone());
    let asked = Interest { design: Some(interest_in_design), ..interest() };
    let check = session.look(&asked).design.clone().unwrap();
    assert_eq!(check.fault, None);
    let request: Value = serde_json::from_str(&check.requests[0].text).unwrap();
    let keys: Vec<&str> = request["GlobalSecondaryIndexes"][0]["KeySchema"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["AttributeName"].as_str().unwrap())
        .collect();
    assert_eq!(keys, ["tournamentId", "region", "round", "bracket"]);
    let response = session.handle(Command::RebuildTable { table: "Matches".to_owned(), design });
    assert!(response.accepted);
    assert_eq!(session.document(), before);
}

#[test]
fn a_design_has_up_to_four_attributes_for_each_part_of_a_key() {
    let mut session = matches();
    let mut design = design(&session);
    let key = design.global_indexes[0].sort_keys[0].clone();
    for name in ["third", "fourth"] {
        let mut key = key.clone();
        name.clone_into(&mut key.name);
        design.global_indexes[0].sort_keys.push(key);
    }
    let rebuild = Command::RebuildTable { table: "Matches".to_owned(), design: design.clone() };
    assert!(session.handle(rebuild).accepted);
    let card = views(&mut session).indexes.cards[0].clone();
    assert_eq!(names(&card.sort_keys), ["round", "bracket", "third", "fourth"]);

    let mut fifth = key;
    "fifth".clone_into(&mut fifth.name);
    design.global_indexes[0].sort_keys.push(fifth);
    let rebuild = Command::RebuildTable { table: "Matches".to_owned(), design };
    assert!(!session.handle(rebuild).accepted);
}

#[test]
fn a_rebuilt_table_has_its_entries_and_its_form_proposes_a_key_at_once() {
    let mut session = matches();
    let design = design(&session);
    let rebuild = Command::RebuildTable { table: "Matches".to_owned(), design };
    assert!(session.handle(rebuild).accepted);
    let card = views(&mut session).indexes.cards[0].clone();
    assert_eq!((card.entry_count, card.item_count), (2, 2));
    let view = query(&mut session, &[], Vec::new());
    assert_eq!(view.partition_values.shown, [["WINTER2024".into(), "NA".into()]]);
}

#[test]
fn an_index_that_is_being_filled_proposes_the_keys_of_its_items() {
    let mut session = matches();
    assert!(session.handle(Command::Set { setting: Setting::Delay, value: 5_000 }).accepted);
    let item = json!({
        "matchId": { "S": "m3" }, "tournamentId": { "S": "SUMMER2024" }, "region": { "S": "EU" },
        "round": { "S": "FINAL" }, "bracket": { "S": "UPPER" },
    });
    for id in ["m1", "m2"] {
        let delete = json!({ "TableName": "Matches", "Key": { "matchId": { "S": id } } });
        send(&mut session, "DeleteItem", &delete);
    }
    assert!(session.handle(Command::Advance { by_ms: 10_000 }).accepted);
    send(&mut session, "PutItem", &json!({ "TableName": "Matches", "Item": item }));
    let view = query(&mut session, &[], Vec::new());
    assert_eq!(view.partition_values.shown, [["SUMMER2024".into(), "EU".into()]]);
}
