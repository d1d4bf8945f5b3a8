//! Stored work in IndexedDB.
//!
//! A slot is one sandbox. Three object stores hold it: `slot` what the list of work shows, `checkpoint` the document, `log`
//! the journal, one record for each line under `[slot, position]`. A list reads `slot` only.
//!
//! A write is handed to a transaction before the function returns, and is stored when its future says so. Chromium then has
//! given it to the operating system: it survives the end of the browser, though not a failure of power.

use std::future::{Future, IntoFuture};
use std::rc::Rc;

use gloo::events::EventListener;
use idb::request::futures::CountStoreRequestFuture;
use idb::{
    Database, DatabaseEvent, Factory, KeyRange, ObjectStore, ObjectStoreParams, Query, Transaction,
    TransactionFuture, TransactionMode,
};
use js_sys::{Array, JsString};
use playground::link::summary::work_info_of;
use playground::view::work::{StorageFailure, StoredWork, WorkInfo};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{IdbDatabase, IdbTransaction};
use yew::Callback;

use crate::app::clock::whole_ms;
use crate::app::platform::{migrate, new_slot};

const DATABASE: &str = "sparsebox";

/// Version of the object stores. The version of a document is in the document.
const VERSION: u32 = 1;

/// How long the browser may take to answer. After that the page says that nothing is stored; a later answer still
/// counts. Model: a busy disk answers within a second.
pub const ANSWER_MS: u32 = 5_000;

const SLOT: &str = "slot";
const CHECKPOINT: &str = "checkpoint";
const LOG: &str = "log";

/// The stored work of this browser.
#[derive(Debug)]
pub struct Store {
    database: Database,
    raw: IdbDatabase,
}

/// Why something was not stored or read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The browser gives no more room.
    Full {
        /// How many bytes are missing, if the browser reports it.
        missing_bytes: u64,
    },
    /// Storage is switched off, or failed; in the browser's words.
    Failed(String),
    /// The browser has not answered for [`ANSWER_MS`].
    Silent,
    /// What the lines follow is not stored any more: another page of this origin can delete it.
    Gone,
}

impl From<StoreError> for StorageFailure {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Full { missing_bytes } => Self::Full { missing_bytes },
            StoreError::Failed(_) | StoreError::Silent | StoreError::Gone => Self::Browser,
        }
    }
}

/// The data of a slot, besides the description that the list of work shows.
#[derive(Debug, Clone, Copy)]
pub enum Change<'a> {
    /// All of it, in place of what is stored.
    Whole {
        /// The document.
        checkpoint: &'a str,
        /// The journal.
        lines: &'a [String],
    },
    /// More lines of the journal.
    Lines {
        /// How many are stored already.
        position: usize,
        /// The lines after them.
        lines: &'a [String],
    },
    /// Nothing else.
    Info,
}

impl Store {
    /// Opens the stored work of this browser, and creates it if there is none.
    pub async fn open() -> Result<Rc<Self>, StoreError> {
        let mut request = Factory::new().and_then(|it| it.open(DATABASE, Some(VERSION)));
        if let Ok(request) = &mut request {
            request.on_upgrade_needed(|event| {
                // What fails here makes the request fail.
                if let Ok(database) = event.database() {
                    for name in [SLOT, CHECKPOINT, LOG] {
                        drop(database.create_object_store(name, ObjectStoreParams::new()));
                    }
                }
            });
        }
        let raw = IdbDatabase::from(request.map_err(failed)?.await.map_err(failed)?);
        let store = Rc::new(Self { database: raw.clone().into(), raw });
        store.move_earlier_work().await?;
        Ok(store)
    }

    /// Closes the connection when another page of this origin deletes or replaces all stored work, which has to wait for that, and
    /// tells that it is closed, also if the browser has closed it.
    pub fn watch(&self, on_closed: &Callback<()>) -> [EventListener; 2] {
        let (raw, on_change) = (self.raw.clone(), on_closed.clone());
        let on_close = on_closed.clone();
        [
            EventListener::new(&self.raw, "versionchange", move |_| {
                raw.close();
                on_change.emit(());
            }),
            EventListener::new(&self.raw, "close", move |_| on_close.emit(())),
        ]
    }

