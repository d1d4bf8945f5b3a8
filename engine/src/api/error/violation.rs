//! Constraints that a request breaks, and DynamoDB's words for them.

use std::fmt;

use crate::database::Wording;

/// All violations of a request, as they are reported: every one with its value and as `tableName` in
/// the classic words, the first without its value and as `TableName` in the revised ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations {
    pub(crate) wording: Wording,
    pub(crate) list: Vec<Violation>,
}

impl Violations {
    /// The name of the member that breaks the first constraint, as requests write it.
    pub fn first_member(&self) -> Option<&str> {
        let path = &self.list.first()?.path;
        path.rsplit('.').next().map(|step| step.split('[').next().unwrap_or(step))
    }
}

/// A constraint that a member breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Violation {
    pub(crate) path: String,
    pub(crate) classic_path: String,
    pub(crate) value: String,
    pub(crate) constraint: Constraint,
}

/// The constraints that can be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constraint {
    NotNull,
    LengthAtLeast(usize),
    LengthAtMost(usize),
    Pattern,
    Enumeration(&'static [&'static str]),
    AtLeast(u64),
    AtMost(u64),
    ListLength(usize, usize),
}

impl fmt::Display for Violations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.wording {
            Wording::Revised => {
                let first = self.list.first().expect("there are violations, or there is no error");
                formatter.write_str("1 validation error detected: ")?;
                first.write_revised(formatter)
            }
            Wording::Classic => {
                let plural = if self.list.len() == 1 { "" } else { "s" };
                write!(formatter, "{} validation error{plural} detected: ", self.list.len())?;
                for (position, violation) in self.list.iter().enumerate() {
                    let separator = if position == 0 { "" } else { "; " };
                    formatter.write_str(separator)?;
                    violation.write_classic(formatter)?;
                }
                Ok(())
            }
        }
    }
}

impl Violation {
    fn write_revised(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.constraint {
            Constraint::Enumeration(_) => {
                write!(formatter, "Failed to satisfy constraint: {}", self.constraint)
            }
            _ => write!(
                formatter,
                "Value at '{}' failed to satisfy constraint: {}",
                self.path, self.constraint
            ),
        }
    }

    fn write_classic(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quote = if self.constraint == Constraint::NotNull { "" } else { "'" };
        let Self { value, classic_path: path, .. } = self;
        write!(
            formatter,
            "Value {quote}{value}{quote} at '{path}' failed to satisfy constraint: {}",
            self.constraint
        )
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNull => formatter.write_str("Member must not be null"),
            Self::LengthAtLeast(length) => {
                write!(formatter, "Member must have length greater than or equal to {length}")
            }
            Self::LengthAtMost(length) => {
                write!(formatter, "Member must have length less than or equal to {length}")
            }
            Self::Pattern => formatter
                .write_str("Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
            Self::Enumeration(words) => {
                write!(formatter, "Member must satisfy enum value set: [{}]", words.join(", "))
            }
            Self::AtLeast(min) => {
                write!(formatter, "Member must have value greater than or equal to {min}")
            }
            Self::AtMost(max) => {
                write!(formatter, "Member must have value less than or equal to {max}")
            }
            Self::ListLength(min, max) => write!(
                formatter,
                "Map value must satisfy constraint: [Member must have length less than or equal \
                 to {max}, Member must have length greater than or equal to {min}]"
            ),
        }
    }
}
