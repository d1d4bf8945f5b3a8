//! What may serve more of a run: changes of requests or of a table, as commands and in words.

use std::rc::Rc;

use engine::database::Database;
use engine::expression::clause::Clause;
use engine::json::value::parse;
use engine::model::key::KeyAttribute;
use engine::operation::Operation;
use engine::table::schema::{Projection, TableSchema};
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use serde_json::Value;

use crate::analysis::advice::named::place_of;
use crate::analysis::advice::replica::{with_replicas, with_shared_reads};
use crate::explain::subject::is_on;
use crate::sandbox::command::{Command, WorkloadCommand};
use crate::sandbox::design::design_of;
use crate::sandbox::workload::{curve_of, plan_of};
use crate::view::cost::PayMode;
use crate::view::design::{CapacityDesign, ProjectionDesign, TableDesign};
use crate::view::message::{Argument, Message};
use crate::view::throughput::Setting;
use crate::view::value::{Method, Text};
use crate::view::verdict::{Remedy, SuffixMethod};
use crate::view::workload::{PatternPlan, WorkloadPlan};

/// The beginning of the placeholder for one key after the other.
const BLOCK: &str = "{block ";

/// A change as a command; `None` if it changes nothing, or consists of several.
pub(crate) fn command(
    database: &Database,
    workload: &Workload,
    remedy: &Remedy,
) -> Option<Command> {
    let plan = plan_of(workload);
    let set = |changed: Option<WorkloadPlan>| {
        let changed = changed.filter(|changed| *changed != plan);
        changed.map(|plan| Command::Workload(WorkloadCommand::Set(Rc::new(plan))))
    };
    match remedy {
        Remedy::Suffix { table, index, count, method } => {
            let schema = &database.table(table)?.schema;
            set(with_suffix(&plan, schema, index.as_deref(), *count, method))
        }
        Remedy::ShortPages { pattern, limit, pages } => {
            set(with_short_pages(&plan, *pattern, *limit, *pages))
        }
        Remedy::EventualReads { table } => set(Some(with_eventual_reads(&plan, table))),
        Remedy::TakeTurns { table, index } => {
            let table = database.table(table)?;
            let attribute = partition_attribute(&table.schema, index.as_deref())?;
            set(Some(in_turns(&plan, workload.seconds, &table.schema, attribute)))
        }
        Remedy::OtherKey { table, .. } => with_other_key(database, workload, table),
        Remedy::Adaptive => (!is_adaptive(database))
            .then_some(Command::Set { setting: Setting::Adaptation, value: 1 }),
        Remedy::Units { table, index, method, units } => updated(database, table, |design| {
            let capacity = match index {
                None => settings_capacity(design),
                Some(index) => index_capacity(design, index),
            };
            if let Some(capacity) = capacity {
                match method {
                    Method::Read => capacity.read_units = *units,
                    Method::Write => capacity.write_units = *units,
                }
            }
        }),
        Remedy::Provision { table, units, indexes } => updated(database, table, |design| {
            let set = |capacity: &mut CapacityDesign, [write, read]: [u64; 2]| {
                (capacity.read_units, capacity.write_units) = (read, write);
            };
            for (index, units) in indexes.iter() {
                if let Some(capacity) = index_capacity(design, index) {
                    set(capacity, *units);
                }
            }
            if let Some(settings) = &mut design.settings {
                settings.billing = PayMode::Provisioned;
                set(&mut settings.capacity, *units);
            }
        }),
        Remedy::OnDemand { table } => updated(database, table, |design| {
            if let Some(settings) = &mut design.settings {
                settings.billing = PayMode::OnDemand;
            }
        }),
        Remedy::KeysOnly { table, index } => with_keys_only(database, table, index),
        Remedy::AddReplicas { table, names } => {
            let design = with_replicas(design_of(database, database.table(table)?), names);
            Some(Command::RebuildTable { table: table.to_string(), design })
        }
        Remedy::ShareReads { table, names } => {
            set(with_shared_reads(&plan, &database.table(table)?.schema, names))
        }
        Remedy::Seed(seed) => set(Some(WorkloadPlan { seed: *seed, ..plan.clone() })),
        Remedy::Together(_) => None,
    }
}

