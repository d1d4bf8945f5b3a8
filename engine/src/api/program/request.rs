//! Requests of a program: DynamoDB's JSON, with placeholders that are filled from the records.
//!
//! | placeholder | what it becomes |
//! | --- | --- |
//! | `{new.Attr}` `{old.Attr}` `{key.Attr}` | the attribute of the new item, the old item or the key: as text within a text, or as a whole value where one is expected |
//! | `{event}` | `INSERT`, `MODIFY` or `REMOVE` |
//! | `{id}` | the identifier of the event: the same each time the record is delivered |
//! | `{count}` | the number of records |
//! | `{sum new.Attr}` | the sum of a number over the records |
//! | `"{each}"` as the one member of an element of a list | the element once for each record |
//!
//! `{{` is a brace. A request is sent for each record, in order. With `{count}`, `{sum …}` or `{each}` it is sent for each batch: once for
//! the records for which it is otherwise the same.

use serde_json::{Map, Value};

use crate::api::program::error::ProgramError;
use crate::model::number::Number;
use crate::operation::Operation;

/// The member of an element that is repeated.
const EACH: &str = "{each}";

/// The tags of values that are texts, or sets of them.
const TEXTS: [&str; 6] = ["S", "N", "B", "SS", "NS", "BS"];

/// A request, and the operation that it is of.
#[derive(Debug, Clone)]
pub(super) struct RequestTemplate {
    pub(super) operation: Operation,
    request: Value,
    /// Whether it is sent for a batch.
    pub(super) is_of_batch: bool,
}

/// An image of an item in a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Image {
    New,
    Old,
    Key,
}

/// What stands between two braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Placeholder<'t> {
    Attribute(Image, &'t str),
    Event,
    Id,
    Count,
    Sum(Image, &'t str),
}

/// A part of a text.
enum Part<'t> {
    Literal(&'t str),
    Placeholder(Placeholder<'t>),
}

/// Bytes of all requests of a batch. Model: as many as a request to DynamoDB may have, and a page draws in between.
const REQUEST_BYTES_MAX: usize = 16 << 20;

/// Bytes that are left for the requests of a batch.
#[derive(Debug)]
pub(super) struct Room(usize);

impl Default for Room {
    fn default() -> Self {
        Self(REQUEST_BYTES_MAX)
    }
}

impl Room {
    fn take(&mut self, bytes: usize) -> Result<(), String> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.ok_or_else(|| {
            format!("the requests of a batch have at most {REQUEST_BYTES_MAX} bytes")
        })?;
        Ok(())
    }
}

/// What a request is filled from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'r> {
    /// The record, as an event of the stream.
    pub(super) record: &'r Value,
    /// The records that are counted and summed; `None` leaves out what depends on them.
    pub(super) group: Option<&'r [&'r Value]>,
}

impl RequestTemplate {
    pub(super) fn read(operation: &str, request: &Value) -> Result<Self, ProgramError> {
        let known = Operation::from_name(operation).filter(|known| known.is_on_items());
        let operation = known
            .ok_or_else(|| ProgramError::UnknownOperation { operation: operation.to_owned() })?;
        let is_of_batch = is_of_batch(request, false)?;
        Ok(Self { operation, request: request.clone(), is_of_batch })
    }

    /// The operation, and the table that it names.
    pub(super) fn subject(&self) -> String {
        let operation = self.operation.name();
        let table = self.request["TableName"].as_str();
        table.map_or_else(|| operation.to_owned(), |table| format!("{operation} on {table}"))
    }

    /// The request for a record or a group of records. Fails with words if a record lacks something, or the requests of the batch
    /// are too large.
    pub(super) fn fill(&self, source: Source<'_>, room: &mut Room) -> Result<Value, String> {
        fill(&self.request, source, false, room)
    }
}

/// Whether a value depends on more than one record. Fails if a placeholder is wrong, or if an element that is repeated has another one.
fn is_of_batch(value: &Value, is_repeated: bool) -> Result<bool, ProgramError> {
    let values: Vec<&Value> = match value {
        Value::String(text) => {
            let parts = parts(text)?;
            let is_of_batch = |part: &Part<'_>| {
                matches!(part, Part::Placeholder(Placeholder::Count | Placeholder::Sum(..)))
            };
            return Ok(parts.iter().any(is_of_batch));
        }
        Value::Array(elements) => elements.iter().collect(),
        Value::Object(members) => members.values().collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => return Ok(false),
    };
    let repeats = values.iter().any(|value| repeated(value).is_some());
    if repeats && is_repeated {
        return Err(ProgramError::RepeatedTwice);
    }
    let mut is_any = repeats;
    for value in values {
        is_any |= is_of_batch(value, is_repeated || repeated(value).is_some())?;
    }
    Ok(is_any)
}

/// What is repeated of an element of a list, if it is.
fn repeated(element: &Value) -> Option<&Value> {
    element.as_object().filter(|members| members.len() == 1)?.get(EACH)
}

