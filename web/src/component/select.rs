//! A choice among a few: the browser's own list, so that one keystroke chooses.

use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// A list to choose from.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// What is chosen here.
    pub label: AttrValue,
    /// What can be chosen.
    pub options: Vec<AttrValue>,
    /// The position of what is chosen.
    pub chosen: usize,
    /// The `id` of an element that says more.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    /// Another was chosen, by position.
    pub on_choose: Callback<usize>,
}

/// Draws a list to choose from.
#[component]
pub fn Select(props: &Props) -> Html {
    let node = use_node_ref();
    // A list that a person has touched no longer heeds the attribute `selected`.
    use_effect_with((node.clone(), props.chosen), |(node, chosen)| {
        if let (Some(list), Ok(chosen)) = (node.cast::<HtmlSelectElement>(), i32::try_from(*chosen))
        {
            list.set_selected_index(chosen);
        }
    });
    let on_choose = props.on_choose.clone();
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
            aria-label={&props.label}
            title={&props.label}
            aria-describedby={props.described_by.clone()}
            onchange={on_change}
        >
            { for props.options.iter().enumerate().map(|(position, option)| html! {
                <option selected={position == props.chosen}>{ option }</option>
            }) }
        </select>
    }
}
