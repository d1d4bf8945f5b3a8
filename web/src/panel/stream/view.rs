//! The stream of the open table. Pure.

use playground::view::stream::StreamView;

use crate::panel::shared::Shared;
use crate::panel::stream::state::State;

/// What the panel shows; nothing if the table has no stream.
pub type View = Option<StreamView>;

/// What the panel shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    shared.session.stream(shared.table_name(), &state.shown)
}
