//! What holds for every expression: strategies for syntax trees and for texts that are hardly any.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use crate::expression::ast::{
    Action, Arithmetic, Between, Call, Change, Clause, Comparator, Comparison, Condition, In, Name,
    Operand, Path, PathElement, Placeholder, Projection, Sign, Update,
};
use crate::expression::clause;
use crate::expression::condition;
use crate::expression::error::{ExpressionError, Parameter};
use crate::expression::key_condition::KeyConditionExpression;
use crate::expression::parser::{parse_condition, parse_projection, parse_update};
use crate::expression::projection::ProjectionExpression;
use crate::expression::tests::fixture::{bindings, item};
use crate::expression::token::Span;
use crate::expression::update;
use crate::model::item::Item;
use crate::model::key::{KeyAttribute, KeySchema, KeyType};

fn span() -> Span {
    Span::default()
}

fn name() -> impl Strategy<Value = Name<'static>> {
    select(vec!["a", "s", "sizes", "A1_b", "#0", "#a", "#status"])
        .prop_map(|text| Name { text, span: span() })
}

fn placeholder() -> impl Strategy<Value = Placeholder<'static>> {
    select(vec![":0", ":x", ":A_1"]).prop_map(|text| Placeholder { text, span: span() })
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

fn call(function: &'static str, operands: Vec<Operand<'static>>) -> Call<'static> {
    Call { function, function_span: span(), operands, span: span() }
}

fn parenthesized(operand: Operand<'static>) -> Operand<'static> {
    match operand {
        Operand::Parentheses(..) => operand,
        _ => Operand::Parentheses(Box::new(operand), span()),
    }
}

fn path_or_value() -> impl Strategy<Value = Operand<'static>> {
    prop_oneof![path().prop_map(Operand::Path), placeholder().prop_map(Operand::Value)]
}

/// What a condition compares.
fn operand() -> impl Strategy<Value = Operand<'static>> {
    let size = |operand| Operand::Call(call("size", vec![operand]));
    let plain = prop_oneof![3 => path_or_value(), 1 => path_or_value().prop_map(size)];
    (plain, any::<bool>())
        .prop_map(|(operand, is_bare)| if is_bare { operand } else { parenthesized(operand) })
}

fn predicate() -> impl Strategy<Value = Condition<'static>> {
    let comparators = ["=", "<>", "<", "<=", ">", ">="].map(Comparator::from_symbol);
    let comparison = (operand(), select(comparators.to_vec()), operand());
    let functions = vec!["attribute_exists", "begins_with", "contains"];
    prop_oneof![
        comparison.prop_map(|(left, comparator, right)| {
            let comparator = comparator.expect("these are comparators");
            let comparator_span = span();
            Condition::Comparison(Box::new(Comparison { left, comparator, comparator_span, right }))
        }),
        (operand(), operand(), operand()).prop_map(|(value, low, high)| {
            Condition::Between(Box::new(Between { value, keyword_span: span(), low, high }))
        }),
        (operand(), prop::collection::vec(operand(), 1..4)).prop_map(|(value, candidates)| {
            let (keyword_span, span) = (span(), span());
            Condition::In(Box::new(In { value, keyword_span, candidates, span }))
        }),
        (select(functions), prop::collection::vec(operand(), 1..3))
            .prop_map(|(function, operands)| Condition::Call(call(function, operands))),
    ]
}

fn condition() -> impl Strategy<Value = Condition<'static>> {
    let negate = |condition, _| Condition::Not(Box::new(condition), span());
    predicate().prop_recursive(4, 32, 4, move |inner| {
        let parenthesized = inner.prop_map(|condition| match condition {
            Condition::Parentheses(..) => condition,
            _ => Condition::Parentheses(Box::new(condition), span()),
        });
        let primary = prop_oneof![predicate(), parenthesized];
        let negation = (0..3, primary).prop_map(move |(count, it)| (0..count).fold(it, negate));
        let negation = negation.boxed();
        let and = prop::collection::vec(negation.clone(), 2..4).prop_map(Condition::And).boxed();
        let part = prop_oneof![negation.clone(), and.clone()];
        let or = prop::collection::vec(part, 2..4);
        prop_oneof![negation, and, or.prop_map(|parts| Condition::Or(parts, span()))]
    })
}

