//! Requests of any operation, and what follows from them on the page: batches, transactions, indexes of live tables,
//! items that expire, and the limit of item collections.

mod look;
mod plain;

use playground::lesson::example;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::call::{CallForm, CallFormView, TextOrigin};
use playground::view::compare::{CompareCommand, Letter};
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ValueKind, ValueText};
use playground::view::expiry::{ItemExpiry, TypedExpiry};
use playground::view::index::{IndexStep, IndexView};
use playground::view::receipt::ReceiptView;
use playground::view::throughput::Setting;

use crate::look::{Interest, Look, Views};
use serde_json::{Value, json};

use crate::plain::text;

fn open_orders() -> Session {
    Session::first()
}

fn interest() -> Interest {
    Interest { items_shown: 200, entries_shown: 200, ..Interest::default() }
}

fn views(session: &mut Session) -> Views {
    session.look(&interest())
}

fn form(session: &mut Session, operation: &str) -> CallFormView {
    let call =
        CallForm { operation: operation.into(), text: "".into(), origin: TextOrigin::Proposed };
    let views = session.look(&Interest { call: Some(call), ..interest() });
    views.call.expect("there is a table")
}

fn run(session: &mut Session, operation: &str, request: &str) -> bool {
    let (operation, request) = (operation.to_owned(), request.to_owned());
    session.handle(Command::Call { operation, request }).accepted
}

/// Sends what the form proposes.
fn run_proposal(session: &mut Session, operation: &str) {
    let request = form(session, operation).text;
    assert!(run(session, operation, &request), "{operation}: {request}");
}

fn card(session: &mut Session, name: &str) -> Option<IndexView> {
    let views = views(session);
    let card = views.indexes.cards.iter().find(|card| *card.name == *name)?;
    Some(card.as_ref().clone())
}

fn receipt(session: &mut Session) -> ReceiptView {
    let views = views(session);
    views.why.receipt.as_deref().expect("the last operation had a price").clone()
}

fn written(session: &mut Session, store: &str) -> u64 {
    let views = views(session);
    let meter = views.meter.stores.iter().find(|meter| *meter.name == *store);
    meter.expect("the store has a meter").written.halves
}

fn put(session: &mut Session, order: &str, more: &Value) -> bool {
    let mut item = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } });
    for (name, value) in more.as_object().into_iter().flatten() {
        item[name] = value.clone();
    }
    run(session, "PutItem", &json!({ "TableName": "Orders", "Item": item }).to_string())
}

#[test]
fn every_proposal_is_a_request_that_works() {
    for example in ["open-orders", "champions", "conditional-index", "adjacency"] {
        let operations = form(&mut example::opened(example), "Scan").operations;
        assert_eq!(operations.len(), 22);
        for operation in operations {
            let mut session = example::opened(example);
            let form = form(&mut session, &operation);
            assert_eq!(form.fault, None, "{operation}");
            assert!(run(&mut session, &operation, &form.text), "{operation}");
        }
    }
}

#[test]
fn a_proposal_works_on_an_empty_table_too() {
    let mut session = open_orders();
    session.handle(Command::NewSandbox { title: "Empty".to_owned(), epoch_seconds: 0 });
    let create = json!({
        "TableName": "Nothing",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "N" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        "BillingMode": "PAY_PER_REQUEST",
    });
    assert!(run(&mut session, "CreateTable", &create.to_string()));
    for operation in form(&mut session, "Scan").operations {
        let fault = form(&mut session, &operation).fault;
        // Only the check that an item is there cannot hold.
        assert_eq!(fault.is_some(), &*operation == "TransactWriteItems", "{operation}");
    }
}

