//! The list of callers as it is being edited. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::caller::{CALLER_COUNT_MAX, Caller};
use serde_json::{Value, json};

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Input, Target};
use crate::panel::shared::Shared;

/// The list of callers as it is being edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The list; `None` if the dialog is closed.
    pub list: Option<Vec<Caller>>,
    /// The position of the caller that sends requests; the owner does if `None`.
    pub sender: Option<usize>,
    /// Whether it differs from what is stored.
    pub is_changed: bool,
}

/// What can be done with the callers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Add a caller without a name, which sends requests from here on.
    Add,
    /// A caller after a keystroke, or with another policy.
    Change { position: usize, caller: Caller },
    /// Remove a caller.
    Remove(usize),
    /// Choose who sends requests.
    SendAs(Option<usize>),
    /// Store the list.
    Save,
    /// Close the dialog.
    Close,
}

impl Reduce<Action> for State {
    /// Changes the list as the action asks.
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        let Some(list) = &mut self.list else { return Vec::new() };
        self.is_changed = true;
        match action {
            Action::Add if list.len() < CALLER_COUNT_MAX => {
                self.sender = Some(list.len());
                list.push(Caller::default());
            }
            Action::Change { position, caller } => {
                if let Some(place) = list.get_mut(position) {
                    *place = caller;
                }
            }
            Action::Remove(position) if position < list.len() => {
                list.remove(position);
                self.sender = self.sender.filter(|sender| *sender != position);
                self.sender = self.sender.map(|it| it - usize::from(it > position));
            }
            Action::Add | Action::Remove(_) => {}
            Action::SendAs(position) => self.sender = position.filter(|it| *it < list.len()),
            Action::Save => return self.save(),
            Action::Close => {
                *self = Self::default();
                return vec![Effect::Show(Target::Table)];
            }
        }
        Vec::new()
    }

    /// The dialog is closed when the list is stored.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        let is_stored = matches!(executed.command, Command::Plan(PlanCommand::SetCallers { .. }));
        if self.list.is_none() || !is_stored || !executed.accepted {
            return Vec::new();
        }
        *self = Self::default();
        vec![Effect::Show(Target::Table)]
    }

    /// Opens the dialog.
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        let Input::Callers = input else { return Vec::new() };
        let list = shared.session.callers().to_vec();
        let sender = shared.session.sender();
        let sender = list.iter().position(|caller| sender == Some(&caller.name));
        *self = Self { list: Some(list), sender, is_changed: false };
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        let list = self.list.as_ref().filter(|_| self.is_changed)?;
        Some(json!({ "callers": list, "sender": self.sender }))
    }

    fn resume(&mut self, unfinished: Value) {
        let list: Option<Vec<Caller>> = serde_json::from_value(unfinished["callers"].clone()).ok();
        let sender = unfinished["sender"].as_u64().and_then(|it| usize::try_from(it).ok());
        let count = list.as_ref().map_or(0, Vec::len);
        *self = Self { list, sender: sender.filter(|it| *it < count), is_changed: true };
    }
}

impl State {
    fn save(&self) -> Vec<Effect<Action>> {
        let callers = self.list.clone().unwrap_or_default();
        let sender = self.sender.and_then(|it| callers.get(it)).map(|caller| caller.name.clone());
        vec![Effect::Command(Command::Plan(PlanCommand::SetCallers { callers, sender }))]
    }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn named(name: &str) -> Caller {
        Caller { name: name.to_owned(), policies: Vec::new() }
    }

    fn opened() -> State {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        state.begin(&Input::Callers, &shared);
        state
    }

    #[test]
    fn the_list_is_edited_and_stored_with_the_caller_that_sends() {
        let shared = Shared::first();
        let mut state = opened();
        assert_eq!(state.unfinished(), None);
        for (position, name) in ["a", "b", "c"].into_iter().enumerate() {
            state.update(Action::Add, &shared);
            state.update(Action::Change { position, caller: named(name) }, &shared);
        }
        assert_eq!(state.sender, Some(2), "a new caller sends");
        state.update(Action::Remove(0), &shared);
        let mut after = State::default();
        after.resume(state.unfinished().expect("the list was changed"));
        assert_eq!(after, state);
        let callers = vec![named("b"), named("c")];
        let sender = Some("c".to_owned());
        let command = Command::Plan(PlanCommand::SetCallers { callers, sender });
        assert_eq!(state.update(Action::Save, &shared), [Effect::Command(command.clone())]);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] }, &shared);
        assert!(state.list.is_some(), "a rejected list stays to be corrected");
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(state, State::default());
    }

    #[test]
    fn the_owner_sends_when_the_caller_that_sent_is_removed() {
        let shared = Shared::first();
        let mut state = opened();
        state.update(Action::Add, &shared);
        state.update(Action::Remove(0), &shared);
        assert_eq!(state.sender, None);
    }

    #[test]
    fn the_list_has_a_limit() {
        let shared = Shared::first();
        let mut state = opened();
        for _ in 0..1_000 {
            state.update(Action::Add, &shared);
        }
        assert_eq!(state.list.map(|list| list.len()), Some(CALLER_COUNT_MAX));
    }
}
