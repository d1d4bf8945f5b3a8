//! Period tables: which tables there are at a moment, and the requests that get there.
//!
//! What a turn does depends on the tables and the moment only. What was rejected is therefore done at a later turn.

use engine::api::error::ApiError;
use engine::capacity::throughput::Throughput;
use engine::clock::{Timestamp, UnixTime};
use engine::database::Database;
use engine::model::name::TableName;
use engine::table::Table;
use engine::table::schema::{Billing, IndexSchema};
use engine::table::status::TableStatus;
use serde_json::{Value, json};

use crate::sandbox::limit::{
    self, EXPECTED_NAME_LENGTH_MAX, PATTERN_REQUEST_LENGTH_MAX, SCALED_UNITS, SERIES_TABLES,
};
use crate::sandbox::request::Request;
use crate::sandbox::throughput::{INDEX_UPDATES, PROVISIONED, index_update, throughput_json};
use crate::view::message::{Argument, Message};
use crate::view::series::{Older, PERIOD_PLACE, Series, SeriesPeriod};

const HOUR_MS: u64 = 60 * 60 * 1_000;

const DAY_MS: u64 = 24 * HOUR_MS;

/// Turns that a series has until it is saved again. Model: more than a year of days, and no more tables than the page can show.
pub const TURN_COUNT_MAX: u64 = 400;

/// Milliseconds after which a turn is repeated if a limit or other work was in the way. Source: how often a table may be lowered after
/// the first four times of a day, <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
const RETRY_MS: u64 = 60 * 60 * 1_000;

/// A change that a turn makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    Create {
        table: String,
    },
    /// Lowers a table that is there, and its global indexes, to one write unit and so many read units.
    Lower {
        table: TableName,
        read_units: u64,
    },
    Delete {
        table: TableName,
    },
}

impl Step {
    /// The step in words.
    pub(crate) fn words(&self) -> Message {
        match self {
            Self::Create { table } => {
                Message::plain("series.creates").with("table", table.as_str())
            }
            Self::Lower { table, read_units } => Message::plain("series.lowers")
                .with("table", table.as_str())
                .with("read", Argument::Count(*read_units)),
            Self::Delete { table } => {
                Message::plain("series.deletes").with("table", table.as_str())
            }
        }
    }
}

impl Series {
    /// Accepts a series that can be stored and whose tables can be created. Fails with the first fault.
    pub(crate) fn check(&self) -> Result<(), Message> {
        limit::length("series.name", &self.name, EXPECTED_NAME_LENGTH_MAX)?;
        if self.name.matches(PERIOD_PLACE).count() != 1 {
            return Err(Message::plain("series.no_place"));
        }
        limit::number("series.ahead", self.ahead, &SERIES_TABLES)?;
        limit::number("series.keep", self.keep, &SERIES_TABLES)?;
        limit::number("series.read", self.read_units, &SCALED_UNITS)?;
        limit::length("pattern.request", &self.design.to_string(), PATTERN_REQUEST_LENGTH_MAX)?;
        let request = self.create_request(&self.table(&self.period.label(0)));
        let decided =
            engine::api::decide_as(None, &Database::default(), &request.operation, &request.text);
        match decided.outcome.reply {
            Ok(_) => Ok(()),
            Err(error) => {
                let error = Argument::English(error.to_string().into());
                Err(Message::plain("series.wrong").with("error", error))
            }
        }
    }

    /// The table of a period.
    fn table(&self, label: &str) -> String {
        self.name.replacen(PERIOD_PLACE, label, 1)
    }

    /// The table of the period that a moment is in.
    pub(crate) fn table_at(&self, at: UnixTime) -> String {
        self.table(&self.period.label(self.period.number(at)))
    }

