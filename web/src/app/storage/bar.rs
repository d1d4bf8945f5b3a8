//! The address bar has the sandbox itself beside its slot, so that the address opens it in any browser: `#z2.…&work=SLOT`.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::app::platform::{self, History};
use crate::app::storage::address::Address;
use crate::app::{App, Event};

/// How long after a change the sandbox is put into the address. Browsers limit how often an address may change.
/// Source: <https://developer.mozilla.org/en-US/docs/Web/API/History/replaceState>
const WAIT_MS: u32 = 1_000;

/// The most characters of a sandbox in the address bar. A longer one is in its slot only.
/// Source: <https://www.rfc-editor.org/rfc/rfc9110#section-4.1-5>
const LENGTH_MAX: usize = 8_000;

/// The most bytes of stored work for which a link is made. Model: a link of more does not fit, and takes longer than a frame.
const LINKED_SIZE_MAX: usize = 128 * 1024;

impl App {
    /// Puts the sandbox into the address a second after a change.
    pub(super) fn await_address(&mut self, ctx: &Context<Self>) {
        if self.keeper.address_wait.is_none() {
            let link = ctx.link().clone();
            let due = move || link.send_message(Event::AddressDue);
            self.keeper.address_wait = Some(Timeout::new(WAIT_MS, due));
        }
    }

    /// Puts the sandbox into the address, once time does not run and the present is shown.
    pub(in crate::app) fn on_address_due(&mut self, ctx: &Context<Self>) {
        self.keeper.address_wait = None;
        let Some(slot) = self.own_slot().cloned() else { return };
        // The address may name a sandbox that is not on the page yet.
        let named = platform::fragment().unwrap_or_default();
        let is_shown = self.keeper.shown.as_ref() == Some(&named);
        if !is_shown || self.is_time_running() || self.session.is_rewound() {
            return self.await_address(ctx);
        }
        let link = self.link_for_address();
        self.show_address(&Address::Work { slot, link }, History::Replace);
    }

    /// The sandbox as a link, if it fits into the address. The sandbox of a lesson is in no address: its step is.
    fn link_for_address(&self) -> Option<String> {
        let is_small = self.keeper.kept.size() <= LINKED_SIZE_MAX;
        if !is_small || self.state.page.learn.open.is_some() {
            return None;
        }
        self.session.link().ok().filter(|link| link.len() <= LENGTH_MAX)
    }
}
