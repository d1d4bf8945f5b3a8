//! Packs the program tighter than hosts do: `web/unpack` unpacks it in the page.
//!
//! LZMA gains a fifth on gzip, and a tenth more when like stands beside like in a module; numbers in code gain a sixth on
//! that when their surroundings say what they may be. Few hosts compress better than gzip, and a page cannot ask them to.
#![expect(clippy::cast_possible_truncation, reason = "what is too long for four bytes is refused")]

mod apart;
mod mixing;

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use lzma_rust2::{DICT_SIZE_MIN, EncodeMode, LzmaOptions, LzmaWriter, MfType};
use unpack::check_sum;
use unpack::unpacker::{MODULE_BYTES_MAX, PACKED_BYTES_MAX, PARTS_BYTES_MAX, Unpacker};

use crate::failure::Failure;

/// The packed form of a WebAssembly module.
pub(crate) fn pack(module: &[u8]) -> Result<Vec<u8>, Failure> {
    let fail = |error: String| Failure::new(format!("The program could not be packed: {error}."));
    let apart = apart::take_apart(module).map_err(fail)?;
    let room = || fail("it is longer than web/unpack has room for".to_owned());
    if apart.parts.len() > PARTS_BYTES_MAX || module.len() > MODULE_BYTES_MAX {
        return Err(room());
    }
    let (joined, mixed) = mixing::mix(&apart.parts, &apart.mixed, MODULE_BYTES_MAX);
    if joined != apart.module {
        return Err(fail("its parts do not join to what they were".to_owned()));
    }
    let header = [apart.parts.len() as u32, joined.len() as u32, check_sum(&joined)];
    let lzma = lzma(&apart.parts).map_err(|error| fail(error.to_string()))?;
    let packed = [header.map(u32::to_le_bytes).as_flattened(), &lzma, &mixed].concat();
    if packed.len() > PACKED_BYTES_MAX {
        return Err(room());
    }
    if unpack(&packed).as_ref() != Some(&joined) {
        return Err(fail("it does not unpack to what it was".to_owned()));
    }
    Ok(packed)
}

/// Symbols of LZMA alone: the page knows the only parameters.
fn lzma(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let options = LzmaOptions {
        // What is copied may be anywhere before.
        dict_size: u32::try_from(bytes.len()).map_err(io::Error::other)?.max(DICT_SIZE_MIN),
        lc: unpack::lzma::CONTEXT_BITS,
        lp: 0,
        pb: 0,
        mode: EncodeMode::Normal,
        mf: MfType::Bt4,
        // As far as the search for something to copy goes.
        nice_len: LzmaOptions::NICE_LEN_MAX,
        depth_limit: 1_000,
        ..LzmaOptions::default()
    };
    let mut writer = LzmaWriter::new_no_header(Vec::new(), &options, false)?;
    writer.write_all(bytes)?;
    writer.finish()
}

/// What the page makes of a file that arrives in chunks: its contents, or nothing if it is refused.
fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    const CHUNK_BYTES: usize = 4_099;
    static UNPACKER: Mutex<Unpacker> = Mutex::new(Unpacker::new());
    let mut unpacker = UNPACKER.lock().unwrap_or_else(PoisonError::into_inner);
    unpacker.room()[..packed.len()].copy_from_slice(packed);
    for length in (0..packed.len()).step_by(CHUNK_BYTES) {
        unpacker.take(length);
    }
    unpacker.finish(packed.len()).map(<[u8]>::to_vec)
}

#[cfg(test)]
mod tests {
    use std::panic;

    use super::*;

    /// The same of what may lead anywhere.
    fn unpack_damaged(packed: &[u8]) -> Option<Vec<u8>> {
        panic::catch_unwind(|| unpack(packed)).ok().flatten()
    }

