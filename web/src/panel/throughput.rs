//! How throughput is set: the capacity of the table and its indexes, and the numbers of the model.

use engine::api::limit::TABLE_THROUGHPUT_MAX;
use engine::throughput::scaling::TARGET_PERCENTS;
use yew::prelude::*;

use crate::app::state::action::Action;
use crate::app::state::throughput::ThroughputAction;
use crate::component::toggle::toggle;
use crate::panel::part::number::{Number, number};
use crate::panel::part::words::{word, word_with};
use crate::view::throughput::{
    FlowView, ScalingView, Setting, SettingView, StoreThroughput, ThroughputView,
};
use crate::view::value::Method;

/// Draws the settings, folded away until they are wanted.
pub fn settings(view: &ThroughputView, on_action: &Callback<Action>) -> Html {
    let set_mode = on_action.reform(|provisioned: bool| {
        Action::Throughput(ThroughputAction::SetProvisioned(provisioned))
    });
    let set_adaptive = on_action.reform(|adaptive: bool| {
        Action::Throughput(ThroughputAction::Set(Setting::Adaptation, u64::from(adaptive)))
    });
    html! {
        <>
            <details class="settings" open=true>
                <summary>{ word("throughput.capacity") }</summary>
                <div class="stack">
                    { toggle(word("throughput.provisioned"), view.is_provisioned, &set_mode) }
                    if view.is_provisioned {
                        { scaling(view, on_action) }
                        { for view.stores.iter().flat_map(|store| {
                            [&store.write, &store.read].map(|flow| units(view, store, flow, on_action))
                        }) }
                    }
                </div>
            </details>
            <details class="settings">
                <summary>{ word("throughput.settings") }</summary>
                <div class="stack">
                    { toggle(word("throughput.adaptive"), view.is_adaptive, &set_adaptive) }
                    { for view.settings.iter().map(|setting| setting_field(setting, on_action)) }
                </div>
            </details>
        </>
    }
}

/// Auto scaling: its target and its bounds, if it is on.
fn scaling(view: &ThroughputView, on_action: &Callback<Action>) -> Html {
    let set = |scaling| Action::Throughput(ThroughputAction::SetScaling(scaling));
    let switch = on_action.reform(move |on: bool| set(on.then_some(ScalingView::USUAL)));
    let Some(scaling) = view.scaling else {
        return toggle(word("throughput.scaling"), false, &switch);
    };
    let field = |key: &'static str, value, range, change: fn(&mut ScalingView, u64)| {
        let on_change = on_action.reform(move |number| {
            let mut scaling = scaling;
            change(&mut scaling, number);
            set(Some(scaling))
        });
        number(Number { key: key.into(), label: word(key), value, range }, on_change)
    };
    let ScalingView { target_percent, units_min, units_max } = scaling;
    html! {
        <>
            { toggle(word("throughput.scaling"), true, &switch) }
            { field("throughput.target", target_percent, TARGET_PERCENTS.0..=TARGET_PERCENTS.1, |it, number| it.target_percent = number) }
            { field("throughput.units_min", units_min, 1..=units_max, |it, number| it.units_min = number) }
            { field("throughput.units_max", units_max, units_min..=TABLE_THROUGHPUT_MAX, |it, number| it.units_max = number) }
        </>
    }
}

/// Provisioned units a second.
fn units(
    view: &ThroughputView,
    store: &StoreThroughput,
    flow: &FlowView,
    on_action: &Callback<Action>,
) -> Html {
    let (index, method) = (store.index.clone(), flow.method);
    let key = match method {
        Method::Write => "throughput.write_units",
        Method::Read => "throughput.read_units",
    };
    let label = word_with(key, "store", store.name.as_ref());
    let key = format!("{} {label}", view.table);
    let on_change = on_action.reform(move |units| {
        Action::Throughput(ThroughputAction::SetUnits { index: index.clone(), method, units })
    });
    number(Number { key, label, value: flow.limit, range: 1..=TABLE_THROUGHPUT_MAX }, on_change)
}

/// A number of the model.
fn setting_field(view: &SettingView, on_action: &Callback<Action>) -> Html {
    let SettingView { setting, value, min } = view;
    let setting = *setting;
    let key = setting.key();
    let on_change =
        on_action.reform(move |value| Action::Throughput(ThroughputAction::Set(setting, value)));
    let range = *min..=setting.max();
    number(Number { key: key.into(), label: word(key), value: *value, range }, on_change)
}
