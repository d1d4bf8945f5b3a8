//! What an event of an element does.

use yew::prelude::*;

/// Lets an event, such as a press of a button, emit an action.
pub fn press<A: Clone + 'static, E: 'static>(on_action: &Callback<A>, action: A) -> Callback<E> {
    on_action.reform(move |_| action.clone())
}
