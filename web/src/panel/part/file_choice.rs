//! The choice of a file that is opened as a sandbox.

use yew::prelude::*;

/// The kinds of file in which a sandbox can be.
pub const OF_SANDBOX: &str = ".json,.svg,.png,application/json,image/svg+xml,image/png";

/// What the attribute `data-open-file` says of a file that becomes design B.
pub const BESIDE: &str = "beside";

/// Draws the choice. The page opens the file that is chosen, wherever it was.
pub fn file_choice(class: &'static str, accept: &'static str, words: AttrValue) -> Html {
    choice(class, accept, words, "true")
}

/// Draws the choice of a file that the page opens as design B.
pub fn file_choice_beside(class: &'static str, words: AttrValue) -> Html {
    choice(class, OF_SANDBOX, words, BESIDE)
}

fn choice(
    class: &'static str,
    accept: &'static str,
    words: AttrValue,
    purpose: &'static str,
) -> Html {
    html! {
        <label class={classes!(class, "file-button")}>
            { words }
            <input type="file" class="visually-hidden" {accept} data-open-file={purpose} />
        </label>
    }
}
