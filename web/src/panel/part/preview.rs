//! What an operation would do and cost, before it is done.

use yew::prelude::*;

use crate::message::number;
use crate::panel::part::price::price;
use crate::panel::part::words::{name, sentence, word};
use crate::view::draft::{PreviewView, TermView};

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
                    { number::units(*units) }
                    { " " }
                    if let Some((index, hue)) = index {
                        { name(index, Some(*hue)) }
                    } else {
                        { word("table.word") }
                    }
                </>
            }
        })
        .collect()
}
