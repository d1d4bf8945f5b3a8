//! The description of a table, as DescribeTable and every change of a table reply with it.

use serde_json::Value;

use crate::api::arn::{index_arn, stream_arn, table_arn};
use crate::api::operation::table::encryption::describe_encryption;
use crate::api::operation::table::index_definition::INDEX_LISTS;
use crate::api::operation::table::replica::{describe_replicas, describe_strong};
use crate::api::operation::table::status::table_status;
use crate::api::operation::table::warm_throughput::describe_warm_throughput;
use crate::api::reply::{Reply, seconds};
use crate::api::request::stream::view_type_word;
use crate::capacity::throughput::Throughput;
use crate::clock::Timestamp;
use crate::database::Database;
use crate::model::bytes::Bytes;
use crate::model::key::{KeyAttribute, KeySchema, hash};
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::schema::OnDemandMaximum;
use crate::table::schema::{Billing, Projection, Scope, TableClass};
use crate::table::status::{IndexStatus, TableStatus};
use crate::table::storage::Storage;
use crate::table::throughput::ThroughputHistory;

/// How many items a table and entries its indexes hold, and how many bytes: what a description counts.
pub(crate) struct Counts {
    items: (usize, Bytes),
    /// In the order of the indexes. An index that is not in the list is empty.
    entries: Vec<(usize, Bytes)>,
}

impl Counts {
    pub(crate) fn of(table: &Table) -> Self {
        let count = |storage: &Storage| (storage.count(), storage.size());
        let entries = table.indexes.iter().map(|index| count(&index.entries));
        Self { items: count(&table.items), entries: entries.collect() }
    }
}

/// A reply that is the description of a table in some state, in a member of this name.
pub(crate) fn description_in(
    member: &str,
    table: &Table,
    status: TableStatus,
    database: &Database,
) -> Value {
    description_with(member, table, status, &Counts::of(table), database)
}

/// The same of a table whose items are counted elsewhere.
pub(crate) fn description_with(
    member: &str,
    table: &Table,
    status: TableStatus,
    counts: &Counts,
    database: &Database,
) -> Value {
    let mut reply = Reply::default();
    reply.put(member, describe(table, status, counts, database));
    reply.into_json()
}

/// The reply that describes a table which is being deleted: what it is called, costs and holds, but not its keys,
/// indexes, streams and other settings.
///
/// Observed: requests that were compared with the service, 2026.
pub(crate) fn deleted_description(table: &Table, database: &Database) -> Value {
    let mut description = Reply::default();
    describe_identity(table, TableStatus::Deleting, database, &mut description);
    describe_use(table, TableStatus::Deleting, Counts::of(table).items, database, &mut description);
    let mut reply = Reply::default();
    reply.put_object("TableDescription", description);
    reply.into_json()
}

/// A table as DynamoDB describes it. Counts and sizes are those of the moment.
///
/// Model: the service refreshes counts and sizes about every six hours.
fn describe(table: &Table, status: TableStatus, counts: &Counts, database: &Database) -> Value {
    let schema = &table.schema;
    let mut reply = Reply::default();
    describe_identity(table, status, database, &mut reply);
    describe_use(table, status, counts.items, database, &mut reply);
    reply.put("CreationDateTime", seconds(database.unix_time(table.created_at)));
    reply.put("AttributeDefinitions", describe_definitions(&schema.attribute_definitions));
    reply.put("KeySchema", key_schema(&schema.key));
    reply.put_flag("DeletionProtectionEnabled", schema.deletion_protection);
    if let Some(class) = schema.table_class {
        let mut summary = Reply::default();
        summary.put_text("TableClass", table_class(class));
        reply.put_object("TableClassSummary", summary);
    }
    if let Some(maximum) = schema.on_demand_maximum {
        reply.put_object("OnDemandThroughput", on_demand_throughput(maximum));
    }
    describe_warm_throughput(schema.warm_throughput, status == TableStatus::Creating, &mut reply);
    describe_encryption(&schema.encryption, &mut reply);
    describe_stream(table, &mut reply);
    if let Some((replicas, version)) = describe_replicas(table, database) {
        reply.put("Replicas", replicas);
        reply.put_text("GlobalTableVersion", version);
        describe_strong(table, &mut reply);
    }
    for (list, scope) in INDEX_LISTS {
        let mut indexes = Vec::new();
        let of_scope = |(_, index): &(usize, &Index)| index.schema.scope == scope;
        for (ordinal, index) in table.indexes.iter().enumerate().filter(of_scope) {
            let count = counts.entries.get(ordinal).copied().unwrap_or_default();
            indexes.push(describe_index(index, count, table, status, database));
        }
        if !indexes.is_empty() {
            reply.put(list, Value::Array(indexes));
        }
    }
    reply.into_json()
}

fn describe_identity(table: &Table, status: TableStatus, database: &Database, reply: &mut Reply) {
    let name = table.schema.name.as_str();
    reply.put_text("TableName", table.schema.name.short());
    reply.put_text("TableArn", &table_arn(name));
    reply.put_text("TableId", &table_id(name, table.created_at, database.config().seed));
    reply.put_text("TableStatus", table_status(status));
}

/// How a table is paid for, and what it holds.
fn describe_use(
    table: &Table,
    status: TableStatus,
    (count, size): (usize, Bytes),
    database: &Database,
    reply: &mut Reply,
) {
    let (mode, provisioned) = match table.schema.billing {
        Billing::PayPerRequest => ("PAY_PER_REQUEST", None),
        Billing::Provisioned(throughput) => ("PROVISIONED", Some(throughput)),
    };
    let throughput = describe_throughput(provisioned, &table.throughput_history, database);
    reply.put_object("ProvisionedThroughput", throughput);
    reply.put_count("ItemCount", count as u64);
    reply.put_count("TableSizeBytes", size.0);
    if let Some(since) = table.by_request_since {
        let mut summary = Reply::default();
        summary.put_text("BillingMode", mode);
        if status != TableStatus::Creating {
            let since = seconds(database.unix_time(since));
            summary.put("LastUpdateToPayPerRequestDateTime", since);
        }
        reply.put_object("BillingModeSummary", summary);
    }
}

