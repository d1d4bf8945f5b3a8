//! How the rows of each table are found: by a key that the statement gives, or else one after the other.

use std::collections::HashMap;

use gluesql_core::ast::{
    BinaryOperator, Expr, IndexItem, Join, JoinConstraint, JoinExecutor, JoinOperator, Query,
    Select, SetExpr, Statement, TableFactor,
};
use gluesql_core::data::{Key, Schema, Value, get_alias};
use gluesql_core::plan::plan_join;

use crate::fault::FaultKind;
use crate::read::Way;
use crate::store::{Narrow, Rows, Store};
use crate::value::constant_of;

/// A column: the position of its table in the statement, and its position in the table.
type Column = (usize, usize);

/// The tables that a query names, in its order. Fails if it names something else.
pub(crate) fn table_names(query: &Query) -> Result<Vec<String>, FaultKind> {
    let SetExpr::Select(select) = &query.body else { return Err(FaultKind::NotSelect) };
    relations(select)
        .map(|relation| match relation {
            TableFactor::Table { name, .. } => Ok(name.clone()),
            TableFactor::Dictionary { alias, .. } => Err(FaultKind::NoTable(alias.name.clone())),
            TableFactor::Derived { .. } | TableFactor::Series { .. } => Err(FaultKind::NoFrom),
        })
        .collect()
}

fn relations(select: &Select) -> impl Iterator<Item = &TableFactor> {
    let joined = select.from.joins.iter().map(|join| &join.relation);
    [&select.from.relation].into_iter().chain(joined)
}

/// The same query, in which a table is read only where the statement gives the values of its partition key. Conditions stay
/// as they are, so this decides what is read and not what is found.
pub(crate) fn narrowed(mut query: Query, store: &mut Store) -> Query {
    let SetExpr::Select(select) = &mut query.body else { return query };
    let narrow = Scope::of(select, store).narrow(select);
    let joined = select.from.joins.iter_mut().map(|join| &mut join.relation);
    let relations = [&mut select.from.relation].into_iter().chain(joined);
    for (relation, narrow) in relations.zip(narrow) {
        if let (TableFactor::Table { index, .. }, Some(narrow)) = (relation, narrow) {
            let name = store.narrow(narrow);
            *index = Some(IndexItem::NonClustered { name, asc: None, cmp_expr: None });
        }
    }
    query
}

/// The statement with a way to each table that is joined: by its whole key, or by a column whose values are looked up after the
/// table was read once, or else row by row. `GlueSQL` plans the second. What it plans for other expressions is left out: it
/// takes the side of an equality that needs the row for the side that does not.
pub(crate) fn joined(query: Query, schemas: &HashMap<String, Schema>, store: &Store) -> Statement {
    let mut planned = plan_join(schemas, Statement::Query(query.clone()));
    let (SetExpr::Select(select), Some(planned_select)) = (&query.body, select_of(&mut planned))
    else {
        return planned;
    };
    let scope = Scope::of(select, store);
    let joins = select.from.joins.iter().zip(&mut planned_select.from.joins).enumerate();
    for (position, (join, planned)) in joins {
        if let Some(value) = scope.key_value(position + 1, join) {
            *planned = join.clone();
            if let TableFactor::Table { index, .. } = &mut planned.relation {
                *index = Some(IndexItem::PrimaryKey(value));
            }
        } else if !scope.is_by_value(position + 1, planned) {
            *planned = join.clone();
        }
    }
    planned
}

fn select_of(statement: &mut Statement) -> Option<&mut Select> {
    match statement {
        Statement::Query(Query { body: SetExpr::Select(select), .. }) => Some(select),
        _ => None,
    }
}

/// How many combinations of rows a statement can make at most.
pub(crate) fn combination_count(statement: &Statement, store: &Store) -> u64 {
    let Statement::Query(Query { body: SetExpr::Select(select), .. }) = statement else { return 0 };
    let scope = Scope::of(select, store);
    let first = scope.row_count(0, &select.from.relation, None);
    let joins = select.from.joins.iter().enumerate();
    joins.fold(first, |count, (position, join)| {
        let by = match &join.join_executor {
            JoinExecutor::Hash { key_expr, .. } => scope.column(key_expr),
            JoinExecutor::NestedLoop => None,
        };
        count.saturating_mul(scope.row_count(position + 1, &join.relation, by).max(1))
    })
}

/// The tables of a statement, by what it calls them.
struct Scope<'s> {
    store: &'s Store,
    tables: Vec<(String, Option<&'s Rows>)>,
}

impl<'s> Scope<'s> {
    fn of(select: &Select, store: &'s Store) -> Self {
        let tables = relations(select).map(|relation| {
            let rows = match relation {
                // Another name for each column: they are read as a whole.
                TableFactor::Table { alias: Some(alias), .. } if !alias.columns.is_empty() => None,
                TableFactor::Table { name, .. } => store.table(name),
                _ => None,
            };
            (get_alias(relation).clone(), rows)
        });
        Self { store, tables: tables.collect() }
    }

    /// The column that an expression is; `None` if it is another expression, or more than one table has it.
    fn column(&self, expr: &Expr) -> Option<Column> {
        let (alias, name) = match expr {
            Expr::Identifier(name) => (None, name),
            Expr::CompoundIdentifier { alias, ident } => (Some(alias), ident),
            Expr::Nested(expr) => return self.column(expr),
            _ => return None,
        };
        let tables = self.tables.iter().enumerate();
        let mut columns = tables.filter_map(|(table, (called, rows))| {
            let is_meant = alias.is_none_or(|alias| alias == called);
            let column = (*rows)?.columns.iter().position(|column| column == name)?;
            is_meant.then_some((table, column))
        });
        let column = columns.next()?;
        columns.next().is_none().then_some(column)
    }

