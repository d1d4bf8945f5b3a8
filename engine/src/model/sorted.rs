//! Maps and sets that stay small: sorted vectors, searched by halves.
//!
//! A B-tree is eight kilobytes of code for each type of key and value that it holds; a sorted vector is a tenth of
//! that, and faster up to some hundred entries. Only what grows with the items of a table stands in a tree.

use std::borrow::Borrow;
use std::ops::Bound;

use crate::model::order::{search, sort_by};

/// Values by key, in ascending order of the keys. Putting one in between others moves all that stand behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedMap<K, V> {
    entries: Vec<(K, V)>,
}

/// Different members in ascending order. Putting one in between others moves all that stand behind it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedSet<T> {
    members: Vec<T>,
}

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K, V> SortedMap<K, V> {
    /// A map without entries.
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All entries, in order.
    pub fn iter(&self) -> Entries<'_, K, V> {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// All keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator {
        self.entries.iter().map(|(key, _)| key)
    }

    /// All values, in the order of their keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.entries.iter().map(|(_, value)| value)
    }

    /// All values, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> + ExactSizeIterator {
        self.entries.iter_mut().map(|(_, value)| value)
    }

    /// Drops the entries that `keep` refuses.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| keep(key, value));
    }

    /// Drops all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &self.entries[place].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| &mut self.entries[place].1)
    }

    /// The value of a key, to be changed; if the key is not there, it is put in with this value.
    pub fn get_or_insert(&mut self, key: K, value: V) -> &mut V {
        let place = match self.place(&key) {
            Ok(place) => place,
            Err(place) => {
                self.entries.insert(place, (key, value));
                place
            }
        };
        &mut self.entries[place].1
    }

    /// Whether there is an entry with this key.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Sets the value of a key, and returns the one that it had.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.place(&key) {
            Ok(place) => Some(std::mem::replace(&mut self.entries[place].1, value)),
            Err(place) => {
                self.entries.insert(place, (key, value));
                None
            }
        }
    }

    /// Takes an entry out, and returns its value.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.place(key).ok().map(|place| self.entries.remove(place).1)
    }

    /// The entries from a bound on, in order.
    pub fn range_from<Q: Ord + ?Sized>(&self, lower: Bound<&Q>) -> Entries<'_, K, V>
    where
        K: Borrow<Q>,
    {
        let start = match lower {
            Bound::Unbounded => 0,
            Bound::Included(key) => self.place(key).unwrap_or_else(|place| place),
            Bound::Excluded(key) => self.place(key).map_or_else(|place| place, |place| place + 1),
        };
        self.entries[start..].iter().map(|(key, value)| (key, value))
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        search(self.entries.len(), &mut |place| self.entries[place].0.borrow().cmp(key))
    }
}

/// Entries of a map, in order.
pub type Entries<'m, K, V> =
    std::iter::Map<std::slice::Iter<'m, (K, V)>, fn(&'m (K, V)) -> (&'m K, &'m V)>;

/// Of several values for one key, the last counts.
impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self::from(Vec::from_iter(entries))
    }
}

/// Of several values for one key, the last counts.
impl<K: Ord, V> From<Vec<(K, V)>> for SortedMap<K, V> {
    fn from(mut entries: Vec<(K, V)>) -> Self {
        sort_entries(&mut entries);
        Self { entries }
    }
}

/// Sorts entries by their keys, and keeps the last of those with one key.
pub(crate) fn sort_entries<K: Ord, V>(entries: &mut Vec<(K, V)>) {
    sort_by(entries, |(left, _), (right, _)| left.cmp(right));
    entries.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0;
        if is_same {
            std::mem::swap(later, earlier);
        }
        is_same
    });
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

impl<'m, K, V> IntoIterator for &'m SortedMap<K, V> {
    type Item = (&'m K, &'m V);
    type IntoIter = Entries<'m, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T> Default for SortedSet<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> SortedSet<T> {
    /// A set without members.
    pub const fn new() -> Self {
        Self { members: Vec::new() }
    }

    /// The members, in order.
    pub fn as_slice(&self) -> &[T] {
        &self.members
    }

    /// The first member in order.
    pub fn first(&self) -> Option<&T> {
        self.members.first()
    }

    /// Takes the first member out.
    pub fn pop_first(&mut self) -> Option<T> {
        (!self.is_empty()).then(|| self.members.remove(0))
    }

    /// Drops all members.
    pub fn clear(&mut self) {
        self.members.clear();
    }

    /// All members, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.members.iter()
    }

    /// How many members there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }
}

impl<T: Ord> SortedSet<T> {
    /// Whether it is a member.
    pub fn contains<Q: Ord + ?Sized>(&self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.place(member).is_ok()
    }

    /// Puts a member in. Returns whether it was not there.
    pub fn insert(&mut self, member: T) -> bool {
        match self.place(&member) {
            Ok(_) => false,
            Err(place) => {
                self.members.insert(place, member);
                true
            }
        }
    }

