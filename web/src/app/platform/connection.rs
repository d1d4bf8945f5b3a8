//! The connection of the user.

use gloo::utils::window;
use wasm_bindgen::JsValue;

/// Whether the user has asked the browser to load little. `web-sys` has no such member yet, and not every browser has it.
pub fn saves_data() -> bool {
    let member = |of: &JsValue, name: &str| js_sys::Reflect::get(of, &name.into());
    let connection = member(&window().navigator(), "connection");
    let saves = connection.and_then(|connection| member(&connection, "saveData"));
    saves.is_ok_and(|saves| saves.is_truthy())
}
