//! What is asked of tables: units consumed in some seconds, by store.

use std::collections::{BTreeMap, BTreeSet};

use engine::model::name::TableName;
use engine::receipt::{Store, UnitKind};

use crate::analysis::amount::portion;

/// Reads and writes, in the order in which they are shown.
pub(crate) const KINDS: [UnitKind; 2] = [UnitKind::Write, UnitKind::Read];

/// What is throttled together: requests of a pattern, or what follows from them at one table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flow {
    halves: Halves,
    /// The flow of the load that it follows from, by its position.
    pub cause: Option<usize>,
}

impl Flow {
    /// Half units that are asked of all stores.
    pub(crate) fn all_halves(&self) -> u128 {
        self.halves.values().flatten().fold(0, |sum, halves| sum.saturating_add(*halves))
    }

    /// Half units that are asked of a store.
    pub(crate) fn halves(&self, table: &TableName, store: &Store, kind: UnitKind) -> u128 {
        let key = (table.clone(), store.clone());
        self.halves.get(&key).map_or(0, |halves| halves[side(kind)])
    }
}

/// Half units, written and read, by table and store.
type Halves = BTreeMap<(TableName, Store), [u128; 2]>;

/// The place of writes or of reads in pairs, as in [`KINDS`].
pub(crate) const fn side(kind: UnitKind) -> usize {
    match kind {
        UnitKind::Write => 0,
        UnitKind::Read => 1,
    }
}

/// Units consumed, and in how many seconds.
#[derive(Debug, Clone, Default)]
pub(crate) struct Load {
    halves: Halves,
    /// What of it is throttled together.
    flows: Vec<Flow>,
    /// Seconds in which they were consumed.
    pub seconds: u128,
    /// How many access patterns do not work, so that nothing of them is in it.
    pub failing_count: u64,
    /// How many work in part, so that their rejected requests are not in it.
    pub partly_count: u64,
    /// How many set programs in motion of which only a part is in it.
    pub open_count: u64,
    /// Items that are new, by table: of as many trials as the half units are.
    pub new_items: BTreeMap<TableName, u128>,
    /// How many read tables or indexes in which nothing is, so that the size of what they will read is not known.
    pub unsized_count: u64,
    /// Tables whose items expire, nobody knows how many, while that is paid for elsewhere.
    pub expiring: BTreeSet<TableName>,
}

impl Load {
    /// Nothing in so many seconds.
    pub(crate) fn nothing(seconds: u128) -> Self {
        Self { seconds, ..Self::default() }
    }

    /// Half units that a store consumed.
    pub(crate) fn halves(&self, table: &TableName, store: &Store, kind: UnitKind) -> u128 {
        let key = (table.clone(), store.clone());
        self.halves.get(&key).map_or(0, |halves| halves[side(kind)])
    }

    /// Adds half units of another load.
    fn add_halves(&mut self, other: &Self) {
        for ((table, store), halves) in &other.halves {
            for (kind, halves) in KINDS.into_iter().zip(halves) {
                self.add(table, store, kind, *halves);
            }
        }
    }

    /// Adds what requests of a pattern ask, and what follows from them.
    pub(crate) fn add_flow(&mut self, own: &Self, behind: &Self) {
        self.add_halves(own);
        self.add_halves(behind);
        let cause = Some(self.flows.len());
        self.flows.push(Flow { halves: own.halves.clone(), cause: None });
        let behind: Vec<_> = behind.halves.iter().collect();
        for of_table in behind.chunk_by(|((one, _), _), ((other, _), _)| one == other) {
            let halves = of_table.iter().map(|(key, halves)| ((*key).clone(), **halves));
            self.flows.push(Flow { halves: halves.collect(), cause });
        }
    }

    /// How many flows it has that were added as such.
    pub(crate) fn flow_count(&self) -> usize {
        self.flows.len()
    }

    /// All flows: what was not added as one is throttled at each store apart.
    pub(crate) fn all_flows(&self) -> Vec<Flow> {
        let mut flows = self.flows.clone();
        for (key, halves) in &self.halves {
            let known = flows.iter().filter_map(|flow| flow.halves.get(key));
            let rest = known.fold(*halves, |rest, known| {
                [0, 1].map(|side| rest[side].saturating_sub(known[side]))
            });
            if rest != [0, 0] {
                flows.push(Flow { halves: [(key.clone(), rest)].into(), cause: None });
            }
        }
        flows
    }

    /// The sum of loads of as many seconds; `None` of none.
    pub(crate) fn of_all<'l>(loads: impl Iterator<Item = &'l Self>) -> Option<Self> {
        loads.fold(None, |sum, load| {
            let mut sum = sum.unwrap_or_else(|| Self::nothing(load.seconds));
            sum.add_halves(load);
            let before = sum.flows.len();
            let flows = load.flows.iter().cloned();
            sum.flows
                .extend(flows.map(|flow| Flow { cause: flow.cause.map(|it| before + it), ..flow }));
            for (table, count) in &load.new_items {
                let new = sum.new_items.entry(table.clone()).or_default();
                *new = new.saturating_add(*count);
            }
            sum.failing_count += load.failing_count;
            sum.partly_count += load.partly_count;
            sum.open_count += load.open_count;
            sum.unsized_count += load.unsized_count;
            sum.expiring.extend(load.expiring.iter().cloned());
            Some(sum)
        })
    }

    /// A part of the reads or writes of a table: so many of so many.
    pub(crate) fn part(
        &self,
        table: &TableName,
        kind: UnitKind,
        (part, whole): (u128, u128),
    ) -> Self {
        let mut load = Self::nothing(self.seconds);
        for (name, store) in self.halves.keys().filter(|(name, _)| name == table) {
            load.add(name, store, kind, portion(self.halves(name, store, kind), part, whole));
        }
        load
    }

    /// The part of another load that is as large a share of each store as this is of `whole`.
    pub(crate) fn same_share(&self, whole: &Self, other: &Self) -> Self {
        let mut load = Self::nothing(other.seconds);
        for (table, store) in self.halves.keys() {
            for kind in KINDS {
                let [part, whole, other] =
                    [self, whole, other].map(|it| it.halves(table, store, kind));
                load.add(table, store, kind, portion(other, part, whole));
            }
        }
        load
    }

    /// What is left without another load of as many seconds, which is a part of it.
    pub(crate) fn without(&self, other: &Self) -> Self {
        let mut load = self.clone();
        for (key, halves) in &other.halves {
            let own = load.halves.entry(key.clone()).or_default();
            let rest = [0, 1].map(|side| own[side].saturating_sub(halves[side]));
            // Of each flow, as large a part is left.
            for of_flow in load.flows.iter_mut().filter_map(|flow| flow.halves.get_mut(key)) {
                *of_flow = [0, 1].map(|side| portion(of_flow[side], rest[side], own[side]));
            }
            *own = rest;
        }
        load
    }

    /// Whether nothing is asked.
    pub(crate) fn is_nothing(&self) -> bool {
        self.halves.is_empty() && !self.is_part()
    }

    /// Whether something is asked that is not in it.
    pub(crate) fn is_part(&self) -> bool {
        let parts = [self.failing_count, self.partly_count, self.open_count, self.unsized_count];
        parts.iter().any(|count| *count > 0) || !self.expiring.is_empty()
    }

    /// Enters half units of a store, beside those that it has.
    pub(crate) fn add(&mut self, table: &TableName, store: &Store, kind: UnitKind, halves: u128) {
        let consumed =
            &mut self.halves.entry((table.clone(), store.clone())).or_default()[side(kind)];
        *consumed = consumed.saturating_add(halves);
    }
}
