//! The words of the page: a message becomes text here and nowhere else.
//!
//! A language is one file of `static/words`. An entry is a sentence with `{places}` (`{{` is a literal brace), or the
//! forms of its plural, chosen by the first count or amount of units among the arguments. A key that the file lacks is shown as it is,
//! so that a mistake is seen; `tests` below make sure that none is lacking and none unused.

mod catalogue;
pub mod number;
mod template;

use std::rc::Rc;

use crate::message::template::{Piece, pieces};
use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, Units};
use crate::visible;

/// A piece of a sentence, with what the page needs to set it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Running text.
    Text(String),
    /// The name of a table or, in its hue, of an index.
    Name(Rc<str>, Option<Hue>),
    /// An attribute, a key, a value or a size, set as code.
    Code(String),
}

/// The sentence of a key that has no places.
pub fn word(key: &'static str) -> Rc<str> {
    let Some(entry) = catalogue::entry(key) else { return key.into() };
    let text = entry.form(None);
    match text.contains(['{', '}']) {
        true => self::text(&Message::plain(key)).into(),
        false => text,
    }
}

/// A message as plain text, for labels and for screen readers. Characters that cannot be seen are marked.
pub fn text(message: &Message) -> String {
    let text: String = parts(message)
        .into_iter()
        .map(|part| match part {
            Part::Text(text) | Part::Code(text) => text,
            Part::Name(name, _) => name.as_ref().to_owned(),
        })
        .collect();
    visible::text(&text).into_owned()
}

/// A message piece by piece, for the page.
pub fn parts(message: &Message) -> Vec<Part> {
    let mut parts = Vec::new();
    push_message(&mut parts, message);
    parts
}

/// A sentence with one place: `word_with("table.items", "count", Argument::Count(3))`.
pub fn word_with(key: &'static str, place: &'static str, argument: impl Into<Argument>) -> String {
    text(&Message::plain(key).with(place, argument))
}

fn push_message(parts: &mut Vec<Part>, message: &Message) {
    let Some(entry) = catalogue::entry(message.key) else {
        return push_text(parts, message.key);
    };
    let amount = message.arguments.iter().find_map(|(_, argument)| amount(argument));
    let template = entry.form(amount);
    for piece in pieces(&template) {
        match piece {
            Piece::Text(text) => push_text(parts, text),
            Piece::Place(place) => {
                match message.arguments.iter().find(|(name, _)| *name == place) {
                    Some((_, argument)) => push_argument(parts, argument),
                    None => push_text(parts, place),
                }
            }
        }
    }
}

fn push_argument(parts: &mut Vec<Part>, argument: &Argument) {
    match argument {
        Argument::Text(text) => push_text(parts, text),
        Argument::Name(name, hue) => parts.push(Part::Name(Rc::clone(name), *hue)),
        Argument::Code(text) => parts.push(Part::Code(text.as_ref().to_owned())),
        Argument::List(words) => push_text(parts, &words.join(&word("number.list"))),
        Argument::Count(count) => push_text(parts, &number::count(*count)),
        Argument::Bytes(bytes) => parts.push(Part::Code(number::bytes(*bytes))),
        Argument::Size(bytes) => push_text(parts, &number::size(*bytes)),
        Argument::HalfUnits(halves) => push_text(parts, &number::units(Units { halves: *halves })),
        Argument::Hundredths(hundredths) => push_text(parts, &number::hundredths(*hundredths)),
        Argument::Thousandths(number) => push_text(parts, &number::thousandths(*number)),
        Argument::Permille(share) => push_text(parts, &number::percent(*share)),
        Argument::Money(money) => push_text(parts, &number::money(*money)),
        Argument::Cents(money) => push_text(parts, &number::cents(*money)),
        Argument::Ms(ms) => push_text(parts, &number::seconds(*ms)),
        Argument::Message(message) => push_message(parts, message),
    }
}

/// Neighbouring text is joined, so that a part is as long as it can be.
fn push_text(parts: &mut Vec<Part>, text: &str) {
    if text.is_empty() {
        return;
    }
    if let Some(Part::Text(last)) = parts.last_mut() {
        last.push_str(text);
    } else {
        parts.push(Part::Text(text.to_owned()));
    }
}

/// What an argument says about the plural, in halves: units come in halves.
fn amount(argument: &Argument) -> Option<u64> {
    match argument {
        Argument::Count(count) => Some(count.saturating_mul(2)),
        Argument::HalfUnits(halves) => Some(*halves),
        Argument::Text(_)
        | Argument::Name(..)
        | Argument::Code(_)
        | Argument::List(_)
        | Argument::Bytes(_)
        | Argument::Size(_)
        | Argument::Hundredths(_)
        | Argument::Thousandths(_)
        | Argument::Permille(_)
        | Argument::Money(_)
        | Argument::Cents(_)
        | Argument::Ms(_)
        | Argument::Message(_) => None,
    }
}

#[cfg(test)]
mod tests;
