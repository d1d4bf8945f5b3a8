//! Units consumed in the sandbox, by table and index.
//!
//! Stored work has them as a list, since a table that was deleted keeps its account:
//!
//! ```json
//! {"consumed":[{"read_halves":3,"table":"Orders"},{"global":"OpenOrders","table":"Orders","write_halves":2}]}
//! ```

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use engine::capacity::units::CapacityUnits;
use engine::model::name::{IndexName, TableName};
use engine::receipt::{Receipt, SqlRequests, Store, Taken, UnitKind};
use engine::workload::result::{RunResult, RunStore};
use serde_json::{Map, Value};

use crate::sandbox::document::reader::{Problems, Reader};
use crate::view::message::Message;

/// The member of stored work that has the units consumed.
const CONSUMED: &str = "consumed";

/// Accounts that are read. Model: a table and its indexes for each of 2,500 tables, and as many that were deleted.
const ACCOUNT_COUNT_MAX: usize = 100_000;

/// Halves of a unit, or requests, in one account. Model: the largest whole number that every reader of JSON takes exactly.
const COUNTS: RangeInclusive<u64> = 0..=(1 << 53) - 1;

/// Units consumed, by table and store.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    accounts: BTreeMap<(TableName, Store), Taken>,
}

impl Ledger {
    /// What a table or index has consumed.
    pub(crate) fn account(&self, table: &TableName, store: &Store) -> Taken {
        self.accounts.get(&(table.clone(), store.clone())).copied().unwrap_or_default()
    }

    /// What all of them have consumed, dropped tables included.
    pub(crate) fn total(&self) -> Taken {
        let mut total = Taken::default();
        self.accounts.values().for_each(|account| total.add_all(account));
        total
    }

    /// Enters what a workload was charged.
    pub(crate) fn add_run(&mut self, result: &RunResult) {
        for RunStore { table, store, total, .. } in &result.stores {
            let key = (table.clone(), store.clone());
            let account = self.accounts.entry(key).or_default();
            account.read += total.read;
            account.written += total.written;
            account.sql = account.sql.with(total.sql);
        }
    }

    /// Enters what a store took, beside what it has.
    pub(crate) fn add_taken(&mut self, table: &TableName, store: &Store, taken: &Taken) {
        self.accounts.entry((table.clone(), store.clone())).or_default().add_all(taken);
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

    /// Has these write units of a store in place of others.
    pub(crate) fn set_written(&mut self, table: &TableName, store: &Store, units: CapacityUnits) {
        self.accounts.entry((table.clone(), store.clone())).or_default().written = units;
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
            self.accounts.entry((arm.table.clone(), arm.store.clone())).or_default().add(arm);
        }
    }

    /// The stores that have another account in another ledger.
    pub(crate) fn differing<'l>(
        &'l self,
        other: &'l Self,
    ) -> impl Iterator<Item = &'l (TableName, Store)> {
        let all = self.accounts.keys().chain(other.accounts.keys());
        all.filter(|(table, store)| self.account(table, store) != other.account(table, store))
    }

    /// The accounts that are not as in an earlier ledger.
    pub(crate) fn changed_since(&self, earlier: &Self) -> Self {
        let accounts = self.accounts.iter();
        let changed = accounts.filter(|(key, account)| earlier.accounts.get(key) != Some(account));
        Self { accounts: changed.map(|(key, account)| (key.clone(), *account)).collect() }
    }

    /// What each of its accounts has beyond the same account of another ledger.
    pub(crate) fn beyond(&self, other: &Self) -> Self {
        let accounts = self.accounts.iter().map(|((table, store), account)| {
            let less = other.account(table, store);
            let beyond = Taken {
                written: account.written.saturating_sub(less.written),
                read: account.read.saturating_sub(less.read),
                sql: account.sql.beyond(less.sql),
            };
            ((table.clone(), store.clone()), beyond)
        });
        Self { accounts: accounts.collect() }
    }

    /// Enters all units of another ledger.
    pub(crate) fn add_all(&mut self, other: &Self) {
        for ((table, store), account) in &other.accounts {
            self.add_taken(table, store, account);
        }
    }

    /// Has the accounts of another ledger in place of its own.
    pub(crate) fn replace_by(&mut self, other: Self) {
        self.accounts.extend(other.accounts);
    }

    /// Whether there is no account.
    pub(crate) fn is_empty(&self) -> bool {
        self.accounts.is_empty()
    }

    /// Writes its accounts into an object, unless there are none.
    pub(crate) fn write(&self, members: &mut Map<String, Value>) {
        let accounts: Vec<Value> = self.accounts.iter().filter_map(account_json).collect();
        if !accounts.is_empty() {
            members.insert(CONSUMED.into(), accounts.into());
        }
    }

    /// Its accounts as a line of a journal.
    pub(crate) fn line(&self) -> String {
        let mut members = Map::new();
        self.write(&mut members);
        Value::Object(members).to_string()
    }

    /// The accounts of a line of a journal; `None` if the line is another.
    pub(crate) fn of_line(line: &str, problems: &Problems) -> Option<Self> {
        let Ok(Value::Object(members)) = serde_json::from_str(line) else { return None };
        members.contains_key(CONSUMED).then(|| Self::read(&mut Reader::new(&members, "", problems)))
    }

    /// Reads the accounts of an object. What is no account is reported and left out.
    pub(crate) fn read(reader: &mut Reader<'_>) -> Self {
        let problems = reader.problems();
        let mut accounts = BTreeMap::new();
        for (position, account) in reader.list(CONSUMED, ACCOUNT_COUNT_MAX).iter().enumerate() {
            let path = reader.path(&format!("{CONSUMED}[{position}]"));
            match account {
                Value::Object(members) => {
                    accounts.extend(read_account(Reader::new(members, &path, problems)));
                }
                _ => problems.at(&path, Message::plain("problem.not_object")),
            }
        }
        Self { accounts }
    }
}

/// An account as JSON; `None` if nothing was consumed.
fn account_json(((table, store), account): (&(TableName, Store), &Taken)) -> Option<Value> {
    let mut json = Map::new();
    let counts = [
        ("read_halves", account.read.halves()),
        ("write_halves", account.written.halves()),
        ("sql_reads", account.sql.read_count),
        ("sql_writes", account.sql.write_count),
    ];
    for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        json.insert(name.into(), count.into());
    }
    if json.is_empty() {
        return None;
    }
    json.insert("table".into(), table.as_str().into());
    match store {
        Store::Table => {}
        Store::Local(index) => drop(json.insert("local".into(), index.as_str().into())),
        Store::Global(index) => drop(json.insert("global".into(), index.as_str().into())),
    }
    Some(json.into())
}

fn read_account(mut reader: Reader<'_>) -> Option<((TableName, Store), Taken)> {
    let table = reader.text("table", usize::MAX);
    let local = reader.text("local", usize::MAX).map(|name| Store::Local(IndexName::new(name)));
    let global = reader.text("global", usize::MAX).map(|name| Store::Global(IndexName::new(name)));
    let mut count = |name| reader.number(name, &COUNTS).unwrap_or_default();
    let account = Taken {
        read: CapacityUnits::from_halves(count("read_halves")),
        written: CapacityUnits::from_halves(count("write_halves")),
        sql: SqlRequests { read_count: count("sql_reads"), write_count: count("sql_writes") },
    };
    if table.is_none() {
        reader.report("table", Message::plain("problem.missing"));
    }
    reader.finish();
    Some(((TableName::new(table?), local.or(global).unwrap_or(Store::Table)), account))
}
