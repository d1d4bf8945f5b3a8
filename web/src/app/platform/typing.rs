//! Faults wait until a field is left: what is not typed to its end is not wrong yet.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{Document, Event, HtmlInputElement, KeyboardEvent};

use crate::app::platform::document;

/// The attribute of the page while a line is typed, by which the style sheet hides the faults of its form.
const TYPING: &str = "data-typing";

/// Listens to typing in the whole page. A field that is empty when it is entered waits, too.
pub(super) fn listeners(document: &Document) -> [EventListener; 4] {
    [
        EventListener::new(document, "input", |event| set_typing(line(event).is_some())),
        EventListener::new(document, "focusin", |event| {
            set_typing(line(event).is_some_and(|field| field.value().is_empty()));
        }),
        EventListener::new(document, "focusout", |_| set_typing(false)),
        EventListener::new(document, "keyup", |event| {
            let is_sent = event.unchecked_ref::<KeyboardEvent>().key() == "Enter";
            if is_sent {
                set_typing(false);
            }
        }),
    ]
}

/// The field of one line in which something happened. A longer text shows its faults line by line.
fn line(event: &Event) -> Option<HtmlInputElement> {
    let field = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    (field.type_() == "text").then_some(field)
}

fn set_typing(is_typing: bool) {
    if let Some(root) = document().document_element() {
        // Any element can have this attribute.
        drop(root.toggle_attribute_with_force(TYPING, is_typing));
    }
}
