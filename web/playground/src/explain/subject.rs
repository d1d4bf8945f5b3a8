//! What a request is about, in a few lines of code: the item's key, and the expressions with their names and values put in.

use engine::api::value::{attribute_value_from_json, item_from_json};
use engine::database::Database;
use engine::json::value::parse;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::operation::Operation;
use engine::table::Table;
use serde_json::{Value, json};

use crate::sandbox::edit::value_text;
use crate::sandbox::request::Request;
use crate::view::first::{First, beginning};
use crate::view::value::Text;

/// Characters of a line.
const LINE_LENGTH_MAX: usize = 120;

/// Actions of a batch or a transaction that are listed.
const PART_COUNT_MAX: usize = 10;

/// Characters of an item's name where it is in a row with others.
const LABEL_LENGTH_MAX: usize = 24;

/// The parameters whose text is shown, in the order in which they are read.
const EXPRESSIONS: [&str; 5] = [
    "KeyConditionExpression",
    "UpdateExpression",
    "ConditionExpression",
    "FilterExpression",
    "ProjectionExpression",
];

/// The lines that distinguish a request from others: "C1 / O-1003", "REMOVE OrderOpenDate".
pub(crate) fn subject(request: &Request, database: &Database) -> Vec<Text> {
    let json = parse(&request.text).unwrap_or_default();
    let table = table_name(request).and_then(|name| table_named(database, &name));
    let parts = parts(&json);
    if !parts.is_empty() {
        let lines = parts.iter().map(|part| -> Text {
            let of_table = table_named(database, part.table);
            let key = key_values(&part.content, of_table).join(" / ");
            beginning(&[part.action, &key].join(" "), LINE_LENGTH_MAX).into()
        });
        return First::of(lines, PART_COUNT_MAX).listed();
    }
    let key = key_values(&json, table).join(" / ");
    let expressions = EXPRESSIONS.iter().filter_map(|name| json.get(name)?.as_str());
    let expressions = expressions.map(|expression| fill(expression, &json));
    let index = read_index(request, &json).map(str::to_owned);
    let lines = [index, Some(key)].into_iter().flatten().chain(expressions);
    lines
        .filter(|line| !line.is_empty())
        .map(|line| beginning(&line, LINE_LENGTH_MAX).into())
        .collect()
}

/// The item of a request by the last value of its key: "O-1003". Empty if it is about none.
pub(crate) fn item_label(request: &Request, table: Option<&Table>) -> Text {
    let json = parse(&request.text).unwrap_or_default();
    let label = key_values(&json, table).pop().unwrap_or_default();
    beginning(&label, LABEL_LENGTH_MAX).into()
}

/// An item by the values of its key: "C1 / O-1003".
pub(crate) fn item_name(table: &Table, item: &Item) -> Text {
    beginning(&ordered(item, &table.schema.key).join(" / "), LINE_LENGTH_MAX).into()
}

/// The name of the table that a request is about.
pub(crate) fn table_name(request: &Request) -> Option<String> {
    let json = parse(&request.text).ok()?;
    let name = match parts(&json).first() {
        Some(part) => part.table,
        None => json.get("TableName")?.as_str()?,
    };
    Some(name.to_owned())
}

/// The index that a query or scan reads; other operations read none, even if their request names one.
pub(crate) fn read_index<'j>(request: &Request, json: &'j Value) -> Option<&'j str> {
    let is_read = request.is_of(Operation::Query) || request.is_of(Operation::Scan);
    json.get("IndexName").filter(|_| is_read)?.as_str()
}

/// The table with a name, or with an ARN.
pub(crate) fn table_named<'d>(database: &'d Database, name: &str) -> Option<&'d Table> {
    database.table(without_arn(name))
}

/// The name of a table, of its ARN too, which ends in its name.
fn without_arn(name: &str) -> &str {
    name.rsplit_once(":table/").map_or(name, |(_, name)| name)
}

/// Whether a request is about a table, which it may name by its ARN.
pub(crate) fn is_on(request: &Value, table: &str) -> bool {
    request["TableName"].as_str().is_some_and(|name| is_named(name, table))
}

/// Whether a name, or an ARN, is that of a table.
pub(crate) fn is_named(name: &str, table: &str) -> bool {
    without_arn(name) == table
}

