//! What was typed and not yet sent survives a reload: each tab keeps it for itself, with the address that it belongs to.

use crate::app::App;
use crate::app::platform;
use crate::view::call::TextOrigin;
use crate::view::draft::Unfinished;

impl App {
    /// Remembers what is being typed, if that has changed.
    pub(in crate::app) fn keep_draft(&mut self) {
        let draft = self.state.draft.as_ref().filter(|draft| draft.typed);
        let call = self.state.call.as_ref().filter(|call| call.origin != TextOrigin::Proposed);
        let unfinished = (draft.is_some() || call.is_some()).then(|| Unfinished {
            address: self.keeper.shown.clone(),
            table: self.state.table.clone(),
            draft: draft.cloned(),
            naming: self.state.naming,
            call: call.cloned(),
        });
        if unfinished != self.keeper.unfinished {
            platform::set_unfinished(unfinished.as_ref().map(|it| {
                serde_json::to_string(it).expect("names are strings, and numbers are whole")
            }));
            self.keeper.unfinished = unfinished;
        }
    }

    /// Goes on with what was typed before a reload, if the page shows the same sandbox.
    pub(in crate::app) fn resume_draft(&mut self) {
        let Some(text) = platform::unfinished() else { return };
        let Ok(unfinished) = serde_json::from_str::<Unfinished>(&text) else { return };
        if unfinished.address == self.keeper.shown {
            self.keeper.unfinished = Some(unfinished.clone());
            let Unfinished { table, draft, naming, call, .. } = unfinished;
            (self.state.table, self.state.naming) = (table, naming);
            (self.state.draft, self.state.call) = (draft, call);
            self.look();
        }
    }
}
