//! Partitions: the ranges of positions in which a table or a global index is stored, and where one can be split.

use crate::model::bytes::Bytes;
use crate::model::key::Position;
use crate::model::partition_id::PartitionId;
use crate::table::range::Range;

/// One partition: a range of hashes, or a range of sort keys within one item collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// Its identity.
    pub id: PartitionId,
    /// Its first position; it ends where the next begins.
    pub start: Position,
    /// Bytes that are stored in it.
    pub size: Bytes,
}

/// The partitions of a store. Their identities are the numbers below their count, each once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Partitions {
    /// In the order of positions; the first begins with the first position.
    ordered: Vec<Partition>,
    /// Where the partition of each identity is in that order.
    places: Vec<usize>,
}

/// Which items a split may separate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Divisibility {
    /// Any two items.
    Items,
    /// Items of different partition keys only: a local index binds a collection to one partition.
    Collections,
}

impl Default for Partitions {
    /// One partition.
    fn default() -> Self {
        Self::even(1)
    }
}

impl Partitions {
    /// So many empty partitions with equal shares of the hashes.
    pub(crate) fn even(count: usize) -> Self {
        let start = |number: usize| {
            let hash = ((number as u128) << 64).div_ceil(count as u128);
            let hash = u64::try_from(hash).expect("a share begins before the hashes end");
            Position { hash, ..Position::default() }
        };
        let partition = |number| Partition::new(PartitionId(number), start(number));
        Self { ordered: (0..count).map(partition).collect(), places: (0..count).collect() }
    }

    /// Empty partitions with these identities and first positions; `None` if they are not in order, do not begin with the
    /// first position, or their identities are not the numbers below their count.
    pub(crate) fn from_starts(starts: Vec<(PartitionId, Position)>) -> Option<Self> {
        let begins = starts.first().is_some_and(|(_, start)| *start == Position::default());
        let is_ordered = starts.windows(2).all(|pair| pair[0].1 < pair[1].1);
        let mut places = vec![None; starts.len()];
        for (place, (id, _)) in starts.iter().enumerate() {
            *places.get_mut(id.0)? = Some(place);
        }
        let places = places.into_iter().collect::<Option<Vec<usize>>>()?;
        let ordered = starts.into_iter().map(|(id, start)| Partition::new(id, start)).collect();
        (begins && is_ordered).then_some(Self { ordered, places })
    }

    pub(crate) fn as_slice(&self) -> &[Partition] {
        &self.ordered
    }

    /// The partition of an identity.
    pub(crate) fn get(&self, id: PartitionId) -> &Partition {
        &self.ordered[self.places[id.0]]
    }

    /// The partition in which a position lies.
    pub(crate) fn find(&self, position: &Position) -> &Partition {
        &self.ordered[self.place(position)]
    }

    pub(crate) fn find_mut(&mut self, position: &Position) -> &mut Partition {
        let place = self.place(position);
        &mut self.ordered[place]
    }

    /// The positions of a partition.
    pub(crate) fn range(&self, id: PartitionId) -> Range {
        let place = self.places[id.0];
        let end = self.ordered.get(place + 1).map(|next| next.start.clone());
        Range { start: self.ordered[place].start.clone(), end, forward: true }
    }

    /// Lets a partition end at a position and keep so many bytes; the new one that begins there has the others.
    pub(crate) fn split_at(&mut self, at: Position, kept: Bytes) -> PartitionId {
        let (place, id) = (self.place(&at), PartitionId(self.ordered.len()));
        let given = self.ordered[place].size - kept;
        self.ordered[place].size = kept;
        for later in self.places.iter_mut().filter(|later| **later > place) {
            *later += 1;
        }
        self.places.push(place + 1);
        self.ordered.insert(place + 1, Partition { id, start: at, size: given });
        id
    }

    /// How many partitions are before the one in which a position lies.
    fn place(&self, position: &Position) -> usize {
        match self.ordered.len() {
            1 => 0,
            _ => self.ordered.partition_point(|partition| partition.start <= *position) - 1,
        }
    }
}

/// The middle of a partition that covers more than its share of the hashes, if all hashes were shared equally by `count`.
pub(crate) fn wider_than_share(partitions: &[Partition], count: usize) -> Option<Position> {
    let share = u64::MAX / count as u64;
    for (number, partition) in partitions.iter().enumerate() {
        let first = partition.start.hash;
        let next = partitions.get(number + 1).map(|next| next.start.hash);
        let width = next.unwrap_or(u64::MAX) - first;
        // Equal shares differ by what is lost in rounding.
        if width.saturating_sub(share) > share / 1_000 {
            return Some(Position { hash: first + width.div_ceil(2), ..Position::default() });
        }
    }
    None
}

impl Partition {
    fn new(id: PartitionId, start: Position) -> Self {
        Self { id, start, size: Bytes::ZERO }
    }

    /// The hash with which it begins.
    pub fn first_hash(&self) -> u64 {
        self.start.hash
    }

    /// Whether it begins at a sort key.
    pub fn begins_within_collection(&self) -> bool {
        !self.start.bytes.is_empty()
    }
}

impl Divisibility {
    /// Where the later of two neighbours begins a partition, if a split may separate them: where its collection begins, unless
    /// both are of one.
    pub(crate) fn boundary(self, previous: &Position, position: &Position) -> Option<Position> {
        match self {
            _ if previous.hash != position.hash => {
                Some(Position { hash: position.hash, ..Position::default() })
            }
            Self::Items => Some(position.clone()),
            Self::Collections => None,
        }
    }
}
