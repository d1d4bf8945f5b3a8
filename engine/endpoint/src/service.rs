//! The database behind its lock, kept at the time of the machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::api;
use engine::api::error::ApiError;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use engine::operation::{Access, Operation};
use tokio::sync::Notify;

use crate::console::complain;
use crate::log::LogPosition;
use crate::log::recorder::Recorder;

/// One database for all clients.
pub(crate) struct Service {
    database: Mutex<Database>,
    /// How many calls may have changed it.
    change_count: AtomicU64,
    /// Signals each change.
    changed: Notify,
    /// Stores what is accepted, if a killed process may lose nothing.
    recorder: Option<Recorder>,
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
}

/// A database as it was after so many changes.
pub(crate) struct State {
    pub(crate) database: Database,
    pub(crate) change_count: u64,
    /// The entries of the log that it has.
    pub(crate) position: Option<LogPosition>,
}

impl Service {
    pub(crate) fn new(database: Database, recorder: Option<Recorder>) -> Self {
        Self {
            database: Mutex::new(database),
            change_count: AtomicU64::new(0),
            changed: Notify::new(),
            recorder,
        }
    }

    /// An empty database that begins now. Changes of global indexes and steps in the life of tables take no time.
    pub(crate) fn empty_database() -> Database {
        let epoch_seconds = unix_time_ms() / 1_000;
        let config = Config { propagation_delay_ms: 0, epoch_seconds, ..Config::default() };
        Database::new(config)
    }

    /// Lets time catch up and makes a call.
    pub(crate) fn call(&self, operation: Operation, request: &str) -> Answer {
        let changes = match operation.access() {
            // Statements that only read are recorded too: only their plans tell, and reading again changes nothing.
            Access::WriteItems | Access::ChangeTables | Access::RunStatements => true,
            Access::ReadItems | Access::ReadStream | Access::Describe => false,
        };
        if changes && self.recorder.as_ref().is_some_and(Recorder::is_failing) {
            return Answer::NotStored;
        }
        let outcome = {
            let mut database = self.lock();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let epoch = database.unix_time(Timestamp::default());
                database.advance_to(Timestamp(unix_time_ms().saturating_sub(epoch.0)));
                let reply = api::execute(&mut database, operation.name(), request).reply;
                // The events are not used here, and each of them holds items.
                drop(database.drain_events());
                let recorder = self.recorder.as_ref().filter(|_| changes && reply.is_ok());
                let entry = recorder.map(|it| it.push(database.now(), operation.name(), request));
                (reply, entry)
            }));
            if changes {
                self.change_count.fetch_add(1, Ordering::Relaxed);
                self.changed.notify_one();
            }
            outcome
        };
        // Other calls run while the text is written.
        match outcome {
            Ok((Ok(reply), entry)) => {
                let text = serde_json::to_string(&reply).expect("every `Value` can be written");
                Answer::Reply { text, entry }
            }
            Ok((Err(error), _)) => Answer::Rejection(Box::new(error)),
            Err(_) => {
                let name = operation.name();
                complain(&format!("The engine broke an invariant in {name}: please report it."));
                Answer::Broken
            }
        }
    }

    /// The log of accepted requests.
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

    /// The database as it is. Items are shared, so a copy costs little time.
    pub(crate) fn state(&self) -> State {
        let database = self.lock();
        State {
            database: database.clone(),
            change_count: self.change_count.load(Ordering::Relaxed),
            position: self.recorder.as_ref().map(Recorder::position),
        }
    }

    /// A call that panicked got its answer; the next one uses the database as it is.
    fn lock(&self) -> MutexGuard<'_, Database> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Milliseconds since 1970-01-01, UTC.
#[expect(clippy::disallowed_types, reason = "the endpoint is the rim: it brings the time")]
fn unix_time_ms() -> u64 {
    let since = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
