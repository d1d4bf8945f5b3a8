//! Draws the last operation in one line.

use playground::message::number;
use playground::view::value::{Method, OperationOutcome};
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::effect::{Effect, PageEffect, Target};
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::price::{price, sql};
use crate::panel::part::words::{name, sentence, word};
use crate::panel::summary::view::{LastView, PartView, RunView, View};

impl Draw<PageEffect> for View {
    fn draw(&self, send: &Callback<PageEffect>) -> Html {
        let LastView { outcome, behind, parts } = match self {
            View::Nothing => return Html::default(),
            View::Hint(words) => {
                return html! { <p class="summary-line row muted">{ word(words) }</p> };
            }
            View::Run(RunView { written, read }) => {
                return html! {
                    <div class="summary-line">
                        <button type="button" class="row" onclick={press(send, Effect::Open(PanelId::RUN))}>
                            <span class="muted">{ word("summary.run") }</span>
                            { price(Method::Write, *written) }
                            { price(Method::Read, *read) }
                            <b class="summary-why push nowrap">{ word("summary.show_run") }</b>
                        </button>
                    </div>
                };
            }
            View::Last(last) => last,
        };
        let leads_to = match outcome {
            OperationOutcome::Charged { method: Method::Read, .. } => "summary.show_run",
            OperationOutcome::Charged { .. }
            | OperationOutcome::Sql(_)
            | OperationOutcome::Free
            | OperationOutcome::Rejected { .. } => "summary.why",
        };
        let explain = Effect::Show(Target::Operation(None));
        html! {
            <div class="summary-line">
                <button type="button" class="row" onclick={press(send, explain)}>
                    { result(*outcome) }
                    { for behind.iter().map(|words| html! { <span>{ sentence(words) }</span> }) }
                    if !parts.is_empty() {
                        <span class="summary-parts">
                            { "= " }
                            { for parts.iter().enumerate().map(part) }
                        </span>
                    }
                    <b class="summary-why push nowrap">{ word(leads_to) }</b>
                </button>
            </div>
        }
    }
}

/// "4 Orders", "+ 1 OpenOrders".
fn part((position, part): (usize, &PartView)) -> Html {
    let PartView { name: store, hue, units } = part;
    html! {
        <>
            if position > 0 { { " + " } }
            { number::units(*units) }{ " " }{ name(store, *hue) }
        </>
    }
}

fn result(outcome: OperationOutcome) -> Html {
    match outcome {
        OperationOutcome::Charged { method, units } => price(method, units),
        OperationOutcome::Sql(requests) => sql(requests),
        OperationOutcome::Free => html! { <b class="muted">{ word("timeline.free") }</b> },
        OperationOutcome::Rejected { charged, .. } => html! {
            <>
                <b class="is-danger">{ word("timeline.rejected") }</b>
                if let Some((method, units)) = charged { { price(method, units) } }
            </>
        },
    }
}
