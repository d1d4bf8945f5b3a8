//! Keys: their attributes, and their order.
//!
//! A key is compared as a [`Position`]: an encoding whose byte order is the order of keys. One
//! encoding serves tables and indexes, every key type, and keys of several attributes.

use std::fmt;

use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::bytes::Bytes;
use crate::model::item::{AttributeMap, Item};
use crate::model::name::AttributeName;
use crate::model::number::Number;

/// The types that a key attribute may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyType {
    /// String.
    S,
    /// Number.
    N,
    /// Binary.
    B,
}

/// One attribute of a key, with its declared type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyAttribute {
    /// Name of the attribute.
    pub name: AttributeName,
    /// Declared type.
    pub kind: KeyType,
}

/// The attributes of a key: those that choose the partition, then those that sort within it.
///
/// A table has one partition key and at most one sort key. The lists are for global indexes,
/// which may have up to four of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeySchema {
    /// Partition key attributes, at least one.
    pub partition: Vec<KeyAttribute>,
    /// Sort key attributes, possibly none.
    pub sort: Vec<KeyAttribute>,
}

/// The place of an item or entry: comparing positions orders them as DynamoDB does,
/// by hash of the partition key first and by sort key within it.
///
/// The hash, which tells most positions apart, is compared as one number, without a look at the bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The hash of the partition key. Model: the service's hash is not published.
    pub(crate) hash: u64,
    /// The key, encoded so that byte order is the order of keys.
    pub(crate) bytes: Box<[u8]>,
}

/// Ends an encoded string or binary; smaller than any escaped byte, so that a prefix sorts first.
const END: [u8; 2] = [0x00, 0x01];

/// Encodes a zero byte inside a string or binary.
const ESCAPED_ZERO: [u8; 2] = [0x00, 0xFF];

impl KeyType {
    /// The value kind that this key type admits.
    pub const fn value_kind(self) -> ValueKind {
        match self {
            Self::S => ValueKind::S,
            Self::N => ValueKind::N,
            Self::B => ValueKind::B,
        }
    }

    /// DynamoDB's tag for the type.
    pub const fn tag(self) -> &'static str {
        self.value_kind().tag()
    }
}

impl fmt::Display for KeyType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}

impl KeySchema {
    /// All attributes, partition first.
    pub fn attributes(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition.iter().chain(&self.sort)
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.partition.len() + self.sort.len()
    }

    /// Never: a key has at least one attribute.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether an attribute is part of the key.
    pub fn contains(&self, name: &str) -> bool {
        self.attributes().any(|attribute| attribute.name.as_str() == name)
    }

    /// Whether the item has every attribute of the key with its declared type.
    pub fn is_complete_in(&self, item: &AttributeMap) -> bool {
        self.attributes().all(|attribute| attribute.value_in(item).is_some())
    }

    /// The key of an item, as an item of key attributes alone.
    pub fn key_of(&self, item: &AttributeMap) -> Item {
        let pairs = self.attributes().filter_map(|attribute| item.get_entry(&attribute.name));
        pairs.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// The values of the key in an item; none if it lacks one.
    pub(crate) fn values_in<'i>(&self, item: &'i AttributeMap) -> Option<Vec<&'i AttributeValue>> {
        let mut values = Vec::with_capacity(self.len());
        for attribute in self.attributes() {
            values.push(attribute.value_in(item)?);
        }
        Some(values)
    }

    /// The position of an item; `None` if it lacks an attribute of the key.
    pub fn position_of(&self, item: &AttributeMap) -> Option<Position> {
        let (hash, bytes) = self.encode_values(&self.values_in(item)?, 0);
        Some(Position { hash, bytes: bytes.into_boxed_slice() })
    }

    /// Hash and encoding of the values of a key, with room for more behind it.
    pub(crate) fn encode_values(&self, values: &[&AttributeValue], room: usize) -> (u64, Vec<u8>) {
        let size: usize = values.iter().map(|value| encoding_size(value)).sum();
        let mut bytes = Vec::with_capacity(size + room);
        let (partition, sort) = values.split_at(self.partition.len());
        for value in partition {
            encode(value, &mut bytes);
        }
        let hash = hash(&bytes);
        for value in sort {
            encode(value, &mut bytes);
        }
        (hash, bytes)
    }
}

impl KeyAttribute {
    /// The value of this attribute in an item, if it is there with the declared type.
    pub fn value_in<'i>(&self, item: &'i AttributeMap) -> Option<&'i AttributeValue> {
        item.get(&self.name).filter(|value| value.kind() == self.kind.value_kind())
    }
}

impl Position {
    /// The first position that does not begin as this one does; none if there is none behind.
    pub(crate) fn behind_prefix(&self) -> Option<Self> {
        let Some(last) = self.bytes.iter().rposition(|&byte| byte != u8::MAX) else {
            return Some(Self { hash: self.hash.checked_add(1)?, bytes: Box::default() });
        };
        let mut bytes = self.bytes[..=last].to_vec();
        bytes[last] += 1;
        Some(Self { hash: self.hash, bytes: bytes.into_boxed_slice() })
    }

