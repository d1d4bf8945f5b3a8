//! Attribute values of a request: their text, and what a change of their type keeps.

use crate::code::literal::Literal;
use crate::form::place::tagged;
use crate::view::edit::ValueKind;

/// What is in an attribute value.
pub(super) fn content_mut(value: &mut Literal) -> Option<&mut Literal> {
    let Literal::Map(members) = value else { return None };
    members.first_mut().map(|(_, content)| content)
}

/// What is in a value of a type, from a text.
pub(super) fn of_text(kind: ValueKind, text: &str) -> Literal {
    match kind {
        ValueKind::S | ValueKind::N | ValueKind::B => Literal::text(text),
        ValueKind::Bool => Literal::Bool(text == "true"),
        ValueKind::Null => Literal::Bool(true),
        ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => match text {
            "" => Literal::List(Vec::new()),
            text => Literal::List(vec![Literal::text(text)]),
        },
        ValueKind::L => match text {
            "" => Literal::List(Vec::new()),
            text => Literal::List(vec![Literal::single("S", Literal::text(text))]),
        },
        ValueKind::M => Literal::Map(Vec::new()),
    }
}

/// The first text in a value.
pub(super) fn text_of(content: &Literal) -> String {
    match content {
        Literal::Text(text) => text.clone(),
        Literal::Bool(flag) => flag.to_string(),
        Literal::List(elements) => match elements.first() {
            Some(first) => text_of(tagged(first).map_or(first, |(_, content)| content)),
            None => String::new(),
        },
        Literal::Null
        | Literal::Number(_)
        | Literal::Bytes(_)
        | Literal::Set(_)
        | Literal::Map(_) => String::new(),
    }
}

/// Adds an element or an entry to an attribute value.
pub(super) fn add_to_value(value: &mut Literal) {
    let Some((kind, _)) = tagged(value) else { return };
    let Some(content) = content_mut(value) else { return };
    match (kind, content) {
        (ValueKind::M, Literal::Map(entries)) => {
            entries.push((String::new(), Literal::single("S", Literal::text(""))));
        }
        (ValueKind::L, Literal::List(elements)) => {
            elements.push(Literal::single("S", Literal::text("")));
        }
        (_, Literal::List(elements)) => elements.push(Literal::text("")),
        _ => {}
    }
}

/// Whether a text is a whole number as JSON writes it.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_short = digits.len() == 1 || !digits.starts_with('0');
    !digits.is_empty() && is_short && digits.bytes().all(|byte| byte.is_ascii_digit())
}
