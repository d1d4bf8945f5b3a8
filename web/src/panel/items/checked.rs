//! The items that are checked, to be edited together. Pure.

use std::collections::BTreeSet;
use std::rc::Rc;

use playground::view::edit::{Edit, ITEMS_TOGETHER_MAX, ItemId, ValueText};
use playground::view::table::ItemsShown;
use playground::view::value::Text;

use crate::panel::shared::Shared;

/// Items that are checked, to be edited together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// The table that they are in; `None` before the first is checked.
    pub table: Option<Text>,
    /// Whether each item has a checkbox.
    pub is_on: bool,
    pub items: Rc<BTreeSet<ItemId>>,
    /// Where a range of items begins.
    pub anchor: Option<ItemId>,
}

/// What can be done with the checkboxes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckAction {
    /// Show a checkbox for each item, or none.
    Switch,
    /// Check an item, or clear its checkbox.
    One(ItemId),
    /// Check the items from the last one that was checked to this one.
    To(ItemId),
    /// The focus has moved from one item to another while Shift was pressed.
    Extend {
        /// Where it was.
        from: ItemId,
        /// Where it is.
        to: ItemId,
    },
    /// Check all items that the filter matches.
    All,
}

impl Checked {
    /// Changes what is checked as the action asks.
    pub(super) fn update(&mut self, action: CheckAction, shown: &ItemsShown, shared: &Shared) {
        let is_on = self.is_on;
        *self = Self { is_on: true, ..self.of_open_table(shared) };
        match action {
            CheckAction::Switch => *self = Self { is_on: !is_on, ..Self::none(shared) },
            CheckAction::One(item) => self.toggle(item),
            CheckAction::To(item) => self.check_to(item, shown, shared),
            CheckAction::Extend { from, to } => {
                self.anchor.get_or_insert(from);
                self.check_to(to, shown, shared);
            }
            CheckAction::All => self.set(listed(shown, None, shared)),
        }
    }

    /// Forgets the items that are gone.
    pub(super) fn observe(&mut self, shared: &Shared) {
        if !self.is_on {
            return;
        }
        *self = self.of_open_table(shared);
        let table = shared.table_name();
        let exists = |item: &ItemId| shared.session.has_item(table, item);
        if !self.items.iter().all(exists) {
            Rc::make_mut(&mut self.items).retain(exists);
        }
        self.anchor.take_if(|anchor| !exists(anchor));
    }

    /// The same; nothing is checked if another table is open.
    pub(super) fn of_open_table(&self, shared: &Shared) -> Self {
        let none = Self::none(shared);
        if self.table == none.table { self.clone() } else { none }
    }

    /// The edit that sets an attribute of all of them.
    pub(super) fn set_attribute(&self) -> Edit {
        let value = ValueText::default();
        Edit::SetAll { items: self.list(), attribute: String::new(), value }
    }

    /// The edit that deletes all of them.
    pub(super) fn delete(&self) -> Edit {
        Edit::DeleteAll { items: self.list() }
    }

    fn list(&self) -> Vec<ItemId> {
        self.items.iter().cloned().collect()
    }

    fn none(shared: &Shared) -> Self {
        let table = shared.table().map(|table| table.schema.name.as_str().into());
        Self { table, ..Self::default() }
    }

    fn toggle(&mut self, item: ItemId) {
        let items = Rc::make_mut(&mut self.items);
        if !items.remove(&item) && items.len() < ITEMS_TOGETHER_MAX {
            items.insert(item.clone());
        }
        self.anchor = Some(item);
    }

    /// Checks the items from the anchor to an item, and no others.
    fn check_to(&mut self, item: ItemId, shown: &ItemsShown, shared: &Shared) {
        let Some(anchor) = self.anchor.clone() else { return self.toggle(item) };
        let items = listed(shown, Some([&anchor, &item]), shared);
        // The filter may have hidden where the range begins.
        self.set(if items.is_empty() { vec![item] } else { items });
    }

    /// Checks these items, as many as can be edited together, and no others.
    fn set(&mut self, items: Vec<ItemId>) {
        self.items = Rc::new(items.into_iter().take(ITEMS_TOGETHER_MAX).collect());
    }
}

fn listed(shown: &ItemsShown, ends: Option<[&ItemId; 2]>, shared: &Shared) -> Vec<ItemId> {
    shared.session.listed_items(shared.table_name(), shown, ends)
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn order(customer: &str, order: &str) -> ItemId {
        let key = format!(r#"{{"CustomerId":{{"S":"{customer}"}},"OrderId":{{"S":"{order}"}}}}"#);
        ItemId(key.into())
    }

    #[test]
    fn items_are_checked_one_by_one_as_a_range_and_all() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut shown = ItemsShown::default();
        let mut checked = Checked::default();
        let count = |checked: &Checked| (checked.is_on, checked.items.len());
        checked.update(CheckAction::One(order("C1", "O-1002")), &shown, &shared);
        assert_eq!(count(&checked), (true, 1));
        checked.update(CheckAction::To(order("C1", "O-1005")), &shown, &shared);
        assert_eq!(count(&checked), (true, 4));
        checked.update(CheckAction::To(order("C1", "O-1001")), &shown, &shared);
        assert_eq!(count(&checked), (true, 2), "the other way from where the range begins");
        checked.update(CheckAction::One(order("C1", "O-1001")), &shown, &shared);
        assert_eq!(count(&checked), (true, 1));
        shown.filter = "OrderOpenDate".into();
        checked.update(CheckAction::All, &shown, &shared);
        assert_eq!(count(&checked), (true, 3));
        assert!(matches!(checked.delete(), Edit::DeleteAll { items } if items.len() == 3));
        Rc::make_mut(&mut checked.items).insert(order("C3", "gone"));
        checked.observe(&shared);
        assert_eq!(count(&checked), (true, 3), "an item that is gone is not checked");
        checked.update(CheckAction::Switch, &shown, &shared);
        assert_eq!(count(&checked), (false, 0));
        shown.filter = "".into();
        let (from, to) = (order("C1", "O-1003"), order("C1", "O-1004"));
        checked.update(CheckAction::Extend { from, to }, &shown, &shared);
        assert_eq!(count(&checked), (true, 2));
    }

    #[test]
    fn items_of_another_table_are_not_checked() {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let items = Rc::new([order("C1", "O-1001")].into());
        let of = |table: &str| Checked {
            table: Some(table.into()),
            is_on: true,
            items: Rc::clone(&items),
            anchor: None,
        };
        assert_eq!(of("Orders").of_open_table(&shared).items.len(), 1);
        assert_eq!(of("Games").of_open_table(&shared).items.len(), 0);
        assert!(!of("Games").of_open_table(&shared).is_on);
    }
}
