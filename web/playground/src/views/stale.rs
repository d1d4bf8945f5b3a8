//! The read of a global index that shows it out of date, while a change of it is pending, and the read that is never out of date.

use engine::capacity::cost::Consistency;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::item::Item;
use engine::receipt::{Reason, UnitKind};
use engine::table::Table;
use engine::table::index::IndexChange;
use engine::table::schema::IndexSchema;
use serde_json::{Value, json};

use crate::explain::receipt::units;
use crate::sandbox::edit::value_text;
use crate::sandbox::item_id::item_id;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::request::Request;
use crate::sandbox::stale::StaleRead;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::read::{ReadForm, ReadOperation};
use crate::view::receipt::{OfferedRead, ReadAgain, StaleResult};
use crate::view::value::{Hue, Text};
use crate::views::pending::Pending;
use crate::views::read::request;

/// A query for the partition key of the next change of an index; `None` if none is pending, or if the index cannot be
/// read.
pub(crate) fn stale_read_view(
    database: &Database,
    table: &Table,
    pending: &Pending<'_>,
    schema: &IndexSchema,
) -> Option<OfferedRead> {
    let name = schema.name.as_str();
    let change = pending.changes().iter().find(|change| change.index == name)?;
    let form = query(schema, image_read_now(change.change));
    offered(database, request(table, &form).ok()?)
}

/// That a read of a global index is out of date, the same read once more, and the read that is never out of date.
pub(crate) fn stale_result(
    state: &State,
    read: &OperationRecord,
    index: Option<Text>,
    hue: Option<Hue>,
    table: Option<&Table>,
) -> Option<StaleResult> {
    let behind = read.stale.as_ref()?;
    let staleness = behind.staleness;
    let is_last = state.operations.last().is_some_and(|last| last.number == read.number);
    // A strongly consistent read stands beside it, and says nothing of the index.
    let since = state.operations.iter().rev().take_while(|it| it.number > read.number);
    let is_newest = since.into_iter().all(|it| is_strong(it));
    let again = || ReadAgain {
        request: read.request.text.clone(),
        at_ms: staleness.caught_up_at.0,
        is_due: staleness.caught_up_at <= state.database.now(),
        units: units(read.units(UnitKind::Read)),
    };
    Some(StaleResult {
        words: Message::plain("read.stale")
            .with("at", Argument::Ms(read.at.0))
            .with("index", Argument::Name(index.unwrap_or_default(), hue))
            .with("in", Argument::Ms(read.at.until(staleness.caught_up_at))),
        again: is_newest.then(again),
        strong: table
            .filter(|_| is_last)
            .and_then(|table| strong_read(&state.database, table, behind)),
    })
}

/// Whether an operation was a strongly consistent read.
pub(crate) fn is_strong(read: &OperationRecord) -> bool {
    read.receipts
        .iter()
        .flat_map(|receipt| &receipt.arms)
        .any(|arm| matches!(arm.reason, Reason::Read { consistency: Consistency::Strong, .. }))
}

/// A strongly consistent read of the items of which a read of an index was out of date.
fn strong_read(database: &Database, table: &Table, stale: &StaleRead) -> Option<OfferedRead> {
    let missed = stale.missed.iter().map(|missed| item_id(table, &missed.item));
    let items = stale.returned.keys().cloned().chain(missed);
    let keys: Vec<Value> = items.filter_map(|item| parse(&item.0).ok()).collect();
    let table = table.schema.name.as_str();
    let (operation, mut request) = match keys.as_slice() {
        [key] => ("GetItem", json!({ "TableName": table, "Key": key, "ConsistentRead": true })),
        keys => {
            let keys = json!({ "Keys": keys, "ConsistentRead": true });
            ("BatchGetItem", json!({ "RequestItems": { table: keys } }))
        }
    };
    request["ReturnConsumedCapacity"] = "INDEXES".into();
    offered(database, Request::new(operation, &request))
}

/// A read with its price; `None` if it would be rejected.
fn offered(database: &Database, request: Request) -> Option<OfferedRead> {
    let Request { operation, text: request } = request;
    let outcome = engine::api::preview(database, &operation, &request);
    outcome.reply.ok()?;
    let units = units(outcome.receipt?.units(UnitKind::Read));
    Some(OfferedRead { operation, request, units })
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
