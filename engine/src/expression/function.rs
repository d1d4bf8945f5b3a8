//! The functions of expressions: a row for each, with its operands, their types and its evaluation.
//!
//! There is a table for each place where a function is allowed, because their results differ:
//! a condition, an operand of a condition, a value of an update. The operators of updates are a table more.

use std::borrow::Cow;

use crate::expression::error::{OperandError, Parameter, UpdateErrorKind};
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::number::{Number, NumberError};

/// The name of the function of key conditions.
pub(crate) const BEGINS_WITH: &str = "begins_with";

/// The name of the function that cannot be its own operand.
pub(crate) const LIST_APPEND: &str = "list_append";

/// One function.
#[derive(Debug)]
pub(crate) struct Function<Evaluate> {
    pub(crate) name: &'static str,
    operands: &'static [Accepts],
    /// The type of the result, if it is the same for all operands.
    pub(crate) result: Option<ValueKind>,
    pub(crate) evaluate: Evaluate,
}

/// What is known of a function before it is evaluated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Signature {
    pub(crate) name: &'static str,
    operands: &'static [Accepts],
}

/// What an operand of a function may be, as far as it is known before any item is seen.
#[derive(Debug)]
enum Accepts {
    /// A path and nothing else.
    Path,
    /// Anything.
    Any,
    /// A value of one of these types, or a path.
    Kinds(&'static [ValueKind]),
    /// A string that is the tag of a type.
    TypeName,
}

/// What is known of an operand before any item is seen.
pub(crate) enum Known<'operand> {
    /// It is a path.
    Path,
    /// It is this value.
    Value(&'operand AttributeValue),
    /// It is the result of a function or a sum, of this type.
    Kind(ValueKind),
    /// It depends on the item.
    Nothing,
}

/// Whether a condition is true for one or two operands; `None` is an attribute that the item does not have.
pub(crate) type ConditionFunction = fn(Option<&AttributeValue>, Option<&AttributeValue>) -> bool;

/// A number computed from a value, such as its size; `None` if its type has none.
pub(crate) type OperandFunction = fn(&AttributeValue) -> Option<Number>;

/// The value of a part of an update.
pub(crate) type Calculated<'value> = Result<Cow<'value, AttributeValue>, UpdateErrorKind>;

/// A value made of two others.
pub(crate) type Calculation =
    for<'value> fn(Calculated<'value>, Calculated<'value>) -> Calculated<'value>;

/// Where a function is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// As a condition.
    ConditionFunction,
    /// As an operand of a condition.
    OperandFunction,
    /// As a value in an update.
    Calculation,
}

/// Functions that are conditions.
pub(crate) static CONDITION_FUNCTIONS: [Function<ConditionFunction>; 5] = [
    Function {
        name: "attribute_exists",
        operands: &[Accepts::Path],
        result: Some(ValueKind::Bool),
        evaluate: |value, _| value.is_some(),
    },
    Function {
        name: "attribute_not_exists",
        operands: &[Accepts::Path],
        result: Some(ValueKind::Bool),
        evaluate: |value, _| value.is_none(),
    },
    Function {
        name: "attribute_type",
        operands: &[Accepts::Any, Accepts::TypeName],
        result: Some(ValueKind::Bool),
        evaluate: has_type,
    },
    Function {
        name: BEGINS_WITH,
        operands: &[BEGINNING, BEGINNING],
        result: Some(ValueKind::Bool),
        evaluate: begins_with,
    },
    Function {
        name: "contains",
        operands: &[CONTAINER, Accepts::Any],
        result: Some(ValueKind::Bool),
        evaluate: contains,
    },
];

/// Functions that are operands of conditions. They have one operand.
pub(crate) static OPERAND_FUNCTIONS: [Function<OperandFunction>; 1] =
    [Function { name: "size", operands: &[SIZED], result: Some(ValueKind::N), evaluate: size }];

/// Functions of updates. They have two operands.
pub(crate) static CALCULATIONS: [Function<Calculation>; 2] = [
    Function {
        name: "if_not_exists",
        operands: &[Accepts::Path, Accepts::Any],
        result: None,
        evaluate: if_not_exists,
    },
    Function {
        name: LIST_APPEND,
        operands: &[LIST, LIST],
        result: Some(ValueKind::L),
        evaluate: list_append,
    },
];

