//! The model: the items of the tables, and the replies and prices of writes, computed in the simplest way.
//!
//! It is written from the documentation and the facts only. Nothing here calls or copies the engine: items are maps of
//! DynamoDB JSON, an index is rebuilt from the items, a price is computed from whole items.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::item::{Attributes, integer};
use crate::simulation::bill::{Bill, Kind, write_halves};
use crate::simulation::index::{IndexModel, Progress};
use crate::simulation::region::Regions;
use crate::simulation::schema::{IndexDefinition, Table, key_type};
use crate::simulation::write::{Action, Write};
use crate::size::size;

/// Seconds after which an expired item is considered wrong data and kept: five years. Source: facts of TTL.
const EXPIRY_AGE_SECONDS_MAX: u64 = 5 * 365 * 24 * 60 * 60;

/// The attribute by which items expire.
pub const EXPIRES: &str = "expires";

/// A key as text, by which items are found.
pub type Key = String;

/// For each key that was ever written, the states of its item, oldest first. The first is "no item".
pub type States = BTreeMap<Key, Vec<Option<Attributes>>>;

/// The database as the model knows it.
#[derive(Debug, Clone, Default)]
pub struct Model {
    /// The tables that exist.
    pub tables: BTreeMap<Table, TableModel>,
    /// Virtual time in milliseconds.
    pub now: u64,
    /// How long a change takes to reach a global index, in milliseconds.
    pub delay_ms: u64,
    /// How long an expired item stays, in milliseconds.
    pub expiry_delay_ms: u64,
    /// The most bytes of an item collection of a table with local indexes.
    pub collection_size_max: u64,
    /// What travels between Regions.
    pub regions: Regions,
    /// The table that stands for one of an SQL database.
    pub sql: Option<Table>,
}

/// What changed an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cause {
    Request,
    Expiry,
    /// A write of another Region.
    Arrival,
}

/// A table: its items and all their earlier states.
#[derive(Debug, Clone, Default)]
pub struct TableModel {
    pub items: BTreeMap<Key, Attributes>,
    /// All states of the items.
    pub states: States,
    /// All changes in order, for the stream.
    pub changes: Vec<ItemChange>,
    /// The indexes that exist.
    pub indexes: BTreeMap<&'static str, IndexModel>,
    /// Whether items expire by [`EXPIRES`].
    pub has_time_to_live: bool,
    /// When time to live will be switched on or off.
    pub time_to_live_change: Option<(u64, bool)>,
}

#[derive(Debug, Clone)]
pub struct ItemChange {
    /// When it happened.
    pub at: u64,
    /// The item before.
    pub old: Option<Attributes>,
    /// The item after.
    pub new: Option<Attributes>,
    /// Whether the item expired.
    pub is_expiry: bool,
}

/// The expected reply of a write.
#[derive(Debug, Clone)]
pub enum Verdict {
    /// It is done.
    Accepted {
        /// Its price.
        bill: Bill,
        /// The item before.
        old: Option<Attributes>,
        /// The item after.
        new: Option<Attributes>,
    },
    /// Its condition is false. That is charged.
    ConditionFailed {
        /// Its price.
        bill: Bill,
        /// The existing item.
        old: Option<Attributes>,
    },
    /// It is rejected as invalid. That costs nothing.
    Rejected,
}

/// The text by which an item is found.
pub fn key_text(key: &Attributes) -> Key {
    key.values().map(Value::to_string).collect()
}

impl Model {
    /// A bill of nothing yet.
    pub fn bill(&self, kind: Kind) -> Bill {
        Bill::new(kind, self.sql)
    }

    /// The model of a table that exists.
    pub fn table(&self, table: Table) -> &TableModel {
        self.tables.get(&table).expect("steps name tables of the setup")
    }

    /// The model of a table that exists.
    pub fn table_mut(&mut self, table: Table) -> &mut TableModel {
        self.tables.get_mut(&table).expect("steps name tables of the setup")
    }

