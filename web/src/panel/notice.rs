//! A strip below the bar: a sandbox that came by a link, a link that could not be read, or a log that is being played.

use yew::prelude::*;

use crate::app::state::action::{Action, SandboxAction};
use crate::app::state::workload::WorkloadAction;
use crate::component::icon::{Shape, icon};
use crate::component::markup::html;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};
use crate::panel::{Page, Panel, Place};
use crate::view::share::PlaybackView;

/// The notice's place on the page.
pub const PANEL: Panel = Panel { title: "notice.title", place: Place::Top, draw };

fn draw(page: &Page) -> Html {
    let bar = &page.views.bar;
    if let Some(playback) = &bar.playback {
        return playing(playback, page.on_action);
    }
    if page.state.notice_dismissed || (bar.notice.is_none() && !bar.from_link) {
        return Html::default();
    }
    let act = |action: SandboxAction| press(page.on_action, Action::Sandbox(action));
    html! {
        <section class="notice row" aria-label={word("notice.title")}>
            if let Some(notice) = &bar.notice {
                { icon(Shape::Warning) }
                <p>{ sentence(notice) }</p>
                <span class="push" />
            } else {
                <p>{ word("notice.from_link") }</p>
                <span class="push" />
                <button type="button" class="button small outlined" onclick={act(SandboxAction::KeepCopy)}>
                    { word("notice.keep") }
                </button>
            }
            <button
                type="button"
                class="button small muted"
                aria-label={word("notice.dismiss")}
                onclick={act(SandboxAction::DismissNotice)}
            >
                { icon(Shape::Close) }
            </button>
        </section>
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
