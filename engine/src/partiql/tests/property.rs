//! What holds for every statement: strategies for syntax trees and for texts that are hardly any.

use std::borrow::Cow;

use proptest::prelude::*;
use proptest::sample::select;

use crate::expression::token::Span;
use crate::model::attribute_value::AttributeValue;
use crate::partiql::ast::{
    Between, Call, Change, Comparator, Comparison, Delete, Direction, Expression, In, Insert,
    Literal, Name, Nulls, OrderTerm, Path, PathElement, Returning, Select, Sign, Source, Statement,
    Sum, TypeTest, Update,
};
use crate::partiql::parser::parse;
use crate::partiql::statement;

fn span() -> Span {
    Span::default()
}

fn name() -> impl Strategy<Value = Name<'static>> {
    select(vec!["a", "pk", "A1_b", "size", "a.b", "it's", "say \"x\"", "é", "_"])
        .prop_map(|text| Name { text: Cow::Borrowed(text), span: span() })
}

fn path() -> impl Strategy<Value = Path<'static>> {
    let element = prop_oneof![
        name().prop_map(PathElement::Name),
        (0_usize..=3).prop_map(PathElement::Position)
    ];
    (name(), prop::collection::vec(element, 0..4)).prop_map(|(top_level, nested)| Path {
        top_level,
        nested,
        span: span(),
    })
}

fn scalar() -> impl Strategy<Value = Literal<'static>> {
    prop_oneof![
        select(vec!["", "x", "it's", "é \"", "--", "/*"])
            .prop_map(|text| Literal::Text(Cow::Borrowed(text))),
        (any::<bool>(), select(vec!["0", "15", ".5", "1.5e-3", "1E30"]))
            .prop_map(|(is_negative, digits)| Literal::Number { is_negative, digits }),
        any::<bool>().prop_map(Literal::Bool),
        any::<bool>().prop_map(|is_null| if is_null { Literal::Null } else { Literal::Missing }),
    ]
}

fn literal(literal: Literal<'static>) -> Expression<'static> {
    Expression::Literal(literal, span())
}

/// A literal that may contain others.
fn value() -> impl Strategy<Value = Expression<'static>> {
    scalar().prop_map(literal).prop_recursive(3, 12, 3, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..3);
        let member = (select(vec!["k", "it's", "a b"]), inner)
            .prop_map(|(name, value)| (Cow::Borrowed(name), value));
        prop_oneof![
            list.clone().prop_map(|elements| literal(Literal::List(elements))),
            list.prop_map(|members| literal(Literal::Bag(members))),
            prop::collection::vec(member, 0..3).prop_map(|members| literal(Literal::Map(members))),
        ]
    })
}

