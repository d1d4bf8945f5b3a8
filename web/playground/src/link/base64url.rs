//! Base64 for addresses: `-` and `_` in place of `+` and `/`, and no padding. As strict as the engine's own.

use engine::model::base64;

/// The text of some bytes.
pub(crate) fn encode(bytes: &[u8]) -> String {
    base64::encode(bytes).trim_end_matches('=').replace('+', "-").replace('/', "_")
}

/// The bytes of a text; none if it is not the text of any.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    if text.contains(['+', '/', '=']) {
        return None;
    }
    let padding = "=".repeat(text.len().next_multiple_of(4) - text.len());
    let padded = text.replace('-', "+").replace('_', "/") + &padding;
    base64::decode(&padded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_one_text() {
        for (bytes, text) in [
            (&b""[..], ""),
            (b"f", "Zg"),
            (b"fo", "Zm8"),
            (b"foo", "Zm9v"),
            (&[0xFB, 0xEF, 0xFF], "--__"),
        ] {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Some(bytes));
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        for text in ["Z", "Zg==", "Zh", "++//", "Zm9vY", "é", "Zm 9v"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
