//! What can be done with throughput. Pure.

use playground::sandbox::command::{Capacity, Command};
use playground::view::throughput::{ScalingView, Setting};
use playground::view::value::{Method, Text};

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::{Selection, Shared};

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
        units: u64,
    },
    /// Let what is provisioned follow what is used, or stop that.
    SetScaling(Option<ScalingView>),
    /// Let so many milliseconds pass.
    Wait(u64),
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        effect(action, shared.selection).into_iter().collect()
    }
}

/// What an action asks of the page; `None` if there is no table.
pub(super) fn effect(action: Action, selection: &Selection) -> Option<Effect<Action>> {
    let capacity = match action {
        Action::Set(setting, value) => {
            return Some(Effect::Command(Command::Set { setting, value }));
        }
        Action::Wait(by_ms) => return Some(Effect::Command(Command::Advance { by_ms })),
        Action::SetProvisioned(true) => Capacity::Provisioned,
        Action::SetProvisioned(false) => Capacity::OnDemand,
        Action::SetScaling(scaling) => Capacity::Scaled(scaling),
        Action::SetUnits { index, method, units } => Capacity::Units { index, method, units },
    };
    let table = selection.table.as_ref()?.to_string();
    Some(Effect::Command(Command::SetCapacity { table, capacity }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn capacity_is_that_of_the_open_table() {
        let set = |table: Option<&str>| {
            let selection = Selection { table: table.map(Text::from), ..Selection::default() };
            effect(Action::SetProvisioned(true), &selection)
        };
        let command =
            Command::SetCapacity { table: "Orders".to_owned(), capacity: Capacity::Provisioned };
        assert_eq!(set(Some("Orders")), Some(Effect::Command(command)));
        assert_eq!(set(None), None);
    }
}
