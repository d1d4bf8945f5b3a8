//! Zone B: the open table, its item collections and their items.

use std::rc::Rc;

use playground::message::text;
use playground::view::bar::TableTab;
use playground::view::call::{CallForm, CallFormView};
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId};
use playground::view::message::{Argument, Message};
use playground::view::read::{ReadForm, ReadFormView, ReadOperation};
use playground::view::table::{CollectionView, ItemView, KeyView, TableView};
use playground::view::value::Hue;
use yew::prelude::*;

use crate::app::state::AppState;
use crate::app::state::action::{Action, EditAction, ReadAction, TableAction};
use crate::panel::call::call_panel;
use crate::panel::effect::Input;
use crate::panel::id::PanelId;
use crate::panel::item::{Columns, ItemDraft, ItemRow, write_json};
use crate::panel::new_item::{self, new_item};
use crate::panel::page::PageState;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, shared, visible, word, word_with};
use crate::panel::read::{ReadPanel, read_panel};
use crate::panel::setting::{ADD_ITEM, Menu as MenuId, OPEN_QUERY, Zone};
use crate::panel::table_menu::TableMenu;
use crate::panel::{Page, PanelFunction, Place};

/// The table's place on the page.
pub const PANEL: PanelFunction = PanelFunction {
    id: PanelId("table"),
    title: "zone.table",
    place: Place::Zone(Zone::Table),
    draw,
};

fn draw(page: &Page) -> Html {
    let AppState { selected, draft, naming, read, .. } = page.state;
    let PageState { menu, newcomer, .. } = &page.state.page;
    let draft = draft.as_ref().map(|draft| ItemDraft {
        draft: Draft::clone(draft),
        naming: *naming,
        view: page.views.draft.clone(),
        shows_fault: page.state.shows_draft_fault(),
    });
    html! {
        <>
            if page.views.bar.tables.len() > 1 { { tabs(page) } }
            if let Some(view) = &page.views.table {
                <OpenTable
                    view={Rc::clone(view)}
                    selected={selected.clone()}
                    {draft}
                    read={read.clone()}
                    read_view={page.views.read.clone()}
                    call={page.state.call.clone()}
                    call_view={page.views.call.clone()}
                    menu_open={*menu == Some(MenuId::Table)}
                    newcomer={*newcomer}
                    on_action={page.on_action.clone()}
                />
            } else {
                <div class="empty">
                    <h2 id={Zone::Table.id()} tabindex="-1">{ word("table.none") }</h2>
                    <p>{ word("table.none_hint") }</p>
                    <button
                        type="button"
                        class="button primary"
                        onclick={press(page.on_action, Action::Begin(Input::Design(None)))}
                    >
                        { word("design.new") }
                    </button>
                </div>
            }
        </>
    }
}

fn tabs(page: &Page) -> Html {
    let tables = page.views.bar.tables.iter();
    html! {
        <nav class="tabs row" aria-label={word("table.tabs")}>
            { for tables.map(|TableTab { name, open }| {
                let action = Action::Table(TableAction::Select(Rc::clone(name)));
                html! {
                    <button
                        type="button"
                        class="tab"
                        aria-current={open.then_some("true")}
                        onclick={press(page.on_action, action)}
                    >
                        { shared(name) }
                    </button>
                }
            }) }
        </nav>
    }
}

/// The open table.
#[derive(Debug, PartialEq, Properties)]
struct OpenTableProps {
    view: Rc<TableView>,
    selected: Option<ItemId>,
    draft: Option<ItemDraft>,
    read: Option<ReadForm>,
    read_view: Option<Rc<ReadFormView>>,
    call: Option<CallForm>,
    call_view: Option<Rc<CallFormView>>,
    menu_open: bool,
    newcomer: bool,
    on_action: Callback<Action>,
}

impl OpenTableProps {
    fn columns(&self) -> Columns {
        Columns {
            partition_key: self.view.partition_key.clone(),
            sort_key: self.view.sort_key.clone(),
            names: Rc::clone(&self.view.attribute_names),
        }
    }

    /// The item pinned; the first one if none is.
    fn current(&self) -> Option<&Rc<ItemView>> {
        let mut items = self.view.collections.iter().flat_map(|collection| &collection.items);
        match &self.selected {
            Some(id) => items.find(|item| item.id == *id),
            None => items.next(),
        }
    }
}

/// Draws the open table.
#[component]
fn OpenTable(props: &OpenTableProps) -> Html {
    let OpenTableProps { view, draft, read, read_view, on_action, .. } = props;
    let pulse = first_to_try(view).filter(|_| props.newcomer);
    let is_new = |it: &&ItemDraft| matches!(it.draft.edit, Edit::Compose { .. } | Edit::Put { .. });
    html! {
        <>
            { head(props) }
            { operations(props) }
            if let (Some(form), Some(view)) = (read, read_view) {
                { read_panel(&ReadPanel { form: form.clone(), view: Rc::clone(view), on_action: on_action.clone() }) }
            }
            if let (Some(form), Some(view)) = (&props.call, &props.call_view) {
                { call_panel(form, view, on_action) }
            }
            if let Some(draft) = draft.as_ref().filter(is_new) {
                { new_item::draw(draft, &props.columns(), on_action) }
            }
            if view.item_count == 0 { <p class="empty muted">{ word("table.empty") }</p> }
            { for view.collections.iter().map(|collection| {
                let key = collection.items.first().map_or("", |item| &item.partition_text);
                html! {
                    <Collection
                        {key}
                        view={Rc::clone(collection)}
                        columns={props.columns()}
                        selected={props.selected.clone()}
                        draft={draft.clone()}
                        pulse={pulse.clone()}
                        on_action={on_action.clone()}
                    />
                }
            }) }
            if view.items_hidden > 0 {
                <button
                    type="button"
                    class="button more"
                    onclick={press(on_action, Action::Table(TableAction::ShowMoreItems))}
                >
                    { word_with("table.more", "count", Argument::Count(view.items_hidden)) }
                </button>
            }
        </>
    }
}

