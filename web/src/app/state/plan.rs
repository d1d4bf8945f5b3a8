//! From an action on what is planned to the next state and what has to be done, and the way to what advice is about.

use crate::app::state::AppState;
use crate::app::state::action::{Effect, Focus, PatternAction};
use crate::app::state::setting::Zone;
use playground::sandbox::command::{Command, PlanCommand};

impl AppState {
    /// Shows a zone and puts the focus there.
    pub(super) fn go_to(&mut self, zone: Zone, focus: Focus) -> Vec<Effect> {
        self.zone = zone;
        vec![Effect::Focus(focus)]
    }

    /// Changes the state as an action on access patterns asks.
    pub(super) fn update_pattern(&mut self, action: PatternAction) -> Vec<Effect> {
        let command = match action {
            PatternAction::Type(draft) => {
                self.pattern = Some(draft);
                return Vec::new();
            }
            PatternAction::Close => None,
            PatternAction::Save => self.pattern.take().map(PlanCommand::SavePattern),
            PatternAction::Delete(position) => Some(PlanCommand::DeletePattern { position }),
        };
        self.pattern = None;
        let command = command.map(plan);
        command.into_iter().chain([Effect::Focus(Focus::Zone(Zone::Why))]).collect()
    }
}

/// Asks the session to plan something else.
pub(super) fn plan(command: PlanCommand) -> Effect {
    Effect::Ask(Command::Plan(command))
}
