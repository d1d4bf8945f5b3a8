//! Packs the program tighter than hosts do: `static/unpack.mjs` unpacks it in the page.
//!
//! LZMA gains a fifth on gzip, and a tenth more when like stands beside like in a module. Few hosts compress better than
//! gzip, and a page cannot ask them to.

use std::io::{self, Write};
use std::path::Path;

use lzma_rust2::{DICT_SIZE_MIN, EncodeMode, LzmaOptions, LzmaWriter, MfType};

use crate::failure::Failure;
use crate::{file, npm, process, workspace};

/// The packed form of a WebAssembly module. Beside the module a file is left with its parts.
pub(crate) fn pack(module: &Path) -> Result<Vec<u8>, Failure> {
    let parts = module.with_extension("parts");
    let mut node = npm::node()?;
    node.arg(workspace::root().join("xtask/take-apart.mjs")).arg(module).arg(&parts);
    process::run(&mut node)?;
    lzma(&file::read_bytes(&parts)?)
        .map_err(|error| Failure::new(format!("The program could not be packed: {error}.")))
}

/// LZMA: parameters (1 byte), size of the dictionary (4), size of what is packed (8, both little-endian), symbols.
///
/// The parameters are those that suit the parts of a program of ours best. The page knows no others.
fn lzma(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let options = LzmaOptions {
        // What is copied may be anywhere before.
        dict_size: u32::try_from(bytes.len()).map_err(io::Error::other)?.max(DICT_SIZE_MIN),
        // A literal depends on the two highest bits of the byte before it, and nothing on its position.
        lc: 2,
        lp: 0,
        pb: 0,
        mode: EncodeMode::Normal,
        mf: MfType::Bt4,
        // As far as the search for something to copy goes.
        nice_len: LzmaOptions::NICE_LEN_MAX,
        depth_limit: 1_000,
        ..LzmaOptions::default()
    };
    let mut writer = LzmaWriter::new_use_header(Vec::new(), &options, Some(bytes.len() as u64))?;
    writer.write_all(bytes)?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page's script makes of files: their contents, or nothing for those that it refuses.
    fn unpack(name: &str, files: &[Vec<u8>]) -> Vec<Option<Vec<u8>>> {
        let folder = workspace::target_folder().join("pack").join(name);
        file::remove_folder(&folder).expect("it may be removed");
        let mut node = npm::node().expect("Node is there");
        node.arg(workspace::root().join("xtask/unpack.mjs"));
        for (number, bytes) in files.iter().enumerate() {
            let path = folder.join(number.to_string());
            file::write(&path, bytes).expect("it may be written");
            node.arg(path);
        }
        process::output(&mut node).expect("it refuses without failing");
        let path = |number: usize| folder.join(format!("{number}.unpacked"));
        (0..files.len()).map(|number| file::read_bytes(&path(number)).ok()).collect()
    }

    /// Bytes without a pattern.
    fn noise(count: usize) -> Vec<u8> {
        let mut state = 1_u32;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state.to_be_bytes()[0]
        };
        (0..count).map(|_| next()).collect()
    }

    /// Words and numbers, with patterns of every length.
    fn prose() -> Vec<u8> {
        let lines =
            (0..4_000).map(|number| format!("{} bytes at {:x}\n", number * 7, number * number));
        let mut text = lines.collect::<String>().into_bytes();
        text.extend(text.clone());
        text.extend([0; 1_000]);
        text
    }

    #[test]
    fn a_module_is_taken_apart_and_joined() {
        // One function, with one instruction of every form; what it computes is no matter here.
        let code = [
            &[0x01, 0x02, 0x7f][..],                           // two locals of type i32
            &[0x02, 0x40, 0x03, 0x7f, 0x0b, 0x0b],             // block, loop
            &[0x0d, 0x00, 0x0e, 0x01, 0x00, 0x00],             // br_if, br_table
            &[0x10, 0x81, 0x01, 0x11, 0x02, 0x00, 0x20, 0x01], // call, call_indirect, local.get
            &[0x28, 0x02, 0x90, 0x01, 0x3c, 0x00, 0x04, 0x29, 0x03, 0], // i32.load, i32.store8, i64.load
            &[0x41, 0xff, 0x7e, 0x42, 0x80, 0x80, 0x04, 0x6a, 0xc4], // constants, i32.add, extend
            &[0x43, 0x0b, 0, 0, 0, 0x44, 0x0b, 0, 0, 0, 0, 0, 0, 0], // floats whose bytes look like ends
            &[0xfc, 0x0a, 0, 0, 0xfc, 0x02, 0xfc, 0x0f, 0, 0xd0, 0x6f], // memory.copy, trunc_sat, table.grow
            &[0x0b],
        ]
        .concat();
        let length = u8::try_from(code.len()).expect("it is short");
        let module = [
            b"\0asm\x01\0\0\0\x01\x04\x01\x60\0\0\x03\x02\x01\0".to_vec(),
            vec![10, length + 2, 1, length],
            code,
            vec![0, 3, 2, b'e', b'n'],
        ]
        .concat();
        let path = workspace::target_folder().join("pack/module/whole.wasm");
        file::write(&path, &module).expect("it may be written");
        let packed = pack(&path).expect("it comes back as it was");
        assert!(packed.len() > 13);
        file::write(&path, &module[..module.len() - 9]).expect("it may be written");
        assert!(pack(&path).is_err(), "a function without its end");
    }

    #[test]
    fn what_is_packed_unpacks_to_itself() {
        let samples =
            [Vec::new(), vec![7], noise(50_000), prose(), [prose(), noise(999), prose()].concat()];
        let packed: Vec<_> = samples.iter().map(|it| lzma(it).expect("it packs")).collect();
        let unpacked = unpack("whole", &packed);
        assert!(unpacked == samples.clone().map(Some), "other bytes came out");
        assert!(packed[3].len() < samples[3].len() / 4, "{} bytes", packed[3].len());
    }

    #[test]
    fn what_is_cut_or_damaged_is_refused() {
        let whole = lzma(&prose()).expect("it packs");
        let cut = [0, 1, 12, 13, 18, 40, whole.len() / 2, whole.len() - 1];
        let mut damaged: Vec<_> = cut.iter().map(|&length| whole[..length].to_vec()).collect();
        for place in (0..whole.len()).step_by(whole.len() / 20) {
            let mut bytes = whole.clone();
            bytes[place] ^= 0x10;
            damaged.push(bytes);
        }
        damaged.push([whole, vec![0]].concat());
        let accepted = unpack("damaged", &damaged);
        let accepted: Vec<_> =
            (0..damaged.len()).filter(|&number| accepted[number].is_some()).collect();
        assert_eq!(accepted, [0; 0]);
    }
}
