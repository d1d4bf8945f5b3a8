//! Members that several operations share, and the parts of replies that they have in common.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value, json};

use crate::api::arn;
use crate::api::limit::TABLE_REFERENCE_LENGTH;
use crate::api::shape::{Fields, Member, Shape};
use crate::capacity::units::CapacityUnits;
use crate::event::{Arm, Store, UnitKind};

/// The name of a table whose items are read or written.
pub(crate) const TABLE_NAME: Member =
    Member::required("TableName", Shape::Table { length: TABLE_REFERENCE_LENGTH });

/// The name of the table that a request is about, whether it gives the name or the ARN.
pub(crate) fn table_name(fields: Fields<'_>) -> &str {
    arn::table_name(fields.text("TableName").expect("the member is required"))
}

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

/// How much of the consumed capacity a reply tells, and how the request named its tables.
#[derive(Debug, Clone)]
pub(crate) struct CapacityAnswer<'j> {
    detail: CapacityDetail,
    references: Vec<&'j str>,
}

/// How much of the consumed capacity a reply tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CapacityDetail {
    None,
    Total,
    Indexes,
}

impl<'j> CapacityAnswer<'j> {
    /// For a request about one table.
    pub(crate) fn take(fields: Fields<'j>) -> Self {
        Self::of_tables(fields, fields.text("TableName").into_iter())
    }

    /// For a request about several tables, by name or ARN.
    pub(crate) fn of_tables(fields: Fields<'j>, tables: impl Iterator<Item = &'j str>) -> Self {
        let detail = match fields.text("ReturnConsumedCapacity") {
            Some("TOTAL") => CapacityDetail::Total,
            Some("INDEXES") => CapacityDetail::Indexes,
            _ => CapacityDetail::None,
        };
        let references = match detail {
            CapacityDetail::None => Vec::new(),
            CapacityDetail::Total | CapacityDetail::Indexes => tables.collect(),
        };
        Self { detail, references }
    }

    /// For a transaction.
    pub(crate) fn of_actions(fields: Fields<'j>) -> Self {
        let kinds = ["Get", "ConditionCheck", "Put", "Delete", "Update"];
        let actions = fields.list("TransactItems").unwrap_or_default();
        let tables = actions.into_iter().flat_map(|action| {
            kinds.into_iter().filter_map(move |kind| action.fields(kind)?.text("TableName"))
        });
        Self::of_tables(fields, tables)
    }

    /// Adds `ConsumedCapacity` to a reply, if it was asked for.
    pub(crate) fn add_to(&self, reply: &mut Map<String, Value>, table: &str, arms: &[Arm]) {
        if self.detail == CapacityDetail::None {
            return;
        }
        let consumed = self.consumed(table, arms.iter(), None);
        reply.insert("ConsumedCapacity".to_owned(), consumed);
    }

    /// Adds `ConsumedCapacity` as a list with an entry a table, as batches and transactions do.
    /// Transactions tell the kind of their units beside the sum.
    pub(crate) fn add_list_to(
        &self,
        reply: &mut Map<String, Value>,
        arms: &[Arm],
        kind: Option<UnitKind>,
    ) {
        if self.detail == CapacityDetail::None {
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
        &self,
        table: &str,
        arms: impl Iterator<Item = &'a Arm> + Clone,
        kind: Option<UnitKind>,
    ) -> Value {
        let mut consumed = capacity(arms.clone().map(|arm| arm.units).sum(), kind);
        let mut references = self.references.iter();
        let reference = references.find(|reference| arn::table_name(reference) == table);
        consumed.insert("TableName".to_owned(), json!(reference.map_or(table, |name| name)));
        if self.detail == CapacityDetail::Indexes {
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