/// The first item whose key of a global index can be taken away, for someone who has not changed anything yet.
fn first_to_try(view: &TableView) -> Option<ItemId> {
    let mut items = view.collections.iter().flat_map(|collection| &collection.items);
    let item = items.find(|item| {
        item.attributes.iter().any(|it| it.index_key.is_some_and(|hue| hue != Hue::Teal))
    })?;
    Some(item.id.clone())
}

fn head(props: &OpenTableProps) -> Html {
    let TableView { name, item_count, size, partition_key, sort_key, .. } = props.view.as_ref();
    let counts = Message::plain("table.counts")
        .with("items", Message::plain("table.items").with("count", Argument::Count(*item_count)))
        .with("size", Argument::Size(*size));
    html! {
        <div class="zone-head row wrap">
            <h2 id={Zone::Table.id()} tabindex="-1">{ shared(name) }</h2>
            <span class="muted">{ sentence(&counts) }</span>
            if let Some(name) = &props.view.time_to_live {
                <span class="muted">{ word_with("table.time_to_live", "name", Argument::Code(Rc::clone(name))) }</span>
            }
            <span class="muted push">{ key_words(partition_key, sort_key.as_ref()) }</span>
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

fn operations(props: &OpenTableProps) -> Html {
    let OpenTableProps { read, on_action, .. } = props;
    let reading = |operation| read.as_ref().is_some_and(|form| form.operation == operation);
    let json = props.current().map(|item| write_json(item));
    let pinned = props.current().filter(|_| props.selected.is_some());
    let columns = props.columns();
    let menu = TableMenu {
        view: &props.view,
        columns: &columns,
        pinned: pinned.map(Rc::as_ref),
        open: props.menu_open,
        on_action,
    };
    html! {
        <div class="operations row">
            <button
                type="button"
                id={ADD_ITEM}
                class="button outlined"
                onclick={start(on_action, Some(new_item(&props.columns())))}
            >
                { word("table.add_item") }
            </button>
            { for [ReadOperation::Query, ReadOperation::Scan].map(|operation| html! {
                <button
                    type="button"
                    id={(operation == ReadOperation::Query).then_some(OPEN_QUERY)}
                    class="button outlined"
                    aria-expanded={reading(operation).to_string()}
                    onclick={toggle_read(props, operation)}
                >
                    { operation.name() }
                </button>
            }) }
            <span class="push" />
            <button
                type="button"
                class="button"
                disabled={json.is_none()}
                title={word("table.json")}
                onclick={start(on_action, json)}
            >
                { "JSON" }
            </button>
            { menu.draw() }
        </div>
    }
}

fn start(on_action: &Callback<Action>, edit: Option<Edit>) -> Callback<MouseEvent> {
    let on_action = on_action.clone();
    Callback::from(move |_| {
        if let Some(edit) = edit.clone() {
            on_action.emit(Action::Edit(EditAction::Start(edit)));
        }
    })
}

fn toggle_read(props: &OpenTableProps, operation: ReadOperation) -> Callback<MouseEvent> {
    let open = props.read.as_ref().is_some_and(|form| form.operation == operation);
    let partition = props.current().map(|item| Rc::clone(&item.partition_text));
    let action = if open {
        ReadAction::Close
    } else {
        ReadAction::Open(ReadForm::new(operation, None, partition))
    };
    press(&props.on_action, Action::Read(action))
}

/// The items of one partition key.
#[derive(Debug, PartialEq, Properties)]
struct CollectionProps {
    view: Rc<CollectionView>,
    columns: Columns,
    selected: Option<ItemId>,
    draft: Option<ItemDraft>,
    pulse: Option<ItemId>,
    on_action: Callback<Action>,
}

/// Draws an item collection.
#[component]
fn Collection(props: &CollectionProps) -> Html {
    let CollectionProps { view, columns, selected, draft, pulse, on_action } = props;
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
                        draft={draft.clone().filter(|draft| is_about(&draft.draft.edit, &item.id))}
                        selected={selected.as_ref() == Some(&item.id)}
                        pulse={pulse.as_ref() == Some(&item.id)}
                        on_action={on_action.clone()}
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

/// Whether an edit is drawn within the item, rather than as a form of its own.
fn is_about(edit: &Edit, id: &ItemId) -> bool {
    match edit {
        Edit::Set { item, .. }
        | Edit::Remove { item, .. }
        | Edit::Replace { item, .. }
        | Edit::Delete { item } => item == id,
        Edit::Put { .. } | Edit::Compose { .. } => false,
    }
}
