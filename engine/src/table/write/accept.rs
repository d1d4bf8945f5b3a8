//! What a table accepts: complete keys of the declared types, items within their limits.

use crate::expression::key_condition::KeyCondition;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::bytes::Bytes;
use crate::model::document_path::DocumentPath;
use crate::model::item::{AttributeMap, Image};
use crate::model::key::{KeyAttribute, KeySchema, KeyType, Position, key_length};
use crate::model::name::{AttributeName, IndexName};
use crate::receipt::{KeyFault, KeyFaultKind};
use crate::table::Table;
use crate::table::schema::{IndexSchema, Scope, TableSchema};

/// Largest item, names included. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const ITEM_SIZE_MAX: Bytes = Bytes(409_600);

/// Longest value of a partition key. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const PARTITION_KEY_SIZE_MAX: Bytes = Bytes(2_048);

/// Longest value of a sort key. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const SORT_KEY_SIZE_MAX: Bytes = Bytes(1_024);

/// Why a table rejects a key or an item.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "a member is named after what it holds")]
pub enum Rejection {
    /// An item lacks an attribute of the primary key.
    MissingKey {
        /// The attribute that is missing.
        attribute: AttributeName,
    },
    /// An attribute of the primary key has another type than declared.
    KeyType {
        attribute: AttributeName,
        /// Declared type.
        expected: KeyType,
        /// Type of the value.
        actual: ValueKind,
    },
    /// A key has a missing, surplus or wrongly typed attribute.
    KeyShape,
    /// A value of the primary key is an empty string or binary.
    EmptyKey {
        attribute: AttributeName,
        /// String or binary.
        kind: KeyType,
    },
    /// A partition key value is longer than 2,048 bytes.
    PartitionKeyTooLong,
    /// A sort key value is longer than 1,024 bytes.
    SortKeyTooLong,
    /// An attribute that is the key of an index has another type than declared.
    IndexKeyType {
        index: IndexName,
        attribute: AttributeName,
        /// Declared type.
        expected: KeyType,
        /// Type of the value.
        actual: ValueKind,
    },
    /// An attribute that is the key of an index is an empty string or binary.
    EmptyIndexKey {
        index: IndexName,
        attribute: AttributeName,
        /// String or binary.
        kind: KeyType,
    },
    /// A path leads into an attribute that is a key of the table, or else of an index.
    PathIntoKey {
        attribute: AttributeName,
        /// Whether it is the table's own key.
        of_table: bool,
    },
    /// An item that is put is larger than 400 KB, or is with its entries in local indexes.
    ItemTooLarge,
}

impl Rejection {
    /// Whether it is about a value that the key of no table may have.
    pub fn is_of_key_value(&self) -> bool {
        match self {
            Self::EmptyKey { .. } | Self::PartitionKeyTooLong | Self::SortKeyTooLong => true,
            Self::MissingKey { .. }
            | Self::KeyType { .. }
            | Self::KeyShape
            | Self::IndexKeyType { .. }
            | Self::EmptyIndexKey { .. }
            | Self::PathIntoKey { .. }
            | Self::ItemTooLarge => false,
        }
    }
}

impl KeySchema {
    /// Checks a key given on its own: exactly the attributes of the schema, each a legal value.
    pub fn check_key(&self, key: &AttributeMap) -> Result<(), Rejection> {
        let complete = self.attributes().all(|attribute| attribute.value_in(key).is_some());
        match complete && key.len() == self.len() {
            true => self.check_values(key),
            false => Err(Rejection::KeyShape),
        }
    }

    /// Checks that an item carries this key with the declared types.
    pub fn check_item(&self, item: &AttributeMap) -> Result<(), Rejection> {
        for KeyAttribute { name, kind } in self.attributes() {
            match item.get(name) {
                None => return Err(Rejection::MissingKey { attribute: name.clone() }),
                Some(value) if value.kind() != kind.value_kind() => {
                    let (attribute, actual) = (name.clone(), value.kind());
                    return Err(Rejection::KeyType { attribute, expected: *kind, actual });
                }
                Some(_) => {}
            }
        }
        self.check_values(item)
    }

    /// Checks emptiness, and then length, of key values whose types are right.
    pub fn check_values(&self, key: &AttributeMap) -> Result<(), Rejection> {
        let mut lengths = Ok(());
        for (ordinal, attribute) in self.attributes().enumerate() {
            let Some(length) = attribute.value_in(key).and_then(key_length) else { continue };
            if length == Bytes::ZERO {
                let (attribute, kind) = (attribute.name.clone(), attribute.kind);
                return Err(Rejection::EmptyKey { attribute, kind });
            }
            lengths = lengths.and(self.check_length(ordinal, length));
        }
        lengths
    }

    /// Checks that no value that a key is asked for is longer than any key.
    pub fn check_condition(&self, condition: &KeyCondition) -> Result<(), Rejection> {
        let longer_than = |limit: Bytes| {
            move |value: &AttributeValue| key_length(value).is_some_and(|length| length > limit)
        };
        if condition.partition.iter().any(longer_than(PARTITION_KEY_SIZE_MAX)) {
            return Err(Rejection::PartitionKeyTooLong);
        }
        if condition.sort_values().any(longer_than(SORT_KEY_SIZE_MAX)) {
            return Err(Rejection::SortKeyTooLong);
        }
        Ok(())
    }

