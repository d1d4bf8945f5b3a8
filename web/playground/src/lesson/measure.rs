//! Numbers that can be measured in a sandbox.

use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::receipt::{SqlRequests, Store, UnitKind};
use engine::table::Table;
use engine::table::schema::Billing;
use engine::workload::result::{Counts, RunResult};

use crate::lesson::lookup::{ItemName, find_index};
use crate::lesson::observed::Observed;
use crate::lesson::quantity::{Comparison, Quantity};
use crate::lesson::setting::setting;
use crate::lesson::{result, table_name};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::region::{Arrived, RegionArrival};
use crate::sandbox::throughput::Settings;
use crate::session::Session;
use crate::view::throughput::Setting;

/// What a number counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    ReadUnits,
    WriteUnits,
    /// Read or write units a second.
    UnitsPerSecond,
    /// Items or index entries.
    Items,
    Bytes,
    Requests,
    RequestsPerSecond,
    /// Something else that is counted.
    Count,
}

/// A number that can be measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// Units of the last request: of one table or index, or of all.
    Last {
        /// Read or write units.
        kind: UnitKind,
        /// The table or index; `None` is the sum.
        store: Option<String>,
    },
    /// Items that the last request returned.
    Returned,
    /// Items that the last request read before its filter.
    Evaluated,
    /// What followed from the last request.
    Behind(Behind),
    /// Requests to SQL tables since the lesson was opened.
    Sql(UnitKind),
    /// Something about an index.
    Index {
        /// Its name.
        index: String,
        what: Extent,
    },
    /// Something about a table.
    Table {
        /// Its name.
        table: String,
        what: Extent,
    },
    /// The size of an item.
    ItemBytes { item: ItemName },
    /// Requests of the last run.
    Run { count: RunCount, seconds: Seconds },
    /// Units of the last run: of one table or index, or of all.
    RunUnits {
        /// Read or write units.
        kind: UnitKind,
        /// The table or index; `None` is the sum.
        store: Option<String>,
    },
    /// A setting of the model of throughput.
    Setting {
        setting: Setting,
        /// Its name in lessons.
        name: String,
    },
    /// Units a second that are provisioned.
    Provisioned {
        table: String,
        /// Its global index; `None` is the table itself.
        index: Option<String>,
        /// Read or write units.
        kind: UnitKind,
    },
}

/// A number about a table or an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Items or entries.
    Count,
    /// The sum of their sizes.
    Bytes,
    /// Changes that are on their way. None for a table.
    Pending,
}

/// What followed from a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Behind {
    /// Units of the programs that ran because of it, and of its writes in other Regions.
    Units(UnitKind),
    /// Requests of those programs to SQL tables.
    Sql(UnitKind),
    /// Its writes that have arrived in other Regions.
    Arrived,
    /// Those that were dropped there, because a later write had arrived.
    Lost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunCount {
    /// Requests.
    Issued,
    /// Requests that were answered.
    Succeeded,
    /// Attempts that were throttled.
    Throttled,
    /// Requests that were given up.
    Dropped,
    /// Requests that were rejected for another reason than throughput.
    Failed,
    /// Attempts beyond the first.
    Retried,
}

/// Seconds of a run, counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seconds {
    /// All together.
    All,
    One(usize),
    /// Each one from here on.
    EachFrom(usize),
}

impl Measure {
    /// The index that it measures.
    pub(crate) fn index(&self) -> Option<&str> {
        match self {
            Self::Index { index, .. } => Some(index),
            Self::Last { .. }
            | Self::Returned
            | Self::Evaluated
            | Self::Behind(_)
            | Self::Sql(_)
            | Self::Table { .. }
            | Self::ItemBytes { .. }
            | Self::Run { .. }
            | Self::RunUnits { .. }
            | Self::Setting { .. }
            | Self::Provisioned { .. } => None,
        }
    }

