//! A choice among a few: the browser's own list, so that one keystroke chooses.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::component::kept::Part;
use crate::component::markup::html;

/// A list to choose from.
#[derive(Debug, PartialEq)]
pub struct Select {
    /// What is chosen here.
    pub label: AttrValue,
    /// What can be chosen.
    pub options: Vec<AttrValue>,
    /// The position of what is chosen.
    pub chosen: usize,
    /// Another was chosen, by position.
    pub on_choose: Callback<usize>,
}

impl Part for Select {
    fn draw(&self, node: &NodeRef) -> Html {
        let on_choose = self.on_choose.clone();
        let on_change = Callback::from(move |event: Event| {
            let chosen = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
            if let Ok(chosen) = usize::try_from(chosen) {
                on_choose.emit(chosen);
            }
        });
        html! {
            <select
                ref={node}
                class="select"
                aria-label={&self.label}
                title={&self.label}
                onchange={on_change}
            >
                { for self.options.iter().enumerate().map(|(position, option)| html! {
                    <option selected={position == self.chosen}>{ option }</option>
                }) }
            </select>
        }
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) {
        let has_changed = before.is_none_or(|before| before.chosen != self.chosen);
        // A list that a person has touched no longer heeds the attribute `selected`.
        if let (true, Some(list), Ok(chosen)) =
            (has_changed, node.cast::<HtmlSelectElement>(), i32::try_from(self.chosen))
        {
            list.set_selected_index(chosen);
        }
    }
}
