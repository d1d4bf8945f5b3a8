//! Partitions: the ranges of positions in which a table or a global index is kept, and where one is divided.

use crate::model::bytes::Bytes;
use crate::model::key::Position;
use crate::model::list::Listed;
use crate::table::storage::{Range, Storage};
use crate::throughput::heat::Heat;

/// The partitions of a table with its local indexes, or of a global index. They leave no gap and never merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PartitionMap {
    /// In the order of positions; the first begins with the first position.
    partitions: Vec<Partition>,
}

/// One partition: a range of hashes, or a range of sort keys within one item collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Partition {
    /// Its first position; it ends where the next begins.
    pub(crate) start: Position,
    /// Bytes that are stored in it.
    pub(crate) size: Bytes,
    /// The size beyond which it is looked at again, after one of its items alone was too large to divide.
    pub(crate) split_size: Bytes,
    pub(crate) heat: Heat,
}

/// What may be divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Divisibility {
    /// Any two items.
    Items,
    /// Items of different partition keys only: a local index binds a collection to one partition.
    Collections,
}

impl PartitionMap {
    /// So many partitions with equal shares of the hashes.
    pub(crate) fn new(count: usize, split_size: Bytes) -> Self {
        let start = |number: u128| {
            let hash = (number << 64).div_ceil(count as u128);
            let hash = u64::try_from(hash).expect("a share begins before the hashes end");
            Position { hash, ..Position::default() }
        };
        let partitions = (0..count as u128).map(|number| Partition::at(start(number), split_size));
        Self { partitions: partitions.listed() }
    }

    /// Partitions that begin at these positions; none if they are not in order, or do not begin with the first.
    pub(crate) fn from_starts(starts: Vec<Position>, split_size: Bytes) -> Option<Self> {
        let is_whole = starts.first() == Some(&Position::default());
        let is_ordered = starts.windows(2).all(|pair| pair[0] < pair[1]);
        let partitions = starts.into_iter().map(|start| Partition::at(start, split_size));
        (is_whole && is_ordered).then(|| Self { partitions: partitions.listed() })
    }

    pub(crate) fn count(&self) -> usize {
        self.partitions.len()
    }

    pub(crate) fn as_slice(&self) -> &[Partition] {
        &self.partitions
    }

    pub(crate) fn get_mut(&mut self, partition: usize) -> &mut Partition {
        &mut self.partitions[partition]
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Partition> {
        self.partitions.iter_mut()
    }

    /// The partition in which a position lies.
    pub(crate) fn find(&self, position: &Position) -> usize {
        self.partitions.partition_point(|partition| partition.start <= *position) - 1
    }

    /// The positions of a partition.
    pub(crate) fn range(&self, partition: usize) -> Range {
        let end = self.partitions.get(partition + 1).map(|next| next.start.clone());
        Range { start: self.partitions[partition].start.clone(), end, forward: true }
    }

    /// Lets a partition end at a position, where a new one begins.
    pub(crate) fn split(&mut self, partition: usize, at: Position, split_size: Bytes) {
        self.partitions.insert(partition + 1, Partition::at(at, split_size));
        self.partitions[partition].heat = Heat::default();
    }

    /// A partition with more than its share of the hashes, if all hashes were shared by so many, and the middle of it.
    pub(crate) fn wider_than_share(&self, count: usize) -> Option<(usize, Position)> {
        let share = u64::MAX / count as u64;
        for (number, partition) in self.partitions.iter().enumerate() {
            let first = partition.start.hash;
            let next = self.partitions.get(number + 1).map(|next| next.start.hash);
            let width = next.unwrap_or(u64::MAX) - first;
            // Equal shares differ by what is lost in rounding.
            if width.saturating_sub(share) > share / 1_000 {
                let hash = first + width.div_ceil(2);
                return Some((number, Position { hash, ..Position::default() }));
            }
        }
        None
    }
}

impl Partition {
    fn at(start: Position, split_size: Bytes) -> Self {
        Self { start, size: Bytes::ZERO, split_size, heat: Heat::default() }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.size > self.split_size
    }

    /// Whether it has been hot for so many seconds in a row; never for none.
    pub(crate) fn is_hot_for(&self, seconds: u64) -> bool {
        seconds > 0 && self.heat.hot_seconds >= seconds
    }

    /// Holds more or fewer bytes: those of what is new instead of what is old.
    pub(crate) fn resize(&mut self, old: Bytes, new: Bytes) {
        self.size = Bytes((self.size + new).0.saturating_sub(old.0));
    }

    /// Is not looked at again before it has grown by so much, or has been hot for as long again.
    pub(crate) fn leave_alone(&mut self, growth: Bytes) {
        self.split_size = self.size + growth;
        self.heat.hot_seconds = 0;
    }

    /// Whether it begins at a sort key.
    pub(crate) fn begins_within_collection(&self) -> bool {
        !self.start.bytes.is_empty()
    }

    /// The hash of the key that makes it hot by itself.
    pub(crate) fn hot_hash(&self) -> Option<u64> {
        let kind = self.heat.main_kind();
        self.heat.keys(kind).dominant().map(|key| key.hash)
    }
}

/// Where a full range is divided: behind the item with which half of its bytes are reached, or else before it. None if
/// nothing in it can be parted.
pub(crate) fn middle(
    storage: &Storage,
    range: &Range,
    divisibility: Divisibility,
) -> Option<Position> {
    let whole: Bytes = storage.range(range).map(|(_, stored)| stored.size).sum();
    let (mut size, mut previous, mut before) = (Bytes::ZERO, None, None);
    for (position, stored) in storage.range(range) {
        let boundary = previous.and_then(|previous| divisibility.boundary(previous, position));
        match size + size >= whole {
            true if boundary.is_some() => return boundary,
            true => {}
            false => before = boundary.or(before),
        }
        size += stored.size;
        previous = Some(position);
    }
    before
}

/// Where a hot range is divided: before and behind the key that makes it hot, or else in its middle. A collection
/// that is alone in its range is divided between sort keys, unless a local index binds it.
pub(crate) fn relief(
    storage: &Storage,
    range: &Range,
    hot_hash: Option<u64>,
    divisibility: Divisibility,
) -> Vec<Position> {
    let around = hot_hash.map(|hash| isolation(storage, range, hash)).unwrap_or_default();
    match around.is_empty() {
        true => middle(storage, range, divisibility).into_iter().listed(),
        false => around,
    }
}

/// The boundaries that leave a range to one partition key, as far as there is anything beside it.
fn isolation(storage: &Storage, range: &Range, hash: u64) -> Vec<Position> {
    let of_hash = |hash| Position { hash, ..Position::default() };
    let start = of_hash(hash);
    let behind = hash.checked_add(1).map(of_hash);
    let holds = |start: &Position, end: &Option<Position>| {
        let range = Range { start: start.clone(), end: end.clone(), forward: true };
        storage.range(&range).next().is_some()
    };
    let before = Some(start.clone()).filter(|_| holds(&range.start, &Some(start)));
    let behind = behind.filter(|behind| range.contains(behind) && holds(behind, &range.end));
    before.into_iter().chain(behind).listed()
}

impl Divisibility {
    /// Where the later of two neighbours begins a partition, if they may be parted: where its collection begins, unless
    /// both are of one.
    fn boundary(self, previous: &Position, position: &Position) -> Option<Position> {
        match self {
            _ if previous.hash != position.hash => {
                Some(Position { hash: position.hash, ..Position::default() })
            }
            Self::Items => Some(position.clone()),
            Self::Collections => None,
        }
    }
}
