//! Text in which characters that cannot be seen are drawn as marks. What is copied from the page is the real text.

use yew::prelude::*;

use playground::visible::{has_hidden, mark};

/// Draws a text.
pub fn visible_text(text: AttrValue) -> Html {
    if !has_hidden(&text) {
        return html! { { text } };
    }
    let mut pieces = Vec::new();
    let mut rest: &str = &text;
    while let Some((start, hidden, mark)) = first_hidden(rest) {
        let (before, after) = rest.split_at(start);
        pieces.push(html! { { before.to_owned() } });
        // The mark is drawn by the style sheet, so that a selection holds the character itself.
        pieces.push(html! {
            <span class="hidden-character" role="img" aria-label={mark.clone()} data-mark={mark}>
                { hidden.to_string() }
            </span>
        });
        rest = &after[hidden.len_utf8()..];
    }
    pieces.push(html! { { rest.to_owned() } });
    pieces.into_iter().collect()
}

/// The first hidden character of a text, where it begins, and its mark.
fn first_hidden(text: &str) -> Option<(usize, char, String)> {
    text.char_indices().find_map(|(start, character)| Some((start, character, mark(character)?)))
}
