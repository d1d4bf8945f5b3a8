//! Draws the map: a card for each table, with a line for each way that leads from it.

use playground::view::map::{MapTable, MapTarget, MapWay};
use playground::view::value::{Method, Text};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::map::state::{Action, View};
use crate::panel::part::press::press;
use crate::panel::part::price::{amount, sql};
use crate::panel::part::words::{name, plain, table_name, visible, word};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { map, is_folded } = self;
        html! {
            <section class={classes!("map", "small", is_folded.is_none().then_some("is-auto"))} aria-label={word("map.title")}>
                // A style sheet shows one of both, until the user presses it.
                if *is_folded != Some(true) { { fold(true, send) } }
                if *is_folded != Some(false) { { fold(false, send) } }
                if *is_folded != Some(true) {
                    <ul class="map-tables">{ for map.tables.iter().map(|it| table(it, send)) }</ul>
                }
            </section>
        }
    }
}

/// The button that folds or unfolds the map.
fn fold(is_folded: bool, send: &Callback<Action>) -> Html {
    let class = if is_folded { "button map-fold" } else { "button map-fold is-folded" };
    html! {
        <button type="button" {class} aria-expanded={is_folded.to_string()} onclick={press(send, Action::Fold(is_folded))}>
            { icon(Shape::Chevron) }
            { word("map.title") }
        </button>
    }
}

fn table(table: &MapTable, send: &Callback<Action>) -> Html {
    let MapTable { name, written, sql: requests, is_open, ways, .. } = table;
    html! {
        <li class="map-table" key={&**name}>
            <button
                type="button"
                class="button map-box"
                aria-current={is_open.then_some("true")}
                onclick={press(send, Action::Table(Text::clone(name)))}
            >
                <b>{ table_name(name) }</b>
                <span class="muted">{ plain(&table.items_words()) }</span>
                if written.halves > 0 { { amount(Method::Write, *written) } }
                if let Some(requests) = requests {
                    <span class="muted">{ word("table.sql") }</span>
                    if !requests.is_empty() { { sql(*requests) } }
                }
            </button>
            if !ways.is_empty() {
                <ul class="map-ways">{ for ways.iter().map(|it| way(table, it, send)) }</ul>
            }
        </li>
    }
}

fn way(from: &MapTable, way: &MapWay, send: &Callback<Action>) -> Html {
    let table = Text::clone(&from.name);
    let action = match &way.target {
        MapTarget::Index { index, .. } => Action::Index { table, index: Text::clone(index) },
        MapTarget::Program { .. } => Action::Programs { table },
        MapTarget::Replica { table: to, .. } => Action::Table(Text::clone(to)),
    };
    let is_held = way.is_held();
    let is_moving = way.moving_count > 0 && !is_held;
    let (to, hue) = way.to();
    html! {
        <li class={classes!("map-way", is_moving.then_some("is-moving"), is_held.then_some("is-held"))}>
            <span class="map-kind muted">
                { word(way.kind()) }
                if let Some(program) = way.through() { { " " }<b>{ visible(program) }</b> }
            </span>
            <span class="map-line" aria-hidden="true" />
            if way.is_absent() {
                <s class="map-target muted">{ table_name(to) }</s>
            } else {
                <button type="button" class="button map-target" onclick={press(send, action)}>
                    if hue.is_some() { { name(to, hue) } } else { { table_name(to) } }
                </button>
            }
            <span class="muted">{ plain(&way.items_words()) }</span>
            if let Some(moving) = way.moving_words() { <span class="map-moving">{ plain(&moving) }</span> }
            if let Some(written) = way.written.filter(|it| it.halves > 0) { { amount(Method::Write, written) } }
        </li>
    }
}
