//! Units consumed, and what each store may consume if throughput is limited. Pure.

use playground::view::meter::MeterView;
use playground::view::throughput::ThroughputView;
use playground::view::workload::WorkloadStage;

use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Units consumed.
    pub meter: MeterView,
    /// What the table and its indexes may consume and do, if single requests are limited.
    pub throughput: Option<ThroughputView>,
}

/// What the panel shows. `last` is what it showed for the same sandbox and table: time changes only what stores may consume.
pub(super) fn view(shared: &Shared, last: Option<&View>) -> View {
    let table = shared.table_name();
    let is_limited = shared.session.database().config().throughput.is_enforced;
    let throughput = if is_limited { shared.session.throughput(table) } else { None };
    // A run consumes while time passes.
    let is_idle = shared.session.workload_stage() == WorkloadStage::Idle;
    let meter = match last.filter(|_| is_idle) {
        Some(last) => last.meter.clone(),
        None => shared.session.meter(table),
    };
    View { meter, throughput }
}