    /// Whether none of these values, given in the order of the key, is empty or too long.
    pub(crate) fn admits(&self, values: &[&AttributeValue]) -> bool {
        values.iter().enumerate().all(|(ordinal, value)| match key_length(value) {
            None => true,
            Some(length) => length > Bytes::ZERO && self.check_length(ordinal, length).is_ok(),
        })
    }

    /// What is wrong with the value of one attribute, counted from the first.
    fn fault_of(
        &self,
        ordinal: usize,
        attribute: &KeyAttribute,
        item: &AttributeMap,
    ) -> Option<KeyFaultKind> {
        let Some(value) = item.get(&attribute.name) else { return Some(KeyFaultKind::Missing) };
        if value.kind() != attribute.kind.value_kind() {
            return Some(KeyFaultKind::WrongType);
        }
        let length = key_length(value)?;
        if length == Bytes::ZERO {
            return Some(KeyFaultKind::Empty);
        }
        self.check_length(ordinal, length).err().map(|_| KeyFaultKind::TooLong)
    }

    /// Checks the length of the value of one attribute, counted from the first.
    fn check_length(&self, ordinal: usize, length: Bytes) -> Result<(), Rejection> {
        match ordinal < self.partition.len() {
            true if length > PARTITION_KEY_SIZE_MAX => Err(Rejection::PartitionKeyTooLong),
            false if length > SORT_KEY_SIZE_MAX => Err(Rejection::SortKeyTooLong),
            true | false => Ok(()),
        }
    }
}

impl TableSchema {
    /// Checks that no path of an expression leads into a key attribute, which is always a scalar.
    pub(crate) fn check_paths<'p>(
        &self,
        mut paths: impl Iterator<Item = &'p DocumentPath>,
    ) -> Result<(), Rejection> {
        let is_key = |path: &&DocumentPath| {
            let name = path.top_level();
            !path.is_top_level()
                && (self.key.contains(name)
                    || self.indexes.iter().any(|index| index.key.contains(name)))
        };
        match paths.find(is_key).map(DocumentPath::top_level) {
            None => Ok(()),
            Some(name) => {
                let of_table = self.key.contains(name);
                Err(Rejection::PathIntoKey { attribute: name.clone(), of_table })
            }
        }
    }

    /// Checks the size of an item together with its entries in local indexes.
    ///
    /// Model: the guide limits the sum over an item and its local entries; how the service counts
    /// several local indexes is not documented to the byte. Here all of them count.
    pub(crate) fn check_size(
        &self,
        image: &Image,
        size: Bytes,
        position: &Position,
    ) -> Result<(), Rejection> {
        let local = self.indexes.iter().filter(|index| index.scope == Scope::Local);
        // No entry is larger than its item.
        let largest_total = size.0 * (1 + local.clone().count() as u64);
        if largest_total <= ITEM_SIZE_MAX.0 {
            return Ok(());
        }
        let entries = local.filter_map(|index| index.entry(image, position));
        let total = size + entries.map(|entry| entry.size).sum();
        match total > ITEM_SIZE_MAX {
            true => Err(Rejection::ItemTooLarge),
            false => Ok(()),
        }
    }
}

impl Table {
    /// Checks the attributes of an item that are keys of indexes, as far as `is_checked` says.
    /// Of several faults the one of the first index name is reported. An index that is being
    /// created rejects nothing.
    ///
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.OnlineOps.ViolationDetection.html>:
    /// an item that was written before an index, and whose key the index cannot have, can only be corrected or deleted.
    pub(crate) fn check_index_keys(
        &self,
        item: &AttributeMap,
        is_checked: &dyn Fn(&AttributeName) -> bool,
    ) -> Result<(), Rejection> {
        let mut first: Option<(&IndexName, Rejection)> = None;
        for index in self.indexes.iter().filter(|index| index.status.is_ready()) {
            let IndexSchema { name, .. } = &*index.schema;
            if let Err(rejection) = index.schema.check_key_attributes(item, is_checked)
                && first.as_ref().is_none_or(|(earlier, _)| name < *earlier)
            {
                first = Some((name, rejection));
            }
        }
        first.map_or(Ok(()), |(_, rejection)| Err(rejection))
    }
}

impl IndexSchema {
    /// What keeps an item out of this index: empty exactly if the item has an entry.
    pub fn key_faults(&self, item: &AttributeMap) -> Vec<KeyFault> {
        let attributes = self.key.attributes().enumerate();
        let faults = attributes.filter_map(|(ordinal, attribute)| {
            let kind = self.key.fault_of(ordinal, attribute, item)?;
            Some(KeyFault { attribute: attribute.name.clone(), kind })
        });
        faults.collect()
    }

    fn check_key_attributes(
        &self,
        item: &AttributeMap,
        is_checked: &dyn Fn(&AttributeName) -> bool,
    ) -> Result<(), Rejection> {
        let mut lengths = Ok(());
        for (ordinal, KeyAttribute { name, kind }) in self.key.attributes().enumerate() {
            let Some(value) = item.get(name).filter(|_| is_checked(name)) else { continue };
            let names = || (self.name.clone(), name.clone());
            if value.kind() != kind.value_kind() {
                let ((index, attribute), expected, actual) = (names(), *kind, value.kind());
                return Err(Rejection::IndexKeyType { index, attribute, expected, actual });
            }
            let Some(length) = key_length(value) else { continue };
            if length == Bytes::ZERO {
                let (index, attribute) = names();
                return Err(Rejection::EmptyIndexKey { index, attribute, kind: *kind });
            }
            lengths = lengths.and(self.key.check_length(ordinal, length));
        }
        lengths
    }
}