    /// The period of a table; `None` if it is not of the series.
    fn label_of<'n>(&self, table: &'n str) -> Option<&'n str> {
        let (before, behind) = self.name.split_once(PERIOD_PLACE)?;
        let label = table.strip_prefix(before)?.strip_suffix(behind)?;
        (self.period.before_label(label)?).is_empty().then_some(label)
    }

    /// Whether a table is one of its tables.
    pub(crate) fn has(&self, table: &str) -> bool {
        self.label_of(table).is_some()
    }

    /// Whether the period of one of its tables is over at a moment.
    pub(crate) fn is_over(&self, table: &str, at: UnixTime) -> bool {
        self.is_before(table, self.period.number(at))
    }

    /// The first period of which tables are kept at a moment, if older ones are deleted.
    pub(crate) fn first_kept(&self, at: UnixTime) -> Option<u64> {
        let first = self.period.number(at).saturating_sub(self.keep);
        (self.older == Older::Delete).then_some(first)
    }

    /// Whether one of its tables is of an earlier period than this one.
    pub(crate) fn is_before(&self, table: &str, number: u64) -> bool {
        let own = self.period.label(number);
        self.label_of(table).is_some_and(|label| *label < *own)
    }

    /// Its tables that are there, with their periods, in the order of these.
    pub(crate) fn tables<'d>(&self, database: &'d Database) -> Vec<(&'d str, &'d Table)> {
        let label_of = |table: &'d Table| self.label_of(table.schema.name.as_str());
        database.tables().filter_map(|table| Some((label_of(table)?, table))).collect()
    }

    /// What a turn at a moment changes, in order.
    pub(crate) fn steps(&self, database: &Database, at: UnixTime) -> Vec<Step> {
        let now = self.period.number(at);
        let planned = (now..=now.saturating_add(self.ahead)).map(|it| self.period.label(it));
        let missing = planned
            .map(|label| self.table(&label))
            .filter(|name| database.table(name).is_none())
            .map(|table| Step::Create { table });
        let (current, kept) =
            (self.period.label(now), self.period.label(now.saturating_sub(self.keep)));
        let over = self
            .tables(database)
            .into_iter()
            .filter(|(label, table)| **label < *current && table.status != TableStatus::Deleting);
        let over = over.filter_map(|(label, table)| {
            let name = table.schema.name.clone();
            let read_units = match (label < &*kept, self.older) {
                (true, Older::Delete) => return Some(Step::Delete { table: name }),
                (true, Older::Archive) => 1,
                (false, _) => self.read_units,
            };
            let is_higher = lowered_members(table, read_units).is_some();
            is_higher.then_some(Step::Lower { table: name, read_units })
        });
        missing.chain(over).collect()
    }

    /// The request of a step.
    pub(crate) fn request(&self, step: &Step, database: &Database) -> Request {
        match step {
            Step::Create { table } => self.create_request(table),
            Step::Lower { table, read_units } => {
                let found = database.table(table.as_str());
                let mut request = found
                    .and_then(|table| lowered_members(table, *read_units))
                    .unwrap_or_else(|| json!({}));
                request["TableName"] = table.as_str().into();
                Request::new("UpdateTable", &request)
            }
            Step::Delete { table } => {
                Request::new("DeleteTable", &json!({ "TableName": table.as_str() }))
            }
        }
    }

    fn create_request(&self, table: &str) -> Request {
        let mut request = self.design.clone();
        if let Value::Object(members) = &mut request {
            members.insert("TableName".into(), table.into());
        }
        Request::new("CreateTable", &request)
    }
}

/// How far a series is.
#[derive(Debug, Clone)]
pub(crate) struct Turns {
    pub series: Series,
    /// When the last turn was taken, or the series was added.
    pub last: Timestamp,
    pub count: u64,
    /// What was rejected at the last turn, and why.
    pub rejected: Vec<(Step, ApiError)>,
}

impl Turns {
    pub(crate) fn new(series: &Series, now: Timestamp) -> Self {
        Self { series: series.clone(), last: now, count: 0, rejected: Vec::new() }
    }

    /// Whether there have been as many as there may be.
    pub(crate) fn are_over(&self) -> bool {
        self.count >= TURN_COUNT_MAX
    }

    /// When the next turn is due; `None` if there have been as many as there may be.
    pub(crate) fn next(&self, database: &Database) -> Option<Timestamp> {
        let is_passing = |(_, error): &(Step, ApiError)| {
            matches!(error, ApiError::LimitExceeded(_) | ApiError::InUse(_))
        };
        let last = database.unix_time(self.last);
        let begins = self.series.period.next_start(last).0 - last.0;
        let wait_ms = match self.rejected.iter().any(is_passing) {
            true => begins.min(RETRY_MS),
            false => begins,
        };
        (!self.are_over()).then(|| self.last.after(wait_ms))
    }
}

