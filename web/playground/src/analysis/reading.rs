//! What a Query, a Scan or a SELECT reads: every page of it, and as many items as there will be.
//!
//! A read finds its share of the items that are here. Of a table of the expected size it reads the same share, unless the user says
//! how many items it is, or its key has one item at most. Pages of 1 MB are whole blocks, so that the units of all pages are those of
//! their bytes together.

use engine::api::Outcome;
use engine::capacity::cost::read_units;
use engine::capacity::units::CapacityUnits;
use engine::database::Database;
use engine::expression::key_condition::KeyConditionExpression;
use engine::expression::sort_condition::SortCondition;
use engine::json::value::parse;
use engine::model::bytes::Bytes;
use engine::operation::Operation;
use engine::partiql::plan::{Plan, ReadAccess};
use engine::receipt::{Arm, Reason};
use engine::table::Table;
use engine::table::read::PAGE_SIZE;
use serde_json::Value;

use crate::analysis::cost::expected_count;
use crate::analysis::placeholder::bindings;
use crate::view::cost::CostSettings;

/// A Query or a Scan, or a SELECT that is planned as one or several of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Whether at most one item has its key.
    is_of_one: bool,
    /// Its `Limit`.
    limit: Option<u128>,
    /// How many items it reads, if the user has said so.
    count: Option<u128>,
    /// How many reads it is divided into: one for each value of the key.
    read_count: u128,
}

/// What is read of one store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Read {
    /// Items or entries.
    pub count: u64,
    /// How many times as many as are here, as a fraction.
    times: (u128, u128),
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
        count: Option<u64>,
    ) -> Option<Self> {
        let json = parse(request).ok()?;
        let (is_of_one, read_count) = match operation {
            Operation::Query => {
                let table = json["TableName"].as_str()?.rsplit('/').next()?;
                let table = database.table(table)?;
                (json["IndexName"].is_null() && has_whole_key(table, &json), 1)
            }
            Operation::Scan => (false, 1),
            Operation::ExecuteStatement => (false, select_reads(database, request)?),
            _ => return None,
        };
        let limit = json["Limit"].as_u64().map(u128::from);
        Some(Self { is_of_one, limit, count: count.map(u128::from), read_count })
    }

    /// What an arm of the receipt of all pages becomes in a store of the expected size; `None` if it stays as it is.
    pub(crate) fn read(
        self,
        database: &Database,
        settings: &CostSettings,
        arm: &Arm,
    ) -> Option<Read> {
        let Reason::Read { count: found, size, consistency } = arm.reason else { return None };
        let table = database.table(arm.table.as_str())?;
        let index = table.indexes.iter().find(|index| index.store() == arm.store);
        let storage = index.map_or(&table.items, |index| &index.entries);
        let (found, here) = (found as u128, storage.count() as u128);
        let expected = expected_count(settings, table, index).filter(|_| !self.is_of_one);
        let of_each = |number: u128| number.div_ceil(self.read_count);
        let count = match (self.count, expected) {
            (Some(count), _) => of_each(count),
            (None, Some((count, parts))) if here > 0 => {
                let whole = parts * here;
                (found * count + whole / 2) / whole
            }
            (None, Some(_) | None) => found,
        };
        let count = self.limit.map_or(count, |limit| count.min(of_each(limit)));
        let bytes = match found {
            0 => u128::from(storage.size().0) * count / here.max(1),
            _ => u128::from(size.0) * count / found,
        };
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let units = match count == found {
            true => arm.units,
            false => read_units(Bytes(bytes), consistency),
        };
        Some(Read {
            count: u64::try_from(count).unwrap_or(u64::MAX),
            times: (count, found),
            page_count: bytes.div_ceil(PAGE_SIZE.0).max(1),
            units,
        })
    }
}

impl Read {
    /// A number that grows with the items that are read.
    pub(crate) fn times(self, number: u64) -> u64 {
        match self.times {
            (_, 0) => number,
            (count, found) => u64::try_from(u128::from(number) * count / found).unwrap_or(u64::MAX),
        }
    }
}

/// How many Queries or Scans a statement is; `None` if it writes, or reads items by their whole keys.
fn select_reads(database: &Database, request: &str) -> Option<u128> {
    let Plan::Read(plan) = engine::api::partiql_plan(database, request).ok()? else { return None };
    match plan.access {
        ReadAccess::GetItem { .. } => None,
        ReadAccess::Query { conditions } => Some(conditions.len().max(1) as u128),
        ReadAccess::Scan { .. } => Some(1),
    }
}

/// Whether a Query of a table asks for one value of each key attribute.
fn has_whole_key(table: &Table, request: &Value) -> bool {
    let sort = &table.schema.key.sort;
    let Some(last) = sort.last() else { return true };
    let legacy = &request["KeyConditions"][last.name.as_str()]["ComparisonOperator"];
    legacy == "EQ" || key_condition(table, request) == Some(true)
}

/// Whether the condition of a Query has a value for each attribute of the sort key.
fn key_condition(table: &Table, request: &Value) -> Option<bool> {
    let mut bindings = bindings(request)?;
    let text = request["KeyConditionExpression"].as_str()?;
    let condition = KeyConditionExpression::parse(text, &mut bindings).ok()?;
    let condition = condition.resolve(&table.schema.key).ok()?;
    let is_last = condition.sort.len() + 1 == table.schema.key.sort.len();
    Some(is_last && matches!(condition.last, Some(SortCondition::Equal(_))))
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
