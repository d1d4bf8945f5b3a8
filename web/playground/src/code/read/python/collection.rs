//! The lists, sets and dictionaries of Python.

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::read::parser::Parser;
use crate::code::read::program::{Entry, Kind, Node, Part};

impl Parser<'_> {
    pub(super) fn py_parentheses(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        self.at += 1;
        if self.take(")") {
            return Ok(self.node(start, Kind::List(Vec::new())));
        }
        let first = self.py_tuple()?;
        let node = match self.py_comprehension(|value| value, first)? {
            Ok(comprehension) => comprehension,
            Err(node) => node,
        };
        match self.take(")") {
            true => Ok(node),
            false => Err(self.error(CodeFault::Expected(Expected::CommaOr(')')))),
        }
    }

    /// The elements of a list, after its bracket.
    pub(super) fn py_elements(
        &mut self,
        start: usize,
        closing: &'static str,
    ) -> Result<Node, CodeError> {
        let mut parts = Vec::new();
        while !self.take(closing) {
            let part = self.py_part()?;
            let (first, is_spread) = (part.value.start, part.is_spread);
            let list = |value: Node| {
                let end = value.end;
                let kind = Kind::List(vec![Part { value, is_spread: false }]);
                Node { kind, start: first, end }
            };
            if parts.is_empty() && !is_spread {
                match self.py_comprehension(list, part.value)? {
                    Ok(comprehension) => {
                        self.expect(closing)?;
                        return Ok(comprehension);
                    }
                    Err(value) => parts.push(Part { value, is_spread }),
                }
            } else {
                parts.push(part);
            }
            if !self.take(",") && !self.is(closing) {
                let symbol = closing.chars().next().unwrap_or(']');
                return Err(self.error(CodeFault::Expected(Expected::CommaOr(symbol))));
            }
        }
        Ok(self.node(start, Kind::List(parts)))
    }

    /// A dictionary or set.
    pub(super) fn py_braces(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        self.at += 1;
        let (mut entries, mut elements) = (Vec::new(), Vec::new());
        while !self.take("}") {
            if self.take("**") {
                entries.push(Entry::Spread(self.py_expression()?));
            } else {
                let part = self.py_part()?;
                if self.take(":") {
                    let value = self.py_expression()?;
                    let (first, end) = (part.value.start, value.end);
                    let pair = Kind::Map(vec![Entry::Member(part.value, value)]);
                    let pair = Node { kind: pair, start: first, end };
                    match self.py_comprehension(|pair| pair, pair)? {
                        Ok(comprehension) => {
                            self.expect("}")?;
                            return Ok(comprehension);
                        }
                        Err(Node { kind: Kind::Map(mut pair), .. }) => entries.append(&mut pair),
                        Err(_) => return Err(self.not_understood()),
                    }
                } else {
                    let first = part.value.start;
                    let set = |value: Node| {
                        let end = value.end;
                        let kind = Kind::Set(vec![Part { value, is_spread: false }]);
                        Node { kind, start: first, end }
                    };
                    match self.py_comprehension(set, part.value)? {
                        Ok(comprehension) => {
                            self.expect("}")?;
                            return Ok(comprehension);
                        }
                        Err(value) => elements.push(Part { value, is_spread: part.is_spread }),
                    }
                }
            }
            if !self.take(",") && !self.is("}") {
                return Err(self.error(CodeFault::Expected(Expected::CommaOr('}'))));
            }
        }
        match (entries.is_empty(), elements.is_empty()) {
            (_, true) => Ok(self.node(start, Kind::Map(entries))),
            (true, false) => Ok(self.node(start, Kind::Set(elements))),
            (false, false) => Err(self.not_understood()),
        }
    }
}
