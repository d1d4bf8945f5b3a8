//! Draws the access patterns and the form to write one.

use std::rc::Rc;

use playground::message::number;
use playground::view::cost::throttles;
use playground::view::message::{Argument, Message};
use playground::view::pattern::{
    PatternAnswer, PatternDraft, PatternTerm, PatternView, PatternsView, Period, Verdict,
};
use playground::view::value::{Method, Text};
use yew::prelude::*;

use crate::component::json_editor::JsonEditor;
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, visible, word, word_with};
use crate::panel::patterns::state::Action;
use crate::panel::patterns::view::View;

/// The placeholders of requests, as the form lists them.
const PLACEHOLDERS: &str =
    "{uniform} {zipf} {hot} {round} {block} {sequence} {day} {now} {shard} {hash} {text} {maybe}";

/// Draws the panel.
pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    let View { patterns: view, draft } = view;
    Drawing { view, draft: draft.as_ref(), send }.draw()
}

/// What is drawn, and where actions go.
#[derive(Debug, Clone, Copy)]
struct Drawing<'d> {
    view: &'d PatternsView,
    draft: Option<&'d PatternDraft>,
    send: &'d Callback<Action>,
}

impl Drawing<'_> {
    fn draw(self) -> Html {
        let PatternsView { patterns, sums, proposals, .. } = self.view;
        let open = self.draft.and_then(|draft| draft.position);
        html! {
            <>
                if patterns.is_empty() {
                    <p>{ word("pattern.none") }</p>
                } else {
                    <p class="lead">{ sentence(sums) }</p>
                }
                <ul class="patterns">
                    { for patterns.iter().enumerate().map(|(position, pattern)| html! {
                        <li class="card">
                            if open == Some(position) { { self.form() } } else { { self.pattern(pattern) } }
                        </li>
                    }) }
                </ul>
                if self.draft.is_some() && open.is_none() { <div class="patterns"><div class="card">{ self.form() }</div></div> }
                if self.draft.is_none() && !proposals.is_empty() {
                    <div class="suggestions">
                        <h3 class="small muted">{ word("pattern.propose") }</h3>
                        { for proposals.iter().map(|proposal| html! {
                            <button type="button" class="suggestion" onclick={self.press(Action::Type(proposal.clone()))}>
                                { "+ " }{ visible(&proposal.name) }
                            </button>
                        }) }
                    </div>
                }
            </>
        }
    }

    fn press(self, action: Action) -> Callback<MouseEvent> {
        press(self.send, action)
    }

    fn pattern(self, pattern: &PatternView) -> Html {
        let PatternView { draft, rate, answer } = pattern;
        let label = |key| word_with(key, "name", draft.name.as_ref());
        let copy = PatternDraft {
            position: None,
            name: word_with("pattern.copy_of", "name", draft.name.as_ref()).as_str().into(),
            ..draft.clone()
        };
        let run = Action::Run {
            operation: Text::clone(&draft.operation),
            request: Text::clone(&answer.filled),
        };
        let position = draft.position.unwrap_or_default();
        html! {
            <div class="form-rows">
                <p class="row wrap">
                    <b>{ visible(&draft.name) }</b>
                    <code class="small">{ shared(&draft.operation) }</code>
                    <span class="small muted push">{ sentence(rate) }</span>
                </p>
                { outcome(answer, None) }
                <p class="row wrap">
                    <button type="button" class="button small" aria-label={label("pattern.edit_label")} onclick={self.press(Action::Type(draft.clone()))}>{ word("pattern.edit") }</button>
                    <button type="button" class="button small" aria-label={label("pattern.copy_label")} onclick={self.press(Action::Type(copy))}>{ word("pattern.copy") }</button>
                    <button type="button" class="button small" aria-label={label("pattern.run_label")} disabled={answer.verdict == Verdict::Fails} onclick={self.press(run)}>{ word("pattern.run") }</button>
                    <button type="button" class="button small is-danger" aria-label={label("pattern.delete_label")} onclick={self.press(Action::Delete(position))}>{ word("pattern.delete") }</button>
                </p>
            </div>
        }
    }

    /// A callback that changes the draft with what was chosen or typed.
    fn change<T: 'static>(self, change: fn(&mut PatternDraft, T)) -> Callback<T> {
        let draft = self.draft.cloned();
        self.send.reform(move |input| {
            let mut draft = draft.clone().expect("a form is drawn of a draft");
            change(&mut draft, input);
            Action::Type(draft)
        })
    }

    fn form(self) -> Html {
        let Some(draft) = self.draft else { return Html::default() };
        let operations = self.view.operations.clone();
        let chosen = operations.iter().position(|it| *it == draft.operation).unwrap_or_default();
        let names = operations.clone();
        let on_operation = self
            .send
            .reform(move |position: usize| Action::ChooseOperation(Text::clone(&names[position])));
        let on_submit = self.send.reform(|event: SubmitEvent| {
            event.prevent_default();
            Action::Save
        });
        let answer = self.view.draft.as_ref().and_then(|draft| draft.as_ref().ok());
        let fault = answer.and_then(|answer| answer.fault.as_ref());
        // Another operation has another text, which begins at its start.
        let position = draft.position.map_or_else(|| "new".to_owned(), |it| it.to_string());
        let key = [&position, " ", &*draft.operation].concat();
        html! {
            <form class="form-rows" aria-label={word("pattern.form")} onsubmit={on_submit}>
                <TextField
                    label_hidden=false
                    code=false
                    focused=true
                    label={word("pattern.name")}
                    text={shared(&draft.name)}
                    on_type={self.change(|draft, text: String| draft.name = text.into())}
                />
                <Select
                    label={word("pattern.operation")}
                    options={operations.iter().map(shared).collect::<Vec<_>>()}
                    {chosen}
                    on_choose={on_operation}
                />
                <JsonEditor
                    {key}
                    label={word("pattern.request")}
                    text={shared(&draft.request)}
                    invalid={fault.is_some()}
                    fault_line={fault.and_then(|fault| fault.place).map(|(line, _)| line)}
                    described_by="pattern-words"
                    on_type={self.change(|draft, text: String| draft.request = text.into())}
                />
                <p class="small muted">{ sentence(&placeholders()) }</p>
                { self.rate(draft) }
                { self.amounts(draft) }
                { match &self.view.draft {
                    Some(Ok(answer)) => outcome(answer, Some("pattern-words")),
                    Some(Err(fault)) => html! {
                        <p class="is-danger small" id="pattern-words" role="alert">{ sentence(fault) }</p>
                    },
                    None => Html::default(),
                } }
                <span class="draft-buttons row push">
                    <button type="button" class="button" onclick={self.press(Action::Close)}>{ word("draft.cancel") }</button>
                    <button type="submit" class="button primary">{ word("pattern.keep") }</button>
                </span>
            </form>
        }
    }

    /// The fields for how much a request reads or writes.
    fn amounts(self, draft: &PatternDraft) -> Html {
        html! {
            <>
                <TextField
                    label_hidden=false
                    placeholder={word("pattern.size_as_here")}
                    label={word("pattern.size")}
                    text={shared(&draft.size)}
                    on_type={self.change(|draft, text: String| draft.size = text.into())}
                />
                if reads_many(draft) {
                    <TextField
                        label_hidden=false
                        placeholder={word("pattern.items_share")}
                        label={word("pattern.items")}
                        text={shared(&draft.items)}
                        on_type={self.change(|draft, text: String| draft.items = text.into())}
                    />
                }
            </>
        }
    }

    /// The fields for how often a request is sent.
    fn rate(self, draft: &PatternDraft) -> Html {
        html! {
            <div class="row">
                <TextField
                    label_hidden=false
                    label={word("pattern.rate_label")}
                    text={shared(&draft.rate)}
                    on_type={self.change(|draft, text: String| draft.rate = text.into())}
                />
                <Select
                    label={word("pattern.period")}
                    options={Period::ALL.iter().map(|period| word(period.words())).collect::<Vec<_>>()}
                    chosen={Period::ALL.iter().position(|it| *it == draft.period).unwrap_or_default()}
                    on_choose={self.change(|draft, position: usize| draft.period = Period::ALL[position])}
                />
            </div>
        }
    }
}