/// A change in words: "Try with 4 suffixes" without "try".
pub(crate) fn name(remedy: &Remedy) -> Message {
    let index_name = |index: &Text| Argument::Text(index.clone());
    let units = |count: u64| Argument::Count(count);
    match remedy {
        Remedy::Suffix { count, method: SuffixMethod::Random, .. } => {
            Message::plain("remedy.random").with("count", units(*count))
        }
        Remedy::Suffix { count, method: SuffixMethod::Calculated(source), .. } => {
            let words = Message::plain("remedy.calculated").with("count", units(*count));
            words.with("source", Argument::Code(source.clone()))
        }
        Remedy::Units { table, index, method, units: count } => Message::plain("remedy.units")
            .with("count", units(*count))
            .with("unit", Message::plain(method.unit()))
            .with("store", index_name(index.as_ref().unwrap_or(table))),
        Remedy::Provision { table, units, indexes } => {
            let of = |key, store: &Text, [write, read]: [u64; 2]| {
                let words = Message::plain(key).with("store", index_name(store));
                words.with("write", Argument::Count(write)).with("read", Argument::Count(read))
            };
            let own = of("remedy.provision", table, *units);
            let indexes =
                indexes.iter().map(|(index, units)| of("remedy.provision_index", index, *units));
            listed(own, indexes)
        }
        Remedy::OnDemand { table } => {
            Message::plain("remedy.on_demand").with("store", index_name(table))
        }
        Remedy::Adaptive => Message::plain("remedy.adaptive"),
        Remedy::KeysOnly { index, .. } => {
            Message::plain("remedy.keys_only").with("index", index_name(index))
        }
        Remedy::ShortPages { limit, pages, .. } => Message::plain("remedy.short_pages")
            .with("limit", units(*limit))
            .with("pages", units(*pages)),
        Remedy::EventualReads { .. } => Message::plain("remedy.eventual"),
        Remedy::OtherKey { partition, .. } => {
            Message::plain("remedy.other_key").with("partition", Argument::Code(partition.clone()))
        }
        Remedy::TakeTurns { .. } => Message::plain("remedy.turns"),
        Remedy::AddReplicas { names, .. } => {
            Message::plain("remedy.replicas").with("count", units(names.len() as u64))
        }
        Remedy::ShareReads { names, .. } => {
            Message::plain("remedy.shared_reads").with("count", units(names.len() as u64))
        }
        Remedy::Seed(seed) => Message::plain("remedy.seed").with("seed", seed.to_string()),
        Remedy::Together(parts) => {
            let mut names = parts.iter().map(name);
            let first = names.next().unwrap_or_else(|| Message::plain("remedy.adaptive"));
            listed(first, names)
        }
    }
}

/// Names with commas, and an "and" before the last.
fn listed(first: Message, others: impl ExactSizeIterator<Item = Message>) -> Message {
    let last = others.len();
    (1..).zip(others).fold(first, |names, (position, next)| {
        let key = if position == last { "remedy.and" } else { "remedy.comma" };
        Message::plain(key).with("first", names).with("next", next)
    })
}

/// What a change makes wrong: a replica may be older than its table, items of one key are spread by another, and a random suffix of the key of a table lets a condition hold
/// that is to hold once for each key.
pub(crate) fn caution(
    database: &Database,
    workload: &Workload,
    remedy: &Remedy,
) -> Option<Message> {
    if remedy.parts().iter().any(|part| matches!(part, Remedy::ShareReads { .. })) {
        return Some(Message::plain("remedy.replicas_caution"));
    }
    if let Remedy::OtherKey { table, partition } = remedy {
        let key = &database.table(table)?.schema.key.partition.first()?.name;
        let code = |name: &str| Argument::Code(name.into());
        let words = Message::plain("remedy.other_key_caution");
        return Some(words.with("partition", code(partition)).with("key", code(key.as_str())));
    }
    if let Remedy::ShortPages { pattern, pages, .. } = remedy {
        let is_slower = with_more_requests(&plan_of(workload).patterns[*pattern], *pages).is_none();
        let words = Message::plain("remedy.pages_caution").with("pages", Argument::Count(*pages));
        return is_slower.then_some(words);
    }
    let Remedy::Suffix { table, index: None, count, method: SuffixMethod::Random } = remedy else {
        return None;
    };
    let attribute = database.table(table)?.schema.key.partition.first()?;
    let requests = workload
        .patterns
        .iter()
        .map(|pattern| -> Value { parse(&pattern.request).unwrap_or_default() });
    let mut requests = requests
        .filter(|request| is_on(request, table) && place_of(request, &attribute.name).is_some());
    let key = requests.find_map(|request| {
        let condition = request["ConditionExpression"].as_str().unwrap_or_default();
        match condition.contains("attribute_not_exists") {
            true => Some("remedy.caution"),
            false => only_adds(&request).then_some("remedy.counter_caution"),
        }
    });
    key.map(|key| Message::plain(key).with("count", Argument::Count(*count)))
}

