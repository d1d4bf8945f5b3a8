//! Prices: units by table and index, and how a reply states them. Rules: facts of capacity units.
//!
//! Units are counted in halves, because an eventually consistent read of up to 4 KB costs half a unit.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::simulation::schema::{IndexDefinition, Table};
use crate::simulation::write::Target;

/// Whether units are read units or write units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Read units.
    Read,
    /// Write units.
    Write,
}

/// Halves of units by table and index; `None` is the table itself.
pub type Charges = BTreeMap<(Table, Option<&'static str>), u64>;

/// What a request costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bill {
    /// Read units or write units.
    pub kind: Kind,
    /// The table that stands for one of an SQL database, and takes none.
    pub free: Option<Table>,
    /// What is charged. Nothing is listed for an index that is not charged.
    pub halves: Charges,
}

/// Halves of write units for a number of bytes: one unit for each KB, rounded up, at least one.
pub fn write_halves(bytes: usize) -> u64 {
    2 * bytes.div_ceil(1_024).max(1) as u64
}

/// Halves of read units for a number of bytes: one unit for each 4 KB, rounded up, at least one; half if eventual.
pub fn read_halves(bytes: usize, is_consistent: bool) -> u64 {
    bytes.div_ceil(4_096).max(1) as u64 * if is_consistent { 2 } else { 1 }
}

/// Units as a reply states them, always with one decimal.
pub fn decimal(halves: u64) -> Value {
    let text = format!("{}.{}", halves / 2, halves % 2 * 5);
    serde_json::from_str(&text).expect("a decimal is JSON")
}

impl Bill {
    /// Nothing.
    pub fn new(kind: Kind, free: Option<Table>) -> Self {
        Self { kind, free, halves: BTreeMap::new() }
    }

    /// Adds units of a table or index. A table is listed even if it is not charged, an index is not.
    pub fn add(&mut self, table: Table, index: Option<&'static str>, halves: u64) {
        let halves = if self.free == Some(table) { 0 } else { halves };
        if index.is_none() || halves > 0 {
            *self.halves.entry((table, index)).or_default() += halves;
        }
    }

    /// Adds everything of another bill.
    pub fn add_all(&mut self, other: &Self) {
        for ((table, index), halves) in &other.halves {
            self.add(*table, *index, *halves);
        }
    }

    /// Whether no table or index that takes units has an entry, not even one of zero units.
    pub fn is_empty(&self) -> bool {
        self.halves.keys().all(|(table, _)| self.free == Some(*table))
    }

    /// Only what is charged.
    pub fn charged(&self) -> Charges {
        self.halves.clone().into_iter().filter(|(_, halves)| *halves > 0).collect()
    }

    /// All units of a table and its indexes.
    pub fn total(&self, table: Table) -> u64 {
        self.halves.iter().filter(|((of, _), _)| *of == table).map(|(_, halves)| halves).sum()
    }

    /// The `ConsumedCapacity` entry of a table; with `is_split`, each sum also names its kind, as transactions do.
    pub fn consumed(&self, target: Target, detail: &str, is_split: bool) -> Value {
        let arm = |halves: u64| {
            let mut arm = Map::from_iter([("CapacityUnits".to_owned(), decimal(halves))]);
            let name = match self.kind {
                Kind::Read => "ReadCapacityUnits",
                Kind::Write => "WriteCapacityUnits",
            };
            if is_split {
                arm.insert(name.to_owned(), decimal(halves));
            }
            Value::Object(arm)
        };
        let mut consumed = arm(self.total(target.table));
        consumed["TableName"] = target.named().into();
        if detail != "INDEXES" {
            return consumed;
        }
        let own = self.halves.get(&(target.table, None)).copied().unwrap_or_default();
        consumed["Table"] = arm(own);
        for ((_, index), halves) in self.halves.iter().filter(|((of, _), _)| *of == target.table) {
            if let Some(name) = index {
                let is_local = IndexDefinition::named(name).is_local;
                let member =
                    if is_local { "LocalSecondaryIndexes" } else { "GlobalSecondaryIndexes" };
                consumed[member][*name] = arm(*halves);
            }
        }
        consumed
    }

    /// `ConsumedCapacity` as a list with an entry for each table, in the order of their names, as batches have it.
    /// A table is named as the first of its targets in the request names it.
    pub fn consumed_list(&self, targets: &[Target], detail: &str, is_split: bool) -> Value {
        let tables: std::collections::BTreeSet<Table> =
            self.halves.keys().map(|(table, _)| *table).collect();
        let mut tables: Vec<Table> = tables.into_iter().collect();
        tables.sort_by_key(|table| table.name());
        let entry = |table: Table| {
            let target = targets.iter().find(|target| target.table == table);
            let target = target.copied().unwrap_or(Target { table, by_arn: false });
            self.consumed(target, detail, is_split)
        };
        json!(tables.into_iter().map(entry).collect::<Vec<_>>())
    }
}
