//! Calls of JavaScript and Python that do no more than make a value of another type.

use engine::model::base64;
use engine::model::number::Number;

use crate::code::literal::Literal;
use crate::code::value::{native, typed};

/// The calls whose values are known.
pub(super) const CONVERSIONS: [&str; 16] = [
    "BigInt",
    "Binary",
    "Buffer.from",
    "Decimal",
    "Number",
    "NumberValue.from",
    "Set",
    "String",
    "Uint8Array",
    "Uint8Array.from",
    "bytes",
    "decimal.Decimal",
    "marshall",
    "set",
    "str",
    "unmarshall",
];

/// The value of a call; `None` if its arguments are others than expected.
pub(super) fn converted(name: &str, mut arguments: Vec<Literal>) -> Option<Literal> {
    let encoding = if arguments.len() == 2 { arguments.pop() } else { None };
    if arguments.len() > 1 {
        return None;
    }
    match (name, arguments.pop(), encoding) {
        ("Set" | "set", None, None) => Some(Literal::Set(Vec::new())),
        ("Set" | "set", Some(Literal::List(members) | Literal::Set(members)), None) => {
            Some(Literal::Set(members))
        }
        ("Buffer.from", Some(Literal::Text(text)), Some(Literal::Text(encoding))) => {
            match encoding.as_str() {
                "base64" => base64::decode(&text).ok().map(Literal::Bytes),
                "utf8" | "utf-8" => Some(Literal::Bytes(text.into_bytes())),
                _ => None,
            }
        }
        ("Buffer.from", Some(Literal::Text(text)), None) => Some(Literal::Bytes(text.into_bytes())),
        (
            "Buffer.from" | "Uint8Array" | "Uint8Array.from" | "bytes",
            Some(Literal::List(list)),
            None,
        ) => {
            let bytes = list.iter().map(|element| {
                let Literal::Number(text) = element else { return None };
                text.parse().ok()
            });
            bytes.collect::<Option<_>>().map(Literal::Bytes)
        }
        ("Binary" | "bytes", Some(Literal::Bytes(bytes)), None) => Some(Literal::Bytes(bytes)),
        (
            "BigInt" | "Decimal" | "decimal.Decimal" | "Number" | "NumberValue.from",
            Some(Literal::Text(text) | Literal::Number(text)),
            None,
        ) => number(&text),
        ("String" | "str", Some(Literal::Text(text) | Literal::Number(text)), None) => {
            Some(Literal::Text(text))
        }
        ("unmarshall", Some(Literal::Map(members)), None) => {
            let members = members.into_iter().map(|(name, value)| Some((name, native(value)?)));
            members.collect::<Option<_>>().map(Literal::Map)
        }
        ("marshall", Some(Literal::Map(members)), None) => {
            let members = members.into_iter().map(|(name, value)| Some((name, typed(value)?)));
            members.collect::<Option<_>>().map(Literal::Map)
        }
        _ => None,
    }
}

/// The number of a text, if it is one.
fn number(text: &str) -> Option<Literal> {
    Number::parse(text).ok().map(|_| Literal::Number(text.to_owned()))
}
