//! Capacity units with the sign of their method: an orange triangle up for writes, a blue one down for reads.

use yew::prelude::*;

use crate::message::{number, text};
use crate::view::message::{Argument, Message};
use crate::view::value::{Method, Units};

/// An amount of units: "▲ 5 WCU". Spoken as "5 write units".
#[derive(Debug, Clone, Copy, PartialEq, Properties)]
pub struct Props {
    /// What the units buy.
    pub method: Method,
    /// How many.
    pub units: Units,
    /// Whether the unit's name stands behind the number.
    #[prop_or(true)]
    pub named: bool,
}

/// Draws an amount of units.
#[component]
pub fn Price(props: &Props) -> Html {
    let (class, glyph, unit) = match props.method {
        Method::Write => ("price is-write", "▲", "unit.write"),
        Method::Read => ("price is-read", "▼", "unit.read"),
    };
    html! {
        <span {class}>
            <span aria-hidden="true">
                { glyph }{ "\u{a0}" }{ number::units(props.units) }
                if props.named { { "\u{a0}" }{ crate::message::word(unit) } }
            </span>
            <span class="visually-hidden">{ spoken(props.method, props.units) }</span>
        </span>
    }
}

/// "5 write units".
pub fn spoken(method: Method, units: Units) -> String {
    let key = match method {
        Method::Write => "why.units_written",
        Method::Read => "why.units_read",
    };
    text(&Message::plain(key).with("units", Argument::HalfUnits(units.halves)))
}
