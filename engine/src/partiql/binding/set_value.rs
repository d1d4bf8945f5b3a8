//! The changes of an UPDATE.

use crate::expression::function::{
    ARITHMETIC, CALCULATIONS, Calculation, Function, LIST_APPEND, find,
};
use crate::expression::set_value::SetValue;
use crate::expression::token::Span;
use crate::expression::update::Change;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::document_path::{DocumentPath, PathClash};
use crate::partiql::ast::{self, Call, Expression};
use crate::partiql::binding::binder::{Binder, Bound, document_path};
use crate::partiql::binding::literal::LiteralPath;
use crate::partiql::error::{PartiqlErrorKind, SetFunction, SyntaxFault};

/// The functions that change a set.
pub(super) const SET_FUNCTIONS: [(&str, SetFunction); 2] =
    [("set_add", SetFunction::SetAdd), ("set_delete", SetFunction::SetDelete)];

impl Binder<'_> {
    /// The changes of an UPDATE, whose paths do not clash.
    pub(super) fn changes(
        &self,
        trees: &[ast::Change<'_>],
    ) -> Bound<Vec<(DocumentPath, Change, Span)>> {
        let mut changes = Vec::with_capacity(trees.len());
        for tree in trees {
            changes.push(match tree {
                ast::Change::Set(path, value) => {
                    let span = path.span.to(value.span());
                    let path = document_path(path);
                    let change = self.change(&path, value)?;
                    (path, change, span)
                }
                ast::Change::Remove(path) => (document_path(path), Change::Remove, path.span),
            });
        }
        let paths: Vec<_> = changes.iter().map(|(path, _, span)| (path.clone(), *span)).collect();
        self.check_paths(&paths)?;
        Ok(changes)
    }

    /// Fails if two paths overlap, or else if two conflict.
    fn check_paths(&self, paths: &[(DocumentPath, Span)]) -> Bound<()> {
        // In sorted order, paths that clash are neighbours.
        let mut sorted: Vec<_> = paths.iter().map(|(path, _)| path).collect();
        sorted.sort();
        if sorted.windows(2).all(|pair| pair[0].clash(pair[1]).is_none()) {
            return Ok(());
        }
        for clash in [PathClash::Overlap, PathClash::Conflict] {
            for (position, (two, span)) in paths.iter().enumerate() {
                let mut earlier = paths[..position].iter();
                if let Some((one, _)) = earlier.find(|(one, _)| one.clash(two) == Some(clash)) {
                    let (one, two) = (one.clone(), two.clone());
                    return self.fault(*span, PartiqlErrorKind::PathsClash { clash, one, two });
                }
            }
        }
        Ok(())
    }

    fn change(&self, path: &DocumentPath, value: &Expression<'_>) -> Bound<Change> {
        if let Expression::Call(call) = value.bare()
            && let Some(function) = set_function(call)
        {
            let set = self.set_of(path, call, function)?;
            return Ok(match function {
                SetFunction::SetAdd => Change::Add(set),
                SetFunction::SetDelete => Change::Delete(set),
            });
        }
        self.set_value(value).map(Change::Set)
    }

    /// The set that a function adds or deletes.
    ///
    /// Observed: 2026-10, a fault of the second argument is at the first name of the first, all others at the function.
    fn set_of(
        &self,
        assigned: &DocumentPath,
        call: &Call<'_>,
        function: SetFunction,
    ) -> Bound<AttributeValue> {
        let [first, second] = call.operands.as_slice() else {
            return self.fault(call.function_span, PartiqlErrorKind::SetArgumentCount { function });
        };
        let first = match first.bare() {
            Expression::Path(path) if document_path(path) == *assigned => path,
            _ => {
                let kind = PartiqlErrorKind::SetFirstArgument { function };
                return self.fault(call.function_span, kind);
            }
        };
        let value = match second.bare() {
            Expression::Parameter(ordinal, _) => Some(self.parameters[*ordinal].clone()),
            Expression::Literal(literal, span) => {
                Some(self.literal(literal, *span, &LiteralPath::ROOT)?)
            }
            _ => None,
        };
        let is_set = |value: &AttributeValue| match value.kind() {
            ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => true,
            ValueKind::S
            | ValueKind::N
            | ValueKind::B
            | ValueKind::Bool
            | ValueKind::Null
            | ValueKind::L
            | ValueKind::M => false,
        };
        let kind = PartiqlErrorKind::SetSecondArgument { function };
        value.filter(is_set).ok_or_else(|| self.error(first.top_level.span, kind))
    }

    fn set_value(&self, tree: &Expression<'_>) -> Bound<SetValue> {
        match tree.bare() {
            Expression::Path(path) => Ok(SetValue::Path(document_path(path))),
            Expression::Parameter(ordinal, _) => {
                Ok(SetValue::Value(self.parameters[*ordinal].clone()))
            }
            Expression::Literal(literal, span) => {
                self.literal(literal, *span, &LiteralPath::ROOT).map(SetValue::Value)
            }
            Expression::Sum(sum) => {
                let mut value = self.set_value(&sum.first)?;
                let mut span = sum.first.span();
                for (sign, term) in &sum.rest {
                    let function =
                        find(&ARITHMETIC, sign.symbol()).expect("there is a row for each sign");
                    let operands = [(value, span), (self.set_value(term)?, term.span())];
                    value = self.calculation(function, operands)?;
                    span = span.to(term.span());
                }
                Ok(value)
            }
            Expression::Call(call) if call.function.eq_ignore_ascii_case(LIST_APPEND) => {
                let function = find(&CALCULATIONS, LIST_APPEND).expect("it has a row");
                let count = call.operands.len();
                function
                    .signature()
                    .check_count(count)
                    .map_err(|error| self.error(call.span, PartiqlErrorKind::Operand(error)))?;
                let (first, second) = (&call.operands[0], &call.operands[1]);
                let operands = [
                    (self.set_value(first)?, first.span()),
                    (self.set_value(second)?, second.span()),
                ];
                self.calculation(function, operands)
            }
            // Model: the service's words for a condition, or for a function of sets within another value, are not known.
            Expression::Call(_)
            | Expression::Or(..)
            | Expression::And(_)
            | Expression::Not(..)
            | Expression::Comparison(_)
            | Expression::Between(_)
            | Expression::In(_)
            | Expression::Is(_)
            | Expression::Parentheses(..) => {
                self.fault(tree.span(), PartiqlErrorKind::Syntax(SyntaxFault::Term))
            }
        }
    }

    fn calculation(
        &self,
        function: &'static Function<Calculation>,
        operands: [(SetValue, Span); 2],
    ) -> Bound<SetValue> {
        for (position, (operand, span)) in operands.iter().enumerate() {
            function
                .signature()
                .check_operand(position, &operand.known())
                .map_err(|error| self.error(*span, PartiqlErrorKind::Operand(error)))?;
        }
        let [first, second] = operands.map(|(operand, _)| Box::new(operand));
        Ok(SetValue::Calculation { function, first, second })
    }
}

fn set_function(call: &Call<'_>) -> Option<SetFunction> {
    let name = call.function.to_ascii_lowercase();
    SET_FUNCTIONS.iter().find(|(function, _)| *function == name).map(|(_, function)| *function)
}
