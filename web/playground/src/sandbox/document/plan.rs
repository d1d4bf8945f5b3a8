//! The plans for tables in a document: costs, access patterns, statements about them, and the workload.
//! Defaults are left out when it is written. What cannot be read is reported and left out.

use std::rc::Rc;

use engine::workload::pattern::AccessPattern;
use engine::workload::rate::RateCurve;
use engine::workload::{Retries, RunLimits, RunStart, Workload};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::sandbox::caller;
use crate::sandbox::document::cost::{cost_json, cost_of};
use crate::sandbox::document::reader::{Problems, Reader, decimal_json, is_longer, limited};
use crate::sandbox::document::region::{regions_json, regions_of};
use crate::sandbox::entity::fault_of;
use crate::sandbox::limit::{
    DAILY_RATES, ENTITY_TABLE_COUNT_MAX, EXPECTED_ENTRIES, EXPECTED_NAME_LENGTH_MAX,
    PATTERN_COUNT_MAX, PATTERN_NAME_LENGTH_MAX, PATTERN_REQUEST_LENGTH_MAX, POINT_COUNT_MAX,
    POINT_SECONDS, PROGRAM_COUNT_MAX, REQUEST_BYTES, SERIES_COUNT_MAX, SPAN_SECONDS,
    SQL_TABLE_COUNT_MAX, WORKLOAD_SECONDS,
};
use crate::sandbox::plan::{Experiment, PatternNote, Plan, TableEntities};
use crate::sandbox::workload::{curve_of, limits_of, rates_of, retries_of, start_of, usual};
use crate::view::caller::{CALLER_COUNT_MAX, CALLER_NAME_LENGTH_MAX, Caller};
use crate::view::entity::{ENTITY_COUNT_MAX, Entity};
use crate::view::message::{Argument, Message};
use crate::view::pattern::Period;
use crate::view::series::Series;
use crate::view::value::Text;

/// The member with the tables that stand for those of an SQL database.
pub(crate) const SQL: &str = "sql";

/// Writes the members of a plan into a document.
pub(crate) fn write_plan(plan: &Plan, document: &mut Map<String, Value>) {
    let cost = cost_json(&plan.cost);
    if !cost.is_empty() {
        document.insert("cost".into(), cost.into());
    }
    let mut workload = Workload::clone(&plan.workload);
    let daily = take_daily(&mut workload);
    write_workload(&workload, document);
    if let Some(Experiment { name, workload, put_back }) = &plan.experiment {
        let mut json = Map::new();
        json.insert("name".into(), name.as_str().into());
        write_workload(workload, &mut json);
        if let Some(request) = put_back {
            json.insert("put_back".into(), (&**request).into());
        }
        document.insert("experiment".into(), json.into());
    }
    let entities = plan.entities.iter().map(entities_json);
    let entities: Map<String, Value> = entities.collect();
    if !entities.is_empty() {
        document.insert("entities".into(), entities.into());
    }
    if !plan.callers.is_empty() {
        let callers = plan.callers.iter().map(|caller| json!(caller));
        document.insert("callers".into(), callers.collect());
    }
    if let Some(sender) = &plan.sender {
        document.insert("sender".into(), sender.as_str().into());
    }
    if !plan.programs.is_empty() {
        let programs = plan.programs.iter().map(|program| Value::from(&**program));
        document.insert("programs".into(), programs.collect());
    }
    if let Some(regions) = regions_json(&plan.regions) {
        document.insert("regions".into(), regions);
    }
    if !plan.series.is_empty() {
        let series = plan.series.iter().map(|series| json!(series));
        document.insert("series".into(), series.collect());
    }
    if !plan.sql.is_empty() {
        document.insert(SQL.into(), plan.sql.iter().map(|table| Value::from(&**table)).collect());
    }
    let notes = plan.notes.iter().filter(|note| note.is_telling()).map(note_json);
    let mut notes: Map<String, Value> = notes.collect();
    for (name, count) in daily {
        notes.entry(name).or_insert_with(|| json!({}))[PER_DAY] = count.into();
    }
    if !notes.is_empty() {
        document.insert("notes".into(), notes.into());
    }
}

