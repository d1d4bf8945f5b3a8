//! Zone E: a workload is set, runs in virtual time, and shows what it came to, second by second.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::state::action::{Action, PageAction};
use crate::app::state::workload::WorkloadAction;
use crate::component::select::Select;
use crate::component::toggle::toggle;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, word, word_with};
use crate::panel::workload_plan::plan;
use crate::panel::workload_result::result;
use crate::panel::{Page, PanelFunction, Place};
use playground::view::message::Argument;
use playground::view::workload::{WorkloadPlan, WorkloadStage, WorkloadView};

/// The workload's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId::WORKLOAD, title: "workload.title", place: Place::Tab, draw };

fn draw(page: &Page) -> Html {
    let Some(view) = &page.views.workload else { return Html::default() };
    let on_action = page.on_action;
    let draft = page.state.workload_draft.as_ref();
    html! {
        <>
            { presets(view, on_action) }
            if view.stage == WorkloadStage::Idle {
                <details open={view.run.is_none()}>
                    <summary>{ word("workload.plan") }</summary>
                    { plan(draft.unwrap_or(&view.plan), &view.plan, on_action) }
                </details>
            }
            { controls(view, draft, on_action) }
            if let Some(earlier) = &view.earlier {
                <p class="muted">{ sentence(earlier) }</p>
            }
            if let Some(run) = &view.run {
                { result(run, view.stage, on_action) }
                <p class="small">
                    <button
                        type="button"
                        class="link"
                        onclick={press(on_action, Action::Page(PageAction::ShowWhy(PanelId::HEAT)))}
                    >
                        { word("workload.heat") }
                    </button>
                </p>
            }
        </>
    }
}

/// Workloads that are made for the open table.
fn presets(view: &WorkloadView, on_action: &Callback<Action>) -> Html {
    if view.presets.is_empty() || view.stage != WorkloadStage::Idle {
        return Html::default();
    }
    let presets: Vec<_> = view.presets.iter().map(|preset| preset.preset).collect();
    let names = view.presets.iter().map(|preset| plain(&preset.name));
    let first = if view.plan.patterns.is_empty() { "workload.choose" } else { "workload.own" };
    let on_choose = on_action.reform(move |position: usize| {
        // The first of the list is its own name.
        let chosen = presets.get(position.wrapping_sub(1)).copied();
        Action::Workload(chosen.map_or(WorkloadAction::Commit, WorkloadAction::Choose))
    });
    html! {
        <p class="row">
            <Select
                label={word("workload.choose")}
                options={[word(first)].into_iter().chain(names).collect::<Vec<_>>()}
                chosen={view.chosen.map_or(0, |position| position + 1)}
                {on_choose}
            />
        </p>
    }
}

/// Whether the run is limited, and whether clients retry: next to what starts it.
fn switches(plan: &Rc<WorkloadPlan>, on_action: &Callback<Action>) -> Html {
    let switch = |label, on, set: fn(&mut WorkloadPlan, bool)| {
        let plan = Rc::clone(plan);
        let on_change = on_action.reform(move |on: bool| {
            let mut plan = plan.as_ref().clone();
            set(&mut plan, on);
            Action::Workload(WorkloadAction::Set(Rc::new(plan)))
        });
        toggle(word(label), on, &on_change)
    };
    html! {
        <>
            { switch("workload.limits", plan.limits, |plan, on| plan.limits = on) }
            { switch("workload.retries", plan.retries, |plan, on| plan.retries = on) }
        </>
    }
}

/// What starts and ends a run, and how far it has come.
fn controls(
    view: &WorkloadView,
    draft: Option<&Rc<WorkloadPlan>>,
    on_action: &Callback<Action>,
) -> Html {
    let button = |class: &'static str, label: AttrValue, action: WorkloadAction| {
        html! {
            <button type="button" {class} onclick={press(on_action, Action::Workload(action))}>{ label }</button>
        }
    };
    let hold = match view.stage {
        WorkloadStage::Paused => ("workload.resume", WorkloadAction::Resume),
        WorkloadStage::Running | WorkloadStage::Idle => ("workload.pause", WorkloadAction::Pause),
    };
    // Nothing chosen yet is where one begins, not a mistake.
    let class = if view.plan.patterns.is_empty() { "muted" } else { "refused" };
    let run = word_with("workload.run", "count", Argument::Count(view.request_count));
    html! {
        <>
            if let Some(obstacle) = view.obstacle.as_ref().filter(|_| draft.is_none()) {
                <p {class}>{ sentence(obstacle) }</p>
            }
            <div class="row wrap">
                if view.stage == WorkloadStage::Idle {
                    { button("button primary", run, WorkloadAction::Start) }
                    { switches(draft.unwrap_or(&view.plan), on_action) }
                } else {
                    { button("button outlined", word(hold.0), hold.1) }
                    { button("button outlined", word("workload.stop"), WorkloadAction::Stop) }
                }
                if let (Some(run), true) = (&view.run, view.stage != WorkloadStage::Idle) {
                    <progress
                        class="push"
                        max="1000"
                        value={run.permille.to_string()}
                        aria-label={word("workload.progress")}
                    />
                }
            </div>
        </>
    }
}
