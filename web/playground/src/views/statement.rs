//! What the PartiQL statements of a request do: their plans in words.

use std::ops::Range;

use engine::api;
use engine::api::error::ApiError;
use engine::api::error::validation::ValidationError;
use engine::database::Database;
use engine::expression::condition::Condition;
use engine::model::key::KeySchema;
use engine::partiql::piece::{self, pieces};
use engine::partiql::plan::{Plan, ReadAccess, ReadPlan, ScanReason, WriteKind, WritePlan};
use engine::table::Table;

use crate::code::literal::Literal;
use crate::code::partiql_name::quoted;
use crate::code::write::json::dynamodb_json;
use crate::explain::hue::hue_of_index;
use crate::view::message::{Argument, Message};
use crate::view::statement::{Mark, PieceKind, PlanView, StatementPiece, StatementView};

/// The member of a transaction that has its statements.
const TRANSACTION: &str = "TransactStatements";

/// The statements of a request, in their order.
pub(crate) fn statement_views(database: &Database, request: &Literal) -> Vec<StatementView> {
    if request.member("Statement").is_some() {
        return statement_view(database, request, None, false).into_iter().collect();
    }
    let elements = ["Statements", TRANSACTION].iter().find_map(|name| match request.member(name) {
        Some(Literal::List(elements)) => Some((elements, *name == TRANSACTION)),
        Some(_) | None => None,
    });
    let Some((elements, in_transaction)) = elements else { return Vec::new() };
    let numbered = (1..).zip(elements);
    numbered
        .filter_map(|(number, it)| statement_view(database, it, Some(number), in_transaction))
        .collect()
}

fn statement_view(
    database: &Database,
    request: &Literal,
    number: Option<u64>,
    in_transaction: bool,
) -> Option<StatementView> {
    let text = request.member("Statement")?.as_text()?;
    let request = as_request(request);
    let plan = api::partiql_plan(database, &dynamodb_json(&request));
    let (mark, marked) = match &plan {
        Ok(Plan::Read(read)) => (Mark::Filter, read.filter_spans.clone()),
        Ok(Plan::Write(_)) => (Mark::Filter, Vec::new()),
        Err(error) => (Mark::Fault, Vec::from_iter(fault_range(error))),
    };
    let plan = plan.ok().and_then(|plan| match plan {
        Plan::Read(read) => Some(read_words(database, &read)),
        Plan::Write(write) => write_words(&write, in_transaction),
    });
    Some(StatementView { number, pieces: marked_pieces(text, mark, &marked), plan })
}

/// A statement of a batch or transaction as a request of ExecuteStatement. NextToken and Limit do not change the plan.
fn as_request(request: &Literal) -> Literal {
    let members = ["Statement", "Parameters", "ConsistentRead"].into_iter();
    let given = members.filter_map(|name| Some((name.to_owned(), request.member(name)?.clone())));
    Literal::Map(given.collect())
}

/// Where a statement is wrong.
fn fault_range(error: &ApiError) -> Option<Range<usize>> {
    match error {
        ApiError::Validation { error: ValidationError::Partiql(error), .. } => error.span.clone(),
        _ => None,
    }
}

/// The text of a statement in pieces, of which those that overlap a range are marked.
fn marked_pieces(text: &str, mark: Mark, marked: &[Range<usize>]) -> Vec<StatementPiece> {
    let mut all = Vec::new();
    let mut add = |range: Range<usize>, kind| {
        if let Some(text) = text.get(range.clone()).filter(|text| !text.is_empty()) {
            let is_marked = marked.iter().any(|it| it.start < range.end && range.start < it.end);
            let mark = is_marked.then_some(mark);
            all.push(StatementPiece { text: text.into(), kind, mark });
        }
    };
    let mut end = 0;
    for piece in pieces(text) {
        add(end..piece.range.start, PieceKind::Plain);
        end = piece.range.end;
        add(piece.range, kind(piece.kind));
    }
    add(end..text.len(), PieceKind::Plain);
    // A fault at the end of the text, where something is missing, is at no piece.
    let is_at_end = marked.iter().any(|range| range.start >= text.trim_end().len());
    if is_at_end {
        all.push(StatementPiece { text: "␣".into(), kind: PieceKind::Plain, mark: Some(mark) });
    }
    all
}

fn kind(kind: piece::PieceKind) -> PieceKind {
    match kind {
        piece::PieceKind::Keyword => PieceKind::Keyword,
        piece::PieceKind::Literal | piece::PieceKind::Parameter => PieceKind::Literal,
        piece::PieceKind::Name | piece::PieceKind::Symbol | piece::PieceKind::Malformed => {
            PieceKind::Plain
        }
    }
}

