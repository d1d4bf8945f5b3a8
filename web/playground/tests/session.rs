//! The session from outside: commands in, views out.

mod look;
mod plain;

use std::collections::BTreeMap;
use std::rc::Rc;

use playground::lesson::example;
use playground::sandbox::command::Command;
use playground::sandbox::untitled::titles;
use playground::session::Session;
use playground::view::design::{DesignInterest, DesignPlace, DesignPurpose, ProjectionDesign};
use playground::view::draft::{Draft, FaultView};
use playground::view::edit::Edit;
use playground::view::edit::{Field, ItemId, ItemText, JsonForm, ValueKind, ValueText};
use playground::view::index::{CellView, EntryState, IndexView};
use playground::view::meter::StopKind;
use playground::view::read::{ReadForm, ReadOperation, SortCondition, SortOperator};
use playground::view::receipt::{NextStep, ReceiptView};
use playground::view::throughput::Setting;
use playground::view::value::{Mark, Method, OperationOutcome, Text, Units};

use crate::look::{Interest, Look};
use playground::view::index::EntriesShown;
use playground::view::table::{ItemsShown, Seek, SortedBy, TableView};
use playground::views::Earlier;
use serde_json::{Value, json};

use crate::plain::text;

fn open_orders() -> Session {
    Session::first()
}

fn interest() -> Interest {
    Interest { items_shown: 200, entries_shown: 200, ..Interest::default() }
}

fn order(customer: &str, order: &str) -> ItemId {
    let key = json!({ "CustomerId": { "S": customer }, "OrderId": { "S": order } });
    ItemId(key.to_string().into())
}

fn edit(edit: Edit) -> Command {
    Command::Edit { table: "Orders".to_owned(), edit }
}

fn remove_date() -> Edit {
    Edit::Remove { item: order("C1", "O-1003"), attribute: "OrderOpenDate".to_owned() }
}

fn set(attribute: &str, kind: ValueKind, text: &str) -> Edit {
    let value = ValueText { kind, text: text.to_owned() };
    Edit::Set { item: order("C1", "O-1003"), attribute: attribute.to_owned(), value }
}

fn call(operation: &str, request: Value) -> Command {
    Command::Call { operation: operation.to_owned(), request: request.to_string() }
}

fn query_open_orders() -> Command {
    call(
        "Query",
        json!({
            "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
            "ExpressionAttributeValues": { ":c": { "S": "C1" } },
        }),
    )
}

#[track_caller]
fn done(session: &mut Session, command: Command) {
    let response = session.handle(command);
    assert!(response.accepted, "{:?}", response.notices.iter().map(text).collect::<Vec<_>>());
}

#[track_caller]
fn receipt(session: &mut Session) -> Rc<ReceiptView> {
    session.look(&interest()).why.receipt.clone().expect("an operation with a bill")
}

/// A bill as lines of text: units, heading, arithmetic.
fn bill(session: &mut Session) -> Vec<String> {
    let receipt = receipt(session);
    let lines = receipt.lines.iter().map(|line| {
        let arithmetic: Vec<String> = line.arithmetic.iter().map(text).collect();
        format!("{} {}: {}", line.units.halves / 2, text(&line.words), arithmetic.join("; "))
    });
    lines.chain(receipt.rule.iter().map(text)).collect()
}

#[track_caller]
fn card(session: &mut Session, name: &str) -> Rc<IndexView> {
    let views = session.look(&interest());
    views.indexes.cards.iter().find(|card| &*card.name == name).expect("an index").clone()
}

/// The sort keys of an index's entries, each with what it will do.
fn entries(session: &mut Session, name: &str) -> Vec<String> {
    let card = card(session, name);
    let entries = card.entries.iter().map(|entry| {
        let key: Value = serde_json::from_str(&entry.item.0).expect("an id is JSON");
        let state = match entry.state {
            EntryState::Present => String::new(),
            EntryState::Arriving(due) => format!(" arrives in {}", due.in_ms),
            EntryState::Leaving(due) => format!(" leaves in {}", due.in_ms),
            EntryState::Changing(due) => format!(" changes in {}", due.in_ms),
            EntryState::Left => " has left".to_owned(),
        };
        format!("{}{state}", key["OrderId"]["S"].as_str().expect("an order"))
    });
    entries.collect()
}

fn said(session: &mut Session) -> Vec<String> {
    session.look(&interest()).announcement.messages.iter().map(text).collect()
}

fn fault_of(session: &mut Session, edit: Edit) -> FaultView {
    let draft = Some(Draft { edit, typed: true });
    let views = session.look(&Interest { draft, ..interest() });
    let draft = views.draft.clone().expect("a draft was asked for");
    FaultView::clone(draft.fault.as_ref().expect("the draft is rejected"))
}

#[test]
fn removing_an_index_key_is_a_delete_in_the_index() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    assert_eq!(
        bill(&mut session),
        [
            "4 Orders, the table: larger of before and after: 3,560 B ÷ 1,024 = 3.48 → 4",
            "1 OpenOrders, delete the entry: entry 55 B ÷ 1,024 = 0.05 → 1",
            "0 ByTotal, unchanged: its entry does not contain OrderOpenDate",
            "Removing an index key deletes the index entry. The delete is a write too, and it is charged by the \
             entry, not by the item.",
        ]
    );
    let receipt = receipt(&mut session);
    assert_eq!(receipt.total.halves, 10);
    assert_eq!(
        receipt.subject.iter().map(|line| &**line).collect::<Vec<_>>(),
        ["C1 / O-1003", "REMOVE OrderOpenDate"]
    );
}

#[test]
fn every_kind_of_bill_has_its_arithmetic() {
    #[track_caller]
    fn check(operation: &str, request: Value, expected: &[&str]) {
        let mut session = open_orders();
        let mut request = request;
        request["TableName"] = "Orders".into();
        session.handle(call(operation, request));
        let lines = bill(&mut session);
        assert_eq!(lines[..lines.len() - 1], *expected);
    }
    let key = |order: &str| json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": order } });
    let item = |order: &str, more: Value| {
        let mut item = key(order);
        for (name, value) in more.as_object().expect("attributes") {
            item[name] = value.clone();
        }
        json!({ "Item": item })
    };
    check(
        "PutItem",
        item("O-9", json!({ "Total": { "N": "1" }, "OrderOpenDate": { "S": "2024-06-01" } })),
        &[
            "1 Orders, the table: item 52 B ÷ 1,024 = 0.05 → 1",
            "1 OpenOrders, put an entry: entry 52 B ÷ 1,024 = 0.05 → 1",
            "1 ByTotal, put an entry: entry 29 B ÷ 1,024 = 0.03 → 1",
        ],
    );
    check(
        "PutItem",
        item("O-9", json!({})),
        &[
            "1 Orders, the table: item 22 B ÷ 1,024 = 0.02 → 1",
            "0 OpenOrders, not indexed: no OrderOpenDate",
            "0 ByTotal, not indexed: no Total",
        ],
    );
    check(
        "UpdateItem",
        json!({ "Key": key("O-1003") }),
        &[
            "4 Orders, the table: unchanged, still charged: 3,560 B ÷ 1,024 = 3.48 → 4",
            "0 OpenOrders, unchanged: its entry is the same before and after",
            "0 ByTotal, unchanged: its entry is the same before and after",
        ],
    );
    check(
        "DeleteItem",
        json!({ "Key": key("O-1003") }),
        &[
            "4 Orders, the table: item as it was: 3,560 B ÷ 1,024 = 3.48 → 4",
            "1 OpenOrders, delete the entry: entry 55 B ÷ 1,024 = 0.05 → 1",
            "1 ByTotal, delete the entry: entry 32 B ÷ 1,024 = 0.03 → 1",
        ],
    );
    check(
        "DeleteItem",
        json!({ "Key": key("O-9") }),
        &["1 Orders, the table: no such item: the minimum → 1"],
    );
    check(
        "Scan",
        json!({ "ConsistentRead": true }),
        &["9 Orders, the table: 10 items, 35,439 B ÷ 4,096 = 8.65 → 9; strongly consistent"],
    );
    check(
        "Query",
        json!({
            "IndexName": "ByTotal", "KeyConditionExpression": "CustomerId = :c",
            "ExpressionAttributeValues": { ":c": { "S": "C2" } }, "Select": "ALL_ATTRIBUTES",
        }),
        &[
            "0 ByTotal: 2 entries, 64 B ÷ 4,096 = 0.02 → 1; eventually consistent: half of it, 0.5",
            "1 Orders, fetched for the index: 2 items, each rounded up to 4 KB: 2; eventually consistent: \
             half of it, 1",
        ],
    );
}