    /// Takes a member out. Returns whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, member: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        let place = self.place(member);
        place.map(|place| self.members.remove(place)).is_ok()
    }

    /// The members of this set and of another.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self
    where
        T: Clone,
    {
        Self::from([self.as_slice(), other.as_slice()].concat())
    }

    /// The members of this set that are not in another.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self
    where
        T: Clone,
    {
        let mut members = self.members.clone();
        members.retain(|member| !other.contains(member));
        Self { members }
    }

    fn place<Q: Ord + ?Sized>(&self, member: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        search(self.members.len(), &mut |place| self.members[place].borrow().cmp(member))
    }
}

impl<T: Ord> FromIterator<T> for SortedSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(members: I) -> Self {
        Self::from(Vec::from_iter(members))
    }
}

impl<T: Ord> From<Vec<T>> for SortedSet<T> {
    fn from(mut members: Vec<T>) -> Self {
        sort_by(&mut members, T::cmp);
        members.dedup();
        Self { members }
    }
}

impl<T> IntoIterator for SortedSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.members.into_iter()
    }
}

impl<'s, T> IntoIterator for &'s SortedSet<T> {
    type Item = &'s T;
    type IntoIter = std::slice::Iter<'s, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    /// Something that is done to a map, or to a set, which ignores the values.
    #[derive(Debug, Clone)]
    enum Step {
        Insert(u8, u16),
        GetOrInsert(u8, u16),
        Remove(u8),
        Retain(u16),
    }

    fn any_step() -> impl Strategy<Value = Step> {
        prop_oneof![
            (0..30_u8, any::<u16>()).prop_map(|(key, value)| Step::Insert(key, value)),
            (0..30_u8, any::<u16>()).prop_map(|(key, value)| Step::GetOrInsert(key, value)),
            (0..30_u8).prop_map(Step::Remove),
            (1..9_u16).prop_map(Step::Retain),
        ]
    }

    proptest! {
        #[test]
        fn a_map_does_what_a_tree_does(
            steps in proptest::collection::vec(any_step(), 0..80),
            sought in 0..30_u8,
        ) {
            let (mut map, mut tree) = (SortedMap::new(), BTreeMap::new());
            for step in steps {
                match step {
                    Step::Insert(key, value) => {
                        prop_assert_eq!(map.insert(key, value), tree.insert(key, value));
                    }
                    Step::GetOrInsert(key, value) => {
                        prop_assert_eq!(
                            map.get_or_insert(key, value),
                            tree.entry(key).or_insert(value)
                        );
                    }
                    Step::Remove(key) => prop_assert_eq!(map.remove(&key), tree.remove(&key)),
                    Step::Retain(divisor) => {
                        map.retain(|_, value| value.is_multiple_of(divisor));
                        tree.retain(|_, value| value.is_multiple_of(divisor));
                    }
                }
            }
            prop_assert!(map.iter().eq(tree.iter()));
            prop_assert!(map.keys().eq(tree.keys()));
            prop_assert!(map.values().eq(tree.values()));
            prop_assert_eq!(map.len(), tree.len());
            prop_assert_eq!(map.get(&sought), tree.get(&sought));
            prop_assert_eq!(map.get_mut(&sought), tree.get_mut(&sought));
            prop_assert_eq!(map.contains_key(&sought), tree.contains_key(&sought));
            for lower in [Bound::Unbounded, Bound::Included(&sought), Bound::Excluded(&sought)] {
                prop_assert!(map.range_from(lower).eq(tree.range((lower, Bound::Unbounded))));
            }
        }

        #[test]
        fn a_map_of_entries_in_any_order_keeps_the_last_of_each_key(
            entries in proptest::collection::vec((0..30_u8, any::<u16>()), 0..60),
        ) {
            let map: SortedMap<_, _> = entries.iter().copied().collect();
            prop_assert!(map.into_iter().eq(BTreeMap::from_iter(entries)));
        }

        #[test]
        fn a_set_does_what_a_tree_does(
            members in proptest::collection::vec(0..30_u8, 0..60),
            steps in proptest::collection::vec(any_step(), 0..60),
            others in proptest::collection::vec(0..30_u8, 0..60),
            sought in 0..30_u8,
        ) {
            let mut tree: BTreeSet<_> = members.iter().copied().collect();
            let mut set: SortedSet<_> = members.into_iter().collect();
            for step in steps {
                match step {
                    Step::Insert(member, _) | Step::GetOrInsert(member, _) => {
                        prop_assert_eq!(set.insert(member), tree.insert(member));
                    }
                    Step::Remove(member) => {
                        prop_assert_eq!(set.remove(&member), tree.remove(&member));
                    }
                    Step::Retain(_) => prop_assert_eq!(set.pop_first(), tree.pop_first()),
                }
            }
            prop_assert_eq!(set.contains(&sought), tree.contains(&sought));
            prop_assert!(set.iter().eq(tree.iter()));
            let (others, other_tree) = (SortedSet::from(others.clone()), BTreeSet::from_iter(others));
            prop_assert!(set.union(&others).iter().eq(tree.union(&other_tree)));
            prop_assert!(set.difference(&others).iter().eq(tree.difference(&other_tree)));
            prop_assert_eq!(set.len(), tree.len());
            prop_assert_eq!(set.first(), tree.first());
            set.clear();
            prop_assert!(set.is_empty());
        }
    }
}
