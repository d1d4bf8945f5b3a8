//! Replicas of a table in other Regions: how a write reaches them, and which of two writes of an item stays.
//!
//! Tables of one name in several Regions are replicas of each other. A write is done in its Region, and its item arrives at
//! the others after [`Config::replication_delay_ms`](crate::database::Config::replication_delay_ms). An item that arrives
//! after a later write of the same item is dropped: the last writer wins, for each item by itself.
//!
//! Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html>. Model: all
//! Regions have one clock, and of two writes at one moment the one that was made later in the sandbox wins; arriving writes
//! consume throughput and are never throttled, and of several replicas only one deletes what has expired.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::database::replicated::{ReplicatedWrite, Replication};
use crate::database::table_update::TableUpdate;
use crate::database::{Database, Task};
use crate::event::EventKind;
use crate::model::bytes::Bytes;
use crate::model::name::{ARN_START, TableName};
use crate::receipt::{Reason, Store, UnitKind};
use crate::table::Table;
use crate::table::lifecycle::{Settings, StreamChange};
use crate::table::status::TableStatus;
use crate::table::storage::ROW_MEMORY;
use crate::table::stream::{Author, ViewType};
use crate::table::write::plan::WritePlan;
use crate::throughput::meter::Charge;

impl Database {
    /// Sets how long a write travels to another Region. Those on their way keep their time.
    pub fn set_replication_delay(&mut self, delay_ms: u64) {
        self.config.replication_delay_ms = delay_ms;
    }

    /// Whether any table is a replica.
    pub fn has_replicas(&self) -> bool {
        let mut names = self.table_names(std::ops::Bound::Included(ARN_START));
        names.next().is_some_and(|name| name.starts_with(ARN_START))
    }

    /// The other replicas of a table, the one of the database's own Region first.
    pub fn replicas_of(&self, name: &TableName) -> Vec<TableName> {
        let own = self.tables.get(name.short()).map(|table| &table.schema.name);
        let replicas = self.tables.keys().filter(|other| other.region().is_some());
        let others = own.into_iter().chain(replicas);
        others.filter(|other| other.short() == name.short() && *other != name).cloned().collect()
    }

    /// The Regions that are cut off; `None` is the one in which the database is.
    pub fn cut_off_regions(&self) -> impl Iterator<Item = Option<&str>> {
        self.replication.cut_off.iter().map(Option::as_deref)
    }

    /// Writes that wait for Regions that are cut off, with the replicas at which they will arrive.
    pub fn waiting_writes(&self) -> impl Iterator<Item = (&TableName, &ReplicatedWrite)> {
        self.replication.waiting.iter().map(|(table, write)| (table, write))
    }

    /// Cuts a Region off from the others, or connects it again: then what waited sets out. `None` is the Region in which the
    /// database is.
    pub fn set_cut_off(&mut self, region: Option<&str>, is_cut_off: bool) {
        let region = region.map(str::to_owned);
        if is_cut_off {
            self.replication.cut_off.insert(region);
            return;
        }
        self.connect(region);
        self.advance_to(self.now);
    }

    /// Connects a Region: what waited sets out, unless it waits for another one. With strong consistency it arrives at once.
    fn connect(&mut self, region: Option<String>) {
        self.replication.cut_off.remove(&region);
        let waiting = std::mem::take(&mut self.replication.waiting);
        for (table, write) in waiting {
            if self.waits(&table, &write) || self.known_table(&table).strong.is_some() {
                self.replicate(table, write);
            } else {
                self.send(table, write);
            }
        }
    }

    /// Bytes of memory that writes take which are on their way, wait or are under way, or a few more.
    pub fn replicated_memory(&self) -> Bytes {
        self.replication.memory
    }

    /// The same, with the places of the latest writes.
    pub(super) fn replication_memory(&self) -> Bytes {
        let rows: usize = self.replication.latest.values().map(BTreeMap::len).sum();
        Bytes(ROW_MEMORY.0 * rows as u64) + self.replication.memory
    }

    fn send(&mut self, table: TableName, write: ReplicatedWrite) {
        let due = self.now.after(self.config.replication_delay_ms);
        self.schedule.add(due, Task::Replicate { table, write });
    }

