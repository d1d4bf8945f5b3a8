//! Draws what a query or scan found, what it cost, and whether it is already out of date.

use std::rc::Rc;

use playground::message::number;
use playground::view::receipt::{ReadAgain, ResultRow, ResultView, StaleRow};
use playground::view::value::{Method, Text};
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::part::more::more;
use crate::panel::part::press::press;
use crate::panel::part::price::{price, sql};
use crate::panel::part::words::{name, sentence, shared, value, visible, word};
use crate::panel::result::state::Action;
use crate::panel::result::view::View;
use crate::panel::setting::panel_heading_id;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { result, is_explained } = self;
        html! {
            <details class="result" open={*is_explained}>
                <summary id={panel_heading_id(PanelId::RESULT)}>{ word(if *is_explained { "result.title" } else { "result.earlier" }) }</summary>
                if let Some(beside) = &result.beside {
                    <div class="result-pair">
                        { found(result, send) }
                        { found(beside, send) }
                    </div>
                } else {
                    { found(result, send) }
                }
            </details>
        }
    }
}

fn found(view: &ResultView, send: &Callback<Action>) -> Html {
    let ResultView {
        operation,
        source,
        hue,
        columns,
        rows,
        only_counts,
        count,
        scanned_count,
        total,
        sql: requests,
        next,
        stale,
        beside,
    } = view;
    let next_page = next.as_ref().map(|request| {
        let (operation, request) = (Rc::clone(operation), Rc::clone(request));
        press(send, Action::ReadNextPage { operation, request })
    });
    html! {
        <div class="stack">
            <p class="row wrap">
                <b>{ shared(operation) }</b>{ " " }{ name(source, *hue) }
                <span class="push" />
                if requests.is_empty() { { price(Method::Read, *total) } } else { { sql(*requests) } }
            </p>
            if beside.is_some() {
                <p>{ word("result.strong") }</p>
            }
            if let Some(scanned_count) = scanned_count {
                <dl class="row">
                    <div class="row"><dt class="muted">{ "Count" }</dt><dd>{ number::count(*count) }</dd></div>
                    <div class="row"><dt class="muted">{ "ScannedCount" }</dt><dd>{ number::count(*scanned_count) }</dd></div>
                </dl>
            }
            if *only_counts {
                <p class="empty muted">{ word("result.only_counts") }</p>
            } else if rows.is_empty() {
                <p class="empty muted">{ word("result.nothing") }</p>
            } else {
                <div class="frame-x" tabindex="0" role="region" aria-label={word("result.title")}>
                    <table class="entries">
                        <thead>
                            <tr>{ for columns.iter().map(|column| html! { <th scope="col">{ visible(column) }</th> }) }</tr>
                        </thead>
                        <tbody>{ for rows.iter().map(|row| self::row(row, columns.len())) }</tbody>
                    </table>
                </div>
                { more(rows.more) }
            }
            if let Some(stale) = stale {
                <p class="stale rule">{ sentence(&stale.words) }</p>
                if let Some(again) = &stale.again { { read_again(operation, again, send) } }
                if let Some(strong) = &stale.strong {
                    <p>
                        <button type="button" class="button outlined" onclick={press(send, Action::ReadStrong(strong.clone()))}>
                            { word("result.read_strong") }{ price(Method::Read, strong.units) }
                        </button>
                    </p>
                }
                <p class="small muted">{ word("read.eventual") }</p>
            }
            if let Some(onclick) = next_page {
                <button type="button" class="button outlined" {onclick}>
                    { word("result.next") }
                </button>
            }
        </div>
    }
}

/// The same read once more, when the index has caught up.
fn read_again(operation: &Text, again: &ReadAgain, send: &Callback<Action>) -> Html {
    let ReadAgain { request, at_ms, is_due, units } = again;
    let action = Action::ReadAgain {
        operation: Rc::clone(operation),
        request: Rc::clone(request),
        at_ms: *at_ms,
    };
    let key = if *is_due { "result.again" } else { "result.wait_and_again" };
    html! {
        <p>
            <button type="button" class="button outlined" onclick={press(send, action)}>
                { word(key) }{ price(Method::Read, *units) }
            </button>
        </p>
    }
}

/// A row, and below it what is out of date in it.
fn row(row: &ResultRow, column_count: usize) -> Html {
    let (class, state) = match row.stale {
        None => (None, None),
        Some(StaleRow::Deleted) => (Some("is-stale is-leaving"), Some("result.deleted")),
        Some(StaleRow::NoLongerIndexed) => (Some("is-stale is-leaving"), Some("result.left")),
        Some(StaleRow::OldValue) => (Some("is-stale is-changing"), Some("result.old_value")),
        Some(StaleRow::NotYetIndexed) => (Some("is-stale is-missed"), Some("result.not_indexed")),
    };
    html! {
        <>
            <tr {class} data-item={row.item.as_ref().map(|item| shared(&item.0))}>
                { for row.values.iter().map(|it| html! {
                    if let Some(it) = it {
                        <td>{ value(it) }</td>
                    } else {
                        <td class="is-hollow">{ "·" }</td>
                    }
                }) }
            </tr>
            if let Some(state) = state {
                <tr class="is-stale">
                    <td class="stale-state" colspan={column_count.to_string()}>
                        <span aria-hidden="true">{ "↑ " }</span>{ word(state) }
                    </td>
                </tr>
            }
        </>
    }
}
