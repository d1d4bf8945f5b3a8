//! The PartiQL statements of a request: their text with what is marked in it, and the operation that each becomes.

use playground::view::message::Argument;
use playground::view::statement::{Mark, PieceKind, PlanView, StatementPiece, StatementView};
use yew::prelude::*;

use crate::panel::part::words::{sentence, visible, word, word_with};

/// Draws the statements; nothing if there are none.
pub(super) fn draw(statements: &[StatementView]) -> Html {
    if statements.is_empty() {
        return Html::default();
    }
    html! {
        <section class="statements" aria-label={word("plan.title")}>
            <h4 class="form-name">{ word("plan.title") }</h4>
            { for statements.iter().map(statement) }
        </section>
    }
}

fn statement(view: &StatementView) -> Html {
    let StatementView { number, pieces, plan } = view;
    html! {
        <div class="statement" key={number.unwrap_or_default()}>
            if let Some(number) = number {
                <p class="small muted">{ word_with("plan.statement", "number", Argument::Count(*number)) }</p>
            }
            <p class="statement-text code">{ for pieces.iter().map(piece) }</p>
            { for plan.as_ref().map(plan_words) }
        </div>
    }
}

fn piece(piece: &StatementPiece) -> Html {
    let kind = match piece.kind {
        PieceKind::Keyword => Some("statement-keyword"),
        PieceKind::Literal => Some("statement-literal"),
        PieceKind::Plain => None,
    };
    let mark = match piece.mark {
        Some(Mark::Filter) => Some("is-filter"),
        Some(Mark::Fault) => Some("is-fault"),
        None => None,
    };
    // A line break is drawn as a line break, not as a hidden character.
    let lines = piece.text.split('\n').enumerate().map(|(position, line)| {
        html! { <>if position > 0 { { "\n" } }{ visible(&line.into()) }</> }
    });
    html! { <span class={classes!(kind, mark)}>{ for lines }</span> }
}

fn plan_words(plan: &PlanView) -> Html {
    html! {
        <div class={classes!("plan", plan.is_scan.then_some("is-scan"))}>
            <p class="plan-operation">{ sentence(&plan.operation) }</p>
            { for plan.details.iter().map(|detail| html! { <p class="small">{ sentence(detail) }</p> }) }
        </div>
    }
}
