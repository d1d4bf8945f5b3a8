//! Finds the tokens of JavaScript and Python.

use engine::model::number::Number;

use crate::code::read::content::Content;
use crate::code::read::token::{Language, Piece, Placed, Token};

/// Templates within each other at most.
const TEMPLATE_DEPTH_MAX: usize = 8;

/// Symbols of several characters, the longest first.
const SYMBOLS_OF_JAVASCRIPT: [&str; 33] = [
    ">>>=", "...", "===", "!==", "**=", "<<=", ">>=", ">>>", "&&=", "||=", "??=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=",
    "<<", ">>", "**",
];

/// Symbols of several characters, the longest first.
const SYMBOLS_OF_PYTHON: [&str; 24] = [
    "**=", "//=", ">>=", "<<=", "...", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "@=", "**", "//", "<<", ">>",
];

/// Words after which `/` begins a regular expression.
const WORDS_BEFORE_VALUE: [&str; 12] = [
    "return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "do", "else", "await",
];

/// The tokens of a text, without comments and white space.
pub(super) fn tokens(text: &str, language: Language) -> Vec<Placed<'_>> {
    let mut scanner = Scanner::new(text, language, 0, 0);
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
    /// Brackets that are open.
    bracket_count: usize,
    template_depth: usize,
    /// Whether `/` is a division.
    is_after_value: bool,
    begins_line: bool,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str, language: Language, at: usize, template_depth: usize) -> Self {
        let (bracket_count, is_after_value, begins_line) = (0, false, true);
        Self { text, at, language, bracket_count, template_depth, is_after_value, begins_line }
    }

    fn next(&mut self) -> Option<Placed<'t>> {
        self.skip_space_and_comments();
        let start = self.at;
        let first = self.peek()?;
        let is_javascript = self.language == Language::JavaScript;
        let token = match first {
            '"' | '\'' => self.string("", first),
            '`' if is_javascript => self.string("", first),
            '/' if is_javascript && !self.is_after_value => self.regular_expression(),
            '0'..='9' => self.number(),
            '.' if self.rest()[1..].starts_with(|it: char| it.is_ascii_digit()) => self.number(),
            '#' if is_javascript && self.rest()[1..].starts_with(is_word) => {
                self.at += 1;
                self.word()
            }
            _ if is_word(first) => self.word(),
            _ => self.symbol(first),
        };
        self.is_after_value = match &token {
            Token::Word(word) => !WORDS_BEFORE_VALUE.contains(word),
            Token::Symbol(symbol) => matches!(*symbol, ")" | "]" | "}" | "++" | "--"),
            Token::Number(_)
            | Token::Float(_)
            | Token::Text(_)
            | Token::Bytes(_)
            | Token::Template(_)
            | Token::Opaque
            | Token::OpenText => true,
        };
        let begins_line = std::mem::take(&mut self.begins_line);
        Some(Placed { token, start, end: self.at, begins_line })
    }

    fn symbol(&mut self, first: char) -> Token<'t> {
        let rest = self.rest();
        let known: &[&str] = match self.language {
            Language::JavaScript => &SYMBOLS_OF_JAVASCRIPT,
            Language::Python => &SYMBOLS_OF_PYTHON,
        };
        let is_choice_of_number =
            rest.starts_with("?.") && rest[2..].starts_with(|it: char| it.is_ascii_digit());
        let found = known.iter().find(|it| rest.starts_with(**it) && !is_choice_of_number);
        let length = found.map_or(first.len_utf8(), |it| it.len());
        self.at += length;
        match first {
            '(' | '[' | '{' => self.bracket_count += 1,
            ')' | ']' | '}' => self.bracket_count = self.bracket_count.saturating_sub(1),
            _ => {}
        }
        Token::Symbol(&rest[..length])
    }

    fn regular_expression(&mut self) -> Token<'t> {
        let rest = self.rest();
        let (mut is_escaped, mut is_class) = (false, false);
        for (position, character) in rest.char_indices().skip(1) {
            match character {
                '\n' => break,
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '[' => is_class = true,
                ']' => is_class = false,
                '/' if !is_class => {
                    let flags = &rest[position + 1..];
                    let flags = flags.len() - flags.trim_start_matches(is_word).len();
                    self.at += position + 1 + flags;
                    return Token::Opaque;
                }
                _ => {}
            }
        }
        self.open_text(rest)
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
            let is_new_line = rest[..rest.len() - trimmed.len()].contains('\n');
            self.begins_line |=
                is_new_line && (self.language == Language::JavaScript || self.bracket_count == 0);
            let skipped = match self.language {
                Language::JavaScript if trimmed.starts_with("//") => line_length(trimmed),
                Language::JavaScript if trimmed.starts_with("/*") => {
                    let length = trimmed.find("*/").map_or(trimmed.len(), |end| end + 2);
                    self.begins_line |= trimmed[..length].contains('\n');
                    length
                }
                Language::Python if trimmed.starts_with('#') => line_length(trimmed),
                // A line that continues on the next.
                Language::Python if trimmed.starts_with("\\\n") => 2,
                Language::Python if trimmed.starts_with("\\\r\n") => 3,
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
        let is_big = digits.ends_with('n');
        let is_octal = radix == 10
            && digits.len() > 1
            && digits.starts_with('0')
            && digits.bytes().all(|it| it.is_ascii_digit());
        let number = match radix {
            10 if is_octal => None,
            10 => decimal(digits.trim_end_matches('n')),
            _ => u128::from_str_radix(digits[2..].trim_end_matches('n'), radix)
                .ok()
                .map(|number| number.to_string()),
        };
        let has_point = radix == 10 && digits.contains(['.', 'e', 'E']);
        match (number, self.language) {
            (None, _) => Token::Opaque,
            (Some(number), Language::JavaScript) if is_big || is_sent_as_written(&number) => {
                Token::Number(number)
            }
            (Some(number), Language::Python) if !has_point && !is_big => Token::Number(number),
            (Some(number), Language::JavaScript | Language::Python) => Token::Float(number),
        }
    }

    /// A string with the letters before it, at its quotation mark.
    fn string(&mut self, prefix: &str, quote: char) -> Token<'t> {
        let rest = self.rest();
        let triple = [quote; 3].iter().collect::<String>();
        let is_triple = self.language == Language::Python && rest.starts_with(&triple);
        let mark = if is_triple { triple } else { quote.to_string() };
        let has = |letters: [char; 2]| prefix.contains(letters);
        let (is_raw, is_bytes, is_format) = (has(['r', 'R']), has(['b', 'B']), has(['f', 'F']));
        let mut string = Content::default();
        let mut at = mark.len();
        loop {
            let Some(next) = rest[at..].chars().next() else { break self.open_text(rest) };
            if rest[at..].starts_with(&mark) {
                self.at += at + mark.len();
                break string.token(is_bytes, quote == '`' || is_format);
            }
            let is_doubled = is_format && ["{{", "}}"].iter().any(|it| rest[at..].starts_with(it));
            match next {
                '\n' if !is_triple && quote != '`' => break self.open_text(rest),
                '\\' if is_raw => {
                    string.push('\\');
                    let escaped = rest[at + 1..].chars().next();
                    at += 1 + escaped.map_or(0, char::len_utf8);
                    if let Some(escaped) = escaped {
                        string.push(escaped);
                    }
                }
                '\\' => at += string.escape(&rest[at..], self.language),
                '{' | '}' if is_doubled => {
                    string.push(next);
                    at += 2;
                }
                '$' if quote == '`' && rest[at..].starts_with("${") => {
                    let Some(end) = self.expression(&mut string, self.at + at + 2) else {
                        break self.open_text(rest);
                    };
                    at = end - (self.text.len() - rest.len());
                }
                '{' if is_format => {
                    let Some(end) = self.expression(&mut string, self.at + at + 1) else {
                        break self.open_text(rest);
                    };
                    at = end - (self.text.len() - rest.len());
                }
                _ => {
                    string.push(next);
                    at += next.len_utf8();
                }
            }
        }
    }

    /// Reads an expression in a template up to its bracket, and returns the byte after it.
    fn expression(&self, string: &mut Content<'t>, start: usize) -> Option<usize> {
        if self.template_depth == TEMPLATE_DEPTH_MAX {
            return None;
        }
        let mut scanner = Self::new(self.text, self.language, start, self.template_depth + 1);
        // Lines of an expression in brackets do not count.
        scanner.bracket_count = 1;
        let mut tokens = Vec::new();
        let mut is_formatted = false;
        loop {
            let placed = scanner.next()?;
            let is_outer = scanner.bracket_count == 1;
            match placed.token {
                Token::Symbol("}") if scanner.bracket_count == 0 => break,
                Token::OpenText => return None,
                Token::Symbol(":" | "!" | "=") if is_outer && self.language == Language::Python => {
                    is_formatted = true;
                }
                _ if is_formatted => {}
                _ => tokens.push(placed),
            }
        }
        string.add(if is_formatted { Piece::Formatted(tokens) } else { Piece::Value(tokens) });
        Some(scanner.at)
    }

    /// A string without an end, as far as its line goes.
    fn open_text(&mut self, rest: &str) -> Token<'t> {
        self.at += line_length(rest).max(1);
        Token::OpenText
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Whether JavaScript prints the same number as was written.
fn is_sent_as_written(text: &str) -> bool {
    let float = text.parse::<f64>().unwrap_or(f64::INFINITY);
    let is_safe = float.fract() != 0.0 || float.abs() <= 9_007_199_254_740_991.0;
    let number = |text: &str| Number::parse(text).ok();
    is_safe && number(&float.to_string()).is_some_and(|sent| number(text) == Some(sent))
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
