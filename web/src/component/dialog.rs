//! A modal dialog: the browser keeps the focus inside and gives it back; Escape closes.

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};

/// A dialog that is open as long as it is drawn.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct Props {
    /// What it is called.
    pub title: AttrValue,
    /// What its closing button is called.
    pub close_label: AttrValue,
    /// A class for its width.
    #[prop_or_default]
    pub class: Classes,
    /// It wants to close.
    pub on_close: Callback<()>,
    /// What is in it.
    pub children: Html,
}

/// Draws a dialog.
#[component]
pub fn Dialog(props: &Props) -> Html {
    let node = use_node_ref();
    use_effect_with(node.clone(), |node| {
        let dialog = node.cast::<HtmlDialogElement>();
        if let Some(dialog) = &dialog {
            // Fails only if the dialog is open already, which is what is wanted.
            drop(dialog.show_modal());
            // The browser begins with the first button, which closes: typing begins with the first field.
            if let Ok(Some(field)) = dialog.query_selector("input[type=text]") {
                drop(field.unchecked_into::<HtmlElement>().focus());
            }
        }
        move || {
            if let Some(dialog) = dialog {
                dialog.close();
            }
        }
    });
    let on_cancel = props.on_close.reform(|event: Event| event.prevent_default());
    let on_click = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <dialog
            ref={node}
            class={classes!("dialog", props.class.clone())}
            aria-labelledby="dialog-title"
            oncancel={on_cancel}
        >
            <header class="dialog-head row">
                <h2 id="dialog-title">{ &props.title }</h2>
                <button type="button" class="button push" aria-label={&props.close_label} onclick={on_click}>
                    { icon(Shape::Close) }
                </button>
            </header>
            { props.children.clone() }
        </dialog>
    }
}
