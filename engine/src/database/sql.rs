//! Tables that stand for those of an SQL database.

use crate::database::Database;
use crate::model::name::TableName;
use crate::table::Table;

impl Database {
    /// The tables that take capacity units: all but those that stand for tables of an SQL database.
    pub fn charged_tables(&self) -> impl Iterator<Item = &Table> {
        self.tables().filter(|table| !table.is_sql)
    }

    /// Sets which tables stand for those of an SQL database. One with indexes does not.
    pub fn set_sql_tables(&mut self, is_sql: impl Fn(&TableName) -> bool) {
        for (name, table) in &mut self.tables {
            table.is_sql = table.indexes.is_empty() && is_sql(name);
        }
    }
}
