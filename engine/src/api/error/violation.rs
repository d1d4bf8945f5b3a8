//! Constraints that a request breaks, and DynamoDB's words for them.

use std::fmt;

/// A generation of checks, and of the words of their messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layer {
    /// Reports the faults of all members at once.
    Older,
    /// Reports the faults of some members before those of others.
    Newer,
}

/// Whether a message begins with `1 validation error detected: `, as single-item writes do since
/// June 2026 when the fault lies in the request itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessagePrefix {
    /// The message has no prefix.
    None,
    /// The message begins with the number of errors.
    ErrorCount,
}

/// Violations of a request that are reported together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violations {
    pub(crate) layer: Layer,
    pub(crate) prefix: MessagePrefix,
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
    /// A list is too short.
    CountAtLeast(usize),
    /// A list is too long.
    CountAtMost(usize),
    Pattern,
    Enumeration(&'static [&'static str]),
    AtLeast(u64),
    AtMost(u64),
    ListLength(usize, usize),
    /// The names in a map are names of tables.
    TableNames,
    /// A write that is no update returns old values only.
    OldValues,
}

impl fmt::Display for Violations {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.prefix {
            MessagePrefix::None => {}
            MessagePrefix::ErrorCount => {
                let plural = if self.list.len() == 1 { "" } else { "s" };
                write!(formatter, "{} validation error{plural} detected: ", self.list.len())?;
            }
        }
        for (position, violation) in self.list.iter().enumerate() {
            formatter.write_str(if position == 0 { "" } else { "; " })?;
            violation.write(self.layer, formatter)?;
        }
        Ok(())
    }
}

impl Violation {
    /// The member of the request in which it is.
    pub(crate) fn member(&self) -> &str {
        self.path.split('.').next().unwrap_or(&self.path)
    }

    /// Whether the value is empty, or a number or the length of a list is out of range.
    pub(crate) fn is_empty_or_out_of_range(&self) -> bool {
        match self.constraint {
            Constraint::AtLeast(_)
            | Constraint::AtMost(_)
            | Constraint::CountAtLeast(_)
            | Constraint::CountAtMost(_) => true,
            Constraint::LengthAtLeast(_) => self.value.is_empty(),
            Constraint::NotNull
            | Constraint::LengthAtMost(_)
            | Constraint::Pattern
            | Constraint::Enumeration(_)
            | Constraint::ListLength(..)
            | Constraint::TableNames
            | Constraint::OldValues => false,
        }
    }

    fn write(&self, layer: Layer, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, classic_path, value, constraint } = self;
        match (layer, constraint) {
            (_, Constraint::OldValues) => {
                formatter.write_str("ReturnValues can only be ALL_OLD or NONE")
            }
            // The newer layer spells one of them so.
            (Layer::Newer, Constraint::Enumeration(_)) if path == "ReturnValues" => formatter
                .write_str(
                    "Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, \
                     UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]",
                ),
            (Layer::Newer, _) if self.is_empty_or_out_of_range() => {
                write!(formatter, "Value at '{path}' failed to satisfy constraint: {constraint}")
            }
            (Layer::Older | Layer::Newer, _) => {
                let quote = if *constraint == Constraint::NotNull { "" } else { "'" };
                write!(
                    formatter,
                    "Value {quote}{value}{quote} at '{classic_path}' failed to satisfy \
                     constraint: {constraint}"
                )
            }
        }
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotNull => formatter.write_str("Member must not be null"),
            Self::LengthAtLeast(length) | Self::CountAtLeast(length) => {
                write!(formatter, "Member must have length greater than or equal to {length}")
            }
            Self::LengthAtMost(length) | Self::CountAtMost(length) => {
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
            Self::TableNames => formatter.write_str(
                "Map keys must satisfy constraint: [Member must have length less than or equal to \
                 255, Member must have length greater than or equal to 3, Member must satisfy \
                 regular expression pattern: [a-zA-Z0-9_.-]+]",
            ),
            Self::OldValues => unreachable!("worded without a member"),
            Self::ListLength(min, max) => write!(
                formatter,
                "Map value must satisfy constraint: [Member must have length less than or equal \
                 to {max}, Member must have length greater than or equal to {min}]"
            ),
        }
    }
}
