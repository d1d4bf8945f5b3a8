//! What a seed draws before its first step: the tables, and the dimensions of behaviour of the run.

use std::collections::BTreeSet;

use engine::api;
use engine::capacity::throughput::Throughput;
use engine::database::{Config, Database, LifecycleDelays};
use engine::model::bytes::Bytes;
use engine::throughput::model::ThroughputModel;
use serde_json::{Value, json};

use crate::random::Random;
use crate::simulation::caller;
use crate::simulation::index::IndexModel;
use crate::simulation::model::{Model, TableModel};
use crate::simulation::program;
use crate::simulation::schema::{INDEXES, IndexDefinition, Table, definitions};

/// A dimension of behaviour. Each run has some of them, so that each is combined with each other, with and without the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Feature {
    /// Requests name tables by ARN.
    Arns,
    /// Writes have conditions, reads have filters.
    Conditions,
    /// Requests use the legacy parameters.
    Legacy,
    Batches,
    Transactions,
    /// Transactions have tokens.
    Tokens,
    Reads,
    /// Values that no index key may have.
    WrongKeys,
    /// Partition key values that are too long for the sort key of an index.
    LongKeys,
    /// Global indexes are added and dropped.
    IndexChanges,
    /// Indexes and settings take time to change.
    SlowChanges,
    /// Virtual time passes.
    Time,
    /// The time that a change takes to reach a global index varies.
    Spread,
    /// Items expire.
    TimeToLive,
    /// Writes are recorded in a stream.
    Stream,
    /// The database is saved and loaded.
    Saves,
    /// Throughput is limited.
    Limits,
    /// Throughput is provisioned.
    Provisioned,
    /// Partitions lend each other unused throughput.
    Adaptive,
    /// Partitions are so small that they split.
    Splits,
    /// Auto scaling.
    Scaling,
    /// Workloads are run.
    Workloads,
    /// Item collections are so small that they fill up.
    Collections,
    /// Tables are deleted and created again.
    Recreation,
    /// Keys of tables and indexes are binary.
    BinaryKeys,
    /// Tables have so many items that the backfill of an index takes several steps.
    ManyItems,
    /// Things has a replica in another Region.
    Regions,
    /// It has one in a third Region, too.
    ThreeRegions,
    /// Others stands for a table of an SQL database.
    Sql,
    /// A program counts the records of Things.
    Programs,
    /// Each request is also sent by a caller who may not do all.
    Callers,
}

/// Every dimension but those of what stands beside the tables.
pub const FEATURES: [Feature; 26] = [
    Feature::Arns,
    Feature::Conditions,
    Feature::Legacy,
    Feature::Batches,
    Feature::Transactions,
    Feature::Tokens,
    Feature::Reads,
    Feature::WrongKeys,
    Feature::LongKeys,
    Feature::IndexChanges,
    Feature::SlowChanges,
    Feature::Time,
    Feature::Spread,
    Feature::TimeToLive,
    Feature::Stream,
    Feature::Saves,
    Feature::Limits,
    Feature::Provisioned,
    Feature::Adaptive,
    Feature::Splits,
    Feature::Scaling,
    Feature::Workloads,
    Feature::Collections,
    Feature::Recreation,
    Feature::BinaryKeys,
    Feature::ManyItems,
];

/// The initial state of a run.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The dimensions that the run has.
    pub features: BTreeSet<Feature>,
    /// The indexes that exist from the beginning.
    pub indexes: Vec<&'static IndexDefinition>,
    /// The key attributes of tables that are of type B.
    pub binary_keys: BTreeSet<&'static str>,
    /// How the database is configured.
    pub config: Config,
    /// Read and write units that are provisioned for each table.
    pub provisioned: (u64, u64),
    /// Write units that are provisioned for each global index: often fewer than it needs.
    pub index_writes: u64,
    /// What the caller may do, if there is one.
    pub policy: Option<Vec<caller::Statement>>,
}