pub(super) fn is_adaptive(database: &Database) -> bool {
    database.config().throughput.is_adaptive
}

/// A table with other settings, if they are others.
fn updated(
    database: &Database,
    name: &Text,
    change: impl FnOnce(&mut TableDesign),
) -> Option<Command> {
    let old = design_of(database, database.table(name)?);
    let mut design = old.clone();
    change(&mut design);
    (design != old).then(|| Command::UpdateTable { table: name.to_string(), design })
}

fn settings_capacity(design: &mut TableDesign) -> Option<&mut CapacityDesign> {
    Some(&mut design.settings.as_mut()?.capacity)
}

fn index_capacity<'d>(design: &'d mut TableDesign, name: &str) -> Option<&'d mut CapacityDesign> {
    let index = design.global_indexes.iter_mut().find(|index| index.name == name)?;
    Some(&mut index.capacity)
}

/// The table again, with an index of keys only.
fn with_keys_only(database: &Database, name: &Text, index: &Text) -> Option<Command> {
    let table = database.table(name)?;
    let (_, schema) = table.schema.index(index)?;
    if schema.projection == Projection::KeysOnly {
        return None;
    }
    let mut design = design_of(database, table);
    let index = design.global_indexes.iter_mut().find(|it| it.name.as_str() == &**index)?;
    index.projection = ProjectionDesign::KeysOnly;
    Some(Command::RebuildTable { table: name.to_string(), design })
}

/// The table again, with its two keys in turn. `None` if a request asks for all items of a partition key or names no
/// sort key, and beside local indexes, which would be lost.
fn with_other_key(database: &Database, workload: &Workload, name: &Text) -> Option<Command> {
    let table = database.table(name)?;
    let sort = table.schema.key.sort.first()?;
    let fits = |pattern: &AccessPattern| {
        let request: Value = parse(&pattern.request).unwrap_or_default();
        let is_query = pattern.operation == Operation::Query.name();
        !is_on(&request, name)
            || is_query && !request["IndexName"].is_null()
            || !is_query && place_of(&request, &sort.name).is_some()
    };
    let mut design = design_of(database, table);
    if table.schema.has_local_index() || !workload.patterns.iter().all(fits) {
        return None;
    }
    let before = design.sort_key.replace(design.partition_key)?;
    design.partition_key = before;
    Some(Command::RebuildTable { table: name.to_string(), design })
}

/// Requests with a suffix at the end of a partition key. A reader that does not know the suffix asks for all of them. `None` if a
/// request that writes the key cannot have it.
fn with_suffix(
    plan: &WorkloadPlan,
    schema: &TableSchema,
    index: Option<&str>,
    count: u64,
    method: &SuffixMethod,
) -> Option<WorkloadPlan> {
    let attribute = partition_attribute(schema, index)?;
    // A text cannot be calculated from itself.
    if *method == SuffixMethod::Calculated(attribute.name.as_str().into()) {
        return None;
    }
    let mut changed = plan.clone();
    for pattern in &mut changed.patterns {
        let mut request: Value = parse(&pattern.request).ok()?;
        // Of a batch, a transaction or a statement, nothing is changed.
        if request["TableName"].is_null() && pattern.request.contains(schema.name.as_str()) {
            return None;
        }
        if !is_on(&request, schema.name.as_str()) {
            continue;
        }
        let Some((member, name)) = place_of(&request, &attribute.name) else { continue };
        let known = match method {
            SuffixMethod::Calculated(source) if member != "ExpressionAttributeValues" => {
                (!request[member][&**source].is_null()).then_some(source)
            }
            SuffixMethod::Calculated(_) | SuffixMethod::Random => None,
        };
        let is_read = matches!(&*pattern.operation, "GetItem" | "Query");
        let suffix = match (method, known) {
            (_, Some(source)) => format!(".{{hash {count} {source}}}"),
            (SuffixMethod::Calculated(_), None) if !is_read => return None,
            // An item cannot be found by its key without its suffix.
            (SuffixMethod::Random, None) if !is_read && member == "Key" && !only_adds(&request) => {
                return None;
            }
            (_, None) => format!(".{{shard {count}}}"),
        };
        let value = request[member][&name]["S"].as_str()?.to_owned();
        request[member][&name]["S"] = (value + &suffix).into();
        pattern.request = format!("{request:#}").into();
        if known.is_none() && is_read {
            pattern.points.iter_mut().for_each(|(_, rate)| *rate = rate.saturating_mul(count));
        }
    }
    Some(changed)
}