#[test]
fn what_is_typed_is_previewed_and_not_sent() {
    let mut session = open_orders();
    let call = CallForm {
        operation: "PutItem".into(),
        text: "{ \"TableName\" 1 }".into(),
        origin: TextOrigin::Typed,
    };
    let views = session.look(&Interest { call: Some(call), ..interest() });
    let view = views.call.expect("there is a table");
    let fault = view.fault.as_ref().expect("it is not JSON");
    assert_eq!((fault.place, view.preview.clone()), (Some((1, 15)), None));
    assert_eq!(views.timeline.stops.len(), 0);
}

/// What the form shows for a text that was typed or pasted.
fn typed(session: &mut Session, text: &str) -> CallFormView {
    let (operation, text) = ("Scan".into(), text.into());
    let call = CallForm { operation, text, origin: TextOrigin::Typed };
    session.look(&Interest { call: Some(call), ..interest() }).call.expect("there is a table")
}

#[test]
fn pasted_code_is_previewed_and_sent_as_the_request_that_it_sends() {
    let mut session = open_orders();
    for code in [
        "aws dynamodb delete-item --table-name Orders --key CustomerId={S=C1},OrderId={S=O-1001}",
        "new DeleteCommand({ TableName: 'Orders', Key: { CustomerId: 'C1', OrderId: 'O-1001' } })",
        "orders.delete_item(Key={'CustomerId': 'C1', 'OrderId': 'O-1001'})",
    ] {
        let view = typed(&mut session, code);
        assert_eq!((&*view.text, &*view.operation), (code, "DeleteItem"));
        assert!(view.preview.is_some() && view.fault.is_none(), "{view:?}");
        let request = view.request.expect("the code sends one request");
        let request = engine::json::value::parse(&request).expect("it is JSON");
        let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } });
        assert_eq!(request, json!({ "TableName": "Orders", "Key": key }));
    }
    let dropped = typed(&mut session, "aws dynamodb delete-table --table-name Orders");
    assert_eq!(&*dropped.operation, "DeleteTable");
    assert!(dropped.operations.contains(&dropped.operation), "it is among those offered");
}

#[test]
fn pasted_code_without_one_known_request_is_a_fault_and_nothing_is_sent() {
    let mut session = open_orders();
    let mut check = |code: &str, place, expected: &str| {
        let view = typed(&mut session, code);
        assert_eq!((view.request, view.preview), (None, None));
        let fault = view.fault.expect("it has a fault");
        assert_eq!(fault.explanation.as_ref().map(text).as_deref(), Some(expected));
        assert_eq!((fault.place, &*view.operation), (Some(place), "Scan"));
    };
    let program = "// Reads.\nnew GetCommand({ TableName: 'Orders', Key: { CustomerId: customer, OrderId } })";
    check(
        program,
        (2, 1),
        "The text does not contain the value of customer, OrderId. Write a value in its place.",
    );
    check(
        "orders.scan()\norders.scan()\norders.query()",
        (2, 1),
        "The text has several requests: Scan, Scan, Query. Delete all but one.",
    );
    check(
        "orders.scan(Limit)",
        (1, 13),
        "Line 1, column 13: an argument with its name is expected here, such as Limit=5.",
    );
}

#[test]
fn two_members_of_one_name_are_a_fault_with_a_place_and_are_not_sent() {
    let mut session = open_orders();
    let request = "{ \"TableName\": \"Orders\",\n  \"Item\": { \"é\": { \"S\": \"1\" }, \"é\": { \"S\": \"2\" } } }";
    let typed = |request: &str| CallForm {
        operation: "PutItem".into(),
        text: request.into(),
        origin: TextOrigin::Typed,
    };
    let views = session.look(&Interest { call: Some(typed(request)), ..interest() });
    let view = views.call.expect("there is a table");
    let fault = view.fault.as_ref().expect("é is there twice");
    assert_eq!((fault.place, view.preview.is_none()), (Some((2, 32)), true));
    let explanation = fault.explanation.as_ref().map(text).expect("it is explained");
    assert!(explanation.starts_with("An object has two members named é."), "{explanation}");
    let before = session.document();
    assert!(!run(&mut session, "PutItem", request));
    assert_eq!(session.document(), before);
    // A name with escapes is no part of the text, and has no place.
    let escaped = r#"{ "TableName": "Orders", "Table\u004eame": "Orders" }"#;
    let views = session.look(&Interest { call: Some(typed(escaped)), ..interest() });
    let fault = views.call.and_then(|view| view.fault.clone()).expect("TableName is there twice");
    assert_eq!(fault.place, None);
}

