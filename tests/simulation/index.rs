//! The model of an index: which state of each item it shows.
//!
//! A local index shows the current items. A global index shows an earlier state of each item: its changes arrive later,
//! in the order in which they were made, and never twice.

use std::collections::{BTreeMap, VecDeque};

use crate::item::Attributes;
use crate::simulation::model::{Key, States};
use crate::simulation::schema::IndexDefinition;

/// An index that exists.
#[derive(Debug, Clone)]
pub struct IndexModel {
    pub definition: &'static IndexDefinition,
    /// The progress of its creation.
    pub progress: Progress,
    /// Whether the model knows exactly when a change arrives: not while it is filled, drawn delays vary, or changes may wait.
    pub is_exact: bool,
    /// The state of each item that the index shows, as a position in its [`States`]; 0 is "no item".
    /// Where it is not exact, the earliest state that it may show.
    shown: BTreeMap<Key, usize>,
    /// Pending changes: when each arrives, and which state of which item it contains.
    in_flight: VecDeque<(u64, Key, usize)>,
}

/// The progress of the creation or deletion of an index, as `DescribeTable` shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Its resources are being allocated. Writes do not change it.
    Allocating,
    /// It is being filled with the items of the table, and writes change it.
    Backfilling,
    /// It can be read.
    Active,
    /// It is being deleted.
    Deleting,
}

impl Progress {
    /// Whether writes change the index and are charged to it.
    pub fn follows(self) -> bool {
        match self {
            Self::Backfilling | Self::Active => true,
            Self::Allocating | Self::Deleting => false,
        }
    }
}

impl IndexModel {
    /// An index that is created with its table.
    pub fn new(definition: &'static IndexDefinition, is_exact: bool) -> Self {
        Self {
            definition,
            progress: Progress::Active,
            is_exact,
            shown: BTreeMap::new(),
            in_flight: VecDeque::new(),
        }
    }

    /// An index that is added to a table.
    pub fn added(definition: &'static IndexDefinition) -> Self {
        Self { progress: Progress::Allocating, ..Self::new(definition, false) }
    }

    /// An item changes: the index will show its new state.
    pub fn follow(
        &mut self,
        key: &Key,
        (old, new): (Option<&Attributes>, Option<&Attributes>),
        state: usize,
        due: u64,
    ) {
        let entry = |item: Option<&Attributes>| item.and_then(|it| self.definition.entry(it));
        if !self.progress.follows() || entry(old) == entry(new) {
            return;
        }
        if self.definition.is_local {
            self.shown.insert(key.clone(), state);
        } else {
            let due = self.in_flight.back().map_or(due, |(last, ..)| due.max(*last));
            self.in_flight.push_back((due, key.clone(), state));
        }
    }

    /// Applies the changes that have arrived.
    pub fn settle(&mut self, now: u64) {
        while self.is_exact
            && let Some((_, key, state)) = self.in_flight.pop_front_if(|(due, ..)| *due <= now)
        {
            self.shown.insert(key, state);
        }
    }

    /// The table was filled without the model: the index shows the current state of each item.
    pub fn reset(&mut self, states: &States) {
        self.shown = states.iter().map(|(key, states)| (key.clone(), states.len() - 1)).collect();
        self.in_flight.clear();
    }

    /// The pending changes, where the model knows them.
    pub fn pending_count(&self) -> Option<usize> {
        self.is_exact.then_some(self.in_flight.len())
    }

    /// The entry of each item that the index should show, where that is known exactly.
    pub fn entries(&self, states: &States) -> Option<BTreeMap<Key, Attributes>> {
        let entry = |(key, state): (&Key, &usize)| {
            let item = states.get(key)?.get(*state)?.as_ref()?;
            Some((key.clone(), self.definition.entry(item)?))
        };
        (self.is_exact || self.definition.is_local)
            .then(|| self.shown.iter().filter_map(entry).collect())
    }

    /// Records the entries that the index shows where the model does not know them exactly. Fails if an item is
    /// shown in a state that it never had, or in an earlier state than one that was shown already.
    pub fn observe(
        &mut self,
        states: &States,
        entries: &BTreeMap<Key, Attributes>,
        pending_count: usize,
        can_be_exact: bool,
        can_wait: bool,
    ) -> Result<(), String> {
        let is_filling = self.progress == Progress::Backfilling;
        for (key, states) in states {
            let shown = entries.get(key);
            let earliest = self.shown.get(key).copied().unwrap_or_default();
            let entry =
                |state: usize| states[state].as_ref().and_then(|it| self.definition.entry(it));
            let found = (earliest..states.len()).find(|state| entry(*state).as_ref() == shown);
            let key_of = |entry: Attributes| {
                self.definition.keys().map(|name| entry[name].clone()).collect::<Vec<_>>()
            };
            let has_move = |first: usize| {
                let keys: Vec<_> = (first..states.len()).map(|it| entry(it).map(key_of)).collect();
                keys.windows(2)
                    .any(|pair| pair[0].is_some() && pair[1].is_some() && pair[0] != pair[1])
            };
            match found {
                Some(state) => drop(self.shown.insert(key.clone(), state)),
                None if is_filling && shown.is_none() => {}
                // The halves of a move between two partitions may wait apart: neither entry is there, or both are.
                None if can_wait && pending_count > 0 && has_move(0) => {}
                None => return Err(format!("{key}: {shown:?} was not its entry after {earliest}")),
            }
            let last = states.len() - 1;
            if pending_count == 0 && self.progress == Progress::Active {
                if entry(last).as_ref() != shown {
                    return Err(format!("{key}: {shown:?}, but no change is pending"));
                }
                self.shown.insert(key.clone(), last);
            }
        }
        if pending_count == 0 && self.progress == Progress::Active && can_be_exact {
            self.is_exact = true;
            self.in_flight.clear();
        }
        Ok(())
    }
}
