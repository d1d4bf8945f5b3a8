//! What is wrong with a statement, in words.

use gluesql_core::error::{Error, EvaluateError, FetchError, PlanError, TranslateError};
use playground::view::message::{Argument, Message};

use crate::{FUNCTIONS, JOIN_COUNT_MAX, LEVEL_COUNT_MAX, ROW_COUNT_MAX, STATEMENT_BYTES};

/// What is wrong with a statement, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub words: Message,
    /// Line and column, from 1; `None` if it is the statement as a whole.
    pub place: Option<(u64, u64)>,
}

/// What is wrong with a statement.
#[derive(Debug)]
pub(crate) enum FaultKind {
    /// It has too many bytes, operators or joins.
    TooLong,
    /// Its text cannot be divided into words and signs.
    Token(String),
    /// It is no SELECT.
    NotSelect,
    /// It has a SELECT within another, or beside it.
    OneSelect,
    /// There is something after its end.
    OneStatement,
    NoFunction(String),
    /// It asks no table.
    NoFrom,
    NoTable(String),
    /// The table is one of DynamoDB.
    NotSql(String),
    /// A number of the table has more digits than SQL has here.
    Digits(String),
    /// A number of the text has more digits than SQL has here, or an exponent.
    Number(String),
    /// It can make too many combinations of rows, or looks at too many.
    TooMany,
    /// What `GlueSQL` says.
    Glue(Error),
}

impl From<Error> for FaultKind {
    fn from(error: Error) -> Self {
        match error {
            // The store gives rows until there are too many: nothing else of it fails.
            Error::StorageMsg(_) => Self::TooMany,
            error => Self::Glue(error),
        }
    }
}

impl FaultKind {
    /// The name that it is about.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::NoTable(name)
            | Self::NotSql(name)
            | Self::Digits(name)
            | Self::Number(name)
            | Self::Glue(
                Error::Evaluate(
                    EvaluateError::IdentifierNotFound(name)
                    | EvaluateError::CompoundIdentifierNotFound { column_name: name, .. },
                )
                | Error::Plan(PlanError::ColumnReferenceAmbiguous(name))
                | Error::Fetch(FetchError::TableAliasNotFound(name)),
            ) => Some(name),
            _ => None,
        }
    }

    fn words(&self) -> Message {
        let named = |key, name: &str| Message::plain(key).with("name", Argument::Code(name.into()));
        match self {
            Self::TooLong => Message::plain("sql.too_long")
                .with("bytes", Argument::Bytes(STATEMENT_BYTES as u64))
                .with("joins", Argument::Count(JOIN_COUNT_MAX as u64))
                .with("count", Argument::Count(LEVEL_COUNT_MAX as u64)),
            Self::NotSelect => Message::plain("sql.select_only"),
            Self::OneSelect => Message::plain("sql.one_select"),
            Self::OneStatement => Message::plain("sql.one_statement"),
            Self::NoFunction(name) => named("sql.no_function", name)
                .with("list", Argument::List(FUNCTIONS.map(Into::into).to_vec())),
            Self::NoFrom => Message::plain("sql.no_from"),
            Self::NoTable(name) => named("sql.no_table", name),
            Self::NotSql(name) => named("sql.not_sql", name),
            Self::Digits(name) => named("sql.digits", name),
            Self::Number(name) => named("sql.number", name),
            Self::TooMany => {
                Message::plain("sql.too_many").with("count", Argument::Count(ROW_COUNT_MAX))
            }
            Self::Token(text) => says(text),
            Self::Glue(error) => match error {
                Error::Evaluate(
                    EvaluateError::IdentifierNotFound(name)
                    | EvaluateError::CompoundIdentifierNotFound { column_name: name, .. },
                ) => named("sql.no_column", name),
                Error::Plan(PlanError::ColumnReferenceAmbiguous(name)) => {
                    named("sql.ambiguous", name)
                }
                Error::Fetch(FetchError::TableAliasNotFound(name)) => named("sql.no_table", name),
                Error::Evaluate(EvaluateError::UnreachableEmptyAggregateValue(_)) => {
                    Message::plain("sql.aggregate")
                }
                Error::Translate(TranslateError::TooManyTables) => Message::plain("sql.comma"),
                Error::Parser(text) => expected(text).map_or_else(|| says(text), |it| it.words),
                other => says(&other.to_string()),
            },
        }
    }
}

impl Fault {
    pub(crate) fn new(kind: FaultKind, place: Option<(u64, u64)>) -> Self {
        let of_parser = match &kind {
            FaultKind::Glue(Error::Parser(text)) => expected(text),
            _ => None,
        };
        of_parser.unwrap_or_else(|| Self { words: kind.words(), place })
    }
}

fn says(text: &str) -> Message {
    Message::plain("sql.says").with("text", Argument::English(text.into()))
}

/// What the parser says: `… Expected: X, found: Y at Line: 1, Column: 2 …`.
fn expected(text: &str) -> Option<Fault> {
    let (_, rest) = text.split_once("Expected: ")?;
    let (wanted, rest) = rest.split_once(", found: ")?;
    let (found, place) = match rest.split_once(" at Line: ") {
        Some((found, place)) => (found, place),
        None => (rest.split(['"', '\n']).next()?, ""),
    };
    let number = |text: &str| -> Option<u64> {
        text.split(|it: char| !it.is_ascii_digit()).next()?.parse().ok()
    };
    let place = place.split_once(", Column: ");
    Some(Fault {
        words: Message::plain("sql.expected")
            .with("wanted", Argument::English(wanted.into()))
            .with("found", Argument::Code(found.into())),
        place: place.and_then(|(line, column)| Some((number(line)?, number(column)?))),
    })
}
