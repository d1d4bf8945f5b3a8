//! Properties of an element's style that are computed while the page runs.

use web_sys::HtmlElement;
use yew::prelude::*;

/// Sets properties, such as `("--first-edge", "38.5%")`, on the element that the returned reference is given to.
///
/// A `style` attribute does the same, but the page's Content-Security-Policy rejects it.
#[hook]
pub fn use_style_properties(properties: Vec<(&'static str, String)>) -> NodeRef {
    let node = use_node_ref();
    let element = node.clone();
    use_effect_with(properties, move |properties| {
        let Some(element) = element.cast::<HtmlElement>() else { return };
        for (name, value) in properties {
            // Every browser that runs WebAssembly accepts any text as the value of a custom property.
            drop(element.style().set_property(name, value));
        }
    });
    node
}
