//! A field for a whole number. It is asked for when it is left or confirmed, so that half a number is never acted on.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::kept::Part;
use crate::component::markup::html;

/// A field for a number, with its label.
#[derive(Debug)]
pub struct NumberField {
    /// What the number is of, and of nothing else on the page: fields of equal name and value are the same field.
    pub id: AttrValue,
    /// What it is called.
    pub label: AttrValue,
    /// The number.
    pub value: u64,
    /// The smallest that is allowed.
    pub min: u64,
    /// Another number was given.
    pub on_change: Callback<u64>,
}

/// What is being typed stays while nothing else has changed, whatever else is drawn.
impl PartialEq for NumberField {
    fn eq(&self, other: &Self) -> bool {
        (&self.id, &self.label, self.value, self.min)
            == (&other.id, &other.label, other.value, other.min)
    }
}

impl Part for NumberField {
    fn draw(&self, _node: &NodeRef) -> Html {
        let (value, min, on_change) = (self.value, self.min, self.on_change.clone());
        let on_input = Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            match input.value().parse() {
                Ok(number) if number >= min => on_change.emit(number),
                _ => input.set_value(&value.to_string()),
            }
        });
        html! {
            <label class="row small">
                <span class="muted">{ &self.label }</span>
                <input
                    class="field number push"
                    type="number"
                    inputmode="numeric"
                    min={min.to_string()}
                    value={value.to_string()}
                    onchange={on_input}
                />
            </label>
        }
    }
}
