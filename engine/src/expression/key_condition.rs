//! Key condition expressions.
//!
//! They are conditions of which little is allowed: an equality for each attribute of the partition key, and conditions
//! on the first attributes of the sort key, all but the last of them equalities.

use crate::expression::ast::Comparator;
use crate::expression::binding::Bindings;
use crate::expression::condition::Node;
use crate::expression::error::{
    ExpressionError, ExpressionErrorKind, KeyConditionError, Parameter,
};
use crate::expression::function::BEGINS_WITH;
use crate::expression::legacy::AttributeCondition;
use crate::expression::predicate::{Operand, Predicate, PredicateKind};
use crate::expression::sort_condition::SortCondition;
use crate::expression::token::Span;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::DocumentPath;
use crate::model::key::{KeyAttribute, KeySchema};
use crate::model::name::AttributeName;

/// A key condition that is not yet tied to the key of a table or index.
///
/// ```
/// use engine::expression::binding::Bindings;
/// use engine::expression::key_condition::KeyConditionExpression;
/// use engine::expression::sort_condition::SortCondition;
/// use engine::model::attribute_value::AttributeValue;
/// use engine::model::key::{KeyAttribute, KeySchema, KeyType};
///
/// let ann = AttributeValue::S("ann".to_owned());
/// let values = vec![(":ann".to_owned(), ann.clone()), (":ten".to_owned(), AttributeValue::N(10.into()))];
/// let mut bindings = Bindings::new(Vec::new(), values).unwrap();
/// let condition = KeyConditionExpression::parse("id = :ann AND :ten > visits", &mut bindings).unwrap();
///
/// let schema = KeySchema {
///     partition: vec![KeyAttribute { name: "id".into(), kind: KeyType::S }],
///     sort: vec![KeyAttribute { name: "visits".into(), kind: KeyType::N }],
/// };
/// let condition = condition.resolve(&schema).unwrap();
/// assert_eq!(condition.partition, [ann]);
/// assert_eq!(condition.last, Some(SortCondition::Less(AttributeValue::N(10.into()))));
/// ```
#[derive(Debug, Clone)]
pub struct KeyConditionExpression(Source);

/// What a key condition was made of.
#[derive(Debug, Clone)]
enum Source {
    Text(Node),
    /// Conditions on several attributes, as `KeyConditions` lists them.
    Attributes(Vec<AttributeCondition>),
}

/// What a Query asks of the key of a table or index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyCondition {
    /// The values of the partition key, in the order of the schema.
    pub partition: Vec<AttributeValue>,
    /// The values of the leading sort key attributes, all but the last that the condition mentions:
    /// empty for tables and for every key with one sort attribute.
    pub sort: Vec<AttributeValue>,
    /// The condition on the last sort key attribute mentioned, the one at position `sort.len()`.
    pub last: Option<SortCondition>,
}

/// A condition on an attribute that may be part of a key.
struct Term<'node> {
    name: &'node AttributeName,
    /// None if keys cannot be asked so, which a text has said before.
    condition: Option<SortCondition>,
    /// None if the condition is no part of a text.
    span: Option<Span>,
}

impl KeyConditionExpression {
    /// Reads the text of a `KeyConditionExpression`, puts in names and values, and checks the operands.
    ///
    /// Fails as a condition does.
    pub fn parse(text: &str, bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        let node = Node::parse(text, Parameter::KeyConditionExpression, bindings)?;
        Ok(Self(Source::Text(node)))
    }

    /// The conditions on attributes that `KeyConditions` lists, each name once.
    pub fn on_attributes(conditions: Vec<AttributeCondition>) -> Self {
        Self(Source::Attributes(conditions))
    }

    /// Looks for what no key can be asked. Needs no table, and so comes before one is looked for.
    ///
    /// Fails with [`ExpressionErrorKind::KeyCondition`].
    pub fn check(&self) -> Result<(), ExpressionError> {
        self.terms().map(drop)
    }

    /// The attributes that the condition is about; none if no key can be asked so.
    pub fn names(&self) -> impl Iterator<Item = &AttributeName> {
        self.terms().unwrap_or_default().into_iter().map(|term| term.name)
    }

