//! Requests that are made for a table: with its own keys and indexes, at rates that it can feel.

use engine::model::key::{KeyAttribute, KeyType};
use engine::table::schema::{Billing, IndexSchema, Scope, TableSchema};
use engine::workload::pattern::AccessPattern;
use serde_json::{Map, Value, json};

use crate::analysis::experiment::data::{Experiment, ExperimentRequest, Queried};
use crate::sandbox::workload::curve_of;

/// Write units a second on a table on demand: what one partition gives.
const RATE_ON_DEMAND: u64 = 1_000;

/// Different items of one partition key.
const ITEM_COUNT: u64 = 20;

/// Different values of the key of an index.
const INDEX_KEY_COUNT: u64 = 100;

/// How many items are in an index.
const PRESENCE: &str = "{maybe 5%}";

/// The attributes besides keys.
const PAYLOAD: (&str, &str) = ("Payload", "{text 200}");

/// The requests of an experiment for a table.
pub(super) fn patterns_for(
    experiment: &Experiment<'_>,
    schema: &TableSchema,
) -> Vec<AccessPattern> {
    let made = experiment.requests.iter().flat_map(|request| made(experiment, request, schema));
    made.collect()
}

/// A request for a table; of a Query of indexes, one for each.
fn made(
    experiment: &Experiment<'_>,
    request: &ExperimentRequest<'_>,
    schema: &TableSchema,
) -> Vec<AccessPattern> {
    let base = match (experiment.provisioned, schema.billing) {
        (Some(provisioned), _) => provisioned.table.1,
        (None, Billing::Provisioned(throughput)) => throughput.write_units_per_second.max(1),
        (None, Billing::PayPerRequest) => RATE_ON_DEMAND,
    };
    let points =
        request.rate.iter().map(|(second, percent)| (*second, (base * percent).div_ceil(100)));
    let points: Vec<(u64, u64)> = points.collect();
    let second = points.first().map_or(1, |(_, count)| *count).to_string();
    let placeholder = request.key.or(experiment.key).unwrap_or("{sequence}");
    let key = key(&placeholder.replace("$second", &second), experiment.sort, schema);
    let table = schema.name.as_str();
    let globals = || schema.indexes.iter().filter(|index| index.scope == Scope::Global);
    let count = match request.of {
        Some(Queried::FirstIndex) => 1,
        Some(Queried::Indexes) => usize::MAX,
        Some(Queried::Table) | None => 0,
    };
    let requests: Vec<(&str, Value)> = match (request.operation, request.of) {
        (_, Some(Queried::Table)) => vec![("", query(table, None, &schema.key.partition, &key))],
        (_, Some(Queried::Indexes | Queried::FirstIndex)) => globals()
            .take(count)
            .map(|index| (index.name.as_str(), query_of_index(table, index, &key)))
            .collect(),
        ("PutItem", None) => vec![("", on_table(table, "Item", item(&key, schema)))],
        (_, None) => vec![("", on_table(table, "Key", key.clone()))],
    };
    let pattern = |(index, json): (&str, Value)| AccessPattern {
        name: format!("{} {index}", request.operation).trim_end().to_owned(),
        operation: request.operation.to_owned(),
        request: format!("{json:#}"),
        rate: curve_of(&points, 1),
    };
    requests.into_iter().map(pattern).collect()
}

/// A primary key of these placeholders.
fn key(partition: &str, sort: Option<&str>, schema: &TableSchema) -> Map<String, Value> {
    let name = schema.key.sort.first().map_or("", |attribute| attribute.name.as_str());
    let partition = partition.replace("$sort", name);
    let mut key = Map::new();
    for attribute in &schema.key.partition {
        key.insert(attribute.name.to_string(), value(attribute, "", &partition));
    }
    for attribute in &schema.key.sort {
        let value = match sort {
            Some(sort) => value(attribute, "", sort),
            None => drawn_value(attribute, "", ITEM_COUNT),
        };
        key.insert(attribute.name.to_string(), value);
    }
    key
}

/// An item: its key, some of the keys of indexes, and an attribute that gives it a size.
fn item(key: &Map<String, Value>, schema: &TableSchema) -> Map<String, Value> {
    let mut item = key.clone();
    for index in &schema.indexes {
        let own = || index.key.attributes().filter(|attribute| !key.contains_key(&*attribute.name));
        // One attribute decides whether the item is in the index; another index may have decided before.
        let is_decided = own().any(|attribute| item.contains_key(&*attribute.name));
        for (position, attribute) in own().enumerate() {
            let presence = if position == 0 && !is_decided { PRESENCE } else { "" };
            if !item.contains_key(&*attribute.name) {
                item.insert(attribute.name.to_string(), index_value(attribute, presence));
            }
        }
    }
    let (name, text) = PAYLOAD;
    item.entry(name).or_insert_with(|| json!({ "S": text }));
    item
}

