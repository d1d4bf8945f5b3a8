//! Raw deflate (RFC 1951), primed with a fixed vocabulary: both sides pretend that the vocabulary was sent before the
//! text, and what follows may refer back to it.
//!
//! It is our own because documents are small and whole: no streams, no windows that move, no choice of levels.
//! Properties hold it against miniz_oxide, which weighed 8 KB more when packed.

mod bits;
mod code;
mod copies;
mod decode;
mod encode;

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
    encode::deflate(text, vocabulary)
}

/// Restores a text of `size` bytes, and never makes room for more.
pub(super) fn inflate(
    bytes: &[u8],
    vocabulary: &[u8],
    size: usize,
) -> Result<Vec<u8>, InflateError> {
    decode::inflate(bytes, vocabulary, size)
}

/// The lengths of the letters of a block with fixed codes. Source: RFC 1951, 3.2.6
const FIXED_LETTERS: [u8; 288] = {
    let mut lengths = [8; 288];
    let mut letter = 144;
    while letter < 280 {
        lengths[letter] = if letter < 256 { 9 } else { 7 };
        letter += 1;
    }
    lengths
};

/// The lengths of the distances of a block with fixed codes. Source: RFC 1951, 3.2.6
const FIXED_DISTANCES: [u8; 30] = [5; 30];

/// The letter that ends a block. Source: RFC 1951, 3.2.5
const END: usize = 256;

/// The order in which the lengths of the code for lengths are written. Source: RFC 1951, 3.2.7
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// What a symbol stands for that has others like it: the least number, and how many bits are added to it.
type Range = (u16, u8);

/// Lengths of copies by letter, from the first behind [`END`]. Source: RFC 1951, 3.2.5
const LENGTHS: [Range; 29] = {
    let mut ranges = ranges::<29>(3, 4);
    ranges[28] = (258, 0);
    ranges
};

/// Distances of copies by symbol. Source: RFC 1951, 3.2.5
const DISTANCES: [Range; 30] = ranges(1, 2);

/// Ranges that follow each other, of which twice `step` stand for one number, and each `step` more have one bit more.
const fn ranges<const COUNT: usize>(start: u16, step: usize) -> [Range; COUNT] {
    let mut ranges = [(0, 0); COUNT];
    let (mut least, mut symbol, mut bits) = (start, 0, 0);
    while symbol < COUNT {
        if symbol >= 2 * step && symbol % step == 0 {
            bits += 1;
        }
        ranges[symbol] = (least, bits);
        least += 1 << bits;
        symbol += 1;
    }
    ranges
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
