//! Base64 with padding, as binary values travel. Strict: each sequence of bytes has exactly one text.

use std::fmt;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Marks a byte outside of the alphabet in [`SEXTETS`].
const NONE: u8 = 64;

/// The six bits of each character of the alphabet, by its code.
const SEXTETS: [u8; 256] = {
    let mut sextets = [NONE; 256];
    let mut sextet = 0;
    while sextet < NONE {
        sextets[ALPHABET[sextet as usize] as usize] = sextet;
        sextet += 1;
    }
    sextets
};

/// Why a text is not the base64 of anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Base64Error {
    /// The length is no multiple of four.
    Length {
        /// Characters found.
        length: usize,
    },
    /// A character is not in the alphabet, or is padding in the middle.
    Character {
        /// The first such character.
        character: char,
    },
    /// Bits of the last character before the padding are set that no byte has.
    LastCharacter,
}

/// The base64 text of some bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |position: usize| u32::from(chunk.get(position).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for position in 0..4 {
            let sextet = (bits >> (18 - 6 * position)) & 0x3F;
            let is_padding = position > chunk.len();
            text.push(if is_padding { '=' } else { char::from(ALPHABET[sextet as usize]) });
        }
    }
    text
}

/// The bytes of a base64 text.
pub fn decode(text: &str) -> Result<Vec<u8>, Base64Error> {
    if !text.len().is_multiple_of(4) {
        return Err(Base64Error::Length { length: text.len() });
    }
    let padding = text.bytes().rev().take(2).take_while(|byte| *byte == b'=').count();
    let digits = &text[..text.len() - padding];
    if let Some(character) = digits.chars().find(|character| !is_digit(*character)) {
        return Err(Base64Error::Character { character });
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in digits.as_bytes().chunks(4) {
        let bits = (0..4).fold(0, |bits, position| {
            bits << 6
                | group.get(position).map_or(0, |digit| u32::from(SEXTETS[usize::from(*digit)]))
        });
        let [_, group_bytes @ ..] = bits.to_be_bytes();
        let (whole, rest) = group_bytes.split_at(group.len() - 1);
        if rest.iter().any(|byte| *byte != 0) {
            return Err(Base64Error::LastCharacter);
        }
        bytes.extend_from_slice(whole);
    }
    Ok(bytes)
}

fn is_digit(character: char) -> bool {
    u8::try_from(character).is_ok_and(|byte| SEXTETS[usize::from(byte)] != NONE)
}

impl fmt::Display for Base64Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { length } => write!(
                formatter,
                "Base64 encoded length is expected a multiple of 4 bytes but found: {length}"
            ),
            Self::Character { character } => {
                write!(formatter, "Invalid Base64 character: '{character}'")
            }
            // The misspelling is DynamoDB's.
            Self::LastCharacter => {
                formatter.write_str("Invalid last non-pad Base64 character dectected")
            }
        }
    }
}

impl std::error::Error for Base64Error {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn each_length_has_its_padding() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg=="),
            (b"fo", "Zm8="),
            (b"foo", "Zm9v"),
            (b"foob", "Zm9vYg=="),
            (&[0, 1, 2], "AAEC"),
            (&[0xFB, 0xEF, 0xFF], "++//"),
        ] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Ok(bytes));
        }
    }

    #[test]
    fn a_text_that_is_not_base64_is_rejected() {
        for (text, words) in [
            ("abc", "Base64 encoded length is expected a multiple of 4 bytes but found: 3"),
            ("ab-=", "Invalid Base64 character: '-'"),
            ("a=bc", "Invalid Base64 character: '='"),
            ("====", "Invalid Base64 character: '='"),
            ("é12", "Invalid Base64 character: 'é'"),
            ("Zh==", "Invalid last non-pad Base64 character dectected"),
            ("Zm9=", "Invalid last non-pad Base64 character dectected"),
            ("Zg==\n", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"),
        ] {
            assert_eq!(decode(text).unwrap_err().to_string(), words, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_encoded_is_decoded(bytes: Vec<u8>) {
            prop_assert_eq!(decode(&encode(&bytes)), Ok(bytes));
        }

        #[test]
        fn each_sequence_of_bytes_has_one_text(text in "[AQgwZ+/=]{0,8}") {
            if let Ok(bytes) = decode(&text) {
                prop_assert_eq!(encode(&bytes), text);
            }
        }
    }
}
