//! Draws a lesson.

use playground::lesson::fault::{Fault, Place};
use playground::lesson::words::Span;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::learn::{LearnAction, LessonProblem};
use crate::panel::lesson::placement::{PlacementView, RepairView};
use crate::panel::lesson::prediction::prediction;
use crate::panel::lesson::problem::sentence_of;
use crate::panel::lesson::state::Action;
use crate::panel::lesson::view::{
    FinishView, NextView, PartView, StageView, StepView, TaskView, View,
};
use crate::panel::part::press::press;
use crate::panel::part::prose::{line, prose, with_code};
use crate::panel::part::words::{plain, sentence, shared, word, word_with};
use crate::panel::setting::panel_heading_id;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let (title, content) = match self {
            View::Loading => (word("lesson.title"), loading()),
            View::Failed { problem, is_retryable } => {
                (word("lesson.title"), failed(problem, *is_retryable, send))
            }
            View::Step(view) => (view.lesson.clone().into(), step(view, send)),
        };
        let (place, is_folded) = match self {
            View::Step(view) => (view.place, view.is_folded),
            View::Loading | View::Failed { .. } => (None, false),
        };
        let place = place.map(|[number, count]| {
            let place = Message::plain("lesson.place").with("number", Argument::Count(number));
            html! { <>{ " · " }{ plain(&place.with("count", Argument::Count(count))) }</> }
        });
        html! {
            <aside class={classes!("lesson", is_folded.then_some("is-folded"))} aria-label={word("lesson.title")}>
                <div class="lesson-head row">
                    <p class="lesson-title small muted">{ title }{ for place }</p>
                    <button
                        type="button"
                        class="button lesson-fold"
                        aria-expanded={(!is_folded).to_string()}
                        aria-label={word("lesson.text")}
                        title={word("lesson.text")}
                        onclick={press(send, Action::Fold)}
                    >
                        { icon(if is_folded { Shape::Up } else { Shape::Chevron }) }
                    </button>
                    <button
                        type="button"
                        class="button push"
                        aria-label={word("lesson.close")}
                        title={word("lesson.close")}
                        onclick={press(send, Action::Learn(LearnAction::Close))}
                    >
                        { icon(Shape::Close) }
                    </button>
                </div>
                { content }
            </aside>
        }
    }
}

fn loading() -> Html {
    html! { <p class="lesson-body muted">{ word("lesson.loading") }</p> }
}

fn failed(problem: &LessonProblem, is_retryable: bool, send: &Callback<Action>) -> Html {
    html! {
        <div class="lesson-body stack">
            <h2 id={panel_heading_id(PanelId::LESSON)} tabindex="-1">{ word("lesson.failed") }</h2>
            { why_failed(problem) }
            if is_retryable {
                <p>
                    <button type="button" class="button outlined" onclick={press(send, Action::Retry)}>
                        { word("lesson.retry") }
                    </button>
                </p>
            }
        </div>
    }
}

fn why_failed(problem: &LessonProblem) -> Html {
    match problem {
        LessonProblem::Faults(faults) => wrong_lines("lesson.faults", faults),
        other => html! { <p>{ sentence(&sentence_of(other)) }</p> },
    }
}

/// The lines of the files that are wrong, for the author of the lesson.
fn wrong_lines(about: &'static str, faults: &[Fault]) -> Html {
    let words = |fault: &Fault| {
        let key = match fault.place {
            Place::Lesson => "lesson.fault",
            Place::Words => "lesson.fault_in_words",
        };
        Message::plain(key)
            .with("line", Argument::Count(fault.line as u64))
            .with("expected", fault.expected.clone())
            .with("found", fault.found.clone())
    };
    html! {
        <div class="lesson-faults small" role="alert">
            <p>{ word(about) }</p>
            <ul>{ for faults.iter().map(|fault| html! { <li>{ with_code(&plain(&words(fault))) }</li> }) }</ul>
        </div>
    }
}

/// What the check of an own lesson has found.
fn checked(faults: &[Fault]) -> Html {
    if faults.is_empty() {
        return html! { <p class="row lesson-done" role="status">{ icon(Shape::Check) }{ word("lesson.checked") }</p> };
    }
    wrong_lines("lesson.checked_faults", faults)
}