    /// Writes a slot. The write has started when this returns; the future is ready when it is stored.
    pub fn write(
        &self,
        info: &WorkInfo,
        change: Change,
    ) -> impl Future<Output = Result<(), StoreError>> + use<> {
        let size_bytes = match change {
            Change::Whole { checkpoint, lines } => checkpoint.len() + total(lines),
            Change::Lines { lines, .. } => total(lines),
            Change::Info => 0,
        };
        let mut counting = None;
        let writing = self.begin_write(|stores| {
            stores.put(info, change)?;
            if let Change::Lines { position, lines } = change {
                let counted = stores.count(&info.slot).map_err(failed)?;
                counting = Some((position + lines.len(), counted));
            }
            Ok(())
        });
        async move {
            writing?.finish(size_bytes as u64).await?;
            let Some((line_count, (checkpoints, lines))) = counting else { return Ok(()) };
            let checkpoint_count = checkpoints.await.map_err(failed)?;
            let is_whole = lines.await.map_err(failed)? as usize == line_count;
            match checkpoint_count == 1 && is_whole {
                true => Ok(()),
                false => Err(StoreError::Gone),
            }
        }
    }

    /// Writes several slots in one transaction.
    pub fn write_all(
        &self,
        work: &[StoredWork],
    ) -> impl Future<Output = Result<(), StoreError>> + use<> {
        let size_bytes: u64 = work.iter().map(|stored| stored.info.size_bytes).sum();
        let writing = self.begin_write(|stores| {
            work.iter().try_for_each(|StoredWork { info, checkpoint, lines }| {
                stores.put(info, Change::Whole { checkpoint, lines })
            })
        });
        async move { writing?.finish(size_bytes).await }
    }

    /// Deletes a slot.
    pub fn delete(&self, slot: &str) -> impl Future<Output = Result<(), StoreError>> + use<> {
        let writing = self.begin_write(|stores| stores.delete(slot).map_err(failed));
        async move { writing?.finish(0).await }
    }

    /// A slot, if there is one of this name.
    pub async fn read(&self, slot: &str) -> Result<Option<StoredWork>, StoreError> {
        let transaction = self.begin(TransactionMode::ReadOnly).map_err(failed)?;
        let stores = Stores::of(&transaction).map_err(failed)?;
        let key = || Query::Key(slot.into());
        let requests = (|| {
            let range = lines_of(slot)?;
            let keys = stores.log.get_all_keys(Some(range.clone().into()), None)?;
            let lines = stores.log.get_all(Some(range.into()), None)?;
            let (info, checkpoint) = (stores.slot.get(key())?, stores.checkpoint.get(key())?);
            // A future listens from its making on: all are made before the first answer.
            let (keys, lines) = (keys.into_future(), lines.into_future());
            Ok((info.into_future(), checkpoint.into_future(), keys, lines))
        })();
        let (info, checkpoint, keys, lines) = requests.map_err(failed)?;
        let info = info.await.map_err(failed)?;
        let checkpoint = checkpoint.await.map_err(failed)?;
        let keys = keys.await.map_err(failed)?;
        let lines = lines.await.map_err(failed)?;
        if info.is_none() && checkpoint.is_none() {
            return Ok(None);
        }
        let checkpoint = checkpoint.and_then(|it| it.as_string()).unwrap_or_default();
        let info = info.and_then(|it| info_of(&it));
        let info = info.unwrap_or_else(|| work_info_of(slot, "", 0, &checkpoint));
        Ok(Some(StoredWork { info, checkpoint, lines: lines_in_place(&keys, &lines) }))
    }

    /// All slots, the latest first.
    pub async fn read_all(&self) -> Result<Vec<StoredWork>, StoreError> {
        let mut all = Vec::new();
        for info in self.list().await? {
            all.extend(self.read(&info.slot).await?);
        }
        Ok(all)
    }