/// What a function of an update takes.
fn plain() -> impl Strategy<Value = Operand<'static>> {
    path_or_value().prop_recursive(3, 8, 2, |inner| {
        let stored = (path(), inner)
            .prop_map(|(path, other)| call("if_not_exists", vec![Operand::Path(path), other]));
        let joined = (path_or_value(), path_or_value())
            .prop_map(|(first, second)| call("list_append", vec![first, second]));
        prop_oneof![stored, joined].prop_map(Operand::Call)
    })
}

/// What an update sets.
fn set_value() -> impl Strategy<Value = Operand<'static>> {
    plain().prop_recursive(4, 16, 2, |inner| {
        let operand = prop_oneof![plain(), inner.prop_map(parenthesized)];
        let operand = operand.boxed();
        let sign = select(vec![Sign::Plus, Sign::Minus]);
        let sum = (operand.clone(), sign, operand.clone()).prop_map(|(left, sign, right)| {
            Operand::Arithmetic(Box::new(Arithmetic { left, sign, right }))
        });
        prop_oneof![operand, sum]
    })
}

fn clause(keyword: clause::Clause) -> impl Strategy<Value = Clause<'static>> {
    let change = match keyword {
        clause::Clause::Set => set_value().prop_map(Change::Set).boxed(),
        clause::Clause::Remove => Just(()).prop_map(|()| Change::Remove).boxed(),
        clause::Clause::Add => placeholder().prop_map(Change::Add).boxed(),
        clause::Clause::Delete => placeholder().prop_map(Change::Delete).boxed(),
    };
    let action = (path(), change).prop_map(|(path, change)| Action { path, change });
    prop::collection::vec(action, 1..4).prop_map(move |actions| Clause { keyword, actions })
}

fn update() -> impl Strategy<Value = Update<'static>> {
    use clause::Clause::{Add, Delete, Remove, Set};
    let keywords = subsequence(vec![Set, Remove, Add, Delete], 1..=4).prop_shuffle();
    let clauses = |keywords: Vec<_>| keywords.into_iter().map(clause).collect::<Vec<_>>();
    keywords.prop_flat_map(clauses).prop_map(Update)
}

fn projection() -> impl Strategy<Value = Projection<'static>> {
    prop::collection::vec(path(), 1..5).prop_map(Projection)
}

/// Tokens in any order: texts that go wrong late.
fn soup() -> impl Strategy<Value = String> {
    let tokens = vec![
        "a",
        "m.k",
        "l[0]",
        "l[9]",
        "#0",
        "#_",
        "#nine",
        ":1",
        ":x",
        ":ss",
        ":bool",
        ":nine",
        "=",
        "<>",
        "<",
        ">=",
        "+",
        "-",
        ",",
        ".",
        "(",
        "((",
        ")",
        "))",
        "[",
        "]",
        "[1]",
        "AND",
        "OR",
        "NOT",
        "NOT(",
        "BETWEEN",
        "IN",
        "IN(",
        "SET",
        "REMOVE",
        "ADD",
        "DELETE",
        "size(",
        "contains(",
        "begins_with(",
        "attribute_exists(",
        "if_not_exists(",
        "list_append(",
        "dog(",
        "status",
        "_",
        "é",
        "9",
        "99999999999",
    ];
    let separator = select(vec!["", " ", "\n"]);
    prop::collection::vec((select(tokens), separator), 0..60).prop_map(|pairs| {
        pairs.into_iter().flat_map(|(token, separator)| [token, separator]).collect()
    })
}

/// Texts that parse, and so go wrong later if at all.
fn well_formed() -> impl Strategy<Value = String> {
    prop_oneof![
        condition().prop_map(|tree| tree.to_string()),
        update().prop_map(|tree| tree.to_string()),
        projection().prop_map(|tree| tree.to_string()),
    ]
}

