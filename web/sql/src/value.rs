//! Attribute values as values of SQL, and those as text.

use engine::model::attribute_value::AttributeValue;
use gluesql_core::ast::{Expr, Literal};
use gluesql_core::data::Value;
use playground::sandbox::edit::value_text;
use playground::view::value::Text;
use rust_decimal::Decimal;

/// A value of SQL. Each number is a decimal, so that equal numbers are found by each other; a list, map or set is text.
/// `None` if a number has more digits than SQL has here.
pub(crate) fn value_of(value: &AttributeValue) -> Option<Value> {
    Some(match value {
        AttributeValue::S(text) => Value::Str(text.clone()),
        AttributeValue::N(number) => Value::Decimal(decimal(&number.to_string())?),
        AttributeValue::B(bytes) => Value::Bytea(bytes.clone()),
        AttributeValue::Bool(flag) => Value::Bool(*flag),
        AttributeValue::Null => Value::Null,
        AttributeValue::Ss(_)
        | AttributeValue::Ns(_)
        | AttributeValue::Bs(_)
        | AttributeValue::L(_)
        | AttributeValue::M(_) => Value::Str(value_text(value)),
    })
}

/// The value that an expression stands for, if it is a text or a number.
pub(crate) fn constant_of(expr: &Expr) -> Option<Value> {
    match expr {
        Expr::Literal(Literal::QuotedString(text)) => Some(Value::Str(text.clone())),
        Expr::Value(value) => Some(value.clone()),
        _ => None,
    }
}

/// A number, if it has no more digits than SQL has here.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    Decimal::from_str_exact(text).ok()
}

/// A value as it is shown; `None` if it is NULL.
pub(crate) fn shown(value: &Value) -> Option<Text> {
    Some(match value {
        Value::Null => return None,
        Value::Str(text) => text.as_str().into(),
        Value::Decimal(number) => number.normalize().to_string().into(),
        Value::Bytea(bytes) => value_text(&AttributeValue::B(bytes.clone())).into(),
        other => String::from(other).into(),
    })
}
