//! Draws the map: a card for each table, with a line for each way that leads from it.

use playground::view::map::{MapTable, MapTarget, MapWay};
use playground::view::value::{Method, Text};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::map::state::{Action, View};
use crate::panel::part::press::press;
use crate::panel::part::price::{amount, sql};
use crate::panel::part::words::{name, plain, sentence, table_name, visible, word};

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
    let MapTable { name, group, written, sql: requests, is_open, ways, .. } = table;
    html! {
        <li class="map-table" key={&**name}>
            <button
                type="button"
                class="button map-box"
                aria-current={is_open.then_some("true")}
                onclick={press(send, Action::Table(Text::clone(name)))}
            >
                <b>{ group.as_ref().map_or_else(|| table_name(name), sentence) }</b>
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
    let table = || Text::clone(&from.name);
    let action = match &way.target {
        MapTarget::Index { index, .. } => {
            Some(Action::Index { table: table(), index: Text::clone(index) })
        }
        MapTarget::Program { table: to, .. } | MapTarget::Replica { table: to, .. } => {
            Some(Action::Table(Text::clone(to)))
        }
        MapTarget::Witness { .. } => None,
    };
    let is_held = way.is_held();
    let is_moving = way.moving_count > 0 && !is_held;
    let (to, hue) = way.to();
    let class = classes!(
        "map-way",
        is_moving.then_some("is-moving"),
        is_held.then_some("is-held"),
        way.is_both().then_some("is-both")
    );
    html! {
        <li {class}>
            <span class="map-kind muted">
                { word(way.kind()) }
                if let Some(program) = way.through() {
                    { " " }
                    <button type="button" class="button map-target" onclick={press(send, Action::Programs { table: table() })}>
                        <b>{ visible(program) }</b>
                    </button>
                }
            </span>
            <span class="map-line" aria-hidden="true"><i /></span>
            if way.is_absent() {
                <s class="map-target muted">{ table_name(to) }</s>
            } else if let Some(action) = action {
                <button type="button" class="button map-target" onclick={press(send, action)}>
                    if hue.is_some() { { name(to, hue) } } else { { table_name(to) } }
                </button>
            } else {
                <span class="map-target">{ visible(to) }</span>
            }
            <span class="muted">{ plain(&way.items_words()) }</span>
            // What is below would move if the way took another line.
            if let Some(moving) = way.moving_words() {
                <span class="map-moving">{ plain(&moving) }</span>
            } else if way.is_both() {
                <span class="map-moving" />
            }
            if let Some(written) = way.written.filter(|it| it.halves > 0) { { amount(Method::Write, written) } }
        </li>
    }
}
