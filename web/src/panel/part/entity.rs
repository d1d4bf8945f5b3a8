//! The tag of an entity: its name on a ground of its colour.

use playground::view::entity::EntityTag;
use yew::prelude::*;

use crate::panel::part::words::visible;

/// A class for each colour of entities.
const COLOURS: [&str; playground::view::entity::ENTITY_COLOUR_COUNT] =
    ["is-slate", "is-indigo", "is-crimson", "is-olive", "is-cyan", "is-brown"];

/// Draws the tag of an entity.
pub fn entity_tag(tag: &EntityTag) -> Html {
    html! { <span class={classes!("entity-tag", COLOURS[tag.colour()])}>{ visible(&tag.name) }</span> }
}
