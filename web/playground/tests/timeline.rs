//! The timeline: what was done, as moments that can be shown.

mod plain;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::session::kept::Kept;
use playground::view::meter::{Shown, StopKind, TimelineView};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use playground::view::value::OperationOutcome;
use serde_json::{Value, json};

use crate::plain::text;

fn call(operation: &str, request: Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

fn put(order: &str) -> Command {
    let item = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } });
    call("PutItem", json!({ "TableName": "Orders", "Item": item }))
}

/// A session after these commands.
fn after(commands: impl IntoIterator<Item = Command>) -> Session {
    let mut session = Session::first();
    for command in commands {
        session.handle(command);
    }
    session
}

/// What the stops say.
fn words(timeline: &TimelineView) -> Vec<String> {
    timeline.stops.iter().map(|stop| text(&stop.words)).collect()
}

/// The numbers of the operations, and `None` for what is no stored operation.
fn numbers(timeline: &TimelineView) -> Vec<Option<u64>> {
    let number = |kind| match kind {
        StopKind::Operation { number, .. } => Some(number),
        StopKind::Forgotten | StopKind::Workload | StopKind::Setting | StopKind::Fork => None,
    };
    timeline.stops.iter().map(|stop| number(stop.kind)).collect()
}

#[test]
fn each_stop_shows_the_sandbox_as_it_was_after_it() {
    let wait = || Command::Advance { by_ms: 1_000 };
    let mut session = after([put("A"), wait(), put("B"), wait(), put("C"), wait()]);
    let timeline = session.timeline(None);
    assert_eq!(timeline.shown, Shown::Now);
    let count = |session: &Session| session.table(Some("Orders")).unwrap().items.count();
    let all = count(&session);
    for (number, stop) in timeline.stops.iter().enumerate().rev() {
        session.handle(Command::Rewind(Travel::ToStep(stop.step)));
        let there = session.timeline(None);
        assert_eq!(there.shown, Shown::Stop(number));
        assert_eq!(there.rewound_to_ms, Some(stop.at_ms));
        assert_eq!(there.stops, timeline.stops, "rewinding removes no stop");
        assert_eq!(count(&session), all - 2 + number);
    }
    session.handle(Command::Rewind(Travel::PreviousOperation));
    assert_eq!(session.timeline(None).shown, Shown::Beginning);
    assert_eq!(count(&session), all - 3);
    session.handle(Command::Rewind(Travel::Now));
    assert_eq!(session.timeline(None), timeline);
}

#[test]
fn time_between_two_operations_belongs_to_the_first() {
    let mut session = after([put("A"), Command::Advance { by_ms: 1_000 }, put("B")]);
    session.handle(Command::Rewind(Travel::ToStep(2)));
    let timeline = session.timeline(None);
    assert_eq!((timeline.shown, timeline.rewound_to_ms), (Shown::Stop(0), Some(1_000)));
}

#[test]
fn a_stop_has_the_operation_of_its_own_entry() {
    let mut session =
        after([put("A"), Command::Set { setting: Setting::Delay, value: 50 }, put("B")]);
    assert_eq!(numbers(&session.timeline(None)), [Some(1), None, Some(2)]);
    assert_eq!(words(&session.timeline(None))[2], "Put B");

    session.handle(Command::Rewind(Travel::ToStep(1)));
    session.handle(put("D"));
    let forked = session.timeline(None);
    assert_eq!(words(&forked)[0], "Put A");
    assert_eq!(words(&forked)[2], "Put D");
    assert_eq!(forked.stops[1].kind, StopKind::Fork);
    assert_eq!(numbers(&forked), [Some(1), None, Some(2)]);
    assert_eq!(forked.branches.len(), 1);

    session.handle(Command::Undo);
    session.handle(Command::Undo);
    assert_eq!(words(&session.timeline(None))[2], "Put B");
    session.handle(Command::Reset);
    session.handle(put("E"));
    let reset = session.timeline(None);
    assert_eq!(reset.stops[0].kind, StopKind::Forgotten, "its receipt is gone with the reset");
    assert_eq!(words(&reset).last().unwrap(), "Put E");
    assert_eq!(numbers(&reset).last().unwrap(), &Some(1));
}

#[test]
fn a_new_index_is_one_stop_that_names_it() {
    let create = json!({
        "TableName": "Orders",
        "AttributeDefinitions": [{ "AttributeName": "Total", "AttributeType": "N" }],
        "GlobalSecondaryIndexUpdates": [{ "Create": {
            "IndexName": "Sums",
            "KeySchema": [{ "AttributeName": "Total", "KeyType": "HASH" }],
            "Projection": { "ProjectionType": "KEYS_ONLY" },
        } }],
    });
    let timeline = after([call("UpdateTable", create)]).timeline(None);
    assert_eq!(words(&timeline), ["Add Sums"]);
    let StopKind::Operation { outcome, is_bulk, .. } = timeline.stops[0].kind else {
        panic!("it is an operation");
    };
    assert_eq!((outcome, is_bulk), (OperationOutcome::Free, true));
}

