//! Period tables: tables of one design, one for each hour, day or month.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::view::message::Message;
use crate::view::money::Money;
use crate::view::value::Text;

/// What a series has in its name in the place of the period.
pub const PERIOD_PLACE: &str = "{period}";

/// Tables of one design, one for each period, and what becomes of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The name of its tables, with `{period}` in it: `Events_{period}`.
    pub name: String,
    /// The request of `CreateTable`, without the name.
    pub design: Value,
    pub period: SeriesPeriod,
    /// How many tables are there for periods that have not begun.
    pub ahead: u64,
    /// Read units a second of a table whose period is over. It has one write unit.
    pub read_units: u64,
    /// How many tables are kept of periods that are over.
    pub keep: u64,
    /// What becomes of older tables.
    pub older: Older,
}

impl Series {
    /// Whether its tables are paid for by the request, so that no throughput of them is lowered.
    pub fn is_on_demand(&self) -> bool {
        self.design["BillingMode"] == "PAY_PER_REQUEST"
    }
}

/// How long the period of a table is, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeriesPeriod {
    Hour,
    Day,
    Month,
}

/// What becomes of tables that are older than those that are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Older {
    /// They are deleted.
    Delete,
    /// They have one read unit and one write unit.
    Archive,
}

impl SeriesPeriod {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Hour, Self::Day, Self::Month];

    /// What it is called: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Hour => "series.hour",
            Self::Day => "series.day",
            Self::Month => "series.month",
        }
    }
}

impl Older {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Delete, Self::Archive];

    /// What it is called for a series: a key of the catalogue.
    pub fn words(self, series: &Series) -> &'static str {
        match self {
            Self::Delete => "series.delete_older",
            Self::Archive if series.is_on_demand() => "series.keep_older",
            Self::Archive => "series.archive",
        }
    }
}

/// The period tables of a sandbox.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesListView {
    pub series: Vec<SeriesView>,
    /// What a new one can begin with: the design of the open table.
    pub proposal: Series,
}

/// A series of tables: what it has now, and what happens next.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesView {
    pub series: Series,
    /// Its tables, in the order of their periods.
    pub tables: Vec<Text>,
    /// Units a second that its tables and their global indexes have.
    pub write_units: u64,
    pub read_units: u64,
    /// Bytes that are stored.
    pub size: u64,
    /// What its tables cost in a month.
    pub money: Money,
    pub next: SeriesNext,
    /// The requests of its last turn that were rejected, and why.
    pub rejected: Vec<Message>,
}

/// What happens next to a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SeriesNext {
    /// Its next turn, in milliseconds since 1970, and what it changes.
    At { unix_ms: u64, changes: Vec<Message> },
    /// It has had as many turns as it may.
    Stopped,
}
