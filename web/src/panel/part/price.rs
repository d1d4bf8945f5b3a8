//! Capacity units with the sign of their method: an orange triangle up for writes, a blue one down for reads.

use std::rc::Rc;

use playground::message::{number, text};
use playground::view::message::{Argument, Message};
use playground::view::pattern::PatternTerm;
use playground::view::value::{Method, SqlUse, Units};
use yew::prelude::*;

use crate::panel::part::words::{plain, sentence, word_with};

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

/// Draws requests to SQL tables, "1 SQL read".
pub fn sql(requests: SqlUse) -> Html {
    html! { <span class="price is-sql">{ plain(&Message::from(requests)) }</span> }
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

/// "▲ 4 Orders".
pub fn average(term: &PatternTerm) -> Html {
    let PatternTerm { method, hundredths, store, hue, is_fetch } = term;
    let (class, glyph, key) = match method {
        Method::Write => ("price is-write", "▲", "unit.amount_write"),
        Method::Read => ("price is-read", "▼", "unit.amount_read"),
    };
    let store = Argument::Name(Rc::clone(store), *hue);
    let store_key = if *is_fetch { "pattern.fetched_from" } else { "receipt.index" };
    let store = Message::plain(store_key).with("name", store);
    html! {
        <li>
            <span {class}><span aria-hidden="true">{ glyph }{ "\u{a0}" }</span>{ word_with(key, "units", number::short(*hundredths)) }</span>
            { " " }
            { sentence(&store) }
        </li>
    }
}
