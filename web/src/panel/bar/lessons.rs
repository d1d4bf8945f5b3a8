//! Draws the menu of lessons: the chapters, how long each lesson takes, and how far the user has come.

use playground::message::text;
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::panel::bar::state::Action;
use crate::panel::bar::view::{ChapterView, LessonView, LessonsView};
use crate::panel::part::press::press;
use crate::panel::part::words::word;

/// Draws what is in the menu.
pub(super) fn lessons(view: &LessonsView, send: &Callback<Action>) -> Html {
    match view {
        LessonsView::Loading => html! { <p class="muted">{ word("lesson.loading_list") }</p> },
        LessonsView::Failed => html! {
            <>
                <p>{ word("lesson.no_list") }</p>
                <button type="button" class="menu-item" onclick={press(send, Action::ListLessons)}>
                    { word("lesson.retry") }
                </button>
            </>
        },
        LessonsView::Chapters(chapters) => {
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
