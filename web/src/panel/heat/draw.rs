//! Draws the heat: a strip for each partition, and the second that is looked at.

use playground::message::number;
use playground::view::message::Argument;
use playground::view::value::{Hue, Method};
use yew::prelude::*;

use crate::component::chart::{HeatStrip, Scrubber};
use crate::component::icon::{Shape, icon};
use crate::panel::heat::state::Action;
use crate::panel::heat::view::{PartitionHeat, StoreHeat, View};
use crate::panel::part::flow::flow;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, word, word_with};
use crate::panel::setting::partition_id;

/// Draws the panel.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(view) = view else {
        return html! { <p class="muted">{ word("heat.none") }</p> };
    };
    html! {
        <>
            if let Some(origin) = &view.origin { <p class="small">{ sentence(origin) }</p> }
            { methods(view.method, send) }
            { for view.stores.iter().map(|store| store_heat(store, view, send)) }
            { scrubber(view, send) }
            <p class="small">{ sentence(&view.words) }</p>
        </>
    }
}

fn methods(open: Method, send: &Callback<Action>) -> Html {
    html! {
        <p class="row">
            { for [(Method::Write, "heat.writes"), (Method::Read, "heat.reads")].map(|(method, key)| html! {
                <button
                    type="button"
                    class="button small outlined"
                    aria-pressed={(method == open).to_string()}
                    onclick={press(send, Action::Show(method))}
                >
                    { word(key) }
                </button>
            }) }
        </p>
    }
}

/// The partitions of a table or index, a row each.
fn store_heat(store: &StoreHeat, heat: &View, send: &Callback<Action>) -> Html {
    let on_look = send.reform(Action::Look);
    let row = |partition: &PartitionHeat| row(&store.name, partition, heat, &on_look);
    html! {
        <section class={classes!("stack", store.hue.map(Hue::class))} aria-label={word_with("heat.of", "store", store.name.as_ref())}>
            <h3 class="row wrap">
                { name(&store.name, store.hue) }
                if let Some(view) = &store.flow { { flow(view) } }
            </h3>
            if let Some(queue) = &store.queue {
                <p class={classes!("small", queue.is_pushing_back.then_some("is-danger"))}>{ sentence(&queue.words) }</p>
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
fn row(store: &str, partition: &PartitionHeat, heat: &View, on_look: &Callback<usize>) -> Html {
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
        <tr key={*number} id={partition_id(store, *number)} tabindex="-1">
            <th scope="row" class="nowrap" title={plain(range)}>
                { word_with("heat.partition", "number", Argument::Count(*number)) }
                <span class="visually-hidden">{ sentence(range) }</span>
            </th>
            <td>
                { strip.draw() }
                if let Some(hot) = hot {
                    <p class="heat-note is-danger">{ icon(Shape::Flame) }{ " " }{ sentence(hot) }</p>
                }
                if let Some(queue) = queue { <p class="heat-note">{ sentence(queue) }</p> }
            </td>
            <td class="nowrap" title={plain(chosen)}>
                <span aria-hidden="true">{ number::percent(*percent * 10) }</span>
                <span class="visually-hidden">{ sentence(chosen) }</span>
            </td>
        </tr>
    }
}

fn scrubber(heat: &View, send: &Callback<Action>) -> Html {
    let scrubber = Scrubber {
        label: word("heat.second"),
        count: heat.second_count,
        chosen: heat.chosen,
        words: plain(&heat.words),
        first: word_with("workload.at", "second", number::count(heat.first_second)),
        last: word_with(
            "workload.at",
            "second",
            number::count(heat.first_second + heat.second_count.saturating_sub(1) as u64),
        ),
        on_choose: send.reform(Action::Look),
    };
    scrubber.draw()
}
