//! Tokens: the words and symbols of an expression, each with its place in the text.
//!
//! Scanning cannot fail: what is no token of the language becomes a symbol that no production takes,
//! and so a syntax error at its place.

use std::ops::Range;

/// A range of bytes in the text of an expression. No text is too long for 16 bits.
///
/// All spans are equal: syntax trees are compared without their positions in the text.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Span {
    start: u16,
    end: u16,
}

/// A word or symbol.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'text> {
    pub(crate) kind: TokenKind,
    pub(crate) text: &'text str,
    pub(crate) span: Span,
}

/// What a token is by its spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A letter, then letters, digits and underscores: a keyword, the name of a function or of an attribute.
    Word,
    /// `#` and the rest of a placeholder for a name.
    Name,
    /// `:` and the rest of a placeholder for a value.
    Value,
    /// Digits, of which the first is 0 only if it is alone.
    Integer,
    /// A comparator, or any other single character.
    Symbol,
    /// The end of the text.
    End,
}

impl Span {
    /// The bytes from `start` to before `end`.
    pub(crate) fn new(start: usize, end: usize) -> Self {
        let byte = |position| u16::try_from(position).expect("the size of the text was checked");
        Self { start: byte(start), end: byte(end) }
    }

    /// From the beginning of this span to the end of another.
    pub(crate) fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }

    /// The span as a range of bytes.
    pub(crate) fn range(self) -> Range<usize> {
        self.start.into()..self.end.into()
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Span {}

/// The tokens of a text. The last is [`TokenKind::End`].
pub(crate) fn scan(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::with_capacity(text.len() / 3 + 2);
    let mut start = 0;
    while let Some((kind, length)) = next(&text[start..]) {
        let end = start + length;
        if let Some(kind) = kind {
            tokens.push(Token { kind, text: &text[start..end], span: Span::new(start, end) });
        }
        start = end;
    }
    let end = Span::new(text.len(), text.len());
    tokens.push(Token { kind: TokenKind::End, text: "", span: end });
    tokens
}

/// Whether a text is a placeholder with this sign, as in `#name` or `:value`.
pub(crate) fn is_placeholder(text: &str, sign: char) -> bool {
    text.strip_prefix(sign).is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_word_byte))
}

/// The kind and length of what a text begins with, no kind for white space; none if the text is empty.
fn next(text: &str) -> Option<(Option<TokenKind>, usize)> {
    let first = text.chars().next()?;
    let word_length = |from: usize| from + run(&text[from..], is_word_byte);
    let token = match first {
        ' ' | '\t' | '\r' | '\n' => (None, 1),
        'A'..='Z' | 'a'..='z' => (Some(TokenKind::Word), word_length(1)),
        '#' if word_length(1) > 1 => (Some(TokenKind::Name), word_length(1)),
        ':' if word_length(1) > 1 => (Some(TokenKind::Value), word_length(1)),
        // Observed: 2026, on the service: a digit after a zero is a token of its own.
        '0' => (Some(TokenKind::Integer), 1),
        '1'..='9' => (Some(TokenKind::Integer), run(text, |byte| byte.is_ascii_digit())),
        '<' if text[1..].starts_with(['=', '>']) => (Some(TokenKind::Symbol), 2),
        '>' if text[1..].starts_with('=') => (Some(TokenKind::Symbol), 2),
        _ => (Some(TokenKind::Symbol), first.len_utf8()),
    };
    Some(token)
}

/// How many bytes at the beginning of a text are of a kind.
fn run(text: &str, of_kind: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|byte| of_kind(*byte)).count()
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let tokens = scan(text);
        let shown: Vec<_> = tokens
            .iter()
            .map(|token| format!("{:?} {} {:?}", token.kind, token.text, token.span.range()))
            .collect();
        expected.assert_eq(&shown.join(", "));
    }

    #[test]
    fn a_token_knows_its_bytes() {
        check("", expect!["End  0..0"]);
        check("a = :b", expect!["Word a 0..1, Symbol = 2..3, Value :b 4..6, End  6..6"]);
        check(
            "#1.b[07]<>c",
            expect![
                "Name #1 0..2, Symbol . 2..3, Word b 3..4, Symbol [ 4..5, Integer 0 5..6, Integer 7 6..7, Symbol ] 7..8, Symbol <> 8..10, Word c 10..11, End  11..11"
            ],
        );
        check(
            "<=<>=>==",
            expect![
                "Symbol <= 0..2, Symbol <> 2..4, Symbol = 4..5, Symbol >= 5..7, Symbol = 7..8, End  8..8"
            ],
        );
        check("\ta\r\nb", expect!["Word a 1..2, Word b 4..5, End  5..5"]);
    }

    #[test]
    fn what_is_no_token_is_a_symbol_by_itself() {
        check(
            "_a 1b",
            expect!["Symbol _ 0..1, Word a 1..2, Integer 1 3..4, Word b 4..5, End  5..5"],
        );
        check(
            "# : é$",
            expect!["Symbol # 0..1, Symbol : 2..3, Symbol é 4..6, Symbol $ 6..7, End  7..7"],
        );
    }

    #[test]
    fn a_placeholder_has_a_sign_and_a_word() {
        assert!(is_placeholder("#0_a", '#'));
        assert!(!is_placeholder("#", '#'));
        assert!(!is_placeholder(":a", '#'));
        assert!(!is_placeholder("#a-b", '#'));
    }
}
