//! A statement, and what it gives.

use std::fmt::Display;

use engine::database::Database;
use futures::FutureExt;
use gluesql_core::ast::{AggregateFunction, Expr, Query, SelectItem, SetExpr, Statement};
use gluesql_core::data::Value;
use gluesql_core::plan::{fetch_schema_map, validate};
use gluesql_core::prelude::{Payload, execute, translate};
use playground::view::value::Text;

use crate::access::{combination_count, joined, narrowed, table_names};
use crate::fault::{Fault, FaultKind};
use crate::number::with_decimals;
use crate::read::Read;
use crate::store::Store;
use crate::text::Tokens;
use crate::value::shown;
use crate::{ROW_COUNT_MAX, SHOWN_COUNT_MAX};

/// What a statement gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub columns: Vec<Text>,
    /// The first rows, as they are shown. `None` is NULL.
    pub rows: Vec<Vec<Option<Text>>>,
    /// All rows of the result.
    pub row_count: u64,
    /// What was read of each table, in the order of the statement.
    pub reads: Vec<Read>,
}

/// Answers a statement. Fails with a sentence, and where in the text it belongs.
pub fn answer(database: &Database, statement: &str) -> Result<Answer, Fault> {
    let tokens = Tokens::of(statement)?;
    let fault = |kind: FaultKind| tokens.locate(kind);
    let query = with_decimals(select_of(statement).map_err(fault)?);
    let of_nothing = of_nothing(&query);
    let names = table_names(&query).map_err(fault)?;
    let mut store = Store::of(database, names).map_err(fault)?;
    let query = narrowed(query, &mut store);
    let planned = planned(&store, query).map_err(fault)?;
    let payload = now(execute(&mut store, &planned)).map_err(fault)?;
    let (columns, rows) = match payload {
        Payload::Select { labels, rows } if rows.is_empty() => {
            (labels, of_nothing.into_iter().collect())
        }
        Payload::Select { labels, rows } => (labels, rows),
        _ => return Err(fault(FaultKind::NotSelect)),
    };
    Ok(Answer {
        columns: columns.into_iter().map(Text::from).collect(),
        row_count: rows.len() as u64,
        rows: rows
            .iter()
            .take(SHOWN_COUNT_MAX)
            .map(|row| row.iter().map(shown).collect())
            .collect(),
        reads: store.reads(),
    })
}

/// The query of a text with one SELECT.
fn select_of(text: &str) -> Result<Query, FaultKind> {
    let parsed = gluesql_core::prelude::parse(text)?;
    let [parsed] = &parsed[..] else { return Err(FaultKind::OneStatement) };
    match translate(parsed)? {
        Statement::Query(query) => Ok(query),
        _ => Err(FaultKind::NotSelect),
    }
}

/// The row that sums and counts have when no row is found; `None` if the query has groups, or asks for more than sums and counts.
/// `GlueSQL` gives none.
fn of_nothing(query: &Query) -> Option<Vec<Value>> {
    let SetExpr::Select(select) = &query.body else { return None };
    let of = |item: &SelectItem| match item {
        SelectItem::Expr { expr: Expr::Aggregate(aggregate), .. } => Some(match aggregate.func {
            AggregateFunction::Count(_) => Value::I64(0),
            _ => Value::Null,
        }),
        _ => None,
    };
    let is_one_group =
        select.group_by.is_empty() && select.having.is_none() && query.limit.is_none();
    is_one_group.then(|| select.projection.iter().map(of).collect()).flatten()
}

/// The statement with a way to each table. `GlueSQL`'s own plan by primary keys is left out: it takes a condition on the key of a
/// joined table for one on the first table.
fn planned(store: &Store, query: Query) -> Result<Statement, FaultKind> {
    let statement = Statement::Query(query.clone());
    let schemas = now(fetch_schema_map(store, &statement))?;
    validate(&schemas, &statement)?;
    let statement = joined(query, &schemas, store);
    match combination_count(&statement, store) {
        count if count > ROW_COUNT_MAX => Err(FaultKind::TooMany),
        _ => Ok(statement),
    }
}

/// The output of a future that never waits: the rows are in memory.
fn now<T, E: Display>(future: impl Future<Output = Result<T, E>>) -> Result<T, FaultKind>
where
    FaultKind: From<E>,
{
    future.now_or_never().expect("nothing of a store in memory waits").map_err(FaultKind::from)
}