#[test]
fn a_transaction_counts_twice_at_the_table_alone() {
    let mut session = open_orders();
    run_proposal(&mut session, "TransactWriteItems");
    let receipt = receipt(&mut session);
    assert_eq!(receipt.total.halves, 32);
    let subject: Vec<&str> = receipt.subject.iter().map(AsRef::as_ref).collect();
    assert_eq!(subject, ["ConditionCheck C1 / O-1001", "Update C1 / O-1002"]);
    let lines: Vec<(u64, String)> =
        receipt.lines.iter().map(|line| (line.units.halves, text(&line.words))).collect();
    assert_eq!(
        lines,
        [
            (32, "Orders, the table".to_owned()),
            (0, "OpenOrders".to_owned()),
            (0, "ByTotal".to_owned()),
        ]
    );
    let table: Vec<String> = receipt.lines[0].arithmetic.iter().map(text).collect();
    assert_eq!(
        table,
        [
            "condition checked: 3,537 B ÷ 1,024 = 3.45 → 4",
            "larger of before and after: 3,548 B ÷ 1,024 = 3.46 → 4",
            "in a transaction: twice, once to prepare and once to commit",
        ]
    );
}

#[test]
fn an_index_of_a_live_table_is_allocated_then_filled_at_its_own_cost() {
    let mut session = open_orders();
    run_proposal(&mut session, "UpdateTable");
    let card_of = |session: &mut Session| card(session, "TotalIndex").expect("it is shown at once");
    assert!(
        matches!(card_of(&mut session).step, Some(IndexStep::Allocating(due)) if due.in_ms == 200)
    );
    assert!(views(&mut session).clock.awaited);
    assert_eq!(card_of(&mut session).entry_count, 0);

    session.handle(Command::Advance { by_ms: 200 });
    assert!(
        matches!(card_of(&mut session).step, Some(IndexStep::Filling(due)) if due.in_ms == 300)
    );

    session.handle(Command::Advance { by_ms: 300 });
    let filled = card_of(&mut session);
    assert_eq!((filled.step, filled.entry_count), (None, 10));
    assert_eq!(written(&mut session, "TotalIndex"), 20);
    assert!(!views(&mut session).clock.awaited);

    session.handle(Command::Undo);
    assert_eq!(card(&mut session, "TotalIndex"), None);
}

