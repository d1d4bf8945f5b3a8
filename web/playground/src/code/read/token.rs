//! The tokens of JavaScript and Python.

/// A programming language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    JavaScript,
    Python,
}

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'t> {
    /// A name or a word of the language.
    Word(&'t str),
    /// A number, as DynamoDB writes it.
    Number(String),
    /// A string, its escapes resolved.
    Text(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A string with expressions in it.
    Template,
    /// A string without an end.
    OpenText,
    /// Any other character.
    Symbol(char),
}

/// A token and its place.
#[derive(Debug, Clone)]
pub(super) struct Placed<'t> {
    pub token: Token<'t>,
    pub start: usize,
    pub end: usize,
}

/// The tokens of a text, without comments and white space.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Placed<'_>> {
    let mut scanner = Scanner { text, at: 0, language };
    let mut tokens = Vec::new();
    while let Some(token) = scanner.next() {
        tokens.push(token);
    }
    tokens
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    language: Language,
}

impl<'t> Scanner<'t> {
    fn next(&mut self) -> Option<Placed<'t>> {
        self.skip_space_and_comments();
        let start = self.at;
        let first = self.peek()?;
        let token = match first {
            '"' | '\'' => self.string("", first),
            '`' if self.language == Language::JavaScript => self.string("", first),
            '0'..='9' => self.number(),
            '.' if self.rest()[1..].starts_with(|it: char| it.is_ascii_digit()) => self.number(),
            _ if is_word(first) => self.word(),
            _ => {
                self.at += first.len_utf8();
                Token::Symbol(first)
            }
        };
        Some(Placed { token, start, end: self.at })
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip_space_and_comments(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            let skipped = match self.language {
                Language::JavaScript if trimmed.starts_with("//") => line_length(trimmed),
                Language::JavaScript if trimmed.starts_with("/*") => {
                    trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
                }
                Language::Python if trimmed.starts_with('#') => line_length(trimmed),
                // A line that continues on the next.
                Language::Python if trimmed.starts_with("\\\n") => 1,
                Language::JavaScript | Language::Python => return,
            };
            self.at += skipped;
        }
    }

    fn word(&mut self) -> Token<'t> {
        let rest = self.rest();
        let length = rest.find(|it| !is_word(it)).unwrap_or(rest.len());
        let word = &rest[..length];
        self.at += length;
        let quote = self.peek().filter(|it| ['"', '\''].contains(it));
        let is_prefix = self.language == Language::Python
            && length <= 2
            && word.chars().all(|it| "rRbBuUfF".contains(it));
        match quote {
            Some(quote) if is_prefix => self.string(word, quote),
            Some(_) | None => Token::Word(word),
        }
    }

    fn number(&mut self) -> Token<'t> {
        let rest = self.rest();
        let is_part = |(position, it): (usize, char)| {
            let before = rest[..position].chars().next_back();
            let is_sign = matches!(it, '+' | '-')
                && matches!(before, Some('e' | 'E'))
                && !rest.starts_with("0x");
            is_sign || it.is_ascii_alphanumeric() || it == '.' || it == '_'
        };
        let end = rest.char_indices().find(|it| !is_part(*it)).map_or(rest.len(), |(end, _)| end);
        self.at += end;
        let digits = rest[..end].replace('_', "");
        let radix = match digits.get(..2) {
            Some("0x" | "0X") => 16,
            Some("0o" | "0O") => 8,
            Some("0b" | "0B") => 2,
            Some(_) | None => 10,
        };
        if radix != 10 {
            let value = u128::from_str_radix(digits[2..].trim_end_matches('n'), radix);
            return value.map_or(Token::Template, |value| Token::Number(value.to_string()));
        }
        decimal(digits.trim_end_matches('n')).map_or(Token::Template, Token::Number)
    }

    /// A string with the letters before it, at its quotation mark.
    fn string(&mut self, prefix: &str, quote: char) -> Token<'t> {
        let rest = self.rest();
        let triple = [quote; 3].iter().collect::<String>();
        let is_triple = self.language == Language::Python && rest.starts_with(&triple);
        let mark = if is_triple { triple } else { quote.to_string() };
        let has = |letters: [char; 2]| prefix.contains(letters);
        let (is_raw, is_bytes) = (has(['r', 'R']), has(['b', 'B']));
        let mut string = Content { is_template: has(['f', 'F']), ..Content::default() };
        let mut at = mark.len();
        loop {
            let Some(next) = rest[at..].chars().next() else { break self.open_text(rest) };
            if rest[at..].starts_with(&mark) {
                self.at += at + mark.len();
                break string.token(is_bytes);
            }
            match next {
                '\n' if !is_triple && quote != '`' => break self.open_text(rest),
                '\\' if is_raw => {
                    let length = 1 + rest[at + 1..].chars().next().map_or(0, char::len_utf8);
                    string.text.push_str(&rest[at..at + length]);
                    at += length;
                }
                '\\' => at += string.escape(&rest[at..], self.language),
                '$' if quote == '`' && rest[at..].starts_with("${") => {
                    string.is_template = true;
                    at += 1;
                }
                _ => {
                    string.push(next);
                    at += next.len_utf8();
                }
            }
        }
    }

    /// A string without an end, as far as its line goes.
    fn open_text(&mut self, rest: &str) -> Token<'t> {
        self.at += line_length(rest).max(1);
        Token::OpenText
    }
}

/// What a string contains.
#[derive(Default)]
struct Content {
    text: String,
    /// The same as bytes: an escape such as `\xff` is a byte in one and a character in the other.
    bytes: Vec<u8>,
    /// Half of a pair of escapes.
    half: Option<u16>,
    is_template: bool,
}

impl Content {
    fn token(self, is_bytes: bool) -> Token<'static> {
        match (self.is_template || self.half.is_some(), is_bytes) {
            (true, _) => Token::Template,
            (false, true) => Token::Bytes(self.bytes),
            (false, false) => Token::Text(self.text),
        }
    }

    fn push(&mut self, character: char) {
        self.text.push(character);
        let number = u32::from(character);
        self.bytes.push(u8::try_from(number).unwrap_or(b'?'));
    }

    /// Reads an escape, and returns its length.
    fn escape(&mut self, rest: &str, language: Language) -> usize {
        let Some(kind) = rest[1..].chars().next() else { return 1 };
        let is_python = language == Language::Python;
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
            'u' if rest[2..].starts_with('{') => {
                let end = rest.find('}').unwrap_or(2);
                self.number(rest, 3, end.saturating_sub(3));
                end + 1
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
            self.is_template = true;
            return start;
        };
        let unit = u16::try_from(number).ok();
        match (self.half.take(), unit) {
            (Some(first), Some(second @ 0xdc00..=0xdfff)) => {
                let pair = char::decode_utf16([first, second]).next();
                self.push(pair.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            (None, Some(first @ 0xd800..=0xdbff)) => self.half = Some(first),
            (Some(_) | None, _) => {
                self.push(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        start + length
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// A decimal number with digits before and after its point.
fn decimal(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, ""));
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_digits = exponent.trim_start_matches(['+', '-']);
    let is_number = is_digits(whole)
        && is_digits(decimals)
        && is_digits(exponent_digits)
        && !(whole.is_empty() && decimals.is_empty())
        && exponent_digits.is_empty() != lower.contains('e');
    if !is_number {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let mut number = if whole.is_empty() { "0".to_owned() } else { whole.to_owned() };
    if !decimals.is_empty() {
        number = format!("{number}.{decimals}");
    }
    if !exponent.is_empty() {
        number = format!("{number}e{exponent}");
    }
    Some(number)
}
