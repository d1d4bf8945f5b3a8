//! Reads JSON text into the nodes of [`JsonText`](crate::json::text::JsonText): a method for each production.

use crate::json::fault::{NESTING_MAX, SyntaxFault};
use crate::json::node::{Kind, Node};

/// The bytes at which the plain part of a string ends.
const IS_SPECIAL: [bool; 256] = {
    let mut is_special = [false; 256];
    let mut control = 0;
    while control < 0x20 {
        is_special[control] = true;
        control += 1;
    }
    is_special[b'"' as usize] = true;
    is_special[b'\\' as usize] = true;
    is_special
};

/// The nodes of a text and its unescaped strings; or what is wrong, and how many bytes before that are not.
pub(super) fn read(text: &str) -> Result<(Vec<Node>, String), (SyntaxFault, usize)> {
    assert!(u32::try_from(text.len()).is_ok(), "a text is shorter than 4 GB");
    let nodes = Vec::with_capacity(text.len() / 8);
    let mut reader = Reader { text, at: 0, nodes, unescaped: String::new() };
    match reader.document() {
        Ok(()) => Ok((reader.nodes, reader.unescaped)),
        Err(fault) => Err((fault, reader.at)),
    }
}

/// Reads a text from its beginning to its end. On a fault, `at` is its place.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    nodes: Vec<Node>,
    unescaped: String,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), SyntaxFault> {
        self.value(0)?;
        match self.peek_past_space() {
            None => Ok(()),
            Some(_) => Err(SyntaxFault::Expected("the end")),
        }
    }

    fn value(&mut self, depth: usize) -> Result<(), SyntaxFault> {
        match self.peek_past_space() {
            Some(b'"') => self.string(),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Kind::True),
            Some(b'f') => self.word("false", Kind::False),
            Some(b'n') => self.word("null", Kind::Null),
            _ => Err(SyntaxFault::Expected("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<(), SyntaxFault> {
        self.children(Kind::Object, b'}', "`,` or `}`", depth, |reader| {
            match reader.peek_past_space() {
                Some(b'"') => reader.string()?,
                _ => return Err(SyntaxFault::Expected("a name in quotation marks")),
            }
            match reader.peek_past_space() {
                Some(b':') => reader.at += 1,
                _ => return Err(SyntaxFault::Expected("`:`")),
            }
            reader.value(depth + 1)
        })
    }

    fn array(&mut self, depth: usize) -> Result<(), SyntaxFault> {
        self.children(Kind::Array, b']', "`,` or `]`", depth, |reader| reader.value(depth + 1))
    }

    /// Reads the elements between two brackets.
    fn children(
        &mut self,
        kind: Kind,
        closing: u8,
        expected: &'static str,
        depth: usize,
        read_child: impl Fn(&mut Self) -> Result<(), SyntaxFault>,
    ) -> Result<(), SyntaxFault> {
        if depth == NESTING_MAX {
            return Err(SyntaxFault::TooDeep);
        }
        self.at += 1;
        let position = self.nodes.len();
        self.push(kind, 0, 0);
        let mut count = 0;
        if self.peek_past_space() == Some(closing) {
            self.at += 1;
        } else {
            loop {
                read_child(self)?;
                count += 1;
                match self.peek_past_space() {
                    Some(b',') => self.at += 1,
                    Some(byte) if byte == closing => break self.at += 1,
                    _ => return Err(SyntaxFault::Expected(expected)),
                }
            }
        }
        let end = narrow(self.nodes.len());
        self.nodes[position] = Node { kind, start: count, end };
        Ok(())
    }

    fn word(&mut self, word: &'static str, kind: Kind) -> Result<(), SyntaxFault> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(SyntaxFault::Expected("a value"));
        }
        self.push(kind, self.at, self.at);
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<(), SyntaxFault> {
        let start = self.at;
        self.skip_if(|byte| byte == b'-');
        if !self.skip_if(|byte| byte == b'0') {
            self.digits()?;
        }
        if self.skip_if(|byte| byte == b'.') {
            self.digits()?;
        }
        if self.skip_if(|byte| matches!(byte, b'e' | b'E')) {
            self.skip_if(|byte| matches!(byte, b'+' | b'-'));
            self.digits()?;
        }
        self.push(Kind::Number, start, self.at);
        Ok(())
    }

    fn digits(&mut self) -> Result<(), SyntaxFault> {
        if !self.skip_if(|byte| byte.is_ascii_digit()) {
            return Err(SyntaxFault::Expected("a digit"));
        }
        while self.skip_if(|byte| byte.is_ascii_digit()) {}
        Ok(())
    }

    fn string(&mut self) -> Result<(), SyntaxFault> {
        self.at += 1;
        let start = self.at;
        self.skip_plain();
        if self.peek() == Some(b'"') {
            self.push(Kind::String, start, self.at);
            self.at += 1;
            return Ok(());
        }
        self.escaped_string(start)
    }

    /// Reads a string to its end, of which the part from `start` to here had no escape.
    fn escaped_string(&mut self, mut start: usize) -> Result<(), SyntaxFault> {
        let unescaped_start = self.unescaped.len();
        loop {
            self.skip_plain();
            self.unescaped.push_str(&self.text[start..self.at]);
            match self.peek() {
                Some(b'"') => break self.at += 1,
                Some(b'\\') => self.escape()?,
                Some(_) => return Err(SyntaxFault::ControlCharacter),
                None => return Err(SyntaxFault::Expected("a quotation mark")),
            }
            start = self.at;
        }
        self.push(Kind::Escaped, unescaped_start, self.unescaped.len());
        Ok(())
    }

    fn escape(&mut self) -> Result<(), SyntaxFault> {
        let character = match self.text.as_bytes().get(self.at + 1) {
            Some(b'u') => return self.unicode_escape(),
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(*byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            _ => return Err(SyntaxFault::InvalidEscape),
        };
        self.unescaped.push(character);
        self.at += 2;
        Ok(())
    }

    /// Reads `\uXXXX`, or two of them that encode one character.
    fn unicode_escape(&mut self) -> Result<(), SyntaxFault> {
        let unit = self.code_unit(self.at).ok_or(SyntaxFault::InvalidEscape)?;
        let is_pair = (0xD800..0xDC00).contains(&unit);
        let second = if is_pair { self.code_unit(self.at + 6) } else { None };
        let mut characters = char::decode_utf16([unit].into_iter().chain(second));
        match (characters.next(), characters.next()) {
            (Some(Ok(character)), None) => self.unescaped.push(character),
            _ => return Err(SyntaxFault::LoneSurrogate),
        }
        self.at += if is_pair { 12 } else { 6 };
        Ok(())
    }

    /// The UTF-16 code unit of the escape `\uXXXX` at a place.
    fn code_unit(&self, at: usize) -> Option<u16> {
        let digits = self.text.as_bytes().get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, byte| {
            let digit = char::from(*byte).to_digit(16)?;
            Some(unit << 4 | u16::try_from(digit).ok()?)
        })
    }

    /// Goes to the next quotation mark, backslash or control character.
    fn skip_plain(&mut self) {
        let (bytes, mut end) = (self.text.as_bytes(), self.at);
        while end < bytes.len() && !IS_SPECIAL[usize::from(bytes[end])] {
            end += 1;
        }
        self.at = end;
    }

    #[expect(
        clippy::inline_always,
        reason = "what is done for each byte costs more to call than to do"
    )]
    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn peek_past_space(&mut self) -> Option<u8> {
        loop {
            match self.peek() {
                Some(b' ' | b'\n' | b'\r' | b'\t') => self.at += 1,
                next => return next,
            }
        }
    }

    fn skip_if(&mut self, matches: impl Fn(u8) -> bool) -> bool {
        let is_match = self.peek().is_some_and(matches);
        self.at += usize::from(is_match);
        is_match
    }

    fn push(&mut self, kind: Kind, start: usize, end: usize) {
        self.nodes.push(Node { kind, start: narrow(start), end: narrow(end) });
    }
}

#[expect(clippy::cast_possible_truncation, reason = "no text is longer than a u32 can count")]
fn narrow(place: usize) -> u32 {
    place as u32
}
