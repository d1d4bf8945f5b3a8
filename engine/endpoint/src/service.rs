//! The database behind its lock, kept at the time of the machine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::api;
use engine::api::error::ApiError;
use engine::clock::Timestamp;
use engine::database::{Config, Database};
use engine::operation::{Access, Operation};
use engine::throughput::decision::Decision;
use tokio::sync::{Notify, watch};

use crate::clock::{Clock, Moment};
use crate::console::complain;
use crate::log::recorder::{Recorder, Space};
use crate::log::{LogPosition, TIME};

/// Milliseconds by which the time may be ahead of the last entry of the log. Model: what an endpoint that is killed forgets of the
/// time if the clock is set back meanwhile. A leap that the clock is followed in is longer.
const UNLOGGED_MS_MAX: u64 = 60 * 1_000;

/// One database for all clients.
pub(crate) struct Service {
    kept: Mutex<Kept>,
    /// How many calls have changed it.
    change_count: AtomicU64,
    /// Signals each write.
    changed: Notify,
    /// Whether the last snapshot could not be saved.
    is_unsaved: AtomicBool,
    /// Whether a change of the database broke off, so that no one knows what it is like.
    is_broken: watch::Sender<bool>,
    /// Stores what is decided, if a killed process may lose nothing.
    recorder: Option<Recorder>,
}

/// What the lock is for.
struct Kept {
    database: Database,
    clock: Clock,
    /// The time of the last entry of the log.
    logged: Timestamp,
}

