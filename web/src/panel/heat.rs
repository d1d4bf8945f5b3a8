//! Zone E, fourth tab: which partitions are hot, second by second, and what that is made of.

use yew::prelude::*;

use crate::app::state::action::Action;
use crate::app::state::setting::WhyTab;
use crate::app::state::throughput::ThroughputAction;
use crate::component::chart::{HeatStrip, Scrubber};
use crate::component::icon::{Shape, icon};
use crate::component::toggle::toggle;
use crate::panel::part::flow::flow;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, word, word_with};
use crate::panel::throughput::settings;
use crate::panel::{Page, Panel, Place};
use crate::view::message::Argument;
use crate::view::throughput::{
    HeatView, PartitionHeat, Setting, StoreHeat, StoreThroughput, ThroughputView,
};
use crate::view::value::{Hue, Method};

/// The heat's place on the page.
pub const PANEL: Panel = Panel { title: "heat.title", place: Place::Tab(WhyTab::Heat), draw };

fn draw(page: &Page) -> Html {
    let Some(view) = &page.views.throughput else {
        return html! { <p class="empty muted">{ word("table.none") }</p> };
    };
    let on_action = page.on_action;
    html! {
        <>
            { enforcement(view, on_action) }
            if let Some(heat) = &page.views.heat {
                if let Some(origin) = &heat.origin { <p class="small">{ sentence(origin) }</p> }
                { methods(heat.method, on_action) }
                { for heat.stores.iter().map(|store| {
                    // What flows now says nothing about a run that is over.
                    let mut live = view.stores.iter().filter(|_| heat.origin.is_none());
                    let throughput = live.find(|it| it.name == store.name);
                    store_heat(store, throughput, heat, on_action)
                }) }
                { scrubber(heat, on_action) }
                <p class="small">{ sentence(&heat.words) }</p>
            }
            { settings(view, on_action) }
            <p class="small muted">{ word("throughput.model") }</p>
        </>
    }
}

/// Whether single requests are limited.
fn enforcement(view: &ThroughputView, on_action: &Callback<Action>) -> Html {
    let set = |enforced: bool| {
        Action::Throughput(ThroughputAction::Set(Setting::Enforcement, u64::from(enforced)))
    };
    html! {
        <>
            { toggle(word("throughput.enforce"), view.is_enforced, &on_action.reform(set)) }
            if !view.is_enforced { <p class="rule">{ word("throughput.off") }</p> }
            if view.is_enforced {
                <p class="row wrap small muted">
                    { for [1, 10, 60].map(|seconds| html! {
                        <button
                            type="button"
                            class="button small outlined"
                            onclick={press(on_action, Action::Throughput(ThroughputAction::Wait(seconds * 1000)))}
                        >
                            { word_with("throughput.wait", "time", Argument::Ms(seconds * 1000)) }
                        </button>
                    }) }
                    { word("throughput.wait_about") }
                </p>
            }
        </>
    }
}

fn methods(open: Method, on_action: &Callback<Action>) -> Html {
    html! {
        <p class="row">
            { for [(Method::Write, "heat.writes"), (Method::Read, "heat.reads")].map(|(method, key)| html! {
                <button
                    type="button"
                    class="button small outlined"
                    aria-pressed={(method == open).to_string()}
                    onclick={press(on_action, Action::Throughput(ThroughputAction::ShowHeat(method)))}
                >
                    { word(key) }
                </button>
            }) }
        </p>
    }
}

/// The partitions of a table or index, a row each.
fn store_heat(
    store: &StoreHeat,
    throughput: Option<&StoreThroughput>,
    heat: &HeatView,
    on_action: &Callback<Action>,
) -> Html {
    let on_look = on_action.reform(|second| Action::Throughput(ThroughputAction::Look(second)));
    let flow_of = |store: &StoreThroughput| match heat.method {
        Method::Write => flow(&store.write),
        Method::Read => flow(&store.read),
    };
    let row = |partition: &PartitionHeat| row(partition, heat, &on_look);
    html! {
        <section class={classes!("stack", store.hue.map(Hue::class))} aria-label={word_with("heat.of", "store", store.name.as_ref())}>
            <h3 class="row wrap">
                { name(&store.name, store.hue) }
                if let Some(throughput) = throughput { { flow_of(throughput) } }
            </h3>
            if let Some(queue) = throughput.and_then(|it| it.queue.as_ref()) {
                <p class={classes!("small", queue.is_pushing_back.then_some("refused"))}>{ sentence(&queue.words) }</p>
            }
            <table class="heat small">
                <caption class="visually-hidden">{ word_with("heat.of", "store", store.name.as_ref()) }</caption>
                <tbody>{ for store.partitions.iter().map(row) }</tbody>
            </table>
            if store.hidden_count > 0 {
                <p class="small muted">{ word_with("heat.hidden", "count", Argument::Count(store.hidden_count)) }</p>
            }
            if !store.locals.is_empty() {
                <p class="small muted">{ word_with("heat.locals", "indexes", Argument::List(store.locals.clone())) }</p>
            }
        </section>
    }
}

/// A partition: where it is, its seconds, and the one that is looked at.
fn row(partition: &PartitionHeat, heat: &HeatView, on_look: &Callback<usize>) -> Html {
    let PartitionHeat { number, range, steps, stops, splits, chosen, percent, hot, queue } =
        partition;
    let strip = HeatStrip {
        steps,
        stops,
        splits,
        paint: match heat.method {
            Method::Write => "var(--write)",
            Method::Read => "var(--accent)",
        },
        cursor: Some(heat.chosen),
        on_look,
    };
    html! {
        <tr key={*number}>
            <th scope="row" class="nowrap" title={plain(range)}>
                { word_with("heat.partition", "number", Argument::Count(*number)) }
                <span class="visually-hidden">{ sentence(range) }</span>
            </th>
            <td>
                { strip.draw() }
                if let Some(hot) = hot {
                    <p class="heat-note refused">{ icon(Shape::Flame) }{ " " }{ sentence(hot) }</p>
                }
                if let Some(queue) = queue { <p class="heat-note">{ sentence(queue) }</p> }
            </td>
            <td class="nowrap" title={plain(chosen)}>
                <span aria-hidden="true">{ word_with("heat.percent", "percent", Argument::Count(*percent)) }</span>
                <span class="visually-hidden">{ sentence(chosen) }</span>
            </td>
        </tr>
    }
}

fn scrubber(heat: &HeatView, on_action: &Callback<Action>) -> Html {
    let scrubber = Scrubber {
        label: word("heat.second"),
        count: heat.second_count,
        chosen: heat.chosen,
        words: plain(&heat.words),
        on_choose: on_action.reform(|second| Action::Throughput(ThroughputAction::Look(second))),
    };
    scrubber.draw()
}