#[test]
fn an_item_whose_value_cannot_be_a_key_is_shown_outside_a_new_index() {
    let mut session = open_orders();
    let values = [json!({ "S": "a" }), json!({ "N": "5" }), json!({ "S": "" })];
    for (order, value) in ["E-1", "E-2", "E-3"].into_iter().zip(values) {
        assert!(put(&mut session, order, &json!({ "Extra": value })));
    }
    let create = json!({
        "TableName": "Orders",
        "AttributeDefinitions": [{ "AttributeName": "Extra", "AttributeType": "S" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": "ByExtra",
            "KeySchema": [{ "AttributeName": "Extra", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        } }],
    });
    assert!(run(&mut session, "UpdateTable", &create.to_string()));
    session.handle(Command::Advance { by_ms: 500 });
    let index = card(&mut session, "ByExtra").expect("it is shown");
    assert_eq!((index.entry_count, index.ghost_count), (1, 12));
    let reasons: Vec<String> = index.ghosts.iter().map(|ghost| text(&ghost.reason)).collect();
    let count = |reason: &str| reasons.iter().filter(|other| *other == reason).count();
    assert_eq!(count("no Extra"), 10);
    assert_eq!(count("Extra has another type than the key"), 1);
    assert_eq!(count("Extra is empty"), 1);
}

#[test]
fn a_global_index_is_dropped_and_comes_back_with_undo() {
    let mut session = open_orders();
    let drop = Command::DropIndex { table: "Orders".to_owned(), index: "OpenOrders".to_owned() };
    assert!(session.handle(drop).accepted);
    let going = card(&mut session, "OpenOrders").expect("it goes later");
    assert!(matches!(going.step, Some(IndexStep::Dropping(_))));
    // Whoever leaves now does not find it again.
    let mut opened = open_orders();
    assert!(opened.handle(Command::OpenDocument(session.document())).accepted);
    assert_eq!(card(&mut opened, "OpenOrders"), None);
    assert_eq!(card(&mut opened, "ByTotal").map(|card| card.entry_count), Some(10));
    session.handle(Command::StepToNext);
    assert_eq!(card(&mut session, "OpenOrders"), None);
    session.handle(Command::Undo);
    assert_eq!(card(&mut session, "OpenOrders").map(|card| card.entry_count), Some(3));
}

#[test]
fn an_expired_item_goes_without_a_price_and_time_to_live_is_shared() {
    let mut session = open_orders();
    run_proposal(&mut session, "UpdateTimeToLive");
    let at_seconds = views(&mut session).clock.unix_ms / 1_000 + 60;
    let expires_at = json!({ "ExpiresAt": { "N": at_seconds.to_string() } });
    assert!(put(&mut session, "O-0001", &expires_at));
    let shown = views(&mut session);
    let (head, table) = (shown.head.expect("a table"), shown.table.expect("a table"));
    assert_eq!(head.time_to_live.as_deref(), Some("ExpiresAt"));
    let item = table.items().next().expect("the table has items");
    let two_days_ms = 48 * 3_600_000;
    let at_ms = at_seconds * 1_000;
    assert_eq!(item.expiry, Some(ItemExpiry { at_ms, deleted_at_ms: Some(at_ms + two_days_ms) }));
    let clock = views(&mut session).clock;
    assert_eq!((clock.next_in_ms, clock.awaited), (Some(60_000 + two_days_ms), false));

    // Unless it is set to be deleted sooner, it is still there after it has expired.
    session.handle(Command::Advance { by_ms: 61_000 });
    assert_eq!(views(&mut session).table.expect("there is a table").item_count, 11);
    session.handle(Command::Set { setting: Setting::ExpiryDelay, value: 3_600_000 });
    assert_eq!(views(&mut session).clock.next_in_ms, Some(3_600_000 - 1_000));

    let before = views(&mut session).meter.written;
    session.handle(Command::StepToNext);
    let after = views(&mut session);
    assert_eq!(after.table.expect("it is still there").item_count, 10);
    assert_eq!(after.meter.written, before);

    let document = session.document();
    let mut opened = open_orders();
    assert!(opened.handle(Command::OpenDocument(document.clone())).accepted);
    assert_eq!(opened.document(), document);
    let head = views(&mut opened).head.expect("there is a table");
    assert_eq!(head.time_to_live.as_deref(), Some("ExpiresAt"));
    assert_eq!(head.expiry_delay_ms, 3_600_000);

    session.handle(Command::Undo);
    session.handle(Command::Undo);
    let head = views(&mut session).head.expect("there is a table");
    assert_eq!(head.expiry_delay_ms, two_days_ms);
}

#[test]
fn a_typed_time_is_shown_as_a_date_and_can_be_chosen() {
    let mut session = open_orders();
    run_proposal(&mut session, "UpdateTimeToLive");
    let item =
        views(&mut session).table.expect("a table").items().next().expect("items").id.clone();
    let set = |attribute: &str, kind, text: &str| Edit::Set {
        item: item.clone(),
        attribute: attribute.to_owned(),
        value: ValueText { kind, text: text.to_owned() },
    };
    let typed = |session: &Session, edit: Edit| {
        let draft = Draft { edit, typed: true };
        session.draft(None, &draft).expect("there is a table").expiry
    };
    let now_ms = views(&mut session).clock.unix_ms;
    let minute = set("ExpiresAt", ValueKind::N, &(now_ms / 1_000 + 60).to_string());
    let expiry = ItemExpiry {
        at_ms: now_ms + 60_000,
        deleted_at_ms: Some(now_ms + 60_000 + 48 * 3_600_000),
    };
    assert_eq!(typed(&session, minute.clone()), Some(TypedExpiry::At(expiry)));
    // Five years before 2024-05-04 is in 2019.
    let old = set("ExpiresAt", ValueKind::N, "1500000000");
    let expiry = ItemExpiry { at_ms: 1_500_000_000_000, deleted_at_ms: None };
    assert_eq!(typed(&session, old), Some(TypedExpiry::At(expiry)));
    let milliseconds = set("ExpiresAt", ValueKind::N, &now_ms.to_string());
    assert_eq!(typed(&session, milliseconds), Some(TypedExpiry::Milliseconds));
    assert_eq!(
        typed(&session, set("ExpiresAt", ValueKind::S, "2024-05-05")),
        Some(TypedExpiry::NotTime)
    );
    assert_eq!(typed(&session, set("ExpiresAt", ValueKind::N, "1.5")), Some(TypedExpiry::NotTime));
    assert_eq!(typed(&session, set("Total", ValueKind::N, "5")), None);

    let untyped = set("ExpiresAt", ValueKind::S, "");
    assert_eq!(session.expiring_in(None, &untyped, 60_000), Some(minute));
    assert_eq!(session.expiring_in(None, &set("Total", ValueKind::N, ""), 60_000), None);
    session.handle(Command::Undo);
    assert_eq!(session.expiring_in(None, &untyped, 60_000), None);
}

#[test]
fn an_item_that_expired_long_ago_is_never_deleted() {
    let mut session = open_orders();
    run_proposal(&mut session, "UpdateTimeToLive");
    assert!(put(&mut session, "O-0001", &json!({ "ExpiresAt": { "N": "60" } })));
    let shown = views(&mut session);
    let table = shown.table.expect("a table");
    let item = table.items().next().expect("the table has items");
    assert_eq!(item.expiry, Some(ItemExpiry { at_ms: 60_000, deleted_at_ms: None }));
    assert_eq!(shown.clock.next_in_ms, None);
}

#[test]
fn a_new_sandbox_begins_at_its_date_and_a_second_design_has_the_same() {
    let mut session = open_orders();
    let title = "Today".to_owned();
    assert!(session.handle(Command::NewSandbox { title, epoch_seconds: 1_795_392_000 }).accepted);
    let date = |session: &mut Session| views(session).clock.unix_ms / 1_000;
    assert_eq!(date(&mut session), 1_795_392_000);
    session.handle(Command::Advance { by_ms: 90_000 });
    assert_eq!(date(&mut session), 1_795_392_090);
    // A link opens at the epoch, not at the time at which it was made.
    let link = session.link().expect("it is small");
    let mut opened = open_orders();
    assert!(opened.handle(Command::OpenLink(link)).accepted);
    assert_eq!(date(&mut opened), 1_795_392_000);
    session.handle(Command::Reset);
    assert_eq!(date(&mut session), 1_795_392_000);
    session.handle(Command::Compare(CompareCommand::Duplicate));
    assert_eq!(date(&mut session), 1_795_392_000);
    session.handle(Command::Compare(CompareCommand::Show(Letter::A)));
    assert_eq!(date(&mut session), 1_795_392_000);
}

#[test]
fn a_collection_beside_a_local_index_has_a_limit_that_can_be_scaled_down() {
    let mut session = open_orders();
    let limit = |session: &mut Session| {
        let table = views(session).table.expect("there is a table");
        table.collections[0].limit.expect("the table has a local index")
    };
    let (size, max) = limit(&mut session);
    assert_eq!(max, 10 << 30);
    session.handle(Command::Set { setting: Setting::CollectionMax, value: size + 100 });
    assert_eq!(limit(&mut session), (size, size + 100));
    assert!(put(&mut session, "O-9001", &json!({})));
    assert!(!put(&mut session, "O-9002", &json!({ "Notes": { "S": "a".repeat(100) } })));
    let why = views(&mut session).why;
    let fault = why.fault.as_ref().expect("it was rejected");
    assert_eq!(fault.code.as_deref(), Some("ItemCollectionSizeLimitExceededException"));

    let mut opened = open_orders();
    opened.handle(Command::OpenDocument(session.document()));
    assert_eq!(limit(&mut opened).1, size + 100);
}

#[test]
fn a_request_for_an_item_cannot_name_an_index() {
    let mut session = open_orders();
    let mut request: Value =
        serde_json::from_str(&form(&mut session, "GetItem").text).expect("it is JSON");
    assert!(run(&mut session, "GetItem", &request.to_string()));
    request["IndexName"] = "OpenOrders".into();
    let text = request.to_string();
    assert!(!run(&mut session, "GetItem", &text));
    let call =
        CallForm { operation: "GetItem".into(), text: text.into(), origin: TextOrigin::Typed };
    let views = session.look(&Interest { call: Some(call), ..interest() });
    let fault = views.call.as_ref().and_then(|view| view.fault.as_ref()).expect("it is rejected");
    let explanation = fault.explanation.as_ref().map(crate::text).expect("it is explained");
    assert!(explanation.starts_with("This request has no member named IndexName"), "{explanation}");
}

#[test]
fn a_legacy_condition_holds_on_the_page_as_everywhere() {
    let mut session = open_orders();
    let legacy = json!({
        "TableName": "Orders",
        "Item": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } },
        "Expected": { "OrderId": { "Exists": false } },
    });
    let before = session.document();
    run(&mut session, "PutItem", &legacy.to_string());
    assert_eq!(session.document(), before, "the order is not replaced");
    let call = CallForm {
        operation: "PutItem".into(),
        text: legacy.to_string().into(),
        origin: TextOrigin::Typed,
    };
    let views = session.look(&Interest { call: Some(call), ..interest() });
    let fault = views.call.as_ref().and_then(|view| view.fault.as_ref()).expect("it is rejected");
    assert_eq!(fault.code.as_deref(), Some("ConditionalCheckFailedException"));
    assert_eq!(
        fault.explanation.as_ref().map(text).unwrap(),
        "The condition is false: nothing would be written, and 4 WCU would be charged."
    );
}

