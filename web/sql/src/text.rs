//! The words of a statement, and where they are in its text.

use gluesql_core::sqlparser::dialect::PostgreSqlDialect;
use gluesql_core::sqlparser::tokenizer::{Location, Token, TokenWithLocation, Tokenizer};

use crate::fault::{Fault, FaultKind};
use crate::value::decimal;
use crate::{FUNCTIONS, JOIN_COUNT_MAX, LEVEL_COUNT_MAX, STATEMENT_BYTES};

/// Words that can stand before a parenthesis and are no functions.
const OTHERS: [&str; 24] = [
    "ALL", "AND", "AS", "BETWEEN", "BY", "CASE", "DISTINCT", "ELSE", "FROM", "HAVING", "IN", "IS",
    "JOIN", "LIKE", "LIMIT", "NOT", "OFFSET", "ON", "OR", "SELECT", "THEN", "WHEN", "WHERE",
    "DECIMAL",
];

/// Operators that are words.
const LEVELS: [&str; 8] = ["AND", "BETWEEN", "CASE", "IN", "IS", "LIKE", "NOT", "OR"];

/// What expressions follow, of which none is within another.
const CLAUSES: [&str; 6] = ["BY", "FROM", "HAVING", "LIMIT", "ON", "WHERE"];

/// The words and signs of a statement.
#[derive(Debug)]
pub(crate) struct Tokens(Vec<TokenWithLocation>);

impl Tokens {
    /// Reads a text. Fails if it is no statement that can be asked, whatever the tables.
    pub(crate) fn of(text: &str) -> Result<Self, Fault> {
        if text.len() > STATEMENT_BYTES {
            return Err(Fault::new(FaultKind::TooLong, None));
        }
        let read = Tokenizer::new(&PostgreSqlDialect {}, text).tokenize_with_location();
        let tokens = Self(
            read.map_err(|error| {
                Fault::new(FaultKind::Token(error.message.clone()), place(&error.location))
            })?
            .into_iter()
            .filter(|it| !matches!(it.token, Token::Whitespace(_)))
            .collect(),
        );
        match tokens.fault() {
            Some((kind, at)) => Err(Fault::new(kind, place(&at))),
            None => Ok(tokens),
        }
    }

    fn fault(&self) -> Option<(FaultKind, Location)> {
        let tokens = &self.0;
        let first = tokens.first().map_or(Location { line: 1, column: 1 }, |it| it.location);
        if let Some(beyond) = self.beyond() {
            return Some((FaultKind::TooLong, beyond.location));
        }
        if !tokens.first().is_some_and(|it| is_word(it, "SELECT")) {
            return Some((FaultKind::NotSelect, first));
        }
        if let Some(second) = tokens.iter().skip(1).find(|it| is_word(it, "SELECT")) {
            return Some((FaultKind::OneSelect, second.location));
        }
        let no_decimal = |it: &&TokenWithLocation| matches!(&it.token, Token::Number(number, _) if decimal(number).is_none());
        if let Some(number) = tokens.iter().find(no_decimal) {
            return Some((FaultKind::Number(number.token.to_string()), number.location));
        }
        let calls = tokens.windows(2).filter(|pair| pair[1].token == Token::LParen);
        calls.map(|pair| &pair[0]).find_map(|it| {
            let Token::Word(word) = &it.token else { return None };
            let is_known = FUNCTIONS.iter().chain(&OTHERS).any(|name| is_word(it, name));
            (!is_known).then(|| (FaultKind::NoFunction(word.value.clone()), it.location))
        })
    }

    /// The first operator, parenthesis or join that is too many.
    fn beyond(&self) -> Option<&TokenWithLocation> {
        let (mut levels, mut joins, mut open) = (0, 0, 0_usize);
        self.0.iter().find(|it| {
            match &it.token {
                Token::LParen => open += 1,
                Token::RParen => open = open.saturating_sub(1),
                // The next expression.
                Token::Comma if open == 0 => levels = 0,
                Token::Word(_) if CLAUSES.iter().any(|word| is_word(it, word)) => levels = 0,
                _ => {}
            }
            joins += usize::from(is_word(it, "JOIN"));
            levels += usize::from(is_level(it));
            levels > LEVEL_COUNT_MAX || joins > JOIN_COUNT_MAX
        })
    }

    /// What is wrong, with where in the text it is: at a name that it is about, if the text has it.
    pub(crate) fn locate(&self, kind: FaultKind) -> Fault {
        let at = kind.name().and_then(|name| {
            let is_it = |token: &Token| matches!(token, Token::Word(word) if word.value == name);
            self.0.iter().find(|it| is_it(&it.token)).and_then(|it| place(&it.location))
        });
        Fault::new(kind, at)
    }
}

/// Whether it can put an expression into another.
fn is_level(token: &TokenWithLocation) -> bool {
    match &token.token {
        Token::Word(_) => LEVELS.iter().any(|word| is_word(token, word)),
        Token::Number(..)
        | Token::SingleQuotedString(_)
        | Token::Comma
        | Token::Period
        | Token::RParen
        | Token::SemiColon => false,
        _ => true,
    }
}

/// Whether it is a word, not in quotation marks, in small letters or large ones.
fn is_word(token: &TokenWithLocation, name: &str) -> bool {
    matches!(&token.token, Token::Word(word) if word.quote_style.is_none() && word.value.eq_ignore_ascii_case(name))
}

/// Line and column, from 1; `None` if they are not known.
fn place(location: &Location) -> Option<(u64, u64)> {
    (location.line > 0).then_some((location.line, location.column))
}
