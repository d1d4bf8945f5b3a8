//! The markup of a text that can be copied.

use playground::view::value::Text;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::selected_text::SelectedText;
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, word};
use crate::panel::share::state::{Action, Copy, Done};

/// A text to copy, which is selected when it gets the focus.
pub(super) fn code(label: &'static str, text: &Text, rows: &'static str) -> Html {
    html! {
        <textarea
            class="field code share-code"
            readonly=true
            {rows}
            spellcheck="false"
            aria-label={word(label)}
            value={shared(text)}
            onfocus={Callback::from(|event: FocusEvent| event.target_unchecked_into::<HtmlTextAreaElement>().select())}
        />
    }
}

/// The button that copies a text. In the forms with one such button, it has the focus when the dialog opens.
pub(super) fn copy(
    what: Copy,
    key: &'static str,
    done: Option<&Done>,
    send: &Callback<Action>,
) -> Html {
    let class = match what {
        Copy::Link | Copy::Embed | Copy::Markdown => "button primary",
        Copy::MarkdownPicture => "button outlined",
    };
    html! {
        <button
            type="button"
            {class}
            autofocus={what == Copy::Link}
            onclick={press(send, Action::Copy(what))}
        >
            if done == Some(&Done::Copied(what)) {
                { icon(Shape::Check) }{ word("share.copied") }
            } else {
                { word(key) }
            }
        </button>
    }
}

/// The text to be copied by hand, because the browser did not let the page do it.
pub(super) fn denied(done: Option<&Done>) -> Html {
    match done {
        Some(Done::Denied(text)) => html! {
            <>
                <p class="is-danger" role="alert">{ word("share.copy_denied") }</p>
                <SelectedText label={word("share.address")} text={shared(text)} />
            </>
        },
        Some(Done::Copied(_) | Done::Failed) | None => Html::default(),
    }
}