fn read_words(database: &Database, plan: &ReadPlan) -> PlanView {
    let table = database.table(plan.table.as_str());
    let store = store(plan, table);
    let (key, count) = match &plan.access {
        ReadAccess::GetItem { keys } => ("plan.get", keys.len()),
        ReadAccess::Query { conditions } => ("plan.query", conditions.len()),
        ReadAccess::Scan { .. } => ("plan.scan", 1),
    };
    let count = Argument::Count(count as u64);
    let operation = Message::plain(key).with("count", count).with("store", store);
    let mut details = Vec::new();
    if let ReadAccess::Scan { reason } = &plan.access {
        details.push(scan_reason(reason));
        details.extend(table.and_then(|table| advice(plan, table)));
    }
    if plan.filter.is_some() {
        details.push(Message::plain("plan.filter"));
    }
    if plan.fetches {
        let table = Argument::Name(plan.table.as_str().into(), None);
        details.push(Message::plain("plan.fetches").with("table", table));
    }
    let is_scan = matches!(plan.access, ReadAccess::Scan { .. });
    PlanView { operation, is_scan, details }
}

/// The table or index that is read.
fn store(plan: &ReadPlan, table: Option<&Table>) -> Argument {
    match &plan.index {
        Some(index) => {
            let hue = table.and_then(|table| hue_of_index(&table.schema, index.as_str()));
            Argument::Name(index.as_str().into(), hue)
        }
        None => Argument::Name(plan.table.as_str().into(), None),
    }
}

fn scan_reason(reason: &ScanReason) -> Message {
    let (key, attribute) = match reason {
        ScanReason::NoCondition => return Message::plain("plan.no_condition"),
        ScanReason::NoPartitionKey { attribute } => ("plan.no_partition_key", attribute),
        ScanReason::OtherComparison { attribute } => ("plan.not_equal", attribute),
        ScanReason::Negated { attribute } => ("plan.negated", attribute),
        ScanReason::MissingInBranch { attribute } => ("plan.missing_in_branch", attribute),
    };
    Message::plain(key).with("attribute", Argument::Code(attribute.as_str().into()))
}

/// What would make a Scan a Query: an index whose partition key WHERE mentions, or else the partition key of the table.
fn advice(plan: &ReadPlan, table: &Table) -> Option<Message> {
    let paths = plan.filter.iter().flat_map(Condition::paths);
    let names: Vec<&str> = paths.map(|path| path.top_level().as_str()).collect();
    let is_mentioned = |partition: &str| names.contains(&partition);
    let other_indexes = table
        .schema
        .indexes
        .iter()
        .filter(|index| plan.index.as_ref().is_none_or(|name| *name != index.name));
    for index in other_indexes {
        let [partition] = index.key.partition.as_slice() else { continue };
        let partition = partition.name.as_str();
        if is_mentioned(partition) && !is_partition_of(&table.schema.key, partition) {
            let hue = hue_of_index(&table.schema, index.name.as_str());
            return Some(
                Message::plain("plan.use_index")
                    .with("attribute", Argument::Code(partition.into()))
                    .with("index", Argument::Name(index.name.as_str().into(), hue))
                    .with("source", Argument::Code(source(table, index.name.as_str()).into())),
            );
        }
    }
    let read_key = plan.index.as_ref().and_then(|name| table.schema.index(name.as_str()));
    let read_key = read_key.map_or(&table.schema.key, |(_, index)| &index.key);
    let [partition] = read_key.partition.as_slice() else { return None };
    let attribute = Argument::Code(partition.name.as_str().into());
    Some(Message::plain("plan.use_key").with("attribute", attribute))
}

fn is_partition_of(key: &KeySchema, attribute: &str) -> bool {
    key.partition.iter().any(|partition| partition.name.as_str() == attribute)
}

/// An index as FROM names it.
fn source(table: &Table, index: &str) -> String {
    format!("{}.{}", quoted(table.schema.name.as_str()), quoted(index))
}

/// `None` for EXISTS outside of a transaction, where it is rejected.
fn write_words(plan: &WritePlan, in_transaction: bool) -> Option<PlanView> {
    let key = match plan.kind {
        WriteKind::Insert => "plan.insert",
        WriteKind::Update => "plan.update",
        WriteKind::Delete { has_condition: true } => "plan.delete_if",
        WriteKind::Delete { has_condition: false } => "plan.delete",
        WriteKind::Exists if in_transaction => "plan.exists",
        WriteKind::Exists => return None,
    };
    let table = Argument::Name(plan.table.as_str().into(), None);
    let operation = Message::plain(key).with("table", table);
    Some(PlanView { operation, is_scan: false, details: Vec::new() })
}