fn parentheses(inner: Expression<'static>) -> Expression<'static> {
    Expression::Parentheses(Box::new(inner), span())
}

/// An operand, without a sum.
fn primary(condition: BoxedStrategy<Expression<'static>>) -> BoxedStrategy<Expression<'static>> {
    let operand = prop_oneof![path().prop_map(Expression::Path), value()];
    let call = (
        select(vec!["size", "Contains", "set_add", "foo"]),
        prop::collection::vec(prop_oneof![operand.clone(), condition.clone()], 0..3),
    );
    let call = call.prop_map(|(function, operands)| {
        Expression::Call(Call { function, function_span: span(), operands, span: span() })
    });
    prop_oneof![4 => operand, 1 => call, 1 => condition.prop_map(parentheses)].boxed()
}

/// A sum or an operand.
fn sum(condition: BoxedStrategy<Expression<'static>>) -> BoxedStrategy<Expression<'static>> {
    let primary = primary(condition);
    let term = (prop_oneof![Just(Sign::Plus), Just(Sign::Minus)], primary.clone());
    let sum = (primary.clone(), prop::collection::vec(term, 1..3))
        .prop_map(|(first, rest)| Expression::Sum(Box::new(Sum { first, rest })));
    prop_oneof![5 => primary, 1 => sum].boxed()
}

fn comparator() -> impl Strategy<Value = Comparator> {
    select(vec![
        Comparator::Equal,
        Comparator::NotEqual,
        Comparator::Less,
        Comparator::LessOrEqual,
        Comparator::Greater,
        Comparator::GreaterOrEqual,
    ])
}

/// A condition without AND, OR and NOT around it.
fn test(condition: BoxedStrategy<Expression<'static>>) -> BoxedStrategy<Expression<'static>> {
    let sum = sum(condition);
    let comparison = (sum.clone(), comparator(), sum.clone());
    let comparison = comparison.prop_map(|(left, comparator, right)| {
        let operator_span = span();
        Expression::Comparison(Box::new(Comparison { left, comparator, operator_span, right }))
    });
    let between = (sum.clone(), any::<bool>(), sum.clone(), sum.clone());
    let between = between.prop_map(|(value, is_negated, low, high)| {
        let operator_span = span();
        Expression::Between(Box::new(Between { value, is_negated, operator_span, low, high }))
    });
    let list = (sum.clone(), any::<bool>(), prop::collection::vec(sum.clone(), 1..3));
    let list = list.prop_map(|(value, is_negated, candidates)| {
        let (operator_span, span) = (span(), span());
        let list = In { value, is_negated, operator_span, candidates, span };
        Expression::In(Box::new(list))
    });
    let types = select(vec!["MISSING", "NULL", "INT", "DOUBLE PRECISION"]);
    let is = (sum.clone(), any::<bool>(), types.prop_map(Cow::Borrowed));
    let is = is.prop_map(|(value, is_negated, type_name)| {
        let (operator_span, type_span) = (span(), span());
        let test = TypeTest { value, is_negated, operator_span, type_name, type_span };
        Expression::Is(Box::new(test))
    });
    prop_oneof![comparison, between, list, is, sum].boxed()
}

fn condition() -> impl Strategy<Value = Expression<'static>> {
    let leaf = test(path().prop_map(Expression::Path).boxed());
    leaf.prop_recursive(3, 16, 3, |inner| {
        let test = test(inner);
        let not = (0_usize..3, test).prop_map(|(count, test)| {
            (0..count).fold(test, |inner, _| Expression::Not(Box::new(inner), span()))
        });
        let and = prop::collection::vec(not, 1..3).prop_map(|mut parts| match parts.len() {
            1 => parts.remove(0),
            _ => Expression::And(parts),
        });
        prop::collection::vec(and, 1..3).prop_map(|mut parts| match parts.len() {
            1 => parts.remove(0),
            _ => Expression::Or(parts, span()),
        })
    })
}

fn source() -> impl Strategy<Value = Source<'static>> {
    (name(), prop::option::of(name())).prop_map(|(table, index)| Source {
        table,
        index,
        span: span(),
    })
}

fn select_tree() -> impl Strategy<Value = Select<'static>> {
    let direction = select(vec![Direction::Ascending, Direction::Descending]);
    let nulls = select(vec![Nulls::First, Nulls::Last]);
    let term = (path(), prop::option::of(direction), prop::option::of(nulls))
        .prop_map(|(path, direction, nulls)| OrderTerm { path, direction, nulls });
    let columns = prop::option::of(prop::collection::vec(path().prop_map(Expression::Path), 1..4));
    let order = prop::collection::vec(term, 0..3);
    (columns, source(), prop::option::of(condition()), order).prop_map(
        |(columns, source, condition, order)| Select { columns, source, condition, order },
    )
}

fn returning() -> impl Strategy<Value = Option<Returning>> {
    let returning = (any::<bool>(), any::<bool>());
    prop::option::of(returning.prop_map(|(modified, new)| Returning { modified, new }))
}

fn statement_tree() -> impl Strategy<Value = Statement<'static>> {
    let operand = sum(path().prop_map(Expression::Path).boxed());
    let change = prop_oneof![
        (path(), operand).prop_map(|(path, value)| Change::Set(path, value)),
        path().prop_map(Change::Remove),
    ];
    let changes = prop::collection::vec(change, 1..4);
    let form = any::<bool>();
    let update = (source(), changes, form, prop::option::of(condition()), returning());
    let update = update.prop_map(|(source, changes, form, condition, returning)| {
        let begins_with_condition = form;
        Statement::Update(Update { source, changes, begins_with_condition, condition, returning })
    });
    let delete = (source(), prop::option::of(condition()), returning());
    let delete = delete.prop_map(|(source, condition, returning)| {
        Statement::Delete(Delete { source, condition, returning })
    });
    let table = name().prop_map(|table| Source { table, index: None, span: span() });
    prop_oneof![
        select_tree().prop_map(Statement::Select),
        select_tree().prop_map(|select| Statement::Exists(select, span())),
        (table, value()).prop_map(|(source, value)| Statement::Insert(Insert { source, value })),
        update,
        delete,
    ]
}

