//! The markup of the items: a table with shared columns, in item collections, and the form for a new item.

use std::rc::Rc;

use playground::message::{number, text};
use playground::view::edit::{Edit, ItemId};
use playground::view::entity::{EntityCount, EntityFilter};
use playground::view::message::{Argument, Message};
use playground::view::table::{
    CollectionView, ColumnView, KeyView, PlacedItem, Seek, SortedBy, TableView,
};
use yew::prelude::*;

use crate::component::grid::{GridListeners, GridSeek, use_grid};
use crate::component::text_field::TextField;
use crate::component::window::{Gap, MountedRows, NeededRows, use_window};
use crate::panel::contract::Draw;
use crate::panel::items::checked::{CheckAction, Checked};
use crate::panel::items::new_item;
use crate::panel::items::row::{Columns, ItemRow, is_number, row_index};
use crate::panel::items::state::Action;
use crate::panel::items::together;
use crate::panel::items::view::{EditView, ItemsView};
use crate::panel::part::entity::entity_tag;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, shared, visible, word, word_with};

impl Draw<Action> for ItemsView {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let ItemsView { table, edit, .. } = self;
        let columns = columns(self);
        let new = edit.as_ref().filter(|edit| !edit.editing.draft.edit.is_in_place());
        html! {
            <>
                if let Some(edit) = new { { form(edit, table, &columns, send) } }
                if table.item_count == 0 {
                    <div class="empty">
                        <p class="muted">{ word("table.empty") }</p>
                        <button type="button" class="button outlined" onclick={press(send, Action::Import)}>
                            { word("import.open") }
                        </button>
                    </div>
                } else {
                    if let Some(words) = &table.reach { <p class="reach small">{ sentence(words) }</p> }
                    { filter(self, send) }
                    <ItemTable view={self.clone()} {columns} send={send.clone()} />
                }
            </>
        }
    }
}

/// The form of an edit that is not drawn in place of its item.
fn form(edit: &EditView, table: &TableView, columns: &Columns, send: &Callback<Action>) -> Html {
    match edit.editing.draft.edit {
        Edit::SetAll { .. } | Edit::DeleteAll { .. } => together::draw(edit, columns, send),
        Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::Set { .. }
        | Edit::Remove { .. }
        | Edit::Replace { .. }
        | Edit::Delete { .. } => new_item::draw(edit, columns, &table.entities, send),
    }
}

fn columns(view: &ItemsView) -> Columns {
    let table = &view.table;
    Columns {
        partition_key: table.partition_key.clone(),
        sort_key: table.sort_key.clone(),
        names: Rc::clone(&table.attribute_names),
        attributes: Rc::clone(&table.columns),
        has_more: table.has_more,
        is_read_only: view.is_read_only,
    }
}

/// Items at most that are filtered at each keystroke. Model: more take longer than a frame.
const AT_ONCE_COUNT_MAX: u64 = 2_000;

/// How long typing pauses before more items are filtered. Model: longer than between two letters.
const PAUSE_MS: u32 = 300;

/// The filter, how many items have its text, and the way back to the order of keys.
fn filter(view: &ItemsView, send: &Callback<Action>) -> Html {
    let ItemsView { table, shown, .. } = view;
    let matching = Message::plain("items.matching")
        .with("count", Argument::Count(table.matching_count))
        .with("total", Argument::Count(table.item_count));
    html! {
        <div class="items-bar row wrap" onkeydown={clear_filter(!shown.filter.is_empty(), send)}>
            <TextField
                label={word("items.filter")}
                placeholder={word("items.filter")}
                code=false
                text={shared(&shown.filter)}
                pause_ms={if table.item_count > AT_ONCE_COUNT_MAX { PAUSE_MS } else { 0 }}
                on_type={send.reform(Action::Filter)}
            />
            { entities(table, send) }
            if !shown.filter.is_empty() { <span class="muted small">{ sentence(&matching) }</span> }
            if shown.sort.is_some() {
                <button type="button" class="button small outlined" onclick={press(send, Action::SortByKey)}>
                    { word("items.key_order") }
                </button>
            }
            { together::bar(&view.checked, send) }
        </div>
    }
}

