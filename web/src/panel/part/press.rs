//! What an event of an element does.

use yew::prelude::*;

use crate::app::state::action::Action;

/// Lets an event, such as a press of a button, emit an action.
pub fn press<E: 'static>(on_action: &Callback<Action>, action: Action) -> Callback<E> {
    on_action.reform(move |_| action.clone())
}
