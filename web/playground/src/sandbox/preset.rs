//! Workloads that are made for a table: requests with its own keys and indexes, at rates that it can feel.

use engine::database::Database;
use engine::model::key::{KeyAttribute, KeyType};
use engine::table::schema::{Billing, IndexSchema, Scope, TableSchema};
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use serde_json::{Map, Value, json};

use crate::sandbox::workload::usual;
use crate::view::workload::Preset;

/// How long a workload lasts, in seconds.
const SECONDS: u64 = 60;

/// Requests a second on a table on demand: one partition's writes.
const RATE_ON_DEMAND: u64 = 1_000;

/// Different partition keys.
const KEY_COUNT: u64 = 1_000;

/// Different items of one partition key.
const ITEM_COUNT: u64 = 20;

/// Different values of the key of an index.
const INDEX_KEY_COUNT: u64 = 100;

/// How many items are in an index.
const PRESENCE: &str = "{maybe 5%}";

/// The attributes besides keys.
const PAYLOAD: (&str, &str) = ("Payload", "{text 200}");

/// A workload for a table: puts, gets, and a query of each global index.
pub(crate) fn preset(preset: Preset, schema: &TableSchema) -> Workload {
    let base = match schema.billing {
        Billing::PayPerRequest => RATE_ON_DEMAND,
        Billing::Provisioned(throughput) => throughput.write_units_per_second.max(1),
    };
    let rate = match preset {
        Preset::Steady => RateCurve::constant(base),
        Preset::Ramp => RateCurve::ramp(base / 10, base * 6, SECONDS),
        Preset::Spike => RateCurve::spike(base, base * 6, SECONDS / 3, SECONDS / 6),
        Preset::HotKey | Preset::ByDate | Preset::Sharded | Preset::RoundRobin => {
            RateCurve::constant(base * 2)
        }
    };
    let read_rate = RateCurve::constant(base.div_ceil(4));
    let query_rate = RateCurve::constant(base.div_ceil(50));
    let table = schema.name.as_str();
    let key = key(preset, schema);
    let mut patterns = vec![
        pattern("PutItem", "", &on_table(table, "Item", item(&key, schema)), rate),
        pattern("GetItem", "", &on_table(table, "Key", key.clone()), read_rate),
    ];
    for index in schema.indexes.iter().filter(|index| index.scope == Scope::Global) {
        let name = index.name.as_str();
        let request = query(table, index, &key);
        patterns.push(pattern("Query", name, &request, query_rate.clone()));
    }
    Workload { seconds: SECONDS, patterns, ..usual() }
}

/// The workload of a table that is there.
pub(crate) fn preset_of(preset: Preset, database: &Database, table: &str) -> Option<Workload> {
    Some(self::preset(preset, &database.table(table)?.schema))
}

fn pattern(operation: &str, index: &str, request: &Value, rate: RateCurve) -> AccessPattern {
    let request = format!("{request:#}");
    let name = format!("{operation} {index}").trim_end().to_owned();
    AccessPattern { name, operation: operation.to_owned(), request, rate }
}

