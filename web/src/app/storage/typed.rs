//! What was typed and not yet sent is kept when it changes, and restored with its address.

use crate::app::App;
use crate::app::platform;
use crate::app::storage::address::Address;
use crate::app::storage::unfinished::Unfinished;

/// The most addresses for which a tab stores unfinished input. Model: more than a visit has.
const ADDRESS_COUNT_MAX: usize = 8;

impl App {
    /// Remembers what is being typed, if that has changed.
    pub(crate) fn keep_draft(&mut self) {
        let shown = self.identity();
        let typed = Unfinished::of(&self.state, &self.panels, &shown);
        if self.keeper.unfinished.iter().find(|it| it.address == shown) != typed.as_ref() {
            self.keeper.unfinished.retain(|it| it.address != shown);
            self.keeper.unfinished.extend(typed);
            let surplus = self.keeper.unfinished.len().saturating_sub(ADDRESS_COUNT_MAX);
            self.keeper.unfinished.drain(..surplus);
            self.write_unfinished();
        }
    }

    /// Forgets what is being typed at the address of the page, which is about to be another for the same sandbox.
    pub(super) fn forget_draft(&mut self) {
        let shown = self.identity();
        self.keeper.unfinished.retain(|it| it.address != shown);
    }

    /// Reads what this tab remembers.
    pub(crate) fn read_unfinished(&mut self) {
        let text = platform::unfinished().unwrap_or_default();
        // What an earlier version of the page wrote is forgotten.
        self.keeper.unfinished = serde_json::from_str(&text).unwrap_or_default();
    }

    /// Restores what was typed before the sandbox left the page.
    pub(crate) fn resume_draft(&mut self) {
        let shown = self.identity();
        let typed = self.keeper.unfinished.iter().find(|it| it.address == shown);
        if let Some(typed) = typed.cloned() {
            typed.resume(&mut self.state, &mut self.panels);
            self.look();
        }
    }

    /// What identifies the sandbox on the page: its address, or the lesson that has just made it.
    fn identity(&self) -> String {
        match (&self.keeper.shown, self.state.page.learn.name()) {
            (Some(shown), _) => Address::of(shown).identity(),
            (None, Some(lesson)) => format!("lesson={lesson}"),
            (None, None) => String::new(),
        }
    }

    fn write_unfinished(&self) {
        let all = &self.keeper.unfinished;
        let text = (!all.is_empty())
            .then(|| serde_json::to_string(all).expect("names are strings, and numbers are whole"));
        platform::set_unfinished(text);
    }
}
