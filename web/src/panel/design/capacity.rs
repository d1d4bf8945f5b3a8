//! The part of the form for throughput: the billing mode, and what the table and each global index may consume.

use std::ops::RangeInclusive;

use engine::api::limit::TABLE_THROUGHPUT_MAX;
use playground::view::cost::PayMode;
use playground::view::design::{CapacityDesign, DesignPlace, TableDesign};
use yew::prelude::*;

use crate::component::select::Select;
use crate::panel::design::form::Form;
use crate::panel::part::number::{Number, number, optional_number};
use crate::panel::part::scaling::scaling;
use crate::panel::part::words::word;

/// Units a second that can be set.
const UNITS: RangeInclusive<u64> = 1..=TABLE_THROUGHPUT_MAX;

/// Whose throughput it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Store {
    /// The table's.
    Table,
    /// That of a global index, by position.
    Index(usize),
}

impl Store {
    fn capacity(self, design: &mut TableDesign) -> Option<&mut CapacityDesign> {
        match self {
            Self::Table => Some(&mut design.settings.get_or_insert_default().capacity),
            Self::Index(position) => Some(&mut design.global_indexes.get_mut(position)?.capacity),
        }
    }
}

/// How the table is paid for, what it may consume, and auto scaling.
pub(super) fn billing(form: &Form<'_>) -> Html {
    let settings = form.settings();
    let modes = [PayMode::OnDemand, PayMode::Provisioned];
    let on_choose = form.set(move |settings, position: usize| settings.billing = modes[position]);
    let (about, is_provisioned) = match settings.billing {
        PayMode::OnDemand => ("design.on_demand_about", false),
        PayMode::Provisioned => ("design.provisioned_about", true),
    };
    html! {
        <fieldset class="stack">
            <legend>{ word("design.capacity") }</legend>
            <div class="form-row row wrap">
                <span class="form-name">{ word("design.billing") }</span>
                <Select
                    label={word("design.billing")}
                    options={["PAY_PER_REQUEST", "PROVISIONED"].map(AttrValue::from).to_vec()}
                    chosen={usize::from(is_provisioned)}
                    {on_choose}
                />
            </div>
            <p class="muted">{ word(about) }</p>
            { capacity_rows(form, Store::Table) }
            if is_provisioned {
                { scaling(settings.scaling, &form.set(|settings, scaling| settings.scaling = scaling)) }
            }
            { form.fault(DesignPlace::Capacity) }
        </fieldset>
    }
}

/// What a table or global index may consume, in the billing mode that is chosen.
pub(super) fn capacity_rows(form: &Form<'_>, store: Store) -> Html {
    let settings = form.settings();
    let capacity = match store {
        Store::Table => settings.capacity,
        Store::Index(position) => form.design.global_indexes[position].capacity,
    };
    let set = |change: fn(&mut CapacityDesign, u64)| {
        form.change(move |design, units| {
            if let Some(capacity) = store.capacity(design) {
                change(capacity, units);
            }
        })
    };
    let set_max = |change: fn(&mut CapacityDesign, Option<u64>)| {
        form.change(move |design, units| {
            if let Some(capacity) = store.capacity(design) {
                change(capacity, units);
            }
        })
    };
    let units = |key: &'static str, value, on_change| {
        number(Number { key: key.into(), label: word(key), value, range: UNITS }, on_change)
    };
    let maximum = |key, value, on_change| {
        optional_number(key, word(key), word("design.no_maximum"), value, 1..=u64::MAX, on_change)
    };
    html! {
        <div class="design-units row wrap">
            if settings.billing == PayMode::Provisioned {
                { units("design.read_units", capacity.read_units, set(|it, units| it.read_units = units)) }
                { units("design.write_units", capacity.write_units, set(|it, units| it.write_units = units)) }
            } else {
                { maximum("design.read_max", capacity.read_max, set_max(|it, units| it.read_max = units)) }
                { maximum("design.write_max", capacity.write_max, set_max(|it, units| it.write_max = units)) }
            }
        </div>
    }
}
