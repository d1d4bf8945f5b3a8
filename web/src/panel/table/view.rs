//! The tables, and the open one without its items. Pure.

use playground::view::bar::TableTab;
use playground::view::table::TableHead;

use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The tables; there are tabs if there are several.
    pub tables: Vec<TableTab>,
    /// The open one; `None` when the sandbox has no table.
    pub head: Option<TableHead>,
}

/// What the panel shows.
pub(super) fn view(shared: &Shared) -> View {
    let table = shared.selection.table.as_deref();
    View { tables: shared.session.tables(table), head: shared.session.table_head(table) }
}
