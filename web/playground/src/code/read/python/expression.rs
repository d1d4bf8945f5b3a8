//! The expressions of Python.

use std::rc::Rc;

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::literal::Literal;
use crate::code::read::parser::Parser;
use crate::code::read::program::{
    Argument, Comprehension, Function, Kind, Node, Part, Statement, StatementKind,
};
use crate::code::read::token::Token;

/// How much an operator binds.
fn precedence(token: Option<&Token<'_>>) -> Option<u8> {
    Some(match token? {
        Token::Symbol(symbol) => match *symbol {
            "==" | "!=" | "<" | ">" | "<=" | ">=" => 4,
            "|" => 5,
            "^" => 6,
            "&" => 7,
            "<<" | ">>" => 8,
            "+" | "-" => 9,
            "*" | "/" | "//" | "%" | "@" => 10,
            _ => return None,
        },
        Token::Word("or") => 1,
        Token::Word("and") => 2,
        Token::Word("in" | "not" | "is") => 4,
        _ => return None,
    })
}

impl Parser<'_> {
    /// An expression, or several with commas between them as a tuple.
    pub(super) fn py_tuple(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let first = self.py_part()?;
        if !self.is(",") && !first.is_spread {
            return Ok(first.value);
        }
        let mut parts = vec![first];
        while self.take(",") {
            let ends = self.begins_line()
                || matches!(self.peek(0), Some(Token::Symbol("=" | ")" | ":" | ";" | "]")));
            if ends {
                break;
            }
            parts.push(self.py_part()?);
        }
        Ok(self.node(start, Kind::List(parts)))
    }

    pub(super) fn py_part(&mut self) -> Result<Part, CodeError> {
        let is_spread = self.take("*");
        Ok(Part { value: self.py_expression()?, is_spread })
    }

    /// A variable or member to which a value is assigned.
    pub(super) fn py_target(&mut self) -> Result<Node, CodeError> {
        self.nested(Self::py_postfix)
    }

    /// Targets of a loop.
    pub(super) fn py_targets(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let first = self.py_target()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut parts = vec![Part { value: first, is_spread: false }];
        while self.take(",") && !self.is_word("in") {
            parts.push(Part { value: self.py_target()?, is_spread: false });
        }
        Ok(self.node(start, Kind::List(parts)))
    }

    pub(super) fn py_expression(&mut self) -> Result<Node, CodeError> {
        self.nested(Self::py_choice)
    }

    fn py_choice(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        if self.is_word("lambda") {
            return self.py_lambda();
        }
        if self.take_word("yield") {
            self.take_word("from");
            let is_empty = self.begins_line() || self.is(")");
            let operands = if is_empty { Vec::new() } else { vec![self.py_tuple()?] };
            return Ok(self.node(start, Kind::Operation("yield".to_owned(), operands)));
        }
        let first = self.py_binary(0)?;
        if self.take(":=") {
            let value = self.py_expression()?;
            let kind = Kind::Assign(Box::new(first), "=".to_owned(), Box::new(value));
            return Ok(self.node(start, kind));
        }
        if self.begins_line() || !self.take_word("if") {
            return Ok(first);
        }
        let test = self.py_binary(0)?;
        if !self.take_word("else") {
            return Err(self.not_understood());
        }
        let second = self.py_expression()?;
        Ok(self.node(start, Kind::Choice(vec![test, first, second])))
    }

    fn py_lambda(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        self.at += 1;
        let parameters = self.py_parameters(":")?;
        self.expect(":")?;
        let value = self.py_expression()?;
        let body = vec![Statement { start: value.start, kind: StatementKind::Return(Some(value)) }];
        let end = self.end(start);
        let function = Function { name: None, parameters, body, is_async: false, start, end };
        Ok(self.node(start, Kind::Function(Rc::new(function))))
    }

    fn py_binary(&mut self, least: u8) -> Result<Node, CodeError> {
        let start = self.offset();
        let mut left = if least < 4 && self.take_word("not") {
            let operand = self.nested(|parser| parser.py_binary(3))?;
            self.node(start, Kind::Operation("not".to_owned(), vec![operand]))
        } else {
            self.py_unary()?
        };
        let mut count = 0;
        while let Some(power) = precedence(self.peek(0)).filter(|it| *it > least) {
            if self.begins_line() {
                break;
            }
            count += 1;
            self.check_length(count)?;
            let operator = match self.peek(0) {
                Some(Token::Symbol(symbol)) => (*symbol).to_owned(),
                _ => self.word(0).unwrap_or_default().to_owned(),
            };
            self.at += 1;
            if operator == "not" && !self.take_word("in") {
                return Err(self.not_understood());
            }
            if operator == "is" {
                self.take_word("not");
            }
            let right = self.nested(|parser| parser.py_binary(power))?;
            left = match operator.as_str() {
                "or" | "and" => self.node(start, Kind::Choice(vec![left, right])),
                _ => self.node(start, Kind::Operation(operator, vec![left, right])),
            };
        }
        Ok(left)
    }

    fn py_unary(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        if self.take_word("await") {
            let operand = self.nested(Self::py_unary)?;
            return Ok(self.node(start, Kind::Await(Box::new(operand))));
        }
        let Some(Token::Symbol(symbol @ ("-" | "+" | "~"))) = self.peek(0) else {
            let base = self.py_postfix()?;
            if !self.take("**") {
                return Ok(base);
            }
            let power = self.nested(Self::py_unary)?;
            return Ok(self.node(start, Kind::Operation("**".to_owned(), vec![base, power])));
        };
        let operator = (*symbol).to_owned();
        self.at += 1;
        let operand = self.nested(Self::py_unary)?;
        Ok(self.node(start, Kind::Operation(operator, vec![operand])))
    }

    fn py_postfix(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let mut node = self.py_primary()?;
        let mut count = 0;
        loop {
            if self.begins_line() {
                return Ok(node);
            }
            count += 1;
            self.check_length(count)?;
            let kind = match self.peek(0) {
                Some(Token::Symbol(".")) => {
                    self.at += 1;
                    Kind::Member(Box::new(node), self.name()?.to_owned())
                }
                Some(Token::Symbol("(")) => {
                    self.at += 1;
                    Kind::Call(Box::new(node), self.py_arguments()?)
                }
                Some(Token::Symbol("[")) => {
                    self.at += 1;
                    let key = self.py_slice()?;
                    self.expect("]")?;
                    Kind::Element(Box::new(node), Box::new(key))
                }
                _ => return Ok(node),
            };
            node = self.node(start, kind);
        }
    }

    /// What is between the brackets of an element: a key, or a slice, whose value is not known.
    fn py_slice(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let mut key = None;
        let mut is_slice = false;
        while !self.is("]") {
            if self.take(":") {
                is_slice = true;
            } else {
                key = Some(self.py_tuple()?);
            }
        }
        match key {
            Some(key) if !is_slice => Ok(key),
            Some(_) | None => Ok(self.node(start, Kind::Opaque)),
        }
    }

    fn py_arguments(&mut self) -> Result<Vec<Argument>, CodeError> {
        let mut arguments = Vec::new();
        while !self.take(")") {
            let is_spread = self.take("**") || self.take("*");
            let name = match (self.word(0), self.is_at(1, "=")) {
                (Some(name), true) if !is_spread => {
                    self.at += 2;
                    Some(name.to_owned())
                }
                (Some(_) | None, _) => None,
            };
            let value = self.py_expression()?;
            let value = match self.py_comprehension(|value| value, value)? {
                Ok(comprehension) => comprehension,
                Err(value) => value,
            };
            arguments.push(Argument { name, value, is_spread });
            if !self.take(",") && !self.is(")") {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr(')'))));
            }
        }
        Ok(arguments)
    }

    /// The loop after an element, or the element if none follows.
    pub(super) fn py_comprehension(
        &mut self,
        wrap: impl FnOnce(Node) -> Node,
        element: Node,
    ) -> Result<Result<Node, Node>, CodeError> {
        let start = element.start;
        let is_async = self.is_word("async") && self.word(1) == Some("for");
        self.at += usize::from(is_async);
        if !self.take_word("for") {
            return Ok(Err(element));
        }
        let target = self.py_targets()?;
        if !self.take_word("in") {
            return Err(self.not_understood());
        }
        let iterable = self.py_binary(0)?;
        let mut is_partial = is_async;
        loop {
            if self.take_word("if") {
                self.py_binary(0)?;
            } else if self.take_word("for") {
                self.py_targets()?;
                if !self.take_word("in") {
                    return Err(self.not_understood());
                }
                self.py_binary(0)?;
            } else {
                break;
            }
            is_partial = true;
        }
        let element = wrap(element);
        let comprehension = Comprehension { element, target, iterable, is_partial };
        Ok(Ok(self.node(start, Kind::Comprehension(Box::new(comprehension)))))
    }

    fn py_primary(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let Some(token) = self.peek(0).cloned() else {
            return Err(self.error(CodeFault::Expected(Expected::Value)));
        };
        let kind = match token {
            Token::Text(_) | Token::Template(_) => return self.py_texts(),
            Token::Number(text) => Kind::Constant(Literal::Number(text)),
            Token::Float(text) => Kind::Float(text),
            Token::Bytes(bytes) => Kind::Constant(Literal::Bytes(bytes)),
            Token::Opaque | Token::Symbol("...") => Kind::Opaque,
            Token::OpenText => return Err(self.error(CodeFault::OpenText)),
            Token::Word(word) => match word {
                "True" => Kind::Constant(Literal::Bool(true)),
                "False" => Kind::Constant(Literal::Bool(false)),
                "None" => Kind::Constant(Literal::Null),
                "if" | "else" | "for" | "in" | "and" | "or" | "is" | "def" | "class" => {
                    return Err(self.error(CodeFault::Expected(Expected::Value)));
                }
                _ => Kind::Name(word.to_owned()),
            },
            Token::Symbol("(") => return self.py_parentheses(),
            Token::Symbol("[") => {
                self.at += 1;
                return self.py_elements(start, "]");
            }
            Token::Symbol("{") => return self.py_braces(),
            Token::Symbol(")" | "]" | "}" | "," | ":" | ";") => {
                return Err(self.error(CodeFault::Expected(Expected::Value)));
            }
            Token::Symbol(_) => return Err(self.not_understood()),
        };
        self.at += 1;
        Ok(self.node(start, kind))
    }

    /// Strings that follow each other are one.
    fn py_texts(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let mut nodes = Vec::new();
        loop {
            let token = self.peek(0).cloned();
            let is_first = nodes.is_empty();
            if self.begins_line() && !is_first {
                break;
            }
            match token {
                Some(Token::Text(text)) => {
                    let first = self.offset();
                    self.at += 1;
                    nodes.push(self.node(first, Kind::Constant(Literal::Text(text))));
                }
                Some(Token::Template(pieces)) => {
                    let first = self.offset();
                    self.at += 1;
                    nodes.push(self.nested(|it| it.template(pieces, first, Self::py_tuple))?);
                }
                _ => break,
            }
        }
        match nodes.len() {
            1 => nodes.pop().ok_or_else(|| self.not_understood()),
            _ => Ok(self.node(start, Kind::Join(nodes))),
        }
    }
}
