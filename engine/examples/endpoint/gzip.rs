//! Bodies in gzip (RFC 1952), around a deflate that is not ours.

use engine::api::protocol::crc32;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

/// Magic number, deflate, no flags, no time, no hint, unknown system.
const HEADER: [u8; 10] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF];

/// Sum and size behind the data.
const TRAILER_SIZE: usize = 8;

/// Fast rather than small: the other end is mostly on the same machine.
const LEVEL: u8 = 1;

/// Why a body cannot be unpacked.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is no gzip, or damaged.
    Damaged,
    /// It unpacks to more than it may.
    TooLarge,
}

/// Packs a body.
pub(crate) fn pack(body: &[u8]) -> Vec<u8> {
    let mut packed = HEADER.to_vec();
    packed.extend(compress_to_vec(body, LEVEL));
    packed.extend(crc32(body).to_le_bytes());
    packed.extend(size_of(body));
    packed
}

/// Unpacks a body of one member, to so many bytes at most.
pub(crate) fn unpack(packed: &[u8], size_max: usize) -> Result<Vec<u8>, Fault> {
    let data = after_header(packed).ok_or(Fault::Damaged)?;
    let (body, size) = inflate(data, size_max)?;
    let trailer = data.get(size..size + TRAILER_SIZE).ok_or(Fault::Damaged)?;
    let expected = [crc32(&body).to_le_bytes(), size_of(&body)].concat();
    if trailer == expected { Ok(body) } else { Err(Fault::Damaged) }
}

/// The last field of a member: the size, of which four bytes count.
fn size_of(body: &[u8]) -> [u8; 4] {
    let [a, b, c, d, ..] = body.len().to_le_bytes();
    [a, b, c, d]
}

/// What was packed, and how many bytes it took.
fn inflate(data: &[u8], size_max: usize) -> Result<(Vec<u8>, usize), Fault> {
    let mut body = vec![0; data.len().saturating_mul(4).clamp(1, size_max)];
    let flags = inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let mut state = Box::<DecompressorOxide>::default();
    let (mut read, mut written) = (0, 0);
    loop {
        let (status, taken, made) =
            decompress(&mut state, &data[read..], &mut body, written, flags);
        read += taken;
        written += made;
        match status {
            TINFLStatus::Done => {
                body.truncate(written);
                return Ok((body, read));
            }
            TINFLStatus::HasMoreOutput if body.len() == size_max => return Err(Fault::TooLarge),
            TINFLStatus::HasMoreOutput => body.resize((body.len() * 2).min(size_max), 0),
            _ => return Err(Fault::Damaged),
        }
    }
}

/// What follows the header, which may hold fields that nobody needs.
fn after_header(packed: &[u8]) -> Option<&[u8]> {
    const CHECKED: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    let (fixed, mut rest) = packed.split_at_checked(HEADER.len())?;
    if fixed[..3] != HEADER[..3] {
        return None;
    }
    let flags = fixed[3];
    if flags & EXTRA != 0 {
        let (size, after) = rest.split_at_checked(2)?;
        rest = after.get(usize::from(u16::from_le_bytes([size[0], size[1]]))..)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let end = rest.iter().position(|byte| *byte == 0)?;
            rest = &rest[end + 1..];
        }
    }
    if flags & CHECKED != 0 { rest.get(2..) } else { Some(rest) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "hello" as the gzip of GNU packs it, under a file's name.
    const NAMED: [u8; 31] = [
        0x1F, 0x8B, 8, 8, 0, 0, 0, 0, 0, 3, b'h', b'.', b't', b'x', b't', 0, 0xCB, 0x48, 0xCD,
        0xC9, 0xC9, 0x07, 0x00, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ];

    #[test]
    fn what_is_packed_is_unpacked() {
        for body in [Vec::new(), b"{}".to_vec(), b"abc".repeat(100_000)] {
            assert_eq!(unpack(&pack(&body), 300_000), Ok(body));
        }
        assert_eq!(unpack(&NAMED, 5), Ok(b"hello".to_vec()));
    }

    #[test]
    fn more_than_allowed_is_not_unpacked() {
        assert_eq!(unpack(&pack(&b"abc".repeat(100_000)), 299_999), Err(Fault::TooLarge));
    }

    #[test]
    fn damage_is_noticed_wherever_it_is() {
        for position in [0, 1, 2, 16, 20, 23, 24, 27, 30] {
            let mut damaged = NAMED;
            damaged[position] ^= 0x55;
            assert_eq!(unpack(&damaged, 1_000), Err(Fault::Damaged), "byte {position}");
        }
        for size in 0..NAMED.len() {
            assert_eq!(unpack(&NAMED[..size], 1_000), Err(Fault::Damaged), "{size} bytes");
        }
    }
}