    /// Seven bits a byte, the lowest first.
    fn number(mut number: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number >= 0x80 {
            bytes.push(0x80 | (number & 0x7f) as u8);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }

    /// A module of one function many times, with one instruction of every form; what it computes is no matter here.
    fn module() -> Vec<u8> {
        let code = [
            &[0x01, 0x02, 0x7f][..],               // two locals of type i32
            &[0x02, 0x40, 0x03, 0x7f, 0x0b, 0x0b], // block, loop
            &[0x04, 0x7e, 0x05, 0x0c, 0x00, 0x0b], // if, else, br
            &[0x21, 0x02, 0x22, 0x83, 0x01, 0x1b, 0x1c, 0x01, 0x7f], // local.set, local.tee, select, with a type
            &[0x23, 0x00, 0x24, 0x01, 0x25, 0x00, 0x26, 0x01, 0x3f, 0x00, 0x40, 0x00], // globals, tables, memory
            &[0x37, 0x03, 0x98, 0x02, 0xd0, 0x70, 0xd1, 0xd2, 0x05, 0xff], // i64.store, references, no instruction
            &[0x0d, 0x00, 0x0e, 0x01, 0x00, 0x00],                         // br_if, br_table
            &[0x10, 0x81, 0x01, 0x11, 0x02, 0x00, 0x20, 0x01], // call, call_indirect, local.get
            &[0x28, 0x02, 0x90, 0x01, 0x3c, 0x00, 0x04, 0x29, 0x03, 0], // i32.load, i32.store8, i64.load
            &[0x41, 0xff, 0x7e, 0x42, 0x80, 0x80, 0x04, 0x6a, 0xc4], // constants, i32.add, extend
            &[0x43, 0x0b, 0, 0, 0, 0x44, 0x0b, 0, 0, 0, 0, 0, 0, 0], // floats whose bytes look like ends
            &[0xfc, 0x0a, 0, 0, 0xfc, 0x02, 0xfc, 0x0f, 0, 0xfc, 0x08, 3, 0], // memory.copy, trunc_sat, table.grow, memory.init
            &[0x0b],
        ]
        .concat();
        let functions = [number(code.len()), code].concat().repeat(100);
        let length = number(functions.len() + 1);
        let before = b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0";
        let after = [0, 3, 2, b'e', b'n'];
        [before.as_slice(), &[10], &length, &[100], &functions, &after].concat()
    }

    #[test]
    fn what_is_packed_unpacks_to_itself() {
        let module = module();
        let packed = pack(&module).expect("it packs");
        assert!(unpack(&packed) == Some(module.clone()), "another module came out");
        assert!(packed.len() < module.len() / 20, "{} of {}", packed.len(), module.len());
        // Neither side remembers the one before.
        let other: Vec<u8> =
            module.iter().map(|&byte| if byte == 0x81 { 0x82 } else { byte }).collect();
        let between = pack(&other).expect("it packs");
        assert!(unpack(&between) == Some(other), "another module came out");
        assert!(pack(&module).expect("it packs") == packed, "it packs to something else");
    }

    #[test]
    fn what_is_cut_is_refused() {
        let whole = module();
        assert!(pack(&whole[..whole.len() - 9]).is_err(), "a function without its end");
        let packed = pack(&whole).expect("it packs");
        let accepted: Vec<_> = (0..packed.len())
            .filter(|&length| unpack_damaged(&packed[..length]).is_some())
            .collect();
        assert_eq!(accepted, [0; 0]);
        assert_eq!(unpack_damaged(&[packed, vec![0]].concat()), None, "too long");
    }

    #[test]
    fn what_is_damaged_never_unpacks_to_another_module() {
        let module = module();
        let packed = pack(&module).expect("it packs");
        let mut refused_count = 0;
        for place in 0..packed.len() {
            let mut damaged = packed.clone();
            damaged[place] ^= 0x10;
            match unpack_damaged(&damaged) {
                // The last bytes only say that the rest is nothing.
                Some(unpacked) => assert!(unpacked == module, "damaged at {place}"),
                None => refused_count += 1,
            }
        }
        assert!(refused_count > packed.len() - 10, "{refused_count} of {}", packed.len());
    }

    #[test]
    fn alignment_that_is_not_natural_at_most_is_refused() {
        let mut module = module();
        let load = module.windows(2).position(|it| it == [0x28, 0x02]).expect("there is one");
        module[load + 1] = 1;
        assert!(pack(&module).is_ok(), "a hint of less");
        module[load + 1] = 3;
        assert!(pack(&module).is_err(), "more than is natural");
    }
}
