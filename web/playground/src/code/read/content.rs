//! What a string of JavaScript or Python contains, with its escapes resolved.

use crate::code::read::token::{Language, Piece, Token};

/// What a string contains.
#[derive(Default)]
pub(super) struct Content<'t> {
    pieces: Vec<Piece<'t>>,
    text: String,
    /// The same as bytes: an escape such as `\xff` is a byte in one and a character in the other.
    bytes: Vec<u8>,
    /// Half of a pair of escapes.
    half: Option<u16>,
    /// Whether it has an escape that cannot be read.
    is_opaque: bool,
    /// Whether it has what no bytes have.
    is_wide: bool,
}

impl<'t> Content<'t> {
    pub(super) fn token(mut self, is_bytes: bool, is_template: bool) -> Token<'t> {
        let is_opaque = self.is_opaque || self.half.is_some() || (is_bytes && self.is_wide);
        if is_opaque {
            return Token::Opaque;
        }
        if is_bytes {
            return Token::Bytes(self.bytes);
        }
        if !is_template || self.pieces.is_empty() {
            return Token::Text(self.text);
        }
        self.pieces.push(Piece::Text(self.text));
        Token::Template(self.pieces)
    }

    pub(super) fn add(&mut self, piece: Piece<'t>) {
        self.pieces.push(Piece::Text(std::mem::take(&mut self.text)));
        self.pieces.push(piece);
    }

    pub(super) fn push(&mut self, character: char) {
        // The second half of a pair has to follow at once.
        self.is_opaque |= self.half.is_some();
        self.text.push(character);
        self.is_wide |= !character.is_ascii();
        self.bytes.push(u8::try_from(u32::from(character)).unwrap_or(b'?'));
    }

    /// Reads an escape, and returns its length.
    pub(super) fn escape(&mut self, rest: &str, language: Language) -> usize {
        let Some(kind) = rest[1..].chars().next() else { return 1 };
        let is_python = language == Language::Python;
        let is_octal = kind.is_ascii_digit()
            && (kind != '0' || rest[2..].starts_with(|it: char| it.is_ascii_digit()));
        self.is_opaque |= is_octal || (is_python && kind == 'N');
        let simple = match kind {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'v' => Some('\u{b}'),
            'a' if is_python => Some('\u{7}'),
            '0' => Some('\0'),
            _ => None,
        };
        if let Some(character) = simple {
            self.push(character);
            return 2;
        }
        match kind {
            '\n' => 2,
            'x' => self.number(rest, 2, 2),
            'u' if rest[2..].starts_with('{') && !is_python => {
                let digits = &rest[3..];
                let length = digits.find(|it: char| !it.is_ascii_hexdigit());
                let length = length.unwrap_or(digits.len());
                self.number(rest, 3, length);
                let is_closed = digits[length..].starts_with('}');
                self.is_opaque |= !is_closed;
                3 + length + usize::from(is_closed)
            }
            'u' => self.number(rest, 2, 4),
            'U' if is_python => self.number(rest, 2, 8),
            '\\' | '\'' | '"' => {
                self.push(kind);
                2
            }
            _ => {
                // Python keeps the backslash of an escape that it does not know.
                if is_python {
                    self.push('\\');
                }
                self.push(kind);
                1 + kind.len_utf8()
            }
        }
    }

    /// Reads the hexadecimal digits of an escape, and returns the length of both.
    fn number(&mut self, rest: &str, start: usize, length: usize) -> usize {
        let digits = rest.get(start..start + length).filter(|digits| !digits.is_empty());
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(number) = number else {
            self.is_opaque = true;
            return start;
        };
        self.is_wide |= start != 2 || length != 2;
        let unit = u16::try_from(number).ok();
        match (self.half.take(), unit) {
            (Some(first), Some(second @ 0xdc00..=0xdfff)) => {
                let pair = char::decode_utf16([first, second]).next();
                self.text.push(pair.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (None, Some(first @ 0xd800..=0xdbff)) => self.half = Some(first),
            (half, _) => {
                self.is_opaque |= half.is_some();
                match char::from_u32(number) {
                    Some(character) => {
                        self.text.push(character);
                        self.bytes.push(u8::try_from(number).unwrap_or(b'?'));
                    }
                    None => self.is_opaque = true,
                }
            }
        }
        start + length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_escape_ends_with_its_digits() {
        let escape = |text: &str| {
            let mut content = Content::default();
            let length = content.escape(text, Language::JavaScript);
            (length, matches!(content.token(false, false), Token::Opaque))
        };
        assert_eq!(escape("\\u{1F600}\""), (9, false));
        assert_eq!(escape("\\u{\"; f({})"), (3, true));
        assert_eq!(escape("\\u{41\" }"), (5, true));
        assert_eq!(escape("\\u{}"), (4, true));
    }
}
