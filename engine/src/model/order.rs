//! Sorting, compiled once for lists of any type.
//!
//! The standard library's sorts are copied for each type of element and each comparison, at five kilobytes a
//! copy. Here all that is copied is how two elements are compared and how they change places.

use std::cmp::Ordering;

use crate::model::list::Listed;

/// Elements up to which a list is sorted by changing neighbours, without memory of its own.
const NEIGHBOUR_COUNT_MAX: usize = 16;

/// Sorts a list in ascending order. Equal elements keep their order.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list by a comparison of its elements, in `n log n` steps. Equal elements keep their order.
///
/// ```
/// use engine::model::order::sort_by;
///
/// let mut words = ["pear", "fig", "date", "kiwi"];
/// sort_by(&mut words, |left, right| left.len().cmp(&right.len()));
/// assert_eq!(words, ["fig", "pear", "date", "kiwi"]);
/// ```
pub fn sort_by<T>(list: &mut [T], compare: impl FnMut(&T, &T) -> Ordering) {
    let count = list.len();
    sort_places(count, &mut Sortable { list, compare });
}

/// Where something stands among `count` places in ascending order, or else where it would have to be put in.
///
/// `compare` says how what stands at a place compares with what is looked for.
pub(crate) fn search(
    count: usize,
    compare: &mut dyn FnMut(usize) -> Ordering,
) -> Result<usize, usize> {
    let (mut start, mut end) = (0, count);
    while start < end {
        let middle = usize::midpoint(start, end);
        match compare(middle) {
            Ordering::Less => start = middle + 1,
            Ordering::Greater => end = middle,
            Ordering::Equal => return Ok(middle),
        }
    }
    Err(start)
}

/// What sorting needs to know of a list: its elements are named by their places.
trait Places {
    /// Whether what stands at one place belongs behind what stands at another.
    fn is_behind(&mut self, place: usize, other: usize) -> bool;
    /// Lets the elements at two places change them.
    fn swap(&mut self, place: usize, other: usize);
}

struct Sortable<'l, T, F> {
    list: &'l mut [T],
    compare: F,
}

impl<T, F: FnMut(&T, &T) -> Ordering> Places for Sortable<'_, T, F> {
    fn is_behind(&mut self, place: usize, other: usize) -> bool {
        (self.compare)(&self.list[place], &self.list[other]) == Ordering::Greater
    }

    fn swap(&mut self, place: usize, other: usize) {
        self.list.swap(place, other);
    }
}

fn sort_places(count: usize, list: &mut dyn Places) {
    if count > NEIGHBOUR_COUNT_MAX {
        let order = merged(count, list);
        return arrange(order, list);
    }
    for end in 1..count {
        let mut place = end;
        while place > 0 && list.is_behind(place - 1, place) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

/// The places of a list in the order of their elements: sorted runs are merged until one is left.
fn merged(count: usize, list: &mut dyn Places) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).listed();
    let mut next = Vec::with_capacity(count);
    let mut run = 1;
    while run < count {
        for pair in order.chunks(2 * run) {
            let (mut left, mut right) = pair.split_at(run.min(pair.len()));
            while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
                if list.is_behind(*first, *second) {
                    next.push(*second);
                    right = right_rest;
                } else {
                    next.push(*first);
                    left = left_rest;
                }
            }
            next.extend_from_slice(left);
            next.extend_from_slice(right);
        }
        std::mem::swap(&mut order, &mut next);
        next.clear();
        run *= 2;
    }
    order
}

/// Brings the elements of a list to their places: `order` names for each place the one where its element stands.
fn arrange(mut order: Vec<usize>, list: &mut dyn Places) {
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            list.swap(place, from);
            place = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_list_is_sorted_as_the_standard_library_sorts_it(
            keys in proptest::collection::vec(0..20_u8, 0..200),
        ) {
            // The places tell equal keys apart.
            let mut list: Vec<_> = keys.into_iter().enumerate().collect();
            let mut expected = list.clone();
            expected.sort_by_key(|(_, key)| *key);
            sort_by(&mut list, |(_, left), (_, right)| left.cmp(right));
            prop_assert_eq!(list, expected);
        }

        #[test]
        fn what_is_found_stands_there(
            mut list in proptest::collection::vec(0..40_u8, 0..40),
            wanted in 0..40_u8,
        ) {
            sort(&mut list);
            list.dedup();
            prop_assert_eq!(
                search(list.len(), &mut |place| list[place].cmp(&wanted)),
                list.binary_search(&wanted)
            );
        }
    }

    #[test]
    fn the_count_of_comparisons_stays_low() {
        let comparisons = |mut list: Vec<usize>| {
            let mut count = 0;
            sort_by(&mut list, |left, right| {
                count += 1;
                left.cmp(right)
            });
            assert!(list.is_sorted());
            count
        };
        let count = 1 << 10;
        assert!(comparisons((0..count).rev().collect()) <= count * 10);
        assert!(
            comparisons((0..count).map(|number| number * 7_919 % count).collect()) <= count * 10
        );
    }
}
