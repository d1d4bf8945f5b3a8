//! DescribeTable: the definition of a table and its state.

use serde_json::{Map, Value, json};

use crate::api::arn::{index_arn, stream_arn, table_arn};
use crate::api::create_table::CONTROL_TABLE_NAME;
use crate::api::encryption::describe_encryption;
use crate::api::error::{ApiError, Envelope, InUse};
use crate::api::shape::Fields;
use crate::api::streams::view_type_word;
use crate::api::wire::decimal;
use crate::api::{Operation, Prepared, wire};
use crate::clock::{Timestamp, UnixTime};
use crate::database::{Database, Wording};
use crate::model::key::{KeyAttribute, KeySchema, hash};
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::lifecycle::{IndexStatus, OnDemandMaximum, TableStatus};
use crate::table::schema::{Billing, IndexSchema, Projection, Scope, TableClass, Throughput};
use crate::table::throughput::ThroughputHistory;

pub(crate) static OPERATION: Operation = Operation {
    name: "DescribeTable",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[CONTROL_TABLE_NAME],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, ApiError> {
    let table = find_table(fields, database)?;
    Ok(Prepared::answer(json!({ "Table": describe(table, database) })))
}

/// Checks that a table has been created and is not being deleted.
pub(crate) fn check_alive(table: &Table) -> Result<(), InUse> {
    let name = table.schema.name.clone();
    match table.status {
        TableStatus::Active | TableStatus::Updating => Ok(()),
        TableStatus::Creating => Err(InUse::TableBeingCreated { table: name }),
        TableStatus::Deleting => Err(InUse::TableBeingDeleted { table: name }),
    }
}

/// The table that an operation on tables names.
pub(crate) fn find_table<'d>(
    fields: Fields<'_>,
    database: &'d Database,
) -> Result<&'d Table, ApiError> {
    let name = wire::table_name(fields);
    database.table(name).ok_or_else(|| ApiError::TableNotFound { table: name.to_owned() })
}

/// A table as DynamoDB describes it. Counts and sizes are those of the moment.
///
/// Model: the service refreshes counts and sizes about every six hours.
pub(crate) fn describe(table: &Table, database: &Database) -> Value {
    let schema = &table.schema;
    let name = schema.name.as_str();
    let mut description = json!({
        "TableName": name,
        "TableArn": table_arn(name),
        "TableId": table_id(name, table.created_at),
        "TableStatus": table_status(table.status),
        "CreationDateTime": seconds(database.unix_time(table.created_at)),
        "AttributeDefinitions": schema.attribute_definitions.iter().map(definition).collect::<Value>(),
        "KeySchema": key_schema(&schema.key),
        "ProvisionedThroughput": throughput(match schema.billing {
            Billing::PayPerRequest => None,
            Billing::Provisioned(throughput) => Some(throughput),
        }, &table.throughput_history, database),
        "ItemCount": table.items.count(),
        "TableSizeBytes": table.items.size().0,
        "DeletionProtectionEnabled": schema.deletion_protection,
    });
    if let Some(since) = table.by_request_since {
        let mode = match schema.billing {
            Billing::PayPerRequest => "PAY_PER_REQUEST",
            Billing::Provisioned(_) => "PROVISIONED",
        };
        description["BillingModeSummary"] = json!({
            "BillingMode": mode,
            "LastUpdateToPayPerRequestDateTime": seconds(database.unix_time(since)),
        });
    }
    if let Some(class) = schema.table_class {
        description["TableClassSummary"] = json!({ "TableClass": table_class(class) });
    }
    if let Some(maximum) = schema.on_demand_maximum {
        description["OnDemandThroughput"] = on_demand_throughput(maximum);
    }
    if let Some(encryption) = describe_encryption(&schema.encryption) {
        description["SSEDescription"] = encryption;
    }
    if let Some(stream) = &table.stream {
        description["LatestStreamArn"] = json!(stream_arn(&stream.id));
        description["LatestStreamLabel"] = json!(stream.id.label.to_string());
        if let Some(view_type) = stream.view_type {
            description["StreamSpecification"] =
                json!({ "StreamEnabled": true, "StreamViewType": view_type_word(view_type) });
        }
    }
    for (scope, member) in
        [(Scope::Local, "LocalSecondaryIndexes"), (Scope::Global, "GlobalSecondaryIndexes")]
    {
        let indexes = table.indexes.iter().filter(|index| index.schema.scope == scope);
        let indexes: Vec<Value> =
            indexes.map(|index| describe_index(index, table, database)).collect();
        if !indexes.is_empty() {
            description[member] = Value::Array(indexes);
        }
    }
    description
}

fn describe_index(index: &Index, table: &Table, database: &Database) -> Value {
    let IndexSchema { name, scope, key, projection, throughput: provisioned, .. } =
        index.schema.as_ref();
    let name = name.as_str();
    let mut description = json!({
        "IndexName": name,
        "IndexArn": index_arn(table.schema.name.as_str(), name),
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
        description["ProvisionedThroughput"] = throughput(
            match table.schema.billing {
                Billing::PayPerRequest => None,
                Billing::Provisioned(_) => *provisioned,
            },
            &index.throughput_history,
            database,
        );
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

pub(crate) fn key_schema(key: &KeySchema) -> Value {
    let element = |kind: &'static str| move |attribute: &KeyAttribute| json!({ "AttributeName": attribute.name.as_str(), "KeyType": kind });
    let partition = key.partition.iter().map(element("HASH"));
    partition.chain(key.sort.iter().map(element("RANGE"))).collect()
}

fn throughput(
    throughput: Option<Throughput>,
    history: &ThroughputHistory,
    database: &Database,
) -> Value {
    let now = database.unix_time(database.now());
    let read = throughput.map_or(0, |throughput| throughput.read_units_per_second);
    let write = throughput.map_or(0, |throughput| throughput.write_units_per_second);
    let mut object = Map::new();
    object.insert("NumberOfDecreasesToday".to_owned(), json!(history.decrease_count(now)));
    object.insert("ReadCapacityUnits".to_owned(), json!(read));
    object.insert("WriteCapacityUnits".to_owned(), json!(write));
    let changes = [
        ("LastIncreaseDateTime", history.last_increase),
        ("LastDecreaseDateTime", history.last_decrease),
    ];
    for (member, at) in changes {
        object.extend(at.map(|at| (member.to_owned(), seconds(database.unix_time(at)))));
    }
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

/// Model: an identifier in the shape of a UUID, the same for the same table made at the same time.
fn table_id(name: &str, created_at: Timestamp) -> String {
    let high = hash(name.as_bytes());
    let low = hash(&[name.as_bytes(), &created_at.0.to_be_bytes()].concat());
    let digits = format!("{high:016x}{low:016x}");
    let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
    parts.join("-")
}

/// A moment in seconds with milliseconds, as DynamoDB writes dates.
pub(crate) fn seconds(time: UnixTime) -> Value {
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
