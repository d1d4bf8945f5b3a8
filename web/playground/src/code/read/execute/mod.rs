//! Follows what a program does with values that are written out.
//!
//! Each statement is carried out on the variables and objects that are known. Where the text does not tell which
//! statements run, such as in a branch, everything that they would change has no known value afterwards: a request that
//! uses it is an error at that place, never a request without the change.

mod assign;
mod control;
mod expression;
mod function;
mod library;
mod machine;
mod method;
mod snapshot;
mod state;
mod value;

pub(super) use function::Arguments;
pub(super) use machine::{Command, Machine, calls};
pub(super) use value::{Attribute, Condition, OTHER_MEMBERS, Object, Value};
