//! CreateTable: a table with its keys, indexes and projections.
//!
//! The reply says CREATING. When the table is active is up to the delays of the sandbox.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::WHOLE_API;
use crate::api::describe_table::description_in;
use crate::api::encryption::take_encryption;
use crate::api::error::{ApiError, Envelope};
use crate::api::index_definition::{IndexDefinitions, take_indexes};
use crate::api::limit::{
    KEY_ATTRIBUTE_NAME_LENGTH, NON_KEY_ATTRIBUTE_COUNT_PER_TABLE_MAX, RESOURCE_NAME_LENGTH,
    TABLE_KEY_COUNT, TABLE_THROUGHPUT_MAX, THROUGHPUT_MAX,
};
use crate::api::schema_error::SchemaError;
use crate::api::shape::{Fields, Member, Shape};
use crate::api::streams::{VIEW_TYPES, view_type_of};
use crate::api::tags::{check_count, take_tags};
use crate::api::{Operation, Prepared, index_definition, wire};
use crate::database::{Change, Database, Wording};
use crate::model::key::{KeyAttribute, KeySchema, KeyType};
use crate::model::name::{AttributeName, TableName};
use crate::table::Table;
use crate::table::lifecycle::OnDemandMaximum;
use crate::table::schema::{Billing, IndexSchema, Projection, TableClass, TableSchema, Throughput};
use crate::table::stream::ViewType;

/// The name of a table that is created, described or deleted.
pub(crate) const CONTROL_TABLE_NAME: Member =
    Member::required("TableName", Shape::Table { length: RESOURCE_NAME_LENGTH });

