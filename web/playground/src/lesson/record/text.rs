//! Tables, values and requests as a `.lesson` file has them. Each text is parsed again; if the result differs,
//! nothing is written.

use std::fmt::Write;

use engine::json::value::parse as parse_json;
use notation::long_text::{collapse, expand};
use notation::marshal::{plain, typed};
use notation::table::Table;
use serde_json::{Value, json};

use crate::lesson::action::Action;
use crate::lesson::file::{Lesson, Part};
use crate::lesson::reader::{self, PERIODS};
use crate::lesson::setting::duration_text;
use crate::view::cost::PayMode;
use crate::view::design::{CapacityDesign, IndexDesign, KeyDesign, ProjectionDesign, TableDesign};
use crate::view::workload::WorkloadPlan;
use crate::visible;

/// Why a text can be written to a string.
const ANY: &str = "a string takes any text";

/// Requests that are longer are indented, in characters.
const LINE_LENGTH_MAX: usize = 160;

/// Texts that repeat themselves are written by their length from this length on, in characters.
const REPEATED_LENGTH_MIN: usize = 120;

/// A block of a file.
pub(super) fn block(kind: &str, content: &str) -> String {
    format!("```{kind}\n{}\n```\n", content.trim_end())
}

/// The action of a block; `None` if the block is not one, or has a fault.
pub(super) fn action(block: &str) -> Option<Action> {
    let (lesson, faults) =
        Lesson::parse(&format!("# a\n```lesson\nrevision  1\nminutes  1\n```\n## s\n{block}"));
    match lesson.steps.into_iter().next()?.parts.into_iter().next()? {
        Part::Act(action) if faults.is_empty() => Some(action),
        _ => None,
    }
}

/// A table in one-line notation, with its throughput. `None` if the notation does not have all of its keys, indexes and names.
pub(super) fn table(design: &TableDesign) -> Option<String> {
    let keys = |keys: &[KeyDesign]| {
        let keys = keys.iter().map(|key| format!("  {} {}", key.name, key.kind.tag()));
        keys.collect::<String>()
    };
    let mut text = format!(
        "{}{}{}",
        design.name,
        keys(std::slice::from_ref(&design.partition_key)),
        keys(design.sort_key.as_slice())
    );
    for index in &design.local_indexes {
        let (keys, projection) = (keys(&index.sort_keys), projection(&index.projection));
        write!(text, "\n  local  {}{keys}  {projection}", index.name).expect(ANY);
    }
    for index in &design.global_indexes {
        let keys = keys(&index.partition_keys) + &keys(&index.sort_keys);
        write!(text, "\n  global {}{keys}  {}", index.name, projection(&index.projection))
            .expect(ANY);
    }
    let settings = design.settings.as_deref();
    if let Some(settings) = settings.filter(|it| it.billing == PayMode::Provisioned) {
        let units = |capacity: &CapacityDesign| {
            format!("{} read, {} write", capacity.read_units, capacity.write_units)
        };
        write!(text, "\n  provisioned  {}", units(&settings.capacity)).expect(ANY);
        for index in &design.global_indexes {
            write!(text, "\n  provisioned {}  {}", index.name, units(&index.capacity)).expect(ANY);
        }
    }
    let read = Table::parse(&text).ok().and_then(|table| reader::design(&table));
    (read? == without_settings(design)).then_some(text)
}

/// The design with its keys and indexes only.
fn without_settings(design: &TableDesign) -> TableDesign {
    let bare = |indexes: &[IndexDesign]| {
        let capacity = CapacityDesign::default();
        indexes.iter().map(|index| IndexDesign { capacity, ..index.clone() }).collect()
    };
    TableDesign {
        local_indexes: bare(&design.local_indexes),
        global_indexes: bare(&design.global_indexes),
        settings: None,
        ..design.clone()
    }
}

fn projection(projection: &ProjectionDesign) -> String {
    match projection {
        ProjectionDesign::All => "ALL".to_owned(),
        ProjectionDesign::KeysOnly => "KEYS_ONLY".to_owned(),
        ProjectionDesign::Include(names) => format!("INCLUDE {}", names.join(", ")),
    }
}

