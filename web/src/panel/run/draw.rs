//! Draws what a workload came to: in words, in counts, and in charts over its seconds.

use playground::message::number;
use playground::view::message::Argument;
use playground::view::value::{Hue, Method};
use playground::view::workload::{
    LatencyBucket, RunCount, RunFlow, RunPatternView, RunStoreView, RunView, WorkloadStage,
};
use yew::prelude::*;

use crate::component::chart::{Chart, Layer, NumberTable, Scrubber, share_bar};
use crate::component::icon::{Shape, icon};
use crate::panel::part::press::press;
use crate::panel::part::price::price;
use crate::panel::part::words::{name, plain, sentence, shared, visible, word, word_with};
use crate::panel::run::state::Action;
use crate::panel::run::verdict;
use crate::panel::run::view::View;

/// Rows of the numbers behind a chart.
const ROW_COUNT_MAX: usize = 30;

/// Draws the panel.
pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    let View { run, stage, verdict, earlier } = view;
    match (run, earlier) {
        (Some(run), _) => html! {
            <>
                if let Some(view) = verdict { { verdict::draw(view, send) } }
                { result(run, *stage, send) }
            </>
        },
        (None, Some(earlier)) => html! { <p class="muted">{ sentence(earlier) }</p> },
        (None, None) => html! { <p class="muted">{ word("run.none") }</p> },
    }
}

/// The result of a run, or of as much as has run.
fn result(run: &RunView, stage: WorkloadStage, send: &Callback<Action>) -> Html {
    let on_look = send.reform(Action::Look);
    let second = word_with("workload.at", "second", number::count(run.chosen as u64));
    let scrubber = Scrubber {
        label: word("heat.second"),
        count: seconds(run),
        chosen: run.chosen,
        words: second.clone(),
        first: word_with("workload.at", "second", number::count(0)),
        last: word_with(
            "workload.at",
            "second",
            number::count(seconds(run).saturating_sub(1) as u64),
        ),
        on_choose: on_look.clone(),
    };
    html! {
        <>
            <p>{ sentence(&run.summary) }</p>
            <div class="stack small">
                { for run.remarks.iter().map(|remark| html! { <p>{ sentence(remark) }</p> }) }
            </div>
            <p>
                <button type="button" class="link" onclick={press(send, Action::ShowHeat)}>
                    { word("workload.heat") }
                </button>
            </p>
            { for run.stores.iter().map(|store| store_result(store, run, stage, &on_look)) }
            { scrubber.draw() }
            { counts(run, second) }
            { patterns(&run.patterns) }
        </>
    }
}

fn store_result(
    store: &RunStoreView,
    run: &RunView,
    stage: WorkloadStage,
    on_look: &Callback<usize>,
) -> Html {
    html! {
        <div role="group" class={classes!("stack", store.hue.map(Hue::class))} aria-label={shared(&store.name)}>
            { for store.flows.iter().map(|flow| flow_chart(store, flow, run, stage, on_look)) }
            if !store.latency.is_empty() { { latency(&store.latency) } }
        </div>
    }
}

/// Units consumed, with the units of throttled attempts on top of them, below the limit.
fn flow_chart(
    store: &RunStoreView,
    flow: &RunFlow,
    run: &RunView,
    stage: WorkloadStage,
    on_look: &Callback<usize>,
) -> Html {
    let paint = match flow.method {
        Method::Write => "var(--write)",
        Method::Read => "var(--accent)",
    };
    let chart = Chart {
        count: seconds(run),
        layers: &[
            Layer { values: &flow.consumed, paint, striped: false },
            Layer { values: &flow.throttled, paint: "var(--danger)", striped: true },
        ],
        limit: &flow.limit,
        max: flow.max,
        cursor: Some(run.chosen),
        on_look,
    };
    html! {
        <>
            <h3 class="row wrap small">
                { name(&store.name, store.hue) }
                { price(flow.method, flow.total) }
                if flow.throttled_total > 0 {
                    <span class="row is-danger">
                        { icon(Shape::Stop) }
                        { word_with("workload.attempts", "count", Argument::Count(flow.throttled_total)) }
                    </span>
                }
                <span class="push muted">
                    { word_with("workload.top", "count", Argument::Count(flow.max)) }
                </span>
            </h3>
            { chart.draw() }
            if stage != WorkloadStage::Running { { numbers(store, flow, run) } }
        </>
    }
}

