//! Unpacks a module, while what is packed arrives.

use crate::check_sum;
use crate::join::{self, Memory, Unpacking};
use crate::lzma::{Decoder, SYMBOL_BYTES_MAX};
use crate::slice::{part, part_mut};

/// Before everything packed: the lengths of parts and module, and the check sum of the module, four bytes each.
const HEADER_BYTES: usize = 12;

/// No module is longer when packed.
pub const PACKED_BYTES_MAX: usize = 1 << 20;
/// No parts are longer.
pub const PARTS_BYTES_MAX: usize = 3 << 20;
/// No module is longer.
pub const MODULE_BYTES_MAX: usize = 4 << 20;

/// All memory that unpacking needs: zeros, until something has arrived.
#[derive(Debug)]
pub struct Unpacker {
    packed: [u8; PACKED_BYTES_MAX],
    parts: [u8; PARTS_BYTES_MAX],
    module: [u8; MODULE_BYTES_MAX],
    memory: Memory,
    decoder: Decoder,
    header: [u32; 3],
}

impl Unpacker {
    /// Megabytes: for a static.
    pub const fn new() -> Self {
        Self {
            packed: [0; PACKED_BYTES_MAX],
            parts: [0; PARTS_BYTES_MAX],
            module: [0; MODULE_BYTES_MAX],
            memory: Memory::new(),
            decoder: Decoder::new(),
            header: [0; 3],
        }
    }

    /// Where what arrives is put.
    pub fn room(&mut self) -> &mut [u8] {
        &mut self.packed
    }

    /// Where the module is joined.
    pub fn module(&self) -> &[u8] {
        &self.module
    }

    /// So much has arrived: unpacks what can be unpacked of it.
    pub fn take(&mut self, length: usize) {
        self.unpack(length, SYMBOL_BYTES_MAX);
    }

    /// All has arrived: returns the module, or nothing for what is damaged. Panics if damage leads out of memory.
    /// The next module may arrive from its start.
    pub fn finish(&mut self, length: usize) -> Option<&[u8]> {
        self.unpack(length, 0);
        let [parts, module, sum] = core::mem::take(&mut self.header);
        let packed = part(&self.packed, 0, length);
        let mut unpacking = Unpacking::new(packed, self.decoder.end());
        let module = part_mut(&mut self.module, 0, module as usize);
        let parts = part(&self.parts, 0, parts as usize);
        let joined = join::join(parts, &mut self.memory, &mut unpacking, module);
        let is_whole =
            joined == module.len() && unpacking.end() == length && check_sum(module) == sum;
        is_whole.then_some(module)
    }

    fn unpack(&mut self, length: usize, reserve: usize) {
        let packed = part(&self.packed, 0, length);
        if length < HEADER_BYTES + SYMBOL_BYTES_MAX {
            self.header = [0; 3];
            return;
        }
        if self.header == [0; 3] {
            self.header = [0, 4, 8].map(|start| join::number_at(packed, start));
            self.decoder.begin(packed, HEADER_BYTES);
        }
        let parts = part_mut(&mut self.parts, 0, self.header[0] as usize);
        self.decoder.advance(packed, reserve, parts);
    }
}

impl Default for Unpacker {
    fn default() -> Self {
        Self::new()
    }
}
