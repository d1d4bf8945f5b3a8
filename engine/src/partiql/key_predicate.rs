//! Predicates that a key can be asked with.

use std::slice::from_ref;

use crate::expression::ast::Comparator;
use crate::expression::function::BEGINS_WITH;
use crate::expression::predicate::{Operand, Predicate, PredicateKind};
use crate::expression::sort_condition::SortCondition;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::DocumentPath;

/// The path and the values of `path = value` and of `path IN [value, value]`.
pub(crate) fn equal_values(
    predicate: &Predicate,
) -> Option<(&DocumentPath, impl Iterator<Item = &AttributeValue>)> {
    let (path, operands) = match &predicate.kind {
        PredicateKind::Comparison { left, comparator: Comparator::Equal, right } => {
            match (left, right) {
                (Operand::Path(path), value @ Operand::Value(_))
                | (value @ Operand::Value(_), Operand::Path(path)) => (path, from_ref(value)),
                _ => return None,
            }
        }
        PredicateKind::In { value: Operand::Path(path), candidates } => {
            (path, candidates.as_slice())
        }
        PredicateKind::Comparison { .. }
        | PredicateKind::In { .. }
        | PredicateKind::Between { .. }
        | PredicateKind::Function { .. } => return None,
    };
    let are_values = operands.iter().all(|operand| value_of(operand).is_some());
    are_values.then(|| (path, operands.iter().filter_map(value_of)))
}

fn value_of(operand: &Operand) -> Option<&AttributeValue> {
    match operand {
        Operand::Value(value) => Some(value),
        Operand::Path(_) | Operand::Function(..) | Operand::Predicate(_) => None,
    }
}

/// The path and the range that a predicate asks for.
pub(crate) fn range_condition(predicate: &Predicate) -> Option<(&DocumentPath, SortCondition)> {
    match &predicate.kind {
        PredicateKind::Comparison { left, comparator, right } => match (left, right) {
            (Operand::Path(path), Operand::Value(value)) => {
                Some((path, comparison(*comparator, value)?))
            }
            (Operand::Value(value), Operand::Path(path)) => {
                Some((path, comparison(comparator.flipped(), value)?))
            }
            _ => None,
        },
        PredicateKind::Between { value, low, high } => match (value, low, high) {
            (Operand::Path(path), Operand::Value(low), Operand::Value(high)) => {
                Some((path, SortCondition::Between(low.clone(), high.clone())))
            }
            _ => None,
        },
        PredicateKind::Function { name, first, second, .. } => match (first, second) {
            (Operand::Path(path), Some(Operand::Value(value))) if *name == BEGINS_WITH => {
                Some((path, SortCondition::BeginsWith(value.clone())))
            }
            _ => None,
        },
        PredicateKind::In { .. } => None,
    }
}

fn comparison(comparator: Comparator, value: &AttributeValue) -> Option<SortCondition> {
    let value = value.clone();
    match comparator {
        Comparator::Equal => Some(SortCondition::Equal(value)),
        Comparator::NotEqual => None,
        Comparator::Less => Some(SortCondition::Less(value)),
        Comparator::LessOrEqual => Some(SortCondition::LessOrEqual(value)),
        Comparator::Greater => Some(SortCondition::Greater(value)),
        Comparator::GreaterOrEqual => Some(SortCondition::GreaterOrEqual(value)),
    }
}
