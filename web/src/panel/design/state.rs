//! The form about a table that is open, and what can be done with it. Pure.

use playground::sandbox::command::Command;
use playground::view::design::{DesignInterest, DesignPlace, DesignPurpose, TableDesign};
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Input};
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The form that is open.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// What is filled in; `None` if the dialog is closed.
    pub interest: Option<DesignInterest>,
    /// The part of the form in which the focus begins.
    pub focus: DesignPlace,
    /// The menu from which it was opened, and to which the focus returns.
    pub opener: Option<Menu>,
}

impl Default for State {
    fn default() -> Self {
        Self { interest: None, focus: DesignPlace::Form, opener: None }
    }
}

/// What can be done with a form.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// The design after a keystroke.
    Type(TableDesign),
    /// The typical item after a keystroke.
    TypeSample(String),
    /// Rebuild the table instead, with what is filled in.
    Rebuild,
    /// Do what the form is for.
    Commit,
    /// Discard what is filled in.
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Type(mut design) => {
                // A local index has the partition key of its table, also while that is being typed.
                for index in &mut design.local_indexes {
                    index.partition_keys = vec![design.partition_key.clone()];
                }
                if let Some(interest) = &mut self.interest {
                    interest.design = design;
                }
                Vec::new()
            }
            Action::TypeSample(sample) => {
                if let Some(interest) = &mut self.interest {
                    interest.sample = Some(sample);
                }
                Vec::new()
            }
            Action::Rebuild => {
                if let Some(interest) = &mut self.interest
                    && let Some(table) = interest.purpose.table().cloned()
                {
                    interest.purpose = DesignPurpose::Rebuild(table);
                }
                Vec::new()
            }
            Action::Commit => {
                let command = self.interest.clone().map(command);
                command.map(Effect::Command).into_iter().collect()
            }
            Action::Close => {
                self.interest = None;
                // The browser gives the focus back, but not to a menu that is closed.
                let focus = self.opener.take().map(Focus::Menu);
                focus.map(|focus| Effect::Page(PageAction::Focus(focus))).into_iter().collect()
            }
        }
    }

    /// The dialog is closed when what it asks for is done.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        let is_of_form = matches!(
            executed.command,
            Command::CreateTable(_)
                | Command::RebuildTable { .. }
                | Command::UpdateTable { .. }
                | Command::AddIndex { .. }
                | Command::DropIndex { .. }
        );
        if is_of_form && executed.accepted {
            self.interest = None;
        }
        Vec::new()
    }

    /// Opens the dialog, from a menu or not.
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        let Input::Design(purpose, focus) = input else { return Vec::new() };
        self.opener = shared.page.menu;
        self.focus = *focus;
        self.interest = shared.session.begin_design(purpose.clone());
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        serde_json::to_value(self.interest.as_ref()?).ok()
    }

    fn resume(&mut self, unfinished: Value) {
        self.interest = serde_json::from_value(unfinished).ok();
    }
}

/// What a form does.
fn command(interest: DesignInterest) -> Command {
    let DesignInterest { purpose, design, .. } = interest;
    match purpose {
        DesignPurpose::Create => Command::CreateTable(design),
        DesignPurpose::Rebuild(table) => Command::RebuildTable { table: table.to_string(), design },
        DesignPurpose::Update(table) => Command::UpdateTable { table: table.to_string(), design },
        DesignPurpose::AddIndex(table) => Command::AddIndex { table: table.to_string(), design },
        DesignPurpose::DeleteIndex { table, index } => {
            Command::DropIndex { table: table.to_string(), index: index.to_string() }
        }
    }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;
    use playground::view::value::Text;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn opened(menu: Option<Menu>, purpose: DesignPurpose) -> State {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState { menu, ..PageState::default() });
        let mut state = State::default();
        let shared = Shared { session: &session, selection: &selection, page: &page };
        state.begin(&Input::design(purpose), &shared);
        state
    }

    fn design(state: &State) -> TableDesign {
        state.interest.as_ref().expect("the form is open").design.clone()
    }

    #[test]
    fn a_design_stays_open_until_it_is_accepted() {
        let shared = Shared::first();
        let mut state = opened(None, DesignPurpose::Create);
        let design = TableDesign { name: "Games".to_owned(), ..design(&state) };
        state.update(Action::Type(design.clone()), &shared);
        let command = Command::CreateTable(design);
        assert_eq!(state.update(Action::Commit, &shared), [Effect::Command(command.clone())]);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] }, &shared);
        assert!(state.interest.is_some());
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
        assert_eq!(state.interest, None);
    }

    #[test]
    fn the_focus_returns_to_the_menu_from_which_it_was_opened() {
        let shared = Shared::first();
        assert_eq!(opened(None, DesignPurpose::Create).update(Action::Close, &shared), []);
        let focus = Effect::Page(PageAction::Focus(Focus::Menu(Menu::Sandbox)));
        let mut state = opened(Some(Menu::Sandbox), DesignPurpose::Create);
        assert_eq!(state.update(Action::Close, &shared), [focus]);
    }

    #[test]
    fn a_design_survives_a_reload() {
        let shared = Shared::first();
        assert_eq!(State::default().unfinished(), None);
        let mut state = opened(None, DesignPurpose::AddIndex("Orders".into()));
        state.update(Action::TypeSample("{}".to_owned()), &shared);
        let mut after = State::default();
        after.resume(state.unfinished().expect("a design is open"));
        assert_eq!(after.interest, state.interest);
    }

    #[test]
    fn what_cannot_be_updated_is_rebuilt_with_what_was_filled_in() {
        let shared = Shared::first();
        let table = Text::from("Orders");
        let mut state = opened(None, DesignPurpose::Update(Text::clone(&table)));
        let mut changed = design(&state);
        changed.settings.get_or_insert_default().is_protected = true;
        state.update(Action::Type(changed.clone()), &shared);
        state.update(Action::Rebuild, &shared);
        let rebuilt = DesignInterest::new(DesignPurpose::Rebuild(table), changed);
        assert_eq!(state.interest, Some(rebuilt));
    }
}
