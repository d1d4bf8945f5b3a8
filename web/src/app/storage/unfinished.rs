//! What was typed and not yet sent survives a reload, and Back and Forward: each tab keeps it for itself, with the address
//! that it belongs to.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::app::platform;
use crate::app::registry::PANELS;
use crate::app::state::AppState;
use playground::view::DesignInterest;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::draft::Draft;
use playground::view::pattern::PatternDraft;
use playground::view::read::ReadForm;
use playground::view::value::Text;
use playground::view::workload::WorkloadPlan;

/// The most addresses for which a tab stores unfinished input. Model: more than a visit has.
const ADDRESS_COUNT_MAX: usize = 8;

/// Unfinished input, as a tab stores it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(in crate::app) struct Unfinished {
    /// The part of the address after `#` that it belongs to.
    address: String,
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
    fn of(state: &AppState, address: &str) -> Option<Self> {
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

    fn resume(self, state: &mut AppState) {
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

impl App {
    /// Remembers what is being typed, if that has changed.
    pub(in crate::app) fn keep_draft(&mut self) {
        let typed = Unfinished::of(&self.state, &self.keeper.shown);
        let shown = &self.keeper.shown;
        if self.keeper.unfinished.iter().find(|it| it.address == *shown) != typed.as_ref() {
            self.keeper.unfinished.retain(|it| it.address != *shown);
            self.keeper.unfinished.extend(typed);
            let surplus = self.keeper.unfinished.len().saturating_sub(ADDRESS_COUNT_MAX);
            self.keeper.unfinished.drain(..surplus);
            self.write_unfinished();
        }
    }

    /// Forgets what is being typed at the address of the page, which is about to be another for the same sandbox.
    pub(super) fn forget_draft(&mut self) {
        self.keeper.unfinished.retain(|it| it.address != self.keeper.shown);
    }

    /// Reads what this tab remembers.
    pub(in crate::app) fn read_unfinished(&mut self) {
        let text = platform::unfinished().unwrap_or_default();
        // What an earlier version of the page wrote is forgotten.
        self.keeper.unfinished = serde_json::from_str(&text).unwrap_or_default();
    }

    /// Restores what was typed before the sandbox left the page.
    pub(in crate::app) fn resume_draft(&mut self) {
        let typed = self.keeper.unfinished.iter().find(|it| it.address == self.keeper.shown);
        if let Some(typed) = typed.cloned() {
            typed.resume(&mut self.state);
            self.look();
        }
    }

    fn write_unfinished(&self) {
        let all = &self.keeper.unfinished;
        let text = (!all.is_empty())
            .then(|| serde_json::to_string(all).expect("names are strings, and numbers are whole"));
        platform::set_unfinished(text);
    }
}
