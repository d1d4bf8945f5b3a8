//! The tables of two designs: where they differ, and what takes one difference over, either way.

mod plain;

use playground::sandbox::command::{Command, PlanCommand};
use playground::session::Session;
use playground::view::compare::{CompareCommand, Difference, Letter, SchemaPart};
use playground::view::cost::CostSettings;
use playground::view::pattern::PatternDraft;
use playground::view::throughput::Setting;
use serde_json::{Value, json};

use crate::plain::text;

fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{response:?}");
}

fn call(session: &mut Session, operation: &str, request: Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    done(session, Command::Call { operation, request });
    done(session, Command::Advance { by_ms: 60_000 });
}

fn attribute(name: &str) -> Value {
    json!({ "AttributeName": name, "AttributeType": "S" })
}

fn key(name: &str, kind: &str) -> Value {
    json!({ "AttributeName": name, "KeyType": kind })
}

/// A table with a local and two global indexes in A; in B, which is shown, it differs in each part that can, and there is one more.
fn two_designs() -> Session {
    let mut session = Session::first();
    let index = |name: &str, keys: Value, projection: &str| json!({ "IndexName": name, "KeySchema": keys, "Projection": { "ProjectionType": projection } });
    let table = |sort: &str, locals: Value, globals: Value| {
        let attributes = ["a", sort, "c", "d"].map(attribute);
        json!({
            "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": attributes,
            "KeySchema": [key("a", "HASH"), key(sort, "RANGE")],
            "LocalSecondaryIndexes": locals, "GlobalSecondaryIndexes": globals,
        })
    };
    let local =
        |sort: &str| json!([index("Local", json!([key("a", "HASH"), key(sort, "RANGE")]), "ALL")]);
    let same = index("Same", json!([key("d", "HASH")]), "ALL");
    let only = |name: &str| index(name, json!([key("c", "HASH"), key("d", "RANGE")]), "KEYS_ONLY");
    let changed = |projection| index("Changed", json!([key("c", "HASH")]), projection);
    call(&mut session, "DeleteTable", json!({ "TableName": "Orders" }));
    let a = json!([same, only("OnlyA"), changed("ALL")]);
    call(&mut session, "CreateTable", table("b", local("c"), a));
    call(
        &mut session,
        "PutItem",
        json!({ "TableName": "Tab", "Item": {
        "a": { "S": "1" }, "b": { "S": "2" }, "c": { "S": "3" }, "d": { "S": "4" }, "e": { "S": "5" },
    } }),
    );
    let plain = |name: &str| {
        json!({
            "TableName": name, "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [attribute("u")], "KeySchema": [key("u", "HASH")],
        })
    };
    call(&mut session, "CreateTable", plain("Old"));
    done(&mut session, Command::Compare(CompareCommand::Duplicate));
    call(&mut session, "DeleteTable", json!({ "TableName": "Tab" }));
    let b = json!([same, only("OnlyB"), changed("KEYS_ONLY")]);
    call(&mut session, "CreateTable", table("e", local("d"), b));
    let update = |member: &str, value: Value| json!({ "TableName": "Tab", (member): value });
    let units = json!({ "ReadCapacityUnits": 7, "WriteCapacityUnits": 8 });
    let of_index =
        |name| json!({ "Update": { "IndexName": name, "ProvisionedThroughput": units } });
    let mut provisioned = update("ProvisionedThroughput", units.clone());
    provisioned["BillingMode"] = "PROVISIONED".into();
    provisioned["GlobalSecondaryIndexUpdates"] =
        ["Same", "OnlyB", "Changed"].map(of_index).as_slice().into();
    call(&mut session, "UpdateTable", provisioned);
    let stream = json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" });
    call(&mut session, "UpdateTable", update("StreamSpecification", stream));
    call(&mut session, "UpdateTable", update("TableClass", "STANDARD_INFREQUENT_ACCESS".into()));
    let expiry = json!({ "AttributeName": "x", "Enabled": true });
    call(&mut session, "UpdateTimeToLive", update("TimeToLiveSpecification", expiry));
    let protection = json!({ "TableName": "Old", "DeletionProtectionEnabled": true });
    call(&mut session, "UpdateTable", protection);
    call(&mut session, "CreateTable", plain("Use"));
    session
}

fn written(differences: &[Difference]) -> Vec<[String; 4]> {
    let written = differences.iter().map(|it| {
        let [a, b] = it.sides.each_ref().map(text);
        [it.table.to_string(), text(&it.words), a, b]
    });
    written.collect()
}

