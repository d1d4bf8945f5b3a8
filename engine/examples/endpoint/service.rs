//! The database behind its lock, kept at the time of the machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::api;
use engine::api::error::ApiError;
use engine::clock::Timestamp;
use engine::database::{Config, Database};

use crate::console::complain;

/// One database for all clients.
pub(crate) struct Service {
    database: Mutex<Database>,
}

/// What comes of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The reply of the operation, in JSON.
    Reply(String),
    /// The operation refused.
    Refusal(Box<ApiError>),
    /// The engine broke one of its own invariants.
    Broken,
}

impl Service {
    /// An empty database that begins now. Steps in the life of tables take no time.
    pub(crate) fn new(delay_ms: u64) -> Self {
        let epoch_seconds = unix_time_ms() / 1_000;
        let config = Config { propagation_delay_ms: delay_ms, epoch_seconds, ..Config::default() };
        Self { database: Mutex::new(Database::new(config)) }
    }

    /// Lets time catch up and makes a call.
    pub(crate) fn call(&self, operation: &str, request: &str) -> Answer {
        let mut database = self.lock();
        let answer = catch_unwind(AssertUnwindSafe(|| {
            let now = Timestamp(unix_time_ms().saturating_sub(database.unix_time(Timestamp(0)).0));
            database.advance_to(now);
            let answer = match api::call(&mut database, operation, request) {
                Ok(reply) => Answer::Reply(reply),
                Err(error) => Answer::Refusal(Box::new(error)),
            };
            // Nobody reads the events here, and each of them holds items.
            drop(database.drain_events());
            answer
        }));
        answer.unwrap_or_else(|_| {
            complain(&format!("The engine broke an invariant in {operation}: please report it."));
            Answer::Broken
        })
    }

    /// A call that broke an invariant has been answered so; whoever comes next gets what there is.
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
