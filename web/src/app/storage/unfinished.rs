//! What was typed and not yet sent survives a reload, and Back and Forward: each tab keeps it for itself, with the address
//! that it belongs to.

use std::collections::BTreeMap;

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
    /// The unfinished input of each panel, by the name under which it is stored.
    #[serde(flatten)]
    panels: BTreeMap<String, Value>,
}

impl Unfinished {
    /// The unfinished input at an address. `None` if there is none.
    pub(crate) fn of(state: &AppState, panels: &Panels, address: &str) -> Option<Self> {
        let panels = panels.unfinished();
        (!panels.is_empty()).then(|| Self {
            address: address.to_owned(),
            table: state.selection.table.clone(),
            tab: state.page.tab.0.to_owned(),
            panels,
        })
    }

    pub(crate) fn resume(self, state: &mut AppState, panels: &mut Panels) {
        state.selection.table = self.table;
        // What an earlier version of the page wrote may name a tab that does not exist.
        if let Some(entry) = PANELS.iter().find(|entry| entry.id().0 == self.tab) {
            state.page.tab = entry.id();
        }
        panels.resume(&self.panels);
    }
}
