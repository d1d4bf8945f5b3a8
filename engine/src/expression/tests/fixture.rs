//! An item, names and values for the tests of this module, and how they show errors.

use serde_json::{Value, json};

use crate::api::value::{attribute_value_from_json, item_from_json, plain_from_item};
use crate::expression::binding::Bindings;
use crate::expression::error::ExpressionError;
use crate::model::item::Item;

/// The item that the tests look at.
pub(crate) fn item() -> Item {
    item_from_json(json!({
        "a": { "N": "1" },
        "s": { "S": "abc" },
        "l": { "L": [{ "N": "1" }, { "N": "2" }] },
        "ss": { "SS": ["x", "y"] },
        "ns": { "NS": ["1", "2"] },
        "bs": { "BS": ["AA==", "AQ=="] },
        "m": { "M": { "k": { "N": "1" }, "deep": { "L": [{ "M": { "s": { "S": "abc" } } }] } } },
        "b": { "B": "AQID" },
        "flag": { "BOOL": true },
        "nothing": { "NULL": true },
        "emoji": { "S": "é😀" },
        "dotted.name": { "S": "dot" },
        "status": { "S": "open" },
    }))
    .expect("this is an item")
}

/// The names and values that the tests use: more than any one expression needs.
pub(crate) fn bindings() -> Bindings {
    let names =
        [("#status", "status"), ("#dot", "dotted.name"), ("#0", "a"), ("#a", "a"), ("#_", "m")];
    let values = json!({
        ":0": { "N": "0" }, ":1": { "N": "1" }, ":2": { "N": "2" }, ":3": { "N": "3" }, ":5": { "N": "5" },
        ":max": { "N": "9.9999999999999999999999999999999999999e125" }, ":tiny": { "N": "1e-130" },
        ":abc": { "S": "abc" }, ":ab": { "S": "ab" }, ":bc": { "S": "bc" }, ":x": { "S": "x" }, ":empty": { "S": "" },
        ":b": { "B": "AQID" }, ":b1": { "B": "AQ==" }, ":b23": { "B": "AgM=" },
        ":bool": { "BOOL": true }, ":null": { "NULL": true },
        ":ss": { "SS": ["y", "x"] }, ":ss1": { "SS": ["x", "z"] }, ":ns": { "NS": ["2.0", "1"] }, ":bs": { "BS": ["AQ=="] },
        ":l": { "L": [{ "N": "8" }, { "N": "9" }] }, ":l12": { "L": [{ "N": "1.0" }, { "N": "2" }] },
        ":m": { "M": { "k": { "N": "1" } } },
        ":S": { "S": "S" }, ":L": { "S": "L" }, ":BOOL": { "S": "BOOL" },
    });
    let Value::Object(values) = values else { unreachable!("the values are an object") };
    let names = names.into_iter().map(|(key, name)| (key.to_owned(), name.into())).collect();
    let bind = |(key, value)| (key, attribute_value_from_json(value).expect("this is a value"));
    Bindings::new(names, values.into_iter().map(bind).collect()).expect("these are placeholders")
}

/// An error with the part of the text that it points at.
pub(crate) fn show_error(text: &str, error: &ExpressionError) -> String {
    match error.span.clone() {
        Some(span) => format!("{error}\n  at {span:?} \"{}\"", &text[span.clone()]),
        None => error.to_string(),
    }
}

/// An item as plain JSON.
pub(crate) fn show_item(item: &Item) -> String {
    plain_from_item(item).to_string()
}