/// A query of one key of an index.
fn query_of_index(table: &str, index: &IndexSchema, key: &Map<String, Value>) -> Value {
    query(table, Some(index.name.as_str()), &index.key.partition, key)
}

/// A query of one partition key of a table or index.
fn query(
    table: &str,
    index: Option<&str>,
    partition: &[KeyAttribute],
    key: &Map<String, Value>,
) -> Value {
    let (mut names, mut values, mut conditions) = (Map::new(), Map::new(), Vec::new());
    for (number, attribute) in partition.iter().enumerate() {
        let (name, place) = (format!("#k{number}"), format!(":k{number}"));
        conditions.push(format!("{name} = {place}"));
        names.insert(name, braced(&attribute.name).into());
        let drawn = key.get(&*attribute.name).cloned();
        values.insert(place, drawn.unwrap_or_else(|| index_value(attribute, "")));
    }
    let mut request = json!({
        "TableName": table,
        "KeyConditionExpression": conditions.join(" AND "),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
    });
    if let Some(index) = index {
        request["IndexName"] = index.into();
    }
    request
}

fn index_value(attribute: &KeyAttribute, presence: &str) -> Value {
    drawn_value(attribute, presence, INDEX_KEY_COUNT)
}

/// One of a number of values, all equally likely; for an attribute that is named as a date or a time, one of 81 days.
fn drawn_value(attribute: &KeyAttribute, presence: &str, count: u64) -> Value {
    let meaning = Meaning::of(&attribute.name);
    let text = match (attribute.kind, meaning) {
        (KeyType::S, Meaning::Date) => "2024-0{uniform 9}-1{uniform 9}",
        (KeyType::S, Meaning::Time) => "2024-0{uniform 9}-1{uniform 9}T12:00:00Z",
        (KeyType::N, Meaning::Date) => "20240{uniform 9}1{uniform 9}",
        (KeyType::N, Meaning::Time) => "17{uniform 9}{uniform 9}000000",
        (KeyType::B, _) | (KeyType::S | KeyType::N, Meaning::Other) => {
            return value(attribute, presence, &format!("{{uniform {count}}}"));
        }
    };
    let tag = if attribute.kind == KeyType::S { "S" } else { "N" };
    tagged(tag, format!("{presence}{text}"))
}

/// The meaning of the values of an attribute, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Date,
    Time,
    Other,
}

impl Meaning {
    /// The meaning of the last word of a name: `OrderOpenDate` and `due_date` are dates, `createdAt` is a time.
    fn of(name: &str) -> Self {
        let is_boundary = |letter: char| letter.is_ascii_uppercase() || "_-.#".contains(letter);
        let start = name.rfind(is_boundary).unwrap_or_default();
        let word = name[start..].trim_start_matches(['_', '-', '.', '#']).to_ascii_lowercase();
        match word.as_str() {
            "date" | "day" => Self::Date,
            "at" | "time" | "timestamp" | "since" => Self::Time,
            _ => Self::Other,
        }
    }
}

/// The value of a key attribute. A string says what it is; of a date, a number distinguishes the moments; a
/// binary is always the same.
fn value(attribute: &KeyAttribute, presence: &str, placeholder: &str) -> Value {
    let is_date = placeholder.starts_with("{day}");
    match attribute.kind {
        KeyType::S if is_date => tagged("S", format!("{presence}{placeholder}")),
        KeyType::S => tagged("S", format!("{presence}{}-{placeholder}", braced(&attribute.name))),
        KeyType::N if is_date => {
            let shard = placeholder.strip_prefix("{day}.").unwrap_or("1");
            tagged("N", format!("{presence}{shard}"))
        }
        KeyType::N => tagged("N", format!("{presence}{placeholder}")),
        KeyType::B => tagged("B", "AAAA".to_owned()),
    }
}

/// A value under the tag of its type.
fn tagged(tag: &str, text: String) -> Value {
    json!({ (tag): text })
}

/// A request about a table with one more member.
fn on_table(table: &str, member: &str, content: Map<String, Value>) -> Value {
    json!({ "TableName": table, (member): content })
}

/// A name in which no brace opens a placeholder.
fn braced(name: &str) -> String {
    name.replace('{', "{{")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_dates_and_times_are_known() {
        for (name, meaning) in [
            ("OrderOpenDate", Meaning::Date),
            ("due_date", Meaning::Date),
            ("day", Meaning::Date),
            ("createdAt", Meaning::Time),
            ("OpenSince", Meaning::Time),
            ("Update", Meaning::Other),
            ("Status", Meaning::Other),
            ("Straße", Meaning::Other),
        ] {
            assert_eq!(Meaning::of(name), meaning, "{name}");
        }
    }
}
