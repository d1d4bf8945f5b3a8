//! Errors, receipts and events as lines of text, for the blocks `error`, `span`, `receipt` and `events`.
//!
//! The words are the specs' own. What the page says about the same data is decided, and tested, in `web`.

use std::ops::Range;

use engine::api::access::ruling::{Failure, Place, Ruling, Verdict};
use engine::api::error::ApiError;
use engine::capacity::cost::Consistency;
use engine::capacity::units::CapacityUnits;
use engine::event::{
    EntryChange, Event, EventKind, Invocation, SplitCause, ThrottleCause, Throttled,
};
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::name::TableName;
use engine::receipt::{Arm, KeyFault, KeyFaultKind, Reason, Receipt, Store, UnitKind};
use notation::marshal;
use serde_json::Value;

use crate::layout;

/// Members of an error that have a line of their own.
const ERROR_LINES: [&str; 3] = ["__type", "message", "Message"];

/// Code, message, and the other members of the error. Where `DynamoDB` sends no message, our own words are in
/// parentheses.
pub fn error(error: &ApiError) -> String {
    let body = error.to_json();
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let code = text("__type").rsplit('#').next().unwrap_or_default().to_owned();
    let rest: Value = body
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| !ERROR_LINES.contains(&name.as_str()))
        .map(|(name, member)| (name.clone(), member.clone()))
        .collect();
    let sent = ["message", "Message"].map(text).concat();
    let message = if sent.is_empty() { format!("({error})") } else { sent };
    match rest.as_object().is_some_and(|members| !members.is_empty()) {
        true => format!("{code}\n{message}\n{}", layout::block(&marshal::plain(rest))),
        false => format!("{code}\n{message}\n"),
    }
}

/// The parameter at fault, and its text with the faulty bytes underlined.
pub fn span(error: &ApiError, request: &Value) -> String {
    let Some((parameter, span)) = error.span() else { return "nowhere\n".to_owned() };
    let source = request.get(parameter.to_string()).and_then(Value::as_str).unwrap_or_default();
    format!("{parameter}\n{source}\n{}\n", mark(source, span))
}

/// Carets below a range of a text's bytes; one caret if the range is empty, as at the end of the text.
pub fn mark(source: &str, span: Range<usize>) -> String {
    let before = source.get(..span.start).unwrap_or_default().chars().count();
    let marked = source.get(span).unwrap_or_default().chars().count().max(1);
    format!("{}{}", " ".repeat(before), "^".repeat(marked))
}

/// One line for each thing that a request does: action, resource behind `table/`, and which statement of which policy allows
/// or denies it, or the condition that failed of each that could allow it.
pub fn access(rulings: &[Ruling]) -> String {
    let place = |place: &Place| format!("{} {}", place.policy, place.statement);
    let failure = |it: &Failure| {
        let values = if it.values.is_empty() { "nothing".to_owned() } else { it.values.join(", ") };
        format!("{}: {} {}: {values}", place(&it.place), it.operator, it.key)
    };
    let line = |ruling: &Ruling| {
        let resource = ruling.resource.rsplit_once("table/").map_or(&*ruling.resource, |it| it.1);
        let words = match &ruling.verdict {
            Verdict::Allowed(it) => format!("allowed by {}", place(it)),
            Verdict::Denied(it) => format!("denied by {}", place(it)),
            Verdict::NotAllowed(failures) if failures.is_empty() => "not allowed".to_owned(),
            Verdict::NotAllowed(failures) => {
                let failures: Vec<String> = failures.iter().map(failure).collect();
                format!("not allowed: {}", failures.join("; "))
            }
        };
        format!("{} {resource} {words}\n", ruling.action)
    };
    rulings.iter().map(line).collect()
}

/// One line for each arm: the store, what was done there, the units.
pub fn receipt(receipt: &Receipt) -> String {
    let arms =
        receipt.arms.iter().map(|arm| vec![store(&arm.store), reason(&arm.reason), units(arm)]);
    let staleness = receipt.staleness.iter().map(|staleness| {
        let changes = counted(staleness.pending_count, "pending change");
        vec!["stale".to_owned(), format!("{changes} until {}", staleness.caught_up_at)]
    });
    let wait = Some(receipt.wait_ms).filter(|ms| *ms > 0);
    let wait = wait.map(|ms| vec!["waits".to_owned(), format!("{ms} ms for a second Region")]);
    columns(arms.chain(staleness).chain(wait).collect())
}

