//! Members that several operations share, and the parts of replies that they have in common.

use serde_json::{Map, Number, Value, json};

use crate::api::limit::TABLE_REFERENCE_LENGTH;
use crate::api::shape::{Fields, Member, Shape};
use crate::capacity::units::CapacityUnits;
use crate::event::{Arm, Store};

/// The name of a table whose items are read or written.
pub(crate) const TABLE_NAME: Member =
    Member::required("TableName", Shape::Text { length: TABLE_REFERENCE_LENGTH, plain: true });

/// How much of the consumed capacity is told.
pub(crate) const RETURN_CONSUMED_CAPACITY: Member =
    Member::optional("ReturnConsumedCapacity", Shape::Word(&["INDEXES", "TOTAL", "NONE"]));

/// Placeholders for attribute names.
pub(crate) const ATTRIBUTE_NAMES: Member =
    Member::optional("ExpressionAttributeNames", Shape::Texts);

/// Placeholders for attribute values.
pub(crate) const ATTRIBUTE_VALUES: Member =
    Member::optional("ExpressionAttributeValues", Shape::Attributes);

/// Any text: expressions have limits of their own.
pub(crate) const EXPRESSION: Shape = Shape::Text { length: (0, usize::MAX), plain: false };

/// Which attributes of the item a write returns.
pub(crate) const RETURN_VALUES: Member = Member::optional(
    "ReturnValues",
    Shape::Word(&["ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"]),
);

/// Whether a failed condition returns the item.
pub(crate) const RETURN_VALUES_ON_FAILURE: Member =
    Member::optional("ReturnValuesOnConditionCheckFailure", Shape::Word(&["ALL_OLD", "NONE"]));

/// Whether the size of the item collection is told.
pub(crate) const RETURN_COLLECTION_METRICS: Member =
    Member::optional("ReturnItemCollectionMetrics", Shape::Word(&["SIZE", "NONE"]));

/// How much of the consumed capacity a reply tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CapacityDetail {
    None,
    Total,
    Indexes,
}

impl CapacityDetail {
    pub(crate) fn take(fields: Fields<'_>) -> Self {
        match fields.text("ReturnConsumedCapacity") {
            Some("TOTAL") => Self::Total,
            Some("INDEXES") => Self::Indexes,
            _ => Self::None,
        }
    }

    /// Adds `ConsumedCapacity` to a reply, if it was asked for.
    pub(crate) fn add_to(self, reply: &mut Map<String, Value>, table: &str, arms: &[Arm]) {
        if self == Self::None {
            return;
        }
        let mut consumed = Map::new();
        consumed.insert("TableName".to_owned(), json!(table));
        consumed.insert("CapacityUnits".to_owned(), units(arms.iter().map(|arm| arm.units).sum()));
        if self == Self::Indexes {
            add_arms(&mut consumed, arms);
        }
        reply.insert("ConsumedCapacity".to_owned(), Value::Object(consumed));
    }
}

/// The table always, and every index that was charged.
fn add_arms(consumed: &mut Map<String, Value>, arms: &[Arm]) {
    let table = arms.iter().filter(|arm| arm.store == Store::Table).map(|arm| arm.units).sum();
    consumed.insert("Table".to_owned(), capacity(table));
    for arm in arms.iter().filter(|arm| !arm.units.is_zero()) {
        let (member, index) = match &arm.store {
            Store::Table => continue,
            Store::Local(index) => ("LocalSecondaryIndexes", index),
            Store::Global(index) => ("GlobalSecondaryIndexes", index),
        };
        let indexes = consumed.entry(member).or_insert_with(|| json!({}));
        indexes[index.as_str()] = capacity(arm.units);
    }
}

fn capacity(consumed: CapacityUnits) -> Value {
    let mut object = Map::new();
    object.insert("CapacityUnits".to_owned(), units(consumed));
    Value::Object(object)
}

fn units(units: CapacityUnits) -> Value {
    decimal(units.wire_text())
}

/// A JSON number written exactly so.
pub(crate) fn decimal(text: String) -> Value {
    Value::Number(Number::from_string_unchecked(text))
}

impl Fields<'_> {
    /// A flag with a default.
    pub(crate) fn flag(self, name: &str, default: bool) -> bool {
        self.boolean(name).unwrap_or(default)
    }
}
