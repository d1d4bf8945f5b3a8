//! The writes that one request commits together.

use crate::model::name::TableName;
use crate::table::Table;
use crate::table::write::plan::WritePlan;

/// The planned writes of one request, in its order: at most one for each item.
///
/// An item is identified by its table and its position there, however the request names the table. All plans were made
/// of one state of the tables, so a second write of an item would be planned on an image that the first replaces.
#[derive(Debug, Clone, Default)]
pub(crate) struct WriteSet {
    writes: Vec<TableWrite>,
}

/// The write of one item, as planned.
#[derive(Debug, Clone)]
pub(crate) struct TableWrite {
    pub(crate) table: TableName,
    pub(crate) plan: WritePlan,
}

/// The set already has a write of this item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SecondWrite;

impl WriteSet {
    /// The write of a request that makes no other.
    pub(crate) fn of_one(table: &Table, plan: WritePlan) -> Self {
        Self { writes: vec![TableWrite { table: table.schema.name.clone(), plan }] }
    }

    /// Adds a write, unless there is one of the same item. A request has at most a hundred writes, so the search is linear.
    pub(crate) fn add(&mut self, table: &Table, plan: WritePlan) -> Result<(), SecondWrite> {
        if self.plans_of(&table.schema.name).any(|other| other.position == plan.position) {
            return Err(SecondWrite);
        }
        self.writes.push(TableWrite { table: table.schema.name.clone(), plan });
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.writes.is_empty()
    }

    /// Whether one of the writes changes anything.
    pub(crate) fn has_effect(&self) -> bool {
        self.writes.iter().any(|write| write.plan.condition_met)
    }

    /// Whether one of the writes stores an item.
    pub(crate) fn adds(&self) -> bool {
        self.writes.iter().any(|write| write.plan.condition_met && write.plan.new.is_some())
    }

    /// The writes of items of one table.
    pub(crate) fn plans_of(&self, table: &TableName) -> impl Iterator<Item = &WritePlan> {
        self.writes.iter().filter(move |write| write.table == *table).map(|write| &write.plan)
    }
}

impl IntoIterator for WriteSet {
    type Item = TableWrite;
    type IntoIter = std::vec::IntoIter<TableWrite>;

    fn into_iter(self) -> Self::IntoIter {
        self.writes.into_iter()
    }
}
