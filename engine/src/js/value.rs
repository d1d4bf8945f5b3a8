//! Values of JavaScript as text, and the database that several of its objects share.

use std::cell::{Cell, RefCell};

use js_sys::{JSON, JsString};
use wasm_bindgen::prelude::JsValue;

use crate::database;

/// The JSON of a value; none of what has none, such as `undefined`.
pub(super) fn json(value: &JsValue) -> Option<String> {
    JSON::stringify(value).ok().and_then(|text: JsString| text.as_string())
}

/// The value of a JSON text.
pub(super) fn parsed(text: &str) -> JsValue {
    JSON::parse(text).expect("the engine writes JSON")
}

/// What a database shares with those who answer requests in its name.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) database: RefCell<database::Database>,
    /// Requests that were answered, which names them.
    pub(super) request_count: Cell<u64>,
}
