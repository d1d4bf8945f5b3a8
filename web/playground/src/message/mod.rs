//! The words of the page: a message becomes text here and nowhere else.
//!
//! A language is a file of `static/words`, whose templates `template.rs` describes. A key that the language lacks is shown in
//! English, and one that English lacks as it is, so that a mistake is seen; `tests` below make sure that none is lacking and none unused.
//! What only later parts of the program show is in `en.later.json`, which comes with them.

mod catalogue;
pub mod number;
mod pseudo;
mod template;

use std::borrow::Cow;
use std::rc::Rc;

use crate::message::catalogue::Catalogue;
use crate::message::number::Digits;
use crate::message::template::Piece;
use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, Units};
use crate::visible;

/// What the place of a table's name is called.
const TABLE: &str = "table";

/// A piece of a sentence, with what the page needs to set it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Running text.
    Text(String),
    /// The name of a table or, in its hue, of an index.
    Name(Rc<str>, Option<Hue>),
    /// An attribute, a key, a value or a size, set as code.
    Code(String),
    /// Words of DynamoDB, which are English in every language.
    English(String),
    /// What matters most, in bold.
    Strong(String),
}

/// Sets the language of the page. Returns whether there is such a language.
pub fn choose(language: &str) -> bool {
    let is_known = language == pseudo::LANGUAGE;
    if is_known {
        catalogue::choose_pseudo();
    }
    is_known
}

/// Adds the words that only later parts of the program show. For those parts: called from the first, it would bring them there.
pub fn add_later() {
    catalogue::add_later();
}

/// The sentence of a key that has no places.
pub fn word(key: &'static str) -> Rc<str> {
    catalogue::word(key)
}

/// A message as plain text, for labels and for screen readers. Characters that cannot be seen are marked.
pub fn text(message: &Message) -> String {
    visible::text(&joined(parts(message))).into_owned()
}

/// Several sentences as one text.
pub fn sentences<'m>(messages: impl IntoIterator<Item = &'m Message>) -> String {
    let sentences: Vec<String> = messages.into_iter().map(text).collect();
    sentences.join(&word("number.between_sentences"))
}

fn joined(parts: Vec<Part>) -> String {
    let texts = parts.into_iter().map(|part| match part {
        Part::Text(text) | Part::Code(text) | Part::English(text) | Part::Strong(text) => text,
        Part::Name(name, _) => name.as_ref().to_owned(),
    });
    texts.collect()
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
    match catalogue::entry(message.key) {
        Some(entry) => push_pieces(parts, &entry.pieces, message, &entry.catalogue),
        None => push_text(parts, message.key),
    }
}

fn push_pieces(parts: &mut Vec<Part>, pieces: &[Piece], message: &Message, catalogue: &Catalogue) {
    for piece in pieces {
        match piece {
            Piece::Text(text) => push_text(parts, text),
            Piece::Place(place) => match argument(message, place) {
                Some(Argument::Text(name)) if **place == *TABLE => {
                    push_text(parts, &visible::table(name));
                }
                Some(argument) => push_argument(parts, argument),
                None => push_text(parts, place),
            },
            Piece::Plural { place, forms } => {
                let digits = argument(message, place).and_then(digits).unwrap_or_default();
                let form = catalogue.form(digits.operands(), forms).unwrap_or_default();
                push_pieces(parts, form, message, catalogue);
            }
            Piece::Select { place, forms } => {
                let choice = argument(message, place).and_then(choice).unwrap_or(template::ANY);
                let form = template::chosen(forms, choice).unwrap_or_default();
                push_pieces(parts, form, message, catalogue);
            }
        }
    }
}

/// What goes to a place.
fn argument<'m>(message: &'m Message, place: &str) -> Option<&'m Argument> {
    let argument = message.arguments.iter().find(|(name, _)| *name == place);
    debug_assert!(argument.is_some(), "{}: nothing goes to the place {place}", message.key);
    argument.map(|(_, argument)| argument)
}

