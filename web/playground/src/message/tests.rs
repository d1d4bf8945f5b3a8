//! What the catalogue promises: every key is there and used, places and plurals are filled.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fixed_decimal::UnsignedDecimal;
use icu_plurals::PluralOperands;
use serde_json::Value;

use super::*;
use crate::message::template::Selector;
use crate::view::money::{Currency, Money};

#[test]
fn places_are_filled_and_the_plural_follows_the_count() {
    let items = |count| word_with("table.items", "count", Argument::Count(count));
    assert_eq!(items(1), "1 item");
    assert_eq!(items(0), "0 items");
    assert_eq!(items(1200), "1,200 items");
}

#[test]
fn half_units_are_many() {
    let units = |halves| word_with("why.units_read", "units", Argument::HalfUnits(halves));
    assert_eq!(units(1), "0.5 read units");
    assert_eq!(units(2), "1 read unit");
    assert_eq!(units(9), "4.5 read units");
}

#[test]
fn numbers_have_the_form_of_the_language() {
    assert_eq!(number::count(1_234_567), "1,234,567");
    assert_eq!(number::bytes(3560), "3,560\u{a0}B");
    assert_eq!(number::size(1023), "1,023\u{a0}B");
    assert_eq!(number::size(36_250), "35.4\u{a0}KB");
    assert_eq!(number::size(1_048_576), "1.0\u{a0}MB");
    assert_eq!(number::size(u64::MAX), "17,179,869,184.0\u{a0}GB");
    assert_eq!(number::seconds(200), "0.2\u{a0}s");
    assert_eq!(number::seconds(181), "0.19\u{a0}s");
    assert_eq!(number::seconds(3000), "3\u{a0}s");
    assert_eq!(number::date(0), "1970-01-01 00:00 UTC");
    assert_eq!(number::date(1_714_780_865_999), "2024-05-04 00:01:05 UTC");
    assert_eq!(number::clock(12_400), "12.40\u{a0}s");
    assert_eq!(number::seconds(3_600_000), "1\u{a0}h");
    assert_eq!(number::seconds(5_400_001), "1\u{a0}h 31\u{a0}min");
    assert_eq!(number::seconds(172_800_000), "2\u{a0}d");
    assert_eq!(number::clock(3_600_200), "1:00:00.20");
    assert_eq!(number::clock(2_592_071_500), "30\u{a0}d 0:01:11.50");
    assert_eq!(number::hundredths(5), "0.05");
    assert_eq!((number::percent(289), number::percent(700)), ("28.9%".into(), "70%".into()));
    assert_eq!(
        (number::thousandths(289), number::thousandths(2_000)),
        ("0.289".into(), "2".into())
    );
}

#[test]
fn money_has_cents_and_a_small_amount_four_digits() {
    let dollars = |pico| number::money(Money { pico, currency: Currency::Dollar, is_least: false });
    assert_eq!(dollars(0), "$0.00");
    assert_eq!(dollars(1), "$0.000000000001");
    assert_eq!(dollars(8_262_000), "$0.000008262");
    assert_eq!(dollars(62_500_000_000), "$0.0625");
    assert_eq!(dollars(474_500_000_000), "$0.4745");
    assert_eq!(dollars(500_000_000_000), "$0.50");
    assert_eq!(dollars(999_960_000_000), "$1.00");
    assert_eq!(dollars(1_638_400_000_000), "$1.64");
    assert_eq!(dollars(1_423_500_000_000_000), "$1,423.50");
    let cents = |pico| number::cents(Money { pico, currency: Currency::Dollar, is_least: false });
    assert_eq!((cents(0), cents(1)), ("$0.00".into(), "<$0.01".into()));
    assert_eq!((cents(5_000_000_000), cents(542_025_000_000)), ("$0.01".into(), "$0.54".into()));
    assert_eq!(
        number::money(Money { pico: 58_000_000_000, currency: Currency::Yuan, is_least: false }),
        "¥0.058"
    );
}

#[test]
fn a_name_keeps_its_hue_and_a_size_is_code() {
    let message = Message::plain("index.count")
        .with("count", Argument::Name("OpenOrders".into(), Some(Hue::OF_GLOBAL)))
        .with("total", Argument::Bytes(55));
    assert_eq!(
        parts(&message),
        [
            Part::Name("OpenOrders".into(), Some(Hue::OF_GLOBAL)),
            Part::Text(" of ".to_owned()),
            Part::Code("55\u{a0}B".to_owned()),
        ]
    );
}

