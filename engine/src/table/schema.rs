//! What CreateTable and UpdateTable said. Keys and projections are checked once and stay for the life of table or index.

use std::sync::Arc;

use crate::capacity::throughput::Throughput;
use crate::model::attribute_value::AttributeValue;
use crate::model::item::{AttributeMap, Item};
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::{AttributeName, IndexName, TableName};

/// The most that an on-demand table may consume, in request units per second.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OnDemandMaximum {
    /// Reads; none means no limit of its own.
    pub read_units_per_second: Option<u64>,
    /// Writes; none means no limit of its own.
    pub write_units_per_second: Option<u64>,
}

impl OnDemandMaximum {
    /// Whether it limits anything.
    pub(crate) fn is_set(&self) -> bool {
        *self != Self::default()
    }
}

/// The definition of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableSchema {
    /// Name of the table.
    pub name: TableName,
    /// Every attribute that a key of the table or of an index uses, in ascending order of the name.
    pub attribute_definitions: Vec<KeyAttribute>,
    /// Primary key: one partition key attribute and at most one sort key attribute.
    pub key: KeySchema,
    /// Local indexes, then global ones, each in the order of the request.
    pub indexes: Vec<Arc<IndexSchema>>,
    /// How throughput is paid for.
    pub billing: Billing,
    /// Whether DeleteTable is rejected.
    pub deletion_protection: bool,
    /// The price class, if one was chosen.
    pub table_class: Option<TableClass>,
    /// The most that an on-demand table may consume, if that was set.
    pub on_demand_maximum: Option<OnDemandMaximum>,
    /// What it can absorb at once, if that was set.
    pub warm_throughput: Option<WarmThroughput>,
    /// With whose key it is encrypted.
    pub encryption: Encryption,
}

/// Multi-Region strong consistency of a table with its replicas: three of them, or two and a witness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrongRegions {
    /// The Region that has the writes, and no table.
    pub witness: Option<String>,
}

/// The owner of the key that encrypts a table. It is only described: the engine encrypts nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Encryption {
    /// With a key of DynamoDB itself, which is not described.
    #[default]
    ServiceKey,
    /// With a key of the account, named by its ARN.
    AccountKey(String),
}

/// The price class of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableClass {
    /// Storage and throughput at the standard price.
    Standard,
    /// Cheaper storage, dearer throughput.
    InfrequentAccess,
}

/// How the throughput of a table is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Billing {
    /// By the request.
    PayPerRequest,
    /// By provisioned units per second.
    Provisioned(Throughput),
}

/// What an on-demand table can absorb at once unless more was asked for. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/warm-throughput.html>
pub const WARM_THROUGHPUT_DEFAULT: Throughput =
    Throughput { read_units_per_second: 12_000, write_units_per_second: 4_000 };

/// The throughput that a table or a global index can serve at once: on demand what it serves at first, and in both modes
/// the partitions that it has at least.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WarmThroughput {
    /// Request units per second.
    pub throughput: Throughput,
    /// Whether it is being raised.
    pub is_rising: bool,
}

/// The definition of a secondary index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexSchema {
    /// Name of the index.
    pub name: IndexName,
    /// Local or global.
    pub scope: Scope,
    /// Key of the index.
    pub key: KeySchema,
    /// Which attributes its entries hold.
    pub projection: Projection,
    /// Tells it from the other indexes of its table: the smallest number that was free when it was created. It stays when
    /// others are deleted. Model: DynamoDB has only names.
    pub number: usize,
    /// Provisioned throughput of a global index of a provisioned table.
    pub throughput: Option<Throughput>,
    /// The most that a global index of an on-demand table may consume, if that was set.
    pub on_demand_maximum: Option<OnDemandMaximum>,
    /// What a global index can absorb at once, if that was set.
    pub warm_throughput: Option<WarmThroughput>,
    /// Names of all projected attributes in ascending order; none when all are projected.
    projected: Option<Vec<AttributeName>>,
}

/// The reach of a secondary index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Orders the items of each partition key value anew; changes with the write.
    Local,
    /// Has partitions of its own; changes a moment after the write.
    Global,
}

/// Which attributes an index entry holds beside the keys of table and index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Projection {
    /// None.
    KeysOnly,
    /// The named ones.
    Include(Vec<AttributeName>),
    /// All.
    All,
}