    /// Reads the words of a measure, and returns the words after it.
    pub(crate) fn parse<'w, 't>(words: &'w [&'t str]) -> Option<(Self, &'w [&'t str])> {
        match words {
            ["last", kind @ ("read" | "write"), rest @ ..] => {
                let kind = unit_kind(kind)?;
                let (store, rest) = optional_name(rest);
                Some((Self::Last { kind, store }, rest))
            }
            ["last", "returns", rest @ ..] => Some((Self::Returned, rest)),
            ["last", "evaluates", rest @ ..] => Some((Self::Evaluated, rest)),
            ["sql", kind, rest @ ..] => Some((Self::Sql(unit_kind(kind)?), rest)),
            ["behind", "sql", kind, rest @ ..] => {
                Some((Self::Behind(Behind::Sql(unit_kind(kind)?)), rest))
            }
            ["behind", word, rest @ ..] => Some((Self::Behind(Behind::parse(word)?), rest)),
            ["index", index, what @ ("entries" | "bytes" | "pending"), rest @ ..] => {
                let index = (*index).to_owned();
                Some((Self::Index { index, what: Extent::parse(what)? }, rest))
            }
            ["table", table, what @ ("items" | "bytes"), rest @ ..] => {
                let table = table_name::referenced(table);
                Some((Self::Table { table, what: Extent::parse(what)? }, rest))
            }
            ["item", ..] => {
                let (item, verb, rest) = ItemName::parse(words)?;
                (verb == "bytes").then_some((Self::ItemBytes { item }, rest))
            }
            ["run", rest @ ..] => Self::parse_run(rest),
            ["setting", rest @ ..] => {
                let count = (1..=2).find(|count| {
                    rest.get(..*count).is_some_and(|words| setting(&words.join(" ")).is_some())
                })?;
                let (name, rest) = rest.split_at(count);
                let name = name.join(" ");
                Some((Self::Setting { setting: setting(&name)?, name }, rest))
            }
            ["provisioned", table, kind @ ("read" | "write"), rest @ ..] => {
                let (table, kind) = ((*table).to_owned(), unit_kind(kind)?);
                Some((Self::Provisioned { table, index: None, kind }, rest))
            }
            ["provisioned", table, index, kind @ ("read" | "write"), rest @ ..] => {
                let (table, index) = ((*table).to_owned(), Some((*index).to_owned()));
                Some((Self::Provisioned { table, index, kind: unit_kind(kind)? }, rest))
            }
            _ => None,
        }
    }

    /// Reads the words after `run`.
    fn parse_run<'w, 't>(words: &'w [&'t str]) -> Option<(Self, &'w [&'t str])> {
        match words {
            [kind @ ("read" | "write"), rest @ ..] => {
                let kind = unit_kind(kind)?;
                let (store, rest) = optional_name(rest);
                Some((Self::RunUnits { kind, store }, rest))
            }
            ["second", second, count, rest @ ..] => {
                let seconds = Seconds::One(second.parse().ok()?);
                Some((Self::Run { count: RunCount::parse(count)?, seconds }, rest))
            }
            ["from", "second", second, count, rest @ ..] => {
                let seconds = Seconds::EachFrom(second.parse().ok()?);
                Some((Self::Run { count: RunCount::parse(count)?, seconds }, rest))
            }
            [count, rest @ ..] => {
                let seconds = Seconds::All;
                Some((Self::Run { count: RunCount::parse(count)?, seconds }, rest))
            }
            [] => None,
        }
    }

    /// A value of this measure: a number, or `on` and `off` for a switch.
    pub(crate) fn parse_value(&self, word: &str) -> Option<Quantity> {
        match (self, word) {
            (Self::Setting { .. }, "on" | "limited") => Some(Quantity::new(1)),
            (Self::Setting { .. }, "off" | "unlimited") => Some(Quantity::new(0)),
            (_, word) => Quantity::parse(word),
        }
    }

    /// What the number counts.
    pub fn unit(&self) -> Unit {
        match self {
            Self::Last { kind, .. } | Self::RunUnits { kind, .. } => match kind {
                UnitKind::Read => Unit::ReadUnits,
                UnitKind::Write => Unit::WriteUnits,
            },
            Self::Behind(Behind::Units(UnitKind::Read)) => Unit::ReadUnits,
            Self::Behind(Behind::Units(UnitKind::Write)) => Unit::WriteUnits,
            Self::Returned
            | Self::Evaluated
            | Self::Index { what: Extent::Count, .. }
            | Self::Table { what: Extent::Count, .. } => Unit::Items,
            Self::Index { what: Extent::Bytes, .. }
            | Self::Table { what: Extent::Bytes, .. }
            | Self::ItemBytes { .. } => Unit::Bytes,
            Self::Index { what: Extent::Pending, .. }
            | Self::Table { what: Extent::Pending, .. }
            | Self::Behind(Behind::Sql(_) | Behind::Arrived | Behind::Lost)
            | Self::Sql(_)
            | Self::Setting { .. } => Unit::Count,
            Self::Run { seconds: Seconds::All, .. } => Unit::Requests,
            Self::Run { seconds: Seconds::One(_) | Seconds::EachFrom(_), .. } => {
                Unit::RequestsPerSecond
            }
            Self::Provisioned { .. } => Unit::UnitsPerSecond,
        }
    }

    /// What is measured now: a value, one for each second of a run, or none if there is nothing to measure.
    pub fn values(&self, session: &Session, observed: &Observed) -> Vec<Quantity> {
        if let Self::Run { count, seconds } = self {
            let result = observed.run.as_ref().map(|run| &run.result);
            return result.map(|result| count.values(result, *seconds)).unwrap_or_default();
        }
        if let Self::Behind(behind) = self {
            let number = observed.operation.as_ref().map(|operation| operation.number);
            let operation = number.and_then(|number| session.operation(number));
            return operation.map(|it| behind.value(it)).into_iter().collect();
        }
        if let Self::Sql(kind) = self {
            return vec![sql_count(session.state.ledger.total().sql, *kind)];
        }
        Vec::from_iter(self.value(session.database(), observed))
    }

    fn value(&self, database: &Database, observed: &Observed) -> Option<Quantity> {
        let operation = observed.operation.as_deref();
        let halves = |halves| Some(Quantity::from_halves(halves));
        match self {
            Self::Last { kind, store: None } => halves(operation?.units(*kind).halves()),
            Self::Last { kind, store: Some(store) } => {
                let arms = result::arms(operation?, *kind);
                let units = arms.into_iter().filter(|(name, _)| name == store);
                halves(units.map(|(_, units)| units.halves()).sum())
            }
            Self::Returned => Some(Quantity::new(result::returned(operation?)?.count)),
            Self::Evaluated => Some(Quantity::new(result::returned(operation?)?.evaluated)),
            Self::Index { index, what } => {
                let (_, index) = find_index(database, index)?;
                Some(Quantity::new(match what {
                    Extent::Count => index.entries.count() as u64,
                    Extent::Bytes => index.entries.size().0,
                    Extent::Pending => index.pending_count() as u64,
                }))
            }
            Self::Table { table, what } => {
                let table = database.table(table)?;
                Some(Quantity::new(match what {
                    Extent::Count => table.items.count() as u64,
                    Extent::Bytes => table.items.size().0,
                    Extent::Pending => 0,
                }))
            }
            Self::ItemBytes { item } => {
                let table = database.table(&item.table)?;
                let mut stored = table.items.iter().map(|(_, stored)| stored);
                let stored = stored.find(|stored| item.names(table, &stored.image))?;
                Some(Quantity::new(stored.size.0))
            }
            Self::RunUnits { kind, store } => {
                let result = &observed.run.as_ref()?.result;
                Some(run_units(result, *kind, store.as_deref()))
            }
            Self::Run { .. } | Self::Behind(_) | Self::Sql(_) => None,
            Self::Setting { setting, .. } => {
                Some(Quantity::new(Settings::of(database).get(*setting)))
            }
            Self::Provisioned { table, index, kind } => {
                provisioned(database.table(table)?, index.as_deref(), *kind)
            }
        }
    }
}

