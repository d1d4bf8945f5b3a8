//! What an operation would do and cost, before it is done.

use playground::view::draft::{PreviewView, TermView};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use yew::prelude::*;

use crate::panel::part::price::{price, sql};
use crate::panel::part::words::sentence;

/// Draws a preview: "▲ 5 WCU  Will leave OpenOrders", and below it the sum. By its `id` a field points at it.
pub fn preview(view: &PreviewView, id: &'static str) -> Html {
    let PreviewView { method, total, sql: requests, effects, terms } = view;
    html! {
        <div class="preview-words" {id}>
            <p>
                if requests.is_empty() || total.halves > 0 { { price(*method, *total) } }
                if !requests.is_empty() { { sql(*requests) } }
                { for effects.iter().map(|effect| html! {
                    <span class="preview-effect">{ sentence(effect) }</span>
                }) }
            </p>
            if terms.len() > 1 { <p class="preview-terms small muted">{ sum(terms) }</p> }
        </div>
    }
}

/// "4 Orders + 1 OpenOrders + 0 ByTotal".
fn sum(terms: &[TermView]) -> Html {
    terms
        .iter()
        .enumerate()
        .map(|(position, view)| {
            html! {
                <>
                    if position > 0 { { " + " } }
                    { sentence(&term(view)) }
                </>
            }
        })
        .collect()
}

/// "1 OpenOrders".
fn term(TermView { units, store, hue }: &TermView) -> Message {
    Message::plain("preview.term")
        .with("units", Argument::HalfUnits(units.halves))
        .with("store", Argument::Name(Text::clone(store), *hue))
}