impl WarmThroughput {
    /// A throughput that is reached.
    pub fn reached(throughput: Throughput) -> Self {
        Self { throughput, is_rising: false }
    }
}

impl TableSchema {
    /// What a global index of the table is provisioned with. An index keeps what it had while its table is on demand, and
    /// does not use it.
    pub fn provisioned_index(&self, index: &IndexSchema) -> Option<Throughput> {
        match self.billing {
            Billing::PayPerRequest => None,
            Billing::Provisioned(_) => index.throughput,
        }
    }

    /// What the table, or a global index with these settings of its own, can absorb at once.
    pub(crate) fn warm(&self, index: Option<&IndexSchema>) -> Throughput {
        let (set, provisioned) = match (index, self.billing) {
            (Some(index), _) => (index.warm_throughput, self.provisioned_index(index)),
            (None, Billing::PayPerRequest) => (self.warm_throughput, None),
            (None, Billing::Provisioned(throughput)) => (self.warm_throughput, Some(throughput)),
        };
        set.map(|set| set.throughput).or(provisioned).unwrap_or(WARM_THROUGHPUT_DEFAULT)
    }

    /// The definition of an index and its place among the indexes of the table.
    pub fn index(&self, name: &str) -> Option<(usize, &Arc<IndexSchema>)> {
        self.indexes.iter().enumerate().find(|(_, index)| index.name.as_str() == name)
    }

    /// Numbers the indexes of a new table: global ones first, each kind in the order of its definition.
    pub(crate) fn number_indexes(&mut self) {
        let is_global = |index: &Arc<IndexSchema>| index.scope == Scope::Global;
        let global_count = self.indexes.iter().filter(|index| is_global(index)).count();
        let (mut global, mut local) = (0..global_count, global_count..);
        for index in &mut self.indexes {
            let number = if is_global(index) { global.next() } else { local.next() };
            Arc::make_mut(index).number = number.expect("there is a number for each index");
        }
    }

    /// The smallest number that no index has.
    pub fn free_index_number(&self) -> usize {
        let is_free = |number: &usize| self.indexes.iter().all(|index| index.number != *number);
        (0..=self.indexes.len()).find(is_free).expect("there are more numbers than indexes")
    }

    /// Whether the table has a local index, which binds an item collection to one partition.
    pub fn has_local_index(&self) -> bool {
        self.indexes.iter().any(|index| index.scope == Scope::Local)
    }
}

impl IndexSchema {
    /// A definition whose projection includes the keys of the index and of its table.
    pub fn new(
        name: IndexName,
        scope: Scope,
        key: KeySchema,
        projection: Projection,
        table_key: &KeySchema,
    ) -> Self {
        let included: &[AttributeName] = match &projection {
            Projection::KeysOnly | Projection::All => &[],
            Projection::Include(names) => names,
        };
        let keys = table_key.attributes().chain(key.attributes()).map(|attribute| &attribute.name);
        let mut names: Vec<_> = keys.chain(included).cloned().collect();
        names.sort();
        names.dedup();
        let projected = (projection != Projection::All).then_some(names);
        Self {
            name,
            scope,
            key,
            projection,
            number: 0,
            throughput: None,
            on_demand_maximum: None,
            warm_throughput: None,
            projected,
        }
    }

    /// Whether entries hold this attribute when their items have it.
    pub fn projects(&self, name: &str) -> bool {
        match &self.projected {
            None => true,
            Some(names) => names.binary_search_by(|other| other.as_str().cmp(name)).is_ok(),
        }
    }

    /// Whether the entry of an item holds all of it.
    pub(crate) fn projects_all_of(&self, item: &AttributeMap) -> bool {
        self.projected.is_none() || item.iter().all(|(name, _)| self.projects(name))
    }

    /// The attributes of an item that its entry holds, in ascending order of the name.
    pub fn projected<'i>(
        &'i self,
        item: &'i AttributeMap,
    ) -> impl Iterator<Item = (&'i AttributeName, &'i AttributeValue)> {
        item.iter().filter(|(name, _)| self.projects(name))
    }

    /// The entry of an item, as a reader of the index sees it.
    pub fn project(&self, item: &AttributeMap) -> Item {
        self.projected(item).map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}
