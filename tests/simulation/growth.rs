//! Partitions that grow: one that exceeds its size is split.

use std::collections::BTreeMap;

use engine::database::Database;
use engine::throughput::view::StoreThroughput;

use crate::simulation::probe;
use crate::simulation::schema::{IndexDefinition, Table};
use crate::size::size;

/// The partitions of a table or global index, as the engine showed them last.
#[derive(Debug, Clone, Default)]
pub struct Growth {
    /// Bytes by the identity of the partition.
    sizes: BTreeMap<usize, u64>,
    /// The most bytes that one item ever had: a partition that holds nothing else is not split, and is checked again when
    /// it has grown by the size of a partition.
    largest_item: u64,
}

impl Growth {
    /// Records the partitions. Fails if one exceeds its size by more than an item, and none was split.
    pub fn observe(
        &mut self,
        database: &Database,
        (table, index): (Table, Option<&'static str>),
        throughput: &StoreThroughput,
        partition_size: u64,
    ) -> Result<(), String> {
        let definition = index.map(IndexDefinition::named);
        for (_, item) in probe::placed(database, table, index) {
            let counted = definition.map_or(size(&item), |it| size(&it.projected(&item)));
            self.largest_item = self.largest_item.max(counted as u64);
        }
        let sizes = throughput.partitions.iter().map(|it| (it.id.0, it.size.0));
        let sizes: BTreeMap<usize, u64> = sizes.collect();
        let before = std::mem::replace(&mut self.sizes, sizes.clone());
        let limit = partition_size + self.largest_item;
        let outgrew = |(id, size): (&usize, &u64)| {
            *size > limit && before.get(id).copied().unwrap_or_default() < *size
        };
        // An index may be filled already when the engine shows it first.
        let was_split = match before.is_empty() {
            true => !throughput.splits.is_empty(),
            false => before.len() < sizes.len(),
        };
        match sizes.iter().find(|(id, size)| !was_split && outgrew((*id, *size))) {
            Some((id, size)) => {
                Err(format!("partition {id} holds {size} B of {limit}: {before:?}"))
            }
            None => Ok(()),
        }
    }
}
