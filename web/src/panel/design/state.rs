//! The design in progress, and what can be done with it. Pure.

use playground::sandbox::command::Command;
use playground::view::DesignInterest;
use playground::view::design::{KeyDesign, KeyKind, TableDesign};
use serde_json::Value;

use crate::panel::contract::Executed;
use crate::panel::effect::{Effect, Input};
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::Menu;

/// The design in progress.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// The design; `None` if the dialog is closed.
    pub interest: Option<DesignInterest>,
    /// The menu from which it was opened, and to which the focus returns.
    pub opener: Option<Menu>,
}

/// What can be done with a design.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// The design after a keystroke.
    Type(TableDesign),
    /// Create or rebuild the table.
    Commit,
    /// Discard the design.
    Close,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action) -> Vec<Effect<Action>> {
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
            Action::Commit => {
                let command = self.interest.clone().map(|interest| match interest.rebuilds {
                    Some(table) => {
                        let (table, design) = (table.to_string(), interest.design);
                        Command::RebuildTable { table, design }
                    }
                    None => Command::CreateTable(interest.design),
                });
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

    /// Opens the dialog, if that is asked for, from a menu or not.
    pub fn begin(&mut self, input: &Input, menu: Option<Menu>) {
        let design = match input {
            Input::Design(design) => design,
            Input::Edit(_) | Input::Call(_) | Input::Read(_) | Input::Import(_) => return,
        };
        self.opener = menu;
        self.interest = Some(match design {
            Some(design) => DesignInterest {
                rebuilds: Some(design.name.as_str().into()),
                design: TableDesign::clone(design),
            },
            None => DesignInterest { rebuilds: None, design: new_design() },
        });
    }

    /// The dialog is closed when the design is accepted.
    pub fn observe(&mut self, executed: &Executed) {
        let creates =
            matches!(executed.command, Command::CreateTable(_) | Command::RebuildTable { .. });
        if creates && executed.accepted {
            self.interest = None;
        }
    }

    /// The design, to be stored.
    pub fn unfinished(&self) -> Option<Value> {
        serde_json::to_value(self.interest.as_ref()?).ok()
    }

    /// Restores the design.
    pub fn resume(&mut self, unfinished: Value) {
        self.interest = serde_json::from_value(unfinished).ok();
    }
}

/// A form without a name: the first thing to type.
fn new_design() -> TableDesign {
    TableDesign {
        name: String::new(),
        partition_key: KeyDesign { name: String::new(), kind: KeyKind::S },
        sort_key: None,
        local_indexes: Vec::new(),
        global_indexes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;

    fn opened(menu: Option<Menu>) -> State {
        let mut state = State::default();
        state.begin(&Input::Design(None), menu);
        state
    }

    #[test]
    fn a_design_stays_open_until_it_is_accepted() {
        let mut state = opened(None);
        let design = TableDesign { name: "Games".to_owned(), ..new_design() };
        state.update(Action::Type(design.clone()));
        let command = Command::CreateTable(design);
        assert_eq!(state.update(Action::Commit), [Effect::Command(command.clone())]);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] });
        assert!(state.interest.is_some());
        state.observe(&Executed { command: &command, accepted: true, outcomes: &[] });
        assert_eq!(state.interest, None);
    }

    #[test]
    fn the_focus_returns_to_the_menu_from_which_it_was_opened() {
        assert_eq!(opened(None).update(Action::Close), []);
        let focus = Effect::Page(PageAction::Focus(Focus::Menu(Menu::Examples)));
        assert_eq!(opened(Some(Menu::Examples)).update(Action::Close), [focus]);
    }

    #[test]
    fn a_design_survives_a_reload() {
        let mut state = State::default();
        assert_eq!(state.unfinished(), None);
        let table = Rc::new(TableDesign { name: "Orders".to_owned(), ..new_design() });
        state.begin(&Input::Design(Some(table)), None);
        let mut after = State::default();
        after.resume(state.unfinished().expect("a design is open"));
        assert_eq!(after.interest, state.interest);
    }
}
