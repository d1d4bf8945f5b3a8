//! What can be wrong with a JSON text.

use std::fmt;

/// Arrays and objects within each other. Model: far more than a legal request has, far less than the stack bears.
pub(super) const NESTING_MAX: usize = 256;

/// What is wrong with a text that is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyntaxFault {
    /// Something else is expected here, as named.
    Expected(&'static str),
    /// A string contains a line break, tab or other control character.
    ControlCharacter,
    /// A backslash is followed by something that JSON does not define.
    InvalidEscape,
    /// Half of a pair of `\u` escapes is missing.
    LoneSurrogate,
    /// Arrays and objects are nested more than 256 deep.
    TooDeep,
}

impl fmt::Display for SyntaxFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expected(what) => write!(formatter, "expected {what}"),
            Self::ControlCharacter => formatter.write_str("control character in a string"),
            Self::InvalidEscape => formatter.write_str("invalid escape"),
            Self::LoneSurrogate => formatter.write_str("half of a surrogate pair"),
            Self::TooDeep => write!(formatter, "more than {NESTING_MAX} levels"),
        }
    }
}
