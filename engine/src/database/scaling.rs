//! Auto scaling as it happens: each table that has a policy is looked at when a minute ends.

use crate::capacity::throughput::Throughput;
use crate::clock::Timestamp;
use crate::database::table_update::TableUpdate;
use crate::database::{Database, Task};
use crate::event::EventKind;
use crate::model::name::TableName;
use crate::receipt::{Store, UnitKind};
use crate::table::Table;
use crate::table::index::Index;
use crate::table::lifecycle::{IndexSettings, Settings};
use crate::table::schema::Billing;
use crate::table::status::{IndexStatus, TableStatus};
use crate::table::throughput::ThroughputHistory;
use crate::throughput::scaling::{ScalingError, ScalingPolicy};

impl Database {
    /// Lets the reads or writes of a table, or of one of its global indexes, follow what is used; or no longer. Needs
    /// throughput to be limited: what is not metered is not followed.
    ///
    /// Fails with any variant of [`ScalingError`].
    pub fn set_scaling(
        &mut self,
        table: &str,
        index: Option<&str>,
        kind: UnitKind,
        policy: Option<ScalingPolicy>,
    ) -> Result<(), ScalingError> {
        if let Some(policy) = policy {
            policy.check()?;
        }
        let now = self.now;
        let table = self.table(table).ok_or(ScalingError::NotFound)?;
        let (name, store) = (table.schema.name.clone(), scaled_store(table, index));
        let was_scaling = self.is_scaling(&name);
        let state = self.store_state_mut(&name, &store.ok_or(ScalingError::NotFound)?);
        state.scaling.set(kind, policy, now);
        if !was_scaling && self.is_scaling(&name) {
            self.schedule.add(next_minute(now), Task::Scale { table: name });
        }
        Ok(())
    }

    /// Looks at a table when a minute has ended, and changes what is provisioned as its policies say.
    pub(super) fn scale(&mut self, name: &TableName) {
        let (now, unix_time) = (self.now, self.unix_time(self.now));
        if !self.is_scaling(name) {
            return;
        }
        let (table, limits) = (self.known_table(name), &self.throughput[name]);
        let mut settings = Settings::default();
        let mut changes = Vec::new();
        for (store, state) in limits.stores() {
            let Some((from, history)) = scalable(table, store) else { continue };
            let can_lower = history.next_decrease(now, unix_time).is_none();
            let Some(meter) = state.meter.as_deref() else { continue };
            let to = state.scaling.next_throughput(meter, from, can_lower, now);
            if to == from {
                continue;
            }
            changes.push((store.clone(), from, to));
            match store {
                Store::Table | Store::Local(_) => {
                    settings.billing = Some(Billing::Provisioned(to));
                }
                Store::Global(index) => {
                    let of_index = IndexSettings { throughput: Some(to), ..Default::default() };
                    settings.indexes.push((index.clone(), of_index));
                }
            }
        }
        for (store, from, to) in changes {
            let kind = EventKind::ThroughputScaled { store, from: pair(from), to: pair(to) };
            self.recorder.record(now, name, kind);
        }
        self.schedule.add(next_minute(now), Task::Scale { table: name.clone() });
        if !settings.is_empty() {
            let table = name.clone();
            self.update_table(TableUpdate { table, settings, create: None, delete: None });
        }
    }

    /// Whether auto scaling looks at a table or an index of it each minute.
    pub fn is_scaled(&self, table: &str) -> bool {
        self.table(table).is_some_and(|table| self.is_scaling(&table.schema.name))
    }

    fn is_scaling(&self, name: &TableName) -> bool {
        let limits = self.throughput.get(name);
        limits.is_some_and(|limits| limits.stores().any(|(_, state)| !state.scaling.is_empty()))
    }
}

/// The table, or one of its global indexes. `None` for an index that it does not have.
fn scaled_store(table: &Table, index: Option<&str>) -> Option<Store> {
    match index.map(|name| table.index(name).map(Index::store)) {
        None => Some(Store::Table),
        Some(Some(Store::Global(name))) => Some(Store::Global(name)),
        Some(Some(Store::Table | Store::Local(_)) | None) => None,
    }
}

/// What is provisioned for the table or a global index and how often it was changed, if it can be changed at this moment.
fn scalable<'t>(table: &'t Table, store: &Store) -> Option<(Throughput, &'t ThroughputHistory)> {
    let Billing::Provisioned(of_table) = table.schema.billing else { return None };
    if table.status != TableStatus::Active {
        return None;
    }
    match store {
        Store::Table | Store::Local(_) => Some((of_table, &table.throughput_history)),
        Store::Global(name) => {
            let index = table.index(name.as_str())?;
            let throughput =
                index.schema.throughput.filter(|_| index.status == IndexStatus::Active);
            Some((throughput?, &index.throughput_history))
        }
    }
}

/// Reads and writes.
fn pair(throughput: Throughput) -> [u64; 2] {
    [throughput.read_units_per_second, throughput.write_units_per_second]
}

fn next_minute(now: Timestamp) -> Timestamp {
    Timestamp((now.minute() + 1) * 60_000)
}
