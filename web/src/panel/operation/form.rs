//! The frame of the forms that send a request: what it is, its rows, what it would cost, and the button that sends it.

use playground::view::draft::{FaultView, PreviewView};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::operation::state::Action;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::word;

/// A form that sends a request.
#[derive(Debug)]
pub(super) struct Form<'f> {
    /// What it is called.
    pub(super) name: AttrValue,
    /// What is chosen in its head.
    pub(super) chooser: Html,
    /// What is filled in.
    pub(super) rows: Html,
    /// The `id` of the words on price or fault.
    pub(super) words: &'static str,
    /// What the request would cost.
    pub(super) preview: Option<&'f PreviewView>,
    /// Why it would be rejected.
    pub(super) fault: Option<&'f FaultView>,
    /// What is said if neither is known: a key of the catalogue.
    pub(super) hint: &'static str,
    /// Sends the request; `None` while there is none to send.
    pub(super) call: Option<Action>,
    /// What keys do.
    pub(super) on_key: Callback<KeyboardEvent>,
    /// Where actions go.
    pub(super) send: &'f Callback<Action>,
}

impl Form<'_> {
    pub(super) fn draw(self) -> Html {
        let Self { name, chooser, rows, call, on_key, send, .. } = &self;
        let call = call.clone();
        let to = (*send).clone();
        let on_submit = Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(call) = &call {
                to.emit(call.clone());
            }
        });
        html! {
            <form class="read operation-form card" aria-label={name.clone()} onsubmit={on_submit} onkeydown={on_key.clone()}>
                <header class="card-head row">
                    <h3>{ name.clone() }</h3>
                    { chooser.clone() }
                    <span class="push" />
                    <button
                        type="button"
                        class="button small muted"
                        aria-label={word("read.close")}
                        onclick={press(send, Action::Close)}
                    >
                        { icon(Shape::Close) }
                    </button>
                </header>
                <div class="form-rows">{ rows.clone() }</div>
                { self.outcome() }
            </form>
        }
    }

    fn outcome(&self) -> Html {
        let Self { words, hint, .. } = self;
        html! {
            <div class={classes!("draft-strip", "row", "wrap", self.fault.is_some().then_some("is-rejected"))}>
                if let Some(rejected) = self.fault {
                    { fault(rejected, Some(words)) }
                } else if let Some(expected) = self.preview {
                    { preview(expected, words) }
                } else {
                    <p class="preview-words muted" id={*words}>{ word(hint) }</p>
                }
                <span class="draft-buttons row push">
                    <button type="submit" class="button primary">{ word("read.run") }</button>
                </span>
            </div>
        }
    }
}
