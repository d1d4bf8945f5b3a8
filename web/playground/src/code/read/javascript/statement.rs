//! The statements of JavaScript.

use std::rc::Rc;

use crate::code::fault::CodeError;
use crate::code::read::parser::Parser;
use crate::code::read::program::{Function, Kind, Node, Statement, StatementKind};
use crate::code::read::token::Token;

type Statements = Vec<Statement>;

impl Parser<'_> {
    /// Reads a statement, or several that are declared at once.
    pub(super) fn js_statement(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        self.nested(|parser| parser.one_statement(out))
    }

    fn one_statement(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        let start = self.offset();
        if self.take(";") {
            return Ok(());
        }
        if self.is("{") {
            let kind = StatementKind::Block(self.js_block()?);
            out.push(Statement { kind, start });
            return Ok(());
        }
        if self.take("@") {
            self.js_unary()?;
            return Ok(());
        }
        let Some(word) = self.word(0) else { return self.expression_statement(out) };
        let follows_name = matches!(self.peek(1), Some(Token::Word(_)));
        let kind = match word {
            "import" if !self.is_at(1, "(") && !self.is_at(1, ".") => self.import()?,
            "export" => return self.export(out),
            "const" if self.word(1) == Some("enum") => {
                self.at += 1;
                self.type_declaration()?
            }
            "const" | "var" => return self.declarations(out),
            "let" if !self.is_at(1, "=") && !self.is_at(1, ".") => return self.declarations(out),
            "function" => StatementKind::Function(self.js_function()?),
            "async" if self.word(1) == Some("function") => {
                StatementKind::Function(self.js_function()?)
            }
            "class" => StatementKind::Class(self.js_class()?),
            "abstract" | "declare" if follows_name => {
                self.at += 1;
                return self.js_statement(out);
            }
            "type" | "interface" | "enum" | "namespace" | "module" if follows_name => {
                self.type_declaration()?
            }
            "if" => self.if_statement()?,
            "for" => self.for_statement()?,
            "while" | "do" => self.while_statement(word)?,
            "switch" => self.switch_statement()?,
            "try" => self.try_statement()?,
            "return" | "throw" => self.return_statement(word)?,
            "break" | "continue" => {
                self.at += 1;
                if !self.begins_line() && self.word(0).is_some() {
                    self.at += 1;
                }
                self.semicolon()?;
                StatementKind::Jump
            }
            _ if self.is_at(1, ":") => {
                self.at += 2;
                return self.js_statement(out);
            }
            _ => return self.expression_statement(out),
        };
        out.push(Statement { kind, start });
        Ok(())
    }

    /// A loop with a test before or after its body.
    fn while_statement(&mut self, word: &str) -> Result<StatementKind, CodeError> {
        self.at += 1;
        if word == "while" {
            let test = self.in_parentheses()?;
            return Ok(StatementKind::Loop(vec![test], self.js_body()?));
        }
        let body = self.js_body()?;
        if !self.take_word("while") {
            return Err(self.not_understood());
        }
        let test = self.in_parentheses()?;
        self.take(";");
        Ok(StatementKind::Loop(vec![test], body))
    }

    fn return_statement(&mut self, word: &str) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let is_empty = self.begins_line() || self.is(";") || self.is("}") || self.peek(0).is_none();
        let value = if is_empty { None } else { Some(self.js_sequence()?) };
        self.semicolon()?;
        Ok(match word {
            "return" => StatementKind::Return(value),
            _ => StatementKind::Throw(value),
        })
    }

    fn expression_statement(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        let start = self.offset();
        let node = self.js_sequence()?;
        self.semicolon()?;
        out.push(Statement { kind: StatementKind::Expression(node), start });
        Ok(())
    }

    /// The end of a statement.
    fn semicolon(&mut self) -> Result<(), CodeError> {
        match self.take(";") || self.is("}") || self.begins_line() {
            true => Ok(()),
            false => Err(self.not_understood()),
        }
    }

    /// Statements in braces.
    pub(super) fn js_block(&mut self) -> Result<Statements, CodeError> {
        self.expect("{")?;
        let mut statements = Vec::new();
        while !self.take("}") {
            if self.peek(0).is_none() {
                return Err(self.not_understood());
            }
            self.js_statement(&mut statements)?;
        }
        Ok(statements)
    }

    /// A statement with or without braces.
    fn js_body(&mut self) -> Result<Statements, CodeError> {
        let mut statements = Vec::new();
        self.js_statement(&mut statements)?;
        Ok(statements)
    }

    fn in_parentheses(&mut self) -> Result<Node, CodeError> {
        self.expect("(")?;
        let node = self.js_sequence()?;
        self.expect(")")?;
        Ok(node)
    }

    fn declarations(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        let is_var = self.is_word("var");
        self.at += 1;
        let start = self.offset();
        let target = self.js_target()?;
        self.declarations_from(out, is_var, start, target)
    }

    /// Declarations, of which the target of the first has been read.
    fn declarations_from(
        &mut self,
        out: &mut Statements,
        is_var: bool,
        mut start: usize,
        mut target: Node,
    ) -> Result<(), CodeError> {
        loop {
            self.take("!");
            self.annotation()?;
            let value = if self.take("=") { Some(self.js_expression()?) } else { None };
            let kind = match is_var {
                true => StatementKind::Var(target, value),
                false => StatementKind::Declare(target, value),
            };
            out.push(Statement { kind, start });
            if !self.take(",") {
                return self.semicolon();
            }
            start = self.offset();
            target = self.js_target()?;
        }
    }

    /// A name, or a pattern in brackets.
    pub(super) fn js_target(&mut self) -> Result<Node, CodeError> {
        let start = self.offset();
        if self.is("{") || self.is("[") {
            return self.js_primary();
        }
        let name = self.name()?.to_owned();
        Ok(self.node(start, Kind::Name(name)))
    }

    fn import(&mut self) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let mut names = Vec::new();
        loop {
            match self.peek(0) {
                Some(Token::Text(_)) => break,
                Some(Token::Word(word)) => names.push((*word).to_owned()),
                // `import a = require("a")` has the last three.
                Some(Token::Symbol("{" | "}" | "," | "*" | "=" | "." | "(")) => {}
                Some(_) | None => return Err(self.not_understood()),
            }
            self.at += 1;
        }
        self.at += 1;
        self.take(")");
        if (self.take_word("with") || self.take_word("assert")) && self.is("{") {
            self.skip_brackets()?;
        }
        self.semicolon()?;
        Ok(StatementKind::Names(names))
    }

    fn export(&mut self, out: &mut Statements) -> Result<(), CodeError> {
        let start = self.offset();
        self.at += 1;
        if self.take_word("default") {
            let is_declaration = matches!(self.word(0), Some("function" | "class" | "abstract"))
                || (self.is_word("async") && self.word(1) == Some("function"));
            if is_declaration {
                return self.js_statement(out);
            }
            return self.expression_statement(out);
        }
        if self.take("=") {
            return self.expression_statement(out);
        }
        if self.is("{") || self.is("*") || (self.is_word("type") && self.is_at(1, "{")) {
            self.take_word("type");
            if self.is("{") {
                self.skip_brackets()?;
            } else {
                self.at += 1;
            }
            if self.take_word("as") {
                self.at += 1;
            }
            if self.take_word("from") {
                self.at += 1;
            }
            self.semicolon()?;
            out.push(Statement { kind: StatementKind::Names(Vec::new()), start });
            return Ok(());
        }
        self.js_statement(out)
    }

    fn type_declaration(&mut self) -> Result<StatementKind, CodeError> {
        let word = self.name()?;
        let name = match self.peek(0) {
            Some(Token::Text(_)) => {
                self.at += 1;
                String::new()
            }
            _ => self.name()?.to_owned(),
        };
        if self.is("<") {
            self.skip_angles()?;
        }
        if word == "type" {
            self.expect("=")?;
            self.skip_type()?;
            self.semicolon()?;
        } else {
            while !self.is("{") {
                if self.peek(0).is_none() {
                    return Err(self.not_understood());
                }
                self.at += 1;
            }
            self.skip_brackets()?;
        }
        Ok(StatementKind::Names(vec![name]))
    }

    fn if_statement(&mut self) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let test = self.in_parentheses()?;
        let mut arms = vec![self.js_body()?];
        arms.push(if self.take_word("else") { self.js_body()? } else { Vec::new() });
        Ok(StatementKind::Branch(vec![test], arms))
    }

    fn for_statement(&mut self) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let is_await = self.take_word("await");
        self.expect("(")?;
        let start = self.offset();
        let mut first = Vec::new();
        if matches!(self.word(0), Some("const" | "let" | "var")) {
            let is_var = self.is_word("var");
            self.at += 1;
            let start = self.offset();
            let target = self.js_target()?;
            self.annotation()?;
            let is_of = self.is_word("of");
            if is_of || self.is_word("in") {
                self.at += 1;
                let iterable = self.js_sequence()?;
                self.expect(")")?;
                let body = self.js_body()?;
                return Ok(match is_of && !is_await {
                    true => StatementKind::Each(target, iterable, body),
                    false => StatementKind::Loop(vec![iterable], body),
                });
            }
            // Its semicolon is that of the declaration.
            self.declarations_from(&mut first, is_var, start, target)?;
        } else if !self.take(";") {
            let node = self.js_sequence()?;
            if self.take(")") {
                // `for (a of b)` with a variable of an outer block.
                return Ok(StatementKind::Loop(vec![node], self.js_body()?));
            }
            if self.take_word("of") {
                return Err(self.not_understood());
            }
            self.expect(";")?;
            first.push(Statement { kind: StatementKind::Expression(node), start });
        }
        let mut parts = Vec::new();
        if !self.is(";") {
            parts.push(self.js_sequence()?);
        }
        self.expect(";")?;
        if !self.is(")") {
            parts.push(self.js_sequence()?);
        }
        self.expect(")")?;
        let body = self.js_body()?;
        first.push(Statement { kind: StatementKind::Loop(parts, body), start });
        Ok(StatementKind::Block(first))
    }

    fn switch_statement(&mut self) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let mut tests = vec![self.in_parentheses()?];
        self.expect("{")?;
        let mut arms = vec![Vec::new()];
        while !self.take("}") {
            if self.take_word("case") {
                tests.push(self.js_sequence()?);
                self.expect(":")?;
                arms.push(Vec::new());
            } else if self.is_word("default") && self.is_at(1, ":") {
                self.at += 2;
                arms.push(Vec::new());
            } else if self.peek(0).is_none() {
                return Err(self.not_understood());
            } else {
                let mut statements = Vec::new();
                self.js_statement(&mut statements)?;
                arms.last_mut().into_iter().for_each(|arm| arm.append(&mut statements));
            }
        }
        Ok(StatementKind::Switch(tests, arms))
    }

    fn try_statement(&mut self) -> Result<StatementKind, CodeError> {
        self.at += 1;
        let body = self.js_block()?;
        let mut handlers = Vec::new();
        if self.take_word("catch") {
            let mut handler = Vec::new();
            if self.take("(") {
                let start = self.offset();
                let target = self.js_target()?;
                self.annotation()?;
                self.expect(")")?;
                handler.push(Statement { kind: StatementKind::Declare(target, None), start });
            }
            handler.append(&mut self.js_block()?);
            handlers.push(handler);
        }
        let last = if self.take_word("finally") { self.js_block()? } else { Vec::new() };
        Ok(StatementKind::Try(body, handlers, last))
    }

    /// A function from its word on.
    pub(super) fn js_function(&mut self) -> Result<Rc<Function>, CodeError> {
        let start = self.offset();
        let is_async = self.take_word("async");
        self.at += 1;
        self.take("*");
        let name = match self.word(0) {
            Some(name) => {
                self.at += 1;
                Some(name.to_owned())
            }
            None => None,
        };
        self.js_function_rest(start, name, is_async)
    }
}