/// The operators of updates, which are as functions with two operands are.
pub(crate) static ARITHMETIC: [Function<Calculation>; 2] = [
    Function {
        name: "+",
        operands: &[NUMBER, NUMBER],
        result: Some(ValueKind::N),
        evaluate: |left, right| combine(left, right, Number::add),
    },
    Function {
        name: "-",
        operands: &[NUMBER, NUMBER],
        result: Some(ValueKind::N),
        evaluate: |left, right| combine(left, right, Number::subtract),
    },
];

const NUMBER: Accepts = Accepts::Kinds(&[ValueKind::N]);

const BEGINNING: Accepts = Accepts::Kinds(&[ValueKind::S, ValueKind::B]);

const LIST: Accepts = Accepts::Kinds(&[ValueKind::L]);

const CONTAINER: Accepts = Accepts::Kinds(&[
    ValueKind::S,
    ValueKind::B,
    ValueKind::Ss,
    ValueKind::Ns,
    ValueKind::Bs,
    ValueKind::L,
]);

const SIZED: Accepts = Accepts::Kinds(&[
    ValueKind::S,
    ValueKind::B,
    ValueKind::Ss,
    ValueKind::Ns,
    ValueKind::Bs,
    ValueKind::L,
    ValueKind::M,
]);

/// The function with this name, case-sensitive.
pub(crate) fn find<Evaluate>(
    table: &'static [Function<Evaluate>],
    name: &str,
) -> Option<&'static Function<Evaluate>> {
    table.iter().find(|function| function.name == name)
}

/// The proper name and the role of a function, if this kind of expression knows it.
pub(crate) fn role_of(name: &str, parameter: Parameter) -> Option<(&'static str, Role)> {
    let (name, role) = find_any(name)?;
    ((role == Role::Calculation) == (parameter == Parameter::UpdateExpression))
        .then_some((name, role))
}

/// The proper name and the role of a function of any kind of expression.
pub(crate) fn find_any(name: &str) -> Option<(&'static str, Role)> {
    let test = find(&CONDITION_FUNCTIONS, name).map(|it| (it.name, Role::ConditionFunction));
    let operand = || find(&OPERAND_FUNCTIONS, name).map(|it| (it.name, Role::OperandFunction));
    let calculation = || find(&CALCULATIONS, name).map(|it| (it.name, Role::Calculation));
    test.or_else(operand).or_else(calculation)
}

impl<Evaluate> Function<Evaluate> {
    /// The name, and what it takes.
    pub(crate) fn signature(&self) -> Signature {
        Signature { name: self.name, operands: self.operands }
    }
}

impl Signature {
    /// Whether the function takes so many operands.
    pub(crate) fn check_count(self, count: usize) -> Result<(), OperandError> {
        if count == self.operands.len() {
            return Ok(());
        }
        Err(OperandError::Count { operator: self.name, count })
    }

    /// Whether the function takes this operand at this position.
    pub(crate) fn check_operand(
        self,
        position: usize,
        operand: &Known<'_>,
    ) -> Result<(), OperandError> {
        match &self.operands[position] {
            Accepts::Any => Ok(()),
            Accepts::Path => match operand {
                Known::Path => Ok(()),
                Known::Value(_) | Known::Kind(_) | Known::Nothing => {
                    Err(OperandError::PathRequired { function: self.name })
                }
            },
            Accepts::Kinds(kinds) => check_kind(self.name, kinds, operand),
            Accepts::TypeName => check_type_name(self.name, operand),
        }
    }
}

impl Known<'_> {
    /// The type of the operand, if that is known.
    pub(crate) fn kind(&self) -> Option<ValueKind> {
        match self {
            Self::Value(value) => Some(value.kind()),
            Self::Kind(kind) => Some(*kind),
            Self::Path | Self::Nothing => None,
        }
    }
}

