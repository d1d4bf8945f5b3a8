//! Replicas of a table in other Regions, as UpdateTable changes them and a description lists them.
//!
//! Model: Regions that there are, and all messages. The service was not measured.

use serde_json::{Value, json};

use crate::api::arn::{self, REGION_SETS, REGIONS, replica_arn, table_name};
use crate::api::error::strong::StrongError;
use crate::api::error::update_table::UpdateTableError;
use crate::api::error::validation::ValidationError;
use crate::api::error::{InUse, Rejected};
use crate::api::operation::table::find::check_alive;
use crate::api::operation::table::status::table_status;
use crate::api::reply::Reply;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::{Change, Database};
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::schema::{Scope, StrongRegions};
use crate::table::status::TableStatus;
use crate::table::time_to_live::TimeToLiveStatus;

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

static WITNESS_UPDATE: Shape = Shape::Structure {
    name: "GlobalTableWitnessGroupUpdate",
    members: &[
        Member::optional("Create", Shape::Structure { name: "Create", members: &REGION_NAME }),
        Member::optional("Delete", Shape::Structure { name: "Delete", members: &REGION_NAME }),
    ],
};

/// How consistent the replicas are that are added.
pub(crate) const MULTI_REGION_CONSISTENCY: Member =
    Member::optional("MultiRegionConsistency", Shape::Word(&["EVENTUAL", "STRONG"]));

/// A witness that comes or goes.
pub(crate) const WITNESS_UPDATES: Member = Member::optional(
    "GlobalTableWitnessUpdates",
    Shape::List { of: &WITNESS_UPDATE, length: (1, 1) },
);

/// What changes of the replicas of a table, and in which state each of them is then.
pub(crate) type ReplicaChange = (Vec<(TableName, TableStatus)>, Change);

/// What a request changes of the replicas of a table, if it does.
pub(crate) fn take_replica_updates(
    fields: Fields<'_>,
    table: &Table,
    database: &Database,
) -> Result<Option<ReplicaChange>, Rejected> {
    let name = &table.schema.name;
    if let Some(change) = take_strong(fields, table, database)? {
        return Ok(Some(change));
    }
    let Some((replica, state)) = take_replica_update(fields, table, database)? else {
        return Ok(None);
    };
    let change = match state {
        TableStatus::Deleting => Change::DeleteTable(replica.clone()),
        TableStatus::Creating | TableStatus::Active | TableStatus::Updating => {
            Change::CreateReplica { of: name.clone(), replica: replica.clone() }
        }
    };
    Ok(Some((vec![(replica, state)], change)))
}

/// The Regions in which a request creates and deletes something, from a list of updates.
fn regions_of<'j>(fields: Fields<'j>, list: &str) -> [Vec<&'j str>; 2] {
    let updates = fields.list(list).unwrap_or_default();
    ["Create", "Delete"].map(|action| {
        let actions = updates.iter().filter_map(|update| update.fields(action));
        actions.map(|action| action.required_text("RegionName")).collect()
    })
}

