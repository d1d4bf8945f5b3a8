//! CSV with a header: a line is an item, and a column an attribute.

use std::collections::{BTreeMap, BTreeSet};

use ::csv::{ReaderBuilder, StringRecord};
use engine::model::key::KeyType;
use serde_json::{Map, Value};

use crate::import::cell::{CellRule, found_kind, tagged};
use crate::import::place::Lines;
use crate::import::{Column, Rows};
use crate::view::draft::FaultView;
use crate::view::import::{ColumnKind, Delimiter, Format, ImportForm};
use crate::view::message::{Argument, Message};

/// The delimiter that the first line has most of.
pub(super) fn found_delimiter(text: &str) -> Delimiter {
    let header = text.trim_start().lines().next().unwrap_or_default();
    // What is between quotation marks separates nothing.
    let outside: String = header.split('"').step_by(2).collect();
    let count = |delimiter: &Delimiter| outside.matches(char::from(delimiter.byte())).count();
    // Of several with the same number, `max_by_key` takes the last.
    Delimiter::ALL.into_iter().rev().max_by_key(count).unwrap_or(Delimiter::Comma)
}

/// Reads the lines of a text.
pub(super) fn read(
    text: &str,
    delimiter: Delimiter,
    form: &ImportForm,
    keys: &BTreeMap<&str, KeyType>,
) -> Rows {
    let mut rows = Rows::new(Format::Csv(delimiter));
    let mut records = records(text, delimiter).into_iter();
    let Some((_, header)) = records.next() else { return rows };
    let records: Vec<(u64, StringRecord)> = records.collect();
    let names: Vec<&str> = header.iter().map(str::trim).collect();
    let kinds = kinds(&names, &records, form, keys, &mut rows.notes);
    for (line, record) in &records {
        if record.len() > names.len() {
            let message = Message::plain("import.more_cells")
                .with("count", Argument::Count(record.len() as u64))
                .with("columns", Argument::Count(names.len() as u64));
            rows.add_fault(*line, FaultView::unreadable(message, None));
            continue;
        }
        rows.has_empty |= record.iter().any(str::is_empty);
        let mut cells = names.iter().zip(record);
        rows.is_ambiguous |=
            cells.any(|(name, cell)| can_be_tagged(name, form, keys) && tagged(cell).is_some());
        match item(record, &names, &kinds, form, delimiter, keys) {
            Ok(item) => rows.items.push((*line, Value::Object(item).to_string())),
            Err(fault) => rows.add_fault(*line, fault),
        }
    }
    let columns = names.iter().zip(&kinds).map(|(name, kind)| Column {
        name: (*name).into(),
        kind: Some(*kind),
        types: BTreeSet::new(),
        is_key: keys.contains_key(name),
    });
    let mut seen = BTreeSet::new();
    rows.columns =
        columns.filter(|it| !it.name.is_empty() && seen.insert(it.name.clone())).collect();
    if records.is_empty() {
        rows.nothing = Some(Message::plain("import.only_header"));
    }
    if has_open_quote(text)
        && let Some((line, _)) = records.last()
    {
        rows.notes.push(Message::plain("import.open_quote").with("line", Argument::Count(*line)));
    }
    rows
}

/// The lines that are not empty, with their numbers.
fn records(text: &str, delimiter: Delimiter) -> Vec<(u64, StringRecord)> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter.byte())
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut lines = Lines::new(text);
    // The text is UTF-8 and lines may have any number of cells, so nothing fails.
    let records = reader.records().filter_map(Result::ok);
    let records = records.map(|record| {
        let start =
            record.position().map_or(0, |it| usize::try_from(it.byte()).unwrap_or(usize::MAX));
        // Before a line, the reader skips those that are empty.
        let rest = text.get(start..).unwrap_or_default();
        let start = start + (rest.len() - rest.trim_start_matches(['\r', '\n']).len());
        (lines.line(start.min(text.len())), record)
    });
    records.filter(|(_, record)| record.iter().any(|cell| !cell.trim().is_empty())).collect()
}

/// What the cells of each column become. A key has the type that the table gives it.
fn kinds<'t>(
    names: &[&'t str],
    records: &[(u64, StringRecord)],
    form: &ImportForm,
    keys: &BTreeMap<&str, KeyType>,
    notes: &mut Vec<Message>,
) -> Vec<ColumnKind> {
    let mut seen = BTreeSet::new();
    let kind = |(position, name): (usize, &&'t str)| {
        let number = Argument::Count(position as u64 + 1);
        if name.is_empty() {
            notes.push(Message::plain("import.unnamed").with("number", number));
            return ColumnKind::Skip;
        }
        if !seen.insert(*name) {
            let name = Argument::Code((*name).into());
            let note = Message::plain("import.same_name").with("number", number);
            notes.push(note.with("name", name));
            return ColumnKind::Skip;
        }
        match (keys.get(name), form.columns.get(*name)) {
            (Some(KeyType::S), _) => ColumnKind::S,
            (Some(KeyType::N), _) => ColumnKind::N,
            (Some(KeyType::B), _) => ColumnKind::B,
            (None, Some(kind)) => *kind,
            (None, None) => {
                let cells = records.iter().map(|(_, record)| record.get(position));
                found_kind(cells.map(Option::unwrap_or_default), form.tagged)
            }
        }
    };
    names.iter().enumerate().map(kind).collect()
}

/// Whether an object in a column may be a typed value. It is not if the user has set another type for the column.
fn can_be_tagged(name: &str, form: &ImportForm, keys: &BTreeMap<&str, KeyType>) -> bool {
    keys.contains_key(name) || matches!(form.columns.get(name), None | Some(ColumnKind::Json))
}

fn item(
    record: &StringRecord,
    names: &[&str],
    kinds: &[ColumnKind],
    form: &ImportForm,
    delimiter: Delimiter,
    keys: &BTreeMap<&str, KeyType>,
) -> Result<Map<String, Value>, FaultView> {
    let mut item = Map::new();
    for ((name, kind), cell) in names.iter().zip(kinds).zip(record) {
        let rule = CellRule {
            kind: *kind,
            is_key: keys.contains_key(name),
            empty: form.empty,
            delimiter,
            reads_tags: form.tagged && can_be_tagged(name, form, keys),
        };
        let at_column = |fault| FaultView { attribute: Some((*name).into()), ..fault };
        if let Some(value) = rule.value(cell).map_err(at_column)? {
            item.insert((*name).to_owned(), value);
        }
    }
    Ok(item)
}

/// Whether a quotation mark is never closed, so that the last line may contain several.
fn has_open_quote(text: &str) -> bool {
    text.bytes().filter(|byte| *byte == b'"').count() % 2 == 1
}
