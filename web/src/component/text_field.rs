//! A field for text, on one line or several. It holds what it is told to hold: the caret stays where it is,
//! because what comes back is what was typed.

use web_sys::{HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::component::kept::Part;
use crate::component::markup::{classes, html};
use crate::component::visible_text::visible_text;
use crate::visible::has_hidden;

/// A field.
#[expect(clippy::struct_excessive_bools, reason = "as in HTML, each is an attribute of its own")]
#[derive(Debug, PartialEq)]
pub struct TextField {
    /// What is typed here.
    pub label: AttrValue,
    /// Whether the label is for those who listen only.
    pub label_hidden: bool,
    /// What stands in it.
    pub text: AttrValue,
    /// An example of what may stand in it.
    pub placeholder: Option<AttrValue>,
    /// Whether it is set as code.
    pub code: bool,
    /// More than one line.
    pub multiline: bool,
    /// Whether it takes the focus when it appears.
    pub focused: bool,
    /// The `id` of a list of suggestions.
    pub list: Option<&'static str>,
    /// The `id` of an element that says more, such as what is wrong.
    pub described_by: Option<&'static str>,
    /// Whether something is wrong with it.
    pub invalid: bool,
    /// The text after a keystroke.
    pub on_type: Callback<String>,
}

impl TextField {
    /// A field for code on one line, with its label for those who listen.
    pub fn new(label: AttrValue, text: impl Into<AttrValue>, on_type: Callback<String>) -> Self {
        Self {
            label,
            label_hidden: true,
            text: text.into(),
            placeholder: None,
            code: true,
            multiline: false,
            focused: false,
            list: None,
            described_by: None,
            invalid: false,
            on_type,
        }
    }

    fn field(&self, node: &NodeRef) -> Html {
        let class = classes!("field", self.code.then_some("code"));
        let invalid = self.invalid.then_some("true");
        if self.multiline {
            let on_input = self.on_type.reform(|event: InputEvent| {
                event.target_unchecked_into::<HtmlTextAreaElement>().value()
            });
            return html! {
                <textarea
                    ref={node}
                    {class}
                    rows="4"
                    value={&self.text}
                    aria-label={&self.label}
                    aria-describedby={self.described_by}
                    aria-invalid={invalid}
                    spellcheck="false"
                    autocapitalize="off"
                    oninput={on_input}
                />
            };
        }
        let on_input = self
            .on_type
            .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
        html! {
            <input
                ref={node}
                {class}
                type="text"
                value={&self.text}
                placeholder={self.placeholder.clone()}
                list={self.list}
                aria-label={&self.label}
                aria-describedby={self.described_by}
                aria-invalid={invalid}
                autocomplete="off"
                spellcheck="false"
                autocapitalize="off"
                oninput={on_input}
            />
        }
    }
}

impl Part for TextField {
    fn draw(&self, node: &NodeRef) -> Html {
        // A line break is visible where there are several lines.
        let has_hidden = has_hidden(&self.text.replace('\n', ""));
        let field = html! {
            <>
                { self.field(node) }
                if has_hidden {
                    <span class="hidden-note small">{ visible_text(self.text.clone()) }</span>
                }
            </>
        };
        if self.label_hidden {
            return field;
        }
        html! {
            <label class="stack">
                <span class="small muted">{ &self.label }</span>
                { field }
            </label>
        }
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) {
        let was_focused = before.is_some_and(|before| before.focused);
        if let (true, false, Some(element)) =
            (self.focused, was_focused, node.cast::<HtmlElement>())
        {
            // An element that cannot take the focus leaves it where it was.
            drop(element.focus());
            if let Some(input) = node.cast::<HtmlInputElement>() {
                input.select();
            }
        }
    }
}
