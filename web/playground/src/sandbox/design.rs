//! Between the design of a table, its schema in the engine, and the request of `CreateTable`.

use std::collections::BTreeMap;
use std::slice::from_ref;

use engine::api::snapshot::create_table_request;
use engine::capacity::throughput::Throughput;
use engine::model::key::{KeyAttribute, KeyType};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{IndexSchema, Projection, Scope, TableSchema};
use engine::table::status::IndexStatus;
use serde_json::{Map, Value, json};

use crate::view::design::{IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign};

/// The request of `CreateTable` that would make the same table. On-demand billing, the default of documents, and indexes
/// that are being deleted are left out.
pub(crate) fn definition_of(table: &Table) -> Map<String, Value> {
    let mut request = create_table_request(table);
    let is_staying = |index: &&Index| index.status != IndexStatus::Deleting;
    let staying: Vec<&Index> = table.indexes.iter().filter(is_staying).collect();
    let is_key = |name: &str| {
        table.schema.key.contains(name)
            || staying.iter().any(|index| index.schema.key.contains(name))
    };
    retain(&mut request, "AttributeDefinitions", "AttributeName", is_key);
    let is_staying = |name: &str| staying.iter().any(|index| index.schema.name.as_str() == name);
    for member in ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"] {
        retain(&mut request, member, "IndexName", is_staying);
    }
    // A table with throughput is provisioned, and any other is on-demand.
    request.remove("BillingMode");
    request
}

/// Keeps those elements of a list whose name is accepted. A list without elements is removed.
fn retain(
    request: &mut Map<String, Value>,
    list: &str,
    name: &str,
    is_accepted: impl Fn(&str) -> bool,
) {
    let Some(Value::Array(elements)) = request.get_mut(list) else { return };
    elements.retain(|element| element[name].as_str().is_some_and(&is_accepted));
    if elements.is_empty() {
        request.remove(list);
    }
}

/// The design of a table, as the form shows it.
pub(crate) fn design_of(schema: &TableSchema) -> TableDesign {
    let indexes = |scope| {
        let indexes = schema.indexes.iter().filter(move |index| index.scope == scope);
        indexes.map(|index| index_design(index)).collect()
    };
    TableDesign {
        name: schema.name.to_string(),
        partition_key: key_design(&schema.key.partition[0]),
        sort_key: schema.key.sort.first().map(key_design),
        local_indexes: indexes(Scope::Local),
        global_indexes: indexes(Scope::Global),
    }
}

/// The request of `CreateTable` for a design. The engine reports what is wrong with it.
pub(crate) fn create_request(design: &TableDesign) -> Value {
    let mut kinds = BTreeMap::default();
    let table_keys = [Some(&design.partition_key), design.sort_key.as_ref()];
    let index_keys =
        design.local_indexes.iter().chain(&design.global_indexes).flat_map(IndexDesign::keys);
    for key in table_keys.into_iter().flatten().chain(index_keys) {
        // The first type counts: one attribute has one type in all keys of a table.
        kinds.entry(key.name.as_str()).or_insert(key.kind.tag());
    }
    let definitions = kinds.iter().map(|(name, kind)| attribute_definition(name, kind)).collect();
    let mut request = json!({
        "TableName": design.name.as_str(),
        "AttributeDefinitions": Value::Array(definitions),
        "KeySchema": key_request(from_ref(&design.partition_key), design.sort_key.as_slice()),
        "BillingMode": "PAY_PER_REQUEST",
    });
    for (member, indexes) in [
        ("LocalSecondaryIndexes", &design.local_indexes),
        ("GlobalSecondaryIndexes", &design.global_indexes),
    ] {
        if !indexes.is_empty() {
            request[member] = Value::Array(indexes.iter().map(index_request).collect());
        }
    }
    request
}

/// The request of `UpdateTable` that drops a global index.
pub(crate) fn drop_index_request(table: &str, index: &str) -> Value {
    let update = json!({ "Delete": { "IndexName": index } });
    json!({ "TableName": table, "GlobalSecondaryIndexUpdates": Value::Array(vec![update]) })
}

pub(crate) fn throughput_json(throughput: Throughput) -> Value {
    json!({
        "ReadCapacityUnits": throughput.read_units_per_second,
        "WriteCapacityUnits": throughput.write_units_per_second,
    })
}

fn index_design(index: &IndexSchema) -> IndexDesign {
    let projection = match &index.projection {
        Projection::KeysOnly => ProjectionDesign::KeysOnly,
        Projection::All => ProjectionDesign::All,
        Projection::Include(names) => {
            ProjectionDesign::Include(names.iter().map(ToString::to_string).collect())
        }
    };
    IndexDesign {
        name: index.name.to_string(),
        partition_keys: index.key.partition.iter().map(key_design).collect(),
        sort_keys: index.key.sort.iter().map(key_design).collect(),
        projection,
    }
}

fn key_design(attribute: &KeyAttribute) -> KeyDesign {
    KeyDesign {
        name: attribute.name.to_string(),
        kind: match attribute.kind {
            KeyType::S => KeyKind::S,
            KeyType::N => KeyKind::N,
            KeyType::B => KeyKind::B,
        },
    }
}

fn index_request(index: &IndexDesign) -> Value {
    let projection = match &index.projection {
        ProjectionDesign::KeysOnly => projection_of_type("KEYS_ONLY"),
        ProjectionDesign::All => projection_of_type("ALL"),
        ProjectionDesign::Include(names) => included(names.iter().map(String::as_str)),
    };
    json!({
        "IndexName": index.name.as_str(),
        "KeySchema": key_request(&index.partition_keys, &index.sort_keys),
        "Projection": projection,
    })
}

fn attribute_definition(name: &str, kind: &str) -> Value {
    json!({ "AttributeName": name, "AttributeType": kind })
}

fn projection_of_type(word: &str) -> Value {
    json!({ "ProjectionType": word })
}

fn included<'n>(names: impl Iterator<Item = &'n str>) -> Value {
    let names = Value::Array(names.map(Value::from).collect());
    json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names })
}

fn key_request(partition: &[KeyDesign], sort: &[KeyDesign]) -> Value {
    let partition = partition.iter().map(|key| key_element(&key.name, "HASH"));
    partition.chain(sort.iter().map(|key| key_element(&key.name, "RANGE"))).collect()
}

fn key_element(name: &str, kind: &str) -> Value {
    json!({ "AttributeName": name, "KeyType": kind })
}
