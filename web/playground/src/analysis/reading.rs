//! What a Query, a Scan or a SELECT reads: every page of it, and as many items as there will be.
//!
//! A Scan reads all items of a table of the expected size. A Query reads as many as here: more items are more keys, and not more items
//! of a key, unless an index has one key for all of its entries. The user may say how many a request reads. Pages of 1 MB are whole
//! blocks, so that the units of all pages are those of their bytes together.

use engine::api::Outcome;
use engine::capacity::cost::read_units;
use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::json::value::parse;
use engine::model::bytes::Bytes;
use engine::model::key::KeySchema;
use engine::operation::Operation;
use engine::partiql::plan::{Plan, ReadAccess};
use engine::receipt::{Arm, Reason};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::read::PAGE_SIZE;
use engine::table::schema::Scope;
use engine::table::storage::Storage;

use crate::analysis::cost::expected_count;
use crate::sandbox::order::compare_partitions;
use crate::view::cost::CostSettings;
use crate::view::decimal::Decimal;

/// The fewest entries whose one key is taken for that of all entries that there will be. Model: with two, any key looks like it.
const ENTRY_COUNT_MIN: usize = 3;

/// A Query or a Scan, or a SELECT that is planned as one or several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Whether it asks for no key, and so reads all.
    is_of_all: bool,
    /// Its `Limit`.
    limit: Option<u128>,
    /// How many items it reads on average, as a fraction, if the user has said so.
    count: Option<(u128, u128)>,
    /// How many reads it is divided into: one for each value of the key.
    read_count: u128,
}

/// What is read of one store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Read {
    /// Items or entries, as a fraction, and how many of them are here.
    count: (u128, u128),
    found: u128,
    /// Whether it reads more than here because all entries of its index have one key.
    pub is_grown: bool,
    /// Whether nothing is here that tells how large it is what will be read.
    pub is_unsized: bool,
    pub page_count: u64,
    /// What it costs.
    pub units: CapacityUnits,
}

impl Reading {
    /// The reading of a request; `None` for any other operation. `count` is what the user has said.
    pub(crate) fn of(
        database: &Database,
        operation: Operation,
        request: &str,
        count: Option<Decimal>,
    ) -> Option<Self> {
        let json = parse(request).ok()?;
        let (is_of_all, read_count) = match operation {
            Operation::Query => (false, 1),
            Operation::Scan => (true, 1),
            Operation::ExecuteStatement => select_reads(database, request)?,
            _ => return None,
        };
        let limit = json["Limit"].as_u64().map(u128::from);
        let count = count.map(|count| {
            let (count, parts) = count.fraction();
            (count.into(), u128::from(parts) * read_count)
        });
        Some(Self { is_of_all, limit, count, read_count })
    }

    /// What an arm of the receipt of all pages becomes in a store of the expected size; `None` if it stays as it is.
    pub(crate) fn read(
        self,
        database: &Database,
        settings: &CostSettings,
        arm: &Arm,
    ) -> Option<Read> {
        let Reason::Read { count: found, size, consistency } = arm.reason else { return None };
        let table = database.table(arm.table.as_str()).filter(|table| !table.is_sql)?;
        let index = table.indexes.iter().find(|index| index.store() == arm.store);
        let storage = index.map_or(&table.items, |index| &index.entries);
        let (found, here) = (found as u128, storage.count() as u128);
        let is_of_one_key = !self.is_of_all && index.is_some_and(|index| has_one_key(table, index));
        let expected = expected_count(settings, table, index);
        let expected = expected.filter(|_| self.is_of_all || is_of_one_key);
        let (count, parts) = match (self.count, expected) {
            (Some(count), _) => count,
            // Nothing is here, and all will be read.
            (None, Some(all)) if here == 0 && self.is_of_all => all,
            (None, Some((count, parts))) if here > 0 => {
                let whole = parts * here;
                ((found * count + whole / 2) / whole, 1)
            }
            (None, Some(_) | None) => (found, 1),
        };
        let (count, parts) = match self.limit.map(|limit| limit.div_ceil(self.read_count)) {
            Some(limit) if limit * parts < count => (limit, 1),
            Some(_) | None => (count, parts),
        };
        let bytes = match found {
            0 => u128::from(storage.size().0) * count / (here.max(1) * parts),
            _ => u128::from(size.0) * count / (found * parts),
        };
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let units = match count == found * parts {
            true => arm.units,
            false => read_units(Bytes(bytes), consistency),
        };
        Some(Read {
            count: (count, parts),
            found,
            is_grown: is_of_one_key && self.count.is_none() && count != found,
            is_unsized: here == 0 && count > 0,
            page_count: bytes.div_ceil(PAGE_SIZE.0).max(1),
            units,
        })
    }
}

