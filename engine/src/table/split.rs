//! Where to split a partition.

use crate::model::bytes::Bytes;
use crate::model::key::Position;
use crate::table::partition::Divisibility;
use crate::table::range::Range;
use crate::table::storage::Storage;

/// Where a full range is divided: behind the item with which half of its bytes are reached, or else before it. `None` if
/// no split can separate anything in it.
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
pub(crate) fn hot_boundaries(
    storage: &Storage,
    range: &Range,
    hot_hash: Option<u64>,
    divisibility: Divisibility,
) -> Vec<Position> {
    let around = hot_hash.map(|hash| isolation(storage, range, hash)).unwrap_or_default();
    match around.is_empty() {
        true => middle(storage, range, divisibility).into_iter().collect(),
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
    before.into_iter().chain(behind).collect()
}
