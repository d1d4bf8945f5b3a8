//! DescribeTable: the definition of a table and its state.

use serde_json::{Map, Value, json};

use crate::api::create_table::CONTROL_TABLE_NAME;
use crate::api::error::{ApiError, Envelope};
use crate::api::shape::Fields;
use crate::api::wire::decimal;
use crate::api::{Operation, Prepared};
use crate::clock::Timestamp;
use crate::database::{Change, Database, Wording};
use crate::model::key::{KeyAttribute, KeySchema, hash};
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::lifecycle::{IndexStatus, OnDemandMaximum, TableStatus};
use crate::table::schema::{Billing, IndexSchema, Projection, Scope, TableClass, Throughput};

pub(crate) static OPERATION: Operation = Operation {
    name: "DescribeTable",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[CONTROL_TABLE_NAME],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, ApiError> {
    let table = find_table(fields, database)?;
    Ok(Prepared {
        reply: Ok(json!({ "Table": describe(table) })),
        arms: Vec::new(),
        staleness: None,
        change: Change::None,
    })
}

/// The table that an operation on tables names.
pub(crate) fn find_table<'d>(
    fields: Fields<'_>,
    database: &'d Database,
) -> Result<&'d Table, ApiError> {
    let name = fields.text("TableName").expect("the member is required");
    database.table(name).ok_or_else(|| ApiError::TableNotFound { table: name.to_owned() })
}

/// A table as DynamoDB describes it. Counts and sizes are those of the moment.
///
/// Model: the service refreshes counts and sizes about every six hours.
pub(crate) fn describe(table: &Table) -> Value {
    let schema = &table.schema;
    let name = schema.name.as_str();
    let mut description = json!({
        "TableName": name,
        "TableArn": table_arn(name),
        "TableId": table_id(name, table.created_at),
        "TableStatus": table_status(table.status),
        "CreationDateTime": seconds(table.created_at),
        "AttributeDefinitions": schema.attribute_definitions.iter().map(definition).collect::<Value>(),
        "KeySchema": key_schema(&schema.key),
        "ProvisionedThroughput": throughput(match schema.billing {
            Billing::PayPerRequest => None,
            Billing::Provisioned(throughput) => Some(throughput),
        }),
        "ItemCount": table.items.count(),
        "TableSizeBytes": table.items.size().0,
        "DeletionProtectionEnabled": schema.deletion_protection,
    });
    if schema.billing == Billing::PayPerRequest {
        description["BillingModeSummary"] = json!({
            "BillingMode": "PAY_PER_REQUEST",
            "LastUpdateToPayPerRequestDateTime": seconds(table.created_at),
        });
    }
    if let Some(class) = schema.table_class {
        description["TableClassSummary"] = json!({ "TableClass": table_class(class) });
    }
    if let Some(maximum) = schema.on_demand_maximum {
        description["OnDemandThroughput"] = on_demand_throughput(maximum);
    }
    for (scope, member) in
        [(Scope::Local, "LocalSecondaryIndexes"), (Scope::Global, "GlobalSecondaryIndexes")]
    {
        let indexes = table.indexes.iter().filter(|index| index.schema.scope == scope);
        let indexes: Vec<Value> = indexes.map(|index| describe_index(name, index, table)).collect();
        if !indexes.is_empty() {
            description[member] = Value::Array(indexes);
        }
    }
    description
}

fn describe_index(table_name: &str, index: &Index, table: &Table) -> Value {
    let IndexSchema { name, scope, key, projection, throughput: provisioned, .. } =
        index.schema.as_ref();
    let name = name.as_str();
    let mut description = json!({
        "IndexName": name,
        "IndexArn": format!("{}/index/{name}", table_arn(table_name)),
        "KeySchema": key_schema(key),
        "Projection": describe_projection(projection),
        "ItemCount": index.entries.count(),
        "IndexSizeBytes": index.entries.size().0,
    });
    if *scope == Scope::Global {
        let (status, backfilling) = index_status(index.status, table.status);
        description["IndexStatus"] = json!(status);
        if let Some(backfilling) = backfilling {
            description["Backfilling"] = json!(backfilling);
        }
        description["ProvisionedThroughput"] = throughput(match table.schema.billing {
            Billing::PayPerRequest => None,
            Billing::Provisioned(_) => *provisioned,
        });
    }
    description
}

