//! Between the design of a table, its schema in the engine, and the request of `CreateTable`.

use std::collections::BTreeMap;
use std::slice::from_ref;

use engine::capacity::throughput::Throughput;
use engine::model::json_value::object;
use engine::model::key::{KeyAttribute, KeySchema, KeyType};
use engine::model::name::AttributeName;
use engine::table::Table;
use engine::table::lifecycle::{IndexStatus, OnDemandMaximum};
use engine::table::schema::{Billing, IndexSchema, Projection, Scope, TableClass, TableSchema};
use serde_json::{Map, Value};

use crate::view::design::{IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign};

/// The request of `CreateTable` that would make the same table, defaults left out. An index that is being dropped is
/// left out too.
pub(super) fn definition_of(table: &Table) -> Map<String, Value> {
    let schema = &table.schema;
    let staying = table.indexes.iter().filter(|index| index.status != IndexStatus::Deleting);
    let staying: Vec<&IndexSchema> = staying.map(|index| &*index.schema).collect();
    let is_key = |name: &str| {
        schema.key.contains(name) || staying.iter().any(|index| index.key.contains(name))
    };
    let definitions = schema.attribute_definitions.iter().filter(|it| is_key(&it.name));
    let definitions = definitions
        .map(|KeyAttribute { name, kind }| attribute_definition(name.as_str(), kind.tag()));
    let mut request = Map::new();
    request.insert("TableName".into(), schema.name.as_str().into());
    request.insert("AttributeDefinitions".into(), Value::Array(definitions.collect()));
    request.insert("KeySchema".into(), key_schema(&schema.key));
    for (member, scope) in MEMBERS {
        let indexes = staying.iter().filter(|index| index.scope == scope);
        let indexes = indexes.map(|index| index_definition(index, schema.billing));
        let indexes: Vec<Value> = indexes.collect();
        if !indexes.is_empty() {
            request.insert(member.into(), Value::Array(indexes));
        }
    }
    if let Billing::Provisioned(throughput) = schema.billing {
        request.insert("ProvisionedThroughput".into(), throughput_json(throughput));
    }
    if schema.deletion_protection {
        request.insert("DeletionProtectionEnabled".into(), true.into());
    }
    if schema.table_class == Some(TableClass::InfrequentAccess) {
        request.insert("TableClass".into(), "STANDARD_INFREQUENT_ACCESS".into());
    }
    if let Some(maximum) = schema.on_demand_maximum {
        request.insert("OnDemandThroughput".into(), maximum_json(maximum));
    }
    request
}

/// The design of a table, as the form shows it.
pub(super) fn design_of(schema: &TableSchema) -> TableDesign {
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

/// The request of `CreateTable` for a design. Whatever is wrong with it, the engine says.
pub(super) fn create_request(design: &TableDesign) -> Value {
    let mut kinds = BTreeMap::default();
    let table_keys = [Some(&design.partition_key), design.sort_key.as_ref()];
    let index_keys =
        design.local_indexes.iter().chain(&design.global_indexes).flat_map(IndexDesign::keys);
    for key in table_keys.into_iter().flatten().chain(index_keys) {
        // The first type counts: one attribute has one type in all keys of a table.
        kinds.entry(key.name.as_str()).or_insert(key.kind.tag());
    }
    let definitions = kinds.iter().map(|(name, kind)| attribute_definition(name, kind)).collect();
    let mut request = object([
        ("TableName", design.name.as_str().into()),
        ("AttributeDefinitions", Value::Array(definitions)),
        ("KeySchema", key_request(from_ref(&design.partition_key), design.sort_key.as_slice())),
        ("BillingMode", "PAY_PER_REQUEST".into()),
    ]);
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
pub(super) fn drop_index_request(table: &str, index: &str) -> Value {
    let update = object([("Delete", object([("IndexName", index.into())]))]);
    object([
        ("TableName", table.into()),
        ("GlobalSecondaryIndexUpdates", Value::Array(vec![update])),
    ])
}

/// The members of `CreateTable` that hold indexes.
const MEMBERS: [(&str, Scope); 2] =
    [("GlobalSecondaryIndexes", Scope::Global), ("LocalSecondaryIndexes", Scope::Local)];

/// An index of a table that is paid for by the request keeps what was provisioned before: `CreateTable` rejects it.
fn index_definition(index: &IndexSchema, billing: Billing) -> Value {
    let projection = match &index.projection {
        Projection::KeysOnly => projection_of_type("KEYS_ONLY"),
        Projection::All => projection_of_type("ALL"),
        Projection::Include(names) => included(names.iter().map(AttributeName::as_str)),
    };
    let mut definition = object([
        ("IndexName", index.name.as_str().into()),
        ("KeySchema", key_schema(&index.key)),
        ("Projection", projection),
    ]);
    if let (Billing::Provisioned(_), Some(throughput)) = (billing, index.throughput) {
        definition["ProvisionedThroughput"] = throughput_json(throughput);
    }
    definition
}

fn key_schema(key: &KeySchema) -> Value {
    let elements = |attributes: &[KeyAttribute], kind: &str| -> Vec<Value> {
        let element = |attribute: &KeyAttribute| key_element(&attribute.name, kind);
        attributes.iter().map(element).collect()
    };
    let mut schema = elements(&key.partition, "HASH");
    schema.append(&mut elements(&key.sort, "RANGE"));
    Value::Array(schema)
}

pub(super) fn throughput_json(throughput: Throughput) -> Value {
    object([
        ("ReadCapacityUnits", throughput.read_units_per_second.into()),
        ("WriteCapacityUnits", throughput.write_units_per_second.into()),
    ])
}

fn maximum_json(maximum: OnDemandMaximum) -> Value {
    let members = [
        ("MaxReadRequestUnits", maximum.read_units_per_second),
        ("MaxWriteRequestUnits", maximum.write_units_per_second),
    ];
    let mut json = object([]);
    for (name, units) in members {
        if let Some(units) = units {
            json[name] = units.into();
        }
    }
    json
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
    object([
        ("IndexName", index.name.as_str().into()),
        ("KeySchema", key_request(&index.partition_keys, &index.sort_keys)),
        ("Projection", projection),
    ])
}

fn attribute_definition(name: &str, kind: &str) -> Value {
    object([("AttributeName", name.into()), ("AttributeType", kind.into())])
}

fn projection_of_type(word: &str) -> Value {
    object([("ProjectionType", word.into())])
}

fn included<'n>(names: impl Iterator<Item = &'n str>) -> Value {
    let names = Value::Array(names.map(Value::from).collect());
    object([("ProjectionType", "INCLUDE".into()), ("NonKeyAttributes", names)])
}

fn key_request(partition: &[KeyDesign], sort: &[KeyDesign]) -> Value {
    let partition = partition.iter().map(|key| key_element(&key.name, "HASH"));
    partition.chain(sort.iter().map(|key| key_element(&key.name, "RANGE"))).collect()
}

fn key_element(name: &str, kind: &str) -> Value {
    object([("AttributeName", name.into()), ("KeyType", kind.into())])
}
