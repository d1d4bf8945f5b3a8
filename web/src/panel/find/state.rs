//! What is searched for, and which of the things found is current. Pure.

use std::rc::Rc;

use playground::message::word;
use serde_json::Value;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Findable, FindableKind, Input};
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// What is searched for, in what, and which of the things found is current.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The words that are searched for.
    pub search: String,
    /// Everything that can be found, as it was when the dialog was opened, apart from stored work.
    pub findable: Rc<[Findable]>,
    /// The position of the current one among those found.
    pub current: usize,
}

impl Default for State {
    fn default() -> Self {
        Self { search: String::new(), findable: [].into(), current: 0 }
    }
}

/// What can be done in the dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Search for words.
    Search(String),
    /// Make the next one current, or after the last one the first.
    Next,
    /// Make the previous one current, or before the first one the last.
    Previous,
    ChooseCurrent,
    /// Choose the one at a position.
    Choose(usize),
    /// Close the dialog.
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Search(search) => *self = Self { search, current: 0, ..self.clone() },
            Action::Next => {
                let count = self.found(shared).len().max(1);
                self.current = (self.current + 1) % count;
            }
            Action::Previous => {
                let count = self.found(shared).len().max(1);
                self.current = (self.current + count - 1) % count;
            }
            Action::ChooseCurrent => return self.choose(self.current, shared),
            Action::Choose(position) => return self.choose(position, shared),
            Action::Close => {
                self.search.clear();
                return vec![close()];
            }
        }
        Vec::new()
    }

    fn begin(&mut self, input: &Input, _: &Shared) -> Vec<Effect<Action>> {
        let Input::Find(findable) = input else { return Vec::new() };
        // It is closed without a search, unless that was done by a reload.
        *self = Self { findable: findable.clone(), current: 0, ..self.clone() };
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        (!self.search.is_empty()).then(|| Value::from(&*self.search))
    }

    fn resume(&mut self, unfinished: Value) {
        if let Value::String(search) = unfinished {
            self.search = search;
        }
    }
}

impl State {
    fn choose(&mut self, position: usize, shared: &Shared) -> Vec<Effect<Action>> {
        let Some(chosen) = self.found(shared).into_iter().nth(position) else { return Vec::new() };
        self.search.clear();
        let effects = chosen.effects.into_iter().map(|effect| effect.map(|never| match never {}));
        [close()].into_iter().chain(effects).collect()
    }

    /// The things that have every word in their names or kinds: those whose names begin with the words first.
    pub fn found(&self, shared: &Shared) -> Vec<Findable> {
        let search = self.search.trim().to_lowercase();
        let work = work(shared);
        let all = self.findable.iter().chain(&work);
        let mut found: Vec<(Rank, &Findable)> =
            all.filter_map(|it| Some((Rank::of(it, &search)?, it))).collect();
        // Sorting is stable: each kind keeps its own order.
        found.sort_by_key(|(rank, it)| (*rank, it.kind));
        found.into_iter().map(|(_, it)| it.clone()).collect()
    }
}

/// How well a name fits what is searched for, the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The name begins with it.
    Beginning,
    /// A word of the name begins with it.
    Word,
    /// Name and kind contain each word of it.
    Inside,
}

impl Rank {
    /// The rank of a thing; `None` if it does not fit.
    fn of(findable: &Findable, search: &str) -> Option<Self> {
        let name = findable.name.to_lowercase();
        if name.starts_with(search) {
            return Some(Self::Beginning);
        }
        let mut starts = name.match_indices(search).map(|(at, _)| at);
        if starts.any(|at| !name[..at].ends_with(char::is_alphanumeric)) {
            return Some(Self::Word);
        }
        let kind = word(findable.kind.title()).to_lowercase();
        let is_inside = search.split_whitespace().all(|it| name.contains(it) || kind.contains(it));
        is_inside.then_some(Self::Inside)
    }
}

/// The sandboxes that this browser stores. They are listed after the dialog is open.
fn work(shared: &Shared) -> Vec<Findable> {
    let work = shared.page.work.list.iter().map(|info| {
        let show = Effect::Work(WorkAction::Show(info.slot.as_str().into()));
        Findable::named(FindableKind::Work, &info.title.as_str().into(), show)
    });
    work.collect()
}

/// The browser gives the focus back to where it was.
fn close() -> Effect<Action> {
    Effect::Page(PageAction::ToggleMenu(Menu::Find))
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::Command;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn found(search: &str, findable: &[(FindableKind, &str)]) -> Vec<String> {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let findable = findable.iter().map(|(kind, name)| {
            Findable::named(*kind, &(*name).into(), Effect::Command(Command::Undo))
        });
        let state =
            State { findable: findable.collect(), search: search.into(), ..State::default() };
        state.found(&shared).iter().map(|it| it.name.to_string()).collect()
    }

    #[test]
    fn names_that_begin_with_the_search_are_first_and_then_the_order_is_that_of_the_kinds() {
        use FindableKind::{Command, Example, Index, Item, Table};
        let all = [
            (Item, "C1 / O-1003"),
            (Example, "Open orders"),
            (Index, "OpenOrders"),
            (Table, "Orders"),
            (Command, "Undo: Remove OrderOpenDate"),
        ];
        assert_eq!(
            found("order", &all),
            ["Orders", "Undo: Remove OrderOpenDate", "Open orders", "OpenOrders"]
        );
        assert_eq!(found(" OPEN ", &all)[..2], ["OpenOrders", "Open orders"]);
        assert_eq!(found("o-10", &all), ["C1 / O-1003"]);
        assert_eq!(found("index open", &all), ["OpenOrders"], "a word of the kind");
        assert_eq!(found("", &all).len(), 5);
        assert_eq!(found("no such thing", &all), [""; 0]);
    }

    #[test]
    fn the_arrows_go_round_and_a_search_begins_at_the_first() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let command = |title| Findable::command(title, Effect::Command(Command::Undo));
        let findable = [command("bar.undo"), command("bar.redo")].into();
        let mut state = State { findable, ..State::default() };
        let mut current = |action| {
            assert_eq!(state.update(action, &shared), []);
            state.current
        };
        assert_eq!(current(Action::Next), 1);
        assert_eq!(current(Action::Next), 0);
        assert_eq!(current(Action::Previous), 1);
        assert_eq!(current(Action::Search("undo".to_owned())), 0);
        assert_eq!(current(Action::Next), 0, "only one is found");
        let chosen = state.update(Action::ChooseCurrent, &shared);
        let closed = Effect::Page(PageAction::ToggleMenu(Menu::Find));
        assert_eq!(chosen, [closed, Effect::Command(Command::Undo)]);
        state.search = "no such thing".to_owned();
        assert_eq!(state.update(Action::ChooseCurrent, &shared), []);
    }
}
