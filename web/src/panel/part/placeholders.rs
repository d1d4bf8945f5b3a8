//! The placeholders that requests may have, each with what it becomes.

use playground::view::placeholder::{EXAMPLES, placeholders as words_of};
use yew::prelude::*;

use crate::panel::part::words::{sentence, word};

/// Draws them as a list that is closed.
pub fn placeholders() -> Html {
    html! {
        <details>
            <summary>{ word("workload.placeholders") }</summary>
            <dl class="small placeholders">
                { for EXAMPLES.iter().map(|example| html! {
                    <div class="row wrap">
                        <dt><code>{ *example }</code></dt>
                        { for words_of(example).iter().map(|words| html! { <dd class="muted">{ sentence(words) }</dd> }) }
                    </div>
                }) }
            </dl>
        </details>
    }
}
