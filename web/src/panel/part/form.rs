//! The frame of the forms that send a request: what it is, its rows, what it would cost, and the button that sends it.

use playground::view::draft::{FaultView, PreviewView};
use yew::prelude::*;

use crate::app::state::action::{Action, ReadAction};
use crate::component::icon::{Shape, icon};
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::word;

/// A form that sends a request.
#[derive(Debug)]
pub struct Form<'f> {
    /// What it is called.
    pub name: AttrValue,
    /// What is chosen in its head.
    pub chooser: Html,
    /// What is filled in.
    pub rows: Html,
    /// The `id` of the words on price or fault.
    pub words: &'static str,
    /// What the request would cost.
    pub preview: Option<&'f PreviewView>,
    /// Why it would be refused.
    pub fault: Option<&'f FaultView>,
    /// What is said if neither is known: a key of the catalogue.
    pub hint: &'static str,
    /// Sends the request.
    pub call: ReadAction,
    /// What keys do.
    pub on_key: Callback<KeyboardEvent>,
    /// Where actions go.
    pub on_action: &'f Callback<Action>,
}

impl Form<'_> {
    /// Draws the form.
    pub fn draw(self) -> Html {
        let Self { name, chooser, rows, call, on_key, on_action, .. } = &self;
        let call = call.clone();
        let on_submit = on_action.reform(move |event: SubmitEvent| {
            event.prevent_default();
            Action::Read(call.clone())
        });
        html! {
            <form class="read card" aria-label={name.clone()} onsubmit={on_submit} onkeydown={on_key.clone()}>
                <header class="card-head row">
                    <h3>{ name.clone() }</h3>
                    { chooser.clone() }
                    <span class="push" />
                    <button
                        type="button"
                        class="button small muted"
                        aria-label={word("read.close")}
                        onclick={press(on_action, Action::Read(ReadAction::Close))}
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
            <div class={classes!("draft-strip", "row", "wrap", self.fault.is_some().then_some("is-refused"))}>
                if let Some(refused) = self.fault {
                    { fault(refused, Some(words)) }
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
