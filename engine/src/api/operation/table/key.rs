//! Key schemas and attribute definitions in requests.

use crate::api::error::schema::SchemaError;
use crate::api::limit::{KEY_ATTRIBUTE_NAME_SIZE, NON_KEY_ATTRIBUTE_COUNT_PER_TABLE_MAX};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::model::key::{KeyAttribute, KeySchema, KeyType};
use crate::model::name::AttributeName;
use crate::table::schema::{IndexSchema, Projection};

/// An element of a KeySchema.
pub(crate) static KEY_ELEMENT: Shape = Shape::Structure {
    name: "KeySchemaElement",
    members: &[
        Member::required("AttributeName", Shape::AttributeName { size: KEY_ATTRIBUTE_NAME_SIZE }),
        Member::required("KeyType", Shape::Word(&["HASH", "RANGE"])),
    ],
};

/// The attributes that keys use, with their types.
pub(crate) const DEFINITIONS: Member = Member::optional(
    "AttributeDefinitions",
    Shape::List { of: &ATTRIBUTE_DEFINITION, length: (0, usize::MAX) },
);

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

/// The names of the attributes of a key.
pub(crate) fn names<'j>(elements: &[KeyElement<'j>]) -> Vec<&'j str> {
    elements.iter().map(|element| element.name).collect()
}

pub(crate) fn names_of(definitions: &[KeyAttribute]) -> Vec<String> {
    definitions.iter().map(|attribute| attribute.name.to_string()).collect()
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

static ATTRIBUTE_DEFINITION: Shape = Shape::Structure {
    name: "AttributeDefinition",
    members: &[
        Member::required("AttributeName", Shape::AttributeName { size: KEY_ATTRIBUTE_NAME_SIZE }),
        Member::required("AttributeType", Shape::Word(&["B", "N", "S"])),
    ],
};
