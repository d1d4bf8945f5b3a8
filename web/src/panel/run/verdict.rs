//! Draws what limited a run, the changes that can be tried, and what came of them.

use playground::view::compare::ComparisonRow;
use playground::view::message::{Argument, Message};
use playground::view::verdict::{Effect, RunOutcome, TriedView, VerdictView};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::part::amounts::amounts;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, word, word_with};
use crate::panel::run::state::Action;

/// Draws it.
pub(super) fn draw(view: &VerdictView, send: &Callback<Action>) -> Html {
    let (shape, class) = match (view.outcome, &view.end) {
        (RunOutcome::Throttled, _) => (Shape::Stop, Some("is-throttled")),
        (RunOutcome::Rejected, _) => (Shape::Close, Some("is-throttled")),
        (RunOutcome::Served, Some(_)) => (Shape::Warning, Some("is-part")),
        (RunOutcome::Served, None) => (Shape::Check, None),
    };
    // That nothing was throttled says little about a run that ended early.
    let end = view.end.iter();
    let words: Vec<&Message> = match view.outcome {
        RunOutcome::Throttled | RunOutcome::Rejected => view.words.iter().chain(end).collect(),
        RunOutcome::Served => end.chain(&view.words).collect(),
    };
    let (first, others) = words.split_at(words.len().min(1));
    let is_next = view.remedies.is_empty() && view.obstacle.is_some();
    html! {
        <section class={classes!("verdict", "stack", class)} aria-label={word("verdict.title")}>
            { for first.iter().map(|words| html! { <p class="lead row">{ icon(shape) }<span>{ sentence(words) }</span></p> }) }
            { for others.iter().map(|words| html! { <p>{ sentence(words) }</p> }) }
            if let Some(obstacle) = &view.obstacle { <p class="muted">{ sentence(obstacle) }</p> }
            { remedies(view, send) }
            if view.running.is_none() {
                <p class="row wrap">
                    <button
                        type="button"
                        class={classes!("button", if is_next { "primary" } else { "outlined" })}
                        onclick={press(send, Action::Again)}
                    >
                        { word("verdict.again") }
                    </button>
                    if let Some(seed) = &view.other_seed {
                        <button type="button" class="button outlined" onclick={press(send, Action::Try(seed.clone()))}>
                            { word("verdict.other_seed") }
                        </button>
                    }
                </p>
            }
            if let Some((remedy, percent)) = &view.running { { running(remedy, *percent, send) } }
            if let Some(reason) = &view.cannot_keep { <p class="muted">{ sentence(reason) }</p> }
            if !view.tried.is_empty() {
                <ul class="tried">{ for view.tried.iter().map(|it| tried(it, send)) }</ul>
            }
            if let Some(before) = &view.before {
                <details class="small">
                    <summary>{ sentence(&before.words) }</summary>
                    { table([word("verdict.earlier_run"), word("verdict.shown_run")], &before.rows) }
                </details>
            }
        </section>
    }
}

/// A button for each change: the recommended one first.
fn remedies(view: &VerdictView, send: &Callback<Action>) -> Html {
    let buttons = view.remedies.iter().enumerate().map(|(position, (remedy, name))| {
        let class = if position == 0 { "primary" } else { "outlined" };
        html! {
            <button
                type="button"
                class={classes!("button", class)}
                aria-disabled={view.running.is_some().then_some("true")}
                onclick={view.running.is_none().then(|| press(send, Action::Try(remedy.clone())))}
            >
                { plain(&Message::plain("verdict.try").with("remedy", name.clone())) }
            </button>
        }
    });
    html! {
        if !view.remedies.is_empty() {
            <p class="row wrap">{ for buttons }</p>
            <p class="small muted">{ word("verdict.about_trying") }</p>
            if let Some(caution) = &view.caution { { warning(caution) } }
        }
    }
}

fn running(remedy: &Message, percent: u64, send: &Callback<Action>) -> Html {
    let words = plain(&Message::plain("said.trying").with("remedy", remedy.clone()));
    html! {
        <p class="row wrap">
            <progress max="100" value={percent.to_string()} aria-label={words.clone()} />
            <span>{ words }</span>
            <button type="button" class="button small outlined" onclick={press(send, Action::Cancel)}>
                { word("verdict.cancel") }
            </button>
        </p>
    }
}

fn warning(words: &Message) -> Html {
    html! { <p class="row is-partial">{ icon(Shape::Warning) }<span>{ sentence(words) }</span></p> }
}

/// The numbers of two runs.
fn table([first, second]: [AttrValue; 2], rows: &[ComparisonRow]) -> Html {
    html! {
        <table class="numbers small">
            <thead><tr>
                <th scope="col"><span class="visually-hidden">{ word("workload.what") }</span></th>
                <th scope="col">{ first }</th>
                <th scope="col">{ second }</th>
                <th scope="col">{ word("verdict.difference") }</th>
            </tr></thead>
            <tbody>{ for rows.iter().map(amounts) }</tbody>
        </table>
    }
}

/// What came of a change, with the numbers of both runs.
fn tried(view: &TriedView, send: &Callback<Action>) -> Html {
    let TriedView { remedy, name, effect, words, caution, note, end, rows, can_keep } = view;
    let (shape, class) = match effect {
        Effect::Helps => (Shape::Check, "is-good"),
        Effect::HelpsInPart => (Shape::Warning, "is-partial"),
        Effect::DoesNotHelp => (Shape::Close, "is-danger"),
        Effect::Compares => (Shape::Copy, "muted"),
    };
    html! {
        <li class="stack" key={plain(name).to_string()}>
            <h3>{ plain(&Message::plain("verdict.with").with("remedy", name.clone())) }</h3>
            <p class={classes!("row", class)}>{ icon(shape) }<span>{ sentence(words) }</span></p>
            { for [end, caution].into_iter().flatten().map(warning) }
            if let Some(note) = note { <p class="small">{ sentence(note) }</p> }
            { table([word("verdict.first_run"), word("verdict.this_run")], rows) }
            if *can_keep {
                <button
                    type="button"
                    class="button small outlined"
                    aria-label={word_with("verdict.keep_named", "remedy", Argument::Message(Box::new(name.clone())))}
                    onclick={press(send, Action::Keep(remedy.clone()))}
                >
                    { word("verdict.keep") }
                </button>
            }
        </li>
    }
}
