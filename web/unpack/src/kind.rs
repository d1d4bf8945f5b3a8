//! What a WebAssembly module is taken apart into. Names and numbers are those of its specification. Kinds are numbers,
//! by which parts and trees are found, because a match for each would weigh more than all else here.

/// What stands before the code: all in one part.
pub const BEFORE: usize = 0;
/// What stands after the code.
pub const AFTER: usize = 1;
/// How many functions there are, and the locals of each.
pub const DECLARATION: usize = 2;
/// Opcodes.
pub const OPCODE: usize = 3;
/// What is rare.
pub const OTHER: usize = 4;
/// How long the paths of bytes are: of each kind of number, of first bytes and of later ones.
pub const PATH: usize = 5;
/// How many parts there are.
pub const PART_COUNT: usize = 6;

/// Numbers of locals that are read: the first kind of numbers that are mixed.
pub const GET: usize = PART_COUNT;
/// Numbers of locals that are written.
pub const SET: usize = GET + 1;
/// Offsets of loads.
pub const LOAD: usize = GET + 2;
/// Offsets of stores.
pub const STORE: usize = GET + 3;
/// Numbers of functions.
pub const FUNCTION: usize = GET + 4;
/// Labels of branches.
pub const LABEL: usize = GET + 5;
/// Types of blocks.
pub const BLOCK: usize = GET + 6;
/// Constants of 32 bits.
pub const I32: usize = GET + 7;
/// Constants of 64 bits.
pub const I64: usize = GET + 8;
/// How many kinds are mixed.
pub const MIXED_COUNT: usize = 9;

/// The section of the functions.
pub const CODE_SECTION: u8 = 10;

/// From the first load to the last store: the logarithms of the sizes of what they move.
const FIRST_ACCESS: u8 = 0x28;
const NATURAL_ALIGNMENTS: [u8; 23] =
    [2, 3, 2, 3, 0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 2, 3, 2, 3, 0, 1, 0, 1, 2];

/// How many numbers follow the second byte of an instruction that has two.
const BULK_NUMBER_COUNTS: [u8; 18] = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/// Moves what a function is made of from one form to the other, which of them it knows itself.
pub trait Move {
    /// Moves a byte of a kind.
    fn byte(&mut self, kind: usize) -> u8;
    /// Moves a number, which has seven bits a byte, the lowest first.
    fn number(&mut self, kind: usize) -> u32;
    /// Moves how an access to memory is aligned: a mere hint, and so always what is natural for the type.
    fn align(&mut self, natural: u8);
}

/// Moves a function. An instruction that is not known here has no numbers: whatever it is, both forms agree.
pub fn move_function(with: &mut impl Move) {
    for _ in 0..with.number(DECLARATION) {
        with.number(DECLARATION);
        with.byte(DECLARATION);
    }
    let mut depth = 1;
    while depth > 0 {
        let opcode = with.byte(OPCODE);
        if let Some(&natural) =
            NATURAL_ALIGNMENTS.get(usize::from(opcode.wrapping_sub(FIRST_ACCESS)))
        {
            with.align(natural);
        }
        let (kind, count) = numbers_after(opcode);
        for _ in 0..count {
            with.number(kind);
        }
        match opcode {
            // block, loop, if
            0x02..=0x04 => depth += 1,
            // end
            0x0b => depth -= 1,
            // br_table
            0x0e => {
                for _ in 0..=with.number(LABEL) {
                    with.number(LABEL);
                }
            }
            // select, with types
            0x1c => {
                for _ in 0..with.number(OTHER) {
                    with.byte(OTHER);
                }
            }
            // f32.const, f64.const
            0x43 | 0x44 => {
                for _ in 0..if opcode == 0x43 { 4 } else { 8 } {
                    with.byte(OTHER);
                }
            }
            // saturating conversion, bulk memory, tables
            0xfc => {
                let second = usize::from(with.byte(OPCODE));
                for _ in 0..BULK_NUMBER_COUNTS.get(second).copied().unwrap_or_default() {
                    with.number(OTHER);
                }
            }
            _ => {}
        }
    }
}

/// What kind of numbers follows an opcode always, and how many.
fn numbers_after(opcode: u8) -> (usize, u8) {
    match opcode {
        0x02..=0x04 => (BLOCK, 1),
        0x0c | 0x0d => (LABEL, 1),
        0x10 => (FUNCTION, 1),
        // call_indirect: type and table
        0x11 => (OTHER, 2),
        0x20 => (GET, 1),
        0x21 | 0x22 => (SET, 1),
        0x28..=0x35 => (LOAD, 1),
        0x36..=0x3e => (STORE, 1),
        // globals, tables, size and growth of memory, references
        0x23..=0x26 | 0x3f | 0x40 | 0xd0 | 0xd2 => (OTHER, 1),
        0x41 => (I32, 1),
        0x42 => (I64, 1),
        _ => (OTHER, 0),
    }
}
