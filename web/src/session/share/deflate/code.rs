//! Huffman codes as deflate has them: the lengths of the codes say all. Source: RFC 1951, 3.2.2

use crate::session::share::deflate::InflateError;
use crate::session::share::deflate::bits::BitReader;

/// Bits of the longest code. Source: RFC 1951, 3.2.7
pub(super) const LENGTH_MAX: u8 = 15;

/// The lengths of the codes of symbols that occur so often; a symbol that does not occur has none.
pub(super) fn lengths(counts: &[u32], length_max: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = depths(&counts);
        if lengths.iter().all(|length| *length <= length_max) {
            return lengths;
        }
        // The rarer a symbol, the more of its count remains: in the end the tree is flat enough.
        for count in &mut counts {
            *count = count.div_ceil(2);
        }
    }
}

/// How deep symbols stand in a tree in which those that occur more often stand higher.
fn depths(counts: &[u32]) -> Vec<u8> {
    /// A leaf or branch that has no branch above it yet.
    struct Top {
        count: u32,
        symbols: Vec<usize>,
    }
    let mut tops = Vec::new();
    for (symbol, &count) in counts.iter().enumerate() {
        if count > 0 {
            tops.push(Top { count, symbols: vec![symbol] });
        }
    }
    let mut depths = vec![0; counts.len()];
    if let [Top { symbols, .. }] = &*tops {
        depths[symbols[0]] = 1;
    }
    while tops.len() > 1 {
        let mut branch = take_rarest(&mut tops, |top| top.count);
        let other = take_rarest(&mut tops, |top| top.count);
        branch.count += other.count;
        branch.symbols.extend_from_slice(&other.symbols);
        for &symbol in &branch.symbols {
            depths[symbol] += 1;
        }
        tops.push(branch);
    }
    depths
}

fn take_rarest<T>(tops: &mut Vec<T>, count: impl Fn(&T) -> u32) -> T {
    let mut rarest = 0;
    for place in 1..tops.len() {
        if count(&tops[place]) < count(&tops[rarest]) {
            rarest = place;
        }
    }
    tops.swap_remove(rarest)
}

/// The codes of these lengths, as they are written.
pub(super) fn codes(lengths: &[u8]) -> Vec<u16> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0_u16;
    for length in 1..=LENGTH_MAX {
        next <<= 1;
        for (symbol, _) in lengths.iter().enumerate().filter(|(_, other)| **other == length) {
            // A code is written from its highest bit, and everything else from its lowest.
            codes[symbol] = next.reverse_bits() >> (16 - length);
            next += 1;
        }
    }
    codes
}

/// What reads symbols in a code.
#[derive(Debug)]
pub(super) struct Decoder {
    /// How many codes there are of each length.
    counts: [u16; LENGTH_MAX as usize + 1],
    /// The symbols in the order of their codes.
    symbols: Vec<u16>,
}

impl Decoder {
    /// The code of these lengths. Fails if there are more codes than their lengths allow.
    pub(super) fn new(lengths: &[u8]) -> Result<Self, InflateError> {
        let mut decoder = Self { counts: [0; _], symbols: Vec::new() };
        let mut free = 1_u32;
        for length in 1..=LENGTH_MAX {
            free <<= 1;
            for (symbol, _) in (0..).zip(lengths).filter(|(_, other)| **other == length) {
                decoder.counts[usize::from(length)] += 1;
                decoder.symbols.push(symbol);
                free = free.checked_sub(1).ok_or(InflateError::Malformed)?;
            }
        }
        Ok(decoder)
    }

    /// Reads a symbol.
    pub(super) fn read(&self, bits: &mut BitReader<'_>) -> Result<usize, InflateError> {
        // Of each length, the codes stand behind those that begin with a shorter one.
        let (mut code, mut passed) = (0, 0);
        for count in &self.counts[1..] {
            code = code << 1 | usize::from(bits.take(1)?);
            let count = usize::from(*count);
            if code < count {
                return Ok(self.symbols[passed + code].into());
            }
            code -= count;
            passed += count;
        }
        Err(InflateError::Malformed)
    }
}