/// The primary key, as this workload draws it.
fn key(preset: Preset, schema: &TableSchema) -> Map<String, Value> {
    let placeholder = match preset {
        Preset::Steady | Preset::Ramp | Preset::Spike => format!("{{uniform {KEY_COUNT}}}"),
        Preset::HotKey => format!("{{hot {KEY_COUNT} 90%}}"),
        Preset::ByDate => "{day}".to_owned(),
        Preset::Sharded => "{day}.{shard 200}".to_owned(),
        Preset::RoundRobin => "{round 200}".to_owned(),
    };
    let mut key = Map::new();
    for attribute in &schema.key.partition {
        key.insert(attribute.name.to_string(), value(attribute, "", &placeholder));
    }
    for attribute in &schema.key.sort {
        key.insert(attribute.name.to_string(), drawn_value(attribute, "", ITEM_COUNT));
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
fn query(table: &str, index: &IndexSchema, key: &Map<String, Value>) -> Value {
    let (mut names, mut values, mut conditions) = (Map::new(), Map::new(), Vec::new());
    for (number, attribute) in index.key.partition.iter().enumerate() {
        let (name, place) = (format!("#k{number}"), format!(":k{number}"));
        conditions.push(format!("{name} = {place}"));
        names.insert(name, attribute.name.as_str().into());
        let drawn = key.get(&*attribute.name).cloned();
        values.insert(place, drawn.unwrap_or_else(|| index_value(attribute, "")));
    }
    json!({
        "TableName": table,
        "IndexName": index.name.as_str(),
        "KeyConditionExpression": conditions.join(" AND "),
        "ExpressionAttributeNames": names,
        "ExpressionAttributeValues": values,
    })
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
    use engine::api;
    use engine::database::Config;
    use engine::model::attribute_value::AttributeValue;
    use engine::workload::run::Run;
    use serde_json::json;

    use super::*;
    use crate::sandbox::command::ExampleId;

    const KEYS: [&str; 3] = ["S", "N", "B"];

    /// A table with keys of these types, a sparse global index and a local one.
    fn database(partition: &str, sort: Option<&str>) -> Database {
        let mut database = Database::new(Config::default());
        let mut attributes = vec![
            json!({ "AttributeName": "p{", "AttributeType": partition }),
            json!({ "AttributeName": "g", "AttributeType": "S" }),
        ];
        let mut key = vec![json!({ "AttributeName": "p{", "KeyType": "HASH" })];
        if let Some(sort) = sort {
            attributes.push(json!({ "AttributeName": "s", "AttributeType": sort }));
            key.push(json!({ "AttributeName": "s", "KeyType": "RANGE" }));
        }
        let request = json!({
            "TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": attributes, "KeySchema": key,
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByG",
                "KeySchema": [
                    { "AttributeName": "g", "KeyType": "HASH" },
                    { "AttributeName": "p{", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            }],
        });
        api::call(&mut database, "CreateTable", &request.to_string()).unwrap();
        database
    }

    /// Runs a workload for some requests: none may be rejected.
    #[track_caller]
    fn check(database: &mut Database, table: &str, preset: Preset) {
        let workload = preset_of(preset, database, table).unwrap();
        let mut run = Run::new(&workload, database).unwrap();
        run.step(database, 2_000);
        assert_eq!(run.result().rejections, [], "{preset:?}");
        assert!(run.result().patterns.iter().all(|pattern| pattern.counts.succeeded > 0));
    }

    #[test]
    fn every_preset_fits_every_kind_of_key() {
        for preset in Preset::ALL {
            for partition in KEYS {
                check(&mut database(partition, None), "Things", preset);
                for sort in KEYS {
                    check(&mut database(partition, Some(sort)), "Things", preset);
                }
            }
        }
    }

    #[test]
    fn every_preset_fits_the_examples() {
        for example in ExampleId::ALL {
            let mut database = example.document().load().database;
            let tables: Vec<_> = database.tables().map(|it| it.schema.name.clone()).collect();
            for table in tables {
                for preset in Preset::ALL {
                    check(&mut database, table.as_str(), preset);
                }
            }
        }
    }

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

    #[test]
    fn an_open_date_of_an_order_is_a_date() {
        let mut database = ExampleId::OpenOrders.document().load().database;
        let workload = preset_of(Preset::Steady, &database, "Orders").unwrap();
        let mut run = Run::new(&workload, &mut database).unwrap();
        run.step(&mut database, 3_000);
        let index = database.table("Orders").unwrap().index("OpenOrders").unwrap();
        assert!(index.entries.count() > 50);
        for (_, entry) in index.entries.iter() {
            let Some(AttributeValue::S(date)) = entry.image.get("OrderOpenDate") else {
                panic!("{entry:?}");
            };
            let parts: Vec<u64> = date.split('-').map(|part| part.parse().unwrap()).collect();
            let [2024, 1..=9, 1..=31] = parts[..] else { panic!("{date}") };
        }
    }

    #[test]
    fn one_item_in_twenty_is_in_a_sparse_index() {
        let mut database = database("S", Some("N"));
        let workload = preset_of(Preset::Steady, &database, "Things").unwrap();
        let mut run = Run::new(&workload, &mut database).unwrap();
        run.step(&mut database, 10_000);
        let table = database.table("Things").unwrap();
        let share = table.index("ByG").unwrap().entries.count() * 1_000 / table.items.count();
        assert!((30..70).contains(&share), "{share}");
    }
}
