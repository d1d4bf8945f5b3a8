//! The link in a PNG file: a chunk `tEXt`, which programs that show pictures ignore.
//!
//! Source: <https://www.w3.org/TR/png-3/#5Chunk-layout>

use engine::api::protocol::crc32;

use crate::picture::LINK_NAME;

/// The first bytes of each file.
const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];

/// Length, type and check sum of a chunk.
const FRAME_SIZE: usize = 12;

const TEXT: &[u8] = b"tEXt";
const END: &[u8] = b"IEND";

/// Whether a file begins as a PNG.
pub fn is_png(file: &[u8]) -> bool {
    file.starts_with(&SIGNATURE)
}

/// A picture with a link in it; `None` if the bytes are not a complete picture.
pub fn with_link(file: &[u8], link: &str) -> Option<Vec<u8>> {
    let end = chunks(file).find(|chunk| chunk.kind == END)?.position;
    let text = [LINK_NAME.as_bytes(), b"\0", link.as_bytes()].concat();
    let length = u32::try_from(text.len()).ok()?;
    let named = [TEXT, &text].concat();
    let sum = crc32(&named).to_be_bytes();
    Some([&file[..end], &length.to_be_bytes(), &named, &sum, &file[end..]].concat())
}

/// The link in a picture.
pub(super) fn link_in(file: &[u8]) -> Option<String> {
    let texts = chunks(file).filter(|chunk| chunk.kind == TEXT);
    let mut links = texts.filter_map(|chunk| {
        let link = chunk.data.strip_prefix(LINK_NAME.as_bytes())?.strip_prefix(b"\0")?;
        String::from_utf8(link.to_vec()).ok()
    });
    links.next()
}

/// A part of a file.
struct Chunk<'a> {
    /// Where it begins.
    position: usize,
    kind: &'a [u8],
    data: &'a [u8],
}

/// The chunks of a file, up to the first that is not complete.
fn chunks(file: &[u8]) -> impl Iterator<Item = Chunk<'_>> {
    let mut position = SIGNATURE.len();
    std::iter::from_fn(move || {
        let (length, rest) = file.get(position..)?.split_first_chunk::<4>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        let (kind, rest) = rest.split_at_checked(4)?;
        let data = rest.get(..length)?;
        let chunk = Chunk { position, kind, data };
        position = position.checked_add(length)?.checked_add(FRAME_SIZE)?;
        Some(chunk)
    })
    .take_while(|_| is_png(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::fragment_in;

    /// A picture of one black pixel.
    const PIXEL: [&[u8]; 4] = [
        &SIGNATURE,
        b"\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55",
        b"\0\0\0\x0aIDAT\x78\x9c\x63\x60\0\0\0\x02\0\x01\x48\xaf\xa4\x71",
        b"\0\0\0\0IEND\xae\x42\x60\x82",
    ];

    fn pixel() -> Vec<u8> {
        PIXEL.concat()
    }

    #[test]
    fn a_picture_has_its_link_before_its_end() {
        let linked = with_link(&pixel(), "https://a.example/#z2.abc").expect("it is complete");
        assert_eq!(fragment_in(&linked).as_deref(), Some("z2.abc"));
        assert!(linked.ends_with(&pixel()[pixel().len() - FRAME_SIZE..]));
        let text = chunks(&linked).find(|chunk| chunk.kind == TEXT).expect("it is there");
        let sum = &linked[text.position + 8 + text.data.len()..][..4];
        assert_eq!(sum, crc32(&linked[text.position + 4..][..4 + text.data.len()]).to_be_bytes());
    }

    #[test]
    fn a_picture_that_is_cut_or_hostile_has_no_link() {
        assert_eq!(fragment_in(&pixel()), None);
        let linked = with_link(&pixel(), "https://a.example/#z2.abc").expect("it is complete");
        for length in 0..linked.len() - FRAME_SIZE - 4 {
            assert_eq!(fragment_in(&linked[..length]), None, "{length}");
        }
        let endless = [&SIGNATURE[..], &[0xff; 64]].concat();
        assert_eq!((fragment_in(&endless), with_link(&endless, "#a")), (None, None));
        assert_eq!(with_link(&[], "#a"), None);
    }
}
