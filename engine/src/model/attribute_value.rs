//! The ten types of attribute value, their equality, order and size.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt;

use crate::model::bytes::Bytes;
use crate::model::item::AttributeMap;
use crate::model::number::Number;

/// Bytes of a list or map beyond its content. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>
const CONTAINER_OVERHEAD: Bytes = Bytes(3);

/// Bytes of each element of a list, and of each pair of a map, beyond its content. Source: the same page.
const ELEMENT_OVERHEAD: Bytes = Bytes(1);

/// Bytes of a BOOL or NULL. Source: the same page.
const FLAG_SIZE: Bytes = Bytes(1);

/// Bytes of memory of an element of a set, a list or a map beyond its content. Model: a name and a value as they are compiled for a
/// machine of 64 bits, and what the allocator adds; in a browser it is about half.
pub(super) const ELEMENT_MEMORY: Bytes = Bytes(64);

/// Levels of values within each other, of which a top-level attribute is the first. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const NESTING_LEVELS_MAX: usize = 32;

/// A value as DynamoDB stores it. Equality ignores the order of sets and of maps; numbers are equal by value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AttributeValue {
    /// String, ordered by its UTF-8 bytes.
    S(String),
    /// Number of up to 38 significant digits.
    N(Number),
    /// Binary, ordered by unsigned bytes.
    B(Vec<u8>),
    /// Boolean.
    Bool(bool),
    /// Null: present, and without a value.
    Null,
    /// String set, never empty.
    Ss(BTreeSet<String>),
    /// Number set, never empty.
    Ns(BTreeSet<Number>),
    /// Binary set, never empty.
    Bs(BTreeSet<Vec<u8>>),
    /// List of values of any type.
    L(Vec<AttributeValue>),
    /// Map of values of any type.
    M(AttributeMap),
}

/// The type of a value, with DynamoDB's tag as its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the variants are those of AttributeValue")]
pub enum ValueKind {
    S,
    N,
    B,
    Bool,
    Null,
    Ss,
    Ns,
    Bs,
    L,
    M,
}

impl AttributeValue {
    /// The type of this value.
    pub fn kind(&self) -> ValueKind {
        match self {
            Self::S(_) => ValueKind::S,
            Self::N(_) => ValueKind::N,
            Self::B(_) => ValueKind::B,
            Self::Bool(_) => ValueKind::Bool,
            Self::Null => ValueKind::Null,
            Self::Ss(_) => ValueKind::Ss,
            Self::Ns(_) => ValueKind::Ns,
            Self::Bs(_) => ValueKind::Bs,
            Self::L(_) => ValueKind::L,
            Self::M(_) => ValueKind::M,
        }
    }

    /// Bytes of the value, its attribute's name not included.
    ///
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>
    pub fn size(&self) -> Bytes {
        match self {
            Self::S(text) => Bytes::from_length(text.len()),
            Self::N(number) => number.size(),
            Self::B(bytes) => Bytes::from_length(bytes.len()),
            Self::Bool(_) | Self::Null => FLAG_SIZE,
            Self::Ss(members) => members.iter().map(|text| Bytes::from_length(text.len())).sum(),
            Self::Ns(members) => members.iter().map(|number| number.size()).sum(),
            Self::Bs(members) => members.iter().map(|bytes| Bytes::from_length(bytes.len())).sum(),
            Self::L(elements) => {
                CONTAINER_OVERHEAD
                    + elements.iter().map(|element| ELEMENT_OVERHEAD + element.size()).sum()
            }
            Self::M(map) => {
                let pairs =
                    map.iter().map(|(name, value)| name.size() + ELEMENT_OVERHEAD + value.size());
                CONTAINER_OVERHEAD + pairs.sum()
            }
        }
    }

    /// Bytes of memory that the value takes beside the place in which it is, or a few more.
    pub fn memory(&self) -> Bytes {
        match self {
            Self::S(text) => Bytes::from_length(text.len()),
            Self::B(bytes) => Bytes::from_length(bytes.len()),
            Self::N(_) | Self::Bool(_) | Self::Null => Bytes::ZERO,
            Self::Ss(members) => {
                members.iter().map(|text| ELEMENT_MEMORY + Bytes::from_length(text.len())).sum()
            }
            Self::Ns(members) => members.iter().map(|_| ELEMENT_MEMORY).sum(),
            Self::Bs(members) => {
                members.iter().map(|bytes| ELEMENT_MEMORY + Bytes::from_length(bytes.len())).sum()
            }
            Self::L(elements) => {
                elements.iter().map(|element| ELEMENT_MEMORY + element.memory()).sum()
            }
            Self::M(map) => map.memory(),
        }
    }

    /// How many values it is made of: itself, and of a set, a list or a map its content, of which each member counts, and an
    /// empty one as one.
    pub fn value_count(&self) -> u64 {
        let with_members = |count: usize| 1 + count.max(1) as u64;
        match self {
            Self::S(_) | Self::N(_) | Self::B(_) | Self::Bool(_) | Self::Null => 1,
            Self::Ss(members) => with_members(members.len()),
            Self::Ns(members) => with_members(members.len()),
            Self::Bs(members) => with_members(members.len()),
            Self::L(elements) => {
                with_members(elements.len()) + elements.iter().map(Self::value_count).sum::<u64>()
            }
            Self::M(map) => 1 + map.value_count(),
        }
    }

    /// The depth of nesting: 1 for a scalar, a set, and an empty list or map.
    pub fn levels(&self) -> usize {
        let below = match self {
            Self::L(elements) => elements.iter().map(Self::levels).max(),
            Self::M(map) => map.iter().map(|(_, value)| value.levels()).max(),
            Self::S(_)
            | Self::N(_)
            | Self::B(_)
            | Self::Bool(_)
            | Self::Null
            | Self::Ss(_)
            | Self::Ns(_)
            | Self::Bs(_) => None,
        };
        1 + below.unwrap_or(0)
    }

    /// The order of two values of one ordered type (S, N or B); `None` for any other pair.
    pub fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::S(left), Self::S(right)) => Some(left.cmp(right)),
            (Self::N(left), Self::N(right)) => Some(left.cmp(right)),
            (Self::B(left), Self::B(right)) => Some(left.cmp(right)),
            _ => None,
        }
    }
}

impl ValueKind {
    /// The type of a tag on the wire.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Some(match tag {
            "S" => Self::S,
            "N" => Self::N,
            "B" => Self::B,
            "BOOL" => Self::Bool,
            "NULL" => Self::Null,
            "SS" => Self::Ss,
            "NS" => Self::Ns,
            "BS" => Self::Bs,
            "L" => Self::L,
            "M" => Self::M,
            _ => return None,
        })
    }

    /// DynamoDB's tag for the type on the wire.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
            Self::L => "L",
            Self::M => "M",
        }
    }
}

impl fmt::Display for ValueKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.tag())
    }
}
