//! A field for text, on one line or several. It holds what it is told to hold: the caret stays where it is,
//! because what comes back is what was typed.

use web_sys::{HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

/// A field.
#[expect(clippy::struct_excessive_bools, reason = "as in HTML, each is an attribute of its own")]
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// What is typed here.
    pub label: AttrValue,
    /// Whether the label is for those who listen only.
    #[prop_or_default]
    pub label_hidden: bool,
    /// What stands in it.
    pub text: AttrValue,
    /// An example of what may stand in it.
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    /// Whether it is set as code.
    #[prop_or(true)]
    pub code: bool,
    /// More than one line.
    #[prop_or_default]
    pub multiline: bool,
    /// Whether it takes the focus when it appears.
    #[prop_or_default]
    pub focused: bool,
    /// The `id` of a list of suggestions.
    #[prop_or_default]
    pub list: Option<AttrValue>,
    /// The `id` of an element that says more, such as what is wrong.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    /// Whether something is wrong with it.
    #[prop_or_default]
    pub invalid: bool,
    /// The text after a keystroke.
    pub on_type: Callback<String>,
}

/// Draws a field with its label.
#[component]
pub fn TextField(props: &Props) -> Html {
    let node = use_node_ref();
    use_effect_with((node.clone(), props.focused), |(node, focused)| {
        if let (true, Some(element)) = (*focused, node.cast::<HtmlElement>()) {
            // An element that cannot take the focus leaves it where it was.
            drop(element.focus());
            if let Some(input) = node.cast::<HtmlInputElement>() {
                input.select();
            }
        }
    });
    let class = classes!("field", props.code.then_some("code"));
    let field = if props.multiline {
        let on_input = props.on_type.reform(|event: InputEvent| {
            event.target_unchecked_into::<HtmlTextAreaElement>().value()
        });
        html! {
            <textarea
                ref={node}
                {class}
                rows="4"
                value={&props.text}
                aria-label={&props.label}
                aria-describedby={props.described_by.clone()}
                aria-invalid={props.invalid.then_some("true")}
                spellcheck="false"
                autocapitalize="off"
                oninput={on_input}
            />
        }
    } else {
        let on_input = props
            .on_type
            .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
        html! {
            <input
                ref={node}
                {class}
                type="text"
                value={&props.text}
                placeholder={props.placeholder.clone()}
                list={props.list.clone()}
                aria-label={&props.label}
                aria-describedby={props.described_by.clone()}
                aria-invalid={props.invalid.then_some("true")}
                autocomplete="off"
                spellcheck="false"
                autocapitalize="off"
                oninput={on_input}
            />
        }
    };
    if props.label_hidden {
        return field;
    }
    html! {
        <label class="stack">
            <span class="small muted">{ &props.label }</span>
            { field }
        </label>
    }
}