#[test]
fn many_reads_are_counted_as_reads() {
    let mut session = open_orders();
    let keys: Vec<Value> = (1..=8)
        .map(|order| json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": format!("O-100{order}") } }))
        .collect();
    let request = json!({ "RequestItems": { "Orders": { "Keys": keys } } });
    assert!(run(&mut session, "BatchGetItem", &request.to_string()));
    let receipt = receipt(&mut session);
    let words: Vec<String> = receipt.lines[0].arithmetic.iter().map(text).collect();
    assert_eq!((receipt.lines.len(), words), (1, vec!["8 reads".to_owned()]));
}

#[test]
fn what_dynamodb_rejects_is_said_in_its_words() {
    let mut session = open_orders();
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } });
    let get = json!({ "Get": { "TableName": "Orders", "Key": key } });
    let delete = json!({ "Delete": { "TableName": "Orders", "Key": key } });
    let cases = [
        (
            "BatchGetItem",
            json!({ "RequestItems": { "Orders": { "Keys": [key, key] } } }),
            "Provided list of item keys contains duplicates",
        ),
        (
            "TransactWriteItems",
            json!({ "TransactItems": [delete, delete] }),
            "Transaction request cannot include multiple operations on one item",
        ),
        (
            "TransactGetItems",
            json!({ "TransactItems": vec![get; 101] }),
            "1 validation error detected: Value",
        ),
        (
            "UpdateTable",
            json!({ "TableName": "Orders" }),
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled",
        ),
        (
            "UpdateTimeToLive",
            json!({
                "TableName": "Orders",
                "TimeToLiveSpecification": { "Enabled": false, "AttributeName": "ExpiresAt" },
            }),
            "TimeToLive is already disabled",
        ),
    ];
    for (operation, request, words) in cases {
        assert!(!run(&mut session, operation, &request.to_string()), "{operation}");
        let why = views(&mut session).why;
        let message = why.fault.as_ref().and_then(|fault| fault.message.clone());
        let message = message.expect("the rejection has words");
        assert!(message.starts_with(words), "{operation}: {message}");
    }
}

