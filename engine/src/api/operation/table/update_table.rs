//! UpdateTable: settings of a live table, and one global index added or dropped at a time.

use std::iter;
use std::sync::Arc;

use serde_json::Value;

use crate::api::error::schema::{MaximumOf, SchemaError};
use crate::api::error::update_table::UpdateTableError;
use crate::api::error::{InUse, Rejected};
use crate::api::limit::GLOBAL_INDEX_COUNT_MAX;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::description::{Counts, description_with};
use crate::api::operation::table::encryption::take_encryption;
use crate::api::operation::table::find::{check_alive, find_table};
use crate::api::operation::table::index_actions::{IndexActions, find_global};
use crate::api::operation::table::index_definition::{
    INDEX_NAME, NEW_GLOBAL_INDEX, take_new_index,
};
use crate::api::operation::table::key::{
    DEFINITIONS, check_projected_count, sort_definitions, take_definitions,
};
use crate::api::operation::table::members::{
    CONTROL_TABLE_NAME, ON_DEMAND_THROUGHPUT, PROVISIONED_THROUGHPUT, TABLE_CLASS,
    check_on_demand_maximum, take_on_demand_maximum, take_table_class, take_throughput,
};
use crate::api::operation::table::replica::{
    MULTI_REGION_CONSISTENCY, REPLICA_UPDATES, WITNESS_UPDATES, check_replicas_settled,
    put_replica, take_replica_updates,
};
use crate::api::operation::table::throughput_limit::check_limits;
use crate::api::operation::table::warm_throughput::take_more_warm_throughput;
use crate::api::reply::decimal;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::stream::view_type_of;
use crate::clock::Timestamp;
use crate::database::table_update::TableUpdate;
use crate::database::{Change, Database, Task};
use crate::json::text::Json;
use crate::model::key::KeyAttribute;
use crate::model::name::IndexName;
use crate::operation::Operation;
use crate::table::Table;
use crate::table::lifecycle::{IndexSettings, Settings, StreamChange};
use crate::table::schema::{Billing, IndexSchema, Scope, TableSchema};
use crate::table::status::{IndexStatus, TableStatus};

static DELETE_MEMBERS: [Member; 1] = [INDEX_NAME];

static UPDATE_MEMBERS: &[Member] = &[
    INDEX_NAME,
    PROVISIONED_THROUGHPUT,
    ON_DEMAND_THROUGHPUT,
    crate::api::operation::table::warm_throughput::WARM_THROUGHPUT,
];

static INDEX_UPDATE: Shape = Shape::Structure {
    name: "GlobalSecondaryIndexUpdate",
    members: &[
        Member::optional("Create", NEW_GLOBAL_INDEX),
        Member::optional("Delete", Shape::Structure { name: "Delete", members: &DELETE_MEMBERS }),
        Member::optional("Update", Shape::Structure { name: "Update", members: UPDATE_MEMBERS }),
    ],
};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        CONTROL_TABLE_NAME,
        DEFINITIONS,
        Member::optional("BillingMode", Shape::Word(&["PROVISIONED", "PAY_PER_REQUEST"])),
        PROVISIONED_THROUGHPUT,
        Member::optional(
            "GlobalSecondaryIndexUpdates",
            Shape::List { of: &INDEX_UPDATE, length: (0, usize::MAX) },
        ),
        TABLE_CLASS,
        Member::optional("DeletionProtectionEnabled", Shape::Boolean),
        ON_DEMAND_THROUGHPUT,
        crate::api::operation::table::warm_throughput::WARM_THROUGHPUT,
        crate::api::operation::table::members::STREAM_SPECIFICATION,
        crate::api::operation::table::encryption::SSE_SPECIFICATION,
        REPLICA_UPDATES,
        MULTI_REGION_CONSISTENCY,
        WITNESS_UPDATES,
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let actions = IndexActions::take(fields)?;
    let table = find_table(fields, Operation::UpdateTable, database)?;
    check_alive(table)?;
    actions.check(table)?;
    check_settled(fields, table, database)?;
    check_replicas_settled(table, database)?;
    let settings = take_settings(fields, table, &actions, database)?;
    check_limits(table, &settings, database)?;
    let billing = settings.billing.unwrap_or(table.schema.billing);
    let create = actions.create.first().map(|create| take_create(fields, *create, table, billing));
    let update = TableUpdate {
        table: table.schema.name.clone(),
        settings,
        create: create.transpose()?,
        delete: actions.delete.first().map(|name| IndexName::new(*name)),
    };
    if let Some((replicas, change)) = take_replica_updates(fields, table, database)? {
        if !update.is_empty() {
            return Err(UpdateTableError::NotAlone { setting: "ReplicaUpdates" }.into());
        }
        let (status, counts) = (TableStatus::Updating, Counts::of(table));
        let mut reply = description_with("TableDescription", table, status, &counts, database);
        for (replica, state) in replicas {
            put_replica(&replica, state, &mut reply["TableDescription"]);
        }
        return Ok(Prepared::changing(reply, change));
    }
    if update.is_empty() {
        return Err(UpdateTableError::Nothing.into());
    }
    let updating = updating(table, &update, database.now());
    let counts = Counts::of(table);
    let mut reply =
        description_with("TableDescription", &updating, updating.status, &counts, database);
    echo_maximum(fields, &mut reply["TableDescription"]);
    Ok(Prepared::changing(reply, Change::UpdateTable(Box::new(update))))
}

