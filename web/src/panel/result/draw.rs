//! Draws what a query or scan found, what it cost, and whether it is already out of date.

use std::rc::Rc;

use playground::message::number;
use playground::view::receipt::{ResultRow, ResultView};
use playground::view::value::Method;
use yew::prelude::*;

use crate::panel::part::press::press;
use crate::panel::part::price::price;
use crate::panel::part::words::{name, sentence, shared, value, visible, word};
use crate::panel::result::state::Action;
use crate::panel::result::view::View;

/// Draws the panel, if there is a result. That of an earlier read is folded away.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(View { result, is_explained }) = view else { return Html::default() };
    html! {
        <details class="result" open={*is_explained}>
            <summary>{ word(if *is_explained { "result.title" } else { "result.earlier" }) }</summary>
            { found(result, send) }
        </details>
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
        next,
        stale,
    } = view;
    let next_page = next.as_ref().map(|request| {
        let (operation, request) = (Rc::clone(operation), Rc::clone(request));
        press(send, Action::ReadNextPage { operation, request })
    });
    html! {
        <div class="stack">
            <p class="row">
                <b>{ shared(operation) }</b>{ " " }{ name(source, *hue) }
                <span class="push" />
                { price(Method::Read, *total) }
            </p>
            if let Some(stale) = stale { <p class="stale rule">{ sentence(stale) }</p> }
            <dl class="row">
                <div class="row"><dt class="muted">{ "Count" }</dt><dd>{ number::count(*count) }</dd></div>
                <div class="row"><dt class="muted">{ "ScannedCount" }</dt><dd>{ number::count(*scanned_count) }</dd></div>
            </dl>
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
                        <tbody>{ for rows.iter().map(row) }</tbody>
                    </table>
                </div>
            }
            if let Some(onclick) = next_page {
                <button type="button" class="button outlined" {onclick}>
                    { word("result.next") }
                </button>
            }
        </div>
    }
}

fn row(row: &ResultRow) -> Html {
    html! {
        <tr data-item={row.item.as_ref().map(|item| shared(&item.0))}>
            { for row.values.iter().map(|it| html! {
                if let Some(it) = it {
                    <td>{ value(it) }</td>
                } else {
                    <td class="is-hollow">{ "·" }</td>
                }
            }) }
        </tr>
    }
}
