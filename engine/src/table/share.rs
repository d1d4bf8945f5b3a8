//! What of a request each partition serves.

use crate::capacity::units::CapacityUnits;
use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::list::Listed;
use crate::table::Table;
use crate::table::index::Index;
use crate::table::schema::Scope;
use crate::table::storage::Range;

/// Units that a request asks of one partition.
#[derive(Debug, Clone)]
pub(crate) struct Share {
    pub(crate) partition: usize,
    pub(crate) units: CapacityUnits,
    /// The hash of the partition key.
    pub(crate) hash: u64,
    /// An item that is read or written, if there is one.
    pub(crate) item: Option<Image>,
}

impl Table {
    /// Whose partitions serve reads of the table or of an index: a local index lives in those of its table.
    pub(crate) fn serving(&self, index: Option<&Index>) -> Option<usize> {
        let index = index.filter(|index| index.schema.scope == Scope::Global)?;
        self.schema.index(index.schema.name.as_str()).map(|(ordinal, _)| ordinal)
    }

    /// What each partition serves of a page that cost so much: its part of the bytes that were evaluated. What is empty
    /// is served by the partition in which it was looked for. None while throughput is not metered.
    pub(crate) fn shares(
        &self,
        index: Option<&Index>,
        range: &Range,
        scanned_count: usize,
        units: CapacityUnits,
    ) -> Vec<Share> {
        let Some(meter) = self.meter(self.serving(index)) else { return Vec::new() };
        let storage = index.map_or(&self.items, |index| &index.entries);
        let mut shares: Vec<(Share, Bytes)> = Vec::new();
        for (position, stored) in storage.range(range).take(scanned_count) {
            let partition = meter.partitions.find(position);
            if let Some((share, size)) = shares.last_mut()
                && share.partition == partition
            {
                *size += stored.size;
                continue;
            }
            let item = Some(stored.image.clone());
            shares.push((Share { partition, units, hash: position.hash, item }, stored.size));
        }
        if shares.is_empty() {
            let partition = meter.partitions.find(&range.start);
            return vec![Share { partition, units, hash: range.start.hash, item: None }];
        }
        divide(&mut shares, units);
        shares.into_iter().map(|(share, _)| share).listed()
    }
}

/// Divides units in proportion to bytes, to the half unit and without a rest.
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
