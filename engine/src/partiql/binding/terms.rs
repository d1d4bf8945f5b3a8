//! What is checked as it is written, before any operand: names of functions, literals, types after IS, and MISSING.

use crate::expression::function::{CONDITION_FUNCTIONS, LIST_APPEND, OPERAND_FUNCTIONS, find};
use crate::partiql::ast::{Call, Expression};
use crate::partiql::binding::binder::{Binder, Bound};
use crate::partiql::binding::literal::LiteralPath;
use crate::partiql::binding::set_value::SET_FUNCTIONS;
use crate::partiql::error::{PartiqlErrorKind, SyntaxFault};
use crate::partiql::statement::IsType;

/// Types of PartiQL that DynamoDB does not have.
///
/// Model: only the first pair is known from the service; the others follow it.
const OTHER_TYPES: [(&str, &str); 17] = [
    ("INTEGER", "IntegerType"),
    ("INT", "IntegerType"),
    ("SMALLINT", "SmallintType"),
    ("FLOAT", "FloatType"),
    ("REAL", "RealType"),
    ("DOUBLE", "DoublePrecisionType"),
    ("DECIMAL", "DecimalType"),
    ("SYMBOL", "SymbolType"),
    ("CHAR", "CharacterType"),
    ("CHARACTER", "CharacterType"),
    ("VARCHAR", "CharacterVaryingType"),
    ("CLOB", "ClobType"),
    ("DATE", "DateType"),
    ("TIME", "TimeType"),
    ("TIMESTAMP", "TimestampType"),
    ("SEXP", "SexpType"),
    ("BAG", "BagType"),
];

impl Binder<'_> {
    /// Checks the terms of a condition.
    pub(super) fn check_terms(&self, condition: Option<&Expression<'_>>) -> Bound<()> {
        let is_known = |name: &str| {
            find(&CONDITION_FUNCTIONS, name).is_some() || find(&OPERAND_FUNCTIONS, name).is_some()
        };
        condition.map_or(Ok(()), |condition| self.check(condition, &is_known))
    }

    /// Checks the terms of a value that is set.
    pub(super) fn check_set_terms(&self, value: &Expression<'_>) -> Bound<()> {
        let is_known = |name: &str| {
            name == LIST_APPEND || SET_FUNCTIONS.iter().any(|(function, _)| *function == name)
        };
        self.check(value, &is_known)
    }

    fn check(&self, tree: &Expression<'_>, is_known: &dyn Fn(&str) -> bool) -> Bound<()> {
        let check = |tree: &Expression<'_>| self.check(tree, is_known);
        match tree {
            Expression::Or(parts, _) | Expression::And(parts) => parts.iter().try_for_each(check),
            Expression::Not(inner, _) | Expression::Parentheses(inner, _) => check(inner),
            Expression::Comparison(it) => check(&it.left).and_then(|()| check(&it.right)),
            Expression::Between(it) => {
                check(&it.value).and_then(|()| check(&it.low)).and_then(|()| check(&it.high))
            }
            Expression::In(it) => {
                check(&it.value).and_then(|()| it.candidates.iter().try_for_each(check))
            }
            Expression::Is(it) => {
                check(&it.value)?;
                self.is_type(it.type_name, it.type_span).map(drop)
            }
            Expression::Sum(it) => {
                check(&it.first)?;
                it.rest.iter().try_for_each(|(_, term)| check(term))
            }
            Expression::Call(call) => self.check_call(call, is_known),
            Expression::Literal(literal, span) => {
                self.literal(literal, *span, &LiteralPath::ROOT).map(drop)
            }
            Expression::Path(_) | Expression::Parameter(..) => Ok(()),
        }
    }

    fn check_call(&self, call: &Call<'_>, is_known: &dyn Fn(&str) -> bool) -> Bound<()> {
        let function = call.function.to_ascii_lowercase();
        if !is_known(&function) {
            return self.fault(call.function_span, PartiqlErrorKind::UnknownFunction { function });
        }
        call.operands.iter().try_for_each(|operand| self.check(operand, is_known))
    }

    /// The type after IS.
    pub(super) fn is_type(
        &self,
        name: &str,
        span: crate::expression::token::Span,
    ) -> Bound<IsType> {
        if let Some(is_type) = IsType::from_name(name) {
            return Ok(is_type);
        }
        match OTHER_TYPES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, name)) => self.fault(span, PartiqlErrorKind::UnsupportedType { name }),
            None => self.fault(span, PartiqlErrorKind::Syntax(SyntaxFault::ExpectedTypeName)),
        }
    }
}
