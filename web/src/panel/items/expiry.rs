//! When an item expires, in words, and the times that can be chosen for it.

use playground::view::expiry::{ItemExpiry, TypedExpiry};
use playground::view::message::Argument;
use yew::prelude::*;

use crate::panel::items::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::words::{word, word_with};

/// Times from now after which an item expires that can be chosen, in milliseconds: a minute, an hour, a day, thirty days.
const EXPIRY_TIMES: [u64; 4] = [60_000, 3_600_000, 86_400_000, 2_592_000_000];

/// When an item expires, and when it is deleted.
pub(super) fn expiry_words(expiry: &ItemExpiry) -> Html {
    let deletion = match expiry.deleted_at_ms {
        None => Some(word("item.expiry_too_old")),
        Some(at_ms) if at_ms > expiry.at_ms => {
            Some(word_with("item.expiry_deleted", "time", Argument::Date(at_ms)))
        }
        Some(_) => None,
    };
    html! {
        <>
            { word_with("item.expiry", "time", Argument::Date(expiry.at_ms)) }
            if let Some(deletion) = deletion { <br />{ deletion } }
        </>
    }
}

/// What the time means that is typed for an item to expire, and times that can be chosen.
pub(super) fn typed_expiry(expiry: Option<TypedExpiry>, send: &Callback<Action>) -> Html {
    let Some(expiry) = expiry else { return Html::default() };
    let words = match expiry {
        TypedExpiry::At(expiry) => expiry_words(&expiry),
        TypedExpiry::Milliseconds => html! { { word("draft.expiry_milliseconds") } },
        TypedExpiry::NotTime => html! { { word("draft.expiry_none") } },
    };
    html! {
        <p class="row wrap small draft-expiry">
            <span class="muted">{ words }</span>
            { for EXPIRY_TIMES.map(|by_ms| html! {
                <button
                    type="button"
                    class="button small outlined"
                    onclick={press(send, Action::ExpireIn(by_ms))}
                >
                    { word_with("draft.expire_in", "time", Argument::Ms(by_ms)) }
                </button>
            }) }
        </p>
    }
}
