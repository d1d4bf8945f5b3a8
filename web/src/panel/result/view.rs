//! What a read found. Pure.

use std::rc::Rc;

use playground::view::receipt::ResultView;

use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// What the read found.
    pub result: Rc<ResultView>,
    /// Whether it is the result of the operation that is explained, and not of a read before it.
    pub is_explained: bool,
}

/// The result of the operation that is explained, or of the last read before it; `None` if there is no read.
pub(super) fn view(shared: &Shared) -> Option<View> {
    let why = shared.session.why(shared.selection.operation);
    Some(View { result: why.result?, is_explained: why.is_read })
}
