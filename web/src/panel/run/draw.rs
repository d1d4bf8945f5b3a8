//! Draws what a workload came to: in words, in counts, and in charts over its seconds.

use playground::message::number;
use playground::view::message::{Argument, Message};
use playground::view::value::{Hue, Method, Text};
use playground::view::workload::{
    LatencyBucket, RunCount, RunFlow, RunPatternView, RunStoreView, RunView, WorkloadStage,
};
use yew::prelude::*;

use crate::component::chart::{
    Chart, Ink, Layer, NumberTable, Plot, Scrubber, key, share_bar, stripes,
};
use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::part::heat::StoreHeat;
use crate::panel::part::heat_rows::heat_rows;
use crate::panel::part::price::price;
use crate::panel::part::words::{name, plain, sentence, shared, visible, word, word_with};
use crate::panel::run::state::Action;
use crate::panel::run::verdict;
use crate::panel::run::view::View;

/// Rows of the numbers behind a chart: the seconds of a minute.
const ROW_COUNT_MAX: usize = 60;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { run, verdict, earlier, .. } = self;
        match (run, earlier) {
            (Some(run), _) => html! {
                <>
                    if let Some(verdict) = verdict { { verdict::draw(verdict, send) } }
                    { result(run, self, send) }
                </>
            },
            (None, Some(earlier)) => html! { <p class="muted">{ sentence(earlier) }</p> },
            (None, None) => html! { <p class="muted">{ word("run.none") }</p> },
        }
    }
}

/// The result of a run, or of as much as has run.
fn result(run: &RunView, view: &View, send: &Callback<Action>) -> Html {
    let width = usize::try_from(run.column_seconds).unwrap_or(1);
    let on_look = send.reform(move |column: usize| Action::Look(column * width));
    let at = |column: usize| column_name(run, column);
    let scrubber = Scrubber {
        label: word("heat.second"),
        count: run.column_count(),
        chosen: run.chosen,
        words: at(run.chosen),
        first: at(0),
        last: at(run.column_count().saturating_sub(1)),
        on_choose: on_look.clone(),
    };
    // The verdict says why the run ended.
    let said = view.verdict.as_ref().and_then(|verdict| verdict.end.as_ref());
    let remarks = run.remarks.iter().filter(|remark| said != Some(*remark));
    html! {
        <>
            <p>{ sentence(&run.summary) }{ " " }<span class="muted">{ sentence(&run.sent) }</span></p>
            <div class="stack small">
                { for remarks.map(|remark| html! { <p>{ sentence(remark) }</p> }) }
            </div>
            if run.column_seconds > 1 { <p class="small muted">{ word("workload.long") }</p> }
            { legend(run, &view.heat) }
            { for run.stores.iter().map(|store| store_result(store, run, view, &on_look)) }
            { scrubber.draw() }
            { counts(run, at(run.chosen)) }
            { patterns(&run.patterns) }
        </>
    }
}

/// "second 12", or "seconds 60 to 119".
fn column_name(run: &RunView, column: usize) -> AttrValue {
    let (first, last) = run.seconds_of(column);
    let key = if run.column_seconds == 1 { "workload.at" } else { "workload.at_seconds" };
    let words = Message::plain(key).with("second", Argument::Count(first));
    plain(&words.with("last", Argument::Count(last)))
}

/// What the inks of the charts mean.
fn legend(run: &RunView, heat: &[(Method, Text, StoreHeat)]) -> Html {
    let flows = || run.stores.iter().flat_map(|store| &store.flows);
    let has = |method| flows().any(|flow| flow.method == method);
    html! {
        <p class="row wrap small muted">
            { stripes() }
            if has(Method::Write) { { key(Some(paint(Method::Write)), word("workload.key.written")) } }
            if has(Method::Read) { { key(Some(paint(Method::Read)), word("workload.key.read")) } }
            if flows().any(|flow| flow.throttled_total > 0) { { key(Some(Ink::Striped), word("workload.key.throttled")) } }
            if flows().any(|flow| !flow.limit.is_empty()) { { key(None, word("workload.key.limit")) } }
            if run.stores.iter().any(|store| !store.backlog.is_empty()) { { key(Some(Ink::Dotted), word("workload.key.backlog")) } }
            if !heat.is_empty() { <span>{ word("workload.key.heat") }</span> }
        </p>
    }
}