fn placeholders() -> Message {
    Message::plain("workload.placeholders")
        .with("placeholders", Argument::Code(PLACEHOLDERS.into()))
}

/// Whether it works, what one request costs and where, and what a month does.
fn outcome(answer: &PatternAnswer, id: Option<&'static str>) -> Html {
    let PatternAnswer {
        verdict,
        fault: rejected,
        notes,
        terms,
        cost,
        throttled_permille,
        filled: _,
    } = answer;
    let month = match throttled_permille {
        Some(permille) => sentence(&throttles(*permille)),
        None => word_with("pattern.month", "money", number::money(*cost)).into(),
    };
    html! {
        <div class="stack" {id}>
            <p class="row wrap">
                <b class={classes!((*verdict == Verdict::Fails).then_some("is-danger"))}>
                    <span aria-hidden="true">{ verdict.glyph() }{ " " }</span>{ word(verdict.words()) }
                </b>
                if *verdict != Verdict::Fails {
                    <span class="push">{ month }</span>
                }
            </p>
            if let Some(rejected) = rejected { { fault(rejected, None) } }
            if !terms.is_empty() {
                <ul class="row wrap small">{ for terms.iter().map(term) }</ul>
            }
            { for notes.iter().map(|note| html! { <p class="small muted">{ sentence(note) }</p> }) }
        </div>
    }
}

/// "▲ 4 Orders".
fn term(term: &PatternTerm) -> Html {
    let PatternTerm { method, hundredths, store, hue, is_fetch } = term;
    let (class, glyph, key) = match method {
        Method::Write => ("price is-write", "▲", "unit.amount_write"),
        Method::Read => ("price is-read", "▼", "unit.amount_read"),
    };
    let store = Argument::Name(Rc::clone(store), *hue);
    let store_key = if *is_fetch { "pattern.fetched_from" } else { "receipt.index" };
    let store = Message::plain(store_key).with("name", store);
    html! {
        <li>
            <span {class}><span aria-hidden="true">{ glyph }{ "\u{a0}" }</span>{ word_with(key, "units", number::short(*hundredths)) }</span>
            { " " }
            { sentence(&store) }
        </li>
    }
}

/// Whether a request reads as many items as there are.
fn reads_many(draft: &PatternDraft) -> bool {
    match &*draft.operation {
        "Query" | "Scan" => true,
        "ExecuteStatement" => draft.request.to_ascii_uppercase().contains("SELECT"),
        _ => false,
    }
}
