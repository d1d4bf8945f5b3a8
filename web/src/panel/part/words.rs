//! Messages as markup: names in their hue, keys and sizes as code.

use std::borrow::Cow;

use playground::message::{self, Part};
use playground::view::edit::ValueKind;
use playground::view::message::{Argument, Message};
use playground::view::table::ValueView;
use playground::view::value::{Hue, Text};
use yew::prelude::*;

use crate::component::visible_text::visible_text;

/// The word or sentence of a key.
pub fn word(key: &'static str) -> AttrValue {
    message::word(key).into()
}

/// The sentence of a key with one place filled, as plain text.
pub fn word_with(
    key: &'static str,
    place: &'static str,
    argument: impl Into<Argument>,
) -> AttrValue {
    message::word_with(key, place, argument).into()
}

/// A message as plain text.
pub fn plain(message: &Message) -> AttrValue {
    message::text(message).into()
}

/// A message as markup.
pub fn sentence(message: &Message) -> Html {
    message::parts(message)
        .into_iter()
        .map(|part| match part {
            Part::Text(text) => visible_text(text.into()),
            Part::Name(text, hue) => name(&text, hue),
            Part::Code(text) => html! { <code>{ visible_text(text.into()) }</code> },
            Part::English(text) => html! { <span lang="en">{ visible_text(text.into()) }</span> },
            Part::Strong(text) => html! { <b>{ text }</b> },
        })
        .collect()
}

/// A choice with its label above it, as text fields have theirs.
pub fn labelled(label: &'static str, choice: Html) -> Html {
    html! { <label class="stack"><span class="small muted">{ word(label) }</span>{ choice }</label> }
}

/// Several sentences as markup, with what the language puts between them.
pub fn sentences<'m>(messages: impl IntoIterator<Item = &'m Message>) -> Html {
    let messages = messages.into_iter().enumerate().map(|(position, message)| {
        html! { <>if position > 0 { { word("number.between_sentences") } }{ sentence(message) }</> }
    });
    messages.collect()
}

/// The name of a table, or of an index in its hue.
pub fn name(text: &Text, hue: Option<Hue>) -> Html {
    html! { <b translate="no" class={classes!("name", hue.map(Hue::class))}>{ table_name(text) }</b> }
}

/// A value as code, with its type as a tooltip.
pub fn value(value: &ValueView) -> Html {
    let is_number = value.kind == ValueKind::N;
    html! { <code class={classes!("value", is_number.then_some("is-whole"))} title={value.kind.tag()}>{ visible(&value.text) }</code> }
}

/// A name or value, with marks for characters that cannot be seen.
pub fn visible(text: &Text) -> Html {
    visible_text(shared(text))
}

/// The name of a table, and of a replica with its Region.
pub fn table_name(name: &Text) -> Html {
    match playground::visible::table(name) {
        Cow::Borrowed(_) => visible(name),
        Cow::Owned(replica) => visible_text(replica.into()),
    }
}

/// Text that is not copied on its way to the page. What is drawn as content goes through [`visible`].
pub fn shared(text: &Text) -> AttrValue {
    AttrValue::from(Text::clone(text))
}
