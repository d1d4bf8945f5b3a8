//! Packs the numbers that are mixed: decisions, each with the chance that it had.

use std::sync::{Mutex, PoisonError};

use unpack::join::{Memory, bound, join};
use unpack::mixed::{Decide, Tree};
use unpack::range::RANGE_MIN;

/// Joins what was taken apart. Returns the module and what is left of the numbers.
pub(super) fn mix(parts: &[u8], mixed: &[u8], module_bytes_max: usize) -> (Vec<u8>, Vec<u8>) {
    // Megabytes, which would not fit on a stack.
    static MEMORY: Mutex<Memory> = Mutex::new(Memory::new());
    let mut memory = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let mut packing =
        Packing { mixed: mixed.iter(), path: 0, low: 0, range: u32::MAX, packed: Vec::new() };
    let mut module = vec![0; module_bytes_max];
    let length = join(parts, &mut memory, &mut packing, &mut module);
    module.truncate(length);
    (module, packing.finish())
}

struct Packing<'a> {
    mixed: std::slice::Iter<'a, u8>,
    /// The rest of the path of a byte, the next turn in the highest bit.
    path: u32,
    low: u64,
    range: u32,
    packed: Vec<u8>,
}

impl Decide for Packing<'_> {
    fn begin(&mut self, tree: &Tree) {
        self.path = tree.path(self.mixed.next().copied().unwrap_or_default());
    }

    fn is_right(&mut self, chance: u32) -> bool {
        let is_right = self.path >> 31 == 1;
        self.path <<= 1;
        let bound = bound(self.range, chance);
        if is_right {
            self.range = bound;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
        }
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.shift();
        }
        is_right
    }
}

impl Packing<'_> {
    /// Writes the highest byte of what is certain but for a carry.
    fn shift(&mut self) {
        if self.low > u64::from(u32::MAX) {
            let last = self.packed.iter().rposition(|&byte| byte < u8::MAX);
            let last = last.expect("what is written is below one");
            self.packed[last] += 1;
            self.packed[last + 1..].fill(0);
        }
        self.packed.push((self.low >> 24) as u8);
        self.low = self.low << 8 & u64::from(u32::MAX);
    }

    fn finish(mut self) -> Vec<u8> {
        for _ in 0..4 {
            self.shift();
        }
        self.packed
    }
}