/// What a request changes of a table that has or gets strong consistency.
fn take_strong(
    fields: Fields<'_>,
    table: &Table,
    database: &Database,
) -> Result<Option<ReplicaChange>, Rejected> {
    let name = &table.schema.name;
    let mode = fields.text("MultiRegionConsistency");
    let [created, deleted] = regions_of(fields, "ReplicaUpdates");
    let [witnesses, deleted_witnesses] = regions_of(fields, "GlobalTableWitnessUpdates");
    let asks = !created.is_empty() || !deleted.is_empty();
    let is_of_witness = !witnesses.is_empty() || !deleted_witnesses.is_empty();
    let named = |region: &&str| replica_name(name, region);
    let fault = |error| Err(UpdateTableError::Strong(error).into());
    if let Some(strong) = &table.strong {
        if mode.is_some() {
            return fault(StrongError::ModeIsFinal);
        }
        if !asks && !is_of_witness {
            return Ok(None);
        }
        let mut replicas = deleted.iter().map(named).collect::<Result<Vec<_>, _>>()?;
        replicas.sort();
        let mut others = database.replicas_of(name);
        others.sort();
        let witness: Vec<&str> = strong.witness.as_deref().into_iter().collect();
        if replicas.iter().any(|replica| replica.region().is_none()) {
            return Err(ValidationError::SourceOfReplicas.into());
        }
        if !created.is_empty() || replicas != others || deleted_witnesses != witness {
            return fault(StrongError::NotAllReplicas);
        }
        let states = replicas.iter().map(|it| (it.clone(), TableStatus::Deleting)).collect();
        return Ok(Some((
            states,
            Change::SetStrong { table: name.clone(), strong: None, replicas },
        )));
    }
    match mode {
        Some("STRONG") => {}
        _ if is_of_witness => return fault(StrongError::WitnessWithoutMode),
        Some(_) if !asks => return fault(StrongError::ModeWithoutReplicas),
        _ => return Ok(None),
    }
    check_can_be_strong(table, database)?;
    if created.len() + witnesses.len() != 2 || created.is_empty() || !deleted.is_empty() {
        return fault(StrongError::NotThreeRegions);
    }
    let replicas = created.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    if let Some(existing) = replicas.iter().find(|it| database.table(it.as_str()).is_some()) {
        return Err(UpdateTableError::ReplicaExists { table: existing.clone() }.into());
    }
    let own = name.region().unwrap_or(arn::region());
    let mut regions: Vec<&str> = created.iter().chain(&witnesses).copied().chain([own]).collect();
    regions.sort_unstable();
    regions.dedup();
    let is_set = |set: &&[&str]| regions.iter().all(|region| set.contains(region));
    match (regions.len(), REGION_SETS.iter().any(is_set)) {
        (3, true) => {}
        (3, false) => return fault(StrongError::RegionsApart),
        _ => return fault(StrongError::NotThreeRegions),
    }
    let states = replicas.iter().map(|it| (it.clone(), TableStatus::Creating)).collect();
    let strong = StrongRegions { witness: witnesses.first().map(|it| (*it).to_owned()) };
    let change = Change::SetStrong { table: name.clone(), strong: Some(strong), replicas };
    Ok(Some((states, change)))
}

/// Checks that a table can become strongly consistent in several Regions.
fn check_can_be_strong(table: &Table, database: &Database) -> Result<(), UpdateTableError> {
    let name = || table.schema.name.clone();
    let is_local = |index: &Index| index.schema.scope == Scope::Local;
    let error = if !database.replicas_of(&table.schema.name).is_empty() {
        StrongError::HasReplicas { table: name() }
    } else if table.items.count() > 0 {
        StrongError::NotEmpty { table: name() }
    } else if table.indexes.iter().any(is_local) {
        StrongError::HasLocalIndexes { table: name() }
    } else if table.time_to_live.status != TimeToLiveStatus::Disabled {
        StrongError::HasTimeToLive { table: name() }
    } else {
        return Ok(());
    };
    Err(UpdateTableError::Strong(error))
}

/// The replica that a request adds to a table or takes away, if it does, and the state in which that leaves it.
fn take_replica_update(
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
    let is_strong = database.table(table.as_str()).is_some_and(|table| table.strong.is_some());
    let is_alone = database.lasting_replicas_of(table).is_empty();
    match is_alone || (table.region().is_some() && !is_strong) {
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

/// The mode and the witness of a table with strong consistency.
pub(crate) fn describe_strong(table: &Table, reply: &mut Reply) {
    let Some(StrongRegions { witness }) = &table.strong else { return };
    reply.put_text("MultiRegionConsistency", "STRONG");
    if let Some(witness) = witness {
        let witness = json!([{ "RegionName": witness, "WitnessStatus": "ACTIVE" }]);
        reply.put("GlobalTableWitnesses", witness);
    }
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
