//! The productions of operands: paths, values, functions and arithmetic.

use crate::expression::ast::{
    Arithmetic, Call, Name, Operand, Path, PathElement, Placeholder, Projection, Sign,
};
use crate::expression::error::{ExpressionErrorKind, Parameter};
use crate::expression::function::{LIST_APPEND, Role, find_any, role_of};
use crate::expression::limit::{PATH_DEPTH_MAX, POSITION_MAX};
use crate::expression::parser::cursor::{Parsed, Parser};
use crate::expression::reserved::is_reserved;
use crate::expression::token::{Span, Token, TokenKind};

impl<'text> Parser<'text> {
    /// `value = operand`, and in updates `value = operand [ ( "+" | "-" ) operand ]`
    pub(super) fn value(&mut self) -> Parsed<Operand<'text>> {
        let left = self.operand()?;
        if self.parameter != Parameter::UpdateExpression {
            self.note_misuse(&left, Role::OperandFunction);
            return Ok(left);
        }
        let sign = match self.peek().text {
            "+" => Sign::Plus,
            "-" => Sign::Minus,
            _ => return Ok(left),
        };
        self.take_operator();
        let right = self.operand()?;
        Ok(Operand::Arithmetic(Box::new(Arithmetic { left, sign, right })))
    }

    /// `operand = plain | "(" value ")"`
    fn operand(&mut self) -> Parsed<Operand<'text>> {
        if !self.at("(") {
            return self.plain();
        }
        let open = self.open()?;
        let operand = self.value()?;
        let span = self.close(open)?;
        Ok(self.parenthesized_operand(operand, span))
    }

    /// `plain = path | placeholder | call`
    pub(super) fn plain(&mut self) -> Parsed<Operand<'text>> {
        let is_call = self.peek().kind == TokenKind::Word && self.peek_second().text == "(";
        if is_call && !self.at_any_keyword() {
            return self.call().map(Operand::Call);
        }
        match self.peek().kind {
            TokenKind::Value => self.placeholder().map(Operand::Value),
            _ => self.path().map(Operand::Path),
        }
    }

    /// `call = word "(" list ")"`; the operands of functions of updates are plain.
    fn call(&mut self) -> Parsed<Call<'text>> {
        let (name, open) = self.open_call()?;
        if role_of(name.text, self.parameter).is_none() {
            let kind = match find_any(name.text) {
                Some((function, _)) => ExpressionErrorKind::FunctionOfOtherExpression { function },
                None => ExpressionErrorKind::UnknownFunction { function: name.text.to_owned() },
            };
            self.note(name.span, kind);
        }
        let operands = match self.parameter {
            Parameter::UpdateExpression => self.list(Self::plain)?,
            _ => self.list(Self::value)?,
        };
        let span = name.span.to(self.close_call(open)?);
        let call = Call { function: name.text, function_span: name.span, operands, span };
        self.note_nested_list_append(&call);
        Ok(call)
    }

    /// `path = name { "." name | "[" integer "]" }`
    pub(super) fn path(&mut self) -> Parsed<Path<'text>> {
        let top_level = self.name()?;
        let mut nested = Vec::new();
        let mut span = top_level.span;
        loop {
            match self.peek().text {
                "." => nested.push(self.dot_name()?),
                "[" => nested.push(self.list_position()?),
                _ => break,
            }
            span = span.to(self.previous().span);
        }
        if nested.len() + 1 > PATH_DEPTH_MAX {
            self.note(span, ExpressionErrorKind::TooManyLevels { count: nested.len() + 1 });
        }
        Ok(Path { top_level, nested, span })
    }

    /// `projection = path { "," path }`
    pub(super) fn projection(&mut self) -> Parsed<Projection<'text>> {
        self.list(Self::path).map(Projection)
    }

    fn dot_name(&mut self) -> Parsed<PathElement<'text>> {
        self.expect(".")?;
        self.name().map(PathElement::Name)
    }

    fn list_position(&mut self) -> Parsed<PathElement<'text>> {
        self.expect("[")?;
        let Token { text, span, .. } = self.expect_kind(TokenKind::Integer)?;
        self.expect("]")?;
        let position = text.parse().ok().filter(|position| *position <= POSITION_MAX);
        if position.is_none() {
            self.note(span, ExpressionErrorKind::PositionTooLarge { position: text.to_owned() });
        }
        Ok(PathElement::Position(position.unwrap_or(POSITION_MAX)))
    }

    /// `name = word | "#" word`
    fn name(&mut self) -> Parsed<Name<'text>> {
        if self.at_any_keyword() {
            return self.syntax_error();
        }
        let Token { kind, text, span } = self.peek();
        match kind {
            TokenKind::Word if is_reserved(text) => {
                self.note(span, ExpressionErrorKind::ReservedWord { word: text.to_owned() });
            }
            TokenKind::Word | TokenKind::Name => {}
            _ => return self.syntax_error(),
        }
        self.advance();
        Ok(Name { text, span })
    }

    /// `placeholder = ":" word`
    pub(super) fn placeholder(&mut self) -> Parsed<Placeholder<'text>> {
        let Token { text, span, .. } = self.expect_kind(TokenKind::Value)?;
        Ok(Placeholder { text, span })
    }

    pub(super) fn parenthesized_operand(
        &mut self,
        operand: Operand<'text>,
        span: Span,
    ) -> Operand<'text> {
        if matches!(operand, Operand::Parentheses(..)) {
            self.note(span, ExpressionErrorKind::RedundantParentheses);
        }
        Operand::Parentheses(Box::new(operand), span)
    }

    /// A function that is known, and that cannot play this role.
    pub(super) fn note_misuse(&mut self, operand: &Operand<'text>, role: Role) {
        let Operand::Call(call) = operand else { return };
        match role_of(call.function, self.parameter) {
            Some((function, actual)) if actual != role => {
                self.note(call.function_span, ExpressionErrorKind::MisusedFunction { function });
            }
            Some(_) | None => {}
        }
    }

    fn note_nested_list_append(&mut self, call: &Call<'text>) {
        if call.function != LIST_APPEND {
            return;
        }
        for operand in &call.operands {
            match operand.bare() {
                Operand::Call(inner) if inner.function == LIST_APPEND => {
                    let kind = ExpressionErrorKind::MisusedFunction { function: LIST_APPEND };
                    self.note(inner.function_span, kind);
                }
                _ => {}
            }
        }
    }
}
