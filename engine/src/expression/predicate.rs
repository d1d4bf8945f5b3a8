//! Predicates: the parts of a condition that look at an item.
//!
//! A comparison with something missing is false, except `<>`, which is true. Two values that have no order with each
//! other are neither less nor greater. A value in the request whose type has no order is rejected before evaluation.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::expression::ast::{self, Comparator};
use crate::expression::binding::Binder;
use crate::expression::error::{ExpressionError, OperandError};
use crate::expression::function::{
    CONDITION_FUNCTIONS, ConditionFunction, Known, OPERAND_FUNCTIONS, OperandFunction, Signature,
    check_kind, find,
};
use crate::expression::limit::IN_OPERANDS_MAX;
use crate::expression::token::Span;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::document_path::DocumentPath;
use crate::model::item::Item;

/// A condition that contains no other condition.
#[derive(Debug, Clone)]
pub(crate) struct Predicate {
    pub(crate) kind: PredicateKind,
    /// The place of the operator or the name of the function.
    pub(crate) operator_span: Span,
    pub(crate) span: Span,
}

/// What a predicate says of its operands.
#[derive(Debug, Clone)]
pub(crate) enum PredicateKind {
    Comparison {
        left: Operand,
        comparator: Comparator,
        right: Operand,
    },
    Between {
        value: Operand,
        low: Operand,
        high: Operand,
    },
    In {
        value: Operand,
        candidates: Vec<Operand>,
    },
    Function {
        name: &'static str,
        test: ConditionFunction,
        first: Operand,
        second: Option<Operand>,
    },
}

/// What a predicate looks at.
#[derive(Debug, Clone)]
pub(crate) enum Operand {
    Path(DocumentPath),
    Value(AttributeValue),
    Function(OperandFunction, Box<Self>),
    /// Whether a predicate holds, as a boolean: in PartiQL only.
    Predicate(Box<Predicate>),
}

/// What is wrong with one of several operands.
pub(crate) struct OperandFault {
    /// Which operand, from 0.
    pub(crate) position: usize,
    pub(crate) error: OperandError,
}

/// An operand and its place in the text.
struct Located {
    operand: Operand,
    span: Span,
}

/// The types of values that have an order.
const ORDERED: [ValueKind; 3] = [ValueKind::S, ValueKind::N, ValueKind::B];

type BindResult<T> = Result<T, ExpressionError>;

/// Binding replaces placeholders and finds functions. Then it checks operands in DynamoDB's order: count, distinct
/// paths, types.
impl Predicate {
    pub(crate) fn comparison(
        tree: &ast::Comparison<'_>,
        binder: &mut Binder<'_>,
    ) -> BindResult<Self> {
        let left = Located::bind(&tree.left, binder)?;
        let right = Located::bind(&tree.right, binder)?;
        let comparator = tree.comparator;
        check_comparison(&left.operand, comparator, &right.operand)
            .map_err(|fault| fault.in_text(&[&left, &right], binder))?;
        let span = left.span.to(right.span);
        let (left, right) = (left.operand, right.operand);
        let kind = PredicateKind::Comparison { left, comparator, right };
        Ok(Self { kind, operator_span: tree.comparator_span, span })
    }

    pub(crate) fn between(tree: &ast::Between<'_>, binder: &mut Binder<'_>) -> BindResult<Self> {
        let value = Located::bind(&tree.value, binder)?;
        let low = Located::bind(&tree.low, binder)?;
        let high = Located::bind(&tree.high, binder)?;
        check_between(&value.operand, &low.operand, &high.operand)
            .map_err(|fault| fault.in_text(&[&value, &low, &high], binder))?;
        check_bounds(&low.operand, &high.operand)
            .map_err(|error| binder.error(low.span.to(high.span), error))?;
        let span = value.span.to(high.span);
        let (value, low, high) = (value.operand, low.operand, high.operand);
        let kind = PredicateKind::Between { value, low, high };
        Ok(Self { kind, operator_span: tree.keyword_span, span })
    }

    pub(crate) fn in_list(tree: &ast::In<'_>, binder: &mut Binder<'_>) -> BindResult<Self> {
        let value = Located::bind(&tree.value, binder)?;
        let candidates = Located::bind_all(&tree.candidates, binder)?;
        let count = candidates.len() + 1;
        if count > IN_OPERANDS_MAX {
            let kind = OperandError::Count { operator: "IN", count };
            return Err(binder.error(tree.span, kind));
        }
        let mut operands = vec![&value];
        operands.extend(&candidates);
        check_distinct("IN", operands.iter().map(|located| &located.operand))
            .map_err(|fault| fault.in_text(&operands, binder))?;
        let candidates = candidates.into_iter().map(|candidate| candidate.operand).collect();
        let kind = PredicateKind::In { value: value.operand, candidates };
        Ok(Self { kind, operator_span: tree.keyword_span, span: tree.span })
    }

