//! What a panel is: a folder of this module, and a line in `app/registry.rs`.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the type that implements [`Panel`] |
//! | `state.rs` | its state and its actions, and what an action changes; pure |
//! | `view.rs` | what it shows, as plain data; pure |
//! | `draw.rs` | the markup of the view |
//! | `NAME.css` | its style sheet, which the build adds to the layer `panel` |

use yew::prelude::*;

use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// A part of the page with a state, actions and a view of its own. It knows no other panel.
pub trait Panel: 'static {
    /// Its name.
    const ID: PanelId;

    /// What it is called: a key of the catalogue.
    const TITLE: &'static str;

    /// Whether its view changes while only virtual time passes. If not, it is made again only when the sandbox, the
    /// selection or the state of the panel has changed.
    const FOLLOWS_TIME: bool = true;

    /// What it remembers for as long as a sandbox is open.
    type State: Default;

    /// What a user can do in it.
    type Action: 'static;

    /// What it shows. Words are messages, which become text when they are drawn.
    type View: PartialEq;

    /// Changes the state as an action asks, and returns what else has to be done, in order.
    fn update(
        state: &mut Self::State,
        action: Self::Action,
        shared: &Shared,
    ) -> Vec<Effect<Self::Action>>;

    /// Shows a topic that a link leads to. A panel that no link leads to has none.
    fn open(_: &mut Self::State, _topic: &'static str) {}

    /// Makes what it shows. Called after each event of the page while the panel is shown: see `FOLLOWS_TIME`.
    fn view(state: &Self::State, shared: &Shared) -> Self::View;

    /// Draws a view. Called only if the view is not equal to the one drawn last.
    fn draw(view: &Self::View, send: &Callback<Self::Action>) -> Html;
}
