//! The access pattern that is being written, and what can be done with patterns. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::pattern::PatternDraft;
use playground::view::value::Text;
use serde_json::Value;

use crate::panel::contract::Executed;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;

/// The access pattern that is being written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The pattern; `None` if the form is closed.
    pub draft: Option<PatternDraft>,
}

/// What can be done with access patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The pattern when its form is opened, or after a keystroke.
    Type(PatternDraft),
    /// Keep it.
    Save,
    /// Close the form.
    Close,
    /// Delete a pattern, by its position.
    Delete(usize),
    /// Send the request of a pattern once.
    Run {
        /// The operation.
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action) -> Vec<Effect<Action>> {
        let command = match action {
            Action::Type(draft) => {
                self.draft = Some(draft);
                return Vec::new();
            }
            Action::Run { operation, request } => {
                return vec![Effect::Command(Command::Call {
                    operation: operation.to_string(),
                    request: request.to_string(),
                })];
            }
            Action::Close => None,
            Action::Save => self.draft.take().map(PlanCommand::SavePattern),
            Action::Delete(position) => Some(PlanCommand::DeletePattern { position }),
        };
        self.draft = None;
        // The button that was pressed is no longer there.
        let focus = Effect::Open(PanelId::PATTERNS);
        let command = command.map(|command| Effect::Command(Command::Plan(command)));
        command.into_iter().chain([focus]).collect()
    }

    /// Takes note of a command. A pattern that was rejected stays, to be corrected.
    pub fn observe(&mut self, executed: &Executed) {
        if let Command::Plan(PlanCommand::SavePattern(draft)) = executed.command
            && !executed.accepted
        {
            self.draft = Some(draft.clone());
        }
    }

    /// The pattern that is being written, to be stored.
    pub fn unfinished(&self) -> Option<Value> {
        serde_json::to_value(self.draft.as_ref()?).ok()
    }

    /// Restores the pattern that was being written.
    pub fn resume(&mut self, unfinished: Value) {
        self.draft = serde_json::from_value(unfinished).ok();
    }
}

#[cfg(test)]
mod tests {
    use playground::view::pattern::Period;

    use super::*;

    fn draft() -> PatternDraft {
        PatternDraft {
            position: None,
            name: "Orders of a customer".into(),
            operation: "Query".into(),
            request: "{}".into(),
            rate: "10".into(),
            period: Period::Second,
            size: "".into(),
        }
    }

    #[test]
    fn a_pattern_is_kept_once() {
        let mut state = State::default();
        assert_eq!(state.update(Action::Type(draft())), []);
        let command = Command::Plan(PlanCommand::SavePattern(draft()));
        let focus = Effect::Open(PanelId::PATTERNS);
        assert_eq!(state.update(Action::Save), [Effect::Command(command.clone()), focus.clone()]);
        assert_eq!(state.draft, None);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] });
        assert_eq!(state.draft, Some(draft()), "a pattern that was rejected stays");
        state.update(Action::Save);
        assert_eq!(state.update(Action::Save), [focus]);
    }

    #[test]
    fn a_pattern_that_is_being_written_survives_a_reload() {
        let mut state = State::default();
        assert_eq!(state.unfinished(), None);
        state.update(Action::Type(draft()));
        let mut after = State::default();
        after.resume(state.unfinished().expect("a pattern is being written"));
        assert_eq!(after, state);
        after.resume(Value::Null);
        assert_eq!(after, State::default(), "an earlier version stored null for no pattern");
    }
}
