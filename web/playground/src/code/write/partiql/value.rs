//! Values as PartiQL literals.

use engine::model::number::Number;

use crate::code::literal::{Literal, members_of, tagged};
use crate::view::edit::ValueKind;

/// Levels of values in each other that a literal can have.
const LEVELS_MAX: usize = 31;

/// A value as a literal; `None` if it has none: it contains a binary, is nested too deeply or is no value.
pub(super) fn literal(value: &Literal) -> Option<String> {
    nested(value, 1)
}

/// A string as a literal.
pub(super) fn string(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

fn nested(value: &Literal, level: usize) -> Option<String> {
    if level > LEVELS_MAX {
        return None;
    }
    let (kind, content) = tagged(value)?;
    let joined = |open: &str, close: &str, text: &dyn Fn(&Literal) -> Option<String>| {
        let Literal::List(elements) = content else { return None };
        let elements: Option<Vec<String>> = elements.iter().map(text).collect();
        Some(format!("{open}{}{close}", elements?.join(", ")))
    };
    match kind {
        ValueKind::S => content.as_text().map(string),
        ValueKind::N => number(content),
        ValueKind::Bool => match content {
            Literal::Bool(flag) => Some(flag.to_string()),
            _ => None,
        },
        ValueKind::Null => Some("null".to_owned()),
        ValueKind::L => joined("[", "]", &|element| nested(element, level + 1)),
        ValueKind::M => {
            let member = |(name, value): &(String, Literal)| {
                Some(format!("{}: {}", string(name), nested(value, level + 1)?))
            };
            let members: Option<Vec<String>> = members_of(content)?.iter().map(member).collect();
            Some(format!("{{{}}}", members?.join(", ")))
        }
        ValueKind::Ss => joined("<<", ">>", &|text| text.as_text().map(string)),
        ValueKind::Ns => joined("<<", ">>", &number),
        ValueKind::B | ValueKind::Bs => None,
    }
}

/// A number as it is written. What is no number could be anything in a statement.
fn number(number: &Literal) -> Option<String> {
    let text = number.as_text()?;
    Number::parse(text).is_ok().then(|| text.to_owned())
}
