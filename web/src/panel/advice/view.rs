//! What could be better about the open table. Pure.

use playground::view::advice::AdviceView;

use crate::panel::shared::Shared;

/// The advice on the open table; `None` when the sandbox has no table.
pub(super) fn view(shared: &Shared) -> Option<AdviceView> {
    shared.session.advice(shared.table_name())
}
