//! What a read found. Pure.

use std::rc::Rc;

use playground::view::receipt::ResultView;

use crate::panel::shared::Shared;

/// The result of the operation that is explained, or of the last read before it; `None` if there is no read.
pub type View = Option<Rc<ResultView>>;

/// What the panel shows.
pub(super) fn view(shared: &Shared) -> View {
    shared.session.why(shared.selection.operation).result
}
