//! A word that the glossary explains, underlined with dots.

use yew::prelude::*;

use crate::panel::id::PanelId;
use crate::panel::link::{OnLink, PanelLink};
use crate::panel::part::words::word;

/// A word that the glossary explains.
#[derive(Debug, PartialEq, Properties)]
pub struct TermProps {
    /// The name of the term in the glossary.
    pub id: &'static str,
    /// The word as it stands on the page.
    pub children: Html,
}

/// Draws the word as a button that opens the glossary at its term.
#[component]
pub fn Term(props: &TermProps) -> Html {
    let on_link = use_context::<OnLink>();
    let link = PanelLink { panel: PanelId::GLOSSARY, topic: props.id };
    let onclick = move |_| {
        if let Some(on_link) = &on_link {
            on_link.emit(link);
        }
    };
    html! {
        <button type="button" class="term" title={word("glossary.open")} {onclick}>
            { props.children.clone() }
        </button>
    }
}
