//! The markup of the head of the table.

use std::rc::Rc;

use playground::view::bar::TableTab;
use playground::view::call::CallForm;
use playground::view::message::{Argument, Message};
use playground::view::table::{KeyView, TableHead};
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::part::file_choice::{OF_SANDBOX, file_choice};
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, table_name, visible, word, word_with};
use crate::panel::setting::Zone;
use crate::panel::table::menu::TableMenu;
use crate::panel::table::state::Action;
use crate::panel::table::view::{HeadView, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <>
                if self.tables.len() > 1 { { tabs(&self.tables, send) } }
                if let Some(table) = &self.head {
                    { head(table, send) }
                } else {
                    <div class="empty stack">
                        <h2 id={Zone::Table.id()} tabindex="-1">{ word("table.none") }</h2>
                        <div class="ways">
                            <button type="button" class="button primary" onclick={press(send, Action::New)}>
                                { word("design.new") }
                            </button>
                            <span class="muted">{ word("table.new_about") }</span>
                            <button
                                type="button"
                                class="button outlined"
                                onclick={press(send, Action::Write(CallForm::new("CreateTable")))}
                            >
                                { word("table.paste") }
                            </button>
                            <span class="muted">{ word("table.paste_about") }</span>
                            <button type="button" class="button outlined" onclick={press(send, Action::Examples)}>
                                { word("table.open_example") }
                            </button>
                            <span class="muted">{ word("table.example_about") }</span>
                            { file_choice("button outlined", OF_SANDBOX, word("bar.open_file")) }
                            <span class="muted">{ word("table.file_about") }</span>
                        </div>
                    </div>
                }
            </>
        }
    }
}

fn tabs(tables: &[TableTab], send: &Callback<Action>) -> Html {
    html! {
        <nav class="tabs row" aria-label={word("table.tabs")}>
            { for tables.iter().map(|TableTab { name, open }| html! {
                <button
                    type="button"
                    class="tab"
                    aria-current={open.then_some("true")}
                    onclick={press(send, Action::Open(Rc::clone(name)))}
                >
                    { table_name(name) }
                </button>
            }) }
        </nav>
    }
}

fn head(view: &HeadView, send: &Callback<Action>) -> Html {
    let TableHead { name, item_count, size, partition_key, sort_key, time_to_live, .. } =
        &*view.table;
    let counts = Message::plain("table.counts")
        .with("items", Message::plain("table.items").with("count", Argument::Count(*item_count)))
        .with("size", Argument::Size(*size));
    html! {
        <div class="zone-head row wrap">
            <h2 id={Zone::Table.id()} tabindex="-1">{ table_name(name) }</h2>
            <span class="muted">{ sentence(&counts) }</span>
            if let Some(name) = time_to_live {
                <span class="muted">{ word_with("table.time_to_live", "name", Argument::Code(Rc::clone(name))) }</span>
            }
            if view.table.is_sql == Some(true) { <span class="tag" title={word("table.sql_about")}>{ word("table.sql") }</span> }
            <span class="muted head-keys">{ key_words(partition_key, sort_key.as_ref()) }</span>
            { TableMenu { view, send }.draw() }
        </div>
    }
}

/// "CustomerId S ▸ OrderId S".
fn key_words(partition_key: &KeyView, sort_key: Option<&KeyView>) -> Html {
    let key = |key: &KeyView| html! { <span title={key.kind.tag()}>{ visible(&key.name) }</span> };
    html! {
        <>
            { key(partition_key) }
            if let Some(sort_key) = sort_key { <span aria-hidden="true">{ " ▸ " }</span>{ key(sort_key) } }
        </>
    }
}