fn step(view: &StepView, send: &Callback<Action>) -> Html {
    let missing = view
        .missing_step
        .as_ref()
        .map(|step| word_with("lesson.no_step", "step", Argument::Code(Text::clone(step))));
    let waits_for_run = matches!(view.stage, StageView::Run(_));
    html! {
        <>
            { steps(view, send) }
            // Each step is an element of its own, so that it begins at its top.
            <div class="lesson-body stack" key={view.position}>
                <h2 id={panel_heading_id(PanelId::LESSON)} tabindex="-1">{ &view.title }</h2>
                if let Some(words) = missing { <p class="small muted">{ words }</p> }
                if let Some(words) = &view.not_stored {
                    <p class="is-danger small" role="alert">{ sentence(words) }</p>
                }
                if let Some(faults) = &view.checked {
                    { checked(faults) }
                } else if !view.faults.is_empty() {
                    { wrong_lines("lesson.faults", &view.faults) }
                }
                <div class="lesson-text stack">{ prose(&view.text) }</div>
                if view.leads_to_part { { to_part(view, send) } }
                { for view.parts.iter().enumerate().map(|(position, part)| {
                    let is_next = !waits_for_run && position + 1 == view.parts.len();
                    // What takes the focus when the control that was pressed is gone.
                    let mark = is_next.then_some("");
                    match part {
                        PartView::Prediction(view) => prediction(view, mark, send),
                        PartView::Task(view) => task(view, mark, send),
                    }
                }) }
                { stage(&view.stage, send) }
                if let Some(view) = &view.placement { { placement(view, send) } }
                if let Some(view) = &view.finish { { finish(view, send) } }
                if let Some(next) = &view.next {
                    <p translate="no">{ word_with("lesson.next_is", "title", next.title.as_str()) }</p>
                }
                if !view.has_link {
                    <p class="row wrap">
                        { small("lesson.check", Action::Check, send) }
                        { small("lesson.edit", Action::Edit, send) }
                    </p>
                }
            </div>
            { foot(view, send) }
        </>
    }
}

/// A mark for each step, which leads to it.
fn steps(view: &StepView, send: &Callback<Action>) -> Html {
    let mark = |(position, (title, is_done)): (usize, &(String, bool))| {
        let key = if *is_done { "lesson.step_done" } else { "lesson.step" };
        let name = Message::plain(key)
            .with("number", Argument::Count(position as u64 + 1))
            .with("title", title.clone());
        html! {
            <li>
                <button
                    type="button"
                    class={classes!("lesson-mark", is_done.then_some("is-done"))}
                    aria-current={(position == view.position).then_some("step")}
                    aria-label={plain(&name)}
                    title={plain(&name)}
                    onclick={press(send, Action::Learn(LearnAction::GoTo(position)))}
                >
                    if *is_done { { icon(Shape::Check) } } else { { position + 1 } }
                </button>
            </li>
        }
    };
    html! {
        <ol class="lesson-steps row" aria-label={word("lesson.steps")}>
            { for view.steps.iter().enumerate().map(mark) }
        </ol>
    }
}

fn task(view: &TaskView, mark: Option<&'static str>, send: &Callback<Action>) -> Html {
    let hint = |hint: &Vec<Span>| html! { <li>{ line(hint) }</li> };
    let has_more = view.hints.len() < view.hint_total;
    html! {
        <section
            class="lesson-part"
            tabindex="-1"
            data-next={mark}
            aria-label={word("lesson.task")}
        >
            <div class="lesson-question">{ prose(&view.text) }</div>
            if !view.hints.is_empty() { <ul role="status">{ for view.hints.iter().map(hint) }</ul> }
            if view.is_done {
                <p class="row lesson-done" role="status">{ icon(Shape::Check) }{ word("lesson.task_done") }</p>
            } else {
                <p class="row wrap">
                    if has_more {
                        { button("button outlined", "lesson.hint", LearnAction::Hint, send) }
                    }
                    { button("button", "lesson.show_solution", LearnAction::ShowSolution, send) }
                </p>
            }
        </section>
    }
}

/// What the lesson waits for, if that is not an answer or a task.
fn stage(stage: &StageView, send: &Callback<Action>) -> Html {
    match stage {
        StageView::Learner | StageView::Done => Html::default(),
        StageView::Run(operation) => {
            let label = match operation {
                Some(operation) => word_with("lesson.run", "operation", operation.as_str()),
                None => word("lesson.run_workload"),
            };
            let run = Action::Learn(LearnAction::Run);
            html! {
                <p class="lesson-run">
                    <button
                        type="button"
                        class="button primary"
                        data-next=""
                        onclick={press(send, run)}
                    >
                        { label }
                    </button>
                </p>
            }
        }
        StageView::WaitForWorkload => {
            html! { <p class="muted" role="status">{ word("lesson.waiting_for_workload") }</p> }
        }
        StageView::Wait => html! {
            <p class="row wrap">
                <span class="muted" role="status">{ word("lesson.waiting") }</span>
                { button("button", "lesson.skip_wait", LearnAction::SkipWait, send) }
            </p>
        },
    }
}

/// The code that a learner copies for a teacher.
fn finish(view: &FinishView, send: &Callback<Action>) -> Html {
    let [done, steps] = view.steps.map(Argument::Count);
    let [right, predictions] = view.predictions.map(Argument::Count);
    let about = Message::plain("lesson.code_about")
        .with("done", done)
        .with("steps", steps)
        .with("right", right)
        .with("predictions", predictions);
    let label = match view.copied {
        Some(true) => "lesson.code_copied",
        Some(false) | None => "lesson.copy_code",
    };
    html! {
        <section class="lesson-finish stack" aria-label={word("lesson.code")}>
            <h3>{ word("lesson.code") }</h3>
            <p class="lesson-code" translate="no">{ &*view.code }</p>
            <p class="small">{ sentence(&about) }</p>
            <p>
                <button type="button" class="button outlined" onclick={press(send, Action::CopyCode)}>
                    { word(label) }
                </button>
            </p>
            if view.copied == Some(false) {
                <p class="small" role="status">{ word("lesson.code_not_copied") }</p>
            }
        </section>
    }
}

