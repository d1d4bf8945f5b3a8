//! How much of the indexes is shown, and what can be done with them. Pure.

use playground::view::design::DesignPurpose;
use playground::view::edit::ItemId;
use playground::view::index::StaleReadView;
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::value::Text;

use crate::panel::effect::{Effect, Input, Target, read_stale};
use crate::panel::shared::Shared;

/// Entries of an index shown at first, and with each "show more": beyond this, rows cost frames (`DESIGN.md`).
const ENTRIES_PER_PAGE: usize = 50;

/// How much of the indexes is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Entries shown at most, of each index.
    pub entries_shown: usize,
    /// The indexes whose items without an entry are all shown, not only the first.
    pub all_ghosts: Vec<Text>,
}

impl Default for State {
    fn default() -> Self {
        Self { entries_shown: ENTRIES_PER_PAGE, all_ghosts: Vec::new() }
    }
}

/// What can be done with indexes.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Open the form for a query of an index.
    Query(Text),
    /// Pause the clock, and read an index while it is behind its table.
    ReadStale(StaleReadView),
    /// Ask to delete a global index.
    Delete(Text),
    /// Open the form for a new global index.
    Create,
    /// Open the form that rebuilds the table.
    Design,
    /// Show more entries of all indexes.
    ShowMore,
    /// Show all items that are not in an index, or only the first.
    ToggleGhosts(Text),
    /// Go from an entry to its item.
    Find(ItemId),
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Query(index) => {
                let form = ReadForm::new(ReadOperation::Query, Some(index), None);
                return vec![Effect::Begin(Input::Read(form))];
            }
            Action::ReadStale(StaleReadView { operation, request, .. }) => {
                return read_stale(&operation, &request);
            }
            Action::Delete(index) => {
                return design(shared, |table| DesignPurpose::DeleteIndex { table, index });
            }
            Action::Create => return design(shared, DesignPurpose::AddIndex),
            Action::Design => return design(shared, DesignPurpose::Rebuild),
            Action::ShowMore => self.entries_shown += ENTRIES_PER_PAGE,
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
}

/// Opens a form about the open table.
fn design(shared: &Shared, purpose: impl FnOnce(Text) -> DesignPurpose) -> Vec<Effect<Action>> {
    let table = shared.table().map(|table| Text::from(table.schema.name.as_str()));
    let form = table.map(|table| Effect::Begin(Input::design(purpose(table))));
    form.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::ExampleId;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn an_entry_leads_to_its_item_and_a_card_to_a_query() {
        let session = Session::new(ExampleId::OpenOrders);
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
    fn all_items_without_an_entry_are_shown_or_only_the_first() {
        let session = Session::new(ExampleId::OpenOrders);
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        state.update(Action::ToggleGhosts("OpenOrders".into()), &shared);
        assert_eq!(state.all_ghosts, ["OpenOrders".into()]);
        state.update(Action::ToggleGhosts("OpenOrders".into()), &shared);
        assert_eq!(state, State::default());
    }
}
