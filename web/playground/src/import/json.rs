//! JSON in the shapes in which tools write items: an item, a list, lines, the reply to a scan, the requests of a batch, and the lines
//! of an export.
//!
//! Items are found one by one, so that each has its line, and so that those before and after a fault are read.

use std::ops::Range;

use engine::api::value::{
    attribute_value_to_json, item_from_plain, item_to_json, value_from_plain,
};
use engine::json::text::JsonText;
use engine::table::Table;
use serde::de::IgnoredAny;
use serde_json::{Deserializer, Map, Value};

use crate::import::Rows;
use crate::import::place::Lines;
use crate::import::tag::is_tagged;
use crate::sandbox::long_text::write_out;
use crate::sandbox::typed_json::parse;
use crate::view::draft::FaultView;
use crate::view::import::{Format, ImportForm};
use crate::view::message::{Argument, Message};

/// What separates values. It is not checked which one does.
const SEPARATORS: [char; 6] = [' ', '\t', '\r', '\n', ',', ':'];

/// The values of a text, in order.
#[derive(Debug, Default)]
struct Found {
    values: Vec<Range<usize>>,
    /// Where the text is not JSON.
    faults: Vec<usize>,
    notes: Vec<Message>,
    /// Why there are no values, if that is known.
    nothing: Option<Message>,
}

/// Reads the items of a text.
pub(super) fn read(text: &str, form: &ImportForm, table: &Table) -> Rows {
    let Found { values, faults, nothing, notes } = find(text, table);
    let mut rows = Rows { nothing, notes, ..Rows::new(Format::PlainJson) };
    let mut lines = Lines::new(text);
    let mut items = Vec::new();
    for value in values {
        let line = lines.line(value.start);
        match parse(&text[value]).and_then(unwrapped) {
            Ok(item) => items.push((line, item)),
            Err(fault) => rows.add_fault(line, moved(fault, line)),
        }
    }
    let mut lines = Lines::new(text);
    for offset in faults {
        let place = lines.place(offset);
        let (line, column) = place.unwrap_or_default();
        let message = Message::plain("fault.not_json")
            .with("line", Argument::Count(line.into()))
            .with("column", Argument::Count(column.into()));
        rows.add_fault(line.into(), FaultView::unreadable(message, place));
    }
    rows.faults.sort_by_key(|fault| fault.line);
    let is_typed = !items.is_empty() && items.iter().all(|(_, item)| has_tags_only(item));
    rows.format = match (form.format, is_typed) {
        (Some(Format::DynamoDbJson), _) | (None | Some(Format::Csv(_)), true) => {
            Format::DynamoDbJson
        }
        (Some(Format::PlainJson), _) | (None | Some(Format::Csv(_)), false) => Format::PlainJson,
    };
    let is_plain = rows.format == Format::PlainJson;
    rows.is_ambiguous = is_plain && items.iter().any(|(_, item)| item.values().any(is_tagged));
    for (line, item) in items {
        match typed(item, is_plain, form.tagged) {
            Ok(item) => rows.items.push((line, item.to_string())),
            Err(fault) => rows.add_fault(line, fault),
        }
    }
    rows.faults.sort_by_key(|fault| fault.line);
    rows
}

/// An item as DynamoDB JSON.
fn typed(item: Map<String, Value>, is_plain: bool, reads_tags: bool) -> Result<Value, FaultView> {
    let mut json = Value::Object(item);
    write_out(&mut json)?;
    let no_plain = |error: engine::api::value::error::ValueError| FaultView {
        message: Some(error.to_string().into()),
        ..FaultView::unreadable(Message::plain("fault.plain"), None)
    };
    let members = match (is_plain, reads_tags, json) {
        (true, true, Value::Object(members)) => members,
        (true, _, json) => return Ok(item_to_json(&item_from_plain(json).map_err(no_plain)?)),
        (false, _, json) => return Ok(json),
    };
    let members = members.into_iter().map(|(name, value)| match is_tagged(&value) {
        true => Ok((name, value)),
        false => Ok((name, attribute_value_to_json(&value_from_plain(value).map_err(no_plain)?))),
    });
    Ok(Value::Object(members.collect::<Result<_, FaultView>>()?))
}

