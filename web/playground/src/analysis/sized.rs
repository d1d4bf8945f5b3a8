//! What a request costs that reads or writes as many bytes as the user has stated.

use engine::capacity::cost::{read_units, write_units};
use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::receipt::{Arm, Reason, Store, UnitKind};
use engine::table::schema::Projection;

/// The charge of a store for a request that reads or writes a number of bytes. Entries that hold a part of an item stay as
/// they are, and so does what is free.
pub(crate) fn resized(
    database: &Database,
    arm: &Arm,
    size: Bytes,
    is_transaction: bool,
) -> CapacityUnits {
    let units = match &arm.reason {
        Reason::Read { consistency, .. } => read_units(size, *consistency),
        Reason::Put { .. }
        | Reason::Change { .. }
        | Reason::Unchanged { .. }
        | Reason::Delete { .. }
        | Reason::Checked { .. }
        | Reason::ConditionFailed { .. } => write_units(size),
        Reason::Move { .. } => write_units(size).doubled(),
        Reason::Absent | Reason::NotIndexed { .. } | Reason::Fetch { .. } => return arm.units,
    };
    let is_write = arm.unit_kind() == UnitKind::Write;
    match arm.units.is_zero() || is_write && !holds_items(database, arm) {
        true => arm.units,
        false if is_transaction && arm.store == Store::Table => units.doubled(),
        false => units,
    }
}

/// Whether a store holds items and not parts of them.
fn holds_items(database: &Database, arm: &Arm) -> bool {
    let (Store::Local(name) | Store::Global(name)) = &arm.store else { return true };
    let table = database.table(arm.table.as_str());
    let index = table.and_then(|table| table.schema.index(name.as_str()));
    index.is_some_and(|(_, index)| index.projection == Projection::All)
}
