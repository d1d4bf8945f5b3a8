//! Deflate against miniz_oxide, both ways, and against damage.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{decompress_to_vec, decompress_to_vec_with_limit};
use proptest::prelude::*;

use super::*;

const VOCABULARY: &[u8] = br#"{"Items":[{"CustomerId":{"S":""#;

#[track_caller]
fn check_round_trip(text: &[u8]) {
    let bytes = deflate(text, VOCABULARY);
    assert_eq!(inflate(&bytes, VOCABULARY, text.len()).as_deref(), Ok(text));
    let bytes = deflate(text, b"");
    assert_eq!(decompress_to_vec(&bytes).as_deref().ok(), Some(text));
    for level in [0, 1, 10] {
        let bytes = compress_to_vec(text, level);
        assert_eq!(inflate(&bytes, b"", text.len()).as_deref(), Ok(text));
    }
}

#[test]
fn what_was_deflated_inflates() {
    check_round_trip(b"");
    check_round_trip(b"x");
    check_round_trip(VOCABULARY);
    check_round_trip("漢字 😀 ".repeat(5_000).as_bytes());
    let noise: Vec<u8> =
        (0_u32..70_000).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    check_round_trip(&noise);
    // Fibonacci's numbers make the deepest tree.
    let (mut deep, mut counts) = (Vec::new(), (1, 1));
    for byte in 0..22 {
        deep.resize(deep.len() + counts.0, byte);
        counts = (counts.1, counts.0 + counts.1);
    }
    check_round_trip(&deep);
}

#[test]
fn words_of_the_vocabulary_cost_little() {
    assert!(deflate(VOCABULARY, VOCABULARY).len() < 10);
}

#[test]
fn a_document_becomes_as_small_as_by_the_encoder_of_others() {
    for text in [
        include_str!("../../../../../static/words/en.json"),
        include_str!("../../../../../tests/links/v1-everything.json"),
        include_str!("../../../../../tests/links/v1-open-orders.json"),
        include_str!("../../../../../tests/links/v1-champions.json"),
    ] {
        let (ours, theirs) = (deflate(text.as_bytes(), b""), compress_to_vec(text.as_bytes(), 10));
        assert!(ours.len() * 100 <= theirs.len() * 101, "{} of {}", ours.len(), theirs.len());
    }
}

#[test]
fn a_stream_of_another_size_is_refused() {
    let bytes = deflate(&[b'x'; 1_000], VOCABULARY);
    assert_eq!(inflate(&bytes, VOCABULARY, 999), Err(InflateError::WrongSize));
    assert_eq!(inflate(&bytes, VOCABULARY, 1_001), Err(InflateError::WrongSize));
    assert_eq!(inflate(&bytes, VOCABULARY, 0), Err(InflateError::WrongSize));
}

#[test]
fn bytes_after_the_end_are_refused() {
    let mut bytes = deflate(b"text", VOCABULARY);
    bytes.push(0);
    assert_eq!(inflate(&bytes, VOCABULARY, 4), Err(InflateError::Malformed));
}

#[test]
fn a_copy_from_before_the_beginning_is_refused() {
    let bytes = deflate(VOCABULARY, VOCABULARY);
    assert_eq!(inflate(&bytes, b"", VOCABULARY.len()), Err(InflateError::Malformed));
}

proptest! {
    // The encoders take their time without optimization.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_text_survives(
        words in prop::collection::vec("[a-e]{1,9}|[\"{:}]{2}|\\PC", 0..200),
    ) {
        check_round_trip(words.concat().as_bytes());
    }

    #[test]
    fn bytes_of_chance_are_read_as_others_read_them(
        bytes in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let theirs = decompress_to_vec_with_limit(&bytes, 4_096).unwrap_or_default();
        if let Ok(ours) = inflate(&bytes, b"", theirs.len()) {
            prop_assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn a_damaged_stream_is_refused_or_read(text in "[a-e]{0,300}", place in any::<usize>(), bit in 0..8_u32) {
        let mut bytes = deflate(text.as_bytes(), VOCABULARY);
        let place = place % bytes.len();
        bytes[place] ^= 1_u8 << bit;
        if let Ok(read) = inflate(&bytes, VOCABULARY, text.len()) {
            prop_assert_eq!(read.len(), text.len());
        }
    }
}
