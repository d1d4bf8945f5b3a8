//! A request of a workload as it is added, and as it is changed by fields.

use std::rc::Rc;

use engine::database::Database;
use engine::json::value::parse;
use engine::receipt::Store;
use engine::table::Table;
use engine::throughput::view::StoreThroughput;
use engine::workload::template::Template;

use crate::analysis::advice::named::place_of as value_of;
use crate::analysis::advice::spread::place_of;
use crate::analysis::pattern::limited;
use crate::analysis::written::{target_of, targets};
use crate::explain::subject::table_named;
use crate::form::subject::Subject;
use crate::sandbox::plan::free_name;
use crate::sandbox::state::State;
use crate::view::pattern::{PatternDraft, PatternTarget, Period};
use crate::view::traffic::{Placement, RequestEditor};
use crate::view::value::Text;
use crate::view::workload::{PatternPlan, WorkloadPlan};
use crate::views::call::fields_of_text;
use crate::views::pattern::operations;
use crate::views::pattern_draft::{new_pattern, pattern_with};

/// Requests a second of a request that is added. Model: few enough for any table.
const RATE: u64 = 10;

/// Texts that are tried for a partition. Model: more than there are partitions, many times.
const PLACED_COUNT_MAX: u64 = 10_000;

/// A new request: what is proposed for a table.
pub(crate) fn new_request(state: &State, table: &Table, plan: &WorkloadPlan) -> PatternPlan {
    let PatternDraft { name, operation, request, .. } = new_pattern(state, Some(table));
    let name = name_within(plan, None, &name);
    PatternPlan { name, operation, request, points: vec![(0, RATE)], span: 1 }
}

/// A request of a workload with another operation, or that looks elsewhere.
pub(crate) fn request_with(
    state: &State,
    plan: &WorkloadPlan,
    position: usize,
    operation: &str,
    target: Option<&PatternTarget>,
) -> PatternPlan {
    let pattern = &plan.patterns[position];
    let draft = pattern_with(state, &draft_of(pattern), operation, target);
    let name = name_within(plan, Some(position), &draft.name);
    let PatternDraft { operation, request, .. } = draft;
    PatternPlan { name, operation, request, ..pattern.clone() }
}

/// What can be changed of a request.
pub(crate) fn request_editor(state: &State, table: &Table, pattern: &PatternPlan) -> RequestEditor {
    let PatternPlan { operation, request, .. } = pattern;
    let targets = targets(&state.database);
    let fault = Template::compile(operation, request).err();
    let member = fault.as_ref().map(|it| it.place.rsplit('.').nth(1).unwrap_or(&it.place));
    let subject = Subject { database: &state.database, table };
    RequestEditor {
        fields: fields_of_text(subject, operation, request, member).map(Rc::new),
        fault: fault.map(|it| it.fault.to_string().into()),
        operations: operations(),
        target: target_of(&targets, operation, request),
        targets: targets.into_iter().filter(|it| it.fits(operation)).collect(),
        placements: placements(&state.database, operation, request),
    }
}

/// In which partition the key of a request is: of what it reads, or of the table and each of its global indexes if it writes.
fn placements(database: &Database, operation: &str, request: &str) -> Vec<Placement> {
    let request = parse(request).unwrap_or_default();
    let table = request["TableName"].as_str().and_then(|name| table_named(database, name));
    let Some(table) = table else { return Vec::new() };
    let is_read = matches!(operation, "GetItem" | "Query");
    let limited = limited(database);
    let measured = limited.throughput(table.schema.name.as_str()).unwrap_or_default();
    let of_store = |store: &StoreThroughput| {
        let index = match &store.store {
            Store::Table => None,
            Store::Local(name) | Store::Global(name) => Some(table.index(name.as_str())?),
        };
        let name = index.map(|index| index.schema.name.as_str());
        if is_read && name != request["IndexName"].as_str() {
            return None;
        }
        let key = index.map_or(&table.schema.key, |index| &index.schema.key);
        let attribute = &key.partition.first()?.name;
        let (member, place) = value_of(&request, attribute)?;
        let value = request[member][&place]["S"].as_str().filter(|text| !text.contains('{'))?;
        Some(Placement {
            table: table.schema.name.as_str().into(),
            index: name.map(Text::from),
            attribute: attribute.as_str().into(),
            value: value.into(),
            partitions: store.partitions.iter().map(|it| it.id.0 as u64 + 1).collect(),
            position: place_of(key, &store.partitions, value)?,
        })
    };
    let found = measured.iter().filter_map(of_store);
    found.filter(|placement| placement.partitions.len() > 1).collect()
}

/// A request whose key is in another partition: the first of its text with a number that is. `None` if none of the first ones is.
pub(crate) fn placed(
    state: &State,
    pattern: &PatternPlan,
    placement: &Placement,
    position: usize,
) -> Option<PatternPlan> {
    let mut request = parse(&pattern.request).ok()?;
    let (member, name) = value_of(&request, &placement.attribute)?;
    let is_number = |end: &str| !end.is_empty() && end.bytes().all(|it| it.is_ascii_digit());
    let stem = match placement.value.rsplit_once('-') {
        Some((stem, end)) if is_number(end) => stem,
        Some(_) | None => &placement.value,
    };
    let table = state.database.table(&placement.table)?;
    let (store, key) = match &placement.index {
        None => (Store::Table, &table.schema.key),
        Some(name) => {
            let index = table.index(name)?;
            (index.store(), &index.schema.key)
        }
    };
    let measured = limited(&state.database).throughput(&placement.table)?;
    let partitions = &measured.iter().find(|it| it.store == store)?.partitions;
    let texts = (1..=PLACED_COUNT_MAX).map(|number| format!("{stem}-{number}"));
    let mut texts = std::iter::once(stem.to_owned()).chain(texts);
    let value = texts.find(|text| place_of(key, partitions, text) == Some(position))?;
    request[member][&name]["S"] = value.into();
    Some(PatternPlan { request: format!("{request:#}").into(), ..pattern.clone() })
}

/// A name that no other request of the workload has.
fn name_within(plan: &WorkloadPlan, position: Option<usize>, name: &str) -> Text {
    let others = plan.patterns.iter().enumerate().filter(|(other, _)| Some(*other) != position);
    let names: Vec<&Text> = others.map(|(_, pattern)| &pattern.name).collect();
    free_name(name, |name| names.iter().any(|it| &***it == name))
}

/// A request as an access pattern that is being written.
fn draft_of(pattern: &PatternPlan) -> PatternDraft {
    PatternDraft {
        position: None,
        name: Text::clone(&pattern.name),
        operation: Text::clone(&pattern.operation),
        request: Text::clone(&pattern.request),
        rate: "1".into(),
        period: Period::Second,
        size: "".into(),
        items: "".into(),
        before: "".into(),
    }
}