/// Escape in the filter shows all items again.
fn clear_filter(is_filtered: bool, send: &Callback<Action>) -> Callback<KeyboardEvent> {
    let send = send.clone();
    Callback::from(move |event: KeyboardEvent| {
        if is_filtered && event.key() == "Escape" {
            event.stop_propagation();
            send.emit(Action::Filter(String::new()));
        }
    })
}

/// A switch for each entity, and for items without one, which shows only its items.
fn entities(table: &TableView, send: &Callback<Action>) -> Html {
    if table.entities.is_empty() {
        return Html::default();
    }
    let chip = |EntityCount { tag, count }: &EntityCount| {
        let filter = EntityFilter::of(tag.as_ref());
        let pressed = table.entity.as_ref() == Some(&filter);
        html! {
            <button
                type="button"
                class="button small outlined entity-chip"
                aria-pressed={pressed.to_string()}
                onclick={press(send, Action::FilterEntity(filter))}
            >
                if let Some(tag) = tag { { entity_tag(tag) } } else { { word("entities.none") } }
                { " " }{ number::count(*count) }
            </button>
        }
    };
    html! {
        <span class="row wrap entity-chips" role="group" aria-label={word("entities.filter")}>
            { for table.entities.iter().filter(|it| it.tag.is_some() || it.count > 0).map(chip) }
        </span>
    }
}

/// All items, in a table with shared columns.
#[derive(Debug, PartialEq, Properties)]
struct ItemTableProps {
    view: ItemsView,
    columns: Columns,
    send: Callback<Action>,
}

/// Draws the table. Of its rows, those near the part that is in view are mounted.
#[component]
fn ItemTable(props: &ItemTableProps) -> Html {
    let ItemTableProps { view, columns, send } = props;
    let ItemsView { table, shown, edit, checked, selected, first_to_try, is_read_only: _ } = view;
    let node = use_node_ref();
    let mounted = MountedRows { rows: shown.rows.clone(), count: table.row_count };
    use_window(&node, mounted, send.reform(show_rows));
    let GridListeners { on_key, on_focus } = use_grid(&node, on_seek(send));
    let mut row = 0;
    let collections = table.collections.iter().map(|collection| {
        let from = row;
        row = end(collection);
        html! {
            <Collection
                key={collection.partition_text.as_ref()}
                view={Rc::clone(collection)}
                {from}
                columns={columns.clone()}
                selected={selected.clone()}
                checked={checked.clone()}
                edit={edit.clone()}
                pulse={first_to_try.clone()}
                send={send.clone()}
            />
        }
    });
    // A list of its own: beside elements without keys, rows would be made again when the first one changes.
    let collections: Html = collections.collect();
    html! {
        <div class="items-frame card" role="region" aria-label={word("items.label")}>
            <table
                ref={node}
                class="items"
                role="grid"
                aria-label={word("items.label")}
                aria-multiselectable={checked.is_on.then_some("true")}
                aria-rowcount={(table.row_count + HEAD_ROW).to_string()}
                onkeydown={on_key}
                onfocusin={on_focus}
            >
                { head(columns, shown.sort.as_ref(), send) }
                { collections }
                if row < table.row_count {
                    <tbody aria-hidden="true"><Gap rows={row..table.row_count} columns={columns.count()} /></tbody>
                }
            </table>
            { legend(table) }
        </div>
    }
}

/// What the signs beside a size mean.
fn legend(table: &TableView) -> Html {
    let has_indexes = table.items().next().is_some_and(|item| !item.memberships.is_empty());
    html! {
        <p class="items-legend row wrap small muted">
            if has_indexes { <span>{ word("items.legend") }</span> }
            <span class="is-of-bars">{ word("items.legend_bars") }</span>
        </p>
    }
}

/// The head of the table is its first row.
const HEAD_ROW: usize = 1;

/// The row after the last one that is shown of a collection.
fn end(collection: &CollectionView) -> usize {
    let last = collection.items.last().map(|placed| placed.row).or(collection.head);
    last.map_or(0, |last| last + 1)
}

fn show_rows(needed: NeededRows) -> Action {
    Action::ShowRows { rows: needed.rows, focused: needed.focused.map(item_of) }
}

fn on_seek(send: &Callback<Action>) -> Callback<GridSeek> {
    let send = send.clone();
    Callback::from(move |seek_for| {
        if let Some(action) = seek(seek_for) {
            send.emit(action);
        }
    })
}

