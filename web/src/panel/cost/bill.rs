//! Draws the bill: a row for each table, index and stream, each amount of which opens its arithmetic, and the ways to pay.

use playground::message::number::{self, cents};
use playground::message::sentences;
use playground::view::cost::{BillRow, BreakEven, CostView, ExtraCost, TableCost};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use yew::prelude::*;

use crate::panel::cost::state::{Action, Cell};
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, word};

/// Every table with its indexes and its stream, and a sum.
pub(super) fn bill(view: &CostView, open: Option<&Cell>, send: &Callback<Action>) -> Html {
    let CostView { tables, groups, extras, free, bill, .. } = view;
    let sum = |words: Html, amount: AttrValue| {
        html! { <tr><th scope="row" colspan="4">{ words }</th><td>{ amount }</td></tr> }
    };
    let of_table = |table: &TableCost| {
        let rows = table.rows();
        let words = Message::plain("cost.table_total").with("table", &*table.name);
        html! {
            <>
                { for rows.iter().enumerate().map(|(number, it)| row(&table.name, number, it, open, send)) }
                if tables.len() > 1 && rows.len() > 1 {
                    { sum(sentence(&words), cents(table.total).into()) }
                }
            </>
        }
    };
    html! {
        <div class="frame-x" tabindex="0" role="region" aria-label={word("cost.by_store")}>
            <table class="numbers bill">
                <thead>
                    <tr>
                        <th scope="col">{ word("cost.store") }</th>
                        { for BillRow::COLUMNS.map(|title| html! { <th scope="col">{ word(title) }</th> }) }
                    </tr>
                </thead>
                <tbody>
                    { for tables.iter().map(of_table) }
                    { for groups.iter().map(|it| sum(sentence(&it.words), cents(it.total).into())) }
                    { for extras.iter().map(extra) }
                    if let Some(free) = free {
                        { sum(word("cost.part_free").into(), number::negative(&cents(*free)).into()) }
                    }
                    <tr class="is-sum"><th scope="row" colspan="4">{ word("cost.total") }</th><td><b>{ cents(bill.total) }</b></td></tr>
                </tbody>
            </table>
        </div>
    }
}

/// A row for what was added, with its arithmetic.
fn extra(extra: &ExtraCost) -> Html {
    let ExtraCost { words, cost, step } = extra;
    let amount = cost.map_or_else(|| word("cost.unknown"), |cost| cents(cost).into());
    html! {
        <tr>
            <th scope="row" colspan="4">{ sentence(words) }<p class="small muted">{ sentence(step) }</p></th>
            <td>{ amount }</td>
        </tr>
    }
}

/// A row of a table, and below it the arithmetic of the amount that is open.
fn row(
    table: &Text,
    number: usize,
    row: &BillRow,
    open: Option<&Cell>,
    send: &Callback<Action>,
) -> Html {
    let cell = |column| Cell { table: Text::clone(table), row: number, column };
    let opened = (0..BillRow::COLUMNS.len()).find(|column| open == Some(&cell(*column)));
    let amounts = row.amounts.iter().enumerate().map(|(column, amount)| {
        let Some(amount) = amount else {
            return html! { <td class="muted">{ word("cost.unknown") }</td> };
        };
        let label = Message::plain("cost.cell")
            .with("store", row.words.clone())
            .with("column", Message::plain(BillRow::COLUMNS[column]))
            .with("money", Argument::Cents(*amount));
        html! {
            <td>
                <button
                    type="button"
                    class="link"
                    aria-label={plain(&label)}
                    aria-expanded={(opened == Some(column)).to_string()}
                    onclick={press(send, Action::Open(cell(column)))}
                >
                    { cents(*amount) }
                </button>
            </td>
        }
    });
    html! {
        <>
            <tr><th scope="row">{ sentence(&row.words) }</th>{ for amounts }</tr>
            if let Some(column) = opened {
                <tr><td colspan="5">
                    { for row.arithmetic[column].iter().map(|step| html! { <p class="small">{ sentence(step) }</p> }) }
                </td></tr>
            }
        </>
    }
}

/// The average use from left to right: where on-demand is cheaper, where provisioned is, and where this load is. Places are shares of
/// the width, so that words keep their size.
pub(super) fn meeting(view: &BreakEven) -> Html {
    let BreakEven { permille, utilisation_permille, words } = view;
    let percent = |permille: u64| format!("{}.{}%", permille / 10, permille % 10);
    let meeting = (*permille).min(1_000);
    let here = utilisation_permille.map(|it| (it, it.min(1_000)));
    // Words stay within the picture.
    let anchor = |at: u64| if at > 500 { "end" } else { "start" };
    // The load's mark is at the other side.
    let beside = if here.is_some_and(|(_, at)| at > meeting) { "end" } else { "start" };
    let height = if here.is_some() { "92" } else { "62" };
    let label =
        |used| Message::plain("cost.you_are_here").with("percent", Argument::Permille(used));
    html! {
        <>
            <svg class="break-even" width="100%" {height} role="img" aria-label={sentences(words)}>
                <text x="0" y="12">{ word("cost.on_demand_cheaper") }</text>
                <text x="100%" y="12" text-anchor="end">{ word("cost.provisioned_cheaper") }</text>
                <rect y="20" width={percent(meeting)} height="22" fill="var(--accent)" fill-opacity=".25" stroke="var(--accent)" />
                <rect x={percent(meeting)} y="20" width={percent(1_000 - meeting)} height="22" fill="var(--write)" fill-opacity=".25" stroke="var(--write)" stroke-dasharray="8 6" />
                <text x="0" y="56">{ number::percent(0) }</text>
                if (100..900).contains(&meeting) {
                    <text x={percent(meeting)} y="56" text-anchor={beside}>{ number::percent(*permille) }</text>
                }
                <text x="100%" y="56" text-anchor="end">{ number::percent(1_000) }</text>
                if let Some((used, at)) = here {
                    <svg x={percent(at)} y="0" overflow="visible">
                        <path d="M0 18v46m-5 8 5-9 5 9z" fill="var(--ink)" stroke="var(--ink)" stroke-width="2" />
                        <text y="88" text-anchor={anchor(at)}>{ sentence(&label(used)) }</text>
                    </svg>
                }
            </svg>
            <p class="small muted" aria-hidden="true">{ word("cost.axis") }</p>
            { for words.iter().map(|words| html! { <p class="small">{ sentence(words) }</p> }) }
        </>
    }
}
