//! A row of blocks, one a capacity unit, each as full as its share of the item.

use yew::prelude::*;

/// Blocks beyond this many are only counted.
const BLOCKS_MAX: usize = 8;

/// A row of blocks.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// How full each block is, in percent.
    pub fill: Vec<u8>,
    /// What the blocks say, in words.
    pub label: AttrValue,
}

/// Draws blocks; the words are its tooltip, and stand elsewhere for those who listen.
#[component]
pub fn UnitBar(props: &Props) -> Html {
    let hidden = props.fill.len().saturating_sub(BLOCKS_MAX);
    html! {
        <span class="unit-bar" title={&props.label} aria-hidden="true">
            { for props.fill.iter().take(BLOCKS_MAX).map(|percent| html! {
                <b style={(*percent < 100).then(|| format!("--fill:{percent}%"))} />
            }) }
            if hidden > 0 { <i>{ format!("+{hidden}") }</i> }
        </span>
    }
}
