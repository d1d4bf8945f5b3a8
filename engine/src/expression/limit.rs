//! The limits of an expression.

use crate::model::bytes::Bytes;

/// Bytes of an expression as it is sent, before names and values are put in.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters>
pub(crate) const EXPRESSION_SIZE_MAX: usize = 4096;

/// Operators and functions of an expression; functions within the operands of functions do not count.
/// Source: the same page.
pub(crate) const OPERATORS_MAX: usize = 300;

/// Operands of `IN`, the one before it included.
/// Observed: Alternator's tests on AWS, 2026; the page says 100 without that one.
pub(crate) const IN_OPERANDS_MAX: usize = 100;

/// Bytes of a placeholder, its sign included.
/// Source: the same page.
pub(crate) const PLACEHOLDER_SIZE_MAX: usize = 255;

/// Bytes of all placeholders of a request with their names and values.
/// Source: the same page.
pub(crate) const SUBSTITUTION_SIZE_MAX: Bytes = Bytes(2 * 1_024 * 1_024);

/// Elements of a document path.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-attributes>
pub(crate) const PATH_DEPTH_MAX: usize = 32;

/// The largest position in a list that can be written.
/// Observed: 2026, update expressions that were sent to the service.
pub(crate) const POSITION_MAX: usize = u32::MAX as usize - 1;

/// How deep parentheses may be nested, those of functions included.
/// Model: deeper conditions break [`OPERATORS_MAX`] or have redundant parentheses; DynamoDB's own limit is not known.
pub(crate) const NESTING_MAX: usize = OPERATORS_MAX + 2;
