//! Draws a question: the answers to choose from, and then the prediction beside what happened.

use playground::message::number;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::lesson::state::Action;
use crate::panel::lesson::view::{ChoiceView, PredictionState, PredictionView};
use crate::panel::part::press::press;
use crate::panel::part::prose::{line, prose};
use crate::panel::part::words::word;

/// Draws a question.
pub(super) fn prediction(
    view: &PredictionView,
    mark: Option<&'static str>,
    send: &Callback<Action>,
) -> Html {
    let content = match &view.state {
        PredictionState::Asked { answer, is_valid } => asked(view, answer, *is_valid, send),
        PredictionState::Answered(answer) => html! {
            <p role="status">{ word("lesson.you_predicted") }{ " " }{ given(view, answer.as_deref()) }</p>
        },
        PredictionState::Known { answer, is_right, right, why_wrong, why_right } => html! {
            <div class="lesson-result stack" role="status">
                <dl class="lesson-compare">
                    <dt>{ word("lesson.you_predicted") }</dt>
                    <dd>
                        { given(view, answer.as_deref()) }
                        if answer.is_some() { { mark_of(*is_right) } }
                    </dd>
                    <dt>{ word("lesson.what_happened") }</dt>
                    <dd>{ words_of(view, right) }</dd>
                </dl>
                if !why_wrong.is_empty() { <p>{ line(why_wrong) }</p> }
                <p class="lesson-reason">{ line(why_right) }</p>
            </div>
        },
    };
    html! {
        <section
            key={view.id.clone()}
            class="lesson-part"
            tabindex="-1"
            data-next={mark}
            aria-label={word("lesson.prediction")}
        >
            <div class="lesson-question">{ prose(&view.question) }</div>
            { content }
        </section>
    }
}

fn asked(view: &PredictionView, answer: &str, is_valid: bool, send: &Callback<Action>) -> Html {
    let on_submit = {
        let send = send.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            send.emit(Action::Predict);
        })
    };
    html! {
        <form class="stack" onsubmit={on_submit}>
            { match view.unit {
                Some(unit) => number_field(unit, answer, send),
                None => choices(view, answer, send),
            } }
            if !is_valid && !answer.is_empty() { <p class="small is-danger">{ word("lesson.needs_number") }</p> }
            <p class="row wrap">
                <button type="submit" class="button primary" aria-disabled={(!is_valid).then_some("true")}>
                    { word("lesson.predict") }
                </button>
                <button type="button" class="button" onclick={press(send, Action::Skip)}>
                    { word("lesson.skip") }
                </button>
            </p>
        </form>
    }
}

fn number_field(unit: &'static str, answer: &str, send: &Callback<Action>) -> Html {
    let on_type = send.reform(|event: InputEvent| {
        Action::Choose(event.target_unchecked_into::<HtmlInputElement>().value())
    });
    html! {
        <label class="row">
            <span class="visually-hidden">{ word("lesson.your_number") }</span>
            <input
                class="field lesson-number"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                required=true
                value={answer.to_owned()}
                oninput={on_type}
            />
            <span>{ word(unit) }</span>
        </label>
    }
}

fn choices(view: &PredictionView, answer: &str, send: &Callback<Action>) -> Html {
    let choice = |choice: &ChoiceView| {
        let id = choice.id.clone();
        html! {
            <label class="lesson-choice row" key={choice.id.clone()}>
                <input
                    type="radio"
                    name={view.id.clone()}
                    checked={answer == choice.id}
                    onchange={send.reform(move |_| Action::Choose(id.clone()))}
                />
                <span>{ line(&choice.label) }</span>
            </label>
        }
    };
    html! {
        <fieldset class="lesson-choices stack">
            <legend class="visually-hidden">{ word("lesson.prediction") }</legend>
            { for view.choices.iter().map(choice) }
        </fieldset>
    }
}

/// Whether an answer was right.
fn mark_of(is_right: bool) -> Html {
    let (class, shape, key) = match is_right {
        true => ("lesson-done", Shape::Check, "lesson.is_right"),
        false => ("is-danger", Shape::Close, "lesson.is_wrong"),
    };
    html! {
        <span class={classes!("lesson-verdict", class)}>
            { icon(shape) }<span class="visually-hidden">{ word(key) }</span>
        </span>
    }
}

/// The answer that was given.
fn given(view: &PredictionView, answer: Option<&str>) -> Html {
    match answer {
        None => html! { <span class="muted">{ word("lesson.skipped") }</span> },
        Some(answer) => words_of(view, answer),
    }
}

/// A choice in its words, or a number with its unit.
fn words_of(view: &PredictionView, id: &str) -> Html {
    if let Some(unit) = view.unit {
        return html! { <b>{ number::written(id) }{ "\u{a0}" }{ word(unit) }</b> };
    }
    let choice = view.choices.iter().find(|choice| choice.id == id);
    html! { <b>{ choice.map(|choice| line(&choice.label)).unwrap_or_default() }</b> }
}
