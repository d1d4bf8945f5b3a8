//! Which heat is looked at, and what can be done with throughput. Pure.

use playground::sandbox::command::{Capacity, Command};
use playground::view::throughput::{ScalingView, Setting};
use playground::view::value::{Method, Text};

use crate::panel::effect::Effect;
use crate::panel::shared::Selection;

/// Whose heat is looked at, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Of reads or of writes.
    pub method: Method,
    /// The second among those shown; the last one if `None`.
    pub second: Option<usize>,
}

impl Default for State {
    fn default() -> Self {
        Self { method: Method::Write, second: None }
    }
}

/// What can be done with throughput.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
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
    /// Let what is provisioned follow what is used, or stop that.
    SetScaling(Option<ScalingView>),
    /// Show the heat of reads or of writes.
    Show(Method),
    /// Look at one of the seconds shown.
    Look(usize),
    /// Let so many milliseconds pass.
    Wait(u64),
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, selection: &Selection) -> Vec<Effect<Action>> {
        let capacity = match action {
            Action::Set(setting, value) => {
                return vec![Effect::Command(Command::SetThroughput { setting, value })];
            }
            Action::Wait(by_ms) => return vec![Effect::Command(Command::Advance { by_ms })],
            Action::Show(method) => {
                self.method = method;
                return Vec::new();
            }
            Action::Look(second) => {
                self.second = Some(second);
                return Vec::new();
            }
            Action::SetProvisioned(true) => Capacity::Provisioned,
            Action::SetProvisioned(false) => Capacity::OnDemand,
            Action::SetScaling(scaling) => Capacity::Scaled(scaling),
            Action::SetUnits { index, method, units } => Capacity::Units { index, method, units },
        };
        let Some(table) = &selection.table else { return Vec::new() };
        vec![Effect::Command(Command::SetCapacity { table: table.to_string(), capacity })]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looking_at_another_second_changes_nothing_but_the_state() {
        let mut state = State::default();
        assert_eq!(state.update(Action::Look(3), &Selection::default()), []);
        assert_eq!(state.update(Action::Show(Method::Read), &Selection::default()), []);
        assert_eq!(state, State { method: Method::Read, second: Some(3) });
    }

    #[test]
    fn capacity_is_that_of_the_open_table() {
        let set = |table: Option<&str>| {
            let selection = Selection { table: table.map(Text::from), ..Selection::default() };
            State::default().update(Action::SetProvisioned(true), &selection)
        };
        let command =
            Command::SetCapacity { table: "Orders".to_owned(), capacity: Capacity::Provisioned };
        assert_eq!(set(Some("Orders")), [Effect::Command(command)]);
        assert_eq!(set(None), []);
    }
}
