//! Bodies in gzip.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Why a body cannot be unpacked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is not gzip, or damaged.
    Damaged,
    /// It unpacks to more than it may.
    TooLarge,
}

/// Packs a body: fast rather than small, because the client is mostly on the same machine.
pub(crate) fn pack(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body).and_then(|()| encoder.finish()).expect("writing to a Vec does not fail")
}

/// Unpacks a body, to `size_max` bytes at most.
pub(crate) fn unpack(packed: &[u8], size_max: usize) -> Result<Vec<u8>, Fault> {
    let mut body = Vec::new();
    let mut decoder = GzDecoder::new(packed).take(size_max as u64 + 1);
    decoder.read_to_end(&mut body).map_err(|_| Fault::Damaged)?;
    if body.len() > size_max { Err(Fault::TooLarge) } else { Ok(body) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for body in [Vec::new(), b"{}".to_vec(), b"abc".repeat(100_000)] {
            assert_eq!(unpack(&pack(&body), 300_000), Ok(body));
        }
    }

    #[test]
    fn more_than_allowed_is_not_unpacked() {
        assert_eq!(unpack(&pack(&b"abc".repeat(100_000)), 299_999), Err(Fault::TooLarge));
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        let packed = pack(b"hello");
        for position in [0, 1, 2, 12, packed.len() - 8, packed.len() - 1] {
            let mut damaged = packed.clone();
            damaged[position] ^= 0x55;
            assert_eq!(unpack(&damaged, 1_000), Err(Fault::Damaged), "byte {position}");
        }
        for size in 0..packed.len() {
            assert_eq!(unpack(&packed[..size], 1_000), Err(Fault::Damaged), "{size} bytes");
        }
    }
}
