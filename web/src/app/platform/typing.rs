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
struct Faults {
    is_typing: Cell<bool>,
    is_pressed: Cell<bool>,
    press_count: Cell<u32>,
}

/// Listens to typing in the whole page. A field that is empty when it is entered waits, too.
pub(super) fn listeners(document: &Document) -> [EventListener; 7] {
    let faults = Rc::new(Faults::default());
    let listen = |kind: &'static str, react: fn(&Rc<Faults>, &Event)| {
        let faults = Rc::clone(&faults);
        EventListener::new(document, kind, move |event| react(&faults, event))
    };
    [
        listen("input", |faults, event| faults.set(line(event).is_some())),
        listen("focusin", |faults, event| {
            faults.set(line(event).is_some_and(|field| field.value().is_empty()));
        }),
        listen("focusout", |faults, _| faults.set(false)),
        listen("keyup", |faults, event| {
            let is_sent = event.unchecked_ref::<KeyboardEvent>().key() == "Enter";
            if is_sent {
                faults.set(false);
            }
        }),
        listen("pointerdown", |faults, _| faults.press()),
        listen("pointerup", |faults, _| faults.release()),
        listen("pointercancel", |faults, _| faults.release()),
    ]
}

/// The field of one line in which something happened. A longer text shows its faults line by line.
fn line(event: &Event) -> Option<HtmlInputElement> {
    let field = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    (field.type_() == "text").then_some(field)
}

impl Faults {
    fn set(&self, is_typing: bool) {
        self.is_typing.set(is_typing);
        if is_typing || !self.is_pressed.get() {
            self.show();
        }
    }

    fn press(&self) {
        self.is_pressed.set(true);
        self.press_count.set(self.press_count.get().wrapping_add(1));
    }

    fn release(self: &Rc<Self>) {
        let (faults, press) = (Rc::clone(self), self.press_count.get());
        let end = move || {
            // Another press may have begun.
            if faults.press_count.get() == press {
                faults.is_pressed.set(false);
                faults.show();
            }
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