fn push_argument(parts: &mut Vec<Part>, argument: &Argument) {
    match argument {
        Argument::Text(text) => push_text(parts, text),
        Argument::English(text) => parts.push(Part::English(text.as_ref().to_owned())),
        Argument::Name(name, hue) => {
            let name = match visible::table(name) {
                Cow::Borrowed(_) => Rc::clone(name),
                Cow::Owned(replica) => replica.into(),
            };
            parts.push(Part::Name(name, *hue));
        }
        Argument::Code(text) => parts.push(Part::Code(text.as_ref().to_owned())),
        Argument::Choice(choice) => push_text(parts, choice),
        Argument::List(words) => push_text(parts, &words.join(&word("number.list"))),
        Argument::Count(count) => push_text(parts, &number::count(*count)),
        Argument::Bytes(bytes) => parts.push(Part::Code(number::bytes(*bytes))),
        Argument::Size(bytes) => push_text(parts, &number::size(*bytes)),
        Argument::HalfUnits(halves) => push_text(parts, &number::units(Units { halves: *halves })),
        Argument::Hundredths(hundredths) => push_text(parts, &number::hundredths(*hundredths)),
        Argument::Decimal(number) => push_text(parts, &Digits::decimal(*number).text()),
        Argument::Thousandths(number) => push_text(parts, &number::thousandths(*number)),
        Argument::Permille(share) => push_text(parts, &number::percent(*share)),
        Argument::TenThousandths(share) => push_text(parts, &number::exact_percent(*share)),
        Argument::Money(money) => push_text(parts, &number::money(*money)),
        Argument::Cents(money) => push_text(parts, &number::cents(*money)),
        Argument::Ms(ms) => push_text(parts, &number::seconds(*ms)),
        Argument::Date(ms) => push_text(parts, &number::date(*ms)),
        Argument::Message(message) => push_message(parts, message),
        Argument::Strong(argument) => {
            let mut strong = Vec::new();
            push_argument(&mut strong, argument);
            parts.push(Part::Strong(joined(strong)));
        }
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

/// The digits of an argument that chooses the form of a plural.
fn digits(argument: &Argument) -> Option<Digits> {
    match argument {
        Argument::Count(count) => Some(Digits::whole(*count)),
        Argument::HalfUnits(halves) => Some(Digits::units(Units { halves: *halves })),
        Argument::Hundredths(hundredths) => Some(Digits::hundredths(*hundredths)),
        Argument::Decimal(number) => Some(Digits::decimal(*number)),
        Argument::Thousandths(thousandths) => Some(Digits::thousandths(*thousandths)),
        Argument::Permille(share) => Some(Digits::percent(*share)),
        Argument::TenThousandths(share) => Some(Digits::exact_percent(*share)),
        Argument::Strong(argument) => digits(argument),
        Argument::Text(_)
        | Argument::English(_)
        | Argument::Name(..)
        | Argument::Code(_)
        | Argument::Choice(_)
        | Argument::List(_)
        | Argument::Bytes(_)
        | Argument::Size(_)
        | Argument::Money(_)
        | Argument::Cents(_)
        | Argument::Ms(_)
        | Argument::Date(_)
        | Argument::Message(_) => None,
    }
}

/// The word of an argument that chooses a form of a select.
fn choice(argument: &Argument) -> Option<&str> {
    match argument {
        Argument::Choice(choice) => Some(choice),
        Argument::Text(text) => Some(text),
        Argument::English(_)
        | Argument::Name(..)
        | Argument::Code(_)
        | Argument::List(_)
        | Argument::Count(_)
        | Argument::Bytes(_)
        | Argument::Size(_)
        | Argument::HalfUnits(_)
        | Argument::Hundredths(_)
        | Argument::Decimal(_)
        | Argument::Thousandths(_)
        | Argument::Permille(_)
        | Argument::TenThousandths(_)
        | Argument::Money(_)
        | Argument::Cents(_)
        | Argument::Ms(_)
        | Argument::Date(_)
        | Argument::Message(_)
        | Argument::Strong(_) => None,
    }
}

#[cfg(test)]
mod tests;
