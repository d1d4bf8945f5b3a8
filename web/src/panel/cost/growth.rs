//! Draws how tables grow: new items a month and their time to live, what is stored and costs then, and which item collection is full
//! when.

use playground::message::number::{self, cents};
use playground::sandbox::limit::{EXPECTED_ENTRIES, LIFE_DAYS};
use playground::view::cost::{CostSettings, CostView};
use playground::view::growth::{ForecastRow, GrowthOfTable, GrowthView, TableGrowth};
use yew::prelude::*;

use crate::panel::cost::state::Action;
use crate::panel::part::number::optional_number;
use crate::panel::part::words::{sentence, table_name, word};

/// The growth of all tables, and the forecast.
pub(super) fn growth(view: &CostView, send: &Callback<Action>) -> Html {
    let CostView { settings, growth: GrowthView { tables, rows, assumes }, .. } = view;
    let columns = ["growth.when", "growth.items", "growth.stored", "cost.storage", "cost.total"];
    let row = |row: &ForecastRow| {
        let ForecastRow { when, item_count, bytes, storage, total } = row;
        html! {
            <tr>
                <th scope="row">{ sentence(when) }</th>
                <td>{ number::count(*item_count) }</td>
                <td>{ bytes.map_or_else(|| word("cost.unknown"), |bytes| number::size(bytes).into()) }</td>
                <td>{ cents(*storage) }</td>
                <td>{ cents(*total) }</td>
            </tr>
        }
    };
    html! {
        <section class="stack" aria-label={word("growth.title")}>
            <h3>{ word("growth.title") }</h3>
            { for tables.iter().map(|table| of_table(settings, table, tables.len() > 1, send)) }
            if !rows.is_empty() {
                <div class="frame-x" tabindex="0" role="region" aria-label={word("growth.forecast")}>
                    <table class="numbers bill">
                        <thead><tr>{ for columns.map(|key| html! { <th scope="col">{ word(key) }</th> }) }</tr></thead>
                        <tbody>{ for rows.iter().map(row) }</tbody>
                    </table>
                </div>
                <p class="small muted">{ sentence(assumes) }</p>
            }
        </section>
    }
}

/// The growth of a table, in fields.
fn of_table(
    settings: &CostSettings,
    table: &GrowthOfTable,
    is_named: bool,
    send: &Callback<Action>,
) -> Html {
    let GrowthOfTable { growth, collection_share, collection, is_too_much, put } = table;
    let change = |change: fn(&mut TableGrowth, Option<u64>)| {
        let (settings, growth) = (settings.clone(), growth.clone());
        send.reform(move |number| {
            let (mut settings, mut growth) = (settings.clone(), growth.clone());
            change(&mut growth, number);
            settings.grow(growth);
            Action::Set(settings)
        })
    };
    let key = |name: &str| [&*growth.table, name].join("/");
    html! {
        <div class="stack" role="group" aria-label={growth.table.to_string()}>
            if is_named { <h4>{ table_name(&growth.table) }</h4> }
            <div class="row wrap">
                { optional_number(
                    &key("monthly"),
                    word("growth.monthly"),
                    number::count(0).into(),
                    Some(growth.monthly).filter(|it| *it > 0),
                    EXPECTED_ENTRIES,
                    change(|growth, count| growth.monthly = count.unwrap_or(0)),
                ) }
                if let Some(share) = collection_share {
                    { optional_number(
                        &key("collection"),
                        word("growth.collection"),
                        number::count(*share).into(),
                        growth.collection_monthly,
                        EXPECTED_ENTRIES,
                        change(|growth, count| growth.collection_monthly = count),
                    ) }
                }
                { optional_number(
                    &key("days"),
                    word("growth.days"),
                    word("growth.days_none"),
                    growth.days,
                    LIFE_DAYS,
                    change(|growth, days| growth.days = days),
                ) }
            </div>
            if let Some(words) = put { <p class="small">{ sentence(words) }</p> }
            if *is_too_much { <p class="small is-danger">{ word("growth.too_many") }</p> }
            if let Some(words) = collection { <p class="small">{ sentence(words) }</p> }
        </div>
    }
}