#[test]
fn each_part_that_differs_is_told_as_both_designs_have_it() {
    let session = two_designs();
    let differences = session.differences();
    let expected = [
        ["Tab", "Primary key", "a (S), b (S)", "a (S), e (S)"],
        [
            "Tab",
            "Throughput",
            "PAY_PER_REQUEST",
            "PROVISIONED · 7 RCU, 8 WCU · Same 7 RCU, 8 WCU · Changed 7 RCU, 8 WCU",
        ],
        ["Tab", "Time to live", "–", "x"],
        ["Tab", "Stream", "–", "NEW_IMAGE"],
        ["Tab", "Table class", "STANDARD", "STANDARD_INFREQUENT_ACCESS"],
        ["Old", "Deletion protection", "off", "on"],
        ["Tab", "OnlyA", "GSI: c (S) / d (S) · KEYS_ONLY", "–"],
        ["Tab", "Changed", "GSI: c (S) · ALL", "GSI: c (S) · KEYS_ONLY"],
        ["Tab", "Local", "LSI: a (S) / c (S) · ALL", "LSI: a (S) / d (S) · ALL"],
        ["Tab", "OnlyB", "–", "GSI: c (S) / d (S) · KEYS_ONLY"],
        ["Use", "Use", "–", "u (S)"],
    ];
    let mut found = written(&differences);
    let mut expected = expected.map(|row| row.map(String::from)).to_vec();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    let fixed: Vec<_> = differences.iter().filter(|it| it.obstacle.is_some()).collect();
    let fixed: Vec<_> = fixed.iter().map(|it| (&it.part, it.obstacle.as_ref().map(text))).collect();
    let reason = |words: &str| Some(words.to_owned());
    assert_eq!(
        fixed,
        [
            (
                &SchemaPart::Key,
                reason(
                    "A table keeps the key with which it was created. Rebuild it with the other key."
                )
            ),
            (
                &SchemaPart::Index("Local".into()),
                reason(
                    "A local index is created and deleted only with its table. Rebuild it with the other indexes."
                ),
            ),
        ]
    );
    for (part, _) in fixed {
        assert_eq!(Letter::ALL.map(|into| session.merged("Tab", part, into)), [None, None]);
    }
}

/// Taken over alone, a part is the same in both and nothing else has changed; one undo puts it back.
#[test]
fn each_part_is_taken_over_alone_either_way_and_undone_in_one_step() {
    let all = two_designs().differences();
    assert_eq!(all.iter().filter(|it| it.obstacle.is_none()).count(), 9);
    for difference in all.iter().filter(|it| it.obstacle.is_none()) {
        for into in Letter::ALL {
            let mut session = two_designs();
            let command = session.merged(&difference.table, &difference.part, into);
            session.handle(Command::Compare(CompareCommand::Show(into)));
            done(&mut session, command.expect("it is merged"));
            let left: Vec<_> = all.iter().filter(|it| *it != difference).cloned().collect();
            let what = format!("{:?} into {}", difference.part, into.name());
            // Of an index that one design lacks no units are told.
            let is_lacking =
                matches!(&difference.part, SchemaPart::Index(name) if name.starts_with("Only"));
            let is_told = |it: &&Difference| !is_lacking || it.part != SchemaPart::Throughput;
            let told = |of: &[Difference]| {
                written(&of.iter().filter(is_told).cloned().collect::<Vec<_>>())
            };
            assert_eq!(told(&session.differences()), told(&left), "{what}");
            done(&mut session, Command::Undo);
            assert_eq!(session.differences(), all, "{what}, undone");
        }
    }
}