/// Where a learner begins, and the steps that repair what was answered wrong.
fn placement(view: &PlacementView, send: &Callback<Action>) -> Html {
    let repair = |view: &RepairView| {
        let open = Action::Learn(LearnAction::Open { lesson: view.lesson.clone(), step: None });
        html! {
            <li key={&*view.lesson}>
                <button type="button" class="button outlined" onclick={press(send, open)}>
                    { &view.title }
                </button>
            </li>
        }
    };
    let begin = match &view.chapter {
        Some(title) => word_with("lesson.begin_with", "title", title.as_str()),
        None => word("lesson.begin_anywhere"),
    };
    html! {
        <section class="stack" aria-label={word("lesson.begin")}>
            <p role="status"><b>{ begin }</b></p>
            if !view.repairs.is_empty() {
                <p>{ word("lesson.repairs") }</p>
                <ol class="stack" translate="no">{ for view.repairs.iter().map(repair) }</ol>
            }
        </section>
    }
}

/// The way to what the learner does in this step, in a window that may not have room for it below the text.
fn to_part(view: &StepView, send: &Callback<Action>) -> Html {
    let key = match view.parts.as_slice() {
        [PartView::Prediction(it)] if it.is_open() => "lesson.to_prediction",
        [PartView::Task(it)] if !it.is_done => "lesson.to_task",
        _ => return Html::default(),
    };
    html! {
        <p class="lesson-to-part">
            <button type="button" class="button outlined" onclick={press(send, Action::ToPart)}>
                { word(key) }{ " " }<span aria-hidden="true">{ "↓" }</span>
            </button>
        </p>
    }
}

/// The lesson to take next.
fn next_lesson(view: &NextView, send: &Callback<Action>) -> Html {
    let open = LearnAction::Open { lesson: view.source.clone(), step: None };
    let label = word_with("lesson.next_lesson", "title", view.title.as_str());
    html! {
        <button
            type="button"
            class="button primary push"
            aria-label={label.clone()}
            title={label}
            onclick={press(send, Action::Learn(open))}
        >
            { word("lesson.next_short") }
        </button>
    }
}

/// The end of the last lesson. In a teacher's list, it is the way to the list, and another lesson comes first.
fn end(view: &StepView, send: &Callback<Action>) -> Html {
    let (key, finish) = match view.place {
        Some(_) => ("lesson.to_list", Action::ToList),
        None => ("lesson.finish", Action::Learn(LearnAction::Close)),
    };
    let is_offered = view.can_close && (view.next.is_none() || view.place.is_none());
    let class = if view.next.is_none() { "button primary push" } else { "button small" };
    html! {
        <>
            if is_offered {
                <button type="button" {class} onclick={press(send, finish)}>{ word(key) }</button>
            }
            if let Some(next) = &view.next { { next_lesson(next, send) } }
        </>
    }
}

/// The way to the next step, back to the beginning of this one, and its link.
fn foot(view: &StepView, send: &Callback<Action>) -> Html {
    let is_done = view.stage == StageView::Done;
    let is_last = view.position + 1 == view.steps.len();
    let class =
        if is_done { "button primary push" } else { "button outlined push lesson-skip-step" };
    let copy = if view.copied == Some(Ok(())) { "lesson.copied" } else { "lesson.copy_link" };
    html! {
        <div class="lesson-foot row wrap">
            { button("button small lesson-again", "lesson.again", LearnAction::Again, send) }
            if view.has_link {
                <button
                    type="button"
                    class="button small lesson-link"
                    onclick={press(send, Action::CopyLink)}
                >
                    { word(copy) }
                </button>
            }
            if !is_last {
                { button(class, "lesson.next", next(view.position, is_done), send) }
            } else if is_done {
                { end(view, send) }
            }
            if let Some(Err(address)) = &view.copied {
                <input class="field code" type="text" readonly=true aria-label={word("lesson.link")} value={shared(address)} />
            }
        </div>
    }
}

/// A button for the author of the lesson.
fn small(key: &'static str, action: Action, send: &Callback<Action>) -> Html {
    html! {
        <button type="button" class="button small outlined" onclick={press(send, action)}>{ word(key) }</button>
    }
}

/// The next step. If this one is not done, the sandbox is made as the next one needs it.
const fn next(position: usize, is_done: bool) -> LearnAction {
    if is_done { LearnAction::Next } else { LearnAction::GoTo(position + 1) }
}

fn button(
    class: &'static str,
    key: &'static str,
    action: LearnAction,
    send: &Callback<Action>,
) -> Html {
    html! {
        <button type="button" {class} onclick={press(send, Action::Learn(action))}>{ word(key) }</button>
    }
}
