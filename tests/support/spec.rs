//! A spec file: Markdown whose headings are cases, and whose fenced blocks are requests and results.
//!
//! A heading with blocks is one case. A case begins with an empty database and first repeats the blocks of the
//! headings it is nested in, so a table at the top of a file is the set-up of every section, and sections do not affect
//! each other.

use std::ops::Range;
use std::str::FromStr;

use notation::document::{Document, DocumentError};

/// One spec file.
#[derive(Debug)]
pub struct Spec {
    /// Path below `tests/spec`, with `/` on every system.
    pub path: String,
    /// The whole text, as it was read.
    pub text: String,
    /// Its headings and blocks.
    pub document: Document<BlockKind>,
}

/// A fenced block of a spec.
pub type Block = notation::document::Block<BlockKind>;

/// The kinds of block, by the first word after the fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// `table`: creates a table, in one-line notation.
    Table,
    /// `items Orders`: puts one item a line and lets the indexes catch up.
    Items {
        /// The table the items go to.
        table: String,
    },
    /// `call PutItem`, `call PutItem raw`, `call PutItem n = 1..40`.
    Call {
        /// The operation called.
        operation: String,
        /// How the body becomes a request.
        form: CallForm,
    },
    /// `call GetItem for each ProjectionExpression`: a request, and a row for each expression to put into it.
    Rows {
        /// The operation called.
        operation: String,
        /// The parameter that each row fills in.
        parameter: String,
        /// What a row shows.
        shown: Shown,
    },
    /// `load PutItem`: a request, and a row for each stretch of time in which it is made so many times a second.
    Load {
        /// The operation called.
        operation: String,
    },
    /// `delay`: the propagation delay from here on.
    Delay,
    /// `lifecycle`: how long steps in the life of tables and indexes take from here on.
    Lifecycle,
    /// `wording`: how errors are worded from here on.
    Wording,
    /// `sandbox`: what the empty database of the case is set to.
    Sandbox,
    /// `scaling`: how provisioned throughput follows what is used, from here on.
    Scaling,
    /// `region eu-west-1`: whether a Region is cut off, from here on; without a name, the one of the database.
    Region { name: Option<String> },
    /// `sql`: the tables that stand for those of an SQL database, from here on.
    Sql,
    /// `caller ana`: who sends the requests from here on; without a name, the owner.
    Caller { name: Option<String> },
    /// `access`: what the policies of the caller said to the call before it.
    Access,
    /// `program`: a program is attached, or takes the place of one of its name.
    Program,
    /// `advance`: virtual time passes.
    Advance,
    /// `reply`: the whole reply to the call before it.
    Reply,
    /// `error`: code, message and further members of the error of the call before it.
    Error,
    /// `span`: where in which parameter the fault lies.
    Span,
    /// `receipt`: what the call before it did and cost, arm by arm.
    Receipt,
    /// `throughput`: for tables and indexes, units served, saved and throttled, and the changes that wait.
    Throughput,
    /// `partitions`: the partitions of tables and indexes, with what they hold and which keys are hot.
    Partitions,
    /// `events`: what happened in the step before it.
    Events,
}

/// How the body of a `call` becomes a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallForm {
    /// Plain values are marshalled.
    Plain,
    /// The text is sent unchanged.
    Raw,
    /// The call is made once for each number, which replaces `${n}`.
    Repeated(Range<u64>),
}

/// What a row shows beside its expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Its result.
    Outcome,
    /// `… marked`: the position of its fault.
    Fault,
}

impl Spec {
    /// Reads a file's text.
    pub fn parse(path: &str, text: &str) -> Result<Self, DocumentError> {
        let document = Document::parse(text)?;
        Ok(Self { path: path.to_owned(), text: text.to_owned(), document })
    }

    /// The sections that are cases: those with blocks of their own.
    pub fn cases(&self) -> impl Iterator<Item = usize> {
        self.document.sections_with_blocks()
    }

    /// A case's name: `indexes/sparse.md: An item without the key is not in the index`.
    pub fn case_name(&self, section: usize) -> String {
        format!("{}: {}", self.path, self.document.title_path(section))
    }
}

