//! Something that is on or off.

use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Draws a box to tick, and what it is for.
pub fn toggle(label: AttrValue, on: bool, on_change: &Callback<bool>) -> Html {
    let on_change = on_change
        .reform(|event: Event| event.target_unchecked_into::<HtmlInputElement>().checked());
    html! {
        <label class="row small">
            <input type="checkbox" checked={on} onchange={on_change} />
            { label }
        </label>
    }
}