    /// The descriptions that the list of work shows, the latest first.
    pub async fn list(&self) -> Result<Vec<WorkInfo>, StoreError> {
        let requests =
            self.database.transaction(&[SLOT], TransactionMode::ReadOnly).and_then(|it| {
                let store = it.object_store(SLOT)?;
                Ok((
                    store.get_all_keys(None, None)?.into_future(),
                    store.get_all(None, None)?.into_future(),
                ))
            });
        let (keys, infos) = requests.map_err(failed)?;
        let (keys, infos) = (keys.await.map_err(failed)?, infos.await.map_err(failed)?);
        let slots = keys.iter().map(|key| key.as_string().unwrap_or_default());
        let info = |(slot, info): (String, &JsValue)| {
            // Without its document it cannot be described, but it exists and can be opened.
            info_of(info).unwrap_or_else(|| work_info_of(&slot, "", 0, ""))
        };
        let mut all: Vec<WorkInfo> = slots.zip(&infos).map(info).collect();
        all.sort_by_key(|info| std::cmp::Reverse(info.at_ms));
        Ok(all)
    }

    /// Takes over what earlier versions stored elsewhere. A slot that is here already keeps its name; the other gets a new one,
    /// unless it is the same: a page that was left at once has moved it and not removed it.
    async fn move_earlier_work(&self) -> Result<(), StoreError> {
        let earlier = migrate::earlier_work();
        if earlier.is_empty() {
            return Ok(());
        }
        let here = self.list().await?;
        let is_new = |work: &&StoredWork| !here.contains(&work.info);
        let mut moved: Vec<StoredWork> = earlier.iter().filter(is_new).cloned().collect();
        for work in &mut moved {
            if here.iter().any(|info| info.slot == work.info.slot) {
                work.info.slot = new_slot();
            }
        }
        self.write_all(&moved).await?;
        migrate::remove_earlier_work(&earlier);
        Ok(())
    }

    fn begin(&self, mode: TransactionMode) -> Result<Transaction, idb::Error> {
        self.database.transaction(&[SLOT, CHECKPOINT, LOG], mode)
    }

    fn begin_write(
        &self,
        requests: impl FnOnce(&Stores) -> Result<(), StoreError>,
    ) -> Result<Writing, StoreError> {
        let transaction = self.begin(TransactionMode::ReadWrite).map_err(failed)?;
        let stores = Stores::of(&transaction).map_err(failed)?;
        let requested = requests(&stores);
        Writing::begin(transaction, requested)
    }
}

/// The object stores of a transaction.
struct Stores {
    slot: ObjectStore,
    checkpoint: ObjectStore,
    log: ObjectStore,
}

impl Stores {
    fn of(transaction: &Transaction) -> Result<Self, idb::Error> {
        Ok(Self {
            slot: transaction.object_store(SLOT)?,
            checkpoint: transaction.object_store(CHECKPOINT)?,
            log: transaction.object_store(LOG)?,
        })
    }

    fn put(&self, info: &WorkInfo, change: Change) -> Result<(), StoreError> {
        let key = JsValue::from(&info.slot);
        let text = serde_json::to_string(info).expect("names are strings, and numbers are whole");
        self.slot.put(&text.into(), Some(&key)).map_err(failed)?;
        match change {
            Change::Whole { checkpoint, lines } => {
                self.checkpoint.put(&text_of(checkpoint)?, Some(&key)).map_err(failed)?;
                let before = lines_of(&info.slot).and_then(|lines| self.log.delete(lines));
                before.map_err(failed)?;
                self.put_lines(&info.slot, 0, lines)
            }
            Change::Lines { position, lines } => self.put_lines(&info.slot, position, lines),
            Change::Info => Ok(()),
        }
    }

    /// How many checkpoints and lines a slot has.
    fn count(
        &self,
        slot: &str,
    ) -> Result<(CountStoreRequestFuture, CountStoreRequestFuture), idb::Error> {
        let checkpoints = self.checkpoint.count(Some(Query::Key(slot.into())))?;
        let lines = self.log.count(Some(lines_of(slot)?.into()))?;
        Ok((checkpoints.into_future(), lines.into_future()))
    }

    fn put_lines(&self, slot: &str, start: usize, lines: &[String]) -> Result<(), StoreError> {
        for (position, line) in (start..).zip(lines) {
            self.log.put(&text_of(line)?, Some(&line_key(slot, position))).map_err(failed)?;
        }
        Ok(())
    }

