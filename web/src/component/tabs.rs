//! Tabs: one of several panels is shown. Left and right move among them, as everywhere.

use web_sys::HtmlElement;
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
        let count = self.tabs.len();
        let on_key = {
            let (open, on_open) = (self.open, self.on_open.clone());
            Callback::from(move |event: KeyboardEvent| {
                let next = match event.key().as_str() {
                    "ArrowRight" => (open + 1) % count,
                    "ArrowLeft" => (open + count - 1) % count,
                    "Home" => 0,
                    "End" => count - 1,
                    _ => return,
                };
                event.prevent_default();
                on_open.emit(next);
                let list = event.target_unchecked_into::<HtmlElement>().parent_element();
                let tab = list.and_then(|list| list.children().item(u32::try_from(next).ok()?));
                if let Some(tab) = tab {
                    // A tab that is gone cannot take the focus; nothing is lost.
                    drop(wasm_bindgen::JsCast::unchecked_into::<HtmlElement>(tab).focus());
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
