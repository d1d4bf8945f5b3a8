//! A field for text, on one line or several. It shows the text of its props: the caret stays where it is,
//! because what comes back is what was typed.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use playground::visible::has_hidden;
use web_sys::{HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::component::visible_text::visible_text;

#[expect(clippy::struct_excessive_bools, reason = "as in HTML, each is an attribute of its own")]
#[derive(Debug, PartialEq, Properties)]
pub struct TextFieldProps {
    /// What is typed here.
    pub label: AttrValue,
    /// Whether the label is for screen readers only.
    #[prop_or(true)]
    pub label_hidden: bool,
    pub text: AttrValue,
    /// An example of a text.
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
    pub list: Option<&'static str>,
    /// The `id` of an element that describes the field, such as an error.
    #[prop_or_default]
    pub described_by: Option<AttrValue>,
    /// Whether something is wrong with it.
    #[prop_or_default]
    pub invalid: bool,
    /// Whether its form cannot be sent while it is empty: the browser then leads to it.
    #[prop_or_default]
    pub required: bool,
    /// Milliseconds for which typing pauses before the text is given on: for what takes longer than a keystroke.
    #[prop_or_default]
    pub pause_ms: u32,
    /// The text after a keystroke, or after a pause.
    pub on_type: Callback<String>,
}

/// Draws the field, on one line for code with its label hidden unless the properties differ.
#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.focused, move |focused| {
            if *focused {
                focus(&node);
            }
        });
    }
    // What is typed and not given on.
    let (typing, pause) = (use_state_eq(|| None::<AttrValue>), use_mut_ref(|| None::<Timeout>));
    let forget = {
        let (typing, pause) = (typing.clone(), Rc::clone(&pause));
        move || {
            typing.set(None);
            *pause.borrow_mut() = None;
        }
    };
    {
        let forget = forget.clone();
        use_effect_with(props.text.clone(), move |_| forget());
    }
    let text = (*typing).clone().unwrap_or_else(|| props.text.clone());
    let on_type = match props.pause_ms {
        0 => props.on_type.clone(),
        pause_ms => {
            let on_type = props.on_type.clone();
            Callback::from(move |text: String| {
                typing.set(Some(text.clone().into()));
                let on_type = on_type.clone();
                *pause.borrow_mut() = Some(Timeout::new(pause_ms, move || on_type.emit(text)));
            })
        }
    };
    let on_key = Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            forget();
        }
    });
    // A line break is visible where there are several lines.
    let has_hidden = has_hidden(&text.replace('\n', ""));
    let field = html! {
        <>
            { field(props, &text, &on_type, on_key, node) }
            if has_hidden {
                <span class="hidden-note small">{ visible_text(text) }</span>
            }
        </>
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

fn field(
    props: &TextFieldProps,
    text: &AttrValue,
    on_type: &Callback<String>,
    on_key: Callback<KeyboardEvent>,
    node: NodeRef,
) -> Html {
    let class = classes!("field", props.code.then_some("code"));
    let invalid = props.invalid.then_some("true");
    if props.multiline {
        let on_input = on_type.reform(|event: InputEvent| {
            event.target_unchecked_into::<HtmlTextAreaElement>().value()
        });
        return html! {
            <textarea
                ref={node}
                {class}
                rows="4"
                value={text}
                aria-label={&props.label}
                aria-describedby={props.described_by.clone()}
                aria-invalid={invalid}
                spellcheck="false"
                autocapitalize="off"
                oninput={on_input}
            />
        };
    }
    let on_input = on_type
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    html! {
        <input
            ref={node}
            {class}
            type="text"
            value={text}
            placeholder={props.placeholder.clone()}
            list={props.list}
            required={props.required}
            aria-label={&props.label}
            aria-describedby={props.described_by.clone()}
            aria-invalid={invalid}
            // In a dialog that opens, the browser puts the focus here.
            autofocus={props.focused}
            autocomplete="off"
            spellcheck="false"
            autocapitalize="off"
            onkeydown={on_key}
            oninput={on_input}
        />
    }
}

fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        // An element that cannot take the focus leaves it where it was.
        drop(element.focus());
    }
    if let Some(input) = node.cast::<HtmlInputElement>() {
        input.select();
    }
}
