//! What waits for a global index: changes that have arrived there before it can pay for them.

use std::collections::VecDeque;

use crate::capacity::cost::write_units;
use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::{ThrottleCause, UnitKind};
use crate::model::key::Position;
use crate::table::index::{IndexChange, IndexEntry};
use crate::table::meter::{Charge, Meter};
use crate::throughput::dimension::Shortage;

/// Changes of a global index that have arrived there and wait until it can pay for them, first come, first served.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Queue {
    pub(crate) waiting: VecDeque<Waiting>,
    /// The units of all of them.
    pub(crate) units: CapacityUnits,
    /// What the first of them waits for.
    pub(crate) cause: Option<ThrottleCause>,
    /// When it is looked at again.
    pub(crate) due: Timestamp,
}

/// A change that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting {
    pub(crate) since: Timestamp,
    pub(crate) change: IndexChange,
    pub(crate) units: CapacityUnits,
}

/// What the first change that waits cannot have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Short {
    pub(crate) cause: ThrottleCause,
    /// The partition that is asked.
    pub(crate) partition: usize,
    /// What it is asked for.
    pub(crate) units: CapacityUnits,
}

impl Meter {
    /// Whether so much waits that writes to the table are refused, and what it waits for.
    pub(crate) fn back_pressure(&self, queue_seconds_max: u64, now: Timestamp) -> Option<Shortage> {
        let cause = self.queue.cause?;
        let units_per_second = self.write.at_once(now);
        let units_max = CapacityUnits::new(units_per_second.saturating_mul(queue_seconds_max));
        (self.queue.units > units_max).then_some(Shortage { cause, units_per_second })
    }

    /// What a change takes of the partitions that it touches, or what it cannot have yet. A move takes the old entry
    /// from one place and puts the new one into another.
    pub(crate) fn charges_of(
        &self,
        waiting: &Waiting,
        now: Timestamp,
    ) -> Result<Vec<Charge>, Short> {
        let Waiting { change, units, .. } = waiting;
        match change {
            IndexChange::Put(entry) | IndexChange::Replace(entry) | IndexChange::Delete(entry) => {
                Ok(vec![self.charge_of(entry, *units, now)?])
            }
            IndexChange::Move { from, to } => {
                let freed = write_units(from.size).min(*units);
                let freed_at = self.charge_of(from, freed, now)?;
                Ok(vec![freed_at, self.charge_of(to, *units - freed, now)?])
            }
        }
    }

    fn charge_of(
        &self,
        entry: &IndexEntry,
        units: CapacityUnits,
        now: Timestamp,
    ) -> Result<Charge, Short> {
        let partition = self.partitions.find(&entry.position);
        let source = self.write.source(partition, units, now);
        let source = source.map_err(|Shortage { cause, .. }| Short { cause, partition, units })?;
        let (kind, hash) = (UnitKind::Write, entry.position.hash);
        Ok(Charge { partition, kind, units, source, hash, item: Some(entry.image.clone()) })
    }
}

impl IndexChange {
    /// Where the change takes place; for a move, where the entry comes to stand.
    pub(crate) fn position(&self) -> &Position {
        match self {
            Self::Put(entry) | Self::Replace(entry) | Self::Delete(entry) => &entry.position,
            Self::Move { to, .. } => &to.position,
        }
    }
}

impl Queue {
    pub(crate) fn push(&mut self, waiting: Waiting) {
        self.units += waiting.units;
        self.waiting.push_back(waiting);
    }

    pub(crate) fn pop(&mut self) -> Option<Waiting> {
        let first = self.waiting.pop_front()?;
        self.units = self.units - first.units;
        if self.waiting.is_empty() {
            self.cause = None;
        }
        Some(first)
    }
}
