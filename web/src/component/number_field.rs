//! A field for a whole number that never holds a number which is not in use.
//!
//! A number is used when the field is left or confirmed. Any other input is rejected: it stays in the field to be corrected, and a
//! message next to it states what is accepted and which number is used. The field is a text field, because a browser hands out
//! what is typed into `type="number"` only if it is a number.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};

use playground::message::number;
use playground::view::decimal::Decimal;
use web_sys::HtmlInputElement;
use yew::prelude::*;

/// Characters of a number that a field has room for. A longer one makes it wider.
const LENGTH_MAX: usize = 9;

/// A field for a number, with its label.
#[derive(Debug, Clone, PartialEq, Properties)]
pub struct NumberFieldProps {
    pub label: AttrValue,
    /// The number in use; `None` if the field may be empty and is.
    pub value: Option<Decimal>,
    /// The numbers that are accepted.
    pub range: RangeInclusive<u64>,
    /// Whether they may have decimals.
    #[prop_or_default]
    pub has_decimals: bool,
    /// Whether an empty field is accepted, and what it shows then.
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    /// What is accepted, in words: shown while the field has the focus.
    pub accepts: AttrValue,
    /// What is shown after other input was rejected.
    pub rejection: AttrValue,
    /// Another number was given; `None` if the field was emptied.
    pub on_change: Callback<Option<Decimal>>,
}

/// What has been typed since the field last showed the number in use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
enum Typing {
    /// Nothing.
    #[default]
    Done,
    /// This text, which is not in use.
    Text(String),
    /// This text, which was rejected when the field was left, while this number was in use.
    Rejected(String, Option<Decimal>),
}

/// Draws the field. State: what is being typed.
#[component]
pub fn NumberField(props: &NumberFieldProps) -> Html {
    let typing = use_state(Typing::default);
    let hint_id = use_memo((), |()| next_id());
    let in_use = props.value.map(number::decimal).unwrap_or_default();
    let (text, is_invalid) = match &*typing {
        Typing::Text(text) => (text.clone(), read(text, props) == Input::Rejected),
        Typing::Rejected(text, value) if *value == props.value => (text.clone(), true),
        Typing::Done | Typing::Rejected(..) => (in_use, false),
    };
    // An empty field shows its placeholder.
    let shown = if text.is_empty() { props.placeholder.as_deref() } else { Some(&*text) };
    let length = shown.unwrap_or_default().chars().count();
    let is_long = length > LENGTH_MAX;
    let is_rejected = is_invalid && matches!(*typing, Typing::Rejected(..));
    let on_input = {
        let typing = typing.clone();
        Callback::from(move |event: InputEvent| typing.set(Typing::Text(typed(&event))))
    };
    let on_leave = {
        let props = props.clone();
        Callback::from(move |event: Event| {
            let text = typed(&event);
            let number = match read(&text, &props) {
                Input::Number(number) => Some(number),
                Input::Empty => None,
                Input::Rejected => return typing.set(Typing::Rejected(text, props.value)),
            };
            typing.set(Typing::Done);
            if number != props.value {
                props.on_change.emit(number);
            }
        })
    };
    let words = if is_rejected { &props.rejection } else { &props.accepts };
    html! {
        <label class="row small number-field">
            <span class="muted">{ &props.label }</span>
            <input
                class={classes!("field", "number", "push", is_long.then_some("is-long"))}
                size={is_long.then(|| length.to_string())}
                type="text"
                inputmode="numeric"
                autocomplete="off"
                value={text}
                placeholder={props.placeholder.clone()}
                aria-label={&props.label}
                aria-describedby={hint_id.to_string()}
                aria-invalid={is_invalid.then_some("true")}
                oninput={on_input}
                onchange={on_leave}
            />
            <span
                id={hint_id.to_string()}
                class={classes!("number-hint", is_rejected.then_some("is-rejected"))}
                role={is_rejected.then_some("alert")}
            >
                { words }
            </span>
        </label>
    }
}

/// The meaning of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Input {
    /// A number that is accepted.
    Number(Decimal),
    /// Nothing, where that is accepted.
    Empty,
    /// Something else.
    Rejected,
}

fn read(text: &str, props: &NumberFieldProps) -> Input {
    if text.is_empty() && props.placeholder.is_some() {
        return Input::Empty;
    }
    let number = accepted(text, &props.range);
    let number = number.filter(|it| props.has_decimals || it.whole().is_some());
    number.map_or(Input::Rejected, Input::Number)
}

/// A number that lies in the range, as it is usually typed: "1,000", "2M".
fn accepted(text: &str, range: &RangeInclusive<u64>) -> Option<Decimal> {
    Decimal::parse(&number::read(text)).filter(|it| it.is_in(range))
}

fn typed<E: AsRef<Event>>(event: &E) -> String {
    event.as_ref().target_unchecked_into::<HtmlInputElement>().value().trim().to_owned()
}

/// An `id` that no other field of the page has.
fn next_id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("number-hint-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn props(range: RangeInclusive<u64>) -> NumberFieldProps {
        NumberFieldProps {
            label: "Items".into(),
            value: None,
            range,
            has_decimals: false,
            placeholder: None,
            accepts: "".into(),
            rejection: "".into(),
            on_change: Callback::noop(),
        }
    }

    #[test]
    fn only_numbers_of_the_range_are_accepted_and_decimals_where_they_make_sense() {
        let mut props = props(1..=2_000_000);
        for (text, number) in [
            ("1", 1),
            ("100", 100),
            ("070", 70),
            ("2,740", 2_740),
            ("1e6", 1_000_000),
            ("1.5M", 1_500_000),
            ("1 000", 1_000),
        ] {
            assert_eq!(read(text, &props), Input::Number(number.into()), "{text}");
        }
        for text in
            ["0", "2000001", "-5", "+5", "1,5", "3M", "abc", "1e30", "", "99999999999999999999999"]
        {
            assert_eq!(read(text, &props), Input::Rejected, "{text}");
        }
        assert_eq!(read("44.6", &props), Input::Rejected);
        props.has_decimals = true;
        assert_eq!(read("44.6", &props), Input::Number(Decimal::new(446, 1)));
        assert_eq!(read("0.5", &props), Input::Rejected);
        assert_eq!(read("2.740", &props), Input::Rejected, "2,740 or 2.74");
    }

    #[test]
    fn an_empty_field_is_accepted_only_if_it_has_a_meaning() {
        let mut props = props(0..=10);
        assert_eq!(read("", &props), Input::Rejected);
        props.placeholder = Some("as here".into());
        assert_eq!(read("", &props), Input::Empty);
        assert_eq!(read("-", &props), Input::Rejected);
        assert_eq!(read("7", &props), Input::Number(7.into()));
    }

    #[test]
    fn a_field_with_another_callback_is_another_field() {
        let props = |on_change| NumberFieldProps { on_change, ..props(0..=10) };
        assert_ne!(props(Callback::from(|_| {})), props(Callback::from(|_| {})));
    }
}