    /// The expected reply of a write, and its price. In a transaction the table's part costs double.
    pub fn judge(&self, write: &Write, is_in_transaction: bool) -> Verdict {
        let table = write.target.table;
        let model = self.table(table);
        let old = model.items.get(&key_text(&write.key()));
        if model.violates_index_keys(write, old) {
            return Verdict::Rejected;
        }
        let nothing = Attributes::new();
        let holds = write.condition.as_ref().is_none_or(|it| it.holds(old.unwrap_or(&nothing)));
        let new = write.action.after(old);
        let attempted = match (&write.action, &new) {
            (Action::Delete(_) | Action::Check(_), _) | (_, Err(_)) => 0,
            (_, Ok(new)) => new.as_ref().map_or(0, size),
        };
        let factor = if is_in_transaction { 2 } else { 1 };
        let mut bill = self.bill(Kind::Write);
        bill.add(table, None, factor * write_halves(old.map_or(0, size).max(attempted)));
        match (holds, new) {
            (false, _) => Verdict::ConditionFailed { bill, old: old.cloned() },
            (true, Err(_)) => Verdict::Rejected,
            (true, Ok(new)) => {
                for index in model.indexes.values().filter(|index| index.progress.follows()) {
                    let definition = index.definition;
                    bill.add(table, Some(definition.name), price(definition, old, new.as_ref()));
                }
                Verdict::Accepted { bill, old: old.cloned(), new }
            }
        }
    }

    /// Makes a write that was accepted.
    pub fn apply(&mut self, write: &Write) {
        let key = key_text(&write.key());
        let table = self.table(write.target.table);
        let new = write.action.after(table.items.get(&key)).unwrap_or_default();
        if !matches!(write.action, Action::Check(_)) {
            self.store(write.target.table, &key, new, Cause::Request);
        }
    }

    fn store(&mut self, name: Table, key: &Key, new: Option<Attributes>, cause: Cause) {
        let (now, delay_ms) = (self.now, self.delay_ms);
        let table = self.table_mut(name);
        let old = match &new {
            Some(item) => table.items.insert(key.clone(), item.clone()),
            None => table.items.remove(key),
        };
        let states = table.states.entry(key.clone()).or_insert_with(|| vec![None]);
        states.push(new.clone());
        for index in table.indexes.values_mut() {
            index.follow(key, (old.as_ref(), new.as_ref()), states.len() - 1, now + delay_ms);
            index.settle(now);
        }
        let is_sent = cause != Cause::Arrival && (old.is_some() || new.is_some());
        if old != new {
            let (new, is_expiry) = (new.clone(), cause == Cause::Expiry);
            table.changes.push(ItemChange { at: now, old, new, is_expiry });
        }
        if is_sent {
            self.regions.send(name, key, new.as_ref(), now);
        }
    }

    /// The next write of another Region arrives, and is paid for as any other.
    fn arrive(&mut self) {
        let Some(write) = self.regions.arrive(self.now) else { return };
        let table = self.table(write.to);
        let (old, new) = (table.items.get(&write.key), write.image.as_ref());
        let mut bill = self.bill(Kind::Write);
        bill.add(write.to, None, write_halves(old.map_or(0, size).max(new.map_or(0, size))));
        for index in table.indexes.values().filter(|index| index.progress.follows()) {
            let definition = index.definition;
            bill.add(write.to, Some(definition.name), price(definition, old, new));
        }
        for (place, halves) in bill.charged() {
            *self.regions.charges.entry(place).or_default() += halves;
        }
        self.store(write.to, &write.key, write.image, Cause::Arrival);
    }

    /// Advances time: items expire, changes arrive at their indexes, and writes at the other Region.
    pub fn advance_to(&mut self, time: u64) {
        while let Some(due) = self.next_due().filter(|due| *due <= time) {
            self.now = self.now.max(due);
            let has_arrival = self.regions.next_due().is_some_and(|it| it <= self.now);
            // Items that are due expire before time to live is switched off, and those that came too late after what
            // comes at the same moment.
            match self.next_expiry().filter(|(expiry, ..)| *expiry <= due) {
                Some((expiry, ..)) if has_arrival && expiry < self.now => self.arrive(),
                Some((_, table, key)) => self.store(table, &key, None, Cause::Expiry),
                None if has_arrival => self.arrive(),
                None => self.tables.values_mut().for_each(|table| table.switch_time_to_live(due)),
            }
        }
        self.now = time;
        for index in self.tables.values_mut().flat_map(|table| table.indexes.values_mut()) {
            index.settle(time);
        }
    }