#[test]
fn words_about_json_keep_their_braces() {
    assert_eq!(&*word("fault.item_object"), "An item is a JSON object: { … }.");
    assert_eq!(
        &*word("fault.tags"),
        "In DynamoDB JSON each value carries its type: {\"S\": \"text\"}, {\"N\": \"1\"}."
    );
    let nested = Message::plain("fault.nested").with("kind", Argument::Code("M".into()));
    assert_eq!(text(&nested), "This JSON is not valid for M: a list is [ … ], a map is { … }.");
}

#[test]
fn each_number_of_a_sentence_chooses_its_own_form() {
    let waiting = |count, units| {
        let words = Message::plain("said.backfilled")
            .with("count", Argument::Count(count))
            .with("index", "ByDate")
            .with(
                "units",
                Message::plain("why.units_written").with("units", Argument::HalfUnits(units)),
            );
        text(&words)
    };
    assert_eq!(waiting(1, 4), "1 entry was put into ByDate from the table: 2 write units.");
    assert_eq!(waiting(2, 2), "2 entries were put into ByDate from the table: 1 write unit.");
}

#[test]
fn the_forms_are_those_of_the_language() {
    let polish = r#"{"table.items": "{count, plural, =0 {pusto} one {# element} few {# elementy} many {# elementów} other {# elementu}}"}"#;
    catalogue::install(Catalogue::read("pl", polish).unwrap());
    let items = |count| word_with("table.items", "count", Argument::Count(count));
    assert_eq!([0, 1, 22, 25].map(items), ["pusto", "1 element", "22 elementy", "25 elementów"]);
    let halves = Argument::HalfUnits(3);
    assert_eq!(word_with("table.items", "count", halves), "1.5 elementu");
    assert_eq!(&*word("bar.share"), "Share", "what a language lacks is English");
}

#[test]
fn a_language_without_a_singular_has_one_form() {
    let chinese = r#"{"table.items": "{count, plural, other {# 个项目}}"}"#;
    catalogue::install(Catalogue::read("zh-CN", chinese).unwrap());
    assert_eq!(word_with("table.items", "count", Argument::Count(1)), "1 个项目");
}

#[test]
fn the_pseudo_language_marks_what_comes_from_the_catalogue() {
    assert!(!choose("tlh"));
    assert!(choose("en-XA"));
    let items = word_with("table.items", "count", Argument::Count(1_200));
    assert_eq!(items, "⟦1,200 îţééɱš~⟧");
    assert_eq!(number::bytes(55), "55\u{a0}B");
}

#[test]
fn a_number_is_read_as_the_language_writes_it() {
    let read = |text| (number::read(text), number::written(&number::read(text)));
    assert_eq!(read("1,234.5"), ("1234.5".into(), "1234.5".into()));
    assert_eq!(read("12,34").0, "12,34", "not a number in English");
    assert_eq!(read("1234,567").0, "1234,567");
    assert_eq!((read("1 000").0, read("1_000_000.5").0), ("1000".into(), "1000000.5".into()));
    assert_eq!((read("1 00").0, read("1 000,000").0), ("1 00".into(), "1 000,000".into()));
    assert_eq!(read("-1").1, "-1");
    let german = r#"{"number.group": ".", "number.point": ","}"#;
    catalogue::install(Catalogue::read("de", german).unwrap());
    assert_eq!(read("0,65"), ("0.65".into(), "0,65".into()));
    assert_eq!(read("1.234,5"), ("1234.5".into(), "1234,5".into()));
    assert_eq!(read("0.65").0, "0.65", "no groups of three digits: a point");
}

#[test]
fn a_word_chooses_a_form() {
    let words = r#"{"zone.operation": "{kind, select, read {R} other {W}}"}"#;
    catalogue::install(Catalogue::read("de", words).unwrap());
    let of = |kind| word_with("zone.operation", "kind", Argument::Choice(kind));
    assert_eq!([of("read"), of("write")], ["R", "W"]);
}

/// Numbers that belong to each category of each language that CLDR knows: ranges for those that look at the last digits.
fn sample_numbers() -> impl Iterator<Item = PluralOperands> {
    let whole = (0_u64..=200).chain([1_000, 1_000_000]);
    let fractions = ["0.5", "1.0", "1.5", "2.5", "0.05", "10.25"];
    whole.map(PluralOperands::from).chain(fractions.map(operands))
}

fn operands(digits: &str) -> PluralOperands {
    (&UnsignedDecimal::try_from_str(digits).unwrap()).into()
}

