//! The items of the open table and the edit in progress, as plain data. Pure.

use std::rc::Rc;

use playground::view::draft::{DraftView, FaultView};
use playground::view::edit::ItemId;
use playground::view::table::{ItemsShown, TableView};

use crate::panel::contract::Last;
use crate::panel::items::state::{Editing, State};
use crate::panel::shared::Shared;

/// What the panel shows; nothing if there is no table.
pub type View = Option<ItemsView>;

/// The items of a table and the edit in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemsView {
    /// The items.
    pub table: Rc<TableView>,
    /// Which items are shown.
    pub shown: ItemsShown,
    /// The edit in progress.
    pub edit: Option<EditView>,
    /// The item that is selected.
    pub selected: Option<ItemId>,
    /// The item that is pointed at, because nothing was changed yet.
    pub first_to_try: Option<ItemId>,
}

/// An edit in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct EditView {
    /// The edit.
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
    let table = items(state, shared, last, current)?;
    let first_to_try = shared.page.newcomer.then(|| first_to_try(&table)).flatten();
    Some(ItemsView {
        table,
        shown: state.shown.clone(),
        edit: edit_view(state, shared, current.and_then(|last| last.edit.as_ref())),
        selected: shared.selection.item.clone(),
        first_to_try,
    })
}

fn items(
    state: &State,
    shared: &Shared,
    last: Option<&ItemsView>,
    current: Option<&ItemsView>,
) -> Option<Rc<TableView>> {
    if let Some(current) = current.filter(|it| it.shown == state.shown) {
        return Some(Rc::clone(&current.table));
    }
    let (session, table) = (shared.session, shared.selection.table.as_deref());
    let last = last.map(|last| last.table.as_ref());
    session.items(table, &state.shown, last).map(Rc::new)
}

/// What was shown last is shown again for the same edit, unless what is throttled changes with time.
fn edit_view(state: &State, shared: &Shared, last: Option<&EditView>) -> Option<EditView> {
    let editing = state.editing.as_ref()?;
    let last = last.filter(|_| !shared.session.is_throughput_limited());
    if let Some(last) = last.filter(|last| last.editing.draft == editing.draft) {
        return Some(EditView { editing: editing.clone(), view: Rc::clone(&last.view) });
    }
    let view = shared.session.draft(shared.selection.table.as_deref(), &editing.draft)?;
    Some(EditView { editing: editing.clone(), view: Rc::new(view) })
}

/// The first item that has a key of a global index, which can be removed.
fn first_to_try(view: &TableView) -> Option<ItemId> {
    let mut items = view.collections.iter().flat_map(|collection| &collection.items);
    let item = items.find(|item| item.attributes.iter().any(|it| it.is_global_key))?;
    Some(item.id.clone())
}
