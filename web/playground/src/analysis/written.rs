//! Requests of access patterns written from what is known: the operation, where it looks, and the attributes of another request.

use std::collections::BTreeSet;

use engine::api::value::attribute_value_to_json;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::operation::Operation;
use engine::table::Table;
use engine::table::index::Index;
use serde_json::{Map, Value, json};

use crate::analysis::proposal::{example, typical};
use crate::explain::subject::{equalities, parts, table_name, table_named};
use crate::sandbox::order::in_key_order;
use crate::sandbox::request::Request;
use crate::view::pattern::PatternTarget;
use crate::view::value::Text;

/// Items whose attributes are offered, and how many attributes of a table are. Model: more than a user reads, and less than a frame.
const ITEM_COUNT_MAX: usize = 1_000;
const SEARCHED_COUNT_MAX: usize = 100;

/// Where the requests of a database can look: its tables, its indexes, and the attributes that no key begins with.
pub(crate) fn targets(database: &Database) -> Vec<PatternTarget> {
    let mut targets = Vec::new();
    for table in database.tables() {
        let name = Text::from(table.schema.name.as_str());
        let target = |index: Option<&Index>, key: Vec<Text>, is_searched| PatternTarget {
            table: Text::clone(&name),
            index: index.map(|index| index.schema.name.as_str().into()),
            key,
            is_searched,
            is_of_several: index.is_some_and(|index| {
                let same = database.tables().filter_map(|it| it.index(index.schema.name.as_str()));
                same.count() > 1
            }),
        };
        let names = |key: &engine::model::key::KeySchema, has_sort: bool| {
            let sort = key.sort.iter().filter(|_| has_sort);
            key.partition.iter().chain(sort).map(|it| Text::from(it.name.as_str())).collect()
        };
        targets.push(target(None, names(&table.schema.key, true), false));
        let indexes = table.indexes.iter();
        targets.extend(indexes.map(|it| target(Some(it), names(&it.schema.key, false), false)));
        let keys = std::iter::once(&table.schema.key);
        let keys = keys.chain(table.indexes.iter().map(|index| &index.schema.key));
        let first: BTreeSet<&str> =
            keys.flat_map(|key| &key.partition).map(|it| it.name.as_str()).collect();
        let items = table.items.iter().take(ITEM_COUNT_MAX);
        let held = items.flat_map(|(_, stored)| stored.image.iter());
        let held: BTreeSet<&str> = held.map(|(name, _)| name.as_str()).collect();
        let searched = held.difference(&first).take(SEARCHED_COUNT_MAX);
        targets.extend(searched.map(|it| target(None, vec![(*it).into()], true)));
    }
    targets
}

/// Where a request looks; `None` if it is another than would be written.
pub(crate) fn target_of(
    targets: &[PatternTarget],
    operation: &str,
    request: &str,
) -> Option<PatternTarget> {
    let operation = Operation::from_name(operation)?;
    let json = parse(request).ok()?;
    let parts = parts(&json);
    let table = json["TableName"].as_str().or_else(|| Some(parts.first()?.table))?;
    let index = json["IndexName"].as_str();
    let mut equal = equalities(&json, "FilterExpression");
    let searched = match (operation, json["FilterExpression"].is_string()) {
        (Operation::Scan, true) => Some(equal.next()?.0),
        _ => None,
    };
    let is_it = |target: &&PatternTarget| {
        *target.table == *table
            && target.index.as_deref() == index
            && match (&searched, target.is_searched) {
                (Some(name), true) => *target.key[0] == **name,
                (None, false) => true,
                (Some(_), false) | (None, true) => false,
            }
    };
    targets.iter().find(is_it).cloned()
}

/// A request of an operation that looks in a place, with the attributes of another request. A Query of an attribute that no key
/// begins with is a Scan. `None` for an operation whose requests are not written here.
pub(crate) fn written(
    database: &Database,
    operation: Operation,
    target: &PatternTarget,
    other: (&str, &str),
) -> Option<(Operation, Value)> {
    let table = table_named(database, &target.table)?;
    let (of, text) = other;
    // What is known of another table is not known of this one.
    let known = match table_name(&Request { operation: of.into(), text: text.into() }) {
        Some(name) if name == table.schema.name.as_str() => known(&parse(text).unwrap_or_default()),
        Some(_) | None => Map::new(),
    };
    let writer = Writer {
        table,
        known,
        items: in_key_order(table).into_iter().map(|it| &*it.image).collect(),
    };
    let name = table.schema.name.as_str();
    let keyed = || json!({ "TableName": name, "Key": writer.key() });
    let request = match operation {
        Operation::GetItem | Operation::DeleteItem => keyed(),
        Operation::PutItem => json!({ "TableName": name, "Item": writer.item() }),
        Operation::UpdateItem => writer.update(),
        Operation::Query if !target.is_searched => writer.query(target),
        Operation::Query | Operation::Scan => return Some((Operation::Scan, writer.scan(target))),
        Operation::TransactWriteItems => {
            let action = match Operation::from_name(of) {
                Some(Operation::UpdateItem) => json!({ "Update": writer.update() }),
                Some(Operation::DeleteItem) => json!({ "Delete": keyed() }),
                _ => json!({ "Put": { "TableName": name, "Item": writer.item() } }),
            };
            json!({ "TransactItems": [action] })
        }
        Operation::TransactGetItems => json!({ "TransactItems": [{ "Get": keyed() }] }),
        Operation::BatchGetItem => json!({ "RequestItems": { name: { "Keys": [writer.key()] } } }),
        Operation::BatchWriteItem => {
            json!({ "RequestItems": { name: [{ "PutRequest": { "Item": writer.item() } }] } })
        }
        _ => return None,
    };
    Some((operation, request))
}

