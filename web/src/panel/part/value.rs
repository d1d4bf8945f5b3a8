//! The choice of the type of a value, and an example of each.

use playground::view::edit::ValueKind;
use yew::prelude::*;

use crate::component::select::Select;
use crate::panel::part::words::word;

/// Draws the choice of a type: one keystroke chooses.
pub fn kind_select(kind: ValueKind, on_choose: &Callback<ValueKind>) -> Html {
    html! {
        <Select
            label={word("attribute.kind")}
            options={ValueKind::ALL.map(|kind| AttrValue::from(kind.tag())).to_vec()}
            chosen={ValueKind::ALL.iter().position(|other| *other == kind).unwrap_or_default()}
            on_choose={on_choose.reform(|position: usize| ValueKind::ALL[position])}
        />
    }
}

/// An example of a value of a type: a key of the catalogue.
pub const fn example(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::S => "example.s",
        ValueKind::N => "example.n",
        ValueKind::B => "example.b",
        ValueKind::Bool => "example.bool",
        ValueKind::Null => "example.null",
        ValueKind::L => "example.l",
        ValueKind::M => "example.m",
        ValueKind::Ss => "example.ss",
        ValueKind::Ns => "example.ns",
        ValueKind::Bs => "example.bs",
    }
}
