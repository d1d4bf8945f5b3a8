//! Draws the text of a lesson. It is data, and never becomes markup by itself.

use playground::lesson::words::{Paragraph, Span};
use yew::prelude::*;

/// Paragraphs, lists and code.
pub fn prose(text: &[Paragraph]) -> Html {
    let paragraph = |paragraph: &Paragraph| match paragraph {
        Paragraph::Sentences(spans) => html! { <p>{ line(spans) }</p> },
        Paragraph::List(elements) => html! {
            <ul>{ for elements.iter().map(|spans| html! { <li>{ line(spans) }</li> }) }</ul>
        },
        Paragraph::Code(text) => html! { <pre class="code"><code>{ text }</code></pre> },
    };
    html! { <>{ for text.iter().map(paragraph) }</> }
}

/// Pieces of a line.
pub fn line(spans: &[Span]) -> Html {
    let span = |span: &Span| match span {
        Span::Plain(text) => html! { { text } },
        Span::Code(text) => html! { <code>{ text }</code> },
        Span::Strong(text) => html! { <strong>{ text }</strong> },
        Span::Emphasis(text) => html! { <em>{ text }</em> },
    };
    html! { <>{ for spans.iter().map(span) }</> }
}

/// A text with code between backticks, as faults of lessons have it.
pub fn with_code(text: &str) -> Html {
    let parts = text.split('`').enumerate().map(|(position, part)| match position % 2 {
        0 => html! { { part } },
        _ => html! { <code>{ part }</code> },
    });
    parts.collect()
}
