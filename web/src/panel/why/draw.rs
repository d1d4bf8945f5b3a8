//! Draws the receipt of an operation, unfolded into arithmetic.

use playground::view::receipt::{Suggestion, WhyView};
use playground::view::value::OperationOutcome;
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::receipt::receipt;
use crate::panel::part::words::{sentence, word};
use crate::panel::why::View;
use crate::panel::why::state::Action;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let WhyView {
            operation,
            outcome,
            latest,
            receipt: bill,
            access,
            fault: rejected,
            suggestions,
            followers,
            run_since,
            ..
        } = &self.why;
        html! {
            <>
                if let Some(run) = run_since {
                    <p>{ sentence(run) }</p>
                    if operation.is_some() { <h3 class="small muted">{ word("why.before_run") }</h3> }
                } else if operation.is_none() {
                    { welcome(self.first) }
                }
                if operation.is_some() && !latest {
                    <button type="button" class="link" onclick={press(send, Action::Return)}>{ word("why.back") }</button>
                }
                if let Some(rejected) = rejected { { fault(rejected, None) } }
                { for access.iter().map(|words| html! { <p class="rule">{ sentence(words) }</p> }) }
                if let Some(bill) = bill { { receipt(bill) } }
                if !followers.is_empty() {
                    <ul class="why-programs" aria-label={word("why.followers")}>
                        { for followers.iter().map(|run| html! { <li>{ sentence(run) }</li> }) }
                    </ul>
                }
                if *outcome == Some(OperationOutcome::Free) { <p class="rule">{ word("why.free") }</p> }
                if !suggestions.is_empty() {
                    <div class="suggestions">
                        <h3 class="small muted">{ word("why.next") }</h3>
                        { for suggestions.iter().map(|suggestion| suggested(suggestion, send)) }
                    </div>
                }
            </>
        }
    }
}

/// What is shown before the first operation.
fn welcome(first: &'static str) -> Html {
    html! {
        <div class="stack">
            <p class="lead">
                { word("welcome.lead") }{ " " }{ word(first) }
            </p>
            <p>{ word("welcome.preview") }</p>
            <p>{ word("welcome.receipt") }</p>
            <p class="muted">{ word("welcome.private") }</p>
        </div>
    }
}

fn suggested(suggestion: &Suggestion, send: &Callback<Action>) -> Html {
    let action = Action::Do(suggestion.step.clone());
    html! {
        <button type="button" class="suggestion" onclick={press(send, action)}>
            { sentence(&suggestion.words) }
        </button>
    }
}
