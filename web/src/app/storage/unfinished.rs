//! What was typed and not yet sent survives a reload, and Back and Forward: each tab keeps it for itself, with the address
//! that it belongs to.

use std::collections::BTreeMap;

use playground::view::value::Text;
use playground::view::workspace::Workspace;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::panels::Panels;
use crate::app::registry::PANELS;
use crate::app::state::AppState;

/// Unfinished input, as a tab stores it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unfinished {
    /// The part of the address after `#` that it belongs to.
    pub(crate) address: String,
    /// The open table.
    table: Option<Text>,
    /// The workspace shown. Earlier versions of the page had tabs, and stored the panel of the open one.
    #[serde(alias = "tab")]
    workspace: String,
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
            workspace: state.page.workspace.id().to_owned(),
            panels,
        })
    }

    pub(crate) fn resume(self, state: &mut AppState, panels: &mut Panels) {
        state.selection.table = self.table;
        let of_panel =
            || PANELS.iter().find(|entry| entry.id().0 == self.workspace)?.place().workspace();
        let workspace = Workspace::ALL.into_iter().find(|it| it.id() == self.workspace);
        // What cannot be read does not change the workspace.
        if let Some(workspace) = workspace.or_else(of_panel) {
            state.page.workspace = workspace;
        }
        panels.resume(&self.panels);
    }
}
