//! One operation explained: the bill, the exchange, the result, and what to try next.

use std::rc::Rc;

use engine::api::error::ApiError;
use engine::api::value::item_from_json;
use engine::capacity::cost::{Consistency, read_units};
use engine::database::Database;
use engine::json::value::parse;
use engine::model::item::Item;
use engine::operation::Operation;
use engine::receipt::{Reason, Store, UnitKind};
use engine::table::Table;
use engine::table::schema::{IndexSchema, Scope};
use serde_json::Value;

use crate::explain::access::access_words;
use crate::explain::behind::behind_words;
use crate::explain::fault::fault;
use crate::explain::hue::hue_of_index;
use crate::explain::program::program_words;
use crate::explain::receipt::{
    Context, backfill_line, lines, method, outcome, rule, unit_kind, units,
};
use crate::explain::region::{region_words, wait_words, waiting_words};
use crate::explain::sentence::sentence;
use crate::explain::sql::sql_use;
use crate::explain::subject::{read_index, subject, table_name, table_named};
use crate::sandbox::edit;
use crate::sandbox::item_id::item_id;
use crate::sandbox::mark::Change;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::order::{distinct, in_card_order};
use crate::sandbox::request::Request;
use crate::sandbox::stale::StaleRead;
use crate::sandbox::state::State;
use crate::view::first::{First, beginning};
use crate::view::message::{Argument, Message};
use crate::view::receipt::{
    ExchangeView, NextStep, OfferedRead, ReceiptView, ResultRow, ResultView, SpokenView, StaleRow,
    Suggestion, WhyView,
};
use crate::view::value::{OperationOutcome, Text};
use crate::views::pending::Pending;
use crate::views::read::next_page;
use crate::views::several::several_words;
use crate::views::stale::{is_strong, stale_read_view, stale_result};
use crate::views::table::value_view;
use crate::views::workload::last_run_words;
use crate::visible;

/// Rows of a result that are shown.
const ROW_COUNT_MAX: usize = 200;

/// Characters of a request or reply that are shown.
const EXCHANGE_LENGTH_MAX: usize = 100_000;

/// An operation by its number, or the last one.
pub(crate) fn why_view(state: &State, number: Option<u64>) -> WhyView {
    let run_since = state.run_at_last().and_then(|_| last_run_words(state));
    let Some(operation) = chosen(state, number) else {
        return WhyView { run_since, ..WhyView::default() };
    };
    let latest = state.operations.last().is_some_and(|last| last.number == operation.number);
    let table = table_of(state, operation);
    WhyView {
        operation: Some(operation.number),
        outcome: Some(outcome(operation)),
        latest,
        receipt: receipt(state, operation, table).map(Rc::new),
        access: operation
            .access
            .iter()
            .flat_map(|it| access_words(&it.caller, &it.rulings))
            .collect(),
        followers: followers(&state.database, operation),
        fault: operation.reply.as_ref().err().map(|error| Rc::new(fault(error))),
        result: result(state, operation).map(Rc::new),
        is_read: operation.is_read() && operation.reply.is_ok(),
        suggestions: if latest { suggestions(state, operation, table) } else { Vec::new() },
        run_since: run_since.filter(|_| latest),
    }
}

/// What followed from an operation: programs, and arrivals in other Regions.
fn followers(database: &Database, operation: &OperationRecord) -> Vec<Message> {
    let programs = operation.program_runs.iter().map(program_words);
    wait_words(&operation.receipts)
        .into_iter()
        .chain(programs)
        .chain(region_words(&operation.arrivals))
        .chain(waiting_words(database, operation))
        .collect()
}

/// An operation for an audience, by its number, or the last one; `None` before the first.
pub(crate) fn spoken_view(state: &State, number: Option<u64>) -> Option<SpokenView> {
    let operation = chosen(state, number)?;
    let table = table_of(state, operation);
    let mut arms = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    let index = arms.find_map(|arm| match &arm.store {
        Store::Global(index) | Store::Local(index) if !arm.units.is_zero() => Some(index),
        Store::Global(_) | Store::Local(_) | Store::Table => None,
    });
    Some(SpokenView {
        sentence: sentence(state, operation),
        table: table.map(|table| table.schema.name.as_str().into()),
        item: operation.change.as_ref().map(|change| change.item.clone()),
        index: index.map(|index| index.as_str().into()),
    })
}

