//! The throughput of a table and of its global indexes, put together from what is stored and what is metered.

use crate::database::Database;
use crate::database::table_throughput::TableThroughput;
use crate::receipt::{Store, UnitKind};
use crate::table::Table;
use crate::table::index::IndexChange;
use crate::throughput::meter::Meter;
use crate::throughput::queue::Queue;
use crate::throughput::scaling::Scaling;
use crate::throughput::view::{
    PartitionThroughput, QueueLength, StoreThroughput, dimension_throughput, key_shares,
};

impl Database {
    /// The throughput of a table and of its global indexes, in that order. None while throughput is not limited, and
    /// for a table that there is not.
    ///
    /// Partitions are in the order of their positions. An identity names the same partition for as long as the table or
    /// index exists; [`StoreThroughput::splits`] says which partition was split and which one began. Where an item or
    /// entry is placed, [`Table::partition_of`](crate::table::Table::partition_of) says.
    pub fn throughput(&self, table: &str) -> Option<Vec<StoreThroughput>> {
        let table = self.table(table)?;
        let limits = self.table_throughput(&table.schema.name)?;
        limits.meter(&Store::Table)?;
        let stores = table.partitioned_stores().into_iter();
        Some(stores.filter_map(|store| self.store_throughput(table, store, limits)).collect())
    }

    /// How the reads and writes of a table, or of one of its global indexes, follow what is used. `None` if there is no
    /// such table.
    pub fn scaling(&self, table: &str, index: Option<&str>) -> Option<Scaling> {
        let table = self.table(table)?;
        let store = match index {
            None => Store::Table,
            Some(name) => table.index(name)?.store(),
        };
        let state = self.table_throughput(&table.schema.name)?.store(&store);
        Some(state.map(|state| state.scaling).unwrap_or_default())
    }

    fn store_throughput(
        &self,
        table: &Table,
        store: Store,
        limits: &TableThroughput,
    ) -> Option<StoreThroughput> {
        let (now, state) = (self.now, limits.store(&store)?);
        let meter = state.meter.as_deref()?;
        let key = match &store {
            Store::Table | Store::Local(_) => &table.schema.key,
            Store::Global(name) => &table.index(name.as_str())?.schema.key,
        };
        let partitions = table.storage_of(&store).partitions().iter().map(|partition| {
            let heat = &meter.partitions[partition.id.0].heat;
            PartitionThroughput {
                id: partition.id,
                start: partition.start.clone(),
                first_hash: partition.first_hash(),
                begins_within_collection: partition.begins_within_collection(),
                size: table.partition_size(&store, partition.id),
                read_burst: meter.read.budgets[partition.id.0].bucket.units(now),
                write_burst: meter.write.budgets[partition.id.0].bucket.units(now),
                samples: heat.samples.clone(),
                queue: self.queue_length(meter, state.queues.get(partition.id)),
                read_keys: key_shares(heat.keys(UnitKind::Read), key),
                write_keys: key_shares(heat.keys(UnitKind::Write), key),
            }
        });
        let partitions: Vec<PartitionThroughput> = partitions.collect();
        let queues = partitions.iter().map(|partition| partition.queue);
        Some(StoreThroughput {
            read: dimension_throughput(&meter.read, now),
            write: dimension_throughput(&meter.write, now),
            queue: queues.fold(QueueLength::default(), QueueLength::and),
            partitions,
            splits: meter.splits.clone(),
            store,
        })
    }

    fn queue_length(&self, meter: &Meter, queue: Option<&Queue<IndexChange>>) -> QueueLength {
        let Some(queue) = queue else { return QueueLength::default() };
        let model = &self.config.throughput;
        let shortage = meter.back_pressure(queue.units(), queue.cause(), model, self.now);
        QueueLength {
            count: queue.count(),
            units: queue.units(),
            oldest_since: Some(queue.first().since),
            is_throttling: shortage.is_some(),
        }
    }
}