/// One line for each event: when, what, to which item. `key` writes the key of an item.
pub fn events(events: &[Event], key: &dyn Fn(&TableName, &Item) -> String) -> String {
    let lines = events.iter().map(|event| {
        let (what, subject) = event_words(event, key);
        vec![event.at.to_string(), what.to_owned(), subject]
    });
    columns(lines.collect())
}

fn event_words(event: &Event, key: &dyn Fn(&TableName, &Item) -> String) -> (&'static str, String) {
    let place = |table: &TableName| match table.region() {
        Some(region) => format!("{} in {region}", table.short()),
        None => table.to_string(),
    };
    let table = &place(&event.table);
    let item = |item: &Item| format!("{table} {}", key(&event.table, item));
    let entry =
        |index: &dyn std::fmt::Display, item: &Item| format!("{index} {}", key(&event.table, item));
    match &event.kind {
        EventKind::TableCreated => ("table created", table.clone()),
        EventKind::TableDeleted => ("table deleted", table.clone()),
        EventKind::TableUpdated => ("table updated", table.clone()),
        EventKind::IndexBackfillStarted { index } => ("backfill started", index.to_string()),
        EventKind::IndexBackfilled { index, entry_count, units } => {
            ("index backfilled", format!("{index}, {entry_count} entries for {units}"))
        }
        EventKind::IndexCreated { index } => ("index created", index.to_string()),
        EventKind::IndexDropped { index } => ("index dropped", index.to_string()),
        EventKind::ItemWritten { old: None, new } => ("item written", item(new)),
        EventKind::ItemWritten { old: Some(_), new } => ("item replaced", item(new)),
        EventKind::ItemDeleted { old } => ("item deleted", item(old)),
        EventKind::ItemExpired { old } => ("item expired", item(old)),
        EventKind::TimeToLiveEnabled { attribute } => {
            ("time to live on", format!("{table}, by {attribute}"))
        }
        EventKind::TimeToLiveDisabled => ("time to live off", table.clone()),
        EventKind::ConditionFailed => ("condition failed", table.clone()),
        EventKind::RequestThrottled { throttled } => ("throttled", throttled_words(throttled)),
        EventKind::ThroughputScaled { store: place, from, to } => {
            let [read, write] = [0, 1].map(|kind| match from[kind] == to[kind] {
                true => format!("{}", to[kind]),
                false => format!("{} to {}", from[kind], to[kind]),
            });
            ("scaled", format!("{}, {read} read, {write} write", store(place)))
        }
        EventKind::PartitionSplit { store: place, cause, count } => (
            "partition split",
            format!("{}, for {}, {count} now", store(place), split_word(*cause)),
        ),
        EventKind::ItemReplicated { from, new, key, arms, .. } => {
            let units: CapacityUnits = arms.iter().map(|arm| arm.units).sum();
            let done = if new.is_some() { "" } else { " deleted" };
            ("item replicated", format!("{}{done}, from {}, {units}", item(key), place(from)))
        }
        EventKind::ReplicatedWriteDropped { from, key, .. } => {
            ("write dropped", format!("{}, from {}", item(key), place(from)))
        }
        EventKind::ProgramInvoked(Invocation { program, records, receipts, failure, .. }) => {
            let arms = receipts.iter().flat_map(|receipt| &receipt.arms);
            let units: CapacityUnits = arms.map(|arm| arm.units).sum();
            let end = failure.as_ref().map_or_else(String::new, |it| format!(", failed: {it}"));
            ("program ran", format!("{program}, records {records:?}, {units}{end}"))
        }
        EventKind::ProgramStopped { program } => ("program stopped", program.clone()),
        EventKind::IndexEntrySkipped { index, faults } => {
            ("index skipped", format!("{index}, {}", key_faults(faults)))
        }
        EventKind::IndexChangeScheduled { index, due } => {
            ("pending change", format!("{index}, due {due}"))
        }
        EventKind::IndexEntry { index, change, image } => {
            (entry_words(*change), entry(index, image))
        }
    }
}

fn entry_words(change: EntryChange) -> &'static str {
    match change {
        EntryChange::Put => "entry put",
        EntryChange::Changed => "entry changed",
        EntryChange::Moved => "entry moved",
        EntryChange::Deleted => "entry deleted",
    }
}

