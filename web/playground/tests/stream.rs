//! The stream of a table: its records as a reader gets them, and where a reader begins.

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::stream::{IteratorType, RecordEvent, StreamShown, StreamView};
use playground::view::throughput::Setting;
use playground::view::value::Text;
use serde_json::{Value, json};

fn call(session: &mut Session, operation: &str, request: &Value) {
    let (operation, request) = (operation.to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
}

/// The first example with a stream.
fn with_stream() -> Session {
    let mut session = Session::first();
    let specification = json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
    let update = json!({ "TableName": "Orders", "StreamSpecification": specification });
    call(&mut session, "UpdateTable", &update);
    session.handle(Command::Advance { by_ms: 60_000 });
    session
}

fn put(session: &mut Session, order: &str, more: &Value) {
    let mut item = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } });
    for (name, value) in more.as_object().into_iter().flatten() {
        item[name] = value.clone();
    }
    call(session, "PutItem", &json!({ "TableName": "Orders", "Item": item }));
}

fn look(session: &Session, iterator: IteratorType, at: Option<&Text>) -> StreamView {
    let shown = StreamShown { count: 20, iterator, at: at.cloned() };
    session.stream(None, &shown).expect("the table has a stream")
}

#[test]
fn a_table_without_a_stream_has_no_view() {
    let session = Session::first();
    let shown = StreamShown { count: 20, iterator: IteratorType::Latest, at: None };
    assert_eq!(session.stream(None, &shown), None);
}

#[test]
fn writes_are_listed_newest_first_with_their_images() {
    let mut session = with_stream();
    let view = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!((view.readable, view.records.len(), &*view.status), (0, 0, "ENABLED"));
    put(&mut session, "O-1", &json!({}));
    put(&mut session, "O-1", &json!({ "Total": { "N": "5" } }));
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1" } });
    call(&mut session, "DeleteItem", &json!({ "TableName": "Orders", "Key": key }));
    let view = look(&session, IteratorType::TrimHorizon, None);
    let events: Vec<_> = view.records.iter().map(|record| record.event).collect();
    assert_eq!(events, [RecordEvent::Remove, RecordEvent::Modify, RecordEvent::Insert]);
    let [remove, modify, insert] = view.records.as_slice() else { panic!("there are three") };
    assert_eq!((insert.old.is_some(), insert.new.is_some()), (false, true));
    assert_eq!((modify.old.is_some(), modify.new.is_some()), (true, true));
    assert_eq!((remove.old.is_some(), remove.new.is_some()), (true, false));
    assert_eq!(insert.key, ["C1".into(), "O-1".into()]);
    assert!(!remove.is_expiry);
    // A write that changes nothing makes no record.
    put(&mut session, "O-2", &json!({}));
    put(&mut session, "O-2", &json!({}));
    assert_eq!(look(&session, IteratorType::TrimHorizon, None).readable, 4);
}

#[test]
fn an_iterator_says_what_its_reader_gets() {
    let mut session = with_stream();
    for order in ["O-1", "O-2", "O-3"] {
        put(&mut session, order, &json!({}));
    }
    let all = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!(all.reader.count, 3);
    assert_eq!(look(&session, IteratorType::Latest, None).reader.range, None);
    let second = all.records[1].sequence_number.clone();
    let at = look(&session, IteratorType::AtSequenceNumber, Some(&second));
    assert_eq!((at.reader.count, at.records[1].is_read, at.records[2].is_read), (2, true, false));
    let after = look(&session, IteratorType::AfterSequenceNumber, Some(&second));
    assert_eq!((after.reader.count, after.records[1].is_read), (1, false));
    let newest = look(&session, IteratorType::AtSequenceNumber, None);
    assert_eq!(newest.reader.at.as_ref(), Some(&all.records[0].sequence_number));
}

/// At most 1,000 records, and at most 1 MB: two of 390,000 bytes.
#[test]
fn one_request_of_a_reader_gets_a_page() {
    let mut session = with_stream();
    for order in 0..1_001 {
        put(&mut session, &format!("O-{order}"), &json!({}));
    }
    let view = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!((view.readable, view.reader.count), (1_001, 1_000));
    let mut session = with_stream();
    for order in ["O-1", "O-2", "O-3"] {
        put(&mut session, order, &json!({ "Text": { "S": "-".repeat(390_000) } }));
    }
    let view = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!(view.reader.count, 2);
    let marked: Vec<bool> = view.records.iter().map(|record| record.is_read).collect();
    assert_eq!(marked, [false, true, true]);
}

#[test]
fn a_record_of_an_expired_item_names_the_service_and_all_records_go_after_a_day() {
    let mut session = with_stream();
    let specification = json!({ "Enabled": true, "AttributeName": "ExpiresAt" });
    let time_to_live = json!({ "TableName": "Orders", "TimeToLiveSpecification": specification });
    call(&mut session, "UpdateTimeToLive", &time_to_live);
    session.handle(Command::Set { setting: Setting::ExpiryDelay, value: 0 });
    put(&mut session, "O-1", &json!({ "ExpiresAt": { "N": "4000000000" } }));
    session.handle(Command::Advance { by_ms: 1 });
    let day = 24 * 60 * 60 * 1_000;
    let before = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!(before.readable, 1);
    session.handle(Command::Advance { by_ms: day + 1 });
    let after = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!((after.readable, after.made), (0, 1));
    let now = session.clock().unix_ms / 1_000 + 10;
    put(&mut session, "O-2", &json!({ "ExpiresAt": { "N": now.to_string() } }));
    session.handle(Command::Advance { by_ms: 60_000 });
    let view = look(&session, IteratorType::TrimHorizon, None);
    let [removed, inserted] = view.records.as_slice() else { panic!("{:?}", view.records) };
    assert_eq!((removed.event, removed.is_expiry), (RecordEvent::Remove, true));
    assert!(!inserted.is_expiry);
}

#[test]
fn a_stream_survives_undo_and_a_longer_list_is_read_in_pages() {
    let mut session = with_stream();
    for order in 0..30 {
        put(&mut session, &format!("O-{order}"), &json!({}));
    }
    let view = look(&session, IteratorType::TrimHorizon, None);
    assert_eq!((view.readable, view.records.len()), (30, 20));
    session.handle(Command::Undo);
    assert_eq!(look(&session, IteratorType::TrimHorizon, None).readable, 29);
}
