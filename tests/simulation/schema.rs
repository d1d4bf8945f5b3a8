//! The tables of the simulation and every index that they may have.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::size::value_size;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// The main table: keys `p` and `s`, local and global indexes.
    Things,
    /// A second table for requests that touch two: key `id`, one global index.
    Others,
    /// The replica of Things in another Region.
    Abroad,
    /// That in a third Region.
    Overseas,
}

/// Things in each Region in which it may be.
pub const REPLICAS: [Table; 3] = [Table::Things, Table::Abroad, Table::Overseas];

/// A secondary index of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexDefinition {
    pub name: &'static str,
    /// The table that it belongs to.
    pub table: Table,
    pub is_local: bool,
    /// Its partition key attributes.
    pub partition: &'static [&'static str],
    /// Its sort key attributes.
    pub sort: &'static [&'static str],
    /// What its entries contain besides keys.
    pub projection: Projection,
}

/// What an index entry contains besides the keys of the table and of the index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Projection {
    /// Nothing.
    KeysOnly,
    /// These attributes.
    Include(&'static [&'static str]),
    /// The whole item.
    All,
}

/// Every index that a table may have. A seed draws which exist at the beginning; global ones may be added and dropped later.
pub const INDEXES: [IndexDefinition; 13] = [
    local("LocalKeys", "l", Projection::KeysOnly),
    local("LocalNote", "m", Projection::Include(&["note"])),
    local("LocalAll", "h", Projection::All),
    global("GlobalTies", &["g"], &[], Projection::Include(&["note"])),
    global("GlobalSorted", &["g"], &["h"], Projection::All),
    global("GlobalSparse", &["f"], &[], Projection::KeysOnly),
    global("GlobalPair", &["g", "f"], &["h", "m"], Projection::Include(&["note", "other"])),
    global("GlobalInverted", &["g"], &["p"], Projection::KeysOnly),
    IndexDefinition {
        name: "OthersByGroup",
        table: Table::Others,
        is_local: false,
        partition: &["g"],
        sort: &[],
        projection: Projection::Include(&["other"]),
    },
    local("LocalBytes", "c", Projection::Include(&["note"])),
    global("GlobalBytes", &["b"], &[], Projection::KeysOnly),
    global("GlobalSortedBytes", &["b"], &["c"], Projection::Include(&["note"])),
    global("GlobalMixed", &["g", "b"], &["m", "c"], Projection::All),
];

const fn local(name: &'static str, sort: &'static str, projection: Projection) -> IndexDefinition {
    let sort = match sort.as_bytes() {
        b"l" => &["l"],
        b"m" => &["m"],
        b"c" => &["c"],
        _ => &["h"],
    };
    let partition = &["p"];
    IndexDefinition { name, table: Table::Things, is_local: true, partition, sort, projection }
}

const fn global(
    name: &'static str,
    partition: &'static [&'static str],
    sort: &'static [&'static str],
    projection: Projection,
) -> IndexDefinition {
    IndexDefinition { name, table: Table::Things, is_local: false, partition, sort, projection }
}

impl Table {
    /// The name by which requests name it. That of a replica is its ARN.
    pub fn name(self) -> &'static str {
        match self {
            Self::Things => "Things",
            Self::Others => "Others",
            Self::Abroad => "arn:aws:dynamodb:eu-west-1:000000000000:table/Things",
            Self::Overseas => "arn:aws:dynamodb:sa-east-1:000000000000:table/Things",
        }
    }

    /// The table with this name.
    pub fn named(name: &str) -> Option<Self> {
        REPLICAS.into_iter().chain([Self::Others]).find(|table| table.name() == name)
    }

    /// The name in descriptions of it.
    pub fn short_name(self) -> &'static str {
        self.design().name()
    }

    /// The table whose keys and indexes it has.
    #[must_use]
    pub fn design(self) -> Self {
        match self {
            Self::Things | Self::Abroad | Self::Overseas => Self::Things,
            Self::Others => Self::Others,
        }
    }

    /// The other replicas that the table may have.
    pub fn siblings(self) -> impl Iterator<Item = Self> {
        REPLICAS.into_iter().filter(move |it| self.design() == Self::Things && *it != self)
    }

    /// The name of its Region; `None` is that of the database.
    pub fn region(self) -> Option<&'static str> {
        match self {
            Self::Things | Self::Others => None,
            Self::Abroad => Some("eu-west-1"),
            Self::Overseas => Some("sa-east-1"),
        }
    }

    /// The request that adds it as a replica.
    pub fn create_replica(self) -> Value {
        let updates = json!([{ "Create": { "RegionName": self.region() } }]);
        json!({ "TableName": self.short_name(), "ReplicaUpdates": updates })
    }

    /// Its key attributes: partition key, then sort key if it has one.
    pub fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Things | Self::Abroad | Self::Overseas => &["p", "s"],
            Self::Others => &["id"],
        }
    }

    /// The key attributes of an item.
    pub fn key_of(self, item: &Attributes) -> Attributes {
        let key = self.keys().iter().filter_map(|name| item.get_key_value(*name));
        key.map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}

