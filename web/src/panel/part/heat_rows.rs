//! The partitions of a table or index, a row each: their seconds, and the one that is looked at.

use playground::view::message::{Argument, Message};
use playground::view::value::Method;
use yew::prelude::*;

use crate::component::chart::{HeatStrip, Ink, Layer, Plot};
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
    let row = |partition: &PartitionHeat| row(store, partition, method, chosen, on_look);
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
            <p class="small muted">{ sentence(&store.scale) }</p>
            if store.hidden_count > 0 {
                <p class="small muted">{ word_with("heat.hidden", "count", Argument::Count(store.hidden_count)) }</p>
            }
        </>
    }
}

/// A partition: where it is, what was asked of it in the second that is looked at, and its seconds.
fn row(
    store: &StoreHeat,
    partition: &PartitionHeat,
    method: Method,
    chosen: usize,
    on_look: &Callback<usize>,
) -> Html {
    let paint = Ink::Solid(match method {
        Method::Write => "var(--write)",
        Method::Read => "var(--accent)",
    });
    let strip = HeatStrip {
        plot: Plot {
            count: partition.served.len(),
            layers: &[
                Layer { values: &partition.served, ink: paint },
                Layer { values: &partition.refused, ink: Ink::Striped },
            ],
            limit: &partition.capacity,
            max: store.max,
            cursor: Some(chosen),
            on_look,
        },
        splits: &partition.splits,
        unknown_count: partition.unknown_count,
    };
    let PartitionHeat { number, range, chosen, share, hot, queue, .. } = partition;
    let share = share.iter().map(|share| word_with("compare.amount", "amount", share.clone()));
    html! {
        <tr key={*number}>
            <th scope="row" class="nowrap" title={plain(range)}>
                { word_with("heat.partition", "number", Argument::Count(*number)) }
                <span class="visually-hidden">{ " " }{ sentence(range) }</span>
            </th>
            <td class="nowrap" title={plain(chosen)}>
                <span aria-hidden="true">{ for share }</span>
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
