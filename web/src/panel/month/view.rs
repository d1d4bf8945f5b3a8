//! What the last operation would cost in a month. Pure.

use playground::view::message::Message;
use playground::view::pattern::{MonthView, Period};

use crate::panel::month::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The answer, or why there is none; `None` while it is not asked for.
    pub answer: Option<Result<MonthView, Message>>,
    /// Requests in a period, as typed.
    pub rate: String,
    pub period: Period,
}

/// What the panel shows; `None` unless the operation was one request on items, and the user can do more than look.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let draft = state.draft(shared).filter(|_| !shared.page.is_read_only())?;
    let State { is_open, rate, period } = state.clone();
    let answer = is_open.then(|| shared.session.month(shared.selection.operation, &draft));
    Some(View { answer, rate, period })
}