/// One change at a time. That no other index is being created or deleted was checked before.
fn check_settled(fields: Fields<'_>, table: &Table, database: &Database) -> Result<(), InUse> {
    let mut indexes = table.indexes.iter();
    if table.status != TableStatus::Updating
        && indexes.all(|index| index.status != IndexStatus::Updating)
    {
        return Ok(());
    }
    let name = &table.schema.name;
    let is_of_throughput = |task: &Task| match task {
        Task::ApplySettings { table, settings } => {
            table == name && matches!(settings.billing, Some(Billing::Provisioned(_)))
        }
        _ => false,
    };
    let asks_for_throughput = fields.value("ProvisionedThroughput").is_some();
    match asks_for_throughput && database.pending().any(|(_, task)| is_of_throughput(task)) {
        true => Err(InUse::ThroughputBeingUpdated { table: name.clone() }),
        false => Err(InUse::TableBeingUpdated { table: name.clone() }),
    }
}

fn take_settings(
    fields: Fields<'_>,
    table: &Table,
    actions: &IndexActions<'_>,
    database: &Database,
) -> Result<Settings, Rejected> {
    let billing = take_billing(fields, table, actions)?;
    let with_index = !actions.create.is_empty() || !actions.delete.is_empty();
    if billing.is_some() && fields.value("ProvisionedThroughput").is_some() && with_index {
        return Err(UpdateTableError::IndexWithThroughput.into());
    }
    check_maximums(fields, actions, billing.unwrap_or(table.schema.billing))?;
    let settings = Settings {
        billing,
        indexes: take_index_settings(table, actions)?,
        deletion_protection: fields.boolean("DeletionProtectionEnabled"),
        table_class: take_table_class(fields),
        on_demand_maximum: take_on_demand_maximum(fields, table.schema.on_demand_maximum),
        warm_throughput: take_more_warm_throughput(fields, table, None)?,
        encryption: take_encryption(fields),
        stream: take_stream(fields, table, database)?,
    };
    let alone =
        Settings { deletion_protection: settings.deletion_protection, ..Settings::default() };
    if settings.deletion_protection.is_some() && (settings != alone || with_index) {
        return Err(UpdateTableError::NotAlone { setting: "DeletionProtection" }.into());
    }
    let alone = Settings { warm_throughput: settings.warm_throughput, ..Settings::default() };
    if settings.warm_throughput.is_some() && (settings != alone || with_index) {
        return Err(UpdateTableError::NotAlone { setting: "WarmThroughput" }.into());
    }
    if !actions.create.is_empty() {
        check_combinable(&settings)?;
    }
    check_index_throughput(table, &settings)?;
    Ok(settings)
}

/// Checks the maximums of the table and of the indexes that the request is about, in the mode that it leads to.
fn check_maximums(
    fields: Fields<'_>,
    actions: &IndexActions<'_>,
    billing: Billing,
) -> Result<(), SchemaError> {
    check_on_demand_maximum(fields, billing, MaximumOf::Existing)?;
    for (_, update, _) in &actions.update {
        check_on_demand_maximum(*update, billing, MaximumOf::Existing)?;
    }
    let mut create = actions.create.iter();
    create.try_for_each(|create| check_on_demand_maximum(*create, billing, MaximumOf::New))
}