/// The result of an operation by its number, or of the last one.
pub(crate) fn outcome_of(state: &State, number: Option<u64>) -> Option<OperationOutcome> {
    chosen(state, number).map(|operation| outcome(operation))
}

/// What was sent and came back in an operation by its number, or in the last one.
pub(crate) fn exchange_view(state: &State, number: Option<u64>) -> Option<ExchangeView> {
    chosen(state, number).map(|operation| exchange(operation))
}

pub(crate) fn chosen(state: &State, number: Option<u64>) -> Option<&Rc<OperationRecord>> {
    number
        .and_then(|number| state.operations.iter().find(|operation| operation.number == number))
        .or(state.operations.last())
}

/// The table that an operation was about, if it still is.
pub(crate) fn table_of<'s>(state: &'s State, operation: &OperationRecord) -> Option<&'s Table> {
    table_named(&state.database, &table_name(&operation.request)?)
}

fn receipt(
    state: &State,
    operation: &OperationRecord,
    table: Option<&Table>,
) -> Option<ReceiptView> {
    let kind = unit_kind(&operation.receipts);
    let touched = operation.touched();
    let context = Context { schema: table.map(|table| &*table.schema), touched: &touched };
    let backfill = operation.backfill.as_ref().map(|backfill| backfill_line(backfill, context));
    operation.is_paid().then(|| ReceiptView {
        operation: operation.request.operation.clone(),
        several: operation
            .several
            .iter()
            .flat_map(|it| several_words(it, &operation.events, table))
            .collect(),
        // The request of several is the first of them only.
        subject: match operation.several {
            Some(_) => Vec::new(),
            None => subject(&operation.request, &state.database),
        },
        entity: table.zip(operation.change.as_ref()).and_then(|(table, change)| {
            let item = change.new.as_ref().or(change.old.as_ref())?;
            state.entities(table).of_item(item).cloned()
        }),
        method: method(kind),
        total: units(operation.units(kind)),
        behind: behind_words(operation.behind()),
        sql: sql_use(operation.sql()),
        lines: lines(&operation.receipts, context).into_iter().chain(backfill).collect(),
        rule: rule(operation),
    })
}

fn exchange(operation: &OperationRecord) -> ExchangeView {
    let reply = match &operation.reply {
        Ok(reply) => format!("{reply:#}"),
        Err(error) => format!("{:#}", error.to_json()),
    };
    ExchangeView {
        operation: operation.request.operation.clone(),
        request: shortened(&operation.request.text),
        reply: shortened(&reply),
        several_count: operation.several.as_ref().map(|several| several.tally.request_count()),
    }
}

/// The result of the operation if it is a read, or of the last read before it.
fn result(state: &State, operation: &OperationRecord) -> Option<ResultView> {
    let until = state.operations.iter().filter(|other| other.number <= operation.number);
    let read = until.rev().find(|other| other.is_read() && other.reply.is_ok())?;
    let mut result = result_of(state, read)?;
    if is_strong(read) {
        let before = state.operations.iter().rfind(|other| other.number < read.number);
        let table = |read| table_of(state, read).map(|table| &table.schema.name);
        let behind = before.filter(|it| it.stale.is_some() && table(it) == table(read));
        result.beside = behind.and_then(|behind| result_of(state, behind)).map(Rc::new);
    }
    Some(result)
}

