//! The statements of Python.

use std::rc::Rc;

use crate::code::fault::CodeError;
use crate::code::literal::Literal;
use crate::code::read::parser::Parser;
use crate::code::read::program::{
    Class, Function, Kind, Node, Parameter, Statement, StatementKind,
};
use crate::code::read::token::Token;

type Statements = Vec<Statement>;

/// Columns of a tab.
const TAB_WIDTH: usize = 8;

impl Parser<'_> {
    /// The column of the next token.
    pub(super) fn column(&self) -> usize {
        let before = &self.text[..self.offset()];
        let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
        line.chars().fold(0, |column, it| match it {
            '\t' => (column / TAB_WIDTH + 1) * TAB_WIDTH,
            _ => column + 1,
        })
    }

    /// Reads the statements of a line, with the block that follows it.
    pub(super) fn py_line(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        if !self.begins_line() || self.column() != self.indent {
            return Err(self.not_understood());
        }
        self.nested(|parser| match parser.py_compound(out)? {
            true => Ok(()),
            false => parser.py_simple(out),
        })
    }

    /// Simple statements with semicolons between them.
    fn py_simple(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        loop {
            self.py_statement(out)?;
            let has_more = self.take(";");
            if self.begins_line() {
                return Ok(());
            }
            if !has_more {
                return Err(self.not_understood());
            }
        }
    }

    /// The statements after a colon.
    fn py_block(&mut self) -> Result<Statements, CodeError> {
        self.expect(":")?;
        let mut statements = Vec::new();
        if !self.begins_line() {
            self.py_simple(&mut statements)?;
            return Ok(statements);
        }
        let column = self.column();
        if self.peek(0).is_none() || column <= self.indent {
            return Err(self.not_understood());
        }
        let outer = std::mem::replace(&mut self.indent, column);
        while self.peek(0).is_some() && self.column() >= column {
            self.py_line(&mut statements)?;
        }
        self.indent = outer;
        Ok(statements)
    }

    /// Whether a word begins the next line of the same block.
    fn py_clause(&mut self, word: &str) -> bool {
        let is_next = self.is_word(word) && self.begins_line() && self.column() == self.indent;
        self.at += usize::from(is_next);
        is_next
    }

    /// Reads a statement with a block; false if none is next.
    fn py_compound(&mut self, out: &mut Statements) -> Result<bool, CodeError> {
        let start = self.offset();
        if self.take("@") {
            self.py_expression()?;
            self.py_line(out)?;
            return Ok(true);
        }
        if self.is_word("async") {
            self.at += 1;
        }
        let Some(word) = self.word(0) else { return Ok(false) };
        let kind = match word {
            "def" => StatementKind::Function(self.py_function(start)?),
            "class" => StatementKind::Class(self.py_class()?),
            "if" => {
                let (mut tests, mut arms) = (Vec::new(), Vec::new());
                loop {
                    self.at += 1;
                    tests.push(self.py_expression()?);
                    arms.push(self.py_block()?);
                    if !self.py_clause("elif") {
                        break;
                    }
                    self.at -= 1;
                }
                arms.push(if self.py_clause("else") { self.py_block()? } else { Vec::new() });
                StatementKind::Branch(tests, arms)
            }
            "for" => {
                self.at += 1;
                let target = self.py_targets()?;
                if !self.take_word("in") {
                    return Err(self.not_understood());
                }
                let iterable = self.py_tuple()?;
                let body = self.py_block()?;
                out.push(Statement { kind: StatementKind::Each(target, iterable, body), start });
                return self.py_loop_end(out).map(|()| true);
            }
            "while" => {
                self.at += 1;
                let test = self.py_expression()?;
                let body = self.py_block()?;
                out.push(Statement { kind: StatementKind::Loop(vec![test], body), start });
                return self.py_loop_end(out).map(|()| true);
            }
            "try" => self.py_try()?,
            "with" => {
                self.at += 1;
                self.py_with()?
            }
            _ => return Ok(false),
        };
        out.push(Statement { kind, start });
        Ok(true)
    }

    /// The `else` of a loop, which may not run.
    fn py_loop_end(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        let start = self.offset();
        if self.py_clause("else") {
            let arms = vec![self.py_block()?, Vec::new()];
            out.push(Statement { kind: StatementKind::Branch(Vec::new(), arms), start });
        }
        Ok(())
    }

    fn py_try(&mut self) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let mut body = self.py_block()?;
        let mut handlers = Vec::new();
        while self.py_clause("except") {
            let mut handler = Vec::new();
            if !self.is(":") {
                self.take("*");
                let start = self.offset();
                self.py_tuple()?;
                if self.take_word("as") {
                    let target = self.py_target()?;
                    handler.push(Statement { kind: StatementKind::Declare(target, None), start });
                }
            }
            handler.append(&mut self.py_block()?);
            handlers.push(handler);
        }
        if self.py_clause("else") {
            body.append(&mut self.py_block()?);
        }
        let last = if self.py_clause("finally") { self.py_block()? } else { Vec::new() };
        Ok(StatementKind::Try(body, handlers, last))
    }

    fn py_with(&mut self) -> Result<StatementKind, CodeError> {
        let has_bracket = self.is("(") && {
            let start = self.at;
            let ends = self.skip_brackets().is_ok() && self.is(":");
            self.at = start;
            ends
        };
        self.at += usize::from(has_bracket);
        let mut items = Vec::new();
        loop {
            let value = self.py_expression()?;
            let target = if self.take_word("as") { Some(self.py_target()?) } else { None };
            items.push((value, target));
            if !self.take(",") || self.is(")") {
                break;
            }
        }
        if has_bracket {
            self.expect(")")?;
        }
        Ok(StatementKind::With(items, self.py_block()?))
    }

    fn py_function(&mut self, start: usize) -> Result<Rc<Function>, CodeError> {
        let is_async = self.text[start..].starts_with("async");
        self.at += 1;
        let name = self.name()?.to_owned();
        self.expect("(")?;
        let parameters = self.py_parameters(")")?;
        self.expect(")")?;
        if self.take("->") {
            self.py_expression()?;
        }
        let body = self.py_block()?;
        let end = self.end(start);
        Ok(Rc::new(Function { name: Some(name), parameters, body, is_async, start, end }))
    }

    /// Parameters up to a symbol.
    pub(super) fn py_parameters(&mut self, closing: &str) -> Result<Vec<Parameter>, CodeError> {
        let mut parameters = Vec::new();
        while !self.is(closing) {
            let is_rest = self.take("*") || self.take("**");
            let is_mark = self.take("/") || (is_rest && self.is(","));
            if !is_mark {
                let target = self.py_name()?;
                if closing == ")" && self.take(":") {
                    self.py_expression()?;
                }
                let default = if self.take("=") { Some(self.py_expression()?) } else { None };
                parameters.push(Parameter { target, default, is_rest });
            }
            if !self.take(",") && !self.is(closing) {
                return Err(self.not_understood());
            }
        }
        Ok(parameters)
    }

    fn py_name(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        let name = self.name()?.to_owned();
        Ok(self.node(start, Kind::Name(name)))
    }

    fn py_class(&mut self) -> Result<Class, CodeError> {
        self.at += 1;
        let mut class =
            Class { name: Some(self.name()?.to_owned()), fields: Vec::new(), methods: Vec::new() };
        if self.is("(") {
            self.skip_brackets()?;
        }
        for statement in self.py_block()? {
            match statement.kind {
                StatementKind::Function(function) => class.methods.push(function),
                StatementKind::Expression(Node {
                    kind: Kind::Assign(target, operator, value),
                    ..
                }) if operator == "=" && matches!(target.kind, Kind::Name(_)) => {
                    let Kind::Name(name) = target.kind else { continue };
                    let kind = Kind::Constant(Literal::Text(name));
                    class.fields.push((Node { kind, ..*target }, Some(*value)));
                }
                StatementKind::Expression(Node {
                    kind: Kind::Constant(_) | Kind::Name(_), ..
                })
                | StatementKind::Names(_)
                | StatementKind::Declare(_, None) => {}
                _ => {
                    let fault = crate::code::fault::CodeFault::NotUnderstood;
                    return Err(CodeError::at(self.text, statement.start, fault));
                }
            }
        }
        Ok(class)
    }

    /// Reads a statement without a block.
    fn py_statement(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        let start = self.offset();
        let kind = match self.word(0) {
            Some("import" | "from") => {
                self.at += 1;
                while !self.begins_line() && !self.is(";") {
                    self.at += 1;
                }
                StatementKind::Names(Vec::new())
            }
            Some("pass") => {
                self.at += 1;
                StatementKind::Names(Vec::new())
            }
            Some("break" | "continue") => {
                self.at += 1;
                StatementKind::Jump
            }
            Some(word @ ("return" | "raise")) => {
                self.at += 1;
                let is_empty = self.begins_line() || self.is(";");
                let value = if is_empty { None } else { Some(self.py_tuple()?) };
                if self.take_word("from") {
                    self.py_expression()?;
                }
                match word {
                    "return" => StatementKind::Return(value),
                    _ => StatementKind::Throw(value),
                }
            }
            Some("global" | "nonlocal") => {
                self.at += 1;
                let mut names = vec![self.name()?.to_owned()];
                while self.take(",") {
                    names.push(self.name()?.to_owned());
                }
                StatementKind::Outer(names)
            }
            Some("del") => {
                self.at += 1;
                let target = self.py_tuple()?;
                let targets = match target.kind {
                    Kind::List(parts) => parts.into_iter().map(|part| part.value).collect(),
                    _ => vec![target],
                };
                for target in targets {
                    let node = self.node(start, Kind::Delete(Box::new(target)));
                    out.push(Statement { kind: StatementKind::Expression(node), start });
                }
                return Ok(());
            }
            Some("assert") => {
                self.at += 1;
                StatementKind::Expression(self.py_tuple()?)
            }
            Some(_) | None => self.py_expression_statement()?,
        };
        out.push(Statement { kind, start });
        Ok(())
    }

    fn py_expression_statement(&mut self) -> Result<StatementKind, CodeError> {
        let start = self.offset();
        let target = self.py_tuple()?;
        if self.take(":") {
            self.py_expression()?;
            if !self.take("=") {
                return Ok(StatementKind::Declare(target, None));
            }
            let value = self.py_tuple()?;
            let kind = Kind::Assign(Box::new(target), "=".to_owned(), Box::new(value));
            return Ok(StatementKind::Expression(self.node(start, kind)));
        }
        let Some(Token::Symbol(symbol)) = self.peek(0) else {
            return Ok(StatementKind::Expression(target));
        };
        let operator = (*symbol).to_owned();
        let is_assignment = operator.ends_with('=')
            && !matches!(operator.as_str(), "==" | "!=" | "<=" | ">=" | ":=");
        if !is_assignment {
            return Ok(StatementKind::Expression(target));
        }
        let mut nodes = vec![target];
        while self.take(&operator) {
            nodes.push(self.py_tuple()?);
            self.check_length(nodes.len())?;
        }
        let mut value = nodes.pop();
        while let Some(target) = nodes.pop() {
            let Some(inner) = value else { break };
            let kind = Kind::Assign(Box::new(target), operator.clone(), Box::new(inner));
            value = Some(self.node(start, kind));
        }
        value.map(StatementKind::Expression).ok_or_else(|| self.not_understood())
    }
}
