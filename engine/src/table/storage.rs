//! Items or index entries in key order, with their sizes and those of the partitions that hold them.
//!
//! `Storage::put` and `Storage::delete` are the only functions that change entries or sizes.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::key::Position;
use crate::model::partition_id::PartitionId;
use crate::table::partition::{Partition, Partitions};
use crate::table::range::Range;

/// Stored images by position. Items of one partition key value are together, in sort-key order:
/// an item collection is a range of positions.
#[derive(Debug, Clone, Default)]
pub struct Storage {
    stored: BTreeMap<Position, Stored>,
    size: Bytes,
    memory: Bytes,
    value_count: u64,
    partitions: Partitions,
}

/// An item, or the item of an index entry, with the bytes that are stored here for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The item as it was when it was stored.
    pub image: Image,
    /// Size of the whole item in a table, of the projected attributes in an index.
    pub size: Bytes,
}

/// Bytes of memory of a stored item or entry beyond its position and its attributes. Model: its place in the tree, the counts of the
/// shared image, and what the allocator adds.
pub(crate) const ROW_MEMORY: Bytes = Bytes(128);

impl Stored {
    fn memory(&self) -> Bytes {
        ROW_MEMORY + self.image.memory()
    }

    fn value_count(&self) -> u64 {
        1 + self.image.value_count()
    }
}

impl Storage {
    /// What is stored at a position.
    pub fn get(&self, position: &Position) -> Option<&Stored> {
        self.stored.get(position)
    }

    /// How many items or entries are stored.
    pub fn count(&self) -> usize {
        self.stored.len()
    }

    /// The sum of their sizes, without the 100 bytes each that storage billing adds.
    pub fn size(&self) -> Bytes {
        self.size
    }

    /// Bytes of memory that they take, or a few more: as if no other table, index or event shared their images.
    pub fn memory(&self) -> Bytes {
        self.memory
    }

    /// How many items or entries there are, and how many values they are made of.
    pub fn value_count(&self) -> u64 {
        self.value_count
    }

    /// Everything, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Position, &Stored)> {
        self.stored.iter()
    }

    /// Everything behind a position, in order; everything if there is none.
    pub fn behind(
        &self,
        position: Option<&Position>,
    ) -> impl Iterator<Item = (&Position, &Stored)> {
        let start = position.map_or(Bound::Unbounded, Bound::Excluded);
        self.stored.range::<Position, _>((start, Bound::Unbounded))
    }

    /// The images in a range, in its direction.
    pub fn range(&self, range: &Range) -> Box<dyn Iterator<Item = (&Position, &Stored)> + '_> {
        if range.is_empty() {
            return Box::new(std::iter::empty());
        }
        let end = range.end.as_ref().map_or(Bound::Unbounded, Bound::Excluded);
        let within = self.stored.range::<Position, _>((Bound::Included(&range.start), end));
        match range.forward {
            true => Box::new(within),
            false => Box::new(within.rev()),
        }
    }

    /// Stores an image, in place of what stood there.
    pub(crate) fn put(&mut self, position: Position, stored: Stored) {
        let partition = self.partitions.find_mut(&position);
        partition.size += stored.size;
        self.size += stored.size;
        let key_memory = Bytes::from_length(position.bytes.len());
        self.memory += key_memory + stored.memory();
        self.value_count += stored.value_count();
        if let Some(replaced) = self.stored.insert(position, stored) {
            partition.size = partition.size - replaced.size;
            self.size = self.size - replaced.size;
            self.memory = self.memory - key_memory - replaced.memory();
            self.value_count -= replaced.value_count();
        }
    }

    /// Removes the image at a position.
    pub(crate) fn delete(&mut self, position: &Position) {
        if let Some(removed) = self.stored.remove(position) {
            let partition = self.partitions.find_mut(position);
            partition.size = partition.size - removed.size;
            self.size = self.size - removed.size;
            let key_memory = Bytes::from_length(position.bytes.len());
            self.memory = self.memory - key_memory - removed.memory();
            self.value_count -= removed.value_count();
        }
    }

    /// The partitions, in the order of their positions. They leave no gap and never merge; there is one while throughput
    /// is not limited.
    pub fn partitions(&self) -> &[Partition] {
        self.partitions.as_slice()
    }

    /// The partition in which a position lies.
    pub fn partition_of(&self, position: &Position) -> PartitionId {
        self.partitions.find(position).id
    }

    /// A partition by its identity.
    pub(crate) fn partition(&self, partition: PartitionId) -> &Partition {
        self.partitions.get(partition)
    }

    /// The positions of a partition.
    pub(crate) fn partition_range(&self, partition: PartitionId) -> Range {
        self.partitions.range(partition)
    }

    /// Lets the partition in which a position lies end there, and a new one begin. `at` is not the start of a partition.
    pub(crate) fn split_at(&mut self, at: Position) -> PartitionId {
        let split = self.partitions.find(&at);
        assert!(split.start < at, "a partition is split between two positions of its own");
        let mut range = self.partitions.range(split.id);
        range.end = Some(at.clone());
        let kept = self.range(&range).map(|(_, stored)| stored.size).sum();
        self.partitions.split_at(at, kept)
    }

    /// Divides everything into partitions with these identities and first positions.
    pub(crate) fn set_partitions(&mut self, mut partitions: Partitions) {
        for (position, stored) in &self.stored {
            partitions.find_mut(position).size += stored.size;
        }
        self.partitions = partitions;
    }
}