    /// Sends a write that is about to be applied to the other replicas of its table. What a transaction only checks is not
    /// sent.
    pub(super) fn send_to_replicas(&mut self, name: &TableName, plan: &WritePlan, author: Author) {
        let Some(item) = plan.new.as_ref().or(plan.old.as_ref()) else { return };
        let others = self.replicas_of(name);
        if others.is_empty() || matches!(plan.reason, Reason::Checked { .. }) {
            return;
        }
        let order = self.replication.count;
        self.replication.count += 1;
        let latest = self.replication.latest.entry(name.clone()).or_default();
        latest.insert(plan.position.clone(), order);
        let is_strong = self.known_table(name).strong.is_some();
        let write = ReplicatedWrite {
            from: name.clone(),
            key: self.known_table(name).schema.key.key_of(&item.image),
            image: plan.new.as_ref().map(|new| new.image.clone()),
            written_at: self.now,
            order,
            round: author.round(),
        };
        for other in others {
            self.replication.memory += write.memory();
            match is_strong {
                true => self.replicate(other, write.clone()),
                false => self.send(other, write.clone()),
            }
        }
        if is_strong {
            self.begin_wait(name, plan.position.clone(), order);
        }
    }

    /// Whether a write waits for a Region that is cut off. One of a table with strong consistency was confirmed before its
    /// Region was.
    fn waits(&self, name: &TableName, write: &ReplicatedWrite) -> bool {
        let is_strong = self.known_table(name).strong.is_some();
        self.replication.is_cut_off(name)
            || (!is_strong && self.replication.is_cut_off(&write.from))
    }

    /// A write of another Region arrives: it is applied, unless a later one is there or a Region is cut off.
    pub(super) fn replicate(&mut self, name: TableName, write: ReplicatedWrite) {
        if self.waits(&name, &write) {
            self.replication.waiting.push((name, write));
            return;
        }
        self.replication.memory = self.replication.memory - write.memory();
        let table = self.known_table(&name);
        let position = table.position(&write.key);
        let latest = self.replication.latest.get(&name).and_then(|latest| latest.get(&position));
        let ReplicatedWrite { from, key, image, written_at, order, round } = write;
        if latest.is_some_and(|latest| *latest > order) {
            if self.recorder.records_items() {
                let kind = EventKind::ReplicatedWriteDropped { from, key, image, written_at };
                self.recorder.record(self.now, &name, kind);
            }
            return;
        }
        let plan = table.plan_replacement(position.clone(), image);
        let arms = plan.arms(table);
        let images = [&plan.old, &plan.new].map(|it| it.as_ref().map(|it| it.image.clone()));
        let [old, new] = images;
        self.charge_replicated(&name, &plan);
        self.count_background(arms.iter());
        if self.recorder.records_items() {
            let kind = EventKind::ItemReplicated { from, key, old, new, arms, written_at };
            self.recorder.record(self.now, &name, kind);
        }
        self.replication.latest.entry(name.clone()).or_default().insert(position, order);
        self.apply(&name, plan, Author::Replica { round });
    }

    /// Consumes the units of a write that arrives, whatever is left.
    fn charge_replicated(&mut self, name: &TableName, plan: &WritePlan) {
        let (now, share) = (self.now, self.known_table(name).write_share(plan));
        let Some(meter) = self.meter_mut(name, &Store::Table) else { return };
        let (kind, source) = (UnitKind::Write, meter.write.own_source());
        let (partition, units, hash, item) = (share.partition, share.units, share.hash, share.item);
        meter.spend(&Charge { partition, kind, units, source, hash, item }, now);
    }

    /// The other replicas of a table that are not being deleted.
    pub(crate) fn lasting_replicas_of(&self, name: &TableName) -> Vec<TableName> {
        let lasts = |it: &TableName| self.known_table(it).status != TableStatus::Deleting;
        self.replicas_of(name).into_iter().filter(lasts).collect()
    }

    /// Changes a table, and its replicas where they share its settings.
    pub(super) fn update_replicas(&mut self, update: TableUpdate) {
        for other in self.lasting_replicas_of(&update.table) {
            let stream = self.stream_of_all(&update, &other);
            let mut shared = update.for_replica(other);
            shared.settings.stream = stream;
            if !shared.is_empty() {
                self.update_table(shared);
            }
        }
        self.update_table(update);
    }

