//! The keys and the projection of an index.

use playground::view::design::ProjectionDesign;
use playground::view::value::Text;
use yew::prelude::*;

use crate::panel::part::words::{plain, visible, word};

/// "INCLUDE Total".
pub fn projection(view: &ProjectionDesign) -> AttrValue {
    plain(&view.words())
}

/// "tournamentId, region".
pub fn key_names(names: &[Text]) -> Html {
    let names = names.iter().enumerate().map(|(position, name)| {
        html! { <>if position > 0 { { word("number.list") } }<code>{ visible(name) }</code></> }
    });
    names.collect()
}
