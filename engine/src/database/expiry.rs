//! How items expire: one task for each table in which any will, due when the first of them is.

use crate::clock::UnixTime;
use crate::database::{Database, Task};
use crate::event::EventKind;
use crate::model::name::{AttributeName, TableName};
use crate::table::stream::Author;
use crate::table::time_to_live::TimeToLiveStatus;

/// The last moment at which an item is deleted, in milliseconds: some 285,000 years. Model: a later one never comes, and
/// a saved database could not hold it.
const EXPIRY_MS_MAX: u64 = 1 << 53;

/// Items that one task deletes. Model: as many as a step of a backfill looks at.
const EXPIRED_AT_ONCE: u64 = 100;

impl Database {
    /// Begins to let items expire by an attribute, or to leave them alone.
    pub(super) fn update_time_to_live(&mut self, name: TableName, enable: bool, by: AttributeName) {
        let now = self.now;
        let time_to_live = &mut self.table_mut(&name).time_to_live;
        time_to_live.changed_at = Some(now);
        time_to_live.status = match enable {
            true => TimeToLiveStatus::Enabling(by),
            false => TimeToLiveStatus::Disabling(by),
        };
        let due = now.after(self.config.lifecycle.update_time_to_live_ms);
        self.schedule.add(due, Task::ApplyTimeToLive { table: name });
    }

    pub(super) fn apply_time_to_live(&mut self, name: &TableName) {
        let now = self.unix_time(self.now);
        let table = self.table_mut(name);
        table.settle_time_to_live(now);
        let kind = match table.time_to_live.status.attribute().cloned() {
            Some(attribute) => EventKind::TimeToLiveEnabled { attribute },
            None => EventKind::TimeToLiveDisabled,
        };
        self.recorder.record(self.now, name, kind);
        self.schedule_expiry(name);
    }

    /// Deletes items that have expired, and leaves the rest of very many to another task that is due at once. This consumes no
    /// throughput. Returns how many it deleted, and at least one.
    pub(super) fn expire(&mut self, name: &TableName) -> u64 {
        self.expiries.remove(name);
        let delay_ms = self.config.lifecycle.expire_item_ms;
        let by = UnixTime(self.unix_time(self.now).0.saturating_sub(delay_ms));
        let mut count = 0;
        while count < EXPIRED_AT_ONCE
            && let Some(position) = self.table_mut(name).time_to_live.pop_expired(by)
        {
            count += 1;
            let plan = self.table_mut(name).plan_removal(position);
            if let Some(old) = plan.old.as_ref().map(|old| old.image.clone()) {
                self.recorder.record(self.now, name, EventKind::ItemExpired { old });
                self.apply(name, plan, Author::TimeToLive);
            }
        }
        self.recorder.count_expired(name, count);
        self.schedule_expiry(name);
        count.max(1)
    }

    /// Sees to it that the table is looked at when its next item expires, and not before.
    pub(super) fn schedule_expiry(&mut self, name: &TableName) {
        let table = self.tables.get(name).filter(|_| self.expires_here(name));
        let next = table.and_then(|table| table.time_to_live.next_expiry());
        let due = next.map(|expiry| {
            let delay_ms = self.config.lifecycle.expire_item_ms;
            let at = UnixTime(expiry.saturating_mul(1_000).saturating_add(delay_ms));
            self.timestamp(at).max(self.now)
        });
        let due = due.filter(|due| due.0 <= EXPIRY_MS_MAX);
        if self.expiries.get(name).map(|ticket| ticket.due()) == due {
            return;
        }
        if let Some(ticket) = self.expiries.remove(name) {
            self.schedule.cancel(ticket);
        }
        if let Some(due) = due {
            let ticket = self.schedule.add(due, Task::Expire { table: name.clone() });
            self.expiries.insert(name.clone(), ticket);
        }
    }
}