/// Checks that an index can be created together with settings of its table.
fn check_combinable(settings: &Settings) -> Result<(), UpdateTableError> {
    let others = [
        ("StreamSpecification", settings.stream.is_some()),
        ("SSESpecification", settings.encryption.is_some()),
        ("TableClass", settings.table_class.is_some()),
    ];
    match others.into_iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some((setting, _)) => Err(UpdateTableError::NotAlone { setting }),
    }
}

fn take_index_settings(
    table: &Table,
    actions: &IndexActions<'_>,
) -> Result<Vec<(IndexName, IndexSettings)>, Rejected> {
    let mut indexes = Vec::new();
    for (name, fields, settings) in &actions.update {
        let index = find_global(table, name)?;
        let warm_throughput = take_more_warm_throughput(*fields, table, Some(index))?;
        let on_demand_maximum = take_on_demand_maximum(*fields, index.on_demand_maximum);
        let settings = IndexSettings { on_demand_maximum, warm_throughput, ..*settings };
        indexes.push((index.name.clone(), settings));
    }
    Ok(indexes)
}

/// The stream that the table begins or closes.
fn take_stream(
    fields: Fields<'_>,
    table: &Table,
    database: &Database,
) -> Result<Option<StreamChange>, UpdateTableError> {
    let specification = fields.fields("StreamSpecification");
    let Some(specification) = specification else { return Ok(None) };
    let name = &table.schema.name;
    match (specification.flag("StreamEnabled", false), table.open_stream()) {
        (true, Some(_)) => Err(UpdateTableError::StreamExists { table: name.clone() }),
        (true, None) => match specification.text("StreamViewType").map(view_type_of) {
            None => Err(UpdateTableError::StreamWithoutView),
            Some(view_type) => Ok(Some(StreamChange::Enable(database.new_stream(name, view_type)))),
        },
        (false, Some(_))
            if table.strong.is_none() && !database.lasting_replicas_of(name).is_empty() =>
        {
            Err(UpdateTableError::StreamOfReplicas { table: name.clone() })
        }
        (false, Some(stream)) => Ok(Some(StreamChange::Disable(stream.clone()))),
        (false, None) => Err(UpdateTableError::NoStream { table: name.clone() }),
    }
}

fn take_billing(
    fields: Fields<'_>,
    table: &Table,
    actions: &IndexActions<'_>,
) -> Result<Option<Billing>, Rejected> {
    let throughput = take_throughput(fields)?;
    let current = table.schema.billing;
    match (fields.text("BillingMode"), throughput) {
        (Some("PAY_PER_REQUEST"), Some(_)) => Err(UpdateTableError::ThroughputForbidden.into()),
        (Some("PAY_PER_REQUEST"), None) => Ok(Some(Billing::PayPerRequest)),
        (Some(_), None) if current == Billing::PayPerRequest => {
            Err(UpdateTableError::ThroughputMissing.into())
        }
        (Some(_), Some(throughput)) if current == Billing::PayPerRequest => {
            check_all_indexes(table, actions)?;
            Ok(Some(Billing::Provisioned(throughput)))
        }
        (_, None) => Ok(None),
        (None, Some(_)) if current == Billing::PayPerRequest => {
            Err(UpdateTableError::ThroughputForbidden.into())
        }
        (_, Some(throughput)) if current == Billing::Provisioned(throughput) => {
            Err(UpdateTableError::SameThroughput { index: None, throughput }.into())
        }
        (_, Some(throughput)) => Ok(Some(Billing::Provisioned(throughput))),
    }
}

/// A table that becomes provisioned needs throughput for each of its global indexes.
fn check_all_indexes(table: &Table, actions: &IndexActions<'_>) -> Result<(), UpdateTableError> {
    let global = table.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
    let mut names = global.map(|index| index.schema.name.as_str());
    let given = actions.update.iter().filter(|(.., settings)| settings.throughput.is_some());
    let is_given = |name: &&str| given.clone().any(|(other, ..)| other == name);
    match names.find(|name| !is_given(name)) {
        None => Ok(()),
        Some(name) => Err(UpdateTableError::IndexThroughputMissing { index: name.to_owned() }),
    }
}