    fn delete(&self, slot: &str) -> Result<(), idb::Error> {
        self.slot.delete(Query::Key(slot.into()))?;
        self.checkpoint.delete(Query::Key(slot.into()))?;
        self.log.delete(lines_of(slot)?)?;
        Ok(())
    }
}

/// A write in progress.
pub(super) struct Writing {
    raw: IdbTransaction,
    done: TransactionFuture,
}

impl Writing {
    /// Commits what was requested in a transaction, or nothing of it if that failed.
    pub(super) fn begin(
        transaction: Transaction,
        requested: Result<(), StoreError>,
    ) -> Result<Self, StoreError> {
        let raw = IdbTransaction::from(transaction);
        if let Err(error) = requested {
            // A transaction that is over needs no abort.
            drop(raw.abort());
            return Err(error);
        }
        // A page that is left at once has committed what it wrote.
        let committed = Transaction::from(raw.clone()).commit().map_err(failed)?;
        Ok(Self { raw, done: committed.into_future() })
    }

    /// Ready when all of it is stored.
    pub(super) async fn finish(self, size_bytes: u64) -> Result<(), StoreError> {
        match self.done.await {
            Ok(result) if result.is_committed() => Ok(()),
            Ok(_) | Err(_) => Err(match self.raw.error() {
                Some(error) if error.name() == "QuotaExceededError" => {
                    StoreError::Full { missing_bytes: missing_bytes(size_bytes).await }
                }
                Some(error) => StoreError::Failed(error.message()),
                None => StoreError::Failed(String::new()),
            }),
        }
    }
}

/// How many bytes of room are missing to store a number of bytes more.
async fn missing_bytes(size_bytes: u64) -> u64 {
    let estimate = async {
        let estimate = gloo::utils::window().navigator().storage().estimate().ok()?;
        let estimate = JsFuture::from(estimate).await.ok()?;
        let number = |name: &str| js_sys::Reflect::get(&estimate, &name.into()).ok()?.as_f64();
        Some((number("usage")?, number("quota")?))
    };
    let (used, given) = estimate.await.unwrap_or_default();
    let room = whole_ms((given - used).max(0.0));
    // A browser needs more room than the bytes that it is given, and does not report how much.
    size_bytes.saturating_sub(room).max(size_bytes / 2).max(1)
}

fn total(lines: &[String]) -> usize {
    lines.iter().map(String::len).sum()
}

/// The keys of all lines of a slot.
fn lines_of(slot: &str) -> Result<KeyRange, idb::Error> {
    let after_all = Array::of2(&slot.into(), &Array::new());
    KeyRange::bound(&Array::of1(&slot.into()), &after_all, None, None)
}

fn line_key(slot: &str, position: usize) -> JsValue {
    let position = u32::try_from(position).expect("a journal has few lines");
    Array::of2(&slot.into(), &position.into()).into()
}

/// A text as the browser has it. Fails if that is not all of it: a browser may take a text that is too long for it as an empty
/// one, and nothing readable is replaced by that.
fn text_of(text: &str) -> Result<JsValue, StoreError> {
    let given = JsString::from(text);
    match given.length() as usize == text.encode_utf16().count() {
        true => Ok(given.into()),
        false => Err(StoreError::Failed("The browser has not taken all of a text.".to_owned())),
    }
}

/// The lines of a journal in order. Where one is missing, or is no text, there is an empty one, which cannot be read: what
/// was done after it had a different state before it, so the page reports it and the slot is not written again. The lines after it
/// stay, so that a file of the slot has them.
fn lines_in_place(keys: &[JsValue], lines: &[JsValue]) -> Vec<String> {
    let position = |key: &JsValue| key.dyn_ref::<Array>().and_then(|key| key.get(1).as_f64());
    let mut all = Vec::new();
    let mut expected = 0.0;
    for (key, line) in keys.iter().zip(lines) {
        let position = position(key);
        if position != Some(expected) {
            all.push(String::new());
        }
        expected = position.unwrap_or(expected) + 1.0;
        all.push(line.as_string().unwrap_or_default());
    }
    all
}

fn info_of(value: &JsValue) -> Option<WorkInfo> {
    serde_json::from_str(&value.as_string()?).ok()
}

pub(super) fn failed(error: idb::Error) -> StoreError {
    StoreError::Failed(error.to_string())
}
