//! CreateTable: a table with its keys, indexes and projections.
//!
//! The reply says CREATING. When the table is active is up to the delays of the sandbox.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::error::schema::{MaximumOf, SchemaError};
use crate::api::error::validation::ValidationError;
use crate::api::error::{ApiError, Rejected};
use crate::api::limit::TABLE_KEY_COUNT;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::table::description::description_in;
use crate::api::operation::table::encryption::take_encryption;
use crate::api::operation::table::index_definition;
use crate::api::operation::table::index_definition::{IndexDefinition, take_indexes};
use crate::api::operation::table::key::{
    DEFINITIONS, ElementKind, KEY_ELEMENT, KeyElement, check_projected_count, find_undefined,
    key_schema, names, names_of, take_definitions, take_key_elements, undefined_keys,
};
use crate::api::operation::table::members::{
    CONTROL_TABLE_NAME, ON_DEMAND_THROUGHPUT, PROVISIONED_THROUGHPUT, STREAM_SPECIFICATION,
    TABLE_CLASS, check_on_demand_maximum, take_new_on_demand_maximum, take_table_class,
    take_throughput, take_view_type,
};
use crate::api::operation::table::warm_throughput::take_new_warm_throughput;
use crate::api::request::check::check_new_table_name;
use crate::api::request::fields::{Fields, first_repeated};
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::tags::{check_characters, check_count, take_tags};
use crate::database::{Change, Database};
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::schema::{Billing, TableSchema};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        CONTROL_TABLE_NAME,
        DEFINITIONS,
        Member::required("KeySchema", Shape::List { of: &KEY_ELEMENT, length: TABLE_KEY_COUNT }),
        Member::optional("BillingMode", Shape::Word(&["PROVISIONED", "PAY_PER_REQUEST"])),
        PROVISIONED_THROUGHPUT,
        // In the order in which violations are reported.
        index_definition::GLOBAL_INDEXES,
        index_definition::LOCAL_INDEXES,
        TABLE_CLASS,
        Member::optional("DeletionProtectionEnabled", Shape::Boolean),
        ON_DEMAND_THROUGHPUT,
        crate::api::operation::table::warm_throughput::WARM_THROUGHPUT,
        STREAM_SPECIFICATION,
        crate::api::operation::table::encryption::SSE_SPECIFICATION,
        Member::optional("Tags", crate::api::request::tags::TAGS),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    check_new_table_name(members::table_name(fields)).map_err(ValidationError::Violations)?;
    let schema = take_schema(fields)?;
    check_maximums(fields, schema.billing)?;
    let mut table = Box::new(Table::new(Arc::new(schema), database.now()));
    take_stream_and_tags(fields, &mut table, database)?;
    let name = &table.schema.name;
    if database.table(name.as_str()).is_some() {
        return Err(ApiError::TableExists { table: name.clone() }.into());
    }
    let reply = description_in("TableDescription", &table, table.status, database);
    Ok(Prepared::changing(reply, Change::CreateTable(table)))
}

fn take_stream_and_tags(
    fields: Fields<'_>,
    table: &mut Table,
    database: &Database,
) -> Result<(), Rejected> {
    let view_type = take_view_type(fields)?;
    table.stream = view_type.map(|view_type| database.new_stream(&table.schema.name, view_type));
    table.tags = take_tags(fields);
    check_characters(&table.tags)?;
    check_count(&table.tags)
}

/// The schema that a request whose members were checked asks for.
pub(crate) fn take_schema(fields: Fields<'_>) -> Result<TableSchema, SchemaError> {
    take_billed_schema(fields, take_billing(fields)?)
}