fn result_of(state: &State, read: &OperationRecord) -> Option<ResultView> {
    let reply = read.reply.as_ref().ok()?;
    let table = table_of(state, read);
    let found = found(reply);
    let index = index_name(read);
    let missed = read.stale.iter().flat_map(|stale| &stale.missed).map(|missed| &missed.item);
    let columns = columns(table, index.as_deref(), &found.iter().chain(missed).collect::<Vec<_>>());
    let found_count = found.len() as u64 + found.more;
    let count = |name: &str| reply.get(name).and_then(Value::as_u64);
    let hue =
        table.zip(index.as_ref()).and_then(|(table, index)| hue_of_index(&table.schema, index));
    let source = index.clone().or_else(|| table_name(&read.request).map(Text::from));
    let mut rows = found.map(|item| row(table, &item, &columns));
    if let Some((stale, table)) = read.stale.as_ref().zip(table) {
        mark_stale(&mut rows.shown, stale, table, &columns);
    }
    Some(ResultView {
        operation: read.request.operation.clone(),
        source: source.unwrap_or_default(),
        hue,
        rows,
        columns,
        only_counts: count_only(read, reply),
        count: count("Count").unwrap_or(found_count),
        scanned_count: count("ScannedCount"),
        total: units(read.units(UnitKind::Read)),
        sql: sql_use(read.sql()),
        next: next_page(&read.request, reply)
            .filter(|next| can_go_on(&state.database, next, reply))
            .map(|request| request.text),
        stale: stale_result(state, read, index, hue, table),
        beside: None,
    })
}

/// Whether the page after a reply can be asked for. A query of a table without a sort key finds one item at most: with a
/// limit of 1 its reply has a LastEvaluatedKey, and DynamoDB rejects a query that starts there.
fn can_go_on(database: &Database, next: &Request, reply: &Value) -> bool {
    if reply.get("ScannedCount").and_then(Value::as_u64) != Some(1) {
        return true;
    }
    let outcome = engine::api::preview(database, &next.operation, &next.text);
    !matches!(outcome.reply, Err(ApiError::Validation { .. }))
}

/// Whether a query or scan was asked for the number of items only.
fn count_only(read: &OperationRecord, reply: &Value) -> bool {
    let is_list = [Operation::Query, Operation::Scan].into_iter().any(|it| read.request.is_of(it));
    is_list && reply.get("Items").is_none()
}

/// The items of a reply in any of its forms: one, a list, a list for each table, or a response to each get.
fn found(reply: &Value) -> First<Item> {
    let mut json: Vec<&Value> = Vec::new();
    match (reply.get("Items"), reply.get("Responses")) {
        (Some(Value::Array(items)), _) => json.extend(items),
        (_, Some(Value::Array(answers))) => {
            json.extend(answers.iter().filter_map(|answer| answer.get("Item")));
        }
        (_, Some(Value::Object(tables))) => {
            json.extend(tables.values().filter_map(Value::as_array).flatten());
        }
        (_, _) => json.extend(reply.get("Item")),
    }
    let json = First::of(json, ROW_COUNT_MAX);
    let items = json.shown.into_iter().filter_map(|item| item_from_json(item.clone()).ok());
    First { shown: items.collect(), more: json.more }
}

/// Names of all attributes found: keys of the index, keys of the table, those of its other indexes, then the rest.
fn columns(table: Option<&Table>, index: Option<&str>, items: &[&Item]) -> Vec<Text> {
    let keys: Vec<&str> = table
        .map(|table| {
            let index = index.and_then(|name| table.index(name)).map(|index| &index.schema.key);
            let others = in_card_order(table).map(|index| &index.schema.key);
            let keys = index.into_iter().chain([&table.schema.key]).chain(others);
            keys.flat_map(|key| key.attributes().map(|attribute| attribute.name.as_str())).collect()
        })
        .unwrap_or_default();
    let found = distinct(items.iter().flat_map(|item| item.iter().map(|(name, _)| name.as_str())));
    let mut columns: Vec<&str> = Vec::new();
    for name in keys.into_iter().filter(|name| found.contains(name)).chain(found.iter().copied()) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    columns.into_iter().map(Text::from).collect()
}

fn row(table: Option<&Table>, item: &Item, columns: &[Text]) -> ResultRow {
    let table = table.filter(|table| table.schema.key.is_complete_in(item));
    ResultRow {
        item: table.map(|table| item_id(table, item)),
        values: columns.iter().map(|name| item.get(name).map(value_view)).collect(),
        stale: None,
    }
}

