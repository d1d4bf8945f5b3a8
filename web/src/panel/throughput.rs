//! How throughput is set: the capacity of the table and its indexes, and the numbers of the model.

use yew::prelude::*;

use crate::app::state::action::Action;
use crate::app::state::throughput::ThroughputAction;
use crate::component::kept::kept_by;
use crate::component::markup::html;
use crate::component::number_field::NumberField;
use crate::component::toggle::toggle;
use crate::panel::part::words::{word, word_with, wording};
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
                    { toggle(wording("throughput.provisioned"), view.is_provisioned, &set_mode) }
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
                    { toggle(wording("throughput.adaptive"), view.is_adaptive, &set_adaptive) }
                    { for view.settings.iter().map(|setting| number(setting, on_action)) }
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
        return toggle(wording("throughput.scaling"), false, &switch);
    };
    let field = |key: &'static str, value: u64, change: fn(&mut ScalingView, u64)| {
        // What the field does depends on the other two, which are part of its identity.
        let ScalingView { target_percent, units_min, units_max } = scaling;
        let id = format!("{} {key} {target_percent} {units_min} {units_max}", view.table);
        kept_by(
            key,
            NumberField {
                id: id.into(),
                label: wording(key),
                value,
                min: 1,
                on_change: on_action.reform(move |number| {
                    let mut scaling = scaling;
                    change(&mut scaling, number);
                    set(Some(scaling))
                }),
            },
        )
    };
    html! {
        <>
            { toggle(wording("throughput.scaling"), true, &switch) }
            { field("throughput.target", scaling.target_percent, |it, number| it.target_percent = number) }
            { field("throughput.units_min", scaling.units_min, |it, number| it.units_min = number) }
            { field("throughput.units_max", scaling.units_max, |it, number| it.units_max = number) }
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
    let id = AttrValue::from(format!("{} {label}", view.table));
    kept_by(
        id.to_string(),
        NumberField {
            id,
            label,
            value: flow.limit,
            min: 1,
            on_change: on_action.reform(move |units| {
                Action::Throughput(ThroughputAction::SetUnits {
                    index: index.clone(),
                    method,
                    units,
                })
            }),
        },
    )
}

/// A number of the model, and what it is at the service.
fn number(view: &SettingView, on_action: &Callback<Action>) -> Html {
    let SettingView { setting, value, min } = view;
    let setting = *setting;
    let key = setting.key();
    kept_by(
        key,
        NumberField {
            id: key.into(),
            label: wording(key),
            value: *value,
            min: *min,
            on_change: on_action
                .reform(move |value| Action::Throughput(ThroughputAction::Set(setting, value))),
        },
    )
}
