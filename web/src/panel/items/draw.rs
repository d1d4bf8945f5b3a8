//! The markup of the items: a table with shared columns, in item collections, and the form for a new item.

use std::rc::Rc;

use playground::message::text;
use playground::view::edit::{Edit, ItemId};
use playground::view::message::{Argument, Message};
use playground::view::table::{CollectionView, ColumnView, KeyView, SortedBy, TableView};
use yew::prelude::*;

use crate::component::text_field::TextField;
use crate::panel::items::new_item;
use crate::panel::items::row::{Columns, ItemRow, is_number};
use crate::panel::items::state::Action;
use crate::panel::items::view::{EditView, ItemsView, View};
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, shared, visible, word, word_with};

pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    let Some(view) = view else { return Html::default() };
    let ItemsView { table, edit, .. } = view;
    let columns = columns(table);
    let new = edit.as_ref().filter(|edit| !edit.editing.draft.edit.is_in_place());
    html! {
        <>
            if let Some(edit) = new { { new_item::draw(edit, &columns, send) } }
            if table.item_count == 0 {
                <div class="empty">
                    <p class="muted">{ word("table.empty") }</p>
                    <button type="button" class="button outlined" onclick={press(send, Action::Import)}>
                        { word("import.open") }
                    </button>
                </div>
            } else {
                { filter(view, send) }
                { items(view, &columns, send) }
            }
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
        attributes: Rc::clone(&table.columns),
        has_more: table.has_more,
    }
}

/// The filter, how many items have its text, and the way back to the order of keys.
fn filter(view: &ItemsView, send: &Callback<Action>) -> Html {
    let ItemsView { table, shown, .. } = view;
    let matching = Message::plain("items.matching")
        .with("count", Argument::Count(table.matching_count))
        .with("total", Argument::Count(table.item_count));
    html! {
        <div class="items-bar row wrap">
            <TextField
                label={word("items.filter")}
                placeholder={word("items.filter")}
                code=false
                text={shared(&shown.filter)}
                on_type={send.reform(Action::Filter)}
            />
            if !shown.filter.is_empty() { <span class="muted small">{ sentence(&matching) }</span> }
            if shown.sort.is_some() {
                <button type="button" class="button small outlined push" onclick={press(send, Action::SortByKey)}>
                    { word("items.key_order") }
                </button>
            }
        </div>
    }
}

fn items(view: &ItemsView, columns: &Columns, send: &Callback<Action>) -> Html {
    let ItemsView { table, shown, edit, selected, first_to_try } = view;
    html! {
        <div class="items-frame card" role="region" aria-label={word("items.label")}>
            <table class="items">
                { head(columns, shown.sort.as_ref(), send) }
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
            </table>
        </div>
    }
}

/// The names of the columns. Each sorts by its attribute.
fn head(columns: &Columns, sort: Option<&SortedBy>, send: &Callback<Action>) -> Html {
    let key = columns.sort_key.as_ref().unwrap_or(&columns.partition_key);
    html! {
        <thead>
            <tr>
                { heading(&key_column(key), "0", sort, send) }
                { for columns.attributes.iter().map(|column| heading(column, "-1", sort, send)) }
                if columns.has_more { <th scope="col">{ word("items.more") }</th> }
                <th scope="col" class="item-size">{ word("items.size") }</th>
            </tr>
        </thead>
    }
}

/// The column of the key.
fn key_column(key: &KeyView) -> ColumnView {
    ColumnView { name: Rc::clone(&key.name), kind: Some(key.kind), indexes: Vec::new() }
}

/// The heading of a column. Only one is reached by Tab; the arrow keys lead to the others.
fn heading(
    column: &ColumnView,
    tabindex: &'static str,
    sort: Option<&SortedBy>,
    send: &Callback<Action>,
) -> Html {
    let ColumnView { name, kind, indexes } = column;
    let sort = sort.filter(|sort| sort.attribute == *name);
    let (direction, arrow) = match sort {
        Some(SortedBy { is_descending: false, .. }) => (Some("ascending"), "↑"),
        Some(SortedBy { is_descending: true, .. }) => (Some("descending"), "↓"),
        None => (None, ""),
    };
    let of = Argument::List(indexes.iter().map(|(index, _)| Rc::clone(index)).collect());
    let title =
        (!indexes.is_empty()).then(|| plain(&Message::new("items.key_of", [("indexes", of)])));
    html! {
        <th scope="col" class={is_number(column).then_some("is-number")} aria-sort={direction} {title}>
            <button type="button" class="heading" {tabindex} onclick={press(send, Action::SortBy(Rc::clone(name)))}>
                { for indexes.iter().map(|(_, hue)| html! {
                    <i class={classes!("dot", "is-inside", hue.class())} aria-hidden="true" />
                }) }
                { visible(name) }
                <span class="attribute-kind">{ kind.map_or("", |kind| kind.tag()) }</span>
                <span aria-hidden="true">{ arrow }</span>
            </button>
        </th>
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
    html! {
        <>
            if view.key.is_some() { { collection_head(view, columns) } }
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
        </>
    }
}

/// The key of an item collection, and its size.
fn collection_head(view: &CollectionView, columns: &Columns) -> Html {
    let items = Message::plain("table.items").with("count", Argument::Count(view.item_count));
    let counts =
        Message::plain("table.counts").with("items", items).with("size", Argument::Size(view.size));
    html! {
        <tbody class="collection-head">
            <tr>
                <th scope="rowgroup" colspan={columns.count().to_string()} aria-label={label(view)}>
                    <div class="row muted">
                        if let Some(key) = &view.key { <code>{ visible(&key.text) }</code> }
                        <span>{ sentence(&counts) }</span>
                        if let Some(limit) = view.limit { { collection_limit(limit) } }
                    </div>
                </th>
            </tr>
        </tbody>
    }
}

/// From this part of the maximum, in percent, an item collection is shown as nearly full. Model: AWS recommends an alarm and gives no
/// number.
const NEARLY_FULL_PERCENT: u64 = 80;

fn collection_limit((size, max): (u64, u64)) -> Html {
    let is_nearly_full = size.saturating_mul(100) >= max.saturating_mul(NEARLY_FULL_PERCENT);
    let words = Message::plain("table.collection_limit")
        .with("size", Argument::Size(size))
        .with("max", Argument::Size(max));
    html! {
        <span
            class={classes!("push", "small", is_nearly_full.then_some("refused"))}
            title={word("table.collection_limit_title")}
        >
            { sentence(&words) }
        </span>
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