impl Behind {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "read" | "write" => Self::Units(unit_kind(word)?),
            "arrived" => Self::Arrived,
            "lost" => Self::Lost,
            _ => return None,
        })
    }

    fn value(self, operation: &OperationRecord) -> Quantity {
        let arrivals = &operation.arrivals;
        match self {
            Self::Units(kind) => {
                let of_programs = operation.program_runs.iter().map(|run| run.taken.units(kind));
                let arrived = arrivals.iter().filter_map(RegionArrival::units);
                let arrived = arrived.filter(|_| kind == UnitKind::Write);
                Quantity::from_halves(of_programs.chain(arrived).map(CapacityUnits::halves).sum())
            }
            Self::Sql(kind) => {
                let of_programs = operation.program_runs.iter().map(|run| run.taken.sql);
                sql_count(of_programs.fold(SqlRequests::default(), SqlRequests::with), kind)
            }
            Self::Arrived => {
                Quantity::new(arrivals.iter().filter_map(RegionArrival::units).count() as u64)
            }
            Self::Lost => {
                let lost = arrivals.iter().filter(|it| it.became == Arrived::Dropped);
                Quantity::new(lost.count() as u64)
            }
        }
    }
}

/// Requests that read SQL tables, or those that write them.
fn sql_count(requests: SqlRequests, kind: UnitKind) -> Quantity {
    Quantity::new(match kind {
        UnitKind::Read => requests.read_count,
        UnitKind::Write => requests.write_count,
    })
}