    fn next_due(&self) -> Option<u64> {
        let switches = self.tables.values().filter_map(|table| table.time_to_live_change);
        let expiry = self.next_expiry().map(|(due, ..)| due);
        switches.map(|(due, _)| due).chain(expiry).chain(self.regions.next_due()).min()
    }

    /// The item that expires next: when, and which.
    fn next_expiry(&self) -> Option<(u64, Table, Key)> {
        let expiring = self.tables.iter().filter(|(_, table)| table.has_time_to_live);
        let expiring = expiring.flat_map(|(name, table)| {
            let due = |item: &Attributes| {
                let seconds = item.get(EXPIRES).filter(|value| value["N"].is_string())?;
                let seconds = u64::try_from(integer(seconds)).ok()?;
                let is_too_old = seconds + EXPIRY_AGE_SECONDS_MAX < self.now / 1_000;
                (!is_too_old).then_some(seconds * 1_000 + self.expiry_delay_ms)
            };
            table.items.iter().filter_map(move |(key, item)| Some((due(item)?, *name, key.clone())))
        });
        expiring.min()
    }
}

impl TableModel {
    fn switch_time_to_live(&mut self, due: u64) {
        if let Some((at, is_on)) = self.time_to_live_change
            && at <= due
        {
            self.has_time_to_live = is_on;
            self.time_to_live_change = None;
        }
    }

    /// Takes over items that were written without the model, once all changes have arrived at the indexes.
    pub fn take_over(&mut self, items: BTreeMap<Key, Attributes>) {
        let states =
            |(key, item): (&Key, &Attributes)| (key.clone(), vec![None, Some(item.clone())]);
        self.states = items.iter().map(states).collect();
        self.items = items;
        for index in self.indexes.values_mut() {
            index.reset(&self.states);
        }
    }

    /// Whether a write would leave an item of which a key attribute of an index has a value that it may not have,
    /// whatever the write changes.
    fn violates_index_keys(&self, write: &Write, old: Option<&Attributes>) -> bool {
        let Ok(Some(new)) = write.action.after(old) else { return false };
        match &write.action {
            Action::Put(_) | Action::Update(..) => {}
            Action::Delete(_) | Action::Check(_) => return false,
        }
        let ready = self.indexes.values().filter(|index| index.progress == Progress::Active);
        ready.into_iter().any(|IndexModel { definition, .. }| {
            let mut keys = definition.keys();
            keys.any(|name| new.get(name).is_some_and(|it| !definition.accepts(name, it)))
        })
    }

    /// Key attributes of indexes with the type that they must have.
    pub fn key_types(&self) -> BTreeMap<&'static str, &'static str> {
        let keys = self.indexes.values().flat_map(|index| index.definition.keys());
        keys.map(|name| (name, key_type(name))).collect()
    }
}

/// Halves of write units that an index pays when an item changes. Rules: facts of secondary indexes, section 6.
fn price(index: &IndexDefinition, old: Option<&Attributes>, new: Option<&Attributes>) -> u64 {
    let key = |entry: &Attributes| index.keys().map(|name| entry[name].clone()).collect::<Vec<_>>();
    let entry = |item: Option<&Attributes>| item.and_then(|item| index.entry(item));
    match (entry(old), entry(new)) {
        (None, None) => 0,
        (Some(entry), None) | (None, Some(entry)) => write_halves(size(&entry)),
        (Some(old), Some(new)) if old == new => 0,
        (Some(old), Some(new)) if key(&old) == key(&new) => {
            write_halves(size(&old).max(size(&new)))
        }
        (Some(old), Some(new)) => write_halves(size(&old)) + write_halves(size(&new)),
    }
}
