//! What is checked as it is written, before any operand: names of functions, literals, types after IS, and MISSING.

use crate::expression::function::{CONDITION_FUNCTIONS, LIST_APPEND, OPERAND_FUNCTIONS, find};
use crate::partiql::ast::{Call, Expression, TypeTest};
use crate::partiql::binding::binder::{Binder, Bound};
use crate::partiql::binding::literal::LiteralPath;
use crate::partiql::binding::set_value::SET_FUNCTIONS;
use crate::partiql::error::{PartiqlErrorKind, SyntaxFault};
use crate::partiql::statement::IsType;

/// Types of PartiQL that DynamoDB does not have.
///
/// Observed: 2026-10, INTEGER, INT4, BIGINT and the types of two words. Model: the others follow them, with the types of
/// the reference implementation.
const OTHER_TYPES: [(&str, &str); 27] = [
    ("INTEGER", "IntegerType"),
    ("INT", "IntegerType"),
    ("SMALLINT", "SmallintType"),
    ("INT2", "SmallintType"),
    ("INTEGER2", "SmallintType"),
    ("INT4", "Integer4Type"),
    ("INTEGER4", "Integer4Type"),
    ("INT8", "Integer8Type"),
    ("INTEGER8", "Integer8Type"),
    ("BIGINT", "Integer8Type"),
    ("FLOAT", "FloatType"),
    ("REAL", "RealType"),
    ("DOUBLE PRECISION", "DoublePrecisionType"),
    ("DECIMAL", "DecimalType"),
    ("DEC", "DecimalType"),
    ("SYMBOL", "SymbolType"),
    ("CHAR", "CharacterType"),
    ("CHARACTER", "CharacterType"),
    ("VARCHAR", "CharacterVaryingType"),
    ("CHARACTER VARYING", "CharacterVaryingType"),
    ("CLOB", "ClobType"),
    ("DATE", "DateType"),
    ("TIME", "TimeType"),
    ("TIMESTAMP", "TimestampType"),
    ("SEXP", "SexpType"),
    ("BAG", "BagType"),
    ("ANY", "AnyType"),
];

/// Whether there is a function of a name.
type Known<'check> = &'check dyn Fn(&str) -> bool;

impl Binder<'_> {
    /// Checks the terms of a condition.
    pub(super) fn check_terms(&self, condition: Option<&Expression<'_>>) -> Bound<()> {
        let is_known = |name: &str| {
            find(&CONDITION_FUNCTIONS, name).is_some() || find(&OPERAND_FUNCTIONS, name).is_some()
        };
        condition.map_or(Ok(()), |condition| self.check(condition, Some(&is_known)))
    }

    /// Checks the terms of a value that is set.
    pub(super) fn check_set_terms(&self, value: &Expression<'_>) -> Bound<()> {
        let is_known = |name: &str| {
            name == LIST_APPEND || SET_FUNCTIONS.iter().any(|(function, _)| *function == name)
        };
        self.check(value, Some(&is_known))
    }

    /// Checks the literals of an expression.
    pub(super) fn check_literals(&self, tree: &Expression<'_>) -> Bound<()> {
        self.check(tree, None)
    }

    /// Checks the terms of an expression; of literals only, if no functions are known.
    fn check(&self, tree: &Expression<'_>, is_known: Option<Known<'_>>) -> Bound<()> {
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
                is_known.map_or(Ok(()), |_| self.is_type(it).map(drop))
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

    fn check_call(&self, call: &Call<'_>, is_known: Option<Known<'_>>) -> Bound<()> {
        let function = call.function.to_ascii_lowercase();
        if is_known.is_some_and(|is_known| !is_known(&function)) {
            return self.fault(call.function_span, PartiqlErrorKind::UnknownFunction { function });
        }
        call.operands.iter().try_for_each(|operand| self.check(operand, is_known))
    }

    /// The type after IS.
    pub(super) fn is_type(&self, tree: &TypeTest<'_>) -> Bound<IsType> {
        let name = &*tree.type_name;
        if let Some(is_type) = IsType::from_name(name) {
            return Ok(is_type);
        }
        match OTHER_TYPES.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, name)) => {
                let kind = PartiqlErrorKind::UnsupportedType { name };
                self.fault(tree.value.bare().span(), kind)
            }
            None => {
                self.fault(tree.type_span, PartiqlErrorKind::Syntax(SyntaxFault::ExpectedTypeName))
            }
        }
    }
}
