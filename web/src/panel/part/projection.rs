//! The keys and the projection of an index.

use playground::view::index::ProjectionView;
use playground::view::message::Argument;
use playground::view::value::Text;
use yew::prelude::*;

use crate::panel::part::words::{visible, word, word_with};

/// "INCLUDE Total".
pub fn projection(view: &ProjectionView) -> AttrValue {
    match view {
        ProjectionView::KeysOnly => word("index.keys_only"),
        ProjectionView::Include(names) => {
            word_with("index.include", "names", Argument::List(names.clone()))
        }
        ProjectionView::All => word("index.all"),
    }
}

/// "tournamentId, region".
pub fn key_names(names: &[Text]) -> Html {
    let names = names.iter().enumerate().map(|(position, name)| {
        html! { <>if position > 0 { { word("number.list") } }<code>{ visible(name) }</code></> }
    });
    names.collect()
}