/// Reads the members of a plan.
pub(crate) fn read_plan(document: &mut Reader<'_>) -> Plan {
    let cost = document.object("cost").map(cost_of).unwrap_or_default();
    let mut workload = read_workload(document);
    let problems = document.problems();
    let notes = document.map("notes", PATTERN_COUNT_MAX);
    let patterns = &mut workload.patterns;
    let notes = notes.filter_map(|(name, note)| note_of(name, note, patterns, problems)).collect();
    let workload = Rc::new(workload);
    let entities = document.map("entities", ENTITY_TABLE_COUNT_MAX);
    let entities = entities.filter_map(|(table, list)| entities_of(table, list, problems));
    let entities = entities.collect();
    let experiment = document.object("experiment").and_then(experiment_of);
    let callers = callers_of(document);
    let sender = document.text("sender", CALLER_NAME_LENGTH_MAX).map(str::to_owned);
    let is_known = |name: &String| callers.iter().any(|caller| caller.name == *name);
    if sender.as_ref().is_some_and(|name| !is_known(name)) {
        document.report("sender", Message::plain("caller.no_sender"));
    }
    let sender = sender.filter(is_known);
    let programs = programs_of(document);
    let regions = document.object("regions").map(regions_of).unwrap_or_default();
    let (series, sql) = (series_of(document), sql_of(document));
    Plan {
        cost,
        notes,
        workload,
        experiment,
        entities,
        callers,
        sender,
        programs,
        regions,
        series,
        sql,
    }
}

/// The tables that stand for those of an SQL database. What is no name is reported and left out.
fn sql_of(document: &mut Reader<'_>) -> Vec<Text> {
    let mut sql: Vec<Text> = Vec::new();
    for table in document.list(SQL, SQL_TABLE_COUNT_MAX) {
        match table.as_str().filter(|name| !is_longer(name, EXPECTED_NAME_LENGTH_MAX)) {
            Some(name) => sql.push(name.into()),
            None => document.report(SQL, Message::plain("problem.not_text")),
        }
    }
    sql.sort();
    sql.dedup();
    sql
}

/// The callers of a document. What is none is reported and left out.
fn callers_of(document: &mut Reader<'_>) -> Vec<Caller> {
    let mut callers: Vec<Caller> = Vec::new();
    for (position, json) in document.list("callers", CALLER_COUNT_MAX).iter().enumerate() {
        let name = format!("callers[{position}]");
        let Ok(caller) = Caller::deserialize(json) else {
            document.report(&name, Message::plain("problem.not_caller"));
            continue;
        };
        callers.push(caller);
        if let Some(fault) = caller::fault_of(&callers, callers.len() - 1) {
            document.report(&name, fault);
            callers.pop();
        }
    }
    callers
}

/// The programs of a document. What is none, or has the name of another, is reported and left out.
fn programs_of(document: &mut Reader<'_>) -> Vec<Text> {
    let mut plan = Plan::default();
    for (position, program) in document.list("programs", PROGRAM_COUNT_MAX).iter().enumerate() {
        let member = format!("programs[{position}]");
        match plan.with_program(program.as_str().unwrap_or_default()) {
            Ok(with) if with.programs.len() > plan.programs.len() => plan = with,
            Ok(_) => document.report(&member, Message::plain("problem.same_program")),
            Err(fault) => document.report(&member, fault),
        }
    }
    plan.programs
}

/// The period tables of a document. What is no series, or has the name of another, is reported and left out.
fn series_of(document: &mut Reader<'_>) -> Vec<Series> {
    let mut series: Vec<Series> = Vec::new();
    for (position, json) in document.list("series", SERIES_COUNT_MAX).iter().enumerate() {
        let member = format!("series[{position}]");
        let Ok(read) = Series::deserialize(json) else {
            document.report(&member, Message::plain("problem.not_series"));
            continue;
        };
        match read.check() {
            Ok(()) if series.iter().all(|known| known.name != read.name) => series.push(read),
            Ok(()) => document.report(&member, Message::plain("problem.same_series")),
            Err(fault) => document.report(&member, fault),
        }
    }
    series
}

fn experiment_of(mut json: Reader<'_>) -> Option<Experiment> {
    if json.value("name").is_none() {
        json.report("name", Message::plain("problem.missing"));
    }
    let name = json.text("name", PATTERN_NAME_LENGTH_MAX).map(str::to_owned);
    let workload = Rc::new(read_workload(&mut json));
    let put_back = json.text("put_back", PATTERN_REQUEST_LENGTH_MAX).map(Text::from);
    json.finish();
    name.map(|name| Experiment { name, workload, put_back })
}

