//! The request form: a first proposal for each operation, made of the items that there are, and what it would cost.

use std::rc::Rc;

use engine::api::OPERATIONS;
use engine::database::Database;
use engine::model::attribute_value::AttributeValue;
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::json::item_to_json;
use engine::model::key::KeyType;
use engine::model::sorted::SortedMap;
use engine::table::Table;
use engine::table::schema::Scope;
use serde_json::{Value, json};

use crate::session::explain::{Context, preview};
use crate::session::fault::fault;
use crate::session::order::in_key_order;
use crate::session::state::Request;
use crate::view::call::{CallForm, CallFormView};
use crate::view::value::Text;

/// The operations that the form offers, in the order in which it lists them.
const OFFERED: [&str; 16] = [
    "BatchWriteItem",
    "BatchGetItem",
    "TransactWriteItems",
    "TransactGetItems",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "GetItem",
    "Query",
    "Scan",
    "UpdateTable",
    "UpdateTimeToLive",
    "DescribeTimeToLive",
    "DescribeTable",
    "CreateTable",
    "ListTables",
];

/// Items that a proposal is about, at most.
const ITEM_COUNT_MAX: usize = 3;

/// Bytes of a value that looks well as a key.
const KEY_SIZE_MAX: u64 = 64;

/// What a request would cost, or why it would be refused.
pub(super) fn call_form_view(database: &Database, table: &Table, form: &CallForm) -> CallFormView {
    let text = match form.typed {
        true => form.text.clone(),
        false => proposal(table, &form.operation).text,
    };
    let outcome = engine::api::preview(database, &form.operation, &text);
    let context = Context { schema: Some(&table.schema), touched: &[] };
    let receipts = Vec::from_iter(outcome.receipt.filter(|receipt| !receipt.arms.is_empty()));
    let (preview, fault) = match outcome.reply {
        Err(error) => (None, Some(Rc::new(fault(&error)))),
        Ok(_) if receipts.is_empty() => (None, None),
        Ok(_) => (Some(Rc::new(preview(&receipts, context))), None),
    };
    CallFormView { operations: offered(), text, preview, fault }
}

/// What is offered of what the engine was built with.
fn offered() -> Vec<Text> {
    let is_built = |name: &&str| OPERATIONS.iter().any(|operation| operation.name() == *name);
    OFFERED.into_iter().filter(is_built).map(Text::from).collect()
}

/// A request that works on this table as it is.
fn proposal(table: &Table, operation: &str) -> Request {
    let mut items: Vec<&Item> = in_key_order(table).into_iter().map(|it| &*it.image).collect();
    items.truncate(ITEM_COUNT_MAX);
    let mut json = of_operation(&Subject { table, items: &items }, operation);
    if is_charged(operation) {
        json["ReturnConsumedCapacity"] = "INDEXES".into();
    }
    Request::new(operation, &json)
}

/// What a proposal is made of.
struct Subject<'s> {
    table: &'s Table,
    items: &'s [&'s Item],
}

fn of_operation(subject: &Subject<'_>, operation: &str) -> Value {
    let name = subject.table.schema.name.as_str();
    match operation {
        "BatchWriteItem" => json!({ "RequestItems": { name: subject.batch() } }),
        "BatchGetItem" => json!({ "RequestItems": { name: { "Keys": subject.keys() } } }),
        "TransactWriteItems" => json!({ "TransactItems": subject.transaction() }),
        "TransactGetItems" => {
            let gets = subject.keys().into_iter();
            let gets = gets.map(|key| json!({ "Get": { "TableName": name, "Key": key } }));
            json!({ "TransactItems": gets.collect::<Vec<Value>>() })
        }
        "PutItem" => json!({ "TableName": name, "Item": subject.item(0) }),
        "UpdateItem" => subject.note(0),
        "DeleteItem" | "GetItem" => json!({ "TableName": name, "Key": subject.key(0) }),
        "Query" => {
            let partition = subject.table.schema.key.partition[0].name.as_str();
            let value = subject.key(0).get(partition).cloned();
            json!({
                "TableName": name,
                "KeyConditionExpression": "#partition = :partition",
                "ExpressionAttributeNames": { "#partition": partition },
                "ExpressionAttributeValues": { ":partition": value },
            })
        }
        "UpdateTable" => subject.new_index(),
        "UpdateTimeToLive" => {
            let attribute = subject.table.time_to_live.status.attribute();
            json!({
                "TableName": name,
                "TimeToLiveSpecification": {
                    "Enabled": attribute.is_none(),
                    "AttributeName": attribute.map_or("ExpiresAt", |attribute| attribute.as_str()),
                },
            })
        }
        "CreateTable" => json!({
            "TableName": format!("{name}-2"),
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "BillingMode": "PAY_PER_REQUEST",
        }),
        "ListTables" => json!({}),
        _ => json!({ "TableName": name }),
    }
}

