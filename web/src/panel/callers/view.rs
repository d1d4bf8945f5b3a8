//! The callers as the dialog shows them. Pure.

use playground::view::caller::{CALLER_COUNT_MAX, Caller, CallersView};
use playground::view::value::Text;

use crate::panel::callers::state::State;
use crate::panel::shared::Shared;

/// What the open dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The open table, about which policies are proposed.
    pub table: Option<Text>,
    /// The list as it is being edited.
    pub list: Vec<Caller>,
    /// The position of the caller that sends requests; the owner does if `None`.
    pub sender: Option<usize>,
    /// What is wrong with them, and which policies are proposed.
    pub callers: CallersView,
    /// Whether another caller can be added.
    pub can_add: bool,
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let list = state.list.clone()?;
    let table = shared.table().map(|table| Text::from(table.schema.name.as_str()));
    Some(View {
        callers: shared.session.callers_view(table.as_deref(), &list),
        table,
        sender: state.sender,
        can_add: list.len() < CALLER_COUNT_MAX,
        list,
    })
}
