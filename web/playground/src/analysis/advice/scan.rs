//! The rule on scans: a filter that a key could answer.

use engine::json::value::{parse, without};
use engine::model::key::KeySchema;
use engine::operation::Operation;
use engine::receipt::UnitKind;
use engine::table::index::Index;
use engine::table::schema::{Projection, Scope};
use serde_json::Value;

use crate::analysis::advice::projection::names_in;
use crate::analysis::advice::{AdviceContext, SCAN, finding};
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// A scan whose filter asks for the key of the table or of an index: a query reads what it finds and nothing else.
/// A scan for the attribute of a sparse index: its entries are those items.
pub(crate) fn scan_for_a_query(context: &AdviceContext<'_>) -> Vec<Finding> {
    let patterns =
        context.patterns.iter().filter(|tried| tried.pattern.operation == Operation::Scan.name());
    let planned = patterns
        .filter_map(|tried| Some((tried.requests.first()?.clone(), tried.name(), Cause::Patterns)));
    let done = context.last_scan.and_then(|text| parse(text).ok());
    let done = done.map(|request| {
        (request, Argument::Message(Box::new(Message::plain("advice.last_scan"))), Cause::Table)
    });
    let better = planned.chain(done).filter_map(|(request, name, cause)| {
        let was = read_halves(context, "Scan", &request)?;
        cheaper_read(context, &request).map(|(operation, index, units)| {
            let key = match index.is_some_and(returns_less) {
                true => "advice.scan_part",
                false => "advice.scan",
            };
            let store = index.map_or_else(|| context.table_name(), |index| context.name_of(index));
            let words = Message::plain(key)
                .with("pattern", name)
                .with("was", Argument::HalfUnits(was))
                .with("operation", operation)
                .with("store", store)
                .with("units", Argument::HalfUnits(units));
            finding(Severity::Expense, SCAN, cause, [words, Message::plain("advice.scan_do")])
        })
    });
    better.collect()
}

/// The read that finds the same as a scan for the fewest half units, if it costs less.
pub(crate) fn cheaper_read<'c>(
    context: &AdviceContext<'c>,
    scan: &Value,
) -> Option<(&'static str, Option<&'c Index>, u64)> {
    let was = read_halves(context, "Scan", scan)?;
    best(context, scan).filter(|(.., units)| *units < was)
}

/// The read that finds the same for the fewest half units.
fn best<'c>(
    context: &AdviceContext<'c>,
    scan: &Value,
) -> Option<(&'static str, Option<&'c Index>, u64)> {
    let filter = scan["FilterExpression"].as_str()?;
    let conditions = conjuncts(filter)?;
    let own = query(&context.table.schema.key, None, scan, &conditions);
    let own = own.map(|request| ("Query", None, request));
    let of_index = context.table.indexes.iter().filter_map(|index| {
        // The attributes of the filter must be in the index.
        let is_held = names_in(scan, filter)
            .iter()
            .all(|name| index.schema.projects(name) || !is_attribute(context, name));
        let found = query(&index.schema.key, Some(index), scan, &conditions);
        let found = found.map(|request| ("Query", request)).or_else(|| {
            let is_sparse = index.entries.count() < context.table.items.count();
            is_sparse.then(|| ("Scan", with_index(scan, index)))
        });
        found
            .filter(|_| is_held && holds_all(context, index, scan, &conditions))
            .map(|(operation, request)| (operation, Some(index), request))
    });
    let reads = own.into_iter().chain(of_index).filter_map(|(operation, index, request)| {
        Some((operation, index, read_halves(context, operation, &request)?))
    });
    reads.min_by_key(|(.., units)| *units)
}

/// Whether some item has an attribute of this name: a word of an expression may be a function.
fn is_attribute(context: &AdviceContext<'_>, name: &str) -> bool {
    context.table.items.iter().any(|(_, stored)| stored.image.get(name).is_some())
}