fn describe_definitions(definitions: &[KeyAttribute]) -> Value {
    let mut list = Vec::new();
    for attribute in definitions {
        list.push(describe_key_attribute(attribute, "AttributeType", attribute.kind.tag()));
    }
    Value::Array(list)
}

pub(crate) fn key_schema(key: &KeySchema) -> Value {
    let mut list = Vec::new();
    for (attributes, kind) in [(&key.partition, "HASH"), (&key.sort, "RANGE")] {
        for attribute in attributes {
            list.push(describe_key_attribute(attribute, "KeyType", kind));
        }
    }
    Value::Array(list)
}

/// An attribute of a key with the one or the other thing that is said of it.
fn describe_key_attribute(attribute: &KeyAttribute, member: &str, word: &str) -> Value {
    let mut reply = Reply::default();
    reply.put_text("AttributeName", attribute.name.as_str());
    reply.put_text(member, word);
    reply.into_json()
}

fn describe_throughput(
    throughput: Option<Throughput>,
    history: &ThroughputHistory,
    database: &Database,
) -> Reply {
    let now = database.unix_time(database.now());
    let (read, write) = throughput.map_or((0, 0), |throughput| {
        (throughput.read_units_per_second, throughput.write_units_per_second)
    });
    let mut reply = Reply::default();
    reply.put_count("NumberOfDecreasesToday", history.decrease_count(now));
    reply.put_count("ReadCapacityUnits", read);
    reply.put_count("WriteCapacityUnits", write);
    let changes = [
        ("LastIncreaseDateTime", history.last_increase),
        ("LastDecreaseDateTime", history.last_decrease),
    ];
    for (member, at) in changes {
        if let Some(at) = at {
            reply.put(member, seconds(database.unix_time(at)));
        }
    }
    reply
}

/// The latest stream of a table, and what it records if it still does.
fn describe_stream(table: &Table, reply: &mut Reply) {
    let Some(stream) = &table.stream else { return };
    reply.put_text("LatestStreamArn", &stream_arn(&stream.id));
    reply.put_text("LatestStreamLabel", &stream.id.label.to_string());
    if let Some(view_type) = stream.view_type {
        let mut specification = Reply::default();
        specification.put_flag("StreamEnabled", true);
        specification.put_text("StreamViewType", view_type_word(view_type));
        reply.put_object("StreamSpecification", specification);
    }
}

fn describe_index(
    index: &Index,
    (count, size): (usize, Bytes),
    table: &Table,
    table_status: TableStatus,
    database: &Database,
) -> Value {
    let schema = &index.schema;
    let name = schema.name.as_str();
    let mut reply = Reply::default();
    reply.put_text("IndexName", name);
    reply.put_text("IndexArn", &index_arn(table.schema.name.as_str(), name));
    reply.put("KeySchema", key_schema(&schema.key));
    reply.put_object("Projection", describe_projection(&schema.projection));
    reply.put_count("ItemCount", count as u64);
    reply.put_count("IndexSizeBytes", size.0);
    if schema.scope == Scope::Global {
        let (status, backfilling) = index_status(index.status, table_status);
        reply.put_text("IndexStatus", status);
        if let Some(backfilling) = backfilling {
            reply.put_flag("Backfilling", backfilling);
        }
        let provisioned = table.schema.provisioned_index(schema);
        let throughput = describe_throughput(provisioned, &index.throughput_history, database);
        reply.put_object("ProvisionedThroughput", throughput);
        if let Some(maximum) = schema.on_demand_maximum {
            reply.put_object("OnDemandThroughput", on_demand_throughput(maximum));
        }
        describe_warm_throughput(schema.warm_throughput, status == "CREATING", &mut reply);
    }
    reply.into_json()
}

fn describe_projection(projection: &Projection) -> Reply {
    let mut reply = Reply::default();
    let word = match projection {
        Projection::KeysOnly => "KEYS_ONLY",
        Projection::All => "ALL",
        Projection::Include(names) => {
            reply.put_texts("NonKeyAttributes", names.iter().map(AttributeName::as_str));
            "INCLUDE"
        }
    };
    reply.put_text("ProjectionType", word);
    reply
}

fn table_class(class: TableClass) -> &'static str {
    match class {
        TableClass::Standard => "STANDARD",
        TableClass::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
    }
}

/// The maximums that are set.
fn on_demand_throughput(maximum: OnDemandMaximum) -> Reply {
    let mut reply = Reply::default();
    for (member, units) in [
        ("MaxReadRequestUnits", maximum.read_units_per_second),
        ("MaxWriteRequestUnits", maximum.write_units_per_second),
    ] {
        if let Some(units) = units {
            reply.put_count(member, units);
        }
    }
    reply
}

/// A UUID of version 4. Model: the same for the same table made at the same time in a sandbox with the same seed.
fn table_id(name: &str, created_at: Timestamp, seed: u64) -> String {
    let mut bytes = name.as_bytes().to_vec();
    bytes.extend_from_slice(&seed.to_be_bytes());
    let high = hash(&bytes);
    bytes.extend_from_slice(&created_at.0.to_be_bytes());
    let low = hash(&bytes);
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        high >> 32,
        (high >> 16) & 0xffff,
        high & 0x0fff,
        (low >> 48) & 0x3fff | 0x8000,
        low & 0xffff_ffff_ffff
    )
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
