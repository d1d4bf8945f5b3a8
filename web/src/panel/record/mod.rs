//! The recorder for teachers: what was done in the sandbox becomes the two files of a lesson, which are edited beside a preview.

mod draw;
mod preview;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::learn::RECORD_SANDBOX;
use crate::panel::record::state::{Action, State};
use crate::panel::record::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Record;

impl Panel for Record {
    const ID: PanelId = PanelId::RECORD;
    const TITLE: &'static str = "record.title";
    const FOLLOWS_TIME: bool = false;

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn findable(_: &Shared) -> Vec<Findable> {
        vec![Findable::command("record.title", Effect::Follow(RECORD_SANDBOX))]
    }

    fn view(state: &State, _: &Shared) -> Option<View> {
        state.is_open.then(|| view::view(state))
    }
}