/// An element of a KeySchema.
pub(crate) static KEY_ELEMENT: Shape = Shape::Structure {
    name: "KeySchemaElement",
    members: &[
        Member::required(
            "AttributeName",
            Shape::Text { length: KEY_ATTRIBUTE_NAME_LENGTH, plain: false },
        ),
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
        Member::required(
            "AttributeName",
            Shape::Text { length: KEY_ATTRIBUTE_NAME_LENGTH, plain: false },
        ),
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
        #[cfg(feature = "whole-api")]
        STREAM_SPECIFICATION,
        #[cfg(feature = "whole-api")]
        crate::api::encryption::SSE_SPECIFICATION,
        #[cfg(feature = "whole-api")]
        Member::optional("Tags", crate::api::tags::TAGS),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, ApiError> {
    let schema = take_schema(fields)?;
    let mut table = Box::new(Table::new(Arc::new(schema), database.now()));
    if WHOLE_API {
        take_stream_and_tags(fields, &mut table, database)?;
    }
    let name = &table.schema.name;
    if database.table(name.as_str()).is_some() {
        return Err(ApiError::TableExists { table: name.clone() });
    }
    let reply = description_in("TableDescription", &table, database);
    Ok(Prepared::changing(reply, Change::CreateTable(table)))
}

fn take_stream_and_tags(
    fields: Fields<'_>,
    table: &mut Table,
    database: &Database,
) -> Result<(), ApiError> {
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

fn take_schema(fields: Fields<'_>) -> Result<TableSchema, SchemaError> {
    let name = TableName::new(wire::table_name(fields));
    let billing = take_billing(fields)?;
    let definitions = take_definitions(fields)?;
    let elements = take_key_elements(fields);
    let indexes = IndexDefinitions::take(fields);
    check_definitions(&definitions, &elements, &indexes)?;
    let key = table_key(&elements, &definitions)?;
    let indexes = take_indexes(indexes, &key, &definitions, billing)?;
    check_projected_count(&indexes)?;
    Ok(TableSchema {
        name,
        attribute_definitions: definitions,
        key,
        indexes,
        billing,
        deletion_protection: fields.flag("DeletionProtectionEnabled", false),
        table_class: take_table_class(fields),
        on_demand_maximum: take_on_demand_maximum(fields),
        encryption: take_encryption(fields).filter(|_| WHOLE_API).unwrap_or_default(),
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
    let name = fields.text("AttributeName").expect("the member is required");
    let kind = match fields.text("AttributeType") {
        Some("N") => KeyType::N,
        Some("B") => KeyType::B,
        _ => KeyType::S,
    };
    KeyAttribute { name: AttributeName::from(name), kind }
}

/// An element of a key schema as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyElement {
    pub(crate) name: String,
    pub(crate) kind: ElementKind,
}

/// The part that an element plays in a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ElementKind {
    Hash,
    Range,
}

pub(crate) fn take_key_elements(fields: Fields<'_>) -> Vec<KeyElement> {
    let element = |fields: Fields<'_>| KeyElement {
        name: fields.text("AttributeName").expect("the member is required").to_owned(),
        kind: match fields.text("KeyType") {
            Some("RANGE") => ElementKind::Range,
            _ => ElementKind::Hash,
        },
    };
    fields.list("KeySchema").unwrap_or_default().into_iter().map(element).collect()
}

/// Checks that keys are defined, and that nothing else is.
fn check_definitions(
    definitions: &[KeyAttribute],
    elements: &[KeyElement],
    indexes: &IndexDefinitions,
) -> Result<(), SchemaError> {
    let defined = |name: &str| definitions.iter().any(|attribute| attribute.name.as_str() == name);
    let names = || definitions.iter().map(|attribute| attribute.name.to_string()).collect();
    if let Some(element) = elements.iter().find(|element| !defined(&element.name)) {
        return Err(match definitions.is_empty() {
            true => SchemaError::UndefinedKeys {
                keys: vec![element.name.clone()],
                definitions: names(),
            },
            false => SchemaError::TableKeyUndefined,
        });
    }
    for keys in indexes.key_elements() {
        if keys.iter().any(|element| !defined(&element.name)) {
            let keys = keys.iter().map(|element| element.name.clone()).collect();
            return Err(SchemaError::UndefinedKeys { keys, definitions: names() });
        }
    }
    let of_indexes = indexes.key_elements().flatten();
    let mut used = BTreeSet::new();
    used.extend(elements.iter().chain(of_indexes).map(|element| &element.name));
    match (definitions.len() > used.len(), indexes.is_empty()) {
        (false, _) => Ok(()),
        (true, true) => Err(SchemaError::DefinitionCount),
        (true, false) => {
            let keys = used.into_iter().cloned().collect();
            Err(SchemaError::UnusedDefinitions { keys, definitions: names() })
        }
    }
}

fn table_key(
    elements: &[KeyElement],
    definitions: &[KeyAttribute],
) -> Result<KeySchema, SchemaError> {
    let kinds: Vec<_> = elements.iter().map(|element| element.kind).collect();
    match kinds.as_slice() {
        [ElementKind::Hash] | [ElementKind::Hash, ElementKind::Range] => {}
        [ElementKind::Hash, ..] => return Err(SchemaError::SecondNotRange),
        _ => return Err(SchemaError::FirstNotHash),
    }
    match elements {
        [partition, sort] if partition.name == sort.name => Err(SchemaError::SameHashAndRange),
        _ => Ok(key_schema(elements, definitions)),
    }
}

/// A key of elements that are all defined.
pub(crate) fn key_schema(elements: &[KeyElement], definitions: &[KeyAttribute]) -> KeySchema {
    let of_kind = |kind: ElementKind| {
        let elements = elements.iter().filter(move |element| element.kind == kind);
        let attribute = |element: &KeyElement| {
            definitions.iter().find(|attribute| attribute.name.as_str() == element.name).cloned()
        };
        elements.filter_map(attribute).collect()
    };
    KeySchema { partition: of_kind(ElementKind::Hash), sort: of_kind(ElementKind::Range) }
}

fn check_projected_count(indexes: &[Arc<IndexSchema>]) -> Result<(), SchemaError> {
    let count = |index: &Arc<IndexSchema>| match &index.projection {
        Projection::Include(names) => names.len(),
        Projection::KeysOnly | Projection::All => 0,
    };
    match indexes.iter().map(count).sum::<usize>() > NON_KEY_ATTRIBUTE_COUNT_PER_TABLE_MAX {
        true => Err(SchemaError::TooManyNonKeyAttributes),
        false => Ok(()),
    }
}
