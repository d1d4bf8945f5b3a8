//! The design in progress, and what would become of it. Pure.

use playground::view::DesignInterest;
use playground::view::design::DesignCheck;

use crate::panel::design::state::State;
use crate::panel::shared::Shared;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The design, and the table that is rebuilt.
    pub interest: DesignInterest,
    /// Its request, and whether DynamoDB would accept it.
    pub check: DesignCheck,
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let interest = state.interest.clone()?;
    Some(View { check: shared.session.check_design(&interest), interest })
}
