//! Advice: the problems of the open design, and where they are.

use crate::view::edit::ItemId;
use crate::view::message::Message;
use crate::view::money::Money;
use crate::view::value::Text;

/// What there is to say about the open table.
#[derive(Debug, Clone, PartialEq)]
pub struct AdviceView {
    /// The findings, the most severe first.
    pub findings: Vec<Finding>,
    /// What is said if there are none.
    pub none: Message,
    /// What was checked.
    pub basis: Vec<Message>,
}

/// Something that was found, with the numbers of this sandbox.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// How much it weighs.
    pub severity: Severity,
    /// What it is, and what can be done.
    pub words: [Message; 2],
    /// The page of DynamoDB's guide.
    pub source: Source,
    /// Where its cause is.
    pub cause: Cause,
    /// How much it weighs among those of its severity: hundredths of what is served that are asked for, or micro-dollars a month.
    pub weight: u64,
    /// What it costs in a month more than it has to, if that is known.
    pub monthly: Option<Money>,
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Requests are or will be rejected.
    Rejection,
    /// It costs more than it has to.
    Expense,
    /// It may do so one day.
    Hint,
}

impl Severity {
    /// The sign drawn beside the word.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Rejection => "✕",
            Self::Expense => "$",
            Self::Hint => "○",
        }
    }

    /// The word: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Rejection => "advice.rejection",
            Self::Expense => "advice.expense",
            Self::Hint => "advice.hint",
        }
    }
}

/// A page of DynamoDB's guide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source {
    /// The page, within the guide.
    pub page: &'static str,
    /// What it is called.
    pub title: &'static str,
}

impl Source {
    /// Its address.
    pub fn address(self) -> String {
        format!("https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/{}", self.page)
    }
}

/// Where the cause of a finding is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    Index(Text),
    Item(ItemId),
    /// The access patterns.
    Patterns,
    Table,
}
