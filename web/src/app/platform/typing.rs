//! Faults wait until a field is left: what is not typed to its end is not wrong yet.

use std::cell::Cell;
use std::rc::Rc;

use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Document, Event, HtmlInputElement, KeyboardEvent};

use crate::app::platform::document;

/// The attribute of the page while a line is typed, by which the style sheet hides the faults of its form.
const TYPING: &str = "data-typing";

/// How long faults wait after the end of a press, which is followed by its click.
const CLICK_MS: u32 = 300;

/// Whether a line is typed, and whether the pointer is pressed: a fault that appeared then could move the button that is pressed.
#[derive(Default)]
struct Typing {
    is_typing: Cell<bool>,
    is_pressed: Cell<bool>,
}

/// Listens to typing in the whole page. A field that is empty when it is entered waits, too.
pub(super) fn listeners(document: &Document) -> [EventListener; 7] {
    let typing = Rc::new(Typing::default());
    let listen = |kind: &'static str, react: fn(&Rc<Typing>, &Event)| {
        let typing = Rc::clone(&typing);
        EventListener::new(document, kind, move |event| react(&typing, event))
    };
    [
        listen("input", |typing, event| typing.set(line(event).is_some())),
        listen("focusin", |typing, event| {
            typing.set(line(event).is_some_and(|field| field.value().is_empty()));
        }),
        listen("focusout", |typing, _| typing.set(false)),
        listen("keyup", |typing, event| {
            let is_sent = event.unchecked_ref::<KeyboardEvent>().key() == "Enter";
            if is_sent {
                typing.set(false);
            }
        }),
        listen("pointerdown", |typing, _| typing.is_pressed.set(true)),
        listen("pointerup", |typing, _| typing.release()),
        listen("pointercancel", |typing, _| typing.release()),
    ]
}

/// The field of one line in which something happened. A longer text shows its faults line by line.
fn line(event: &Event) -> Option<HtmlInputElement> {
    let field = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    (field.type_() == "text").then_some(field)
}

impl Typing {
    fn set(&self, is_typing: bool) {
        self.is_typing.set(is_typing);
        if is_typing || !self.is_pressed.get() {
            self.show();
        }
    }

    fn release(self: &Rc<Self>) {
        let typing = Rc::clone(self);
        let end = move || {
            typing.is_pressed.set(false);
            typing.show();
        };
        Timeout::new(CLICK_MS, end).forget();
    }

    fn show(&self) {
        if let Some(root) = document().document_element() {
            // Any element can have this attribute.
            drop(root.toggle_attribute_with_force(TYPING, self.is_typing.get()));
        }
    }
}
