//! Strips below the bar: a sandbox that came by a link, a link or stored work that could not be read, storage that is full.

use yew::prelude::*;

use crate::app::state::action::{Action, SandboxAction, ShareAction, WorkAction};
use crate::app::state::setting::Saving;
use crate::app::state::workload::WorkloadAction;
use crate::component::icon::{Shape, icon};
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};
use crate::panel::{Page, PanelFunction, Place};
use playground::view::message::{Argument, Message};
use playground::view::share::{PlaybackView, Problem};

/// The notice's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId("notice"), title: "notice.title", place: Place::Top, draw };

fn draw(page: &Page) -> Html {
    html! { <>{ storage(page) }{ left(page) }{ damage(page) }{ notice(page) }</> }
}

/// Which sandboxes are in this tab only though they are not on the page.
fn left(page: &Page) -> Html {
    let left = &page.state.work.left;
    let Some(first) = left.first() else { return Html::default() };
    let words = Message::plain("notice.left").with("title", first.as_ref());
    let words = words.with("count", Argument::Count(left.len() as u64));
    html! {
        <section class="notice row wrap" aria-label={word("notice.left_title")}>
            { icon(Shape::Warning) }
            <p>{ sentence(&words) }</p>
            <span class="push" />
            { button("notice.save_left", press(page.on_action, Action::Work(WorkAction::ExportLeft))) }
        </section>
    }
}

/// Why nothing is stored, and what can be done about it.
fn storage(page: &Page) -> Html {
    let words = match page.state.saving {
        Saving::Full { missing_bytes } => {
            Message::plain("notice.full").with("size", Argument::Size(missing_bytes))
        }
        Saving::Refused if page.views.bar.edited => Message::plain("notice.not_stored"),
        Saving::Silent if page.views.bar.edited => Message::plain("notice.silent"),
        Saving::Untouched
        | Saving::Saving
        | Saving::Saved
        | Saving::Elsewhere
        | Saving::Refused
        | Saving::Silent => return Html::default(),
    };
    html! {
        <section class="notice row wrap" aria-label={word("notice.storage")}>
            { icon(Shape::Warning) }
            <p>{ sentence(&words) }</p>
            <span class="push" />
            if matches!(page.state.saving, Saving::Full { .. }) {
                { button("work.title", press(page.on_action, Action::Work(WorkAction::Open))) }
            }
            { button("share.download", press(page.on_action, Action::Share(ShareAction::Download))) }
        </section>
    }
}

/// Which parts of stored work could not be read, and why. What is stored stays as it is.
fn damage(page: &Page) -> Html {
    let Some(damaged) = &page.state.damaged else { return Html::default() };
    let export = Action::Work(WorkAction::Export(Some(damaged.slot.clone())));
    html! {
        <section class="notice row wrap" aria-label={word("notice.damaged")}>
            { icon(Shape::Warning) }
            <div class="stack">
                <p>{ sentence(&damaged.words) }</p>
                { problems(&damaged.problems) }
            </div>
            <span class="push" />
            if !damaged.slot.is_empty() {
                { button("notice.raw", press(page.on_action, export)) }
            }
            { dismiss(page) }
        </section>
    }
}

fn problems(problems: &[Problem]) -> Html {
    if problems.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="problems" tabindex="0">
            { for problems.iter().map(|problem| html! {
                <li>{ sentence(&problem_words(problem)) }</li>
            }) }
        </ul>
    }
}

/// "Item 3 of table Orders: It is missing.", the part in bold.
fn problem_words(problem: &Problem) -> Message {
    Message::plain("problem.of_part")
        .with("part", Argument::from(problem.part.clone()).strong())
        .with("reason", problem.reason.clone())
}

fn notice(page: &Page) -> Html {
    let bar = &page.views.bar;
    if let Some(playback) = &bar.playback {
        return playing(playback, page.on_action);
    }
    if page.state.notice_dismissed || (bar.notice.is_none() && !bar.from_link) {
        return Html::default();
    }
    // Stored work tells it all above.
    if page.state.damaged.as_ref().is_some_and(|damaged| !damaged.problems.is_empty()) {
        return Html::default();
    }
    let keep = press(page.on_action, Action::Sandbox(SandboxAction::KeepCopy));
    html! {
        <section class="notice row" aria-label={word("notice.title")}>
            if let Some(notice) = &bar.notice {
                { icon(Shape::Warning) }
                <div class="stack">
                    <p>{ sentence(notice) }</p>
                    { problems(&bar.problems) }
                </div>
                <span class="push" />
            } else {
                <p>{ word("notice.from_link") }</p>
                <span class="push" />
                { button("notice.keep", keep) }
            }
            { dismiss(page) }
        </section>
    }
}

fn button(key: &'static str, on_click: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="button small outlined" onclick={on_click}>{ word(key) }</button> }
}

fn dismiss(page: &Page) -> Html {
    html! {
        <button
            type="button"
            class="button small muted"
            aria-label={word("notice.dismiss")}
            onclick={press(page.on_action, Action::Sandbox(SandboxAction::DismissNotice))}
        >
            { icon(Shape::Close) }
        </button>
    }
}

/// How far the playing of a link's log has come, and the button that cancels it.
fn playing(playback: &PlaybackView, on_action: &Callback<Action>) -> Html {
    html! {
        <section class="notice row wrap" aria-label={word("notice.title")}>
            <p>{ sentence(&playback.words) }</p>
            <progress
                class="push"
                max="1000"
                value={playback.permille.to_string()}
                aria-label={word("share.play_progress")}
            />
            <button
                type="button"
                class="button small outlined"
                onclick={press(on_action, Action::Workload(WorkloadAction::Stop))}
            >
                { word("share.play_cancel") }
            </button>
        </section>
    }
}