/// What is wrong with the words of a language; `english` are the keys and places that there have to be.
fn problems(language: &str, file: &str, english: &Places) -> Vec<String> {
    let rules = catalogue::plural_rules(language).unwrap();
    let templates = catalogue::templates(file).expect("a file of words is a JSON object");
    let missing = english.keys().filter(|key| !templates.iter().any(|(other, _)| other == *key));
    let mut problems: Vec<String> = missing.map(|key| format!("{key}: missing")).collect();
    for (key, template) in templates {
        let (pieces, expected) = match (template, english.get(&key)) {
            (Err(error), _) => {
                problems.push(format!("{key}: {error}"));
                continue;
            }
            (Ok(_), None) => {
                problems.push(format!("{key}: unknown"));
                continue;
            }
            (Ok(pieces), Some(expected)) => (pieces, expected),
        };
        let mut places = BTreeSet::new();
        collect_places(&pieces, &mut places);
        for place in places.symmetric_difference(expected) {
            problems.push(format!("{key}: {place}"));
        }
        each_plural(&pieces, &mut |forms| {
            let mut lacking = BTreeSet::new();
            for number in sample_numbers() {
                let category = rules.category_for(number);
                let has = forms.iter().any(|(selector, _)| match selector {
                    Selector::Exactly(exact) => number == PluralOperands::from(*exact),
                    Selector::Category(it) => *it == category,
                });
                if !has {
                    lacking.insert(format!("{category:?}"));
                }
            }
            problems.extend(lacking.iter().map(|category| format!("{key}: no form {category}")));
        });
    }
    problems
}

/// The places of each key.
type Places = BTreeMap<String, BTreeSet<Rc<str>>>;

fn places_of(file: &str) -> Places {
    let templates = catalogue::templates(file).unwrap().into_iter();
    let places = templates.map(|(key, template)| {
        let mut places = BTreeSet::new();
        collect_places(&template.unwrap_or_default(), &mut places);
        (key, places)
    });
    places.collect()
}

fn collect_places(pieces: &[Piece], places: &mut BTreeSet<Rc<str>>) {
    for piece in pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Place(place) => {
                places.insert(Rc::clone(place));
            }
            Piece::Plural { place, forms } => {
                places.insert(Rc::clone(place));
                for (_, form) in forms {
                    collect_places(form, places);
                }
            }
            Piece::Select { place, forms } => {
                places.insert(Rc::clone(place));
                for (_, form) in forms {
                    collect_places(form, places);
                }
            }
        }
    }
}

fn each_plural(pieces: &[Piece], check: &mut impl FnMut(&[(Selector, Vec<Piece>)])) {
    for piece in pieces {
        match piece {
            Piece::Text(_) | Piece::Place(_) => {}
            Piece::Plural { forms, .. } => {
                check(forms);
                for (_, form) in forms {
                    each_plural(form, check);
                }
            }
            Piece::Select { forms, .. } => {
                for (_, form) in forms {
                    each_plural(form, check);
                }
            }
        }
    }
}

fn words_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../static/words")
}

/// The words of a language, in as many files as it has.
fn words_of(language: &str) -> String {
    let mut words = serde_json::Map::new();
    for path in files() {
        if language_of(&path) == language {
            let file = fs::read_to_string(&path).unwrap();
            let Ok(Value::Object(more)) = serde_json::from_str(&file) else { panic!("no object") };
            for (key, text) in more {
                assert!(words.insert(key.clone(), text).is_none(), "{key} is in two files");
            }
        }
    }
    Value::Object(words).to_string()
}

fn files() -> impl Iterator<Item = PathBuf> {
    fs::read_dir(words_directory()).unwrap().map(|entry| entry.unwrap().path())
}

/// `en` for `en.later.json`.
fn language_of(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().split('.').next().unwrap().to_owned()
}

fn english() -> String {
    words_of("en")
}

