//! A button that opens a popover below itself. The browser closes it when the user presses Escape or anything outside,
//! and this module when the focus leaves it.

use gloo::events::EventListener;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node, ShowPopoverOptions, ToggleEvent};
use yew::prelude::*;

/// A button and its popover.
#[derive(Debug, PartialEq, Properties)]
pub struct MenuProps {
    /// The button's `id`, by which it gets the focus.
    pub id: &'static str,
    /// What the button shows.
    pub label: Html,
    /// What the button is called, if it shows no words.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// The button's classes.
    pub class: &'static str,
    /// Whether the popover is open.
    pub open: bool,
    /// The browser opens or closes the popover.
    pub on_toggle: Callback<bool>,
    /// What is in the popover while it is open.
    pub children: Html,
}

/// Draws the button and its popover.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let (button, popover) = (use_node_ref(), use_node_ref());
    let popover_id = format!("{}-popover", props.id);
    {
        let is_open = props.open;
        use_effect_with((popover.clone(), props.on_toggle.clone()), |(popover, on_toggle)| {
            let on_toggle = on_toggle.clone();
            let listener = popover.cast::<HtmlElement>().map(|popover| {
                // Before the browser shows the popover, so that its content is there in the first frame.
                EventListener::new(&popover, "beforetoggle", move |event| {
                    on_toggle.emit(event.unchecked_ref::<ToggleEvent>().new_state() == "open");
                })
            });
            || drop(listener)
        });
        let (button, popover) = (button.clone(), popover.clone());
        use_effect_with(is_open, move |is_open| {
            if let (Some(button), Some(popover)) = (button.cast(), popover.cast::<HtmlElement>()) {
                let below = ShowPopoverOptions::new();
                below.set_source(&button);
                // Fails only if the browser has done it already.
                drop(if *is_open {
                    popover.show_popover_with_options(&below)
                } else {
                    popover.hide_popover()
                });
            }
        });
    }
    let node = use_node_ref();
    let on_focus_out = {
        let (menu, is_open, on_toggle) = (node.clone(), props.open, props.on_toggle.clone());
        move |event: FocusEvent| {
            let (menu, next) = (menu.cast::<Node>(), event.related_target());
            let next = next.and_then(|next| next.dyn_into::<Node>().ok());
            if let (Some(menu), Some(next)) = (menu, next)
                && is_open
                && !menu.contains(Some(&next))
            {
                on_toggle.emit(false);
            }
        }
    };
    html! {
        <div ref={node} class="menu" onfocusout={on_focus_out}>
            <button
                ref={button}
                type="button"
                id={props.id}
                class={props.class}
                aria-label={props.name.clone()}
                title={props.name.clone()}
                aria-expanded={props.open.to_string()}
                popovertarget={popover_id.clone()}
            >
                { props.label.clone() }
            </button>
            <div ref={popover} id={popover_id} class="menu-panel" popover="auto">
                if props.open { { props.children.clone() } }
            </div>
        </div>
    }
}