    pub(crate) fn call(tree: &ast::Call<'_>, binder: &mut Binder<'_>) -> BindResult<Self> {
        let function = find(&CONDITION_FUNCTIONS, tree.function)
            .expect("the parser accepts only functions that are conditions");
        let (first, second) = bind_operands(function.signature(), tree, binder)?;
        let (name, test) = (function.name, function.evaluate);
        let kind = PredicateKind::Function { name, test, first, second };
        Ok(Self { kind, operator_span: tree.function_span, span: tree.span })
    }
}

impl Located {
    fn bind(tree: &ast::Operand<'_>, binder: &mut Binder<'_>) -> BindResult<Self> {
        let operand = match tree.bare() {
            ast::Operand::Path(path) => Operand::Path(binder.path(path)?),
            ast::Operand::Value(placeholder) => Operand::Value(binder.value(placeholder)?),
            ast::Operand::Call(call) => bind_operand_function(call, binder)?,
            ast::Operand::Arithmetic(_) | ast::Operand::Parentheses(..) => {
                unreachable!("conditions have no arithmetic, and a bare operand no parentheses")
            }
        };
        Ok(Self { operand, span: tree.span() })
    }

    fn bind_all(trees: &[ast::Operand<'_>], binder: &mut Binder<'_>) -> BindResult<Vec<Self>> {
        let mut operands = Vec::with_capacity(trees.len());
        for tree in trees {
            operands.push(Self::bind(tree, binder)?);
        }
        Ok(operands)
    }
}

fn bind_operand_function(tree: &ast::Call<'_>, binder: &mut Binder<'_>) -> BindResult<Operand> {
    let function = find(&OPERAND_FUNCTIONS, tree.function)
        .expect("the parser accepts only functions that are operands");
    let (operand, _) = bind_operands(function.signature(), tree, binder)?;
    Ok(Operand::Function(function.evaluate, Box::new(operand)))
}

fn bind_operands(
    function: Signature,
    tree: &ast::Call<'_>,
    binder: &mut Binder<'_>,
) -> BindResult<(Operand, Option<Operand>)> {
    let operands = Located::bind_all(&tree.operands, binder)?;
    function.check_count(operands.len()).map_err(|kind| binder.error(tree.span, kind))?;
    check_operands(function, operands.iter().map(|located| &located.operand))
        .map_err(|fault| fault.in_text(&operands.iter().collect::<Vec<_>>(), binder))?;
    let mut operands = operands.into_iter().map(|located| located.operand);
    Ok((operands.next().expect("a call has at least one operand"), operands.next()))
}

impl OperandFault {
    fn in_text(self, operands: &[&Located], binder: &Binder<'_>) -> ExpressionError {
        binder.error(operands[self.position].span, self.error)
    }
}

/// Checks what a comparator compares.
pub(crate) fn check_comparison(
    left: &Operand,
    comparator: Comparator,
    right: &Operand,
) -> Result<(), OperandFault> {
    check_distinct(comparator.symbol(), [left, right])?;
    match comparator {
        Comparator::Equal | Comparator::NotEqual => Ok(()),
        Comparator::Less
        | Comparator::LessOrEqual
        | Comparator::Greater
        | Comparator::GreaterOrEqual => check_ordered(comparator.symbol(), [left, right]),
    }
}

/// Checks the operands of BETWEEN, each for itself.
pub(crate) fn check_between(
    value: &Operand,
    low: &Operand,
    high: &Operand,
) -> Result<(), OperandFault> {
    check_distinct("BETWEEN", [value, low, high])?;
    check_ordered("BETWEEN", [value, low, high])
}

/// Checks what a function is given; their number was checked.
pub(crate) fn check_operands<'operand>(
    function: Signature,
    operands: impl Iterator<Item = &'operand Operand> + Clone,
) -> Result<(), OperandFault> {
    check_distinct(function.name, operands.clone())?;
    for (position, operand) in operands.enumerate() {
        let checked = function.check_operand(position, &operand.known());
        checked.map_err(|error| OperandFault { position, error })?;
    }
    Ok(())
}

/// A path may not be compared with itself.
pub(crate) fn check_distinct<'operand>(
    operator: &'static str,
    operands: impl IntoIterator<Item = &'operand Operand>,
) -> Result<(), OperandFault> {
    let mut operands = operands.into_iter();
    let Some(Operand::Path(path)) = operands.next() else { return Ok(()) };
    for (position, operand) in operands.enumerate() {
        if matches!(operand, Operand::Path(other) if other == path) {
            let error = OperandError::NotDistinct { operator, path: path.clone() };
            return Err(OperandFault { position: position + 1, error });
        }
    }
    Ok(())
}

