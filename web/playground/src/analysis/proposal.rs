//! Access patterns that a table could have: made of its keys, its indexes and the items that it holds.

use std::collections::BTreeMap;

use engine::api::value::{attribute_value_to_json, item_to_json};
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::table::Table;
use engine::table::schema::IndexSchema;
use engine::table::storage::{Storage, Stored};
use serde_json::{Map, Value, json};

use crate::sandbox::order::{compare_partitions, in_key_order};
use crate::sandbox::request::Request;
use crate::view::pattern::{PatternDraft, Period};

/// Different partition keys of the items that a proposal puts.
const KEY_COUNT: u64 = 1_000;

/// Bytes of text that are proposed as they are; longer ones by their length.
const TEXT_LENGTH_MAX: usize = 64;

/// What sets an application up: puts, reads by key, queries of the table and of each index.
pub(crate) fn proposals(table: &Table) -> Vec<PatternDraft> {
    let items: Vec<&Item> = in_key_order(table).into_iter().map(|it| &*it.image).collect();
    let name = table.schema.name.as_str();
    let put = json!({ "TableName": name, "Item": example(table, &items) });
    let mut proposals = vec![draft("PutItem", name, &put)];
    let Some(first) = items.first() else { return proposals };
    let key = item_to_json(&table.schema.key.key_of(first));
    proposals.push(draft("GetItem", name, &json!({ "TableName": name, "Key": key })));
    proposals.push(draft("DeleteItem", name, &json!({ "TableName": name, "Key": key })));
    proposals.push(draft("Scan", name, &json!({ "TableName": name })));
    let put = json!({ "TransactItems": [{ "Put": put }] });
    proposals.push(draft("TransactWriteItems", name, &put));
    if let Some(item) = typical(&table.items, &table.schema.key)
        && !table.schema.key.sort.is_empty()
    {
        proposals.push(draft("Query", name, &query(table, None, &item.image)));
    }
    for index in &table.indexes {
        if let Some(entry) = typical(&index.entries, &index.schema.key) {
            let request = query(table, Some(&index.schema), &entry.image);
            proposals.push(draft("Query", index.schema.name.as_str(), &request));
        }
    }
    proposals
}

fn draft(operation: &str, store: &str, request: &Value) -> PatternDraft {
    let request = Request::new(operation, request);
    PatternDraft {
        position: None,
        name: [operation, store].join(" ").into(),
        operation: request.operation,
        request: request.text,
        rate: "1".into(),
        period: Period::Second,
        size: "".into(),
        items: "".into(),
        before: "".into(),
    }
}

/// A query of the collection that an item is in, of the table or of an index.
fn query(table: &Table, index: Option<&IndexSchema>, item: &Item) -> Value {
    let key = index.map_or(&table.schema.key, |index| &index.key);
    let (mut conditions, mut names, mut values) = (Vec::new(), Map::new(), Map::new());
    for (position, attribute) in key.partition.iter().enumerate() {
        conditions.push(format!("#k{position} = :k{position}"));
        names.insert(format!("#k{position}"), attribute.name.as_str().into());
        let value = item.get(&attribute.name).map(attribute_value_to_json).unwrap_or_default();
        values.insert(format!(":k{position}"), value);
    }
    let mut request = json!({
        "TableName": table.schema.name.as_str(),
        "KeyConditionExpression": conditions.join(" AND "),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
    });
    if let Some(index) = index {
        request["IndexName"] = index.name.as_str().into();
    }
    request
}

/// An item or entry of the collection that the middle one is in, if collections are ordered by the mean size of what they hold.
pub(crate) fn typical<'s>(storage: &'s Storage, key: &KeySchema) -> Option<&'s Stored> {
    let all: Vec<&Stored> = storage.iter().map(|(_, stored)| stored).collect();
    let same = |left: &&Stored, right: &&Stored| {
        compare_partitions(key, &left.image, &right.image).is_eq()
    };
    let mut collections: Vec<&[&Stored]> = all.chunk_by(same).collect();
    collections.sort_by_key(|it| it.iter().map(|it| it.size.0).sum::<u64>() / it.len() as u64);
    let ordered = collections.into_iter().flatten();
    ordered.copied().nth(all.len() / 2)
}

/// An item such as there are: each attribute with the first value that it has, as often as items have it. Keys differ.
pub(crate) fn example(table: &Table, items: &[&Item]) -> Value {
    let mut attributes: BTreeMap<&str, (&AttributeValue, usize)> = BTreeMap::new();
    for (name, value) in items.iter().flat_map(|item| item.iter()) {
        attributes.entry(name.as_str()).or_insert((value, 0)).1 += 1;
    }
    let mut example = Map::new();
    for (name, (value, count)) in &attributes {
        let percent = count * 100 / items.len();
        let presence = if *count < items.len() {
            format!("{{maybe {}%}}", percent.max(1))
        } else {
            String::new()
        };
        let json = match value {
            AttributeValue::S(text) if text.len() > TEXT_LENGTH_MAX => {
                json!({ "S": format!("{presence}{{text {}}}", text.len()) })
            }
            AttributeValue::S(text) => {
                json!({ "S": (presence + &text.replace('{', "{{")) })
            }
            AttributeValue::N(number) => json!({ "N": (presence + &number.to_string()) }),
            value => attribute_value_to_json(value),
        };
        example.insert((*name).to_owned(), json);
    }
    for (position, attribute) in table.schema.key.attributes().enumerate() {
        let before = match items.first().and_then(|item| item.get(&attribute.name)) {
            Some(AttributeValue::S(text)) => {
                text.trim_end_matches(|letter: char| letter.is_ascii_digit()).replace('{', "{{")
            }
            _ => String::new(),
        };
        let placeholder = match position {
            0 if table.schema.key.len() > 1 => format!("{{uniform {KEY_COUNT}}}"),
            _ => "{sequence}".to_owned(),
        };
        let kind = attribute.kind.tag();
        if kind != "B" {
            example.insert(attribute.name.to_string(), json!({ (kind): (before + &placeholder) }));
        }
    }
    example.into()
}
