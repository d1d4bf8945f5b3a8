//! Draws advice.

use playground::view::advice::{AdviceView, Cause, Finding, Severity};
use playground::view::message::Argument;
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::effect::{Effect, PageEffect, Target};
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};

impl Draw<PageEffect> for Option<AdviceView> {
    fn draw(&self, send: &Callback<PageEffect>) -> Html {
        let Some(AdviceView { findings, none, basis }) = self else {
            return html! { <p class="empty muted">{ word("advice.no_table") }</p> };
        };
        html! {
            <>
                if findings.is_empty() { <p class="lead">{ sentence(none) }</p> }
                <ul class="stack">{ for findings.iter().map(|it| draw_finding(it, send)) }</ul>
                { for basis.iter().map(|words| html! { <p class="small muted">{ sentence(words) }</p> }) }
            </>
        }
    }
}

fn draw_finding(finding: &Finding, send: &Callback<PageEffect>) -> Html {
    let Finding { severity, words: [what, cure], source, cause, monthly, .. } = finding;
    let (label, show) = match cause.clone() {
        Cause::Index(name) => ("advice.to_index", Effect::Show(Target::Index(name))),
        Cause::Item(item) => ("advice.to_item", Effect::Show(Target::Item(item))),
        Cause::Patterns => ("advice.to_patterns", Effect::Open(PanelId::PATTERNS)),
        Cause::Table => ("advice.to_table", Effect::Show(Target::Table)),
    };
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
                <button type="button" class="link" onclick={press(send, show)}>{ word(label) }</button>
                <a class="push muted" href={source.address()} target="_blank" rel="noopener">{ word(source.title) }</a>
            </p>
        </li>
    }
}