const DAY_SECONDS: u64 = Period::Day.seconds();

/// The member of a note that has the requests of a day, which earlier versions of the page read there.
const PER_DAY: &str = "per_day";

/// Takes the rates that notes have, which are a whole number of requests a day.
fn take_daily(workload: &mut Workload) -> Vec<(String, u64)> {
    let mut daily = Vec::new();
    for pattern in &mut workload.patterns {
        if let (DAY_SECONDS, [point]) = (pattern.rate.span, pattern.rate.points.as_slice()) {
            daily.push((pattern.name.clone(), point.per_second));
            pattern.rate = RateCurve::constant(0);
        }
    }
    daily
}

/// Writes a workload into a document: its patterns, and each setting that is not as usual.
pub(crate) fn write_workload(workload: &Workload, document: &mut Map<String, Value>) {
    let Workload { seed, seconds, patterns, retries, limits, start } = workload;
    let usual = usual();
    let mut settings = Map::new();
    if *seed != usual.seed {
        settings.insert("seed".into(), (*seed).into());
    }
    if *seconds != usual.seconds {
        settings.insert("seconds".into(), (*seconds).into());
    }
    if *retries == Retries::NONE {
        settings.insert("retries".into(), false.into());
    }
    if *limits == RunLimits::Off {
        settings.insert("limits".into(), false.into());
    }
    let is_idle = *start == RunStart::Idle;
    if is_idle != is_idle_unless_said(patterns) {
        settings.insert("idle".into(), is_idle.into());
    }
    if !settings.is_empty() {
        document.insert("workload".into(), settings.into());
    }
    if !patterns.is_empty() {
        document.insert("patterns".into(), patterns.iter().map(pattern_json).collect());
    }
}

/// Whether the tables were idle before the run of a workload that does not say so. A workload with patterns was written before any
/// could say it, and its runs began with a second of throughput.
fn is_idle_unless_said(patterns: &[AccessPattern]) -> bool {
    patterns.is_empty()
}

/// Reads the workload of a document.
pub(crate) fn read_workload(document: &mut Reader<'_>) -> Workload {
    let mut workload = usual();
    let mut is_idle = None;
    if let Some(mut settings) = document.object("workload") {
        let usual = usual();
        workload.seed = settings.number("seed", &(0..=u64::MAX)).unwrap_or(usual.seed);
        workload.seconds = settings.number("seconds", &WORKLOAD_SECONDS).unwrap_or(usual.seconds);
        workload.retries = retries_of(settings.flag("retries").unwrap_or(true));
        workload.limits = limits_of(settings.flag("limits").unwrap_or(true));
        is_idle = settings.flag("idle");
        settings.finish();
    }
    let problems = document.problems();
    for (position, pattern) in document.list("patterns", PATTERN_COUNT_MAX).iter().enumerate() {
        let path = document.path(&format!("patterns[{position}]"));
        workload.patterns.extend(pattern_of(pattern, &path, problems));
    }
    let is_idle = is_idle.unwrap_or_else(|| is_idle_unless_said(&workload.patterns));
    workload.start = start_of(is_idle);
    workload
}

fn pattern_json(pattern: &AccessPattern) -> Value {
    let AccessPattern { name, operation, request, rate } = pattern;
    let points = |rate: &RateCurve| -> Vec<Value> {
        let points = rate.points.iter();
        points.map(|point| [point.second, point.per_second].as_slice().into()).collect()
    };
    let mut json = json!({
        "name": name.as_str(),
        "operation": operation.as_str(),
        "request": request.as_str(),
        "rate": points(rate),
    });
    // Earlier versions of the page know whole numbers a second only: for them, the pattern sends nothing.
    if rate.span != 1 {
        json["rate"] = points(&RateCurve::constant(0)).into();
        json["exact_rate"] = points(rate).into();
        json["span"] = rate.span.into();
    }
    json
}