/// The turns of series that begin now.
pub(crate) fn begin(series: &[Series], now: Timestamp) -> Vec<Turns> {
    series.iter().map(|series| Turns::new(series, now)).collect()
}

/// The members of `UpdateTable` that lower a table and its global indexes; `None` if none of them has more.
fn lowered_members(table: &Table, read_units: u64) -> Option<Value> {
    let Billing::Provisioned(throughput) = table.schema.billing else { return None };
    let lowered = |throughput: Throughput| {
        let lower = Throughput {
            read_units_per_second: throughput.read_units_per_second.min(read_units),
            write_units_per_second: throughput.write_units_per_second.min(1),
        };
        (lower != throughput).then_some(lower)
    };
    let index =
        |index: &IndexSchema| Some(index_update(index.name.as_str(), lowered(index.throughput?)?));
    let indexes: Vec<Value> = table.schema.indexes.iter().filter_map(|it| index(it)).collect();
    let mut members = json!({});
    if let Some(lower) = lowered(throughput) {
        members[PROVISIONED] = throughput_json(lower);
    }
    if !indexes.is_empty() {
        members[INDEX_UPDATES] = indexes.into();
    }
    (members != json!({})).then_some(members)
}

impl SeriesPeriod {
    /// The number of the period at a moment. The next one has the next number.
    fn number(self, at: UnixTime) -> u64 {
        match self {
            Self::Hour => at.0 / HOUR_MS,
            Self::Day => at.day(),
            Self::Month => {
                let (year, month, _) = at.date();
                year * 12 + month - 1
            }
        }
    }

    /// How a period is written in the name of a table: `2026_11`, `2026_11_28`, `2026_11_28_13`. Later ones come later in the order of
    /// texts.
    fn label(self, number: u64) -> String {
        let of_time = |ms: u64, length: usize| {
            // `2026-11-28T13:00:00.000`
            UnixTime(ms).to_string()[..length].replace(['-', 'T'], "_")
        };
        match self {
            Self::Hour => of_time(number * HOUR_MS, 13),
            Self::Day => of_time(number * DAY_MS, 10),
            Self::Month => format!("{:04}_{:02}", number / 12, number % 12 + 1),
        }
    }

    /// What comes before a period at the end of a name; `None` if there is none.
    pub(crate) fn before_label(self, name: &str) -> Option<&str> {
        let shape = self.label(0);
        let (before, label) = name.split_at_checked(name.len().checked_sub(shape.len())?)?;
        let is_alike = |(one, other): (char, char)| match one {
            '_' => other == '_',
            _ => other.is_ascii_digit(),
        };
        shape.chars().zip(label.chars()).all(is_alike).then_some(before)
    }

    /// When the period after that of a moment begins.
    pub(crate) fn next_start(self, at: UnixTime) -> UnixTime {
        self.start(self.number(at) + 1)
    }

    /// When a period of this number begins.
    pub(crate) fn start(self, number: u64) -> UnixTime {
        UnixTime(match self {
            Self::Hour => number * HOUR_MS,
            Self::Day => number * DAY_MS,
            Self::Month => {
                // A month has 30.436875 days on average, and no date is further than some days from that.
                let near = number.saturating_sub(1_970 * 12) * 30_436_875 / 1_000_000;
                let is_it = |day: &u64| self.number(UnixTime(day * DAY_MS)) >= number;
                let day = (near.saturating_sub(5)..=near + 5).find(is_it);
                day.expect("the month begins near there") * DAY_MS
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_numbered_and_written() {
        // 2028-02-29T23:59:59
        let at = UnixTime(1_835_481_599_000);
        let written = |period: SeriesPeriod| {
            let number = period.number(at);
            [number, number + 1].map(|number| period.label(number)).join(" ")
        };
        assert_eq!(written(SeriesPeriod::Hour), "2028_02_29_23 2028_03_01_00");
        assert_eq!(written(SeriesPeriod::Day), "2028_02_29 2028_03_01");
        assert_eq!(written(SeriesPeriod::Month), "2028_02 2028_03");
        for period in SeriesPeriod::ALL {
            assert_eq!(period.next_start(at), UnixTime(1_835_481_600_000), "{period:?}");
        }
        let december = UnixTime(1_798_675_200_000);
        assert_eq!(SeriesPeriod::Month.next_start(december).to_string(), "2027-01-01T00:00:00.000");
    }
}
