//! What a panel is: a folder of this module, and a line in `app/registry.rs`.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the type that implements [`Panel`] |
//! | `state.rs` | its state, which implements [`Reduce`], and its actions; pure. A panel without a state may send effects, and has no such file |
//! | `view.rs` | what it shows, as plain data; pure |
//! | `draw.rs` | the markup of the view, which implements [`Draw`] |
//! | `NAME.css` | its style sheet, which the build adds to the layer `panel` |

use engine::operation::Operation;
use playground::sandbox::command::Command;
use playground::sandbox::outcome::Outcome;
use serde_json::Value;
use yew::prelude::*;

use crate::panel::effect::{Effect, Findable, Input, PageEffect};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// A command that was executed, and what happened.
#[derive(Debug, Clone, Copy)]
pub struct Executed<'a> {
    pub command: &'a Command,
    pub accepted: bool,
    /// What it did, in order: see [`Session::outcomes`](playground::session::Session::outcomes).
    pub outcomes: &'a [Outcome],
}

impl Executed<'_> {
    /// Whether it was a request about a table that was accepted. Such a request is complete; one about items may be changed a
    /// little and sent again.
    pub fn completes_table_request(&self) -> bool {
        let Command::Call { operation, .. } = self.command else { return false };
        self.accepted && !Operation::from_name(operation).is_some_and(Operation::is_on_items)
    }
}

/// The view that a panel has made last.
#[derive(Debug)]
pub struct Last<'a, V> {
    pub view: &'a V,
    /// Whether the sandbox and everything else that panels share are the same now, apart from the time. Then only the
    /// state of the panel has changed.
    pub is_current: bool,
}

/// The state of a panel: what it remembers for as long as a sandbox is open, and how an `Action` of the user changes it. Pure.
pub trait Reduce<Action>: Default {
    /// Changes the state as an action asks, and returns what else has to be done, in order.
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>>;

    /// Takes note of a command that was executed, whichever part of the page sent it, and returns what else has to be
    /// done. Not called if time passed and nothing happened.
    fn observe(&mut self, _executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        Vec::new()
    }

    /// Opens a form of this panel, which another part of the page asks for, and returns what else has to be done.
    fn begin(&mut self, _: &Input, _: &Shared) -> Vec<Effect<Action>> {
        Vec::new()
    }

    /// Takes note of a form that another panel opens.
    fn observe_form(&mut self, _: &Input) {}

    /// Another table is opened, which is now the selected one: discards everything about the last one but what was typed for it.
    fn leave_table(&mut self, _: &Shared) {}

    /// Its input that was typed and not sent, which is stored across a reload; `None` if there is none.
    fn unfinished(&self) -> Option<Value> {
        None
    }

    /// Restores what `unfinished` returned before the reload. What cannot be read is ignored.
    fn resume(&mut self, _unfinished: Value) {}

    /// Shows a topic that a link or a key leads to, and returns what else has to be done. A panel that none leads to has no
    /// topics.
    fn open(&mut self, _topic: &'static str, _: &Shared) -> Vec<Effect<Action>> {
        Vec::new()
    }
}

/// A panel without a state sends effects.
impl Reduce<PageEffect> for () {
    fn update(&mut self, effect: PageEffect, _: &Shared) -> Vec<Effect<PageEffect>> {
        vec![effect.map(|never| match never {})]
    }
}

/// What a panel shows, which sends an `Action` when the user does something.
pub trait Draw<Action> {
    /// Draws it. Called only if it is not equal to what was drawn last.
    fn draw(&self, send: &Callback<Action>) -> Html;
}

/// `None` is drawn as nothing.
impl<Action, View: Draw<Action>> Draw<Action> for Option<View> {
    fn draw(&self, send: &Callback<Action>) -> Html {
        self.as_ref().map_or_else(Html::default, |view| view.draw(send))
    }
}

/// A part of the page with a state, actions and a view of its own. It knows no other panel.
pub trait Panel: 'static {
    /// Its name.
    const ID: PanelId;

    /// The name under which its unfinished input is stored. It is not its `ID` where an earlier version of the page used another name.
    const UNFINISHED: &'static str = Self::ID.0;

    /// What it is called: a key of the catalogue.
    const TITLE: &'static str;

    /// Whether its view changes while only virtual time passes, or with the page as a whole. If not, it is made again only
    /// when the sandbox, the selection or the state of the panel has changed.
    const FOLLOWS_TIME: bool = true;

    /// Whether its state is about no sandbox, and stays when another is opened.
    const OUTLIVES_SANDBOX: bool = false;

    /// What it remembers; `()` if that is nothing.
    type State: Reduce<Self::Action>;

    /// What a user can do in it.
    type Action: 'static;

    /// What it shows. Words are messages, which become text when they are drawn.
    type View: PartialEq + Draw<Self::Action>;

    /// What a user can find by name, with what is done when it is chosen: what the panel can do, and what it shows.
    fn findable(_: &Shared) -> Vec<Findable> {
        Vec::new()
    }

    /// Makes what it shows. Called after each event of the page while the panel is shown: see `FOLLOWS_TIME`.
    fn view(state: &Self::State, shared: &Shared) -> Self::View;

    /// Makes what it shows when there is an earlier view, parts of which may be used again.
    fn renew(state: &Self::State, shared: &Shared, _last: Last<Self::View>) -> Self::View {
        Self::view(state, shared)
    }
}
