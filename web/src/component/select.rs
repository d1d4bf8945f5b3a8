//! A choice among a few: the browser's own list, so that one keystroke chooses.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// A list to choose from.
#[derive(Debug, PartialEq, Properties)]
pub struct SelectProps {
    /// What is chosen here.
    pub label: AttrValue,
    /// What can be chosen.
    pub options: Vec<AttrValue>,
    /// The position of what is chosen.
    pub chosen: usize,
    /// Whether it takes the focus when it appears.
    #[prop_or_default]
    pub focused: bool,
    /// Whether nothing can be chosen now.
    #[prop_or_default]
    pub disabled: bool,
    /// Another was chosen, by position.
    pub on_choose: Callback<usize>,
}

/// Draws the list.
#[component]
pub fn Select(props: &SelectProps) -> Html {
    let list = use_node_ref();
    let on_choose = props.on_choose.clone();
    let on_change = Callback::from(move |event: Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().selected_index();
        // The index is negative if nothing is selected.
        if let Ok(chosen) = usize::try_from(chosen) {
            on_choose.emit(chosen);
        }
    });
    {
        let list = list.clone();
        // A list that a user has changed ignores the attribute `selected`.
        use_effect_with(props.chosen, move |chosen| {
            if let (Some(list), Ok(chosen)) =
                (list.cast::<HtmlSelectElement>(), i32::try_from(*chosen))
            {
                list.set_selected_index(chosen);
            }
        });
    }
    {
        let (list, focused) = (list.clone(), props.focused);
        use_effect_with((), move |()| {
            if let Some(list) = list.cast::<HtmlSelectElement>().filter(|_| focused) {
                // A removed list cannot take the focus; nothing is lost.
                drop(list.focus());
            }
        });
    }
    html! {
        <select
            ref={list}
            class="select"
            disabled={props.disabled}
            aria-label={&props.label}
            title={&props.label}
            onchange={on_change}
        >
            { for props.options.iter().enumerate().map(|(position, option)| html! {
                <option selected={position == props.chosen}>{ option }</option>
            }) }
        </select>
    }
}
