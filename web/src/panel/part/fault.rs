//! A refusal: DynamoDB's own words, then ours.

use yew::prelude::*;

use crate::panel::part::words::{sentence, shared, word};
use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};

/// A refusal.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// What it says.
    pub view: std::rc::Rc<FaultView>,
    /// Its `id`, by which a field points at it.
    #[prop_or_default]
    pub id: Option<AttrValue>,
}

/// Draws a refusal.
#[component]
pub fn Fault(props: &Props) -> Html {
    let FaultView { code, message, explanation, attribute: _, place } = props.view.as_ref();
    html! {
        <div class="fault" id={props.id.clone()}>
            <p class="fault-code">
                <span aria-hidden="true">{ "✕ " }</span>
                if let Some(code) = code { { shared(code) } } else { { word("fault.unread") } }
                if let Some((line, column)) = place {
                    { " · " }
                    { sentence(&Message::plain("fault.place")
                        .with("line", Argument::Count((*line).into()))
                        .with("column", Argument::Count((*column).into()))) }
                }
            </p>
            if let Some(message) = message { <p class="fault-message">{ shared(message) }</p> }
            if let Some(explanation) = explanation { <p>{ sentence(explanation) }</p> }
        </div>
    }
}