/// An item in DynamoDB JSON as a line of plain JSON, with these attributes first.
pub(super) fn item(item: &Value, keys: &[&str]) -> String {
    let request = plain(json!({ "Item": item }));
    shortened(&one_line(&request["Item"], keys))
}

/// A request as plain JSON. `None` if a lesson would send another request.
pub(super) fn request(text: &str) -> Option<String> {
    let request = parse_json(text).ok()?;
    let is_same = |shown: &Value| typed(shown.clone()) == request;
    let shown = [plain(request.clone()), request.clone()].into_iter().find(is_same)?;
    Some(shortened(&one_line(&shown, &["TableName", "IndexName"])))
}

/// The same, on several lines if it is long.
pub(super) fn wrapped(request: &str) -> String {
    match parse_json(&expand(request)) {
        Ok(json) if request.chars().count() > LINE_LENGTH_MAX => shortened(&format!("{json:#}")),
        _ => request.to_owned(),
    }
}

/// A workload as its block. `None` if a rate changes, or is counted in no period, or if a request cannot be repeated exactly.
pub(super) fn workload(plan: &WorkloadPlan) -> Option<String> {
    let mut text = duration_text(plan.seconds * 1_000);
    let parts = [
        (", idle before", plan.idle),
        (", no retries", !plan.retries),
        (", unlimited", !plan.limits),
    ];
    for (part, is_said) in parts {
        text += if is_said { part } else { "" };
    }
    if plan.seed != 1 {
        write!(text, ", seed {}", plan.seed).expect(ANY);
    }
    for pattern in &plan.patterns {
        let period = match pattern.span {
            1 => "",
            span => PERIODS.iter().find(|(_, it)| it.seconds() == span)?.0,
        };
        let rate = match pattern.points.as_slice() {
            [(0, rate)] => Some(rate),
            [(0, rate), rest @ ..] if rest.iter().all(|(_, it)| it == rate) => Some(rate),
            _ => None,
        }?;
        let request = request(&pattern.request)?;
        let rate = format!("{rate} {period}");
        write!(text, "\n{}  {}  {request}", rate.trim_end(), pattern.operation).expect(ANY);
    }
    Some(text)
}

/// JSON with text that repeats itself written by its length. A `‹` of its own is an escape.
fn shortened(json: &str) -> String {
    let escaped = json.replace('‹', "\\u2039");
    let (mut short, mut rest) = (String::new(), escaped.as_str());
    while let Some((before, string)) = rest.split_once('"') {
        let mut is_escaped = false;
        let end = string.find(|it| {
            let ends = it == '"' && !is_escaped;
            is_escaped = it == '\\' && !is_escaped;
            ends
        });
        let (string, after) = string.split_at(end.unwrap_or(string.len()));
        let string = repeated(string).unwrap_or_else(|| collapse(string));
        write!(short, "{before}\"{string}\"").expect(ANY);
        rest = after.strip_prefix('"').unwrap_or_default();
    }
    short += rest;
    if expand(&short) == escaped { short } else { escaped }
}

/// A long text that is one shorter text again and again: `‹28 lorem ipsum ›lorem.`
fn repeated(text: &str) -> Option<String> {
    let all: Vec<char> = text.chars().collect();
    // The longest beginning of the text that is also an end of it, for each of its beginnings.
    let mut borders = vec![0; all.len()];
    for end in 1..all.len() {
        let mut border: usize = borders[end - 1];
        while border > 0 && all[border] != all[end] {
            border = borders[border - 1];
        }
        borders[end] = border + usize::from(all[border] == all[end]);
    }
    // The longest beginning that repeats itself; what is behind it, such as a full stop, stays.
    let period = |length: usize| length - borders[length - 1];
    let repeats = |length: &usize| *length >= REPEATED_LENGTH_MIN.max(3 * period(*length));
    let length = (REPEATED_LENGTH_MIN..=all.len()).rev().find(repeats)?;
    let period = period(length);
    if period == 1 {
        return None;
    }
    let (unit, count) = (String::from_iter(&all[..period]), length / period);
    Some(format!("‹{count} {unit}›{}", String::from_iter(&all[count * period..])))
}

