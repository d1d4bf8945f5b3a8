//! Capacity units with the sign of their method: an orange triangle up for writes, a blue one down for reads.

use yew::prelude::*;

use crate::message::{number, text};
use crate::panel::part::words::word;
use crate::view::message::{Argument, Message};
use crate::view::value::{Method, Units};

/// Draws an amount of units, "▲ 5 WCU". Spoken as "5 write units".
pub fn price(method: Method, units: Units) -> Html {
    let key = match method {
        Method::Write => "unit.write",
        Method::Read => "unit.read",
    };
    let unit = html! { <>{ "\u{a0}" }{ word(key) }</> };
    draw(method, units, unit)
}

/// Draws an amount of units where there is no room for the unit's name: "▲ 5".
pub fn amount(method: Method, units: Units) -> Html {
    draw(method, units, Html::default())
}

fn draw(method: Method, units: Units, unit: Html) -> Html {
    let (class, glyph) = match method {
        Method::Write => ("price is-write", "▲"),
        Method::Read => ("price is-read", "▼"),
    };
    html! {
        <span {class}>
            <span aria-hidden="true">{ glyph }{ "\u{a0}" }{ number::units(units) }{ unit }</span>
            <span class="visually-hidden">{ spoken(method, units) }</span>
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
