//! A button that moves while it is pressed is pressed.
//!
//! A press ends what was typed before it, and what that changes can move the button before the pointer is released. The
//! browser then clicks what both places have in common, which is no button.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Document, Element, Event, HtmlElement, MouseEvent, Node};

/// What a click acts on.
const PRESSABLE: &str = "button, a[href], summary, label, input[type=checkbox], input[type=radio]";

/// How far a pointer may move in a press, in pixels.
const STILL_PX: i32 = 4;

/// Where a press began.
struct Press {
    element: HtmlElement,
    /// What it was called, if it has a name of its own: a list that is drawn anew may use it for another row.
    label: Option<String>,
    x: i32,
    y: i32,
}

impl Press {
    fn begin(event: &Event) -> Option<Self> {
        let is_main = event.dyn_ref::<MouseEvent>()?.button() == 0;
        let target = event.target().filter(|_| is_main)?;
        let element = target.dyn_into::<Element>().ok()?.closest(PRESSABLE).ok()??;
        let (x, y) = place(event)?;
        let element: HtmlElement = element.dyn_into().ok()?;
        Some(Self { label: label(&element), element, x, y })
    }

    /// Whether its click is for another element, although the pointer is where it was.
    fn has_missed(&self, click: &Event) -> bool {
        let target = click.target().and_then(|it| it.dyn_into::<Node>().ok());
        let is_still = place(click)
            .is_some_and(|(x, y)| (x - self.x).abs() <= STILL_PX && (y - self.y).abs() <= STILL_PX);
        click.is_trusted()
            && is_still
            && self.element.is_connected()
            && label(&self.element) == self.label
            && !self.element.contains(target.as_ref())
    }
}

fn label(element: &HtmlElement) -> Option<String> {
    element.get_attribute("aria-label")
}

fn place(event: &Event) -> Option<(i32, i32)> {
    let event = event.dyn_ref::<MouseEvent>()?;
    Some((event.client_x(), event.client_y()))
}

/// Listens to presses in the whole page.
pub(super) fn listeners(document: &Document) -> [EventListener; 2] {
    let press = Rc::new(RefCell::new(None));
    let begun = Rc::clone(&press);
    let before_others = EventListenerOptions::run_in_capture_phase();
    let preventing = EventListenerOptions { passive: false, ..before_others };
    [
        EventListener::new_with_options(document, "pointerdown", before_others, move |event| {
            begun.replace(Press::begin(event));
        }),
        EventListener::new_with_options(document, "click", preventing, move |event| {
            let missed = press.take().filter(|press: &Press| press.has_missed(event));
            if let Some(press) = missed {
                event.stop_propagation();
                event.prevent_default();
                // When this listener has returned: a closure cannot be called in itself.
                spawn_local(async move { press.element.click() });
            }
        }),
    ]
}
