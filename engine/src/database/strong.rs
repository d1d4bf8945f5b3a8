//! Multi-Region strong consistency: a write is in each Region that can be reached before it is answered.
//!
//! Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html>. Model: a write
//! happens in all Regions at the moment of its request, and waits for
//! [`Config::replication_delay_ms`](crate::database::Config::replication_delay_ms) until a second Region has it. If the same
//! item is written in another Region meanwhile, that write meets it. So an eventually consistent read is up to date, too,
//! unless its Region is cut off. A Region that is cut off has what it missed as soon as it is connected.

use crate::database::replicated::under_way_memory;
use crate::database::table_update::TableUpdate;
use crate::database::{Database, Task};
use crate::model::key::Position;
use crate::model::name::TableName;
use crate::receipt::{Arm, Reason, UnitKind};
use crate::table::Table;
use crate::table::lifecycle::StreamChange;
use crate::table::schema::StrongRegions;
use crate::table::stream::TableStream;

impl Database {
    /// Whether an item is being written in another Region of a table with strong consistency.
    pub(crate) fn meets_write(&self, table: &Table, position: &Position) -> bool {
        let name = &table.schema.name;
        let items = self.replication.under_way.get(name.short());
        let write = items.and_then(|items| items.get(position));
        write.is_some_and(|(from, _)| from.region() != name.region())
    }

    /// Whether a table with strong consistency reaches no second Region, neither that of a replica nor the witness.
    pub(crate) fn is_isolated(&self, table: &Table) -> bool {
        let Some(StrongRegions { witness }) = &table.strong else { return false };
        let is_cut_off =
            |region: Option<&str>| self.cut_off_regions().any(|cut_off| cut_off == region);
        let others = self.replicas_of(&table.schema.name);
        let others = others.iter().map(TableName::region);
        let mut others = others.chain(witness.as_deref().map(Some));
        is_cut_off(table.schema.name.region()) || others.all(is_cut_off)
    }

    /// How long what is charged waits until a second Region has it, in milliseconds: nothing if no item was written.
    pub(crate) fn wait_ms(&self, arms: &[Arm]) -> u64 {
        let is_strong = |table: &TableName| self.known_table(table).strong.is_some();
        let writes = |arm: &Arm| match arm.reason {
            Reason::Absent | Reason::Checked { .. } | Reason::ConditionFailed { .. } => false,
            _ => arm.unit_kind() == UnitKind::Write,
        };
        match arms.iter().any(|arm| writes(arm) && is_strong(&arm.table)) {
            true => self.config.replication_delay_ms,
            false => 0,
        }
    }

    /// Lets a write of an item be under way until a second Region has it.
    pub(super) fn begin_wait(&mut self, name: &TableName, position: Position, order: u64) {
        let items = self.replication.under_way.entry(name.short().to_owned()).or_default();
        items.insert(position.clone(), (name.clone(), order));
        let due = self.now.after(self.config.replication_delay_ms);
        self.replication.memory += under_way_memory(&position);
        self.schedule.add(due, Task::Confirm { table: name.clone(), position, order });
    }

    /// A second Region has a write. A later write of the item may still be under way.
    pub(super) fn confirm(&mut self, name: &TableName, position: &Position, order: u64) {
        self.replication.memory = self.replication.memory - under_way_memory(position);
        let Some(items) = self.replication.under_way.get_mut(name.short()) else { return };
        if items.get(position).is_some_and(|(_, last)| *last == order) {
            items.remove(position);
        }
    }

    /// What changes of the stream of another replica, if they are strongly consistent: each has the same records.
    pub(super) fn stream_of_all(
        &self,
        update: &TableUpdate,
        other: &TableName,
    ) -> Option<StreamChange> {
        let of = self.known_table(other);
        let change = update.settings.stream.as_ref().filter(|_| of.strong.is_some())?;
        match (change, of.open_stream()) {
            (StreamChange::Enable(TableStream { view_type, .. }), None) => {
                Some(StreamChange::Enable(self.new_stream(other, (*view_type)?)))
            }
            (StreamChange::Disable(_), Some(open)) => Some(StreamChange::Disable(open.clone())),
            (StreamChange::Enable(_), Some(_)) | (StreamChange::Disable(_), None) => None,
        }
    }

    /// Makes an empty table strongly consistent with new replicas, or takes that mode and all other replicas away.
    pub(super) fn set_strong(
        &mut self,
        name: &TableName,
        strong: Option<StrongRegions>,
        replicas: Vec<TableName>,
    ) {
        for other in self.replicas_of(name) {
            self.table_mut(&other).strong = None;
        }
        let is_strong = strong.is_some();
        let before = std::mem::replace(&mut self.table_mut(name).strong, strong);
        if let Some(witness) = before.and_then(|before| before.witness) {
            self.leave_region(&witness);
        }
        for replica in replicas {
            match is_strong {
                true => self.create_replica(name, &replica),
                false => self.delete_table(replica),
            }
        }
    }
}
