//! Draws the menu of lessons: the chapters, how long each lesson takes, and how far the user has come.

use playground::message::text;
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::bar::state::Action;
use crate::panel::bar::view::{ChapterView, CourseView, LessonView, LessonsView, OwnLessonView};
use crate::panel::part::press::press;
use crate::panel::part::words::{word, word_with};
use crate::panel::setting::Menu;

/// Draws what is in the menu.
pub(super) fn lessons(view: &LessonsView, send: &Callback<Action>) -> Html {
    html! {
        <>
            { course(&view.course, send) }
            if !view.own.is_empty() {
                <h2 class="menu-title small muted">{ word("lesson.own") }</h2>
                { for view.own.iter().map(|view| own_lesson(view, send)) }
            }
            <div class="lesson-tools">
                <label class="menu-item file-button">
                    { word("lesson.open_files") }
                    <input
                        type="file"
                        multiple=true
                        accept=".lesson,.md"
                        class="visually-hidden"
                        data-open-lesson="true"
                    />
                </label>
                <button type="button" class="menu-item" onclick={press(send, Action::RecordLesson)}>
                    { word("record.title") }
                </button>
                <button type="button" class="menu-item" onclick={press(send, Action::Toggle(Menu::Teach))}>
                    { word("teach.title") }
                </button>
            </div>
        </>
    }
}

fn own_lesson(view: &OwnLessonView, send: &Callback<Action>) -> Html {
    let remove = word_with("lesson.remove", "title", view.title.as_str());
    html! {
        <div class="own-lesson row" key={&*view.name}>
            <button
                type="button"
                class="menu-item"
                aria-current={view.is_open.then_some("true")}
                onclick={press(send, Action::OpenLesson(view.source.clone()))}
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

fn course(view: &CourseView, send: &Callback<Action>) -> Html {
    match view {
        CourseView::Loading => html! { <p class="muted">{ word("lesson.loading_list") }</p> },
        CourseView::Failed => html! {
            <>
                <p>{ word("lesson.no_list") }</p>
                <button type="button" class="menu-item" onclick={press(send, Action::ListLessons)}>
                    { word("lesson.retry") }
                </button>
            </>
        },
        CourseView::Chapters(chapters) => {
            html! { { for chapters.iter().map(|view| chapter(view, send)) } }
        }
    }
}

fn chapter(view: &ChapterView, send: &Callback<Action>) -> Html {
    html! {
        <>
            <h2 class="menu-title small muted" translate="no">{ &view.title }</h2>
            { for view.lessons.iter().map(|view| lesson(view, send)) }
        </>
    }
}

fn lesson(view: &LessonView, send: &Callback<Action>) -> Html {
    let progress = match (view.done_count, view.step_count) {
        (0, _) => Message::plain("lesson.minutes").with("count", Argument::Count(view.minutes)),
        (done, steps) if done == steps => Message::plain("lesson.all_done"),
        (done, steps) => Message::plain("lesson.some_done")
            .with("done", Argument::Count(done))
            .with("count", Argument::Count(steps)),
    };
    html! {
        <button
            type="button"
            class="menu-item"
            aria-current={view.is_open.then_some("true")}
            onclick={press(send, Action::OpenLesson(view.id.clone()))}
        >
            <b translate="no">{ &view.title }</b>
            <small class="muted">{ " · " }{ text(&progress) }</small>
            <span class="small muted" translate="no">{ &view.summary }</span>
        </button>
    }
}
