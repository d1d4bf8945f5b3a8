//! The partitions of a table or index, a row each: their seconds, and the one that is looked at.

use playground::message::number;
use playground::view::message::{Argument, Message};
use playground::view::value::Method;
use yew::prelude::*;

use crate::component::chart::HeatStrip;
use crate::component::icon::{Shape, icon};
use crate::panel::part::heat::{PartitionHeat, StoreHeat};
use crate::panel::part::words::{plain, sentence, word_with};

/// Draws the hottest partitions of a table or index, of which the reads or the writes are looked at in a second.
pub fn heat_rows(
    store: &StoreHeat,
    method: Method,
    chosen: usize,
    on_look: &Callback<usize>,
) -> Html {
    let row = |partition: &PartitionHeat| row(partition, method, chosen, on_look);
    let key = match method {
        Method::Write => "heat.writes_of",
        Method::Read => "heat.reads_of",
    };
    let name = Message::plain(key).with("store", store.name.as_ref());
    html! {
        <>
            <table class="heat small" aria-label={plain(&name)}>
                <tbody>{ for store.partitions.iter().map(row) }</tbody>
            </table>
            if store.hidden_count > 0 {
                <p class="small muted">{ word_with("heat.hidden", "count", Argument::Count(store.hidden_count)) }</p>
            }
        </>
    }
}

/// "97%", or "460×" where hundreds of percent are no longer read as a part.
fn load(percent: u64) -> String {
    match percent {
        0..1_000 => number::percent(percent * 10),
        _ => [&number::count(percent / 100), "×"].concat(),
    }
}

/// A partition: where it is, what was asked of it in the second that is looked at, and its seconds.
fn row(
    partition: &PartitionHeat,
    method: Method,
    chosen: usize,
    on_look: &Callback<usize>,
) -> Html {
    let strip = HeatStrip {
        steps: &partition.steps,
        stops: &partition.stops,
        splits: &partition.splits,
        paint: match method {
            Method::Write => "var(--write)",
            Method::Read => "var(--accent)",
        },
        cursor: Some(chosen),
        on_look,
    };
    let PartitionHeat { number, range, chosen, percent, hot, queue, .. } = partition;
    html! {
        <tr key={*number}>
            <th scope="row" class="nowrap" title={plain(range)}>
                { word_with("heat.partition", "number", Argument::Count(*number)) }
                <span class="visually-hidden">{ " " }{ sentence(range) }</span>
            </th>
            <td class="nowrap" title={plain(chosen)}>
                <span aria-hidden="true">{ load(*percent) }</span>
                <span class="visually-hidden">{ sentence(chosen) }</span>
            </td>
            <td>
                { strip.draw() }
                if let Some(hot) = hot {
                    <p class="heat-note row is-danger">{ icon(Shape::Flame) }<span>{ sentence(hot) }</span></p>
                }
                if let Some(queue) = queue { <p class="heat-note">{ sentence(queue) }</p> }
            </td>
        </tr>
    }
}
