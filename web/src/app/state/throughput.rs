//! What can be done with throughput: how it is set, and which of its seconds is looked at.

use crate::app::state::action::Effect;
use crate::app::state::{AppState, ask};
use crate::session::command::{Capacity, Command};
use crate::view::HeatInterest;
use crate::view::throughput::{ScalingView, Setting};
use crate::view::value::{Method, Text};

/// What can be done with throughput.
#[derive(Debug, Clone, PartialEq)]
pub enum ThroughputAction {
    /// Set a number of the model.
    Set(Setting, u64),
    /// Provision the open table, or let it pay on demand.
    SetProvisioned(bool),
    /// Provision so many units a second.
    SetUnits {
        /// For a global index; for the table if `None`.
        index: Option<Text>,
        /// Reads or writes.
        method: Method,
        /// The units.
        units: u64,
    },
    /// Let what is provisioned follow what is used, or no longer.
    SetScaling(Option<ScalingView>),
    /// Show the heat of reads or of writes.
    ShowHeat(Method),
    /// Look at one of the seconds shown.
    Look(usize),
    /// Let so many milliseconds pass.
    Wait(u64),
}

impl AppState {
    pub(super) fn update_throughput(&mut self, action: ThroughputAction) -> Vec<Effect> {
        let capacity = match action {
            ThroughputAction::Set(setting, value) => {
                return vec![ask(Command::SetThroughput { setting, value })];
            }
            ThroughputAction::Wait(by_ms) => return vec![ask(Command::Advance { by_ms })],
            ThroughputAction::ShowHeat(method) => {
                self.heat = HeatInterest { method, ..self.heat };
                return Vec::new();
            }
            ThroughputAction::Look(second) => {
                self.heat = HeatInterest { second: Some(second), ..self.heat };
                return Vec::new();
            }
            ThroughputAction::SetProvisioned(true) => Capacity::Provisioned,
            ThroughputAction::SetProvisioned(false) => Capacity::OnDemand,
            ThroughputAction::SetScaling(scaling) => Capacity::Scaled(scaling),
            ThroughputAction::SetUnits { index, method, units } => {
                Capacity::Units { index, method, units }
            }
        };
        let Some(table) = &self.table else { return Vec::new() };
        vec![ask(Command::SetCapacity { table: table.as_ref().to_owned(), capacity })]
    }
}