fn check_index_throughput(table: &Table, settings: &Settings) -> Result<(), UpdateTableError> {
    let by_request = settings.billing.unwrap_or(table.schema.billing) == Billing::PayPerRequest;
    for (name, new) in &settings.indexes {
        let Some(throughput) = new.throughput else { continue };
        let index = || name.to_string();
        let current = table.index(name.as_str()).and_then(|found| found.schema.throughput);
        if by_request {
            return Err(UpdateTableError::IndexThroughputForbidden { index: index() });
        }
        if current == Some(throughput) && settings.billing.is_none() {
            return Err(UpdateTableError::SameThroughput { index: Some(index()), throughput });
        }
    }
    Ok(())
}

/// The index that is created, and the attribute definitions of the table with it. `billing` is the mode
/// that the request leads to.
fn take_create(
    fields: Fields<'_>,
    create: Fields<'_>,
    table: &Table,
    billing: Billing,
) -> Result<(IndexSchema, Vec<KeyAttribute>), Rejected> {
    let name = create.required_text("IndexName");
    if table.index(name).is_some() {
        return Err(UpdateTableError::IndexExists.into());
    }
    let global = table.indexes.iter().filter(|index| index.schema.scope == Scope::Global);
    if global.count() >= GLOBAL_INDEX_COUNT_MAX {
        return Err(UpdateTableError::TooManyIndexes.into());
    }
    let given = take_definitions(fields)?;
    let schema = take_new_index(create, &table.schema.key, &given, billing)?;
    check_redefinition(&table.schema, &schema)?;
    // Model: the message is that of CreateTable; UpdateTable's is not documented.
    check_projected_count(table.schema.indexes.iter().map(Arc::as_ref).chain([&schema]))?;
    let mut definitions = table.schema.attribute_definitions.clone();
    let used = given.into_iter().filter(|attribute| schema.key.contains(&attribute.name));
    for attribute in used {
        if !definitions.contains(&attribute) {
            definitions.push(attribute);
        }
    }
    sort_definitions(&mut definitions);
    Ok((schema, definitions))
}

/// An attribute has the same type in every key of a table.
fn check_redefinition(table: &TableSchema, new: &IndexSchema) -> Result<(), UpdateTableError> {
    let is_redefined = |attribute: &KeyAttribute| {
        let others = new.key.attributes().filter(|other| other.name == attribute.name);
        others.into_iter().any(|other| other.kind != attribute.kind)
    };
    let mut keys = iter::once(&table.key).chain(table.indexes.iter().map(|index| &index.key));
    match keys.find(|key| key.attributes().any(is_redefined)) {
        None => Ok(()),
        Some(key) => Err(UpdateTableError::AttributeRedefined {
            existing: key.clone(),
            new: new.key.clone(),
        }),
    }
}

/// Puts into the description of the table the maximums that the request asks for, with -1 for those that it removes.
///
/// Observed: 2026-07, requests that were sent to the service.
fn echo_maximum(fields: Fields<'_>, description: &mut Value) {
    let Some(maximum) = fields.map("OnDemandThroughput").filter(|maximum| !maximum.is_empty())
    else {
        return;
    };
    let echo = &mut description["OnDemandThroughput"];
    for (member, units) in maximum.iter() {
        if let Json::Number(units) = units {
            echo[member] = decimal(units.to_owned());
        }
    }
}

/// The table as the reply describes it: updating, with settings as they were. Its items are not copied.
fn updating(table: &Table, update: &TableUpdate, at: Timestamp) -> Table {
    let mut outline = Table::new(table.schema.clone(), table.created_at);
    outline.status = table.status;
    outline.by_request_since = table.by_request_since;
    outline.stream.clone_from(&table.stream);
    outline.throughput_history = table.throughput_history;
    for (copy, index) in outline.indexes.iter_mut().zip(&table.indexes) {
        copy.status = index.status;
        copy.throughput_history = index.throughput_history;
    }
    update.begin(&mut outline, at);
    outline
}
