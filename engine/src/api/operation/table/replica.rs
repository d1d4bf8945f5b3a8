//! Replicas of a table in other Regions, as UpdateTable changes them and a description lists them.
//!
//! Model: Regions that there are, and all messages. The service was not measured.

use serde_json::{Value, json};

use crate::api::arn::{self, REGIONS, replica_arn, table_name};
use crate::api::error::update_table::UpdateTableError;
use crate::api::error::validation::ValidationError;
use crate::api::error::{InUse, Rejected};
use crate::api::operation::table::find::check_alive;
use crate::api::operation::table::status::table_status;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::Database;
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::status::TableStatus;

/// The version of global tables that is modelled.
const GLOBAL_TABLE_VERSION: &str = "2019.11.21";

static REGION_NAME: [Member; 1] =
    [Member::required("RegionName", Shape::Text { length: (1, usize::MAX), plain: true })];

static REPLICA_UPDATE: Shape = Shape::Structure {
    name: "ReplicationGroupUpdate",
    members: &[
        Member::optional("Create", Shape::Structure { name: "Create", members: &REGION_NAME }),
        Member::optional("Delete", Shape::Structure { name: "Delete", members: &REGION_NAME }),
    ],
};

/// Replicas that come or go.
pub(crate) const REPLICA_UPDATES: Member = Member::optional(
    "ReplicaUpdates",
    Shape::List { of: &REPLICA_UPDATE, length: (1, usize::MAX) },
);

/// The replica that a request adds to a table or takes away, if it does, and the state in which that leaves it.
pub(crate) fn take_replica_update(
    fields: Fields<'_>,
    table: &Table,
    database: &Database,
) -> Result<Option<(TableName, TableStatus)>, Rejected> {
    let mut updates = fields.list("ReplicaUpdates").unwrap_or_default().into_iter();
    let Some(update) = updates.next() else { return Ok(None) };
    let action = (update.fields("Create"), update.fields("Delete"), updates.next());
    let name = &table.schema.name;
    let named = |action: Fields<'_>| replica_name(name, action.required_text("RegionName"));
    match action {
        (Some(create), None, None) => {
            let replica = named(create)?;
            match database.table(replica.as_str()) {
                Some(_) => Err(UpdateTableError::ReplicaExists { table: name.clone() }.into()),
                None => Ok(Some((replica, TableStatus::Creating))),
            }
        }
        (None, Some(delete), None) => {
            let replica = named(delete)?;
            let found = database.table(replica.as_str()).ok_or(UpdateTableError::NoReplica)?;
            check_alive(found)?;
            check_deletable(&replica, database)?;
            Ok(Some((replica, TableStatus::Deleting)))
        }
        _ => Err(UpdateTableError::OneReplicaAtATime.into()),
    }
}

/// The replica of a table in another Region.
fn replica_name(table: &TableName, region: &str) -> Result<TableName, UpdateTableError> {
    if !REGIONS.contains(&region) {
        return Err(UpdateTableError::NoSuchRegion { region: region.to_owned() });
    }
    match region == table.region().unwrap_or(arn::region()) {
        true => Err(UpdateTableError::OwnRegion),
        false => Ok(TableName::new(table_name(&replica_arn(region, table.short())))),
    }
}

/// Checks that a table is not the one of which there are replicas.
pub(crate) fn check_deletable(
    table: &TableName,
    database: &Database,
) -> Result<(), ValidationError> {
    match table.region().is_some() || database.lasting_replicas_of(table).is_empty() {
        true => Ok(()),
        false => Err(ValidationError::SourceOfReplicas),
    }
}

/// Checks that no replica of a table is being created or changed, because a change reaches all of them.
pub(crate) fn check_replicas_settled(table: &Table, database: &Database) -> Result<(), InUse> {
    for name in database.replicas_of(&table.schema.name) {
        let Some(replica) = database.table(name.as_str()) else { continue };
        match replica.status {
            TableStatus::Active | TableStatus::Deleting => {}
            TableStatus::Creating | TableStatus::Updating => {
                return Err(InUse::TableBeingUpdated { table: table.schema.name.clone() });
            }
        }
    }
    Ok(())
}

/// The other replicas of a table, and the version of global tables; none if there are none.
pub(crate) fn describe_replicas(
    table: &Table,
    database: &Database,
) -> Option<(Value, &'static str)> {
    let replicas = database.replicas_of(&table.schema.name);
    let replica =
        |name: &TableName| Some(describe_replica(name, database.table(name.as_str())?.status));
    let replicas: Vec<Value> = replicas.iter().filter_map(replica).collect();
    (!replicas.is_empty()).then(|| (replicas.into(), GLOBAL_TABLE_VERSION))
}

/// Puts a replica in a state into the description of its table.
pub(crate) fn put_replica(name: &TableName, status: TableStatus, description: &mut Value) {
    let mut replicas = description["Replicas"].as_array().cloned().unwrap_or_default();
    let changed = describe_replica(name, status);
    match replicas.iter_mut().find(|known| known["RegionName"] == changed["RegionName"]) {
        Some(known) => *known = changed,
        None => replicas.push(changed),
    }
    description["Replicas"] = replicas.into();
    description["GlobalTableVersion"] = GLOBAL_TABLE_VERSION.into();
}

fn describe_replica(name: &TableName, status: TableStatus) -> Value {
    let region = name.region().unwrap_or(arn::region());
    json!({ "RegionName": region, "ReplicaStatus": table_status(status) })
}
