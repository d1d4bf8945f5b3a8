//! Saves the database when the endpoint stops, and while it runs: a moment after it has changed, or with a log, when the
//! log has become long.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::console::complain;
use crate::data_file::DataFile;
use crate::service::{Service, State};

/// How long changes are gathered before they are saved.
const PAUSE: Duration = Duration::from_millis(100);

/// Of the time, saving takes one part in so many: a large database is saved less often.
const PARTS_OF_TIME: u32 = 10;

/// Keeps a database in a file.
pub(crate) struct Keeper {
    service: Arc<Service>,
    file: Arc<Mutex<DataFile>>,
    /// Bytes of requests in a log from which a snapshot takes its place.
    log_size_max: usize,
    /// Changes that are in the file.
    saved_count: u64,
}

impl Keeper {
    pub(crate) fn new(service: Arc<Service>, file: DataFile, log_size_max: usize) -> Self {
        Self { service, file: Arc::new(Mutex::new(file)), log_size_max, saved_count: 0 }
    }

    /// Saves whenever there is something to save, for as long as it is let. What fails is tried again at the next change.
    pub(crate) async fn keep(&mut self) {
        loop {
            self.service.changed().await;
            tokio::time::sleep(PAUSE).await;
            if self.service.recorder().is_some_and(|recorder| recorder.size() < self.log_size_max) {
                continue;
            }
            let before = tokio::time::Instant::now();
            if let Err(sentence) = self.save().await {
                complain(&sentence);
            }
            tokio::time::sleep(before.elapsed() * (PARTS_OF_TIME - 1)).await;
        }
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
            if change_count == saved_count {
                return Ok(change_count);
            }
            file.save(&database, position)?;
            if let (Some(recorder), Some(position)) = (service.recorder(), position) {
                recorder.forget(position.through);
            }
            Ok(change_count)
        });
        let saved = saving.await.map_err(|error| format!("Saving broke off: {error}."));
        self.saved_count = saved.and_then(|result| result)?;
        Ok(())
    }

    /// Saves what has changed, and removes the log: the snapshot has all of it. Fails with a sentence, and the log stays.
    pub(crate) async fn finish(&mut self) -> Result<(), String> {
        if let Some(recorder) = self.service.recorder() {
            recorder.stop();
        }
        self.save().await?;
        self.file.lock().unwrap_or_else(PoisonError::into_inner).remove_log();
        Ok(())
    }
}
