//! LZMA. Names and numbers are those of its specification; the parameters are always the same.

use crate::range::Reader;
use crate::slice::{at, put};

/// A literal's chances depend on so many bits of the byte before it, and nothing depends on positions.
pub const CONTEXT_BITS: u32 = 2;

/// What LZMA begins with, and means nothing.
const FIRST_BYTES: usize = 1;

/// No symbol takes more bytes than this, so one can be read to its end if so many are there.
pub(crate) const SYMBOL_BYTES_MAX: usize = 20;

/// How the last symbols were read: below this, the last was a literal.
const STATES_AFTER_LITERAL: usize = 7;
const STATE_COUNT: usize = 12;

/// Chances that a decision is 0, in 2048ths: they begin even, and move by a 32nd of what they are off.
const CHANCE_BITS: u32 = 11;
const CERTAIN: u16 = 1 << CHANCE_BITS;
const EVEN: u16 = CERTAIN / 2;
const ADAPTATION_BITS: u32 = 5;

// Where the chances of each decision begin.
const IS_MATCH: usize = 0;
const IS_REPEATED: usize = IS_MATCH + STATE_COUNT;
const IS_OLDER: usize = IS_REPEATED + STATE_COUNT;
const IS_THIRD_OR_FOURTH: usize = IS_OLDER + STATE_COUNT;
const IS_FOURTH: usize = IS_THIRD_OR_FOURTH + STATE_COUNT;
const IS_LONG: usize = IS_FOURTH + STATE_COUNT;
const MATCH_LENGTH: usize = IS_LONG + STATE_COUNT;
const LENGTH_SIZE: usize = 2 + 8 + 8 + 256;
const REPEATED_LENGTH: usize = MATCH_LENGTH + LENGTH_SIZE;
const DISTANCE_SLOT: usize = REPEATED_LENGTH + LENGTH_SIZE;
const DISTANCE_MIDDLE: usize = DISTANCE_SLOT + 4 * 64;
const DISTANCE_LOW: usize = DISTANCE_MIDDLE + 128;
const LITERAL: usize = DISTANCE_LOW + 16;
const CHANCE_COUNT: usize = (LITERAL + (0x300 << CONTEXT_BITS)).next_power_of_two();

/// Unpacks while what is packed arrives.
#[derive(Debug)]
pub(crate) struct Decoder {
    reader: Reader,
    chances: [u16; CHANCE_COUNT],
    state: usize,
    distances: [usize; 4],
    /// How many bytes are unpacked.
    length: usize,
}

impl Decoder {
    /// Nothing is unpacked before [`Self::begin`].
    pub(crate) const fn new() -> Self {
        Self {
            reader: Reader::new(),
            chances: [0; CHANCE_COUNT],
            state: 0,
            distances: [0; 4],
            length: 0,
        }
    }

    /// What is packed begins at this position.
    pub(crate) fn begin(&mut self, packed: &[u8], position: usize) {
        self.chances.fill(EVEN);
        self.distances.fill(1);
        (self.state, self.length) = (0, 0);
        self.reader.begin(packed, position + FIRST_BYTES);
    }

    /// Goes on until the output is full, or fewer bytes are left than this reserve.
    pub(crate) fn advance(&mut self, packed: &[u8], reserve: usize, output: &mut [u8]) {
        while self.length < output.len() && self.reader.position + reserve <= packed.len() {
            if self.bit(packed, IS_MATCH + self.state) == 0 {
                self.literal(packed, output);
            } else {
                self.copy(packed, output);
            }
        }
    }

    /// Where what is packed otherwise begins, once all is unpacked.
    pub(crate) fn end(&self) -> usize {
        self.reader.position
    }

    /// Reads a decision.
    fn bit(&mut self, packed: &[u8], place: usize) -> usize {
        let chance = &mut self.chances[place % CHANCE_COUNT];
        let bound = (self.reader.range() >> CHANCE_BITS) * u32::from(*chance);
        if self.reader.is_below(packed, bound) {
            *chance += (CERTAIN - *chance) >> ADAPTATION_BITS;
            0
        } else {
            *chance -= *chance >> ADAPTATION_BITS;
            1
        }
    }

    /// Reads a number of so many bits, the highest first, each with the chance that those before it lead to.
    fn tree(&mut self, packed: &[u8], place: usize, count: u32) -> usize {
        let mut node = 1;
        for _ in 0..count {
            node = 2 * node + self.bit(packed, place + node);
        }
        node - (1 << count)
    }