/// One action of a batch or a transaction.
pub(crate) struct Part<'j> {
    /// "Put", "Delete", "Update", "ConditionCheck" or "Get".
    action: &'j str,
    pub(crate) table: &'j str,
    /// Its content: a key, or an item.
    pub(crate) content: Value,
}

/// The actions of a batch or a transaction; none of anything else.
pub(crate) fn parts(json: &Value) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    for item in json.get("TransactItems").and_then(Value::as_array).into_iter().flatten() {
        for (action, content) in item.as_object().into_iter().flatten() {
            let table = content.get("TableName").and_then(Value::as_str).unwrap_or_default();
            parts.push(Part { action, table, content: content.clone() });
        }
    }
    for (table, group) in json.get("RequestItems").and_then(Value::as_object).into_iter().flatten()
    {
        for write in group.as_array().into_iter().flatten() {
            for (action, content) in write.as_object().into_iter().flatten() {
                let action = action.strip_suffix("Request").unwrap_or(action);
                parts.push(Part { action, table, content: content.clone() });
            }
        }
        for key in group.get("Keys").and_then(Value::as_array).into_iter().flatten() {
            let content = json!({ "Key": key.clone() });
            parts.push(Part { action: "Get", table, content });
        }
    }
    parts
}

/// The values of the key that a request names, or of the item that it puts; partition key first if that is known.
fn key_values(json: &Value, table: Option<&Table>) -> Vec<String> {
    let schema = table.map(|table| &table.schema.key);
    let item = |name: &str| json.get(name).cloned().and_then(|json| item_from_json(json).ok());
    match (item("Key"), item("Item"), schema) {
        (Some(key), _, Some(schema)) => ordered(&key, schema),
        (Some(key), _, None) => key.iter().map(|(_, value)| value_text(value)).collect(),
        (None, Some(item), Some(schema)) => ordered(&item, schema),
        (None, _, _) => Vec::new(),
    }
}

fn ordered(item: &Item, schema: &KeySchema) -> Vec<String> {
    let values = schema.attributes().filter_map(|attribute| item.get(&attribute.name));
    values.map(value_text).collect()
}

/// "a = :b" in an expression: attributes, and the placeholders of their values.
pub(crate) fn equalities(json: &Value, member: &str) -> impl Iterator<Item = (String, String)> {
    let text = json[member].as_str().unwrap_or_default();
    // Without spaces too, "a<=:b" is not one.
    let spaced = text.replace(['(', ')', ','], " ").replace(['<', '>'], " < ").replace('=', " = ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let equal = words.windows(3).filter(|it| it[1] == "=" && !it[0].starts_with(['<', '>']));
    let found = equal.filter_map(|it| {
        json["ExpressionAttributeValues"].get(it[2])?;
        let name = json["ExpressionAttributeNames"][it[0]].as_str().unwrap_or(it[0]);
        Some((name.to_owned(), it[2].to_owned()))
    });
    found.collect::<Vec<_>>().into_iter()
}

/// An expression with names and values in the places of their placeholders.
pub(crate) fn fill(expression: &str, json: &Value) -> String {
    let mut filled = String::new();
    let mut rest = expression;
    while let Some(start) = rest.find(['#', ':']) {
        let (before, placeholder) = rest.split_at(start);
        let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
        let end = placeholder[1..].find(|character| !is_part(character));
        let (placeholder, after) =
            placeholder.split_at(end.map_or(placeholder.len(), |end| end + 1));
        filled.push_str(before);
        filled.push_str(&meaning(placeholder, json).unwrap_or_else(|| placeholder.to_owned()));
        rest = after;
    }
    filled.push_str(rest);
    filled
}

fn meaning(placeholder: &str, json: &Value) -> Option<String> {
    if placeholder.starts_with('#') {
        return json.get("ExpressionAttributeNames")?.get(placeholder)?.as_str().map(str::to_owned);
    }
    let value = json.get("ExpressionAttributeValues")?.get(placeholder)?.clone();
    let is_text = value.get("S").is_some();
    // A pattern may have a placeholder in the place of a number.
    let filled = |value: &Value| Some(value.get("N")?.as_str()?.to_owned());
    let text = match attribute_value_from_json(value.clone()) {
        Ok(value) => value_text(&value),
        Err(_) => filled(&value)?,
    };
    Some(if is_text { format!("\"{text}\"") } else { text })
}