impl Setup {
    /// What a seed draws.
    pub fn draw(random: &mut Random) -> Self {
        let mut features: BTreeSet<Feature> =
            FEATURES.into_iter().filter(|_| random.below(2) == 0).collect();
        if features.contains(&Feature::Tokens) {
            features.insert(Feature::Transactions);
        }
        let mut setup = Self::of(features, random.below(1 << 30));
        setup.indexes = INDEXES.iter().filter(|_| random.below(2) == 0).collect();
        if setup.has(Feature::BinaryKeys) {
            let names = Table::Things.keys().iter().chain(Table::Others.keys());
            setup.binary_keys = names.copied().filter(|_| random.below(2) == 0).collect();
        } else {
            setup.indexes.retain(|index| !index.has_binary_key());
        }
        setup.config.propagation_delay_ms = random.pick(&[0, 50, 200]);
        setup.config.lifecycle.expire_item_ms = random.pick(&[0, 0, 5_000]);
        setup.provisioned = random.pick(&[(5, 5), (12, 24), (40, 12)]);
        setup.index_writes = random.pick(&[1, 2, 5, 24]);
        if setup.has(Feature::Limits) {
            setup.config.throughput = setup.throughput(random);
        } else if setup.has(Feature::Collections) && !setup.has(Feature::Workloads) {
            setup.config.collection_size_max = Bytes(random.pick(&[2_000, 9_000]));
        }
        setup
    }

    /// What a seed draws for a sandbox of the page, which cannot set all limits and delays.
    pub fn draw_for_sandbox(random: &mut Random) -> Self {
        let mut setup = Self::draw(random);
        let left_out = [
            Feature::Spread,
            Feature::SlowChanges,
            Feature::Scaling,
            Feature::Workloads,
            Feature::Saves,
            Feature::Collections,
            Feature::Recreation,
            Feature::ManyItems,
        ];
        setup.features.retain(|feature| !left_out.contains(feature));
        let delay_ms = setup.config.propagation_delay_ms;
        let expire_item_ms = setup.config.lifecycle.expire_item_ms;
        let usual = ThroughputModel::default();
        let throughput = ThroughputModel {
            partition_size: setup.config.throughput.partition_size.max(Bytes(1_024)),
            heat_split_seconds: usual.heat_split_seconds,
            queue_seconds_max: usual.queue_seconds_max,
            account_maximum: usual.account_maximum,
            ..setup.config.throughput
        };
        setup.config = Config { propagation_delay_ms: delay_ms, throughput, ..Config::default() };
        setup.config.lifecycle = LifecycleDelays {
            allocate_index_ms: 200,
            backfill_step_ms: 300,
            delete_index_ms: 200,
            expire_item_ms,
            ..setup.config.lifecycle
        };
        setup
    }

    fn of(features: BTreeSet<Feature>, seed: u64) -> Self {
        let mut config = Config { seed, ..Config::default() };
        if features.contains(&Feature::Spread) {
            config.propagation_spread_ms = 150;
        }
        if features.contains(&Feature::SlowChanges) {
            config.lifecycle = LifecycleDelays {
                update_settings_ms: 100,
                allocate_index_ms: 300,
                backfill_step_ms: 200,
                delete_index_ms: 100,
                update_time_to_live_ms: 100,
                ..config.lifecycle
            };
        }
        Self {
            features,
            indexes: Vec::new(),
            binary_keys: BTreeSet::new(),
            config,
            provisioned: (5, 5),
            index_writes: 5,
            policy: None,
        }
    }

    /// Limits so small that a few requests reach them.
    fn throughput(&self, random: &mut Random) -> ThroughputModel {
        let has_splits = self.has(Feature::Splits);
        let ceiling = random.pick(&[(20, 10), (60, 30), (400, 200)]);
        ThroughputModel {
            is_enforced: true,
            is_adaptive: self.has(Feature::Adaptive),
            burst_seconds: random.pick(&[1, 5, 300]),
            partition_ceiling: Throughput {
                read_units_per_second: ceiling.0,
                write_units_per_second: ceiling.1,
            },
            partition_size: if has_splits {
                Bytes(random.pick(&[800, 3_000]))
            } else {
                Bytes(1 << 30)
            },
            partition_count_min: random.pick(&[0, 1, 3]),
            heat_split_seconds: if has_splits { 2 } else { 0 },
            queue_seconds_max: random.pick(&[1, 2]),
            ..ThroughputModel::default()
        }
    }

    /// Whether the run has a dimension.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }

    /// Whether workloads have keys of the types of the table: their sort keys are numbers.
    pub fn has_workloads(&self) -> bool {
        !self.binary_keys.contains("s")
    }

    /// Whether partitions store only items, or entries of one index.
    pub fn has_no_local_index(&self) -> bool {
        self.indexes.iter().all(|index| !index.is_local)
    }

    /// Whether the model knows exactly when a change arrives at a global index.
    pub fn is_exact(&self) -> bool {
        !self.has(Feature::Spread) && !self.has(Feature::Limits)
    }

