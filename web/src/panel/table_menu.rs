//! The menu of the table: its design, requests of any kind, the pinned item, and limits.

use std::rc::Rc;

use engine::database::EXPIRE_ITEM_MS_MAX;
use playground::sandbox::command::Command;
use playground::view::edit::Edit;
use playground::view::message::Argument;
use playground::view::table::{ItemView, TableView};
use yew::prelude::*;

use crate::app::state::action::{Action, EditAction, ReadAction};
use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::panel::call::new_call;
use crate::panel::effect::Input;
use crate::panel::item::{Columns, duplicate};
use crate::panel::page::PageAction;
use crate::panel::part::number::{Number, number};
use crate::panel::part::press::press;
use crate::panel::part::words::{word, word_with};
use crate::panel::setting::Menu as MenuId;

/// The most that an item collection may hold at the service.
const COLLECTION_BYTES: u64 = 10 << 30;

/// And where a person can reach it.
const SMALL_COLLECTION_BYTES: u64 = 32 << 10;

/// An hour in milliseconds.
const HOUR_MS: u64 = 60 * 60 * 1_000;

/// Requests that the menu offers to write, by their operations. The form leads to all others.
const REQUESTS: [(&str, &str); 4] = [
    ("BatchWriteItem", "call.batch"),
    ("TransactWriteItems", "call.transaction"),
    ("UpdateTable", "call.global_index"),
    ("UpdateTimeToLive", "call.time_to_live"),
];

/// What the menu is about.
#[derive(Debug)]
pub struct TableMenu<'m> {
    /// The open table.
    pub view: &'m TableView,
    /// Its columns, for a copy of an item.
    pub columns: &'m Columns,
    /// The item pinned.
    pub pinned: Option<&'m ItemView>,
    /// Whether the menu is open.
    pub open: bool,
    /// Where actions go.
    pub on_action: &'m Callback<Action>,
}

impl TableMenu<'_> {
    /// Draws the button, and the menu if it is open.
    pub fn draw(&self) -> Html {
        let menu = Menu {
            id: MenuId::Table.id(),
            label: icon(Shape::More),
            name: Some(word("table.menu")),
            class: "button",
            open: self.open,
            on_toggle: press(self.on_action, Action::Page(PageAction::ToggleMenu(MenuId::Table))),
            content: self.content(),
        };
        menu.draw()
    }

    fn content(&self) -> Html {
        let TableMenu { view, columns, pinned, .. } = self;
        let edit = |edit: Option<Edit>| edit.map(|edit| Action::Edit(EditAction::Start(edit)));
        let copy = edit(pinned.map(|item| duplicate(item, columns)));
        let delete = edit(pinned.map(|item| Edit::Delete { item: item.id.clone() }));
        let design = Action::Begin(Input::Design(Some(Rc::clone(&view.design))));
        let drop = Action::Command(Command::DeleteTable(view.name.to_string()));
        let is_limited = view.collections.iter().any(|collection| collection.limit.is_some());
        html! {
            <>
                { self.entry(word("design.change"), Some(design)) }
                { self.entry(word("design.new"), Some(Action::Begin(Input::Design(None)))) }
                <hr />
                { for REQUESTS.map(|(operation, title)| {
                    self.entry(word(title), Some(Action::Read(ReadAction::Write(new_call(operation)))))
                }) }
                <hr />
                { self.entry(word("table.duplicate_item"), copy) }
                { self.entry(word("table.delete_item"), delete) }
                if pinned.is_none() { <p class="small muted">{ word("table.pin_first") }</p> }
                <hr />
                if view.time_to_live.is_some() { { self.expiry_delay() }<hr /> }
                if is_limited { { self.collection_limit() }<hr /> }
                <button type="button" class="menu-item is-danger" onclick={press(self.on_action, drop)}>
                    { word_with("table.delete", "name", view.name.as_ref()) }
                </button>
            </>
        }
    }

    /// One thing to choose; without an action there is nothing to be done now.
    fn entry(&self, title: AttrValue, action: Option<Action>) -> Html {
        let disabled = action.is_none();
        let on_press = action.map(|action| press(self.on_action, action));
        html! {
            <button type="button" class="menu-item" {disabled} onclick={on_press}>{ title }</button>
        }
    }

    /// How many hours an expired item stays until it is deleted.
    fn expiry_delay(&self) -> Html {
        let field = Number {
            key: "expiry_delay".to_owned(),
            label: word("table.expiry_delay"),
            value: self.view.expiry_delay_ms / HOUR_MS,
            range: 0..=EXPIRE_ITEM_MS_MAX / HOUR_MS,
        };
        let set = self
            .on_action
            .reform(|hours: u64| Action::Command(Command::SetExpiryDelay { ms: hours * HOUR_MS }));
        number(field, set)
    }

    /// Ten gigabytes cannot be reached by hand: a scaled-down limit can.
    fn collection_limit(&self) -> Html {
        let mut limits = self.view.collections.iter().filter_map(|collection| collection.limit);
        let (key, bytes) = match limits.any(|(_, max)| max != COLLECTION_BYTES) {
            true => ("table.collection_full_scale", COLLECTION_BYTES),
            false => ("table.collection_small_scale", SMALL_COLLECTION_BYTES),
        };
        let action = Action::Command(Command::SetCollectionMax { bytes });
        self.entry(word_with(key, "size", Argument::Size(bytes)), Some(action))
    }
}