/// Does all that can be done with a text; fails if an error points anywhere but into it.
fn use_in_every_way(text: &str) -> Result<(), TestCaseError> {
    let item = item();
    let mut errors = Vec::new();
    match condition::Condition::parse(text, Parameter::FilterExpression, &mut bindings()) {
        Ok(filter) => prop_assert!(filter.matches(&item) || filter.paths().count() < 4096),
        Err(error) => errors.push(error),
    }
    match KeyConditionExpression::parse(text, &mut bindings()) {
        Ok(condition) => errors.extend(condition.resolve(&key()).err()),
        Err(error) => errors.push(error),
    }
    match ProjectionExpression::parse(text, &mut bindings()) {
        Ok(projection) => prop_assert!(projection.apply(&item).size() <= item.size()),
        Err(error) => errors.push(error),
    }
    match update::Update::parse(text, &mut bindings()) {
        Ok(update) => check_update(&update, &item)?,
        Err(error) => errors.push(error),
    }
    errors.iter().try_for_each(|error| check_error(text, error))
}

/// What an update puts in is in the item after it.
fn check_update(update: &update::Update, before: &Item) -> Result<(), TestCaseError> {
    prop_assert!(update.updated_old(before).size() <= before.size());
    if let Ok(after) = update.apply(before, true) {
        prop_assert!(update.updated_new(&after).size() <= after.size());
    }
    Ok(())
}

fn check_error(text: &str, error: &ExpressionError) -> Result<(), TestCaseError> {
    prop_assert!(!error.to_string().is_empty());
    let points_into_text = |span| text.get(span).is_some();
    prop_assert!(error.span.clone().is_none_or(points_into_text), "{:?} of {}", error, text);
    Ok(())
}

fn key() -> KeySchema {
    let attribute = |name: &str, kind| vec![KeyAttribute { name: name.into(), kind }];
    KeySchema { partition: attribute("a", KeyType::N), sort: attribute("s", KeyType::S) }
}

proptest! {
    #[test]
    fn a_printed_condition_parses_to_itself(tree in condition()) {
        let text = tree.to_string();
        prop_assert_eq!(parse_condition(&text, Parameter::KeyConditionExpression), Ok(tree), "{}", text);
    }

    #[test]
    fn a_printed_update_parses_to_itself(tree in update()) {
        let text = tree.to_string();
        let parsed = parse_update(&text).map(|(tree, _)| tree);
        prop_assert_eq!(parsed, Ok(tree), "{}", text);
    }

    #[test]
    fn a_printed_projection_parses_to_itself(tree in projection()) {
        let text = tree.to_string();
        prop_assert_eq!(parse_projection(&text), Ok(tree), "{}", text);
    }

    #[test]
    fn paths_are_rejected_if_any_two_clash(Projection(trees) in projection()) {
        let parse = |text: &str| ProjectionExpression::parse(text, &mut bindings());
        let alone = |tree: &Path<'_>| parse(&tree.to_string()).expect("one path is alone");
        let paths: Vec<_> = trees.iter().flat_map(|tree| alone(tree).paths().cloned().collect::<Vec<_>>()).collect();
        let clash = (1..paths.len()).any(|two| paths[..two].iter().any(|one| one.clash(&paths[two]).is_some()));
        prop_assert_eq!(parse(&Projection(trees).to_string()).is_err(), clash, "{:?}", paths);
    }

    #[test]
    fn not_negates(tree in condition()) {
        let holds = |text: &str| {
            let parameter = Parameter::FilterExpression;
            condition::Condition::parse(text, parameter, &mut bindings()).map(|it| it.matches(&item()))
        };
        let inner = match tree {
            Condition::Parentheses(..) => tree,
            _ => Condition::Parentheses(Box::new(tree), span()),
        };
        if let Ok(held) = holds(&inner.to_string()) {
            prop_assert_eq!(holds(&format!("NOT {inner}")), Ok(!held));
        }
    }

    #[test]
    fn any_characters_have_an_answer(text in "\\PC{0,120}") {
        use_in_every_way(&text)?;
    }

    #[test]
    fn any_tokens_have_an_answer(text in soup()) {
        use_in_every_way(&text)?;
    }

    #[test]
    fn any_well_formed_text_has_an_answer(text in well_formed()) {
        use_in_every_way(&text)?;
    }

    #[test]
    fn any_repetition_has_an_answer(text in soup(), count in 1_usize..200) {
        use_in_every_way(&text.repeat(count))?;
    }
}
