//! Reads the values of JavaScript and Python that are written out. What has to be computed stays unknown.

use std::collections::BTreeMap;

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::literal::Literal;
use crate::code::read::call::unknown_text;
use crate::code::read::conversion::{CONVERSIONS, converted};
use crate::code::read::token::{Language, Placed, Token, tokens};

/// Values within each other, and variables whose values are variables. Model: DynamoDB allows 32 levels in an item.
const DEPTH_MAX: usize = 64;

/// Characters of an expression that stands for its value.
const SOURCE_LENGTH_MAX: usize = 40;

/// Values that a text can have in all: a variable can be used many times.
const VALUE_COUNT_MAX: usize = 200_000;

/// Unknown expressions that are named.
const UNKNOWN_COUNT_MAX: usize = 100;

/// Reads values from the tokens of a text.
pub(super) struct Reader<'t> {
    pub text: &'t str,
    pub language: Language,
    pub tokens: Vec<Placed<'t>>,
    /// The position of the next token.
    pub at: usize,
    /// Variables, and the position of the first token of their values.
    variables: BTreeMap<&'t str, usize>,
    /// The variables whose values are being read: none is a part of itself.
    open_variables: Vec<String>,
    /// The expressions whose values are not known, in the order of the text.
    pub unknown: Vec<String>,
    value_count: usize,
    pub(super) skipped_count: usize,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, language: Language) -> Self {
        let tokens = tokens(text, language);
        let mut variables = BTreeMap::new();
        for (position, pair) in tokens.windows(3).enumerate() {
            let [name, equals, value] = pair else { continue };
            let is_assignment = equals.token == Token::Symbol('=')
                && !matches!(value.token, Token::Symbol('=' | '>'))
                && (language == Language::JavaScript || is_at_line_start(text, name.start));
            if let (Token::Word(name), true) = (&name.token, is_assignment) {
                // A variable with several values has none that is known.
                variables
                    .entry(*name)
                    .and_modify(|known| *known = usize::MAX)
                    .or_insert(position + 2);
            }
        }
        let (open_variables, unknown) = (Vec::new(), Vec::new());
        Self {
            text,
            language,
            tokens,
            at: 0,
            variables,
            open_variables,
            unknown,
            value_count: 0,
            skipped_count: 0,
        }
    }

    /// The token at a distance from the next.
    pub(super) fn peek(&self, distance: usize) -> Option<&Token<'t>> {
        self.tokens.get(self.at + distance).map(|placed| &placed.token)
    }

    pub(super) fn is_symbol(&self, symbol: char) -> bool {
        self.peek(0) == Some(&Token::Symbol(symbol))
    }

    /// Takes a symbol if it is the next token.
    pub(super) fn take(&mut self, symbol: char) -> bool {
        let is_next = self.is_symbol(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn error(&self, fault: CodeFault) -> CodeError {
        let offset = self.tokens.get(self.at).map_or(self.text.len(), |placed| placed.start);
        CodeError::at(self.text, offset, fault)
    }

    /// The first byte of the next token.
    pub(super) fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |placed| placed.start)
    }

    /// Reads an expression to its end.
    pub(super) fn value(&mut self, depth: usize) -> Result<Literal, CodeError> {
        self.count_value(depth)?;
        let (start, unknown_count) = (self.at, self.unknown.len());
        if self.peek(0) == Some(&Token::OpenText) {
            return Err(self.error(CodeFault::OpenText));
        }
        let operand = self.sum(depth)?;
        self.skip_type();
        match operand {
            // Without an operator, what follows needs a comma before it: the caller says so.
            Some(value) if self.is_end() || self.is_operand() => Ok(value),
            Some(_) | None => {
                self.unknown.truncate(unknown_count);
                self.at = start;
                self.skip_expression()?;
                Ok(self.unknown_value(start))
            }
        }
    }

    fn count_value(&mut self, depth: usize) -> Result<(), CodeError> {
        self.value_count += 1;
        match depth > DEPTH_MAX || self.value_count > VALUE_COUNT_MAX {
            true => Err(self.error(CodeFault::TooDeep)),
            false => Ok(()),
        }
    }

    /// What is in place of an expression that began at a token and ends before the next.
    pub(super) fn unknown_value(&mut self, start: usize) -> Literal {
        let end = self.tokens[self.at - 1].end;
        let source = &self.text[self.tokens[start].start..end];
        let mut short: String = source
            .chars()
            .map(|it| if matches!(it, '"' | '‹' | '›' | '\\') { '\'' } else { it })
            .take(SOURCE_LENGTH_MAX + 1)
            .collect();
        short = short.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some((end, _)) = short.char_indices().nth(SOURCE_LENGTH_MAX) {
            short.truncate(end);
            short.push('…');
        }
        if self.unknown.len() < UNKNOWN_COUNT_MAX && !self.unknown.contains(&short) {
            self.unknown.push(short.clone());
        }
        Literal::Text(unknown_text(&short))
    }

    /// A value, or strings that are joined by `+` or, in Python, follow each other.
    fn sum(&mut self, depth: usize) -> Result<Option<Literal>, CodeError> {
        let Some(first) = self.operand(depth)? else { return Ok(None) };
        let Literal::Text(mut text) = first else { return Ok(Some(first)) };
        loop {
            let follows =
                self.language == Language::Python && matches!(self.peek(0), Some(Token::Text(_)));
            if !follows && !self.take('+') {
                return Ok(Some(Literal::Text(text)));
            }
            match self.operand(depth)? {
                Some(Literal::Text(more)) => text.push_str(&more),
                Some(_) | None => return Ok(None),
            }
        }
    }

    fn operand(&mut self, depth: usize) -> Result<Option<Literal>, CodeError> {
        let Some(token) = self.peek(0).cloned() else {
            return Err(self.error(CodeFault::Expected(Expected::Value)));
        };
        let literal = match token {
            Token::Text(text) => Some(Literal::Text(text)),
            Token::Number(text) => Some(Literal::Number(text)),
            Token::Bytes(bytes) => Some(Literal::Bytes(bytes)),
            Token::OpenText => return Err(self.error(CodeFault::OpenText)),
            Token::Symbol('[') => {
                self.at += 1;
                return self.list(']', depth).map(|list| Some(Literal::List(list)));
            }
            Token::Symbol('{') => {
                self.at += 1;
                return self.object(depth).map(Some);
            }
            Token::Symbol('(') if self.language == Language::Python => {
                self.at += 1;
                return self.parentheses(depth);
            }
            Token::Symbol('-') => {
                let Some(Token::Number(text)) = self.peek(1) else { return Ok(None) };
                let number = Literal::Number(format!("-{text}"));
                self.at += 2;
                return Ok(Some(number));
            }
            Token::Symbol(')' | ']' | '}' | ',' | ';' | ':') => {
                return Err(self.error(CodeFault::Expected(Expected::Value)));
            }
            Token::Template | Token::Symbol(_) => None,
            Token::Word(word) => return self.word(word, depth),
        };
        self.at += 1;
        Ok(literal)
    }

    /// A tuple, or an expression in parentheses.
    fn parentheses(&mut self, depth: usize) -> Result<Option<Literal>, CodeError> {
        let start = self.at;
        let mut elements = self.list(')', depth)?;
        let has_comma = self.tokens[start..self.at - 1]
            .last()
            .is_some_and(|placed| placed.token == Token::Symbol(','));
        Ok(match elements.len() {
            1 if !has_comma => elements.pop(),
            _ => Some(Literal::List(elements)),
        })
    }

    /// Elements up to the closing bracket, which is taken.
    pub(super) fn list(&mut self, closing: char, depth: usize) -> Result<Vec<Literal>, CodeError> {
        let mut elements = Vec::new();
        while !self.take(closing) {
            elements.push(self.value(depth + 1)?);
            if !self.take(',') && !self.is_symbol(closing) {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr(closing))));
            }
        }
        Ok(elements)
    }

    /// An object of JavaScript, or a dictionary or set of Python, after its bracket.
    fn object(&mut self, depth: usize) -> Result<Literal, CodeError> {
        let mut members: Vec<(String, Literal)> = Vec::new();
        let mut elements = Vec::new();
        while !self.take('}') {
            if self.take_spread() {
                match self.value(depth + 1)? {
                    Literal::Map(others) => members.extend(others),
                    // What an unknown object has is told by the name in its place.
                    other => members.push(("…".to_owned(), other)),
                }
            } else {
                match self.member(depth)? {
                    (Some(name), value) => members.push((name, value)),
                    (None, value) => elements.push(value),
                }
            }
            if !self.take(',') && !self.is_symbol('}') {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr('}'))));
            }
        }
        Ok(if elements.is_empty() { Literal::Map(members) } else { Literal::Set(elements) })
    }

    /// Takes `...` or `**`.
    pub(super) fn take_spread(&mut self) -> bool {
        let (symbol, count) = match self.language {
            Language::JavaScript => ('.', 3),
            Language::Python => ('*', 2),
        };
        let is_next = (0..count).all(|it| self.peek(it) == Some(&Token::Symbol(symbol)));
        self.at += if is_next { count } else { 0 };
        is_next
    }

    /// A member with its name, or the element of a set.
    fn member(&mut self, depth: usize) -> Result<(Option<String>, Literal), CodeError> {
        if self.language == Language::Python {
            let key = self.value_before_colon(depth + 1)?;
            if !self.take(':') {
                return Ok((None, key));
            }
            return Ok((Some(name_of(key)), self.value(depth + 1)?));
        }
        let name = match self.peek(0).cloned() {
            Some(Token::Word(word)) => {
                if matches!(self.peek(1), Some(Token::Symbol(',' | '}'))) {
                    return Ok((Some(word.to_owned()), self.value(depth + 1)?));
                }
                self.at += 1;
                word.to_owned()
            }
            Some(Token::Text(text) | Token::Number(text)) => {
                self.at += 1;
                text
            }
            Some(Token::Symbol('[')) => {
                self.at += 1;
                let name = self.value(depth + 1)?;
                if !self.take(']') {
                    return Err(self.error(CodeFault::Expected(Expected::Symbol(']'))));
                }
                name_of(name)
            }
            Some(Token::Bytes(_) | Token::Template | Token::OpenText | Token::Symbol(_)) | None => {
                return Err(self.error(CodeFault::Expected(Expected::Name)));
            }
        };
        match self.take(':') {
            true => Ok((Some(name), self.value(depth + 1)?)),
            false => Err(self.error(CodeFault::Expected(Expected::Symbol(':')))),
        }
    }

    /// A key of a dictionary, or the element of a set.
    fn value_before_colon(&mut self, depth: usize) -> Result<Literal, CodeError> {
        let start = self.at;
        self.count_value(depth)?;
        match self.sum(depth)? {
            Some(value) if self.is_end() || self.is_symbol(':') => Ok(value),
            Some(_) | None => {
                while !self.is_end() && !self.is_symbol(':') {
                    self.skip_token()?;
                }
                Ok(self.unknown_value(start))
            }
        }
    }

    fn word(&mut self, word: &str, depth: usize) -> Result<Option<Literal>, CodeError> {
        let is_python = self.language == Language::Python;
        let constant = match word {
            "true" if !is_python => Some(Literal::Bool(true)),
            "false" if !is_python => Some(Literal::Bool(false)),
            "null" | "undefined" if !is_python => Some(Literal::Null),
            "True" if is_python => Some(Literal::Bool(true)),
            "False" if is_python => Some(Literal::Bool(false)),
            "None" if is_python => Some(Literal::Null),
            _ => None,
        };
        if constant.is_some() {
            self.at += 1;
            return Ok(constant);
        }
        let start = self.at;
        self.at += usize::from(word == "new" && !is_python);
        let path = self.path();
        if self.is_symbol('(') {
            return self.call(&path, depth);
        }
        match path.as_slice() {
            [name] => self.variable(name, depth),
            // Enums of an SDK, such as `ReturnValue.ALL_NEW`.
            [_, word] if is_word_of_the_api(word) => Ok(Some(Literal::text(*word))),
            _ => {
                self.at = start + 1;
                Ok(None)
            }
        }
    }

    /// Words with points between them.
    pub(super) fn path(&mut self) -> Vec<&'t str> {
        let mut path = Vec::new();
        while let Some(Token::Word(word)) = self.peek(0) {
            path.push(*word);
            self.at += 1;
            let continues = self.is_symbol('.') && matches!(self.peek(1), Some(Token::Word(_)));
            if !continues {
                break;
            }
            self.at += 1;
        }
        path
    }

    /// The value of a variable that is assigned in the text.
    fn variable(&mut self, name: &str, depth: usize) -> Result<Option<Literal>, CodeError> {
        let known = self.variables.get(name).copied().filter(|it| *it < self.tokens.len());
        let Some(position) = known else { return Ok(None) };
        if depth >= DEPTH_MAX || self.open_variables.iter().any(|open| open == name) {
            return Ok(None);
        }
        let (after, unknown_count) = (self.at, self.unknown.len());
        self.at = position;
        // What makes a variable unknown is named by the variable.
        self.open_variables.push(name.to_owned());
        let value = self.sum(depth + 1)?;
        self.open_variables.pop();
        let ends = self.is_end() || self.is_line_end();
        self.at = after;
        if !ends || value.is_none() {
            self.unknown.truncate(unknown_count);
            return Ok(None);
        }
        Ok(value)
    }

    /// The value of a call that does no more than to make one of another type.
    fn call(&mut self, path: &[&str], depth: usize) -> Result<Option<Literal>, CodeError> {
        self.at += 1;
        if path == ["dict"] && matches!(self.peek(1), Some(Token::Symbol('='))) {
            return Ok(Some(Literal::Map(self.keyword_arguments(depth)?)));
        }
        let name = path.join(".");
        if !CONVERSIONS.contains(&name.as_str()) {
            self.at -= 1;
            return Ok(None);
        }
        let arguments = self.list(')', depth)?;
        Ok(converted(&name, arguments))
    }

    /// Arguments with names, after the opening bracket. The closing one is taken.
    pub(super) fn keyword_arguments(
        &mut self,
        depth: usize,
    ) -> Result<Vec<(String, Literal)>, CodeError> {
        let mut members = Vec::new();
        while !self.take(')') {
            members.extend(self.keyword_argument(depth)?);
            if !self.take(',') && !self.is_symbol(')') {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr(')'))));
            }
        }
        Ok(members)
    }

    /// An argument with its name, or those of a dictionary after `**`.
    pub(super) fn keyword_argument(
        &mut self,
        depth: usize,
    ) -> Result<Vec<(String, Literal)>, CodeError> {
        if self.take_spread() {
            return Ok(match self.value(depth + 1)? {
                Literal::Map(members) => members,
                other => vec![("…".to_owned(), other)],
            });
        }
        let Some(Token::Word(name)) = self.peek(0).cloned() else {
            return Err(self.error(CodeFault::Expected(Expected::Argument)));
        };
        self.at += 1;
        match self.take('=') {
            true => Ok(vec![(name.to_owned(), self.value(depth + 1)?)]),
            false => Err(self.error(CodeFault::Expected(Expected::Symbol('=')))),
        }
    }
}

/// The name that a key is.
fn name_of(key: Literal) -> String {
    match key {
        Literal::Text(text) | Literal::Number(text) => text,
        Literal::Bool(flag) => flag.to_string(),
        Literal::Null
        | Literal::Bytes(_)
        | Literal::Set(_)
        | Literal::List(_)
        | Literal::Map(_) => unknown_text("key"),
    }
}

fn is_word_of_the_api(word: &str) -> bool {
    word.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '_')
}

/// Whether nothing but white space is before a byte in its line.
fn is_at_line_start(text: &str, offset: usize) -> bool {
    text[..offset].chars().rev().find(|it| !matches!(it, ' ' | '\t')).is_none_or(|it| it == '\n')
}