    /// What of each table is asked for.
    fn narrow(&self, select: &Select) -> Vec<Option<Narrow>> {
        let values = self.values(select);
        let tables = self.tables.iter().enumerate();
        tables.map(|(table, (_, rows))| narrow_of(table, (*rows)?, &values)).collect()
    }

    /// The values that columns must have in each row of the result.
    fn values(&self, select: &Select) -> HashMap<Column, Value> {
        let mut equal: Vec<(Column, Expr)> = Vec::new();
        if let Some(expr) = &select.selection {
            self.equalities(expr, None, &mut equal);
        }
        for (position, join) in select.from.joins.iter().enumerate() {
            match &join.join_operator {
                JoinOperator::Inner(JoinConstraint::On(expr)) => {
                    self.equalities(expr, None, &mut equal);
                }
                // The other side is in the result even if this is false.
                JoinOperator::LeftOuter(JoinConstraint::On(expr)) => {
                    self.equalities(expr, Some(position + 1), &mut equal);
                }
                JoinOperator::Inner(JoinConstraint::None)
                | JoinOperator::LeftOuter(JoinConstraint::None) => {}
            }
        }
        let mut values: HashMap<Column, Value> = HashMap::new();
        loop {
            let count = values.len();
            for (column, expr) in &equal {
                let of_column = || self.column(expr).and_then(|other| values.get(&other).cloned());
                let value = constant_of(expr).or_else(of_column);
                if let Some(value) = value {
                    values.entry(*column).or_insert(value);
                }
            }
            if values.len() == count {
                return values;
            }
        }
    }

    /// The columns that a condition says to be equal to something, of one table or of all.
    fn equalities(&self, expr: &Expr, of: Option<usize>, equal: &mut Vec<(Column, Expr)>) {
        match expr {
            Expr::Nested(expr) => self.equalities(expr, of, equal),
            Expr::BinaryOp { left, op: BinaryOperator::And, right } => {
                self.equalities(left, of, equal);
                self.equalities(right, of, equal);
            }
            Expr::BinaryOp { left, op: BinaryOperator::Eq, right } => {
                for (side, other) in [(left, right), (right, left)] {
                    let column = self.column(side);
                    let column = column.filter(|(table, _)| of.is_none_or(|of| of == *table));
                    equal.extend(column.map(|column| (column, (**other).clone())));
                }
            }
            _ => {}
        }
    }

    /// The column of a table before it that a join compares with the whole key of its table.
    fn key_value(&self, table: usize, join: &Join) -> Option<Expr> {
        let TableFactor::Table { index: None, .. } = &join.relation else { return None };
        let (JoinOperator::Inner(constraint) | JoinOperator::LeftOuter(constraint)) =
            &join.join_operator;
        let JoinConstraint::On(expr) = constraint else { return None };
        let [key] = self.tables[table].1?.key[..] else { return None };
        let mut equal = Vec::new();
        self.equalities(expr, Some(table), &mut equal);
        let is_before = |expr: &Expr| self.column(expr).is_some_and(|(other, _)| other < table);
        let mut values = equal.into_iter().filter(|(column, _)| *column == (table, key));
        values.find(|(_, value)| is_before(value)).map(|(_, value)| value)
    }

    /// Whether a join compares a column of its table with one of a table before it.
    fn is_by_value(&self, table: usize, join: &Join) -> bool {
        let JoinExecutor::Hash { key_expr, value_expr, .. } = &join.join_executor else {
            return true;
        };
        let [key, value] = [key_expr, value_expr].map(|expr| self.column(expr));
        key.is_some_and(|(of, _)| of == table) && value.is_some_and(|(of, _)| of < table)
    }

    /// How many rows of a table can be in the result for each row of those before it. `by` is a column whose value is given.
    fn row_count(&self, table: usize, relation: &TableFactor, by: Option<Column>) -> u64 {
        let TableFactor::Table { name, index, .. } = relation else { return u64::MAX };
        let Some(rows) = self.store.table(name) else { return u64::MAX };
        let narrow = match index {
            Some(IndexItem::PrimaryKey(_)) => return 1,
            Some(IndexItem::NonClustered { name, .. }) => self.store.narrowed(name),
            None => None,
        };
        let positions = rows.positions(narrow);
        let Some((_, column)) = by.filter(|(other, _)| *other == table) else {
            return positions.count() as u64;
        };
        let mut counts: HashMap<Key, u64> = HashMap::new();
        for key in positions.filter_map(|it| Key::try_from(rows.value(it, column)).ok()) {
            *counts.entry(key).or_default() += 1;
        }
        counts.into_values().max().unwrap_or_default()
    }
}

/// What of a table is asked for; `None` if its partition key is not given.
fn narrow_of(table: usize, rows: &Rows, values: &HashMap<Column, Value>) -> Option<Narrow> {
    let of_key = rows.key.iter().map_while(|column| {
        let value = values.get(&(table, *column))?;
        rows.can_be(*column, value).then(|| (*column, value.clone()))
    });
    let values: Vec<_> = of_key.collect();
    let way = if values.len() == rows.key.len() { Way::Key } else { Way::Partition };
    (values.len() >= rows.partition_count).then_some(Narrow { values, way })
}
