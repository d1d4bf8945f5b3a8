//! What surrounds a number in code: instructions before it, opcodes after it, numbers of its kind.

use crate::kind::{GET, MIXED_COUNT};
use crate::mixed::VIEW_COUNT;
use crate::slice::{at, put};

/// What can be seen from a number, besides what it is. A view is a sum of these.
const NOTHING: u16 = 0;
const OPCODE: u16 = 1 << 0;
/// Opcodes before it.
const FIRST_BEFORE: u16 = 1 << 1;
const SECOND_BEFORE: u16 = 1 << 2;
const THIRD_BEFORE: u16 = 1 << 3;
/// Opcodes after it.
const FIRST_AFTER: u16 = 1 << 4;
const SECOND_AFTER: u16 = 1 << 5;
const THIRD_AFTER: u16 = 1 << 6;
/// The instructions before it, with their numbers.
const FIRST_INSTRUCTION: u16 = 1 << 7;
const SECOND_INSTRUCTION: u16 = 1 << 8;
const THIRD_INSTRUCTION: u16 = 1 << 9;
/// The last numbers of its kind.
const LAST: u16 = 1 << 10;
const LAST_BUT_ONE: u16 = 1 << 11;
/// The number of the function that it stands in.
const FUNCTION: u16 = 1 << 12;

const BEFORE: u16 = FIRST_BEFORE | SECOND_BEFORE | THIRD_BEFORE;
const AFTER: u16 = FIRST_AFTER | SECOND_AFTER | THIRD_AFTER;

/// The views of each kind, found by trying which make the page smallest.
const VIEWS: [[u16; VIEW_COUNT]; MIXED_COUNT] = [
    // Locals that are read.
    [
        OPCODE | FIRST_AFTER | SECOND_AFTER | LAST,
        OPCODE,
        FIRST_BEFORE | FIRST_AFTER | SECOND_INSTRUCTION | THIRD_INSTRUCTION,
        OPCODE | BEFORE | FIRST_AFTER | SECOND_AFTER | LAST_BUT_ONE,
        OPCODE | FIRST_AFTER | SECOND_AFTER | FUNCTION,
    ],
    // Locals that are written.
    [
        NOTHING,
        LAST,
        OPCODE | THIRD_BEFORE | SECOND_INSTRUCTION | THIRD_INSTRUCTION,
        OPCODE | FIRST_BEFORE | FIRST_AFTER | THIRD_AFTER | THIRD_INSTRUCTION,
        OPCODE | FIRST_BEFORE,
    ],
    // Offsets of loads.
    [
        OPCODE | FIRST_INSTRUCTION,
        OPCODE | FIRST_BEFORE | LAST,
        OPCODE | BEFORE | FIRST_AFTER | LAST,
        OPCODE | FIRST_BEFORE | AFTER,
        FIRST_INSTRUCTION,
    ],
    // Offsets of stores.
    [
        OPCODE | FIRST_BEFORE | SECOND_BEFORE | FIRST_AFTER | THIRD_AFTER,
        OPCODE | LAST,
        OPCODE | FIRST_BEFORE | THIRD_BEFORE | LAST,
        OPCODE | SECOND_INSTRUCTION | THIRD_INSTRUCTION,
        NOTHING,
    ],
    // Functions.
    [
        OPCODE | FIRST_BEFORE | SECOND_BEFORE,
        FIRST_AFTER,
        OPCODE | BEFORE,
        OPCODE | FIRST_BEFORE | SECOND_BEFORE | AFTER,
        OPCODE,
    ],
    // Labels.
    [
        OPCODE | FIRST_BEFORE | FIRST_AFTER | SECOND_AFTER,
        OPCODE | LAST,
        OPCODE | FIRST_AFTER | LAST | LAST_BUT_ONE,
        OPCODE | BEFORE | FIRST_AFTER | SECOND_AFTER,
        OPCODE | FIRST_BEFORE | THIRD_BEFORE | LAST | LAST_BUT_ONE,
    ],
    // Types of blocks.
    [
        OPCODE | FIRST_BEFORE,
        OPCODE | FIRST_AFTER | SECOND_AFTER,
        OPCODE | FIRST_BEFORE | SECOND_BEFORE,
        OPCODE | LAST,
        OPCODE | AFTER,
    ],
    // Constants of 32 bits.
    [
        OPCODE | FIRST_AFTER | SECOND_AFTER,
        FIRST_BEFORE | FIRST_AFTER,
        OPCODE,
        OPCODE | BEFORE | AFTER,
        FIRST_AFTER | LAST,
    ],
    // Constants of 64 bits.
    [
        FIRST_AFTER,
        BEFORE,
        NOTHING,
        OPCODE | SECOND_BEFORE | THIRD_BEFORE | AFTER,
        OPCODE | FIRST_BEFORE | FIRST_AFTER | SECOND_AFTER,
    ],
];