const fn paint(method: Method) -> Ink {
    Ink::Solid(match method {
        Method::Write => "var(--write)",
        Method::Read => "var(--accent)",
    })
}

/// The flows of a table or index with the heat of its partitions, and what waits for it.
fn store_result(
    store: &RunStoreView,
    run: &RunView,
    view: &View,
    on_look: &Callback<usize>,
) -> Html {
    let heat_of = |method: Method| {
        let mut stores = view.heat.iter();
        let found = stores.find(|(kind, table, heat)| {
            (*kind, table, &heat.name) == (method, &store.table, &store.name)
        });
        found.map(|(.., heat)| heat)
    };
    html! {
        <div role="group" class={classes!("stack", store.hue.map(Hue::class))} aria-label={shared(&store.name)}>
            { for store.flows.iter().map(|flow| html! {
                <>
                    { flow_chart(store, flow, run, view.stage, on_look) }
                    if let Some(heat) = heat_of(flow.method) {
                        { heat_rows(heat, flow.method, run.chosen, on_look) }
                    }
                    if view.stage == WorkloadStage::Idle && flow.late.halves > 0 {
                        <p class="small muted">{ word_with("workload.late", "units", Argument::HalfUnits(flow.late.halves)) }</p>
                    }
                </>
            }) }
            if !store.backlog.is_empty() { { backlog_chart(store, run, on_look) } }
            if let Some(words) = &store.propagation {
                <details class="small">
                    <summary>{ sentence(words) }</summary>
                    { latency(&store.latency) }
                </details>
            }
        </div>
    }
}

