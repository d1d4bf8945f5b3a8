//! The choice of a file that is opened as a sandbox.

use yew::prelude::*;

/// The kinds of file in which a sandbox can be.
pub const OF_SANDBOX: &str = ".json,.svg,.png,application/json,image/svg+xml,image/png";

/// Draws the choice. The page opens the file that is chosen, wherever it was.
pub fn file_choice(class: &'static str, accept: &'static str, words: AttrValue) -> Html {
    html! {
        <label class={classes!(class, "file-button")}>
            { words }
            <input type="file" class="visually-hidden" {accept} data-open-file="true" />
        </label>
    }
}
