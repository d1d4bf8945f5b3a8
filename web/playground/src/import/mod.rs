//! Text as items of a table: CSV with a header, plain JSON and DynamoDB JSON in every shape in which tools write items.
//!
//! A text that can be read in part is: each row that cannot becomes a fault with its line. Whether the table accepts a row is for the
//! engine to say.

mod cell;
mod csv;
mod json;
pub(crate) mod known;
mod place;
mod tag;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use engine::api::value::read_item;
use engine::json::text::JsonText;
use engine::model::item::Item;
use engine::model::key::{KeySchema, KeyType};
use engine::table::Table;

use crate::import::place::Lines;
use crate::sandbox::import::ImportRecord;
use crate::sandbox::item_id::item_id;
use crate::sandbox::workload::ITEM_COUNT_MAX;
use crate::view::draft::FaultView;
use crate::view::edit::ItemId;
use crate::view::first::First;
use crate::view::import::{ColumnKind, Format, ImportForm, LineFault};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// The most bytes of a text. Model: more than 40,000 items of a usual size, and read within a second in a browser.
pub const TEXT_SIZE_MAX: u64 = 10 << 20;

/// How many items show what their attributes are.
pub const SAMPLE_COUNT: usize = 3;

/// Lines that a note names.
const NAMED_LINE_COUNT_MAX: usize = 10;

/// What was found in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    pub format: Format,
    /// The items, to be imported into the table.
    pub record: Rc<ImportRecord>,
    /// The lines in which they begin, from 1.
    pub lines: Vec<u64>,
    /// The first of them, with their lines.
    pub samples: Vec<(u64, Item)>,
    /// The attributes in the order in which they are shown.
    pub columns: Vec<Column>,
    /// The rows that are no items.
    pub faults: Vec<LineFault>,
    /// Why nothing can be read.
    pub problem: Option<Rc<FaultView>>,
    /// What a user should know of the items.
    pub notes: Vec<Message>,
    /// Whether plain JSON has objects that may be typed values.
    pub is_ambiguous: bool,
    /// Whether there are empty cells.
    pub has_empty: bool,
}

/// An attribute of the items that were found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    pub name: Text,
    /// What its cells become; `None` if the values have types of their own.
    pub kind: Option<ColumnKind>,
    /// The tags of the types that were found.
    pub types: BTreeSet<&'static str>,
    /// Whether it is a key of the table or of an index.
    pub is_key: bool,
}

/// Rows as a format has them.
#[derive(Debug)]
struct Rows {
    format: Format,
    /// DynamoDB JSON, with the line in which it begins.
    items: Vec<(u64, String)>,
    faults: Vec<LineFault>,
    /// The columns of a CSV.
    columns: Vec<Column>,
    problem: Option<FaultView>,
    /// Why there are no rows, if that is known.
    nothing: Option<Message>,
    notes: Vec<Message>,
    is_ambiguous: bool,
    has_empty: bool,
}

impl Rows {
    fn new(format: Format) -> Self {
        Self {
            format,
            items: Vec::new(),
            faults: Vec::new(),
            columns: Vec::new(),
            problem: None,
            nothing: None,
            notes: Vec::new(),
            is_ambiguous: false,
            has_empty: false,
        }
    }

    fn add_fault(&mut self, line: u64, fault: FaultView) {
        self.faults.push(LineFault { line, fault: Rc::new(fault) });
    }
}

/// Reads a text as items of a table.
pub(crate) fn read(form: &ImportForm, table: &Table) -> Reading {
    let text = form.text.strip_prefix('\u{feff}').unwrap_or(&form.text);
    let keys = key_types(table);
    let mut rows = match obstacle(form, text) {
        Some(problem) => {
            let format = form.format.unwrap_or(Format::PlainJson);
            Rows { problem: Some(problem), ..Rows::new(format) }
        }
        None => match form.format.unwrap_or_else(|| found_format(text)) {
            Format::Csv(delimiter) => csv::read(text, delimiter, form, &keys),
            Format::PlainJson | Format::DynamoDbJson => json::read(text, form, table),
        },
    };
    if let Format::Csv(_) = rows.format
        && let Some(name) = missing_key(table, &rows.columns)
    {
        let header: Vec<&str> = rows.columns.iter().map(|column| &*column.name).collect();
        let message = Message::plain("import.no_key_column")
            .with("header", Argument::Code(cell::shortened(&header.join(", "))))
            .with("name", Argument::Code(name.into()))
            .with("table", table.schema.name.as_str());
        rows.problem = Some(FaultView::unreadable(message, None));
        rows.items.clear();
        rows.faults.clear();
    }
    if rows.items.len() > ITEM_COUNT_MAX {
        let limit = Argument::Count(ITEM_COUNT_MAX as u64);
        let message = Message::plain("import.too_many").with("limit", limit);
        rows.problem = Some(FaultView::unreadable(message, None));
        rows.items.clear();
        rows.faults.clear();
    }
    reading(rows, text, table, &keys)
}