/// "Orders", or "Orders with ByTotal".
fn store_name(store: &RunStoreView, flow: &RunFlow) -> Html {
    html! {
        <>
            { name(&store.name, store.hue) }
            if !flow.locals.is_empty() {
                { " " }<span class="muted">{ word_with("workload.with", "indexes", Argument::List(flow.locals.clone())) }</span>
            }
        </>
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
    let limit = flow.limit.last().copied();
    let label = |limit: u64| word_with("workload.limit_of", "count", Argument::Count(limit));
    let is_beyond = limit.is_some_and(|limit| limit > flow.max);
    let chart = Chart {
        plot: Plot {
            count: run.column_count(),
            layers: &[
                Layer { values: &flow.consumed, ink: paint(flow.method) },
                Layer { values: &flow.throttled, ink: Ink::Striped },
            ],
            limit: &flow.limit,
            max: flow.max,
            cursor: Some(run.chosen),
            on_look,
        },
        limit_label: limit.map(label),
        max_label: number::count(flow.max).into(),
    };
    html! {
        <>
            <h3 class="row wrap small">
                { store_name(store, flow) }
                { price(flow.method, flow.total) }
                if flow.throttled_total > 0 {
                    <span class="row is-danger">
                        { icon(Shape::Stop) }
                        { word_with("workload.attempts", "count", Argument::Count(flow.throttled_total)) }
                    </span>
                }
                if let (true, Some(limit)) = (is_beyond, limit) {
                    <span class="muted">{ word_with("workload.limit_beyond", "count", Argument::Count(limit)) }</span>
                }
                <span class="push muted">{ sentence(&flow.said) }</span>
            </h3>
            { chart.draw() }
            if stage != WorkloadStage::Running { { numbers(store, flow, run) } }
        </>
    }
}

/// Changes that wait for an index.
fn backlog_chart(store: &RunStoreView, run: &RunView, on_look: &Callback<usize>) -> Html {
    let max = store.backlog.iter().copied().max().unwrap_or_default().max(1);
    let waiting = store.backlog.get(run.chosen).copied().unwrap_or_default();
    let chart = Chart {
        plot: Plot {
            count: run.column_count(),
            layers: &[Layer { values: &store.backlog, ink: Ink::Dotted }],
            limit: &[],
            max,
            cursor: Some(run.chosen),
            on_look,
        },
        limit_label: None,
        max_label: number::count(max).into(),
    };
    html! {
        <>
            <h3 class="row wrap small">
                { name(&store.name, store.hue) }
                { word("workload.key.backlog") }
                <span class="push muted">{ number::count(waiting) }</span>
            </h3>
            { chart.draw() }
        </>
    }
}

/// The numbers of a chart: of each column, or of the busiest of some, if there are more than can be listened to.
fn numbers(store: &RunStoreView, flow: &RunFlow, run: &RunView) -> Html {
    let every = run.begun.div_ceil(ROW_COUNT_MAX).max(1);
    let cell = |values: &[u64], column: usize| -> AttrValue {
        values.get(column).map(|value| number::count(*value)).unwrap_or_default().into()
    };
    let row = |column: usize| {
        let seconds = match run.column_seconds {
            1 => number::count(column as u64).into(),
            _ => column_name(run, column),
        };
        let values = [&flow.consumed, &flow.limit, &flow.throttled];
        let cells = values.map(|values| cell(values, column));
        [seconds].into_iter().chain(cells).collect()
    };
    let columns = ["heat.second", "workload.units", "workload.limit", "workload.throttled_units"];
    let caption = match every {
        1 => Message::plain("workload.rows"),
        _ => Message::plain("workload.rows_busiest").with("count", Argument::Count(every as u64)),
    };
    let table = NumberTable {
        caption: plain(&caption.with("store", Argument::Text(store.name.clone()))),
        columns: columns.map(word).to_vec(),
        rows: flow.busiest(every).into_iter().map(row).collect(),
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
        <table class="latency small">
            <caption class="small muted">{ word("workload.latency") }</caption>
            <tbody>{ for buckets.iter().map(row) }</tbody>
        </table>
    }
}

/// What became of the requests, of their attempts, and of units: in the whole run and in the second that is looked at.
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
                <th scope="row">{ store_name(store, flow) }</th>
                <td>{ price(flow.method, flow.total) }</td>
                <td>{ price(flow.method, flow.chosen) }</td>
            </tr>
        }
    };
    let group = |key: &'static str, rows: Html| {
        html! {
            <tbody>
                <tr><th scope="rowgroup" colspan="3" class="muted">{ word(key) }</th></tr>
                { rows }
            </tbody>
        }
    };
    let of = |is_attempt: bool| {
        run.counts.iter().filter(|it| it.is_attempt == is_attempt).map(row).collect::<Html>()
    };
    html! {
        <table class="numbers small">
            <thead><tr>
                <th scope="col"><span class="visually-hidden">{ word("workload.what") }</span></th>
                <th scope="col">{ word("workload.whole") }</th>
                <th scope="col">{ second }</th>
            </tr></thead>
            { group("workload.group.requests", of(false)) }
            { group("workload.group.attempts", of(true)) }
            { group("workload.units", flows.map(flow_row).collect()) }
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
                <td>{ number::count(pattern.lost) }</td>
                <td>{ for pattern.price.iter().map(|(method, units)| price(*method, *units)) }</td>
            </tr>
        }
    };
    html! {
        <div class="frame-x" tabindex="0" role="region" aria-label={word("workload.pattern")}>
        <table class="numbers small">
            <thead><tr>
                <th scope="col">{ word("workload.pattern") }</th>
                <th scope="col">{ word("workload.succeeded") }</th>
                <th scope="col">{ word("workload.count.throttled_requests") }</th>
                <th scope="col">{ word("workload.count.dropped") }</th>
                <th scope="col">{ word("workload.units") }</th>
            </tr></thead>
            <tbody>{ for patterns.iter().map(row) }</tbody>
        </table>
        </div>
    }
}