    /// The same, the lowest bit first.
    fn reverse_tree(&mut self, packed: &[u8], place: usize, count: u32) -> usize {
        let (mut node, mut number) = (1, 0);
        for read in 0..count {
            let next = self.bit(packed, place + node);
            node = 2 * node + next;
            number |= next << read;
        }
        number
    }

    fn literal(&mut self, packed: &[u8], output: &mut [u8]) {
        let before = if self.length > 0 { at(output, self.length - 1) } else { 0 };
        let place = LITERAL + 0x300 * (usize::from(before) >> (8 - CONTEXT_BITS));
        let mut node = 1;
        if self.state >= STATES_AFTER_LITERAL {
            // A match ended here because its next byte differs: that byte says what this one is likely to be.
            let expected = usize::from(self.copied(output));
            for read in 0..8 {
                let expected = (expected >> (7 - read)) & 1;
                let next = self.bit(packed, place + ((1 + expected) << 8) + node);
                node = 2 * node + next;
                if next != expected {
                    break;
                }
            }
        }
        while node < 0x100 {
            node = 2 * node + self.bit(packed, place + node);
        }
        put(output, self.length, (node & 0xff) as u8);
        self.length += 1;
        self.state = match self.state {
            0..4 => 0,
            4..10 => self.state - 3,
            _ => self.state - 6,
        };
    }

    /// Copies what has been there before: the way back is read, or one of the last four.
    fn copy(&mut self, packed: &[u8], output: &mut [u8]) {
        let is_after_literal = self.state < STATES_AFTER_LITERAL;
        let after = |literal, other| if is_after_literal { literal } else { other };
        let count;
        if self.bit(packed, IS_REPEATED + self.state) == 0 {
            count = self.match_length(packed, MATCH_LENGTH);
            let distance = self.match_distance(packed, count);
            self.renew(3, distance);
            self.state = after(7, 10);
        } else {
            let age = self.age(packed);
            if age == 0 && self.bit(packed, IS_LONG + self.state) == 0 {
                count = 1;
                self.state = after(9, 11);
            } else {
                self.renew(age, at(&self.distances, age));
                count = self.match_length(packed, REPEATED_LENGTH);
                self.state = after(8, 11);
            }
        }
        for _ in 0..count {
            put(output, self.length, self.copied(output));
            self.length += 1;
        }
    }

    fn age(&mut self, packed: &[u8]) -> usize {
        if self.bit(packed, IS_OLDER + self.state) == 0 {
            0
        } else if self.bit(packed, IS_THIRD_OR_FOURTH + self.state) == 0 {
            1
        } else {
            2 + self.bit(packed, IS_FOURTH + self.state)
        }
    }

    fn match_length(&mut self, packed: &[u8], place: usize) -> usize {
        if self.bit(packed, place) == 0 {
            2 + self.tree(packed, place + 2, 3)
        } else if self.bit(packed, place + 1) == 0 {
            10 + self.tree(packed, place + 10, 3)
        } else {
            18 + self.tree(packed, place + 18, 8)
        }
    }

    fn match_distance(&mut self, packed: &[u8], count: usize) -> usize {
        let slot = self.tree(packed, DISTANCE_SLOT + 64 * (count - 2).min(3), 6);
        if slot < 4 {
            return 1 + slot;
        }
        let bits = (slot >> 1) as u32 - 1;
        let base = (2 | (slot & 1)) << bits;
        if slot < 14 {
            return 1 + base + self.reverse_tree(packed, DISTANCE_MIDDLE + base - slot, bits);
        }
        let mut high = 0;
        for _ in 4..bits {
            high = 2 * high + self.reader.even(packed) as usize;
        }
        1 + base + 16 * high + self.reverse_tree(packed, DISTANCE_LOW, 4)
    }

    /// Puts a distance before the others; the one at this place is gone.
    fn renew(&mut self, place: usize, distance: usize) {
        let mut moved = distance;
        for kept in self.distances.iter_mut().take(place + 1) {
            moved = core::mem::replace(kept, moved);
        }
    }

    /// What would be copied.
    fn copied(&self, output: &[u8]) -> u8 {
        at(output, self.length.wrapping_sub(self.distances[0]))
    }
}
