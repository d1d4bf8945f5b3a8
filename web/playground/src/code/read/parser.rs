//! What the parsers of JavaScript and Python have in common: the tokens, and how far they have been read.

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::read::program::{Kind, Node};
use crate::code::read::scanner::tokens;
use crate::code::read::token::{Language, Piece, Placed, Token};

/// Expressions and statements within each other. Model: DynamoDB allows 32 levels in an item.
pub(super) const DEPTH_MAX: usize = 64;

/// Expressions and statements that are read, some of them twice. Model: a text of a megabyte has fewer.
const STEP_COUNT_MAX: usize = 4_000_000;

/// The tokens of a program, and how far they have been read.
pub(super) struct Parser<'t> {
    pub text: &'t str,
    pub tokens: Vec<Placed<'t>>,
    /// The position of the next token.
    pub at: usize,
    pub depth: usize,
    /// Expressions and statements that were read.
    pub step_count: usize,
    /// Whether `a ? b` is open, in which `(b) : c` has no type.
    pub in_choice: bool,
    /// The column of the statements of the block, in Python.
    pub indent: usize,
}

impl<'t> Parser<'t> {
    pub(super) fn new(text: &'t str, language: Language) -> Result<Self, CodeError> {
        let tokens = tokens(text, language);
        let open = tokens.iter().find(|it| it.token == Token::OpenText);
        if let Some(open) = open {
            return Err(CodeError::at(text, open.start, CodeFault::OpenText));
        }
        Ok(Self { text, tokens, at: 0, depth: 0, step_count: 0, in_choice: false, indent: 0 })
    }

    /// The token at a distance from the next.
    pub(super) fn peek(&self, distance: usize) -> Option<&Token<'t>> {
        self.tokens.get(self.at + distance).map(|placed| &placed.token)
    }

    pub(super) fn is(&self, symbol: &str) -> bool {
        self.is_at(0, symbol)
    }

    pub(super) fn is_at(&self, distance: usize, symbol: &str) -> bool {
        matches!(self.peek(distance), Some(Token::Symbol(it)) if *it == symbol)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word(0) == Some(word)
    }

    pub(super) fn word(&self, distance: usize) -> Option<&'t str> {
        match self.peek(distance) {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Takes a symbol if it is the next token.
    pub(super) fn take(&mut self, symbol: &str) -> bool {
        let is_next = self.is(symbol);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn take_word(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word);
        self.at += usize::from(is_next);
        is_next
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Result<(), CodeError> {
        if self.take(symbol) {
            return Ok(());
        }
        let symbol = symbol.chars().next().unwrap_or(' ');
        Err(self.error(CodeFault::Expected(Expected::Symbol(symbol))))
    }

    /// The name that is next.
    pub(super) fn name(&mut self) -> Result<&'t str, CodeError> {
        let name = self.word(0).ok_or_else(|| self.not_understood())?;
        self.at += 1;
        Ok(name)
    }

    pub(super) fn error(&self, fault: CodeFault) -> CodeError {
        CodeError::at(self.text, self.offset(), fault)
    }

    pub(super) fn not_understood(&self) -> CodeError {
        self.error(CodeFault::NotUnderstood)
    }

    /// The first byte of the next token.
    pub(super) fn offset(&self) -> usize {
        self.tokens.get(self.at).map_or(self.text.len(), |placed| placed.start)
    }

    /// Whether the next token begins a line, or there is none.
    pub(super) fn begins_line(&self) -> bool {
        self.tokens.get(self.at).is_none_or(|placed| placed.begins_line)
    }

    /// An expression that began at a byte and ends before the next token.
    pub(super) fn node(&self, start: usize, kind: Kind) -> Node {
        Node { kind, start, end: self.end(start) }
    }

    /// Where the last token before this one ends, or `start` if there is none.
    pub(super) fn end(&self, start: usize) -> usize {
        // A place beyond the last token is where the text ends.
        let read = &self.tokens[..self.at.min(self.tokens.len())];
        read.last().map_or(start, |placed| placed.end)
    }

    pub(super) fn skip_brackets(&mut self) -> Result<(), CodeError> {
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek(0) {
                Some(Token::Symbol("(" | "[" | "{")) => depth += 1,
                Some(Token::Symbol(")" | "]" | "}")) => depth = depth.saturating_sub(1),
                Some(_) => {}
                None => {
                    self.at = start;
                    return Err(self.not_understood());
                }
            }
            self.at += 1;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Reads what is a level deeper. Fails if it is too deep.
    pub(super) fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, CodeError>,
    ) -> Result<T, CodeError> {
        self.step_count += 1;
        if self.depth > DEPTH_MAX || self.step_count > STEP_COUNT_MAX {
            return Err(self.error(CodeFault::TooDeep));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Fails if an expression has too many parts that each contain the one before.
    pub(super) fn check_length(&self, count: usize) -> Result<(), CodeError> {
        match count > DEPTH_MAX {
            true => Err(self.error(CodeFault::TooDeep)),
            false => Ok(()),
        }
    }

    /// The parts of a template, whose expressions a function reads.
    pub(super) fn template(
        &mut self,
        pieces: Vec<Piece<'t>>,
        start: usize,
        read: fn(&mut Self) -> Result<Node, CodeError>,
    ) -> Result<Node, CodeError> {
        let mut nodes = Vec::new();
        let end = self.offset();
        for piece in pieces {
            match piece {
                Piece::Text(text) => nodes.push(Node {
                    kind: Kind::Constant(crate::code::literal::Literal::Text(text)),
                    start,
                    end: start,
                }),
                Piece::Value(tokens) => nodes.push(self.within(tokens, end, read)?),
                Piece::Formatted(tokens) => {
                    let value = self.within(tokens, end, read)?;
                    nodes.push(Node {
                        start: value.start,
                        end: value.end,
                        kind: Kind::Operation("format".to_owned(), vec![value]),
                    });
                }
            }
        }
        Ok(self.node(start, Kind::Join(nodes)))
    }

    /// Reads tokens in place of those of the program.
    fn within(
        &mut self,
        tokens: Vec<Placed<'t>>,
        end: usize,
        read: fn(&mut Self) -> Result<Node, CodeError>,
    ) -> Result<Node, CodeError> {
        let outer = (std::mem::replace(&mut self.tokens, tokens), std::mem::take(&mut self.at));
        let node = read(self).and_then(|node| match self.at == self.tokens.len() {
            true => Ok(node),
            false => Err(self.not_understood()),
        });
        (self.tokens, self.at) = outer;
        node.map_err(|error| match error.line {
            0 => CodeError::at(self.text, end, error.fault),
            _ => error,
        })
    }
}
