//! Units consumed since the sandbox was opened, by table and index.

use std::collections::BTreeMap;

use engine::capacity::units::CapacityUnits;
use engine::model::name::{IndexName, TableName};
use engine::receipt::{Receipt, Store, UnitKind};
use engine::workload::result::{RunResult, RunStore};

/// Units consumed, by table and store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Ledger {
    accounts: BTreeMap<(TableName, Store), Account>,
}

/// Units consumed by one table or index.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Account {
    /// Write units.
    pub written: CapacityUnits,
    /// Read units.
    pub read: CapacityUnits,
}

impl Account {
    /// Its read units, or its write units.
    pub(crate) fn units(self, kind: UnitKind) -> CapacityUnits {
        match kind {
            UnitKind::Read => self.read,
            UnitKind::Write => self.written,
        }
    }
}

impl Ledger {
    /// What a table or index has consumed.
    pub(crate) fn account(&self, table: &TableName, store: &Store) -> Account {
        self.accounts.get(&(table.clone(), store.clone())).copied().unwrap_or_default()
    }

    /// What all of them have consumed, dropped tables included.
    pub(crate) fn total(&self) -> Account {
        self.accounts.values().fold(Account::default(), |sum, account| Account {
            written: sum.written + account.written,
            read: sum.read + account.read,
        })
    }

    /// Enters what a workload was charged.
    pub(crate) fn add_run(&mut self, result: &RunResult) {
        for RunStore { table, store, total, .. } in &result.stores {
            let key = (table.clone(), store.clone());
            let account = self.accounts.entry(key).or_default();
            account.read += total.read;
            account.written += total.written;
        }
    }

    /// Enters units of a store, beside those that it has.
    pub(crate) fn add_units(
        &mut self,
        table: &TableName,
        store: &Store,
        kind: UnitKind,
        units: CapacityUnits,
    ) {
        let key = (table.clone(), store.clone());
        let account = self.accounts.entry(key).or_default();
        match kind {
            UnitKind::Read => account.read += units,
            UnitKind::Write => account.written += units,
        }
    }

    /// Enters what an index paid to be filled from its table.
    pub(crate) fn add_backfill(
        &mut self,
        table: &TableName,
        index: &IndexName,
        units: CapacityUnits,
    ) {
        self.add_units(table, &Store::Global(index.clone()), UnitKind::Write, units);
    }

    /// Enters a bill.
    pub(crate) fn add(&mut self, receipt: &Receipt) {
        for arm in &receipt.arms {
            self.add_units(&arm.table, &arm.store, arm.unit_kind(), arm.units);
        }
    }
}
