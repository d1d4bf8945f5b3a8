//! Draws what can be done with a text that is a request.

use playground::view::call::CallForm;
use yew::prelude::*;

use crate::panel::import::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::words::word_with;

/// The button that opens the form of a request with the text, if it is one.
pub(super) fn request(form: Option<&CallForm>, send: &Callback<Action>) -> Html {
    let Some(form) = form else { return Html::default() };
    html! {
        <p>
            <button
                type="button"
                class="button outlined"
                onclick={press(send, Action::OpenRequest(form.clone()))}
            >
                { word_with("import.open_request", "operation", form.operation.as_ref()) }
            </button>
        </p>
    }
}
