//! What can be done with the estimate: choosing what it is made with. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::cost::CostSettings;

use crate::panel::effect::Effect;

/// What can be done with the estimate.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Make it with other settings.
    Set(CostSettings),
}

/// What an action asks of the page.
pub(super) fn effect(action: Action) -> Effect<Action> {
    let Action::Set(settings) = action;
    Effect::Command(Command::Plan(PlanCommand::SetCost(settings)))
}
