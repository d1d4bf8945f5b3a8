//! Everything that happens later, in one queue: by due time, then by arrival.

use std::collections::VecDeque;

use crate::clock::Timestamp;

/// Tasks with their due times. Two tasks due at one moment leave in the order in which they came.
///
/// Most tasks are added behind all others, and all are taken from the front: both ends are near.
#[derive(Debug, Clone)]
pub struct Schedule<Task> {
    /// In the order in which they will run.
    tasks: VecDeque<(Ticket, Task)>,
    arrivals: u64,
}

/// The place of a task in a schedule, with which it can be taken out again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
        Self { tasks: VecDeque::new(), arrivals: 0 }
    }
}

impl<Task> Schedule<Task> {
    /// Adds a task that is due at a moment.
    pub fn add(&mut self, due: Timestamp, task: Task) -> Ticket {
        let ticket = Ticket { due, arrival: self.arrivals };
        self.arrivals += 1;
        let place = self.place(ticket);
        self.tasks.insert(place, (ticket, task));
        ticket
    }

    /// Takes out a task that will not be run.
    pub fn cancel(&mut self, ticket: Ticket) {
        let place = self.place(ticket);
        if self.tasks.get(place).is_some_and(|(other, _)| *other == ticket) {
            self.tasks.remove(place);
        }
    }

    /// Takes out the first task if it is due by `now`, with the moment at which it was due.
    pub fn pop_due(&mut self, now: Timestamp) -> Option<(Timestamp, Task)> {
        self.next_due().filter(|due| *due <= now)?;
        self.tasks.pop_front().map(|(ticket, task)| (ticket.due, task))
    }

    /// When the next task is due.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.tasks.front().map(|(ticket, _)| ticket.due)
    }

    /// Drops the tasks that `keep` rejects.
    pub fn retain(&mut self, keep: &dyn Fn(&Task) -> bool) {
        self.tasks.retain(|(_, task)| keep(task));
    }

    /// Takes out tasks, in their order.
    #[must_use]
    pub fn take(&mut self, is_taken: &dyn Fn(&Task) -> bool) -> Self {
        let tasks = std::mem::take(&mut self.tasks).into_iter();
        let (taken, left) = tasks.partition(|(_, task)| is_taken(task));
        self.tasks = left;
        Self { tasks: taken, arrivals: self.arrivals }
    }

    /// All tasks in the order in which they will run.
    pub fn iter(&self) -> impl Iterator<Item = (Timestamp, &Task)> {
        self.tasks.iter().map(|(ticket, task)| (ticket.due, task))
    }

    /// How many tasks run before that of a ticket.
    fn place(&self, ticket: Ticket) -> usize {
        self.tasks.partition_point(|(other, _)| *other < ticket)
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

    #[test]
    fn a_cancelled_task_is_not_run() {
        let mut schedule = Schedule::default();
        let [first, second] = ["a", "b"].map(|task| schedule.add(Timestamp(100), task));
        schedule.cancel(first);
        schedule.cancel(first);
        assert_eq!(schedule.pop_due(Timestamp(100)), Some((Timestamp(100), "b")));
        schedule.cancel(second);
        assert_eq!(schedule.pop_due(Timestamp(100)), None);
    }
}