    /// Ties the condition to the key of a table or index.
    ///
    /// Fails with [`ExpressionErrorKind::KeyCondition`]: looks first at what no key can be asked, then for the attributes
    /// of this key, then at the types of the values.
    pub fn resolve(&self, schema: &KeySchema) -> Result<KeyCondition, ExpressionError> {
        let mut terms = self.terms()?;
        self.check_count(terms.len(), schema)?;
        check_equalities(&terms, schema)?;
        let partition = take_all(&mut terms, &schema.partition);
        if let Some(missing) = schema.partition.get(partition.len()) {
            return Err(missing_attribute(missing));
        }
        let mut sort = take_all(&mut terms, &schema.sort);
        if !terms.is_empty() {
            let missing = schema.sort.get(sort.len()).expect("no more conditions than keys");
            return Err(missing_attribute(missing));
        }
        let last = sort.pop();
        Ok(KeyCondition {
            partition: equalities(partition)?,
            sort: equalities(sort)?,
            last: last.map(checked).transpose()?,
        })
    }

    /// Checks that there are no more conditions than attributes of the key.
    fn check_count(&self, count: usize, schema: &KeySchema) -> Result<(), ExpressionError> {
        let kind = match &self.0 {
            // Observed: 2014-2020, by the authors of dynalite, and later by those of Alternator.
            Source::Attributes(_) if count > schema.len().max(2) => {
                KeyConditionError::TooManyConditions
            }
            Source::Attributes(_) | Source::Text(_) if count > schema.len() => {
                KeyConditionError::MoreThanKeys { count, key_count: schema.len() }
            }
            Source::Attributes(_) | Source::Text(_) => return Ok(()),
        };
        Err(error(None, kind))
    }

    fn terms(&self) -> Result<Vec<Term<'_>>, ExpressionError> {
        let mut terms = Vec::new();
        match &self.0 {
            Source::Text(node) => collect_terms(node, &mut terms)?,
            Source::Attributes(conditions) => terms.extend(conditions.iter().map(|it| Term {
                name: &it.attribute,
                condition: it.sort_condition(),
                span: None,
            })),
        }
        match terms.is_empty() {
            true => Err(error(None, KeyConditionError::TooManyConditions)),
            false => Ok(terms),
        }
    }
}

impl Term<'_> {
    fn is_equality(&self) -> bool {
        matches!(self.condition, Some(SortCondition::Equal(_)))
    }
}

impl KeyCondition {
    /// The values that attributes of the sort key are compared with.
    pub fn sort_values(&self) -> impl Iterator<Item = &AttributeValue> {
        self.sort.iter().chain(self.last.iter().flat_map(SortCondition::values))
    }
}

fn collect_terms<'node>(
    node: &'node Node,
    terms: &mut Vec<Term<'node>>,
) -> Result<(), ExpressionError> {
    match node {
        Node::All(parts) => {
            for part in parts {
                collect_terms(part, terms)?;
            }
            Ok(())
        }
        Node::Any(_, span) => Err(error(Some(*span), invalid("OR"))),
        Node::Not(_, span) => Err(error(Some(*span), invalid("NOT"))),
        Node::Predicate(predicate) => {
            let term = term_of(predicate)?;
            if terms.iter().any(|other| other.name == term.name) {
                return Err(error(term.span, KeyConditionError::SeveralConditionsPerKey));
            }
            terms.push(term);
            Ok(())
        }
    }
}

fn term_of(predicate: &Predicate) -> Result<Term<'_>, ExpressionError> {
    let span = predicate.span;
    let (path, condition) = condition_of(&predicate.kind).map_err(|kind| match kind {
        KeyConditionError::InvalidOperator { .. } => error(Some(predicate.operator_span), kind),
        _ => error(Some(span), kind),
    })?;
    if !path.is_top_level() {
        return Err(error(Some(span), KeyConditionError::NestedAttribute));
    }
    Ok(Term { name: path.top_level(), condition: Some(condition), span: Some(span) })
}

