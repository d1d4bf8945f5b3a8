//! Draws the gallery.

use playground::lesson::picture::picture;
use playground::message::text;
use playground::view::message::{Argument, Message};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::gallery::state::{Action, Order};
use crate::panel::gallery::view::{
    Content, Group, LessonView, OwnLessonView, RuleStep, RuleView, View,
};
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};

/// The lesson whose questions place a learner in a chapter.
const PLACEMENT: &str = "lessons/placement/placement.lesson";

/// Lines for which the picture of each lesson has room.
const PICTURE_LINES: usize = 6;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <Dialog
                title={word("gallery.title")}
                close_label={word("dialog.close")}
                class="is-gallery"
                on_close={send.reform(|()| Action::Close)}
            >
                { find(self, send) }
                if self.order == Order::Course && self.search.is_empty() { { placement(send) } }
                { content(&self.content, send) }
                if !self.own.is_empty() {
                    <h3 class="gallery-title">{ word("lesson.own") }</h3>
                    { for self.own.iter().map(|lesson| own_lesson(lesson, send)) }
                }
                { tools(send) }
            </Dialog>
        }
    }
}

/// The search, and the two orders.
fn find(view: &View, send: &Callback<Action>) -> Html {
    let on_input = send.reform(|event: InputEvent| {
        Action::Search(event.target_unchecked_into::<HtmlInputElement>().value())
    });
    let order = |order, title| {
        html! {
            <button
                type="button"
                class="tab"
                // Not the search: a phone would show its keyboard.
                autofocus={order == view.order}
                aria-current={(order == view.order).then_some("true")}
                onclick={press(send, Action::Show(order))}
            >
                { word(title) }
            </button>
        }
    };
    html! {
        <div class="gallery-find row wrap">
            { order(Order::Course, "gallery.course") }
            { order(Order::Documents, "gallery.documents") }
            if !view.documents.is_empty() { { of_document(view, send) } }
            <input
                type="search"
                class="field"
                aria-label={word("gallery.search")}
                placeholder={word("gallery.search")}
                value={view.search.clone()}
                oninput={on_input}
            />
            if let Content::Groups(count, _) = &view.content {
                <p class="small muted" role="status">{ sentence(count) }</p>
            }
        </div>
    }
}

/// The choice of a document, whose titles no language of the page translates.
fn of_document(view: &View, send: &Callback<Action>) -> Html {
    let on_change = send.reform(|event: Event| {
        Action::ShowDocument(event.target_unchecked_into::<HtmlSelectElement>().value())
    });
    let document = |(id, title): &(String, String)| {
        let selected = *id == view.document;
        html! {
            <option key={id.clone()} value={id.clone()} {selected} translate="no">{ title }</option>
        }
    };
    html! {
        <select
            class="select"
            aria-label={word("gallery.document")}
            title={word("gallery.document")}
            onchange={on_change}
        >
            <option value="" selected={view.document.is_empty()}>{ word("gallery.all_documents") }</option>
            { for view.documents.iter().map(document) }
        </select>
    }
}

/// The way to the questions that place a learner.
fn placement(send: &Callback<Action>) -> Html {
    let lesson = Action::OpenLesson { lesson: PLACEMENT.into(), step: None };
    html! {
        <p class="row wrap">
            { word("gallery.placement_about") }
            <button type="button" class="button outlined" onclick={press(send, lesson)}>
                { word("gallery.placement") }
            </button>
        </p>
    }
}

fn content(view: &Content, send: &Callback<Action>) -> Html {
    match view {
        Content::Loading => html! { <p class="muted">{ word("lesson.loading_list") }</p> },
        Content::Failed => html! {
            <p class="row wrap">
                { word("lesson.no_list") }
                <button type="button" class="button outlined" onclick={press(send, Action::ListLessons)}>
                    { word("lesson.retry") }
                </button>
            </p>
        },
        Content::Groups(_, groups) if groups.is_empty() => {
            html! { <p class="muted">{ word("gallery.none") }</p> }
        }
        Content::Groups(_, groups) => {
            html! { { for groups.iter().map(|view| group(view, send)) } }
        }
    }
}

fn group(view: &Group, send: &Callback<Action>) -> Html {
    match view {
        Group::Chapter { id, title, about, lessons } => html! {
            <section key={title.clone()} aria-labelledby={heading_id(id.as_deref())}>
                <div class="gallery-title row">
                    <h3 id={heading_id(id.as_deref())} translate="no">{ title }</h3>
                    if let Some(id) = id { { save_chapter(id, title, send) } }
                </div>
                if let Some(about) = about { <p class="gallery-about muted">{ sentence(about) }</p> }
                <div class="gallery-cards">{ for lessons.iter().map(|view| card(view, send)) }</div>
            </section>
        },
        Group::Document { title, about, rules } => html! {
            <section key={title.clone()}>
                <h3 class="gallery-title" translate="no">{ title }</h3>
                <p class="muted" translate="no">{ about }</p>
                <ol class="gallery-rules">{ for rules.iter().map(|view| rule(view, send)) }</ol>
            </section>
        },
    }
}

