//! Joins a module from its parts and the numbers that are mixed.

use crate::kind::{
    AFTER, BEFORE, CODE_SECTION, DECLARATION, GET, MIXED_COUNT, Move, OPCODE, PART_COUNT, PATH,
    move_function,
};
use crate::mixed::{DECISION_BITS, Decide, Mixer, Tree};
use crate::range::Reader;
use crate::slice::{at, part, part_mut, put};
use crate::surroundings::Surroundings;

/// All memory that joining needs.
#[derive(Debug)]
pub struct Memory {
    mixer: Mixer,
    /// Of each kind, for first bytes and for later ones.
    trees: [[Tree; 2]; MIXED_COUNT],
}

impl Memory {
    /// Joins one module.
    pub const fn new() -> Self {
        Self { mixer: Mixer::new(), trees: [const { [Tree::new(), Tree::new()] }; MIXED_COUNT] }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

/// Reads decisions that were packed.
#[derive(Debug)]
pub(crate) struct Unpacking<'a> {
    packed: &'a [u8],
    reader: Reader,
}

impl<'a> Unpacking<'a> {
    /// What is packed begins at this position.
    pub(crate) fn new(packed: &'a [u8], position: usize) -> Self {
        let mut reader = Reader::new();
        reader.begin(packed, position);
        Self { packed, reader }
    }

    /// Where what is packed ends, once all of it is read.
    pub(crate) fn end(&self) -> usize {
        self.reader.position
    }
}

impl Decide for Unpacking<'_> {
    fn begin(&mut self, _: &Tree) {}

    #[inline(always)]
    fn is_right(&mut self, chance: u32) -> bool {
        let bound = bound(self.reader.range(), chance);
        self.reader.is_below(self.packed, bound)
    }
}

/// The part of a range that is a turn to the right: neither nothing nor all of it.
pub fn bound(range: u32, chance: u32) -> u32 {
    (range >> DECISION_BITS) * chance
}

/// Joins parts, before which their lengths stand, and returns the length of the module.
pub fn join(
    parts: &[u8],
    memory: &mut Memory,
    decide: &mut impl Decide,
    module: &mut [u8],
) -> usize {
    let mut next = [0; PART_COUNT + 1];
    next[0] = 4 * PART_COUNT;
    for kind in 0..PART_COUNT {
        next[kind + 1] = next[kind] + number_at(parts, 4 * kind) as usize;
    }
    let whole = |kind: usize| part(parts, next[kind], next[kind + 1] - next[kind]);
    let (before, after) = (whole(BEFORE), whole(AFTER));
    memory.mixer.begin();
    let lengths = whole(PATH).chunks(256);
    for (tree, lengths) in memory.trees.as_flattened_mut().iter_mut().zip(lengths) {
        tree.grow(lengths);
    }

    let surroundings = Surroundings::new();
    let mut joining = Joining { parts, next, memory, decide, surroundings, module, length: 0 };
    joining.put(before);
    joining.put_byte(CODE_SECTION);
    let section = joining.length;
    for _ in 0..joining.number(DECLARATION) {
        let function = joining.length;
        joining.surroundings.enter_function();
        move_function(&mut joining);
        joining.put_length_before(function);
    }
    joining.put_length_before(section);
    joining.put(after);
    joining.length
}

/// A number of 32 bits, its lowest byte first.
pub(crate) fn number_at(bytes: &[u8], start: usize) -> u32 {
    (0..4).fold(0, |number, byte| number | u32::from(at(bytes, start + byte)) << (8 * byte))
}

struct Joining<'a, D> {
    parts: &'a [u8],
    /// Where the next byte of each part stands.
    next: [usize; PART_COUNT + 1],
    memory: &'a mut Memory,
    decide: &'a mut D,
    surroundings: Surroundings,
    module: &'a mut [u8],
    length: usize,
}

impl<D: Decide> Joining<'_, D> {
    fn put(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.put_byte(byte);
        }
    }

    fn put_byte(&mut self, byte: u8) {
        put(self.module, self.length, byte);
        self.length += 1;
    }

    /// Puts before what begins here how long it is.
    fn put_length_before(&mut self, start: usize) {
        let end = self.length;
        let mut number = end - start;
        let mut count = 1;
        while number >> (7 * count) > 0 {
            count += 1;
        }
        for place in (start..end).rev() {
            put(self.module, place + count, at(self.module, place));
        }
        self.length = start;
        while number >= 0x80 {
            self.put_byte(0x80 | (number & 0x7f) as u8);
            number >>= 7;
        }
        self.put_byte(number as u8);
        self.length = end + count;
    }

    /// Puts a number whose bytes come from somewhere, by which they are and what the lower ones were.
    fn put_number(&mut self, mut byte: impl FnMut(&mut Self, u32, u32) -> u8) -> u32 {
        let mut number = 0;
        for place in 0.. {
            let its = byte(self, place, number);
            self.put_byte(its);
            number |= u32::from(its & 0x7f).wrapping_shl(7 * place);
            if its < 0x80 {
                break;
            }
        }
        number
    }

    /// The next byte of a part, which it leaves there.
    fn peek(&self, kind: usize, distance: usize) -> u8 {
        self.parts.get(at(&self.next, kind) + distance).copied().unwrap_or_default()
    }

    fn take(&mut self, kind: usize) -> u8 {
        let next = at(&self.next, kind);
        put(&mut self.next, kind, next + 1);
        at(self.parts, next)
    }

    fn mixed_byte(&mut self, kind: usize, place: u32, lower: u32) -> u8 {
        let following = [0, 1, 2].map(|distance| self.peek(OPCODE, distance));
        let views = self.surroundings.views(kind, place, lower, following);
        let trees = &mut part_mut(&mut self.memory.trees, kind - GET, 1)[0];
        let tree = &mut trees[usize::from(place > 0)];
        self.memory.mixer.byte(tree, views, self.decide)
    }
}

impl<D: Decide> Move for Joining<'_, D> {
    fn byte(&mut self, kind: usize) -> u8 {
        let byte = self.take(kind);
        self.put_byte(byte);
        if kind == OPCODE {
            self.surroundings.enter_instruction(byte);
        }
        byte
    }

    fn number(&mut self, kind: usize) -> u32 {
        if kind < GET {
            return self.put_number(|joining, _, _| joining.take(kind));
        }
        let number =
            self.put_number(|joining, place, lower| joining.mixed_byte(kind, place, lower));
        self.surroundings.enter_number(kind, number);
        number
    }

    fn align(&mut self, natural: u8) {
        self.put_byte(natural);
    }
}
