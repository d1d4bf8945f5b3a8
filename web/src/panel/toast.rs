//! On small screens, where the explanation is behind a tab: what the last operation did and cost.

use yew::prelude::*;

use crate::app::state::action::{Action, PageAction};
use crate::component::icon::{Shape, icon};
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::price::price;
use crate::panel::part::words::{sentences, word};
use crate::panel::{Page, PanelFunction, Place};
use playground::view::value::OperationOutcome;

/// The toast's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId("toast"), title: "toast.title", place: Place::Bottom, draw };

fn draw(page: &Page) -> Html {
    let Some(outcome) = page.views.why.outcome.filter(|_| page.state.toast) else {
        return Html::default();
    };
    let act = |action: PageAction| press(page.on_action, Action::Page(action));
    html! {
        <section class="toast row" aria-label={word("toast.title")}>
            <button type="button" class="toast-open row" onclick={act(PageAction::ShowOperation(None))}>
                { result(outcome) }
                <span>{ sentences(&page.views.announcement.messages) }</span>
                <b class="toast-why push nowrap">{ word("toast.why") }</b>
            </button>
            <button
                type="button"
                class="button"
                aria-label={word("notice.dismiss")}
                onclick={act(PageAction::DismissToast)}
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
                <b class="refused">{ word("timeline.refused") }</b>
                if let Some((method, units)) = charged { { price(method, units) } }
            </>
        },
    }
}
