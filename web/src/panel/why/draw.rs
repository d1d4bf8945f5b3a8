//! Draws the receipt of an operation, unfolded into arithmetic.

use playground::message::number;
use playground::view::message::{Argument, Message};
use playground::view::receipt::{ReceiptLine, ReceiptView, Suggestion, WhyView};
use playground::view::value::{Hue, Method, OperationOutcome};
use yew::prelude::*;

use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::term::{Term, TermId};
use crate::panel::part::words::{sentence, shared, visible, word};
use crate::panel::why::state::Action;

/// Draws the panel.
pub(super) fn draw(view: &WhyView, send: &Callback<Action>) -> Html {
    let WhyView { operation, outcome, latest, receipt, fault: rejected, suggestions, .. } = view;
    html! {
        <>
            if operation.is_none() { { welcome() } }
            if operation.is_some() && !latest {
                <button type="button" class="link" onclick={press(send, Action::Return)}>{ word("why.back") }</button>
            }
            if let Some(rejected) = rejected { { fault(rejected, None) } }
            if let Some(receipt) = receipt { { bill(receipt) } }
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

/// What is shown before the first operation.
fn welcome() -> Html {
    html! {
        <div class="stack">
            <p class="lead">{ word("welcome.lead") }</p>
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

fn bill(view: &ReceiptView) -> Html {
    let ReceiptView { operation, several, subject, method, total, lines, rule } = view;
    let (class, words, term) = match method {
        Method::Write => ("is-write", "why.units_written", TermId::WCU),
        Method::Read => ("is-read", "why.units_read", TermId::RCU),
    };
    let total = Message::plain(words).with("units", Argument::HalfUnits(total.halves).strong());
    html! {
        <div class={classes!("receipt", class)}>
            <pre class="receipt-subject">
                <b>{ shared(operation) }</b>
                { for subject.iter().map(|line| html! { <span>{ visible(line) }</span> }) }
            </pre>
            { for several.iter().map(|words| html! { <p>{ sentence(words) }</p> }) }
            <p class="receipt-total row muted"><Term id={term}>{ sentence(&total) }</Term></p>
            <ol class="receipt-lines">{ for lines.iter().map(line) }</ol>
            if let Some(rule) = rule { <p class="rule">{ sentence(rule) }</p> }
        </div>
    }
}

fn line(line: &ReceiptLine) -> Html {
    let ReceiptLine { units, words, hue, arithmetic } = line;
    let free = (units.halves == 0).then_some("is-none");
    html! {
        <li class={classes!("receipt-line", free)}>
            <b class="receipt-units">{ number::units(*units) }</b>
            <span class={classes!(hue.map(Hue::class))}>{ sentence(words) }</span>
            { for arithmetic.iter().map(|step| html! { <p class="small muted">{ sentence(step) }</p> }) }
        </li>
    }
}
