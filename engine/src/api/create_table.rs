//! CreateTable: a table with its keys, indexes and projections.
//!
//! The reply says CREATING. When the table is active is up to the delays of the sandbox.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::describe_table::description_in;
use crate::api::encryption::take_encryption;
use crate::api::error::{ApiError, Envelope, Refused};
use crate::api::index_definition::{IndexDefinition, take_indexes};
use crate::api::limit::{
    KEY_ATTRIBUTE_NAME_SIZE, NON_KEY_ATTRIBUTE_COUNT_PER_TABLE_MAX, RESOURCE_NAME_LENGTH,
    TABLE_KEY_COUNT, TABLE_THROUGHPUT_MAX, THROUGHPUT_MAX,
};
use crate::api::schema_error::SchemaError;
use crate::api::shape::{Fields, Member, Shape, check_new_table_name};
use crate::api::streams::{VIEW_TYPES, view_type_of};
use crate::api::tags::{check_count, take_tags};
use crate::api::validation_error::ValidationError;
use crate::api::warm_throughput::take_new_warm_throughput;
use crate::api::{Operation, Prepared, index_definition, wire};
use crate::capacity::throughput::Throughput;
use crate::database::{Change, Database, Wording};
use crate::model::key::{KeyAttribute, KeySchema, KeyType};
use crate::model::name::{AttributeName, TableName};
use crate::table::Table;
use crate::table::lifecycle::OnDemandMaximum;
use crate::table::schema::{Billing, IndexSchema, Projection, TableClass, TableSchema};
use crate::table::stream::ViewType;

/// The name of a table that is created, described or deleted.
pub(crate) const CONTROL_TABLE_NAME: Member =
    Member::required("TableName", Shape::Table { length: RESOURCE_NAME_LENGTH });

/// An element of a KeySchema.
pub(crate) static KEY_ELEMENT: Shape = Shape::Structure {
    name: "KeySchemaElement",
    members: &[
        Member::required("AttributeName", Shape::AttributeName { size: KEY_ATTRIBUTE_NAME_SIZE }),
        Member::required("KeyType", Shape::Word(&["HASH", "RANGE"])),
    ],
};

static THROUGHPUT_MEMBERS: [Member; 2] = [
    Member::required("ReadCapacityUnits", Shape::Integer { min: 1, max: u64::MAX }),
    Member::required("WriteCapacityUnits", Shape::Integer { min: 1, max: u64::MAX }),
];

/// Units per second of a table or global index.
pub(crate) const PROVISIONED_THROUGHPUT: Member = Member::optional(
    "ProvisionedThroughput",
    Shape::Structure { name: "ProvisionedThroughput", members: &THROUGHPUT_MEMBERS },
);

static DEFINITION: Shape = Shape::Structure {
    name: "AttributeDefinition",
    members: &[
        Member::required("AttributeName", Shape::AttributeName { size: KEY_ATTRIBUTE_NAME_SIZE }),
        Member::required("AttributeType", Shape::Word(&["B", "N", "S"])),
    ],
};

/// The attributes that keys use, with their types.
pub(crate) const DEFINITIONS: Member = Member::optional(
    "AttributeDefinitions",
    Shape::List { of: &DEFINITION, length: (0, usize::MAX) },
);

/// The price class of a table.
pub(crate) const TABLE_CLASS: Member =
    Member::optional("TableClass", Shape::Word(&["STANDARD", "STANDARD_INFREQUENT_ACCESS"]));

static ON_DEMAND_MEMBERS: [Member; 2] = [
    Member::optional("MaxReadRequestUnits", Shape::Integer { min: 0, max: u64::MAX }),
    Member::optional("MaxWriteRequestUnits", Shape::Integer { min: 0, max: u64::MAX }),
];

/// The most that an on-demand table may consume.
pub(crate) const ON_DEMAND_THROUGHPUT: Member = Member::optional(
    "OnDemandThroughput",
    Shape::Structure { name: "OnDemandThroughput", members: &ON_DEMAND_MEMBERS },
);

static STREAM_MEMBERS: [Member; 2] = [
    Member::required("StreamEnabled", Shape::Boolean),
    Member::optional("StreamViewType", VIEW_TYPES),
];

