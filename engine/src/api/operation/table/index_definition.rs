//! Secondary indexes as CreateTable defines them, checked against their table.

use std::sync::Arc;

use crate::api::error::schema::SchemaError;
use crate::api::limit::{
    GLOBAL_INDEX_COUNT_MAX, GLOBAL_KEY_COUNT_PER_KIND_MAX, INDEX_KEY_COUNT,
    KEY_ATTRIBUTE_NAME_SIZE, LOCAL_INDEX_COUNT_MAX, NON_KEY_ATTRIBUTE_COUNT, RESOURCE_NAME_LENGTH,
    TABLE_KEY_COUNT,
};
use crate::api::operation::table::key::{
    ElementKind, KEY_ELEMENT, KeyElement, find_undefined, key_schema, names, take_key_elements,
    undefined_keys,
};
use crate::api::operation::table::members::{
    PROVISIONED_THROUGHPUT, take_new_on_demand_maximum, take_throughput,
};
use crate::api::operation::table::warm_throughput::take_new_warm_throughput;
use crate::api::request::fields::{Fields, first_repeated};
use crate::api::request::shape::{Member, Shape};
use crate::capacity::throughput::Throughput;
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::{AttributeName, IndexName};
use crate::table::schema::{Billing, IndexSchema, Projection, Scope};

static PROJECTED_NAME: Shape = Shape::AttributeName { size: KEY_ATTRIBUTE_NAME_SIZE };

pub(crate) const INDEX_NAME: Member =
    Member::required("IndexName", Shape::Text { length: RESOURCE_NAME_LENGTH, plain: true });

const GLOBAL_KEY: Member =
    Member::required("KeySchema", Shape::List { of: &KEY_ELEMENT, length: INDEX_KEY_COUNT });

const LOCAL_KEY: Member =
    Member::required("KeySchema", Shape::List { of: &KEY_ELEMENT, length: TABLE_KEY_COUNT });

static PROJECTION_MEMBERS: [Member; 2] = [
    Member::optional("ProjectionType", Shape::Word(&["ALL", "INCLUDE", "KEYS_ONLY"])),
    Member::optional(
        "NonKeyAttributes",
        Shape::List { of: &PROJECTED_NAME, length: NON_KEY_ATTRIBUTE_COUNT },
    ),
];

const PROJECTION: Member = Member::required(
    "Projection",
    Shape::Structure { name: "Projection", members: &PROJECTION_MEMBERS },
);

static LOCAL_INDEX: Shape =
    Shape::Structure { name: "LocalSecondaryIndex", members: &[INDEX_NAME, LOCAL_KEY, PROJECTION] };

static GLOBAL_INDEX_MEMBERS: &[Member] = &[
    INDEX_NAME,
    GLOBAL_KEY,
    PROJECTION,
    PROVISIONED_THROUGHPUT,
    crate::api::operation::table::members::ON_DEMAND_THROUGHPUT,
    crate::api::operation::table::warm_throughput::WARM_THROUGHPUT,
];

static GLOBAL_INDEX: Shape =
    Shape::Structure { name: "GlobalSecondaryIndex", members: GLOBAL_INDEX_MEMBERS };

/// A global index that is added to a live table.
pub(crate) const NEW_GLOBAL_INDEX: Shape =
    Shape::Structure { name: "CreateGlobalSecondaryIndexAction", members: GLOBAL_INDEX_MEMBERS };

pub(crate) const LOCAL_INDEXES: Member = Member::optional(
    "LocalSecondaryIndexes",
    Shape::List { of: &LOCAL_INDEX, length: (0, usize::MAX) },
);

pub(crate) const GLOBAL_INDEXES: Member = Member::optional(
    "GlobalSecondaryIndexes",
    Shape::List { of: &GLOBAL_INDEX, length: (0, usize::MAX) },
);

/// The lists of indexes in requests and descriptions.
pub(crate) const INDEX_LISTS: [(&str, Scope); 2] =
    [("LocalSecondaryIndexes", Scope::Local), ("GlobalSecondaryIndexes", Scope::Global)];

/// An index of a request, not yet checked.
#[derive(Debug)]
pub(crate) struct IndexDefinition<'j> {
    fields: Fields<'j>,
    scope: Scope,
    name: &'j str,
    /// The key of the index, as it was sent.
    pub(crate) key: Vec<KeyElement<'j>>,
}

impl<'j> IndexDefinition<'j> {
    /// The indexes of a new table: local ones, then global ones.
    pub(crate) fn take_all(fields: Fields<'j>) -> Vec<Self> {
        let mut definitions = Vec::new();
        for (list, scope) in INDEX_LISTS {
            for fields in fields.list(list).unwrap_or_default() {
                definitions.push(Self::take(fields, scope));
            }
        }
        definitions
    }

    fn take(fields: Fields<'j>, scope: Scope) -> Self {
        Self {
            fields,
            scope,
            name: fields.required_text("IndexName"),
            key: take_key_elements(fields),
        }
    }

    /// Checks the index against its table.
    fn schema(
        &self,
        table: &KeySchema,
        definitions: &[KeyAttribute],
        billing: Billing,
    ) -> Result<IndexSchema, SchemaError> {
        match self.scope {
            Scope::Local => self.check_local_key(table)?,
            Scope::Global => self.check_global_key()?,
        }
        let (name, key) = (IndexName::new(self.name), key_schema(&self.key, definitions));
        let mut schema = IndexSchema::new(name, self.scope, key, self.projection()?, table);
        if self.scope == Scope::Global {
            schema.throughput = self.throughput(billing)?;
            schema.on_demand_maximum = take_new_on_demand_maximum(self.fields, billing);
            let billing = schema.throughput.map_or(billing, Billing::Provisioned);
            schema.warm_throughput = take_new_warm_throughput(self.fields, billing);
        }
        Ok(schema)
    }

