//! The part of an address that holds a sandbox: its grammar, and how it is made and read.
//!
//! ```text
//! link    := "z" FORMAT "." SIZE "-" LENGTH "." CRC "." PAYLOAD     what this page makes
//!          | "j" FORMAT "." PAYLOAD                                 for links made by hand
//! SIZE    := bytes of the document, base 36
//! LENGTH  := characters of PAYLOAD, base 36
//! CRC     := CRC-32 of the bytes of PAYLOAD, base64url
//! PAYLOAD := base64url without padding: in "z" of primed raw deflate, in "j" of the document itself
//! ```
//!
//! FORMAT numbers the document's version and the vocabulary together: 1 is one design (`sandbox/document/mod.rs`), 2 is designs,
//! their logs and how they are presented (`envelope.rs`). Both are read, and 2 is written. A vocabulary never changes:
//! links outlive programs. An example of format 2 is `tests/links/v2-open-orders.txt`; the document of a link made by
//! hand may be of either version.
//!
//! A link cannot hold up the page: its text has at most 4 MB, and at most 256 KB and 256 bytes for each character; what
//! loading it takes is limited by its length as well (`limit.rs`), and so is each field (`sandbox/document/text.rs`, `plan.rs`).
//! Chat clients, mail and documents change links, and the format handles it: they cut them (LENGTH), they add the full stop or
//! bracket of the sentence or a second fragment (what follows PAYLOAD is not read), they percent-encode them, `#` included, and
//! they break them into lines (one more try).

use engine::api::protocol::crc32;
use percent_encoding::percent_decode_str;

use crate::link::base64url;
use crate::link::codec::{deflate, inflate};
use crate::link::error::DOCUMENT_SIZE_MAX;
use crate::link::error::FORMAT;
use crate::link::error::LinkError;
use crate::link::limit::size_max;

/// What format 1 assumes to have been sent already. Frozen.
const VOCABULARY_1: &[u8] = include_bytes!("vocabulary-1.txt");

/// What format 2 assumes to have been sent already. Frozen.
const VOCABULARY_2: &[u8] = include_bytes!("vocabulary-2.txt");

/// The link of a document. Fails if no page would open it.
pub fn encode(document: &str) -> Result<String, LinkError> {
    if document.len() > DOCUMENT_SIZE_MAX {
        return Err(LinkError::TooLarge);
    }
    let bytes = deflate(document.as_bytes(), VOCABULARY_2);
    let payload = base64url::encode(&bytes);
    check_size_for_link(document.len(), payload.len())?;
    let (size, length) = (to_base_36(document.len()), to_base_36(payload.len()));
    Ok(format!("z{FORMAT}.{size}-{length}.{}.{payload}", check_sum(&bytes)))
}

/// The document of a link, with or without its `#`.
pub fn decode(link: &str) -> Result<String, LinkError> {
    let link = link.trim();
    let link = link.strip_prefix('#').unwrap_or(link);
    decode_as_it_stands(link).or_else(|error| {
        let repaired = without_space(&percent_decode_str(link).decode_utf8_lossy());
        if repaired == link { Err(error) } else { decode_as_it_stands(&repaired) }
    })
}

/// The part of an address after `#`. A `#` that was encoded as `%23` on the way counts if a link follows it.
pub fn fragment_of(address: &str) -> Option<&str> {
    let fragment = match address.split_once('#') {
        Some((_, fragment)) => fragment,
        None => address.match_indices("%23").find_map(|(at, encoded)| {
            let fragment = &address[at + encoded.len()..];
            begins_as_link(fragment).then_some(fragment)
        })?,
    };
    (!fragment.is_empty()).then_some(fragment)
}

