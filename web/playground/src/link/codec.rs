//! Raw deflate (RFC 1951) with a preset vocabulary: both sides pretend that the vocabulary was sent before the text, and
//! the text may refer back to it.
//!
//! miniz_oxide has no call for a preset dictionary, but its parts suffice. The writer compresses the vocabulary first,
//! flushes to a whole byte, and sends only what follows. The reader puts the vocabulary before its output.

use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// The level that makes the shortest links. Links are made when the share dialog is open, and are short.
const LEVEL: i32 = 10;

/// Why bytes could not be inflated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InflateError {
    /// They are no deflate stream, or do not end where it ends.
    Malformed,
    /// They do not inflate to the size that was promised.
    WrongSize,
}

/// Compresses a text.
pub(crate) fn deflate(text: &[u8], vocabulary: &[u8]) -> Vec<u8> {
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(LEVEL, 0, 0));
    let primed = compress_to_output(&mut compressor, vocabulary, TDEFLFlush::Sync, |_| true);
    assert_eq!(primed.0, TDEFLStatus::Okay, "a vocabulary can be compressed");
    let mut bytes = Vec::new();
    let done = compress_to_output(&mut compressor, text, TDEFLFlush::Finish, |part| {
        bytes.extend_from_slice(part);
        true
    });
    assert_eq!(done.0, TDEFLStatus::Done, "a text can be compressed");
    bytes
}

/// Restores a text of `size` bytes, and never makes room for more.
pub(crate) fn inflate(
    bytes: &[u8],
    vocabulary: &[u8],
    size: usize,
) -> Result<Vec<u8>, InflateError> {
    let mut output = vec![0; vocabulary.len() + size];
    output[..vocabulary.len()].copy_from_slice(vocabulary);
    let mut decompressor = DecompressorOxide::new();
    let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let start = vocabulary.len();
    let (status, read, written) = decompress(&mut decompressor, bytes, &mut output, start, flags);
    match status {
        TINFLStatus::Done if read < bytes.len() => Err(InflateError::Malformed),
        TINFLStatus::Done if written == size => Ok(output.split_off(vocabulary.len())),
        TINFLStatus::Done | TINFLStatus::HasMoreOutput => Err(InflateError::WrongSize),
        _ => Err(InflateError::Malformed),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VOCABULARY: &[u8] = b"the quick brown fox jumps over the lazy dog";

    proptest! {
        #[test]
        fn what_was_deflated_is_restored(text in prop::collection::vec(0_u8..8, 0..2_000)) {
            let bytes = deflate(&text, VOCABULARY);
            prop_assert_eq!(inflate(&bytes, VOCABULARY, text.len()), Ok(text));
        }

        #[test]
        fn no_bytes_make_more_than_was_promised(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            size in 0_usize..500,
        ) {
            if let Ok(text) = inflate(&bytes, VOCABULARY, size) {
                prop_assert_eq!(text.len(), size);
            }
        }
    }

    #[test]
    fn a_text_refers_back_to_the_vocabulary() {
        let text = b"over the lazy dog, the quick brown fox";
        assert!(deflate(text, VOCABULARY).len() < 20);
        assert!(deflate(text, b"").len() > 35);
    }

    #[test]
    fn cut_extended_and_misjudged_streams_are_rejected() {
        let text = b"over the lazy dog, the quick brown fox".repeat(3);
        let bytes = deflate(&text, VOCABULARY);
        for end in 0..bytes.len() {
            assert_eq!(
                inflate(&bytes[..end], VOCABULARY, text.len()),
                Err(InflateError::Malformed)
            );
        }
        let longer = [bytes.as_slice(), b"x"].concat();
        assert_eq!(inflate(&longer, VOCABULARY, text.len()), Err(InflateError::Malformed));
        for size in [0, text.len() - 1, text.len() + 1] {
            assert_eq!(inflate(&bytes, VOCABULARY, size), Err(InflateError::WrongSize));
        }
    }
}
