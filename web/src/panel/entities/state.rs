//! The list of entities as it is being edited. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::entity::{ENTITY_COUNT_MAX, Entity};
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Input, Target};
use crate::panel::shared::Shared;

/// The list of entities as it is being edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The list; `None` if the dialog is closed.
    pub list: Option<Vec<Entity>>,
    /// Whether it differs from what is stored.
    pub is_changed: bool,
}

/// What can be done with the entities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Add an entity: an empty one, or one that was suggested.
    Add(Entity),
    /// An entity after a keystroke.
    Type { position: usize, entity: Entity },
    /// Let an entity change places with the one before it. Of two rules that hold for an item, the first counts.
    MoveUp(usize),
    /// Remove an entity from the list. Its items stay.
    Remove(usize),
    /// Store the list.
    Save,
    /// Close the dialog.
    Close,
}

impl Reduce<Action> for State {
    /// Changes the list as the action asks.
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let Some(list) = &mut self.list else { return Vec::new() };
        self.is_changed = true;
        match action {
            Action::Add(entity) if list.len() < ENTITY_COUNT_MAX => list.push(entity),
            Action::Type { position, entity } => {
                if let Some(place) = list.get_mut(position) {
                    *place = entity;
                }
            }
            Action::MoveUp(position) if position > 0 && position < list.len() => {
                list.swap(position - 1, position);
            }
            Action::Remove(position) if position < list.len() => drop(list.remove(position)),
            Action::Add(_) | Action::MoveUp(_) | Action::Remove(_) => {}
            Action::Save => return self.save(shared),
            Action::Close => {
                *self = Self::default();
                return vec![Effect::Show(Target::Table)];
            }
        }
        Vec::new()
    }

    /// The dialog is closed when the list is stored.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        let is_stored = matches!(executed.command, Command::Plan(PlanCommand::SetEntities { .. }));
        if !is_stored || !executed.accepted {
            return Vec::new();
        }
        *self = Self::default();
        vec![Effect::Show(Target::Table)]
    }

    /// Opens the dialog.
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        let Input::Entities = input else { return Vec::new() };
        let list = shared.session.entities(shared.table_name()).to_vec();
        *self = Self { list: Some(list), is_changed: false };
        Vec::new()
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }

    fn unfinished(&self) -> Option<Value> {
        let list = self.list.as_ref().filter(|_| self.is_changed)?;
        serde_json::to_value(list).ok()
    }

    fn resume(&mut self, unfinished: Value) {
        *self = Self { list: serde_json::from_value(unfinished).ok(), is_changed: true };
    }
}

impl State {
    fn save(&mut self, shared: &Shared) -> Vec<Effect<Action>> {
        let (Some(list), Some(table)) = (&self.list, shared.table()) else { return Vec::new() };
        let table = table.schema.name.to_string();
        let command = PlanCommand::SetEntities { table, entities: list.clone() };
        vec![Effect::Command(Command::Plan(command))]
    }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn entity(name: &str) -> Entity {
        Entity { name: name.to_owned(), rule: "attribute_exists(Total)".to_owned() }
    }

    fn names(state: &State) -> Vec<&str> {
        state.list.iter().flatten().map(|entity| entity.name.as_str()).collect()
    }

    #[test]
    fn the_list_is_edited_and_stored_as_a_whole() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        state.begin(&Input::Entities, &shared);
        assert_eq!(state.unfinished(), None);
        for name in ["A", "B", "C"] {
            state.update(Action::Add(entity(name)), &shared);
        }
        state.update(Action::MoveUp(2), &shared);
        state.update(Action::MoveUp(0), &shared);
        assert_eq!(names(&state), ["A", "C", "B"]);
        state.update(Action::Remove(0), &shared);
        state.update(Action::Type { position: 1, entity: entity("D") }, &shared);
        assert_eq!(names(&state), ["C", "D"]);
        let mut after = State::default();
        after.resume(state.unfinished().expect("the list was changed"));
        assert_eq!(after, state);
        let entities = vec![entity("C"), entity("D")];
        let command =
            Command::Plan(PlanCommand::SetEntities { table: "Orders".to_owned(), entities });
        assert_eq!(state.update(Action::Save, &shared), [Effect::Command(command.clone())]);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] }, &shared);
        assert!(state.list.is_some(), "a rejected list stays to be corrected");
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(state, State::default());
    }

    #[test]
    fn the_list_has_a_limit() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        state.begin(&Input::Entities, &shared);
        for number in 0..1_000 {
            state.update(Action::Add(entity(&number.to_string())), &shared);
        }
        assert_eq!(names(&state).len(), ENTITY_COUNT_MAX);
    }
}
