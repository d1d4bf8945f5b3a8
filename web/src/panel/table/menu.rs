//! The menu of the table: forms for tables, requests of any kind, the selected item, and limits.

use playground::sandbox::command::Command;
use playground::sandbox::limit::EXPIRY_DELAY_MS;
use playground::view::call::CallForm;
use playground::view::message::Argument;
use playground::view::read::ReadOperation;
use playground::view::throughput::Setting;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::panel::part::number::{Number, number};
use crate::panel::part::press::press;
use crate::panel::part::words::{word, word_with};
use crate::panel::setting::Menu as MenuId;
use crate::panel::table::state::{Action, sql_command, sql_title};
use crate::panel::table::view::HeadView;

/// The most that an item collection may hold at the service.
const COLLECTION_BYTES: u64 = 10 << 30;

/// And where a person can reach it.
const SMALL_COLLECTION_BYTES: u64 = 32 << 10;

/// An hour in milliseconds.
const HOUR_MS: u64 = 60 * 60 * 1_000;

/// Requests that the menu offers to write, by their operations. The form leads to all others.
const REQUESTS: [(&str, &str); 4] = [
    ("UpdateItem", "call.any"),
    ("BatchWriteItem", "call.batch"),
    ("TransactWriteItems", "call.transaction"),
    ("ExecuteStatement", "call.statement"),
];

/// Where there is room, they are buttons beside the menu.
const READS: [ReadOperation; 2] = [ReadOperation::Query, ReadOperation::Scan];

/// What the menu is about.
#[derive(Debug)]
pub(super) struct TableMenu<'m> {
    /// The open table, and what is selected.
    pub(super) view: &'m HeadView,
    /// Where actions go.
    pub(super) send: &'m Callback<Action>,
}

impl TableMenu<'_> {
    /// Draws the button, and the menu if it is open.
    pub(super) fn draw(&self) -> Html {
        html! {
            <Menu
                id={MenuId::Table.id()}
                label={icon(Shape::More)}
                name={word("table.menu")}
                class="button"
                open={self.view.is_menu_open}
                on_toggle={self.send.reform(Action::MenuToggled)}
            >
                { self.content() }
            </Menu>
        }
    }

    fn content(&self) -> Html {
        let view = self.view;
        let of_selected = |action: Action| view.has_selected.then_some(action);
        let has_items = view.table.item_count > 0;
        let drop = Action::Command(Command::DeleteTable(view.table.name.to_string()));
        html! {
            <>
                <div class="phone-only">
                    { for READS.map(|it| self.entry(it.name().into(), Some(Action::Read(it)))) }
                    { self.entry(word("table.json"), has_items.then_some(Action::EditJson)) }
                    <hr />
                </div>
                { self.entry(word("import.open"), Some(Action::Import)) }
                { self.entry(word("entities.open"), Some(Action::Entities)) }
                { self.entry(word("caller.open"), Some(Action::Callers)) }
                { self.entry(word("region.open"), Some(Action::Regions)) }
                { self.entry(word("series.open"), Some(Action::Series)) }
                <hr />
                { self.entry(word("design.new"), Some(Action::New)) }
                { self.entry(word("design.update"), Some(Action::Update)) }
                { self.entry(word("design.set_time_to_live"), Some(Action::TimeToLive)) }
                { self.entry(word("table.tags"), Some(Action::Write(CallForm::new("TagResource")))) }
                if view.table.has_stream {
                    { self.entry(word("table.stream"), Some(Action::Stream)) }
                }
                { self.entry(word("design.change"), Some(Action::Rebuild)) }
                { self.entry(word(sql_title(&view.table)), sql_command(&view.table).map(Action::Command)) }
                if view.table.is_sql.is_none() { <p class="small muted">{ word("sql.no_indexes") }</p> }
                <hr />
                { for REQUESTS.map(|(operation, title)| {
                    self.entry(word(title), Some(Action::Write(CallForm::new(operation))))
                }) }
                <hr />
                { self.entry(word("table.duplicate_item"), of_selected(Action::Duplicate)) }
                { self.entry(word("table.delete_item"), of_selected(Action::DeleteItem)) }
                if !view.has_selected { <p class="small muted">{ word("table.pin_first") }</p> }
                <hr />
                if view.table.time_to_live.is_some() { { self.expiry_delay() }<hr /> }
                if let Some(max) = view.table.collection_size_max { { self.collection_limit(max) }<hr /> }
                <button type="button" class="menu-item is-danger" onclick={press(self.send, drop)}>
                    { word_with("table.delete", "name", Argument::Name(view.table.name.clone(), None)) }
                </button>
            </>
        }
    }

    /// One thing to choose; without an action there is nothing to be done now.
    fn entry(&self, title: AttrValue, action: Option<Action>) -> Html {
        let disabled = action.is_none();
        let on_press = action.map(|action| press(self.send, action));
        html! {
            <button type="button" class="menu-item" {disabled} onclick={on_press}>{ title }</button>
        }
    }

    /// How many hours an expired item stays until it is deleted.
    fn expiry_delay(&self) -> Html {
        let field = Number {
            key: "expiry_delay".to_owned(),
            label: word("table.expiry_delay"),
            value: self.view.table.expiry_delay_ms / HOUR_MS,
            range: 0..=EXPIRY_DELAY_MS.end() / HOUR_MS,
        };
        let set = |hours: u64| set(Setting::ExpiryDelay, hours * HOUR_MS);
        number(field, self.send.reform(set))
    }

    /// Ten gigabytes cannot be reached by hand: a scaled-down limit can.
    fn collection_limit(&self, max: u64) -> Html {
        let (key, bytes) = match max != COLLECTION_BYTES {
            true => ("table.collection_full_scale", COLLECTION_BYTES),
            false => ("table.collection_small_scale", SMALL_COLLECTION_BYTES),
        };
        let action = set(Setting::CollectionMax, bytes);
        self.entry(word_with(key, "size", Argument::Size(bytes)), Some(action))
    }
}

fn set(setting: Setting, value: u64) -> Action {
    Action::Command(Command::Set { setting, value })
}
