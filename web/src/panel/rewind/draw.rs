//! Draws the line of what was done. A slider along it shows any earlier moment, and what is done there continues from there.

use playground::view::message::{Argument, Message};
use playground::view::rewind::{LineMark, MarkKind, RewindView, Travel};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, word, word_with};
use crate::panel::rewind::state::Action;

/// How marks are drawn, from top to bottom of eight units: what was written above the line, what was read below.
const STROKES: [(MarkKind, &str, &str); 6] = [
    (MarkKind::Setting, "v2", "var(--border)"),
    (MarkKind::Fork, "v8", "var(--index-violet)"),
    (MarkKind::Read, "m0 4v4", "var(--accent)"),
    (MarkKind::Write, "v4", "var(--write)"),
    (MarkKind::Rejected, "v3m0 2v3", "var(--danger)"),
    (MarkKind::Throttled, "v8m-2 -6h4m-4 4h4", "var(--danger)"),
];

/// Draws the line, if anything was done.
pub(super) fn draw(view: &RewindView, send: &Callback<Action>) -> Html {
    if view.step_count == 0 {
        return Html::default();
    }
    let is_start = view.step == 0;
    let is_now = view.rewound_to_ms.is_none();
    html! {
        <section
            class={classes!("rewind", "row", "wrap", "small", (!is_now).then_some("stale"))}
            aria-label={word("rewind.title")}
        >
            <span class="is-wide-only">
                { button(send, "rewind.previous", Shape::First, is_start, Travel::PreviousOperation) }
            </span>
            { button(send, "rewind.back", Shape::Back, is_start, Travel::Back) }
            { slider(view, send) }
            { button(send, "rewind.forward", Shape::Step, is_now, Travel::Forward) }
            <span class="is-wide-only">
                { button(send, "rewind.next", Shape::Last, is_now, Travel::NextOperation) }
            </span>
            if let Some(at_ms) = view.rewound_to_ms {
                <b class="nowrap">{ word_with("rewind.at", "time", Argument::Ms(at_ms)) }</b>
                { choice(send, word("rewind.return"), Action::Travel(Travel::Now)) }
                { choice(send, word("rewind.fork"), Action::Fork) }
            }
            { for view.branches.iter().enumerate().map(|(number, branch)| {
                let time = Argument::Ms(branch.until_ms);
                let words = match &branch.last {
                    Some(last) => plain(
                        &Message::plain("rewind.branch").with("time", time).with("last", last.clone()),
                    ),
                    None => word_with("rewind.branch_of_time", "time", time),
                };
                choice(send, words, Action::OpenBranch(number))
            }) }
        </section>
    }
}

/// Marks, and over them the slider that goes along.
fn slider(view: &RewindView, send: &Callback<Action>) -> Html {
    let on_input = send.reform(|event: InputEvent| {
        let step = event.target_unchecked_into::<HtmlInputElement>().value().parse();
        Action::Travel(Travel::ToStep(step.unwrap_or(usize::MAX)))
    });
    let moment = match (view.rewound_to_ms, &view.last) {
        (None, _) => word("rewind.now"),
        (Some(at_ms), None) => word_with("rewind.at", "time", Argument::Ms(at_ms)),
        (Some(at_ms), Some(last)) => plain(
            &Message::plain("rewind.after")
                .with("time", Argument::Ms(at_ms))
                .with("last", last.clone()),
        ),
    };
    html! {
        <span class="line">
            <svg height="20" viewBox="-8 0 1016 8" preserveAspectRatio="none" aria-hidden="true">
                { for STROKES.iter().map(|(kind, stroke, colour)| html! {
                    <path
                        d={path(&view.marks, *kind, stroke)}
                        stroke={*colour}
                        stroke-width="2"
                        vector-effect="non-scaling-stroke"
                    />
                }) }
            </svg>
            <input
                type="range"
                min="0"
                max={view.step_count.to_string()}
                value={view.step.to_string()}
                aria-label={word("rewind.slider")}
                aria-valuetext={moment.clone()}
                title={moment}
                oninput={on_input}
            />
        </span>
    }
}

fn path(marks: &[LineMark], kind: MarkKind, stroke: &str) -> String {
    let mut path = String::new();
    for mark in marks.iter().filter(|mark| mark.kind == kind) {
        path.push('M');
        path.push_str(&mark.permille.to_string());
        path.push_str(" 0");
        path.push_str(stroke);
    }
    path
}

fn button(
    send: &Callback<Action>,
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
            onclick={press(send, Action::Travel(travel))}
        >
            { icon(shape) }
        </button>
    }
}

fn choice(send: &Callback<Action>, words: AttrValue, action: Action) -> Html {
    html! {
        <button
            type="button"
            class="button outlined nowrap"
            onclick={press(send, action)}
        >
            { words }
        </button>
    }
}
