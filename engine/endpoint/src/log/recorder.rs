//! Writes entries to the disk in groups: those that arrive while a group is written are the next group.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use engine::clock::Timestamp;
use engine::throughput::decision::Decision;
use tokio::sync::watch;

use crate::console::{complain, say};
use crate::log::reserve::{self, Reserve};
use crate::log::{Entry, Log, LogPosition};

/// How long to wait before entries that could not be stored are tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// The queue of a log, and the thread that writes it.
pub(crate) struct Recorder {
    id: u64,
    shared: Arc<Shared>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

/// How much can be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Space {
    /// Everything.
    Plenty,
    /// Only deletes: the disk is full, and the reserve was given back for them.
    Scarce,
    Nothing,
}

struct Shared {
    queue: Mutex<Queue>,
    reserve: Reserve,
    /// Whether the reserve was given back.
    is_scarce: AtomicBool,
    /// Signals that there is something to do for the writer.
    filled: Condvar,
    progress: watch::Sender<Progress>,
}

#[derive(Default)]
struct Queue {
    /// Entries that the writer has not taken.
    entries: Vec<Entry>,
    /// The sequence number of the last entry.
    last: u64,
    /// A snapshot has the entries up to this one.
    in_snapshot: u64,
    /// Bytes of requests since the last snapshot.
    size: usize,
    is_stopping: bool,
    /// Whether the log is to become smaller although no entry is waiting.
    shrinks: bool,
}

/// What the writer has done.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    /// The entries up to this one are stored.
    stored: u64,
    /// The entries up to this one were tried.
    tried: u64,
}

impl Recorder {
    /// Continues a log behind a position. A snapshot made from now on has everything before.
    pub(crate) fn start(log: Log, position: LogPosition, reserve: Reserve) -> Self {
        let LogPosition { id, through } = position;
        let queue = Queue { last: through, ..Queue::default() };
        let progress = Progress { stored: through, tried: through };
        let shared = Arc::new(Shared {
            queue: Mutex::new(queue),
            is_scarce: AtomicBool::new(!reserve.take()),
            reserve,
            filled: Condvar::new(),
            progress: watch::Sender::new(progress),
        });
        let writer = thread::spawn({
            let shared = Arc::clone(&shared);
            move || write(&shared, log)
        });
        Self { id, shared, writer: Mutex::new(Some(writer)) }
    }

    /// Queues a request that changed something, and returns its sequence number. Called in the order in which requests are
    /// decided.
    pub(crate) fn push(
        &self,
        at: Timestamp,
        (operation, request): (&str, &str),
        decision: Decision,
    ) -> u64 {
        let mut queue = self.shared.queue();
        queue.last += 1;
        queue.size += request.len();
        let entry = Entry {
            sequence: queue.last,
            at,
            operation: operation.to_owned(),
            decision,
            request: request.to_owned(),
        };
        queue.entries.push(entry);
        self.shared.filled.notify_one();
        queue.last
    }

    /// Waits until an entry is stored. `false` if it was tried, and failed; it is tried again later.
    pub(crate) async fn wait_until_stored(&self, sequence: u64) -> bool {
        let mut progress = self.shared.progress.subscribe();
        let is_tried = |progress: &Progress| progress.tried >= sequence;
        match progress.wait_for(is_tried).await {
            Ok(progress) => progress.stored >= sequence,
            Err(_) => false,
        }
    }

    /// How much can be stored now.
    pub(crate) fn space(&self) -> Space {
        let progress = *self.shared.progress.borrow();
        match (progress.tried > progress.stored, self.shared.is_scarce.load(Ordering::Relaxed)) {
            (true, _) => Space::Nothing,
            (false, true) => Space::Scarce,
            (false, false) => Space::Plenty,
        }
    }

    /// Takes the reserve again if there is space for it. Writes a file, so it may wait for the disk.
    pub(crate) fn take_reserve(&self) {
        if self.shared.reserve.take() {
            self.shared.is_scarce.store(false, Ordering::Relaxed);
            say("There is space on the disk again. All writes are accepted.");
        }
    }

    /// The position behind the last entry.
    pub(crate) fn position(&self) -> LogPosition {
        LogPosition { id: self.id, through: self.shared.queue().last }
    }

    /// Bytes of requests since the last snapshot.
    pub(crate) fn size(&self) -> usize {
        self.shared.queue().size
    }

    /// Begins to count the bytes of requests anew: a snapshot is being made.
    pub(crate) fn reset_size(&self) {
        self.shared.queue().size = 0;
    }

    /// Forgets the entries that a stored snapshot has, together with the next group, or at once if space is scarce.
    pub(crate) fn forget(&self, through: u64) {
        let mut queue = self.shared.queue();
        queue.in_snapshot = through;
        queue.shrinks = self.shared.is_scarce.load(Ordering::Relaxed);
        self.shared.filled.notify_one();
    }

    /// Ends the writer after one attempt to write what is queued. Entries that cannot be stored then are lost.
    pub(crate) fn stop(&self) {
        self.shared.queue().is_stopping = true;
        self.shared.filled.notify_one();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        drop(writer.map(JoinHandle::join));
        self.shared.reserve.give_back();
    }
}

impl Shared {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for entries, and returns all of them, with what can be forgotten. `None` when there will be none.
    fn take(&self) -> Option<(Vec<Entry>, u64)> {
        let is_idle =
            |queue: &mut Queue| queue.entries.is_empty() && !queue.is_stopping && !queue.shrinks;
        let queue = self.filled.wait_while(self.queue(), is_idle);
        let mut queue = queue.unwrap_or_else(PoisonError::into_inner);
        let shrinks = mem::take(&mut queue.shrinks);
        match queue.entries.is_empty() && !shrinks {
            true => None,
            false => Some((mem::take(&mut queue.entries), queue.in_snapshot)),
        }
    }

    /// Lets some time pass. `false` if the writer is to stop meanwhile.
    fn pause(&self) -> bool {
        let is_running = |queue: &mut Queue| !queue.is_stopping;
        let waited = self.filled.wait_timeout_while(self.queue(), PAUSE, is_running);
        waited.is_ok_and(|(queue, _)| !queue.is_stopping)
    }
}

/// What to do about a full disk.
const FREE: &str = "If the disk is full, free space on it.";

/// What is accepted while space is scarce.
fn scarce() -> String {
    format!(
        "The {} bytes that were kept for this are used now: only writes that delete are accepted until there are as many \
         again. {FREE}",
        reserve::SIZE
    )
}

/// Writes group after group.
fn write(shared: &Shared, mut log: Log) {
    while let Some((entries, mut in_snapshot)) = shared.take() {
        let last = entries.last().map_or(0, |entry| entry.sequence);
        let mut complained = false;
        while let Err(sentence) = log.append(&entries, in_snapshot) {
            if !shared.is_scarce.swap(true, Ordering::Relaxed) && shared.reserve.give_back() {
                complain(&format!("{sentence} {}", scarce()));
                continue;
            }
            if !complained {
                complain(&format!(
                    "{sentence} Writes are rejected until it can be written. {FREE}"
                ));
                complained = true;
            }
            // Those that wait behind these are not stored either.
            let waiting = shared.queue().last;
            shared.progress.send_modify(|progress| progress.tried = waiting);
            if !shared.pause() {
                return;
            }
            in_snapshot = shared.queue().in_snapshot;
            if in_snapshot >= last {
                // A snapshot has them meanwhile.
                break;
            }
        }
        if complained {
            complain("The log can be written again.");
        }
        if !entries.is_empty() {
            shared.progress.send_replace(Progress { stored: last, tried: last });
        }
    }
}