/// Whether a text begins as a link does: `z2.`.
pub fn begins_as_link(text: &str) -> bool {
    let format = text.strip_prefix(['z', 'j']).and_then(|rest| rest.split_once('.'));
    format.is_some_and(|(format, _)| {
        !format.is_empty() && format.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn without_space(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}

fn decode_as_it_stands(link: &str) -> Result<String, LinkError> {
    let cut = |expected| LinkError::CutShort { arrived: link.chars().count(), expected };
    let mut characters = link.chars();
    let (Some(codec @ ('z' | 'j')), rest) = (characters.next(), characters.as_str()) else {
        return Err(LinkError::Unknown);
    };
    let Some((format, rest)) = rest.split_once('.') else {
        let is_number = rest.bytes().all(|byte| byte.is_ascii_digit());
        return Err(if is_number { cut(None) } else { LinkError::Unknown });
    };
    let vocabulary = match format.parse() {
        Ok(1) => VOCABULARY_1,
        Ok(FORMAT) => VOCABULARY_2,
        Ok(0) | Err(_) => return Err(LinkError::Unknown),
        Ok(format) => return Err(LinkError::Newer { format }),
    };
    if codec == 'j' {
        return decode_plain(rest);
    }
    let mut sections = rest.splitn(3, '.');
    let (Some(lengths), Some(sum), Some(payload)) =
        (sections.next(), sections.next(), sections.next())
    else {
        return Err(cut(None));
    };
    let (size, length) = parse_lengths(lengths).ok_or(LinkError::Damaged)?;
    if size > DOCUMENT_SIZE_MAX {
        return Err(LinkError::TooLarge);
    }
    if payload.len() < length {
        return Err(cut(Some(link.chars().count() - payload.chars().count() + length)));
    }
    let payload = payload.get(..length).ok_or(LinkError::Damaged)?;
    check_size_for_link(size, length)?;
    let bytes = base64url::decode(payload).ok_or(LinkError::Damaged)?;
    if check_sum(&bytes) != sum {
        return Err(LinkError::Damaged);
    }
    let text = inflate(&bytes, vocabulary, size).map_err(|_| LinkError::Damaged)?;
    String::from_utf8(text).map_err(|_| LinkError::Damaged)
}

/// Fails if a text is larger than the payload of a link makes plausible.
fn check_size_for_link(size: usize, payload_length: usize) -> Result<(), LinkError> {
    let limit = size_max(payload_length);
    if size > limit { Err(LinkError::TooLargeForItsLink { size, limit }) } else { Ok(()) }
}

/// Reads the payload of a "j" link, which promises nothing about its length.
fn decode_plain(payload: &str) -> Result<String, LinkError> {
    if payload.len() / 4 * 3 > DOCUMENT_SIZE_MAX {
        return Err(LinkError::TooLarge);
    }
    let bytes = base64url::decode(payload).ok_or(LinkError::Damaged)?;
    String::from_utf8(bytes).map_err(|_| LinkError::Damaged)
}

/// Two numbers of base 36: bytes of the document, characters of the payload.
fn parse_lengths(text: &str) -> Option<(usize, usize)> {
    let (size, length) = text.split_once('-')?;
    Some((usize::from_str_radix(size, 36).ok()?, usize::from_str_radix(length, 36).ok()?))
}

fn to_base_36(mut number: usize) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[number % 36]);
        number /= 36;
        if number == 0 {
            return digits.iter().rev().map(|digit| char::from(*digit)).collect();
        }
    }
}

