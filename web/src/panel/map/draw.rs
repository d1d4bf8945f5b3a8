//! Draws the map: a card for each table, with a line for each way that leads from it.

use playground::view::map::{MapTable, MapTarget, MapWay};
use playground::view::message::{Argument, Message};
use playground::view::value::{Method, Text};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::contract::Draw;
use crate::panel::map::state::{Action, View};
use crate::panel::part::press::press;
use crate::panel::part::price::amount;
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
    let MapTable { name, item_count, written, is_open, ways } = table;
    html! {
        <li class="map-table" key={&**name}>
            <button
                type="button"
                class="button map-box"
                aria-current={is_open.then_some("true")}
                onclick={press(send, Action::Table(Text::clone(name)))}
            >
                <b>{ table_name(name) }</b>
                { count("region.items", *item_count) }
                if written.halves > 0 { { amount(Method::Write, *written) } }
            </button>
            if !ways.is_empty() {
                <ul class="map-ways">{ for ways.iter().map(|it| way(table, it, send)) }</ul>
            }
        </li>
    }
}

fn way(from: &MapTable, way: &MapWay, send: &Callback<Action>) -> Html {
    let table = Text::clone(&from.name);
    let counted_as = match &way.target {
        MapTarget::Index { .. } => "map.entries",
        MapTarget::Program { .. } | MapTarget::Replica { .. } => "region.items",
    };
    let (kind, is_held, through, target, action) = match &way.target {
        MapTarget::Index { index, hue, is_local } => {
            let kind = if *is_local { "map.local" } else { "map.global" };
            let action = Action::Index { table, index: Text::clone(index) };
            (kind, false, None, name(index, Some(*hue)), action)
        }
        MapTarget::Program { program, table: to, is_running } => {
            let kind = if *is_running { "map.program" } else { "map.stopped" };
            let through = Some(visible(program));
            (kind, !is_running, through, table_name(to), Action::Programs { table })
        }
        MapTarget::Replica { table: to, is_cut_off } => {
            let kind = if *is_cut_off { "map.cut_off" } else { "map.replica" };
            (kind, *is_cut_off, None, table_name(to), Action::Table(Text::clone(to)))
        }
    };
    let is_moving = way.moving_count > 0 && !is_held;
    html! {
        <li class={classes!("map-way", is_moving.then_some("is-moving"), is_held.then_some("is-held"))}>
            <span class="map-kind muted">{ word(kind) }{ through.map(|it| html! { <>{ " " }<b>{ it }</b></> }) }</span>
            <span class="map-line" aria-hidden="true" />
            <button type="button" class="button map-target" onclick={press(send, action)}>{ target }</button>
            { count(counted_as, way.item_count) }
            if way.moving_count > 0 {
                <span class="map-moving">{ plain(&counted("map.moving", way.moving_count)) }</span>
            }
            if let Some(written) = way.written.filter(|it| it.halves > 0) { { amount(Method::Write, written) } }
        </li>
    }
}

fn count(key: &'static str, count: u64) -> Html {
    html! { <span class="muted">{ plain(&counted(key, count)) }</span> }
}

fn counted(key: &'static str, count: u64) -> Message {
    Message::plain(key).with("count", Argument::Count(count))
}
