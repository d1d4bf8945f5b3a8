//! Draws advice.

use playground::view::advice::{AdviceView, Cause, Finding, Severity};
use playground::view::message::Argument;
use yew::prelude::*;

use crate::panel::advice::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};

/// Draws the findings.
pub(super) fn draw(view: Option<&AdviceView>, send: &Callback<Action>) -> Html {
    let Some(AdviceView { findings, basis }) = view else {
        return html! { <p class="empty muted">{ word("advice.no_table") }</p> };
    };
    html! {
        <>
            if findings.is_empty() { <p class="lead">{ word("advice.none") }</p> }
            <ul class="stack">{ for findings.iter().map(|it| draw_finding(it, send)) }</ul>
            { for basis.iter().map(|words| html! { <p class="small muted">{ sentence(words) }</p> }) }
        </>
    }
}

fn draw_finding(finding: &Finding, send: &Callback<Action>) -> Html {
    let Finding { severity, words: [what, cure], source, cause, monthly, .. } = finding;
    let label = match cause {
        Cause::Index(_) => "advice.to_index",
        Cause::Item(_) => "advice.to_item",
        Cause::Patterns => "advice.to_patterns",
        Cause::Table => "advice.to_table",
    };
    let action = Action::ShowCause(cause.clone());
    let is_rejection = *severity == Severity::Rejection;
    html! {
        <li class="card form-rows">
            <b class={classes!("small", is_rejection.then_some("is-danger"))}>
                <span aria-hidden="true">{ severity.glyph() }{ " " }</span>{ word(severity.words()) }
                if let Some(cost) = monthly {
                    { " · " }{ word_with("advice.monthly", "cost", Argument::Cents(*cost)) }
                }
            </b>
            <p>{ sentence(what) }</p>
            <p>{ sentence(cure) }</p>
            <p class="row wrap small">
                <button type="button" class="link" onclick={press(send, action)}>{ word(label) }</button>
                <a class="push muted" href={source.address()} target="_blank" rel="noopener">{ word(source.title) }</a>
            </p>
        </li>
    }
}
