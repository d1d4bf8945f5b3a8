//! Access patterns: what an application asks of its tables, whether they can answer, and what that costs.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::draft::FaultView;
use crate::view::message::Message;
use crate::view::money::Money;
use crate::view::value::{Hue, Method, Text};

/// An access pattern being written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatternDraft {
    /// The pattern that it replaces, by its position; a new one if `None`.
    pub position: Option<usize>,
    /// What it is called.
    pub name: Text,
    /// DynamoDB's name of the operation.
    pub operation: Text,
    /// The request in DynamoDB's JSON, with placeholders.
    pub request: Text,
    /// How often it is sent, as typed: requests in a period.
    pub rate: Text,
    pub period: Period,
    /// Bytes that one request reads or writes, as typed; nothing means as here.
    pub size: Text,
    /// Items that one Query or Scan reads, as typed; nothing means the same share of the table as here.
    #[serde(default)]
    pub items: Text,
}

/// What a rate is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Period {
    Second,
    Minute,
    Hour,
    Day,
    /// A month, which is 730 hours.
    Month,
}

impl Period {
    /// All, in the order of the list.
    pub const ALL: [Self; 5] = [Self::Second, Self::Minute, Self::Hour, Self::Day, Self::Month];

    /// How long it is. A month is as long as in prices. Source: <https://aws.amazon.com/dynamodb/pricing/provisioned/>
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 24 * 3_600,
            Self::Month => 730 * 3_600,
        }
    }

    /// What it is called: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Second => "pattern.a_second",
            Self::Minute => "pattern.a_minute",
            Self::Hour => "pattern.an_hour",
            Self::Day => "pattern.a_day",
            Self::Month => "pattern.a_month",
        }
    }
}

/// The access patterns of a sandbox.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternsView {
    /// Each of them, in their order.
    pub patterns: Vec<PatternView>,
    /// What all of them cost in a month, and what all tables cost.
    pub sums: Message,
    /// Patterns that the open table could have, ready to be kept.
    pub proposals: Vec<PatternDraft>,
    /// Operations that can be chosen.
    pub operations: Vec<Text>,
    /// The result of the pattern that is being written, or why it cannot be kept.
    pub draft: Option<Result<Rc<PatternAnswer>, Message>>,
}

/// An access pattern, and its result.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternView {
    /// The pattern, ready to be changed.
    pub draft: PatternDraft,
    /// "100 a second", "3 a day".
    pub rate: Message,
    /// Its result.
    pub answer: PatternAnswer,
}

/// The result of an access pattern on the current tables.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternAnswer {
    /// Whether the tables can answer.
    pub verdict: Verdict,
    /// Why they cannot.
    pub fault: Option<Rc<FaultView>>,
    /// Further messages about it.
    pub notes: Vec<Message>,
    /// Units of one request, by store.
    pub terms: Vec<PatternTerm>,
    /// What it costs in a month: its share of what is provisioned, if that is paid for.
    pub cost: Money,
    /// How much of the load is throttled, in thousandths, at the store that lacks most of those that it asks: then the cost is no
    /// price of the pattern.
    pub throttled_permille: Option<u64>,
    /// The request as it would be sent first; empty if it cannot be filled.
    pub filled: Text,
}

/// Whether a pattern works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Every request that was tried would be answered.
    Works,
    /// Every one would be answered and charged, and none would change anything.
    ChangesNothing,
    /// Every one would be answered and charged, and none would return an item.
    FindsNothing,
    /// Some would be rejected.
    Partly,
    /// All would be.
    Fails,
}

impl Verdict {
    /// The sign drawn beside the word.
    pub const fn glyph(self) -> &'static str {
        match self {
            Self::Works => "✓",
            Self::ChangesNothing | Self::FindsNothing => "○",
            Self::Partly => "~",
            Self::Fails => "✕",
        }
    }

    /// The word: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Works => "pattern.works",
            Self::ChangesNothing => "pattern.changes_nothing",
            Self::FindsNothing => "pattern.finds_nothing",
            Self::Partly => "pattern.partly",
            Self::Fails => "pattern.fails",
        }
    }
}

/// Units of a request that one store accounts for.
#[derive(Debug, Clone, PartialEq)]
pub struct PatternTerm {
    /// Reads or writes.
    pub method: Method,
    /// Hundredths of a unit: an average need not be whole.
    pub hundredths: u64,
    /// The table or index.
    pub store: Text,
    /// The hue of an index.
    pub hue: Option<Hue>,
    /// Whether these are items that were fetched because an index lacks what was asked for.
    pub is_fetch: bool,
}
