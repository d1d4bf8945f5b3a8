//! Which of two designs is shown. Pure.

use playground::view::compare::Letter;

use crate::panel::compare::state::State;
use crate::panel::shared::Shared;

/// What the strip shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The design that is shown.
    pub shown: Letter,
    /// Whether it asks if the other one is removed.
    pub asks: bool,
}

/// What the strip shows; `None` if there is one design only.
pub(super) fn view(state: State, shared: &Shared) -> Option<View> {
    let shown = shared.session.shown_design()?;
    Some(View { shown, asks: state.asks })
}
