//! The read of a global index that shows it out of date, while a change of it is pending.

use engine::database::Database;
use engine::model::item::Item;
use engine::receipt::UnitKind;
use engine::table::Table;
use engine::table::index::IndexChange;
use engine::table::schema::IndexSchema;

use crate::explain::receipt::units;
use crate::sandbox::edit::value_text;
use crate::view::index::StaleReadView;
use crate::view::read::{ReadForm, ReadOperation};
use crate::view::value::Text;
use crate::views::pending::Pending;
use crate::views::read::request;

/// A query for the partition key of the next change of an index; `None` if none is pending, or if the index cannot be
/// read.
pub(crate) fn stale_read_view(
    database: &Database,
    table: &Table,
    pending: &Pending<'_>,
    schema: &IndexSchema,
) -> Option<StaleReadView> {
    let name = schema.name.as_str();
    let change = pending.changes().iter().find(|change| change.index == name)?;
    let form = query(schema, image_read_now(change.change));
    let request = request(table, &form).ok()?;
    let outcome = engine::api::preview(database, &request.operation, &request.text);
    outcome.reply.ok()?;
    let paid = outcome.receipt?.units(UnitKind::Read);
    Some(StaleReadView { operation: request.operation, request: request.text, units: units(paid) })
}

/// A query for everything with the partition key of an item.
fn query(schema: &IndexSchema, item: &Item) -> ReadForm {
    let keys = schema.key.partition.iter();
    let values = keys.filter_map(|key| item.get(&key.name)).map(value_text);
    let index = Some(schema.name.as_str().into());
    ReadForm {
        partition: values.map(Text::from).collect(),
        ..ReadForm::new(ReadOperation::Query, index, None)
    }
}

/// The image that a reader finds now, or else the one that a reader misses.
fn image_read_now(change: &IndexChange) -> &Item {
    match change {
        IndexChange::Put(entry) | IndexChange::Replace(entry) | IndexChange::Delete(entry) => {
            &entry.image
        }
        IndexChange::Move { from, .. } => &from.image,
    }
}
