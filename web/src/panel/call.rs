//! The request form: any operation, its JSON as it is sent, and what it would cost.

use std::rc::Rc;

use playground::view::call::{CallForm, CallFormView, TextOrigin};
use playground::view::value::Text;
use yew::prelude::*;

use crate::app::state::action::{Action, ReadAction};
use crate::component::json_editor::JsonEditor;
use crate::component::select::Select;
use crate::panel::part::form::Form;
use crate::panel::part::words::{shared, word};

/// A form for an operation, with the proposal that the session makes.
pub fn new_call(operation: &str) -> CallForm {
    CallForm { operation: operation.into(), text: "".into(), origin: TextOrigin::Proposed }
}

/// Draws the form.
pub fn call_panel(form: &CallForm, view: &CallFormView, on_action: &Callback<Action>) -> Html {
    let call =
        ReadAction::Call { operation: Rc::clone(&form.operation), request: Rc::clone(&view.text) };
    let form = Form {
        name: word("call.title"),
        chooser: operations(form, view, on_action),
        // Another operation has another text, which begins at its start.
        rows: editor(form, view, on_action),
        words: "call-words",
        preview: view.preview.as_deref(),
        fault: view.fault.as_deref(),
        hint: "call.free",
        call,
        on_key: keys(form, view, on_action),
        on_action,
    };
    form.draw()
}

fn editor(form: &CallForm, view: &CallFormView, on_action: &Callback<Action>) -> Html {
    let fault = view.fault.as_ref();
    html! {
        <JsonEditor
            key={form.operation.as_ref()}
            label={word("call.label")}
            text={shared(&view.text)}
            invalid={fault.is_some()}
            fault_line={fault.and_then(|fault| fault.place).map(|(line, _)| line)}
            described_by="call-words"
            on_type={on_type(form, on_action)}
        />
    }
}

fn operations(form: &CallForm, view: &CallFormView, on_action: &Callback<Action>) -> Html {
    let names = view.operations.clone();
    let chosen = view.operations.iter().position(|it| *it == form.operation).unwrap_or_default();
    let on_choose = on_action
        .reform(move |position: usize| Action::Read(ReadAction::Write(new_call(&names[position]))));
    html! {
        <Select
            label={word("call.operation")}
            options={view.operations.iter().map(shared).collect::<Vec<_>>()}
            {chosen}
            {on_choose}
        />
    }
}

fn on_type(form: &CallForm, on_action: &Callback<Action>) -> Callback<String> {
    let operation = Rc::clone(&form.operation);
    on_action.reform(move |text: String| {
        let (operation, text) = (Rc::clone(&operation), Text::from(text));
        Action::Read(ReadAction::Write(CallForm { operation, text, origin: TextOrigin::Typed }))
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
    let is_typed = form.origin == TextOrigin::Typed;
    Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Escape" if !is_typed => on_action.emit(Action::Read(ReadAction::Close)),
        "Enter" if event.ctrl_key() || event.meta_key() => {
            event.prevent_default();
            let (operation, request) = (Rc::clone(&operation), Rc::clone(&request));
            on_action.emit(Action::Read(ReadAction::Call { operation, request }));
        }
        _ => {}
    })
}
