//! Secondary indexes as CreateTable defines them, checked against their table.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::api::create_table::{
    ElementKind, KEY_ELEMENT, KeyElement, PROVISIONED_THROUGHPUT, key_schema, take_key_elements,
    take_throughput,
};
use crate::api::limit::{
    GLOBAL_INDEX_COUNT_MAX, GLOBAL_KEY_COUNT_PER_KIND_MAX, INDEX_KEY_COUNT, LOCAL_INDEX_COUNT_MAX,
    NON_KEY_ATTRIBUTE_COUNT, RESOURCE_NAME_LENGTH,
};
use crate::api::schema_error::SchemaError;
use crate::api::shape::{Fields, Member, Shape};
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::{AttributeName, IndexName};
use crate::table::schema::{Billing, IndexSchema, Projection, Scope, TableSchema, Throughput};

static TEXT: Shape = Shape::Text { length: (1, 255), plain: false };

pub(crate) const INDEX_NAME: Member =
    Member::required("IndexName", Shape::Text { length: RESOURCE_NAME_LENGTH, plain: true });

const INDEX_KEY: Member =
    Member::required("KeySchema", Shape::List { of: &KEY_ELEMENT, length: INDEX_KEY_COUNT });

static PROJECTION_MEMBERS: [Member; 2] = [
    Member::optional("ProjectionType", Shape::Word(&["ALL", "INCLUDE", "KEYS_ONLY"])),
    Member::optional(
        "NonKeyAttributes",
        Shape::List { of: &TEXT, length: NON_KEY_ATTRIBUTE_COUNT },
    ),
];

const PROJECTION: Member = Member::required(
    "Projection",
    Shape::Structure { name: "Projection", members: &PROJECTION_MEMBERS },
);

static LOCAL_INDEX: Shape =
    Shape::Structure { name: "LocalSecondaryIndex", members: &[INDEX_NAME, INDEX_KEY, PROJECTION] };

static GLOBAL_INDEX_MEMBERS: [Member; 4] =
    [INDEX_NAME, INDEX_KEY, PROJECTION, PROVISIONED_THROUGHPUT];

static GLOBAL_INDEX: Shape =
    Shape::Structure { name: "GlobalSecondaryIndex", members: &GLOBAL_INDEX_MEMBERS };

/// A global index that is added to a live table.
pub(crate) const NEW_GLOBAL_INDEX: Shape =
    Shape::Structure { name: "CreateGlobalSecondaryIndexAction", members: &GLOBAL_INDEX_MEMBERS };

pub(crate) const LOCAL_INDEXES: Member = Member::optional(
    "LocalSecondaryIndexes",
    Shape::List { of: &LOCAL_INDEX, length: (0, usize::MAX) },
);

pub(crate) const GLOBAL_INDEXES: Member = Member::optional(
    "GlobalSecondaryIndexes",
    Shape::List { of: &GLOBAL_INDEX, length: (0, usize::MAX) },
);

/// The indexes of a request, read and not yet checked.
#[derive(Debug)]
pub(crate) struct IndexDefinitions {
    local: Option<Vec<IndexDefinition>>,
    global: Option<Vec<IndexDefinition>>,
}

#[derive(Debug)]
struct IndexDefinition {
    name: String,
    key: Vec<KeyElement>,
    projection_type: Option<String>,
    non_key_attributes: Option<Vec<String>>,
    throughput: Result<Option<Throughput>, SchemaError>,
}

impl IndexDefinitions {
    pub(crate) fn take(fields: Fields<'_>) -> Self {
        let take = |name| {
            let list = fields.list(name)?;
            Some(list.into_iter().map(IndexDefinition::take).collect())
        };
        Self { local: take("LocalSecondaryIndexes"), global: take("GlobalSecondaryIndexes") }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.all().next().is_none()
    }

    /// The key of each index, as it was sent.
    pub(crate) fn key_elements(&self) -> impl Iterator<Item = &Vec<KeyElement>> {
        self.all().map(|definition| &definition.key)
    }

