//! The values that the `SET` of an update puts in.

use std::borrow::Cow;

use crate::expression::ast;
use crate::expression::binding::Binder;
use crate::expression::error::{ExpressionError, UpdateErrorKind};
use crate::expression::function::{
    ARITHMETIC, CALCULATIONS, Calculated, Calculation, Function, Known, find,
};
use crate::expression::token::Span;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;

/// A value that depends on the item before the update.
#[derive(Debug, Clone)]
pub(crate) enum SetValue {
    Path(DocumentPath),
    Value(AttributeValue),
    Calculation { function: &'static Function<Calculation>, first: Box<Self>, second: Box<Self> },
}

impl SetValue {
    /// Puts in names and values, and checks operands: inner functions first, then count, then types.
    pub(crate) fn bind(
        tree: &ast::Operand<'_>,
        binder: &mut Binder<'_>,
    ) -> Result<Self, ExpressionError> {
        match tree {
            ast::Operand::Path(path) => binder.path(path).map(Self::Path),
            ast::Operand::Value(placeholder) => binder.value(placeholder).map(Self::Value),
            ast::Operand::Parentheses(inner, _) => Self::bind(inner, binder),
            ast::Operand::Call(call) => {
                let function = find(&CALCULATIONS, call.function)
                    .expect("the parser has rejected all but calculations");
                let operands: Vec<_> = call.operands.iter().collect();
                Self::calculation(function, &operands, call.span, binder)
            }
            ast::Operand::Arithmetic(arithmetic) => {
                let function = find(&ARITHMETIC, arithmetic.sign.symbol())
                    .expect("there is a row for each sign");
                let operands = [&arithmetic.left, &arithmetic.right];
                Self::calculation(function, &operands, tree.span(), binder)
            }
        }
    }

    fn calculation(
        function: &'static Function<Calculation>,
        trees: &[&ast::Operand<'_>],
        span: Span,
        binder: &mut Binder<'_>,
    ) -> Result<Self, ExpressionError> {
        let signature = function.signature();
        signature.check_count(trees.len()).map_err(|kind| binder.error(span, kind))?;
        let mut operand = |position: usize| {
            let operand = Self::bind(trees[position], binder)?;
            let checked = signature.check_operand(position, &operand.known());
            checked.map_err(|kind| binder.error(trees[position].span(), kind))?;
            Ok(Box::new(operand))
        };
        Ok(Self::Calculation { function, first: operand(0)?, second: operand(1)? })
    }

    /// The value for an item. A path to nothing is an error.
    pub(crate) fn evaluate<'value>(&'value self, before: &'value Item) -> Calculated<'value> {
        match self {
            Self::Path(path) => {
                path.get(before).map(Cow::Borrowed).ok_or(UpdateErrorKind::MissingOperand)
            }
            Self::Value(value) => Ok(Cow::Borrowed(value)),
            Self::Calculation { function, first, second } => {
                (function.evaluate)(first.evaluate(before), second.evaluate(before))
            }
        }
    }

    /// Adds the paths that the value is made of.
    pub(crate) fn collect_paths<'value>(&'value self, paths: &mut Vec<&'value DocumentPath>) {
        match self {
            Self::Path(path) => paths.push(path),
            Self::Value(_) => {}
            Self::Calculation { first, second, .. } => {
                first.collect_paths(paths);
                second.collect_paths(paths);
            }
        }
    }

    /// What is known of the value before any item is seen.
    pub(crate) fn known(&self) -> Known<'_> {
        match self {
            Self::Path(_) => Known::Path,
            Self::Value(value) => Known::Value(value),
            Self::Calculation { function, .. } => {
                function.result.map_or(Known::Nothing, Known::Kind)
            }
        }
    }
}