#[test]
fn a_table_that_was_switched_to_on_demand_is_opened_again() {
    let mut session = Session::first();
    session.handle(Command::NewSandbox { title: "Switched".to_owned(), epoch_seconds: 0 });
    let throughput = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 });
    let create = json!({
        "TableName": "Things",
        "AttributeDefinitions": [
            { "AttributeName": "p", "AttributeType": "S" },
            { "AttributeName": "g", "AttributeType": "S" },
        ],
        "KeySchema": [{ "AttributeName": "p", "KeyType": "HASH" }],
        "ProvisionedThroughput": throughput,
        "GlobalSecondaryIndexes": [{
            "IndexName": "byGroup",
            "KeySchema": [{ "AttributeName": "g", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
            "ProvisionedThroughput": throughput,
        }],
    });
    let put = json!({ "TableName": "Things", "Item": { "p": { "S": "a" } } });
    let switch = json!({ "TableName": "Things", "BillingMode": "PAY_PER_REQUEST" });
    for (operation, request) in [("CreateTable", create), ("PutItem", put), ("UpdateTable", switch)]
    {
        let (operation, request) = (operation.to_owned(), request.to_string());
        assert!(session.handle(Command::Call { operation, request }).accepted);
    }
    let document = session.document();
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(document.clone())).accepted);
    assert_eq!(opened.document(), document);
}

