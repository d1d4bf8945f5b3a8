//! What the page knows of its storage, and what storage answers.

use std::collections::BTreeMap;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use playground::sandbox::command::Command;
use playground::session::kept::Kept;
use playground::view::message::Message;
use playground::view::work::{StorageFailure, StoredWork, WorkInfo};

use crate::app::platform::History;
use crate::app::platform::lock::Lock;
use crate::app::platform::store::{Store, StoreError};
use crate::app::storage::address::Address;
use crate::app::storage::unfinished::Unfinished;

/// The page's knowledge of its storage.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    /// The storage, once it is open.
    pub(crate) store: Option<Rc<Store>>,
    /// Hear when it is closed.
    pub(crate) watching: Option<[EventListener; 2]>,
    /// Whether it is being opened.
    pub(crate) is_opening: bool,
    /// The slot that this tab writes, once it has one.
    pub(crate) slot: Option<Slot>,
    /// The slots that no other tab may write.
    pub(crate) locked: BTreeMap<String, Lock>,
    /// What is to be stored of the sandbox.
    pub(crate) kept: Kept,
    /// How many of the lines are stored or being written. `None` if the document is not.
    pub(crate) written: Option<usize>,
    /// The number of the last write.
    pub(crate) write_number: u64,
    pub(crate) retry: Option<Timeout>,
    /// Runs while the browser has not answered the last request.
    pub(crate) silence: Option<Timeout>,
    /// Whether the user is asked before the page is left, because of what is under way.
    pub(crate) is_unfinished: bool,
    /// What is said once the sandbox of the address is on the page.
    pub(crate) to_say: Option<Message>,
    /// Sandboxes that could not be stored before others were opened.
    pub(crate) unstored: Vec<Unstored>,
    /// The part of the address after `#` that identifies what the page shows; `None` while the sandbox on the page is nowhere else.
    pub(crate) shown: Option<String>,
    /// Whether the user has done anything on the page since an address opened what it shows. Until then no slot is created: any
    /// website can open an address, of a lesson too, and time passes by itself.
    pub(crate) is_pressed: bool,
    /// Runs until the sandbox is put into the address.
    pub(crate) address_wait: Option<Timeout>,
    /// The slot that is being read, to be shown.
    pub(crate) reading: Option<String>,
    /// The slots that were deleted, the last one last.
    pub(crate) deleted: Vec<StoredWork>,
    /// What is being opened in slices, until it is on the page.
    pub(crate) opening: Option<Opening>,
    /// What this tab remembers of what is being typed, the latest last.
    pub(crate) unfinished: Vec<Unfinished>,
}

impl Keeper {
    /// Whether this slot is being opened in slices.
    pub(crate) fn is_opening_slot(&self, slot: &str) -> bool {
        matches!(&self.opening, Some(Opening::Work(Origin::Slot(opening), _)) if opening == slot)
    }

    /// The slot that the address of the page names.
    pub(crate) fn named_slot(&self) -> Option<String> {
        Address::of(self.shown.as_deref()?).slot().map(str::to_owned)
    }
}

/// What is being opened in slices.
#[derive(Debug)]
pub(crate) enum Opening {
    /// What a command names.
    Command(Command),
    /// Stored work.
    Work(Origin, StoredWork),
}

/// Where stored work was read.
#[derive(Debug)]
pub(crate) enum Origin {
    /// In a file: what becomes of the address when it is on the page.
    File(History),
    Slot(String),
}

/// A sandbox that could not be stored before another was opened. It is written again until it is stored or opened again.
#[derive(Debug)]
pub(crate) struct Unstored {
    pub(crate) work: StoredWork,
    /// Whether a write of it is in progress.
    pub(crate) is_writing: bool,
}

/// The slot that this tab writes.
#[derive(Debug)]
pub(crate) struct Slot {
    pub(crate) name: String,
    /// Whether no other tab writes it: until that is known, nothing is written.
    pub(crate) granted: bool,
}

/// What storage answers.
#[derive(Debug, Clone)]
pub enum StoreEvent {
    /// It is open, or cannot be opened.
    Opened(Result<Rc<Store>, StoreError>),
    /// A slot was written, or not.
    Written {
        slot: String,
        /// Which write it was.
        number: u64,
        /// What came of it.
        result: Result<(), StoreError>,
    },
    /// One of the unstored sandboxes was written, or not.
    UnstoredWritten {
        slot: String,
        /// What came of it.
        result: Result<(), StoreError>,
    },
    /// The connection to it was closed, by another page or the browser.
    Closed,
    /// The browser has not answered for some time.
    Silent,
    /// A slot was read, to be shown.
    Read {
        slot: String,
        /// The result of a read.
        result: Result<Option<StoredWork>, StoreError>,
    },
    Listed(Vec<WorkInfo>),
    /// The slots of the list have changed.
    Changed,
    /// A slot was deleted; it can be restored.
    Deleted(Box<StoredWork>),
    /// A deleted slot could not be restored.
    NotUndone(Box<StoredWork>, StorageFailure),
    /// Something of the list could not be done.
    Failed(StorageFailure),
    /// It is time to try again.
    Retry,
    /// A slot is ours alone, or it is not.
    Locked(String, Option<Lock>),
}
