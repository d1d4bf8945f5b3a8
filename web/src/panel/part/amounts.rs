//! A row of amounts that are compared.

use playground::view::compare::ComparisonRow;
use playground::view::message::Message;
use yew::prelude::*;

use crate::panel::part::words::{plain, sentence, word};

/// What is compared, both amounts, and the difference.
pub fn amounts(row: &ComparisonRow) -> Html {
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
