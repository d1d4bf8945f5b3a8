//! Capacity units with the sign of their method: an orange triangle up for writes, a blue one down for reads.

use playground::message::{number, text};
use playground::view::message::{Argument, Message};
use playground::view::value::{Method, Units};
use yew::prelude::*;

use crate::panel::part::words::word_with;

/// Draws an amount of units, "▲ 5 WCU". Spoken as "5 write units".
pub fn price(method: Method, units: Units) -> Html {
    let key = match method {
        Method::Write => "unit.amount_write",
        Method::Read => "unit.amount_read",
    };
    draw(method, units, &word_with(key, "units", Argument::HalfUnits(units.halves)))
}

/// Draws an amount of units where there is no room for the unit's name: "▲ 5".
pub fn amount(method: Method, units: Units) -> Html {
    draw(method, units, &number::units(units))
}

fn draw(method: Method, units: Units, shown: &str) -> Html {
    let (class, glyph) = match method {
        Method::Write => ("price is-write", "▲"),
        Method::Read => ("price is-read", "▼"),
    };
    html! {
        <span {class}>
            <span aria-hidden="true">{ glyph }{ "\u{a0}" }{ shown }</span>
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
