//! Draws what was done as a row of moments, of which one is shown, then what is on its way.

use playground::message::number;
use playground::sandbox::command::Command;
use playground::view::first::First;
use playground::view::message::{Argument, Message};
use playground::view::meter::{PendingMark, Shown, Stop, StopKind, TimelineView};
use playground::view::rewind::{BranchView, Travel};
use playground::view::value::OperationOutcome;
use yew::prelude::*;

use crate::component::choice_row::{ChoiceRow, Move};
use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::effect::{Effect, PageEffect};
use crate::panel::part::more::more;
use crate::panel::part::press::press;
use crate::panel::part::price::{amount, sql};
use crate::panel::part::words::{plain, sentence, word, word_with};

impl Draw<PageEffect> for TimelineView {
    fn draw(&self, send: &Callback<PageEffect>) -> Html {
        let is_start = self.shown == Shown::Beginning;
        let is_now = self.rewound_to_ms.is_none();
        html! {
            <section
                class={classes!("timeline", "row", "small", (!is_now).then_some("stale"))}
                aria-label={word("timeline.title")}
            >
                if self.stop_count == 0 && self.branches.is_empty() {
                    <p class="muted">{ word("timeline.empty") }</p>
                    { future(&self.future) }
                } else {
                    { button(send, "rewind.back", Shape::Back, is_start, Travel::Back) }
                    { row(self, send) }
                    { button(send, "rewind.forward", Shape::Step, is_now, Travel::Forward) }
                }
                if let Some(at_ms) = self.rewound_to_ms {
                    <b class="nowrap">{ word_with("rewind.at", "time", Argument::Ms(at_ms)) }</b>
                    { choice(send, word("rewind.return"), Command::Rewind(Travel::Now)) }
                    { choice(send, word("rewind.fork"), Command::Fork) }
                }
                { for self.branches.iter().enumerate().map(|it| branch(it, send)) }
                { more(self.branches.more) }
            </section>
        }
    }
}

/// Shows another moment.
const fn show(travel: Travel) -> PageEffect {
    Effect::Command(Command::Rewind(travel))
}

/// The moments: the beginning, after each thing that was done, and now.
fn row(view: &TimelineView, send: &Callback<PageEffect>) -> Html {
    // With the beginning and now.
    let count = view.stop_count + 2;
    let position = match view.shown {
        Shown::Beginning => 0,
        Shown::Stop(number) => number + 1,
        Shown::Now => count - 1,
    };
    let chip = |number: usize, class: &'static str, travel: Travel, title, content: Html| {
        let is_shown = number == position;
        html! {
            <button
                key={number}
                type="button"
                role="radio"
                class={classes!("timeline-mark", "row", class)}
                aria-checked={if is_shown { "true" } else { "false" }}
                aria-posinset={(number + 1).to_string()}
                aria-setsize={count.to_string()}
                tabindex={if is_shown { "0" } else { "-1" }}
                {title}
                onclick={press(send, show(travel))}
            >
                { content }
            </button>
        }
    };
    let start = html! { { word("timeline.start") } };
    let now = html! { { word("rewind.now") } };
    let stops = view.stops.iter().enumerate().map(|(number, stop)| {
        let title = title(stop);
        let number = view.earlier_count + number + 1;
        chip(number, class(stop.kind), Travel::ToStep(stop.step), Some(title), content(stop))
    });
    let on_move = send.reform(|to| {
        show(match to {
            Move::Previous => Travel::PreviousOperation,
            Move::Next => Travel::NextOperation,
            Move::First => Travel::ToStep(0),
            Move::Last => Travel::Now,
        })
    });
    html! {
        <ChoiceRow
            label={word("rewind.slider")}
            position={(position, count + view.future.len())}
            is_at_end={view.rewound_to_ms.is_none()}
            {on_move}
        >
            { chip(0, "is-end", Travel::ToStep(0), None, start) }
            { left_out(view) }
            { for stops }
            { chip(count - 1, "is-end is-now", Travel::Now, None, now) }
            { future(&view.future) }
        </ChoiceRow>
    }
}

/// That there are earlier moments than those that are drawn.
fn left_out(view: &TimelineView) -> Html {
    html! {
        <>
            if view.is_shortened {
                <span class="muted nowrap" title={word("timeline.shortened_why")}>
                    { word("timeline.shortened") }
                </span>
            }
            if view.earlier_count > 0 {
                <span class="muted nowrap">
                    { word_with("timeline.earlier", "count", Argument::Count(view.earlier_count as u64)) }
                </span>
            }
        </>
    }
}