/// The item in what tools put around one: `{"Item": …}` in an export, `{"PutRequest": {"Item": …}}` in a batch.
fn unwrapped(json: Value) -> Result<Map<String, Value>, FaultView> {
    let unreadable = |key| Err(FaultView::unreadable(Message::plain(key), None));
    let Value::Object(mut members) = json else { return unreadable("fault.item_object") };
    if members.len() != 1 {
        return Ok(members);
    }
    if members.contains_key("DeleteRequest") {
        return unreadable("import.delete_request");
    }
    if let Some(Value::Object(put)) = members.get_mut("PutRequest")
        && let Some(Value::Object(item)) = put.get_mut("Item")
    {
        return Ok(std::mem::take(item));
    }
    match members.get_mut("Item") {
        // An attribute called `Item` has a tag, as in `{"Item": {"S": "x"}}`.
        Some(value) if is_tagged(value) => Ok(members),
        Some(Value::Object(item)) => Ok(std::mem::take(item)),
        Some(_) | None => Ok(members),
    }
}

/// Whether each value of an item has a type tag.
fn has_tags_only(item: &Map<String, Value>) -> bool {
    !item.is_empty() && item.values().all(is_tagged)
}

/// A fault in a value that begins in a line, as a fault in the whole text.
fn moved(fault: FaultView, line: u64) -> FaultView {
    let place = fault.place.and_then(|(row, column)| {
        Some((row.checked_add(u32::try_from(line).ok()?.checked_sub(1)?)?, column))
    });
    FaultView { place, ..fault }
}

/// The values that are items, wherever they are.
fn find(text: &str, table: &Table) -> Found {
    let start = skip(text, 0);
    let mut found = Found::default();
    match (text.as_bytes().get(start), end_of_value(text, start)) {
        (Some(b'['), _) => {
            let end = found.add_all(text, start + 1);
            let rest = skip(text, end + 1);
            if rest < text.len() {
                found.faults.push(rest);
            }
        }
        (Some(b'{'), Some(end)) if skip(text, end) == text.len() => {
            found.add_object(text, start..end, table);
        }
        (Some(b'{'), None) if open_list(text, start).is_some() => {
            let list = open_list(text, start).unwrap_or(start);
            found.add_all(text, list + 1);
        }
        (_, _) => {
            found.add_all(text, start);
        }
    }
    found
}

impl Found {
    /// Finds the items of an object that is the whole text.
    fn add_object(&mut self, text: &str, object: Range<usize>, table: &Table) {
        let Ok(Value::Object(members)) = parse(&text[object.clone()]) else {
            return self.values.push(object);
        };
        let lists = children(text, object.start);
        let mut lists = lists.chunks_exact(2).map(|pair| (&text[pair[0].clone()], pair[1].clone()));
        if members.get("Items").is_some_and(Value::is_array) {
            if ["LastEvaluatedKey", "NextToken"].into_iter().any(|it| members.contains_key(it)) {
                self.notes.push(Message::plain("import.incomplete"));
            }
            self.nothing = Some(Message::plain("import.empty_page"));
            if let Some((_, items)) = lists.find(|(name, _)| *name == r#""Items""#) {
                self.add_all(text, items.start + 1);
            }
            return;
        }
        match (members.get("RequestItems"), is_batch(&members)) {
            (Some(Value::Object(requests)), _) if is_batch(requests) => {
                if let Some((_, requests)) = lists.find(|(name, _)| *name == r#""RequestItems""#) {
                    self.add_batch(text, requests, table);
                }
            }
            (_, true) => self.add_batch(text, object, table),
            (_, false) => self.values.push(object),
        }
    }

    /// Finds the items of a batch: of each table a list of requests.
    fn add_batch(&mut self, text: &str, requests: Range<usize>, table: &Table) {
        let mut others = Vec::new();
        for pair in children(text, requests.start).chunks_exact(2) {
            let name = parse(&text[pair[0].clone()]).ok();
            let name = name.as_ref().and_then(Value::as_str).unwrap_or_default();
            // A table can be named by its ARN, which ends in its name.
            let is_open = name.rsplit('/').next() == Some(table.schema.name.as_str());
            if is_open {
                self.add_all(text, pair[1].start + 1);
            } else {
                let count = Argument::Count(children(text, pair[1].start).len() as u64);
                let note = Message::plain("import.other_table").with("count", count);
                self.notes.push(note.with("name", name).with("table", table.schema.name.as_str()));
                others.push(name.into());
            }
        }
        let message =
            Message::plain("import.only_other_tables").with("names", Argument::List(others));
        self.nothing = Some(message.with("table", table.schema.name.as_str()));
    }

