//! Designs, good and bad, with what advice should find in them: written by hand from the guide's patterns, in `designs.json`.
//!
//! A finding is the name of its rule's words, with the index that it is about, and behind a colon what it advises where that matters.
//! In items, a number is a text of so many bytes, and `{1..7}` in the values of an item are so many items. `cost` and `programs` are
//! as in a document; a design with programs has a stream.

mod plain;

use std::ops::RangeInclusive;

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::advice::{Cause, Finding};
use playground::view::message::{Argument, Message};
use serde_json::{Map, Value, json};

use crate::plain::text;

const DESIGNS: &str = include_str!("designs.json");

/// A text in DynamoDB's JSON; of a number, so many letters.
fn typed(value: &Value) -> Value {
    match value.as_u64() {
        Some(size) => json!({ "S": "-".repeat(usize::try_from(size).expect("it fits")) }),
        None => json!({ "S": value }),
    }
}

fn typed_map(values: &Value) -> Value {
    let members = values.as_object().expect("attributes").iter();
    members.map(|(name, value)| (name.clone(), typed(value))).collect::<Map<_, _>>().into()
}

/// The numbers of a text `E-{1..7}`, with what is before and behind.
fn range(text: &str) -> Option<(&str, RangeInclusive<u64>, &str)> {
    let (before, rest) = text.split_once('{')?;
    let (numbers, behind) = rest.split_once('}')?;
    let (first, last) = numbers.split_once("..")?;
    Some((before, first.parse().ok()?..=last.parse().ok()?, behind))
}

/// The items that an item with ranges stands for.
fn items(item: &Value) -> Vec<Value> {
    let values = item.as_object().expect("attributes");
    let ranges = values.values().filter_map(|value| range(value.as_str()?));
    let count = ranges.map(|(_, numbers, _)| numbers.count()).max().unwrap_or(1);
    let of = |number: usize, value: &Value| match value.as_str().and_then(range) {
        Some((before, mut numbers, behind)) => {
            let number = numbers.nth(number).expect("ranges of an item are of one length");
            format!("{before}{number}{behind}").into()
        }
        None => value.clone(),
    };
    let item = |number| {
        let values = values.iter().map(|(name, value)| (name.clone(), of(number, value)));
        typed_map(&values.collect::<Map<_, _>>().into())
    };
    (0..count).map(item).collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn key(names: &[Value]) -> Value {
    let parts = names.iter().zip(["HASH", "RANGE"]);
    parts.map(|(name, kind)| json!({ "AttributeName": name, "KeyType": kind })).collect()
}

fn units(value: &Value) -> Value {
    json!({ "ReadCapacityUnits": value[0], "WriteCapacityUnits": value[1] })
}

fn table(design: &Value) -> Value {
    let own = list(&design["key"]);
    let mut names: Vec<&Value> = own.iter().collect();
    let mut table = json!({
        "TableName": "Things", "BillingMode": "PAY_PER_REQUEST", "KeySchema": key(own),
        "Items": list(&design["items"]).iter().flat_map(items).collect::<Vec<_>>(),
    });
    if design["units"].is_array() {
        table["BillingMode"] = "PROVISIONED".into();
        table["ProvisionedThroughput"] = units(&design["units"]);
    }
    if design["programs"].is_array() {
        table["StreamSpecification"] =
            json!({ "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" });
    }
    for index in list(&design["indexes"]) {
        let projection = match (&index["all"], &index["include"]) {
            (Value::Bool(true), _) => json!({ "ProjectionType": "ALL" }),
            (_, Value::Null) => json!({ "ProjectionType": "KEYS_ONLY" }),
            (_, names) => json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names }),
        };
        let is_local = index["local"] == true;
        let keys = list(&index["key"]);
        let whole = if is_local { [&own[..1], keys].concat() } else { keys.to_vec() };
        names.extend(keys);
        let mut made = json!({ "IndexName": index["name"], "KeySchema": key(&whole), "Projection": projection });
        if index["units"].is_array() {
            made["ProvisionedThroughput"] = units(&index["units"]);
        }
        let member = if is_local { "LocalSecondaryIndexes" } else { "GlobalSecondaryIndexes" };
        let mut all = list(&table[member]).to_vec();
        all.push(made);
        table[member] = all.into();
    }
    let mut distinct: Vec<&str> = names.iter().filter_map(|name| name.as_str()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let attributes =
        distinct.iter().map(|name| json!({ "AttributeName": name, "AttributeType": "S" }));
    table["AttributeDefinitions"] = attributes.collect();
    table
}

