//! The user's own lessons in IndexedDB, one record each: `localStorage`, where earlier versions kept them, has room for few.
//!
//! They have a database of their own, so that a tab with an earlier version of the page, which has the database of stored work
//! open, does not hold up this one.

use std::future::IntoFuture;

use idb::{Database, DatabaseEvent, Factory, ObjectStoreParams, Query, TransactionMode};
use playground::lesson::own::{OwnLessons, StoredLesson};

use super::lesson;
use super::store::{StoreError, Writing, failed};

const DATABASE: &str = "sparsebox-lessons";

/// Version of the object store. The version of a lesson is in its files.
const VERSION: u32 = 1;

const LESSON: &str = "lesson";

/// The own lessons of this browser. Those that an earlier version of the page has stored are taken over.
pub(crate) async fn read() -> Result<OwnLessons, StoreError> {
    let connection = open().await?;
    let stored = records(&connection.0).await?;
    let Some(earlier) = lesson::earlier_own_lessons() else { return Ok(OwnLessons::of(stored)) };
    let own = OwnLessons::of(stored.clone());
    let all = own.with_earlier(earlier);
    put(&connection.0, &stored, &own, &all).await?;
    lesson::forget_earlier_own_lessons();
    Ok(all)
}

/// Stores what has changed from the lessons before to those after. Other lessons, of another tab, stay.
pub(crate) async fn write(before: &OwnLessons, after: &OwnLessons) -> Result<(), StoreError> {
    let connection = open().await?;
    let stored = records(&connection.0).await?;
    put(&connection.0, &stored, before, after).await
}

/// A connection that is closed after its use: other pages of this origin cannot delete or replace the lessons before that.
struct Connection(Database);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.close();
    }
}

async fn open() -> Result<Connection, StoreError> {
    let mut request = Factory::new().and_then(|it| it.open(DATABASE, Some(VERSION)));
    if let Ok(request) = &mut request {
        request.on_upgrade_needed(|event| {
            // What fails here makes the request fail.
            if let Ok(database) = event.database() {
                drop(database.create_object_store(LESSON, ObjectStoreParams::new()));
            }
        });
    }
    request.map_err(failed)?.await.map(Connection).map_err(failed)
}

/// All records. One that cannot be read is left as it is.
async fn records(database: &Database) -> Result<Vec<StoredLesson>, StoreError> {
    let transaction = database.transaction(&[LESSON], TransactionMode::ReadOnly);
    let request = transaction
        .and_then(|it| it.object_store(LESSON)?.get_all(None, None))
        .map_err(failed)?
        .into_future();
    let texts = request.await.map_err(failed)?;
    let record = |text: String| serde_json::from_str(&text).ok();
    Ok(texts.iter().filter_map(|text| text.as_string().and_then(record)).collect())
}

async fn put(
    database: &Database,
    stored: &[StoredLesson],
    before: &OwnLessons,
    after: &OwnLessons,
) -> Result<(), StoreError> {
    let (changed, removed) = after.changes(before, stored);
    let texts: Vec<(&str, String)> = changed
        .iter()
        .map(|it| {
            let text = serde_json::to_string(it).expect("names are strings, and numbers are whole");
            (it.lesson.name.as_str(), text)
        })
        .collect();
    let size_bytes: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let transaction =
        database.transaction(&[LESSON], TransactionMode::ReadWrite).map_err(failed)?;
    let requested = transaction.object_store(LESSON).and_then(|store| {
        for (name, text) in &texts {
            store.put(&text.into(), Some(&(*name).into()))?;
        }
        for name in &removed {
            store.delete(Query::Key(name.into()))?;
        }
        Ok(())
    });
    Writing::begin(transaction, requested.map_err(failed))?.finish(size_bytes as u64).await
}
