//! Draws how throughput is set: whether requests are limited, the capacity of the table and its indexes, and the numbers
//! of the model.

use playground::sandbox::limit;
use playground::view::message::Argument;
use playground::view::throughput::{Setting, SettingView};
use playground::view::value::Method;
use yew::prelude::*;

use crate::component::toggle::toggle;
use crate::panel::contract::Draw;
use crate::panel::part::number::{Number, number};
use crate::panel::part::press::press;
use crate::panel::part::scaling::scaling;
use crate::panel::part::words::{word, word_with};
use crate::panel::throughput::state::Action;
use crate::panel::throughput::view::{UNITS, UnitsView, View};

impl Draw<Action> for Option<View> {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let Some(view) = self else {
            return html! { <p class="empty muted">{ word("table.none") }</p> };
        };
        html! {
            <>
                { enforcement(view.is_enforced, send) }
                { settings(view, send) }
                <p class="small muted">{ word("throughput.model") }</p>
            </>
        }
    }
}

/// Whether single requests are limited.
fn enforcement(is_enforced: bool, send: &Callback<Action>) -> Html {
    let set = |enforced: bool| Action::Set(Setting::Enforcement, u64::from(enforced));
    html! {
        <>
            { toggle(word("throughput.enforce"), is_enforced, &send.reform(set)) }
            if !is_enforced { <p class="rule">{ word("throughput.off") }</p> }
            if is_enforced {
                <p class="row wrap small muted">
                    { for [1, 10, 60].map(|seconds| html! {
                        <button
                            type="button"
                            class="button small outlined"
                            onclick={press(send, Action::Wait(seconds * 1000))}
                        >
                            { word_with("throughput.wait", "time", Argument::Ms(seconds * 1000)) }
                        </button>
                    }) }
                    { word("throughput.wait_about") }
                </p>
            }
        </>
    }
}

/// The settings, folded away until they are wanted.
fn settings(view: &View, send: &Callback<Action>) -> Html {
    let set_mode = send.reform(Action::SetProvisioned);
    let set_adaptive =
        send.reform(|adaptive: bool| Action::Set(Setting::Adaptation, u64::from(adaptive)));
    html! {
        <>
            <details class="settings" open=true>
                <summary>{ word("throughput.capacity") }</summary>
                <div class="stack">
                    { toggle(word("throughput.provisioned"), view.is_provisioned, &set_mode) }
                    if view.is_provisioned {
                        { scaling(view.scaling, &send.reform(Action::SetScaling)) }
                        { for view.units.iter().map(|units| units_field(&view.table, units, send)) }
                    }
                </div>
            </details>
            <details class="settings">
                <summary>{ word("throughput.settings") }</summary>
                <div class="stack">
                    { toggle(word("throughput.adaptive"), view.is_adaptive, &set_adaptive) }
                    { for view.numbers.iter().map(|setting| setting_field(setting, send)) }
                </div>
            </details>
        </>
    }
}

/// Provisioned units a second.
fn units_field(table: &str, view: &UnitsView, send: &Callback<Action>) -> Html {
    let (index, method) = (view.index.clone(), view.method);
    let key = match method {
        Method::Write => "throughput.write_units",
        Method::Read => "throughput.read_units",
    };
    let label = word_with(key, "store", view.store.as_ref());
    let key = format!("{table} {label}");
    let on_change =
        send.reform(move |units| Action::SetUnits { index: index.clone(), method, units });
    number(Number { key, label, value: view.units, range: UNITS }, on_change)
}

/// A number of the model.
fn setting_field(view: &SettingView, send: &Callback<Action>) -> Html {
    let SettingView { setting, value } = *view;
    let key = setting.key();
    let on_change = send.reform(move |value| Action::Set(setting, value));
    let range = limit::of_setting(setting);
    number(Number { key: key.into(), label: word(key), value, range }, on_change)
}
