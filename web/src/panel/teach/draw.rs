//! Draws the page for teachers.

use playground::message::text;
use playground::report::sheet::SheetLesson;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::qr_code::QrCode;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, word, word_with};
use crate::panel::teach::state::{Action, Refusal};
use crate::panel::teach::view::{LessonView, RowView, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let on_input = send.reform(|event: InputEvent| {
            Action::Type(event.target_unchecked_into::<HtmlTextAreaElement>().value())
        });
        let content = html! {
            <div class="stack">
                { plan(self, send) }
                <h3 class="teach-title">{ word("teach.codes_title") }</h3>
                <p>{ word("teach.about") }</p>
                <label class="stack">
                    <span>{ word("teach.codes") }</span>
                    <textarea
                        class="field code teach-codes"
                        rows="4"
                        spellcheck="false"
                        autocomplete="off"
                        value={self.codes.clone()}
                        oninput={on_input}
                    />
                </label>
                <p class="small muted">{ word("teach.no_proof") }</p>
                if !self.faults.is_empty() {
                    <div class="teach-faults small" role="status">
                        <p>{ word("teach.faults") }</p>
                        <ul>{ for self.faults.iter().map(|fault| html! { <li>{ sentence(fault) }</li> }) }</ul>
                    </div>
                }
                // An element of its own, so that a lesson more leaves the field as it is.
                <div class="stack">{ for self.lessons.iter().map(lesson) }</div>
                if !self.lessons.is_empty() {
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
}

/// The lessons of a workshop, and the link that opens them.
fn plan(view: &View, send: &Callback<Action>) -> Html {
    let on_submit = {
        let (send, is_chosen) = (send.clone(), !view.choice.is_empty());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            send.emit(Action::Add);
            // The next lesson is chosen where this one was.
            let form = event.target_dyn_into::<Element>().filter(|_| is_chosen);
            let select = form.and_then(|it| it.query_selector("select").ok().flatten());
            if let Some(select) = select.and_then(|it| it.dyn_into::<HtmlSelectElement>().ok()) {
                drop(select.focus());
            }
        })
    };
    let on_type = send.reform(|event: InputEvent| {
        Action::TypeAddress(event.target_unchecked_into::<HtmlInputElement>().value())
    });
    let refused = view.refused.map(|refusal| match refusal {
        Refusal::NoLesson => "teach.no_lesson",
        Refusal::Repeated => "teach.repeated",
        Refusal::Full => "teach.full",
    });
    let lessons = view.lessons_chosen.iter().enumerate();
    html! {
        <section class="stack" aria-labelledby="teach-plan">
            <h3 id="teach-plan" class="teach-title">{ word("teach.plan") }</h3>
            <p>{ word("teach.plan_about") }</p>
            <ol class="teach-lessons">{ for lessons.map(|(position, it)| chosen(position, it, send)) }</ol>
            <form class="row wrap" onsubmit={on_submit}>
                { course(view, send) }
                if view.choice.is_empty() {
                    <input
                        class="field teach-address"
                        type="text"
                        aria-label={word("teach.address")}
                        placeholder={word("teach.address")}
                        spellcheck="false"
                        autocomplete="off"
                        aria-invalid={refused.is_some().then_some("true")}
                        value={view.address.clone()}
                        oninput={on_type}
                    />
                }
                <button type="submit" class="button outlined">{ word("teach.add") }</button>
            </form>
            if view.has_own { <p class="small muted">{ word("teach.own") }</p> }
            if let Some(key) = refused { <p class="is-danger small" role="alert">{ word(key) }</p> }
            if let Some(link) = &view.link { { shared_link(view, link, send) } }
        </section>
    }
}

/// The lessons of the course that can be added.
fn course(view: &View, send: &Callback<Action>) -> Html {
    let on_change = send.reform(|event: Event| {
        Action::Choose(event.target_unchecked_into::<HtmlSelectElement>().value())
    });
    let lesson = |(id, title): &(String, String)| {
        let selected = *id == view.choice;
        html! {
            <option key={id.clone()} value={id.clone()} {selected} translate="no">{ title }</option>
        }
    };
    let chapter = |(title, lessons): &(String, Vec<(String, String)>)| {
        html! {
            <optgroup key={title.clone()} label={title.clone()} translate="no">
                { for lessons.iter().map(lesson) }
            </optgroup>
        }
    };
    html! {
        <select class="select" autofocus=true aria-label={word("teach.lesson")} onchange={on_change}>
            <option value="" selected={view.choice.is_empty()}>{ word("teach.choose") }</option>
            { for view.chapters.iter().map(chapter) }
        </select>
    }
}

fn chosen(position: usize, view: &SheetLesson, send: &Callback<Action>) -> Html {
    let minutes = view.minutes.map(|minutes| {
        text(&Message::plain("lesson.minutes").with("count", Argument::Count(minutes)))
    });
    let button = |key, shape, action, is_disabled: bool| {
        let label = word_with(key, "title", view.title.as_str());
        html! {
            <button
                type="button"
                class="button"
                aria-label={label.clone()}
                title={label}
                disabled={is_disabled}
                onclick={press(send, action)}
            >
                { icon(shape) }
            </button>
        }
    };
    html! {
        <li key={view.title.clone()}>
            <span class="muted">{ position + 1 }</span>
            <b translate="no">{ &view.title }</b>
            <span class="muted small">{ minutes }</span>
            { button("teach.earlier", Shape::Up, Action::Earlier(position), position == 0) }
            { button("teach.remove", Shape::Close, Action::Remove(position), false) }
        </li>
    }
}

/// The link, its code for phones, and the sheet to print.
fn shared_link(view: &View, link: &Text, send: &Callback<Action>) -> Html {
    let copy = if view.copied == Some(true) { "teach.link_copied" } else { "teach.copy_link" };
    html! {
        <div class="teach-link">
            <QrCode text={shared(link)} label={word("teach.qr")} />
            <div class="stack">
                <p role="status"><b>{ text(&view.sum) }</b></p>
                <input class="field code" type="text" readonly=true aria-label={word("teach.link")} value={shared(link)} />
                <p class="row wrap">
                    <button type="button" class="button primary" onclick={press(send, Action::CopyLink)}>
                        { word(copy) }
                    </button>
                    <button type="button" class="button outlined" onclick={press(send, Action::SaveSheet)}>
                        { word("teach.save_sheet") }
                    </button>
                </p>
                if view.copied == Some(false) {
                    <p class="small" role="alert">{ word("teach.link_not_copied") }</p>
                }
            </div>
        </div>
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
            <th scope="row">
                { &view.question }
                if let Some(words) = &view.misconception { <p class="small muted">{ sentence(words) }</p> }
            </th>
            { for view.counts.map(|count| html! { <td>{ count }</td> }) }
        </tr>
    }
}
