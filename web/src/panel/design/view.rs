//! The form about a table that is open, and what it would do. Pure.

use playground::view::design::{DesignCheck, DesignInterest, DesignPlace};

use crate::panel::design::state::State;
use crate::panel::shared::Shared;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What is filled in.
    pub interest: DesignInterest,
    /// The part in which the focus begins.
    pub focus: DesignPlace,
    /// What it would send and do, and whether DynamoDB would accept it.
    pub check: DesignCheck,
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let interest = state.interest.clone()?;
    let check = shared.session.check_design(&interest);
    Some(View { check, focus: state.focus, interest })
}
