//! Regions: how a write reaches the other replica, and which of two writes of an item stays. Rules: facts of global tables.

use std::collections::{BTreeMap, BTreeSet};

use crate::item::Attributes;
use crate::simulation::bill::Charges;
use crate::simulation::model::Key;
use crate::simulation::schema::Table;

/// What travels between the replicas of Things.
#[derive(Debug, Clone, Default)]
pub struct Regions {
    /// How long a write travels, in milliseconds; `None` in a run without replicas.
    pub delay_ms: Option<u64>,
    /// The replicas of the run.
    pub replicas: BTreeSet<Table>,
    /// The replicas whose Regions are cut off.
    pub cut_off: BTreeSet<Table>,
    /// What the writes that arrived since the last check took.
    pub charges: Charges,
    /// In the order in which they were sent.
    travelling: Vec<Travelling>,
    waiting: Vec<Travelling>,
    /// The place of the latest write of each item of each replica.
    latest: BTreeMap<(Table, Key), usize>,
    write_count: usize,
}

/// A write on its way.
#[derive(Debug, Clone)]
pub struct Travelling {
    pub to: Table,
    from: Table,
    pub key: Key,
    /// The item after the write.
    pub image: Option<Attributes>,
    due: u64,
    /// Its place among all writes.
    place: usize,
}

impl Regions {
    /// Sends a write of an item to the other replicas.
    pub fn send(&mut self, from: Table, key: &Key, image: Option<&Attributes>, now: u64) {
        let Some(delay_ms) = self.delay_ms.filter(|_| self.replicas.contains(&from)) else {
            return;
        };
        let (due, place) = (now + delay_ms, self.write_count);
        self.write_count += 1;
        self.latest.insert((from, key.clone()), place);
        for to in self.replicas.iter().copied().filter(|to| *to != from) {
            let (key, image) = (key.clone(), image.cloned());
            self.travelling.push(Travelling { to, from, key, image, due, place });
        }
    }

    /// When the next write arrives.
    pub fn next_due(&self) -> Option<u64> {
        self.travelling.iter().map(|write| write.due).min()
    }

    /// Takes out the next write that is due. `None` if there is none, if it waits, or if it is older than what is there.
    pub fn arrive(&mut self, now: u64) -> Option<Travelling> {
        let due = self.next_due().filter(|due| *due <= now)?;
        let position = self.travelling.iter().position(|write| write.due == due)?;
        let write = self.travelling.remove(position);
        if self.waits(&write) {
            self.waiting.push(write);
            return None;
        }
        let latest = self.latest.entry((write.to, write.key.clone())).or_default();
        if *latest > write.place {
            return None;
        }
        *latest = write.place;
        Some(write)
    }

    /// Cuts the Region of a replica off, or connects it: then what waited sets out again.
    pub fn cut_off(&mut self, table: Table, is_cut_off: bool, now: u64) {
        if is_cut_off {
            self.cut_off.insert(table);
            return;
        }
        self.cut_off.remove(&table);
        let due = now + self.delay_ms.unwrap_or_default();
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let (waiting, free): (Vec<_>, Vec<_>) = waiting.partition(|write| self.waits(write));
        self.waiting = waiting;
        self.travelling.extend(free.into_iter().map(|write| Travelling { due, ..write }));
    }

    /// Whether a write waits for its Region, or for that from which it comes.
    fn waits(&self, write: &Travelling) -> bool {
        [write.to, write.from].iter().any(|replica| self.cut_off.contains(replica))
    }
}
