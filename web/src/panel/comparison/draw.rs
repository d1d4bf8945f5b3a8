//! Draws what differs between two designs.

use playground::view::compare::{ComparisonGroup, ComparisonRow, ComparisonView, Letter};
use playground::view::message::Message;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::panel::comparison::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::words::{name, plain, sentence, word};

/// Draws the dialog, if it is open.
pub(super) fn draw(view: Option<&ComparisonView>, send: &Callback<Action>) -> Html {
    let Some(view) = view else { return Html::default() };
    let content = html! {
        <div class="why">
            <p>{ sentence(&view.words) }</p>
            { run(view, send) }
            <div class="frame-x" tabindex="0" role="region" aria-label={word("compare.title")}>
                <table class="numbers small">
                    { for view.groups.iter().map(group) }
                </table>
            </div>
            <p class="small muted">{ word("compare.kept") }</p>
        </div>
    };
    html! {
        <Dialog
            title={word("compare.title")}
            close_label={word("dialog.close")}
            class="is-wide"
            on_close={send.reform(|()| Action::Close)}
        >
            { content }
        </Dialog>
    }
}

fn run(view: &ComparisonView, send: &Callback<Action>) -> Html {
    if let Some(percent) = view.running_percent {
        return html! {
            <progress max="100" value={percent.to_string()} aria-label={word("compare.running")} />
        };
    }
    html! {
        <p>
            <button
                type="button"
                class="button outlined"
                aria-disabled={(!view.can_run).then_some("true")}
                onclick={press(send, Action::Run)}
            >
                { word("compare.run") }
            </button>
        </p>
    }
}

/// A heading, then a row for each amount.
fn group(group: &ComparisonGroup) -> Html {
    let ComparisonGroup { name: of, hue, rows } = group;
    html! {
        <tbody>
            <tr>
                <th scope="rowgroup">
                    if let Some(of) = of { { name(of, *hue) } } else { <b>{ word("compare.all") }</b> }
                </th>
                { for Letter::ALL.iter().map(|letter| html! { <th scope="col">{ letter.name() }</th> }) }
                <th scope="col">{ word("compare.difference") }</th>
            </tr>
            { for rows.iter().map(row) }
        </tbody>
    }
}

fn row(row: &ComparisonRow) -> Html {
    let ComparisonRow { words, amounts, difference } = row;
    html! {
        <tr>
            <th scope="row">{ sentence(words) }</th>
            { for amounts.iter().map(|amount| html! {
                <td>
                    { match amount {
                        Some(amount) => plain(
                            &Message::plain("compare.amount").with("amount", amount.clone()),
                        ),
                        None => word("compare.none"),
                    } }
                </td>
            }) }
            <td>{ sentence(difference) }</td>
        </tr>
    }
}
