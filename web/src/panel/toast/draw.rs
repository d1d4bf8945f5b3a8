//! Draws the result of the last operation.

use playground::view::value::OperationOutcome;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::part::press::press;
use crate::panel::part::price::price;
use crate::panel::part::words::{sentences, word};
use crate::panel::toast::state::Action;
use crate::panel::toast::view::View;

/// Draws the toast, if it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(View { outcome, messages }) = view else { return Html::default() };
    html! {
        <section class="toast row" aria-label={word("toast.title")}>
            <button type="button" class="toast-open row" onclick={press(send, Action::Explain)}>
                { result(*outcome) }
                <span>{ sentences(messages) }</span>
                <b class="toast-why push nowrap">{ word("toast.why") }</b>
            </button>
            <button
                type="button"
                class="button"
                aria-label={word("notice.dismiss")}
                onclick={press(send, Action::Close)}
            >
                { icon(Shape::Close) }
            </button>
        </section>
    }
}

fn result(outcome: OperationOutcome) -> Html {
    match outcome {
        OperationOutcome::Charged { method, units } => price(method, units),
        OperationOutcome::Free => html! { <b class="muted">{ word("timeline.free") }</b> },
        OperationOutcome::Rejected { charged, .. } => html! {
            <>
                <b class="refused">{ word("timeline.rejected") }</b>
                if let Some((method, units)) = charged { { price(method, units) } }
            </>
        },
    }
}
