//! Auto scaling as it happens: each table that has a policy is looked at when a minute ends.

use crate::capacity::throughput::Throughput;
use crate::clock::Timestamp;
use crate::database::{Database, TableUpdate, Task};
use crate::event::{EventKind, UnitKind};
use crate::model::list::Listed;
use crate::model::name::TableName;
use crate::table::Table;
use crate::table::lifecycle::{IndexSettings, IndexStatus, Settings, TableStatus};
use crate::table::schema::Billing;
use crate::throughput::scaling::{Followed, Scaling, ScalingError, ScalingPolicy};

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
        let table = self.tables.get_mut(table).ok_or(ScalingError::NotFound)?;
        let name = table.schema.name.clone();
        let was_scaling = table.is_scaling();
        table.scaling_mut(index).ok_or(ScalingError::NotFound)?.set(kind, policy, now);
        if !was_scaling && table.is_scaling() {
            self.schedule.add(next_minute(now), Task::Scale { table: name });
        }
        Ok(())
    }

    /// Looks at a table when a minute has ended, and changes what is provisioned as its policies say.
    pub(super) fn scale(&mut self, name: &TableName) {
        let (now, unix_time) = (self.now, self.unix_time(self.now));
        let table = self.table_mut(name);
        if !table.is_scaling() {
            return;
        }
        let mut settings = Settings::default();
        let mut changes = Vec::new();
        let ordinals: Vec<Option<usize>> = table.metered().listed();
        for ordinal in ordinals {
            let Some(from) = table.scalable(ordinal) else { continue };
            let history = match ordinal {
                None => &table.throughput_history,
                Some(ordinal) => &table.indexes[ordinal].throughput_history,
            };
            let can_lower = history.next_decrease(now, unix_time).is_none();
            let to = table.scaled(ordinal, from, can_lower, now);
            if to == from {
                continue;
            }
            changes.push((table.metered_store(ordinal), from, to));
            match ordinal {
                None => settings.billing = Some(Billing::Provisioned(to)),
                Some(ordinal) => {
                    let of_index = IndexSettings { throughput: Some(to), ..Default::default() };
                    settings.indexes.push((table.indexes[ordinal].schema.name.clone(), of_index));
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
}

impl Table {
    /// How the table, or one of its global indexes, follows what is used. None for an index that it has not.
    pub fn scaling(&self, index: Option<&str>) -> Option<&Scaling> {
        match index {
            None => Some(&self.scaling),
            Some(name) => self.index(name).map(|index| &index.scaling),
        }
    }

    fn scaling_mut(&mut self, index: Option<&str>) -> Option<&mut Scaling> {
        match index {
            None => Some(&mut self.scaling),
            Some(name) => {
                let (ordinal, _) = self.schema.index(name)?;
                let is_global = self.is_global(ordinal);
                is_global.then_some(&mut self.indexes[ordinal].scaling)
            }
        }
    }

    fn is_scaling(&self) -> bool {
        let indexes = self.indexes.iter().map(|index| &index.scaling);
        indexes.chain([&self.scaling]).any(|scaling| !scaling.is_empty())
    }

    /// What is provisioned for the table or a global index, if it can be changed at this moment.
    fn scalable(&self, ordinal: Option<usize>) -> Option<Throughput> {
        let Billing::Provisioned(of_table) = self.schema.billing else { return None };
        match ordinal {
            _ if self.status != TableStatus::Active => None,
            None => Some(of_table),
            Some(ordinal) => {
                let index = &self.indexes[ordinal];
                index.schema.throughput.filter(|_| index.status == IndexStatus::Active)
            }
        }
    }

    /// What is to be provisioned according to the policies. What cannot be lowered again that day stays as it is.
    fn scaled(
        &self,
        ordinal: Option<usize>,
        from: Throughput,
        can_lower: bool,
        now: Timestamp,
    ) -> Throughput {
        let Some(meter) = self.meter(ordinal) else { return from };
        let scaling = ordinal.map_or(&self.scaling, |ordinal| &self.indexes[ordinal].scaling);
        let next = |policy: Option<Followed>, kind, provisioned: u64| {
            let demand = &meter.dimension(kind).demand;
            let next = policy.map(|policy| policy.next_units(demand, provisioned, now));
            next.filter(|next| can_lower || *next > provisioned).unwrap_or(provisioned)
        };
        Throughput {
            read_units_per_second: next(scaling.read, UnitKind::Read, from.read_units_per_second),
            write_units_per_second: next(
                scaling.write,
                UnitKind::Write,
                from.write_units_per_second,
            ),
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