impl BlockKind {
    /// Whether it says what the step before it leads to.
    pub fn is_expectation(&self) -> bool {
        match self {
            Self::Reply
            | Self::Error
            | Self::Access
            | Self::Span
            | Self::Receipt
            | Self::Throughput
            | Self::Partitions
            | Self::Events => true,
            Self::Table
            | Self::Items { .. }
            | Self::Call { .. }
            | Self::Rows { .. }
            | Self::Load { .. }
            | Self::Delay
            | Self::Lifecycle
            | Self::Wording
            | Self::Sandbox
            | Self::Scaling
            | Self::Region { .. }
            | Self::Sql
            | Self::Caller { .. }
            | Self::Program
            | Self::Advance => false,
        }
    }
}

impl FromStr for BlockKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["table"] => Ok(Self::Table),
            ["items", table] => Ok(Self::Items { table: (*table).to_owned() }),
            ["call", operation] => Ok(call(operation, CallForm::Plain)),
            ["call", operation, "raw"] => Ok(call(operation, CallForm::Raw)),
            ["call", operation, "n", "=", range] => {
                Ok(call(operation, CallForm::Repeated(numbers(range)?)))
            }
            ["call", operation, "for", "each", parameter] => {
                Ok(rows(operation, parameter, Shown::Outcome))
            }
            ["call", operation, "for", "each", parameter, "marked"] => {
                Ok(rows(operation, parameter, Shown::Fault))
            }
            ["load", operation] => Ok(Self::Load { operation: (*operation).to_owned() }),
            ["delay"] => Ok(Self::Delay),
            ["lifecycle"] => Ok(Self::Lifecycle),
            ["wording"] => Ok(Self::Wording),
            ["sandbox"] => Ok(Self::Sandbox),
            ["scaling"] => Ok(Self::Scaling),
            ["region"] => Ok(Self::Region { name: None }),
            ["region", name] => Ok(Self::Region { name: Some((*name).to_owned()) }),
            ["sql"] => Ok(Self::Sql),
            ["caller"] => Ok(Self::Caller { name: None }),
            ["caller", name] => Ok(Self::Caller { name: Some((*name).to_owned()) }),
            ["access"] => Ok(Self::Access),
            ["program"] => Ok(Self::Program),
            ["advance"] => Ok(Self::Advance),
            ["reply"] => Ok(Self::Reply),
            ["error"] => Ok(Self::Error),
            ["span"] => Ok(Self::Span),
            ["receipt"] => Ok(Self::Receipt),
            ["throughput"] => Ok(Self::Throughput),
            ["partitions"] => Ok(Self::Partitions),
            ["events"] => Ok(Self::Events),
            _ => Err(format!("no such block: {text:?}")),
        }
    }
}

fn call(operation: &str, form: CallForm) -> BlockKind {
    BlockKind::Call { operation: operation.to_owned(), form }
}

fn rows(operation: &str, parameter: &str, shown: Shown) -> BlockKind {
    BlockKind::Rows { operation: operation.to_owned(), parameter: parameter.to_owned(), shown }
}

/// `1..40`, both ends included, as in prose.
fn numbers(text: &str) -> Result<Range<u64>, String> {
    let parsed = text.split_once("..").and_then(|(first, last)| {
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        Some(first..last.checked_add(1)?)
    });
    parsed.ok_or_else(|| format!("not a range of numbers: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_has_the_name_of_its_file_and_headings() {
        let text = "# Title\n\n```table\nT  id S\n```\n## One\n### Deep\n```reply\n{}\n```\n";
        let spec = Spec::parse("a.md", text).unwrap();
        assert_eq!(
            spec.cases().map(|case| spec.case_name(case)).collect::<Vec<_>>(),
            ["a.md: Title", "a.md: One / Deep"]
        );
    }

    #[test]
    fn a_block_says_how_its_content_becomes_requests() {
        let form = CallForm::Repeated(1..41);
        assert_eq!("call PutItem n = 1..40".parse(), Ok(call("PutItem", form)));
        assert_eq!("call PutItem raw".parse(), Ok(call("PutItem", CallForm::Raw)));
        let shown = rows("Query", "Limit", Shown::Fault);
        assert_eq!("call Query for each Limit marked".parse(), Ok(shown));
    }

    #[test]
    fn an_unknown_block_is_rejected_with_its_line() {
        let error = Spec::parse("a.md", "# T\n```rely\n```\n").unwrap_err();
        assert_eq!(error.to_string(), "line 2: no such block: \"rely\"");
        let range = "1..18446744073709551615";
        let error = format!("call PutItem n = {range}").parse::<BlockKind>();
        assert_eq!(error, Err(format!("not a range of numbers: {range}")));
    }
}