/// Whether an operand of an operator or function can have one of these types.
pub(crate) fn check_kind(
    operator: &'static str,
    kinds: &[ValueKind],
    operand: &Known<'_>,
) -> Result<(), OperandError> {
    match operand.kind() {
        Some(kind) if !kinds.contains(&kind) => {
            Err(OperandError::WrongType { operator, kind: Some(kind) })
        }
        Some(_) | None => Ok(()),
    }
}

fn check_type_name(operator: &'static str, operand: &Known<'_>) -> Result<(), OperandError> {
    match operand {
        Known::Value(AttributeValue::S(name)) => match ValueKind::from_tag(name) {
            Some(_) => Ok(()),
            None => Err(OperandError::UnknownTypeName { name: name.clone() }),
        },
        _ => Err(OperandError::WrongType { operator, kind: operand.kind() }),
    }
}

fn has_type(value: Option<&AttributeValue>, name: Option<&AttributeValue>) -> bool {
    match (value, name) {
        (Some(value), Some(AttributeValue::S(name))) => value.kind().tag() == name,
        _ => false,
    }
}

fn begins_with(value: Option<&AttributeValue>, beginning: Option<&AttributeValue>) -> bool {
    match (value, beginning) {
        (Some(AttributeValue::S(text)), Some(AttributeValue::S(beginning))) => {
            text.starts_with(beginning)
        }
        (Some(AttributeValue::B(bytes)), Some(AttributeValue::B(beginning))) => {
            bytes.starts_with(beginning)
        }
        _ => false,
    }
}

fn contains(container: Option<&AttributeValue>, content: Option<&AttributeValue>) -> bool {
    let (Some(container), Some(content)) = (container, content) else { return false };
    match (container, content) {
        (AttributeValue::S(text), AttributeValue::S(part)) => text.contains(part),
        (AttributeValue::B(bytes), AttributeValue::B(part)) => contains_bytes(bytes, part),
        (AttributeValue::Ss(members), AttributeValue::S(member)) => members.contains(member),
        (AttributeValue::Ns(members), AttributeValue::N(member)) => members.contains(member),
        (AttributeValue::Bs(members), AttributeValue::B(member)) => members.contains(member),
        (AttributeValue::L(elements), element) => elements.contains(element),
        _ => false,
    }
}

fn contains_bytes(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

/// UTF-16 units of a string, bytes of a binary, elements of all else that has any.
///
/// Observed: eu-west-2, 2026: a character outside the basic plane counts as two.
fn size(value: &AttributeValue) -> Option<Number> {
    let count = match value {
        AttributeValue::S(text) if text.is_ascii() => text.len(),
        AttributeValue::S(text) => text.encode_utf16().count(),
        AttributeValue::B(bytes) => bytes.len(),
        AttributeValue::Ss(members) => members.len(),
        AttributeValue::Ns(members) => members.len(),
        AttributeValue::Bs(members) => members.len(),
        AttributeValue::L(elements) => elements.len(),
        AttributeValue::M(map) => map.len(),
        AttributeValue::N(_) | AttributeValue::Bool(_) | AttributeValue::Null => return None,
    };
    Some(Number::from(count as u64))
}

/// The stored value, or else the other one, which must exist in any case.
fn if_not_exists<'value>(
    stored: Calculated<'value>,
    other: Calculated<'value>,
) -> Calculated<'value> {
    other.map(|other| stored.unwrap_or(other))
}

fn list_append<'value>(
    first: Calculated<'value>,
    second: Calculated<'value>,
) -> Calculated<'value> {
    match (first?.into_owned(), &*second?) {
        (AttributeValue::L(mut elements), AttributeValue::L(more)) => {
            elements.extend_from_slice(more);
            Ok(Cow::Owned(AttributeValue::L(elements)))
        }
        _ => Err(UpdateErrorKind::OperandType),
    }
}

fn combine<'value>(
    left: Calculated<'value>,
    right: Calculated<'value>,
    operator: fn(Number, Number) -> Result<Number, NumberError>,
) -> Calculated<'value> {
    match (&*left?, &*right?) {
        (AttributeValue::N(left), AttributeValue::N(right)) => {
            let number = operator(*left, *right).map_err(UpdateErrorKind::Number)?;
            Ok(Cow::Owned(AttributeValue::N(number)))
        }
        _ => Err(UpdateErrorKind::OperandType),
    }
}
