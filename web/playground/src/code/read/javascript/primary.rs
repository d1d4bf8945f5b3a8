//! The expressions of JavaScript that have no operator.

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::literal::Literal;
use crate::code::read::parser::Parser;
use crate::code::read::program::{Entry, Kind, Node, Parameter, Part};
use crate::code::read::token::Token;

impl Parser<'_> {
    pub(super) fn js_primary(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let Some(token) = self.peek(0).cloned() else {
            return Err(self.error(CodeFault::Expected(Expected::Value)));
        };
        let kind = match token {
            Token::Text(text) => Kind::Constant(Literal::Text(text)),
            Token::Number(text) => Kind::Constant(Literal::Number(text)),
            Token::Bytes(bytes) => Kind::Constant(Literal::Bytes(bytes)),
            Token::Float(text) => Kind::Float(text),
            Token::Opaque => Kind::Opaque,
            Token::OpenText => return Err(self.error(CodeFault::OpenText)),
            Token::Template(pieces) => {
                self.at += 1;
                return self.nested(|it| it.template(pieces, start, Self::js_sequence));
            }
            Token::Symbol("[") => return self.js_list(),
            Token::Symbol("{") => return self.js_object(),
            Token::Symbol("(") if self.js_is_arrow() => {
                let parameters = self.js_parameters()?;
                self.annotation()?;
                return self.js_arrow_rest(start, parameters, false);
            }
            Token::Symbol("(") => {
                self.at += 1;
                let in_choice = std::mem::take(&mut self.in_choice);
                let node = self.js_sequence()?;
                self.in_choice = in_choice;
                self.expect(")")?;
                return Ok(node);
            }
            Token::Symbol("<") => {
                self.skip_angles()?;
                // The type of a function or of a value.
                return self.nested(Self::js_unary);
            }
            Token::Symbol(")" | "]" | "}" | "," | ";" | ":") => {
                return Err(self.error(CodeFault::Expected(Expected::Value)));
            }
            Token::Symbol(_) => return Err(self.not_understood()),
            Token::Word(word) => return self.js_word(word),
        };
        self.at += 1;
        Ok(self.node(start, kind))
    }

    fn js_word(&mut self, word: &str) -> Result<Node, CodeError> {
        let start = self.offset();
        let kind = match word {
            "true" => Kind::Constant(Literal::Bool(true)),
            "false" => Kind::Constant(Literal::Bool(false)),
            "null" => Kind::Constant(Literal::Null),
            "function" => {
                let function = self.js_function()?;
                return Ok(self.node(start, Kind::Function(function)));
            }
            "class" => return Err(self.not_understood()),
            "async" if self.word(1) == Some("function") => {
                let function = self.js_function()?;
                return Ok(self.node(start, Kind::Function(function)));
            }
            "async" if self.word(1).is_some() && self.is_at(2, "=>") => {
                self.at += 1;
                return self.js_short_arrow(start, true);
            }
            "async" if self.is_at(1, "(") => {
                self.at += 1;
                if self.js_is_arrow() {
                    let parameters = self.js_parameters()?;
                    self.annotation()?;
                    return self.js_arrow_rest(start, parameters, true);
                }
                Kind::Name(word.to_owned())
            }
            _ if self.is_at(1, "=>") => return self.js_short_arrow(start, false),
            _ => Kind::Name(word.to_owned()),
        };
        if !matches!(&kind, Kind::Name(name) if name == "async" && self.is("(")) {
            self.at += 1;
        }
        Ok(self.node(start, kind))
    }

    /// `a => b`
    fn js_short_arrow(&mut self, start: usize, is_async: bool) -> Result<Node, CodeError> {
        let target = self.js_target()?;
        let parameter = Parameter { target, default: None, is_rest: false };
        self.js_arrow_rest(start, vec![parameter], is_async)
    }

    /// Whether the bracket that is next is that of the parameters of an arrow function.
    fn js_is_arrow(&mut self) -> bool {
        let start = self.at;
        let mut is_arrow = self.skip_brackets().is_ok();
        if is_arrow && self.is(":") && !self.in_choice {
            is_arrow = self.annotation().is_ok();
        }
        is_arrow &= self.is("=>");
        self.at = start;
        is_arrow
    }

    fn js_list(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        self.at += 1;
        let in_choice = std::mem::take(&mut self.in_choice);
        let mut parts = Vec::new();
        while !self.take("]") {
            if self.is(",") {
                return Err(self.error(CodeFault::Expected(Expected::Value)));
            }
            let is_spread = self.take("...");
            let value = self.js_expression()?;
            parts.push(Part { value, is_spread });
            if !self.take(",") && !self.is("]") {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr(']'))));
            }
        }
        self.in_choice = in_choice;
        Ok(self.node(start, Kind::List(parts)))
    }

    fn js_object(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        self.at += 1;
        let in_choice = std::mem::take(&mut self.in_choice);
        let mut entries = Vec::new();
        while !self.take("}") {
            let entry = match self.take("...") {
                true => Entry::Spread(self.js_expression()?),
                false => self.js_member()?,
            };
            entries.push(entry);
            if !self.take(",") && !self.is("}") {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr('}'))));
            }
        }
        self.in_choice = in_choice;
        Ok(self.node(start, Kind::Map(entries)))
    }

    fn js_member(&mut self) -> Result<Entry, CodeError> {
        let start = self.offset();
        let mut is_async = false;
        while matches!(self.word(0), Some("async" | "get" | "set"))
            && !matches!(self.peek(1), Some(Token::Symbol(":" | "," | "}" | "(" | "=")))
        {
            // A getter is computed when it is read.
            if !self.is_word("async") {
                return Err(self.not_understood());
            }
            is_async = true;
            self.at += 1;
        }
        self.take("*");
        let shorthand = self.word(0);
        let name = self.js_member_name()?;
        if self.is("(") || self.is("<") {
            let function = self.js_function_rest(start, None, is_async)?;
            let value = self.node(start, Kind::Function(function));
            return Ok(Entry::Member(name, value));
        }
        if self.take(":") {
            return Ok(Entry::Member(name, self.js_expression()?));
        }
        let Some(word) = shorthand else {
            return Err(self.error(CodeFault::Expected(Expected::Symbol(':'))));
        };
        if !matches!(self.peek(0), Some(Token::Symbol("," | "}" | "="))) {
            return Err(self.error(CodeFault::Expected(Expected::Symbol(':'))));
        }
        let value = self.node(start, Kind::Name(word.to_owned()));
        if self.take("=") {
            let default = self.js_expression()?;
            let kind = Kind::Assign(Box::new(value), "=".to_owned(), Box::new(default));
            return Ok(Entry::Member(name, self.node(start, kind)));
        }
        Ok(Entry::Member(name, value))
    }
}