/// The schema of a table that is paid for in some way, whatever the request says of it.
pub(crate) fn take_billed_schema(
    fields: Fields<'_>,
    billing: Billing,
) -> Result<TableSchema, SchemaError> {
    let name = TableName::new(members::table_name(fields));
    let definitions = take_definitions(fields)?;
    let elements = take_key_elements(fields);
    let indexes = IndexDefinition::take_all(fields);
    check_definitions(&definitions, &elements, &indexes)?;
    let key = table_key(&elements, &definitions)?;
    let indexes = take_indexes(fields, &indexes, &key, &definitions, billing)?;
    check_projected_count(indexes.iter().map(Arc::as_ref))?;
    let warm = take_new_warm_throughput(fields, billing);
    Ok(TableSchema {
        name,
        attribute_definitions: definitions,
        key,
        indexes,
        billing,
        deletion_protection: fields.flag("DeletionProtectionEnabled", false),
        table_class: take_table_class(fields),
        on_demand_maximum: take_new_on_demand_maximum(fields, billing),
        warm_throughput: warm,
        encryption: take_encryption(fields).unwrap_or_default(),
    })
}

/// Checks the maximums of the table and of its global indexes. A stored table is read without this check.
fn check_maximums(fields: Fields<'_>, billing: Billing) -> Result<(), SchemaError> {
    let indexes = fields.list("GlobalSecondaryIndexes").unwrap_or_default();
    let mut places = std::iter::once(fields).chain(indexes);
    places.try_for_each(|place| check_on_demand_maximum(place, billing, MaximumOf::New))
}

fn take_billing(fields: Fields<'_>) -> Result<Billing, SchemaError> {
    let by_request = fields.text("BillingMode") == Some("PAY_PER_REQUEST");
    match (by_request, take_throughput(fields)?) {
        (true, None) => Ok(Billing::PayPerRequest),
        (true, Some(_)) => Err(SchemaError::ThroughputForbidden),
        (false, None) => Err(SchemaError::ThroughputMissing),
        (false, Some(throughput)) => Ok(Billing::Provisioned(throughput)),
    }
}

/// Checks that keys are defined, and that nothing else is.
fn check_definitions(
    definitions: &[KeyAttribute],
    elements: &[KeyElement<'_>],
    indexes: &[IndexDefinition<'_>],
) -> Result<(), SchemaError> {
    if let Some(element) = find_undefined(elements, definitions) {
        return Err(match definitions.is_empty() {
            true => undefined_keys(&[element], definitions),
            false => SchemaError::TableKeyUndefined,
        });
    }
    if definitions.len() < elements.len() {
        return Err(SchemaError::TableKeyUndefined);
    }
    if first_repeated(&names(elements)).is_some() {
        return Err(SchemaError::SameHashAndRange);
    }
    let mut used = names(elements);
    for index in indexes {
        if find_undefined(&index.key, definitions).is_some() {
            return Err(match definitions.len() < index.key.len() {
                true => SchemaError::TableKeyUndefined,
                false => undefined_keys(&index.key, definitions),
            });
        }
        index.check_distinct_names()?;
        used.extend(names(&index.key));
    }
    let used = BTreeSet::from_iter(used);
    match (definitions.len() > used.len(), indexes.is_empty()) {
        (false, _) => Ok(()),
        (true, true) => Err(SchemaError::DefinitionCount),
        (true, false) => {
            let keys = used.iter().map(|name| (*name).to_owned()).collect();
            Err(SchemaError::UnusedDefinitions { keys, definitions: names_of(definitions) })
        }
    }
}

fn table_key(
    elements: &[KeyElement<'_>],
    definitions: &[KeyAttribute],
) -> Result<KeySchema, SchemaError> {
    let [first, rest @ ..] = elements else { return Err(SchemaError::FirstNotHash) };
    match (first.kind, rest) {
        (ElementKind::Range, _) => Err(SchemaError::FirstNotHash),
        (ElementKind::Hash, []) => Ok(key_schema(elements, definitions)),
        (ElementKind::Hash, [second]) if second.kind == ElementKind::Range => {
            Ok(key_schema(elements, definitions))
        }
        (ElementKind::Hash, _) => Err(SchemaError::SecondNotRange),
    }
}
