//! What an operation would do and cost, before it is done.

use std::rc::Rc;

use yew::prelude::*;

use crate::message::number;
use crate::panel::part::price::Price;
use crate::panel::part::words::{name, sentence, word};
use crate::view::draft::{PreviewView, TermView};

/// A preview.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// What it says.
    pub view: Rc<PreviewView>,
    /// Its `id`, by which a field points at it.
    #[prop_or_default]
    pub id: Option<AttrValue>,
}

/// Draws a preview: "▲ 5 WCU  Will leave OpenOrders", and below it the sum.
#[component]
pub fn Preview(props: &Props) -> Html {
    let PreviewView { method, total, effects, terms } = props.view.as_ref();
    html! {
        <div class="preview-words" id={props.id.clone()}>
            <p>
                <Price method={*method} units={*total} />
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
