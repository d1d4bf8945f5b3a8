//! A rejection: DynamoDB's own words, then ours.

use playground::view::draft::FaultView;
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::panel::part::words::{sentence, shared, visible, word};

/// The code of a request that is rejected for what is in it.
const VALIDATION: &str = "ValidationException";

/// Draws a rejection; by its `id` a field points at it.
pub fn fault(view: &FaultView, id: Option<&'static str>) -> Html {
    let FaultView { code, message, explanation, attribute: _, place } = view;
    // Sentences about pasted code begin with the place.
    let says_place =
        explanation.as_ref().is_some_and(|it| it.arguments.iter().any(|(name, _)| *name == "line"));
    // Of other rejections what is typed is not the cause: they are shown at once.
    let is_of_text = code.as_deref().is_none_or(|code| code == VALIDATION);
    html! {
        <div class={classes!("fault", is_of_text.then_some("is-of-text"))} {id}>
            <p class="fault-code">
                <span aria-hidden="true">{ "✕ " }</span>
                if let Some(code) = code { <span lang="en">{ shared(code) }</span> } else { { word("fault.unread") } }
                if let Some((line, column)) = place.filter(|_| !says_place) {
                    { " · " }
                    { sentence(&Message::plain("fault.place")
                        .with("line", Argument::Count(line.into()))
                        .with("column", Argument::Count(column.into()))) }
                }
            </p>
            if let Some(message) = message { <p class="code" lang="en">{ visible(message) }</p> }
            if let Some(explanation) = explanation { <p>{ sentence(explanation) }</p> }
        </div>
    }
}