/// `<`, `<=`, `>`, `>=` and BETWEEN accept only strings, numbers and binary values.
fn check_ordered<'operand>(
    operator: &'static str,
    operands: impl IntoIterator<Item = &'operand Operand>,
) -> Result<(), OperandFault> {
    for (position, operand) in operands.into_iter().enumerate() {
        let checked = check_kind(operator, &ORDERED, &operand.known());
        checked.map_err(|error| OperandFault { position, error })?;
    }
    Ok(())
}

/// Two bounds in the request must be of one type and in order.
pub(crate) fn check_bounds(low: &Operand, high: &Operand) -> Result<(), OperandError> {
    let (Operand::Value(low), Operand::Value(high)) = (low, high) else { return Ok(()) };
    let (low, high) = (low.clone(), high.clone());
    match low.compare(&high) {
        Some(Ordering::Less | Ordering::Equal) => Ok(()),
        Some(Ordering::Greater) => Err(OperandError::BoundsReversed { low, high }),
        None => Err(OperandError::BoundsOfTwoTypes { low, high }),
    }
}

/// Evaluation.
impl Predicate {
    pub(crate) fn holds(&self, item: &Item) -> bool {
        match &self.kind {
            PredicateKind::Comparison { left, comparator, right } => compare(
                left.evaluate(item).as_deref(),
                *comparator,
                right.evaluate(item).as_deref(),
            ),
            PredicateKind::Between { value, low, high } => {
                let value = value.evaluate(item);
                compare(value.as_deref(), Comparator::GreaterOrEqual, low.evaluate(item).as_deref())
                    && compare(
                        value.as_deref(),
                        Comparator::LessOrEqual,
                        high.evaluate(item).as_deref(),
                    )
            }
            PredicateKind::In { value, candidates } => value.evaluate(item).is_some_and(|value| {
                candidates.iter().any(|candidate| candidate.evaluate(item).as_ref() == Some(&value))
            }),
            PredicateKind::Function { test, first, second, .. } => {
                let second = second.as_ref().and_then(|second| second.evaluate(item));
                test(first.evaluate(item).as_deref(), second.as_deref())
            }
        }
    }

    pub(crate) fn collect_paths<'node>(&'node self, paths: &mut Vec<&'node DocumentPath>) {
        let (first, rest, last): (_, &[Operand], _) = match &self.kind {
            PredicateKind::Comparison { left, right, .. } => (left, &[], Some(right)),
            PredicateKind::Between { value, low, high } => {
                (value, std::slice::from_ref(low), Some(high))
            }
            PredicateKind::In { value, candidates } => (value, candidates, None),
            PredicateKind::Function { first, second, .. } => (first, &[], second.as_ref()),
        };
        first.collect_paths(paths);
        for operand in rest.iter().chain(last) {
            operand.collect_paths(paths);
        }
    }
}

impl Operand {
    /// The value of the operand; `None` if it is missing, or if its type has no size.
    fn evaluate<'value>(&'value self, item: &'value Item) -> Option<Cow<'value, AttributeValue>> {
        match self {
            Self::Path(path) => path.get(item).map(Cow::Borrowed),
            Self::Value(value) => Some(Cow::Borrowed(value)),
            Self::Function(function, operand) => function(&*operand.evaluate(item)?)
                .map(|number| Cow::Owned(AttributeValue::N(number))),
            Self::Predicate(predicate) => {
                Some(Cow::Owned(AttributeValue::Bool(predicate.holds(item))))
            }
        }
    }

    /// Adds the paths in the operand.
    fn collect_paths<'node>(&'node self, paths: &mut Vec<&'node DocumentPath>) {
        match self {
            Self::Path(path) => paths.push(path),
            Self::Value(_) => {}
            Self::Function(_, operand) => operand.collect_paths(paths),
            Self::Predicate(predicate) => predicate.collect_paths(paths),
        }
    }

    pub(crate) fn known(&self) -> Known<'_> {
        match self {
            Self::Path(_) => Known::Path,
            Self::Value(value) => Known::Value(value),
            Self::Function(..) => Known::Kind(ValueKind::N),
            Self::Predicate(_) => Known::Kind(ValueKind::Bool),
        }
    }
}

fn compare(
    left: Option<&AttributeValue>,
    comparator: Comparator,
    right: Option<&AttributeValue>,
) -> bool {
    let order = || left?.compare(right?);
    match comparator {
        Comparator::Equal => left.is_some() && left == right,
        Comparator::NotEqual => left.is_none() || left != right,
        Comparator::Less => order().is_some_and(Ordering::is_lt),
        Comparator::LessOrEqual => order().is_some_and(Ordering::is_le),
        Comparator::Greater => order().is_some_and(Ordering::is_gt),
        Comparator::GreaterOrEqual => order().is_some_and(Ordering::is_ge),
    }
}
