//! Limits of the page: what is left out is counted where it is left out.

mod plain;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::first::First;
use playground::view::meter::StopKind;
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::request::{Caret, FieldPath, Step};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use serde_json::{Value, json};

use crate::plain::text;

fn call(operation: &str, request: &Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

fn put(session: &mut Session, customer: &str, order: usize, attribute: &str) {
    let item = json!({
        "CustomerId": { "S": customer },
        "OrderId": { "S": format!("O-{order:04}") },
        (attribute): { "S": format!("{order:04}") },
    });
    let put = call("PutItem", &json!({ "TableName": "Orders", "Item": item }));
    assert!(session.handle(put).accepted);
}

fn open_orders() -> Session {
    Session::first()
}

fn counts<T>(list: &First<T>) -> (usize, u64) {
    (list.len(), list.more)
}

#[test]
fn a_reply_says_how_many_rows_it_has_beside_those_that_are_shown() {
    let mut session = open_orders();
    for order in 2_000..2_250 {
        put(&mut session, "C9", order, "Note");
    }
    session.handle(call("Scan", &json!({ "TableName": "Orders" })));
    let result = session.why(None).result.clone().expect("a scan has a result");
    assert_eq!((counts(&result.rows), result.count), ((200, 60), 260));
}

#[test]
fn what_is_offered_counts_what_is_not() {
    let mut session = open_orders();
    for customer in 0..30 {
        put(&mut session, &format!("D{customer:02}"), 1, &format!("Field{customer:02}"));
    }
    let read = session
        .read_form(None, &ReadForm::new(ReadOperation::Query, None, None))
        .expect("there is a table");
    assert_eq!(counts(&read.partition_values), (20, 12));

    let suggested = |expression: &str| {
        let request = json!({ "TableName": "Orders", "FilterExpression": expression });
        let form = CallForm {
            operation: "Scan".into(),
            text: request.to_string().into(),
            origin: TextOrigin::Typed,
        };
        let path = FieldPath(vec![Step::Member("FilterExpression")]);
        session.suggestions(None, &form, &Caret { path, position: expression.len() })
    };
    assert_eq!(counts(&suggested("Field")), (12, 18));
    assert_eq!(counts(&suggested("Field0")), (10, 0));
    let customers = suggested("CustomerId = ");
    assert_eq!(customers.more, 26, "six of 32 values");
    let late = suggested("CustomerId = D29");
    assert_eq!(&*late[0].label, "D29", "a value is found beyond the first six");
}

#[test]
fn branches_and_forgotten_operations_are_counted() {
    let mut session = open_orders();
    for order in 0..7 {
        session.handle(Command::Rewind(Travel::ToStep(0)));
        put(&mut session, "C1", order, "Note");
    }
    assert_eq!(counts(&session.timeline(None).branches), (5, 1));

    let mut session = open_orders();
    for order in 0..201 {
        put(&mut session, "C1", order, "Note");
    }
    session.handle(Command::Rewind(Travel::ToStep(0)));
    let kinds: Vec<_> = session.timeline(None).stops.iter().map(|stop| stop.kind).collect();
    assert_eq!(kinds[0], StopKind::Forgotten);
    assert!(matches!(kinds[1], StopKind::Operation { number: 2, .. }), "{:?}", kinds[1]);
}

#[test]
fn pending_changes_beyond_the_first_are_counted() {
    let mut session = open_orders();
    session.handle(Command::Set { setting: Setting::Delay, value: 5_000 });
    for order in 0..25 {
        put(&mut session, "C1", order, "OrderOpenDate");
    }
    let future = session.timeline(None).future;
    assert_eq!(counts(&future), (20, 5));
    assert_eq!(future.more_words().as_ref().map(text).as_deref(), Some("and 5 more"));
}
