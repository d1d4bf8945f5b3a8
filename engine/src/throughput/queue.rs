//! What waits for a global index: changes that have arrived there before their partition can pay for them.
//!
//! Model: each partition has a queue of its own, so a hot index key delays the changes of its partition and no others.

use std::collections::{BTreeMap, VecDeque};

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::event::ThrottleCause;
use crate::model::partition_id::PartitionId;

/// The queues of the partitions of a global index. A partition for which nothing waits has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Queues<Change> {
    queues: BTreeMap<PartitionId, Queue<Change>>,
}

/// Changes that wait for one partition: first come, first served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Queue<Change> {
    waiting: VecDeque<Waiting<Change>>,
    /// The units of all of them.
    units: CapacityUnits,
    /// What the first of them waits for.
    cause: ThrottleCause,
}

/// A change that has arrived at its index and is not applied yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Waiting<Change> {
    /// When the item was written.
    pub(crate) written_at: Timestamp,
    /// When the change arrived.
    pub(crate) since: Timestamp,
    pub(crate) change: Change,
    pub(crate) units: CapacityUnits,
}

impl<Change> Default for Queues<Change> {
    fn default() -> Self {
        Self { queues: BTreeMap::new() }
    }
}

impl<Change> Queues<Change> {
    /// The queue of a partition, if anything waits for it.
    pub(crate) fn get(&self, partition: PartitionId) -> Option<&Queue<Change>> {
        self.queues.get(&partition)
    }

    /// The queues that are not empty, by partition.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (PartitionId, &Queue<Change>)> {
        self.queues.iter().map(|(partition, queue)| (*partition, queue))
    }

    /// Adds a change to the queue of a partition. `cause` is what it waits for if it is the first.
    pub(crate) fn push(
        &mut self,
        partition: PartitionId,
        waiting: Waiting<Change>,
        cause: ThrottleCause,
    ) {
        let queue = self.queues.entry(partition).or_insert_with(|| Queue {
            waiting: VecDeque::new(),
            units: CapacityUnits::ZERO,
            cause,
        });
        queue.units += waiting.units;
        queue.waiting.push_back(waiting);
    }

    /// Takes the first change out of the queue of a partition.
    pub(crate) fn pop(&mut self, partition: PartitionId) -> Option<Waiting<Change>> {
        let queue = self.queues.get_mut(&partition)?;
        let first = queue.waiting.pop_front()?;
        queue.units = queue.units - first.units;
        if queue.waiting.is_empty() {
            self.queues.remove(&partition);
        }
        Some(first)
    }

    /// Sets what the first change in the queue of a partition waits for.
    pub(crate) fn set_cause(&mut self, partition: PartitionId, cause: ThrottleCause) {
        if let Some(queue) = self.queues.get_mut(&partition) {
            queue.cause = cause;
        }
    }

    /// Takes out all that waits for a partition, first come first.
    pub(crate) fn take(&mut self, partition: PartitionId) -> Vec<Waiting<Change>> {
        self.queues.remove(&partition).map(|queue| queue.waiting.into()).unwrap_or_default()
    }

    /// Takes out all that waits for any partition, by partition, first come first.
    pub(crate) fn take_all(&mut self) -> Vec<Waiting<Change>> {
        std::mem::take(&mut self.queues).into_values().flat_map(|queue| queue.waiting).collect()
    }
}

impl<Change> Queue<Change> {
    /// The change that is next. A queue is never empty.
    pub(crate) fn first(&self) -> &Waiting<Change> {
        self.waiting.front().expect("an empty queue is removed")
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Waiting<Change>> {
        self.waiting.iter()
    }

    pub(crate) fn count(&self) -> usize {
        self.waiting.len()
    }

    pub(crate) fn units(&self) -> CapacityUnits {
        self.units
    }

    pub(crate) fn cause(&self) -> ThrottleCause {
        self.cause
    }
}