/// How many seconds the charts show: all of the run, also while it is under way.
fn seconds(run: &RunView) -> usize {
    usize::try_from(run.seconds).unwrap_or_default().max(run.begun)
}

/// The numbers of a chart, at so many seconds as can be listened to.
fn numbers(store: &RunStoreView, flow: &RunFlow, run: &RunView) -> Html {
    let every = run.begun.div_ceil(ROW_COUNT_MAX).max(1);
    let cell = |values: &[u64], second: usize| -> AttrValue {
        values.get(second).map(|value| number::count(*value)).unwrap_or_default().into()
    };
    let rows = (0..run.begun).step_by(every).map(|second| {
        vec![
            number::count(second as u64).into(),
            cell(&flow.consumed, second),
            cell(&flow.limit, second),
            cell(&flow.throttled, second),
        ]
    });
    let columns = ["heat.second", "workload.units", "workload.limit", "workload.throttled_units"];
    let table = NumberTable {
        caption: shared(&store.name),
        columns: columns.map(word).to_vec(),
        rows: rows.collect(),
    };
    table.draw()
}

/// How long changes took to reach a global index.
fn latency(buckets: &[LatencyBucket]) -> Html {
    let max = buckets.iter().map(|bucket| bucket.count).max().unwrap_or_default();
    let row = |bucket: &LatencyBucket| {
        html! {
            <tr>
                <th scope="row" class="nowrap">{ word_with("workload.up_to", "time", Argument::Ms(bucket.to_ms)) }</th>
                <td>{ share_bar(bucket.count, max, "var(--hue)") }</td>
                <td class="nowrap">{ number::count(bucket.count) }</td>
            </tr>
        }
    };
    html! {
        <table class="heat small">
            <caption class="small muted">{ word("workload.latency") }</caption>
            <tbody>{ for buckets.iter().map(row) }</tbody>
        </table>
    }
}

/// What became of the requests, of the whole run and in the second that is looked at.
fn counts(run: &RunView, second: AttrValue) -> Html {
    let row = |count: &RunCount| {
        html! {
            <tr>
                <th scope="row">{ plain(&count.name) }</th>
                <td>{ number::count(count.total) }</td>
                <td>{ number::count(count.chosen) }</td>
            </tr>
        }
    };
    let flows =
        run.stores.iter().flat_map(|store| store.flows.iter().map(move |flow| (store, flow)));
    let flow_row = |(store, flow): (&RunStoreView, &RunFlow)| {
        html! {
            <tr>
                <th scope="row">{ name(&store.name, store.hue) }</th>
                <td>{ price(flow.method, flow.total) }</td>
                <td>{ price(flow.method, flow.chosen) }</td>
            </tr>
        }
    };
    html! {
        <table class="numbers small">
            <thead><tr>
                <th scope="col"><span class="visually-hidden">{ word("workload.what") }</span></th>
                <th scope="col">{ word("workload.whole") }</th>
                <th scope="col">{ second }</th>
            </tr></thead>
            <tbody>
                { for run.counts.iter().map(row) }
                { for flows.map(flow_row) }
            </tbody>
        </table>
    }
}

fn patterns(patterns: &[RunPatternView]) -> Html {
    let row = |pattern: &RunPatternView| {
        html! {
            <tr>
                <th scope="row">
                    { visible(&pattern.name) }
                    { for pattern.rejections.iter().map(|(error, count)| html! {
                        <p class="is-danger">{ number::count(*count) }{ " × " }{ shared(error) }</p>
                    }) }
                    if pattern.rejections.more > 0 {
                        <p class="is-danger">
                            { word_with("workload.more_rejections", "count", Argument::Count(pattern.rejections.more)) }
                        </p>
                    }
                </th>
                <td>{ number::count(pattern.succeeded) }</td>
                <td>{ number::count(pattern.throttled_requests) }</td>
                <td>{ for pattern.price.iter().map(|(method, units)| price(*method, *units)) }</td>
            </tr>
        }
    };
    html! {
        <table class="numbers small">
            <thead><tr>
                <th scope="col">{ word("workload.pattern") }</th>
                <th scope="col">{ word("workload.succeeded") }</th>
                <th scope="col">{ word("workload.count.throttled_requests") }</th>
                <th scope="col">{ word("workload.units") }</th>
            </tr></thead>
            <tbody>{ for patterns.iter().map(row) }</tbody>
        </table>
    }
}