impl Read {
    /// Items or entries that so many requests read.
    pub(crate) fn of_requests(self, request_count: u64) -> u64 {
        let (count, parts) = self.count;
        u64::try_from(u128::from(request_count) * count / parts).unwrap_or(u64::MAX)
    }

    /// A number that grows with the items that are read.
    pub(crate) fn times(self, number: u64) -> u64 {
        let (count, parts) = self.count;
        match self.found {
            0 => number,
            found => {
                u64::try_from(u128::from(number) * count / (found * parts)).unwrap_or(u64::MAX)
            }
        }
    }
}

/// Whether a statement reads all, and how many Queries it is; `None` if it writes, or reads items by their whole keys.
fn select_reads(database: &Database, request: &str) -> Option<(bool, u128)> {
    let Plan::Read(plan) = engine::api::partiql_plan(database, request).ok()? else { return None };
    match plan.access {
        ReadAccess::GetItem { .. } => None,
        ReadAccess::Query { conditions } => Some((false, conditions.len().max(1) as u128)),
        ReadAccess::Scan { .. } => Some((true, 1)),
    }
}

/// Whether all entries of a global index have one partition key, and not because the items of the table have.
fn has_one_key(table: &Table, index: &Index) -> bool {
    let is_one = |storage: &Storage, key: &KeySchema| {
        let mut stored = storage.iter().map(|(_, stored)| &stored.image);
        let (first, last) = (stored.next(), stored.next_back());
        // The items of a key are together.
        first.zip(last).is_some_and(|(a, b)| compare_partitions(key, a, b).is_eq())
    };
    index.schema.scope == Scope::Global
        && index.entries.count() >= ENTRY_COUNT_MIN
        && is_one(&index.entries, &index.schema.key)
        && !is_one(&table.items, &table.schema.key)
}

/// What a request is answered. A Query, Scan or SELECT without a `Limit` is repeated for each further page, as an application does, and has
/// the receipt of all of them.
pub(crate) fn answered(database: &Database, operation: Operation, request: &str) -> Outcome {
    let mut outcome = engine::api::preview(database, operation.name(), request);
    let (given, asked) = match operation {
        Operation::Query | Operation::Scan => ("LastEvaluatedKey", "ExclusiveStartKey"),
        Operation::ExecuteStatement => ("NextToken", "NextToken"),
        _ => return outcome,
    };
    let Some(mut next) = parse(request).ok().filter(|it| it["Limit"].is_null()) else {
        return outcome;
    };
    let key_of = |outcome: &Outcome| {
        let key = &outcome.reply.as_ref().ok()?[given];
        (!key.is_null()).then(|| key.clone())
    };
    let mut key = key_of(&outcome);
    while let Some(start) = key {
        next[asked] = start;
        let page = engine::api::preview(database, operation.name(), &next.to_string());
        key = key_of(&page);
        let (Some(all), Some(receipt)) = (&mut outcome.receipt, page.receipt) else { break };
        for arm in receipt.arms {
            match all
                .arms
                .iter_mut()
                .find(|other| other.store == arm.store && is_alike(other, &arm))
            {
                Some(other) => add(other, arm),
                None => all.arms.push(arm),
            }
        }
    }
    outcome
}

fn is_alike(arm: &Arm, other: &Arm) -> bool {
    std::mem::discriminant(&arm.reason) == std::mem::discriminant(&other.reason)
}

/// Adds an arm of another page.
fn add(arm: &mut Arm, other: Arm) {
    arm.units += other.units;
    match (&mut arm.reason, other.reason) {
        (Reason::Read { count, size, .. }, Reason::Read { count: more, size: bytes, .. }) => {
            *count += more;
            *size += bytes;
        }
        (Reason::Fetch { sizes, .. }, Reason::Fetch { sizes: more, .. }) => sizes.extend(more),
        (_, _) => {}
    }
}
