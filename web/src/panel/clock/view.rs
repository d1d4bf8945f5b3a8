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
    /// Whether a workload runs, which has its own speed.
    pub workload: WorkloadStage,
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
    View {
        clock: shared.session.clock(),
        workload: shared.session.workload_stage(),
        speed: shared.page.running_speed(),
        is_playing: shared.page.is_playing(),
        is_rewound: shared.page.rewound,
        is_menu_open: shared.page.menu == Some(Menu::Clock),
    }
}