    /// The database and the model of it, with their tables.
    pub fn begin(&self) -> (Database, Model) {
        // Replicas are added one after another, and the first takes no time.
        let lifecycle = LifecycleDelays::default();
        let mut database = Database::new(Config { lifecycle, ..self.config });
        let mut model = Model {
            delay_ms: self.config.propagation_delay_ms,
            expiry_delay_ms: self.config.lifecycle.expire_item_ms,
            collection_size_max: self.config.collection_size_max.0,
            ..Model::default()
        };
        let mut call = |operation, request: &Value| {
            api::call(&mut database, operation, &request.to_string())
                .unwrap_or_else(|error| panic!("{request}: {error}"));
        };
        for table in [Table::Things, Table::Others] {
            call("CreateTable", &self.create_table(table));
        }
        if self.has(Feature::Regions) {
            for replica in self.tables().filter(|table| table.region().is_some()) {
                call("UpdateTable", &replica.create_replica());
            }
            model.regions.replicas = self.tables().filter(|it| *it != Table::Others).collect();
            model.regions.delay_ms = Some(self.config.replication_delay_ms);
        }
        if self.has(Feature::Programs) {
            call("CreateTable", &program::create_table());
            let attached =
                api::program::attach(&mut database, &program::definition(self.config.seed));
            attached.expect("its table has a stream");
        }
        database.set_lifecycle_delays(self.config.lifecycle);
        self.set_sql(&mut database);
        model.sql = Some(Table::Others).filter(|_| self.has(Feature::Sql));
        for table in self.tables() {
            model.tables.insert(table, self.table_model(table));
        }
        (database, model)
    }

    /// Makes Others stand for a table of an SQL database. A database that is saved does not say so.
    pub fn set_sql(&self, database: &mut Database) {
        database.set_sql_tables(|table| {
            self.has(Feature::Sql) && table.as_str() == Table::Others.name()
        });
    }

    /// The tables of the run.
    pub fn tables(&self) -> impl Iterator<Item = Table> {
        let replicas =
            [(Table::Abroad, Feature::Regions), (Table::Overseas, Feature::ThreeRegions)];
        let replicas = replicas.into_iter().filter(|(_, feature)| self.has(*feature));
        [Table::Things, Table::Others].into_iter().chain(replicas.map(|(table, _)| table))
    }

    /// The model of a table that was just created.
    pub fn table_model(&self, table: Table) -> TableModel {
        let indexes = self.indexes.iter().filter(|index| index.table == table.design());
        let indexes = indexes.map(|it| (it.name, IndexModel::new(it, self.is_exact())));
        TableModel { indexes: indexes.collect(), ..TableModel::default() }
    }

    /// The request that creates a table.
    pub fn create_table(&self, table: Table) -> Value {
        let of_table = self.indexes.iter().filter(|index| index.table == table);
        let names = of_table.clone().flat_map(|index| index.keys());
        let kinds = ["HASH", "RANGE"].iter().zip(table.keys());
        let key = kinds.map(|(kind, name)| json!({ "AttributeName": name, "KeyType": kind }));
        let mut request = json!({
            "TableName": table.name(),
            "AttributeDefinitions": definitions(names.chain(table.keys().iter().copied()), &self.binary_keys),
            "KeySchema": key.collect::<Vec<_>>(),
            "BillingMode": "PAY_PER_REQUEST",
        });
        if table == Table::Things && self.has(Feature::Programs) {
            request["StreamSpecification"] =
                json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" });
        }
        let throughput = provisioned(self.provisioned.0, self.provisioned.1);
        let is_provisioned = self.has(Feature::Provisioned);
        if is_provisioned {
            request["BillingMode"] = "PROVISIONED".into();
            request["ProvisionedThroughput"] = throughput;
        }
        for (member, is_local) in
            [("LocalSecondaryIndexes", true), ("GlobalSecondaryIndexes", false)]
        {
            let of_kind = of_table.clone().filter(|index| index.is_local == is_local);
            let mut indexes: Vec<Value> = of_kind.map(|index| index.to_json()).collect();
            for index in indexes.iter_mut().filter(|_| is_provisioned && !is_local) {
                index["ProvisionedThroughput"] = provisioned(self.provisioned.0, self.index_writes);
            }
            if !indexes.is_empty() {
                request[member] = indexes.into();
            }
        }
        request
    }
}

/// `ProvisionedThroughput`.
pub fn provisioned(reads: u64, writes: u64) -> Value {
    json!({ "ReadCapacityUnits": reads, "WriteCapacityUnits": writes })
}
