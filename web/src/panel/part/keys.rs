//! Keys of the keyboard, as lists show them.

use yew::prelude::*;

use crate::panel::part::words::word;

/// Keys with a space between them: "Ctrl Z".
pub fn keys(keys: &'static str) -> Html {
    keys.split_whitespace().map(|key| html! { <kbd>{ key_name(key) }</kbd> }).collect()
}

/// What a key is called: those with a name have it in the language of the page.
fn key_name(key: &'static str) -> AttrValue {
    match key {
        "Ctrl" => word("key.control"),
        "Del" => word("key.delete"),
        "End" => word("key.end"),
        "Enter" => word("key.enter"),
        "Esc" => word("key.escape"),
        "Home" => word("key.home"),
        "PageDown" => word("key.page_down"),
        "PageUp" => word("key.page_up"),
        "Space" => word("key.space"),
        sign => sign.into(),
    }
}
