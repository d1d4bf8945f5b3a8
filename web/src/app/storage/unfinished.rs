//! What was typed and not yet sent survives a reload, and Back and Forward: each tab keeps it for itself, with the address
//! that it belongs to.

use std::collections::BTreeMap;

use playground::view::call::{CallForm, TextOrigin};
use playground::view::draft::Draft;
use playground::view::read::ReadForm;
use playground::view::value::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::registry::{PANELS, Panels};
use crate::app::state::AppState;

/// Unfinished input, as a tab stores it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unfinished {
    /// The part of the address after `#` that it belongs to.
    pub(crate) address: String,
    /// The open table.
    table: Option<Text>,
    /// The open tab of the third zone.
    tab: String,
    /// The edit in progress.
    draft: Option<Draft>,
    /// Whether that names a new attribute.
    naming: bool,
    /// The query or scan.
    read: Option<ReadForm>,
    /// The request being written.
    call: Option<CallForm>,
    /// The texts of other operations, by operation.
    typed_calls: BTreeMap<Text, CallForm>,
    /// The unfinished input of each panel, by the name under which it is stored.
    #[serde(flatten)]
    panels: BTreeMap<String, Value>,
}

impl Unfinished {
    /// The unfinished input at an address. `None` if there is none.
    pub(crate) fn of(state: &AppState, panels: &Panels, address: &str) -> Option<Self> {
        let panels = panels.unfinished();
        let draft = state.draft.as_ref().filter(|draft| draft.typed);
        let call = state.call.as_ref().filter(|call| call.origin != TextOrigin::Proposed);
        let is_any = draft.is_some()
            || call.is_some()
            || state.read.is_some()
            || !state.typed_calls.is_empty()
            || !panels.is_empty();
        is_any.then(|| Self {
            address: address.to_owned(),
            table: state.selection.table.clone(),
            tab: state.page.tab.0.to_owned(),
            draft: draft.cloned(),
            naming: state.naming,
            read: state.read.clone(),
            call: call.cloned(),
            typed_calls: state.typed_calls.clone(),
            panels,
        })
    }

    pub(crate) fn resume(self, state: &mut AppState, panels: &mut Panels) {
        state.selection.table = self.table;
        // What an earlier version of the page wrote may name a tab that does not exist.
        if let Some(entry) = PANELS.iter().find(|entry| entry.id().0 == self.tab) {
            state.page.tab = entry.id();
        }
        (state.draft, state.naming) = (self.draft, self.naming);
        state.read = self.read;
        (state.call, state.typed_calls) = (self.call, self.typed_calls);
        panels.resume(&self.panels);
    }
}
