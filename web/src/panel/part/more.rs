//! Says below or behind a list how many more there are than it shows.

use playground::view::message::Argument;
use yew::prelude::*;

use crate::panel::part::words::word_with;

/// "and 12 more"; nothing if all are shown.
pub fn more(count: u64) -> Html {
    html! {
        if count > 0 {
            <span class="more small muted nowrap">
                { word_with("first.more", "count", Argument::Count(count)) }
            </span>
        }
    }
}