#[test]
fn an_entry_leaves_after_the_delay_and_becomes_a_ghost() {
    let mut session = open_orders();
    assert_eq!(entries(&mut session, "OpenOrders"), ["O-1006", "O-1003", "O-2002"]);
    done(&mut session, edit(remove_date()));
    assert_eq!(said(&mut session), ["5 write units.", "OpenOrders follows in 0.2 s."]);
    done(&mut session, Command::Advance { by_ms: 50 });
    assert_eq!(entries(&mut session, "OpenOrders"), ["O-1006", "O-1003 leaves in 150", "O-2002"]);
    assert_eq!(card(&mut session, "OpenOrders").ghost_count, 7);
    done(&mut session, Command::StepToNext);
    assert_eq!(said(&mut session), ["Removed from OpenOrders."]);
    assert_eq!(entries(&mut session, "OpenOrders"), ["O-1006", "O-1003 has left", "O-2002"]);
    let card = card(&mut session, "OpenOrders");
    assert_eq!(card.ghost_count, 8);
    assert_eq!(card.ghost_reason.as_ref().map(text).unwrap(), "8 not indexed: no OrderOpenDate");
    let ghost = &card.ghosts[0];
    assert_eq!(
        ghost.item,
        order("C1", "O-1003"),
        "before O-1001, whose entry was not deleted just now"
    );
    let left = card.entries.iter().find_map(|entry| entry.reason.as_ref().map(text));
    assert_eq!(left.as_deref(), Some("no OrderOpenDate"));
    assert_eq!(
        (text(&ghost.reason).as_str(), ghost.mark),
        ("no OrderOpenDate", Some(Mark::Removed))
    );
    assert_eq!(session.look(&interest()).clock.now_ms, 200);
}

#[test]
fn a_query_before_the_change_arrives_is_stale() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    done(&mut session, Command::Advance { by_ms: 20 });
    done(&mut session, query_open_orders());
    let result = session.look(&interest()).why.result.clone().unwrap();
    assert_eq!((result.count, result.scanned_count, result.rows.len()), (2, Some(2), 2));
    let columns: Vec<&str> = result.columns.iter().map(|name| &**name).collect();
    assert_eq!(columns, ["CustomerId", "OrderOpenDate", "OrderId", "Total"]);
    assert_eq!(result.rows[1].item, Some(order("C1", "O-1003")));
    assert!(
        text(&result.stale.as_ref().unwrap().words)
            .starts_with("As of 0.02 s. OpenOrders was behind")
    );
    done(&mut session, Command::Advance { by_ms: 500 });
    done(&mut session, query_open_orders());
    let result = session.look(&interest()).why.result.clone().unwrap();
    assert_eq!((result.count, &result.stale), (1, &None));
}

#[test]
fn an_entry_that_moves_stands_in_both_places_until_it_has_moved() {
    let mut session = open_orders();
    done(&mut session, edit(set("OrderOpenDate", ValueKind::S, "2024-04-01")));
    assert_eq!(
        entries(&mut session, "OpenOrders"),
        ["O-1003 arrives in 200", "O-1006", "O-1003 leaves in 200", "O-2002"]
    );
    let ids: Vec<Text> =
        card(&mut session, "OpenOrders").entries.iter().map(|entry| entry.id.clone()).collect();
    assert_ne!(ids[0], ids[2]);
    done(&mut session, Command::StepToNext);
    let moved = card(&mut session, "OpenOrders");
    assert_eq!((&moved.entries[0].id, moved.entries[0].mark), (&ids[2], Some(Mark::Moved)));
    assert_eq!(
        bill(&mut session)[1],
        "2 OpenOrders, old entry deleted, new entry written: delete: 55 B ÷ 1,024 = 0.05 → 1; put: 55 B ÷ 1,024 = 0.05 → 1"
    );
}

#[test]
fn a_changed_entry_shows_what_it_was() {
    let mut session = open_orders();
    done(&mut session, edit(set("Total", ValueKind::N, "100")));
    done(&mut session, Command::StepToNext);
    let card = card(&mut session, "OpenOrders");
    let entry = card.entries.iter().find(|entry| entry.item == order("C1", "O-1003")).unwrap();
    assert_eq!(entry.mark, Some(Mark::Changed));
    let total = card.columns.iter().position(|name| &**name == "Total").unwrap();
    let playground::view::index::CellView::Value { value, was } = &entry.cells[total] else {
        panic!()
    };
    assert_eq!((&*value.text, was.as_deref()), ("100", Some("99")));
}

#[test]
fn a_condition_that_would_be_false_is_no_event_of_the_past() {
    let session = open_orders();
    let fields = [("CustomerId", "C1"), ("OrderId", "O-1001")].map(|(name, text)| Field {
        name: name.to_owned(),
        value: ValueText { kind: ValueKind::S, text: text.to_owned() },
    });
    let edit = Edit::Compose { copy_of: None, fields: fields.to_vec() };
    let view = session.draft(None, &Draft { edit, typed: true }).unwrap();
    let fault = view.fault.unwrap();
    assert_eq!(fault.message, None);
    assert_eq!(
        fault.explanation.as_ref().map(text).unwrap(),
        "An item with this key exists already: Put item would be rejected, and cost 4 WCU."
    );
}

#[test]
fn a_preview_tells_the_price_and_the_effect_and_changes_nothing() {
    let mut session = open_orders();
    let before = session.document();
    let draft = Some(Draft { edit: remove_date(), typed: true });
    let views = session.look(&Interest { draft, ..interest() });
    let preview = views.draft.as_ref().unwrap().preview.clone().unwrap();
    assert_eq!(preview.total.halves, 10);
    assert_eq!(preview.effects.iter().map(text).collect::<Vec<_>>(), ["Will leave OpenOrders"]);
    let terms: Vec<_> = preview.terms.iter().map(|term| term.units.halves / 2).collect();
    assert_eq!(terms, [4, 1, 0]);
    let stores: Vec<_> = preview.terms.iter().map(|term| &*term.store).collect();
    assert_eq!(stores, ["Orders", "OpenOrders", "ByTotal"]);
    assert_eq!(session.document(), before);
    let draft = Some(Draft { edit: set("Notes", ValueKind::S, "short"), typed: true });
    let views = session.look(&Interest { draft, ..interest() });
    let preview = views.draft.as_ref().unwrap().preview.clone().unwrap();
    assert_eq!(preview.effects.iter().map(text).collect::<Vec<_>>(), ["No index changes"]);
}

