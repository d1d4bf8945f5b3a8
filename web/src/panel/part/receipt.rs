//! The receipt of an operation: its price, and a line for each table and index.

use playground::message::number;
use playground::view::message::{Argument, Message};
use playground::view::receipt::{ReceiptLine, ReceiptView};
use playground::view::value::{Hue, Method};
use yew::prelude::*;

use crate::panel::part::entity::entity_tag;
use crate::panel::part::price::sql;
use crate::panel::part::term::{Term, TermId};
use crate::panel::part::words::{sentence, shared, visible};

/// Draws a receipt.
pub fn receipt(view: &ReceiptView) -> Html {
    let ReceiptView {
        operation, several, entity, subject, method, total, behind, lines, rule, ..
    } = view;
    let is_sql_alone = !view.sql.is_empty() && total.halves == 0;
    let (class, words, term) = match method {
        Method::Write => ("is-write", "why.units_written", TermId::WCU),
        Method::Read => ("is-read", "why.units_read", TermId::RCU),
    };
    let total_words =
        Message::plain(words).with("units", Argument::HalfUnits(total.halves).strong());
    html! {
        <div class={classes!("receipt", class)}>
            <pre class="receipt-subject">
                <span>
                    <b>{ shared(operation) }</b>
                    if let Some(tag) = entity { { " " }{ entity_tag(tag) } }
                </span>
                { for subject.iter().map(|line| html! { <span>{ visible(line) }</span> }) }
            </pre>
            { for several.iter().map(|words| html! { <p>{ sentence(words) }</p> }) }
            <p class="receipt-total row muted">
                if !is_sql_alone { <Term id={term}>{ sentence(&total_words) }</Term> }
                { for behind.iter().map(|words| html! { <span>{ sentence(words) }</span> }) }
                if !view.sql.is_empty() { { sql(view.sql) } }
            </p>
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
