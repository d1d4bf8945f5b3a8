//! What a phone has no room for: below a button there, and elsewhere in the bar.

use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::panel::part::words::word;

/// What closes the menu: a press on anything in it that does not open a menu of its own.
const CLOSES: &str = "button:not([popovertarget])";

/// The properties of the menu.
#[derive(Debug, PartialEq, Properties)]
pub(super) struct MoreProps {
    pub(super) children: Html,
}

/// Draws the button, which only the style sheet of a phone shows, and what it opens.
#[component]
pub(super) fn More(props: &MoreProps) -> Html {
    let menu = use_node_ref();
    let hide = {
        let menu = menu.clone();
        move || {
            if let Some(menu) = menu.cast::<HtmlElement>() {
                // Fails only if it is hidden already.
                drop(menu.hide_popover());
            }
        }
    };
    let on_change = Callback::from({
        let hide = hide.clone();
        move |_: Event| hide()
    });
    let on_click = Callback::from(move |event: MouseEvent| {
        let pressed = event.target_dyn_into::<Element>();
        if pressed.is_some_and(|it| matches!(it.closest(CLOSES), Ok(Some(_)))) {
            hide();
        }
    });
    html! {
        <>
            <button
                type="button"
                class="button bar-more"
                aria-label={word("bar.more")}
                title={word("bar.more")}
                popovertarget="bar-rest"
            >
                { icon(Shape::More) }
            </button>
            <div ref={menu} id="bar-rest" class="bar-rest" popover="auto" onclick={on_click} onchange={on_change}>
                { props.children.clone() }
            </div>
        </>
    }
}
