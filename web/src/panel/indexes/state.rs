//! How much of the indexes is shown, and what can be done with them. Pure.

use std::ops::Range;

use playground::view::design::DesignPurpose;
use playground::view::edit::ItemId;
use playground::view::index::EntriesShown;
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::receipt::OfferedRead;
use playground::view::table::Seek;
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Findable, FindableKind, Input, Target, read_stale};
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::ROWS_AT_FIRST;
use crate::panel::shared::Shared;

/// How much of the indexes is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The entries that are shown, besides those of the selected item.
    pub shown: EntriesShown,
    /// The indexes whose items without an entry are all shown, not only the first.
    pub all_ghosts: Vec<Text>,
}

impl Default for State {
    fn default() -> Self {
        Self { shown: EntriesShown::first(ROWS_AT_FIRST), all_ghosts: Vec::new() }
    }
}

/// What can be done with indexes.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Open the form for a query of an index.
    Query(Text),
    /// Pause the clock, and read an index while it is behind its table.
    ReadStale(OfferedRead),
    /// Ask to delete a global index.
    Delete(Text),
    /// Open the form for a new global index.
    Create,
    /// Open the form that rebuilds the table.
    Design,
    /// Show other entries of an index.
    ShowRows {
        index: Text,
        /// The rows in view, and some before and after them.
        rows: Range<usize>,
        /// The item whose entry has the focus.
        focused: Option<ItemId>,
    },
    /// Go to an entry of an index.
    Seek {
        index: Text,
        /// The entry.
        seek: Seek,
    },
    /// Show all items that are not in an index, or only the first.
    ToggleGhosts(Text),
    /// Go from an entry to its item.
    Find(ItemId),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Query(index) => {
                let form = ReadForm::new(ReadOperation::Query, Some(index), None);
                return vec![Effect::Begin(Input::Read(form))];
            }
            Action::ReadStale(OfferedRead { operation, request, .. }) => {
                return read_stale(&operation, &request);
            }
            Action::Delete(index) => {
                return design(shared, |table| DesignPurpose::DeleteIndex { table, index });
            }
            Action::Create => return design(shared, DesignPurpose::AddIndex),
            Action::Design => return design(shared, DesignPurpose::Rebuild),
            Action::ShowRows { index, rows, focused } => {
                self.shown.rows.insert(index, rows);
                self.shown.items = focused.into_iter().collect();
            }
            Action::Seek { index, seek } => {
                let table = shared.table_name();
                let Some(item) = shared.session.find_entry(table, &index, &seek) else {
                    return Vec::new();
                };
                self.shown.items = vec![item.clone()];
                return vec![Effect::Page(PageAction::Focus(Focus::Entry(index, item)))];
            }
            Action::ToggleGhosts(index) => {
                match self.all_ghosts.iter().position(|other| *other == index) {
                    Some(position) => drop(self.all_ghosts.remove(position)),
                    None => self.all_ghosts.push(index),
                }
            }
            Action::Find(item) => return vec![Effect::Show(Target::Item(item))],
        }
        Vec::new()
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }
}

impl State {
    /// The entries that are shown: those of the selected item wherever they are.
    pub fn shown(&self, shared: &Shared) -> EntriesShown {
        let items = self.shown.items.iter().chain(&shared.selection.item).cloned().collect();
        EntriesShown { items, ..self.shown.clone() }
    }
}

/// What can be found by name: the indexes of the open table, and what can be done with them.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let Some(table) = shared.table() else { return Vec::new() };
    let name = Text::from(table.schema.name.as_str());
    let create = Effect::Begin(Input::design(DesignPurpose::AddIndex(name)));
    let indexes = table.schema.indexes.iter().map(|index| {
        let name = Text::from(index.name.as_str());
        Findable::named(FindableKind::Index, &name, Effect::Show(Target::Index(Text::clone(&name))))
    });
    [Findable::command("find.add_index", create)].into_iter().chain(indexes).collect()
}

/// Opens a form about the open table.
fn design(shared: &Shared, purpose: impl FnOnce(Text) -> DesignPurpose) -> Vec<Effect<Action>> {
    let table = shared.table().map(|table| Text::from(table.schema.name.as_str()));
    let form = table.map(|table| Effect::Begin(Input::design(purpose(table))));
    form.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn an_entry_leads_to_its_item_and_a_card_to_a_query() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        let item = ItemId("{}".into());
        let found = state.update(Action::Find(item.clone()), &shared);
        assert_eq!(found, [Effect::Show(Target::Item(item))]);
        let query = state.update(Action::Query("OpenOrders".into()), &shared);
        let form = ReadForm::new(ReadOperation::Query, Some("OpenOrders".into()), None);
        assert_eq!(query, [Effect::Begin(Input::Read(form))]);
        let delete = state.update(Action::Delete("OpenOrders".into()), &shared);
        let purpose =
            DesignPurpose::DeleteIndex { table: "Orders".into(), index: "OpenOrders".into() };
        assert_eq!(delete, [Effect::Begin(Input::design(purpose))]);
        assert_eq!(state, State::default());
    }

    #[test]
    fn an_entry_that_is_looked_for_is_shown_and_takes_the_focus() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        let last = ItemId(r#"{"CustomerId":{"S":"C2"},"OrderId":{"S":"O-2002"}}"#.into());
        let index = Text::from("OpenOrders");
        let seek = Action::Seek { index: index.clone(), seek: Seek::Last };
        let focus = Focus::Entry(index.clone(), last.clone());
        assert_eq!(state.update(seek, &shared), [Effect::Page(PageAction::Focus(focus))]);
        assert_eq!(state.shown(&shared).items, [last]);
        let rows = Action::ShowRows { index, rows: 40..100, focused: None };
        state.update(rows, &shared);
        assert_eq!(*state.shown.rows_of("OpenOrders"), 40..100);
        assert_eq!(*state.shown.rows_of("ByTotal"), 0..ROWS_AT_FIRST);
    }

    #[test]
    fn all_items_without_an_entry_are_shown_or_only_the_first() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        state.update(Action::ToggleGhosts("OpenOrders".into()), &shared);
        assert_eq!(state.all_ghosts, ["OpenOrders".into()]);
        state.update(Action::ToggleGhosts("OpenOrders".into()), &shared);
        assert_eq!(state, State::default());
    }
}
