//! Virtual time, and whether and how fast it runs. Pure.

use playground::view::meter::ClockView;
use playground::view::workload::WorkloadStage;

use crate::panel::setting::{Menu, Speed};
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// Virtual time.
    pub clock: ClockView,
    /// The words for a workload or other long work that goes on, which has its own speed.
    pub work: Option<&'static str>,
    /// The name of the next step: of a run, a second. `None` if nothing is to come.
    pub step: Option<&'static str>,
    /// How fast it runs.
    pub speed: Speed,
    /// Whether it runs while a change is pending.
    pub is_playing: bool,
    /// Whether an earlier moment is shown.
    pub is_rewound: bool,
    /// Whether the menu of steps of time is open.
    pub is_menu_open: bool,
}

/// What the panel shows.
pub(super) fn view(shared: &Shared) -> View {
    let workload = shared.session.workload_stage();
    let is_run = shared.session.running_since().is_some();
    let clock = shared.session.clock();
    let has_next = shared.page.rewound || clock.next_in_ms.is_some();
    View {
        clock,
        work: match (workload, is_run) {
            (WorkloadStage::Idle, _) => None,
            (WorkloadStage::Running, true) => Some("clock.workload"),
            (WorkloadStage::Running, false) => Some("clock.busy"),
            (WorkloadStage::Paused, _) => Some("clock.workload_paused"),
        },
        step: match is_run {
            true => Some("clock.step_second"),
            false => has_next.then_some("clock.step"),
        },
        speed: shared.page.running_speed(),
        is_playing: match is_run {
            true => workload == WorkloadStage::Running,
            false => shared.page.is_playing(),
        },
        is_rewound: shared.page.rewound,
        is_menu_open: shared.page.menu == Some(Menu::Clock),
    }
}