/// What a merge would do is said before it: which access patterns it breaks or mends, and what a month costs then.
#[test]
fn what_a_merge_does_to_patterns_and_costs_is_said_before_it_is_made() {
    let mut session = Session::first();
    let request = json!({ "TableName": "Orders", "IndexName": "OpenOrders",
        "KeyConditionExpression": "CustomerId = :c", "ExpressionAttributeValues": { ":c": { "S": "C1" } } });
    let draft = PatternDraft {
        name: "Open orders".into(),
        operation: "Query".into(),
        request: request.to_string().into(),
        rate: "1".into(),
        ..PatternDraft::default()
    };
    done(&mut session, Command::Plan(PlanCommand::SavePattern(draft)));
    done(&mut session, Command::Compare(CompareCommand::Duplicate));
    let (table, index) = ("Orders".to_owned(), "OpenOrders".to_owned());
    done(&mut session, Command::DropIndex { table, index });
    done(&mut session, Command::Advance { by_ms: 60_000 });
    let document = session.document();
    let part = SchemaPart::Index("OpenOrders".into());
    let told = |into| {
        let preview = session.merge_preview("Orders", &part, into).expect("it is quick");
        [preview.broken, preview.mended].map(|it| it.as_ref().map(text))
    };
    let broken = "Then this access pattern does not work in A any more: Open orders.";
    let mended = "Then this access pattern works in B: Open orders.";
    assert_eq!(told(Letter::A), [Some(broken.to_owned()), None]);
    assert_eq!(told(Letter::B), [None, Some(mended.to_owned())]);
    let costs = |session: &Session| {
        session.costs().into_iter().map(|(_, it)| it.expect("a cost").bill.total)
    };
    let costs: Vec<_> = costs(&session).collect();
    let preview = session.merge_preview("Orders", &part, Letter::B).expect("it is quick");
    assert_eq!(preview.costs, Some([costs[1], costs[0]]));
    assert_eq!(session.document(), document, "nothing has changed");
}

/// Whether a table is one of an SQL database is a difference, too, as far as the other table can be one.
#[test]
fn an_sql_table_differs_from_one_of_dynamodb() {
    let mut session = two_designs();
    let set = |session: &mut Session, table: &str| {
        let command = PlanCommand::SetSql { table: table.into(), is_sql: true };
        done(session, Command::Plan(command));
    };
    let find =
        |session: &Session| session.differences().into_iter().find(|it| it.part == SchemaPart::Sql);
    assert_eq!(find(&session), None);
    set(&mut session, "Old");
    let difference = find(&session).expect("only Old of B is one");
    let row = ["Old", "SQL table", "off", "on"].map(String::from);
    assert_eq!(
        (written(std::slice::from_ref(&difference)), difference.obstacle),
        (vec![row], None)
    );
    for into in Letter::ALL {
        done(&mut session, Command::Compare(CompareCommand::Show(into)));
        let command = session.merged("Old", &SchemaPart::Sql, into).expect("it can be taken");
        done(&mut session, command);
        assert_eq!(find(&session), None);
        done(&mut session, Command::Undo);
        assert!(find(&session).is_some());
    }
    done(&mut session, Command::Compare(CompareCommand::Show(Letter::A)));
    call(
        &mut session,
        "UpdateTable",
        json!({
            "TableName": "Old", "AttributeDefinitions": [attribute("u"), attribute("c")],
            "GlobalSecondaryIndexUpdates": [{ "Create": {
                "IndexName": "ByC", "KeySchema": [key("c", "HASH")], "Projection": { "ProjectionType": "ALL" },
            } }],
        }),
    );
    let difference = find(&session).expect("it is still one");
    let obstacle = "A table with indexes or in several Regions cannot be an SQL table.";
    assert_eq!(difference.obstacle.as_ref().map(text).as_deref(), Some(obstacle));
    let merged = Letter::ALL.map(|into| session.merged("Old", &SchemaPart::Sql, into));
    assert_eq!(merged, [None, None]);
}

/// What is lost if a difference is taken over from A, and from B.
fn losses(differences: &[Difference], of: &str) -> [Option<String>; 2] {
    let named = differences.iter().find(|it| text(&it.words) == of).expect("it differs");
    named.losses.each_ref().map(|it| it.as_ref().map(text))
}

