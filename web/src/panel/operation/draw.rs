//! The markup of what can be done with the table: its buttons, and the form that is open.

use std::rc::Rc;

use playground::view::read::ReadOperation;
use yew::prelude::*;

use crate::panel::operation::read::ReadPanel;
use crate::panel::operation::state::Action;
use crate::panel::operation::view::{FormView, OperationsView, View};
use crate::panel::operation::{call, read};
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::setting::{ADD_ITEM, OPEN_QUERY};

pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    let Some(view) = view else { return Html::default() };
    html! {
        <>
            { buttons(view, send) }
            if let Some(form) = &view.form { { self::form(form, send) } }
        </>
    }
}

fn form(form: &FormView, send: &Callback<Action>) -> Html {
    match form {
        FormView::Read(form, view) => {
            read::draw(&ReadPanel { form: form.clone(), view: Rc::clone(view), send: send.clone() })
        }
        FormView::Call(form, view, fields) => call::draw(form, view, fields, send),
    }
}

fn buttons(view: &OperationsView, send: &Callback<Action>) -> Html {
    html! {
        <div class="operations row wrap">
            <button
                type="button"
                id={ADD_ITEM}
                class="button outlined"
                onclick={press(send, Action::NewItem)}
            >
                { word("table.add_item") }
            </button>
            { for [ReadOperation::Query, ReadOperation::Scan].map(|operation| html! {
                <button
                    type="button"
                    id={(operation == ReadOperation::Query).then_some(OPEN_QUERY)}
                    class="button outlined"
                    aria-expanded={view.reads(operation).to_string()}
                    onclick={press(send, Action::ToggleRead(operation))}
                >
                    { operation.name() }
                </button>
            }) }
            <button
                type="button"
                class="button outlined all-operations"
                aria-expanded={view.calls().to_string()}
                onclick={press(send, Action::ToggleCall)}
            >
                { word("call.open") }
            </button>
            <span class="push" />
            <button
                type="button"
                class="button"
                disabled={view.head.item_count == 0}
                title={word("table.json")}
                onclick={press(send, Action::EditJson)}
            >
                { "JSON" }
            </button>
        </div>
    }
}