fn check_sum(bytes: &[u8]) -> String {
    base64url::encode(&crc32(bytes).to_be_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENT: &str = r#"{"tables":[],"title":"Naïve 漢字 😀","v":1}"#;

    fn link() -> String {
        encode(DOCUMENT).unwrap()
    }

    /// A sandbox in the style of a newcomer's: fifty orders, two global indexes, one local.
    fn fifty_items() -> String {
        let items: Vec<String> = (0..50_u32)
            .map(|n| {
                let noise = n.wrapping_mul(2_654_435_761);
                let customer = noise % 7 + 11;
                let (month, day) = (noise / 7 % 3 + 2, noise / 21 % 28 + 1);
                let status = ["OPEN", "SHIPPED", "RETURNED"][(noise / 588 % 3) as usize];
                let open = if status == "OPEN" {
                    format!(r#""OrderOpenDate":{{"S":"2026-{month:02}-{day:02}"}},"#)
                } else {
                    String::new()
                };
                format!(
                    r#"{{"CustomerId":{{"S":"c-{customer:04}"}},"OrderId":{{"S":"2026-{month:02}-{day:02}#{:04x}"}},{open}"Status":{{"S":"{status}"}},"Total":{{"N":"{}.{}"}}}}"#,
                    noise >> 16,
                    noise / 1_000 % 90 + 7,
                    ["5", "25", "99"][(noise / 90_000 % 3) as usize],
                )
            })
            .collect();
        format!(
            r#"{{"tables":[{{"AttributeDefinitions":[{{"AttributeName":"CustomerId","AttributeType":"S"}},{{"AttributeName":"OrderId","AttributeType":"S"}},{{"AttributeName":"OrderOpenDate","AttributeType":"S"}},{{"AttributeName":"Status","AttributeType":"S"}},{{"AttributeName":"Total","AttributeType":"N"}}],"GlobalSecondaryIndexes":[{{"IndexName":"OpenOrders","KeySchema":[{{"AttributeName":"CustomerId","KeyType":"HASH"}},{{"AttributeName":"OrderOpenDate","KeyType":"RANGE"}}],"Projection":{{"NonKeyAttributes":["Total","Status"],"ProjectionType":"INCLUDE"}}}},{{"IndexName":"ByStatus","KeySchema":[{{"AttributeName":"Status","KeyType":"HASH"}},{{"AttributeName":"Total","KeyType":"RANGE"}}],"Projection":{{"ProjectionType":"KEYS_ONLY"}}}}],"Items":[{}],"KeySchema":[{{"AttributeName":"CustomerId","KeyType":"HASH"}},{{"AttributeName":"OrderId","KeyType":"RANGE"}}],"LocalSecondaryIndexes":[{{"IndexName":"ByTotal","KeySchema":[{{"AttributeName":"CustomerId","KeyType":"HASH"}},{{"AttributeName":"Total","KeyType":"RANGE"}}],"Projection":{{"ProjectionType":"KEYS_ONLY"}}}}],"TableName":"CustomerOrders"}}],"title":"Open orders","v":1}}"#,
            items.join(",")
        )
    }

    #[test]
    fn a_link_holds_its_document() {
        assert_eq!(decode(&link()).as_deref(), Ok(DOCUMENT));
        assert_eq!(decode(&format!("#{}", link())).as_deref(), Ok(DOCUMENT));
    }

    #[test]
    fn one_document_has_one_link() {
        assert_eq!(encode(DOCUMENT), encode(DOCUMENT));
    }

    #[test]
    fn fifty_items_fit_in_two_thousand_characters() {
        let document = fifty_items();
        let link = encode(&document).unwrap();
        assert!(link.len() <= 2_000, "{} characters", link.len());
        assert_eq!(decode(&link), Ok(document));
    }

    #[test]
    fn a_link_cut_anywhere_says_that_it_is_cut() {
        let link = link();
        let payload_at = link.rfind('.').unwrap() + 1;
        for arrived in 1..link.len() {
            let expected = (arrived >= payload_at).then_some(link.len());
            assert_eq!(decode(&link[..arrived]), Err(LinkError::CutShort { arrived, expected }));
        }
        assert_eq!(decode(""), Err(LinkError::Unknown));
    }

    #[test]
    fn a_changed_bit_is_never_read_as_something_else() {
        let link = link();
        for position in 0..link.len() {
            for bit in 0..7 {
                let mut bytes = link.clone().into_bytes();
                bytes[position] ^= 1 << bit;
                let changed = String::from_utf8(bytes).unwrap();
                let read = decode(&changed);
                // Base 36 does not distinguish capitals, so such a change of a length changes nothing.
                assert!(read.is_err() || read.as_deref() == Ok(DOCUMENT), "{changed}: {read:?}");
            }
        }
    }

    #[test]
    fn two_characters_exchanged_are_damage() {
        let link = link();
        let mut bytes = link.into_bytes();
        let last = bytes.len() - 1;
        bytes.swap(last - 1, last - 2);
        assert_eq!(decode(&String::from_utf8(bytes).unwrap()), Err(LinkError::Damaged));
    }

    #[test]
    fn what_a_sentence_adds_to_a_link_is_not_read() {
        for tail in [".", ")", "…", "> and so on", "\n", "%"] {
            assert_eq!(decode(&format!("{}{tail}", link())).as_deref(), Ok(DOCUMENT));
        }
    }

    #[test]
    fn a_link_opens_that_was_broken_into_lines_or_has_a_second_fragment() {
        let link = link();
        for space in ["\n", "\r\n", "\t", " ", "%0A", "%20", "\u{a0}"] {
            let broken = format!("{}{space}{}", &link[..30], &link[30..]);
            assert_eq!(decode(&broken).as_deref(), Ok(DOCUMENT), "{space:?}");
        }
        // WordPress adds this to the address of a frame.
        assert_eq!(decode(&format!("{link}#?secret=a1b2")).as_deref(), Ok(DOCUMENT));
    }

    #[test]
    fn the_fragment_of_an_address_is_found_even_if_its_sign_was_encoded() {
        let link = link();
        for address in [
            format!("https://a.example/#{link}"),
            format!("https://a.example/?view=table%23x#{link}"),
            format!("https://a.example/?view=table%23{link}"),
            format!("https://a.example/%23x/index.html%23{link}"),
        ] {
            assert_eq!(fragment_of(&address), Some(link.as_str()), "{address}");
        }
        for address in ["https://a.example/", "https://a.example/#", "https://a.example/%23zoo"] {
            assert_eq!(fragment_of(address), None, "{address}");
        }
        assert_eq!(fragment_of("https://a.example/#work=a"), Some("work=a"));
    }

    #[test]
    fn a_percent_encoded_link_opens() {
        let encoded: Vec<String> = link().bytes().map(|byte| format!("%{byte:02X}")).collect();
        let encoded = encoded.concat();
        assert_eq!(decode(&encoded).as_deref(), Ok(DOCUMENT));
        assert_eq!(decode(&link().replace('.', "%2e")).as_deref(), Ok(DOCUMENT));
        assert_eq!(decode(&link().replace('.', "%252e")), Err(LinkError::Unknown));
        assert_eq!(decode("%"), Err(LinkError::Unknown));
    }

    #[test]
    fn a_newer_link_is_named_even_if_it_is_cut() {
        assert_eq!(decode("z3.abc"), Err(LinkError::Newer { format: 3 }));
        assert_eq!(decode("j17."), Err(LinkError::Newer { format: 17 }));
    }

    #[test]
    fn other_fragments_are_no_links() {
        for text in ["section-2", "zebra", "z0.1-1.AAAA.A", "/etc", "g.sparse@1", "z-1.x", "ω", "j"]
        {
            let is_cut = text == "j";
            let expected = if is_cut {
                LinkError::CutShort { arrived: 1, expected: None }
            } else {
                LinkError::Unknown
            };
            assert_eq!(decode(text), Err(expected), "{text}");
        }
    }

    #[test]
    fn a_bomb_is_not_inflated() {
        let zeros = vec![b'0'; 64 * 1024 * 1024];
        let bytes = deflate(&zeros, VOCABULARY_2);
        let payload = base64url::encode(&bytes);
        let claim = |size: usize| {
            let (size, length) = (to_base_36(size), to_base_36(payload.len()));
            decode(&format!("z2.{size}-{length}.{}.{payload}", check_sum(&bytes)))
        };
        assert_eq!(claim(zeros.len()), Err(LinkError::TooLarge));
        assert_eq!(claim(DOCUMENT_SIZE_MAX + 1), Err(LinkError::TooLarge));
        assert_eq!(claim(DOCUMENT_SIZE_MAX), Err(LinkError::Damaged));
        assert_eq!(claim(10), Err(LinkError::Damaged));
    }

    #[test]
    fn a_document_at_the_limit_has_a_link_and_one_beyond_has_none() {
        let mut noise = 1_u32;
        let letters: String = (0..DOCUMENT_SIZE_MAX)
            .map(|_| {
                noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                char::from(b'a' + u8::try_from(noise >> 28).unwrap())
            })
            .collect();
        assert!(encode(&letters).is_ok());
        assert_eq!(encode(&format!("{letters}a")), Err(LinkError::TooLarge));
    }

    #[test]
    fn a_text_larger_than_its_link_makes_plausible_is_neither_made_nor_read() {
        let text = "0".repeat(1_000_000);
        let Err(LinkError::TooLargeForItsLink { size, limit }) = encode(&text) else { panic!() };
        assert!(size == text.len() && limit < 600_000);
        let bytes = deflate(text.as_bytes(), VOCABULARY_1);
        let payload = base64url::encode(&bytes);
        let (size, length) = (to_base_36(text.len()), to_base_36(payload.len()));
        let link = format!("z1.{size}-{length}.{}.{payload}", check_sum(&bytes));
        assert!(matches!(decode(&link), Err(LinkError::TooLargeForItsLink { .. })));
        assert!(encode(&"0".repeat(size_max(0))).is_ok());
    }

    #[test]
    fn a_link_made_by_hand_opens() {
        let link = format!("j1.{}", base64url::encode(DOCUMENT.as_bytes()));
        assert_eq!(decode(&link).as_deref(), Ok(DOCUMENT));
        assert_eq!(decode("j1.{}"), Err(LinkError::Damaged));
    }
}
