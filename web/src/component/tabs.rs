//! Tabs: one of several panels is shown. Left and right move among them, as everywhere.

use wasm_bindgen::JsCast;
use web_sys::{HtmlCollection, HtmlElement};
use yew::prelude::*;

/// A row of tabs.
#[derive(Debug)]
pub struct Tabs {
    /// What the tabs are tabs of.
    pub label: AttrValue,
    /// The title of each tab.
    pub tabs: Vec<AttrValue>,
    /// The position of the open one.
    pub open: usize,
    /// The `id` of the panel that they change.
    pub controls: &'static str,
    /// Another was opened, by position.
    pub on_open: Callback<usize>,
}

impl Tabs {
    /// Draws the tabs.
    pub fn draw(self) -> Html {
        let count = u32::try_from(self.tabs.len()).expect("a row has few tabs");
        let on_key = {
            let on_open = self.on_open.clone();
            Callback::from(move |event: KeyboardEvent| {
                // A fast user presses the next key before the page is drawn again: the tab with the focus is the open one.
                let Some((list, tab)) = focused_tab(&event) else { return };
                let next = match event.key().as_str() {
                    "ArrowRight" => (tab + 1) % count,
                    "ArrowLeft" => (tab + count - 1) % count,
                    "Home" => 0,
                    "End" => count - 1,
                    _ => return,
                };
                event.prevent_default();
                on_open.emit(usize::try_from(next).expect("a row has few tabs"));
                if let Some(tab) = list.item(next) {
                    // A tab that is gone cannot take the focus; nothing is lost.
                    drop(tab.unchecked_into::<HtmlElement>().focus());
                }
            })
        };
        html! {
            <div class="tabs row wrap" role="tablist" aria-label={self.label} onkeydown={on_key}>
                { for self.tabs.into_iter().enumerate().map(|(position, tab)| {
                    let open = position == self.open;
                    html! {
                        <button
                            type="button"
                            role="tab"
                            class="tab"
                            aria-selected={open.to_string()}
                            aria-controls={self.controls}
                            tabindex={if open { "0" } else { "-1" }}
                            onclick={self.on_open.reform(move |_: MouseEvent| position)}
                        >
                            { tab }
                        </button>
                    }
                }) }
            </div>
        }
    }
}

/// The tabs of the row, and the position of the one that the event happened in.
fn focused_tab(event: &KeyboardEvent) -> Option<(HtmlCollection, u32)> {
    let tab = event.target_dyn_into::<HtmlElement>()?;
    let tabs = tab.parent_element()?.children();
    let position =
        (0..tabs.length()).find(|position| tabs.item(*position).as_ref() == Some(&tab))?;
    Some((tabs, position))
}
