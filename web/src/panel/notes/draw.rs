//! Draws the window with the notes.

use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::effect::{Effect, PageEffect};
use crate::panel::learn::LearnAction;
use crate::panel::notes::view::View;
use crate::panel::part::press::press;
use crate::panel::part::prose::prose;
use crate::panel::part::words::{sentence, word, word_with};
use crate::panel::presenter::{NextPress, ShownPrediction, ShownStep};

impl Draw<PageEffect> for View {
    fn draw(&self, send: &Callback<PageEffect>) -> Html {
        match self {
            View::Looking => {
                html! { <p class="notes-empty muted" role="status">{ word("notes.looking") }</p> }
            }
            View::NotFound => html! {
                <div class="notes-empty stack" role="status">
                    <h1>{ word("notes.not_found") }</h1>
                    <p>{ word("notes.not_found_about") }</p>
                </div>
            },
            View::Step { shown, clock, press } => step(shown, clock, press, send),
        }
    }
}

fn step(shown: &ShownStep, clock: &str, next: &Message, send: &Callback<PageEffect>) -> Html {
    let place = Message::plain("notes.place")
        .with("number", Argument::Count(shown.position + 1))
        .with("count", Argument::Count(shown.count));
    let is_end = shown.press == NextPress::End;
    html! {
        <>
            <header class="notes-head row wrap">
                <p class="muted"><span translate="no">{ &shown.lesson }</span>{ " · " }{ sentence(&place) }</p>
                <p class="notes-clock push" role="timer" aria-label={word("notes.clock")}>{ clock }</p>
            </header>
            <div class="notes-body stack">
                <h1 translate="no">{ &shown.title }</h1>
                { for shown.predictions.iter().map(prediction) }
                <section class="stack" aria-label={word("notes.notes")}>
                    <h2>{ word("notes.notes") }</h2>
                    if shown.notes.is_empty() {
                        <p class="muted">{ word("notes.none") }</p>
                    } else {
                        { prose(&shown.notes) }
                    }
                </section>
                <section class="stack" aria-label={word("notes.after")}>
                    <h2>{ word("notes.after") }</h2>
                    <p>{ sentence(next) }</p>
                    if let Some(title) = &shown.next {
                        <p class="muted">{ word_with("notes.next_step", "title", title.as_str()) }</p>
                    }
                </section>
            </div>
            <footer class="notes-foot row">
                <button type="button" class="button outlined" onclick={press(send, Effect::Learn(LearnAction::NotesBack))}>
                    { word("notes.back_button") }
                </button>
                <button
                    type="button"
                    class="button primary push"
                    aria-disabled={is_end.then_some("true")}
                    onclick={press(send, Effect::Learn(LearnAction::NotesForward))}
                >
                    { word("notes.next_button") }
                </button>
            </footer>
        </>
    }
}

fn prediction(view: &ShownPrediction) -> Html {
    html! {
        <section class="notes-prediction stack" aria-label={word("lesson.prediction")}>
            <div class="lesson-question">{ prose(&view.question) }</div>
            <dl>
                if let Some([label, reason]) = &view.expected {
                    <dt>{ word("notes.expected") }</dt>
                    <dd><b>{ label }</b>{ " " }{ reason }</dd>
                }
                if let Some([label, reason]) = &view.right {
                    <dt>{ word("notes.right") }</dt>
                    <dd><b>{ label }</b>{ " " }{ reason }</dd>
                }
            </dl>
        </section>
    }
}