/// Whether an update only adds to numbers and sets, of which a reader can add up the parts.
fn only_adds(request: &Value) -> bool {
    let text = request["UpdateExpression"].as_str().unwrap_or_default();
    let mut words = text.split(|it: char| !(it.is_alphanumeric() || "_#:".contains(it)));
    let is = |word: &str, clause: Clause| word.eq_ignore_ascii_case(clause.keyword());
    let begins = words.find(|word| !word.is_empty()).is_some_and(|word| is(word, Clause::Add));
    let others = [Clause::Set, Clause::Remove, Clause::Delete];
    let has_condition = !request["ConditionExpression"].is_null();
    begins && !has_condition && !words.any(|word| others.iter().any(|clause| is(word, *clause)))
}

/// Requests that ask for one key after the other, all of which ask for their keys in turns.
fn in_turns(
    plan: &WorkloadPlan,
    seconds: u64,
    schema: &TableSchema,
    attribute: &KeyAttribute,
) -> WorkloadPlan {
    let mut changed = plan.clone();
    for pattern in &mut changed.patterns {
        let Ok(mut request) = parse(&pattern.request) else { continue };
        let Some((member, name)) = place_of(&request, &attribute.name) else { continue };
        let value = &mut request[member][&name][attribute.kind.tag()];
        let Some((before, size, behind)) = value.as_str().and_then(block) else { continue };
        let request_count = curve_of(&pattern.points, pattern.span).total(seconds);
        let key_count = request_count.div_ceil(size).max(1);
        *value = format!("{before}{{round {key_count}}}{behind}").into();
        if is_on(&request, schema.name.as_str()) {
            pattern.request = format!("{request:#}").into();
        }
    }
    changed
}

/// The number of requests with the same key in a text that has one key after the other, and what is before and behind it.
fn block(text: &str) -> Option<(&str, u64, &str)> {
    let (before, rest) = text.split_once(BLOCK)?;
    let (size, behind) = rest.split_once('}')?;
    Some((before, size.trim().parse::<u64>().ok()?.max(1), behind))
}

/// The attribute with which the key of a table, or of an index, begins.
fn partition_attribute<'s>(
    schema: &'s TableSchema,
    index: Option<&str>,
) -> Option<&'s KeyAttribute> {
    let key = match index {
        None => &schema.key,
        Some(index) => &schema.index(index)?.1.key,
    };
    key.partition.first()
}

/// A scan in pages of so many items, one a second at most.
fn with_short_pages(
    plan: &WorkloadPlan,
    pattern: usize,
    limit: u64,
    pages: u64,
) -> Option<WorkloadPlan> {
    let mut changed = plan.clone();
    let scan: &mut PatternPlan = changed.patterns.get_mut(pattern)?;
    let mut request: Value = parse(&scan.request).ok()?;
    request["Limit"] = limit.into();
    scan.request = format!("{request:#}").into();
    (scan.points, scan.span) = match with_more_requests(scan, pages) {
        Some(points) => (points, scan.span),
        None => (vec![(0, 1)], 1),
    };
    Some(changed)
}

/// The rate of a scan that asks for its pages one by one; `None` if more than one would be asked for in a second.
fn with_more_requests(scan: &PatternPlan, pages: u64) -> Option<Vec<(u64, u64)>> {
    match scan.points.as_slice() {
        [(second, rate)] if rate.saturating_mul(pages) <= scan.span => {
            Some(vec![(*second, rate * pages)])
        }
        _ => None,
    }
}

/// Requests on a table without strongly consistent reads.
fn with_eventual_reads(plan: &WorkloadPlan, table: &str) -> WorkloadPlan {
    let mut changed = plan.clone();
    for pattern in &mut changed.patterns {
        let Ok(mut request) = parse(&pattern.request) else { continue };
        if is_on(&request, table) && request["ConsistentRead"] == true {
            request["ConsistentRead"] = false.into();
            pattern.request = format!("{request:#}").into();
        }
    }
    changed
}