    fn projection(&self) -> Result<Projection, SchemaError> {
        let fields = self.fields.fields("Projection").expect("the member is required");
        let attributes = fields.texts("NonKeyAttributes");
        match (fields.text("ProjectionType"), attributes) {
            (None, _) => Err(SchemaError::NoProjectionType),
            (Some("KEYS_ONLY"), None) => Ok(Projection::KeysOnly),
            (Some("KEYS_ONLY"), Some(_)) => {
                Err(SchemaError::AttributesWithoutInclude { projection: "KEYS_ONLY" })
            }
            (Some("INCLUDE"), None) => Err(SchemaError::IncludeWithoutAttributes),
            (Some("INCLUDE"), Some(names)) => include(&names),
            (Some(_), None) => Ok(Projection::All),
            (Some(_), Some(_)) => Err(SchemaError::AttributesWithoutInclude { projection: "ALL" }),
        }
    }

    fn check_local_key(&self, table: &KeySchema) -> Result<(), SchemaError> {
        let index = || self.name.to_owned();
        let (first, table_key) = (&self.key[0], &table.partition[0].name);
        if first.kind != ElementKind::Hash {
            return Err(SchemaError::FirstNotHash);
        }
        let [_, sort] = self.key.as_slice() else {
            return Err(SchemaError::IndexWithoutSort { index: index() });
        };
        if sort.kind != ElementKind::Range {
            return Err(SchemaError::SecondNotRange);
        }
        match first.name == table_key.as_str() {
            true => Ok(()),
            false => Err(SchemaError::IndexOtherPartition {
                index: index(),
                index_key: first.name.to_owned(),
                table_key: table_key.to_string(),
            }),
        }
    }

    fn check_global_key(&self) -> Result<(), SchemaError> {
        if self.key[0].kind != ElementKind::Hash {
            return Err(SchemaError::FirstNotHash);
        }
        let count = |kind| self.key.iter().filter(|element| element.kind == kind).count();
        let hash_count = count(ElementKind::Hash);
        if self.key[..hash_count].iter().any(|element| element.kind != ElementKind::Hash) {
            return Err(SchemaError::HashAfterRange);
        }
        for (count, kind) in [(hash_count, "HASH"), (count(ElementKind::Range), "RANGE")] {
            if count > GLOBAL_KEY_COUNT_PER_KIND_MAX {
                return Err(SchemaError::TooManyKeys { kind });
            }
        }
        self.check_distinct_names()
    }

    /// Checks that no attribute occurs twice in the key, which is found before definitions that no key uses.
    pub(crate) fn check_distinct_names(&self) -> Result<(), SchemaError> {
        match (first_repeated(&names(&self.key)), self.scope) {
            (None, _) => Ok(()),
            (Some(_), Scope::Local) => Err(SchemaError::SameHashAndRange),
            (Some(_), Scope::Global) => Err(SchemaError::SameKeyTwice),
        }
    }

    fn throughput(&self, billing: Billing) -> Result<Option<Throughput>, SchemaError> {
        let index = || self.name.to_owned();
        match (billing, take_throughput(self.fields)?) {
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
    fields: Fields<'_>,
    indexes: &[IndexDefinition<'_>],
    table: &KeySchema,
    definitions: &[KeyAttribute],
    billing: Billing,
) -> Result<Vec<Arc<IndexSchema>>, SchemaError> {
    let mut schemas = Vec::new();
    for (list, scope) in INDEX_LISTS {
        let Some(elements) = fields.elements(list) else { continue };
        if elements.is_empty() {
            return Err(SchemaError::EmptyIndexList { list });
        }
        if scope == Scope::Local && table.sort.is_empty() {
            return Err(SchemaError::LocalIndexWithoutTableSort);
        }
        for definition in indexes.iter().filter(|definition| definition.scope == scope) {
            schemas.push(Arc::new(definition.schema(table, definitions, billing)?));
        }
    }
    check_counts(indexes)?;
    Ok(schemas)
}

/// Checks a global index that is added to a table. `given` are the definitions of the request, which
/// must name all keys of the index.
pub(crate) fn take_new_index(
    fields: Fields<'_>,
    table: &KeySchema,
    given: &[KeyAttribute],
    billing: Billing,
) -> Result<IndexSchema, SchemaError> {
    let definition = IndexDefinition::take(fields, Scope::Global);
    definition.check_global_key()?;
    match find_undefined(&definition.key, given) {
        Some(_) => Err(undefined_keys(&definition.key, given)),
        None => definition.schema(table, given, billing),
    }
}

fn check_counts(indexes: &[IndexDefinition<'_>]) -> Result<(), SchemaError> {
    let count = |scope| indexes.iter().filter(|definition| definition.scope == scope).count();
    if count(Scope::Local) > LOCAL_INDEX_COUNT_MAX {
        return Err(SchemaError::TooManyLocalIndexes);
    }
    if count(Scope::Global) > GLOBAL_INDEX_COUNT_MAX {
        return Err(SchemaError::TooManyGlobalIndexes);
    }
    let names: Vec<&str> = indexes.iter().map(|definition| definition.name).collect();
    match first_repeated(&names) {
        None => Ok(()),
        Some(name) => Err(SchemaError::DuplicateIndex { index: name.to_owned() }),
    }
}

fn include(names: &[&str]) -> Result<Projection, SchemaError> {
    match first_repeated(names) {
        None => {
            Ok(Projection::Include(names.iter().map(|name| AttributeName::from(*name)).collect()))
        }
        Some(name) => Err(SchemaError::DuplicateNonKeyAttribute { attribute: name.to_owned() }),
    }
}
