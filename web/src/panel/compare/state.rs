//! What can be done with two designs. Pure.

use playground::sandbox::command::Command;
use playground::view::compare::{CompareCommand, Letter};

use crate::panel::effect::Effect;
use crate::panel::id::PanelId;

/// Whether it was asked if one of two designs is removed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    pub asks: bool,
}

/// What can be done with two designs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Show one of them.
    Show(Letter),
    /// Show what differs.
    ShowComparison,
    /// Ask whether the one that is not shown is removed, or no longer.
    Ask,
    /// Keep the one that is shown, and remove the other.
    Keep,
}

impl State {
    /// What an action asks of the page.
    pub(super) fn update(&mut self, action: Action) -> Option<Effect<Action>> {
        let asks = action == Action::Ask && !self.asks;
        *self = Self { asks };
        match action {
            Action::Show(letter) => {
                Some(Effect::Command(Command::Compare(CompareCommand::Show(letter))))
            }
            Action::ShowComparison => Some(Effect::Open(PanelId::COMPARISON)),
            Action::Ask => None,
            Action::Keep => Some(Effect::Command(Command::Compare(CompareCommand::Keep))),
        }
    }

    /// No longer asks once a command, of whatever panel, is about the designs: another one may be shown.
    pub(super) fn observe(&mut self, command: &Command) {
        if matches!(command, Command::Compare(_)) {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_about_one_design_removes_no_other() {
        let mut state = State { asks: true };
        state.observe(&Command::Compare(CompareCommand::Show(Letter::A)));
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_design_is_removed_only_after_it_was_asked() {
        let mut state = State::default();
        assert_eq!(state.update(Action::Ask), None);
        assert!(state.asks);
        assert_eq!(state.update(Action::Ask), None);
        assert!(!state.asks, "the second press keeps both");
        let keep = Effect::Command(Command::Compare(CompareCommand::Keep));
        state.update(Action::Ask);
        assert_eq!(state.update(Action::Keep), Some(keep));
        assert_eq!(state, State::default());
    }
}
