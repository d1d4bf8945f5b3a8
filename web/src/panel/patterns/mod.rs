//! The panel of access patterns: each with its result on the tables as they are, and a form to write one.

mod draw;
mod form;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::id::PanelId;
use crate::panel::patterns::state::{Action, State};
use crate::panel::patterns::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Patterns;

impl Panel for Patterns {
    const ID: PanelId = PanelId::PATTERNS;
    const UNFINISHED: &'static str = "pattern";
    const TITLE: &'static str = "pattern.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = View;

    fn view(state: &State, shared: &Shared) -> View {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<View>) -> View {
        view::view(state, shared, last.is_current.then_some(last.view))
    }
}
