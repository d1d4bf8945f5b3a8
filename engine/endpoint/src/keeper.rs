//! Saves the database a moment after it has changed, and when the endpoint stops.

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
    /// Changes that are in the file.
    saved_count: u64,
}

impl Keeper {
    pub(crate) fn new(service: Arc<Service>, file: DataFile) -> Self {
        Self { service, file: Arc::new(Mutex::new(file)), saved_count: 0 }
    }

    /// Saves whenever there is something to save, for as long as it is let. What fails is tried again at the next change.
    pub(crate) async fn keep(&mut self) {
        loop {
            self.service.changed().await;
            tokio::time::sleep(PAUSE).await;
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
        // Writing may wait for the disk; other tasks should not.
        let saving = tokio::task::spawn_blocking(move || {
            // The state is taken under the lock of the file, so that an older state never replaces a newer one.
            let file = file.lock().unwrap_or_else(PoisonError::into_inner);
            let State { database, change_count } = service.state();
            if change_count == saved_count {
                return Ok(change_count);
            }
            file.save(&database).map(|()| change_count)
        });
        let saved = saving.await.map_err(|error| format!("Saving broke off: {error}."));
        self.saved_count = saved.and_then(|result| result)?;
        Ok(())
    }
}
