//! Takes a WebAssembly module apart into what `unpack::join` joins.

use unpack::kind::{
    AFTER, BEFORE, CODE_SECTION, DECLARATION, GET, MIXED_COUNT, Move, PART_COUNT, PATH,
    move_function,
};
use unpack::mixed::PATH_LENGTH_MAX;

/// Magic number and version.
const PREAMBLE_BYTES: usize = 8;

/// A module in parts.
pub(super) struct Apart {
    /// All but the numbers that are mixed, after the lengths of the parts.
    pub(super) parts: Vec<u8>,
    /// The bytes of these numbers, in the order of the code.
    pub(super) mixed: Vec<u8>,
    /// The module with natural alignments: what its parts have to join to.
    pub(super) module: Vec<u8>,
}

/// Takes a module apart, or says where it has what is not expected.
pub(super) fn take_apart(module: &[u8]) -> Result<Apart, String> {
    let mut taking = Taking {
        module: module.to_vec(),
        position: 0,
        parts: vec![Vec::new(); PART_COUNT],
        mixed: Vec::new(),
        uses: vec![[[0; 256]; 2]; MIXED_COUNT],
        is_cut: false,
        unnatural: None,
    };
    taking.module();
    if taking.is_cut {
        return Err("it ends too soon".to_owned());
    }
    if let Some(position) = taking.unnatural {
        return Err(format!("no alignment of a load or store at {position}"));
    }
    taking.parts[PATH] = taking.uses.as_flattened().iter().flat_map(path_lengths).collect();
    let lengths = taking.parts.iter().flat_map(|part| (part.len() as u32).to_le_bytes()).collect();
    Ok(Apart {
        parts: [lengths, taking.parts.concat()].concat(),
        mixed: taking.mixed,
        module: taking.module,
    })
}

struct Taking {
    module: Vec<u8>,
    position: usize,
    parts: Vec<Vec<u8>>,
    mixed: Vec<u8>,
    /// How often each byte is used: by kind, first and later bytes.
    uses: Vec<[[u32; 256]; 2]>,
    /// Whether the module ended where it should have gone on.
    is_cut: bool,
    /// Where an access is aligned by more than its type asks for.
    unnatural: Option<usize>,
}

impl Taking {
    fn module(&mut self) {
        let mut kind = BEFORE;
        self.keep(kind, 0..PREAMBLE_BYTES);
        self.position = PREAMBLE_BYTES;
        while self.position < self.module.len() && !self.is_cut {
            let start = self.position;
            let section = self.next();
            let size = self.skip_number() as usize;
            let end = self.position + size;
            if section == CODE_SECTION {
                kind = AFTER;
                for _ in 0..self.number(DECLARATION) {
                    self.skip_number();
                    move_function(self);
                }
            } else {
                self.keep(kind, start..end);
                self.position = end;
            }
        }
    }

    fn keep(&mut self, kind: usize, place: std::ops::Range<usize>) {
        match self.module.get(place) {
            Some(bytes) => self.parts[kind].extend_from_slice(bytes),
            None => self.is_cut = true,
        }
    }

    /// The next byte. After the last one there are ends of blocks, so that each function ends.
    fn next(&mut self) -> u8 {
        let byte = self.module.get(self.position).copied();
        self.is_cut |= byte.is_none();
        self.position += 1;
        byte.unwrap_or(0x0b)
    }

    fn skip_number(&mut self) -> u32 {
        self.each_byte_of_number(|_, _, _| {})
    }

    fn each_byte_of_number(&mut self, mut keep: impl FnMut(&mut Self, usize, u8)) -> u32 {
        let mut number = 0;
        for place in 0.. {
            let byte = self.next();
            keep(self, place, byte);
            number |= u32::from(byte & 0x7f).wrapping_shl(7 * place as u32);
            if byte < 0x80 {
                break;
            }
        }
        number
    }
}

impl Move for Taking {
    fn byte(&mut self, kind: usize) -> u8 {
        let byte = self.next();
        self.parts[kind].push(byte);
        byte
    }

    fn number(&mut self, kind: usize) -> u32 {
        self.each_byte_of_number(|taking, place, byte| match kind.checked_sub(GET) {
            Some(mixed) => {
                taking.mixed.push(byte);
                taking.uses[mixed][place.min(1)][usize::from(byte)] += 1;
            }
            None => taking.parts[kind].push(byte),
        })
    }

    fn align(&mut self, natural: u8) {
        let position = self.position;
        if self.next() > natural {
            self.unnatural.get_or_insert(position);
        }
        if let Some(hint) = self.module.get_mut(position) {
            *hint = natural;
        }
    }
}

/// How long Huffman makes the path of each byte that is used.
fn path_lengths(uses: &[u32; 256]) -> [u8; 256] {
    let mut lengths = [0; 256];
    let mut groups: Vec<(u32, Vec<usize>)> =
        (0..256).filter(|&byte| uses[byte] > 0).map(|byte| (uses[byte], vec![byte])).collect();
    if let [(_, only)] = groups.as_slice() {
        lengths[only[0]] = 1;
    }
    while groups.len() > 1 {
        groups.sort_by_key(|(uses, _)| std::cmp::Reverse(*uses));
        let (right, left) = (groups.split_off(groups.len() - 1), groups.pop());
        let joined = right.into_iter().chain(left);
        let joined = joined.fold((0, Vec::new()), |(uses, bytes), (its, more)| {
            (uses + its, [bytes, more].concat())
        });
        for &byte in &joined.1 {
            lengths[byte] += 1;
        }
        groups.push(joined);
    }
    // Fewer than four million uses keep paths shorter than this: lengths grow like the numbers of Fibonacci.
    assert!(lengths.iter().all(|&length| length <= PATH_LENGTH_MAX));
    lengths
}
