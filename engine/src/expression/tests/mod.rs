//! What the tests of expressions share, and the properties of all expressions.

pub(super) mod fixture;
mod property;
