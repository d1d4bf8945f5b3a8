//! A text that is selected when it appears, to be copied by hand.

use web_sys::HtmlInputElement;
use yew::prelude::*;

/// A text that is copied by hand.
#[derive(Debug, PartialEq, Properties)]
pub struct SelectedTextProps {
    /// What the field is called.
    pub label: AttrValue,
    pub text: AttrValue,
}

/// A text that is selected when it appears.
#[component]
pub fn SelectedText(props: &SelectedTextProps) -> Html {
    let node = use_node_ref();
    use_effect_with((node.clone(), props.text.clone()), |(node, _)| {
        if let Some(field) = node.cast::<HtmlInputElement>() {
            // A field that cannot take the focus can be selected by hand.
            drop(field.focus());
            field.select();
        }
    });
    html! {
        <input
            ref={node}
            class="field code"
            type="text"
            readonly=true
            aria-label={&props.label}
            value={&props.text}
        />
    }
}
