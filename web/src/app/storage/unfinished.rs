//! What was typed and not yet sent survives a reload, and Back and Forward: each tab keeps it for itself, with the address
//! that it belongs to.

use crate::app::App;
use crate::app::platform;
use crate::view::call::TextOrigin;
use crate::view::draft::Unfinished;

/// Addresses of which a tab remembers what was being typed. Model: more than a visit has, and a limit.
const ADDRESS_COUNT_MAX: usize = 8;

impl App {
    /// Remembers what is being typed, if that has changed.
    pub(in crate::app) fn keep_draft(&mut self) {
        let draft = self.state.draft.as_ref().filter(|draft| draft.typed);
        let call = self.state.call.as_ref().filter(|call| call.origin != TextOrigin::Proposed);
        let typed = (draft.is_some() || call.is_some()).then(|| Unfinished {
            address: self.keeper.shown.clone(),
            table: self.state.table.clone(),
            draft: draft.cloned(),
            naming: self.state.naming,
            call: call.cloned(),
        });
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
        // What an earlier version wrote, or nobody, is forgotten.
        self.keeper.unfinished = serde_json::from_str(&text).unwrap_or_default();
    }

    /// Goes on with what was typed before the sandbox left the page.
    pub(in crate::app) fn resume_draft(&mut self) {
        let typed = self.keeper.unfinished.iter().find(|it| it.address == self.keeper.shown);
        if let Some(Unfinished { table, draft, naming, call, .. }) = typed.cloned() {
            (self.state.table, self.state.naming) = (table, naming);
            (self.state.draft, self.state.call) = (draft, call);
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
