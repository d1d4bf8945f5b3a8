//! Draws what was done, in order, then the moment that is now, then what is on its way.

use playground::message::number;
use playground::view::message::Argument;
use playground::view::meter::{PendingMark, TimelineMark, TimelineView};
use playground::view::value::OperationOutcome;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::part::press::press;
use crate::panel::part::price::amount;
use crate::panel::part::words::{sentence, word, word_with};
use crate::panel::timeline::state::Action;

/// Draws the timeline.
pub(super) fn draw(view: &TimelineView, send: &Callback<Action>) -> Html {
    html! {
        <section class="timeline row" aria-label={word("timeline.title")}>
            if view.past.is_empty() && view.future.is_empty() {
                <p class="muted">{ word("timeline.empty") }</p>
            }
            // Drawn from now backwards, so that what is recent is seen without scrolling.
            <ol class="timeline-future row">{ for view.future.iter().rev().map(future) }</ol>
            <i class="now" aria-hidden="true" />
            <ol class="timeline-past row" reversed=true>
                { for view.past.iter().rev().map(|mark| past(mark, send)) }
            </ol>
        </section>
    }
}

fn past(mark: &TimelineMark, send: &Callback<Action>) -> Html {
    let TimelineMark { operation, words, at_ms, outcome, open } = mark;
    let operation = *operation;
    let is_rejected = matches!(outcome, OperationOutcome::Rejected { .. });
    html! {
        <li key={operation}>
            <button
                type="button"
                class={classes!("timeline-mark", "row", is_rejected.then_some("is-refused"))}
                aria-current={open.then_some("true")}
                title={word_with("timeline.at", "time", number::clock(*at_ms))}
                onclick={press(send, Action::Explain(operation))}
            >
                { sentence(words) }
                { result(outcome) }
            </button>
        </li>
    }
}

/// What the operation came to, in a word.
fn result(outcome: &OperationOutcome) -> Html {
    match *outcome {
        OperationOutcome::Charged { method, units } => amount(method, units),
        OperationOutcome::Free => html! { <span class="muted">{ word("timeline.free") }</span> },
        OperationOutcome::Rejected { is_throttled: true, .. } => html! {
            <span class="refused row">{ icon(Shape::Stop) }{ word("timeline.throttled") }</span>
        },
        OperationOutcome::Rejected { is_throttled: false, charged } => html! {
            <>
                <span class="refused">{ word("timeline.rejected") }</span>
                if let Some((method, units)) = charged { { amount(method, units) } }
            </>
        },
    }
}

fn future(mark: &PendingMark) -> Html {
    let PendingMark { index: _, hue, words, progress_permille, in_ms } = mark;
    html! {
        <li class={classes!("timeline-mark", "row", "is-pending-mark", hue.class())}>
            { sentence(words) }
            if let Some(permille) = progress_permille {
                // The words say it, too.
                <progress aria-hidden="true" max="1000" value={permille.to_string()} />
            }
            <span class="muted">{ word_with("timeline.in", "time", Argument::Ms(*in_ms)) }</span>
        </li>
    }
}