impl Extent {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "entries" | "items" => Self::Count,
            "bytes" => Self::Bytes,
            "pending" => Self::Pending,
            _ => return None,
        })
    }
}

impl RunCount {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "issued" => Self::Issued,
            "succeeded" => Self::Succeeded,
            "throttled" => Self::Throttled,
            "dropped" => Self::Dropped,
            "failed" => Self::Failed,
            "retried" => Self::Retried,
            _ => return None,
        })
    }

    fn values(self, result: &RunResult, seconds: Seconds) -> Vec<Quantity> {
        let of = |counts: &Counts| {
            Quantity::new(match self {
                Self::Issued => counts.issued,
                Self::Succeeded => counts.succeeded,
                Self::Throttled => counts.throttled,
                Self::Dropped => counts.dropped,
                Self::Failed => counts.failed,
                Self::Retried => counts.retried,
            })
        };
        match seconds {
            Seconds::All => vec![of(&result.counts)],
            Seconds::One(second) => {
                result.seconds.get(second).map(|it| of(&it.counts)).into_iter().collect()
            }
            Seconds::EachFrom(second) => {
                result.seconds.iter().skip(second).map(|it| of(&it.counts)).collect()
            }
        }
    }
}

/// The units of a run, of one table or index or of all.
fn run_units(result: &RunResult, kind: UnitKind, store: Option<&str>) -> Quantity {
    let stores = result.stores.iter().filter(|it| {
        let name = match &it.store {
            Store::Table => it.table.as_str(),
            Store::Local(index) | Store::Global(index) => index.as_str(),
        };
        store.is_none_or(|store| store == name)
    });
    let units = stores.map(|it| match kind {
        UnitKind::Read => it.total.read.halves(),
        UnitKind::Write => it.total.written.halves(),
    });
    Quantity::from_halves(units.sum())
}

/// The units a second that are provisioned. `None` on demand.
fn provisioned(table: &Table, index: Option<&str>, kind: UnitKind) -> Option<Quantity> {
    let throughput = match (index, table.schema.billing) {
        (_, Billing::PayPerRequest) => None,
        (None, Billing::Provisioned(throughput)) => Some(throughput),
        (Some(index), Billing::Provisioned(_)) => {
            table.schema.index(index).and_then(|(_, index)| index.throughput)
        }
    }?;
    Some(Quantity::new(match kind {
        UnitKind::Read => throughput.read_units_per_second,
        UnitKind::Write => throughput.write_units_per_second,
    }))
}

fn unit_kind(word: &str) -> Option<UnitKind> {
    match word {
        "read" => Some(UnitKind::Read),
        "write" => Some(UnitKind::Write),
        _ => None,
    }
}

/// The first word if it is a name and no number or comparison, and the words after it.
fn optional_name<'w, 't>(words: &'w [&'t str]) -> (Option<String>, &'w [&'t str]) {
    let is_name = |word: &str| Comparison::parse(word).is_none() && Quantity::parse(word).is_none();
    match words {
        [name, rest @ ..] if is_name(name) => (Some((*name).to_owned()), rest),
        words => (None, words),
    }
}
