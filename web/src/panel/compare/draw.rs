//! Draws which of two designs is shown.

use playground::view::compare::Letter;
use yew::prelude::*;

use crate::panel::compare::state::Action;
use crate::panel::compare::view::View;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { shown, asks } = *self;
        html! {
            <section class="notice row wrap" aria-label={word("compare.shown")}>
                { for Letter::ALL.iter().map(|letter| html! {
                    <button
                        type="button"
                        class="button small outlined"
                        aria-pressed={(*letter == shown).to_string()}
                        onclick={press(send, Action::Show(*letter))}
                    >
                        if *letter == shown { <span aria-hidden="true">{ "● " }</span> }
                        { word_with("compare.design", "design", letter.name()) }
                    </button>
                }) }
                <button
                    type="button"
                    class="button small outlined"
                    onclick={press(send, Action::ShowComparison)}
                >
                    { word("compare.open") }
                </button>
                <span class="push" role="status">
                    if asks { { word_with("compare.ask", "design", shown.other().name()) } }
                </span>
                // The focus stays on the button that removes nothing.
                <button
                    type="button"
                    class="button small"
                    onclick={press(send, Action::Ask)}
                >
                    { if asks { word("compare.keep_both") } else { word_with("compare.keep", "design", shown.name()) } }
                </button>
                if asks {
                    <button
                        type="button"
                        class="button small outlined"
                        onclick={press(send, Action::Keep)}
                    >
                        { word_with("compare.remove", "design", shown.other().name()) }
                    </button>
                }
            </section>
        }
    }
}
