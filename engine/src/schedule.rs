//! Everything that happens later, in one queue: by due time, then by arrival.

use std::collections::BTreeMap;

use crate::clock::Timestamp;

/// Tasks with their due times. Two tasks due at one moment leave in the order in which they came.
#[derive(Debug, Clone)]
pub struct Schedule<Task> {
    tasks: BTreeMap<(Timestamp, u64), Task>,
    arrivals: u64,
}

/// The place of a task in a schedule, with which it can be taken out again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ticket {
    due: Timestamp,
    arrival: u64,
}

impl Ticket {
    /// When the task is due.
    pub fn due(self) -> Timestamp {
        self.due
    }
}

impl<Task> Default for Schedule<Task> {
    fn default() -> Self {
        Self { tasks: BTreeMap::new(), arrivals: 0 }
    }
}

impl<Task> Schedule<Task> {
    /// Adds a task that is due at a moment.
    pub fn add(&mut self, due: Timestamp, task: Task) -> Ticket {
        let arrival = self.arrivals;
        self.tasks.insert((due, arrival), task);
        self.arrivals += 1;
        Ticket { due, arrival }
    }

    /// Takes out a task that will not be run.
    pub fn cancel(&mut self, ticket: Ticket) {
        self.tasks.remove(&(ticket.due, ticket.arrival));
    }

    /// Takes out the first task if it is due by `now`, with the moment at which it was due.
    pub fn pop_due(&mut self, now: Timestamp) -> Option<(Timestamp, Task)> {
        let first = self.tasks.first_entry()?;
        let due = first.key().0;
        (due <= now).then(|| (due, first.remove()))
    }

    /// When the next task is due.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.tasks.first_key_value().map(|((due, _), _)| *due)
    }

    /// Drops the tasks that `keep` refuses.
    pub fn retain(&mut self, mut keep: impl FnMut(&Task) -> bool) {
        self.tasks.retain(|_, task| keep(task));
    }

    /// All tasks in the order in which they will run.
    pub fn iter(&self) -> impl Iterator<Item = (Timestamp, &Task)> {
        self.tasks.iter().map(|((due, _), task)| (*due, task))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_leave_by_due_time_and_then_by_arrival() {
        let mut schedule = Schedule::default();
        for (due, task) in [(200, "b"), (100, "a"), (200, "c"), (300, "d")] {
            schedule.add(Timestamp(due), task);
        }
        let mut left = Vec::new();
        while let Some((due, task)) = schedule.pop_due(Timestamp(200)) {
            left.push((due.0, task));
        }
        assert_eq!(left, [(100, "a"), (200, "b"), (200, "c")]);
        assert_eq!(schedule.next_due(), Some(Timestamp(300)));
    }
}