/// Fills a value. Within a string, number or binary, an attribute is its text; elsewhere it is a whole value.
fn fill(
    value: &Value,
    source: Source<'_>,
    is_text: bool,
    room: &mut Room,
) -> Result<Value, String> {
    room.take(1)?;
    match value {
        Value::String(text) => fill_text(text, source, is_text, room),
        Value::Array(elements) => {
            let mut filled = Vec::with_capacity(elements.len());
            for element in elements {
                match repeated(element) {
                    None => filled.push(fill(element, source, is_text, room)?),
                    Some(element) => {
                        for record in source.group.unwrap_or_default() {
                            filled.push(fill(element, Source { record, ..source }, is_text, room)?);
                        }
                    }
                }
            }
            Ok(filled.into())
        }
        Value::Object(members) => {
            let is_text = members.len() == 1 && TEXTS.iter().any(|tag| members.contains_key(*tag));
            let fill = |(name, value): (&String, &Value)| {
                room.take(name.len())?;
                Ok((name.clone(), fill(value, source, is_text, room)?))
            };
            let members = members.iter().map(fill).collect::<Result<Map<_, _>, String>>()?;
            Ok(members.into())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Ok(value.clone()),
    }
}

fn fill_text(
    text: &str,
    source: Source<'_>,
    is_text: bool,
    room: &mut Room,
) -> Result<Value, String> {
    let parts = parts(text).map_err(|error| error.to_string())?;
    if let ([Part::Placeholder(Placeholder::Attribute(image, name))], false) =
        (parts.as_slice(), is_text)
    {
        let value = attribute(source.record, *image, name)?;
        room.take(value.to_string().len())?;
        return Ok(value.clone());
    }
    let mut filled = String::new();
    for part in parts {
        let before = filled.len();
        match part {
            Part::Literal(text) => filled.push_str(text),
            Part::Placeholder(placeholder) => filled.push_str(&placeholder.write(source)?),
        }
        room.take(filled.len() - before)?;
    }
    Ok(filled.into())
}

/// An attribute of a record.
fn attribute<'r>(record: &'r Value, image: Image, name: &str) -> Result<&'r Value, String> {
    let found = record["dynamodb"].get(image.member()).and_then(|image| image.get(name));
    found.ok_or_else(|| {
        let event = record["eventName"].as_str().unwrap_or_default();
        format!("a record of {event} has no {}.{name}", image.word())
    })
}

/// The text of an attribute.
fn text_of<'r>(record: &'r Value, image: Image, name: &str) -> Result<&'r str, String> {
    let value = attribute(record, image, name)?;
    let text = ["S", "N", "B"].iter().find_map(|tag| value.get(tag)?.as_str());
    text.ok_or_else(|| format!("{}.{name} is not a string, number or binary", image.word()))
}

/// The sum of a number over records.
fn sum(records: &[&Value], image: Image, name: &str) -> Result<String, String> {
    let mut sum = Number::from(0);
    for record in records {
        let number = Number::parse(text_of(record, image, name)?);
        let next = number.and_then(|number| sum.add(number));
        sum = next.map_err(|_| format!("{}.{name} has no sum", image.word()))?;
    }
    Ok(sum.to_string())
}

impl Image {
    const ALL: [Self; 3] = [Self::New, Self::Old, Self::Key];

    /// Its name in placeholders.
    const fn word(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Old => "old",
            Self::Key => "key",
        }
    }

    /// Its name in an event.
    const fn member(self) -> &'static str {
        match self {
            Self::New => "NewImage",
            Self::Old => "OldImage",
            Self::Key => "Keys",
        }
    }
}

impl<'t> Placeholder<'t> {
    /// Reads what stands between two braces.
    fn read(text: &'t str) -> Result<Self, ProgramError> {
        let attribute = |text: &'t str| {
            let (image, name) = text.split_once('.').filter(|(_, name)| !name.is_empty())?;
            Some((Image::ALL.into_iter().find(|known| known.word() == image)?, name))
        };
        let placeholder = match text {
            "event" => Some(Self::Event),
            "id" => Some(Self::Id),
            "count" => Some(Self::Count),
            _ => match text.strip_prefix("sum ") {
                Some(text) => attribute(text).map(|(image, name)| Self::Sum(image, name)),
                None => attribute(text).map(|(image, name)| Self::Attribute(image, name)),
            },
        };
        placeholder.ok_or_else(|| ProgramError::UnknownPlaceholder { text: text.to_owned() })
    }

    fn write(self, source: Source<'_>) -> Result<String, String> {
        let member = |name| source.record[name].as_str().unwrap_or_default().to_owned();
        match self {
            Self::Attribute(image, name) => text_of(source.record, image, name).map(str::to_owned),
            Self::Event => Ok(member("eventName")),
            Self::Id => Ok(member("eventID")),
            Self::Count => Ok(source.group.unwrap_or_default().len().to_string()),
            Self::Sum(image, name) => sum(source.group.unwrap_or_default(), image, name),
        }
    }
}

/// The parts of a text.
fn parts(text: &str) -> Result<Vec<Part<'_>>, ProgramError> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        parts.push(Part::Literal(before));
        if let Some(behind) = behind.strip_prefix('{') {
            parts.push(Part::Literal("{"));
            rest = behind;
            continue;
        }
        let (inner, behind) = behind.split_once('}').ok_or(ProgramError::OpenBrace)?;
        parts.push(Part::Placeholder(Placeholder::read(inner)?));
        rest = behind;
    }
    parts.push(Part::Literal(rest));
    parts.retain(|part| !matches!(part, Part::Literal("")));
    Ok(parts)
}
