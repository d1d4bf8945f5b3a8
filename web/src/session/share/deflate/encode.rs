//! From the text to deflate: one block, with codes of its own if they are worth their room.

use crate::session::share::deflate::bits::BitWriter;
use crate::session::share::deflate::code::{LENGTH_MAX, codes, lengths};
use crate::session::share::deflate::copies::{Step, steps};
use crate::session::share::deflate::{
    DISTANCES, END, FIXED_DISTANCES, FIXED_LETTERS, LENGTHS, ORDER, Range,
};

/// Letters that can be used, the lengths of copies among them. Source: RFC 1951, 3.2.7
const LETTER_COUNT: usize = END + 1 + LENGTHS.len();

/// Bits of the longest code for a length. Source: RFC 1951, 3.2.7
const LENGTH_OF_LENGTH_MAX: u8 = 7;

/// Compresses a text.
pub(super) fn deflate(text: &[u8], vocabulary: &[u8]) -> Vec<u8> {
    let steps = steps(&[vocabulary, text].concat(), vocabulary.len());
    let with_tables = with_tables(&steps);
    // Tables of codes cost some eighty bytes; a small text does better with the fixed ones.
    let without_tables = without_tables(&steps);
    if without_tables.len() < with_tables.len() { without_tables } else { with_tables }
}

fn without_tables(steps: &[Step]) -> Vec<u8> {
    let mut bits = BitWriter::default();
    put_head(&mut bits, 1);
    put_steps(&mut bits, steps, &FIXED_LETTERS, &FIXED_DISTANCES);
    bits.finish()
}

fn with_tables(steps: &[Step]) -> Vec<u8> {
    let (mut letters, mut distances) = ([0; LETTER_COUNT], [0; DISTANCES.len()]);
    letters[END] = 1;
    for step in steps {
        match step {
            Step::Letter(byte) => letters[usize::from(*byte)] += 1,
            Step::Copy { length, distance } => {
                letters[END + 1 + symbol(&LENGTHS, *length)] += 1;
                distances[symbol(&DISTANCES, *distance)] += 1;
            }
        }
    }
    if distances == [0; _] {
        // Not every reader takes a code without any symbol.
        distances[0] = 1;
    }
    let (letters, distances) = (lengths(&letters, LENGTH_MAX), lengths(&distances, LENGTH_MAX));
    let mut bits = BitWriter::default();
    put_head(&mut bits, 2);
    put_tables(&mut bits, &letters, &distances);
    put_steps(&mut bits, steps, &letters, &distances);
    bits.finish()
}

/// Says that the block is the last, and which codes it has.
fn put_head(bits: &mut BitWriter, codes: u16) {
    bits.put(1, 1);
    bits.put(codes, 2);
}

/// Writes the lengths of all codes, themselves in a code.
fn put_tables(bits: &mut BitWriter, letters: &[u8], distances: &[u8]) {
    let runs = runs(&[letters, distances].concat());
    let mut counts = [0; ORDER.len()];
    for run in &runs {
        counts[usize::from(run.symbol)] += 1;
    }
    let lengths = lengths(&counts, LENGTH_OF_LENGTH_MAX);
    let codes = codes(&lengths);
    let count = |list: &[u8], least| u16::try_from(list.len() - least).expect("lists are short");
    bits.put(count(letters, 257), 5);
    bits.put(count(distances, 1), 5);
    bits.put(count(&lengths, 4), 4);
    for symbol in ORDER {
        bits.put(lengths[symbol].into(), 3);
    }
    for Run { symbol, more, more_bits } in runs {
        let symbol = usize::from(symbol);
        bits.put(codes[symbol], lengths[symbol]);
        bits.put(more, more_bits);
    }
}

/// A length, or how often one is repeated.
struct Run {
    symbol: u8,
    /// How much more often than at least.
    more: u16,
    more_bits: u8,
}

fn runs(lengths: &[u8]) -> Vec<Run> {
    let mut runs = Vec::new();
    for same in lengths.chunk_by(PartialEq::eq) {
        let (length, mut left) = (same[0], same.len());
        if length > 0 {
            runs.push(Run { symbol: length, more: 0, more_bits: 0 });
            left -= 1;
        }
        while left > 0 {
            // A run for each kind of repetition: its symbol, its least and greatest count, the bits between them.
            let (symbol, least, greatest, more_bits) = match (length, left) {
                (0, 11..) => (18, 11, 138, 7),
                (0, 3..) => (17, 3, 10, 3),
                (_, 3..) => (16, 3, 6, 2),
                _ => (length, 1, 1, 0),
            };
            let count = left.min(greatest);
            let more = u16::try_from(count - least).expect("a run is short");
            runs.push(Run { symbol, more, more_bits });
            left -= count;
        }
    }
    runs
}

fn put_steps(bits: &mut BitWriter, steps: &[Step], letters: &[u8], distances: &[u8]) {
    let (letter_codes, distance_codes) = (codes(letters), codes(distances));
    for step in steps {
        match step {
            Step::Letter(byte) => put(bits, &letter_codes, letters, usize::from(*byte)),
            Step::Copy { length, distance } => {
                let symbol_of_length = symbol(&LENGTHS, *length);
                put(bits, &letter_codes, letters, END + 1 + symbol_of_length);
                put_rest(bits, LENGTHS[symbol_of_length], *length);
                let symbol_of_distance = symbol(&DISTANCES, *distance);
                put(bits, &distance_codes, distances, symbol_of_distance);
                put_rest(bits, DISTANCES[symbol_of_distance], *distance);
            }
        }
    }
    put(bits, &letter_codes, letters, END);
}

fn put(bits: &mut BitWriter, codes: &[u16], lengths: &[u8], symbol: usize) {
    bits.put(codes[symbol], lengths[symbol]);
}

/// Writes what a number is more than the least of its range.
fn put_rest(bits: &mut BitWriter, (least, count): Range, number: u16) {
    bits.put(number - least, count);
}

/// The symbol of the range in which a number lies.
fn symbol(ranges: &[Range], number: u16) -> usize {
    ranges.partition_point(|(least, _)| *least <= number) - 1
}
