//! The cells of a CSV as values.

use engine::api::value::{attribute_value_to_json, value_from_plain};
use engine::model::number::Number;
use serde_json::{Value, json};

use crate::import::tag::is_tagged;
use crate::sandbox::long_text::{write_out, written_out};
use crate::sandbox::typed_json::parse;
use crate::view::draft::FaultView;
use crate::view::first::beginning;
use crate::view::import::{ColumnKind, Delimiter, EmptyCell};
use crate::view::message::{Argument, Message};

/// How the cells of a column are read.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellRule {
    pub(super) kind: ColumnKind,
    pub(super) is_key: bool,
    pub(super) empty: EmptyCell,
    pub(super) delimiter: Delimiter,
    /// Whether an object such as `{"S": "x"}` is a typed value.
    pub(super) reads_tags: bool,
}

impl CellRule {
    /// The DynamoDB JSON of a cell; `None` if the item does not have the attribute.
    pub(super) fn value(self, text: &str) -> Result<Option<Value>, FaultView> {
        if text.is_empty() {
            return Ok(self.of_empty());
        }
        if self.reads_tags
            && let Some(mut value) = tagged(text)
        {
            write_out(&mut value)?;
            return Ok(Some(value));
        }
        Ok(match self.kind {
            ColumnKind::S => Some(json!({ "S": written_out(text)? })),
            ColumnKind::N => Some(json!({ "N": self.number(text)? })),
            ColumnKind::B => Some(json!({ "B": text.trim() })),
            ColumnKind::Bool => match boolean(text) {
                Some(flag) => Some(json!({ "BOOL": flag })),
                None => return Err(misfit("import.not_bool", text)),
            },
            ColumnKind::Json => Some(of_json(text)?),
            ColumnKind::Skip => None,
        })
    }

    fn of_empty(self) -> Option<Value> {
        // A key cannot be empty, and without it the item is not in the index.
        let empty = if self.is_key { EmptyCell::Absent } else { self.empty };
        match empty {
            EmptyCell::Absent => None,
            // Only a string can be empty.
            EmptyCell::Text => (self.kind == ColumnKind::S).then(|| json!({ "S": "" })),
            EmptyCell::Null => (self.kind != ColumnKind::Skip).then(|| json!({ "NULL": true })),
        }
    }

    /// The text of a number. Where commas do not separate cells, one can separate decimals.
    fn number(self, text: &str) -> Result<String, FaultView> {
        let mut number = text.trim().to_owned();
        if self.delimiter != Delimiter::Comma && number.matches([',', '.']).count() == 1 {
            number = number.replace(',', ".");
        }
        match Number::parse(&number) {
            Ok(_) => Ok(number),
            Err(_) => Err(misfit("import.not_number", text)),
        }
    }
}

/// The type of a column by its cells: all that are filled must fit, except those with a type of their own.
pub(super) fn found_kind<'c>(
    cells: impl Iterator<Item = &'c str> + Clone,
    reads_tags: bool,
) -> ColumnKind {
    let filled = cells.filter(|cell| !cell.is_empty());
    let has_cells = filled.clone().next().is_some();
    let filled = filled.filter(|cell| !(reads_tags && tagged(cell).is_some()));
    let all = |fits: fn(&str) -> bool| filled.clone().all(fits);
    if filled.clone().next().is_none() {
        // An empty column can be of any type.
        if has_cells { ColumnKind::Json } else { ColumnKind::S }
    } else if all(is_plain_number) {
        ColumnKind::N
    } else if all(|cell| boolean(cell).is_some()) {
        ColumnKind::Bool
    } else if all(|cell| cell.starts_with(['{', '[']) && of_json(cell).is_ok()) {
        ColumnKind::Json
    } else {
        ColumnKind::S
    }
}

/// The typed value of a cell such as `{"S": "x"}`.
pub(super) fn tagged(text: &str) -> Option<Value> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    parse(text).ok().filter(is_tagged)
}

/// Whether a text is a number as it is usually written. Texts such as `007` and `+49` are not: they are names.
fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let has_leading_zero =
        digits.starts_with('0') && digits[1..].starts_with(|it: char| it.is_ascii_digit());
    digits.starts_with(|it: char| it.is_ascii_digit())
        && !digits.ends_with('.')
        && !has_leading_zero
        && Number::parse(text).is_ok()
}

fn boolean(text: &str) -> Option<bool> {
    let is = |word: &str| text.trim().eq_ignore_ascii_case(word);
    match (is("true"), is("false")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        (false, false) => None,
    }
}

/// The value of a cell in plain JSON.
fn of_json(text: &str) -> Result<Value, FaultView> {
    let mut json = parse(text)?;
    write_out(&mut json)?;
    let value = value_from_plain(json).map_err(|error| FaultView {
        message: Some(error.to_string().into()),
        ..FaultView::unreadable(Message::plain("fault.plain"), None)
    })?;
    Ok(attribute_value_to_json(&value))
}

fn misfit(key: &'static str, text: &str) -> FaultView {
    FaultView::unreadable(Message::plain(key).with("cell", Argument::Code(shortened(text))), None)
}

/// Characters of a cell that a message shows.
const SHOWN_LENGTH_MAX: usize = 40;

/// A text that is as long as a message can show it.
pub(super) fn shortened(text: &str) -> crate::view::value::Text {
    beginning(text, SHOWN_LENGTH_MAX).into()
}
