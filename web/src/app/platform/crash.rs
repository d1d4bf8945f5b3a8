//! What happens when this program panics: `static/boot.js` shows a dialog that does not use the program.
//!
//! The dialog offers the document that was on the page. It cannot ask the program for it, so every document and every
//! line of its journal is handed over as it comes into being.

use std::cell::Cell;

use js_sys::{Function, Reflect};
use serde_json::Value;
use wasm_bindgen::prelude::*;

/// Where `boot.js` leaves a document: a key of the session storage, or a member of the state of the entry in the history. No other
/// origin writes either. The name of a window does not serve: the site that opens the window chooses it.
const RESTORE: &str = "sparsebox:restore";

thread_local! {
    static CRASHED: Cell<bool> = const { Cell::new(false) };
}

/// Shows the dialog when this program panics, and ends the program.
pub fn catch_panics() {
    // `std::panic::set_hook` would be replaced by Yew when it renders.
    yew::set_custom_panic_hook(Box::new(|panic| {
        CRASHED.set(true);
        call("crashed", &panic.to_string().into());
    }));
}

/// Whether this program has panicked. Its state is then not to be trusted, least of all to be stored.
pub fn has_crashed() -> bool {
    CRASHED.get()
}

/// Hands over the document that is on the page from now on.
pub fn hold(document: &str) {
    call("hold", &document.into());
}

/// Hands over more lines of its journal.
pub fn hold_lines(lines: &[String]) {
    for line in lines {
        call("add", &line.into());
    }
}

/// Tells whether this browser has stored all that was handed over.
pub fn hold_saved(saved: bool) {
    call("setSaved", &saved.into());
}

/// Tells whether storing it has failed: it is then passed on to the next start in this tab.
pub fn hold_failing(failing: bool) {
    call("setFailing", &failing.into());
}

/// Tells whether something is under way of which nothing is stored yet: the user is asked before the page is left.
pub fn hold_unfinished(unfinished: bool) {
    call("setUnfinished", &unfinished.into());
}

/// Hands over a file of the sandboxes that were left before they could be stored.
pub fn hold_left(file: Option<String>) {
    call("holdLeft", &file.map_or(JsValue::NULL, JsValue::from));
}

/// What an earlier start of the program in this tab has passed on, because it could not be stored.
#[derive(Debug, Default)]
pub struct Restored {
    /// A file of the sandbox that was on the page.
    pub shown: Option<String>,
    /// A file of those that had left it.
    pub left: Option<String>,
    /// Whether something was under way, of which nothing is stored.
    pub unfinished: bool,
}

/// What the previous start of the program has passed to this one. It is taken: the next reload would restore the same again.
pub fn take_restored() -> Option<Restored> {
    take_from_session().or_else(take_from_history).map(|text| restored_of(&text))
}

fn take_from_session() -> Option<String> {
    let storage = super::session()?;
    let text = storage.get_item(RESTORE).ok()??;
    drop(storage.remove_item(RESTORE));
    Some(text)
}

fn take_from_history() -> Option<String> {
    let history = gloo::utils::window().history().ok()?;
    let text = Reflect::get(&history.state().ok()?, &RESTORE.into()).ok()?.as_string()?;
    drop(history.replace_state(&JsValue::NULL, ""));
    Some(text)
}

fn restored_of(text: &str) -> Restored {
    let json: Value = serde_json::from_str(text).unwrap_or_default();
    let file = |name: &str| json[name].as_str().map(str::to_owned);
    let unfinished = json["unfinished"] == true;
    Restored { shown: file("shown"), left: file("left"), unfinished }
}

/// Calls a function of `boot.js`. Under another page, such as that of the tests, there is none.
fn call(name: &str, argument: &JsValue) {
    let page = Reflect::get(&gloo::utils::window(), &"sparsebox".into()).unwrap_or_default();
    let function = Reflect::get(&page, &name.into()).ok();
    if let Some(function) = function.and_then(|it| it.dyn_into::<Function>().ok()) {
        // It throws no exception, and within a panic an error could not be reported.
        drop(function.call1(&page, argument));
    }
}
