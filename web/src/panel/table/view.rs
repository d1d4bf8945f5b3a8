//! The tables, and the open one without its items. Pure.

use std::rc::Rc;

use playground::view::bar::TableTab;
use playground::view::table::TableHead;

use crate::panel::setting::Menu;
use crate::panel::shared::Shared;
use crate::panel::table::state::selected;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The tables; there are tabs if there are several.
    pub tables: Rc<[TableTab]>,
    /// The open one; `None` when the sandbox has no table.
    pub head: Option<HeadView>,
}

/// The open table and its menu.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadView {
    pub table: Rc<TableHead>,
    /// Whether an item is selected.
    pub has_selected: bool,
    pub is_menu_open: bool,
}

/// What the panel shows. `last` is what it showed for the same sandbox and selection.
pub(super) fn view(shared: &Shared, last: Option<&View>) -> View {
    let is_menu_open = shared.page.menu == Some(Menu::Table);
    if let Some(View { tables, head }) = last {
        let head = head.clone().map(|head| HeadView { is_menu_open, ..head });
        return View { tables: Rc::clone(tables), head };
    }
    let table = shared.table_name();
    let head = shared.session.table_head(table).map(|head| HeadView {
        table: Rc::new(head),
        has_selected: selected(shared).is_some(),
        is_menu_open,
    });
    View { tables: shared.session.tables(table).into(), head }
}
