//! Access patterns to be kept: new ones, others of what is known, and requests that were sent.

use engine::api::value::item_to_json;
use engine::event::{Event, EventKind};
use engine::json::value::parse;
use engine::operation::Operation;
use engine::table::Table;
use serde_json::{Value, json};

use crate::analysis::written::{target_of, targets, written};
use crate::explain::subject::{subject, table_name};
use crate::sandbox::limit::{self, PATTERN_REQUEST_LENGTH_MAX};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::plan;
use crate::sandbox::request::Request;
use crate::sandbox::state::State;
use crate::view::first::beginning;
use crate::view::pattern::{PatternDraft, PatternTarget, Period, Verdict};
use crate::view::value::Text;
use crate::views::call::proposal;
use crate::views::pattern::pattern_answer;

/// Characters of the name that a request that was sent has as a pattern. Model: a line of the page.
const SENT_NAME_LENGTH_MAX: usize = 80;

/// A new pattern: a Query of a table that has items, and else a PutItem.
pub(crate) fn new_pattern(state: &State, table: Option<&Table>) -> PatternDraft {
    let operation = match table {
        Some(table) if table.items.count() > 0 => Operation::Query,
        Some(_) | None => Operation::PutItem,
    };
    let empty = PatternDraft {
        operation: operation.name().into(),
        rate: "1".into(),
        ..PatternDraft::default()
    };
    let name = table.map(|table| table.schema.name.as_str());
    let target = targets(&state.database).into_iter().find(|it| Some(&*it.table) == name);
    match target {
        Some(target) => pattern_with(state, &empty, operation.name(), Some(&target)),
        None => empty,
    }
}

/// A pattern with another operation, or that looks elsewhere. Its request stays if the other operation takes it, and else is written
/// from what is known. A name that was given here follows.
pub(crate) fn pattern_with(
    state: &State,
    draft: &PatternDraft,
    operation: &str,
    target: Option<&PatternTarget>,
) -> PatternDraft {
    // What was changed by another request says nothing of this one.
    let kept = PatternDraft { operation: operation.into(), before: "".into(), ..draft.clone() };
    // Whether it fits is not about how often it is sent, which may not be readable yet.
    let tried =
        PatternDraft { rate: "1".into(), size: "".into(), items: "".into(), ..kept.clone() };
    let fits = || pattern_answer(state, &tried, &[]).is_ok_and(|it| it.verdict != Verdict::Fails);
    if target.is_none() && fits() {
        return renamed(state, draft, kept);
    }
    let targets = targets(&state.database);
    let last = target_of(&targets, &draft.operation, &draft.request);
    let request =
        Request { operation: Text::clone(&draft.operation), text: Text::clone(&draft.request) };
    let table = last.as_ref().map(|it| it.table.to_string()).or_else(|| table_name(&request));
    let fitting = || targets.iter().filter(|it| it.fits(operation));
    let of_table = || fitting().find(|it| Some(&*it.table) == table.as_deref());
    let same = || fitting().find(|it| Some(*it) == last.as_ref());
    let target = target.or_else(same).or_else(of_table).or_else(|| fitting().next());
    let written = target.and_then(|target| {
        let operation = Operation::from_name(operation)?;
        written(&state.database, operation, target, (&draft.operation, &draft.request))
    });
    let request = written.map(|(operation, json)| Request::new(operation.name(), &json));
    let first = || table.as_deref().and_then(|name| state.database.table(name));
    let first = || first().or_else(|| state.database.tables().next());
    let request = request.or_else(|| Some(proposal(first()?, operation)));
    match request {
        Some(Request { operation, text }) => {
            renamed(state, draft, PatternDraft { operation, request: text, ..kept })
        }
        None => kept,
    }
}

/// A pattern whose name follows its request, unless the user has given it another: "Query OpenOrders".
pub(crate) fn renamed(state: &State, last: &PatternDraft, draft: PatternDraft) -> PatternDraft {
    let given = name_of(last);
    let rest = last.name.strip_prefix(&*given);
    let is_given = rest.is_some_and(|rest| rest.is_empty() || rest.trim().parse::<u64>().is_ok());
    match last.name.is_empty() || is_given {
        true => PatternDraft { name: free_name(state, &name_of(&draft), draft.position), ..draft },
        false => draft,
    }
}