/// Whether writes are recorded, and what the records show.
pub(crate) const STREAM_SPECIFICATION: Member = Member::optional(
    "StreamSpecification",
    Shape::Structure { name: "StreamSpecification", members: &STREAM_MEMBERS },
);

pub(crate) static OPERATION: Operation = Operation {
    name: "CreateTable",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[
        CONTROL_TABLE_NAME,
        DEFINITIONS,
        Member::required("KeySchema", Shape::List { of: &KEY_ELEMENT, length: TABLE_KEY_COUNT }),
        Member::optional("BillingMode", Shape::Word(&["PROVISIONED", "PAY_PER_REQUEST"])),
        PROVISIONED_THROUGHPUT,
        index_definition::LOCAL_INDEXES,
        index_definition::GLOBAL_INDEXES,
        TABLE_CLASS,
        Member::optional("DeletionProtectionEnabled", Shape::Boolean),
        ON_DEMAND_THROUGHPUT,
        crate::api::warm_throughput::WARM_THROUGHPUT,
        STREAM_SPECIFICATION,
        crate::api::encryption::SSE_SPECIFICATION,
        Member::optional("Tags", crate::api::tags::TAGS),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
    check_new_table_name(wire::table_name(fields)).map_err(ValidationError::Violations)?;
    let schema = take_schema(fields)?;
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
) -> Result<(), Refused> {
    let view_type = take_view_type(fields)?;
    table.stream = view_type.map(|view_type| database.new_stream(&table.schema.name, view_type));
    table.tags = take_tags(fields);
    check_count(&table.tags)
}

/// What the stream of the new table shows, if it has one.
fn take_view_type(fields: Fields<'_>) -> Result<Option<ViewType>, SchemaError> {
    let Some(specification) = fields.fields("StreamSpecification") else { return Ok(None) };
    let view_type = specification.text("StreamViewType").map(view_type_of);
    match (specification.flag("StreamEnabled", false), view_type) {
        (true, None) => Err(SchemaError::StreamWithoutView),
        (false, Some(_)) => Err(SchemaError::ViewWithoutStream),
        (_, view_type) => Ok(view_type),
    }
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
    let name = TableName::new(wire::table_name(fields));
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
        on_demand_maximum: take_on_demand_maximum(fields),
        warm_throughput: warm,
        encryption: take_encryption(fields).unwrap_or_default(),
    })
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

pub(crate) fn take_throughput(fields: Fields<'_>) -> Result<Option<Throughput>, SchemaError> {
    let Some(throughput) = fields.fields("ProvisionedThroughput") else { return Ok(None) };
    let take = |name| {
        let units = throughput.integer(name).expect("the member is required");
        match (units > THROUGHPUT_MAX, units > TABLE_THROUGHPUT_MAX) {
            (true, _) => Err(SchemaError::ThroughputOutOfBounds { units, name }),
            (false, true) => Err(SchemaError::ThroughputAboveQuota { units, name }),
            (false, false) => Ok(units),
        }
    };
    Ok(Some(Throughput {
        read_units_per_second: take("ReadCapacityUnits")?,
        write_units_per_second: take("WriteCapacityUnits")?,
    }))
}

pub(crate) fn take_table_class(fields: Fields<'_>) -> Option<TableClass> {
    fields.text("TableClass").map(|class| match class {
        "STANDARD_INFREQUENT_ACCESS" => TableClass::InfrequentAccess,
        _ => TableClass::Standard,
    })
}

pub(crate) fn take_on_demand_maximum(fields: Fields<'_>) -> Option<OnDemandMaximum> {
    fields.fields("OnDemandThroughput").map(|maximum| OnDemandMaximum {
        read_units_per_second: maximum.integer("MaxReadRequestUnits"),
        write_units_per_second: maximum.integer("MaxWriteRequestUnits"),
    })
}

/// The order in which attribute definitions are kept.
pub(crate) fn sort_definitions(definitions: &mut [KeyAttribute]) {
    definitions.sort_by(|left, right| left.name.cmp(&right.name));
}

