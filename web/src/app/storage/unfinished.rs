//! What was typed and not yet sent survives a reload, and Back and Forward: each tab keeps it for itself, with the address
//! that it belongs to.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::app::registry::PANELS;
use crate::app::state::AppState;
use playground::view::DesignInterest;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::draft::Draft;
use playground::view::pattern::PatternDraft;
use playground::view::read::ReadForm;
use playground::view::value::Text;
use playground::view::workload::WorkloadPlan;

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
    /// The access pattern being written.
    pattern: Option<PatternDraft>,
    /// The design in progress.
    design: Option<DesignInterest>,
    /// The workload as it was typed.
    workload: Option<Rc<WorkloadPlan>>,
}

impl Unfinished {
    /// The unfinished input at an address. `None` if there is none.
    pub(crate) fn of(state: &AppState, address: &str) -> Option<Self> {
        let draft = state.draft.as_ref().filter(|draft| draft.typed);
        let call = state.call.as_ref().filter(|call| call.origin != TextOrigin::Proposed);
        let is_any = draft.is_some()
            || call.is_some()
            || state.read.is_some()
            || !state.typed_calls.is_empty()
            || state.pattern.is_some()
            || state.design.is_some()
            || state.workload_draft.is_some();
        is_any.then(|| Self {
            address: address.to_owned(),
            table: state.selection.table.clone(),
            tab: state.why_tab.0.to_owned(),
            draft: draft.cloned(),
            naming: state.naming,
            read: state.read.clone(),
            call: call.cloned(),
            typed_calls: state.typed_calls.clone(),
            pattern: state.pattern.clone(),
            design: state.design.clone(),
            workload: state.workload_draft.clone(),
        })
    }

    pub(crate) fn resume(self, state: &mut AppState) {
        state.selection.table = self.table;
        // What an earlier version of the page wrote may name a tab that does not exist.
        if let Some(entry) = PANELS.iter().find(|entry| entry.id().0 == self.tab) {
            state.why_tab = entry.id();
        }
        (state.draft, state.naming) = (self.draft, self.naming);
        state.read = self.read;
        (state.call, state.typed_calls) = (self.call, self.typed_calls);
        state.pattern = self.pattern;
        state.design = self.design;
        state.workload_draft = self.workload;
    }
}
