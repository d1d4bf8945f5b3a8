//! Between the design of a table, its schema in the engine, and the request of `CreateTable`.

use std::collections::BTreeMap;
use std::slice::from_ref;

use engine::api::snapshot::create_table_request;
use engine::capacity::throughput::Throughput;
use engine::database::Database;
use engine::model::key::{KeyAttribute, KeyType};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{self, Billing, IndexSchema, OnDemandMaximum, Projection, Scope};
use engine::table::status::IndexStatus;
use engine::table::stream::ViewType;
use serde_json::{Map, Value, json};

use crate::sandbox::request::Request;
use crate::sandbox::throughput::{PROVISIONED, scaling_of, throughput_json};
use crate::view::cost::{PayMode, TableClass};
use crate::view::design::{
    CapacityDesign, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, StreamDesign, TableDesign,
    TableSettings,
};

/// The member for the maximums of an on-demand table or index.
pub(crate) const ON_DEMAND: &str = "OnDemandThroughput";

/// The member for the stream of a table.
pub(crate) const STREAM: &str = "StreamSpecification";

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
pub(crate) fn design_of(database: &Database, table: &Table) -> TableDesign {
    let schema = &*table.schema;
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
        settings: Some(Box::new(settings_of(database, table))),
    }
}

/// The requests that make a table of a design, in order. The engine reports what is wrong with them.
pub(crate) fn create_requests(design: &TableDesign) -> Vec<Request> {
    let create = Request::new("CreateTable", &create_request(design));
    let attribute = design.settings.as_ref().map(|settings| settings.time_to_live.as_str());
    let expiry = attribute.filter(|attribute| !attribute.is_empty());
    let expiry = expiry.map(|attribute| time_to_live_request(&design.name, attribute, true));
    [create].into_iter().chain(expiry).collect()
}

/// The request of `CreateTable` for a design.
pub(crate) fn create_request(design: &TableDesign) -> Value {
    let table_keys = [Some(&design.partition_key), design.sort_key.as_ref()];
    let index_keys =
        design.local_indexes.iter().chain(&design.global_indexes).flat_map(IndexDesign::keys);
    let mut request = json!({
        "TableName": design.name.as_str(),
        "AttributeDefinitions": definitions(table_keys.into_iter().flatten().chain(index_keys)),
        "KeySchema": key_request(from_ref(&design.partition_key), design.sort_key.as_slice()),
    });
    let settings = design.settings.as_deref().cloned().unwrap_or_default();
    for (member, indexes, billing) in [
        ("LocalSecondaryIndexes", &design.local_indexes, None),
        ("GlobalSecondaryIndexes", &design.global_indexes, Some(settings.billing)),
    ] {
        if !indexes.is_empty() {
            let indexes = indexes.iter().map(|index| index_request(index, billing));
            request[member] = indexes.collect();
        }
    }
    request["BillingMode"] = billing_word(settings.billing).into();
    set_capacity(&mut request, settings.billing, &settings.capacity);
    if let Some(stream) = settings.stream {
        request[STREAM] = stream_json(stream);
    }
    match settings.class {
        TableClass::Standard => {}
        TableClass::InfrequentAccess => request["TableClass"] = settings.class.id().into(),
    }
    if settings.is_protected {
        request["DeletionProtectionEnabled"] = true.into();
    }
    request
}

/// DynamoDB's word for a billing mode.
pub(crate) fn billing_word(billing: PayMode) -> &'static str {
    match billing {
        PayMode::OnDemand => "PAY_PER_REQUEST",
        PayMode::Provisioned => "PROVISIONED",
    }
}

/// The content of `StreamSpecification` that enables a stream.
pub(crate) fn stream_json(stream: StreamDesign) -> Value {
    json!({ "StreamEnabled": true, "StreamViewType": stream.word() })
}

/// The stream of a table; `None` if none is enabled.
pub(crate) fn stream_of(table: &Table) -> Option<StreamDesign> {
    table.stream.as_ref()?.view_type.map(|view_type| match view_type {
        ViewType::KeysOnly => StreamDesign::KeysOnly,
        ViewType::NewImage => StreamDesign::NewImage,
        ViewType::OldImage => StreamDesign::OldImage,
        ViewType::NewAndOldImages => StreamDesign::NewAndOldImages,
    })
}

/// The request of `UpdateTimeToLive` that lets items expire by an attribute, or no longer.
pub(crate) fn time_to_live_request(table: &str, attribute: &str, enable: bool) -> Request {
    let specification = json!({ "AttributeName": attribute, "Enabled": enable });
    let json = json!({ "TableName": table, "TimeToLiveSpecification": specification });
    Request::new("UpdateTimeToLive", &json)
}