/// The `id` of the heading of a chapter, or of a teacher's lessons.
fn heading_id(chapter: Option<&str>) -> String {
    format!("gallery-{}", chapter.unwrap_or("chosen"))
}

fn save_chapter(id: &str, title: &str, send: &Callback<Action>) -> Html {
    let label = word_with("gallery.save_chapter_of", "title", title);
    html! {
        <button
            type="button"
            class="button small"
            aria-label={label.clone()}
            title={label}
            onclick={press(send, Action::SaveChapter(id.to_owned()))}
        >
            { word("gallery.save_chapter") }
        </button>
    }
}

fn card(view: &LessonView, send: &Callback<Action>) -> Html {
    let progress = match (view.done_count, view.step_count) {
        (0, _) => view.minutes.map(|minutes| {
            Message::plain("lesson.minutes").with("count", Argument::Count(minutes))
        }),
        (done, steps) if done == steps => Some(Message::plain("lesson.all_done")),
        (done, steps) => Some(
            Message::plain("lesson.some_done")
                .with("done", Argument::Count(done))
                .with("count", Argument::Count(steps)),
        ),
    };
    let open = word_with("gallery.open_of", "title", view.title.as_str());
    let lesson = Action::OpenLesson { lesson: view.id.clone(), step: None };
    html! {
        <article class={classes!("gallery-card", view.is_open.then_some("is-open"))} key={&*view.id}>
            <button
                type="button"
                class="gallery-lesson"
                aria-current={view.is_open.then_some("true")}
                onclick={press(send, lesson)}
            >
                { Html::from_html_unchecked(picture(&view.tables, PICTURE_LINES).into()) }
                <b translate="no">{ &view.title }</b>
                <span class="small muted" translate="no">{ &view.summary }</span>
                <span class="gallery-take">{ word("gallery.take") }</span>
            </button>
            <div class="row small">
                <span class="muted">{ progress.as_ref().map(text) }</span>
                if view.step_count > 0 {<button
                    type="button"
                    class="button outlined"
                    aria-label={open.clone()}
                    title={open}
                    onclick={press(send, Action::OpenExample(view.id.clone()))}
                >
                    { word("gallery.open") }
                </button>}
            </div>
        </article>
    }
}

fn rule(view: &RuleView, send: &Callback<Action>) -> Html {
    let step = |step: &RuleStep| {
        let (lesson, id) = (step.lesson.clone(), Some(step.step.clone()));
        html! {
            <button
                type="button"
                class="button gallery-step"
                key={&*step.lesson}
                aria-label={word_with("gallery.see", "title", step.title.as_str())}
                onclick={press(send, Action::OpenLesson { lesson, step: id })}
            >
                { &step.title }
            </button>
        }
    };
    html! {
        <li key={view.number}>
            <span class="muted">{ view.number }</span>
            <div translate="no">
                <p>{ &view.text }</p>
                if let Some(today) = &view.today {
                    <p class="gallery-today small"><b translate="yes">{ word("gallery.today") }</b>{ " " }{ today }</p>
                }
            </div>
            <div class="gallery-steps row wrap small" translate="no">{ for view.steps.iter().map(step) }</div>
        </li>
    }
}

fn own_lesson(view: &OwnLessonView, send: &Callback<Action>) -> Html {
    let remove = word_with("lesson.remove", "title", view.title.as_str());
    let lesson = Action::OpenLesson { lesson: view.source.clone(), step: None };
    html! {
        <div class="own-lesson row" key={&*view.name}>
            <button
                type="button"
                class="menu-item"
                aria-current={view.is_open.then_some("true")}
                onclick={press(send, lesson)}
            >
                <b translate="no">{ &view.title }</b>
            </button>
            <button
                type="button"
                class="button"
                aria-label={remove.clone()}
                title={remove}
                onclick={press(send, Action::RemoveLesson(view.name.clone()))}
            >
                { icon(Shape::Close) }
            </button>
        </div>
    }
}

/// What teachers do: open files, record, and count finish codes.
fn tools(send: &Callback<Action>) -> Html {
    html! {
        <div class="gallery-tools row wrap">
            <label class="button outlined file-button">
                { word("lesson.open_files") }
                <input
                    type="file"
                    multiple=true
                    accept=".lesson,.md,.progress"
                    class="visually-hidden"
                    data-open-lesson="true"
                />
            </label>
            <button type="button" class="button outlined" onclick={press(send, Action::SaveProgress)}>
                { word("gallery.save_progress") }
            </button>
            <button type="button" class="button outlined" onclick={press(send, Action::RecordLesson)}>
                { word("record.title") }
            </button>
            <button type="button" class="button outlined" onclick={press(send, Action::Teach)}>
                { word("teach.title") }
            </button>
        </div>
    }
}
