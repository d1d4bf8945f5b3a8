//! The limits of a statement.

/// Conditions, comparisons and functions of a statement. Observed: requests that were compared with the service, 2026.
pub(crate) const OPERATORS_MAX: usize = 300;

/// The most values in the list of `IN`. Observed: eu-west-2, 2026.
pub(crate) const IN_OPERANDS_MAX: usize = 100;

/// Reads of several keys that one SELECT is divided into. Observed: eu-west-2, 2026.
pub(crate) const READS_MAX: usize = 50;

/// How deep parentheses, lists, maps and sets may be nested in each other.
/// Model: the service fails with an internal error at some greater depth; 64 is enough for every value that can be stored.
pub(crate) const NESTING_MAX: usize = 64;

/// The largest position in a list that can be written. Observed: eu-west-2, 2026.
pub(crate) const POSITION_MAX: usize = i32::MAX as usize;