fn condition_of(
    predicate: &PredicateKind,
) -> Result<(&DocumentPath, SortCondition), KeyConditionError> {
    match predicate {
        PredicateKind::Comparison { left, comparator, right } => match (left, right) {
            (Operand::Path(path), Operand::Value(value)) => {
                Ok((path, sort_condition(*comparator, value)?))
            }
            (Operand::Value(value), Operand::Path(path)) => {
                Ok((path, sort_condition(comparator.flipped(), value)?))
            }
            _ if *comparator == Comparator::NotEqual => Err(invalid(comparator.symbol())),
            _ => Err(fault_of([left, right])),
        },
        PredicateKind::Between { value, low, high } => match (value, low, high) {
            (Operand::Path(path), Operand::Value(low), Operand::Value(high)) => {
                Ok((path, SortCondition::Between(low.clone(), high.clone())))
            }
            (Operand::Path(_), _, _) => Err(fault_of([value, low, high])),
            _ => Err(KeyConditionError::AttributeNotFirst { operator: "BETWEEN" }),
        },
        PredicateKind::In { .. } => Err(invalid("IN")),
        PredicateKind::Function { name, first, second, .. } => match (first, second) {
            (_, _) if *name != BEGINS_WITH => Err(invalid(name)),
            (Operand::Path(path), Some(Operand::Value(value))) => {
                Ok((path, SortCondition::BeginsWith(value.clone())))
            }
            (Operand::Path(_), second) => Err(fault_of([first].into_iter().chain(second))),
            _ => Err(KeyConditionError::AttributeNotFirst { operator: BEGINS_WITH }),
        },
    }
}

/// The condition that compares an attribute with a value.
fn sort_condition(
    comparator: Comparator,
    value: &AttributeValue,
) -> Result<SortCondition, KeyConditionError> {
    let value = value.clone();
    match comparator {
        Comparator::Equal => Ok(SortCondition::Equal(value)),
        Comparator::NotEqual => Err(invalid(comparator.symbol())),
        Comparator::Less => Ok(SortCondition::Less(value)),
        Comparator::LessOrEqual => Ok(SortCondition::LessOrEqual(value)),
        Comparator::Greater => Ok(SortCondition::Greater(value)),
        Comparator::GreaterOrEqual => Ok(SortCondition::GreaterOrEqual(value)),
    }
}

/// Checks the equalities that a key of several attributes needs: one for each attribute of the partition key, and one for
/// each attribute of the sort key before the last that has a condition.
fn check_equalities(terms: &[Term<'_>], schema: &KeySchema) -> Result<(), ExpressionError> {
    let term = |attribute: &KeyAttribute| terms.iter().find(|term| *term.name == attribute.name);
    let without_equality = |attributes: &[KeyAttribute]| -> Vec<String> {
        let others = attributes.iter().filter(|it| !term(it).is_some_and(Term::is_equality));
        others.map(|attribute| attribute.name.to_string()).collect()
    };
    let names = without_equality(&schema.partition);
    if schema.partition.len() > 1 && !names.is_empty() {
        return Err(error(None, KeyConditionError::PartitionWithoutEquality { names }));
    }
    let Some(last) = schema.sort.iter().rposition(|attribute| term(attribute).is_some()) else {
        return Ok(());
    };
    let names = without_equality(&schema.sort[..last]);
    if names.is_empty() {
        return Ok(());
    }
    let last = schema.sort[last].name.to_string();
    Err(error(None, KeyConditionError::SortWithoutEquality { names, last }))
}

/// Why these are not one attribute and values.
fn fault_of<'node>(operands: impl IntoIterator<Item = &'node Operand>) -> KeyConditionError {
    let mut path_count = 0;
    for operand in operands {
        match operand {
            Operand::Path(_) => path_count += 1,
            Operand::Function(..) | Operand::Predicate(_) => {
                return KeyConditionError::NestedOperation;
            }
            Operand::Value(_) => {}
        }
    }
    match path_count {
        0 => KeyConditionError::NoAttribute,
        _ => KeyConditionError::SeveralAttributes,
    }
}