fn pattern(number: usize, pattern: &Value) -> Value {
    let names_tables = ["TransactItems", "RequestItems", "Statement"];
    let has_parts = names_tables.iter().any(|member| !pattern[2][*member].is_null());
    let mut request = if has_parts { json!({}) } else { json!({ "TableName": "Things" }) };
    for (member, value) in pattern[2].as_object().expect("members") {
        match member.as_str() {
            "Item" | "Key" => request[member] = typed_map(value),
            "values" => request["ExpressionAttributeValues"] = typed_map(value),
            "names" => request["ExpressionAttributeNames"] = value.clone(),
            _ => request[member] = value.clone(),
        }
    }
    json!({
        "name": format!("Pattern {number}"), "operation": pattern[0], "request": request.to_string(),
        "rate": [[0, pattern[1]]],
    })
}

/// What advice finds in a design.
fn findings(design: &Value) -> Vec<Finding> {
    let patterns = list(&design["patterns"]).iter().enumerate();
    let patterns: Vec<Value> = patterns.map(|(number, it)| pattern(number, it)).collect();
    // Items that one request reads.
    let notes = list(&design["patterns"]).iter().enumerate().filter_map(|(number, it)| {
        Some((format!("Pattern {number}"), json!({ "items": it.get(3)? })))
    });
    let notes: Map<String, Value> = notes.collect();
    let mut document =
        json!({ "v": 1, "notes": notes, "patterns": patterns, "tables": [table(design)] });
    if !design["cost"].is_null() {
        document["cost"] = design["cost"].clone();
    }
    // A document has the text of a program.
    document["programs"] = list(&design["programs"]).iter().map(Value::to_string).collect();
    if let Some(count) = design["expected"].as_u64() {
        document["cost"] = json!({ "expected": [{ "table": "Things", "count": count }] });
    }
    let mut session = Session::first();
    assert!(session.handle(Command::OpenDocument(document.to_string())).accepted);
    assert_eq!(session.problems(), [], "{document}");
    if let Some(region) = design["replica"].as_str() {
        let create = json!([{ "Create": { "RegionName": region } }]);
        let request = json!({ "TableName": "Things", "ReplicaUpdates": create }).to_string();
        let operation = "UpdateTable".to_owned();
        assert!(session.handle(Command::Call { operation, request }).accepted);
    }
    session.advice(None).expect("there is a table").findings
}

/// A finding as designs name it, and with what it advises.
fn names(finding: &Finding) -> [String; 2] {
    let [what, cure] = finding.words.each_ref().map(|it| it.key.trim_start_matches("advice."));
    let index = match &finding.cause {
        Cause::Index(index) => format!(" {index}"),
        Cause::Item(_) | Cause::Patterns | Cause::Table => String::new(),
    };
    [format!("{what}{index}"), format!("{what}{index}: {cure}")]
}

fn has_number(message: &Message) -> bool {
    message.arguments.iter().any(|(_, argument)| match argument {
        Argument::Message(part) => has_number(part),
        argument => matches!(
            argument,
            Argument::Count(_)
                | Argument::Hundredths(_)
                | Argument::Thousandths(_)
                | Argument::HalfUnits(_)
                | Argument::Bytes(_)
                | Argument::Size(_)
        ),
    })
}

/// Precision and recall are 1: nothing is found that should not be, and nothing is missed.
#[test]
fn advice_finds_in_designs_what_is_wrong_and_nothing_else() {
    let designs: Value = serde_json::from_str(DESIGNS).expect("JSON");
    let (mut right, mut wrong, mut missed) = (0, Vec::new(), Vec::new());
    assert_eq!(list(&designs).len(), 66);
    for design in list(&designs) {
        let found = findings(design);
        let expected = list(&design["finds"]).iter().map(|it| it.as_str().expect("a name"));
        let mut expected: Vec<&str> = expected.collect();
        for finding in &found {
            let [what, cure] = finding.words.each_ref().map(text);
            assert!(has_number(&finding.words[0]), "{what}");
            assert!(cure != finding.words[1].key && !finding.source.page.is_empty(), "{what}");
            let names = names(finding);
            match expected.iter().position(|it| names.iter().any(|name| name == it)) {
                Some(position) => {
                    expected.remove(position);
                    right += 1;
                }
                None => wrong.push(format!("{}: {what}", design["name"])),
            }
        }
        missed.extend(expected.iter().map(|it| format!("{}: {it}", design["name"])));
        let ranks: Vec<_> = found.iter().map(|it| (it.severity, u64::MAX - it.weight)).collect();
        assert!(ranks.is_sorted(), "by risk, then by money: {ranks:?}");
    }
    let precision = f64::from(right) / f64::from(right + u32::try_from(wrong.len()).expect("few"));
    let recall = f64::from(right) / f64::from(right + u32::try_from(missed.len()).expect("few"));
    assert_eq!((wrong, missed), (Vec::new(), Vec::new()), "{precision} and {recall}");
    assert!(right >= 49 && precision >= 1.0 && recall >= 1.0, "{right}: {precision}, {recall}");
}
