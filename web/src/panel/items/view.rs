//! The items of the open table and the edit in progress, as plain data. Pure.

use std::rc::Rc;

use playground::view::draft::{DraftView, FaultView};
use playground::view::edit::ItemId;
use playground::view::table::{ItemsShown, TableView};
use playground::views::Earlier;

use crate::panel::contract::Last;
use crate::panel::items::checked::Checked;
use crate::panel::items::state::{Editing, State};
use crate::panel::shared::Shared;

/// What the panel shows; nothing if there is no table.
pub type View = Option<ItemsView>;

/// The items of a table and the edit in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemsView {
    pub table: Rc<TableView>,
    pub shown: ItemsShown,
    /// The edit in progress.
    pub edit: Option<EditView>,
    pub checked: Checked,
    pub selected: Option<ItemId>,
    /// The item that is pointed at, because nothing was changed yet.
    pub first_to_try: Option<ItemId>,
    /// Whether a user can only look.
    pub is_read_only: bool,
}

/// An edit in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct EditView {
    pub editing: Editing,
    /// What it would do.
    pub view: Rc<DraftView>,
}

impl EditView {
    /// What is wrong with the edit, if that is shown.
    pub fn fault(&self) -> Option<&FaultView> {
        self.view.fault.as_deref().filter(|_| self.editing.shows_fault())
    }
}

/// What the panel shows. Of `last`, what has not changed is used again.
pub(super) fn view(state: &State, shared: &Shared, last: Option<Last<View>>) -> View {
    let is_current = last.as_ref().is_some_and(|last| last.is_current);
    let last = last.and_then(|last| last.view.as_ref());
    let current = last.filter(|_| is_current);
    let shown = state.shown(shared);
    let table = items(&shown, shared, last, current.is_some())?;
    let is_read_only = shared.page.is_read_only();
    let points = shared.page.newcomer && !is_read_only;
    let first_to_try = points.then(|| first_to_try(&table)).flatten();
    Some(ItemsView {
        table,
        shown,
        edit: edit_view(state, shared, current.and_then(|last| last.edit.as_ref())),
        checked: state.checked.of_open_table(shared),
        selected: shared.selection.item.clone(),
        first_to_try,
        is_read_only,
    })
}

/// The items. If `is_current`, those of `last` are of the same sandbox.
fn items(
    shown: &ItemsShown,
    shared: &Shared,
    last: Option<&ItemsView>,
    is_current: bool,
) -> Option<Rc<TableView>> {
    if let Some(last) = last.filter(|last| is_current && last.shown == *shown) {
        return Some(Rc::clone(&last.table));
    }
    let (session, table) = (shared.session, shared.table_name());
    let earlier = last.map(|last| Earlier { view: &*last.table, is_current });
    session.items(table, shown, earlier.as_ref()).map(Rc::new)
}

/// What was shown last is shown again for the same edit, unless what is throttled changes with time.
fn edit_view(state: &State, shared: &Shared, last: Option<&EditView>) -> Option<EditView> {
    let editing = state.editing.as_ref()?;
    let last = last.filter(|_| !shared.session.is_throughput_limited());
    if let Some(last) = last.filter(|last| last.editing.draft == editing.draft) {
        return Some(EditView { editing: editing.clone(), view: Rc::clone(&last.view) });
    }
    let view = shared.session.draft(shared.table_name(), &editing.draft)?;
    Some(EditView { editing: editing.clone(), view: Rc::new(view) })
}

/// The first item that has a key of a global index, which can be removed.
fn first_to_try(view: &TableView) -> Option<ItemId> {
    let item = view.items().find(|item| item.attributes.iter().any(|it| it.is_global_key))?;
    Some(item.id.clone())
}
