//! A button that opens a panel below itself. Who draws it says whether it is open.

use yew::prelude::*;

/// A button and its panel.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// The button's `id`, by which the focus comes back to it.
    pub id: AttrValue,
    /// What the button shows.
    pub label: Html,
    /// What the button is called, if it shows no words.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// The button's classes.
    #[prop_or_else(|| classes!("button"))]
    pub class: Classes,
    /// Whether the panel is open.
    pub open: bool,
    /// The button was pressed.
    pub on_toggle: Callback<MouseEvent>,
    /// What is in the panel.
    pub children: Html,
}

/// Draws a button and, if open, its panel.
#[component]
pub fn Menu(props: &Props) -> Html {
    html! {
        <div class="menu">
            <button
                type="button"
                id={&props.id}
                class={props.class.clone()}
                aria-label={props.name.clone()}
                title={props.name.clone()}
                aria-expanded={props.open.to_string()}
                onclick={&props.on_toggle}
            >
                { props.label.clone() }
            </button>
            if props.open {
                <div class="menu-panel">{ props.children.clone() }</div>
            }
        </div>
    }
}
