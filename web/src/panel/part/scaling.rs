//! The fields for auto scaling: whether it is on, its target and its bounds.

use playground::sandbox::limit::{SCALED_PERCENTS, SCALED_UNITS};
use playground::view::throughput::ScalingView;
use yew::prelude::*;

use crate::component::toggle::toggle;
use crate::panel::part::number::{Number, number};
use crate::panel::part::words::word;

/// Draws the fields; `None` if auto scaling is off.
pub fn scaling(scaling: Option<ScalingView>, on_change: &Callback<Option<ScalingView>>) -> Html {
    let switch = on_change.reform(|on: bool| on.then_some(ScalingView::USUAL));
    let Some(scaling) = scaling else {
        return toggle(word("throughput.scaling"), false, &switch);
    };
    let field = |key: &'static str, value, range, change: fn(&mut ScalingView, u64)| {
        let on_change = on_change.reform(move |number| {
            let mut scaling = scaling;
            change(&mut scaling, number);
            Some(scaling)
        });
        number(Number { key: key.into(), label: word(key), value, range }, on_change)
    };
    let ScalingView { target_percent, units_min, units_max } = scaling;
    let units = units_min..=*SCALED_UNITS.end();
    html! {
        <>
            { toggle(word("throughput.scaling"), true, &switch) }
            { field("throughput.target", target_percent, SCALED_PERCENTS, |it, number| it.target_percent = number) }
            { field("throughput.units_min", units_min, *SCALED_UNITS.start()..=units_max, |it, number| it.units_min = number) }
            { field("throughput.units_max", units_max, units, |it, number| it.units_max = number) }
        </>
    }
}
