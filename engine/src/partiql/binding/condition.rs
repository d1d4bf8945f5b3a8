//! Conditions as nodes of an expression, which evaluates them.

use crate::expression::ast::Sign;
use crate::expression::condition::Node;
use crate::expression::error::OperandError;
use crate::expression::function::{CONDITION_FUNCTIONS, OPERAND_FUNCTIONS, Signature, find};
use crate::expression::predicate::{
    Operand, OperandFault, Predicate, PredicateKind, check_between, check_bounds, check_comparison,
    check_distinct, check_operands,
};
use crate::expression::token::Span;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::partiql::ast::{Between, Call, Comparison, Expression, In, TypeTest};
use crate::partiql::binding::binder::{Binder, Bound, document_path};
use crate::partiql::binding::literal::LiteralPath;
use crate::partiql::error::{PartiqlErrorKind, SyntaxFault};
use crate::partiql::limit::IN_OPERANDS_MAX;

impl Binder<'_> {
    /// The condition that an expression is. Its ORs and NOTs have the places of all that they join or negate.
    pub(super) fn condition(&self, tree: &Expression<'_>) -> Bound<Node> {
        match tree {
            Expression::Or(parts, _) => Ok(Node::Any(self.conditions(parts)?, tree.span())),
            Expression::And(parts) => Ok(Node::All(self.conditions(parts)?)),
            Expression::Not(inner, _) => {
                Ok(Node::Not(Box::new(self.condition(inner)?), tree.span()))
            }
            Expression::Parentheses(inner, _) => self.condition(inner),
            Expression::Between(it) if it.is_negated => self.between(it).map(negated),
            Expression::In(it) if it.is_negated => self.in_list(it).map(negated),
            Expression::Is(it) if it.is_negated => self.is(it).map(negated),
            Expression::Comparison(_)
            | Expression::Between(_)
            | Expression::In(_)
            | Expression::Is(_)
            | Expression::Call(_)
            | Expression::Sum(_)
            | Expression::Path(_)
            | Expression::Parameter(..)
            | Expression::Literal(..) => self.predicate(tree).map(node),
        }
    }

    fn conditions(&self, trees: &[Expression<'_>]) -> Bound<Vec<Node>> {
        trees.iter().map(|tree| self.condition(tree)).collect()
    }

    /// The predicate that an expression is.
    fn predicate(&self, tree: &Expression<'_>) -> Bound<Predicate> {
        match tree.bare() {
            Expression::Comparison(it) => self.comparison(it),
            Expression::Between(it) if !it.is_negated => self.between(it),
            Expression::In(it) if !it.is_negated => self.in_list(it),
            Expression::Is(it) if !it.is_negated => self.is(it),
            Expression::Call(call) => self.condition_call(call),
            Expression::Sum(sum) => self.unsupported_sum(sum.rest[0].0, tree.span()),
            Expression::Or(..) => self.unsupported(tree, "OR"),
            Expression::And(_) => self.unsupported(tree, "AND"),
            Expression::Not(..)
            | Expression::Between(_)
            | Expression::In(_)
            | Expression::Is(_) => self.unsupported(tree, "NOT"),
            // Model: the service's words for an operand in place of a condition are not known.
            Expression::Path(_)
            | Expression::Parameter(..)
            | Expression::Literal(..)
            | Expression::Parentheses(..) => {
                self.fault(tree.span(), PartiqlErrorKind::Syntax(SyntaxFault::Term))
            }
        }
    }

    fn unsupported_sum<T>(&self, sign: Sign, span: Span) -> Bound<T> {
        self.fault(span, PartiqlErrorKind::UnsupportedOperator { operator: sign.symbol() })
    }

    /// Model: the service's words are known for sums only.
    fn unsupported<T>(&self, tree: &Expression<'_>, operator: &'static str) -> Bound<T> {
        self.fault(tree.span(), PartiqlErrorKind::UnsupportedOperator { operator })
    }

    fn comparison(&self, tree: &Comparison<'_>) -> Bound<Predicate> {
        let (left, right) = (self.operand(&tree.left)?, self.operand(&tree.right)?);
        let comparator = tree.comparator;
        let span = tree.left.span().to(tree.right.span());
        self.checked(check_comparison(&left, comparator, &right), &[&tree.left, &tree.right])?;
        let kind = PredicateKind::Comparison { left, comparator, right };
        Ok(Predicate { kind, operator_span: tree.operator_span, span })
    }

    fn between(&self, tree: &Between<'_>) -> Bound<Predicate> {
        let value = self.operand(&tree.value)?;
        let (low, high) = (self.operand(&tree.low)?, self.operand(&tree.high)?);
        let trees = [&tree.value, &tree.low, &tree.high];
        self.checked(check_between(&value, &low, &high), &trees)?;
        let bounds_span = tree.low.span().to(tree.high.span());
        check_bounds(&low, &high)
            .map_err(|error| self.error(bounds_span, PartiqlErrorKind::Operand(error)))?;
        let span = tree.value.span().to(tree.high.span());
        let kind = PredicateKind::Between { value, low, high };
        Ok(Predicate { kind, operator_span: tree.operator_span, span })
    }

    fn in_list(&self, tree: &In<'_>) -> Bound<Predicate> {
        let count = tree.candidates.len();
        if count > IN_OPERANDS_MAX {
            return self.fault(tree.span, PartiqlErrorKind::TooManyInOperands { count });
        }
        let value = self.operand(&tree.value)?;
        let candidates: Vec<Operand> = tree
            .candidates
            .iter()
            .map(|candidate| self.operand(candidate))
            .collect::<Bound<_>>()?;
        let trees: Vec<_> = [&tree.value].into_iter().chain(&tree.candidates).collect();
        self.checked(check_distinct("IN", [&value].into_iter().chain(&candidates)), &trees)?;
        let span = tree.value.span().to(tree.span);
        let kind = PredicateKind::In { value, candidates };
        Ok(Predicate { kind, operator_span: tree.operator_span, span })
    }

    fn is(&self, tree: &TypeTest<'_>) -> Bound<Predicate> {
        let is_type = self.is_type(tree)?;
        let first = self.operand(&tree.value)?;
        if !matches!(first, Operand::Path(_)) {
            // Model: the service's words are not known.
            let error = OperandError::PathRequired { function: "IS" };
            return self.fault(tree.value.span(), PartiqlErrorKind::Operand(error));
        }
        let kind =
            PredicateKind::Function { name: "IS", test: is_type.test(), first, second: None };
        let span = tree.value.span().to(tree.type_span);
        Ok(Predicate { kind, operator_span: tree.operator_span, span })
    }

    fn condition_call(&self, call: &Call<'_>) -> Bound<Predicate> {
        let Some(function) = find(&CONDITION_FUNCTIONS, &call.function.to_ascii_lowercase()) else {
            // Model: the service's words for size as a condition are not known.
            return self.fault(call.span, PartiqlErrorKind::Syntax(SyntaxFault::Term));
        };
        let (first, second) = self.operands(function.signature(), call)?;
        let (name, test) = (function.name, function.evaluate);
        let kind = PredicateKind::Function { name, test, first, second };
        Ok(Predicate { kind, operator_span: call.function_span, span: call.span })
    }

    /// What a predicate looks at.
    fn operand(&self, tree: &Expression<'_>) -> Bound<Operand> {
        match tree.bare() {
            Expression::Path(path) => Ok(Operand::Path(document_path(path))),
            Expression::Parameter(ordinal, _) => {
                Ok(Operand::Value(self.parameters[*ordinal].clone()))
            }
            Expression::Literal(literal, span) => {
                self.literal(literal, *span, &LiteralPath::ROOT).map(Operand::Value)
            }
            Expression::Call(call) => {
                match find(&OPERAND_FUNCTIONS, &call.function.to_ascii_lowercase()) {
                    Some(function) => {
                        let (operand, _) = self.operands(function.signature(), call)?;
                        Ok(Operand::Function(function.evaluate, Box::new(operand)))
                    }
                    None => {
                        self.condition_call(call).map(|call| Operand::Predicate(Box::new(call)))
                    }
                }
            }
            Expression::Sum(sum) => self.unsupported_sum(sum.rest[0].0, tree.span()),
            other => self.predicate(other).map(|it| Operand::Predicate(Box::new(it))),
        }
    }

    fn operands(&self, signature: Signature, call: &Call<'_>) -> Bound<(Operand, Option<Operand>)> {
        let operands: Vec<Operand> =
            call.operands.iter().map(|operand| self.operand(operand)).collect::<Bound<_>>()?;
        signature
            .check_count(operands.len())
            .map_err(|error| self.error(call.span, PartiqlErrorKind::Operand(error)))?;
        let trees: Vec<_> = call.operands.iter().collect();
        self.checked(check_operands(signature, operands.iter()), &trees)?;
        let mut operands = operands.into_iter();
        Ok((operands.next().expect("every function has an operand"), operands.next()))
    }

    fn checked(&self, checked: Result<(), OperandFault>, trees: &[&Expression<'_>]) -> Bound<()> {
        checked.map_err(|OperandFault { position, error }| {
            let kind = match error {
                OperandError::UnknownTypeName { name } => {
                    PartiqlErrorKind::UnknownAttributeType { name }
                }
                error => PartiqlErrorKind::Operand(error),
            };
            self.error(trees[position].span(), kind)
        })
    }
}

fn node(predicate: Predicate) -> Node {
    Node::Predicate(Box::new(predicate))
}

fn negated(predicate: Predicate) -> Node {
    let span = predicate.span;
    Node::Not(Box::new(node(predicate)), span)
}

impl crate::partiql::statement::IsType {
    /// Whether a value has the type.
    fn test(self) -> crate::expression::function::ConditionFunction {
        match self {
            Self::Missing => |value, _| value.is_none(),
            Self::Null => |value, _| has_kind(value, ValueKind::Null),
            Self::Boolean => |value, _| has_kind(value, ValueKind::Bool),
            Self::Blob => |value, _| has_kind(value, ValueKind::B),
            Self::String => |value, _| has_kind(value, ValueKind::S),
            Self::Numeric => |value, _| has_kind(value, ValueKind::N),
            Self::Struct => |value, _| has_kind(value, ValueKind::M),
            Self::List => |value, _| has_kind(value, ValueKind::L),
        }
    }
}

fn has_kind(value: Option<&AttributeValue>, kind: ValueKind) -> bool {
    value.is_some_and(|value| value.kind() == kind)
}
