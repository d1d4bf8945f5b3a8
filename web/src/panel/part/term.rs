//! A word that the glossary explains, underlined with dots.

use yew::prelude::*;

use crate::panel::id::PanelId;
use crate::panel::link::{OnLink, PanelLink};
use crate::panel::part::words::word;

/// A term of the glossary that other parts of the page link to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TermId(pub &'static str);

impl TermId {
    /// Global secondary index.
    pub const GSI: Self = Self("gsi");
    /// Local secondary index.
    pub const LSI: Self = Self("lsi");
    /// Sparse index.
    pub const SPARSE: Self = Self("sparse");
    /// Write capacity unit.
    pub const WCU: Self = Self("wcu");
    /// Read capacity unit.
    pub const RCU: Self = Self("rcu");

    /// All of them.
    pub const ALL: [Self; 5] = [Self::GSI, Self::LSI, Self::SPARSE, Self::WCU, Self::RCU];
}

/// A word that the glossary explains.
#[derive(Debug, PartialEq, Properties)]
pub struct TermProps {
    /// The term in the glossary.
    pub id: TermId,
    /// The word on the page.
    pub children: Html,
}

/// Draws the word as a button that opens the glossary at its term.
#[component]
pub fn Term(props: &TermProps) -> Html {
    let on_link = use_context::<OnLink>();
    let link = PanelLink { panel: PanelId::GLOSSARY, topic: props.id.0 };
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
