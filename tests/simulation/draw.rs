//! How the steps of a run are drawn. There are few keys and values, so that steps affect the same items.

use serde_json::{Value, json};

use crate::item::{Attributes, binary, number, string};
use crate::random::Random;
use crate::simulation::condition::{BYTES, Condition};
use crate::simulation::schema::{INDEXES, IndexDefinition, Table};
use crate::simulation::setup::{Feature, Setup};
use crate::simulation::step::{Get, KeyCondition, Read, Step, Transaction};
use crate::simulation::write::{Action, Change, Target, Write};
use crate::size::size;

/// Attributes that are no keys of Things and may be written.
const NAMES: [&str; 7] = ["l", "m", "g", "h", "f", "note", "other"];

/// Those that are keys of type B.
const BINARY_NAMES: [&str; 2] = ["b", "c"];

/// Draws the steps of one run.
pub struct Draw<'r> {
    setup: &'r Setup,
    random: &'r mut Random,
    /// The latest transaction with a token, which may be repeated.
    transaction: Option<Transaction>,
    /// Whether a step has put many items.
    is_filled: bool,
}

impl<'r> Draw<'r> {
    /// Draws steps for this setup.
    pub fn new(setup: &'r Setup, random: &'r mut Random) -> Self {
        Self { setup, random, transaction: None, is_filled: false }
    }

    fn chance(&mut self, one_in: u64) -> bool {
        self.random.below(one_in) == 0
    }

    fn has(&self, feature: Feature) -> bool {
        self.setup.has(feature)
    }

    /// The next step.
    pub fn step(&mut self) -> Step {
        if self.transaction.is_some() && self.has(Feature::Time) && self.chance(15) {
            // A token is forgotten.
            return Step::Advance(601_000);
        }
        let fill_one_in = if self.is_filled { 100 } else { 10 };
        if self.has(Feature::ManyItems) && self.chance(fill_one_in) {
            self.is_filled = true;
            return Step::Fill(self.random.below(1 << 30));
        }
        match self.random.below(40) {
            0..=2 if self.has(Feature::Batches) => Step::BatchWrite(self.batch()),
            3..=6 if self.has(Feature::Transactions) => Step::TransactWrite(self.transaction()),
            7..=8 if self.has(Feature::Reads) => Step::Get(self.get()),
            9 if self.has(Feature::Reads) && self.has(Feature::Batches) => {
                Step::BatchGet(self.gets())
            }
            10 if self.has(Feature::Reads) && self.has(Feature::Transactions) => {
                Step::TransactGet(self.gets())
            }
            11..=14 if self.has(Feature::Reads) => Step::Read(self.read()),
            15 | 29 | 30 if self.has(Feature::IndexChanges) => Step::CreateIndex(self.late_index()),
            16 if self.has(Feature::IndexChanges) => Step::DeleteIndex(self.late_index()),
            17 if self.has(Feature::TimeToLive) => Step::TimeToLive(!self.chance(4)),
            18 if self.has(Feature::Stream) => Step::Stream(!self.chance(4)),
            19 if self.has(Feature::Provisioned) => self.provision(),
            20 if self.has(Feature::Scaling) && self.has(Feature::Limits) => {
                Step::Scale(!self.chance(4))
            }
            21..=25 if self.has(Feature::Time) => {
                let times: &[u64] = match self.has(Feature::Tokens) {
                    // Just before and just after a token is forgotten.
                    true => &[1, 1_000, 61_000, 599_000, 601_000, 601_000],
                    false => &[1, 49, 200, 1_000, 1_000, 5_000, 61_000],
                };
                Step::Advance(self.random.pick(times))
            }
            31 if self.has(Feature::Recreation) && self.chance(2) => {
                Step::Recreate(if self.chance(4) { Table::Others } else { Table::Things })
            }
            26 if self.has(Feature::Time) => Step::Delay(self.random.pick(&[0, 1, 200, 1_000])),
            27 if self.has(Feature::Saves) => Step::SaveAndLoad,
            28 if self.has(Feature::Workloads) && self.setup.has_workloads() && self.chance(4) => {
                Step::Workload(self.random.below(1 << 30))
            }
            _ => Step::Write(self.write()),
        }
    }