    fn all(&self) -> impl Iterator<Item = &IndexDefinition> {
        self.local.iter().chain(&self.global).flatten()
    }
}

impl IndexDefinition {
    fn take(fields: Fields<'_>) -> Self {
        let projection = fields.fields("Projection").expect("the member is required");
        Self {
            name: fields.text("IndexName").expect("the member is required").to_owned(),
            key: take_key_elements(fields),
            projection_type: projection.text("ProjectionType").map(str::to_owned),
            non_key_attributes: projection.texts("NonKeyAttributes"),
            throughput: take_throughput(fields),
        }
    }

    fn projection(&self) -> Result<Projection, SchemaError> {
        let attributes = self.non_key_attributes.as_deref();
        match (self.projection_type.as_deref(), attributes) {
            (None, _) => Err(SchemaError::NoProjectionType),
            (Some("KEYS_ONLY"), None) => Ok(Projection::KeysOnly),
            (Some("KEYS_ONLY"), Some(_)) => {
                Err(SchemaError::AttributesWithoutInclude { projection: "KEYS_ONLY" })
            }
            (Some("INCLUDE"), None) => Err(SchemaError::IncludeWithoutAttributes),
            (Some("INCLUDE"), Some(names)) => include(names),
            (Some(_), None) => Ok(Projection::All),
            (Some(_), Some(_)) => Err(SchemaError::AttributesWithoutInclude { projection: "ALL" }),
        }
    }

    fn check_local_key(&self, table: &KeySchema) -> Result<(), SchemaError> {
        let index = || self.name.clone();
        let (first, table_key) = (&self.key[0], &table.partition[0].name);
        if first.kind != ElementKind::Hash {
            return Err(SchemaError::FirstNotHash);
        }
        let [_, sort] = self.key.as_slice() else {
            return Err(match self.key.len() {
                1 => SchemaError::IndexWithoutSort { index: index() },
                _ => SchemaError::TooManyKeys { kind: "RANGE" },
            });
        };
        if sort.kind != ElementKind::Range {
            return Err(SchemaError::SecondNotRange);
        }
        if first.name == sort.name {
            return Err(SchemaError::SameHashAndRange);
        }
        match first.name == table_key.as_str() {
            true => Ok(()),
            false => Err(SchemaError::IndexOtherPartition {
                index: index(),
                index_key: first.name.clone(),
                table_key: table_key.to_string(),
            }),
        }
    }

    fn check_global_key(&self) -> Result<(), SchemaError> {
        if self.key[0].kind != ElementKind::Hash {
            return Err(SchemaError::FirstNotHash);
        }
        let kinds = self.key.iter().map(|element| element.kind);
        if kinds
            .clone()
            .skip_while(|kind| *kind == ElementKind::Hash)
            .any(|kind| kind == ElementKind::Hash)
        {
            return Err(SchemaError::HashAfterRange);
        }
        for (kind, word) in [(ElementKind::Hash, "HASH"), (ElementKind::Range, "RANGE")] {
            if kinds.clone().filter(|other| *other == kind).count() > GLOBAL_KEY_COUNT_PER_KIND_MAX
            {
                return Err(SchemaError::TooManyKeys { kind: word });
            }
        }
        let mut names = BTreeSet::new();
        match self.key.iter().all(|element| names.insert(&element.name)) {
            true => Ok(()),
            false => Err(SchemaError::SameKeyTwice),
        }
    }

    fn check_throughput(&self, billing: Billing) -> Result<Option<Throughput>, SchemaError> {
        let index = || self.name.clone();
        match (billing, self.throughput.clone()?) {
            (Billing::PayPerRequest, Some(_)) => {
                Err(SchemaError::IndexThroughputForbidden { index: index() })
            }
            (Billing::Provisioned(_), None) => {
                Err(SchemaError::IndexThroughputMissing { index: index() })
            }
            (_, throughput) => Ok(throughput),
        }
    }
}

