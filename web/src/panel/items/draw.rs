//! The markup of the items: a card for each item collection, and the form for a new item.

use std::rc::Rc;

use playground::message::text;
use playground::view::edit::{Edit, ItemId};
use playground::view::message::{Argument, Message};
use playground::view::table::{CollectionView, TableView};
use yew::prelude::*;

use crate::panel::items::new_item;
use crate::panel::items::row::{Columns, ItemRow};
use crate::panel::items::state::Action;
use crate::panel::items::view::{EditView, ItemsView, View};
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, visible, word, word_with};

pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    let Some(ItemsView { table, edit, selected, first_to_try, .. }) = view else {
        return Html::default();
    };
    let columns = columns(table);
    let new = edit.as_ref().filter(|edit| !edit.editing.draft.edit.is_in_place());
    html! {
        <>
            if let Some(edit) = new { { new_item::draw(edit, &columns, send) } }
            if table.item_count == 0 { <p class="empty muted">{ word("table.empty") }</p> }
            { for table.collections.iter().map(|collection| {
                let key = collection.items.first().map_or("", |item| &item.partition_text);
                html! {
                    <Collection
                        {key}
                        view={Rc::clone(collection)}
                        columns={columns.clone()}
                        selected={selected.clone()}
                        edit={edit.clone()}
                        pulse={first_to_try.clone()}
                        send={send.clone()}
                    />
                }
            }) }
            if table.items_hidden > 0 {
                <button type="button" class="button more" onclick={press(send, Action::ShowMore)}>
                    { word_with("table.more", "count", Argument::Count(table.items_hidden)) }
                </button>
            }
        </>
    }
}

fn columns(table: &TableView) -> Columns {
    Columns {
        partition_key: table.partition_key.clone(),
        sort_key: table.sort_key.clone(),
        names: Rc::clone(&table.attribute_names),
    }
}

/// The items of one partition key.
#[derive(Debug, PartialEq, Properties)]
struct CollectionProps {
    view: Rc<CollectionView>,
    columns: Columns,
    selected: Option<ItemId>,
    edit: Option<EditView>,
    pulse: Option<ItemId>,
    send: Callback<Action>,
}

/// Draws an item collection.
#[component]
fn Collection(props: &CollectionProps) -> Html {
    let CollectionProps { view, columns, selected, edit, pulse, send } = props;
    let counts = Message::plain("table.counts")
        .with(
            "items",
            Message::plain("table.items").with("count", Argument::Count(view.item_count)),
        )
        .with("size", Argument::Size(view.size));
    html! {
        <section class="collection card" aria-label={label(view)}>
            if let Some(key) = &view.key {
                <header class="collection-head row muted">
                    <h3><code>{ visible(&key.text) }</code></h3>
                    <span>{ sentence(&counts) }</span>
                    if let Some((size, max)) = view.limit {
                        <span class="push small" title={word("table.collection_limit_title")}>
                            { sentence(&Message::plain("table.collection_limit")
                                .with("size", Argument::Size(size))
                                .with("max", Argument::Size(max))) }
                        </span>
                    }
                </header>
            }
            <ul class="items">
                { for view.items.iter().map(|item| html! {
                    <ItemRow
                        key={item.id.0.as_ref()}
                        view={Rc::clone(item)}
                        columns={columns.clone()}
                        edit={edit.clone().filter(|edit| is_about(&edit.editing.draft.edit, &item.id))}
                        selected={selected.as_ref() == Some(&item.id)}
                        pulse={pulse.as_ref() == Some(&item.id)}
                        send={send.clone()}
                    />
                }) }
            </ul>
        </section>
    }
}

fn label(view: &CollectionView) -> AttrValue {
    match &view.key {
        Some(key) => word_with("table.collection", "key", key.text.as_ref()),
        None => text(&Message::plain("table.all_items")).into(),
    }
}

/// Whether an edit is drawn in place of the item, and not as a form of its own.
fn is_about(edit: &Edit, id: &ItemId) -> bool {
    edit.is_in_place() && edit.item() == Some(id)
}
