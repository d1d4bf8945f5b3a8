//! A button that opens a panel below itself. The caller decides whether it is open.

use yew::prelude::*;

/// A button and its panel.
#[derive(Debug)]
pub struct Menu {
    /// The button's `id`, by which the focus comes back to it.
    pub id: &'static str,
    /// What the button shows.
    pub label: Html,
    /// What the button is called, if it shows no words.
    pub name: Option<AttrValue>,
    /// The button's classes.
    pub class: &'static str,
    /// Whether the panel is open.
    pub open: bool,
    /// The button was pressed.
    pub on_toggle: Callback<MouseEvent>,
    /// What is in the panel.
    pub content: Html,
}

impl Menu {
    /// Draws the button and, if open, its panel.
    pub fn draw(self) -> Html {
        html! {
            <div class="menu">
                <button
                    type="button"
                    id={self.id}
                    class={self.class}
                    aria-label={self.name.clone()}
                    title={self.name}
                    aria-expanded={self.open.to_string()}
                    onclick={self.on_toggle}
                >
                    { self.label }
                </button>
                if self.open {
                    <div class="menu-panel">{ self.content }</div>
                }
            </div>
        }
    }
}
