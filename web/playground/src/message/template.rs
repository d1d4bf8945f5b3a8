//! The text of a message as it is written in a catalogue, in the syntax of ICU.
//!
//! - `{place}` is replaced by an argument.
//! - `{place, plural, =1 {…} one {…} other {…}}` chooses a form by a number: an exact number first, then the category of
//!   CLDR's rules for the language. In a form, `#` is the number.
//! - `{place, select, read {…} write {…} other {…}}` chooses a form by a word.
//! - An apostrophe before a brace, or before `#` in a plural, begins literal text; the next apostrophe ends it. `''` is an
//!   apostrophe.

use std::fmt;
use std::rc::Rc;

use icu_plurals::PluralCategory;

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Literal text.
    Text(Rc<str>),
    /// The name of a place.
    Place(Rc<str>),
    /// Forms, of which a number chooses one.
    Plural { place: Rc<str>, forms: Vec<(Selector, Vec<Piece>)> },
    /// Forms, of which a word chooses one.
    Select { place: Rc<str>, forms: Vec<(Rc<str>, Vec<Piece>)> },
}

/// Which numbers a form is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Selector {
    /// One number: `=1`.
    Exactly(u64),
    /// All numbers of a category.
    Category(PluralCategory),
}

/// Why a text is not a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TemplateError {
    /// JSON, but not a string.
    NotText,
    /// A brace is never closed.
    Unclosed,
    /// A closing brace that nothing opens.
    Unopened,
    /// The name of a place is not in lower case, or is empty.
    Name(String),
    /// Neither `plural` nor `select`.
    Kind(String),
    /// A form begins with something that is no selector.
    Selector(String),
    /// Two forms of one place have the same selector.
    Repeated(String),
    /// No form is called `other`.
    NoOther(String),
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotText => write!(formatter, "it is not a string"),
            Self::Unclosed => write!(formatter, "a brace is not closed"),
            Self::Unopened => write!(formatter, "a brace is closed that was not opened"),
            Self::Name(name) => write!(formatter, "{name:?} is not the name of a place"),
            Self::Kind(kind) => write!(formatter, "{kind:?} is neither plural nor select"),
            Self::Selector(name) => write!(formatter, "{name:?} does not select a form"),
            Self::Repeated(name) => write!(formatter, "{name:?} selects two forms"),
            Self::NoOther(place) => write!(formatter, "{place:?} has no form `other`"),
        }
    }
}

/// The pieces of a text in order.
pub(super) fn parse(text: &str) -> Result<Vec<Piece>, TemplateError> {
    let mut reader = Reader { rest: text };
    let pieces = reader.pieces(None)?;
    if reader.rest.is_empty() { Ok(pieces) } else { Err(TemplateError::Unopened) }
}

/// What is left to read of a text.
struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    /// The pieces up to the end, or up to the brace that closes a form. `number` is the place of the innermost plural.
    fn pieces(&mut self, number: Option<&Rc<str>>) -> Result<Vec<Piece>, TemplateError> {
        let mut pieces = Vec::new();
        let mut literal = String::new();
        while let Some(next) = self.rest.chars().next() {
            match (next, number) {
                ('\'', _) => self.apostrophe(&mut literal, number.is_some()),
                ('}', _) => break,
                ('{', _) => {
                    push_text(&mut pieces, &mut literal);
                    self.skip(1);
                    pieces.push(self.place()?);
                }
                ('#', Some(place)) => {
                    push_text(&mut pieces, &mut literal);
                    self.skip(1);
                    pieces.push(Piece::Place(Rc::clone(place)));
                }
                (character, _) => {
                    literal.push(character);
                    self.skip(character.len_utf8());
                }
            }
        }
        push_text(&mut pieces, &mut literal);
        Ok(pieces)
    }

    /// An apostrophe, alone or doubled, or the literal text that it begins.
    fn apostrophe(&mut self, literal: &mut String, is_in_plural: bool) {
        self.skip(1);
        if self.rest.starts_with('\'') {
            self.skip(1);
            literal.push('\'');
        } else if self.rest.starts_with(['{', '}']) || (is_in_plural && self.rest.starts_with('#'))
        {
            let (quoted, after) = self.rest.split_once('\'').unwrap_or((self.rest, ""));
            literal.push_str(quoted);
            self.rest = after;
        } else {
            literal.push('\'');
        }
    }

    /// A place, behind its opening brace.
    fn place(&mut self) -> Result<Piece, TemplateError> {
        let name = self.until([',', '}'])?;
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        if name.is_empty() || !name.bytes().all(is_name) {
            return Err(TemplateError::Name(name.to_owned()));
        }
        let place: Rc<str> = name.into();
        if self.rest.starts_with('}') {
            self.skip(1);
            return Ok(Piece::Place(place));
        }
        self.skip(1);
        match self.until([',', '}'])? {
            "plural" => {
                let forms = self.forms(Some(&place), selector)?;
                has_other(&place, forms.iter().any(|(it, _)| *it == OTHER))?;
                Ok(Piece::Plural { place, forms })
            }
            "select" => {
                let forms = self.forms(None, |name| Some(name.into()))?;
                has_other(&place, forms.iter().any(|(it, _): &(Rc<str>, _)| **it == *ANY))?;
                Ok(Piece::Select { place, forms })
            }
            kind => Err(TemplateError::Kind(kind.to_owned())),
        }
    }

    /// The forms of a place, from the comma before them to the brace behind them.
    fn forms<S: PartialEq>(
        &mut self,
        number: Option<&Rc<str>>,
        selector: impl Fn(&str) -> Option<S>,
    ) -> Result<Vec<(S, Vec<Piece>)>, TemplateError> {
        let mut forms: Vec<(S, Vec<Piece>)> = Vec::new();
        self.rest = self.rest.trim_start_matches(',').trim_start();
        while !self.rest.starts_with('}') {
            let name = self.until(['{', '}'])?;
            let chosen = selector(name).ok_or_else(|| TemplateError::Selector(name.to_owned()))?;
            if forms.iter().any(|(other, _)| *other == chosen) {
                return Err(TemplateError::Repeated(name.to_owned()));
            }
            self.skip(1);
            forms.push((chosen, self.pieces(number)?));
            self.rest = self.rest.strip_prefix('}').ok_or(TemplateError::Unclosed)?.trim_start();
        }
        self.skip(1);
        Ok(forms)
    }

    /// What comes before one of some characters, without spaces around it.
    fn until(&mut self, ends: [char; 2]) -> Result<&str, TemplateError> {
        let end = self.rest.find(ends).ok_or(TemplateError::Unclosed)?;
        let (before, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(before.trim())
    }

    fn skip(&mut self, length: usize) {
        self.rest = &self.rest[length..];
    }
}

