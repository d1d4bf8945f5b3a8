//! Projection expressions, and parts of items in general.

use crate::expression::ast;
use crate::expression::binding::{Binder, Bindings};
use crate::expression::error::{ExpressionError, Parameter};
use crate::expression::parser::parse_projection;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::{DocumentPath, PathElement};
use crate::model::item::Item;
use crate::model::name::AttributeName;

/// The parts of an item that a request asks for.
///
/// ```
/// use engine::expression::binding::Bindings;
/// use engine::expression::projection::ProjectionExpression;
/// use engine::model::attribute_value::AttributeValue;
/// use engine::model::item::Item;
///
/// let projection = ProjectionExpression::parse("id, tags[0]", &mut Bindings::default()).unwrap();
/// let id = AttributeValue::S("ann".to_owned());
/// let item = Item::from_iter([("id".into(), id.clone()), ("seen".into(), AttributeValue::Null)]);
/// assert_eq!(projection.apply(&item), Item::from_iter([("id".into(), id)]));
/// ```
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
    /// Reads the text of a `ProjectionExpression`, replaces the placeholders of names, and checks that no two paths overlap
    /// or conflict.
    ///
    /// Fails with an error about syntax, names or paths.
    pub fn parse(text: &str, bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        let ast::Projection(trees) = parse_projection(text)?;
        let mut binder = Binder::new(Parameter::ProjectionExpression, bindings);
        let mut paths = Vec::with_capacity(trees.len());
        for tree in &trees {
            paths.push((binder.path(tree)?, tree.span));
        }
        binder.check_distinct(&paths)?;
        let paths = paths.into_iter().map(|(path, _)| path).collect();
        Ok(Self { paths })
    }

    /// The projection to whole attributes, as `AttributesToGet` lists them. No name may occur twice.
    pub fn of_attributes(names: impl IntoIterator<Item = AttributeName>) -> Self {
        Self { paths: names.into_iter().map(DocumentPath::new).collect() }
    }

    /// The parts of an item that are asked for, each in its maps and lists. Elements of a list get new positions, without gaps.
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
    parts.sort_by(|left, right| left.path.cmp(right.path));
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::expression::tests::fixture::{bindings, item, show_error, show_item};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let shown = match ProjectionExpression::parse(text, &mut bindings()) {
            Ok(projection) => show_item(&projection.apply(&item())),
            Err(error) => show_error(text, &error),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn a_part_comes_in_its_hierarchy() {
        check("a", expect![[r#"{"a":1}"#]]);
        check("s, a", expect![[r#"{"a":1,"s":"abc"}"#]]);
        check("m.k", expect![[r#"{"m":{"k":1}}"#]]);
        check("m.deep[0].s, m.k, a", expect![[r#"{"a":1,"m":{"deep":[{"s":"abc"}],"k":1}}"#]]);
        check("m", expect![[r#"{"m":{"deep":[{"s":"abc"}],"k":1}}"#]]);
    }

    #[test]
    fn elements_of_a_list_move_together_in_their_order() {
        check("l[1]", expect![[r#"{"l":[2]}"#]]);
        check("l[1], l[0]", expect![[r#"{"l":[1,2]}"#]]);
        check("l[7], l[1]", expect![[r#"{"l":[2]}"#]]);
    }

    #[test]
    fn what_is_not_there_leaves_no_trace() {
        check("absent", expect!["{}"]);
        check("m.absent, l[2], a.b, s[0], m.deep[0].absent", expect!["{}"]);
    }

    #[test]
    fn a_placeholder_is_one_name_even_with_a_dot_in_it() {
        check("#dot", expect![[r#"{"dotted.name":"dot"}"#]]);
        check("#status, #_.k", expect![[r#"{"m":{"k":1},"status":"open"}"#]]);
        check(
            "#nine",
            expect![[r##"
                Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; attribute name: #nine
                  at 0..5 "#nine""##]],
        );
        check(
            "dotted.name",
            expect![[r#"
                Invalid ProjectionExpression: Attribute name is a reserved keyword; reserved keyword: name
                  at 7..11 "name""#]],
        );
    }

    #[test]
    fn two_paths_cannot_meet() {
        check(
            "a, a",
            expect![[r#"
                Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]
                  at 3..4 "a""#]],
        );
        check(
            "a, #0",
            expect![[r##"
                Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]
                  at 3..5 "#0""##]],
        );
        check(
            "m.k, a, m",
            expect![[r#"
                Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, k], path two: [m]
                  at 8..9 "m""#]],
        );
        check(
            "m, m.k.x",
            expect![[r#"
                Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m], path two: [m, k, x]
                  at 3..8 "m.k.x""#]],
        );
        check(
            "m.k, m[0]",
            expect![[r#"
                Invalid ProjectionExpression: Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, k], path two: [m, [0]]
                  at 5..9 "m[0]""#]],
        );
        check(
            "m[0].a, m[0][1]",
            expect![[r#"
                Invalid ProjectionExpression: Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, [0], a], path two: [m, [0], [1]]
                  at 8..15 "m[0][1]""#]],
        );
        check(
            "m[0], m.k, a, a.b",
            expect![[r#"
                Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]
                  at 14..17 "a.b""#]],
        );
        check(
            "m.k, m.deep[0], m.deep[1], l[0].m, l[1][0]",
            expect![[r#"{"m":{"deep":[{"s":"abc"}],"k":1}}"#]],
        );
    }
}
