//! Time to live: when an item expires, and the time that is typed for one.

use engine::clock::UnixTime;
use engine::database::Database;
use engine::table::Table;
use engine::table::time_to_live::is_plausible;

use crate::view::edit::{Edit, ValueKind, ValueText};
use crate::view::expiry::{ItemExpiry, TypedExpiry};

/// Seconds from which a time is more likely in milliseconds: the year 5138.
const SECONDS_MAX: u64 = 100_000_000_000;

/// When an item with this time is deleted.
pub(crate) fn item_expiry(database: &Database, at: UnixTime) -> ItemExpiry {
    let delay_ms = database.config().lifecycle.expire_item_ms;
    let is_deleted = is_plausible(at.seconds(), database.unix_time(database.now()));
    ItemExpiry { at_ms: at.0, deleted_at_ms: is_deleted.then(|| at.0.saturating_add(delay_ms)) }
}

/// What the time means that an edit types into the attribute by which items of a table expire; `None` if it types none.
pub(crate) fn typed_expiry(database: &Database, table: &Table, edit: &Edit) -> Option<TypedExpiry> {
    let mut edit = edit.clone();
    let value = time_of(table, &mut edit)?;
    let seconds = value.text.trim().parse::<u64>().ok().filter(|_| value.kind == ValueKind::N);
    Some(match seconds {
        None => TypedExpiry::NotTime,
        Some(seconds) if seconds >= SECONDS_MAX => TypedExpiry::Milliseconds,
        Some(seconds) => {
            TypedExpiry::At(item_expiry(database, UnixTime(seconds.saturating_mul(1_000))))
        }
    })
}

/// The edit with an item that expires in a while from now; `None` if it does not type the time at which one does.
pub(crate) fn expiring_in(
    database: &Database,
    table: &Table,
    edit: &Edit,
    by_ms: u64,
) -> Option<Edit> {
    let mut edit = edit.clone();
    let at = database.unix_time(database.now().after(by_ms));
    *time_of(table, &mut edit)? = ValueText { kind: ValueKind::N, text: at.seconds().to_string() };
    Some(edit)
}

/// The value that an edit types into the attribute by which items expire.
fn time_of<'e>(table: &Table, edit: &'e mut Edit) -> Option<&'e mut ValueText> {
    let name = table.time_to_live.status.attribute()?.as_str();
    match edit {
        Edit::Set { attribute, value, .. } | Edit::SetAll { attribute, value, .. } => {
            (attribute == name).then_some(value)
        }
        Edit::Compose { fields, .. } => {
            fields.iter_mut().find(|field| field.name == name).map(|field| &mut field.value)
        }
        Edit::Remove { .. }
        | Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Delete { .. }
        | Edit::DeleteAll { .. } => None,
    }
}
