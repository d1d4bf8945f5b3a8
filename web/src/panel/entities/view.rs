//! The entities as the dialog shows them. Pure.

use playground::view::entity::{ENTITY_COUNT_MAX, EntitiesView, Entity};
use playground::view::value::Text;

use crate::panel::entities::state::State;
use crate::panel::shared::Shared;

/// What the open dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub table: Text,
    /// The list as it is being edited.
    pub list: Vec<Entity>,
    /// What it would do.
    pub entities: EntitiesView,
    /// Whether another entity can be added.
    pub can_add: bool,
}

/// What the dialog shows; `None` if it is closed or there is no table.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let list = state.list.clone()?;
    let table = shared.table()?.schema.name.as_str();
    Some(View {
        table: table.into(),
        entities: shared.session.entities_view(Some(table), &list),
        can_add: list.len() < ENTITY_COUNT_MAX,
        list,
    })
}
