//! Looking at the hottest partition, which another panel asks for. Pure.

use crate::panel::effect::{Effect, Input};
use crate::panel::heat::state::{Action, State};
use crate::panel::heat::view::hottest;
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::shared::Shared;

/// Looks at the hottest partition and puts the focus there, if that is asked for.
pub(super) fn begin(state: &mut State, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
    match input {
        Input::HottestPartition => {}
        Input::Edit(_)
        | Input::Call(_)
        | Input::Read(_)
        | Input::NoRequest
        | Input::Import(_)
        | Input::Entities
        | Input::Design(..)
        | Input::Find(_) => return Vec::new(),
    }
    let focus = match hottest(shared) {
        Some(hottest) => {
            *state = State { method: hottest.method, second: Some(hottest.second) };
            Focus::Partition(hottest.store, hottest.number)
        }
        None => Focus::Panel(PanelId::HEAT),
    };
    vec![Effect::Page(PageAction::Focus(focus))]
}
