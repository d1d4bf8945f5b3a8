//! The rows of the tables that a statement names, and which of them are looked at.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use engine::capacity::cost::{Consistency, read_units};
use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::model::key::KeyType;
use engine::table::Table;
use engine::table::storage::Stored;
use futures::stream;
use gluesql_core::ast::{ColumnDef, ColumnUniqueOption, DataType, IndexOperator};
use gluesql_core::data::{Key, Schema, Value};
use gluesql_core::error::Error;
use gluesql_core::prelude::Result;
use gluesql_core::store::{
    AlterTable, CustomFunction, CustomFunctionMut, DataRow, Index, IndexMut, Metadata, Planner,
    RowIter, StoreMut, Transaction,
};
use playground::sandbox::order::in_key_order;
use playground::view::value::Units;

use crate::ROW_COUNT_MAX;
use crate::fault::FaultKind;
use crate::read::{Read, Way};
use crate::value::value_of;

/// The tables that can be asked.
pub(crate) fn sql_tables(database: &Database) -> impl Iterator<Item = &Table> {
    database.tables().filter(|table| table.is_sql)
}

/// The tables that a statement names.
#[derive(Debug, Default)]
pub(crate) struct Store {
    tables: Vec<Rows>,
    /// What of a table is asked for, by the number that the plan calls it.
    narrow: Vec<Narrow>,
    /// How often a row was looked at.
    look_count: Mutex<u64>,
}

/// A table.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(crate) name: String,
    pub(crate) columns: Vec<String>,
    /// The positions of the key's columns, and how many of them are the partition key.
    pub(crate) key: Vec<usize>,
    pub(crate) partition_count: usize,
    stored: Vec<Row>,
    /// The rows by their key, if it is one column.
    by_key: HashMap<Key, usize>,
    schema: Schema,
    seen: Mutex<Seen>,
}

#[derive(Debug)]
struct Row {
    values: Vec<Value>,
    size: Bytes,
}

/// Which rows were looked at, and how they were found.
#[derive(Debug)]
struct Seen {
    rows: BTreeSet<usize>,
    way: Way,
}

/// Values that columns must have, by their positions.
#[derive(Debug)]
pub(crate) struct Narrow {
    pub(crate) values: Vec<(usize, Value)>,
    pub(crate) way: Way,
}

impl Store {
    /// The tables of these names. Fails if one cannot be asked.
    pub(crate) fn of(
        database: &Database,
        names: Vec<String>,
    ) -> std::result::Result<Self, FaultKind> {
        let mut tables: Vec<Rows> = Vec::new();
        for name in names {
            if tables.iter().any(|it| it.name == name) {
                continue;
            }
            let table = sql_tables(database).find(|table| table.schema.name.as_str() == name);
            tables.push(match table {
                Some(table) => Rows::of(table)?,
                None if database.table(&name).is_some() => return Err(FaultKind::NotSql(name)),
                None => return Err(FaultKind::NoTable(name)),
            });
        }
        Ok(Self { tables, ..Self::default() })
    }

    pub(crate) fn table(&self, name: &str) -> Option<&Rows> {
        self.tables.iter().find(|table| table.name == name)
    }

    /// Remembers what of a table is asked for, and returns what the plan calls it.
    pub(crate) fn narrow(&mut self, narrow: Narrow) -> String {
        self.narrow.push(narrow);
        (self.narrow.len() - 1).to_string()
    }

    /// What a plan calls so.
    pub(crate) fn narrowed(&self, name: &str) -> Option<&Narrow> {
        self.narrow.get(name.parse::<usize>().ok()?)
    }

    /// What was read of each table.
    pub(crate) fn reads(&self) -> Vec<Read> {
        self.tables.iter().map(Rows::read).collect()
    }

    fn known(&self, name: &str) -> Result<&Rows> {
        self.table(name).ok_or_else(|| Error::StorageMsg(name.to_owned()))
    }

    /// Looks at a row. Fails if that was done too often.
    fn look<'s>(&'s self, table: &'s Rows, position: usize) -> Result<&'s Row> {
        let mut look_count = locked(&self.look_count);
        *look_count += 1;
        if *look_count > ROW_COUNT_MAX {
            return Err(Error::StorageMsg(table.name.clone()));
        }
        locked(&table.seen).rows.insert(position);
        Ok(&table.stored[position])
    }

    fn rows<'s>(&'s self, table: &'s Rows, narrow: Option<&'s Narrow>) -> RowIter<'s> {
        let way = narrow.map_or(Way::Whole, |narrow| narrow.way);
        table.found(way);
        let rows = table.positions(narrow).map(move |position| {
            let row = self.look(table, position)?;
            Ok((Key::None, DataRow::Vec(row.values.clone())))
        });
        Box::pin(stream::iter(rows))
    }
}

impl Rows {
    fn of(table: &Table) -> std::result::Result<Self, FaultKind> {
        let key: Vec<_> = table.schema.key.attributes().collect();
        let columns = columns(table);
        let name = table.schema.name.as_str();
        let row = |stored: &Stored| {
            let value = |column: &String| match stored.image.get(column) {
                Some(value) => value_of(value).ok_or_else(|| FaultKind::Digits(name.to_owned())),
                None => Ok(Value::Null),
            };
            let values = columns.iter().map(value).collect::<std::result::Result<_, _>>()?;
            Ok(Row { values, size: stored.size })
        };
        let rows = in_key_order(table)
            .into_iter()
            .map(row)
            .collect::<std::result::Result<Vec<Row>, FaultKind>>()?;
        let kinds: Vec<KeyType> = key.iter().map(|attribute| attribute.kind).collect();
        Ok(Self {
            name: name.to_owned(),
            key: (0..key.len()).collect(),
            partition_count: table.schema.key.partition.len(),
            by_key: if key.len() == 1 { by_key(&rows) } else { HashMap::new() },
            schema: schema(name, &columns, &kinds),
            columns,
            stored: rows,
            seen: Mutex::new(Seen { rows: BTreeSet::new(), way: Way::None }),
        })
    }

