//! Members that several operations share, and the parts of replies that they have in common.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value, json};

use crate::api::limit::TABLE_REFERENCE_LENGTH;
use crate::api::shape::{Fields, Member, Shape};
use crate::capacity::units::CapacityUnits;
use crate::event::{Arm, Store, UnitKind};

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
        let consumed = self.consumed(table, arms.iter(), None);
        reply.insert("ConsumedCapacity".to_owned(), consumed);
    }

    /// Adds `ConsumedCapacity` as a list with an entry a table, as batches and transactions do.
    /// Transactions tell the kind of their units beside the sum.
    pub(crate) fn add_list_to(
        self,
        reply: &mut Map<String, Value>,
        arms: &[Arm],
        kind: Option<UnitKind>,
    ) {
        if self == Self::None {
            return;
        }
        let mut tables: BTreeMap<&str, Vec<&Arm>> = BTreeMap::new();
        for arm in arms {
            tables.entry(arm.table.as_str()).or_default().push(arm);
        }
        let entry = |(table, arms): (&str, Vec<&Arm>)| self.consumed(table, arms.into_iter(), kind);
        let list = tables.into_iter().map(entry).collect();
        reply.insert("ConsumedCapacity".to_owned(), list);
    }

    fn consumed<'a>(
        self,
        table: &str,
        arms: impl Iterator<Item = &'a Arm> + Clone,
        kind: Option<UnitKind>,
    ) -> Value {
        let mut consumed = capacity(arms.clone().map(|arm| arm.units).sum(), kind);
        consumed.insert("TableName".to_owned(), json!(table));
        if self == Self::Indexes {
            add_arms(&mut consumed, arms, kind);
        }
        Value::Object(consumed)
    }
}

/// The table always, and every index that was charged.
fn add_arms<'a>(
    consumed: &mut Map<String, Value>,
    arms: impl Iterator<Item = &'a Arm>,
    kind: Option<UnitKind>,
) {
    let mut stores = BTreeMap::from([(&Store::Table, CapacityUnits::ZERO)]);
    for arm in arms {
        *stores.entry(&arm.store).or_default() += arm.units;
    }
    for (store, units) in stores {
        let (member, index) = match store {
            Store::Table => {
                consumed.insert("Table".to_owned(), Value::Object(capacity(units, kind)));
                continue;
            }
            Store::Local(index) => ("LocalSecondaryIndexes", index),
            Store::Global(index) => ("GlobalSecondaryIndexes", index),
        };
        if !units.is_zero() {
            let indexes = consumed.entry(member).or_insert_with(|| json!({}));
            indexes[index.as_str()] = Value::Object(capacity(units, kind));
        }
    }
}

fn capacity(units: CapacityUnits, kind: Option<UnitKind>) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("CapacityUnits".to_owned(), decimal(units.wire_text()));
    let split = match kind {
        None => return object,
        Some(UnitKind::Read) => "ReadCapacityUnits",
        Some(UnitKind::Write) => "WriteCapacityUnits",
    };
    object.insert(split.to_owned(), decimal(units.wire_text()));
    object
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