/// The terms about attributes, up to the first attribute without one, taken out of the others.
fn take_all<'schema, 'node>(
    terms: &mut Vec<Term<'node>>,
    attributes: &'schema [KeyAttribute],
) -> Vec<(&'schema KeyAttribute, Term<'node>)> {
    let mut taken = Vec::with_capacity(attributes.len());
    for attribute in attributes {
        let position = terms.iter().position(|term| *term.name == attribute.name);
        let Some(position) = position else { break };
        taken.push((attribute, terms.remove(position)));
    }
    taken
}

/// The values that attributes of the key must have.
fn equalities(
    matched: Vec<(&KeyAttribute, Term<'_>)>,
) -> Result<Vec<AttributeValue>, ExpressionError> {
    let mut values = Vec::with_capacity(matched.len());
    for matched in matched {
        let span = matched.1.span;
        match checked(matched)? {
            SortCondition::Equal(value) => values.push(value),
            _ => return Err(error(span, KeyConditionError::NotSupported)),
        }
    }
    Ok(values)
}

/// The condition on an attribute of the key, if its values can be values of that attribute.
fn checked((attribute, term): (&KeyAttribute, Term<'_>)) -> Result<SortCondition, ExpressionError> {
    let kind = attribute.kind.value_kind();
    let Some(condition) = term.condition else {
        return Err(error(term.span, KeyConditionError::NotIndexable));
    };
    if condition.values().any(|value| value.kind() != kind) {
        return Err(error(term.span, KeyConditionError::TypeMismatch));
    }
    if condition.values().any(is_empty) {
        let name = attribute.name.as_str().to_owned();
        return Err(error(term.span, KeyConditionError::EmptyValue { name, kind }));
    }
    Ok(condition)
}

fn is_empty(value: &AttributeValue) -> bool {
    match value {
        AttributeValue::S(text) => text.is_empty(),
        AttributeValue::B(bytes) => bytes.is_empty(),
        _ => false,
    }
}

fn missing_attribute(attribute: &KeyAttribute) -> ExpressionError {
    let name = attribute.name.as_str().to_owned();
    error(None, KeyConditionError::MissingAttribute { name })
}

fn invalid(operator: &'static str) -> KeyConditionError {
    KeyConditionError::InvalidOperator { operator }
}

fn error(span: Option<Span>, kind: KeyConditionError) -> ExpressionError {
    let kind = ExpressionErrorKind::KeyCondition(kind);
    ExpressionError {
        parameter: Parameter::KeyConditionExpression,
        kind,
        span: span.map(Span::range),
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::expression::tests::fixture::{bindings, show_error};
    use crate::model::key::KeyType;

    /// A key of these attributes, as in `p S, s N`.
    fn key(partition: &[(&str, KeyType)], sort: &[(&str, KeyType)]) -> KeySchema {
        let attributes = |attributes: &[(&str, KeyType)]| {
            attributes
                .iter()
                .map(|(name, kind)| KeyAttribute { name: (*name).into(), kind: *kind })
                .collect()
        };
        KeySchema { partition: attributes(partition), sort: attributes(sort) }
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        check_on(&key(&[("p", KeyType::S)], &[("n", KeyType::N)]), text, expected);
    }

    #[track_caller]
    fn check_on(schema: &KeySchema, text: &str, expected: Expect) {
        let expression = KeyConditionExpression::parse(text, &mut bindings());
        let shown = match expression.and_then(|expression| expression.resolve(schema)) {
            Ok(KeyCondition { partition, sort, last }) => {
                format!("{partition:?} {sort:?} {last:?}")
            }
            Err(error) => show_error(text, &error),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn the_partition_key_is_equal_to_a_value() {
        check("p = :x", expect![[r#"[S("x")] [] None"#]]);
        check(":x = p", expect![[r#"[S("x")] [] None"#]]);
        check("(p = :x)", expect![[r#"[S("x")] [] None"#]]);
        check(
            "p > :x",
            expect![[r#"
                Query key condition not supported
                  at 0..6 "p > :x""#]],
        );
        check(
            "p BETWEEN :x AND :x",
            expect![[r#"
                Query key condition not supported
                  at 0..19 "p BETWEEN :x AND :x""#]],
        );
        check(
            "begins_with(p, :x)",
            expect![[r#"
                Query key condition not supported
                  at 0..18 "begins_with(p, :x)""#]],
        );
        check("n = :1", expect!["Query condition missed key schema element: p"]);
    }

    #[test]
    fn the_sort_key_has_one_condition() {
        check("p = :x AND n = :1", expect![[r#"[S("x")] [] Some(Equal(N(Number(1))))"#]]);
        check("n < :1 AND p = :x", expect![[r#"[S("x")] [] Some(Less(N(Number(1))))"#]]);
        check("p = :x AND n <= :1", expect![[r#"[S("x")] [] Some(LessOrEqual(N(Number(1))))"#]]);
        check("p = :x AND (n > :1)", expect![[r#"[S("x")] [] Some(Greater(N(Number(1))))"#]]);
        check("p = :x AND n >= :1", expect![[r#"[S("x")] [] Some(GreaterOrEqual(N(Number(1))))"#]]);
        check("p = :x AND :1 > n", expect![[r#"[S("x")] [] Some(Less(N(Number(1))))"#]]);
        check(
            "p = :x AND n BETWEEN :1 AND :2",
            expect![[r#"[S("x")] [] Some(Between(N(Number(1)), N(Number(2))))"#]],
        );
        let strings = key(&[("p", KeyType::S)], &[("s", KeyType::S)]);
        check_on(
            &strings,
            "p = :x AND begins_with(s, :ab)",
            expect![[r#"[S("x")] [] Some(BeginsWith(S("ab")))"#]],
        );
    }

    #[test]
    fn keys_are_not_asked_with_everything() {
        check(
            "p = :x OR n = :1",
            expect![[r#"
                Invalid operator used in KeyConditionExpression: OR
                  at 7..9 "OR""#]],
        );
        check(
            "p = :x AND NOT n = :1",
            expect![[r#"
                Invalid operator used in KeyConditionExpression: NOT
                  at 11..14 "NOT""#]],
        );
        check(
            "p = :x AND n IN (:1, :2)",
            expect![[r#"
                Invalid operator used in KeyConditionExpression: IN
                  at 13..15 "IN""#]],
        );
        check(
            "p = :x AND n <> :1",
            expect![[r#"
                Invalid operator used in KeyConditionExpression: <>
                  at 13..15 "<>""#]],
        );
        check(
            "p = :x AND contains(n, :x)",
            expect![[r#"
                Invalid operator used in KeyConditionExpression: contains
                  at 11..19 "contains""#]],
        );
        check(
            "p = :x AND attribute_exists(n)",
            expect![[r#"
                Invalid operator used in KeyConditionExpression: attribute_exists
                  at 11..27 "attribute_exists""#]],
        );
        check(
            "p = :x AND size(n) = :1",
            expect![[r#"
                KeyConditionExpressions cannot contain nested operations
                  at 11..23 "size(n) = :1""#]],
        );
        check(
            "p = :x AND n = p",
            expect![[r#"
                Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition
                  at 11..16 "n = p""#]],
        );
        check(
            "p = :x AND :1 = :1",
            expect![[r#"
                Invalid condition in KeyConditionExpression: No key attribute specified
                  at 11..18 ":1 = :1""#]],
        );
        check(
            "p = :x AND n.a = :1",
            expect![[r#"
                KeyConditionExpressions cannot have conditions on nested attributes
                  at 11..19 "n.a = :1""#]],
        );
        check(
            "p = :x AND :1 BETWEEN n AND :2",
            expect![[r#"
                Invalid condition in KeyConditionExpression: BETWEEN operator must have the key attribute as its first operand
                  at 11..30 ":1 BETWEEN n AND :2""#]],
        );
        check(
            "p = :x AND n BETWEEN p AND :2",
            expect![[r#"
                Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition
                  at 11..29 "n BETWEEN p AND :2""#]],
        );
        check(
            "p = :x AND begins_with(:abc, n)",
            expect![[r#"
                Invalid condition in KeyConditionExpression: begins_with operator must have the key attribute as its first operand
                  at 11..31 "begins_with(:abc, n)""#]],
        );
        check(
            "p = :x AND p = :abc",
            expect![[r#"
                Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key
                  at 11..19 "p = :abc""#]],
        );
        check(
            "p = :x AND n > :0 AND n < :5",
            expect![[r#"
                Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key
                  at 22..28 "n < :5""#]],
        );
        check(
            "p = :x AND n = :0 AND a = :5",
            expect![
                "The number of query conditions (3) exceeds the number of key attributes defined in the schema (2)"
            ],
        );
        check("p = :x AND a = :5", expect!["Query condition missed key schema element: n"]);
        check("a = :5", expect!["Query condition missed key schema element: p"]);
    }

    #[test]
    fn values_have_the_type_of_the_key() {
        check(
            "p = :1",
            expect![[r#"
                One or more parameter values were invalid: Condition parameter type does not match schema type
                  at 0..6 "p = :1""#]],
        );
        check(
            "p = :x AND n = :bool",
            expect![[r#"
                One or more parameter values were invalid: Condition parameter type does not match schema type
                  at 11..20 "n = :bool""#]],
        );
        check(
            "p = :x AND n BETWEEN :ab AND :abc",
            expect![[r#"
                One or more parameter values were invalid: Condition parameter type does not match schema type
                  at 11..33 "n BETWEEN :ab AND :abc""#]],
        );
        check(
            "p = :x AND begins_with(n, :ab)",
            expect![[r#"
                One or more parameter values were invalid: Condition parameter type does not match schema type
                  at 11..30 "begins_with(n, :ab)""#]],
        );
        check(
            "p = :x AND begins_with(n, :1)",
            expect![[r#"
                Invalid KeyConditionExpression: Incorrect operand type for operator or function; operator or function: begins_with, operand type: N
                  at 26..28 ":1""#]],
        );
        check(
            "p = :empty",
            expect![[r#"
                One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: p
                  at 0..10 "p = :empty""#]],
        );
    }

    #[test]
    fn a_key_without_sort_key_takes_one_condition() {
        let partition = key(&[("p", KeyType::S)], &[]);
        check_on(&partition, "p = :x", expect![[r#"[S("x")] [] None"#]]);
        check_on(
            &partition,
            "p = :x AND n = :1",
            expect![
                "The number of query conditions (2) exceeds the number of key attributes defined in the schema (1)"
            ],
        );
        check_on(
            &partition,
            "p = :x AND n = :1 AND a = :2",
            expect![
                "The number of query conditions (3) exceeds the number of key attributes defined in the schema (1)"
            ],
        );
    }

    #[test]
    fn a_key_of_several_attributes_is_asked_from_left_to_right() {
        let several = key(
            &[("p", KeyType::S), ("q", KeyType::S)],
            &[("n", KeyType::N), ("s", KeyType::S), ("o", KeyType::N)],
        );
        let check = |text, expected| check_on(&several, text, expected);
        check("p = :x AND q = :ab", expect![[r#"[S("x"), S("ab")] [] None"#]]);
        check(
            "q = :ab AND p = :x AND n > :1",
            expect![[r#"[S("x"), S("ab")] [] Some(Greater(N(Number(1))))"#]],
        );
        check(
            "s = :abc AND p = :x AND q = :ab AND n = :1",
            expect![[r#"[S("x"), S("ab")] [N(Number(1))] Some(Equal(S("abc")))"#]],
        );
        check(
            "p = :x AND q = :ab AND n = :1 AND s = :abc AND o BETWEEN :1 AND :2",
            expect![[
                r#"[S("x"), S("ab")] [N(Number(1)), S("abc")] Some(Between(N(Number(1)), N(Number(2))))"#
            ]],
        );
        check(
            "p = :x",
            expect!["HASH key attributes q must have equality conditions specified in the query"],
        );
        check(
            "p = :x AND q > :ab",
            expect!["HASH key attributes q must have equality conditions specified in the query"],
        );
        check(
            "p = :x AND q = :ab AND s = :abc",
            expect![
                "RANGE key attributes n must have equality conditions specified in the query because a condition is present on key attribute s"
            ],
        );
        check(
            "p = :x AND q = :ab AND n > :1 AND s = :abc",
            expect![
                "RANGE key attributes n must have equality conditions specified in the query because a condition is present on key attribute s"
            ],
        );
        check(
            "p = :x AND q = :ab AND a = :1",
            expect!["Query condition missed key schema element: n"],
        );
    }
}
