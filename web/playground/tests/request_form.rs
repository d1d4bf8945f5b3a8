//! Requests as forms: fields of a text, texts of changed fields, and what an expression can continue with.

use engine::api::operation::registry::{is_legacy, members};
use engine::operation::Operation;
use playground::lesson::example;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::call::{CallForm, CallFormView, TextOrigin};
use playground::view::edit::ValueKind;
use playground::view::first::First;
use playground::view::request::{
    Caret, FieldChange, FieldContent, FieldPath, FieldView, RequestFields, Step, Suggestion,
};
use serde_json::{Value, json};

fn open_orders() -> Session {
    Session::first()
}

fn typed(operation: &str, request: &Value) -> CallForm {
    let text = request.to_string().into();
    CallForm { operation: operation.into(), text, origin: TextOrigin::Typed }
}

fn view(session: &Session, form: &CallForm) -> CallFormView {
    session.call_form(None, form)
}

/// A path from its steps, such as `TransactItems 0 Put Item 1`.
fn path(steps: &str) -> FieldPath {
    let step = |step: &str| match step.parse() {
        Ok(position) => Step::Entry(position),
        Err(_) => Step::Member(step.to_owned().leak()),
    };
    FieldPath(steps.split_whitespace().map(step).collect())
}

fn change(session: &Session, form: &CallForm, steps: &str, change: FieldChange) -> CallForm {
    let changed = session.change_call(None, form, &path(steps), &change);
    changed.unwrap_or_else(|| panic!("there is a field {steps} in {}", form.text))
}

fn json_of(form: &CallForm) -> Value {
    serde_json::from_str(&form.text).expect("a form writes JSON")
}

fn all(fields: &RequestFields) -> Vec<&FieldView> {
    let mut all = Vec::new();
    for field in fields.common.iter().chain(&fields.rare) {
        collect(field, &mut all);
    }
    all
}

fn collect<'f>(field: &'f FieldView, list: &mut Vec<&'f FieldView>) {
    list.push(field);
    match &field.content {
        FieldContent::Entries(elements) | FieldContent::Value { elements, .. } => {
            for element in elements {
                collect(element, list);
            }
        }
        FieldContent::Structure(fields) | FieldContent::Variant { fields, .. } => {
            list.extend(all(fields));
        }
        FieldContent::Text(_)
        | FieldContent::Integer(_)
        | FieldContent::Expression(_)
        | FieldContent::Statement(_)
        | FieldContent::Choice(_)
        | FieldContent::Flag(_)
        | FieldContent::Unreadable(_) => {}
    }
}

const ON_ITEMS: [&str; 10] = [
    "BatchGetItem",
    "BatchWriteItem",
    "DeleteItem",
    "GetItem",
    "PutItem",
    "Query",
    "Scan",
    "TransactGetItems",
    "TransactWriteItems",
    "UpdateItem",
];

#[test]
fn every_operation_on_items_has_a_field_for_each_member_that_is_no_legacy_parameter() {
    let session = open_orders();
    let names = |operation: &str| {
        let fields = view(&session, &CallForm::new(operation)).fields.expect("it has fields");
        let fields = fields.common.iter().chain(&fields.rare);
        let mut names: Vec<_> = fields.map(|field| field.name.to_string()).collect();
        names.sort();
        names
    };
    assert_eq!(
        names("UpdateItem"),
        [
            "ConditionExpression",
            "ExpressionAttributeNames",
            "ExpressionAttributeValues",
            "Key",
            "ReturnConsumedCapacity",
            "ReturnItemCollectionMetrics",
            "ReturnValues",
            "ReturnValuesOnConditionCheckFailure",
            "TableName",
            "UpdateExpression",
        ]
    );
    assert!(names("Scan").contains(&"TotalSegments".to_owned()));
    assert!(names("Query").contains(&"ExclusiveStartKey".to_owned()));
    assert!(names("TransactWriteItems").contains(&"ClientRequestToken".to_owned()));
    for operation in ON_ITEMS {
        let known = Operation::from_name(operation).expect("it is one");
        let members = members(known).iter().filter(|member| !is_legacy(member));
        let mut members: Vec<_> = members.map(|member| member.name).collect();
        members.sort_unstable();
        assert_eq!(names(operation), members, "{operation}");
    }
    assert_eq!(view(&session, &CallForm::new("UpdateTable")).fields, None);
}