fn seek(seek: GridSeek) -> Option<Action> {
    let seek = match seek {
        GridSeek::First => Seek::First,
        GridSeek::Last => Seek::Last,
        GridSeek::Text { text, from } => Seek::Key { prefix: text.into(), from: from.map(item_of) },
        GridSeek::All => return Some(Action::Check(CheckAction::All)),
        GridSeek::Extended { from, to } => {
            let (from, to) = (item_of(from?), item_of(to?));
            return Some(Action::Check(CheckAction::Extend { from, to }));
        }
    };
    Some(Action::Seek(seek))
}

fn item_of(id: String) -> ItemId {
    ItemId(id.into())
}

/// The names of the columns. Each sorts by its attribute.
fn head(columns: &Columns, sort: Option<&SortedBy>, send: &Callback<Action>) -> Html {
    let key = columns.sort_key.as_ref().unwrap_or(&columns.partition_key);
    html! {
        <thead>
            <tr aria-rowindex={HEAD_ROW.to_string()}>
                { heading(&key_column(key), sort, send) }
                { for columns.attributes.iter().map(|column| heading(column, sort, send)) }
                if columns.has_more { <th scope="col">{ word("items.more") }</th> }
                <th scope="col" class="item-size">{ word("items.size") }</th>
            </tr>
        </thead>
    }
}

fn key_column(key: &KeyView) -> ColumnView {
    ColumnView { name: Rc::clone(&key.name), kind: Some(key.kind), indexes: Vec::new() }
}

/// The heading of a column.
fn heading(column: &ColumnView, sort: Option<&SortedBy>, send: &Callback<Action>) -> Html {
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
            <button type="button" class="heading" tabindex="-1" onclick={press(send, Action::SortBy(Rc::clone(name)))}>
                { for indexes.iter().map(|(_, hue)| html! {
                    <i class={classes!("dot", "is-inside", hue.class())} aria-hidden="true" />
                }) }
                <span class="heading-name">{ visible(name) }</span>
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
    /// The row after the one that is shown before this collection.
    from: usize,
    columns: Columns,
    selected: Option<ItemId>,
    checked: Checked,
    edit: Option<EditView>,
    pulse: Option<ItemId>,
    send: Callback<Action>,
}

/// Draws an item collection.
#[component]
fn Collection(props: &CollectionProps) -> Html {
    let CollectionProps { view, from, columns, .. } = props;
    let mut rows: Vec<Html> = Vec::new();
    let mut next = *from;
    // Rows that are not shown leave a gap, which is called after the row that follows it.
    let mut leave_gap = |rows: &mut Vec<Html>, to: usize| {
        if next < to {
            rows.push(html! {
                <tbody key={format!("gap {to}")} aria-hidden="true"><Gap rows={next..to} columns={columns.count()} /></tbody>
            });
        }
        next = to + 1;
    };
    if let Some(row) = view.head {
        leave_gap(&mut rows, row);
        rows.push(collection_head(view, row, columns));
    }
    for placed in &view.items {
        leave_gap(&mut rows, placed.row);
        rows.push(item_row(props, placed));
    }
    rows.into_iter().collect()
}

fn item_row(props: &CollectionProps, placed: &PlacedItem) -> Html {
    let CollectionProps { columns, selected, checked, edit, pulse, send, .. } = props;
    let PlacedItem { row, is_matching, item } = placed;
    html! {
        <ItemRow
            key={item.id.0.as_ref()}
            view={Rc::clone(item)}
            row={*row}
            is_matching={*is_matching}
            columns={columns.clone()}
            edit={edit.clone().filter(|edit| is_about(&edit.editing.draft.edit, &item.id))}
            selected={selected.as_ref() == Some(&item.id)}
            checked={checked.is_on.then(|| checked.items.contains(&item.id))}
            pulse={pulse.as_ref() == Some(&item.id)}
            send={send.clone()}
        />
    }
}

/// The key of an item collection, and its size.
fn collection_head(view: &CollectionView, row: usize, columns: &Columns) -> Html {
    let items = Message::plain("table.items").with("count", Argument::Count(view.item_count));
    let counts =
        Message::plain("table.counts").with("items", items).with("size", Argument::Size(view.size));
    html! {
        <tbody key="head" class="collection-head" data-row={row.to_string()}>
            <tr aria-rowindex={row_index(row)}>
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
            class={classes!("push", "small", is_nearly_full.then_some("is-danger"))}
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