/// A pattern without a name, operation or request is none. A point that is none is reported and left out.
fn pattern_of(json: &Value, path: &str, problems: &Problems) -> Option<AccessPattern> {
    let Value::Object(members) = json else {
        problems.at(path, Message::plain("problem.not_object"));
        return None;
    };
    let mut reader = Reader::new(members, path, problems);
    let name = reader.text("name", PATTERN_NAME_LENGTH_MAX);
    let operation = reader.text("operation", PATTERN_NAME_LENGTH_MAX);
    let request = reader.text("request", PATTERN_REQUEST_LENGTH_MAX);
    let plain = points_of(&mut reader, "rate", 1);
    let span = reader.number("span", &SPAN_SECONDS);
    let rate = match span {
        Some(span) => curve_of(&points_of(&mut reader, "exact_rate", span), span),
        None => curve_of(&plain, 1),
    };
    reader.finish();
    let (Some(name), Some(operation), Some(request)) = (name, operation, request) else {
        problems.at(path, Message::plain("problem.not_pattern"));
        return None;
    };
    Some(AccessPattern {
        name: name.to_owned(),
        operation: operation.to_owned(),
        request: request.to_owned(),
        rate,
    })
}

/// The points of a curve of requests in so many seconds. A point that is none is reported and left out.
fn points_of(reader: &mut Reader<'_>, member: &'static str, span: u64) -> Vec<(u64, u64)> {
    let mut points = Vec::new();
    for (position, point) in reader.list(member, POINT_COUNT_MAX).iter().enumerate() {
        let name = format!("{member}[{position}]");
        let (Some(second), Some(count)) = (point[0].as_u64(), point[1].as_u64()) else {
            reader.report(&name, Message::plain("problem.not_point"));
            continue;
        };
        let (second, late) = limited(second, &POINT_SECONDS);
        let (count, many) = limited(count, &rates_of(span));
        for reason in late.into_iter().chain(many) {
            reader.report(&name, reason);
        }
        points.push((second, count));
    }
    points
}

fn entities_json(known: &TableEntities) -> (String, Value) {
    let entity = |entity: &Entity| json!({ "name": entity.name, "rule": entity.rule });
    (known.table.clone(), known.entities.iter().map(entity).collect())
}

/// The entities of a table. What is none is reported and left out.
fn entities_of(table: &str, json: &Value, problems: &Problems) -> Option<TableEntities> {
    let path = format!("entities.{table}");
    let Value::Array(list) = json else {
        problems.at(&path, Message::plain("problem.not_list"));
        return None;
    };
    if list.len() > ENTITY_COUNT_MAX {
        let limit = Argument::Count(ENTITY_COUNT_MAX as u64);
        problems.at(&path, Message::plain("problem.too_many").with("limit", limit));
    }
    let mut entities: Vec<Entity> = Vec::new();
    for (position, entity) in list.iter().take(ENTITY_COUNT_MAX).enumerate() {
        let path = format!("{path}[{position}]");
        let read = Entity::deserialize(entity).ok();
        let Some(entity) = read else {
            problems.at(&path, Message::plain("problem.not_entity"));
            continue;
        };
        entities.push(entity);
        if let Some(fault) = fault_of(&entities, entities.len() - 1) {
            problems.at(&path, fault);
            entities.pop();
        }
    }
    (!entities.is_empty()).then(|| TableEntities { table: table.to_owned(), entities })
}

fn note_json(note: &PatternNote) -> (String, Value) {
    let mut json = Map::new();
    if let Some(size) = note.size {
        json.insert("size".into(), size.into());
    }
    if let Some(items) = note.items {
        json.insert("items".into(), decimal_json(items));
    }
    if !note.before.is_empty() {
        json.insert("before".into(), (*note.before).into());
    }
    (note.name.clone(), json.into())
}

/// What is stated about a pattern. A rate by the day becomes that of the pattern.
fn note_of(
    name: &str,
    json: &Value,
    patterns: &mut [AccessPattern],
    problems: &Problems,
) -> Option<PatternNote> {
    let Value::Object(members) = json else {
        problems.at("notes", Message::plain("problem.not_object"));
        return None;
    };
    let mut reader = Reader::new(members, "notes", problems);
    let noted = patterns.iter_mut().find(|pattern| pattern.name == name);
    if let (Some(count), Some(pattern)) = (reader.number(PER_DAY, &DAILY_RATES), noted) {
        pattern.rate = RateCurve::even(count, DAY_SECONDS);
    }
    let size = reader.number("size", &REQUEST_BYTES);
    let items = reader.decimal("items", &EXPECTED_ENTRIES);
    let before = reader.text("before", PATTERN_REQUEST_LENGTH_MAX).unwrap_or_default().into();
    reader.finish();
    let note = PatternNote { name: name.to_owned(), size, items, before };
    note.is_telling().then_some(note)
}
