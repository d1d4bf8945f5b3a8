//! A modal dialog: the browser keeps the focus inside and gives it back; Escape closes.

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::kept::Part;
use crate::component::markup::{classes, html};

/// A dialog that is open as long as it is drawn.
#[derive(Debug, PartialEq)]
pub struct Dialog {
    /// What it is called.
    pub title: AttrValue,
    /// What its closing button is called.
    pub close_label: AttrValue,
    /// A class for its width.
    pub class: &'static str,
    /// It wants to close.
    pub on_close: Callback<()>,
    /// What is in it.
    pub content: Html,
}

impl Part for Dialog {
    fn draw(&self, node: &NodeRef) -> Html {
        let on_cancel = self.on_close.reform(|event: Event| event.prevent_default());
        let on_click = self.on_close.reform(|_: MouseEvent| ());
        html! {
            <dialog
                ref={node}
                class={classes!("dialog", self.class)}
                aria-labelledby="dialog-title"
                oncancel={on_cancel}
            >
                <header class="dialog-head row">
                    <h2 id="dialog-title">{ &self.title }</h2>
                    <button type="button" class="button push" aria-label={&self.close_label} onclick={on_click}>
                        { icon(Shape::Close) }
                    </button>
                </header>
                { self.content.clone() }
            </dialog>
        }
    }

    fn drawn(&self, node: &NodeRef, before: Option<&Self>) {
        if let (Some(dialog), None) = (node.cast::<HtmlDialogElement>(), before) {
            // Fails only if the dialog is open already, which is what is wanted.
            drop(dialog.show_modal());
            // The browser begins with the first button, which closes: typing begins with the first field.
            if let Ok(Some(field)) = dialog.query_selector("input[type=text]") {
                drop(field.unchecked_into::<HtmlElement>().focus());
            }
        }
    }

    fn gone(&self, node: &NodeRef) {
        if let Some(dialog) = node.cast::<HtmlDialogElement>() {
            dialog.close();
        }
    }
}
