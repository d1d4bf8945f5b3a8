//! `ConsumedCapacity`: how much of it a request asks for, and what it contains.

use crate::api::arn;
use crate::api::reply::{Reply, decimal};
use crate::api::request::fields::Fields;
use crate::capacity::units::CapacityUnits;
use crate::receipt::{Arm, Reason, Store, UnitKind};

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
    pub(crate) fn add_to(&self, reply: &mut Reply, table: &str, arms: &[Arm]) {
        if self.detail != CapacityDetail::None {
            reply.put_object("ConsumedCapacity", self.consumed(table, arms, None));
        }
    }

    /// Adds `ConsumedCapacity` as a list with an entry a table, as batches and transactions do.
    /// Transactions tell the kind of their units beside the sum.
    pub(crate) fn add_list_to(&self, reply: &mut Reply, arms: &[Arm], kind: Option<UnitKind>) {
        if self.detail == CapacityDetail::None {
            return;
        }
        let done = arms.iter().filter(|arm| !is_of_failure(arm));
        let mut tables: Vec<&str> = done.map(|arm| arm.table.as_str()).collect();
        tables.sort_unstable();
        tables.dedup();
        let entry = |table| self.consumed(table, arms, kind);
        reply.put_list("ConsumedCapacity", tables.into_iter().map(entry));
    }

    /// What the arms of one table consumed.
    fn consumed(&self, table: &str, arms: &[Arm], kind: Option<UnitKind>) -> Reply {
        let mut stores = vec![(&Store::Table, CapacityUnits::ZERO)];
        let mut total = CapacityUnits::ZERO;
        for arm in arms.iter().filter(|arm| arm.table.as_str() == table) {
            total += arm.units;
            if is_of_failure(arm) {
                continue;
            }
            match stores.iter_mut().find(|(store, _)| **store == arm.store) {
                Some((_, units)) => *units += arm.units,
                None => stores.push((&arm.store, arm.units)),
            }
        }
        let mut consumed = capacity(total, kind);
        let mut references = self.references.iter();
        let reference = references.find(|reference| arn::table_name(reference) == table);
        consumed.put_text("TableName", reference.map_or(table, |name| name));
        if self.detail == CapacityDetail::Indexes {
            add_stores(&mut consumed, &stores, kind);
        }
        consumed
    }
}

/// Whether an arm is of a write whose condition failed, within a batch of PartiQL statements. It counts towards the total
/// of its table, if anything else was done to it, and towards no store.
fn is_of_failure(arm: &Arm) -> bool {
    matches!(arm.reason, Reason::ConditionFailed { .. })
}

/// The table always, and every index that was charged.
fn add_stores(consumed: &mut Reply, stores: &[(&Store, CapacityUnits)], kind: Option<UnitKind>) {
    let (mut local, mut global) = (Reply::default(), Reply::default());
    for (store, units) in stores {
        let (indexes, name) = match store {
            Store::Table => (&mut *consumed, "Table"),
            Store::Local(_) | Store::Global(_) if units.is_zero() => continue,
            Store::Local(index) => (&mut local, index.as_str()),
            Store::Global(index) => (&mut global, index.as_str()),
        };
        indexes.put_object(name, capacity(*units, kind));
    }
    for (member, indexes) in [("LocalSecondaryIndexes", local), ("GlobalSecondaryIndexes", global)]
    {
        if !indexes.is_empty() {
            consumed.put_object(member, indexes);
        }
    }
}

fn capacity(units: CapacityUnits, kind: Option<UnitKind>) -> Reply {
    let mut reply = Reply::default();
    reply.put("CapacityUnits", decimal(units.wire_text()));
    let split = match kind {
        None => return reply,
        Some(UnitKind::Read) => "ReadCapacityUnits",
        Some(UnitKind::Write) => "WriteCapacityUnits",
    };
    reply.put(split, decimal(units.wire_text()));
    reply
}
