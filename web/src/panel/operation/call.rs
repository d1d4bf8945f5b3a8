//! The request form: any operation, its JSON as it is sent or code that sends it, and what it would cost.

use std::rc::Rc;

use playground::view::call::{CallForm, CallFormView, TextOrigin};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::json_editor::JsonEditor;
use crate::component::select::Select;
use crate::panel::operation::form::Form;
use crate::panel::operation::state::Action;
use crate::panel::operation::statement;
use crate::panel::operation::view::Fields;
use crate::panel::part::press::press;
use crate::panel::part::request_fields;
use crate::panel::part::words::{shared, word, word_with};

/// The `id` of the words on price or fault, which describe every field.
const WORDS: &str = "call-words";

/// Draws the form.
pub(super) fn draw(
    form: &CallForm,
    view: &CallFormView,
    fields: &Fields,
    send: &Callback<Action>,
) -> Html {
    let form = Form {
        name: word("call.title"),
        chooser: operations(view, send),
        // Another operation has another text, which begins at its start.
        rows: html! {
            <>
                { self::fields(fields, send) }
                { statement::draw(&view.statements) }
                { editor(form, view, fields, send) }
            </>
        },
        words: WORDS,
        preview: view.preview.as_deref(),
        fault: view.fault.as_deref(),
        hint: "call.free",
        call: send_action(view),
        on_key: keys(form, view, send),
        send,
    };
    form.draw()
}

/// Sends the request, if the text is one.
fn send_action(view: &CallFormView) -> Option<Action> {
    let (operation, request) = (Rc::clone(&view.operation), view.request.clone()?);
    Some(Action::Send { operation, request })
}

/// The members of the request. Nothing can be typed in them while the text is not JSON.
fn fields(view: &Fields, send: &Callback<Action>) -> Html {
    let Some(fields) = &view.fields else { return Html::default() };
    let drawing = request_fields::Fields {
        words: WORDS,
        caret: view.caret.as_ref(),
        suggestions: &view.suggestions,
        fault: None,
        send: &send.reform(Action::Field),
    };
    html! {
        <>
            if view.is_stale { <p class="small muted">{ word("request.stale") }</p> }
            <fieldset class="request-fields" disabled={view.is_stale}>
                <legend class="visually-hidden">{ word("request.fields") }</legend>
                { drawing.draw(fields) }
            </fieldset>
        </>
    }
}

fn editor(form: &CallForm, view: &CallFormView, fields: &Fields, send: &Callback<Action>) -> Html {
    let fault = view.fault.as_ref();
    html! {
        <>
            if fields.fields.is_some() { <p class="request-text form-name">{ word("request.text") }</p> }
            <JsonEditor
                key={form.operation.as_ref()}
                label={word("call.label")}
                text={shared(&view.text)}
                invalid={fault.is_some()}
                fault_line={fault.and_then(|fault| fault.place).map(|(line, _)| line)}
                described_by={WORDS}
                focused={fields.fields.is_none()}
                on_type={on_type(form, send)}
            />
            if let Some(meant) = &view.meant { { self::meant(meant, form, send) } }
            <p class="muted">{ word("call.code") }</p>
        </>
    }
}

/// That the text is a request of another operation, and the button that chooses it.
fn meant(operation: &Text, form: &CallForm, send: &Callback<Action>) -> Html {
    let form = CallForm { operation: Rc::clone(operation), ..form.clone() };
    html! {
        <p class="row wrap" role="status">
            { word_with("call.meant", "operation", operation.as_ref()) }
            <button type="button" class="button small outlined" onclick={press(send, Action::Write(form))}>
                { word_with("call.change_to", "operation", operation.as_ref()) }
            </button>
        </p>
    }
}

fn operations(view: &CallFormView, send: &Callback<Action>) -> Html {
    let names = view.operations.clone();
    let chosen = view.operations.iter().position(|it| *it == view.operation).unwrap_or_default();
    let on_choose =
        send.reform(move |position: usize| Action::Write(CallForm::new(&names[position])));
    html! {
        <Select
            key="operation"
            label={word("call.operation")}
            options={view.operations.iter().map(shared).collect::<Vec<_>>()}
            {chosen}
            focused={view.fields.is_some()}
            {on_choose}
        />
    }
}

fn on_type(form: &CallForm, send: &Callback<Action>) -> Callback<String> {
    let operation = Rc::clone(&form.operation);
    send.reform(move |text: String| {
        let (operation, text) = (Rc::clone(&operation), Text::from(text));
        Action::Write(CallForm { operation, text, origin: TextOrigin::Typed })
    })
}

/// Escape closes the form unless something was typed. Ctrl and Enter send it. Enter alone is a new line.
fn keys(form: &CallForm, view: &CallFormView, send: &Callback<Action>) -> Callback<KeyboardEvent> {
    let send = send.clone();
    let call = send_action(view);
    let is_typed = form.origin == TextOrigin::Typed;
    Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        // What has the focus closes; the item behind it stays selected.
        "Escape" => {
            event.stop_propagation();
            if !is_typed {
                send.emit(Action::Close);
            }
        }
        "Enter" if event.ctrl_key() || event.meta_key() => {
            event.prevent_default();
            if let Some(call) = &call {
                send.emit(call.clone());
            }
        }
        _ => {}
    })
}