#[test]
fn the_draft_of_a_new_item_says_in_which_indexes_it_will_not_be() {
    let mut session = open_orders();
    let field = |name: &str, kind: ValueKind, text: &str| Field {
        name: name.to_owned(),
        value: ValueText { kind, text: text.to_owned() },
    };
    let keys = [field("CustomerId", ValueKind::S, "C1"), field("OrderId", ValueKind::S, "O-2000")];
    let mut effects = |others: &[Field]| {
        let edit = Edit::Compose { copy_of: None, fields: [&keys, others].concat() };
        let draft = Some(Draft { edit, typed: true });
        let views = session.look(&Interest { draft, ..interest() });
        let preview = views.draft.as_ref().unwrap().preview.clone().unwrap();
        preview.effects.iter().map(text).collect::<Vec<_>>()
    };
    assert_eq!(effects(&[]), ["Not in OpenOrders: no OrderOpenDate", "Not in ByTotal: no Total"]);
    assert_eq!(effects(&[field("Total", ValueKind::N, "1")]), ["Will enter ByTotal"]);
}

#[test]
fn a_draft_that_is_not_typed_starts_from_what_is_stored() {
    let mut session = open_orders();
    let draft = Some(Draft { edit: set("Total", ValueKind::S, ""), typed: false });
    let views = session.look(&Interest { draft, ..interest() });
    let draft = views.draft.clone().unwrap();
    assert_eq!((&*draft.text, draft.fault.as_ref()), ("99", None));
    assert_eq!(draft.preview.as_ref().unwrap().total.halves, 8);
    let text = ItemText { form: JsonForm::Plain, text: String::new() };
    let replace = Edit::Replace { item: order("C1", "O-1003"), text };
    let draft = Some(Draft { edit: replace, typed: false });
    let views = session.look(&Interest { draft, ..interest() });
    let draft = views.draft.clone().unwrap();
    let plain: Value = serde_json::from_str(&draft.text).unwrap();
    assert_eq!(plain["Total"], json!(99));
    let other: Value = serde_json::from_str(draft.other_notation.as_ref().unwrap()).unwrap();
    assert_eq!(other["Total"], json!({ "N": "99" }));
}

#[test]
fn an_edit_is_one_exact_request() {
    let mut session = open_orders();
    done(&mut session, edit(set("Total", ValueKind::N, " 1e2 ")));
    let exchange = session.exchange(None).unwrap();
    assert_eq!(&*exchange.operation, "UpdateItem");
    let request: Value = serde_json::from_str(&exchange.request).unwrap();
    assert_eq!(
        request,
        json!({
            "TableName": "Orders",
            "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } },
            "UpdateExpression": "SET #a = :v",
            "ExpressionAttributeNames": { "#a": "Total" },
            "ExpressionAttributeValues": { ":v": { "N": "1e2" } },
            "ReturnConsumedCapacity": "INDEXES",
        })
    );
    let reply: Value = serde_json::from_str(&exchange.reply).unwrap();
    assert_eq!(reply["ConsumedCapacity"]["CapacityUnits"].to_string(), "7.0");
}

