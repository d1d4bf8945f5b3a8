//! Zone E, second tab: the exact request and its reply, to be copied.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::state::action::{Action, ShareAction};
use crate::app::state::setting::Copied;
use crate::component::icon::{Shape, icon};
use crate::component::json_editor::json;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, word};
use crate::panel::{Page, PanelFunction, Place};
use crate::view::receipt::ExchangeView;
use crate::view::value::Text;

/// The exchange's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId::REQUEST, title: "request.title", place: Place::Tab, draw };

fn draw(page: &Page) -> Html {
    html! {
        if let Some(view) = &page.views.why.exchange {
            <Exchange
                view={Rc::clone(view)}
                copied={page.state.copied.clone()}
                on_action={page.on_action.clone()}
            />
        } else {
            <p class="empty muted">{ word("request.none") }</p>
        }
    }
}

/// What was sent and what came back.
#[derive(Debug, PartialEq, Properties)]
struct ExchangeProps {
    view: Rc<ExchangeView>,
    copied: Option<Copied>,
    on_action: Callback<Action>,
}

/// Draws the request and the reply.
#[component]
fn Exchange(props: &ExchangeProps) -> Html {
    let ExchangeView { operation, request, reply } = props.view.as_ref();
    html! {
        <>
            <p class="exchange-operation"><code>{ shared(operation) }</code></p>
            { block(props, "request.sent", request) }
            { block(props, "request.reply", reply) }
        </>
    }
}

fn block(props: &ExchangeProps, title: &'static str, text: &Text) -> Html {
    let copied = props.copied == Some(Copied::Text(Rc::clone(text)));
    let (shape, key) =
        if copied { (Shape::Check, "share.copied") } else { (Shape::Copy, "share.copy") };
    let action = Action::Share(ShareAction::CopyText(Rc::clone(text)));
    html! {
        <section class="code-block" aria-label={word(title)}>
            <header class="row">
                <h3>{ word(title) }</h3>
                <button
                    type="button"
                    class="button small muted push"
                    onclick={press(&props.on_action, action)}
                >
                    { icon(shape) }{ word(key) }
                </button>
            </header>
            <pre tabindex="0" aria-label={word(title)}>{ json(text) }</pre>
        </section>
    }
}
