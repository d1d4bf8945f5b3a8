//! Items and maps: attributes by name, kept sorted in one vector.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::model::attribute_value::{AttributeValue, ELEMENT_MEMORY};
use crate::model::bytes::Bytes;
use crate::model::name::AttributeName;

/// Attributes up to which a name is looked for from one to the next: most have another length,
/// which tells them apart before their letters are read.
const SCAN_COUNT_MAX: usize = 16;

/// Attributes by name, in ascending byte order of the name.
///
/// A sorted vector holds the few attributes of an item in a third of the memory of a tree,
/// and two equal maps are equal byte for byte.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AttributeMap(Vec<(AttributeName, AttributeValue)>);

impl AttributeMap {
    /// An empty map with room for `count` attributes.
    pub fn with_capacity(count: usize) -> Self {
        Self(Vec::with_capacity(count))
    }

    /// The value of an attribute.
    pub fn get(&self, name: &str) -> Option<&AttributeValue> {
        self.find(name).map(|position| &self.0[position].1)
    }

    /// The value of an attribute, to be changed.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut AttributeValue> {
        self.find(name).map(|position| &mut self.0[position].1)
    }

    /// The stored name and the value of an attribute.
    pub fn get_entry(&self, name: &str) -> Option<(&AttributeName, &AttributeValue)> {
        self.find(name).map(|position| (&self.0[position].0, &self.0[position].1))
    }

    /// Whether the attribute is there, whatever its value.
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Sets an attribute and returns the value that it had.
    pub fn insert(&mut self, name: AttributeName, value: AttributeValue) -> Option<AttributeValue> {
        // Most maps arrive sorted, and the common place of a new name is the end.
        if self.0.last().is_none_or(|(last, _)| *last < name) {
            self.0.push((name, value));
            return None;
        }
        match self.position(&name) {
            Ok(position) => Some(std::mem::replace(&mut self.0[position].1, value)),
            Err(position) => {
                self.0.insert(position, (name, value));
                None
            }
        }
    }

    /// Takes an attribute out and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<AttributeValue> {
        self.find(name).map(|position| self.0.remove(position).1)
    }

    /// The attributes in order of their names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&AttributeName, &AttributeValue)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Bytes of memory that the attributes take, or a few more.
    pub fn memory(&self) -> Bytes {
        self.iter().map(|(name, value)| ELEMENT_MEMORY + name.size() + value.memory()).sum()
    }

    /// How many attributes there are, or one, and how many values they are made of.
    pub fn value_count(&self) -> u64 {
        let values = self.iter().map(|(_, value)| value.value_count());
        self.len().max(1) as u64 + values.sum::<u64>()
    }

    fn find(&self, name: &str) -> Option<usize> {
        if self.0.len() > SCAN_COUNT_MAX {
            return self.position(name).ok();
        }
        self.0.iter().position(|(other, _)| other.len() == name.len() && other.as_str() == name)
    }

    fn position(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| other.as_str().cmp(name))
    }
}

impl FromIterator<(AttributeName, AttributeValue)> for AttributeMap {
    fn from_iter<I: IntoIterator<Item = (AttributeName, AttributeValue)>>(attributes: I) -> Self {
        Self::from(Vec::from_iter(attributes))
    }
}

/// Of several values for one name, the last counts.
impl From<Vec<(AttributeName, AttributeValue)>> for AttributeMap {
    fn from(mut attributes: Vec<(AttributeName, AttributeValue)>) -> Self {
        attributes.sort_by(|(left, _), (right, _)| left.cmp(right));
        attributes.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                std::mem::swap(later, earlier);
            }
            is_same
        });
        Self(attributes)
    }
}

impl IntoIterator for AttributeMap {
    type Item = (AttributeName, AttributeValue);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// An item of a table: its attributes, keys included.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item(pub AttributeMap);

/// An item as it was at one moment. Table, indexes and events share it; it never changes.
pub type Image = Arc<Item>;

impl Item {
    /// UTF-8 bytes of all names plus the bytes of all values; no overhead for the item itself.
    ///
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>
    pub fn size(&self) -> Bytes {
        self.iter().map(|(name, value)| name.size() + value.size()).sum()
    }
}

impl Deref for Item {
    type Target = AttributeMap;

    fn deref(&self) -> &AttributeMap {
        &self.0
    }
}

impl DerefMut for Item {
    fn deref_mut(&mut self) -> &mut AttributeMap {
        &mut self.0
    }
}

impl FromIterator<(AttributeName, AttributeValue)> for Item {
    fn from_iter<I: IntoIterator<Item = (AttributeName, AttributeValue)>>(attributes: I) -> Self {
        Self(attributes.into_iter().collect())
    }
}
