//! What a caller can read of a table or an index: each item and attribute that some read would give.

use std::cell::RefCell;
use std::collections::BTreeMap;

use engine::api::access;
use engine::api::access::ruling::Ruling;
use engine::api::value::{attribute_value_to_json, item_to_json};
use engine::database::Database;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::operation::Operation;
use engine::table::Table;
use engine::table::schema::IndexSchema;
use serde_json::{Map, Value, json};

use crate::sandbox::state::State;

/// What the caller that sends requests can read of a table or an index.
#[derive(Debug)]
pub(crate) struct Reach<'t> {
    caller: access::Caller,
    database: &'t Database,
    table: &'t Table,
    /// The index, if it is read.
    index: Option<&'t IndexSchema>,
    /// Whether policies look at the partition key. If not, all items are as one.
    looks_at_keys: bool,
    /// Whether they look at which attributes are read. If not, all attributes of an item are as one.
    looks_at_attributes: bool,
    /// The answers so far, by partition key and attribute.
    known: RefCell<BTreeMap<(String, Option<String>), bool>>,
}

impl<'t> Reach<'t> {
    /// Of the sandbox, if a caller sends its requests.
    pub(crate) fn of(
        state: &'t State,
        table: &'t Table,
        index: Option<&'t IndexSchema>,
    ) -> Option<Self> {
        let policies = &state.plan.sending_caller()?.policies;
        let names = |words: &[&str]| {
            let mut texts = policies.iter().map(|it| it.text.to_lowercase());
            texts.any(|text| text.contains('\\') || words.iter().any(|word| text.contains(word)))
        };
        Some(Self {
            caller: state.caller()?,
            database: &state.database,
            table,
            index,
            looks_at_keys: names(&["leadingkeys"]),
            looks_at_attributes: names(&["dynamodb:attributes", "dynamodb:select"]),
            known: RefCell::default(),
        })
    }

    /// The name of the caller.
    pub(crate) fn caller(&self) -> &str {
        &self.caller.name
    }

    /// Whether a read would give an attribute of an item.
    pub(crate) fn has(&self, item: &Item, attribute: &str) -> bool {
        self.gives(item, None) || self.gives(item, Some(attribute))
    }

    /// Whether a read would give anything of an item.
    pub(crate) fn has_some(&self, item: &Item) -> bool {
        self.gives(item, None)
            || self.names(item).any(|attribute| self.gives(item, Some(attribute)))
    }

