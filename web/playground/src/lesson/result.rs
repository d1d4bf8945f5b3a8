//! What an operation cost and returned, as the lines of a `result` block.
//!
//! ```text
//! write 5 = Orders 4 + OpenOrders 1
//! ```
//!
//! The lines are complete: an operation has the units of every table and index that it touched, how many items a read
//! returned, whether the index that it read was behind its table, and the error.

use std::borrow::Cow;

use engine::api::error::ApiError;
use engine::capacity::units::CapacityUnits;
use engine::receipt::{Arm, Reason, Store, UnitKind};
use serde_json::Value;

use crate::lesson::table_name;
use crate::sandbox::operation::OperationRecord;

/// The lines that a `result` block must have after an operation.
pub fn lines(operation: &OperationRecord) -> Vec<String> {
    let mut lines = Vec::new();
    for (kind, word) in [(UnitKind::Read, "read"), (UnitKind::Write, "write")] {
        lines.extend(units_line(operation, kind, word));
    }
    let sql = operation.sql();
    for (count, word) in [(sql.read_count, "read"), (sql.write_count, "write")] {
        lines.extend((count > 0).then(|| format!("sql {word} {count}")));
    }
    let is_free = lines.is_empty();
    match &operation.reply {
        Ok(reply) => {
            if is_free {
                lines.push("free".to_owned());
            }
            if let Some(Returned { count, evaluated }) = returned(operation) {
                lines.push(format!("returns {count} of {evaluated}"));
            }
            if reply.get("LastEvaluatedKey").is_some() {
                lines.push("more".to_owned());
            }
        }
        Err(error) => lines.push(format!("error {}: {error}", error_code(error))),
    }
    if operation.stale.is_some() {
        lines.push("stale".to_owned());
    }
    lines
}

/// The units of an operation without the word for their kind: `5 = Orders 4 + OpenOrders 1`. Tables and indexes that cost
/// nothing are left out. `None` if nothing was charged, or if both kinds were.
pub fn units(operation: &OperationRecord) -> Option<String> {
    let of_kind = [UnitKind::Read, UnitKind::Write].map(|kind| {
        let mut arms = arms(operation, kind);
        arms.retain(|(_, units)| !units.is_zero());
        arms
    });
    let arms = match of_kind {
        [reads, writes] if writes.is_empty() => reads,
        [reads, writes] if reads.is_empty() => writes,
        _ => return None,
    };
    let parts: Vec<String> = arms.iter().map(|(name, units)| format!("{name} {units}")).collect();
    let total: CapacityUnits = arms.iter().map(|(_, units)| *units).sum();
    (!parts.is_empty()).then(|| format!("{total} = {}", parts.join(" + ")))
}

/// What a read returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Returned {
    /// Items returned.
    pub count: u64,
    /// Items read before the filter.
    pub evaluated: u64,
}

/// How many items a read returned, of how many. `None` if it is not a read of items, or was rejected.
pub(crate) fn returned(operation: &OperationRecord) -> Option<Returned> {
    let reply = operation.reply.as_ref().ok().filter(|_| operation.is_read())?;
    let number = |name: &str| reply.get(name).and_then(Value::as_u64);
    let count = number("Count").unwrap_or_else(|| items(reply).len() as u64);
    Some(Returned { count, evaluated: number("ScannedCount").unwrap_or(count) })
}

/// The items in the reply to any read, in order.
pub(crate) fn items(reply: &Value) -> Vec<&Value> {
    let members = |name: &str| reply.get(name).and_then(Value::as_array).into_iter().flatten();
    // BatchGetItem returns lists by table, and TransactGetItems a list of `{"Item": …}`.
    let of_tables = reply.get("Responses").and_then(Value::as_object).into_iter();
    let of_tables =
        of_tables.flat_map(serde_json::Map::values).filter_map(Value::as_array).flatten();
    let of_transaction = members("Responses").filter_map(|response| response.get("Item"));
    reply
        .get("Item")
        .into_iter()
        .chain(members("Items"))
        .chain(of_tables)
        .chain(of_transaction)
        .collect()
}

/// DynamoDB's name of an error: `ValidationException`.
pub(crate) fn error_code(error: &ApiError) -> String {
    let json = error.to_json();
    let name = json["__type"].as_str().unwrap_or_default();
    name.rsplit('#').next().unwrap_or(name).to_owned()
}

/// The arms of an operation that are about the same store, in order, with their sums.
pub(crate) fn arms(
    operation: &OperationRecord,
    kind: UnitKind,
) -> Vec<(Cow<'_, str>, CapacityUnits)> {
    let mut sums: Vec<(Cow<'_, str>, CapacityUnits)> = Vec::new();
    let arms = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    for arm in arms.filter(|arm| arm.unit_kind() == kind && is_listed(arm)) {
        let name = store_name(arm);
        match sums.iter_mut().find(|(other, _)| *other == name) {
            Some((_, units)) => *units += arm.units,
            None => sums.push((name, arm.units)),
        }
    }
    sums
}

/// `write 5 = Orders 4 + OpenOrders 1`; `None` if nothing of this kind was charged or left unchanged.
fn units_line(operation: &OperationRecord, kind: UnitKind, word: &str) -> Option<String> {
    let arms = arms(operation, kind);
    let parts: Vec<String> = arms.iter().map(|(name, units)| format!("{name} {units}")).collect();
    let total: CapacityUnits = arms.iter().map(|(_, units)| *units).sum();
    (!parts.is_empty()).then(|| format!("{word} {total} = {}", parts.join(" + ")))
}

/// Whether an arm is in a line of units: an SQL table, and an index in which the item is not, before or after, are left out.
fn is_listed(arm: &Arm) -> bool {
    match arm.reason {
        _ if arm.is_sql => false,
        Reason::NotIndexed { .. } => false,
        Reason::Put { .. }
        | Reason::Change { .. }
        | Reason::Unchanged { .. }
        | Reason::Delete { .. }
        | Reason::Move { .. }
        | Reason::Absent
        | Reason::Checked { .. }
        | Reason::ConditionFailed { .. }
        | Reason::Read { .. }
        | Reason::Fetch { .. } => true,
    }
}

fn store_name(arm: &Arm) -> Cow<'_, str> {
    match &arm.store {
        Store::Table => table_name::words(&arm.table),
        Store::Local(index) | Store::Global(index) => index.as_str().into(),
    }
}
