//! Zone E: advice. Each finding with its numbers, its page of the guide, and the way to its cause.

use std::rc::Rc;

use yew::prelude::*;

use crate::app::state::action::{Action, PageAction, TableAction};
use crate::app::state::setting::Zone;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word};
use crate::panel::{Page, PanelFunction, Place};
use crate::view::advice::{AdviceView, Cause, Finding, Severity};
use crate::view::value::Text;

/// The advice's place on the page.
pub const PANEL: PanelFunction =
    PanelFunction { id: PanelId::ADVICE, title: "advice.title", place: Place::Tab, draw };

/// Where DynamoDB's guide is.
const GUIDE: &str = "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/";

fn draw(page: &Page) -> Html {
    html! {
        if let Some(view) = &page.views.plan.advice {
            <Advice view={Rc::clone(view)} on_action={page.on_action.clone()} />
        } else {
            <p class="empty muted">{ word("advice.no_table") }</p>
        }
    }
}

/// What was found.
#[derive(Debug, PartialEq, Properties)]
struct AdviceProps {
    view: Rc<AdviceView>,
    on_action: Callback<Action>,
}

/// Draws the findings.
#[component]
fn Advice(props: &AdviceProps) -> Html {
    let AdviceView { findings, basis } = props.view.as_ref();
    html! {
        <>
            if findings.is_empty() { <p class="lead">{ word("advice.none") }</p> }
            <ul class="stack">{ for findings.iter().map(|finding| props.finding(finding)) }</ul>
            { for basis.iter().map(|words| html! { <p class="small muted">{ sentence(words) }</p> }) }
        </>
    }
}

impl AdviceProps {
    fn finding(&self, finding: &Finding) -> Html {
        let Finding { severity, words: [what, cure], source, cause } = finding;
        let (label, action) = match cause {
            Cause::Index(name) => {
                ("advice.to_index", Action::Page(PageAction::GoToIndex(Text::clone(name))))
            }
            Cause::Item(item) => {
                ("advice.to_item", Action::Table(TableAction::FindItem(item.clone())))
            }
            Cause::Patterns => {
                ("advice.to_patterns", Action::Page(PageAction::ShowWhy(PanelId::PATTERNS)))
            }
            Cause::Table => ("advice.to_table", Action::Page(PageAction::GoToZone(Zone::Table))),
        };
        let is_refusal = *severity == Severity::Refusal;
        html! {
            <li class="card form-rows">
                <b class={classes!("small", is_refusal.then_some("refused"))}>
                    <span aria-hidden="true">{ severity.glyph() }{ " " }</span>{ word(severity.words()) }
                </b>
                <p>{ sentence(what) }</p>
                <p>{ sentence(cure) }</p>
                <p class="row wrap small">
                    <button type="button" class="link" onclick={press(&self.on_action, action)}>{ word(label) }</button>
                    <a class="push muted" href={[GUIDE, source.page].concat()} target="_blank" rel="noopener">{ word(source.title) }</a>
                </p>
            </li>
        }
    }
}