#[test]
fn the_common_mistakes_are_explained_beside_the_words_of_dynamodb() {
    let mut session = open_orders();
    let before = session.document();
    let fault = fault_of(&mut session, set("OrderOpenDate", ValueKind::Bool, "true"));
    assert_eq!(fault.code.as_deref(), Some("ValidationException"));
    assert_eq!(
        fault.message.as_deref(),
        Some(
            "One or more parameter values were invalid: Type mismatch for Index Key OrderOpenDate Expected: S Actual: BOOL IndexName: OpenOrders"
        )
    );
    assert_eq!(fault.attribute.as_deref(), Some("OrderOpenDate"));
    assert_eq!(fault.explanation.as_ref().unwrap().key, "fault.index_key_bool");
    let mut check = |edit: Edit, expected: &str| {
        let fault = fault_of(&mut session, edit);
        assert_eq!(fault.explanation.map(|message| message.key), Some(expected));
    };
    check(set("OrderOpenDate", ValueKind::Null, ""), "fault.index_key_null");
    check(set("OrderOpenDate", ValueKind::N, "7"), "fault.index_key_type");
    check(set("OrderOpenDate", ValueKind::S, ""), "fault.index_key_empty_update");
    check(set("OrderId", ValueKind::S, "O-1"), "fault.key_update");
    check(set("Total", ValueKind::N, "forty"), "fault.number");
    check(set("Total", ValueKind::N, ""), "fault.number");
    check(set("Photo", ValueKind::B, "?"), "fault.base64");
    check(set("Paid", ValueKind::Bool, "maybe"), "fault.bool");
    check(set("Tags", ValueKind::Ss, "[]"), "fault.set_empty");
    check(set("Tags", ValueKind::Ss, r#"["a","a"]"#), "fault.set_duplicates");
    check(set("Tags", ValueKind::Ss, "a, b"), "fault.not_json");
    check(set("Tags", ValueKind::Ns, r#"{"a":1}"#), "fault.set_list");
    check(set("Lines", ValueKind::L, r#"{"a":1}"#), "fault.nested");
    check(set("Notes", ValueKind::S, &"x".repeat(409_600)), "fault.item_large");
    let put = |form, text: &str| Edit::Put { text: ItemText { form, text: text.to_owned() } };
    check(put(JsonForm::Plain, r#"{"CustomerId":"C9"}"#), "fault.key_missing");
    check(put(JsonForm::Plain, r#"{"CustomerId":"C9","OrderId":7}"#), "fault.key_type");
    check(put(JsonForm::Plain, r#"{"CustomerId":"","OrderId":"O"}"#), "fault.key_empty");
    check(put(JsonForm::Plain, r#"{"CustomerId":"C1","OrderId":"O-1001"}"#), "draft.exists");
    check(put(JsonForm::DynamoDb, r#"{"CustomerId":"C1","OrderId":{"S":"O-9"}}"#), "fault.tags");
    check(put(JsonForm::Plain, "[]"), "fault.item_object");
    let text = r#"{"CustomerId":"C1","OrderId":"O-9"}"#.to_owned();
    let text = ItemText { form: JsonForm::Plain, text };
    check(Edit::Replace { item: order("C1", "O-1003"), text }, "fault.key_changed");
    let date = set("OrderOpenDate", ValueKind::Bool, "true");
    assert!(!session.handle(edit(date)).accepted);
    assert_eq!(session.document(), before);
    assert!(!session.is_edited());
}

#[test]
fn a_text_that_is_not_json_names_its_place() {
    let mut session = open_orders();
    let text = ItemText { form: JsonForm::DynamoDb, text: "{\n  \"a\": }".to_owned() };
    let fault = fault_of(&mut session, Edit::Put { text });
    assert_eq!((fault.code, fault.place), (None, Some((2, 8))));
    let response = session
        .handle(Command::Call { operation: "PutItem".to_owned(), request: "{\n x".to_owned() });
    assert!(!response.accepted);
    let fault = session.look(&interest()).why.fault.clone().unwrap();
    assert_eq!(fault.code.as_deref(), Some("SerializationException"));
    assert_eq!((fault.message.as_deref(), fault.place.map(|(line, _)| line)), (None, Some(2)));
}

#[test]
fn values_of_all_types_are_typed_and_read_back() {
    let mut session = open_orders();
    for (kind, typed) in [
        (ValueKind::S, "text"),
        (ValueKind::N, "-12.5"),
        (ValueKind::B, "AAEC"),
        (ValueKind::Bool, "false"),
        (ValueKind::Null, ""),
        (ValueKind::Ss, r#"["a","b"]"#),
        (ValueKind::Ns, "[1,2.5]"),
        (ValueKind::Bs, r#"["AA=="]"#),
        (ValueKind::L, r#"[1,"two",{"three":[null]}]"#),
        (ValueKind::M, r#"{"a":{"b":true}}"#),
        (ValueKind::L, r#"[{"SS":["a"]}]"#),
        (ValueKind::M, r#"{"a":{"B":"AAEC"}}"#),
    ] {
        done(&mut session, edit(set("Any", kind, typed)));
        let draft = Some(Draft { edit: set("Any", ValueKind::S, ""), typed: false });
        let views = session.look(&Interest { draft, ..interest() });
        let draft = views.draft.clone().unwrap();
        assert_eq!((&*draft.text, draft.fault.as_ref()), (typed, None), "{kind:?}");
    }
}

#[test]
fn an_item_is_put_field_by_field_or_copied_but_never_over_another() {
    let mut session = open_orders();
    let field = |name: &str, kind, text: &str| Field {
        name: name.to_owned(),
        value: ValueText { kind, text: text.to_owned() },
    };
    let fields = vec![
        field("CustomerId", ValueKind::S, "C3"),
        field("OrderId", ValueKind::S, "O-3001"),
        field("OrderOpenDate", ValueKind::S, "2024-05-04"),
    ];
    let compose = Edit::Compose { copy_of: Some(order("C1", "O-1001")), fields };
    done(&mut session, edit(compose.clone()));
    let views = session.look(&interest());
    let table = views.table.clone().unwrap();
    let item = &table.collections.last().unwrap().items[0].item;
    assert_eq!((item.id.clone(), item.mark), (order("C3", "O-3001"), Some(Mark::Added)));
    let names: Vec<&str> = item.attributes.iter().map(|attribute| &*attribute.name).collect();
    assert_eq!(names, ["Notes", "OrderOpenDate", "Total"]);
    assert!(!session.handle(edit(compose)).accepted);
    assert_eq!(said(&mut session), ["Rejected: The conditional request failed"]);
    assert_eq!(
        bill(&mut session)[0],
        "4 Orders, the table: larger of stored and attempted: 3,560 B ÷ 1,024 = 3.48 → 4"
    );
}

#[test]
fn undo_takes_back_actions_but_not_time_and_not_reads() {
    let mut session = open_orders();
    let opened = session.document();
    done(&mut session, Command::Advance { by_ms: 100 });
    done(&mut session, edit(remove_date()));
    done(&mut session, Command::Advance { by_ms: 300 });
    done(&mut session, query_open_orders());
    let removed = session.document();
    let bar = session.look(&interest()).bar.clone();
    assert_eq!(bar.undo.as_ref().map(text).unwrap(), "Remove OrderOpenDate from O-1003");
    assert!(bar.edited);
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), opened);
    let views = session.look(&interest());
    assert_eq!((views.clock.now_ms, views.bar.edited), (400, false));
    assert_eq!(views.bar.undo, None);
    assert_eq!(views.meter.written.halves, 0);
    assert_eq!(views.meter.read.halves, 1);
    assert_eq!(said(&mut session), ["Undone: Remove OrderOpenDate from O-1003."]);
    assert_eq!(entries(&mut session, "OpenOrders"), ["O-1006", "O-1003", "O-2002"]);
    done(&mut session, Command::Advance { by_ms: 50 });
    done(&mut session, Command::Redo);
    assert_eq!(session.document(), removed);
    assert_eq!(session.look(&interest()).clock.now_ms, 450);
    assert_eq!(entries(&mut session, "OpenOrders"), ["O-1006", "O-1003 has left", "O-2002"]);
    assert!(!session.handle(Command::Redo).accepted);
}

#[test]
fn what_undo_brings_back_is_marked() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    done(&mut session, Command::StepToNext);
    done(&mut session, Command::Undo);
    let mark = |session: &mut Session| {
        let card = card(session, "OpenOrders");
        let mut entries = card.entries.iter();
        entries.find(|entry| entry.item == order("C1", "O-1003")).and_then(|entry| entry.mark)
    };
    assert_eq!(mark(&mut session), Some(Mark::Added));
    let table = session.look(&interest()).table.clone().unwrap();
    let item = table.items().find(|item| item.id == order("C1", "O-1003"));
    assert_eq!(item.unwrap().mark, Some(Mark::Changed));
    done(&mut session, Command::Redo);
    let ghosts = card(&mut session, "OpenOrders").ghosts.clone();
    let ghost = ghosts.iter().find(|ghost| ghost.item == order("C1", "O-1003")).unwrap();
    assert_eq!(ghost.mark, Some(Mark::Removed));
}

#[test]
fn a_new_action_ends_what_could_be_redone() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    done(&mut session, Command::Undo);
    done(&mut session, edit(set("Total", ValueKind::N, "1")));
    assert_eq!(session.look(&interest()).bar.redo, None);
    assert!(!session.handle(Command::Redo).accepted);
    assert!(!{
        session.handle(Command::Undo);
        session.handle(Command::Undo).accepted
    });
}

#[test]
fn settings_are_undone_too() {
    let mut session = open_orders();
    let opened = session.document();
    done(&mut session, Command::Set { setting: Setting::Delay, value: 0 });
    done(&mut session, Command::Rename("Mine".to_owned()));
    done(&mut session, edit(remove_date()));
    assert_eq!(said(&mut session), ["5 write units.", "Removed from OpenOrders."]);
    assert_eq!(session.look(&interest()).clock.delay_ms, 0);
    assert_eq!(session.title(), "Mine");
    for _ in 0..3 {
        done(&mut session, Command::Undo);
    }
    assert_eq!(session.document(), opened);
    for _ in 0..3 {
        done(&mut session, Command::Redo);
    }
    assert_eq!(session.title(), "Mine");
}

#[test]
fn reset_returns_to_what_was_opened_and_can_be_undone() {
    let mut session = open_orders();
    let opened = session.document();
    done(&mut session, edit(remove_date()));
    done(&mut session, Command::Advance { by_ms: 1_000 });
    let edited = session.document();
    done(&mut session, Command::Reset);
    assert_eq!(session.document(), opened);
    let views = session.look(&interest());
    assert_eq!((views.clock.now_ms, views.bar.edited, views.meter.written.halves), (0, false, 0));
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), edited);
    assert_eq!(session.look(&interest()).clock.now_ms, 1_000);
}

#[test]
fn what_was_rejected_does_not_happen_when_the_past_changes() {
    let mut session = open_orders();
    done(&mut session, edit(Edit::Delete { item: order("C1", "O-1001") }));
    let date = call(
        "UpdateItem",
        json!({
            "TableName": "Orders", "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1001" } },
            "UpdateExpression": "SET Total = Total + :one", "ExpressionAttributeValues": { ":one": { "N": "1" } },
        }),
    );
    assert!(!session.handle(date).accepted);
    done(&mut session, Command::Undo);
    assert!(session.document() == open_orders().document());
    done(&mut session, Command::NewSandbox { title: "Empty".to_owned(), epoch_seconds: 0 });
    let put = json!({ "TableName": "Orders", "Item": { "id": { "S": "1" } } });
    let create = json!({
        "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
    });
    done(&mut session, call("CreateTable", create));
    done(&mut session, Command::Undo);
    assert!(!session.handle(call("PutItem", put)).accepted);
    done(&mut session, Command::Redo);
    assert_eq!(session.look(&interest()).table.clone().unwrap().item_count, 0);
}

#[test]
fn a_sandbox_that_nobody_has_named_takes_the_name_of_its_first_table() {
    let table = |name: &str| {
        call(
            "CreateTable",
            json!({
                "TableName": name, "BillingMode": "PAY_PER_REQUEST",
                "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
                "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            }),
        )
    };
    let mut session = open_orders();
    let title = titles().nth(1).expect("there is always another title");
    done(&mut session, Command::NewSandbox { title: title.clone(), epoch_seconds: 0 });
    done(&mut session, table("Bills"));
    done(&mut session, table("Accounts"));
    assert_eq!(session.title(), "Bills");
    let work = session.work();
    done(&mut session, Command::OpenDocument(work));
    assert_eq!(session.title(), "Bills", "it is kept");
    done(&mut session, Command::NewSandbox { title: title.clone(), epoch_seconds: 0 });
    done(&mut session, table("Bills"));
    done(&mut session, Command::Undo);
    assert_eq!(session.title(), title, "one step takes back both");
    done(&mut session, Command::Rename("Shop".to_owned()));
    done(&mut session, table("Bills"));
    assert_eq!(session.title(), "Shop", "what a user has named keeps its name");
}

#[test]
fn a_sandbox_travels_by_link_and_opens_beside_the_work() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    let (document, link) = (session.document(), session.link().unwrap());
    assert!(link.len() < 2_000, "{} characters", link.len());
    let mut other = example::opened("champions");
    done(&mut other, Command::OpenLink(link.clone()));
    assert_eq!((other.document(), other.link().unwrap()), (document, link.clone()));
    let bar = other.look(&interest()).bar.clone();
    assert_eq!((bar.edited, bar.from_link, bar.undo.is_none()), (false, true, true));
    done(&mut other, Command::KeepCopy);
    assert!(!other.look(&interest()).bar.from_link);
    let before = other.document();
    let response = other.handle(Command::OpenLink(link[..500].to_owned()));
    assert!(!response.accepted);
    let notice = other.look(&interest()).bar.notice.clone().unwrap();
    let length = link.len();
    assert!(text(&notice).starts_with(&format!(
        "This link is cut short: 500 of {} characters",
        playground::message::number::count(length as u64)
    )));
    assert_eq!(other.document(), before);
}

#[test]
fn an_opened_document_reports_what_was_rejected() {
    let mut session = open_orders();
    let text_of_two = r#"{"v":1,"tables":[{"TableName":"Good","AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"}],"KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],"Items":[{"id":{"S":"a"}},{"id":{"N":"1"}},{}]}]}"#;
    done(&mut session, Command::OpenDocument(text_of_two.to_owned()));
    let bar = session.look(&interest()).bar.clone();
    assert_eq!(text(bar.notice.as_ref().unwrap()), "2 parts were not opened as written.");
    let problems: Vec<String> = bar.problems.iter().map(|it| text(&it.message())).collect();
    assert_eq!(
        problems[0],
        "Not opened as written: Item 2 of table Good. One or more parameter values were invalid: Type mismatch for \
         key id expected: S actual: N"
    );
    assert_eq!(problems.len(), 2);
    assert!(!session.handle(Command::OpenDocument("{".to_owned())).accepted);
    assert!(
        session.look(&interest()).bar.problems.is_empty(),
        "the notice is about the rejected document"
    );
}

#[test]
fn a_file_is_named_after_the_sandbox() {
    let mut session = open_orders();
    assert_eq!(&*session.file_name(), "a-row-that-is-not-there.sparsebox.json");
    session.handle(Command::Rename("Open orders".to_owned()));
    assert_eq!(&*session.file_name(), "open-orders.sparsebox.json");
}

#[test]
fn a_table_is_created_rebuilt_and_dropped() {
    let mut session = open_orders();
    let mut design = session.table_design("Orders").unwrap();
    design.global_indexes[0].projection = ProjectionDesign::All;
    let rebuild = DesignInterest::new(DesignPurpose::Rebuild("Orders".into()), design.clone());
    let views = session.look(&Interest { design: Some(rebuild), ..interest() });
    let check = views.design.clone().unwrap();
    assert_eq!(check.fault, None);
    let words: Vec<String> = check.effects.iter().map(text).collect();
    assert_eq!(
        words,
        ["10 items are written again.", "This costs 62 write units in Orders and its indexes."]
    );
    let before = session.document();
    done(
        &mut session,
        Command::RebuildTable { table: "Orders".to_owned(), design: design.clone() },
    );
    assert_eq!(
        bill(&mut session)[..3],
        ["40 Orders, the table: 10 writes", "12 OpenOrders: 3 writes", "10 ByTotal: 10 writes"]
    );
    assert_eq!(session.look(&interest()).table.clone().unwrap().item_count, 10);
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), before);

    design.name = "Copies".to_owned();
    done(&mut session, Command::CreateTable(design.clone()));
    assert_eq!(said(&mut session), ["CreateTable succeeded. It is free."]);
    assert_eq!(session.look(&interest()).why.receipt, None);
    let tabs = session.look(&interest()).bar.clone();
    let tabs: Vec<&str> = tabs.tables.iter().map(|tab| &*tab.name).collect();
    assert_eq!(tabs.len(), 2);
    assert!(!session.handle(Command::CreateTable(design)).accepted);
    done(&mut session, Command::DeleteTable("Orders".to_owned()));
    assert_eq!(session.look(&interest()).bar.tables.len(), 1);
    done(&mut session, Command::DeleteTable("Copies".to_owned()));
    let views = session.look(&interest());
    assert!(views.table.is_none() && views.indexes.cards.is_empty());
}

#[test]
fn a_rejected_design_is_rejected_at_its_place_and_drops_nothing() {
    let mut session = open_orders();
    let design = session.table_design("Orders").unwrap();
    let mut check = |change: &dyn Fn(&mut playground::view::design::TableDesign),
                     expected: DesignPlace| {
        let mut design = design.clone();
        change(&mut design);
        let asked = DesignInterest::new(DesignPurpose::Rebuild("Orders".into()), design.clone());
        let views = session.look(&Interest { design: Some(asked), ..interest() });
        let check = views.design.clone().unwrap();
        assert!(check.fault.is_some());
        assert_eq!(check.place, expected);
        assert!(
            !session.handle(Command::RebuildTable { table: "Orders".to_owned(), design }).accepted
        );
        assert_eq!(session.document(), open_orders().document());
    };
    check(&|design| design.name = "x".to_owned(), DesignPlace::Name);
    check(&|design| design.sort_key = None, DesignPlace::Keys);
    check(&|design| design.local_indexes[0].name = "OpenOrders".to_owned(), DesignPlace::Local(0));
    check(&|design| design.local_indexes[0].sort_keys.clear(), DesignPlace::Local(0));
    check(
        &|design| design.global_indexes[0].projection = ProjectionDesign::Include(Vec::new()),
        DesignPlace::Global(0),
    );
    check(&|design| design.global_indexes[0].name = "a b".to_owned(), DesignPlace::Global(0));
}

#[test]
fn items_that_do_not_fit_a_new_design_are_left_out_and_undo_brings_them_back() {
    let mut session = open_orders();
    let before = session.document();
    done(&mut session, edit(set("Flag", ValueKind::Bool, "true")));
    let mut design = session.table_design("Orders").unwrap();
    let mut index = design.global_indexes[0].clone();
    index.name = "Flags".to_owned();
    index.sort_keys = vec![playground::view::design::KeyDesign {
        name: "Flag".to_owned(),
        kind: playground::view::design::KeyKind::S,
    }];
    design.global_indexes.push(index);
    done(&mut session, Command::RebuildTable { table: "Orders".to_owned(), design });
    assert!(said(&mut session).last().unwrap().starts_with("1 item was left out: One or more"));
    assert_eq!(session.look(&interest()).table.clone().unwrap().item_count, 9);
    done(&mut session, Command::Undo);
    done(&mut session, Command::Undo);
    assert_eq!(session.document(), before);
}

fn read_form(operation: ReadOperation) -> ReadForm {
    ReadForm {
        operation,
        index: None,
        partition: vec!["C1".into()],
        sort: Vec::new(),
        filters: Vec::new(),
        all_attributes: false,
        consistent: false,
        forward: true,
        limit: "".into(),
    }
}

#[test]
fn a_read_form_tells_its_request_and_its_price() {
    let mut session = open_orders();
    let mut view = |form: ReadForm| {
        let views = session.look(&Interest { read: Some(form), ..interest() });
        views.read.clone().unwrap()
    };
    let scan = view(read_form(ReadOperation::Scan));
    assert_eq!(scan.preview.as_ref().unwrap().total.halves, 9);
    let query = view(read_form(ReadOperation::Query));
    assert_eq!(query.preview.as_ref().unwrap().total.halves, 7);
    assert_eq!(
        query.partition_values.iter().map(|values| &*values[0]).collect::<Vec<_>>(),
        ["C1", "C2"]
    );
    let sort = SortCondition {
        operator: SortOperator::Between,
        text: "2024-05-01".into(),
        upper: "2024-05-02".into(),
    };
    let index = view(ReadForm {
        index: Some("OpenOrders".into()),
        sort: vec![sort],
        limit: "5".into(),
        forward: false,
        ..read_form(ReadOperation::Query)
    });
    let request: Value = serde_json::from_str(&index.request).unwrap();
    assert_eq!(
        request,
        json!({
            "TableName": "Orders", "IndexName": "OpenOrders", "Limit": 5, "ScanIndexForward": false,
            "KeyConditionExpression": "#n1 = :v1 AND #n2 BETWEEN :v2 AND :v3",
            "ExpressionAttributeNames": { "#n1": "CustomerId", "#n2": "OrderOpenDate" },
            "ExpressionAttributeValues": {
                ":v1": { "S": "C1" }, ":v2": { "S": "2024-05-01" }, ":v3": { "S": "2024-05-02" },
            },
            "ReturnConsumedCapacity": "INDEXES",
        })
    );
    assert_eq!(index.preview.as_ref().unwrap().total.halves, 1);
    let rejected = view(ReadForm {
        index: Some("OpenOrders".into()),
        consistent: true,
        ..read_form(ReadOperation::Query)
    });
    assert!(!rejected.consistent_allowed);
    assert_eq!(
        rejected.fault.as_ref().unwrap().explanation.as_ref().unwrap().key,
        "fault.consistent_index"
    );
    let rejected = view(ReadForm { limit: "many".into(), ..read_form(ReadOperation::Scan) });
    assert_eq!(rejected.fault.as_ref().unwrap().explanation.as_ref().unwrap().key, "fault.limit");
}

#[test]
fn a_filter_path_has_a_placeholder_for_each_name() {
    use playground::view::read::{Filter, FilterOperator};
    let mut session = open_orders();
    done(&mut session, edit(set("Lines", ValueKind::L, r#"[{"size":3}]"#)));
    let filter = |path: &str, operator, text: &str| Filter {
        path: path.into(),
        operator,
        kind: ValueKind::N,
        text: text.into(),
    };
    let filters = vec![
        filter("Lines[0].size", FilterOperator::GreaterOrEqual, "3"),
        filter("size", FilterOperator::NotExists, ""),
    ];
    let form = ReadForm { filters, ..read_form(ReadOperation::Scan) };
    let views = session.look(&Interest { read: Some(form), ..interest() });
    let read = views.read.clone().unwrap();
    let request: Value = serde_json::from_str(&read.request).unwrap();
    assert_eq!(request["FilterExpression"], "#n1[0].#n2 >= :v1 AND attribute_not_exists(#n2)");
    done(
        &mut session,
        Command::Call { operation: "Scan".to_owned(), request: read.request.to_string() },
    );
    let result = session.look(&interest()).why.result.clone().unwrap();
    assert_eq!((result.count, result.scanned_count), (1, Some(10)));
}

#[test]
fn a_result_has_its_next_page() {
    let mut session = open_orders();
    done(&mut session, call("Scan", json!({ "TableName": "Orders", "Limit": 4 })));
    let mut rows = 0;
    for page in 1.. {
        let result = session.look(&interest()).why.result.clone().unwrap();
        rows += result.rows.len();
        let Some(next) = &result.next else {
            assert_eq!((page, rows), (3, 10));
            break;
        };
        done(
            &mut session,
            Command::Call { operation: "Scan".to_owned(), request: next.to_string() },
        );
    }
}

#[test]
fn after_an_entry_left_the_way_back_is_offered() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    let steps = |session: &Session| {
        let suggestions = session.why(None).suggestions.into_iter();
        suggestions.map(|suggestion| suggestion.step).collect::<Vec<_>>()
    };
    let pending = steps(&session);
    assert!(matches!(
        pending[..],
        [NextStep::Send { .. }, NextStep::ReadStale { .. }, NextStep::ScanTable]
    ));
    session.handle(Command::StepToNext);
    let arrived = steps(&session);
    assert!(matches!(
        arrived[..],
        [NextStep::Send { .. }, NextStep::QueryIndex, NextStep::ScanTable]
    ));
    let why = session.look(&interest()).why.clone();
    assert_eq!(
        text(&why.suggestions[1].words),
        "Query OpenOrders instead of a scan of the table, which costs 4.5 RCU"
    );
}

fn shown(row_count: usize) -> ItemsShown {
    ItemsShown { rows: 0..row_count, ..ItemsShown::default() }
}

#[test]
fn items_are_filtered_by_a_text_and_sorted_within_their_collections() {
    let session = open_orders();
    let keys = |shown: &ItemsShown| {
        let table = session.items(None, shown, None).expect("the example has a table");
        (sort_keys(&table), table.matching_count, table.item_count, table.row_count)
    };
    let filter = ItemsShown { filter: "ORDEROPENDATE".into(), ..shown(3) };
    assert_eq!(keys(&filter), (vec!["O-1003".to_owned(), "O-1006".to_owned()], 3, 10, 5));
    let filter = ItemsShown { filter: "88".into(), ..shown(9) };
    assert_eq!(keys(&filter), (vec!["O-2002".to_owned()], 1, 10, 2));
    let by = |attribute: &str, is_descending| ItemsShown {
        sort: Some(SortedBy { attribute: attribute.into(), is_descending }),
        ..shown(5)
    };
    let first = |shown| keys(&shown).0;
    assert_eq!(first(by("Total", false)), ["O-1005", "O-1007", "O-1002", "O-1004"], "7 before 12");
    assert_eq!(first(by("Total", true)), ["O-1003", "O-1006", "O-1001", "O-1008"]);
    let by_date = by("OrderOpenDate", true);
    assert_eq!(first(by_date), ["O-1003", "O-1006", "O-1001", "O-1002"], "absent values are last");
}

fn sort_keys(table: &TableView) -> Vec<String> {
    table.items().map(|item| item.sort.as_ref().expect("a sort key").text.to_string()).collect()
}

#[test]
fn the_selected_item_is_shown_where_it_is_even_if_the_filter_does_not_match_it() {
    let session = open_orders();
    let list = |shown: &ItemsShown| session.items(None, shown, None).expect("a table");
    let selected = vec![order("C1", "O-1005")];
    let filter = ItemsShown { filter: "ORDEROPENDATE".into(), selected, ..shown(9) };
    let view = list(&filter);
    assert_eq!(sort_keys(&view), ["O-1003", "O-1005", "O-1006", "O-2002"]);
    assert_eq!(view.matching_count, 3);
    let is_matching: Vec<bool> =
        view.collections[0].items.iter().map(|placed| placed.is_matching).collect();
    assert_eq!(is_matching, [true, false, true]);

    let below = ItemsShown { selected: vec![order("C2", "O-2002")], ..shown(2) };
    let view = list(&below);
    assert_eq!(sort_keys(&view), ["O-1001", "O-2002"], "the rows between them are not shown");
    let rows: Vec<usize> = view.collections.iter().map(|it| it.items[0].row).collect();
    assert_eq!((rows, view.row_count), (vec![1, 11], 12));
    assert_eq!((view.collections[0].head, view.collections[1].head), (Some(0), None));
    let focused = ItemsShown { focused: Some(order("C2", "O-2001")), ..shown(0) };
    assert_eq!(sort_keys(&list(&focused)), ["O-2001"]);
    let gone = ItemsShown { selected: vec![order("C2", "O-9")], ..shown(2) };
    assert_eq!(sort_keys(&list(&gone)), ["O-1001"]);
}

#[test]
fn an_item_is_found_by_the_first_letters_of_its_key_in_the_order_of_the_list() {
    let session = open_orders();
    let found = |seek: &Seek, shown: &ItemsShown| session.find_item(None, shown, seek);
    let key = |prefix: &str, from: Option<ItemId>| Seek::Key { prefix: prefix.into(), from };
    let all = shown(0);
    assert_eq!(found(&Seek::First, &all), Some(order("C1", "O-1001")));
    assert_eq!(found(&Seek::Last, &all), Some(order("C2", "O-2002")));
    assert_eq!(found(&key("o-2", None), &all), Some(order("C2", "O-2001")));
    let from = Some(order("C1", "O-1003"));
    assert_eq!(found(&key("o", from.clone()), &all), Some(order("C1", "O-1004")), "the next one");
    assert_eq!(found(&key("o-", from.clone()), &all), from, "more letters of the same key");
    let last = Some(order("C2", "O-2002"));
    assert_eq!(found(&key("O", last), &all), Some(order("C1", "O-1001")), "round to the first");
    assert_eq!(found(&key("x", from), &all), None);
    let filtered = ItemsShown { filter: "88".into(), ..shown(0) };
    assert_eq!(found(&Seek::First, &filtered), Some(order("C2", "O-2002")));
}

#[test]
fn keys_of_indexes_have_the_first_columns_and_then_the_most_frequent_attributes() {
    let mut session = open_orders();
    let columns = |session: &Session| {
        let table = session.items(None, &shown(200), None).expect("the example has a table");
        let columns = table.columns.iter().map(|column| {
            let indexes: Vec<&str> = column.indexes.iter().map(|(name, _)| &**name).collect();
            (column.name.to_string(), column.kind.map(ValueKind::tag), indexes.join(" "))
        });
        (columns.collect::<Vec<_>>(), table.has_more)
    };
    let column = |name: &str, kind, indexes: &str| (name.to_owned(), kind, indexes.to_owned());
    let expected = vec![
        column("OrderOpenDate", Some("S"), "OpenOrders"),
        column("Total", Some("N"), "ByTotal"),
        column("Notes", Some("S"), ""),
    ];
    assert_eq!(columns(&session), (expected.clone(), false));
    let mut item = json!({
        "CustomerId": { "S": "C9" }, "OrderId": { "S": "O9" }, "Notes": { "N": "1" },
    });
    for name in ["A", "B", "C", "D", "E", "F", "G"] {
        item[name] = json!({ "BOOL": true });
    }
    let request = json!({ "TableName": "Orders", "Item": item }).to_string();
    let command = Command::Call { operation: "PutItem".to_owned(), request };
    assert!(session.handle(command).accepted);
    let (columns, has_more) = columns(&session);
    assert_eq!(columns[2], column("Notes", None, ""), "of several types");
    assert_eq!((columns[..2].to_vec(), columns.len(), has_more), (expected[..2].to_vec(), 8, true));
}

#[test]
fn what_has_not_changed_is_the_same_view() {
    let mut session = open_orders();
    let before = session.look(&interest());
    assert_eq!(before.bar, session.look(&interest()).bar);
    done(&mut session, Command::Advance { by_ms: 16 });
    let idle = session.look(&interest());
    assert_ne!(before.clock, idle.clock);
    assert_eq!((&before.table, &before.indexes), (&idle.table, &idle.indexes));
    assert_eq!(before.timeline, idle.timeline);

    done(&mut session, edit(remove_date()));
    let earlier = Earlier { view: before.table.as_ref().unwrap(), is_current: false };
    let after = session.items(None, &shown(200), Some(&earlier)).unwrap();
    let (old, new) = (&before.table.as_ref().unwrap().collections, &after.collections);
    assert!(!Rc::ptr_eq(&old[0], &new[0]));
    assert!(Rc::ptr_eq(&old[1], &new[1]));
    let pairs = old[0].items.iter().zip(&new[0].items);
    let kept = pairs.filter(|(old, new)| Rc::ptr_eq(&old.item, &new.item)).count();
    assert_eq!(kept, 7);

    let earlier = Earlier { view: &before.indexes, is_current: false };
    let after = session.indexes(None, &EntriesShown::first(200), Some(&earlier));
    let (old, new) = (&before.indexes.cards[1].entries, &after.cards[1].entries);
    let kept = old.iter().zip(new).filter(|(old, new)| Rc::ptr_eq(old, new)).count();
    assert_eq!(kept, 9, "in ByTotal only what O-1003 leaves out has changed");

    let why = session.why(None);
    done(&mut session, Command::Advance { by_ms: 16 });
    assert_eq!(why, session.why(None));
    let earlier = Earlier { view: &after, is_current: true };
    let ticking = session.indexes(None, &EntriesShown::first(200), Some(&earlier));
    let (old, new) = (&after.cards[0], &ticking.cards[0]);
    assert!(!Rc::ptr_eq(old, new), "a countdown has moved");
    assert!(Rc::ptr_eq(&old.entries[0], &new.entries[0]));
    assert!(Rc::ptr_eq(&after.cards[1], &ticking.cards[1]), "nothing is counted down");
}

#[test]
fn an_item_shows_its_bytes_its_indexes_and_what_it_lacks() {
    let mut session = open_orders();
    assert_eq!(session.table_head(None).map(|head| head.size), Some(35_439));
    let table = session.look(&interest()).table.clone().unwrap();
    assert_eq!((table.item_count, table.collections.len()), (10, 2));
    assert_eq!((table.collections[0].item_count, table.collections[0].size), (8, 28_342));
    let closed = &table.collections[0].items[0].item;
    assert_eq!((closed.size, &*closed.unit_fill), (3_537, &[100, 100, 100, 45][..]));
    assert_eq!(&*closed.absent[0].key.name, "OrderOpenDate");
    let inside: Vec<bool> = closed.memberships.iter().map(|membership| membership.inside).collect();
    assert_eq!(inside, [false, true]);
    let notes = closed.attributes.iter().find(|attribute| &*attribute.name == "Notes").unwrap();
    assert_eq!((notes.size, notes.value.text.chars().count()), (3_505, 48));
    done(&mut session, edit(remove_date()));
    let table = session.look(&interest()).table.clone().unwrap();
    let item = table.items().find(|item| item.id == order("C1", "O-1003")).unwrap();
    assert_eq!(item.mark, Some(Mark::Changed));
    assert!(item.memberships[0].inside, "the entry is still there");
}

#[test]
fn a_small_window_shows_few_items_and_counts_the_rest() {
    let mut session = open_orders();
    let views = session.look(&Interest { items_shown: 3, entries_shown: 2, ..Interest::default() });
    let table = views.table.clone().unwrap();
    assert_eq!((table.row_count, table.collections.len()), (12, 1));
    assert_eq!((table.collections[0].items.len(), table.collections[0].item_count), (2, 8));
    let card = &views.indexes.cards[1];
    assert_eq!((&*card.name, card.entries.len(), card.row_count), ("ByTotal", 2, 10));
}

#[test]
fn entries_of_some_items_and_the_next_change_are_shown_wherever_they_are() {
    let mut session = open_orders();
    let by_total = |session: &Session, shown: &EntriesShown| {
        let card = session.indexes(None, shown, None).cards[1].clone();
        let items: Vec<ItemId> = card.entries.iter().map(|entry| entry.item.clone()).collect();
        (items, card.entry_rows.clone(), card.columns.clone())
    };
    let all = by_total(&session, &EntriesShown::first(200));
    let rows = BTreeMap::from([(Text::from("ByTotal"), 2..4)]);
    let items = vec![order("C1", "O-1003"), order("C1", "O-9")];
    let (shown, places, columns) =
        by_total(&session, &EntriesShown { rows, items, ..EntriesShown::first(0) });
    assert_eq!(places, [2, 3, 7]);
    assert_eq!(shown, [2, 3, 7].map(|row| all.0[row].clone()));
    assert_eq!(columns, all.2, "columns do not depend on the rows that are shown");

    done(&mut session, edit(remove_date()));
    let open_orders = &session.indexes(None, &EntriesShown::first(0), None).cards[0];
    let pending: Vec<&ItemId> = open_orders.entries.iter().map(|entry| &entry.item).collect();
    assert_eq!(pending, [&order("C1", "O-1003")], "it is about to leave");
}

#[test]
fn an_entry_is_found_by_any_of_its_keys() {
    let session = open_orders();
    let found = |seek: &Seek| session.find_entry(None, "OpenOrders", seek);
    let key = |prefix: &str, from: Option<ItemId>| Seek::Key { prefix: prefix.into(), from };
    assert_eq!(found(&Seek::First), Some(order("C1", "O-1006")));
    assert_eq!(found(&Seek::Last), Some(order("C2", "O-2002")));
    assert_eq!(found(&key("2024-05-03", None)), Some(order("C1", "O-1003")));
    assert_eq!(found(&key("o-2", None)), Some(order("C2", "O-2002")));
    let from = Some(order("C1", "O-1006"));
    assert_eq!(found(&key("c", from)), Some(order("C1", "O-1003")), "the next one");
    assert_eq!(found(&key("x", None)), None);
    assert_eq!(session.find_entry(None, "Nothing", &Seek::First), None);
}

#[test]
fn a_table_without_sort_key_is_one_collection() {
    let mut session = example::opened("conditional-index");
    let table = session.look(&interest()).table.clone().unwrap();
    assert_eq!((table.collections.len(), &table.collections[0].key), (1, &None));
    assert_eq!((table.collections[0].head, table.row_count), (None, 10));
    let ids: Vec<&str> = table.items().map(|item| &*item.partition.text).collect();
    assert_eq!(
        ids,
        ["a-01", "a-02", "a-03", "a-04", "a-05", "a-06", "a-07", "a-08", "a-09", "a-10"]
    );
}

#[test]
fn the_timeline_shows_each_operation_with_its_result() {
    let mut session = open_orders();
    done(&mut session, edit(remove_date()));
    done(&mut session, query_open_orders());
    assert!(!session.handle(call("Query", json!({ "TableName": "Orders" }))).accepted);
    let views = session.look(&Interest { operation: Some(1), ..interest() });
    assert_eq!((views.why.operation, views.why.latest), (Some(1), false));
    assert_eq!(&*views.why.receipt.as_ref().unwrap().operation, "UpdateItem");
    let stops: Vec<(String, StopKind)> =
        views.timeline.stops.iter().map(|stop| (text(&stop.words), stop.kind)).collect();
    let operation = |number, outcome| StopKind::Operation { number, outcome, is_bulk: false };
    let charged = |method, halves| OperationOutcome::Charged { method, units: Units { halves } };
    let rejected = OperationOutcome::Rejected { charged: None, is_throttled: false };
    assert_eq!(
        stops,
        [
            ("Update O-1003".to_owned(), operation(1, charged(Method::Write, 10))),
            ("Query".to_owned(), operation(2, charged(Method::Read, 1))),
            ("Query".to_owned(), operation(3, rejected))
        ]
    );
    let future: Vec<String> = views.timeline.future.iter().map(|mark| text(&mark.words)).collect();
    assert_eq!(future, ["OpenOrders −1"]);
}

#[test]
fn what_an_entry_does_not_hold_is_told_from_the_item_as_it_is() {
    let mut session = open_orders();
    let left_out = |session: &mut Session| {
        let card = card(session, "ByTotal");
        let entry = card.entries.iter().find(|entry| entry.item == order("C1", "O-1003"));
        entry.and_then(|entry| entry.cells.last().cloned())
    };
    let names = |names: &[&str]| {
        Some(CellView::NotProjected {
            names: names.iter().map(|name| Text::from(*name)).collect(),
            fetch: Some(Units { halves: 1 }),
        })
    };
    assert_eq!(left_out(&mut session), names(&["Notes", "OrderOpenDate"]));
    session.handle(edit(remove_date()));
    assert_eq!(left_out(&mut session), names(&["Notes"]));
}

#[test]
fn an_item_that_moves_again_before_it_has_arrived_stands_in_places_with_names_of_their_own() {
    let mut session = open_orders();
    for date in ["2024-06-01", "2024-06-02", "2024-04-01", "2024-05-03"] {
        done(&mut session, edit(set("OrderOpenDate", ValueKind::S, date)));
    }
    let card = card(&mut session, "OpenOrders");
    let mut names: Vec<&str> = card.entries.iter().map(|entry| &*entry.id).collect();
    assert_eq!(names.len(), 6);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 6);
}

#[test]
fn a_read_that_finds_nothing_says_that_the_minimum_is_charged() {
    let mut session = Session::first();
    let request = json!({
        "TableName": "Orders", "IndexName": "OpenOrders", "KeyConditionExpression": "CustomerId = :c",
        "ExpressionAttributeValues": { ":c": { "S": "C9" } },
    });
    done(&mut session, call("Query", request));
    let receipt = receipt(&mut session);
    let words: Vec<String> = receipt.lines[0].arithmetic.iter().map(text).collect();
    assert_eq!(
        words,
        ["nothing was read: the minimum, 4,096 B → 1", "eventually consistent: half of it, 0.5"]
    );
}

#[test]
fn only_a_query_or_scan_returns_a_count() {
    let mut session = open_orders();
    let request = r#"{"TableName": "Orders", "Key": {"CustomerId": {"S": "C1"}, "OrderId": {"S": "O-1003"}}}"#;
    let get = Command::Call { operation: "GetItem".to_owned(), request: request.to_owned() };
    done(&mut session, get);
    let result = session.look(&interest()).why.result.clone().unwrap();
    assert_eq!((result.rows.len(), result.scanned_count), (1, None));
}