fn throttled_words(throttled: &Throttled) -> String {
    let Throttled { store: place, kind, cause, partition, units, units_per_second, mode: _ } =
        throttled;
    let kind = match kind {
        UnitKind::Read => "reading",
        UnitKind::Write => "writing",
    };
    let cause = match cause {
        ThrottleCause::ProvisionedThroughput => "provisioned",
        ThrottleCause::KeyRange => "one partition",
        ThrottleCause::OnDemandPeak => "twice the peak",
        ThrottleCause::OnDemandMaximum => "its maximum",
        ThrottleCause::Account => "the account",
    };
    let rate = grouped(*units_per_second);
    format!("{kind} {units} at {} partition {partition}, {cause} {rate}", store(place))
}

fn split_word(cause: SplitCause) -> &'static str {
    match cause {
        SplitCause::Size => "size",
        SplitCause::Heat => "heat",
        SplitCause::Throughput => "throughput",
    }
}

/// The table, or an index and what it is.
fn store(store: &Store) -> String {
    match store {
        Store::Table => "table".to_owned(),
        Store::Local(index) => format!("local {index}"),
        Store::Global(index) => format!("global {index}"),
    }
}

fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Put { size } => format!("put {}", bytes(*size)),
        Reason::Change { old, new } => format!("change {} to {}", bytes(*old), bytes(*new)),
        Reason::Unchanged { size } => format!("unchanged {}", bytes(*size)),
        Reason::Checked { size: Some(size) } => format!("checked {}", bytes(*size)),
        Reason::Checked { size: None } => "checked none".to_owned(),
        Reason::Delete { size, faults } if faults.is_empty() => {
            format!("delete {}", bytes(*size))
        }
        Reason::Delete { size, faults } => {
            format!("delete {}, {}", bytes(*size), key_faults(faults))
        }
        Reason::Move { old, new } => format!("move {} to {}", bytes(*old), bytes(*new)),
        Reason::Absent => "absent".to_owned(),
        Reason::NotIndexed { faults } => format!("not indexed, {}", key_faults(faults)),
        Reason::ConditionFailed { existing, attempted } => {
            let size = |size: &Option<Bytes>| size.map_or_else(|| "none".to_owned(), bytes);
            format!("condition failed, existing {}, attempted {}", size(existing), size(attempted))
        }
        Reason::Read { count, size, consistency } => {
            format!("read {count} of {}, {}", bytes(*size), consistency_word(*consistency))
        }
        Reason::Fetch { sizes, consistency } => {
            let sizes: Vec<String> = sizes
                .chunk_by(|one, next| one == next)
                .map(|alike| match alike {
                    [size] => bytes(*size),
                    _ => format!("{} × {}", alike.len(), bytes(alike[0])),
                })
                .collect();
            format!("fetch {}, {}", sizes.join(" + "), consistency_word(*consistency))
        }
    }
}

fn units(arm: &Arm) -> String {
    if arm.units.is_zero() { String::new() } else { arm.units.to_string() }
}

fn key_faults(faults: &[KeyFault]) -> String {
    let fault = |KeyFault { attribute, kind }: &KeyFault| match kind {
        KeyFaultKind::Missing => format!("no {attribute}"),
        KeyFaultKind::WrongType => format!("{attribute} of another type"),
        KeyFaultKind::Empty => format!("{attribute} is empty"),
        KeyFaultKind::TooLong => format!("{attribute} is too long"),
    };
    faults.iter().map(fault).collect::<Vec<String>>().join(", ")
}

fn consistency_word(consistency: Consistency) -> &'static str {
    match consistency {
        Consistency::Strong => "strong",
        Consistency::Eventual => "eventual",
    }
}

/// Bytes with their thousands set apart: `3,560 B`.
fn bytes(size: Bytes) -> String {
    format!("{} B", grouped(size.0))
}

/// A number with its thousands set apart: `3,560`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).unwrap_or_default())
        .collect();
    groups.join(",")
}

fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("{count} {noun}") } else { format!("{count} {noun}s") }
}

/// Lines with their parts aligned in columns.
pub fn columns(lines: Vec<Vec<String>>) -> String {
    let width = |column: usize| {
        lines
            .iter()
            .filter_map(|line| line.get(column))
            .map(|part| part.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths = [width(0), width(1)];
    let mut text = String::new();
    for line in &lines {
        let mut row = String::new();
        for (column, part) in line.iter().enumerate() {
            row.push_str(part);
            if let Some(width) = widths.get(column) {
                row.push_str(&" ".repeat(width - part.chars().count() + 2));
            }
        }
        text.push_str(row.trim_end());
        text.push('\n');
    }
    text
}
