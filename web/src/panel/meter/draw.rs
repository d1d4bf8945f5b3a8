//! Draws units consumed, by table and index, and in all.

use playground::message::number;
use playground::view::meter::{MeterView, StoreMeter};
use playground::view::throughput::StoreThroughput;
use playground::view::value::{Method, Units};
use yew::prelude::*;

use crate::component::chart::small_heat;
use crate::component::unit_bar::unit_bar;
use crate::panel::contract::Draw;
use crate::panel::effect::PageEffect;
use crate::panel::meter::view::View;
use crate::panel::part::flow::small_flow;
use crate::panel::part::more::more;
use crate::panel::part::price::{amount, price, spoken, sql};
use crate::panel::part::words::{name, plain, word};

impl Draw<PageEffect> for View {
    fn draw(&self, _: &Callback<PageEffect>) -> Html {
        let View { meter: MeterView { stores, written, read, sql: requests }, throughput } = self;
        html! {
            <section class="meter row" aria-label={word("meter.title")}>
                // More than two lines scroll, by keys too.
                <ul class="meter-stores row wrap small" tabindex="0" aria-label={word("meter.stores")}>
                    if let Some(throughput) = throughput {
                        { for throughput.stores.iter().map(flows) }
                    } else {
                        { for stores.iter().map(store) }
                    }
                </ul>
                <p class="meter-total row nowrap">
                    { ticking(Method::Write, *written) }
                    { ticking(Method::Read, *read) }
                    if !requests.is_empty() { <b>{ sql(*requests) }</b> }
                    <span class="muted">{ word("meter.since") }</span>
                </p>
            </section>
        }
    }
}

fn store(store: &StoreMeter) -> Html {
    let StoreMeter { name: store_name, hue, written, read, last, sql: requests } = store;
    if let Some(requests) = requests {
        return html! {
            <li class="meter-store row" key={store_name.as_ref()}>
                { name(store_name, *hue) }
                { sql(*requests) }
            </li>
        };
    }
    html! {
        <li class="meter-store row" key={store_name.as_ref()}>
            { name(store_name, *hue) }
            <span class={classes!("meter-last", last.map(|(method, _)| method_class(method)))}>
                if let Some((method, units)) = last {
                    { unit_bar(&blocks(*units), spoken(*method, *units).into()) }
                }
            </span>
            { amount(Method::Write, *written) }
            if read.halves > 0 { { amount(Method::Read, *read) } }
        </li>
    }
}

/// What a store consumes in the second that runs, of what it may.
fn flows(store: &StoreThroughput) -> Html {
    let reads = store.read.consumed.halves > 0 || store.read.throttled > 0;
    html! {
        <li class="meter-store row wrap" key={store.name.as_ref()}>
            { name(&store.name, store.hue) }
            { small_heat(&store.heat, "var(--write)", plain(&store.heat_words)) }
            { more(store.heat.more) }
            { small_flow(&store.write) }
            if reads { { small_flow(&store.read) } }
        </li>
    }
}

const fn method_class(method: Method) -> &'static str {
    match method {
        Method::Write => "is-write",
        Method::Read => "is-read",
    }
}

/// A block for each unit; an eventually consistent read leaves half a block.
fn blocks(units: Units) -> Vec<u8> {
    let whole = usize::try_from(units.halves / 2).unwrap_or(usize::MAX).min(99);
    let mut blocks = vec![100; whole];
    if !units.halves.is_multiple_of(2) {
        blocks.push(50);
    }
    blocks
}

/// A total that is washed whenever it changes: a new key is a new element, and so begins its animation anew.
fn ticking(method: Method, units: Units) -> Html {
    html! { <b class="tick" key={number::units(units)}>{ price(method, units) }</b> }
}
