//! The database behind its lock, kept at the time of the machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::api;
use engine::api::error::ApiError;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use engine::operation::{Access, Operation};
use tokio::sync::{Notify, watch};

use crate::clock::{Clock, Moment};
use crate::console::complain;
use crate::log::LogPosition;
use crate::log::recorder::{Recorder, Space};

/// One database for all clients.
pub(crate) struct Service {
    kept: Mutex<Kept>,
    /// How many calls have changed it.
    change_count: AtomicU64,
    /// Signals each write.
    changed: Notify,
    /// Whether a change of the database broke off, so that no one knows what it is like.
    is_broken: watch::Sender<bool>,
    /// Stores what is decided, if a killed process may lose nothing.
    recorder: Option<Recorder>,
}

/// What the lock is for.
struct Kept {
    database: Database,
    clock: Clock,
}

/// What comes of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The reply of the operation, in JSON.
    Reply {
        /// The text.
        text: String,
        /// The entry of the log that has to be stored before the reply is sent.
        entry: Option<u64>,
    },
    /// The operation rejected.
    Rejection(Box<ApiError>),
    /// The engine broke one of its own invariants.
    Broken,
    /// The request would change something, and the log cannot be written.
    NotStored,
    /// The request would add something, and there is space on the disk for deletes only.
    DiskFull,
}

/// A database as it was after so many changes.
pub(crate) struct State {
    pub(crate) database: Database,
    pub(crate) change_count: u64,
    /// The entries of the log that it has.
    pub(crate) position: Option<LogPosition>,
}

impl Service {
    pub(crate) fn new(mut database: Database, recorder: Option<Recorder>) -> Self {
        database.record_items(false);
        let clock = Clock::start(database.unix_time(database.now()).0);
        Self {
            kept: Mutex::new(Kept { database, clock }),
            change_count: AtomicU64::new(0),
            changed: Notify::new(),
            is_broken: watch::Sender::new(false),
            recorder,
        }
    }

    /// An empty database that begins now. Changes of global indexes and steps in the life of tables take no time.
    pub(crate) fn empty_database() -> Database {
        let epoch_seconds = Moment::now().unix_ms / 1_000;
        let config = Config { propagation_delay_ms: 0, epoch_seconds, ..Config::default() };
        Database::new(config)
    }

    /// Lets time catch up and makes a call.
    pub(crate) fn call(&self, operation: Operation, request: &str) -> Answer {
        self.call_at(Moment::now(), operation, request)
    }

    /// Makes a call at a time.
    pub(crate) fn call_at(&self, moment: Moment, operation: Operation, request: &str) -> Answer {
        let writes = match operation.access() {
            Access::WriteItems | Access::ChangeTables | Access::RunStatements => true,
            Access::ReadItems | Access::ReadStream | Access::Describe => false,
        };
        let space = self.space();
        if writes && space == Space::Nothing {
            return Answer::NotStored;
        }
        let mut kept = self.lock();
        let Kept { database, clock } = &mut *kept;
        if *self.is_broken.borrow() {
            return Answer::Broken;
        }
        let epoch = database.unix_time(Timestamp::default());
        let now = Timestamp(clock.unix_ms(moment).saturating_sub(epoch.0));
        if let Some(notice) = clock.take_notice() {
            complain(&notice);
        }
        if self.change(operation, || database.advance_to(now)).is_none() {
            return Answer::Broken;
        }
        // Whatever breaks here has changed nothing yet.
        let Some(decided) = guard(operation, || api::decide(database, operation.name(), request))
        else {
            return Answer::Broken;
        };
        let decision = decided.decision();
        if space == Space::Scarce && decided.adds() {
            return Answer::DiskFull;
        }
        let Some(outcome) = self.change(operation, || decided.apply(database)) else {
            return Answer::Broken;
        };
        // The events of tables are not used here.
        drop(database.drain_events());
        let recorder = self.recorder.as_ref().filter(|_| space != Space::Nothing);
        let entry = match (recorder, decision) {
            (_, None) => None,
            (recorder, Some(decision)) => {
                self.change_count.fetch_add(1, Ordering::Relaxed);
                let call = (operation.name(), request);
                recorder.map(|recorder| recorder.push(database.now(), call, decision))
            }
        };
        drop(kept);
        // Other calls run while the text is written.
        if writes {
            self.changed.notify_one();
        }
        match outcome.reply {
            Ok(reply) => Answer::Reply { text: reply.to_text(), entry: entry.filter(|_| writes) },
            Err(error) => Answer::Rejection(Box::new(error)),
        }
    }

    /// How much can be stored.
    pub(crate) fn space(&self) -> Space {
        self.recorder.as_ref().map_or(Space::Plenty, Recorder::space)
    }

    /// The log of requests.
    pub(crate) fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    /// Waits until an entry of the log is stored. `false` if it cannot be.
    pub(crate) async fn wait_until_stored(&self, entry: u64) -> bool {
        match &self.recorder {
            Some(recorder) => recorder.wait_until_stored(entry).await,
            None => true,
        }
    }

    /// Waits until a call may have changed the database.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Waits until a change of the database has broken off. Then it must not be saved.
    pub(crate) async fn broken(&self) {
        drop(self.is_broken.subscribe().wait_for(|is_broken| *is_broken).await);
    }

    pub(crate) fn is_broken(&self) -> bool {
        *self.is_broken.borrow()
    }

    /// The database as it is. Items are shared, so a copy costs little time.
    pub(crate) fn state(&self) -> State {
        let Kept { database, .. } = &*self.lock();
        State {
            database: database.clone(),
            change_count: self.change_count.load(Ordering::Relaxed),
            position: self.recorder.as_ref().map(Recorder::position),
        }
    }

    /// Changes the database. After a panic no one knows what it is like: nothing is answered of it and nothing saved.
    fn change<R>(&self, operation: Operation, change: impl FnOnce() -> R) -> Option<R> {
        let changed = guard(operation, change);
        if changed.is_none() {
            self.is_broken.send_replace(true);
        }
        changed
    }

    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a part of a call, and says so if the engine breaks one of its invariants.
fn guard<R>(operation: Operation, part: impl FnOnce() -> R) -> Option<R> {
    let result = catch_unwind(AssertUnwindSafe(part)).ok();
    if result.is_none() {
        let name = operation.name();
        complain(&format!("The engine broke an invariant in {name}: please report it."));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_while_a_request_is_planned_changes_nothing() {
        let service = Service::new(Service::empty_database(), None);
        let planned: Option<()> = guard(Operation::PutItem, || panic!("a test"));
        assert!(planned.is_none());
        assert!(matches!(service.call(Operation::ListTables, "{}"), Answer::Reply { .. }));
    }

    #[tokio::test]
    async fn after_a_panic_while_the_database_changes_nothing_of_it_is_answered() {
        let service = Service::new(Service::empty_database(), None);
        let changed: Option<()> = service.change(Operation::PutItem, || panic!("a test"));
        assert!(changed.is_none());
        assert!(matches!(service.call(Operation::ListTables, "{}"), Answer::Broken));
        service.broken().await;
    }
}
