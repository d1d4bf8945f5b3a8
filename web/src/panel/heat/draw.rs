//! Draws the heat: a strip for each partition, and the second that is looked at.

use playground::message::number;
use playground::view::message::Argument;
use playground::view::value::{Hue, Method};
use yew::prelude::*;

use crate::component::chart::{Scrubber, stripes};
use crate::panel::contract::Draw;
use crate::panel::heat::state::Action;
use crate::panel::part::flow::flow;
use crate::panel::part::heat::{StoreHeat, View};
use crate::panel::part::heat_rows::heat_rows;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, word, word_with};

impl Draw<Action> for Option<View> {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let Some(view) = self else {
            return html! { <p class="muted">{ word("heat.none") }</p> };
        };
        html! {
            <>
                { stripes() }
                { methods(view.method, send) }
                { for view.stores.iter().map(|store| store_heat(store, view, send)) }
                { scrubber(view, send) }
                <p class="small">{ sentence(&view.words) }</p>
            </>
        }
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
    html! {
        <section class={classes!("stack", store.hue.map(Hue::class))} aria-label={word_with("heat.of", "store", store.name.as_ref())}>
            <h3 class="row wrap">
                { name(&store.name, store.hue) }
                if let Some(view) = &store.flow { { flow(view) } }
            </h3>
            if let Some(queue) = &store.queue {
                <p class={classes!("small", queue.is_pushing_back.then_some("is-danger"))}>{ sentence(&queue.words) }</p>
            }
            { heat_rows(store, heat.method, heat.chosen, &send.reform(Action::Look)) }
            if !store.locals.is_empty() {
                <p class="small muted">{ word_with("heat.locals", "indexes", Argument::List(store.locals.clone())) }</p>
            }
        </section>
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