fn describe_projection(projection: &Projection) -> Value {
    match projection {
        Projection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
        Projection::All => json!({ "ProjectionType": "ALL" }),
        Projection::Include(names) => {
            let names: Vec<&str> = names.iter().map(AttributeName::as_str).collect();
            json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names })
        }
    }
}

fn definition(attribute: &KeyAttribute) -> Value {
    json!({ "AttributeName": attribute.name.as_str(), "AttributeType": attribute.kind.tag() })
}

fn key_schema(key: &KeySchema) -> Value {
    let element = |kind: &'static str| move |attribute: &KeyAttribute| json!({ "AttributeName": attribute.name.as_str(), "KeyType": kind });
    let partition = key.partition.iter().map(element("HASH"));
    partition.chain(key.sort.iter().map(element("RANGE"))).collect()
}

fn throughput(throughput: Option<Throughput>) -> Value {
    let read = throughput.map_or(0, |throughput| throughput.read_units_per_second);
    let write = throughput.map_or(0, |throughput| throughput.write_units_per_second);
    let mut object = Map::new();
    object.insert("NumberOfDecreasesToday".to_owned(), json!(0));
    object.insert("ReadCapacityUnits".to_owned(), json!(read));
    object.insert("WriteCapacityUnits".to_owned(), json!(write));
    Value::Object(object)
}

fn table_class(class: TableClass) -> &'static str {
    match class {
        TableClass::Standard => "STANDARD",
        TableClass::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
    }
}

/// The maximums as they are set; -1 stands for none, as on the wire.
fn on_demand_throughput(maximum: OnDemandMaximum) -> Value {
    let units = |units: Option<u64>| units.map_or(json!(-1), |units| json!(units));
    json!({
        "MaxReadRequestUnits": units(maximum.read_units_per_second),
        "MaxWriteRequestUnits": units(maximum.write_units_per_second),
    })
}

/// Model: Region and account are made up; a sandbox has neither.
fn table_arn(name: &str) -> String {
    format!("arn:aws:dynamodb:us-east-1:000000000000:table/{name}")
}

/// Model: an identifier in the shape of a UUID, the same for the same table made at the same time.
fn table_id(name: &str, created_at: Timestamp) -> String {
    let high = hash(name.as_bytes());
    let low = hash(&[name.as_bytes(), &created_at.0.to_be_bytes()].concat());
    let digits = format!("{high:016x}{low:016x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    parts.join("-")
}

/// Virtual time in seconds with milliseconds, as DynamoDB writes dates.
fn seconds(time: Timestamp) -> Value {
    decimal(format!("{}.{:03}", time.0 / 1_000, time.0 % 1_000))
}

fn table_status(status: TableStatus) -> &'static str {
    match status {
        TableStatus::Creating => "CREATING",
        TableStatus::Active => "ACTIVE",
        TableStatus::Updating => "UPDATING",
        TableStatus::Deleting => "DELETING",
    }
}

/// The word for the state of a global index, and whether it is being filled if it is added to a live
/// table. An index that is made or dropped with its table follows the table's state.
fn index_status(index: IndexStatus, table: TableStatus) -> (&'static str, Option<bool>) {
    match (index, table) {
        (IndexStatus::Creating { backfilling }, _) => ("CREATING", Some(backfilling)),
        (IndexStatus::Active, TableStatus::Creating) => ("CREATING", None),
        (IndexStatus::Deleting, _) | (IndexStatus::Active, TableStatus::Deleting) => {
            ("DELETING", None)
        }
        (IndexStatus::Active, TableStatus::Active | TableStatus::Updating) => ("ACTIVE", None),
        (IndexStatus::Updating, _) => ("UPDATING", None),
    }
}
