//! The binder of one statement: its text, its parameters, and its faults.

use crate::expression::token::Span;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::{DocumentPath, PathElement};
use crate::model::name::AttributeName;
use crate::partiql::ast;
use crate::partiql::error::{PartiqlError, PartiqlErrorKind};

/// An error in a box, because it is large and rare.
pub(crate) type Bound<T> = Result<T, Box<PartiqlError>>;

/// Puts parameters into the tree of one statement.
pub(crate) struct Binder<'request> {
    pub(super) text: &'request str,
    pub(super) parameters: &'request [AttributeValue],
}

impl Binder<'_> {
    /// A fault at a place in the statement.
    pub(super) fn fault<T>(&self, span: Span, kind: PartiqlErrorKind) -> Bound<T> {
        Err(self.error(span, kind))
    }

    /// The same as an error.
    pub(super) fn error(&self, span: Span, kind: PartiqlErrorKind) -> Box<PartiqlError> {
        Box::new(PartiqlError::new(self.text, span, kind))
    }
}

/// The path that a tree is.
pub(super) fn document_path(tree: &ast::Path<'_>) -> DocumentPath {
    let mut path = DocumentPath::new(AttributeName::from(&*tree.top_level.text));
    for element in &tree.nested {
        path.push(match element {
            ast::PathElement::Name(name) => PathElement::Name(AttributeName::from(&*name.text)),
            ast::PathElement::Position(position) => PathElement::Position(*position),
        });
    }
    path
}