/// The conditions of an expression that joins them with AND only; `None` for other expressions.
fn conjuncts(filter: &str) -> Option<Vec<&str>> {
    let joints = [" OR ", "NOT ", " or ", "not ", " BETWEEN ", " between "];
    let is_plain = !joints.iter().any(|word| filter.contains(word)) && !filter.starts_with('(');
    is_plain.then(|| {
        filter.split(" AND ").flat_map(|part| part.split(" and ")).map(str::trim).collect()
    })
}

/// The name that a condition compares for equality.
fn equal_name<'r>(scan: &'r Value, condition: &'r str) -> Option<&'r str> {
    let (left, right) = condition.split_once('=')?;
    let is_comparison = left.ends_with(['<', '>']) || right.contains(['<', '>', '=']);
    let (left, right) = (left.trim(), right.trim());
    let path = if right.starts_with(':') { left } else { right };
    let is_name = !is_comparison && !path.contains(['(', '.', '[', ' ', ':']);
    is_name.then(|| scan["ExpressionAttributeNames"][path].as_str().unwrap_or(path))
}

/// The query that the conditions allow on a key.
fn query(
    key: &KeySchema,
    index: Option<&Index>,
    scan: &Value,
    conditions: &[&str],
) -> Option<Value> {
    let is_of_key = |condition: &&&str| {
        equal_name(scan, condition)
            .is_some_and(|name| key.partition.iter().any(|it| it.name.as_str() == name))
    };
    let of_key: Vec<&str> = conditions.iter().filter(is_of_key).copied().collect();
    if of_key.len() != key.partition.len() {
        return None;
    }
    // That a key attribute is there goes without saying, and may not be said.
    let is_rest = |condition: &&&str| {
        let is_key = existing_name(scan, condition).is_some_and(|name| key.contains(name));
        !is_key && !of_key.contains(condition)
    };
    let rest: Vec<&str> = conditions.iter().filter(is_rest).copied().collect();
    let mut request = match index {
        Some(index) => with_index(scan, index),
        None => scan.clone(),
    };
    request["KeyConditionExpression"] = of_key.join(" AND ").into();
    request["FilterExpression"] = rest.join(" AND ").into();
    match rest.is_empty() {
        true => Some(without(request.as_object()?, &["FilterExpression"]).into()),
        false => Some(request),
    }
}

/// The same of an index. A local one fetches what it lacks, as the scan returned all.
fn with_index(scan: &Value, index: &Index) -> Value {
    let mut request = scan.clone();
    request["IndexName"] = index.schema.name.as_str().into();
    if index.schema.scope == Scope::Local && scan["ProjectionExpression"].is_null() {
        request["Select"] = "ALL_ATTRIBUTES".into();
    }
    request
}

/// Whether an index returns less than the scan did: a global one does not fetch what it lacks.
fn returns_less(index: &Index) -> bool {
    index.schema.scope == Scope::Global && index.schema.projection != Projection::All
}

/// Whether every item that the conditions find is in an index: it has all of its key.
fn holds_all(
    context: &AdviceContext<'_>,
    index: &Index,
    scan: &Value,
    conditions: &[&str],
) -> bool {
    let is_asked_for = |name: &str| {
        let mut asked =
            conditions.iter().map(|it| equal_name(scan, it).or_else(|| existing_name(scan, it)));
        asked.any(|asked| asked == Some(name))
    };
    let mut key = index.schema.key.attributes();
    index.entries.count() == context.table.items.count()
        || key
            .all(|it| context.table.schema.key.contains(&it.name) || is_asked_for(it.name.as_str()))
}

/// The name of an attribute that a condition asks for.
fn existing_name<'r>(scan: &'r Value, condition: &'r str) -> Option<&'r str> {
    let path = condition.strip_prefix("attribute_exists")?.trim_matches(['(', ')', ' ']);
    Some(scan["ExpressionAttributeNames"][path].as_str().unwrap_or(path))
}

/// Half read units of a request, if it would be answered.
fn read_halves(context: &AdviceContext<'_>, operation: &str, request: &Value) -> Option<u64> {
    let outcome = engine::api::preview(context.unlimited, operation, &request.to_string());
    outcome.reply.ok()?;
    Some(outcome.receipt?.units(UnitKind::Read).halves())
}
