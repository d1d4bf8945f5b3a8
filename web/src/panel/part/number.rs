//! A field for a whole number, with the words for what it accepts and rejects.

use std::ops::RangeInclusive;

use playground::view::decimal::Decimal;
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::number_field::NumberField;
use crate::panel::part::words::plain;

/// A field for a number.
#[derive(Debug)]
pub struct Number {
    /// Tells the field from its siblings.
    pub key: String,
    pub label: AttrValue,
    /// The number in use.
    pub value: u64,
    /// The numbers that are accepted; `u64::MAX` as its end means that there is no largest.
    pub range: RangeInclusive<u64>,
}

/// Draws a field that always holds a number.
pub fn number(number: Number, on_change: Callback<u64>) -> Html {
    let Number { key, label, value, range } = number;
    let accepts = accepts(&range);
    let rejection = Message::plain("number_field.rejected")
        .with("accepts", Argument::Message(Box::new(accepts.clone())));
    let rejection = rejection.with("value", Argument::Count(value));
    // The field is never emptied: it has no placeholder.
    let on_change = Callback::from(move |number: Option<Decimal>| {
        if let Some(number) = number.and_then(Decimal::whole) {
            on_change.emit(number);
        }
    });
    yew::html! {
        <NumberField {key} {label} value={Some(Decimal::from(value))} {range} accepts={plain(&accepts)} rejection={plain(&rejection)} {on_change} />
    }
}

/// Draws a field that always holds a number, which may have decimals.
pub fn decimal_number(
    key: &str,
    label: AttrValue,
    value: Decimal,
    range: RangeInclusive<u64>,
    on_change: Callback<Decimal>,
) -> Html {
    let accepts = Message::plain("number_field.decimal")
        .with("min", Argument::Count(*range.start()))
        .with("max", Argument::Count(*range.end()));
    let rejection = Message::plain("number_field.rejected")
        .with("accepts", Argument::Message(Box::new(accepts.clone())))
        .with("value", Argument::Decimal(value));
    let on_change = Callback::from(move |number: Option<Decimal>| {
        if let Some(number) = number {
            on_change.emit(number);
        }
    });
    yew::html! {
        <NumberField {key} {label} value={Some(value)} {range} has_decimals=true accepts={plain(&accepts)} rejection={plain(&rejection)} {on_change} />
    }
}

/// Draws a field that may be empty; `placeholder` states what that means.
pub fn optional_number(
    key: &str,
    label: AttrValue,
    placeholder: AttrValue,
    value: Option<u64>,
    range: RangeInclusive<u64>,
    on_change: Callback<Option<u64>>,
) -> Html {
    let accepts = accepts(&range);
    let rejection = match value {
        Some(value) => {
            Message::plain("number_field.rejected").with("value", Argument::Count(value))
        }
        None => Message::plain("number_field.rejected_empty"),
    };
    let rejection = rejection.with("accepts", Argument::Message(Box::new(accepts.clone())));
    let value = value.map(Decimal::from);
    let on_change = on_change.reform(|number: Option<Decimal>| number.and_then(Decimal::whole));
    yew::html! {
        <NumberField {key} {label} {placeholder} {value} {range} accepts={plain(&accepts)} rejection={plain(&rejection)} {on_change} />
    }
}

/// "Whole number from 1 to 100".
fn accepts(range: &RangeInclusive<u64>) -> Message {
    let min = Argument::Count(*range.start());
    match *range.end() {
        u64::MAX => Message::plain("number_field.from").with("min", min),
        max => {
            Message::plain("number_field.range").with("min", min).with("max", Argument::Count(max))
        }
    }
}