#[test]
fn the_fields_of_every_proposal_show_all_of_it() {
    for example in ["open-orders", "champions", "conditional-index", "adjacency"] {
        let session = example::opened(example);
        for operation in ON_ITEMS {
            let fields = view(&session, &CallForm::new(operation)).fields.expect("it has fields");
            for field in all(&fields) {
                let is_shown = !matches!(field.content, FieldContent::Unreadable(_));
                assert!(is_shown, "{operation}: {}", field.path.id());
            }
        }
    }
}

#[test]
fn a_field_changes_the_text_and_the_text_the_fields() {
    let session = open_orders();
    let form = CallForm::new("Query");
    let form = change(&session, &form, "Limit", FieldChange::Text("2".into()));
    assert_eq!(json_of(&form)["Limit"], json!(2));
    assert!(view(&session, &form).preview.is_some());
    let form = change(&session, &form, "ScanIndexForward", FieldChange::Flag(false));
    assert_eq!(json_of(&form)["ScanIndexForward"], json!(false));
    let form = change(&session, &form, "ScanIndexForward", FieldChange::Flag(true));
    assert_eq!(json_of(&form).get("ScanIndexForward"), None, "it is the default");
    let form = change(&session, &form, "Limit", FieldChange::Text("".into()));
    assert_eq!(json_of(&form).get("Limit"), None);
    let mut request = json_of(&form);
    request["ConsistentRead"] = json!(true);
    let fields = view(&session, &typed("Query", &request)).fields.expect("it has fields");
    let flag = all(&fields).into_iter().find(|field| &*field.name == "ConsistentRead");
    assert_eq!(flag.map(|field| &field.content), Some(&FieldContent::Flag(true)));
}

