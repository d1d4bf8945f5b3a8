//! The request form: any operation, its JSON as it is sent, and what it would cost.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::state::action::{Action, ReadAction};
use crate::component::icon::{Shape, icon};
use crate::component::json_editor::JsonEditor;
use crate::component::kept::{kept, kept_by};
use crate::component::markup::{classes, html};
use crate::component::select::Select;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::{shared, word, wording};
use crate::view::call::{CallForm, CallFormView};
use crate::view::value::Text;

/// A form for an operation, with the proposal that the session makes.
pub fn new_call(operation: &str) -> CallForm {
    CallForm { operation: operation.into(), text: "".into(), typed: false }
}

/// Draws the form.
pub fn call_panel(form: &CallForm, view: &CallFormView, on_action: &Callback<Action>) -> Html {
    let call =
        ReadAction::Call { operation: Rc::clone(&form.operation), request: Rc::clone(&view.text) };
    let on_submit = on_action.reform(move |event: SubmitEvent| {
        event.prevent_default();
        Action::Read(call.clone())
    });
    html! {
        <form class="read card" aria-label={word("call.title")} onsubmit={on_submit} onkeydown={keys(form, view, on_action)}>
            <header class="card-head row">
                <h3>{ word("call.title") }</h3>
                { operations(form, view, on_action) }
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
            <div class="form-rows">
                // Another operation has another text, which begins at its start.
                { kept_by(form.operation.as_ref(), editor(form, view, on_action)) }
            </div>
            <div class={classes!("draft-strip", "row", "wrap", view.fault.is_some().then_some("is-refused"))}>
                if let Some(refused) = &view.fault {
                    { fault(refused, Some("call-words")) }
                } else if let Some(expected) = &view.preview {
                    { preview(expected, "call-words") }
                } else {
                    <p class="preview-words muted" id="call-words">{ word("call.free") }</p>
                }
                <span class="draft-buttons row push">
                    <button type="submit" class="button primary">{ word("read.run") }</button>
                </span>
            </div>
        </form>
    }
}

fn editor(form: &CallForm, view: &CallFormView, on_action: &Callback<Action>) -> JsonEditor {
    let fault = view.fault.as_ref();
    JsonEditor {
        label: wording("call.label"),
        text: shared(&view.text),
        invalid: fault.is_some(),
        fault_line: fault.and_then(|fault| fault.place).map(|(line, _)| line),
        described_by: "call-words",
        on_type: on_type(form, on_action),
    }
}

fn operations(form: &CallForm, view: &CallFormView, on_action: &Callback<Action>) -> Html {
    let names = view.operations.clone();
    kept(Select {
        label: wording("call.operation"),
        options: view.operations.iter().map(shared).collect(),
        chosen: view.operations.iter().position(|it| *it == form.operation).unwrap_or_default(),
        on_choose: on_action.reform(move |position: usize| {
            Action::Read(ReadAction::Write(new_call(&names[position])))
        }),
    })
}

fn on_type(form: &CallForm, on_action: &Callback<Action>) -> Callback<String> {
    let operation = Rc::clone(&form.operation);
    on_action.reform(move |text: String| {
        let (operation, text) = (Rc::clone(&operation), Text::from(text));
        Action::Read(ReadAction::Write(CallForm { operation, text, typed: true }))
    })
}

/// Escape puts the form away unless something was typed, Ctrl and Enter send it; Enter alone is a new line.
fn keys(
    form: &CallForm,
    view: &CallFormView,
    on_action: &Callback<Action>,
) -> Callback<KeyboardEvent> {
    let on_action = on_action.clone();
    let (operation, request) = (Rc::clone(&form.operation), Rc::clone(&view.text));
    let typed = form.typed;
    Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" if !typed => on_action.emit(Action::Read(ReadAction::Close)),
        "Enter" if event.ctrl_key() || event.meta_key() => {
            event.prevent_default();
            let (operation, request) = (Rc::clone(&operation), Rc::clone(&request));
            on_action.emit(Action::Read(ReadAction::Call { operation, request }));
        }
        _ => {}
    })
}
