//! How long changes take to reach global indexes: what sets out is noted, and what arrives is measured.

use crate::clock::Timestamp;
use crate::database::Database;
use crate::event::Store;
use crate::model::name::{IndexName, TableName};
use crate::table::index::Index;
use crate::workload::result::RunResult;

/// The changes of one global index that are on their way. They arrive in the order in which they set out.
#[derive(Debug, Clone)]
pub(super) struct Lag {
    table: TableName,
    index: IndexName,
    /// Where the index stands among the stores of the result.
    position: usize,
    /// When they set out, the oldest first.
    set_out: Vec<Timestamp>,
}

impl Lag {
    /// What is on its way to each global index; what set out before is taken to do so at this moment.
    pub(super) fn of(result: &RunResult, database: &Database) -> Vec<Self> {
        let stores = result.stores.iter().enumerate();
        let mut lags: Vec<Self> = stores
            .filter_map(|(position, it)| match &it.store {
                Store::Global(index) => Some(Self {
                    table: it.table.clone(),
                    index: index.clone(),
                    position,
                    set_out: Vec::new(),
                }),
                Store::Table | Store::Local(_) => None,
            })
            .collect();
        for lag in &mut lags {
            lag.note_departures(database);
        }
        lags
    }

    /// Notes that changes set out.
    pub(super) fn note_departures(&mut self, database: &Database) {
        let pending_count = self.pending_count(database);
        if pending_count > self.set_out.len() {
            self.set_out.resize(pending_count, database.now());
        }
    }

    /// Measures what has arrived.
    pub(super) fn note_arrivals(&mut self, database: &Database, result: &mut RunResult) {
        let arrived_count = self.set_out.len().saturating_sub(self.pending_count(database));
        for set_out in self.set_out.drain(..arrived_count) {
            let propagation = &mut result.stores[self.position].propagation;
            propagation.add(set_out.until(database.now()));
        }
    }

    fn pending_count(&self, database: &Database) -> usize {
        let index =
            database.table(self.table.as_str()).and_then(|it| it.index(self.index.as_str()));
        index.map_or(0, Index::pending_count)
    }
}
