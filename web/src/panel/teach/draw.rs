//! Draws the page for teachers.

use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};
use crate::panel::teach::state::Action;
use crate::panel::teach::view::{LessonView, RowView, View};

/// Draws the dialog, if it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(view) = view else { return Html::default() };
    let on_input = send.reform(|event: InputEvent| {
        Action::Type(event.target_unchecked_into::<HtmlTextAreaElement>().value())
    });
    let content = html! {
        <div class="stack">
            <p>{ word("teach.about") }</p>
            <label class="stack">
                <span>{ word("teach.codes") }</span>
                <textarea
                    class="field code teach-codes"
                    rows="6"
                    autofocus=true
                    spellcheck="false"
                    autocomplete="off"
                    value={view.codes.clone()}
                    oninput={on_input}
                />
            </label>
            <p class="small muted">{ word("teach.no_proof") }</p>
            if !view.faults.is_empty() {
                <div class="teach-faults small" role="status">
                    <p>{ word("teach.faults") }</p>
                    <ul>{ for view.faults.iter().map(|fault| html! { <li>{ sentence(fault) }</li> }) }</ul>
                </div>
            }
            // An element of its own, so that a lesson more leaves the field as it is.
            <div class="stack">{ for view.lessons.iter().map(lesson) }</div>
            if !view.lessons.is_empty() {
                <p class="row wrap">
                    <button type="button" class="button primary" onclick={press(send, Action::Download)}>
                        { word("teach.download") }
                    </button>
                    <button type="button" class="button outlined" onclick={press(send, Action::Clear)}>
                        { word("teach.clear") }
                    </button>
                </p>
            }
        </div>
    };
    html! {
        <Dialog
            title={word("teach.title")}
            close_label={word("dialog.close")}
            class="teach-dialog"
            on_close={send.reform(|()| Action::Close)}
        >
            { content }
        </Dialog>
    }
}

fn lesson(view: &LessonView) -> Html {
    html! {
        <section class="stack" aria-label={view.title.clone()}>
            <h3 translate="no">{ &view.title }</h3>
            <p role="status">{ sentence(&view.count) }{ " " }{ sentence(&view.most_missed) }</p>
            <div class="teach-table" tabindex="0" role="group" aria-label={word("teach.table")}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{ word("teach.question") }</th>
                            <th scope="col">{ word("teach.right") }</th>
                            <th scope="col">{ word("teach.common") }</th>
                            <th scope="col">{ word("teach.wrong") }</th>
                            <th scope="col">{ word("teach.none") }</th>
                        </tr>
                    </thead>
                    <tbody>{ for view.rows.iter().map(row) }</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(view: &RowView) -> Html {
    html! {
        <tr class={view.is_most_missed.then_some("is-most-missed")}>
            <th scope="row">{ &view.question }</th>
            { for view.counts.map(|count| html! { <td>{ count }</td> }) }
        </tr>
    }
}
