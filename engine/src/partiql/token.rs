//! Tokens: the words, names, literals and symbols of a statement, each with its place in the text.

use std::borrow::Cow;

use crate::expression::token::Span;
use crate::partiql::error::{PartiqlError, PartiqlErrorKind};

/// A word, name, literal or symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token<'text> {
    pub(crate) kind: TokenKind<'text>,
    pub(crate) span: Span,
}

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum TokenKind<'text> {
    /// Letters, digits and underscores: a keyword, or a name without quotation marks.
    Word(&'text str),
    /// A name in double quotation marks.
    Quoted(Cow<'text, str>),
    /// A string in single quotation marks.
    Text(Cow<'text, str>),
    /// A number without a sign.
    Number(&'text str),
    /// An operator, a bracket or any other character.
    Symbol(&'text str),
    /// The end of the statement.
    End,
}

/// Symbols of two characters.
const LONG_SYMBOLS: [&str; 6] = ["<<", ">>", "<=", ">=", "<>", "!="];

/// The tokens of a statement. The last is [`TokenKind::End`].
///
/// Fails with [`PartiqlErrorKind::Malformed`] if a string, name or comment is not closed, a number is incomplete, or a
/// character outside of strings is not ASCII.
pub(crate) fn scan(text: &str) -> Result<Vec<Token<'_>>, Box<PartiqlError>> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 2);
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        let skipped = skipped_length(rest);
        let length = match skipped {
            Some(length) => Some(length),
            None => next(rest).map(|(kind, length)| {
                tokens.push(Token { kind, span: Span::new(start, start + length) });
                length
            }),
        };
        let Some(length) = length else {
            let span = Span::new(start, text.len());
            return Err(Box::new(PartiqlError::new(text, span, PartiqlErrorKind::Malformed)));
        };
        start += length;
    }
    tokens.push(Token { kind: TokenKind::End, span: Span::new(text.len(), text.len()) });
    Ok(tokens)
}

/// The length of the white space or the comment at the beginning of a text; `None` if there is none of them.
fn skipped_length(text: &str) -> Option<usize> {
    if text.starts_with("--") {
        return Some(text.find(['\n', '\r']).unwrap_or(text.len()));
    }
    if let Some(comment) = text.strip_prefix("/*") {
        return comment.find("*/").map(|end| end + "/**/".len());
    }
    let length = run(text, |byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'));
    (length > 0).then_some(length)
}

/// The token at the beginning of a text, and its length in bytes; `None` if no token begins so.
fn next(text: &str) -> Option<(TokenKind<'_>, usize)> {
    let first = text.chars().next()?;
    match first {
        'A'..='Z' | 'a'..='z' | '_' => {
            let length = run(text, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
            Some((TokenKind::Word(&text[..length]), length))
        }
        '0'..='9' => number(text),
        '.' if text[1..].starts_with(|next: char| next.is_ascii_digit()) => number(text),
        '"' => quoted(text, '"').map(|(content, length)| (TokenKind::Quoted(content), length)),
        '\'' => quoted(text, '\'').map(|(content, length)| (TokenKind::Text(content), length)),
        '`' | '#' => None,
        '/' if text.starts_with("/*") => None,
        _ if first.is_ascii() => {
            let length =
                if LONG_SYMBOLS.iter().any(|symbol| text.starts_with(symbol)) { 2 } else { 1 };
            Some((TokenKind::Symbol(&text[..length]), length))
        }
        _ => None,
    }
}

/// The content of a string or name, in which two quotation marks are one, and the length of all of it.
fn quoted(text: &str, mark: char) -> Option<(Cow<'_, str>, usize)> {
    let mut end = 1;
    loop {
        end += text[end..].find(mark)? + 1;
        if !text[end..].starts_with(mark) {
            break;
        }
        end += 1;
    }
    let content = &text[1..end - 1];
    let content = match content.contains(mark) {
        true => Cow::Owned(content.replace(&format!("{mark}{mark}"), &mark.to_string())),
        false => Cow::Borrowed(content),
    };
    Some((content, end))
}

/// `1`, `.5`, `1.5e-3`
///
/// Observed: the exponent, and the digits after the point less the exponent, fit into 32 bits.
fn number(text: &str) -> Option<(TokenKind<'_>, usize)> {
    let digits = |from: usize| from + run(&text[from..], |byte| byte.is_ascii_digit());
    let mut end = digits(0);
    let mut scale = 0_i64;
    if text[end..].starts_with('.') {
        let fraction = end + 1;
        end = digits(fraction);
        scale = i64::try_from(end - fraction).ok()?;
    }
    if text[end..].starts_with(['e', 'E']) {
        let end_of_digits = end;
        let sign = usize::from(text[end + 1..].starts_with(['+', '-']));
        end = digits(end + 1 + sign);
        let written = &text[end_of_digits + 1..end];
        scale -= i64::from(written.parse::<i32>().ok()?);
    }
    i32::try_from(scale).ok()?;
    Some((TokenKind::Number(&text[..end]), end))
}

/// How many bytes at the beginning of a text are of a kind.
fn run(text: &str, of_kind: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|byte| of_kind(*byte)).count()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let shown = match scan(text) {
            Ok(tokens) => {
                let tokens = tokens.iter().map(|token| format!("{:?}", token.kind));
                tokens.collect::<Vec<_>>().join(" ")
            }
            Err(error) => format!("{:?} {:?}", error.kind, error.span.expect("it has a place")),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn a_token_is_as_long_as_it_can_be() {
        check("a<=1", expect![[r#"Word("a") Symbol("<=") Number("1") End"#]]);
        check("<<1>>", expect![[r#"Symbol("<<") Number("1") Symbol(">>") End"#]]);
        check(".5 1.5e-3", expect![[r#"Number(".5") Number("1.5e-3") End"#]]);
        check(
            "a.b[0]",
            expect![[r#"Word("a") Symbol(".") Word("b") Symbol("[") Number("0") Symbol("]") End"#]],
        );
        check("n--1", expect![[r#"Word("n") End"#]]);
        check("a /* b */ c -- d\n?", expect![[r#"Word("a") Word("c") Symbol("?") End"#]]);
    }

    #[test]
    fn a_quotation_mark_is_doubled() {
        check("'it''s'", expect![[r#"Text("it's") End"#]]);
        check(r#""a""b" "é""#, expect![[r#"Quoted("a\"b") Quoted("é") End"#]]);
        check("''", expect![[r#"Text("") End"#]]);
    }

    #[test]
    fn what_is_not_closed_or_not_ascii_is_malformed() {
        check("a 'b", expect!["Malformed 2..4"]);
        check(r#""a"#, expect!["Malformed 0..2"]);
        check("a /* b", expect!["Malformed 2..6"]);
        check("`1`", expect!["Malformed 0..3"]);
        check("é", expect!["Malformed 0..2"]);
        check("5e", expect!["Malformed 0..2"]);
        check("1e2147483648", expect!["Malformed 0..12"]);
        check("1e2147483647", expect![[r#"Number("1e2147483647") End"#]]);
        check("2.25e-2147483645", expect![[r#"Number("2.25e-2147483645") End"#]]);
        check("2.25e-2147483647", expect!["Malformed 0..16"]);
        check("a # b", expect!["Malformed 2..5"]);
    }
}
