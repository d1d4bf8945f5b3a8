//! Draws the request and the reply.

use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::json_editor::json;
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, word};
use crate::panel::request::state::Action;
use crate::panel::request::view::{TextView, View};

/// Draws the panel, if there was an operation: a disclosure, whose content is drawn while it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(View { operation, texts }) = view else { return Html::default() };
    let on_toggle = send.reform(|event: MouseEvent| {
        // The view opens and closes it.
        event.prevent_default();
        Action::Toggle
    });
    html! {
        <details class="exchange" open={texts.is_some()}>
            <summary onclick={on_toggle}><span>{ word("request.title") }</span>{ " " }<code>{ shared(operation) }</code></summary>
            if let Some([request, reply]) = texts {
                <div class="stack">
                    { block("request.sent", request, send) }
                    { block("request.reply", reply, send) }
                </div>
            }
        </details>
    }
}

fn block(title: &'static str, view: &TextView, send: &Callback<Action>) -> Html {
    let TextView { text, is_copied } = view;
    let (shape, key) = match is_copied {
        true => (Shape::Check, "share.copied"),
        false => (Shape::Copy, "share.copy"),
    };
    html! {
        <section class="code-block" aria-label={word(title)}>
            <header class="row">
                <h3>{ word(title) }</h3>
                <button
                    type="button"
                    class="button small muted push"
                    onclick={press(send, Action::Copy(text.clone()))}
                >
                    { icon(shape) }{ word(key) }
                </button>
            </header>
            <pre tabindex="0" aria-label={word(title)}>{ json(text) }</pre>
        </section>
    }
}