/// Words and symbols of statements, of which hardly any sequence is one.
fn soup() -> impl Strategy<Value = String> {
    let words = vec![
        "SELECT",
        "*",
        "FROM",
        "T",
        ".",
        "WHERE",
        "pk",
        "=",
        "'a'",
        "AND",
        "OR",
        "NOT",
        "IN",
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        "<<",
        ">>",
        "BETWEEN",
        "IS",
        "MISSING",
        "?",
        "1",
        "-",
        "+",
        ",",
        ":",
        ";",
        "UPDATE",
        "SET",
        "REMOVE",
        "DELETE",
        "INSERT",
        "INTO",
        "VALUE",
        "RETURNING",
        "ALL",
        "OLD",
        "ORDER",
        "BY",
        "size",
        "\"",
        "'",
        "/*",
        "--",
        "é",
        "5e",
        "EXISTS",
        "\n",
    ];
    prop::collection::vec(select(words), 0..30).prop_map(|words| words.join(" "))
}

/// The tree of a text, in which each parameter has its place.
#[track_caller]
fn check(text: &str) {
    let tree = parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}")).tree;
    let printed = tree.to_string();
    let again = parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error:?}")).tree;
    assert_eq!(tree, again, "{printed}");
}

#[test]
fn a_statement_prints_as_itself() {
    check("SELECT a, m.x[0] FROM T.\"I-1\" WHERE pk = ? AND (b <> 'it''s' OR NOT c IN [?, -2]);");
    check("select * from T where pk = 'a' order by pk desc nulls last, sk");
    check("FROM T WHERE pk = ? SET a = a + ? REMOVE b.c RETURNING MODIFIED NEW *");
    check("INSERT INTO T VALUE {'pk': ?, 'l': [1, <<'x'>>, {'k': null}]}");
}

proptest! {
    #[test]
    fn a_tree_prints_as_a_statement_of_the_same_tree(tree in statement_tree()) {
        let printed = tree.to_string();
        // More operators than a statement may have are no matter here.
        let parsed = parse(&printed);
        prop_assert!(parsed.is_ok(), "{printed}: {parsed:?}");
        prop_assert_eq!(parsed.expect("it was checked").tree, tree, "{}", printed);
    }

    #[test]
    fn a_fault_is_at_a_place_in_the_text(text in soup()) {
        let parameters = vec![AttributeValue::Null; 30];
        if let Err(error) = statement::Statement::parse(&text, &parameters)
            && let Some(span) = error.span
        {
            prop_assert!(text.get(span.clone()).is_some(), "{text}: {span:?}");
        }
    }
}

#[test]
fn deep_nesting_is_a_fault_and_not_the_end() {
    let parse = |text: String| statement::Statement::parse(&text, &[]).map(drop);
    for (open, close) in [("(", ")"), ("[", "]"), ("{'a':", "}"), ("<<", ">>"), ("size(", ")")] {
        for depth in [63, 64, 65, 1_000, 1_600] {
            let text =
                format!("SELECT * FROM T WHERE a = {}1{}", open.repeat(depth), close.repeat(depth));
            drop(parse(text));
            assert!(parse(format!("SELECT * FROM T WHERE {}", open.repeat(depth))).is_err());
        }
    }
    assert!(parse("(".repeat(8_192)).is_err());
    assert!(parse(format!("SELECT * FROM T WHERE {}", "(".repeat(8_170))).is_err());
    assert!(parse(format!("SELECT * FROM T WHERE {} a = 1", "NOT ".repeat(2_000))).is_err());
    assert!(parse(format!("SELECT * FROM T WHERE a = {}1", " -".repeat(4_000))).is_ok());
    let terms = |count: usize| format!("UPDATE T SET a = 1{} WHERE pk = 1", "+1".repeat(count));
    assert!(parse(terms(300)).is_ok());
    assert!(parse(terms(301)).is_err());
    assert!(parse(terms(4_000)).is_err());
    let path = format!("SELECT a{} FROM T", ".b".repeat(4_000));
    assert!(parse(path).is_ok());
    let all = format!("SELECT * FROM T WHERE a = 1{}", " OR a = 1".repeat(149));
    assert!(parse(all.clone()).is_ok());
    assert!(parse(format!("{all} OR a = 1")).is_err());
}