    /// Finds the values from a place to the end of their list, or of the text. After a fault, continues with the next line that begins
    /// as the first value does. Returns the end.
    fn add_all(&mut self, text: &str, start: usize) -> usize {
        let mut at = skip(text, start);
        let first = at;
        loop {
            at = skip(text, at);
            match text.as_bytes().get(at) {
                None => {
                    // The list is not closed.
                    if start > 0 && text.as_bytes()[start - 1] == b'[' {
                        self.faults.push(at);
                    }
                    return at;
                }
                Some(b']') => return at,
                Some(_) => {}
            }
            if let Some(end) = end_of_value(text, at) {
                self.values.push(at..end);
                at = end;
                continue;
            }
            self.faults.push(fault_offset(text, at));
            match next_line_like(text, first, at) {
                Some(next) => at = next,
                None => return text.len(),
            }
        }
    }
}

/// The start of the next line that begins at the same column, and with the same character, as the line of the first value.
fn next_line_like(text: &str, first: usize, after: usize) -> Option<usize> {
    let line_start = text[..first].rfind('\n').map_or(0, |end| end + 1);
    let indent = &text[line_start..first];
    if !indent.trim().is_empty() {
        return None;
    }
    let opening = text[first..].chars().next()?;
    let mut at = after;
    loop {
        at += text[at..].find('\n')? + 1;
        if text[at..].strip_prefix(indent).is_some_and(|rest| rest.starts_with(opening)) {
            return Some(at + indent.len());
        }
    }
}

/// The list of `{"Items": [ …` in a text that ends too early.
fn open_list(text: &str, start: usize) -> Option<usize> {
    let last = children(text, start).pop()?;
    let value = skip(text, last.end);
    let is_list = text[last] == *r#""Items""# && text.as_bytes().get(value) == Some(&b'[');
    is_list.then_some(value)
}

/// The values in the list or object that begins at a place, names included, up to its end or the first fault.
fn children(text: &str, start: usize) -> Vec<Range<usize>> {
    let (mut values, mut at) = (Vec::new(), start + 1);
    loop {
        at = skip(text, at);
        if matches!(text.as_bytes().get(at), None | Some(b']' | b'}')) {
            return values;
        }
        let Some(end) = end_of_value(text, at) else { return values };
        values.push(at..end);
        at = end;
    }
}

/// Whether an object has the requests of a batch, by tables.
fn is_batch(members: &Map<String, Value>) -> bool {
    let is_request = |json: &Value| {
        let Value::Object(request) = json else { return false };
        request.len() == 1
            && ["PutRequest", "DeleteRequest"].into_iter().any(|it| request.contains_key(it))
    };
    let is_list = |json: &Value| {
        json.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(is_request))
    };
    !members.is_empty() && members.values().all(is_list)
}

/// The first place that separates nothing.
fn skip(text: &str, from: usize) -> usize {
    let rest = text.get(from..).unwrap_or_default();
    text.len() - rest.trim_start_matches(SEPARATORS).len()
}

/// Where the value ends that begins at a place; `None` if there is none.
fn end_of_value(text: &str, start: usize) -> Option<usize> {
    let mut values = Deserializer::from_str(&text[start..]).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(start + values.byte_offset())
}

/// The first JSON object of a text: all of it, the first of its lines, or the first element of its list.
pub(super) fn first_object(text: &str) -> Option<Value> {
    let start = skip(text, 0);
    let start = if text[start..].starts_with('[') { skip(text, start + 1) } else { start };
    let end = end_of_value(text, start)?;
    parse(&text[start..end]).ok().filter(Value::is_object)
}

/// Where a text stops being JSON, read from a place.
fn fault_offset(text: &str, start: usize) -> usize {
    let offset = JsonText::parse(&text[start..]).err().map_or(0, |error| error.offset);
    let mut offset = (start + offset).min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
