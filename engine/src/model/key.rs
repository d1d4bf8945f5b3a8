//! Keys: which attributes they are made of, and where they stand in order.
//!
//! A key is compared as a [`Position`]: an encoding whose byte order is the order of keys. One
//! encoding serves tables and indexes, every key type, and keys of several attributes.

use std::borrow::Borrow;
use std::cmp::Ordering;
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

/// The place of an item or entry: comparing positions byte by byte orders them as DynamoDB does,
/// by hash of the partition key first and by sort key within it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position(Box<[u8]>);

/// Bytes of the partition hash at the front of a position. Model: the service's hash is not published.
pub(crate) const HASH_SIZE: usize = 8;

/// Ends an encoded string or binary; smaller than any escaped byte, so that a prefix sorts first.
const END: [u8; 2] = [0x00, 0x01];

/// Stands for a zero byte inside a string or binary.
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

    /// The key attributes that an item lacks.
    pub fn missing_in(&self, item: &AttributeMap) -> Vec<AttributeName> {
        let lacks = |attribute: &&KeyAttribute| attribute.value_in(item).is_none();
        self.attributes().filter(lacks).map(|attribute| attribute.name.clone()).collect()
    }

    /// The key of an item, as an item of key attributes alone.
    pub fn key_of(&self, item: &AttributeMap) -> Item {
        let pairs = self.attributes().filter_map(|attribute| item.get_entry(&attribute.name));
        pairs.map(|(name, value)| (name.clone(), value.clone())).collect()
    }

    /// Where an item stands; none if it lacks an attribute of the key.
    pub fn position_of(&self, item: &AttributeMap) -> Option<Position> {
        self.encode_key(item, 0).map(Position::new)
    }

    /// The encoding of an item's key, with room for more behind it; none if the item lacks an attribute of the key.
    pub(crate) fn encode_key(&self, item: &AttributeMap, room: usize) -> Option<Vec<u8>> {
        let sizes = self.attributes().map(|attribute| attribute.value_in(item).map(encoding_size));
        let size: usize = sizes.sum::<Option<usize>>()?;
        let value_in = |attribute: &KeyAttribute| attribute.value_in(item);
        let mut bytes = Vec::with_capacity(HASH_SIZE + size + room);
        encode_partition(self.partition.iter().filter_map(value_in), &mut bytes);
        for value in self.sort.iter().filter_map(value_in) {
            encode(value, &mut bytes);
        }
        Some(bytes)
    }
}

impl KeyAttribute {
    /// The value of this attribute in an item, if it is there with the declared type.
    pub fn value_in<'i>(&self, item: &'i AttributeMap) -> Option<&'i AttributeValue> {
        item.get(&self.name).filter(|value| value.kind() == self.kind.value_kind())
    }
}

impl Position {
    /// A position from encoded bytes.
    pub(crate) fn new(bytes: Vec<u8>) -> Self {
        debug_assert!(bytes.len() >= HASH_SIZE, "a position begins with a hash");
        Self(bytes.into_boxed_slice())
    }

    /// The position of an encoding that was kept; none if it is too short to be one.
    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        (bytes.len() >= HASH_SIZE).then(|| Self::new(bytes))
    }

    /// The encoding.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Ord for Position {
    /// The order of the bytes. The hash at the front, which tells most positions apart, is compared as one number.
    fn cmp(&self, other: &Self) -> Ordering {
        let hash = |position: &Self| position.0.first_chunk().map(|hash| u64::from_be_bytes(*hash));
        hash(self).cmp(&hash(other)).then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Borrow<[u8]> for Position {
    fn borrow(&self) -> &[u8] {
        &self.0
    }
}

/// Appends the hash and the encoding of partition key values, given in the order of the schema.
pub(crate) fn encode_partition<'v>(
    values: impl IntoIterator<Item = &'v AttributeValue>,
    bytes: &mut Vec<u8>,
) {
    let start = bytes.len();
    bytes.extend_from_slice(&[0; HASH_SIZE]);
    for value in values {
        encode(value, bytes);
    }
    let hash = hash(&bytes[start + HASH_SIZE..]);
    bytes[start..start + HASH_SIZE].copy_from_slice(&hash.to_be_bytes());
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
        fn positions_stand_in_the_order_of_their_bytes(
            left in "[ab]{7,9}.{0,3}",
            right in "[ab]{7,9}.{0,3}",
        ) {
            let position = |text: &str| Position::new([b"h", text.as_bytes()].concat());
            prop_assert_eq!(position(&left).cmp(&position(&right)), left.cmp(&right));
        }
    }
}