impl Subject<'_> {
    /// An item that is there, or one that could be.
    fn item(&self, position: usize) -> Value {
        match self.items.get(position) {
            Some(item) => item_to_json(item),
            None => item_to_json(&self.example(position)),
        }
    }

    /// The primary key of the same.
    fn key(&self, position: usize) -> Value {
        let example = self.example(position);
        let item = self.items.get(position).copied().unwrap_or(&example);
        let names = self.table.schema.key.attributes().map(|attribute| &attribute.name);
        let values = names.filter_map(|name| Some((name.clone(), item.get(name)?.clone())));
        item_to_json(&Item(values.collect()))
    }

    /// The keys of all items that the proposal is about; of one that could be there if there is none.
    fn keys(&self) -> Vec<Value> {
        (0..self.items.len().max(1)).map(|position| self.key(position)).collect()
    }

    /// Nothing but a key.
    fn example(&self, position: usize) -> Item {
        let attributes = self.table.schema.key.attributes().map(|attribute| {
            let value = match attribute.kind {
                KeyType::S => AttributeValue::S(format!("{}-{}", attribute.name, position + 1)),
                KeyType::N => AttributeValue::N(u64::try_from(position + 1).unwrap_or(1).into()),
                KeyType::B => AttributeValue::B(vec![u8::try_from(position).unwrap_or(0)]),
            };
            (attribute.name.clone(), value)
        });
        Item(attributes.collect())
    }

    /// The first item put as it is, the last one deleted.
    fn batch(&self) -> Vec<Value> {
        let put = json!({ "PutRequest": { "Item": self.item(0) } });
        let last = self.items.len().max(2) - 1;
        vec![put, json!({ "DeleteRequest": { "Key": self.key(last) } })]
    }

    /// The first item has to be there for the second to be changed.
    fn transaction(&self) -> Vec<Value> {
        let partition = self.table.schema.key.partition[0].name.as_str();
        let check = json!({ "ConditionCheck": {
            "TableName": self.table.schema.name.as_str(),
            "Key": self.key(0),
            "ConditionExpression": "attribute_exists(#partition)",
            "ExpressionAttributeNames": { "#partition": partition },
            "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
        } });
        vec![check, json!({ "Update": self.note(1) })]
    }

    /// A global index by the rarest attribute that can be a key and is none yet.
    fn new_index(&self) -> Value {
        let table = self.table;
        let counts = scalar_counts(table);
        let rarest = counts.iter().min_by_key(|(_, (_, count))| *count);
        let (attribute, kind) = rarest.map_or(("Note", "S"), |(name, (kind, _))| (*name, *kind));
        let free = |name: &String| table.schema.index(name).is_none();
        let names = [format!("By{attribute}"), format!("{attribute}Index")];
        let [first, second] = names;
        json!({
            "TableName": table.schema.name.as_str(),
            "AttributeDefinitions": [{ "AttributeName": attribute, "AttributeType": kind }],
            "GlobalSecondaryIndexUpdates": [{ "Create": {
                "IndexName": if free(&first) { first } else { second },
                "KeySchema": [{ "AttributeName": attribute, "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            } }],
        })
    }

    /// An update that adds an attribute.
    fn note(&self, position: usize) -> Value {
        json!({
            "TableName": self.table.schema.name.as_str(),
            "Key": self.key(position),
            "UpdateExpression": "SET #note = :note",
            "ExpressionAttributeNames": { "#note": "Note" },
            "ExpressionAttributeValues": { ":note": { "S": "checked" } },
        })
    }
}

/// How many items have each attribute that could be a key of an index and is none of a global one, with its type.
fn scalar_counts(table: &Table) -> SortedMap<&str, (&'static str, usize)> {
    let mut counts = SortedMap::new();
    for (_, stored) in table.items.iter() {
        for (name, value) in stored.image.iter() {
            let kind = value.kind().tag();
            let globals = table.schema.indexes.iter().filter(|index| index.scope == Scope::Global);
            let is_key = table.schema.key.contains(name)
                || globals.into_iter().any(|index| index.key.contains(name));
            let fits = value.size() <= Bytes(KEY_SIZE_MAX);
            if !is_key && fits && matches!(kind, "S" | "N" | "B") {
                counts.get_or_insert(name.as_str(), (kind, 0)).1 += 1;
            }
        }
    }
    counts
}

/// Whether the operation has units to return.
fn is_charged(operation: &str) -> bool {
    matches!(operation, "Query" | "Scan") || operation.contains("Item")
}
