//! Work that is read before the page is drawn for the first time.

use std::rc::Rc;

use playground::view::work::StoredWork;

use crate::app::platform::store::{ANSWER_MS, Store, StoreError};
use crate::app::platform::{self, History};
use crate::app::storage::address::Address;
use crate::panel::setting::EXAMPLES;

/// Work that was read before the page was drawn for the first time.
#[derive(Debug, Clone)]
pub struct Start {
    pub(crate) store: Result<Rc<Store>, StoreError>,
    pub(crate) slot: String,
    pub(crate) result: Result<Option<StoredWork>, StoreError>,
}

impl Start {
    /// Reads the slot that the address names, if it names one. If the browser does not answer, the page starts without it.
    pub(crate) async fn read() -> Option<Self> {
        if platform::embed_request().is_some() || platform::lesson::is_notes_window() {
            return None;
        }
        let fragment = platform::fragment().unwrap_or_default();
        let slot = match Address::of(&fragment) {
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
        Some(Self { store, slot, result })
    }

    /// Whether the address still names the slot: it may have changed while the work was read.
    pub(crate) fn is_current(&self) -> bool {
        let fragment = platform::fragment().unwrap_or_default();
        Address::of(&fragment).slot() == Some(&self.slot)
    }
}

/// What the tab showed before it was reloaded into this version, which names it in the address.
fn earlier_slot(fragment: &str) -> Option<String> {
    let slot = platform::take_earlier_slot().filter(|_| fragment.is_empty())?;
    let example = EXAMPLES.iter().find(|example| example.title == slot);
    let address = match example {
        Some(example) => Address::Example(example.id),
        None => Address::of_slot(slot.clone()),
    };
    platform::set_fragment(&address.fragment(), History::Replace);
    example.is_none().then_some(slot)
}