/// Checks the indexes against their table: local ones, then global ones, then their number and names.
pub(crate) fn take_indexes(
    indexes: IndexDefinitions,
    table: &KeySchema,
    definitions: &[KeyAttribute],
    billing: Billing,
) -> Result<Vec<Arc<IndexSchema>>, SchemaError> {
    let mut schemas = Vec::new();
    let schema = |definition: &IndexDefinition, scope| {
        let name = IndexName::new(definition.name.as_str());
        let key = key_schema(&definition.key, definitions);
        definition
            .projection()
            .map(|projection| IndexSchema::new(name, scope, key, projection, table))
    };
    if let Some(local) = &indexes.local {
        check_local_list(local, table)?;
        for definition in local {
            definition.check_local_key(table)?;
            schemas.push(Arc::new(schema(definition, Scope::Local)?));
        }
    }
    if let Some(global) = &indexes.global {
        refuse_empty(global, "GlobalSecondaryIndexes")?;
        for definition in global {
            definition.check_global_key()?;
            let schema = schema(definition, Scope::Global)?;
            let throughput = definition.check_throughput(billing)?;
            schemas.push(Arc::new(match throughput {
                None => schema,
                Some(throughput) => schema.with_throughput(throughput),
            }));
        }
    }
    check_counts(&indexes)?;
    Ok(schemas)
}

/// Checks a global index that is added to a table. `given` are the definitions of the request, which
/// must name all keys of the index.
pub(crate) fn take_new_index(
    fields: Fields<'_>,
    table: &TableSchema,
    given: &[KeyAttribute],
) -> Result<IndexSchema, SchemaError> {
    let definition = IndexDefinition::take(fields);
    definition.check_global_key()?;
    let undefined = |element: &&KeyElement| !given.iter().any(|other| *other.name == *element.name);
    if definition.key.iter().any(|element| undefined(&element)) {
        return Err(SchemaError::UndefinedKeys {
            keys: definition.key.iter().map(|element| element.name.clone()).collect(),
            definitions: given.iter().map(|attribute| attribute.name.to_string()).collect(),
        });
    }
    let key = key_schema(&definition.key, given);
    let name = IndexName::new(definition.name.as_str());
    let schema = IndexSchema::new(name, Scope::Global, key, definition.projection()?, &table.key);
    Ok(match definition.check_throughput(table.billing)? {
        None => schema,
        Some(throughput) => schema.with_throughput(throughput),
    })
}

fn check_local_list(local: &[IndexDefinition], table: &KeySchema) -> Result<(), SchemaError> {
    refuse_empty(local, "LocalSecondaryIndexes")?;
    match table.sort.is_empty() {
        true => Err(SchemaError::LocalIndexWithoutTableSort),
        false => Ok(()),
    }
}

fn refuse_empty(definitions: &[IndexDefinition], list: &'static str) -> Result<(), SchemaError> {
    match definitions.is_empty() {
        true => Err(SchemaError::EmptyIndexList { list }),
        false => Ok(()),
    }
}

fn check_counts(indexes: &IndexDefinitions) -> Result<(), SchemaError> {
    if indexes.local.as_ref().is_some_and(|local| local.len() > LOCAL_INDEX_COUNT_MAX) {
        return Err(SchemaError::TooManyLocalIndexes);
    }
    if indexes.global.as_ref().is_some_and(|global| global.len() > GLOBAL_INDEX_COUNT_MAX) {
        return Err(SchemaError::TooManyGlobalIndexes);
    }
    let mut names = BTreeSet::new();
    match indexes.all().find(|definition| !names.insert(&definition.name)) {
        None => Ok(()),
        Some(definition) => Err(SchemaError::DuplicateIndex { index: definition.name.clone() }),
    }
}

fn include(names: &[String]) -> Result<Projection, SchemaError> {
    let mut seen = BTreeSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        None => Ok(Projection::Include(
            names.iter().map(|name| AttributeName::from(name.as_str())).collect(),
        )),
        Some(name) => Err(SchemaError::DuplicateNonKeyAttribute { attribute: name.clone() }),
    }
}