/// The form of a plural for all numbers that no other form is for.
pub(super) const OTHER: Selector = Selector::Category(PluralCategory::Other);

/// The form of a select for all words that no other form is for.
pub(super) const ANY: &str = "other";

/// The form of a select for a word.
pub(super) fn chosen<'p>(forms: &'p [(Rc<str>, Vec<Piece>)], choice: &str) -> Option<&'p [Piece]> {
    let form = |wanted: &str| forms.iter().find(|(word, _)| **word == *wanted);
    form(choice).or_else(|| form(ANY)).map(|(_, pieces)| pieces.as_slice())
}

fn selector(name: &str) -> Option<Selector> {
    match name.strip_prefix('=') {
        Some(number) => number.parse().ok().map(Selector::Exactly),
        None => PluralCategory::get_for_cldr_string(name).map(Selector::Category),
    }
}

fn has_other(place: &str, has: bool) -> Result<(), TemplateError> {
    if has { Ok(()) } else { Err(TemplateError::NoOther(place.to_owned())) }
}

fn push_text(pieces: &mut Vec<Piece>, literal: &mut String) {
    if !literal.is_empty() {
        pieces.push(Piece::Text(literal.as_str().into()));
        literal.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.into())
    }

    fn place(name: &str) -> Piece {
        Piece::Place(name.into())
    }

    #[test]
    fn places_are_named_and_quoted_braces_are_literal() {
        let pieces = parse("{count} of '{' { total } '}'").unwrap();
        assert_eq!(pieces, [place("count"), text(" of { "), place("total"), text(" }")]);
        assert_eq!(parse("'{\"S\": \"text\"}', …").unwrap(), [text("{\"S\": \"text\"}, …")]);
        assert_eq!(parse("").unwrap(), []);
    }

    #[test]
    fn an_apostrophe_quotes_before_braces_only() {
        assert_eq!(parse("DynamoDB's # '' 'a'").unwrap(), [text("DynamoDB's # ' 'a'")]);
    }

    #[test]
    fn a_plural_has_a_form_for_each_category_and_for_exact_numbers() {
        let pieces = parse("{n, plural, =0 {none} one {# item} other {# '#'{unit}}} left").unwrap();
        let forms = vec![
            (Selector::Exactly(0), vec![text("none")]),
            (Selector::Category(PluralCategory::One), vec![place("n"), text(" item")]),
            (OTHER, vec![place("n"), text(" #"), place("unit")]),
        ];
        assert_eq!(pieces, [Piece::Plural { place: "n".into(), forms }, text(" left")]);
    }

    #[test]
    fn forms_contain_forms_and_the_number_is_that_of_the_innermost_plural() {
        let nested = "{kind, select, read {{n, plural, other {#}}} other {#}}";
        let plural = Piece::Plural { place: "n".into(), forms: vec![(OTHER, vec![place("n")])] };
        let forms = vec![("read".into(), vec![plural]), ("other".into(), vec![text("#")])];
        assert_eq!(parse(nested).unwrap(), [Piece::Select { place: "kind".into(), forms }]);
    }

    #[test]
    fn what_is_no_template_says_why() {
        let error = |text| parse(text).unwrap_err();
        assert_eq!(error("{count"), TemplateError::Unclosed);
        assert_eq!(error("{n, plural, other {a}"), TemplateError::Unclosed);
        assert_eq!(error("{n, plural, other {a"), TemplateError::Unclosed);
        assert_eq!(error("count}"), TemplateError::Unopened);
        assert_eq!(error("{ … }"), TemplateError::Name("…".to_owned()));
        assert_eq!(error("{n, ordinal, other {a}}"), TemplateError::Kind("ordinal".to_owned()));
        assert_eq!(error("{n, plural, many_ {a}}"), TemplateError::Selector("many_".to_owned()));
        assert_eq!(error("{n, plural, one {a}}"), TemplateError::NoOther("n".to_owned()));
        assert_eq!(error("{n, select, a {a}}"), TemplateError::NoOther("n".to_owned()));
        let repeated = error("{n, plural, one {a} one {b} other {c}}");
        assert_eq!(repeated, TemplateError::Repeated("one".to_owned()));
    }
}