#[test]
fn what_a_field_cannot_mean_is_rejected_by_dynamodb_at_that_field() {
    let session = open_orders();
    for (member, text) in [("Limit", "two"), ("Limit", "0"), ("UpdateExpression", "SET")] {
        let operation = if member == "Limit" { "Scan" } else { "UpdateItem" };
        let form = CallForm::new(operation);
        let form = change(&session, &form, member, FieldChange::Text(text.into()));
        let view = view(&session, &form);
        assert!(view.fault.is_some(), "{text}");
        let fields = view.fields.expect("it has fields");
        let faulty: Vec<_> = all(&fields).into_iter().filter(|field| field.is_at_fault).collect();
        // A member of the wrong type has no name in DynamoDB's message.
        let expected = if text == "two" { vec![] } else { vec![member] };
        assert_eq!(faulty.iter().map(|it| &*it.name).collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn attributes_of_every_type_are_edited_by_fields() {
    let session = open_orders();
    let request = json!({
        "TableName": "Orders",
        "Item": {
            "CustomerId": { "S": "C9" },
            "OrderId": { "S": "O-9" },
            "Tags": { "SS": ["a"] },
            "Lines": { "L": [{ "M": { "sku": { "S": "x" } } }] },
        },
    });
    let form = typed("PutItem", &request);
    let form = change(&session, &form, "Item 3", FieldChange::Add);
    let form = change(&session, &form, "Item 3 1", FieldChange::Text("b".into()));
    let form = change(&session, &form, "Item 1 0 0", FieldChange::Text("y".into()));
    let form = change(&session, &form, "Item 1", FieldChange::Add);
    let form = change(&session, &form, "Item 1 1", FieldChange::Kind(ValueKind::N));
    let form = change(&session, &form, "Item 1 1", FieldChange::Text("7".into()));
    let form = change(&session, &form, "Item", FieldChange::Add);
    let form = change(&session, &form, "Item 4", FieldChange::Key("Paid".into()));
    let form = change(&session, &form, "Item 4", FieldChange::Text("true".into()));
    let form = change(&session, &form, "Item 4", FieldChange::Kind(ValueKind::Bool));
    let item = &json_of(&form)["Item"];
    assert_eq!(item["Tags"], json!({ "SS": ["a", "b"] }));
    assert_eq!(item["Lines"], json!({ "L": [{ "M": { "sku": { "S": "y" } } }, { "N": "7" }] }));
    assert_eq!(item["Paid"], json!({ "BOOL": true }));
    assert_eq!(view(&session, &form).fault, None);
    let form = change(&session, &form, "Item 3", FieldChange::Remove);
    assert_eq!(json_of(&form)["Item"].get("Tags"), None);
}

#[test]
fn a_name_that_another_entry_has_is_kept_while_it_is_typed() {
    let session = open_orders();
    let key = json!({ "CustomerId": { "S": "C1" }, "CustomerIx": { "S": "O-1001" } });
    let form = typed("GetItem", &json!({ "TableName": "Orders", "Key": key }));
    let form = change(&session, &form, "Key 1", FieldChange::Key("CustomerId".into()));
    assert!(view(&session, &form).fault.is_some(), "two members have one name");
    let form = change(&session, &form, "Key 1", FieldChange::Key("OrderId".into()));
    assert_eq!(view(&session, &form).fault, None);
}

#[test]
fn a_length_in_a_value_is_written_out_when_the_request_is_sent() {
    let session = open_orders();
    let form = CallForm::new("PutItem");
    let form = change(&session, &form, "Item", FieldChange::Add);
    let last = json_of(&form)["Item"].as_object().map_or(0, |item| item.len() - 1);
    let item = format!("Item {last}");
    let form = change(&session, &form, &item, FieldChange::Key("Padding".into()));
    let form = change(&session, &form, &item, FieldChange::Text("‹3500›".into()));
    let view = view(&session, &form);
    assert!(view.text.contains("‹3500›"));
    let sent: Value = serde_json::from_str(&view.request.expect("it is a request")).expect("JSON");
    assert_eq!(sent["Item"]["Padding"]["S"].as_str().map(str::len), Some(3500));
}

/// The first example with a second table, whose key is a number.
fn two_tables() -> Session {
    let mut session = open_orders();
    let create = json!({
        "TableName": "Totals",
        "AttributeDefinitions": [{ "AttributeName": "Number", "AttributeType": "N" }],
        "KeySchema": [{ "AttributeName": "Number", "KeyType": "HASH" }],
        "BillingMode": "PAY_PER_REQUEST",
    });
    let call = |operation: &str, request: &Value| Command::Call {
        operation: operation.to_owned(),
        request: request.to_string(),
    };
    assert!(session.handle(call("CreateTable", &create)).accepted);
    let put = json!({ "TableName": "Totals", "Item": { "Number": { "N": "1" } } });
    session.handle(Command::StepToNext);
    assert!(session.handle(call("PutItem", &put)).accepted);
    session
}

#[test]
fn a_transaction_of_two_tables_is_made_by_fields_alone() {
    let session = two_tables();
    let empty = typed("TransactWriteItems", &json!({ "TransactItems": [] }));
    let table = |form, steps: &str, position| {
        change(&session, form, steps, FieldChange::Choose(Some(position)))
    };
    let form = change(&session, &empty, "TransactItems", FieldChange::Add);
    // ConditionCheck, Put, Delete, Update.
    let form = change(&session, &form, "TransactItems 0", FieldChange::Choose(Some(3)));
    let form = table(&form, "TransactItems 0 Update TableName", 0);
    let update = "TransactItems 0 Update UpdateExpression";
    let form = change(&session, &form, update, FieldChange::Text("REMOVE OrderOpenDate".into()));
    let form = change(&session, &form, "TransactItems", FieldChange::Add);
    let form = change(&session, &form, "TransactItems 1", FieldChange::Choose(Some(2)));
    let tables: Vec<_> = session.tables(None).iter().map(|tab| tab.name.to_string()).collect();
    let totals = tables.iter().position(|name| name == "Totals").expect("it was created");
    let form = table(&form, "TransactItems 1 Delete TableName", totals);
    let deleted = &json_of(&form)["TransactItems"][1]["Delete"];
    assert_eq!(deleted["Key"], json!({ "Number": { "N": "1" } }), "the key follows the table");
    let view = view(&session, &form);
    assert_eq!(view.fault, None);
    assert!(view.preview.is_some());
}

#[test]
fn batches_take_more_tables_and_more_keys() {
    let session = two_tables();
    let form = CallForm::new("BatchGetItem");
    let form = change(&session, &form, "RequestItems", FieldChange::Add);
    assert_eq!(
        json_of(&form)["RequestItems"]["Totals"]["Keys"],
        json!([{ "Number": { "N": "1" } }])
    );
    assert_eq!(view(&session, &form).fault, None);
    let form = change(&session, &form, "RequestItems 0 Keys", FieldChange::Add);
    assert_eq!(json_of(&form)["RequestItems"]["Orders"]["Keys"].as_array().map(Vec::len), Some(3));
    assert_eq!(view(&session, &form).fault, None);
    let form = typed("BatchWriteItem", &json!({ "RequestItems": {} }));
    let form = change(&session, &form, "RequestItems", FieldChange::Add);
    let form = change(&session, &form, "RequestItems 0 0", FieldChange::Choose(Some(1)));
    let first = &json_of(&form)["RequestItems"]["Orders"][0];
    assert!(first["DeleteRequest"]["Key"].get("CustomerId").is_some(), "{first}");
}

#[test]
fn a_field_of_pasted_code_replaces_the_code_by_its_request() {
    let session = open_orders();
    let code = "table.get_item(Key={'CustomerId': 'C1', 'OrderId': 'O-1001'})";
    let form = CallForm { operation: "Scan".into(), text: code.into(), origin: TextOrigin::Typed };
    let form = change(&session, &form, "ConsistentRead", FieldChange::Flag(true));
    assert_eq!(&*form.operation, "GetItem");
    assert_eq!(json_of(&form)["ConsistentRead"], json!(true));
    assert_eq!(view(&session, &form).fault, None);
}

fn suggest(session: &Session, operation: &str, request: &Value, member: &str) -> First<Suggestion> {
    let form = typed(operation, request);
    let position = request[member].as_str().map_or(0, str::len);
    session.suggestions(None, &form, &Caret { path: path(member), position })
}

/// What is listed, and what it inserts.
fn listed(suggestions: &[Suggestion]) -> Vec<(&str, &str)> {
    suggestions.iter().map(|it| (&*it.label, it.insert.trim_end())).collect()
}

#[test]
fn a_query_is_written_by_completion() {
    let session = open_orders();
    let mut form = typed("Query", &json!({ "TableName": "Orders" }));
    let mut take = |member: &str, label: &str| {
        let text = json_of(&form)[member].as_str().unwrap_or_default().to_owned();
        let caret = Caret { path: path(member), position: text.len() };
        let all = session.suggestions(None, &form, &caret);
        let chosen = all.iter().find(|it| &*it.label == label);
        let chosen =
            chosen.unwrap_or_else(|| panic!("{label} is not in {:?}", listed(&all))).clone();
        form = change(&session, &form, member, FieldChange::Complete(chosen));
        form.clone()
    };
    let key = "KeyConditionExpression";
    take(key, "CustomerId");
    let written = take(key, "=");
    assert_eq!(json_of(&written)[key], "CustomerId = ");
    take(key, "C1");
    take("FilterExpression", "Total");
    take("FilterExpression", ">");
    take("ProjectionExpression", "Total");
    let last = take("FilterExpression", ":total");
    assert_eq!(json_of(&last)["ExpressionAttributeValues"][":customerId"], json!({ "S": "C1" }));
    assert_eq!(json_of(&last)["ExpressionAttributeValues"][":total"], json!({ "N": "" }));
    let form =
        change(&session, &last, "ExpressionAttributeValues 1", FieldChange::Text("30".into()));
    assert_eq!(view(&session, &form).fault, None);
}

#[test]
fn a_reserved_name_is_given_a_placeholder() {
    let mut session = open_orders();
    let put = json!({ "TableName": "Orders", "Item": {
        "CustomerId": { "S": "C1" }, "OrderId": { "S": "O-1" },
        "Status": { "S": "open" }, "2nd-name": { "S": "x" },
    } });
    let call = Command::Call { operation: "PutItem".to_owned(), request: put.to_string() };
    assert!(session.handle(call).accepted);
    let scan = json!({ "TableName": "Orders", "ProjectionExpression": "Stat" });
    let all = suggest(&session, "Scan", &scan, "ProjectionExpression");
    assert_eq!(listed(&all), [("Status", "#status")]);
    assert_eq!(all[0].adds_name, Some(("#status".into(), "Status".into())));
    let form = typed("Scan", &scan);
    let complete = FieldChange::Complete(all[0].clone());
    let form = change(&session, &form, "ProjectionExpression", complete);
    assert_eq!(json_of(&form)["ExpressionAttributeNames"], json!({ "#status": "Status" }));
    assert_eq!(view(&session, &form).fault, None);
    let again = json!({
        "TableName": "Orders", "FilterExpression": "",
        "ExpressionAttributeNames": { "#s": "Status" },
    });
    let all = suggest(&session, "Scan", &again, "FilterExpression");
    let status = all.iter().find(|it| &*it.label == "Status").expect("it is an attribute");
    assert_eq!(
        (&*status.insert, &status.adds_name),
        ("#s ", &None),
        "its placeholder is used again"
    );
}

#[test]
fn what_is_suggested_depends_on_what_is_before_it() {
    let session = open_orders();
    let words = |operation: &str, member: &str, text: &str| -> Vec<String> {
        let request = json!({ "TableName": "Orders", member: text });
        let all = suggest(&session, operation, &request, member);
        all.iter().map(|it| it.label.to_string()).collect()
    };
    assert_eq!(words("UpdateItem", "UpdateExpression", ""), ["SET", "REMOVE", "ADD", "DELETE"]);
    assert_eq!(words("UpdateItem", "UpdateExpression", "SET Total "), ["="]);
    assert_eq!(
        words("UpdateItem", "UpdateExpression", "SET Total = :t "),
        [",", "+", "-", "REMOVE", "ADD", "DELETE"]
    );
    assert!(words("UpdateItem", "UpdateExpression", "SET ").contains(&"Total".to_owned()));
    assert!(!words("UpdateItem", "UpdateExpression", "SET ").contains(&"OrderId".to_owned()));
    assert_eq!(
        words("PutItem", "ConditionExpression", "attribute_not_e"),
        ["attribute_not_exists(…)"]
    );
    assert_eq!(words("PutItem", "ConditionExpression", "attribute_exists(Total) "), ["AND", "OR"]);
    assert_eq!(words("Scan", "FilterExpression", "Total BETWEEN :a "), ["AND"]);
    assert!(
        words("Scan", "FilterExpression", "begins_with(OrderId, ").contains(&"O-1001".to_owned())
    );
    assert!(words("Scan", "FilterExpression", "OrderId IN (").contains(&"O-1001".to_owned()));
    assert!(words("Scan", "FilterExpression", "OrderId IN (:a, ").contains(&"O-1001".to_owned()));
    assert_eq!(words("Query", "KeyConditionExpression", ""), ["CustomerId", "OrderId"]);
    assert_eq!(words("Scan", "FilterExpression", "a.b"), Vec::<String>::new(), "a nested path");
}
