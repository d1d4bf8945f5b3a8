//! The functions and classes of JavaScript.

use std::rc::Rc;

use crate::code::fault::CodeError;
use crate::code::literal::Literal;
use crate::code::read::parser::Parser;
use crate::code::read::program::{
    Class, Function, Kind, Node, Parameter, Statement, StatementKind,
};
use crate::code::read::token::Token;

/// Words before the name of a member or parameter.
const MODIFIERS: [&str; 13] = [
    "static",
    "public",
    "private",
    "protected",
    "readonly",
    "async",
    "get",
    "set",
    "abstract",
    "override",
    "declare",
    "accessor",
    "@",
];

impl Parser<'_> {
    /// A function from the bracket of its parameters on.
    pub(super) fn js_function_rest(
        &mut self,
        start: usize,
        name: Option<String>,
        is_async: bool,
    ) -> Result<Rc<Function>, CodeError> {
        if self.is("<") {
            self.skip_angles()?;
        }
        let parameters = self.js_parameters()?;
        self.annotation()?;
        // An overload has no body.
        let body = if self.is("{") { self.js_function_body()? } else { Vec::new() };
        self.take(";");
        Ok(self.function(start, name, parameters, body, is_async))
    }

    pub(super) fn js_function_body(&mut self) -> Result<Vec<Statement>, CodeError> {
        let in_choice = std::mem::take(&mut self.in_choice);
        let body = self.js_block();
        self.in_choice = in_choice;
        body
    }

    pub(super) fn function(
        &self,
        start: usize,
        name: Option<String>,
        parameters: Vec<Parameter>,
        body: Vec<Statement>,
        is_async: bool,
    ) -> Rc<Function> {
        let end = self.end(start);
        Rc::new(Function { name, parameters, body, is_async, start, end })
    }

    pub(super) fn js_parameters(&mut self) -> Result<Vec<Parameter>, CodeError> {
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.take(")") {
            while self.take("@") {
                self.js_unary()?;
            }
            while self.word(0).is_some_and(|it| MODIFIERS.contains(&it))
                && matches!(self.peek(1), Some(Token::Word(_)))
            {
                self.at += 1;
            }
            let is_rest = self.take("...");
            let target = self.js_target()?;
            self.take("?");
            self.annotation()?;
            let default = if self.take("=") { Some(self.js_expression()?) } else { None };
            parameters.push(Parameter { target, default, is_rest });
            if !self.take(",") && !self.is(")") {
                return Err(self.not_understood());
            }
        }
        Ok(parameters)
    }

    /// An arrow function from its arrow on.
    pub(super) fn js_arrow_rest(
        &mut self,
        start: usize,
        parameters: Vec<Parameter>,
        is_async: bool,
    ) -> Result<Node, CodeError> {
        self.expect("=>")?;
        let body = if self.is("{") {
            self.js_function_body()?
        } else {
            let start = self.offset();
            let value = self.js_expression()?;
            vec![Statement { kind: StatementKind::Return(Some(value)), start }]
        };
        let function = self.function(start, None, parameters, body, is_async);
        Ok(self.node(start, Kind::Function(function)))
    }

    pub(super) fn js_class(&mut self) -> Result<Class, CodeError> {
        self.at += 1;
        let name = match self.word(0) {
            Some("extends" | "implements") | None => None,
            Some(name) => {
                self.at += 1;
                Some(name.to_owned())
            }
        };
        if self.is("<") {
            self.skip_angles()?;
        }
        if self.take_word("extends") {
            self.js_unary()?;
            if self.is("<") {
                self.skip_angles()?;
            }
        }
        if self.take_word("implements") {
            self.skip_type()?;
            while self.take(",") {
                self.skip_type()?;
            }
        }
        let mut class = Class { name, fields: Vec::new(), methods: Vec::new() };
        self.expect("{")?;
        while !self.take("}") {
            if self.peek(0).is_none() {
                return Err(self.not_understood());
            }
            if !self.take(";") {
                self.nested(|parser| parser.js_class_member(&mut class))?;
            }
        }
        Ok(class)
    }

    fn js_class_member(&mut self, class: &mut Class) -> Result<(), CodeError> {
        let start = self.offset();
        while self.take("@") {
            self.js_unary()?;
        }
        let mut is_async = false;
        while self.word(0).is_some_and(|it| MODIFIERS.contains(&it)) && self.continues_member() {
            is_async |= self.is_word("async");
            self.at += 1;
        }
        if self.is("{") {
            let body = self.js_function_body()?;
            class.methods.push(self.function(start, None, Vec::new(), body, false));
            return Ok(());
        }
        self.take("*");
        // `[key: string]: T` is a type.
        if self.is("[") && self.word(1).is_some() && self.is_at(2, ":") {
            self.skip_brackets()?;
            return self.annotation();
        }
        let name = self.js_member_name()?;
        let _ = self.take("?") || self.take("!");
        if self.is("(") || self.is("<") {
            let name = match &name.kind {
                Kind::Constant(Literal::Text(name)) => Some(name.clone()),
                _ => None,
            };
            let method = self.js_function_rest(start, name, is_async)?;
            class.methods.push(method);
            return Ok(());
        }
        self.annotation()?;
        let value = if self.take("=") { Some(self.js_expression()?) } else { None };
        if !self.take(";") && !self.is("}") && !self.begins_line() {
            return Err(self.not_understood());
        }
        class.fields.push((name, value));
        Ok(())
    }

    /// Whether the word that is next is not the name of a member.
    fn continues_member(&self) -> bool {
        !matches!(
            self.peek(1),
            Some(Token::Symbol("(" | "=" | ":" | ";" | "}" | "?" | "!" | "," | "<")) | None
        )
    }
}