#[test]
fn every_file_of_words_has_the_keys_the_places_and_the_forms_that_it_must_have() {
    let english = places_of(&english());
    let mut found = Vec::new();
    for language in files().map(|path| language_of(&path)).collect::<BTreeSet<_>>() {
        let wrong = problems(&language, &words_of(&language), &english);
        found.extend(wrong.into_iter().map(|problem| format!("{language}: {problem}")));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn a_mistake_in_a_file_of_words_is_found() {
    let english = places_of(
        r#"{"a": "{n, plural, one {# item} other {# items}}", "b": "In {index}", "c": "Yes", "d": "No"}"#,
    );
    let polish = r#"{
        "a": "{n, plural, =1 {element} few {# elementy} other {# elementu}}",
        "a@note": "a number {of items",
        "b": "W {indeks}",
        "c": "{tak",
        "e": "Nie"
    }"#;
    let expected = [
        "d: missing",
        "a: no form Many",
        "b: indeks",
        "b: index",
        "c: a brace is not closed",
        "e: unknown",
    ];
    assert_eq!(problems("pl", polish, &english), expected);
}

#[test]
fn every_note_of_the_english_words_is_on_an_entry() {
    let Ok(Value::Object(words)) = serde_json::from_str(&english()) else { panic!("no object") };
    for (key, value) in &words {
        let Some((about, kind)) = key.split_once('@') else { continue };
        assert!(words.contains_key(about), "{key} is about no entry");
        assert!(kind == "note" && value.is_string(), "{key} is not a note");
    }
}

/// Words that send a reader of English looking for the usual one.
const UNUSUAL: [&str; 16] = [
    "all the same",
    "anew",
    "come to be",
    "comes to be",
    "deed",
    "goes on",
    "heard",
    "journey",
    "reckon",
    "refused",
    "somebody",
    "stands",
    "toll",
    "told",
    "went on",
    "whoever",
];

#[test]
fn the_english_words_are_the_usual_ones() {
    let Ok(Value::Object(words)) = serde_json::from_str(&english()) else { panic!("no object") };
    let mut unusual = Vec::new();
    for (key, text) in words {
        let text = text.as_str().unwrap_or_default().to_lowercase();
        let words: Vec<_> = text.split(|letter: char| !letter.is_alphabetic()).collect();
        let spaced = format!(" {} ", words.join(" "));
        let found = UNUSUAL.iter().filter(|it| spaced.contains(&format!(" {it} ")));
        unusual.extend(found.map(|it| format!("{key}: {it}")));
    }
    assert!(unusual.is_empty(), "{}", unusual.join("\n"));
}

/// A place that the code never fills is a mistake in the English words. The code names it beside the key, so in the same file.
#[test]
fn every_place_of_the_english_words_is_named_where_its_key_is() {
    let sources = sources();
    let sources: Vec<(&str, BTreeSet<&str>)> =
        sources.iter().map(|source| (source.as_str(), source.split('"').collect())).collect();
    let mut unknown = Vec::new();
    for (key, places) in places_of(&english()) {
        let users: Vec<_> =
            sources.iter().filter(|(_, literals)| literals.contains(&*key)).collect();
        for place in places {
            // As JavaScript names the member of an object.
            let member = format!("{place}: ");
            let is_named = users
                .iter()
                .any(|(source, literals)| literals.contains(&*place) || source.contains(&member));
            if !is_named {
                unknown.push(format!("{key}: {place}"));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

/// A function of Python, which looks like a key.
const PYTHON: &str = "json.dumps";

#[test]
fn every_key_is_in_the_file_and_every_key_of_the_file_is_used() {
    let known: BTreeSet<String> = places_of(&english()).into_keys().collect();
    let areas: BTreeSet<&str> = known.iter().filter_map(|key| key.split('.').next()).collect();
    let sources = sources();
    let literals = sources.iter().flat_map(|source| source.split('"'));
    let literals = literals.filter(|literal| is_key(literal, &areas) && *literal != PYTHON);
    let used: BTreeSet<String> = literals.map(str::to_owned).collect();
    let lacking: Vec<_> = used.difference(&known).collect();
    let unused: Vec<_> = known.difference(&used).collect();
    assert!(lacking.is_empty(), "not in static/words/en*.json: {lacking:?}");
    assert!(unused.is_empty(), "in static/words/en*.json, but used nowhere: {unused:?}");
}

/// The code of the playground, of the page, and of what runs before the page.
fn sources() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The data of the experiments names the keys of their words.
    let files = ["boot.js", "experiments.json"].map(|name| folder.join("../../static").join(name));
    let mut sources = files.map(|file| fs::read_to_string(file).unwrap()).to_vec();
    for directory in ["src", "../src", "../sql/src", "../first_paint"] {
        collect_sources(&folder.join(directory), &mut sources);
    }
    sources
}

fn collect_sources(directory: &Path, sources: &mut Vec<String>) {
    for entry in fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_sources(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(fs::read_to_string(&path).unwrap());
        }
    }
}

fn is_key(literal: &str, areas: &BTreeSet<&str>) -> bool {
    let shape =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._".contains(&byte);
    literal.split_once('.').is_some_and(|(area, name)| areas.contains(area) && !name.is_empty())
        && literal.bytes().all(shape)
}