fn reading(rows: Rows, text: &str, table: &Table, keys: &BTreeMap<&str, KeyType>) -> Reading {
    let Rows { format, mut items, mut faults, columns, problem, nothing, .. } = rows;
    let Rows { mut notes, is_ambiguous, has_empty, .. } = rows;
    let mut found = Found { table, keys, columns, samples: Vec::new(), last: BTreeMap::new() };
    let mut repeated = Vec::new();
    for (line, json) in &items {
        repeated.extend(found.add(*line, json));
    }
    if !repeated.is_empty() {
        notes.push(repeated_note(repeated));
    }
    let Found { mut columns, mut samples, last, .. } = found;
    // A text is taken for something else only if none of it is an item of this table.
    let known = if last.is_empty() { known::known(text) } else { None };
    if known.is_some() {
        items.clear();
        faults.clear();
        columns.clear();
        samples.clear();
        notes.clear();
    }
    let is_empty = items.is_empty() && faults.is_empty() && !text.trim().is_empty();
    let nothing = is_empty.then(|| nothing.unwrap_or_else(|| Message::plain("import.nothing")));
    let unreadable = |message| FaultView::unreadable(message, None);
    let problem = known.map(unreadable).or(problem).or(nothing.map(unreadable));
    // Keys come first. The others stay in the order in which they were found.
    columns.sort_by_key(|column| key_place(table, &column.name));
    let (lines, items) = items.into_iter().map(|(line, json)| (line, Text::from(json))).unzip();
    let record = ImportRecord { table: table.schema.name.as_str().into(), items };
    Reading {
        format,
        record: Rc::new(record),
        lines,
        samples,
        columns,
        faults,
        problem: problem.map(Rc::new),
        notes,
        is_ambiguous,
        has_empty,
    }
}

/// What the items have in common.
struct Found<'t> {
    table: &'t Table,
    keys: &'t BTreeMap<&'t str, KeyType>,
    columns: Vec<Column>,
    samples: Vec<(u64, Item)>,
    /// The line of the last item with a key.
    last: BTreeMap<ItemId, u64>,
}

impl Found<'_> {
    /// Takes note of an item. Returns the line of an earlier one with the same key.
    fn add(&mut self, line: u64, json: &str) -> Option<u64> {
        let text = JsonText::parse(json).ok()?;
        // The engine says later what is wrong with it.
        let item = read_item(text.root()).ok()?;
        for (name, value) in item.iter() {
            let name = name.as_str();
            let position = self.columns.iter().position(|column| *column.name == *name);
            let position = position.unwrap_or_else(|| {
                self.columns.push(Column {
                    name: name.into(),
                    kind: None,
                    types: BTreeSet::new(),
                    is_key: self.keys.contains_key(name),
                });
                self.columns.len() - 1
            });
            self.columns[position].types.insert(value.kind().tag());
        }
        let is_complete = self.table.schema.key.is_complete_in(&item);
        let id = is_complete.then(|| item_id(self.table, &item));
        if self.samples.len() < SAMPLE_COUNT {
            self.samples.push((line, item));
        }
        self.last.insert(id?, line)
    }
}

/// That some items have the key of a later one.
fn repeated_note(lines: Vec<u64>) -> Message {
    let named = lines.iter().map(ToString::to_string);
    Message::plain("import.repeated")
        .with("count", Argument::Count(lines.len() as u64))
        .with("lines", Argument::List(First::of(named, NAMED_LINE_COUNT_MAX).listed()))
}

/// The types that the keys of the table and of its indexes have, by their names.
fn key_types(table: &Table) -> BTreeMap<&str, KeyType> {
    let indexes = table.schema.indexes.iter().map(|index| &index.key);
    let keys = [&table.schema.key].into_iter().chain(indexes);
    let attributes = keys.flat_map(KeySchema::attributes);
    attributes.map(|attribute| (attribute.name.as_str(), attribute.kind)).collect()
}

/// A key of the table that no column has, if there are columns.
fn missing_key<'t>(table: &'t Table, columns: &[Column]) -> Option<&'t str> {
    let mut names = table.schema.key.attributes().map(|attribute| attribute.name.as_str());
    let is_missing = |name: &&str| columns.iter().all(|column| *column.name != **name);
    if columns.is_empty() { None } else { names.find(is_missing) }
}

/// Where an attribute is shown: keys of the table, then of indexes, then the rest.
fn key_place(table: &Table, name: &str) -> usize {
    let indexes = table.schema.indexes.iter().map(|index| &index.key);
    let keys = [&table.schema.key].into_iter().chain(indexes);
    let mut attributes = keys.flat_map(KeySchema::attributes);
    attributes.position(|attribute| attribute.name.as_str() == name).unwrap_or(usize::MAX)
}

/// Why a text cannot be read in any format.
fn obstacle(form: &ImportForm, text: &str) -> Option<FaultView> {
    let fault = |message| Some(FaultView::unreadable(message, None));
    let size = form.file.as_ref().map_or(text.len() as u64, |file| file.size);
    if size > TEXT_SIZE_MAX {
        let message = Message::plain("import.too_large")
            .with("size", Argument::Size(size))
            .with("limit", Argument::Size(TEXT_SIZE_MAX));
        return fault(message);
    }
    // The first two bytes of a gzip file; the second one is not text.
    if text.starts_with("\u{1f}\u{fffd}") {
        return fault(Message::plain("import.compressed"));
    }
    let nul = text.find('\0')?;
    let place = Lines::new(text).place(nul);
    Some(FaultView::unreadable(Message::plain("import.binary"), place))
}

/// The format of a text: JSON begins with a bracket.
fn found_format(text: &str) -> Format {
    match text.trim_start().chars().next() {
        Some('{' | '[') => Format::PlainJson,
        Some(_) | None => Format::Csv(csv::found_delimiter(text)),
    }
}