    fn provision(&mut self) -> Step {
        if self.chance(6) {
            return Step::BillOnDemand;
        }
        if self.chance(6) {
            // So many that nothing is throttled for it.
            return Step::Maximum(self.random.pick(&[-1, 500_000, 600_000]));
        }
        let index = match self.chance(2) {
            true => None,
            false => Some(self.late_index()),
        };
        let units = self.random.pick(&[1, 5, 12, 24, 40]);
        Step::Provision(index, self.random.pick(&[5, 12]), units)
    }

    fn late_index(&mut self) -> &'static str {
        let global: Vec<&str> = INDEXES
            .iter()
            .filter(|index| !index.is_local && index.table == Table::Things)
            .filter(|index| self.has(Feature::BinaryKeys) || !index.has_binary_key())
            .map(|index| index.name)
            .collect();
        self.random.pick(&global)
    }

    fn target(&mut self) -> Target {
        let table = if self.chance(6) { Table::Others } else { Table::Things };
        Target { table, by_arn: self.has(Feature::Arns) && self.chance(2) }
    }

    fn key(&mut self, table: Table) -> Attributes {
        match table {
            Table::Others => {
                let id = match self.setup.binary_keys.contains("id") {
                    true => self.bytes(),
                    false => self.short_text(),
                };
                Attributes::from([("id".to_owned(), id)])
            }
            Table::Things | Table::Abroad | Table::Overseas => {
                let is_long = self.has(Feature::LongKeys) && self.chance(6);
                let partition = match (is_long, self.setup.binary_keys.contains("p")) {
                    (true, true) => binary(&[b'p'; 1_500]),
                    (true, false) => string(&"p".repeat(1_500)),
                    // Few, so that a partition has several items, whose order is compared.
                    (false, true) => binary(self.random.pick(&BYTES[..2])),
                    (false, false) => string(self.random.pick(&["a", "b", "c"])),
                };
                let sort = match self.setup.binary_keys.contains("s") {
                    true => binary(self.random.pick(&BYTES[..3])),
                    false => number(self.random.pick(&[-10, -1, 0, 2, 10])),
                };
                Attributes::from([("p".to_owned(), partition), ("s".to_owned(), sort)])
            }
        }
    }

    fn bytes(&mut self) -> Value {
        binary(self.random.pick(&BYTES))
    }

    fn short_text(&mut self) -> Value {
        string(self.random.pick(&["x", "y", "z"]))
    }

    fn condition(&mut self) -> Option<Condition> {
        let has_condition = self.has(Feature::Conditions) && self.chance(3);
        has_condition.then(|| Condition::draw(self.random))
    }

    fn is_legacy(&mut self) -> bool {
        self.has(Feature::Legacy) && self.chance(2)
    }

    fn write(&mut self) -> Write {
        let target = self.target();
        let (action, returns) = match self.random.below(10) {
            0..=4 => (Action::Put(self.item(target.table)), &["NONE", "ALL_OLD"][..]),
            5..=7 => (
                Action::Update(self.key(target.table), self.changes()),
                &["NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"][..],
            ),
            _ => (Action::Delete(self.key(target.table)), &["NONE", "ALL_OLD"][..]),
        };
        let (condition, is_legacy) = (self.condition(), self.is_legacy());
        let returns = self.random.pick(returns);
        Write { target, action, condition, is_legacy, returns }
    }

    fn changes(&mut self) -> Vec<Change> {
        let mut changes: Vec<Change> = Vec::new();
        for _ in 0..self.random.below(4) {
            let change = self.change();
            if changes.iter().all(|other| other.attribute() != change.attribute()) {
                changes.push(change);
            }
        }
        changes
    }

    fn change(&mut self) -> Change {
        let is_binary = self.has(Feature::BinaryKeys) && self.chance(4);
        let name = self.random.pick(if is_binary { &BINARY_NAMES[..] } else { &NAMES });
        let by = self.random.pick(&[1, -1, 99]);
        let set = vec![self.random.pick(&["red", "green"]), "blue"];
        match self.random.below(13) {
            10 => Change::Set("list", json!({ "L": [number(1), string("two"), number(3)] })),
            11 => Change::SetElement("list", self.random.pick(&[0, 1, 5]), self.short_text()),
            12 => Change::RemoveElement("list", self.random.pick(&[0, 1, 5])),
            0..=3 => Change::Set(name, self.value(name)),
            4 => Change::SetIfMissing(name, self.value(name)),
            5 => Change::Remove(name),
            6 => Change::Increment("n", by),
            7 => Change::Add("n", by),
            8 => Change::AddToSet("tags", set),
            _ if self.has(Feature::TimeToLive) => Change::Set("expires", self.expiry()),
            _ => Change::DeleteFromSet("tags", set),
        }
    }

    fn item(&mut self, table: Table) -> Attributes {
        let mut item = self.key(table);
        for name in NAMES {
            if self.chance(2) {
                item.insert(name.to_owned(), self.value(name));
            }
        }
        for name in BINARY_NAMES {
            if self.has(Feature::BinaryKeys) && self.chance(2) {
                item.insert(name.to_owned(), self.value(name));
            }
        }
        if self.has(Feature::TimeToLive) && self.chance(3) {
            item.insert("expires".to_owned(), self.expiry());
        }
        match self.random.below(8) {
            0 => self.pad(&mut item, "other", size),
            1 => self.pad(&mut item, "note", |item| size(&INDEXES[3].projected(item))),
            _ => {}
        }
        item
    }

    /// A small item of Things with a sort key that no other step uses.
    pub fn filler(&mut self, number_of_item: u8) -> Attributes {
        let mut item = self.item(Table::Things);
        item.retain(|name, _| !["note", "other"].contains(&name.as_str()));
        let sort = match self.setup.binary_keys.contains("s") {
            true => binary(&[0x40, number_of_item]),
            false => number(100 + i64::from(number_of_item)),
        };
        item.insert("s".to_owned(), sort);
        item
    }

    fn expiry(&mut self) -> Value {
        match self.chance(6) {
            true => string("never"),
            false => number(self.random.pick(&[1, 5, 30, 61, 1_200])),
        }
    }

    /// Fills an attribute until the item, or what an index projects of it, is at the edge of a unit.
    fn pad(&mut self, item: &mut Attributes, name: &str, measure: fn(&Attributes) -> usize) {
        item.insert(name.to_owned(), string(""));
        let edge = self.random.pick(&[1_023, 1_024, 1_025, 2_048, 4_096, 4_097]);
        item.insert(name.to_owned(), string(&"e".repeat(edge - measure(item).min(edge))));
    }

    /// Mostly a value that the attribute may have; sometimes one that no index key may have.
    fn value(&mut self, name: &str) -> Value {
        let is_wrong = self.has(Feature::WrongKeys) && self.chance(20);
        match name {
            "l" | "g" | "f" if is_wrong => {
                let long = string(&"k".repeat(2_049));
                self.random.pick(&[number(1), string(""), json!({ "NULL": true }), long])
            }
            "l" | "g" | "f" => self.short_text(),
            "b" | "c" if is_wrong => {
                let (empty, long) = (binary(&[]), binary(&[b'k'; 2_049]));
                self.random.pick(&[number(1), string("x"), empty, long])
            }
            "b" | "c" => self.bytes(),
            "m" | "h" if is_wrong => string("1"),
            "m" | "h" => number(self.random.pick(&[-100, -1, 0, 7, 30, 200])),
            "note" => match self.random.below(7) {
                5 => json!({ "NULL": true }),
                6 => json!({ "BOOL": self.random.below(2) == 0 }),
                4 => {
                    let deep = json!({ "L": [string("a"), number(2), string("c")] });
                    json!({ "M": { "deep": deep, "flat": string("f"), "rest": number(1) } })
                }
                0 => json!({ "SS": ["one", "two"] }),
                1 => json!({ "L": [number(5), json!({ "BOOL": true })] }),
                2 => string(&"n".repeat(1_020)),
                _ => string("note"),
            },
            _ => string(&"o".repeat(self.random.pick(&[1, 900, 2_100]))),
        }
    }

    fn batch(&mut self) -> Vec<(Target, Action)> {
        let mut writes = Vec::new();
        for _ in 0..=self.random.below(4) {
            let target = self.target();
            let action = match self.chance(3) {
                true => Action::Delete(self.key(target.table)),
                false => Action::Put(self.item(target.table)),
            };
            writes.push((target, action));
        }
        writes
    }

    fn transaction(&mut self) -> Transaction {
        if let Some(transaction) = self.transaction.clone()
            && self.chance(2)
        {
            return transaction;
        }
        let mut actions = Vec::new();
        for _ in 0..=self.random.below(3) {
            let mut write = Write { is_legacy: false, returns: "NONE", ..self.write() };
            if self.has(Feature::Conditions) && self.chance(5) {
                write.action = Action::Check(write.key());
                write.condition = Some(Condition::draw(self.random));
            }
            if let Action::Update(_, changes) = &mut write.action
                && changes.is_empty()
            {
                changes.push(Change::Add("n", 1));
            }
            actions.push(write);
        }
        let has_token = self.has(Feature::Tokens) && !self.chance(3);
        let token = has_token.then(|| self.random.pick(&["first", "second"]));
        let transaction = Transaction { actions, token };
        if has_token {
            self.transaction = Some(transaction.clone());
        }
        transaction
    }

    fn names(&mut self) -> Option<Vec<&'static str>> {
        match self.random.below(8) {
            0 => Some(vec!["note"]),
            1 => Some(vec!["g", "note", "n"]),
            2 => Some(vec!["note[1]", "g", "note[0]"]),
            3 => Some(vec!["note.deep[1]", "note.flat"]),
            _ => None,
        }
    }

    /// Paths and `Select` of a read. Some do not match each other, or the index.
    fn returned(&mut self) -> (Option<Vec<&'static str>>, Option<&'static str>) {
        let names = self.names();
        let selects = ["COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"];
        match self.random.below(10) {
            0..=4 => (names, None),
            5..=7 => (None, Some(self.random.pick(&selects))),
            8 => (names, Some("SPECIFIC_ATTRIBUTES")),
            _ => (names, Some(self.random.pick(&selects))),
        }
    }

    fn get(&mut self) -> Get {
        let target = self.target();
        Get {
            target,
            key: self.key(target.table),
            is_consistent: self.chance(2),
            names: self.names(),
            is_legacy: self.is_legacy(),
        }
    }

    /// Reads of different items, each table named in one way only.
    fn gets(&mut self) -> Vec<Get> {
        let by_arn = self.has(Feature::Arns) && self.chance(2);
        let mut gets: Vec<Get> = Vec::new();
        for _ in 0..=self.random.below(4) {
            let mut get = self.get();
            get.target.by_arn = by_arn;
            if gets.iter().all(|other| (other.target, &other.key) != (get.target, &get.key)) {
                gets.push(get);
            }
        }
        gets
    }

    fn read(&mut self) -> Read {
        let target = self.target();
        let indexes: Vec<Option<&IndexDefinition>> = INDEXES
            .iter()
            .filter(|index| index.table == target.table.design())
            .map(Some)
            .chain([None, None])
            .collect();
        let index = self.random.pick(&indexes);
        let is_query = self.chance(2);
        let (names, select) = self.returned();
        Read {
            target,
            index,
            key: is_query.then(|| {
                let key = self.key_condition(target.table, index);
                key.sometimes_incomplete(self.random)
            }),
            segment_count: (!is_query && self.chance(3)).then(|| self.random.pick(&[1, 2, 5])),
            limit: if self.chance(2) { Some(self.random.pick(&[1, 2, 3, 7])) } else { None },
            is_consistent: index.is_none_or(|index| index.is_local) && self.chance(2),
            is_backward: self.chance(2),
            filter: self.condition(),
            names,
            select,
            is_legacy: self.is_legacy(),
        }
    }

    fn key_condition(
        &mut self,
        table: Table,
        index: Option<&'static IndexDefinition>,
    ) -> KeyCondition {
        let (partition, sort): (&[&str], &[&str]) = match index {
            Some(index) => (index.partition, index.sort),
            None => table.keys().split_at(1),
        };
        let of = |draw: &mut Self, name| match name {
            "p" | "s" | "id" => draw.key(table)[name].clone(),
            "b" | "c" => draw.bytes(),
            "m" | "h" => number(draw.random.pick(&[-100, -1, 0, 7, 30, 200])),
            _ => draw.short_text(),
        };
        let partition = partition.iter().map(|name| (*name, of(self, name))).collect();
        let mut conditions = Vec::new();
        let count = self.random.below(sort.len() as u64 + 1);
        let used = &sort[..usize::try_from(count).expect("keys are few")];
        for (position, name) in used.iter().enumerate() {
            let is_last = position + 1 == used.len();
            let comparator = match is_last {
                true => self.random.pick(&["=", "<", "<=", ">", ">="]),
                false => "=",
            };
            let value = of(self, name);
            conditions.push(Condition::Compare(name, comparator, value));
        }
        KeyCondition { partition, sort: conditions }
    }
}
