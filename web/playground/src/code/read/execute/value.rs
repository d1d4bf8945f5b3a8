//! The values of a program.

use std::rc::Rc;

use crate::code::fault::CodeError;
use crate::code::literal::Literal;
use crate::code::read::program::Function;

/// A value of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::code::read) enum Value {
    /// A value without parts.
    Scalar(Literal),
    /// A number that is not sent as it is written.
    Float(String),
    /// The position of an object.
    Object(usize),
    /// What is not known, by its name or source text.
    Unknown(String),
    /// What has no known value, and why.
    Fault(Box<CodeError>),
    Function(Closure),
    /// The position of a command of the SDK for JavaScript.
    Command(usize),
    /// A table of boto3, by its name.
    Table(Box<Value>),
    /// What collects writes to a table, and the position of the list of its writes.
    Batch(Box<Value>, usize),
    /// Converts native values to DynamoDB JSON, or back.
    Serializer,
    Deserializer,
    /// `Key("id")` or `Attr("a")`.
    Attribute(Attribute),
    Condition(Rc<Condition>),
}

/// An attribute in a condition of boto3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::code::read) struct Attribute {
    pub path: String,
    /// Whether its size is meant.
    pub is_size: bool,
}

/// A condition of boto3.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::code::read) enum Condition {
    And(Rc<Condition>, Rc<Condition>),
    Or(Rc<Condition>, Rc<Condition>),
    Not(Rc<Condition>),
    /// A method with its arguments.
    Compare(Attribute, String, Vec<Value>),
}

/// A function and the variables that it sees.
#[derive(Debug, Clone)]
pub(in crate::code::read) struct Closure {
    pub function: Rc<Function>,
    pub scope: usize,
    /// The object of which it is a method.
    pub this: Option<usize>,
}

impl PartialEq for Closure {
    fn eq(&self, other: &Self) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Closure {}

impl Closure {
    /// What tells it from others. No two functions begin at the same place.
    pub(in crate::code::read) fn place(&self) -> (usize, usize, Option<usize>) {
        (self.function.start, self.scope, self.this)
    }
}

impl Condition {
    /// How many conditions it is made of, counting one as often as it is used.
    pub(in crate::code::read) fn count(&self) -> usize {
        match self {
            Self::And(first, second) | Self::Or(first, second) => {
                1 + first.count() + second.count()
            }
            Self::Not(only) => 1 + only.count(),
            Self::Compare(..) => 1,
        }
    }
}

/// An object, which several variables can share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::code::read) enum Object {
    List(Vec<Value>),
    Set(Vec<Value>),
    Map(Vec<(String, Value)>),
    /// Its content has no known value.
    Fault(CodeError),
}

/// The name of the member that stands for members which are not known.
pub(in crate::code::read) const OTHER_MEMBERS: &str = "…";

impl Value {
    pub(in crate::code::read) fn text(text: impl Into<String>) -> Self {
        Self::Scalar(Literal::Text(text.into()))
    }

    pub(in crate::code::read) fn as_text(&self) -> Option<&str> {
        match self {
            Self::Scalar(literal) => literal.as_text(),
            _ => None,
        }
    }
}
