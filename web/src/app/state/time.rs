//! What actions do to time: the clock, and the moment that is shown.

use crate::app::state::action::{ClockAction, Effect};
use crate::app::state::{AppState, ask};
use playground::sandbox::command::Command;

impl AppState {
    /// Does what is asked of time.
    pub(super) fn update_clock(&mut self, action: ClockAction) -> Vec<Effect> {
        match action {
            ClockAction::SetPlaying(playing) if self.rewound => {
                self.replaying = playing;
                return Vec::new();
            }
            ClockAction::SetPlaying(playing) => self.playing = playing,
            ClockAction::Travel(travel) => {
                self.replaying = false;
                return self.change_past(Command::Rewind(travel));
            }
            ClockAction::Fork => return self.change_past(Command::Fork),
            ClockAction::OpenBranch(number) => {
                return self.change_past(Command::OpenBranch(number));
            }
            ClockAction::SetSpeed(speed) => self.speed = speed,
            ClockAction::Step => return vec![ask(Command::StepToNext)],
            ClockAction::SetDelay(ms) => return vec![ask(Command::SetDelay { ms })],
            ClockAction::Tick { by_ms } => return vec![ask(Command::Advance { by_ms })],
        }
        vec![Effect::SavePreferences]
    }
}
