//! Why a request has no PartiQL statement.

use crate::view::message::{Argument, Message};

/// Why a request has no PartiQL statement that does the same.
#[derive(Debug)]
pub(super) enum Reason {
    /// It runs statements itself.
    IsPartiql,
    /// PartiQL has no statement for the operation.
    NoStatement { operation: &'static str },
    /// DynamoDB rejects the request.
    Invalid { error: String },
    /// The request cannot be read.
    Malformed,
    /// The table of the request does not exist.
    NoTable { table: String },
    /// No statement says what this member does.
    Member { member: String },
    /// A statement continues with a token.
    StartKey,
    /// A statement does not count.
    Count,
    /// PutItem replaces an item.
    Replaces { key: String },
    /// A put of a batch replaces an item.
    BatchReplaces,
    /// UpdateItem creates an item.
    Creates { key: String },
    /// DELETE succeeds without an item.
    DeleteOfNone,
    /// A condition is met without an item.
    CheckOfNone,
    /// ADD begins at zero.
    AddsNumber,
    /// The statement would be another operation.
    OtherOperation { operation: &'static str },
    /// PartiQL rejects the statement.
    Rejected { statement: String, error: String },
    /// The statement has too many characters.
    TooLong { length: usize },
    /// There are more actions than a batch can have statements.
    TooMany { count: usize },
    /// An action of a batch or transaction has no statement.
    OfAction { number: usize, reason: Box<Self> },
}

impl From<Reason> for Message {
    fn from(reason: Reason) -> Self {
        let code = |text: String| Argument::Code(text.into());
        match reason {
            Reason::IsPartiql => Self::plain("partiql.is_partiql"),
            Reason::NoStatement { operation } => Self::plain("partiql.no_statement")
                .with("operation", Argument::English(operation.into())),
            Reason::Invalid { error } => {
                Self::plain("partiql.invalid").with("error", Argument::English(error.into()))
            }
            Reason::Malformed => Self::plain("request.form_none"),
            Reason::NoTable { table } => Self::plain("partiql.no_table").with("table", table),
            Reason::Member { member } => Self::plain("partiql.member").with("member", code(member)),
            Reason::StartKey => Self::plain("partiql.start_key"),
            Reason::Count => Self::plain("partiql.count"),
            Reason::Replaces { key } => Self::plain("partiql.replaces")
                .with("condition", code(format!("attribute_not_exists({key})"))),
            Reason::BatchReplaces => Self::plain("partiql.batch_replaces"),
            Reason::Creates { key } => Self::plain("partiql.creates")
                .with("condition", code(format!("attribute_exists({key})"))),
            Reason::DeleteOfNone => Self::plain("partiql.delete_of_none"),
            Reason::CheckOfNone => Self::plain("partiql.check_of_none"),
            Reason::AddsNumber => Self::plain("partiql.adds_number"),
            Reason::OtherOperation { operation } => Self::plain("partiql.other_operation")
                .with("operation", Argument::English(operation.into())),
            Reason::Rejected { statement, error } => Self::plain("partiql.rejected")
                .with("statement", code(statement))
                .with("error", Argument::English(error.into())),
            Reason::TooLong { length } => {
                Self::plain("partiql.too_long").with("count", Argument::Count(length as u64))
            }
            Reason::TooMany { count } => {
                Self::plain("partiql.too_many").with("count", Argument::Count(count as u64))
            }
            Reason::OfAction { number, reason } => Self::plain("partiql.of_action")
                .with("number", Argument::Count(number as u64))
                .with("reason", Self::from(*reason)),
        }
    }
}