    /// The attributes of an item that the table or index has.
    pub(crate) fn names<'i>(&self, item: &'i Item) -> impl Iterator<Item = &'i str> {
        let names = item.iter().map(|(name, _)| name.as_str());
        names.filter(|name| self.index.is_none_or(|index| index.projects(name)))
    }

    /// What the policies say to the simplest read of an item, or of one of its attributes.
    pub(crate) fn rulings(&self, item: &Item, attribute: Option<&str>) -> Vec<Ruling> {
        let reads = self.reads(item, attribute);
        let first = reads.first().map(|(operation, request)| {
            self.caller.rule(self.database, operation.name(), &request.to_string())
        });
        first.unwrap_or_default()
    }

    /// Whether a read is allowed that gives all of an item, or one of its attributes.
    fn gives(&self, item: &Item, attribute: Option<&str>) -> bool {
        let attribute = attribute.filter(|_| self.looks_at_attributes);
        let partition = match self.looks_at_keys {
            true => item_to_json(&partition_of(self.key(), item)).to_string(),
            false => String::new(),
        };
        let question = (partition, attribute.map(str::to_owned));
        if let Some(known) = self.known.borrow().get(&question) {
            return *known;
        }
        let is_allowed = self.reads(item, attribute).iter().any(|(operation, request)| {
            let rulings = self.caller.rule(self.database, operation.name(), &request.to_string());
            !rulings.is_empty() && rulings.iter().all(|ruling| ruling.verdict.is_allowed())
        });
        self.known.borrow_mut().insert(question, is_allowed);
        is_allowed
    }

    /// The key by which a Query finds an item.
    fn key(&self) -> &'t KeySchema {
        self.index.map_or(&self.table.schema.key, |index| &index.key)
    }

    /// The requests that would give all of an item, or one of its attributes.
    fn reads(&self, item: &Item, attribute: Option<&str>) -> Vec<(Operation, Value)> {
        let table = self.table.schema.name.as_str();
        let mut whole = Map::new();
        if let Some(attribute) = attribute {
            whole.insert("ProjectionExpression".into(), "#a".into());
            whole.insert("ExpressionAttributeNames".into(), json!({ "#a": attribute }));
        }
        let mut scan = whole.clone();
        scan.insert("TableName".into(), table.into());
        if let Some(index) = self.index {
            scan.insert("IndexName".into(), index.name.as_str().into());
        }
        let query = (Operation::Query, self.query(scan.clone(), item));
        let scan = (Operation::Scan, scan.into());
        let statement = (Operation::ExecuteStatement, self.statement(item, attribute));
        if self.index.is_some() {
            return vec![query, scan, statement];
        }
        let key = item_to_json(&self.table.schema.key.key_of(item));
        let mut get = whole.clone();
        get.insert("TableName".into(), table.into());
        get.insert("Key".into(), key.clone());
        whole.insert("Keys".into(), json!([key]));
        let batch = json!({ "RequestItems": { table: whole } });
        let transaction = json!({ "TransactItems": [{ "Get": get }] });
        vec![
            (Operation::GetItem, get.into()),
            query,
            (Operation::BatchGetItem, batch),
            scan,
            statement,
            (Operation::TransactGetItems, transaction),
        ]
    }

    /// The SELECT of the items with the same partition key.
    fn statement(&self, item: &Item, attribute: Option<&str>) -> Value {
        let what = attribute.map_or_else(|| "*".to_owned(), quoted);
        let table = quoted(self.table.schema.name.as_str());
        let source = match self.index {
            Some(index) => format!("{table}.{}", quoted(index.name.as_str())),
            None => table,
        };
        let partition = partition_of(self.key(), item);
        let conditions = partition.iter().map(|(name, _)| format!("{} = ?", quoted(name.as_str())));
        let conditions = conditions.collect::<Vec<_>>().join(" AND ");
        let parameters = partition.iter().map(|(_, value)| attribute_value_to_json(value));
        json!({
            "Statement": format!("SELECT {what} FROM {source} WHERE {conditions}"),
            "Parameters": parameters.collect::<Vec<_>>(),
        })
    }

    /// The Query of the items with the same partition key.
    fn query(&self, mut query: Map<String, Value>, item: &Item) -> Value {
        let mut names = Map::new();
        if let Some(Value::Object(known)) = query.get("ExpressionAttributeNames") {
            names.clone_from(known);
        }
        let (mut values, mut conditions) = (Map::new(), Vec::new());
        for (place, (name, value)) in partition_of(self.key(), item).iter().enumerate() {
            conditions.push(format!("#p{place} = :p{place}"));
            names.insert(format!("#p{place}"), name.as_str().into());
            values.insert(format!(":p{place}"), attribute_value_to_json(value));
        }
        query.insert("KeyConditionExpression".into(), conditions.join(" AND ").into());
        query.insert("ExpressionAttributeNames".into(), names.into());
        query.insert("ExpressionAttributeValues".into(), values.into());
        query.into()
    }
}

/// The partition key of an item.
fn partition_of(key: &KeySchema, item: &Item) -> Item {
    let pairs = key.partition.iter().filter_map(|attribute| {
        let (name, value) = item.get_entry(&attribute.name)?;
        Some((name.clone(), value.clone()))
    });
    pairs.collect()
}

/// A name in a statement.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
