//! An operation in one sentence, which can be read across a room.

use engine::capacity::units::CapacityUnits;
use engine::json::value::parse;
use engine::operation::Operation;
use engine::receipt::Receipt;

use crate::explain::behind::behind_sentences;
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::{Context, in_card_order, is_same_store, outcome, store_name, stores};
use crate::explain::subject::{item_label, read_index, table_name, table_named};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::request::Request;
use crate::sandbox::several::{Several, SeveralKind};
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::value::{Method, OperationOutcome};

/// The most tables and indexes that a sentence names, each with its share of the price.
const SHARE_COUNT_MAX: usize = 4;

/// The operations on one item, as the subject of a sentence.
const ON_ITEMS: [(Operation, &str); 4] = [
    (Operation::PutItem, "sentence.put"),
    (Operation::UpdateItem, "sentence.update"),
    (Operation::DeleteItem, "sentence.delete"),
    (Operation::GetItem, "sentence.get"),
];

/// The operations that read a table or an index, as the subject of a sentence.
const ON_STORES: [(Operation, &str); 2] =
    [(Operation::Query, "sentence.query"), (Operation::Scan, "sentence.scan")];

/// "Removing OrderOpenDate from O-1003 cost 5 write units: 4 for Orders and 1 for OpenOrders."
pub(crate) fn sentence(state: &State, operation: &OperationRecord) -> Message {
    let action = action(state, operation);
    if let Err(error) = &operation.reply {
        let error = Argument::English(error.to_string().into());
        return Message::plain("sentence.rejected").with("action", action).with("error", error);
    }
    let (method, units) = match outcome(operation) {
        OperationOutcome::Charged { method, units } => (method, units),
        OperationOutcome::Sql(sql) => {
            return Message::plain("sentence.sql")
                .with("action", action)
                .with("sql", Message::from(sql));
        }
        OperationOutcome::Free | OperationOutcome::Rejected { .. } => {
            return Message::plain("sentence.free").with("action", action);
        }
    };
    let shares = price_shares(state, operation);
    let key = match (method, &shares) {
        (Method::Write, Some(_)) => "sentence.write_shares",
        (Method::Write, None) => "sentence.write",
        (Method::Read, Some(_)) => "sentence.read_shares",
        (Method::Read, None) => "sentence.read",
    };
    let message = Message::plain(key)
        .with("action", action)
        .with("units", Argument::HalfUnits(units.halves).strong());
    let message = match shares {
        Some(shares) => message.with("shares", shares),
        None => message,
    };
    behind_sentences(operation.behind()).into_iter().fold(message, Message::and)
}

/// What was done, as the subject of a sentence.
fn action(state: &State, operation: &OperationRecord) -> Message {
    if let Some(Several { kind, tally, .. }) = &operation.several {
        let key = match kind {
            SeveralKind::Import => "sentence.import",
            SeveralKind::Edit(_) => "sentence.several",
        };
        return Message::plain(key).with("count", Argument::Count(tally.written_count()));
    }
    let request = &operation.request;
    let table = table_name(request).and_then(|name| table_named(&state.database, &name));
    let item = Argument::Code(item_label(request, table));
    if let Some((key, names)) = touched_in_one_way(operation) {
        return Message::plain(key).with("names", names).with("item", item);
    }
    if let Some((_, key)) = ON_ITEMS.into_iter().find(|(known, _)| request.is_of(*known)) {
        return Message::plain(key).with("item", item);
    }
    if let Some((_, key)) = ON_STORES.into_iter().find(|(known, _)| request.is_of(*known)) {
        return Message::plain(key).with("store", store(state, request));
    }
    Message::plain("sentence.other").with("operation", &*request.operation)
}

/// The attributes that an update removed, or those that it set; `None` if it did both, or nothing.
fn touched_in_one_way(operation: &OperationRecord) -> Option<(&'static str, Argument)> {
    let is_update = operation.request.is_of(Operation::UpdateItem);
    let change = operation.change.as_ref().filter(|_| is_update)?;
    let new = change.new.as_deref()?;
    change.old.as_ref()?;
    let touched = operation.touched();
    let removed_count = touched.iter().filter(|name| new.get(name).is_none()).count();
    let key = match removed_count {
        _ if touched.is_empty() => return None,
        0 => "sentence.set",
        count if count == touched.len() => "sentence.remove",
        _ => return None,
    };
    Some((key, Argument::List(touched.iter().map(|name| name.as_str().into()).collect())))
}

/// The table or index that a query or scan reads.
fn store(state: &State, request: &Request) -> Argument {
    let json = parse(&request.text).unwrap_or_default();
    let name = table_name(request).unwrap_or_default();
    let table = table_named(&state.database, &name);
    match read_index(request, &json) {
        Some(index) => {
            let hue = table.and_then(|table| hue_of_index(&table.schema, index));
            Argument::Name(index.into(), hue)
        }
        None => Argument::Name(name.into(), None),
    }
}

/// What each table and index took, joined in one list; `None` if it was only one, or too many to name.
fn price_shares(state: &State, operation: &OperationRecord) -> Option<Message> {
    let name = table_name(&operation.request)?;
    let table = table_named(&state.database, &name);
    let context = Context { schema: table.map(|table| &*table.schema), touched: &[] };
    let shares = shares(&operation.receipts, context);
    let paid = shares.into_iter().filter(|(units, _)| !units.is_zero());
    let mut shares: Vec<Message> = paid
        .map(|(units, name)| {
            let units = Argument::HalfUnits(units.halves());
            Message::plain("sentence.share").with("units", units).with("store", name)
        })
        .collect();
    if operation.backfill.is_some() || !(2..=SHARE_COUNT_MAX).contains(&shares.len()) {
        return None;
    }
    let last = shares.pop()?;
    let joined = shares.into_iter().reduce(|list, next| {
        Message::plain("sentence.shares").with("list", list).with("next", next)
    })?;
    Some(Message::plain("sentence.last_share").with("list", joined).with("next", last))
}

/// What each table and index took of several receipts, in the order in which the page shows them, each with its name.
fn shares(receipts: &[Receipt], context: Context<'_>) -> Vec<(CapacityUnits, Argument)> {
    let arms = || receipts.iter().flat_map(in_card_order);
    let shares = stores(receipts).map(|arm| {
        let units = arms().filter(|other| is_same_store(arm, other)).map(|other| other.units).sum();
        (units, store_name(arm, context))
    });
    shares.collect()
}