/// Writes requests on a table.
struct Writer<'w> {
    table: &'w Table,
    /// Attributes of another request, which may have placeholders.
    known: Map<String, Value>,
    items: Vec<&'w Item>,
}

impl Writer<'_> {
    /// What is known of an attribute, or else what the first item has that has it.
    fn value(&self, name: &str) -> Option<Value> {
        let known = self.known.get(name).cloned();
        let held = || self.items.iter().find_map(|item| item.get(name));
        known.or_else(|| held().map(attribute_value_to_json))
    }

    /// An item such as there are, with what is known. A key that is always the same would write one item again and again.
    fn item(&self) -> Value {
        let mut item = example(self.table, &self.items);
        let is_key = |name: &str| self.table.schema.key.contains(name);
        for (name, value) in self.known.iter().filter(|(name, it)| !is_key(name) || varies(it)) {
            item[name] = value.clone();
        }
        item
    }

    /// The key that is known, or that of the first item.
    fn key(&self) -> Value {
        let example = example(self.table, &self.items);
        let key = self.table.schema.key.attributes().map(|attribute| {
            let name = attribute.name.as_str();
            (name.to_owned(), self.value(name).unwrap_or_else(|| example[name].clone()))
        });
        Value::Object(key.collect())
    }

    /// Sets what is known besides the key, or else an attribute that the first item has.
    fn update(&self) -> Value {
        let key = &self.table.schema.key;
        let mut set: Map<String, Value> = self.known.clone();
        set.retain(|name, _| !key.contains(name));
        if set.is_empty() {
            let is_key = |name: &str| {
                let mut keys = self.table.indexes.iter().map(|index| &index.schema.key);
                key.contains(name) || keys.any(|key| key.contains(name))
            };
            let held = self.items.first().into_iter().flat_map(|item| item.iter());
            let mut free = held.filter(|(name, value)| {
                let is_plain = matches!(value, AttributeValue::S(_) | AttributeValue::N(_));
                is_plain && !is_key(name.as_str())
            });
            let (name, tag) = match free.next() {
                Some((name, value)) => (name.as_str(), value.kind().tag()),
                None => ("UpdatedAt", "N"),
            };
            set.insert(name.to_owned(), json!({ tag: "{sequence}" }));
        }
        let mut request =
            json!({ "TableName": self.table.schema.name.as_str(), "Key": self.key() });
        add(&mut request, "UpdateExpression", "SET ", ", ", &set);
        request
    }

    /// A query of a collection of the table or of an index.
    fn query(&self, target: &PatternTarget) -> Value {
        let table = self.table;
        let index = table
            .indexes
            .iter()
            .find(|it| target.index.as_deref() == Some(it.schema.name.as_str()));
        let key = index.map_or(&table.schema.key, |index| &index.schema.key);
        let storage = index.map_or(&table.items, |index| &index.entries);
        let typical = typical(storage, key);
        let value = |name: &str| {
            let held = typical.and_then(|it| it.image.get(name));
            let known = self.known.get(name).cloned();
            known.or_else(|| held.map(attribute_value_to_json)).or_else(|| self.value(name))
        };
        let example = example(table, &self.items);
        let asked = key.partition.iter().map(|attribute| {
            let name = attribute.name.as_str();
            (name.to_owned(), value(name).unwrap_or_else(|| example[name].clone()))
        });
        let mut request = self.on(target);
        add(&mut request, "KeyConditionExpression", "", " AND ", &asked.collect());
        request
    }

    /// A scan of all, or of those that have a value of an attribute.
    fn scan(&self, target: &PatternTarget) -> Value {
        let mut request = self.on(target);
        if target.is_searched {
            let name = &*target.key[0];
            let value = self.value(name).unwrap_or_else(|| json!({ "S": "" }));
            let asked = Map::from_iter([(name.to_owned(), value)]);
            add(&mut request, "FilterExpression", "", " AND ", &asked);
        }
        request
    }

    fn on(&self, target: &PatternTarget) -> Value {
        let mut request = json!({ "TableName": self.table.schema.name.as_str() });
        if let Some(index) = &target.index {
            request["IndexName"] = (**index).into();
        }
        request
    }
}

/// Whether a typed value has a placeholder. `{{` is a brace.
fn varies(value: &Value) -> bool {
    let texts = value.as_object().into_iter().flat_map(Map::values).filter_map(Value::as_str);
    texts.into_iter().any(|text| text.replace("{{", "").contains('{'))
}

/// Adds an expression that has equal signs between attributes and values.
fn add(
    request: &mut Value,
    member: &str,
    start: &str,
    between: &str,
    attributes: &Map<String, Value>,
) {
    let (mut names, mut values, mut terms) = (Map::new(), Map::new(), Vec::new());
    for (position, (name, value)) in attributes.iter().enumerate() {
        terms.push(format!("#k{position} = :k{position}"));
        names.insert(format!("#k{position}"), name.as_str().into());
        values.insert(format!(":k{position}"), value.clone());
    }
    request[member] = [start, &terms.join(between)].concat().into();
    request["ExpressionAttributeNames"] = names.into();
    request["ExpressionAttributeValues"] = values.into();
}

/// The attributes that a request has values for: its key, its item, and what its expressions compare or set.
fn known(json: &Value) -> Map<String, Value> {
    let mut known = Map::new();
    let parts = parts(json);
    let own = parts.first().map_or(json, |part| &part.content);
    for member in ["Item", "Key"] {
        known.extend(own[member].as_object().cloned().unwrap_or_default());
    }
    for member in ["KeyConditionExpression", "FilterExpression", "UpdateExpression"] {
        known.extend(
            equalities(own, member)
                .map(|(name, place)| (name, own["ExpressionAttributeValues"][place].clone())),
        );
    }
    known
}
