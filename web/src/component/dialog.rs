//! A modal dialog: the browser keeps the focus inside and gives it back; Escape closes.

use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement};
use yew::prelude::*;

use crate::component::icon::{Shape, icon};

/// A dialog that is open as long as it is drawn.
#[derive(Debug, PartialEq, Properties)]
pub struct DialogProps {
    /// What it is called.
    pub title: AttrValue,
    /// What its closing button is called.
    pub close_label: AttrValue,
    /// A class for its width.
    pub class: &'static str,
    /// It wants to close.
    pub on_close: Callback<()>,
    pub children: Html,
}

/// Draws the dialog.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let dialog = use_node_ref();
    {
        let dialog = dialog.clone();
        use_effect_with((), move |()| {
            let dialog = dialog.cast::<HtmlDialogElement>();
            if let Some(dialog) = &dialog {
                open(dialog);
            }
            move || {
                if let Some(dialog) = dialog {
                    dialog.close();
                }
            }
        });
    }
    let on_cancel = props.on_close.reform(|event: Event| event.prevent_default());
    let on_click = props.on_close.reform(|_: MouseEvent| ());
    html! {
        <dialog
            ref={dialog}
            class={classes!("dialog", props.class)}
            aria-labelledby="dialog-title"
            oncancel={on_cancel}
        >
            <div class="dialog-head row">
                <h2 id="dialog-title">{ &props.title }</h2>
                <button type="button" class="button push" aria-label={&props.close_label} onclick={on_click}>
                    { icon(Shape::Close) }
                </button>
            </div>
            { props.children.clone() }
        </dialog>
    }
}

fn open(dialog: &HtmlDialogElement) {
    // Fails only if the dialog is open already.
    drop(dialog.show_modal());
    // The browser has focused the field that asks for it, or else the first button, which closes the dialog: focus the
    // first text field instead.
    if matches!(dialog.query_selector("[autofocus]"), Ok(Some(_))) {
        return;
    }
    if let Ok(Some(field)) = dialog.query_selector("input[type=text]") {
        drop(field.unchecked_into::<HtmlElement>().focus());
    }
}
