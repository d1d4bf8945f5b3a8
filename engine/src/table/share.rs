//! The part of a request that each partition serves.

use crate::capacity::share::Share;
use crate::capacity::units::CapacityUnits;
use crate::model::bytes::Bytes;
use crate::model::item::AttributeMap;
use crate::receipt::Store;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::range::Range;
use crate::table::schema::Scope;
use crate::table::write::plan::WritePlan;

impl Table {
    /// The store whose partitions serve a read. A local index is in the partitions of its table.
    pub(crate) fn serving(index: Option<&Index>) -> Store {
        let index = index.filter(|index| index.schema.scope == Scope::Global);
        index.map_or(Store::Table, Index::store)
    }

    /// The partition of an item that is written by a plan, and the units that the table and its local indexes ask
    /// there.
    pub(crate) fn write_share(&self, plan: &WritePlan) -> Share {
        let local = plan.effects.iter().filter(|(ordinal, _)| !self.is_global(*ordinal));
        let stored = plan.new.as_ref().or(plan.old.as_ref());
        Share {
            partition: self.items.partition_of(&plan.position),
            units: plan.units + local.map(|(_, effect)| effect.units).sum(),
            hash: Some(plan.position.hash),
            item: stored.map(|stored| stored.image.clone()),
        }
    }

    /// The partition of an item that is read by its key, and the units that this asks there.
    pub(crate) fn read_share(&self, key: &AttributeMap, units: CapacityUnits) -> Share {
        let position = self.position(key);
        let partition = self.items.partition_of(&position);
        let item = self.items.get(&position).map(|stored| stored.image.clone());
        Share { partition, units, hash: Some(position.hash), item }
    }

    /// Divides the units of a page among the partitions it read, in proportion to the bytes read. The partition where
    /// the range starts serves an empty page.
    pub(crate) fn shares(
        &self,
        index: Option<&Index>,
        range: &Range,
        scanned_count: usize,
        units: CapacityUnits,
    ) -> Vec<Share> {
        let storage = index.map_or(&self.items, |index| &index.entries);
        let mut shares: Vec<(Share, Bytes)> = Vec::new();
        for (position, stored) in storage.range(range).take(scanned_count) {
            let partition = storage.partition_of(position);
            if let Some((share, size)) = shares.last_mut()
                && share.partition == partition
            {
                *size += stored.size;
                share.hash = share.hash.filter(|hash| *hash == position.hash);
                continue;
            }
            let (hash, item) = (Some(position.hash), Some(stored.image.clone()));
            shares.push((Share { partition, units, hash, item }, stored.size));
        }
        if shares.is_empty() {
            let partition = storage.partition_of(&range.start);
            return vec![Share { partition, units, hash: Some(range.start.hash), item: None }];
        }
        divide(&mut shares, units);
        shares.into_iter().map(|(share, _)| share).collect()
    }
}

/// Divides units in proportion to bytes, in half units; the parts add up to the whole.
fn divide(shares: &mut [(Share, Bytes)], units: CapacityUnits) {
    let whole: u128 = shares.iter().map(|(_, size)| u128::from(size.0)).sum();
    let (mut bytes, mut given) = (0, 0);
    for (share, size) in shares {
        bytes += u128::from(size.0);
        let halves = u128::from(units.halves()) * bytes / whole.max(1);
        let halves = u64::try_from(halves).expect("a part is not larger than the whole");
        share.units = CapacityUnits::from_halves(halves - given);
        given = halves;
    }
}