/// The type that an attribute must have where it is a key. A run can give key attributes of tables another one: type B.
pub fn key_type(name: &str) -> &'static str {
    match name {
        "s" | "m" | "h" => "N",
        "b" | "c" => "B",
        _ => "S",
    }
}

impl IndexDefinition {
    pub fn named(name: &str) -> &'static Self {
        INDEXES.iter().find(|index| index.name == name).expect("steps name indexes of the list")
    }

    /// All key attributes, those of the partition key first.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.partition.iter().chain(self.sort).copied()
    }

    /// The index in a request: name, key and projection.
    pub fn to_json(self) -> Value {
        let key = |kind: &str, name: &str| json!({ "AttributeName": name, "KeyType": kind });
        let partition = self.partition.iter().map(|name| key("HASH", name));
        let schema: Vec<Value> =
            partition.chain(self.sort.iter().map(|name| key("RANGE", name))).collect();
        let projection = match self.projection {
            Projection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
            Projection::All => json!({ "ProjectionType": "ALL" }),
            Projection::Include(names) => {
                json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names })
            }
        };
        json!({ "IndexName": self.name, "KeySchema": schema, "Projection": projection })
    }

    /// Whether entries contain an attribute.
    pub fn projects(&self, name: &str) -> bool {
        let is_projected = match self.projection {
            Projection::KeysOnly => false,
            Projection::All => true,
            Projection::Include(names) => names.contains(&name),
        };
        is_projected || self.table.keys().contains(&name) || self.keys().any(|key| key == name)
    }

    /// The projected attributes of an item, whether it is in the index or not.
    pub fn projected(&self, item: &Attributes) -> Attributes {
        let projected = item.iter().filter(|(name, _)| self.projects(name));
        projected.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The entry of an item: `None` unless it has every key attribute with a value that a key may have.
    pub fn entry(&self, item: &Attributes) -> Option<Attributes> {
        let has_key = |name: &str| item.get(name).is_some_and(|value| self.accepts(name, value));
        self.keys().all(has_key).then(|| self.projected(item))
    }

    /// Whether it has a key attribute of type B that is not one of its table.
    pub fn has_binary_key(&self) -> bool {
        self.keys().any(|name| key_type(name) == "B")
    }

    /// Whether a value may be that of a key attribute: of the declared type, not empty, and not too long.
    pub fn accepts(&self, name: &str, value: &Value) -> bool {
        let length_max = if self.partition.contains(&name) { 2_048 } else { 1_024 };
        // Steps give key attributes of the table only values of their types.
        let is_of_table = self.table.keys().contains(&name);
        let is_typed = is_of_table || value[key_type(name)].is_string();
        let is_number = value["N"].is_string();
        is_typed && (is_number || (1..=length_max).contains(&value_size(value)))
    }
}

/// `AttributeDefinitions` for these key attributes, if `binary` are the key attributes of tables that are of type B.
pub fn definitions(
    names: impl IntoIterator<Item = &'static str>,
    binary: &BTreeSet<&str>,
) -> Value {
    let names: BTreeSet<&str> = names.into_iter().collect();
    let definition = |name: &str| {
        let kind = if binary.contains(name) { "B" } else { key_type(name) };
        json!({ "AttributeName": name, "AttributeType": kind })
    };
    names.into_iter().map(definition).collect()
}
