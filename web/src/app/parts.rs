//! When the parts of the program are loaded: at once if something was asked of them, and otherwise when the page is idle.

use gloo::timers::callback::Timeout;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::later::{self, Arrived, Missing};
use crate::app::registry::Part;
use crate::app::{App, Event, platform, shared};

/// How long after the first picture the page is idle, in milliseconds. Model: what the first picture starts, such as opening the
/// storage, is done by then.
const IDLE_MS: u32 = 500;

impl App {
    /// Loads the parts when the page is idle for the first time.
    pub(super) fn load_when_idle(&self, ctx: &Context<Self>) {
        if self.loads_unasked() {
            let link = ctx.link().clone();
            Timeout::new(IDLE_MS, move || link.send_message(Event::Idle)).forget();
        }
    }

    /// Whether parts are loaded before they are used. An embed needs few of them, and some users pay for each byte.
    fn loads_unasked(&self) -> bool {
        let page = &self.state.page;
        page.embed.is_none() && page.notes.is_none() && !platform::connection::saves_data()
    }

    /// Loads the parts that something was asked of.
    pub(super) fn load_wanted(&mut self, ctx: &Context<Self>) {
        for part in self.panels.take_wanted() {
            load(ctx, part);
        }
    }

    /// Loads a part that is likely to be used next. When it is here, the next one follows.
    pub(super) fn load_next(&mut self, ctx: &Context<Self>) {
        if let Some(part) = self.panels.take_next() {
            load(ctx, part);
        }
    }

    /// Starts the panels of a part, and does what was asked of them meanwhile.
    pub(super) fn on_part(
        &mut self,
        ctx: &Context<Self>,
        part: Part,
        arrived: Result<Arrived, Missing>,
    ) {
        let is_here = arrived.is_ok();
        let effects = self.panels.arrive(part, arrived, &shared(&self.session, &self.state));
        for effect in effects {
            self.carry_out_for_panel(ctx, effect);
        }
        self.acted(ctx);
        if is_here && self.loads_unasked() {
            self.load_next(ctx);
        }
    }
}

fn load(ctx: &Context<App>, part: Part) {
    let (link, send) = (ctx.link().clone(), ctx.link().callback(Event::Panel));
    spawn_local(async move { link.send_message(Event::Part(part, later::load(part, send).await)) });
}