/// Marks the rows that are out of date, and adds those that the index does not have yet in their places.
fn mark_stale(rows: &mut Vec<ResultRow>, stale: &StaleRead, table: &Table, columns: &[Text]) {
    for row in rows.iter_mut() {
        row.stale = row.item.as_ref().and_then(|item| stale.returned.get(item).copied());
    }
    for missed in &stale.missed {
        let added = ResultRow {
            stale: Some(StaleRow::NotYetIndexed),
            ..row(Some(table), &missed.item, columns)
        };
        let before = rows.iter().position(|row| row.item.is_some() && row.item == missed.after);
        let place = match (&missed.after, before) {
            (None, _) => 0,
            (Some(_), Some(before)) => before + 1,
            (Some(_), None) => rows.len(),
        };
        rows.insert(place, added);
    }
}

/// The index that a query or scan reads.
fn index_name(operation: &OperationRecord) -> Option<Text> {
    let json = parse(&operation.request.text).ok()?;
    read_index(&operation.request, &json).map(Text::from)
}

/// What to try next; the first thing is the way back.
fn suggestions(
    state: &State,
    operation: &OperationRecord,
    table: Option<&Table>,
) -> Vec<Suggestion> {
    let Some(table) = table else { return Vec::new() };
    let global = table.schema.indexes.iter().find(|index| index.scope == Scope::Global);
    let left = operation
        .receipts
        .iter()
        .flat_map(|receipt| &receipt.arms)
        .any(|arm| arm.store != Store::Table && matches!(arm.reason, Reason::Delete { .. }));
    // A scan that is denied or wrong has read nothing.
    let is_scan = operation.request.is_of(Operation::Scan) && operation.reply.is_ok();
    let put_back = Some(operation)
        .filter(|operation| left && operation.reply.is_ok())
        .and_then(|operation| put_back(&state.database, table, operation.change.as_ref()?));
    let behind = match operation.stale {
        None => behind(&state.database, table),
        Some(_) => None,
    };
    let has_entries = |index: &IndexSchema| {
        table.index(index.name.as_str()).is_some_and(|it| it.entries.count() > 0)
    };
    let is_apt = behind.is_none() && (left || is_scan);
    let query = global.filter(|index| is_apt && has_entries(index)).map(|index| {
        let name = index.name.as_str();
        let hue = hue_of_index(&table.schema, name);
        let scan = read_units(table.items.size(), Consistency::Eventual);
        Suggestion {
            words: Message::plain("suggestion.query")
                .with("index", Argument::Name(name.into(), hue))
                .with("units", Argument::HalfUnits(scan.halves())),
            step: NextStep::QueryIndex,
        }
    });
    let has_scanned = state.operations.iter().any(|other| other.request.is_of(Operation::Scan));
    let scan = (left && !has_scanned).then(|| Suggestion {
        words: Message::plain("suggestion.scan"),
        step: NextStep::ScanTable,
    });
    [put_back, behind, query, scan].into_iter().flatten().collect()
}

/// A read of the first index of which a change is pending.
fn behind(database: &Database, table: &Table) -> Option<Suggestion> {
    let pending = Pending::of(database, table);
    let change = pending.changes().first()?;
    let (_, schema) = table.schema.index(change.index)?;
    let OfferedRead { operation, request, units } =
        stale_read_view(database, table, &pending, schema)?;
    let hue = hue_of_index(&table.schema, change.index);
    let words = Message::plain("suggestion.read_stale")
        .with("index", Argument::Name(change.index.into(), hue))
        .with("units", Argument::HalfUnits(units.halves));
    Some(Suggestion { words, step: NextStep::ReadStale { operation, request } })
}

/// The request that writes back what the last one removed, and its price.
fn put_back(database: &Database, table: &Table, change: &Change) -> Option<Suggestion> {
    let Request { operation, text } = edit::restoring_request(table, change)?;
    let outcome = engine::api::preview(database, &operation, &text);
    outcome.reply.ok()?;
    let words = Message::plain("suggestion.put_back")
        .with("units", Argument::HalfUnits(outcome.receipt?.units(UnitKind::Write).halves()));
    Some(Suggestion { words, step: NextStep::Send { operation, request: text } })
}

fn shortened(text: &str) -> Text {
    beginning(&visible::json(text), EXCHANGE_LENGTH_MAX).into()
}
