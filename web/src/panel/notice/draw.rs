//! Draws notices.

use playground::view::message::{Argument, Message};
use playground::view::share::{PlaybackView, Problem};
use playground::view::work::DamagedWork;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::notice::state::Action;
use crate::panel::notice::view::{SandboxNotice, StorageNotice, View};
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { storage: full, unstored: others, damaged, sandbox: notice } = self;
        html! {
            <>
                if let Some(notice) = full { { storage(notice, send) } }
                if let Some(words) = others { { unstored(words, send) } }
                if let Some(damaged) = damaged { { damage(damaged, send) } }
                if let Some(notice) = notice { { sandbox(notice, send) } }
            </>
        }
    }
}

fn unstored(words: &Message, send: &Callback<Action>) -> Html {
    html! {
        <section class="notice row wrap" aria-label={word("notice.unstored_title")}>
            { icon(Shape::Warning) }
            <p>{ sentence(words) }</p>
            <span class="push" />
            { button("notice.save_unstored", press(send, Action::ExportUnstored)) }
        </section>
    }
}

fn storage(notice: &StorageNotice, send: &Callback<Action>) -> Html {
    html! {
        <section class="notice row wrap" aria-label={word("notice.storage")}>
            { icon(Shape::Warning) }
            <p>{ sentence(&notice.words) }</p>
            <span class="push" />
            if notice.is_full { { button("work.title", press(send, Action::ShowWork)) } }
            { button("share.download", press(send, Action::Download)) }
        </section>
    }
}

/// Draws the notice about stored work that cannot be read. That work is not changed.
fn damage(damaged: &DamagedWork, send: &Callback<Action>) -> Html {
    html! {
        <section class="notice row wrap" aria-label={word("notice.damaged")}>
            { icon(Shape::Warning) }
            <div class="stack">
                <p>{ sentence(&damaged.words) }</p>
                { problems(&damaged.problems) }
            </div>
            <span class="push" />
            if !damaged.slot.is_empty() {
                { button("notice.raw", press(send, Action::Export(damaged.slot.clone()))) }
            }
            { close(press(send, Action::CloseDamage)) }
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

fn sandbox(notice: &SandboxNotice, send: &Callback<Action>) -> Html {
    let (content, keep) = match notice {
        SandboxNotice::Playback(playback) => return playing(playback, send),
        SandboxNotice::Words(words, parts) => {
            let content = html! {
                <>
                    { icon(Shape::Warning) }
                    <div class="stack">
                        <p>{ sentence(words) }</p>
                        { problems(parts) }
                    </div>
                </>
            };
            (content, Html::default())
        }
        SandboxNotice::FromLink => {
            let keep = button("notice.keep", press(send, Action::KeepCopy));
            (html! { <p>{ word("notice.from_link") }</p> }, keep)
        }
    };
    html! {
        <section class="notice row" aria-label={word("notice.title")}>
            { content }
            <span class="push" />
            { keep }
            { close(press(send, Action::Close)) }
        </section>
    }
}

fn button(key: &'static str, on_click: Callback<MouseEvent>) -> Html {
    html! { <button type="button" class="button small outlined" onclick={on_click}>{ word(key) }</button> }
}

fn close(on_click: Callback<MouseEvent>) -> Html {
    html! {
        <button
            type="button"
            class="button small muted"
            aria-label={word("notice.dismiss")}
            onclick={on_click}
        >
            { icon(Shape::Close) }
        </button>
    }
}

/// How far what takes long has come, or whether it is to begin, and the button that cancels it.
fn playing(playback: &PlaybackView, send: &Callback<Action>) -> Html {
    html! {
        <section class="notice row wrap" aria-label={word("notice.title")}>
            <p>{ sentence(&playback.words) }</p>
            if playback.is_held {
                <span class="push" />
                { button("share.play_begin", press(send, Action::BeginPlayback)) }
            } else {
                <progress
                    class="push"
                    max="1000"
                    value={playback.permille.to_string()}
                    aria-label={word("share.play_progress")}
                />
            }
            <button
                type="button"
                class="button small outlined"
                onclick={press(send, Action::StopPlayback)}
            >
                { word("share.play_cancel") }
            </button>
        </section>
    }
}
