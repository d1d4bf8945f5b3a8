//! The state of the page besides the sandbox: what is open, being typed, or chosen. Pure.
//!
//! Panels emit an `Action`; `AppState::update` changes the state and answers with `Effect`s, which `App` carries out.
//! The session's response to a command arrives through `AppState::answer`.

pub mod action;
pub mod key;
mod preference;
mod prepare;
mod update;
mod work;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::mem;

use playground::sandbox::command::Command;
use playground::view::Interest;
use playground::view::call::CallForm;
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId};
use playground::view::read::ReadForm;
use playground::view::value::Text;

use crate::app::state::action::Effect;
use crate::panel::page::PageState;
use crate::panel::shared::Selection;

/// Items shown at first, and with each "show more": beyond this, rows cost frames (`DESIGN.md`).
const ITEMS_PER_PAGE: usize = 200;

/// Entries of an index shown at first, and with each "show more".
const ENTRIES_PER_PAGE: usize = 50;

/// The state of the page besides the sandbox.
#[derive(Debug, Clone, PartialEq)]
pub struct AppState {
    /// What is selected.
    pub selection: Selection,
    /// The page as a whole.
    pub page: PageState,
    /// Items shown at most.
    pub items_shown: usize,
    /// Entries shown at most, of each index.
    pub entries_shown: usize,
    /// The indexes whose ghosts are all shown, not only the first.
    pub all_ghosts: Vec<Text>,
    /// The item pinned.
    pub selected: Option<ItemId>,
    /// The edit in progress.
    pub draft: Option<Draft>,
    /// Whether the edit in progress names a new attribute.
    pub naming: bool,
    /// Whether the edit was sent and rejected: its errors are then shown, even if little was typed.
    pub insisted: bool,
    /// The read form in progress.
    pub read: Option<ReadForm>,
    /// Whether the form has just been opened: an empty partition key is then filled with one that exists.
    pub read_opened: bool,
    /// The request being written.
    pub call: Option<CallForm>,
    /// The texts of the operations that are not chosen, by operation.
    pub typed_calls: BTreeMap<Text, CallForm>,
}

impl Default for AppState {
    fn default() -> Self {
        Self {
            selection: Selection::default(),
            page: PageState::default(),
            items_shown: ITEMS_PER_PAGE,
            entries_shown: ENTRIES_PER_PAGE,
            all_ghosts: Vec::new(),
            selected: None,
            draft: None,
            naming: false,
            insisted: false,
            read: None,
            read_opened: false,
            call: None,
            typed_calls: BTreeMap::new(),
        }
    }
}

impl AppState {
    /// Another sandbox is on the page: everything that was open in the last one is closed.
    pub fn close_for_another(&mut self) {
        let page = &mut self.page;
        let page = PageState {
            address: page.address.clone(),
            playing: page.playing,
            speed: page.speed,
            theme: page.theme,
            edges: page.edges,
            letter_keys: page.letter_keys,
            newcomer: page.newcomer,
            saving: page.saving,
            work: mem::take(&mut page.work),
            ..PageState::default()
        };
        *self = Self { page, ..Self::default() };
    }

    /// Whether errors of the edit are shown. No errors are shown before the form is filled in.
    pub fn shows_draft_fault(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| match &draft.edit {
            Edit::Remove { .. } | Edit::Delete { .. } => true,
            Edit::Set { .. } | Edit::Replace { .. } | Edit::Put { .. } => draft.typed,
            Edit::Compose { fields, .. } => {
                self.insisted || fields.iter().all(|field| !field.value.text.is_empty())
            }
        })
    }

    /// The views that the session should make.
    pub fn interest(&self) -> Interest {
        Interest {
            table: self.selection.table.clone(),
            items_shown: self.items_shown,
            entries_shown: self.entries_shown,
            draft: self.draft.clone(),
            read: self.read.clone(),
            call: self.call.clone(),
        }
    }
}

fn ask(command: Command) -> Effect {
    Effect::Ask(command)
}
