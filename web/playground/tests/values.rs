//! Values as they are typed and shown: nothing is coerced, dropped or hidden.

mod look;
mod plain;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::draft::{Draft, FaultView};
use playground::view::edit::{Edit, ItemId, ItemText, JsonForm, ValueKind, ValueText};

use crate::look::{Interest, Look};
use serde_json::json;

use crate::plain::text;

fn order() -> ItemId {
    let key = json!({ "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1003" } });
    ItemId(key.to_string().into())
}

/// What a draft is told, or nothing if it would be accepted.
fn fault_of(edit: Edit) -> Option<FaultView> {
    let mut session = Session::first();
    let draft = Some(Draft { edit, typed: true });
    let views = session.look(&Interest { draft, items_shown: 200, ..Interest::default() });
    let draft = views.draft.clone().expect("a draft was asked for");
    draft.fault.as_deref().cloned()
}

fn set(kind: ValueKind, text: &str) -> Edit {
    let value = ValueText { kind, text: text.to_owned() };
    Edit::Set { item: order(), attribute: "Value".to_owned(), value }
}

#[track_caller]
fn check(edit: Edit, expected: &str) {
    let fault = fault_of(edit).expect("the draft is rejected");
    let explanation = fault.explanation.as_ref().map(text).unwrap_or_default();
    assert_eq!(explanation, expected, "{fault:?}");
}

#[test]
fn a_set_of_mixed_types_is_rejected_by_name() {
    check(
        set(ValueKind::Ss, r#"["a", 1]"#),
        "A string set (SS) contains only texts in quotes. 1 is of another type.",
    );
    check(
        set(ValueKind::Ss, r#"["a", null]"#),
        "A string set (SS) contains only texts in quotes. null is of another type.",
    );
    check(
        set(ValueKind::Ns, "[1, true]"),
        "A number set (NS) contains only numbers. true is of another type.",
    );
    check(
        set(ValueKind::Bs, r#"["AQ==", 1]"#),
        "A binary set (BS) contains only base64 texts in quotes. 1 is of another type.",
    );
    check(set(ValueKind::Ss, r#""a""#), r#"A set is typed as a JSON list: ["a", "b"]."#);
    for (kind, text) in [
        (ValueKind::Ss, r#"["a", "1"]"#),
        (ValueKind::Ns, "[1, 2.50]"),
        (ValueKind::Ns, r#"["1", "2"]"#),
        (ValueKind::Bs, r#"["AQ=="]"#),
    ] {
        assert_eq!(fault_of(set(kind, text)), None, "{text}");
    }
}

#[test]
fn an_object_with_two_members_of_one_name_is_rejected_by_name() {
    let words = "An object has two members named a. Only one of them could be stored: rename or remove the other.";
    check(set(ValueKind::M, r#"{"a": 1, "a": 2}"#), words);
    check(set(ValueKind::L, r#"[{"b": {"a": 1, "\u0061": 2}}]"#), words);
    for form in [JsonForm::Plain, JsonForm::DynamoDb] {
        let text = r#"{"CustomerId": "C9", "OrderId": "O-1", "a": 1, "a": 2}"#.to_owned();
        check(Edit::Put { text: ItemText { form, text } }, words);
    }
    assert_eq!(fault_of(set(ValueKind::M, r#"{"a": {"a": 1}, "b": {"a": 2}}"#)), None);
}

#[test]
fn a_value_nested_too_deeply_is_told_so() {
    let nested = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    let fault = fault_of(set(ValueKind::L, &nested(33))).expect("the draft is rejected");
    assert!(fault.message.as_ref().unwrap().contains("Nesting Levels"), "{fault:?}");
    assert_eq!(
        text(fault.explanation.as_ref().unwrap()),
        "Lists and maps can be nested 32 levels deep."
    );
    assert_eq!(fault_of(set(ValueKind::L, &nested(31))), None);
}

#[test]
fn hidden_characters_reach_the_page_and_json_writes_them_as_escapes() {
    let mut session = Session::first();
    let value = ValueText { kind: ValueKind::S, text: "exe\u{202e}gnp.\0".to_owned() };
    let edit = Edit::Set { item: order(), attribute: "No\u{200b}te".to_owned(), value };
    let command = Command::Edit { table: "Orders".to_owned(), edit };
    assert!(session.handle(command).accepted);
    let views = session.look(&Interest { items_shown: 200, ..Interest::default() });

    // The real text is in the view. The page draws the marks.
    let table = views.table.clone().unwrap();
    let item = table.items().find(|item| item.id == order()).unwrap();
    let attribute = item.attributes.iter().find(|it| it.name.ends_with("\u{200b}te")).unwrap();
    assert_eq!((&*attribute.name, &*attribute.value.text), ("No\u{200b}te", "exe\u{202e}gnp.\0"));

    let exchange = session.exchange(None).unwrap();
    assert!(exchange.request.contains("\"No\\u200bte\""), "{}", exchange.request);
    assert!(exchange.request.contains("exe\\u202egnp.\\u0000"), "{}", exchange.request);

    let text = ItemText { form: JsonForm::Plain, text: String::new() };
    let draft = Some(Draft { edit: Edit::Replace { item: order(), text }, typed: false });
    let views = session.look(&Interest { draft, items_shown: 200, ..Interest::default() });
    let text = views.draft.clone().unwrap().text.clone();
    assert!(text.contains("\"No\\u200bte\": \"exe\\u202egnp.\\u0000\""), "{text}");
}

#[test]
fn a_copy_of_an_item_takes_over_the_whole_key() {
    let mut session = Session::first();
    let long = "x".repeat(60);
    let item = json!({ "CustomerId": { "S": long }, "OrderId": { "S": "1" } });
    let put = json!({ "TableName": "Orders", "Item": item });
    let put = Command::Call { operation: "PutItem".to_owned(), request: put.to_string() };
    assert!(session.handle(put).accepted);
    let views = session.look(&Interest { items_shown: 200, ..Interest::default() });
    let table = views.table.clone().unwrap();
    let item = table.items().find(|item| item.partition.text.starts_with('x')).unwrap();
    assert_eq!(item.partition.text.chars().count(), 48);
    assert_eq!(*item.partition_text, *long);
}