/// When it was, and whether its receipt is gone.
fn title(stop: &Stop) -> AttrValue {
    let key = match stop.kind {
        StopKind::Forgotten => "timeline.at_forgotten",
        StopKind::Operation { .. } | StopKind::Workload | StopKind::Setting | StopKind::Fork => {
            "timeline.at"
        }
    };
    word_with(key, "time", number::clock(stop.at_ms))
}

/// Each kind has a shape of its own, besides its colour and its words.
const fn class(kind: StopKind) -> &'static str {
    match kind {
        StopKind::Operation { outcome, is_bulk, .. } => match (outcome, is_bulk) {
            (OperationOutcome::Charged { .. } | OperationOutcome::Sql(_), false) => "is-charged",
            (
                OperationOutcome::Charged { .. }
                | OperationOutcome::Sql(_)
                | OperationOutcome::Free,
                true,
            ) => "is-bulk",
            (OperationOutcome::Free, false) => "is-free",
            (OperationOutcome::Rejected { is_throttled: false, .. }, _) => "is-rejected",
            (OperationOutcome::Rejected { is_throttled: true, .. }, _) => "is-throttled",
        },
        StopKind::Forgotten => "is-charged",
        StopKind::Workload => "is-bulk",
        StopKind::Setting => "is-setting",
        StopKind::Fork => "is-fork",
    }
}

fn content(stop: &Stop) -> Html {
    let result = match stop.kind {
        StopKind::Operation { outcome, .. } => result(outcome),
        StopKind::Forgotten | StopKind::Workload | StopKind::Setting | StopKind::Fork => {
            Html::default()
        }
    };
    html! { <>{ sentence(&stop.words) }{ result }</> }
}

/// What the operation came to, in a word.
fn result(outcome: OperationOutcome) -> Html {
    match outcome {
        OperationOutcome::Charged { method, units } => amount(method, units),
        OperationOutcome::Sql(requests) => sql(requests),
        OperationOutcome::Free => html! { <span class="muted">{ word("timeline.free") }</span> },
        OperationOutcome::Rejected { is_throttled: true, .. } => html! {
            <span class="is-danger row">{ icon(Shape::Stop) }{ word("timeline.throttled") }</span>
        },
        OperationOutcome::Rejected { is_throttled: false, charged } => html! {
            <>
                <span class="is-danger row">{ icon(Shape::Close) }{ word("timeline.rejected") }</span>
                if let Some((method, units)) = charged { { amount(method, units) } }
            </>
        },
    }
}

fn future(marks: &First<PendingMark>) -> Html {
    html! {
        <ol class="row">
            { for marks.iter().map(|PendingMark { index: _, hue, words, progress_permille, in_ms }| html! {
                <li class={classes!("timeline-mark", "row", "is-pending-mark", hue.class())}>
                    { sentence(words) }
                    if let Some(permille) = progress_permille {
                        // The words say it, too.
                        <progress aria-hidden="true" max="1000" value={permille.to_string()} />
                    }
                    <span class="muted">{ word_with("timeline.in", "time", Argument::Ms(*in_ms)) }</span>
                </li>
            }) }
            if marks.more > 0 { <li>{ more(marks.more) }</li> }
        </ol>
    }
}

fn branch((number, branch): (usize, &BranchView), send: &Callback<PageEffect>) -> Html {
    let time = Argument::Ms(branch.until_ms);
    let words = match &branch.last {
        Some(last) => {
            plain(&Message::plain("rewind.branch").with("time", time).with("last", last.clone()))
        }
        None => word_with("rewind.branch_of_time", "time", time),
    };
    choice(send, words, Command::OpenBranch(number))
}

fn button(
    send: &Callback<PageEffect>,
    key: &'static str,
    shape: Shape,
    is_end: bool,
    travel: Travel,
) -> Html {
    html! {
        <button
            type="button"
            class="button"
            aria-label={word(key)}
            title={word(key)}
            aria-disabled={is_end.then_some("true")}
            onclick={press(send, show(travel))}
        >
            { icon(shape) }
        </button>
    }
}

fn choice(send: &Callback<PageEffect>, words: AttrValue, command: Command) -> Html {
    html! {
        <button
            type="button"
            class="button outlined nowrap"
            title={words.clone()}
            onclick={press(send, Effect::Command(command))}
        >
            { words }
        </button>
    }
}