#[test]
fn what_a_merge_would_lose_is_counted_before_it_is_made() {
    let mut session = Session::first();
    let index = |name: &str, key_name: &str| {
        json!({
            "IndexName": name, "KeySchema": [key(key_name, "HASH")],
            "Projection": { "ProjectionType": "ALL" },
        })
    };
    let create = |indexes: Value, kind: &str| {
        json!({
            "TableName": "Tab", "BillingMode": "PAY_PER_REQUEST", "KeySchema": [key("a", "HASH")],
            "AttributeDefinitions": [attribute("a"), { "AttributeName": "n", "AttributeType": kind }],
            "GlobalSecondaryIndexes": indexes,
        })
    };
    let put = |session: &mut Session, table: &str, mut item: Value, id: &str| {
        item["a"] = json!({ "S": id });
        call(session, "PutItem", json!({ "TableName": table, "Item": item }));
    };
    call(&mut session, "CreateTable", create(json!([index("ByN", "n")]), "N"));
    put(&mut session, "Tab", json!({ "n": { "N": "1" } }), "1");
    done(&mut session, Command::Compare(CompareCommand::Duplicate));
    call(&mut session, "DeleteTable", json!({ "TableName": "Tab" }));
    call(&mut session, "CreateTable", create(json!([index("ByN", "n")]), "S"));
    // Two texts that are no key of A’s index, one item that is not in either, and a table that A lacks.
    put(&mut session, "Tab", json!({ "n": { "S": "x" } }), "1");
    put(&mut session, "Tab", json!({ "n": { "S": "y" } }), "2");
    put(&mut session, "Tab", json!({}), "3");
    let other = json!({
        "TableName": "Use", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [attribute("a")], "KeySchema": [key("a", "HASH")],
    });
    call(&mut session, "CreateTable", other);
    let said = |words: &str| Some(words.to_owned());
    assert_eq!(losses(&session.differences(), "Use"), [None, None]);
    put(&mut session, "Use", json!({}), "1");
    let differences = session.differences();
    assert_eq!(losses(&differences, "Use"), [said("With its item."), said("Without its item.")]);
    let left_out = |count| match count {
        1 => said("1 item does not fit and would be left out."),
        _ => said("2 items do not fit and would be left out."),
    };
    assert_eq!(losses(&differences, "ByN"), [left_out(2), left_out(1)]);

    let part = SchemaPart::Index("ByN".into());
    let merged = session.merged("Tab", &part, Letter::B).expect("it is merged");
    done(&mut session, merged);
    let count = |session: &Session| {
        let table = session.database().table("Tab").expect("it stays");
        table.items.count()
    };
    assert_eq!(count(&session), 1);
    done(&mut session, Command::Undo);
    assert_eq!(count(&session), 3);
    assert_eq!(session.differences(), differences);
}

#[test]
fn a_replica_that_one_design_lacks_is_not_taken_over() {
    let mut session = two_designs();
    let create = json!([{ "Create": { "RegionName": "eu-west-1" } }]);
    call(&mut session, "UpdateTable", json!({ "TableName": "Tab", "ReplicaUpdates": create }));
    let all = session.differences();
    let is_replica = |it: &&Difference| it.table.contains("eu-west-1");
    let replica = all.iter().find(is_replica).expect("B has it");
    let obstacle = replica.obstacle.as_ref().map(text);
    let said = "A replica is added to its table, or deleted, in the table’s menu: Regions.";
    assert_eq!(obstacle.as_deref(), Some(said));
    let merged = Letter::ALL.map(|into| session.merged(&replica.table, &replica.part, into));
    assert_eq!(merged, [None, None]);
}

/// Both designs have an item of 1 MB less in the minute in which an index would be taken over: it expires.
#[test]
fn what_expires_anyway_is_no_effect_of_a_difference() {
    let mut session = Session::first();
    let expiry = json!({ "AttributeName": "until", "Enabled": true });
    let request = json!({ "TableName": "Orders", "TimeToLiveSpecification": expiry });
    call(&mut session, "UpdateTimeToLive", request);
    let now = session.database().unix_time(session.database().now()).0 / 1_000;
    let item = json!({ "CustomerId": { "S": "C9" }, "OrderId": { "S": "1" },
        "until": { "N": (now + 90).to_string() }, "text": { "S": "-".repeat(300_000) } });
    call(&mut session, "PutItem", json!({ "TableName": "Orders", "Item": item }));
    let settings = CostSettings { item_count: None, ..CostSettings::default() };
    done(&mut session, Command::Plan(PlanCommand::SetCost(settings)));
    done(&mut session, Command::Set { setting: Setting::ExpiryDelay, value: 0 });
    done(&mut session, Command::Compare(CompareCommand::Duplicate));
    let stream = json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" });
    let operation = "UpdateTable".to_owned();
    let request = json!({ "TableName": "Orders", "StreamSpecification": stream }).to_string();
    done(&mut session, Command::Call { operation, request });
    let [difference] = &session.differences()[..] else { panic!("a stream") };
    let preview = session.merge_preview("Orders", &difference.part, Letter::A);
    let [was, is] = preview.expect("it can be taken over").costs.expect("prices are known");
    assert_eq!(was, is, "a stream costs nothing");
}
