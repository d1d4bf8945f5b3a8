//! A row of blocks, one a capacity unit, each as full as its share of the item.

use playground::view::first::First;
use yew::prelude::*;

/// Blocks beyond this many are only counted.
const BLOCKS_MAX: usize = 8;

/// Draws blocks, each so many percent full. The words are their tooltip; screen readers find them elsewhere.
pub fn unit_bar(fill: &[u8], label: AttrValue) -> Html {
    let First { shown, more } = First::of(fill, BLOCKS_MAX);
    html! {
        <span class="unit-bar" title={label} aria-hidden="true">
            { for shown.into_iter().map(|percent| html! {
                <svg width="17" height="6">
                    <rect class="unit-block" width="17" height="6" rx="1.5" />
                    <rect width={format!("{percent}%")} height="6" rx="1.5" fill="var(--bar)" />
                </svg>
            }) }
            if more > 0 { <i>{ format!("+{more}") }</i> }
        </span>
    }
}
