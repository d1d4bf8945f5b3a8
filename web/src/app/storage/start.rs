//! What the address names, read before the page is drawn for the first time.

use std::rc::Rc;

use playground::sandbox::example::FIRST_ID;
use playground::view::work::StoredWork;

use crate::app::learn::event::FetchedExample;
use crate::app::learn::read::read_example;
use crate::app::platform::store::{ANSWER_MS, Store, StoreError};
use crate::app::platform::{self, History};
use crate::app::storage::address::Address;

/// What was read before the page was drawn for the first time.
#[derive(Debug, Clone)]
pub enum Start {
    /// The work of a slot.
    Work { store: Result<Rc<Store>, StoreError>, slot: String, result: Read },
    /// An example that is not the first.
    Example(FetchedExample),
}

/// What a slot has.
type Read = Result<Option<StoredWork>, StoreError>;

impl Start {
    /// Reads what the address names. If neither the browser nor the host answers, the page starts without it.
    pub(crate) async fn read() -> Option<Self> {
        if platform::lesson::is_notes_window() {
            return None;
        }
        let fragment = platform::fragment().unwrap_or_default();
        let slot = match Address::of(&fragment) {
            Address::Example(id) if id != FIRST_ID => {
                let read = platform::answer_within(ANSWER_MS, read_example(id)).await;
                return read.flatten().map(Self::Example);
            }
            _ if platform::embed_request().is_some() => return None,
            Address::Work { slot, link: _ } => slot,
            Address::Link(_) => return None,
            Address::Example(_) => earlier_slot(&fragment)?,
        };
        let name = slot.clone();
        let answered = platform::answer_within(ANSWER_MS, async move {
            let store = Store::open().await;
            let result = match &store {
                Ok(store) => store.read(&name).await,
                Err(error) => Err(error.clone()),
            };
            (store, result)
        });
        let silent = (Err(StoreError::Silent), Err(StoreError::Silent));
        let (store, result) = answered.await.unwrap_or(silent);
        Some(Self::Work { store, slot, result })
    }

    /// Whether the address still names it: that may have changed while it was read.
    pub(crate) fn is_current(&self) -> bool {
        let fragment = platform::fragment().unwrap_or_default();
        match (self, Address::of(&fragment)) {
            (Self::Work { slot, .. }, Address::Work { slot: named, link: _ }) => *slot == named,
            (Self::Example(example), Address::Example(id)) => *example.tries.lesson == id,
            _ => false,
        }
    }
}

/// The slot that the tab showed before it was reloaded into this version, which names it in the address.
fn earlier_slot(fragment: &str) -> Option<String> {
    let slot = platform::take_earlier_slot().filter(|_| fragment.is_empty())?;
    // An example had a slot of this name.
    let slot = Some(slot).filter(|slot| !slot.starts_with("example."))?;
    platform::set_fragment(&Address::of_slot(slot.clone()).fragment(), History::Replace);
    Some(slot)
}
