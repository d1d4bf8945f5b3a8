//! The operators of JavaScript, and what follows an expression.

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::literal::Literal;
use crate::code::read::parser::Parser;
use crate::code::read::program::{Argument, Kind, Node};
use crate::code::read::token::Token;

const ASSIGNMENTS: [&str; 16] = [
    "=", "+=", "-=", "*=", "/=", "%=", "**=", "<<=", ">>=", ">>>=", "&=", "|=", "^=", "&&=", "||=",
    "??=",
];

/// How much an operator binds.
fn precedence(token: Option<&Token<'_>>) -> Option<u8> {
    Some(match token? {
        Token::Symbol(symbol) => match *symbol {
            "??" => 1,
            "||" => 2,
            "&&" => 3,
            "|" => 4,
            "^" => 5,
            "&" => 6,
            "==" | "!=" | "===" | "!==" => 7,
            "<" | ">" | "<=" | ">=" => 8,
            "<<" | ">>" | ">>>" => 9,
            "+" | "-" => 10,
            "*" | "/" | "%" => 11,
            "**" => 12,
            _ => return None,
        },
        Token::Word("in" | "instanceof" | "as" | "satisfies") => 8,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Expressions with commas between them; the last is the value.
    pub(super) fn js_sequence(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let first = self.js_expression()?;
        if !self.is(",") {
            return Ok(first);
        }
        let mut nodes = vec![first];
        while self.take(",") {
            nodes.push(self.js_expression()?);
        }
        Ok(self.node(start, Kind::Operation(",".to_owned(), nodes)))
    }

    pub(super) fn js_expression(&mut self) -> Result<Node, CodeError> {
        self.nested(Self::js_assignment)
    }

    fn js_assignment(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        if self.is_word("yield") {
            self.at += 1;
            self.take("*");
            let has_value = !self.begins_line()
                && !matches!(self.peek(0), None | Some(Token::Symbol(")" | "]" | "}" | "," | ";")));
            let operands = if has_value { vec![self.js_expression()?] } else { Vec::new() };
            return Ok(self.node(start, Kind::Operation("yield".to_owned(), operands)));
        }
        let target = self.js_choice()?;
        let Some(Token::Symbol(symbol)) = self.peek(0) else { return Ok(target) };
        if !ASSIGNMENTS.contains(symbol) {
            return Ok(target);
        }
        let operator = (*symbol).to_owned();
        self.at += 1;
        let value = self.js_expression()?;
        Ok(self.node(start, Kind::Assign(Box::new(target), operator, Box::new(value))))
    }

    fn js_choice(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let test = self.js_binary(0)?;
        if !self.take("?") {
            return Ok(test);
        }
        let in_choice = std::mem::replace(&mut self.in_choice, true);
        let first = self.js_expression();
        self.in_choice = in_choice;
        let first = first?;
        self.expect(":")?;
        let second = self.js_expression()?;
        Ok(self.node(start, Kind::Choice(vec![test, first, second])))
    }

    fn js_binary(&mut self, least: u8) -> Result<Node, CodeError> {
        let start = self.offset();
        let mut left = self.js_unary()?;
        let mut count = 0;
        while let Some(power) = precedence(self.peek(0)).filter(|it| *it > least) {
            if let Some(word @ ("as" | "satisfies")) = self.word(0) {
                if self.begins_line() && word == "as" {
                    break;
                }
                self.at += 1;
                self.skip_type()?;
                continue;
            }
            count += 1;
            self.check_length(count)?;
            let operator = match self.peek(0) {
                Some(Token::Symbol(symbol)) => *symbol,
                _ => "in",
            };
            self.at += 1;
            // A power binds to the right.
            let right = match operator {
                "**" => self.nested(|parser| parser.js_binary(power - 1))?,
                _ => self.nested(|parser| parser.js_binary(power))?,
            };
            left = match operator {
                "??" | "||" | "&&" => self.node(start, Kind::Choice(vec![left, right])),
                _ => self.node(start, Kind::Operation(operator.to_owned(), vec![left, right])),
            };
        }
        Ok(left)
    }

    pub(super) fn js_unary(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let operator = match self.peek(0) {
            Some(Token::Symbol(symbol @ ("!" | "~" | "+" | "-" | "++" | "--"))) => *symbol,
            Some(Token::Word(word @ ("typeof" | "void" | "delete" | "await"))) => *word,
            _ => return self.js_postfix(),
        };
        // Names of members and variables can be such words.
        if self.is_at(1, ":") || self.is_at(1, "=>") {
            return self.js_postfix();
        }
        self.at += 1;
        let operand = self.nested(Self::js_unary)?;
        let kind = match operator {
            "await" => Kind::Await(Box::new(operand)),
            "delete" => Kind::Delete(Box::new(operand)),
            "++" | "--" => Self::js_step(operator, operand),
            _ => Kind::Operation(operator.to_owned(), vec![operand]),
        };
        Ok(self.node(start, kind))
    }

    /// `++`, whose value is not known.
    fn js_step(operator: &str, target: Node) -> Kind {
        let (start, end) = (target.start, target.end);
        let step = Node { kind: Kind::Opaque, start, end };
        Kind::Assign(Box::new(target), format!("{}=", &operator[..1]), Box::new(step))
    }

    fn js_postfix(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let mut node = if self.is_word("new") { self.js_new()? } else { self.js_primary()? };
        let mut count = 0;
        loop {
            count += 1;
            self.check_length(count)?;
            let has_types = self.is("<") && self.js_has_types();
            let kind = match self.peek(0) {
                Some(Token::Symbol("." | "?.")) => {
                    let is_optional = self.is("?.");
                    self.at += 1;
                    if is_optional && self.is("(") {
                        Kind::Call(Box::new(node), self.js_arguments()?)
                    } else if is_optional && self.take("[") {
                        let key = self.js_sequence()?;
                        self.expect("]")?;
                        Kind::Element(Box::new(node), Box::new(key))
                    } else {
                        Kind::Member(Box::new(node), self.name()?.to_owned())
                    }
                }
                Some(Token::Symbol("[")) => {
                    self.at += 1;
                    let key = self.js_sequence()?;
                    self.expect("]")?;
                    Kind::Element(Box::new(node), Box::new(key))
                }
                Some(Token::Symbol("(")) => Kind::Call(Box::new(node), self.js_arguments()?),
                Some(Token::Symbol("<")) if has_types => {
                    self.skip_angles()?;
                    Kind::Call(Box::new(node), self.js_arguments()?)
                }
                Some(Token::Symbol("!")) if !self.begins_line() && !self.is_at(1, "=") => {
                    self.at += 1;
                    continue;
                }
                Some(Token::Symbol(symbol @ ("++" | "--"))) if !self.begins_line() => {
                    let symbol = *symbol;
                    self.at += 1;
                    Self::js_step(symbol, node)
                }
                Some(Token::Template(_) | Token::Text(_)) if self.js_is_tagged() => {
                    self.at += 1;
                    Kind::Operation("tag".to_owned(), vec![node])
                }
                _ => return Ok(node),
            };
            node = self.node(start, kind);
        }
    }

    /// Whether the string that is next is a template after a tag.
    fn js_is_tagged(&self) -> bool {
        self.text[self.offset()..].starts_with('`') && !self.begins_line()
    }

    /// Whether types and arguments are next: `<T>(`.
    fn js_has_types(&mut self) -> bool {
        let start = self.at;
        let has_types = self.skip_angles().is_ok() && self.is("(");
        self.at = start;
        has_types
    }

    fn js_new(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        self.at += 1;
        if self.take(".") {
            self.at += 1;
            return Ok(self.node(start, Kind::Opaque));
        }
        let first = self.offset();
        let mut class = self.nested(Self::js_primary)?;
        let mut count = 0;
        while self.take(".") {
            count += 1;
            self.check_length(count)?;
            let name = self.name()?.to_owned();
            class = self.node(first, Kind::Member(Box::new(class), name));
        }
        if self.is("<") && self.js_has_types() {
            self.skip_angles()?;
        }
        let arguments = if self.is("(") { self.js_arguments()? } else { Vec::new() };
        Ok(self.node(start, Kind::New(Box::new(class), arguments)))
    }

    pub(super) fn js_arguments(&mut self) -> Result<Vec<Argument>, CodeError> {
        self.at += 1;
        let in_choice = std::mem::take(&mut self.in_choice);
        let mut arguments = Vec::new();
        while !self.take(")") {
            let is_spread = self.take("...");
            let value = self.js_expression()?;
            arguments.push(Argument { name: None, value, is_spread });
            if !self.take(",") && !self.is(")") {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr(')'))));
            }
        }
        self.in_choice = in_choice;
        Ok(arguments)
    }

    /// The name of a member, as an expression.
    pub(super) fn js_member_name(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let name = match self.peek(0) {
            Some(Token::Word(word)) => (*word).to_owned(),
            Some(Token::Text(text) | Token::Number(text) | Token::Float(text)) => text.clone(),
            Some(Token::Symbol("[")) => {
                self.at += 1;
                let name = self.js_expression()?;
                self.expect("]")?;
                return Ok(name);
            }
            Some(_) | None => return Err(self.error(CodeFault::Expected(Expected::Name))),
        };
        self.at += 1;
        Ok(self.node(start, Kind::Constant(Literal::Text(name))))
    }
}