    /// The rows that have the values that are asked for, or all.
    pub(crate) fn positions<'s>(
        &'s self,
        narrow: Option<&'s Narrow>,
    ) -> impl Iterator<Item = usize> + 's {
        let matches = move |row: &Row| {
            let values = narrow.map_or(&[][..], |narrow| &narrow.values);
            values.iter().all(|(column, value)| row.values[*column] == *value)
        };
        let rows = self.stored.iter().enumerate();
        rows.filter_map(move |(position, row)| matches(row).then_some(position))
    }

    /// Whether a column of the key has values of this type: SQL may compare others in its own way.
    pub(crate) fn can_be(&self, column: usize, value: &Value) -> bool {
        let columns = self.schema.column_defs.as_deref().unwrap_or_default();
        columns.get(column).map(|it| &it.data_type) == value.get_type().as_ref()
    }

    /// The value of a column in a row.
    pub(crate) fn value(&self, position: usize, column: usize) -> &Value {
        &self.stored[position].values[column]
    }

    /// Takes note of how rows are found.
    fn found(&self, way: Way) {
        let mut seen = locked(&self.seen);
        seen.way = seen.way.max(way);
    }

    fn read(&self) -> Read {
        let seen = locked(&self.seen);
        let sizes = || seen.rows.iter().map(|position| self.stored[*position].size);
        let units = |size: Bytes| read_units(size, Consistency::Eventual).halves();
        let halves = match seen.way {
            Way::None => 0,
            Way::Key => sizes().map(units).sum::<u64>().max(1),
            Way::Partition | Way::Whole => units(sizes().sum()),
        };
        Read {
            table: self.name.as_str().into(),
            row_count: seen.rows.len() as u64,
            of: self.stored.len() as u64,
            way: seen.way,
            units: Units { halves },
        }
    }
}

/// The attributes of the key, then those of any item.
pub(crate) fn columns(table: &Table) -> Vec<String> {
    let key = &table.schema.key;
    let items = table.items.iter();
    let names = items.flat_map(|(_, stored)| stored.image.iter().map(|(name, _)| name.as_str()));
    let others: BTreeSet<&str> = names.filter(|name| !key.contains(name)).collect();
    let of_key = key.attributes().map(|attribute| attribute.name.as_str());
    of_key.chain(others).map(str::to_owned).collect()
}

/// The rows by the value of their first column.
fn by_key(rows: &[Row]) -> HashMap<Key, usize> {
    let keys = rows.iter().enumerate();
    keys.filter_map(|(position, row)| Some((Key::try_from(&row.values[0]).ok()?, position)))
        .collect()
}

/// The columns as `GlueSQL` wants them: it looks at the types of keys only.
fn schema(name: &str, columns: &[String], kinds: &[KeyType]) -> Schema {
    let column = |(position, column): (usize, &String)| ColumnDef {
        name: column.clone(),
        data_type: match kinds.get(position) {
            Some(KeyType::N) => DataType::Decimal,
            Some(KeyType::B) => DataType::Bytea,
            Some(KeyType::S) | None => DataType::Text,
        },
        // A row without the value by which it is joined has no match.
        nullable: true,
        default: None,
        unique: (kinds.len() == 1 && position == 0)
            .then_some(ColumnUniqueOption { is_primary: true }),
        comment: None,
    };
    Schema {
        table_name: name.to_owned(),
        column_defs: Some(columns.iter().enumerate().map(column).collect()),
        indexes: Vec::new(),
        engine: None,
        foreign_keys: Vec::new(),
        comment: None,
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[async_trait]
impl gluesql_core::store::Store for Store {
    async fn fetch_schema(&self, table: &str) -> Result<Option<Schema>> {
        Ok(self.table(table).map(|rows| rows.schema.clone()))
    }

    async fn fetch_all_schemas(&self) -> Result<Vec<Schema>> {
        Ok(self.tables.iter().map(|rows| rows.schema.clone()).collect())
    }

    async fn fetch_data(&self, table: &str, key: &Key) -> Result<Option<DataRow>> {
        let rows = self.known(table)?;
        rows.found(Way::Key);
        let Some(position) = rows.by_key.get(key) else { return Ok(None) };
        let row = self.look(rows, *position)?;
        Ok(Some(DataRow::Vec(row.values.clone())))
    }

    async fn scan_data<'a>(&'a self, table: &str) -> Result<RowIter<'a>> {
        Ok(self.rows(self.known(table)?, None))
    }
}

#[async_trait]
impl Index for Store {
    /// The rows that `narrow` describes: the plan names it as if it were an index.
    async fn scan_indexed_data<'a>(
        &'a self,
        table: &str,
        narrow: &str,
        _: Option<bool>,
        _: Option<(&IndexOperator, Value)>,
    ) -> Result<RowIter<'a>> {
        Ok(self.rows(self.known(table)?, self.narrowed(narrow)))
    }
}

// What a SELECT does not use.
impl Metadata for Store {}
impl CustomFunction for Store {}
impl CustomFunctionMut for Store {}
impl StoreMut for Store {}
impl IndexMut for Store {}
impl AlterTable for Store {}
impl Transaction for Store {}
impl Planner for Store {}
