//! What an event of an element does.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

/// Lets an event, such as a press of a button, emit an action.
pub fn press<A: Clone + 'static, E: 'static>(on_action: &Callback<A>, action: A) -> Callback<E> {
    on_action.reform(move |_| action.clone())
}

/// A callback of a form that sends an action, unless a field holds what was rejected: that has the focus then.
pub fn submit<A: Clone + 'static>(send: &Callback<A>, action: A) -> Callback<SubmitEvent> {
    let send = send.clone();
    Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let form: Element = event.target_unchecked_into();
        match form.query_selector("[aria-invalid=true]") {
            Ok(Some(field)) => drop(field.unchecked_into::<HtmlElement>().focus()),
            Ok(None) | Err(_) => send.emit(action.clone()),
        }
    })
}
