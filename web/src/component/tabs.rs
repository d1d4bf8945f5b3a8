//! Tabs: one of several panels is shown. Left and right move among them, as everywhere.

use web_sys::HtmlElement;
use yew::prelude::*;

/// A row of tabs.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// What the tabs are tabs of.
    pub label: AttrValue,
    /// What each tab says, and the badge beside it.
    pub tabs: Vec<Tab>,
    /// The position of the open one.
    pub open: usize,
    /// The `id` of the panel that they change.
    pub controls: AttrValue,
    /// Another was opened, by position.
    pub on_open: Callback<usize>,
}

/// One tab.
#[derive(Debug, Clone, PartialEq)]
pub struct Tab {
    /// What it says.
    pub label: AttrValue,
    /// A short note beside it.
    pub badge: Option<AttrValue>,
}

/// Draws a row of tabs.
#[component]
pub fn Tabs(props: &Props) -> Html {
    let count = props.tabs.len();
    let on_key = {
        let (open, on_open) = (props.open, props.on_open.clone());
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
        <div class="tabs row" role="tablist" aria-label={&props.label} onkeydown={on_key}>
            { for props.tabs.iter().enumerate().map(|(position, tab)| {
                let open = position == props.open;
                html! {
                    <button
                        type="button"
                        role="tab"
                        class="tab"
                        aria-selected={open.to_string()}
                        aria-controls={&props.controls}
                        tabindex={if open { "0" } else { "-1" }}
                        onclick={props.on_open.reform(move |_| position)}
                    >
                        { &tab.label }
                        if let Some(badge) = &tab.badge { <span class="tab-badge">{ badge }</span> }
                    </button>
                }
            }) }
        </div>
    }
}