#[test]
fn changes_of_which_one_is_rejected_are_one_stop_with_one_operation() {
    let mut session = Session::first();
    let mut kept = Kept::new(&mut session);
    for order in ["A", "B"] {
        session.handle(put(order));
    }
    kept.take(&mut session);
    let [first, second] = kept.lines() else { panic!("there are two lines") };
    let change = |table: &str| {
        let request = json!({ "TableName": table, "DeletionProtectionEnabled": true });
        let request = json!({ "operation": "UpdateTable", "request": request.to_string() });
        json!({ "change_table": { "table": table, "requests": [request], "scaling": "unchanged" } })
    };
    let together = json!({ "together": [change("Orders"), change("Missing")] });
    let lines = [first.clone(), together.to_string(), second.clone()];
    let mut opened = Session::first();
    assert!(opened.restore(kept.checkpoint(), &lines).accepted);
    assert_eq!(opened.problems().len(), 1, "it was rejected");
    let timeline = opened.timeline(None);
    assert_eq!(numbers(&timeline), [Some(1), Some(2), Some(3)]);
    assert_eq!(words(&timeline)[0], "Put A");
    let StopKind::Operation { outcome, .. } = timeline.stops[1].kind else {
        panic!("it is an operation");
    };
    assert!(matches!(outcome, OperationOutcome::Rejected { .. }), "{outcome:?}");
}

#[test]
fn of_very_much_the_stops_around_the_moment_are_shown() {
    let mut session = after((0..300).map(|number| put(&format!("A{number}"))));
    let now = session.timeline(None);
    assert_eq!((now.stop_count, now.earlier_count, now.stops.len()), (300, 220, 80));
    assert_eq!(words(&now).last().unwrap(), "Put A299");
    session.handle(Command::Rewind(Travel::ToStep(0)));
    let start = session.timeline(None);
    assert_eq!((start.stop_count, start.earlier_count), (300, 0));
    assert_eq!(words(&start)[0], "Put A0");
    assert_eq!(start.stops[0].kind, StopKind::Forgotten, "200 receipts are stored");
    session.handle(Command::Rewind(Travel::ToStep(150)));
    let middle = session.timeline(None);
    let Shown::Stop(shown) = middle.shown else { panic!("a stop is shown") };
    assert_eq!(words(&middle)[shown - middle.earlier_count], "Put A149");
}

#[test]
fn an_operation_is_a_sentence_with_the_item_and_the_index_that_it_changed() {
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    let update = |expression: &str, values: Value| {
        let mut request =
            json!({ "TableName": "Orders", "Key": key, "UpdateExpression": expression });
        if values.is_object() {
            request["ExpressionAttributeValues"] = values;
        }
        call("UpdateItem", request)
    };
    let of_index = |operation: &str| {
        call(
            operation,
            json!({
                "TableName": "Orders",
                "IndexName": "OpenOrders",
                "KeyConditionExpression": "CustomerId = :c",
                "ExpressionAttributeValues": { ":c": { "S": "C1" } }
            }),
        )
    };
    let check = |command: Command, expected: &str, index: Option<&str>| {
        let session = after([command]);
        let spoken = session.spoken(None).expect("an operation has run");
        assert_eq!(text(&spoken.sentence), expected);
        assert_eq!(spoken.index.as_deref(), index, "{expected}");
    };
    check(
        update("REMOVE OrderOpenDate", Value::Null),
        "Removing OrderOpenDate from O-1003 cost 5 write units: 4 for Orders and 1 for OpenOrders.",
        Some("OpenOrders"),
    );
    check(
        update("SET Discount = :t", json!({ ":t": { "N": "7" } })),
        "Setting Discount of O-1003 cost 4 write units.",
        None,
    );
    check(update("REMOVE Coupon", Value::Null), "Updating O-1003 cost 4 write units.", None);
    check(put("A"), "Putting A cost 1 write unit.", None);
    check(of_index("Query"), "A query of OpenOrders cost 0.5 read units.", Some("OpenOrders"));
    check(
        call("GetItem", json!({ "TableName": "Orders", "Key": key })),
        "Reading O-1003 cost 0.5 read units.",
        None,
    );
    check(
        call("DeleteItem", json!({ "TableName": "Nowhere", "Key": key })),
        "Deleting O-1003 was rejected: Requested resource not found",
        None,
    );
    assert!(after([]).spoken(None).is_none(), "nothing has run");
}
