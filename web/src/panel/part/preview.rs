//! What an operation would do and cost, before it is done.

use playground::view::draft::{PreviewView, TermView};
use playground::view::message::{Argument, Message};
use playground::view::value::{Hue, Text, Units};
use yew::prelude::*;

use crate::panel::part::price::price;
use crate::panel::part::words::sentence;

/// Draws a preview: "▲ 5 WCU  Will leave OpenOrders", and below it the sum. By its `id` a field points at it.
pub fn preview(view: &PreviewView, id: &'static str) -> Html {
    let PreviewView { method, total, effects, terms } = view;
    html! {
        <div class="preview-words" {id}>
            <p>
                { price(*method, *total) }
                { for effects.iter().map(|effect| html! {
                    <span class="preview-effect">{ sentence(effect) }</span>
                }) }
            </p>
            if terms.len() > 1 { <p class="preview-terms small muted">{ sum(terms) }</p> }
        </div>
    }
}

/// "4 table + 1 OpenOrders + 0 ByTotal".
fn sum(terms: &[TermView]) -> Html {
    terms
        .iter()
        .enumerate()
        .map(|(position, TermView { units, index })| {
            html! {
                <>
                    if position > 0 { { " + " } }
                    { sentence(&term(*units, index.as_ref())) }
                </>
            }
        })
        .collect()
}

/// "1 OpenOrders".
fn term(units: Units, index: Option<&(Text, Hue)>) -> Message {
    let store = match index {
        Some((index, hue)) => Argument::Name(Text::clone(index), Some(*hue)),
        None => Message::plain("table.word").into(),
    };
    Message::plain("preview.term")
        .with("units", Argument::HalfUnits(units.halves))
        .with("store", store)
}
