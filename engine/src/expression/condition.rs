//! Condition and filter expressions.

use crate::expression::ast;
use crate::expression::binding::{Binder, Bindings};
use crate::expression::error::{ExpressionError, Parameter};
use crate::expression::parser::parse_condition;
use crate::expression::predicate::Predicate;
use crate::expression::token::Span;
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;

/// A condition on an item.
#[derive(Debug, Clone)]
pub struct Condition(Node);

/// A predicate, or what joins predicates.
#[derive(Debug, Clone)]
pub(crate) enum Node {
    All(Vec<Self>),
    /// With the place of the first `OR`.
    Any(Vec<Self>, Span),
    /// With the place of the `NOT`.
    Not(Box<Self>, Span),
    Predicate(Box<Predicate>),
}

impl Condition {
    /// Reads the text of `parameter`, puts in names and values, and checks the operands.
    ///
    /// Fails with any kind of error but those that are about updates, several paths, or keys.
    pub fn parse(
        text: &str,
        parameter: Parameter,
        bindings: &mut Bindings,
    ) -> Result<Self, ExpressionError> {
        Node::parse(text, parameter, bindings).map(Self)
    }

    /// Whether the condition holds. A missing item is one without attributes.
    pub fn matches(&self, item: &Item) -> bool {
        self.0.holds(item)
    }

    /// The paths that the condition mentions, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = &DocumentPath> {
        let mut paths = Vec::new();
        self.0.collect_paths(&mut paths);
        paths.into_iter()
    }
}

impl Node {
    /// Reads and binds a text, as [`Condition::parse`] does.
    pub(crate) fn parse(
        text: &str,
        parameter: Parameter,
        bindings: &mut Bindings,
    ) -> Result<Self, ExpressionError> {
        let tree = parse_condition(text, parameter)?;
        Self::bind(&tree, &mut Binder::new(parameter, bindings))
    }

    fn bind(tree: &ast::Condition<'_>, binder: &mut Binder<'_>) -> Result<Self, ExpressionError> {
        let predicate = match tree {
            ast::Condition::And(parts) => return Ok(Self::All(Self::bind_all(parts, binder)?)),
            ast::Condition::Or(parts, span) => {
                return Ok(Self::Any(Self::bind_all(parts, binder)?, *span));
            }
            ast::Condition::Not(part, span) => {
                return Ok(Self::Not(Box::new(Self::bind(part, binder)?), *span));
            }
            ast::Condition::Parentheses(inner, _) => return Self::bind(inner, binder),
            ast::Condition::Comparison(comparison) => Predicate::comparison(comparison, binder),
            ast::Condition::Between(between) => Predicate::between(between, binder),
            ast::Condition::In(list) => Predicate::in_list(list, binder),
            ast::Condition::Call(call) => Predicate::call(call, binder),
        };
        Ok(Self::Predicate(Box::new(predicate?)))
    }

    fn bind_all(
        parts: &[ast::Condition<'_>],
        binder: &mut Binder<'_>,
    ) -> Result<Vec<Self>, ExpressionError> {
        parts.iter().map(|part| Self::bind(part, binder)).collect()
    }

    fn holds(&self, item: &Item) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(item)),
            Self::Any(parts, _) => parts.iter().any(|part| part.holds(item)),
            Self::Not(part, _) => !part.holds(item),
            Self::Predicate(predicate) => predicate.holds(item),
        }
    }

    fn collect_paths<'node>(&'node self, paths: &mut Vec<&'node DocumentPath>) {
        match self {
            Self::All(parts) | Self::Any(parts, _) => {
                for part in parts {
                    part.collect_paths(paths);
                }
            }
            Self::Not(part, _) => part.collect_paths(paths),
            Self::Predicate(predicate) => predicate.collect_paths(paths),
        }
    }
}
