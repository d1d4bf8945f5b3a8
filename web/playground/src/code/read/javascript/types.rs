//! The types of TypeScript, which are skipped.

use crate::code::fault::CodeError;
use crate::code::read::parser::Parser;
use crate::code::read::token::Token;

/// Words before a type.
const PREFIXES: [&str; 8] =
    ["keyof", "typeof", "readonly", "unique", "infer", "new", "asserts", "abstract"];

/// Tokens of a list of types at most: what is longer is none.
const TYPE_LENGTH_MAX: usize = 500;

impl Parser<'_> {
    /// Skips `: T`, if it is next.
    pub(super) fn annotation(&mut self) -> Result<(), CodeError> {
        if self.take(":") { self.skip_type() } else { Ok(()) }
    }

    pub(super) fn skip_type(&mut self) -> Result<(), CodeError> {
        self.nested(|parser| {
            let _ = parser.take("|") || parser.take("&");
            parser.type_operand()?;
            while parser.take("|") || parser.take("&") {
                parser.type_operand()?;
            }
            if parser.is_word("is") && !parser.begins_line() {
                parser.at += 1;
                return parser.skip_type();
            }
            if parser.is_word("extends") {
                parser.at += 1;
                parser.skip_type()?;
                if parser.take("?") {
                    parser.skip_type()?;
                    parser.expect(":")?;
                    parser.skip_type()?;
                }
            }
            Ok(())
        })
    }

    fn type_operand(&mut self) -> Result<(), CodeError> {
        while self.word(0).is_some_and(|it| PREFIXES.contains(&it))
            && matches!(
                self.peek(1),
                Some(Token::Word(_) | Token::Symbol("[" | "{" | "(") | Token::Text(_))
            )
        {
            self.at += 1;
        }
        match self.peek(0) {
            Some(Token::Symbol("<")) => {
                self.skip_angles()?;
                return self.nested(Self::type_operand);
            }
            Some(Token::Symbol("(")) => {
                self.skip_brackets()?;
                if self.take("=>") {
                    return self.skip_type();
                }
            }
            Some(Token::Symbol("{" | "[")) => self.skip_brackets()?,
            Some(Token::Symbol("-")) => self.at += 2,
            Some(Token::Text(_) | Token::Number(_) | Token::Float(_) | Token::Template(_)) => {
                self.at += 1;
            }
            Some(Token::Word(_)) => {
                self.at += 1;
                while self.is(".") && self.word(1).is_some() {
                    self.at += 2;
                }
                if self.is("<") {
                    self.skip_angles()?;
                }
            }
            Some(Token::Symbol(_) | Token::Bytes(_) | Token::Opaque | Token::OpenText) | None => {
                return Err(self.not_understood());
            }
        }
        while self.is("[") && !self.begins_line() {
            self.skip_brackets()?;
        }
        Ok(())
    }

    /// Skips `<T, U>`. Fails if it is no list of types.
    pub(super) fn skip_angles(&mut self) -> Result<(), CodeError> {
        let mut depth = 0_usize;
        let start = self.at;
        loop {
            if self.at > start + TYPE_LENGTH_MAX {
                return Err(self.not_understood());
            }
            let closing = match self.peek(0) {
                Some(Token::Symbol("<")) => {
                    depth += 1;
                    0
                }
                Some(Token::Symbol(">")) => 1,
                Some(Token::Symbol(">>")) => 2,
                Some(Token::Symbol(">>>")) => 3,
                Some(Token::Symbol("(" | "[" | "{")) => {
                    self.skip_brackets()?;
                    continue;
                }
                Some(
                    Token::Symbol("," | "." | "|" | "&" | "=>" | "=" | "?" | ":")
                    | Token::Word(_)
                    | Token::Text(_)
                    | Token::Number(_),
                ) => 0,
                Some(
                    Token::Symbol(_)
                    | Token::Float(_)
                    | Token::Bytes(_)
                    | Token::Template(_)
                    | Token::Opaque
                    | Token::OpenText,
                )
                | None => return Err(self.not_understood()),
            };
            self.at += 1;
            if closing > depth {
                return Err(self.not_understood());
            }
            depth -= closing;
            if depth == 0 {
                return Ok(());
            }
        }
    }
}
