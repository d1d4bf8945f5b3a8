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
///
/// ```
/// use engine::expression::binding::Bindings;
/// use engine::expression::condition::Condition;
/// use engine::expression::error::Parameter;
/// use engine::model::item::Item;
///
/// let text = "attribute_not_exists(id) OR size(tags) < seats";
/// let parameter = Parameter::ConditionExpression;
/// let condition = Condition::parse(text, parameter, &mut Bindings::default()).unwrap();
/// assert!(condition.matches(&Item::default()));
/// ```
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
    /// Reads the text of `parameter`, a `ConditionExpression` or a `FilterExpression`; puts in names and values, and
    /// checks the operands.
    ///
    /// Fails with any kind of error but those that are about updates, several paths, or keys.
    pub fn parse(
        text: &str,
        parameter: Parameter,
        bindings: &mut Bindings,
    ) -> Result<Self, ExpressionError> {
        match parameter {
            Parameter::ConditionExpression | Parameter::FilterExpression => {
                Node::parse(text, parameter, bindings).map(Self)
            }
            Parameter::ProjectionExpression
            | Parameter::KeyConditionExpression
            | Parameter::UpdateExpression
            | Parameter::ExpressionAttributeNames
            | Parameter::ExpressionAttributeValues => panic!("{parameter} has a parser of its own"),
        }
    }

    pub(crate) fn of(node: Node) -> Self {
        Self(node)
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
        let mut nodes = Vec::with_capacity(parts.len());
        for part in parts {
            nodes.push(Self::bind(part, binder)?);
        }
        Ok(nodes)
    }

    fn holds(&self, item: &Item) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.holds(item)),
            Self::Any(parts, _) => parts.iter().any(|part| part.holds(item)),
            Self::Not(part, _) => !part.holds(item),
            Self::Predicate(predicate) => predicate.holds(item),
        }
    }

    /// Adds the paths that the node mentions, in the order of the text.
    pub(crate) fn collect_paths<'node>(&'node self, paths: &mut Vec<&'node DocumentPath>) {
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

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::expression::tests::fixture::{bindings, item, show_error};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let shown = match Condition::parse(text, Parameter::ConditionExpression, &mut bindings()) {
            Ok(condition) => condition.matches(&item()).to_string(),
            Err(error) => show_error(text, &error),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn values_of_two_types_are_not_equal() {
        check("a = :1", expect!["true"]);
        check("a = :x", expect!["false"]);
        check("a <> :x", expect!["true"]);
        check("s = :abc", expect!["true"]);
        check(":1 = a", expect!["true"]);
    }

    #[test]
    fn what_is_missing_is_unequal_to_everything() {
        check("absent = :1", expect!["false"]);
        check("absent <> :1", expect!["true"]);
        check("absent < :1", expect!["false"]);
        check("absent >= :1", expect!["false"]);
        check("absent = lost", expect!["false"]);
        check("absent <> lost", expect!["true"]);
        check("absent BETWEEN :1 AND :2", expect!["false"]);
        check("absent IN (:1, lost)", expect!["false"]);
        check("NOT absent = :1", expect!["true"]);
    }

    #[test]
    fn sets_and_maps_are_equal_in_any_order_and_numbers_by_value() {
        check("ss = :ss", expect!["true"]);
        check("ns = :ns", expect!["true"]);
        check("l = :l12", expect!["true"]);
        check(
            "m.deep[0] = m.deep[0]",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [m, deep, [0]]
                  at 12..21 "m.deep[0]""#]],
        );
        check("m = :m", expect!["false"]);
    }

    #[test]
    fn only_strings_numbers_and_binaries_have_an_order() {
        check("a < :2", expect!["true"]);
        check("a < :x", expect!["false"]);
        check("s > :ab", expect!["true"]);
        check("s <= :abc", expect!["true"]);
        check("b >= :b1", expect!["true"]);
        check("l < :1", expect!["false"]);
        check("flag > a", expect!["false"]);
        check(
            "a < :bool",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
                  at 4..9 ":bool""#]],
        );
        check(
            ":ss >= a",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: >=, operand type: SS
                  at 0..3 ":ss""#]],
        );
        check(
            "a BETWEEN :1 AND :null",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: NULL
                  at 17..22 ":null""#]],
        );
        check(
            ":m BETWEEN :1 AND :2",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: BETWEEN, operand type: M
                  at 0..2 ":m""#]],
        );
        check("a <> :bool", expect!["true"]);
    }

    #[test]
    fn between_includes_its_bounds() {
        check("a BETWEEN :1 AND :2", expect!["true"]);
        check("a BETWEEN :0 AND :1", expect!["true"]);
        check("a between :2 and :5", expect!["false"]);
        check(":1 BETWEEN a AND l[1]", expect!["true"]);
        check("a BETWEEN l[1] AND l[0]", expect!["false"]);
        check("a BETWEEN :0 AND :2 AND s = :abc", expect!["true"]);
        check("a BETWEEN :1 AND :1", expect!["true"]);
    }

    #[test]
    fn bounds_in_the_request_are_of_one_type_and_in_order() {
        check(
            "a BETWEEN :5 AND :1",
            expect![[r#"
                Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:1}
                  at 10..19 ":5 AND :1""#]],
        );
        check(
            "a BETWEEN :x AND :1",
            expect![[r#"
                Invalid ConditionExpression: The BETWEEN operator requires same data type for lower and upper bounds; lower bound operand: AttributeValue: {S:x}, upper bound operand: AttributeValue: {N:1}
                  at 10..19 ":x AND :1""#]],
        );
        check(
            "a BETWEEN :b AND :b1",
            expect![[r#"
                Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {B:AQID}, upper bound operand: AttributeValue: {B:AQ==}
                  at 10..20 ":b AND :b1""#]],
        );
        check(
            "a BETWEEN (:x) AND :bc",
            expect![[r#"
                Invalid ConditionExpression: The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: AttributeValue: {S:x}, upper bound operand: AttributeValue: {S:bc}
                  at 10..22 "(:x) AND :bc""#]],
        );
    }

    #[test]
    fn in_is_equality_with_any() {
        check("a IN (:x, :bool, :1)", expect!["true"]);
        check("a in (:2)", expect!["false"]);
        check("s IN (:ss, :abc)", expect!["true"]);
        check("a IN (l[0])", expect!["true"]);
        check(
            "a IN (:x, a)",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: IN, first operand: [a]
                  at 10..11 "a""#]],
        );
    }

    #[test]
    fn in_has_100_operands_at_most() {
        let text = |count: usize| format!("a IN (:1{})", ", :x".repeat(count - 2));
        let parse = |text: &str| {
            Condition::parse(text, Parameter::FilterExpression, &mut bindings()).map(drop)
        };
        assert_eq!(parse(&text(100)), Ok(()));
        expect!["Invalid FilterExpression: Incorrect number of operands for operator or function; operator or function: IN, number of operands: 101"].assert_eq(&parse(&text(101)).unwrap_err().to_string());
    }

    #[test]
    fn and_binds_tighter_than_or_and_not_tighter_than_both() {
        check("a = :1 OR a = :2 AND a = :3", expect!["true"]);
        check("(a = :1 OR a = :2) AND a = :3", expect!["false"]);
        check("NOT a = :2 AND a = :1", expect!["true"]);
        check("NOT (a = :1 AND a = :2)", expect!["true"]);
        check("not not NOT a = :1", expect!["false"]);
        check("NOT (NOT a = :1)", expect!["true"]);
        check("a=:1 AND(s=:abc)OR absent=:0", expect!["true"]);
    }

    #[test]
    fn parentheses_stand_around_conditions_and_operands() {
        check("(a) = (:1)", expect!["true"]);
        check("(a = :1)", expect!["true"]);
        check("((a) = :1) AND (attribute_exists(a))", expect!["true"]);
        check("(size(s)) > (:2)", expect!["true"]);
        check(
            "((a = :1))",
            expect![[r#"
                Invalid ConditionExpression: The expression has redundant parentheses;
                  at 0..10 "((a = :1))""#]],
        );
        check(
            "((a)) = :1",
            expect![[r#"
                Invalid ConditionExpression: The expression has redundant parentheses;
                  at 0..5 "((a))""#]],
        );
        check(
            "a = ((:1))",
            expect![[r#"
                Invalid ConditionExpression: The expression has redundant parentheses;
                  at 4..10 "((:1))""#]],
        );
        check(
            "NOT ((attribute_exists(a)))",
            expect![[r#"
                Invalid ConditionExpression: The expression has redundant parentheses;
                  at 4..27 "((attribute_exists(a)))""#]],
        );
    }

    #[test]
    fn attribute_exists_asks_for_a_path() {
        check("attribute_exists(a)", expect!["true"]);
        check("attribute_exists(nothing)", expect!["true"]);
        check("attribute_exists(m.deep[0].s)", expect!["true"]);
        check("attribute_exists(m.deep[1])", expect!["false"]);
        check("attribute_exists(s.x)", expect!["false"]);
        check("attribute_not_exists(absent)", expect!["true"]);
        check("attribute_not_exists(a)", expect!["false"]);
        check(
            "attribute_exists(:1)",
            expect![[r#"
                Invalid ConditionExpression: Operator or function requires a document path; operator or function: attribute_exists
                  at 17..19 ":1""#]],
        );
        check(
            "attribute_not_exists(size(a))",
            expect![[r#"
                Invalid ConditionExpression: Operator or function requires a document path; operator or function: attribute_not_exists
                  at 21..28 "size(a)""#]],
        );
    }

    #[test]
    fn attribute_type_asks_for_the_tag_of_a_type() {
        check("attribute_type(l, :L)", expect!["true"]);
        check("attribute_type(flag, :BOOL)", expect!["true"]);
        check("attribute_type(absent, :L)", expect!["false"]);
        check("attribute_type(:1, :S)", expect!["false"]);
        check(
            "attribute_type(a, :x)",
            expect![[r#"
                Invalid ConditionExpression: Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}
                  at 18..20 ":x""#]],
        );
        check(
            "attribute_type(a, :1)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N
                  at 18..20 ":1""#]],
        );
        check(
            "attribute_type(a, s)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}
                  at 18..19 "s""#]],
        );
    }

    #[test]
    fn begins_with_takes_strings_and_binaries() {
        check("begins_with(s, :ab)", expect!["true"]);
        check("begins_with(s, :bc)", expect!["false"]);
        check("begins_with(:abc, s)", expect!["true"]);
        check("begins_with(s, :empty)", expect!["true"]);
        check("begins_with(b, :b1)", expect!["true"]);
        check("begins_with(a, :ab)", expect!["false"]);
        check("begins_with(s, a)", expect!["false"]);
        check(
            "begins_with(s, :1)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
                  at 15..17 ":1""#]],
        );
        check(
            "begins_with(:ss, s)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: SS
                  at 12..15 ":ss""#]],
        );
        check(
            "begins_with(s)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1
                  at 0..14 "begins_with(s)""#]],
        );
        check(
            "begins_with(s, :ab, :x)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 3
                  at 0..23 "begins_with(s, :ab, :x)""#]],
        );
        check(
            "begins_with(s, s)",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: begins_with, first operand: [s]
                  at 15..16 "s""#]],
        );
    }

    #[test]
    fn contains_looks_into_strings_sets_and_lists() {
        check("contains(s, :bc)", expect!["true"]);
        check("contains(s, :x)", expect!["false"]);
        check("contains(b, :b23)", expect!["true"]);
        check("contains(l, :2)", expect!["true"]);
        check("contains(ss, :x)", expect!["true"]);
        check("contains(ns, :2)", expect!["true"]);
        check("contains(bs, :b1)", expect!["true"]);
        check("contains(m.deep, :m)", expect!["false"]);
        check("contains(ss, :1)", expect!["false"]);
        check("contains(m, :x)", expect!["false"]);
        check("contains(:abc, s)", expect!["true"]);
        check("contains(s, absent)", expect!["false"]);
        check(
            "contains(#a, #0)",
            expect![[r##"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: contains, first operand: [a]
                  at 13..15 "#0""##]],
        );
        check(
            "contains(:1, a)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: contains, operand type: N
                  at 9..11 ":1""#]],
        );
    }

    #[test]
    fn size_counts_what_a_value_is_made_of() {
        check("size(s) = :3", expect!["true"]);
        check("size(emoji) = :3", expect!["true"]);
        check("size(b) = :3", expect!["true"]);
        check("size(l) = :2", expect!["true"]);
        check("size(ss) = :2", expect!["true"]);
        check("size(m) = :2", expect!["true"]);
        check("size(:abc) = size(b)", expect!["true"]);
        check("size(a) > :0", expect!["false"]);
        check("size(nothing) <> :0", expect!["true"]);
        check("size(absent) = :0", expect!["false"]);
        check("size(s) BETWEEN size(l) AND :5", expect!["true"]);
        check("size(l) < s", expect!["false"]);
        check(
            "size(:1) = :1",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: size, operand type: N
                  at 5..7 ":1""#]],
        );
        check(
            "size(size(s)) = :1",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: size, operand type: N
                  at 5..12 "size(s)""#]],
        );
        check(
            "size(s) < :bool",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
                  at 10..15 ":bool""#]],
        );
    }

    #[test]
    fn a_function_has_its_place() {
        check(
            "size(a)",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed to be used this way in an expression; function: size
                  at 0..4 "size""#]],
        );
        check(
            "attribute_exists(a) = :1",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed to be used this way in an expression; function: attribute_exists
                  at 0..16 "attribute_exists""#]],
        );
        check(
            ":1 = contains(s, :x)",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed to be used this way in an expression; function: contains
                  at 5..13 "contains""#]],
        );
        check(
            "contains(s, begins_with(s, :x))",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed to be used this way in an expression; function: begins_with
                  at 12..23 "begins_with""#]],
        );
        check(
            "(attribute_exists(a)) = :1",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed to be used this way in an expression; function: attribute_exists
                  at 1..17 "attribute_exists""#]],
        );
        check(
            "dog(a)",
            expect![[r#"
                Invalid ConditionExpression: Invalid function name; function: dog
                  at 0..3 "dog""#]],
        );
        check(
            "a = dog(a, b)",
            expect![[r#"
                Invalid ConditionExpression: Invalid function name; function: dog
                  at 4..7 "dog""#]],
        );
        check(
            "BEGINS_WITH(s, :x)",
            expect![[r#"
                Invalid ConditionExpression: Invalid function name; function: BEGINS_WITH
                  at 0..11 "BEGINS_WITH""#]],
        );
        check(
            "list_append(l, l)",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed in a condition expression; function: list_append
                  at 0..11 "list_append""#]],
        );
    }

    #[test]
    fn an_operand_is_not_compared_with_itself() {
        check(
            "a = a",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: =, first operand: [a]
                  at 4..5 "a""#]],
        );
        check(
            "m.deep[0].s <> m.deep[0].s",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: <>, first operand: [m, deep, [0], s]
                  at 15..26 "m.deep[0].s""#]],
        );
        check(
            "#0 < (a)",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: <, first operand: [a]
                  at 5..8 "(a)""#]],
        );
        check(
            "a BETWEEN :1 AND a",
            expect![[r#"
                Invalid ConditionExpression: The first operand must be distinct from the remaining operands for this operator or function; operator: BETWEEN, first operand: [a]
                  at 17..18 "a""#]],
        );
    }

    #[test]
    fn names_and_values_are_put_in() {
        check("#status = :x OR #dot <> :x", expect!["true"]);
        check("#_.deep[0].s = :abc", expect!["true"]);
        check(
            "m.#k = :1",
            expect![[r##"
                Invalid ConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #k
                  at 2..4 "#k""##]],
        );
        check(
            "a = :nine",
            expect![[r#"
                Invalid ConditionExpression: An expression attribute value used in expression is not defined; attribute value: :nine
                  at 4..9 ":nine""#]],
        );
        check(
            "status = :x",
            expect![[r#"
                Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: status
                  at 0..6 "status""#]],
        );
        check(
            "m.Status = :x",
            expect![[r#"
                Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: Status
                  at 2..8 "Status""#]],
        );
    }

    #[test]
    fn the_first_fault_in_the_order_of_dynamodb_is_reported() {
        check(
            "status = :x AND dog(a) AND size(a) AND ((a = :nine)",
            expect![[r#"
                Invalid ConditionExpression: Syntax error; token: "<EOF>", near: ")"
                  at 51..51 """#]],
        );
        check(
            "status = :x AND dog(a) AND size(a) AND ((a = :nine))",
            expect![[r#"
                Invalid ConditionExpression: The expression has redundant parentheses;
                  at 39..52 "((a = :nine))""#]],
        );
        check(
            "status = :x AND size(a) AND dog(a) AND a = :nine",
            expect![[r#"
                Invalid ConditionExpression: Invalid function name; function: dog
                  at 28..31 "dog""#]],
        );
        check(
            "status = :x AND size(a) AND a = :nine",
            expect![[r#"
                Invalid ConditionExpression: The function is not allowed to be used this way in an expression; function: size
                  at 16..20 "size""#]],
        );
        check(
            "a = :nine AND status = :x",
            expect![[r#"
                Invalid ConditionExpression: Attribute name is a reserved keyword; reserved keyword: status
                  at 14..20 "status""#]],
        );
        check(
            "begins_with(a) AND a = :nine",
            expect![[r#"
                Invalid ConditionExpression: Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 1
                  at 0..14 "begins_with(a)""#]],
        );
        check(
            "begins_with(#k, #k, :1)",
            expect![[r##"
                Invalid ConditionExpression: An expression attribute name used in the document path is not defined; attribute name: #k
                  at 12..14 "#k""##]],
        );
        check(
            "begins_with(a, a, :1)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect number of operands for operator or function; operator or function: begins_with, number of operands: 3
                  at 0..21 "begins_with(a, a, :1)""#]],
        );
        check(
            "a = :1 AND a < :bool AND begins_with(a)",
            expect![[r#"
                Invalid ConditionExpression: Incorrect operand type for operator or function; operator or function: <, operand type: BOOL
                  at 15..20 ":bool""#]],
        );
    }

    #[test]
    fn the_deepest_condition_is_evaluated() {
        let text = format!("{}a = :1{}", "NOT(".repeat(299), ")".repeat(299));
        check(&text, expect!["false"]);
    }

    #[test]
    fn a_missing_item_has_no_attributes() {
        let matches = |text| {
            let parameter = Parameter::ConditionExpression;
            let condition = Condition::parse(text, parameter, &mut bindings()).unwrap();
            condition.matches(&Item::default())
        };
        assert!(matches("attribute_not_exists(a)"));
        assert!(matches("a <> :1"));
        assert!(!matches("attribute_exists(a) OR a = :1"));
    }

    #[test]
    fn the_paths_are_those_of_the_text() {
        let text = "size(m.deep) > a OR NOT s IN (:x, #status) AND contains(l, ss) AND a BETWEEN :0 AND l[1]";
        let parameter = Parameter::FilterExpression;
        let condition = Condition::parse(text, parameter, &mut bindings()).unwrap();
        let paths: Vec<_> = condition.paths().map(ToString::to_string).collect();
        expect!["m.deep a s status l ss a l[1]"].assert_eq(&paths.join(" "));
    }
}
