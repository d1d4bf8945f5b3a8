//! The markup of the line below an embed.

use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::selected_text::SelectedText;
use crate::panel::contract::Draw;
use crate::panel::embed::state::Action;
use crate::panel::embed::view::View;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, visible, word};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <>
                <h1 class="visually-hidden">{ visible(&self.title) }</h1>
                if !self.problems.is_empty() {
                    <div class="embed-problems small" role="status">
                        { for self.problems.iter().map(|problem| html! { <p>{ sentence(problem) }</p> }) }
                        if self.can_cancel {
                            <button
                                type="button"
                                class="button small outlined"
                                onclick={press(send, Action::Cancel)}
                            >
                                { word("share.play_cancel") }
                            </button>
                        }
                    </div>
                }
                if let Some(link) = &self.denied {
                    <div class="embed-problems small">
                        <p role="alert">{ word("embed.no_tab") }</p>
                        <SelectedText label={word("share.address")} text={shared(link)} />
                    </div>
                }
                <div class="embed-line row">
                    if let Some(is_edited) = self.is_edited { { reset(is_edited, send) } }
                    { full(self, send) }
                </div>
            </>
        }
    }
}

fn reset(is_edited: bool, send: &Callback<Action>) -> Html {
    html! {
        <button
            type="button"
            class="button small"
            title={word("bar.reset")}
            aria-disabled={(!is_edited).then_some("true")}
            onclick={press(send, Action::Reset)}
        >
            { icon(Shape::Undo) }{ word("embed.reset") }
        </button>
    }
}

/// The link is made when it is about to be followed, by a pointer or by a key. A press opens it once it is made; with a key
/// beside it, the browser follows it in its own way.
fn full(view: &View, send: &Callback<Action>) -> Html {
    let open = send.clone();
    let on_click = Callback::from(move |event: MouseEvent| {
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            open.emit(Action::OpenFull);
        }
    });
    html! {
        <a
            class="embed-full nowrap"
            href={shared(&view.full)}
            target="_blank"
            rel="noopener"
            title={word("embed.open_full_title")}
            onpointerdown={press(send, Action::MakeLink)}
            onkeydown={press(send, Action::MakeLink)}
            onclick={on_click}
        >
            { word("embed.open_full") }<span aria-hidden="true">{ " ↗" }</span>
        </a>
    }
}
