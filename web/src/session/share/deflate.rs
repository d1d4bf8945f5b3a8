//! Raw deflate, primed with a fixed vocabulary: both sides pretend that the vocabulary was sent before the text.
//!
//! The encoder compresses the vocabulary, flushes to a byte boundary and throws that output away; what follows
//! may refer back to it. The decoder is told of the vocabulary as a stored block in front of what it received,
//! so a link can be read by any inflate, whatever encoder made it.

use miniz_oxide::deflate::core::deflate_flags::TDEFL_FORCE_ALL_STATIC_BLOCKS;
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The hardest that the encoder can try; documents are small.
const LEVEL: i32 = 10;

/// Negative window bits ask for deflate without zlib's header and check sum.
const RAW: i32 = -15;

/// The default mixture of matching and Huffman coding.
const STRATEGY: i32 = 0;

/// Why bytes could not be inflated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum InflateError {
    /// They are no deflate stream, or do not end where it ends.
    Malformed,
    /// They do not inflate to the size that was promised.
    WrongSize,
}

/// Compresses a text.
pub(super) fn deflate(text: &[u8], vocabulary: &[u8]) -> Vec<u8> {
    let flags = create_comp_flags_from_zip_params(LEVEL, RAW, STRATEGY);
    // Tables of codes cost some eighty bytes; a small text does better with the fixed ones.
    let with_tables = deflate_with(flags, text, vocabulary);
    let without_tables = deflate_with(flags | TDEFL_FORCE_ALL_STATIC_BLOCKS, text, vocabulary);
    if without_tables.len() < with_tables.len() { without_tables } else { with_tables }
}

/// Restores a text of `size` bytes, and never makes room for more.
pub(super) fn inflate(
    bytes: &[u8],
    vocabulary: &[u8],
    size: usize,
) -> Result<Vec<u8>, InflateError> {
    let stream = [&stored_block(vocabulary), bytes].concat();
    // One byte more than promised tells a stream that would go on from one that ends.
    let mut output = vec![0; vocabulary.len() + size + 1];
    let (status, consumed, produced) = decompress(
        &mut DecompressorOxide::new(),
        &stream,
        &mut output,
        0,
        TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
    );
    match status {
        TINFLStatus::Done if consumed == stream.len() && produced == vocabulary.len() + size => {
            output.truncate(produced);
            Ok(output.split_off(vocabulary.len()))
        }
        TINFLStatus::Done if consumed == stream.len() => Err(InflateError::WrongSize),
        TINFLStatus::HasMoreOutput => Err(InflateError::WrongSize),
        _ => Err(InflateError::Malformed),
    }
}

fn deflate_with(flags: u32, text: &[u8], vocabulary: &[u8]) -> Vec<u8> {
    let mut compressor = CompressorOxide::new(flags);
    let mut output = Vec::new();
    let (status, _) = compress_to_output(&mut compressor, vocabulary, TDEFLFlush::Sync, |_| true);
    assert!(status == TDEFLStatus::Okay, "the encoder takes a vocabulary of any size");
    let (status, consumed) =
        compress_to_output(&mut compressor, text, TDEFLFlush::Finish, |chunk| {
            output.extend_from_slice(chunk);
            true
        });
    assert!(
        status == TDEFLStatus::Done && consumed == text.len(),
        "the encoder takes all of a text"
    );
    output
}

/// The vocabulary as a deflate block that is neither compressed nor the last.
fn stored_block(vocabulary: &[u8]) -> Vec<u8> {
    let length = u16::try_from(vocabulary.len()).expect("the vocabularies are shorter than 64 KB");
    let mut block = vec![0];
    block.extend(length.to_le_bytes());
    block.extend((!length).to_le_bytes());
    block.extend_from_slice(vocabulary);
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    const VOCABULARY: &[u8] = br#"{"Items":[{"CustomerId":{"S":""#;

    #[track_caller]
    fn check_round_trip(text: &[u8]) {
        let bytes = deflate(text, VOCABULARY);
        assert_eq!(inflate(&bytes, VOCABULARY, text.len()).as_deref(), Ok(text));
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
    }

    #[test]
    fn words_of_the_vocabulary_cost_little() {
        assert!(deflate(VOCABULARY, VOCABULARY).len() < 10);
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
}
