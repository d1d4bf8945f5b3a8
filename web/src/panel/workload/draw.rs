//! Draws a workload: its plan, and what starts and ends its run.

use std::rc::Rc;

use playground::view::message::Argument;
use playground::view::workload::{WorkloadPlan, WorkloadStage, WorkloadView};
use yew::prelude::*;

use crate::component::toggle::toggle;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, word, word_with};
use crate::panel::workload::plan::plan;
use crate::panel::workload::planned::planned;
use crate::panel::workload::state::{Action, RequestChange};
use crate::panel::workload::view::View;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let origin = origin(self, send);
        let View { workload, draft, traffic, fault, can_add, open, .. } = self;
        let draft = draft.as_ref();
        html! {
            <>
                { origin }
                if let Some(traffic) = traffic {
                    { plan(draft.unwrap_or(&workload.plan), &workload.plan, traffic, open.as_ref(), send) }
                    if let Some(fault) = fault {
                        <p class="is-danger" role="alert">{ sentence(fault) }</p>
                    }
                    if *can_add {
                        <p>
                            <button type="button" class="button small outlined" onclick={press(send, Action::Request(RequestChange::Add))}>{ word("workload.add_request") }</button>
                        </p>
                    }
                    { planned(traffic, draft.unwrap_or(&workload.plan), send) }
                }
                { controls(workload, draft, send) }
            </>
        }
    }
}

/// Whose requests these are.
fn origin(view: &View, send: &Callback<Action>) -> Html {
    let View { workload, experiment, .. } = view;
    let own = Argument::Count(workload.own_count);
    let Some(title) = experiment else {
        return html! {
            if workload.own_count > 0 { <p class="muted">{ word("workload.own") }</p> }
        };
    };
    html! {
        <div class="stack">
            <p><b>{ plain(title) }</b></p>
            <p>{ word("experiment.set") }</p>
            if workload.own_count > 0 { <p>{ word_with("workload.own_kept", "count", own.clone()) }</p> }
            if workload.stage == WorkloadStage::Idle {
                <p>
                    <button type="button" class="button small outlined" onclick={press(send, Action::Leave)}>
                        { word_with("workload.leave", "count", own) }
                    </button>
                </p>
            }
        </div>
    }
}

/// Whether the run is limited, and whether clients retry: next to what starts it.
fn switches(plan: &Rc<WorkloadPlan>, send: &Callback<Action>) -> Html {
    let switch = |label, on, set: fn(&mut WorkloadPlan, bool)| {
        let plan = Rc::clone(plan);
        let on_change = send.reform(move |on: bool| {
            let mut plan = plan.as_ref().clone();
            set(&mut plan, on);
            Action::Set(Rc::new(plan))
        });
        toggle(word(label), on, &on_change)
    };
    html! {
        <>
            { switch("workload.limits", plan.limits, |plan, on| plan.limits = on) }
            if plan.limits {
                { switch("workload.idle", plan.idle, |plan, on| plan.idle = on) }
            }
            { switch("workload.retries", plan.retries, |plan, on| plan.retries = on) }
        </>
    }
}

/// What starts and ends a run, and how far it has come.
fn controls(
    view: &WorkloadView,
    draft: Option<&Rc<WorkloadPlan>>,
    send: &Callback<Action>,
) -> Html {
    let button = |class: &'static str, label: AttrValue, action: Action| {
        html! {
            <button type="button" {class} onclick={press(send, action)}>{ label }</button>
        }
    };
    let hold = match view.stage {
        WorkloadStage::Paused => ("workload.resume", Action::Resume),
        WorkloadStage::Running | WorkloadStage::Idle => ("workload.pause", Action::Pause),
    };
    // That nothing is chosen yet is not an error.
    let class = if view.plan.patterns.is_empty() { "muted" } else { "is-danger" };
    let obstacle = view.obstacle.as_ref().filter(|_| draft.is_none());
    let is_blocked = obstacle.is_some();
    let run = word_with("workload.run", "count", Argument::Count(view.request_count));
    html! {
        <>
            if let Some(obstacle) = obstacle {
                <p {class}>{ sentence(obstacle) }</p>
            }
            if view.stage == WorkloadStage::Idle {
                <p class="is-danger workload-refused">{ word("workload.refused") }</p>
            }
            <div class={classes!("row", "wrap", (view.stage != WorkloadStage::Idle).then_some("run-controls"))}>
                if view.stage == WorkloadStage::Idle {
                    <button
                        type="button"
                        class="button primary"
                        aria-disabled={is_blocked.then_some("true")}
                        onclick={press(send, Action::Start)}
                    >
                        { run }
                    </button>
                    { switches(draft.unwrap_or(&view.plan), send) }
                    <p class="muted">{ word("workload.kept") }</p>
                } else {
                    { button("button outlined", word(hold.0), hold.1) }
                    { button("button outlined", word("workload.stop"), Action::Stop) }
                }
                if let (Some(permille), true) = (view.progress_permille, view.stage != WorkloadStage::Idle) {
                    <progress
                        class="push"
                        max="1000"
                        value={permille.to_string()}
                        aria-label={word("workload.progress")}
                    />
                }
            </div>
        </>
    }
}
