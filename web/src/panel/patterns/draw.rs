//! Draws the access patterns: a table with a row for each, in which the form of a pattern opens below its row.

use std::rc::Rc;

use playground::message::number;
use playground::view::compare::Letter;
use playground::view::message::{Argument, Message};
use playground::view::pattern::{
    PatternAnswer, PatternColumn, PatternDraft, PatternTerm, PatternView, PatternsView, Verdict,
};
use playground::view::value::Method;
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, visible, word, word_with};
use crate::panel::patterns::form::{form, month};
use crate::panel::patterns::state::{Action, Sort};
use crate::panel::patterns::view::View;

/// A column: what it is sorted by, and its heading.
type Heading = (PatternColumn, AttrValue);

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let PatternsView { patterns, sums, unlike, proposals, sent, .. } = &*self.patterns;
        let is_new = self.draft.as_ref().is_some_and(|(draft, _)| draft.position.is_none());
        html! {
            <>
                if patterns.is_empty() {
                    <p>{ word("pattern.none") }</p>
                } else {
                    <p class="lead">{ sentence(sums) }</p>
                    if let Some(unlike) = unlike { <p>{ sentence(unlike) }</p> }
                    { table(self, send) }
                }
                if is_new { <div class="card">{ form(self, send) }</div> }
                if self.draft.is_none() {
                    <p><button type="button" class="button outlined" onclick={press(send, Action::New)}>{ word("pattern.new") }</button></p>
                    if !proposals.is_empty() {
                        <div class="suggestions">
                            <h3 class="small muted">{ word("pattern.propose") }</h3>
                            { for proposals.iter().map(|it| suggestion(it, send)) }
                        </div>
                    }
                    if !sent.is_empty() {
                        <details>
                            <summary>{ word("pattern.sent") }</summary>
                            <div class="suggestions">{ for sent.iter().map(|it| suggestion(it, send)) }</div>
                        </details>
                    }
                }
            </>
        }
    }
}

fn suggestion(draft: &PatternDraft, send: &Callback<Action>) -> Html {
    html! {
        <button type="button" class="suggestion" onclick={press(send, Action::Type(draft.clone()))}>
            { "+ " }{ visible(&draft.name) }
        </button>
    }
}

/// The patterns. On small screens a row is a block whose cells have their headings; the roles keep it a table there.
fn table(view: &View, send: &Callback<Action>) -> Html {
    let headings = headings(&view.patterns.designs);
    let open = view.draft.as_ref().and_then(|(draft, _)| draft.position);
    let rows = view.order.iter().map(|&position| {
        let patterns = &view.patterns;
        let of_sandbox = patterns.patterns[position].draft.position;
        let is_open = of_sandbox.is_some() && of_sandbox == open;
        html! {
            <key={position}>
                <Row {patterns} {position} {is_open} {send} />
                if is_open {
                    <tr role="row"><td role="cell" class="pattern-form" colspan={headings.len().to_string()}>{ form(view, send) }</td></tr>
                }
            </>
        }
    });
    html! {
        <div class="frame-x" tabindex="0" role="region" aria-label={word("pattern.table")}>
            <table role="table" class="pattern-rows">
                <thead role="rowgroup"><tr role="row">
                    { for headings.iter().map(|heading| sorter(heading, view.sort, send)) }
                </tr></thead>
                <tbody role="rowgroup">{ for rows }</tbody>
            </table>
        </div>
    }
}

fn headings(designs: &[Option<Letter>]) -> Vec<Heading> {
    let mut headings = vec![
        (PatternColumn::Name, word("pattern.title_one")),
        (PatternColumn::Rate, word("pattern.column_rate")),
        (PatternColumn::Items, word("pattern.column_items")),
    ];
    for (position, letter) in designs.iter().enumerate() {
        let of_design = |key| match letter {
            None => word(key),
            Some(letter) => plain(
                &Message::plain("pattern.column_of")
                    .with("design", letter.name())
                    .with("column", Message::plain(key)),
            ),
        };
        headings.extend([
            (PatternColumn::Verdict(position), of_design("pattern.column_served")),
            (PatternColumn::Units(position), of_design("pattern.column_units")),
            (PatternColumn::Month(position), of_design("pattern.column_month")),
        ]);
    }
    if designs.len() > 1 {
        headings.push((PatternColumn::Difference, word("compare.difference")));
    }
    headings
}

/// A heading that sorts.
fn sorter((column, words): &Heading, sort: Sort, send: &Callback<Action>) -> Html {
    let is_ascending = matches!(column, PatternColumn::Name) != sort.is_reversed;
    let (order, glyph) = match (sort.column == *column, is_ascending) {
        (false, _) => ("none", ""),
        (true, true) => ("ascending", "\u{a0}▲"),
        (true, false) => ("descending", "\u{a0}▼"),
    };
    html! {
        <th role="columnheader" scope="col" aria-sort={order} class={class(*column)}>
            <button type="button" class="button small" onclick={press(send, Action::Sort(*column))}>
                { words }<span aria-hidden="true">{ glyph }</span>
            </button>
        </th>
    }
}

/// Numbers are at the right.
fn class(column: PatternColumn) -> Option<&'static str> {
    match column {
        PatternColumn::Name | PatternColumn::Verdict(_) => None,
        PatternColumn::Rate
        | PatternColumn::Items
        | PatternColumn::Units(_)
        | PatternColumn::Month(_)
        | PatternColumn::Difference => Some("is-number"),
    }
}

/// A pattern among all.
#[derive(Debug, Properties)]
struct RowProps {
    patterns: Rc<PatternsView>,
    position: usize,
    is_open: bool,
    send: Callback<Action>,
}