/// JSON on one line, with spaces where a reader wants them, and with these members first: `{ "a": 1, "b": [1, 2] }`.
fn one_line(json: &Value, first: &[&str]) -> String {
    fn written(json: &Value, first: &[&str]) -> String {
        match json {
            Value::Object(members) if !members.is_empty() => {
                let place = |name: &str| first.iter().position(|it| *it == name);
                let mut names: Vec<&String> = members.keys().collect();
                names.sort_by_key(|name| place(name).unwrap_or(first.len()));
                let member = |name: &String| {
                    format!("{}: {}", Value::from(name.as_str()), written(&members[name], &[]))
                };
                let members: Vec<String> = names.into_iter().map(member).collect();
                format!("{{ {} }}", members.join(", "))
            }
            Value::Array(elements) => {
                let elements: Vec<String> = elements.iter().map(|it| written(it, &[])).collect();
                format!("[{}]", elements.join(", "))
            }
            other => other.to_string(),
        }
    }
    visible::json(&written(json, first)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::action::ActionKind;

    #[test]
    fn a_request_is_plain_where_that_is_exact() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(request(text).as_deref(), expected, "{text}");
        };
        check(
            r#"{"TableName":"T","Key":{"id":{"S":"a"},"n":{"N":"1.50"}}}"#,
            Some(r#"{ "TableName": "T", "Key": { "id": "a", "n": 1.50 } }"#),
        );
        check(r#"{"Item":{"s":{"SS":["a"]}}}"#, Some(r#"{ "Item": { "s": { "SS": ["a"] } } }"#));
        // A map that looks like a typed value keeps its type.
        check(
            r#"{"Item":{"m":{"M":{"S":{"S":"x"}}}}}"#,
            Some(r#"{ "Item": { "m": { "M": { "S": { "S": "x" } } } } }"#),
        );
        // DynamoDB rejects this request; a lesson would send another one.
        check(r#"{"Item":{"id":"a"}}"#, None);
        check("{", None);
    }

    #[test]
    fn long_text_is_written_by_its_length_and_read_again() {
        for value in [
            "x".repeat(300),
            "›".repeat(50),
            "a‹5›".to_owned(),
            "\\".repeat(60),
            "`".repeat(60),
            "lorem \"ipsum\" ".repeat(30) + "lo",
        ] {
            let line = item(&json!({ "id": { "S": value.clone() } }), &[]);
            assert_eq!(parse_json(&expand(&line)).unwrap(), json!({ "id": value }), "{line}");
        }
        assert_eq!(item(&json!({ "id": { "S": "x".repeat(300) } }), &[]), r#"{ "id": "‹300›" }"#);
        let lorem = "lorem ipsum ".repeat(30) + "lor.";
        let line = item(&json!({ "a": { "S": lorem }, "id": { "S": "x" } }), &["id"]);
        assert_eq!(line, r#"{ "id": "x", "a": "‹30 lorem ipsum ›lor." }"#);
    }

    #[test]
    fn a_rate_is_counted_in_its_period() {
        let text = "10 s\n50  Scan  { \"TableName\": \"T\" }\n288 a day  Scan  { \"TableName\": \"T\" }\n3 a month  Scan  { \"TableName\": \"T\" }";
        let action = action(&block("workload", text)).expect("it has no fault");
        let ActionKind::Workload(plan) = action.kind else { panic!("it is a workload") };
        let spans: Vec<u64> = plan.patterns.iter().map(|it| it.span).collect();
        assert_eq!(spans, [1, 86_400, 2_628_000]);
        assert_eq!(workload(&plan).as_deref(), Some(text));
        assert_eq!(super::action(&block("workload", "10 s\n3 a year  Scan  {}")), None);
    }
}
