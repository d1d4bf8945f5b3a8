//! The words of a language, each file read once.
//!
//! A file is a JSON object of keys and templates. `"key@note"` is a note on `key` for translators.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use engine::json::value::parse;
use icu_locale_core::Locale;
use icu_plurals::{PluralOperands, PluralRules};
use serde_json::Value;

use crate::message::pseudo;
use crate::message::template::{self, Piece, Selector, TemplateError};

/// The English words that the first part of the program shows.
const FIRST: &str = include_str!("../../../../static/words/en.json");

/// The English words that only parts show that are loaded later.
const LATER: &str = include_str!("../../../../static/words/en.later.json");

thread_local! {
    static WORDS: RefCell<Words> = RefCell::new(Words::of_first_part());
}

/// The words that were read.
struct Words {
    /// Those of the page's language come before English.
    catalogues: Vec<Rc<Catalogue>>,
    is_pseudo: bool,
    has_later: bool,
}

impl Words {
    fn of_first_part() -> Self {
        let mut words = Self { catalogues: Vec::new(), is_pseudo: false, has_later: false };
        words.add(FIRST);
        if cfg!(not(feature = "split")) {
            words.add_later();
        }
        words
    }

    fn add_later(&mut self) {
        if !mem::replace(&mut self.has_later, true) {
            self.add(LATER);
        }
    }

    fn add(&mut self, file: &str) {
        let mut english = Catalogue::read("en", file).expect("a test reads the English words");
        if self.is_pseudo {
            english.mark();
        }
        self.catalogues.push(Rc::new(english));
    }
}

/// The templates of a language, and its rules for numbers.
#[derive(Debug)]
pub(super) struct Catalogue {
    rules: PluralRules,
    entries: BTreeMap<String, Rc<[Piece]>>,
}

/// A template, and the catalogue that chooses its forms.
pub(super) struct Entry {
    pub catalogue: Rc<Catalogue>,
    pub pieces: Rc<[Piece]>,
}

impl Catalogue {
    /// The words of a file. An entry that is not a template is left out, and so is shown in English.
    pub(super) fn read(language: &str, file: &str) -> Option<Self> {
        let entries = templates(file)?
            .into_iter()
            .filter_map(|(key, pieces)| Some((key, pieces.ok()?.into())))
            .collect();
        Some(Self { rules: plural_rules(language)?, entries })
    }

    /// Writes the words in the pseudo-language. What writes numbers stays: its pieces are joined to one number.
    fn mark(&mut self) {
        for (key, pieces) in &mut self.entries {
            if !key.starts_with("number.") {
                *pieces = pseudo::template(pieces);
            }
        }
    }

    /// The form of a plural for a number.
    pub(super) fn form<'p>(
        &self,
        number: PluralOperands,
        forms: &'p [(Selector, Vec<Piece>)],
    ) -> Option<&'p [Piece]> {
        let has = |wanted: Selector| forms.iter().find(|(selector, _)| *selector == wanted);
        let is_exactly = |selector: &Selector| match selector {
            Selector::Exactly(exact) => number == PluralOperands::from(*exact),
            Selector::Category(_) => false,
        };
        let exact = forms.iter().find(|(selector, _)| is_exactly(selector));
        let form = exact.or_else(|| has(Selector::Category(self.rules.category_for(number))));
        form.or_else(|| has(template::OTHER)).map(|(_, pieces)| pieces.as_slice())
    }
}

/// CLDR's rules for the plurals of a language.
pub(super) fn plural_rules(language: &str) -> Option<PluralRules> {
    let locale = Locale::try_from_str(language).ok()?;
    PluralRules::try_new_cardinal((&locale).into()).ok()
}

/// Adds the words of a language, which come before English.
#[cfg(test)]
pub(super) fn install(catalogue: Catalogue) {
    WORDS.with_borrow_mut(|words| words.catalogues.insert(0, Rc::new(catalogue)));
}

/// Adds the English words that only later parts show, if they are not there yet.
pub(super) fn add_later() {
    WORDS.with_borrow_mut(Words::add_later);
}

/// Shows English in the pseudo-language.
pub(super) fn choose_pseudo() {
    WORDS.with_borrow_mut(|words| {
        words.is_pseudo = true;
        for catalogue in &mut words.catalogues {
            Rc::get_mut(catalogue).expect("no sentence is being written").mark();
        }
    });
}

/// The template of a key: in the language of the page, or else in English.
pub(super) fn entry(key: &str) -> Option<Entry> {
    WORDS.with_borrow(|words| {
        words.catalogues.iter().find_map(|catalogue| {
            let pieces = Rc::clone(catalogue.entries.get(key)?);
            Some(Entry { catalogue: Rc::clone(catalogue), pieces })
        })
    })
}

/// The sentence of a key that has no places.
pub(super) fn word(key: &str) -> Rc<str> {
    match entry(key).as_ref().map(|entry| &*entry.pieces) {
        None => key.into(),
        Some([Piece::Text(text)]) => Rc::clone(text),
        Some(_) => filled(key, "", "").into(),
    }
}

/// The sentence of a key with a text in one place. Another place is shown by its name, so that the mistake is seen.
pub(super) fn filled(key: &str, place: &str, text: &str) -> String {
    let mut sentence = String::new();
    match entry(key) {
        Some(entry) => fill(&mut sentence, &entry.pieces, (place, text), &entry.catalogue),
        None => sentence.push_str(key),
    }
    sentence
}

fn fill(
    sentence: &mut String,
    pieces: &[Piece],
    (place, text): (&str, &str),
    catalogue: &Catalogue,
) {
    for piece in pieces {
        match piece {
            Piece::Text(words) => sentence.push_str(words),
            Piece::Place(name) if **name == *place => sentence.push_str(text),
            Piece::Place(name) => sentence.push_str(name),
            Piece::Plural { forms, .. } => {
                let form = catalogue.form(PluralOperands::from(0_u64), forms).unwrap_or_default();
                fill(sentence, form, (place, text), catalogue);
            }
            Piece::Select { forms, .. } => {
                let form = template::chosen(forms, text).unwrap_or_default();
                fill(sentence, form, (place, text), catalogue);
            }
        }
    }
}

type Templates = Vec<(String, Result<Vec<Piece>, TemplateError>)>;

/// The keys of a file with their templates, without its notes.
pub(super) fn templates(file: &str) -> Option<Templates> {
    let Ok(Value::Object(words)) = parse(file) else { return None };
    let words = words.into_iter().filter(|(key, _)| !key.contains('@'));
    let template = |value: Value| match value {
        Value::String(text) => template::parse(&text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
            Err(TemplateError::NotText)
        }
    };
    Some(words.map(|(key, value)| (key, template(value))).collect())
}
