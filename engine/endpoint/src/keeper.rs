//! Saves the database when the endpoint stops, and while it runs: a moment after it has changed, or with a log, when the
//! log has become long.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::console::complain;
use crate::data_file::DataFile;
use crate::log::recorder::{Recorder, Space};
use crate::service::{Service, State};

/// Why nothing is saved after a panic.
const BROKEN: &str = "The endpoint stops, and does not save the database that it was changing. What was acknowledged is in \
                      the file and in its log, if there is one: start the endpoint again.";

/// Why an endpoint without a file stops after a panic.
pub(crate) const BROKEN_WITHOUT_FILE: &str =
    "The endpoint stops, because no one knows what the database is like that it was changing.";

/// How long changes are gathered before they are saved.
const PAUSE: Duration = Duration::from_millis(100);

/// Of the time, saving takes one part in so many: a large database is saved less often.
const PARTS_OF_TIME: u32 = 10;

/// How often it is tried to make space while the disk is full, and how long to wait after a failure to save. Model: seldom
/// enough that a full disk is not kept busy.
const FULL_PAUSE: Duration = Duration::from_secs(1);

/// Keeps a database in a file.
pub(crate) struct Keeper {
    service: Arc<Service>,
    file: Arc<Mutex<DataFile>>,
    /// Bytes of requests in a log from which a snapshot takes its place.
    log_size_max: usize,
    /// Changes that are in the file; `None` if no snapshot has been saved since the start, so that the next one is saved in any case.
    saved_count: Option<u64>,
}

impl Keeper {
    /// `is_saved`: whether the file has all of the database.
    pub(crate) fn new(
        service: &Arc<Service>,
        file: DataFile,
        log_size_max: usize,
        is_saved: bool,
    ) -> Self {
        let (file, saved_count) = (Arc::new(Mutex::new(file)), is_saved.then_some(0));
        service.set_unsaved(!is_saved);
        Self { service: Arc::clone(service), file, log_size_max, saved_count }
    }

    /// Saves whenever there is something to save, for as long as it is let. What fails is tried again after a pause.
    pub(crate) async fn keep(&mut self) {
        let mut failed = self.saved_count.is_none();
        loop {
            tokio::select! {
                () = self.service.changed() => {}
                () = tokio::time::sleep(FULL_PAUSE) => {}
            }
            tokio::time::sleep(PAUSE).await;
            let is_full = self.is_disk_full();
            if is_full {
                self.take_reserve().await;
            }
            let is_short = |recorder: &Recorder| recorder.size() < self.log_size_max;
            if !is_full && self.service.recorder().is_some_and(is_short) {
                continue;
            }
            let before = tokio::time::Instant::now();
            let saved = self.save().await;
            self.service.set_unsaved(saved.is_err());
            match saved {
                Ok(()) => failed = false,
                // On a full disk it is tried again and again.
                Err(sentence) if !failed => {
                    complain(&sentence);
                    failed = true;
                }
                Err(_) => {}
            }
            let pause = match failed {
                true => before.elapsed().max(FULL_PAUSE),
                false => before.elapsed() * (PARTS_OF_TIME - 1),
            };
            tokio::time::sleep(pause).await;
        }
    }

    /// Whether the log has no space for every write. A snapshot may make some: it takes the place of the log.
    fn is_disk_full(&self) -> bool {
        self.service.recorder().is_some_and(|recorder| recorder.space() != Space::Plenty)
    }

    async fn take_reserve(&self) {
        let service = Arc::clone(&self.service);
        let taking = tokio::task::spawn_blocking(move || {
            if let Some(recorder) = service.recorder() {
                recorder.take_reserve();
            }
        });
        drop(taking.await);
    }

    /// Saves what has changed since the last time. Fails with a sentence.
    pub(crate) async fn save(&mut self) -> Result<(), String> {
        let (service, file, saved_count) =
            (Arc::clone(&self.service), Arc::clone(&self.file), self.saved_count);
        if let Some(recorder) = service.recorder() {
            recorder.reset_size();
        }
        // Writing may wait for the disk; other tasks should not.
        let saving = tokio::task::spawn_blocking(move || {
            // The state is taken under the lock of the file, so that an older state never replaces a newer one.
            let file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let State { database, change_count, position } = service.state();
            if Some(change_count) == saved_count {
                return Ok(change_count);
            }
            file.save(&database, position)?;
            if let (Some(recorder), Some(position)) = (service.recorder(), position) {
                recorder.forget(position.through);
            }
            Ok(change_count)
        });
        let saved = saving.await.map_err(|error| format!("Saving broke off: {error}."));
        self.saved_count = Some(saved.and_then(|result| result)?);
        Ok(())
    }

    /// Saves what has changed, and removes the log: the snapshot has all of it. Fails with a sentence, and the log stays.
    pub(crate) async fn finish(&mut self) -> Result<(), String> {
        if let Some(recorder) = self.service.recorder() {
            recorder.stop();
        }
        if self.service.is_broken() {
            return Err(BROKEN.to_owned());
        }
        self.save().await?;
        self.file.lock().unwrap_or_else(PoisonError::into_inner).remove_log();
        Ok(())
    }
}