/// What has been in the code up to a number.
#[derive(Debug)]
pub(crate) struct Surroundings {
    function: u32,
    /// The last four opcodes, the last one first.
    opcodes: [u8; 4],
    /// The last four instructions, each with its numbers, the last one first.
    instructions: [u32; 4],
    /// The last two numbers of each kind, the last one first.
    last: [[u32; 2]; MIXED_COUNT],
}

impl Surroundings {
    /// Before all code.
    pub(crate) const fn new() -> Self {
        Self { function: 0, opcodes: [0; 4], instructions: [0; 4], last: [[0; 2]; MIXED_COUNT] }
    }

    /// A function begins.
    pub(crate) fn enter_function(&mut self) {
        *self = Self { function: self.function + 1, last: self.last, ..Self::new() };
    }

    /// An instruction begins.
    pub(crate) fn enter_instruction(&mut self, opcode: u8) {
        let [first, second, third, _] = self.opcodes;
        self.opcodes = [opcode, first, second, third];
        let [first, second, third, _] = self.instructions;
        self.instructions = [u32::from(opcode), first, second, third];
    }

    /// The instruction has had this number, of a kind that is mixed.
    pub(crate) fn enter_number(&mut self, kind: usize, number: u32) {
        let [last, _] = at(&self.last, kind - GET);
        put(&mut self.last, kind - GET, [number, last]);
        self.instructions[0] = hash(self.instructions[0], !number);
    }

    /// What each view sees before a byte of a number: which byte it is, of which kind, after which lower bits, and what
    /// the opcodes will be.
    pub(crate) fn views(
        &self,
        kind: usize,
        byte: u32,
        lower: u32,
        after: [u8; 3],
    ) -> [u32; VIEW_COUNT] {
        let [opcode, before @ ..] = self.opcodes.map(u32::from);
        let after = after.map(u32::from);
        let [_, instructions @ ..] = self.instructions;
        let [last, last_but_one] = at(&self.last, kind - GET);
        let seen = [
            opcode,
            before[0],
            before[1],
            before[2],
            after[0],
            after[1],
            after[2],
            instructions[0],
            instructions[1],
            instructions[2],
            last,
            last_but_one,
            self.function,
        ];
        // A sum of products is as different as its parts are, and the same for each view of the same.
        let mut factor = FACTOR;
        let products = seen.map(|its| {
            factor = factor.wrapping_mul(FACTOR);
            its.wrapping_mul(factor)
        });
        let place = hash((kind - GET) as u32 | byte << 4, lower);
        at(&VIEWS, kind - GET).map(|view| {
            let (mut rest, mut number) = (view, place);
            while rest > 0 {
                number = number.wrapping_add(at(&products, rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
            hash(number, number >> 16)
        })
    }
}

/// Spreads what is multiplied by its powers over all bits.
const FACTOR: u32 = 0x9e37_79b1;

/// A number of two, likely to be another where one of them is.
fn hash(left: u32, right: u32) -> u32 {
    let product = left.wrapping_add(right.wrapping_mul(FACTOR)).wrapping_mul(0x85eb_ca6b);
    product.rotate_left(13) ^ right
}
