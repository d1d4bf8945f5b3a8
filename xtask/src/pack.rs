//! Packs the program tighter than hosts do: `static/unpack.mjs` unpacks it in the page.
//!
//! LZMA gains a fifth on gzip. Few hosts compress better than gzip, and a page cannot ask them to.

use std::io::{self, Write};

use lzma_rust2::{DICT_SIZE_MIN, EncodeMode, LzmaOptions, LzmaWriter, MfType};

/// The packed form: parameters (1 byte), size of the dictionary (4), size of what is packed (8, both little-endian),
/// symbols.
///
/// The parameters are the best of all that LZMA has for a program of ours. The page knows no others.
pub(crate) fn pack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let options = LzmaOptions {
        // What is copied may be anywhere before.
        dict_size: u32::try_from(bytes.len()).map_err(io::Error::other)?.max(DICT_SIZE_MIN),
        // A literal depends on the upper half of the byte before it, and nothing on its position.
        lc: 4,
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
    use crate::{file, npm, process, workspace};

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
    fn what_is_packed_unpacks_to_itself() {
        let samples =
            [Vec::new(), vec![7], noise(50_000), prose(), [prose(), noise(999), prose()].concat()];
        let packed: Vec<_> = samples.iter().map(|it| pack(it).expect("it packs")).collect();
        let unpacked = unpack("whole", &packed);
        assert!(unpacked == samples.clone().map(Some), "other bytes came out");
        assert!(packed[3].len() < samples[3].len() / 4, "{} bytes", packed[3].len());
    }

    #[test]
    fn what_is_cut_or_damaged_is_refused() {
        let whole = pack(&prose()).expect("it packs");
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