impl PartialEq for RowProps {
    /// While a pattern is typed, the view has the same pointer of all.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.patterns, &other.patterns)
            && (self.position, self.is_open) == (other.position, other.is_open)
            && self.send == other.send
    }
}

/// A row. It is not drawn again with each key in the form of a pattern.
#[component]
fn Row(RowProps { patterns, position, is_open, send }: &RowProps) -> Html {
    let pattern = &patterns.patterns[*position];
    let headings = headings(&patterns.designs);
    let is_open = *is_open;
    let PatternView { draft, does, .. } = pattern;
    let action = if is_open { Action::Close } else { Action::Type(draft.clone()) };
    let title = match draft.position {
        None => html! { <b>{ visible(&draft.name) }</b> },
        Some(_) => html! {
            <button
                type="button"
                class="link"
                aria-expanded={is_open.to_string()}
                aria-label={word_with("pattern.edit_label", "name", draft.name.as_ref())}
                onclick={press(send, action)}
            >
                { visible(&draft.name) }
            </button>
        },
    };
    let cells = headings.iter().skip(1).map(|(column, words)| {
        html! { <td role="cell" class={class(*column)} data-label={words}>{ cell(pattern, *column) }</td> }
    });
    html! {
        <tr role="row">
            <th role="rowheader" scope="row">{ title }<p class="small muted">{ sentence(does) }</p></th>
            { for cells }
        </tr>
    }
}

fn cell(pattern: &PatternView, column: PatternColumn) -> Html {
    let answer_in = |design: usize| pattern.answers.get(design).and_then(Option::as_ref);
    let missing = || Html::from(word("compare.none"));
    match column {
        PatternColumn::Name => Html::default(),
        PatternColumn::Rate => sentence(&pattern.rate),
        PatternColumn::Items => pattern.answer().map_or_else(missing, |it| items(&pattern.draft, it)),
        PatternColumn::Verdict(design) => answer_in(design).map_or_else(missing, served),
        PatternColumn::Units(design) => answer_in(design).map_or_else(missing, units),
        PatternColumn::Month(design) => answer_in(design).map_or_else(missing, month),
        PatternColumn::Difference => pattern.difference.as_ref().map_or_else(missing, |it| {
            html! { <b class={classes!("difference", it.is_lost.then_some("is-danger"))}>{ sentence(&it.words) }</b> }
        }),
    }
}

/// How many items a request reads, and their size if it was stated.
fn items(draft: &PatternDraft, answer: &PatternAnswer) -> Html {
    let count = answer.item_thousandths.filter(|_| answer.verdict != Verdict::Fails);
    html! {
        <>
            { count.map_or_else(|| word("compare.none"), |it| number::thousandths(it).into()) }
            if !draft.size.is_empty() {
                <p class="small muted">{ word_with("pattern.of_size", "size", number::written(&draft.size)) }</p>
            }
            if let Some(waste) = &answer.waste { <p class="small is-danger">{ sentence(waste) }</p> }
        </>
    }
}

/// Whether it works, and which tables and indexes answer it.
fn served(answer: &PatternAnswer) -> Html {
    let PatternAnswer { verdict, terms, request_thousandths, fault, .. } = answer;
    let is_plain = *verdict == Verdict::Works;
    let paid = terms.iter().filter(|term| term.hundredths > 0);
    let used = paid.enumerate().map(|(position, term)| {
        let PatternTerm { hundredths, store, hue, is_fetch, .. } = term;
        let store = Argument::Name(store.clone(), *hue);
        let key = if *is_fetch { "pattern.fetched_from" } else { "receipt.index" };
        html! {
            <>
                if position > 0 { { " + " } }
                { number::short(*hundredths) }{ " " }{ sentence(&Message::plain(key).with("name", store)) }
            </>
        }
    });
    let only = match terms.as_slice() {
        [only] => Some(name(&only.store, only.hue)),
        _ => None,
    };
    html! {
        <>
            <span class={classes!("nowrap", (*verdict == Verdict::Fails).then_some("is-danger"))}>
                <span aria-hidden="true">{ verdict.glyph() }{ "\u{a0}" }</span>
                <b class={classes!(is_plain.then_some("visually-hidden"))}>{ word(verdict.words()) }</b>
            </span>
            { " " }
            if let Some(only) = only { { only } } else { { for used } }
            if *request_thousandths > 1_000 {
                <p class="small muted">{ word_with("pattern.in_requests", "count", Argument::Thousandths(*request_thousandths)) }</p>
            }
            if let Some(message) = fault.as_ref().and_then(|it| it.message.as_ref()) {
                <p class="small muted" lang="en">{ visible(message) }</p>
            }
        </>
    }
}

/// "▲ 5".
fn units(answer: &PatternAnswer) -> Html {
    let amounts = [Method::Write, Method::Read].into_iter().filter_map(|method| {
        let terms = answer.terms.iter().filter(|term| term.method == method);
        let hundredths: u64 = terms.clone().map(|term| term.hundredths).sum();
        let (class, glyph, key) = match method {
            Method::Write => ("price is-write", "▲", "unit.amount_write"),
            Method::Read => ("price is-read", "▼", "unit.amount_read"),
        };
        (terms.count() > 0).then(|| html! {
            <span {class}><span aria-hidden="true">{ glyph }{ "\u{a0}" }</span>{ word_with(key, "units", number::short(hundredths)) }</span>
        })
    });
    html! {
        <>
            { for amounts }
            if let Some(behind) = answer.behind_words() { <p class="small muted">{ sentence(&behind) }</p> }
        </>
    }
}