/// The defined attributes in ascending order of the name.
pub(crate) fn take_definitions(fields: Fields<'_>) -> Result<Vec<KeyAttribute>, SchemaError> {
    let list = fields.list("AttributeDefinitions").unwrap_or_default();
    let mut definitions: Vec<_> = list.into_iter().map(take_definition).collect();
    sort_definitions(&mut definitions);
    match definitions.windows(2).find(|pair| pair[0].name == pair[1].name) {
        None => Ok(definitions),
        Some(pair) => Err(SchemaError::DuplicateDefinition { attribute: pair[0].name.to_string() }),
    }
}

fn take_definition(fields: Fields<'_>) -> KeyAttribute {
    let kind = match fields.text("AttributeType") {
        Some("N") => KeyType::N,
        Some("B") => KeyType::B,
        _ => KeyType::S,
    };
    KeyAttribute { name: AttributeName::from(fields.required_text("AttributeName")), kind }
}

/// An element of a key schema as it was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyElement<'j> {
    pub(crate) name: &'j str,
    pub(crate) kind: ElementKind,
}

/// The part that an element plays in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElementKind {
    Hash,
    Range,
}

pub(crate) fn take_key_elements(fields: Fields<'_>) -> Vec<KeyElement<'_>> {
    let mut elements = Vec::new();
    for element in fields.list("KeySchema").unwrap_or_default() {
        let kind = match element.text("KeyType") {
            Some("RANGE") => ElementKind::Range,
            _ => ElementKind::Hash,
        };
        elements.push(KeyElement { name: element.required_text("AttributeName"), kind });
    }
    elements
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
    let mut used: Vec<&str> = elements.iter().map(|element| element.name).collect();
    for IndexDefinition { key, .. } in indexes {
        if find_undefined(key, definitions).is_some() {
            return Err(undefined_keys(key, definitions));
        }
        used.extend(key.iter().map(|element| element.name));
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

/// The first element of a key that is not among the definitions.
pub(crate) fn find_undefined<'j>(
    elements: &[KeyElement<'j>],
    definitions: &[KeyAttribute],
) -> Option<KeyElement<'j>> {
    let defined = |name: &str| definitions.iter().any(|attribute| attribute.name.as_str() == name);
    elements.iter().find(|element| !defined(element.name)).copied()
}

pub(crate) fn undefined_keys(
    elements: &[KeyElement<'_>],
    definitions: &[KeyAttribute],
) -> SchemaError {
    let keys = elements.iter().map(|element| element.name.to_owned()).collect();
    SchemaError::UndefinedKeys { keys, definitions: names_of(definitions) }
}

fn names_of(definitions: &[KeyAttribute]) -> Vec<String> {
    definitions.iter().map(|attribute| attribute.name.to_string()).collect()
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
            match first.name == second.name {
                true => Err(SchemaError::SameHashAndRange),
                false => Ok(key_schema(elements, definitions)),
            }
        }
        (ElementKind::Hash, _) => Err(SchemaError::SecondNotRange),
    }
}

/// A key of elements that are all defined.
pub(crate) fn key_schema(elements: &[KeyElement<'_>], definitions: &[KeyAttribute]) -> KeySchema {
    let (mut partition, mut sort) = (Vec::new(), Vec::new());
    for element in elements {
        let attributes = match element.kind {
            ElementKind::Hash => &mut partition,
            ElementKind::Range => &mut sort,
        };
        let mut definitions = definitions.iter();
        attributes.extend(definitions.find(|it| it.name.as_str() == element.name).cloned());
    }
    KeySchema { partition, sort }
}

/// Checks how many attributes the lists of all indexes name.
pub(crate) fn check_projected_count<'s>(
    indexes: impl Iterator<Item = &'s IndexSchema>,
) -> Result<(), SchemaError> {
    let mut count = 0;
    for index in indexes {
        if let Projection::Include(names) = &index.projection {
            count += names.len();
        }
    }
    match count > NON_KEY_ATTRIBUTE_COUNT_PER_TABLE_MAX {
        true => Err(SchemaError::TooManyNonKeyAttributes),
        false => Ok(()),
    }
}