    /// The hash of the partition key, by which partitions are found.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// The first position behind this one.
    pub(crate) fn next(&self) -> Self {
        let bytes = [&*self.bytes, &[0]].concat();
        Self { hash: self.hash, bytes: bytes.into_boxed_slice() }
    }

    /// The position that was kept as these bytes; none if they are too few to be one.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (hash, bytes) = bytes.split_first_chunk()?;
        Some(Self { hash: u64::from_be_bytes(*hash), bytes: bytes.into() })
    }

    /// Bytes in the order of positions, to be kept.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        [&self.hash.to_be_bytes(), &*self.bytes].concat()
    }
}

/// The beginning of all positions with these values of the partition key, given in the order of the schema.
pub(crate) fn partition_prefix<'v>(values: impl Iterator<Item = &'v AttributeValue>) -> Position {
    let mut bytes = Vec::new();
    for value in values {
        encode(value, &mut bytes);
    }
    Position { hash: hash(&bytes), bytes: bytes.into_boxed_slice() }
}

/// Appends a key value so that byte order is value order and no encoding begins another.
pub(crate) fn encode(value: &AttributeValue, bytes: &mut Vec<u8>) {
    match value {
        AttributeValue::N(number) => number.encode(bytes),
        AttributeValue::S(text) => encode_whole(text.as_bytes(), bytes),
        AttributeValue::B(binary) => encode_whole(binary, bytes),
        AttributeValue::Bool(_)
        | AttributeValue::Null
        | AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_)
        | AttributeValue::L(_)
        | AttributeValue::M(_) => unreachable!("a key value is S, N or B; its type was checked"),
    }
}

/// Bytes of an encoded key value; zero bytes in a string or binary come on top.
fn encoding_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len() + END.len(),
        AttributeValue::B(binary) => binary.len() + END.len(),
        _ => Number::ENCODING_SIZE_MAX,
    }
}

/// Appends the part of an encoding that all strings or binaries with this beginning share.
pub(crate) fn encode_prefix(beginning: &[u8], bytes: &mut Vec<u8>) {
    if !beginning.contains(&0) {
        bytes.extend_from_slice(beginning);
        return;
    }
    for &byte in beginning {
        match byte {
            0 => bytes.extend_from_slice(&ESCAPED_ZERO),
            _ => bytes.push(byte),
        }
    }
}

fn encode_whole(content: &[u8], bytes: &mut Vec<u8>) {
    encode_prefix(content, bytes);
    bytes.extend_from_slice(&END);
}

/// A stable hash that spreads neighbouring keys: FNV-1a, its bits mixed at the end.
///
/// Model: DynamoDB does not publish its hash. Any fixed one gives the order of a Scan its look.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let folded =
        bytes.iter().fold(OFFSET, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME));
    let mixed = (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

/// The length of a key value, for which keys have a limit; numbers have none.
pub fn key_length(value: &AttributeValue) -> Option<Bytes> {
    match value {
        AttributeValue::S(_) | AttributeValue::B(_) => Some(value.size()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn encoding(value: &AttributeValue) -> Vec<u8> {
        let mut bytes = Vec::new();
        encode(value, &mut bytes);
        bytes
    }

    #[test]
    fn strings_sort_by_their_bytes_and_a_prefix_sorts_first() {
        let sorted = ["", "\0", "\0a", "A", "a", "a\0", "a\0b", "ab", "b", "é", "漢"];
        let encodings: Vec<_> =
            sorted.iter().map(|text| encoding(&AttributeValue::S((*text).to_owned()))).collect();
        assert!(encodings.is_sorted_by(|left, right| left < right), "{encodings:?}");
    }

    #[test]
    fn all_strings_with_a_beginning_share_its_prefix() {
        let mut prefix = Vec::new();
        encode_prefix(b"a\0", &mut prefix);
        assert!(encoding(&AttributeValue::S("a\0b".to_owned())).starts_with(&prefix));
        assert!(!encoding(&AttributeValue::S("a".to_owned())).starts_with(&prefix));
    }

    proptest! {
        #[test]
        fn a_prefix_ends_before_the_first_position_without_it(
            prefix in proptest::collection::vec(254..=255_u8, 0..3),
            bytes in proptest::collection::vec(254..=255_u8, 0..5),
            hash in u64::MAX - 1..,
        ) {
            let position = |hash, bytes: &[u8]| Position { hash, bytes: bytes.into() };
            let (prefix, other) = (position(u64::MAX - 1, &prefix), position(hash, &bytes));
            let begins_so = other.hash == prefix.hash && other.bytes.starts_with(&prefix.bytes);
            let end = prefix.behind_prefix();
            prop_assert_eq!(prefix <= other && end.is_none_or(|end| other < end), begins_so);
        }

        #[test]
        fn nothing_stands_between_a_position_and_the_next(
            bytes in proptest::collection::vec(0..2_u8, 0..4),
            other in proptest::collection::vec(0..2_u8, 0..5),
        ) {
            let position = |bytes: Vec<u8>| Position { hash: 0, bytes: bytes.into_boxed_slice() };
            let (one, other) = (position(bytes), position(other));
            prop_assert_eq!(one < other, one.next() <= other);
        }
    }
}
