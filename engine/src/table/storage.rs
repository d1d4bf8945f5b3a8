//! Items or index entries in key order, with their sizes.

use std::collections::BTreeMap;
use std::ops::Bound;

use crate::model::bytes::Bytes;
use crate::model::item::Image;
use crate::model::key::Position;

/// Stored images by position. Items of one partition key value stand together, in sort-key order:
/// an item collection is a range of positions.
#[derive(Debug, Clone, Default)]
pub struct Storage {
    stored: BTreeMap<Position, Stored>,
    size: Bytes,
}

/// An item, or the item of an index entry, with the bytes that are stored here for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// The item as it was when it was stored.
    pub image: Image,
    /// Size of the whole item in a table, of the projected attributes in an index.
    pub size: Bytes,
}

/// A stretch of positions, with the end from which it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// Where the stretch begins.
    pub lower: Bound<Vec<u8>>,
    /// Where it ends.
    pub upper: Bound<Vec<u8>>,
    /// Whether it is read from its beginning.
    pub forward: bool,
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

    /// What stands within a range, in its direction.
    pub fn range(&self, range: &Range) -> Box<dyn Iterator<Item = (&Position, &Stored)> + '_> {
        if range.is_empty() {
            return Box::new(std::iter::empty());
        }
        let bounds =
            (range.lower.as_ref().map(Vec::as_slice), range.upper.as_ref().map(Vec::as_slice));
        let within = self.stored.range::<[u8], _>(bounds);
        match range.forward {
            true => Box::new(within),
            false => Box::new(within.rev()),
        }
    }

    /// Stores an image, in place of what stood there.
    pub(crate) fn put(&mut self, position: Position, stored: Stored) {
        self.size += stored.size;
        if let Some(replaced) = self.stored.insert(position, stored) {
            self.size = self.size - replaced.size;
        }
    }

    /// Removes what stands at a position.
    pub(crate) fn delete(&mut self, position: &Position) {
        if let Some(removed) = self.stored.remove(position) {
            self.size = self.size - removed.size;
        }
    }
}

impl Range {
    /// Every position.
    pub fn all() -> Self {
        Self { lower: Bound::Unbounded, upper: Bound::Unbounded, forward: true }
    }

    /// Every position whose encoding begins so.
    pub fn of_prefix(prefix: &[u8]) -> Self {
        Self { lower: Bound::Included(prefix.to_vec()), upper: after_prefix(prefix), forward: true }
    }

    /// Continues behind a position, in the direction of reading. The position itself is left out.
    pub fn start_after(&mut self, position: &Position) {
        let start = position.as_bytes();
        let bound = match self.forward {
            true => &mut self.lower,
            false => &mut self.upper,
        };
        let narrows = match (&*bound, self.forward) {
            (Bound::Unbounded, _) => true,
            (Bound::Included(limit) | Bound::Excluded(limit), true) => start >= limit.as_slice(),
            (Bound::Included(limit) | Bound::Excluded(limit), false) => start <= limit.as_slice(),
        };
        if narrows {
            *bound = Bound::Excluded(start.to_vec());
        }
    }

    /// Whether a position lies within.
    pub fn contains(&self, position: &Position) -> bool {
        let bytes = position.as_bytes();
        let above = match &self.lower {
            Bound::Unbounded => true,
            Bound::Included(limit) => bytes >= limit.as_slice(),
            Bound::Excluded(limit) => bytes > limit.as_slice(),
        };
        let below = match &self.upper {
            Bound::Unbounded => true,
            Bound::Included(limit) => bytes <= limit.as_slice(),
            Bound::Excluded(limit) => bytes < limit.as_slice(),
        };
        above && below
    }

    fn is_empty(&self) -> bool {
        match (&self.lower, &self.upper) {
            (Bound::Unbounded, _) | (_, Bound::Unbounded) => false,
            (Bound::Included(lower), Bound::Included(upper)) => lower > upper,
            (
                Bound::Included(lower) | Bound::Excluded(lower),
                Bound::Included(upper) | Bound::Excluded(upper),
            ) => lower >= upper,
        }
    }
}

/// The bound behind every encoding that begins so: the prefix with its last byte raised.
pub(crate) fn after_prefix(prefix: &[u8]) -> Bound<Vec<u8>> {
    match prefix.iter().rposition(|&byte| byte != u8::MAX) {
        None => Bound::Unbounded,
        Some(last) => {
            let mut end = prefix[..=last].to_vec();
            end[last] += 1;
            Bound::Excluded(end)
        }
    }
}
