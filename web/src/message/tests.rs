//! What the catalogue promises: every key is there and used, places and plurals are filled.

use std::collections::BTreeSet;
use std::path::Path;

use super::*;
use crate::view::cost::{Currency, Money};

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
    assert_eq!(number::bytes(3560), "3,560 B");
    assert_eq!(number::size(1023), "1,023 B");
    assert_eq!(number::size(36_250), "35.4 KB");
    assert_eq!(number::size(1_048_576), "1.0 MB");
    assert_eq!(number::size(u64::MAX), "17,179,869,184.0 GB");
    assert_eq!(number::seconds(200), "0.2 s");
    assert_eq!(number::seconds(181), "0.19 s");
    assert_eq!(number::seconds(3000), "3 s");
    assert_eq!(number::clock(12_400), "12.40 s");
    assert_eq!(number::hundredths(5), "0.05");
    assert_eq!((number::percent(289), number::percent(700)), ("28.9 %".into(), "70 %".into()));
    assert_eq!(
        (number::thousandths(289), number::thousandths(2_000)),
        ("0.289".into(), "2".into())
    );
}

#[test]
fn money_has_cents_and_a_small_amount_four_digits() {
    let dollars = |pico| number::money(Money { pico, currency: Currency::Dollar });
    assert_eq!(dollars(0), "$0.00");
    assert_eq!(dollars(1), "$0.000000000001");
    assert_eq!(dollars(8_262_000), "$0.000008262");
    assert_eq!(dollars(62_500_000_000), "$0.0625");
    assert_eq!(dollars(474_500_000_000), "$0.4745");
    assert_eq!(dollars(500_000_000_000), "$0.50");
    assert_eq!(dollars(999_960_000_000), "$1.00");
    assert_eq!(dollars(1_638_400_000_000), "$1.64");
    assert_eq!(dollars(1_423_500_000_000_000), "$1,423.50");
    let cents = |pico| number::cents(Money { pico, currency: Currency::Dollar });
    assert_eq!((cents(0), cents(1)), ("$0.00".into(), "<$0.01".into()));
    assert_eq!((cents(5_000_000_000), cents(542_025_000_000)), ("$0.01".into(), "$0.54".into()));
    assert_eq!(number::money(Money { pico: 58_000_000_000, currency: Currency::Yuan }), "¥0.058");
}

#[test]
fn a_name_keeps_its_hue_and_a_size_is_code() {
    let message = Message::plain("index.count")
        .with("count", Argument::Name("OpenOrders".into(), Some(Hue::Violet)))
        .with("total", Argument::Bytes(55));
    assert_eq!(
        parts(&message),
        [
            Part::Name("OpenOrders".into(), Some(Hue::Violet)),
            Part::Text(" of ".to_owned()),
            Part::Code("55 B".to_owned()),
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
    assert_eq!(text(&nested), "This is JSON, but no M: a list is [ … ], a map is { … }.");
}

#[test]
fn every_brace_of_the_file_is_doubled_or_encloses_the_name_of_a_place() {
    let is_name = |place: &str| {
        !place.is_empty() && place.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
    };
    for (key, text) in catalogue::texts() {
        let mut rebuilt = String::new();
        for piece in pieces(&text) {
            match piece {
                Piece::Text(literal) => {
                    rebuilt += &literal.replace('{', "{{").replace('}', "}}");
                }
                Piece::Place(place) => {
                    assert!(
                        is_name(place),
                        "{key}: {{{place}}} is no place; write {{{{ for a brace"
                    );
                    rebuilt.extend(["{", place, "}"]);
                }
            }
        }
        assert_eq!(rebuilt, *text, "{key}: write {{{{ and }}}} for literal braces");
    }
}

#[test]
fn every_key_is_in_the_file_and_every_key_of_the_file_is_used() {
    let known: BTreeSet<String> = catalogue::keys().into_iter().collect();
    let areas: BTreeSet<&str> = known.iter().filter_map(|key| key.split('.').next()).collect();
    let mut used = BTreeSet::new();
    collect_keys(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &areas, &mut used);
    let lacking: Vec<_> = used.difference(&known).collect();
    let unused: Vec<_> = known.difference(&used).collect();
    assert!(lacking.is_empty(), "not in static/words/en.json: {lacking:?}");
    assert!(unused.is_empty(), "in static/words/en.json, but used nowhere: {unused:?}");
}

/// Collects string literals of the form `area.name` whose area the catalogue knows.
fn collect_keys(directory: &Path, areas: &BTreeSet<&str>, keys: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_keys(&path, areas, keys);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let source = std::fs::read_to_string(&path).unwrap();
            let literals = source.split('"').filter(|literal| is_key(literal, areas));
            keys.extend(literals.map(str::to_owned));
        }
    }
}

fn is_key(literal: &str, areas: &BTreeSet<&str>) -> bool {
    let shape =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"._".contains(&byte);
    literal.split_once('.').is_some_and(|(area, name)| areas.contains(area) && !name.is_empty())
        && literal.bytes().all(shape)
}