/// What a pattern is called after its request.
fn name_of(draft: &PatternDraft) -> String {
    let request =
        Request { operation: Text::clone(&draft.operation), text: Text::clone(&draft.request) };
    let index =
        parse(&draft.request).ok().and_then(|it| Some(it["IndexName"].as_str()?.to_owned()));
    let store = index.or_else(|| table_name(&request)).unwrap_or_default();
    [&draft.operation, " ", &*store].concat().trim_end().to_owned()
}

/// A name that no other pattern has.
fn free_name(state: &State, name: &str, position: Option<usize>) -> Text {
    let patterns = &state.plan.workload.patterns;
    plan::free_name(name, |name| {
        patterns.iter().enumerate().any(|(other, it)| Some(other) != position && it.name == name)
    })
}

/// An operation that was done, as a pattern; `None` unless it was one request on items.
pub(crate) fn draft_of_record(state: &State, record: &OperationRecord) -> Option<PatternDraft> {
    let request = &record.request;
    let operation = Operation::from_name(&request.operation)?;
    if !operation.is_on_items() || record.several.is_some() || record.receipts.len() != 1 {
        return None;
    }
    let lines = subject(request, &state.database);
    let words = std::iter::once(&request.operation).chain(&lines).map(|it| &**it);
    let name = words.collect::<Vec<_>>().join(" ");
    let name = beginning(&name, SENT_NAME_LENGTH_MAX).into_owned();
    Some(PatternDraft {
        position: None,
        name: free_name(state, &name, None),
        operation: Text::clone(&request.operation),
        // What was sent has no placeholders.
        request: literal(&request.text).into(),
        rate: "1".into(),
        period: Period::Second,
        size: "".into(),
        items: "".into(),
        before: before(state, record),
    })
}

/// The items that an operation changed, as they were before it: the actions of a transaction. Empty if it changed none, or more than
/// can be stored.
fn before(state: &State, record: &OperationRecord) -> Text {
    let of_event = |event: &Event| {
        let table = event.table.as_str();
        let put = |item| json!({ "Put": { "TableName": table, "Item": item_to_json(item) } });
        match &event.kind {
            EventKind::ItemWritten { old: Some(old), .. } | EventKind::ItemDeleted { old } => {
                Some(put(old))
            }
            EventKind::ItemWritten { old: None, new } => {
                let key = &state.database.table(table)?.schema.key;
                let mut key_json = item_to_json(new);
                key_json.as_object_mut()?.retain(|name, _| key.contains(name));
                Some(json!({ "Delete": { "TableName": table, "Key": key_json } }))
            }
            _ => None,
        }
    };
    let actions: Vec<Value> = record.events.iter().filter_map(of_event).collect();
    let text = Value::from(actions).to_string();
    let fits = limit::length("pattern.request", &text, PATTERN_REQUEST_LENGTH_MAX).is_ok();
    if fits && text != "[]" { text.into() } else { "".into() }
}

/// A request in which braces within texts are no placeholders.
fn literal(request: &str) -> String {
    let mut json = parse(request).unwrap_or_default();
    escape(&mut json);
    format!("{json:#}")
}

fn escape(json: &mut Value) {
    match json {
        Value::String(text) => *text = text.replace('{', "{{"),
        Value::Array(elements) => elements.iter_mut().for_each(escape),
        Value::Object(members) => members.values_mut().for_each(escape),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// The requests that were sent, each once, the last one first.
pub(crate) fn sent(state: &State) -> Vec<PatternDraft> {
    let mut sent: Vec<PatternDraft> = Vec::new();
    for record in state.operations.iter().rev() {
        let Some(draft) = draft_of_record(state, record) else { continue };
        let is_it =
            |it: &PatternDraft| it.operation == draft.operation && it.request == draft.request;
        let kept = state.plan.workload.patterns.iter();
        if !sent.iter().any(is_it) && !kept.clone().any(|it| *it.request == *draft.request) {
            sent.push(draft);
        }
    }
    sent
}
