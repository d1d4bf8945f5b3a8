//! The definition of a table as the request of `CreateTable` that would make it.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::api::error::validation::ValidationError;
use crate::api::error::violation::Layer;
use crate::api::operation::table::create_table::{DEFINITION, take_billed_schema, take_schema};
use crate::api::request::check::{check_constraints, check_types};
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::Part;
use crate::api::snapshot::settings::{write_class, write_maximum, write_throughput, write_warm};
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::schema::{Billing, Encryption, IndexSchema, Projection, Scope, TableSchema};

/// The members that hold indexes.
const MEMBERS: [(&str, Scope); 2] =
    [("LocalSecondaryIndexes", Scope::Local), ("GlobalSecondaryIndexes", Scope::Global)];

/// The request of `CreateTable` that makes a table like this one, with its tags and without its items.
pub fn create_table_request(table: &Table) -> Map<String, Value> {
    let schema = &*table.schema;
    let billing = definition_billing(schema);
    let mut request = Map::new();
    request.insert("TableName".into(), schema.name.as_str().into());
    request.insert("AttributeDefinitions".into(), write_attributes(&schema.attribute_definitions));
    request.insert("KeySchema".into(), write_key(&schema.key));
    for (member, scope) in MEMBERS {
        let indexes = schema.indexes.iter().filter(|index| index.scope == scope);
        let indexes: Vec<Value> = indexes.map(|index| write_index(index, billing)).collect();
        if !indexes.is_empty() {
            request.insert(member.into(), indexes.into());
        }
    }
    match billing {
        Billing::PayPerRequest => request.insert("BillingMode".into(), "PAY_PER_REQUEST".into()),
        Billing::Provisioned(throughput) => {
            request.insert("ProvisionedThroughput".into(), write_throughput(throughput))
        }
    };
    if schema.deletion_protection {
        request.insert("DeletionProtectionEnabled".into(), true.into());
    }
    if let Some(class) = schema.table_class {
        request.insert("TableClass".into(), write_class(class).into());
    }
    if let Some(maximum) = schema.on_demand_maximum {
        request.insert("OnDemandThroughput".into(), write_maximum(maximum));
    }
    if let Some(warm) = schema.warm_throughput {
        request.insert("WarmThroughput".into(), write_warm(warm.throughput));
    }
    if let Encryption::AccountKey(arn) = &schema.encryption {
        let specification = json!({ "Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": arn });
        request.insert("SSESpecification".into(), specification);
    }
    let tags = table.tags.iter().map(|(key, value)| json!({ "Key": key, "Value": value }));
    if !table.tags.is_empty() {
        request.insert("Tags".into(), tags.collect());
    }
    request
}

/// The schema that a request makes. A table that does not say how it is paid for is paid by the request.
pub(super) fn read_definition(part: Part<'_>) -> Result<TableSchema, SnapshotError> {
    let name = part.text("TableName")?;
    let rejected = |error| SnapshotError::Table { table: name.to_owned(), error };
    check_types(part.members(), DEFINITION.members).map_err(|error| rejected(error.into()))?;
    check_constraints(part.members(), DEFINITION.members, Layer::Older)
        .map_err(|violations| rejected(ValidationError::Violations(violations).into()))?;
    let fields = part.fields();
    let says = |member| fields.value(member).is_some();
    let schema = match says("BillingMode") || says("ProvisionedThroughput") {
        true => take_schema(fields),
        false => take_billed_schema(fields, Billing::PayPerRequest),
    };
    schema.map_err(|error| rejected(error.into()))
}

fn write_attributes(attributes: &[KeyAttribute]) -> Value {
    let definition = |attribute: &KeyAttribute| json!({ "AttributeName": attribute.name.as_str(), "AttributeType": attribute.kind.tag() });
    attributes.iter().map(definition).collect()
}

fn write_key(key: &KeySchema) -> Value {
    let elements = |attributes: &[KeyAttribute], kind: &str| -> Vec<Value> {
        let element = |attribute: &KeyAttribute| json!({ "AttributeName": attribute.name.as_str(), "KeyType": kind });
        attributes.iter().map(element).collect()
    };
    [elements(&key.partition, "HASH"), elements(&key.sort, "RANGE")].concat().into()
}

/// The billing mode with which CreateTable accepts the table. A table that is about to be paid for by the request can
/// have an index without throughput already: the throughput of the table is then in its state.
pub(super) fn definition_billing(schema: &TableSchema) -> Billing {
    let lacks_throughput =
        |index: &&Arc<IndexSchema>| index.scope == Scope::Global && index.throughput.is_none();
    match schema.indexes.iter().find(lacks_throughput) {
        Some(_) => Billing::PayPerRequest,
        None => schema.billing,
    }
}

/// An index keeps its throughput in its state if the definition is that of a table which is paid for by the request.
fn write_index(index: &IndexSchema, billing: Billing) -> Value {
    let projection = match &index.projection {
        Projection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
        Projection::All => json!({ "ProjectionType": "ALL" }),
        Projection::Include(names) => {
            let names: Value = names.iter().map(AttributeName::as_str).collect();
            json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names })
        }
    };
    let mut definition = json!({
        "IndexName": index.name.as_str(),
        "KeySchema": write_key(&index.key),
        "Projection": projection,
    });
    if let (Billing::Provisioned(_), Some(throughput)) = (billing, index.throughput) {
        definition["ProvisionedThroughput"] = write_throughput(throughput);
    }
    if let Some(maximum) = index.on_demand_maximum {
        definition["OnDemandThroughput"] = write_maximum(maximum);
    }
    if let Some(warm) = index.warm_throughput {
        definition["WarmThroughput"] = write_warm(warm.throughput);
    }
    definition
}
