//! What a press of a button does.

use yew::prelude::*;

use crate::app::state::action::Action;

/// Lets a press do an action.
pub fn press(on_action: &Callback<Action>, action: Action) -> Callback<MouseEvent> {
    on_action.reform(move |_| action.clone())
}
