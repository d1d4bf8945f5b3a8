//! How throughput is set: whether requests are limited, the capacity of the table, and the numbers of the model. Pure.

use std::ops::RangeInclusive;

use engine::api::limit::TABLE_THROUGHPUT_MAX;
use engine::table::schema::Billing;
use playground::sandbox::throughput::{Settings, scaling_of, setting_views};
use playground::view::throughput::{ScalingView, SettingView};
use playground::view::value::{Method, Text};
use playground::views::throughput::throughput_view;

use crate::panel::shared::Shared;

/// Units a second that can be provisioned for a table or index.
pub const UNITS: RangeInclusive<u64> = 1..=TABLE_THROUGHPUT_MAX;

/// How the throughput of the open table is set.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Whether requests are rejected that exceed the throughput.
    pub is_enforced: bool,
    /// The table's name.
    pub table: Text,
    /// Whether the table is provisioned; on demand if not.
    pub is_provisioned: bool,
    /// Whether a busy partition may use what the others leave.
    pub is_adaptive: bool,
    /// How what is provisioned follows what is used, if it does.
    pub scaling: Option<ScalingView>,
    /// What is provisioned for the table and its global indexes.
    pub units: Vec<UnitsView>,
    /// The numbers of the model.
    pub numbers: Vec<SettingView>,
}

/// Provisioned read units or write units of a table or index.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitsView {
    /// The name of the index; `None` is the table.
    pub index: Option<Text>,
    /// What the table or index is called.
    pub store: Text,
    /// Reads or writes.
    pub method: Method,
    /// Units a second.
    pub units: u64,
}

/// What the panel shows; `None` when the sandbox has no table.
pub fn view(shared: &Shared) -> Option<View> {
    let (database, table) = (shared.session.database(), shared.table()?);
    let throughput = throughput_view(database, table);
    let units = throughput.stores.iter().flat_map(|store| {
        [&store.write, &store.read].map(|flow| UnitsView {
            index: store.index.clone(),
            store: store.name.clone(),
            method: flow.method,
            units: flow.limit,
        })
    });
    Some(View {
        // That of the sandbox: a run has its own switch.
        is_enforced: shared.session.is_throughput_limited(),
        table: table.schema.name.as_str().into(),
        is_provisioned: matches!(table.schema.billing, Billing::Provisioned(_)),
        is_adaptive: database.config().throughput.is_adaptive,
        scaling: scaling_of(database, table),
        units: units.collect(),
        numbers: setting_views(&Settings::of(database)),
    })
}