/// The definitions of key attributes, by name. Of an attribute with several types the first counts: it has one type in all
/// keys of a table.
pub(crate) fn definitions<'d>(keys: impl Iterator<Item = &'d KeyDesign>) -> Value {
    let mut kinds = BTreeMap::default();
    for key in keys {
        kinds.entry(key.name.as_str()).or_insert(key.kind.tag());
    }
    kinds.iter().map(|(name, kind)| attribute_definition(name, kind)).collect()
}

/// An index in a request. `billing` is the mode of its table, if it is a global index.
pub(crate) fn index_request(index: &IndexDesign, billing: Option<PayMode>) -> Value {
    let projection = match &index.projection {
        ProjectionDesign::KeysOnly => projection_of_type("KEYS_ONLY"),
        ProjectionDesign::All => projection_of_type("ALL"),
        ProjectionDesign::Include(names) => included(names.iter().map(String::as_str)),
    };
    let mut request = json!({
        "IndexName": index.name.as_str(),
        "KeySchema": key_request(&index.partition_keys, &index.sort_keys),
        "Projection": projection,
    });
    if let Some(billing) = billing {
        set_capacity(&mut request, billing, &index.capacity);
    }
    request
}

/// Writes what a table or global index may consume in the billing mode of the table.
fn set_capacity(request: &mut Value, billing: PayMode, capacity: &CapacityDesign) {
    match billing {
        PayMode::Provisioned => request[PROVISIONED] = provisioned_json(capacity),
        PayMode::OnDemand => {
            let mut maximum = Map::new();
            for (member, units) in maximums(capacity) {
                maximum.extend(units.map(|units| (member.to_owned(), units.into())));
            }
            if !maximum.is_empty() {
                request[ON_DEMAND] = Value::Object(maximum);
            }
        }
    }
}

/// The members of `OnDemandThroughput`.
pub(crate) fn maximums(capacity: &CapacityDesign) -> [(&'static str, Option<u64>); 2] {
    [("MaxReadRequestUnits", capacity.read_max), ("MaxWriteRequestUnits", capacity.write_max)]
}

/// The content of `ProvisionedThroughput`.
pub(crate) fn provisioned_json(capacity: &CapacityDesign) -> Value {
    throughput_json(Throughput {
        read_units_per_second: capacity.read_units,
        write_units_per_second: capacity.write_units,
    })
}

/// The price class of a table.
pub(crate) fn class_of(table: &Table) -> TableClass {
    match table.schema.table_class {
        None | Some(schema::TableClass::Standard) => TableClass::Standard,
        Some(schema::TableClass::InfrequentAccess) => TableClass::InfrequentAccess,
    }
}

/// How the throughput of a table is paid for.
pub(crate) fn mode_of(table: &Table) -> PayMode {
    match table.schema.billing {
        Billing::PayPerRequest => PayMode::OnDemand,
        Billing::Provisioned(_) => PayMode::Provisioned,
    }
}

fn settings_of(database: &Database, table: &Table) -> TableSettings {
    let schema = &*table.schema;
    let provisioned = match schema.billing {
        Billing::PayPerRequest => None,
        Billing::Provisioned(throughput) => Some(throughput),
    };
    let attribute = table.time_to_live.status.attribute();
    TableSettings {
        billing: mode_of(table),
        capacity: capacity_design(provisioned, schema.on_demand_maximum),
        scaling: scaling_of(database, table),
        time_to_live: attribute.map(ToString::to_string).unwrap_or_default(),
        stream: stream_of(table),
        class: class_of(table),
        is_protected: schema.deletion_protection,
    }
}

fn capacity_design(
    provisioned: Option<Throughput>,
    maximum: Option<OnDemandMaximum>,
) -> CapacityDesign {
    let usual = CapacityDesign::default();
    let maximum = maximum.unwrap_or_default();
    CapacityDesign {
        read_units: provisioned.map_or(usual.read_units, |units| units.read_units_per_second),
        write_units: provisioned.map_or(usual.write_units, |units| units.write_units_per_second),
        read_max: maximum.read_units_per_second,
        write_max: maximum.write_units_per_second,
    }
}

/// What the entries of an index hold besides keys.
pub(crate) fn projection_of(index: &IndexSchema) -> ProjectionDesign {
    match &index.projection {
        Projection::KeysOnly => ProjectionDesign::KeysOnly,
        Projection::All => ProjectionDesign::All,
        Projection::Include(names) => {
            ProjectionDesign::Include(names.iter().map(ToString::to_string).collect())
        }
    }
}

fn index_design(index: &IndexSchema) -> IndexDesign {
    IndexDesign {
        name: index.name.to_string(),
        partition_keys: index.key.partition.iter().map(key_design).collect(),
        sort_keys: index.key.sort.iter().map(key_design).collect(),
        projection: projection_of(index),
        capacity: capacity_design(index.throughput, index.on_demand_maximum),
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
