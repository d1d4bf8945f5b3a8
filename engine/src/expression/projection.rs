//! Projection expressions, and parts of items in general.

use crate::expression::ast;
use crate::expression::binding::{Binder, Bindings};
use crate::expression::error::{ExpressionError, Parameter};
use crate::expression::parser::parse_projection;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::{DocumentPath, PathElement};
use crate::model::item::Item;
use crate::model::name::AttributeName;

/// Which parts of an item are asked for.
#[derive(Debug, Clone)]
pub struct ProjectionExpression {
    paths: Vec<DocumentPath>,
}

/// A value and where in an item it is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'value> {
    pub(crate) path: &'value DocumentPath,
    pub(crate) value: &'value AttributeValue,
}

impl ProjectionExpression {
    /// Reads the text of a `ProjectionExpression`, puts in names, and checks that no two paths meet.
    ///
    /// Fails with the kinds of error that are about syntax, names and paths.
    pub fn parse(text: &str, bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        let ast::Projection(trees) = parse_projection(text)?;
        let mut binder = Binder::new(Parameter::ProjectionExpression, bindings);
        let paths = trees.iter().map(|tree| binder.path(tree)).collect::<Result<Vec<_>, _>>()?;
        let located: Vec<_> = paths.iter().zip(trees.iter().map(|tree| tree.span)).collect();
        binder.check_distinct(&located)?;
        Ok(Self { paths })
    }

    /// The parts of an item that are asked for, each in its hierarchy; elements of a list move together.
    pub fn apply(&self, item: &Item) -> Item {
        project(&self.paths, item)
    }

    /// The paths, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = &DocumentPath> {
        self.paths.iter()
    }
}

/// The values at some paths of an item, as an item of their own.
pub(crate) fn project<'path>(
    paths: impl IntoIterator<Item = &'path DocumentPath>,
    item: &Item,
) -> Item {
    let part = |path: &'path DocumentPath| path.get(item).map(|value| Part { path, value });
    assemble(paths.into_iter().filter_map(part).collect())
}

/// An item of these parts. No two of their paths may overlap or conflict.
pub(crate) fn assemble(mut parts: Vec<Part<'_>>) -> Item {
    parts.sort_unstable_by_key(|part| part.path);
    let attributes = parts.chunk_by(|one, two| one.path.top_level() == two.path.top_level());
    attributes.map(|parts| (parts[0].path.top_level().clone(), nest(parts, 0))).collect()
}

/// The value that holds these parts, whose paths are equal up to a depth.
fn nest(parts: &[Part<'_>], depth: usize) -> AttributeValue {
    let Some(first) = parts[0].path.nested().get(depth) else {
        return parts[0].value.clone();
    };
    let groups = parts.chunk_by(|one, two| one.path.nested()[depth] == two.path.nested()[depth]);
    let members = groups.map(|parts| (&parts[0].path.nested()[depth], nest(parts, depth + 1)));
    match first {
        PathElement::Position(_) => AttributeValue::L(members.map(|(_, value)| value).collect()),
        PathElement::Name(_) => AttributeValue::M(members.filter_map(named).collect()),
    }
}

fn named(
    (element, value): (&PathElement, AttributeValue),
) -> Option<(AttributeName, AttributeValue)> {
    match element {
        PathElement::Name(name) => Some((name.clone(), value)),
        PathElement::Position(_) => None,
    }
}
