//! What a workload will ask of each table and index, beside the limit that it will meet.

use std::rc::Rc;

use playground::view::message::Argument;
use playground::view::traffic::{StorePlan, TrafficView};
use playground::view::workload::WorkloadPlan;
use yew::prelude::*;

use crate::component::shape::Shape;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};
use crate::panel::workload::state::Action;

/// Columns of a drawing. A longer workload is drawn by the highest of some seconds.
const COLUMN_COUNT: usize = 60;

pub(super) fn planned(traffic: &TrafficView, plan: &WorkloadPlan, send: &Callback<Action>) -> Html {
    let TrafficView { stores, remarks, shorter, .. } = traffic;
    if stores.is_empty() && remarks.is_empty() {
        return Html::default();
    }
    html! {
        <div class="stack">
            <h3>{ word("traffic.title") }</h3>
            { for stores.iter().map(store) }
            { for remarks.iter().map(|remark| html! { <p class="is-danger">{ sentence(remark) }</p> }) }
            if let Some(seconds) = *shorter {
                <p>
                    <button
                        type="button"
                        class="button small outlined"
                        onclick={press(send, Action::Set(Rc::new(WorkloadPlan { seconds, ..plan.clone() })))}
                    >
                        { word_with("traffic.shorten", "time", Argument::Ms(seconds * 1_000)) }
                    </button>
                </p>
            }
        </div>
    }
}

/// The units of each second below the limit, and in words.
fn store(store: &StorePlan) -> Html {
    let StorePlan { units, limit, words, is_over, key, .. } = store;
    let every = units.len().div_ceil(COLUMN_COUNT).max(1);
    let columns = units.chunks(every).map(|part| part.iter().copied().max().unwrap_or_default());
    let columns: Vec<u64> = columns.collect();
    let top = columns.iter().copied().max().unwrap_or_default().max(*limit).max(1);
    let share = |units: u64| u8::try_from(u128::from(units) * 100 / u128::from(top)).unwrap_or(100);
    let levels: Vec<u8> = columns.iter().map(|units| share(*units)).collect();
    let danger = |is_over: bool| is_over.then_some("is-danger");
    html! {
        <div class="planned">
            { Shape { levels: &levels, limit: Some(share(*limit)), marks: &[] }.draw() }
            <p class={classes!(danger(*is_over))}>{ sentence(words) }</p>
            if let Some((words, is_over)) = key {
                <p class={classes!("small", danger(*is_over))}>{ sentence(words) }</p>
            }
        </div>
    }
}
