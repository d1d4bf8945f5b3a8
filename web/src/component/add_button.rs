//! A button that adds fields, such as "+ Attribute": what is typed next goes into the first of them, or the first that is empty.
//!
//! The rows have keys, in a list that holds nothing else: otherwise Yew draws those that were there anew.

use gloo::timers::callback::Timeout;
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlInputElement};
use yew::prelude::*;

/// How often fields are looked for. Yew may draw in several slices; a press may also add none.
const LOOK_COUNT: u32 = 100;

/// How long after each other.
const LOOK_EVERY_MS: u32 = 10;

/// The button.
#[derive(Debug, PartialEq, Properties)]
pub struct AddButtonProps {
    #[prop_or(classes!("button", "small", "outlined"))]
    pub class: Classes,
    /// Its name, if it is more than its words.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    #[prop_or_default]
    pub disabled: bool,
    /// Whether it fills in the first fields that it adds.
    #[prop_or_default]
    pub is_filled_in: bool,
    pub on_add: Callback<MouseEvent>,
    pub children: Html,
}

/// Draws the button.
#[component]
pub fn AddButton(props: &AddButtonProps) -> Html {
    let (on_add, is_filled_in) = (props.on_add.clone(), props.is_filled_in);
    let on_click = Callback::from(move |event: MouseEvent| {
        let button = event.target_unchecked_into::<Element>();
        let around = button.closest("dialog, form, .zone, .panel, main").ok().flatten();
        let search = around.map(|around| {
            let before = fields(&around);
            let pressed = document().active_element();
            Search { last: before.clone(), around, before, is_filled_in, pressed }
        });
        on_add.emit(event);
        if let Some(search) = search {
            search.look(LOOK_COUNT);
        }
    });
    html! {
        <button
            type="button"
            class={props.class.clone()}
            aria-label={props.label.clone()}
            disabled={props.disabled}
            onclick={on_click}
        >
            { props.children.clone() }
        </button>
    }
}

/// The search for the fields that a press adds.
#[derive(Debug)]
struct Search {
    around: Element,
    /// The fields before the press.
    before: Vec<Element>,
    /// Those that were there at the last look.
    last: Vec<Element>,
    is_filled_in: bool,
    /// What had the focus.
    pressed: Option<Element>,
}

impl Search {
    /// Moves the focus to the first field that was added, once they are all there. Ends when a user moves it.
    fn look(mut self, count: u32) {
        let Some(count) = count.checked_sub(1) else { return };
        Timeout::new(LOOK_EVERY_MS, move || {
            // From a button that is no longer there, the page has moved the focus on; from one that is, a user has. The body has it
            // when the button is disabled.
            let active = document().active_element();
            let is_there = self.pressed.as_ref().is_some_and(|pressed| pressed.is_connected());
            let is_moved =
                active != self.pressed && active.is_some_and(|it| it.tag_name() != "BODY");
            if is_there && is_moved {
                return;
            }
            let now = fields(&self.around);
            let mut added = now.iter().filter(|field| !self.before.contains(field));
            let added = match self.is_filled_in {
                true => added.find(|field| is_empty(field)),
                false => added.next(),
            };
            match added {
                Some(added) if now == self.last => {
                    // A field that has gone already cannot take the focus; nothing is lost.
                    drop(added.unchecked_ref::<HtmlElement>().focus());
                }
                Some(_) | None => {
                    self.last = now;
                    self.look(count);
                }
            }
        })
        .forget();
    }
}

/// Whether nothing is typed in a field.
fn is_empty(field: &Element) -> bool {
    field.dyn_ref::<HtmlInputElement>().is_some_and(|field| field.value().is_empty())
}

/// The fields in a part of the page, in their order.
fn fields(around: &Element) -> Vec<Element> {
    let Ok(found) = around.query_selector_all("input, select, textarea") else { return Vec::new() };
    (0..found.length()).filter_map(|position| found.get(position)?.dyn_into().ok()).collect()
}