#[test]
fn whatever_create_table_sets_is_kept_in_a_document() {
    let mut session = Session::first();
    session.handle(Command::NewSandbox { title: "Maximums".to_owned(), epoch_seconds: 0 });
    let create = json!({
        "TableName": "Things",
        "AttributeDefinitions": [{ "AttributeName": "p", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "p", "KeyType": "HASH" }],
        "BillingMode": "PAY_PER_REQUEST",
        "OnDemandThroughput": { "MaxReadRequestUnits": 50 },
        "GlobalSecondaryIndexes": [{
            "IndexName": "ByP",
            "KeySchema": [{ "AttributeName": "p", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "ALL" },
            "OnDemandThroughput": { "MaxWriteRequestUnits": 40 },
        }],
        "Tags": [{ "Key": "team", "Value": "blue" }],
    });
    let (operation, request) = ("CreateTable".to_owned(), create.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    let document = session.document();
    for kept in ["MaxReadRequestUnits", "MaxWriteRequestUnits", "team"] {
        assert!(document.contains(kept), "{kept} is in {document}");
    }
    let mut opened = Session::first();
    assert!(opened.handle(Command::OpenDocument(document.clone())).accepted);
    assert_eq!(opened.document(), document);
}

#[test]
fn json_of_another_operation_is_recognised_if_it_can_be_of_one_only() {
    let session = Session::first();
    let meant = |chosen: &str, request: serde_json::Value| {
        let text = request.to_string().into();
        let form = CallForm { operation: chosen.into(), text, origin: TextOrigin::Typed };
        session.call_form(None, &form).meant.map(|it| it.to_string())
    };
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } });
    let of_one = [
        ("PutItem", json!({ "TableName": "Orders", "Item": key })),
        (
            "UpdateItem",
            json!({ "TableName": "Orders", "Key": key, "UpdateExpression": "SET a = b" }),
        ),
        ("GetItem", json!({ "TableName": "Orders", "Key": key, "ConsistentRead": true })),
        (
            "DeleteItem",
            json!({ "TableName": "Orders", "Key": key, "ReturnValues": "ALL_OLD", "ConditionExpression": "a = b", "ReturnItemCollectionMetrics": "SIZE" }),
        ),
        ("Query", json!({ "TableName": "Orders", "KeyConditionExpression": "a = b" })),
        ("Scan", json!({ "TableName": "Orders", "FilterExpression": "a = b" })),
        ("BatchGetItem", json!({ "RequestItems": { "Orders": { "Keys": [key] } } })),
        (
            "BatchWriteItem",
            json!({ "RequestItems": { "Orders": [{ "DeleteRequest": { "Key": key } }] } }),
        ),
        (
            "TransactGetItems",
            json!({ "TransactItems": [{ "Get": { "TableName": "Orders", "Key": key } }] }),
        ),
        (
            "TransactWriteItems",
            json!({ "TransactItems": [{ "Delete": { "TableName": "Orders", "Key": key } }] }),
        ),
        ("ExecuteStatement", json!({ "Statement": "SELECT * FROM Orders" })),
        (
            "BatchExecuteStatement",
            json!({ "Statements": [{ "Statement": "SELECT * FROM Orders" }] }),
        ),
        (
            "ExecuteTransaction",
            json!({ "TransactStatements": [{ "Statement": "SELECT * FROM Orders" }] }),
        ),
    ];
    for (operation, request) in &of_one {
        assert_eq!(meant(operation, request.clone()), None, "{operation} is chosen");
        let other = if *operation == "PutItem" { "Query" } else { "PutItem" };
        let found = meant(other, request.clone());
        // An update without its expression is one, and so may be a request that only deletes.
        let is_ambiguous = *operation == "DeleteItem";
        assert_eq!(found.as_deref(), (!is_ambiguous).then_some(*operation), "{request}");
        let form = session.request_form(&request.to_string()).map(|it| it.operation.to_string());
        assert_eq!(form, (!is_ambiguous).then(|| (*operation).to_owned()), "{request}");
    }
    assert_eq!(meant("PutItem", json!({ "TableName": "Orders", "Key": key })), None, "of several");
    assert_eq!(meant("PutItem", json!({ "TableName": "Orders" })), None, "of several");
    assert_eq!(meant("PutItem", json!({ "TableName": "Orders", "Itme": key })), None, "of none");
    assert_eq!(meant("PutItem", json!({ "OrderId": "O-1", "Total": 5 })), None, "an item");
    let code = session.request_form("table.get_item(Key={'id': 1})").expect("it is code");
    assert_eq!(&*code.operation, "GetItem");
}

#[test]
fn without_a_table_one_is_created_by_a_request() {
    let mut session = Session::first();
    session.handle(Command::NewSandbox { title: "Empty".to_owned(), epoch_seconds: 0 });
    let form = session.call_form(None, &CallForm::new("CreateTable"));
    let request = form.request.expect("the proposal is a request");
    let create =
        Command::Call { operation: "CreateTable".to_owned(), request: request.to_string() };
    assert!(session.handle(create).accepted);
    assert!(session.table_head(None).is_some());
    // Without a table the form of any other operation says what DynamoDB answers.
    session.handle(Command::Undo);
    let form = session.call_form(None, &CallForm::new("PutItem"));
    assert!(form.fault.is_some());
}
