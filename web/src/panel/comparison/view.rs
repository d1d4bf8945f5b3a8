//! What differs between two designs. Pure.

use playground::view::compare::{ComparisonView, Difference};

use crate::panel::shared::Shared;

/// What differs.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub comparison: ComparisonView,
    /// Where the tables differ.
    pub differences: Vec<Difference>,
    /// When this is so, in virtual time.
    pub at_ms: u64,
}

/// What the panel shows; `None` if there is one design only. `last` is what it showed for the same designs: the access patterns of
/// both are not tried again with every key that is pressed.
pub(super) fn view(shared: &Shared, last: Option<&View>) -> Option<View> {
    let session = shared.session;
    let at_ms = session.clock().now_ms;
    let is_running = |last: &View| last.comparison.running_percent.is_some();
    if let Some(last) = last.filter(|last| last.at_ms == at_ms && !is_running(last))
        && !session.compares()
    {
        return Some(last.clone());
    }
    let comparison = session.pair_view(true)?.comparison?;
    Some(View { comparison, differences: session.differences(), at_ms })
}
