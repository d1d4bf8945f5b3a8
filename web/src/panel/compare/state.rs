//! What can be done with two designs. Pure.

use playground::sandbox::command::Command;
use playground::view::compare::{CompareCommand, Letter};

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

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

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        let asks = action == Action::Ask && !self.asks;
        *self = Self { asks };
        let command = match action {
            Action::Show(letter) => CompareCommand::Show(letter),
            Action::ShowComparison => return vec![Effect::Open(PanelId::COMPARISON)],
            Action::Ask => return Vec::new(),
            Action::Keep => CompareCommand::Keep,
        };
        vec![Effect::Command(Command::Compare(command))]
    }

    /// No longer asks once a command, of whatever panel, is about the designs: another one may be shown.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if matches!(executed.command, Command::Compare(_)) {
            *self = Self::default();
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_asked_about_one_design_removes_no_other() {
        let shared = Shared::first();
        let mut state = State { asks: true };
        let command = Command::Compare(CompareCommand::Show(Letter::A));
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_design_is_removed_only_after_it_was_asked() {
        let shared = Shared::first();
        let mut state = State::default();
        assert_eq!(state.update(Action::Ask, &shared), []);
        assert!(state.asks);
        assert_eq!(state.update(Action::Ask, &shared), []);
        assert!(!state.asks, "the second press keeps both");
        let keep = Effect::Command(Command::Compare(CompareCommand::Keep));
        state.update(Action::Ask, &shared);
        assert_eq!(state.update(Action::Keep, &shared), [keep]);
        assert_eq!(state, State::default());
    }
}