/// What comes of a call.
#[derive(Debug)]
pub(crate) enum Answer {
    /// The reply of the operation, in JSON.
    Reply {
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
        let logged = database.now();
        let clock = Clock::start(database.unix_time(logged).0);
        Self {
            kept: Mutex::new(Kept { database, clock, logged }),
            change_count: AtomicU64::new(0),
            changed: Notify::new(),
            is_unsaved: AtomicBool::new(false),
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
        let Kept { database, clock, .. } = &mut *kept;
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
        // What has no entry changes nothing: a read is not charged while there is no space for its entry.
        let outcome = match space {
            Space::Nothing => Some(decided.outcome),
            Space::Scarce | Space::Plenty => self.change(operation, || decided.apply(database)),
        };
        let Some(outcome) = outcome else { return Answer::Broken };
        // The events of tables are not used here.
        drop(database.drain_events());
        let entry = match space {
            Space::Nothing => None,
            Space::Scarce | Space::Plenty => {
                self.log(&mut kept, (operation.name(), request), decision)
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

    /// Enters a call into the log if it has changed something, or else the time if much has passed. Returns the entry.
    fn log(&self, kept: &mut Kept, call: (&str, &str), decision: Option<Decision>) -> Option<u64> {
        let now = kept.database.now();
        let (call, decision) = match decision {
            Some(decision) => (call, decision),
            // What has expired by this time stays so.
            None if kept.logged.until(now) >= UNLOGGED_MS_MAX => ((TIME, ""), Decision::default()),
            None => return None,
        };
        kept.logged = now;
        self.change_count.fetch_add(1, Ordering::Relaxed);
        self.recorder.as_ref().map(|recorder| recorder.push(now, call, decision))
    }

    /// How much can be stored.
    pub(crate) fn space(&self) -> Space {
        self.recorder.as_ref().map_or(Space::Plenty, Recorder::space)
    }

    /// Notes whether a snapshot was saved.
    pub(crate) fn set_unsaved(&self, is_unsaved: bool) {
        self.is_unsaved.store(is_unsaved, Ordering::Relaxed);
    }

    /// Whether there is no log and the last snapshot could not be saved: a kill may lose changes.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.recorder.is_none() && self.is_unsaved.load(Ordering::Relaxed)
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
    use engine::api::snapshot;
    use engine::throughput::model::ThroughputModel;
    use tempfile::TempDir;

    use super::*;
    use crate::log::replay::replay;
    use crate::log::reserve::Reserve;
    use crate::log::{self, Log};

    const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

    const TABLE: &str = r#"{ "TableName": "Orders", "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 1 },
        "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
        "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }] }"#;

    const EXPIRY: &str = r#"{ "TableName": "Orders",
        "TimeToLiveSpecification": { "AttributeName": "ttl", "Enabled": true } }"#;

    const GET: &str = r#"{ "TableName": "Orders", "Key": { "id": { "S": "a" } } }"#;

    const PUT: &str =
        r#"{ "TableName": "Orders", "Item": { "id": { "S": "a" }, "ttl": { "N": "1" } } }"#;

    /// A service with a log in a folder.
    fn logged(database: Database) -> (Service, TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let log = Log::create(&folder.path().join("log"), 5).unwrap();
        let reserve = Reserve { path: folder.path().join("reserve") };
        let position = LogPosition { id: 5, through: 0 };
        (Service::new(database, Some(Recorder::start(log, position, reserve))), folder)
    }

    fn text(answer: Answer) -> String {
        match answer {
            Answer::Reply { text, .. } => text,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_has_expired_stays_so_after_a_kill_although_the_clock_was_set_back() {
        let beginning = snapshot::save(&Service::empty_database());
        let (service, folder) = logged(snapshot::load(&beginning).unwrap());
        let start = Moment::now();
        let after = |unix_ms: u64, steady_ms: u64| Moment {
            unix_ms: start.unix_ms + unix_ms,
            steady_ms: start.steady_ms + steady_ms,
        };
        let expires = (start.unix_ms / 1_000 + 600).to_string();
        let put = PUT.replace(r#""1""#, &format!("{expires:?}"));
        let calls = [
            (Operation::CreateTable, TABLE),
            (Operation::UpdateTimeToLive, EXPIRY),
            (Operation::PutItem, &put),
        ];
        for (operation, request) in calls {
            text(service.call_at(after(0, 0), operation, request));
        }
        let get =
            |service: &Service, moment| text(service.call_at(moment, Operation::GetItem, GET));
        assert!(get(&service, after(0, 0)).contains("ttl"));
        // The clock leaps ahead, and is followed when it has stayed there.
        get(&service, after(5 * DAY_MS, 1_000));
        assert!(!get(&service, after(5 * DAY_MS, 70_000)).contains("ttl"));
        service.recorder().unwrap().stop();
        let content = log::read(&folder.path().join("log"), 0).unwrap();
        let mut database = snapshot::load(&beginning).unwrap();
        assert_eq!(replay(&mut database, &content.entries, 0).1, Vec::<String>::new());
        assert!(!get(&Service::new(database, None), after(70_000, 70_000)).contains("ttl"));
    }

    #[tokio::test]
    async fn what_has_no_space_for_its_entry_changes_nothing() {
        let mut database = Service::empty_database();
        let throughput = ThroughputModel { is_enforced: true, ..ThroughputModel::default() };
        database.set_throughput_model(throughput);
        assert!(api::execute(&mut database, "CreateTable", TABLE).reply.is_ok());
        let (service, folder) = logged(database);
        let moment = Moment::now();
        // The log is opened for its first entry, and a folder that is gone has no space.
        drop(folder);
        let put = service.call_at(moment, Operation::PutItem, PUT);
        let Answer::Reply { entry: Some(entry), .. } = put else { panic!("{put:?}") };
        assert!(!service.wait_until_stored(entry).await);
        assert_eq!(service.space(), Space::Nothing);
        let before = snapshot::save(&service.state().database);
        for _ in 0..3 {
            text(service.call_at(moment, Operation::GetItem, GET));
            let put = service.call_at(moment, Operation::PutItem, PUT);
            assert!(matches!(put, Answer::NotStored), "{put:?}");
        }
        assert_eq!(snapshot::save(&service.state().database), before);
        service.recorder().unwrap().stop();
    }

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