    /// Makes a replica with the items that the table has, and begins the stream of the table if it has none. Model: the copy
    /// is free, and complete at once.
    pub(super) fn create_replica(&mut self, of: &TableName, name: &TableName) {
        let is_strong = self.known_table(of).strong.is_some();
        if !is_strong && self.known_table(of).open_stream().is_none() {
            let stream = StreamChange::Enable(self.new_stream(of, ViewType::NewAndOldImages));
            let settings = Settings { stream: Some(stream), ..Settings::default() };
            self.update_table(TableUpdate {
                table: of.clone(),
                settings,
                create: None,
                delete: None,
            });
        }
        let source = self.known_table(of);
        let mut schema = source.schema.clone();
        Arc::make_mut(&mut schema).name = name.clone();
        let mut replica = Table::new(schema, self.now);
        // What is put back has its own items for each replica.
        let copied = source.items.iter().filter(|_| !self.is_quiet);
        for (position, stored) in copied {
            let plan = replica.plan_replacement(position.clone(), Some(stored.image.clone()));
            for (ordinal, effect) in replica.apply(plan) {
                if let Some(change) = effect.change {
                    replica.indexes[ordinal].apply(change);
                }
            }
        }
        replica.time_to_live = source.time_to_live.clone();
        replica.strong.clone_from(&source.strong);
        let view_type = source.stream.as_ref().and_then(|stream| stream.view_type);
        let view_type = if is_strong { view_type } else { Some(ViewType::NewAndOldImages) };
        replica.stream = view_type.map(|view_type| self.new_stream(name, view_type));
        self.create_table(replica);
        self.follow_replica(of, name);
    }

    /// Lets a new replica have what has not arrived yet in the table of which it is a copy, and the change of time to live
    /// that the table is in.
    fn follow_replica(&mut self, of: &TableName, name: &TableName) {
        if let Some(latest) = self.replication.latest.get(of).cloned() {
            self.replication.latest.insert(name.clone(), latest);
        }
        let travelling = self.schedule.iter().filter_map(|(due, task)| match task {
            Task::Replicate { table, write } if table == of => {
                Some((due, Task::Replicate { table: name.clone(), write: write.clone() }))
            }
            Task::ApplyTimeToLive { table } if table == of => {
                Some((due, Task::ApplyTimeToLive { table: name.clone() }))
            }
            _ => None,
        });
        for (due, task) in travelling.collect::<Vec<_>>() {
            self.replication.memory += task.replicated_memory();
            self.schedule.add(due, task);
        }
        let waiting = self.replication.waiting.iter().filter(|(table, _)| table == of);
        let waiting: Vec<_> = waiting.map(|(_, write)| (name.clone(), write.clone())).collect();
        self.replication.memory += waiting.iter().map(|(_, write)| write.memory()).sum::<Bytes>();
        self.replication.waiting.extend(waiting);
    }

    /// Whether the items of a table expire in its Region: of several replicas, only one deletes an expired item, and the
    /// others follow.
    pub(super) fn expires_here(&self, name: &TableName) -> bool {
        let place = (name.region(), name);
        !self.has_replicas()
            || self.replicas_of(name).iter().all(|other| place < (other.region(), other))
    }

    /// A Region has lost a replica or a witness. One without either is not cut off.
    pub(super) fn leave_region(&mut self, region: &str) {
        let is_in = |table: &Table| {
            let witness = table.strong.as_ref().and_then(|strong| strong.witness.as_deref());
            table.schema.name.region() == Some(region) || witness == Some(region)
        };
        if !self.tables.values().any(is_in) {
            self.connect(Some(region.to_owned()));
        }
    }

    /// Forgets what travels to a table, and lets its items expire in another Region if they did in its own. What was written
    /// in it still reaches the others. A Region without tables is not cut off.
    pub(super) fn forget_replica(&mut self, name: &TableName) {
        self.replication.latest.remove(name);
        self.replication.under_way.remove(name.short());
        let Replication { waiting, memory, .. } = &mut self.replication;
        for (_, gone) in waiting.extract_if(.., |(table, _)| table == name) {
            *memory = *memory - gone.memory();
        }
        if let Some(region) = name.region() {
            self.leave_region(region);
        }
        for other in self.replicas_of(name) {
            self.schedule_expiry(&other);
        }
    }
}
