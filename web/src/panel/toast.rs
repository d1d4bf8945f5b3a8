//! On small screens, where the explanation is behind a tab: what the last operation did and cost.

use yew::prelude::*;

use crate::app::state::action::{Action, PageAction};
use crate::component::icon::{Shape, icon};
use crate::component::markup::html;
use crate::panel::part::press::press;
use crate::panel::part::price::price;
use crate::panel::part::words::{sentence, word};
use crate::panel::{Page, Panel, Place};

/// The toast's place on the page.
pub const PANEL: Panel = Panel { title: "toast.title", place: Place::Bottom, draw };

fn draw(page: &Page) -> Html {
    let Some(receipt) = page.views.why.receipt.as_ref().filter(|_| page.state.toast) else {
        return Html::default();
    };
    let act = |action: PageAction| press(page.on_action, Action::Page(action));
    html! {
        <section class="toast row" aria-label={word("toast.title")}>
            <button type="button" class="toast-open row" onclick={act(PageAction::ShowOperation(None))}>
                { price(receipt.method, receipt.total) }
                <span>
                    { for page.views.announcement.messages.iter().map(|message| html! { <>{ sentence(message) }{ " " }</> }) }
                </span>
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
