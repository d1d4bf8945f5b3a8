//! Numbers of a statement as decimals, as those of the tables are: `GlueSQL` finds no decimal equal to a number in a text.

use gluesql_core::ast::{
    Expr, JoinConstraint, JoinOperator, Literal, Query, Select, SelectItem, SetExpr,
};
use gluesql_core::data::Value;

use crate::value::decimal;

/// The same query, in which each number that is compared or calculated with is a decimal.
pub(crate) fn with_decimals(mut query: Query) -> Query {
    if let SetExpr::Select(select) = &mut query.body {
        expressions(select).for_each(change);
    }
    query
}

fn expressions(select: &mut Select) -> impl Iterator<Item = &mut Expr> {
    let shown = select.projection.iter_mut().filter_map(|item| match item {
        SelectItem::Expr { expr, .. } => Some(expr),
        SelectItem::QualifiedWildcard(_) | SelectItem::Wildcard => None,
    });
    let on = select.from.joins.iter_mut().filter_map(|join| match &mut join.join_operator {
        JoinOperator::Inner(JoinConstraint::On(expr))
        | JoinOperator::LeftOuter(JoinConstraint::On(expr)) => Some(expr),
        JoinOperator::Inner(JoinConstraint::None)
        | JoinOperator::LeftOuter(JoinConstraint::None) => None,
    });
    shown.chain(on).chain(&mut select.selection).chain(&mut select.having)
}

fn change(expr: &mut Expr) {
    match expr {
        Expr::Literal(Literal::Number(number)) => {
            if let Some(number) = decimal(&number.to_string()) {
                *expr = Expr::Value(Value::Decimal(number));
            }
        }
        Expr::BinaryOp { left, right, .. } => {
            change(left);
            change(right);
        }
        Expr::UnaryOp { expr, .. } | Expr::Nested(expr) => change(expr),
        Expr::Between { expr, low, high, .. } => {
            for expr in [expr, low, high] {
                change(expr);
            }
        }
        Expr::InList { expr, list, .. } => {
            change(expr);
            list.iter_mut().for_each(change);
        }
        Expr::Case { operand, when_then, else_result } => {
            for expr in operand.iter_mut().chain(else_result) {
                change(expr);
            }
            when_then.iter_mut().flat_map(|(when, then)| [when, then]).for_each(change);
        }
        _ => {}
    }
}
