//! One item: a row of the table, and below it what does not fit a cell: the edit in progress, and what can be done with the selected
//! item.

use std::rc::Rc;

use playground::message::{number, text};
use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::first::First;
use playground::view::message::{Argument, Message};
use playground::view::table::{AttributeView, ColumnView, ItemView, KeyView, Membership};
use playground::view::value::{Hue, Mark, Text};
use yew::prelude::*;

use crate::component::unit_bar::unit_bar;
use crate::panel::items::attribute::{
    Access, AttributeCell, EditorProps, absent_cell, attribute_cell, editor, shared_dots,
};
use crate::panel::items::checked::CheckAction;
use crate::panel::items::expiry::expiry_words;
use crate::panel::items::item_json::item_json;
use crate::panel::items::state::{Action, add_attribute};
use crate::panel::items::strip::{DraftStrip, edit_keys, subject};
use crate::panel::items::view::EditView;
use crate::panel::part::entity::entity_tag;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, shared, visible, word, word_with};

/// Characters of a value that a cell shows; a longer one is shown below the selected item too.
const CELL_CHARACTERS: usize = 14;

/// What all items of a table have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Columns {
    /// The table's partition key.
    pub(super) partition_key: KeyView,
    /// The table's sort key.
    pub(super) sort_key: Option<KeyView>,
    /// Attribute names to offer.
    pub(super) names: Rc<First<Text>>,
    /// The columns between the key and the size.
    pub(super) attributes: Rc<Vec<ColumnView>>,
    /// Whether there is a column for attributes that have none.
    pub(super) has_more: bool,
    /// Whether a user can only look.
    pub(super) is_read_only: bool,
}

impl Columns {
    /// How many columns there are, with the key and the size.
    pub(super) fn count(&self) -> usize {
        2 + self.attributes.len() + usize::from(self.has_more)
    }

    fn have(&self, name: &str) -> bool {
        self.attributes.iter().any(|column| *column.name == *name)
    }
}

#[derive(Debug, PartialEq, Properties)]
pub(super) struct ItemRowProps {
    pub(super) view: Rc<ItemView>,
    /// Its row in the list, from 0.
    pub(super) row: usize,
    /// Whether the filter matches it.
    pub(super) is_matching: bool,
    /// What it has in common with the others.
    pub(super) columns: Columns,
    /// The edit in progress, if it is on this item.
    pub(super) edit: Option<EditView>,
    pub(super) selected: bool,
    /// Whether it is checked; `None` while no checkboxes are shown.
    pub(super) checked: Option<bool>,
    /// Whether its index keys are pointed at.
    pub(super) pulse: bool,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws an item.
#[component]
pub(super) fn ItemRow(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, columns, edit, selected, send, .. } = props;
    let item = view.id.clone();
    let key = view.sort.as_ref().unwrap_or(&view.partition);
    html! {
        <tbody
            class={classes!("item", selected.then_some("is-selected"), (props.checked == Some(true)).then_some("is-checked"), view.mark.map(Mark::class), view.is_hidden.then_some("is-hidden"))}
            data-row={props.row.to_string()}
            data-item={shared(&view.id.0)}
            onkeydown={edit.is_some().then(|| edit_keys(send))}
        >
            <tr aria-rowindex={row_index(props.row)} aria-selected={props.checked.map(|is_checked| is_checked.to_string())}>
                <th scope="row">
                    if let Some(is_checked) = props.checked { { checkbox(props, is_checked) } }
                    <button
                        type="button"
                        class="item-key"
                        tabindex="-1"
                        aria-expanded={selected.to_string()}
                        aria-label={summary(view)}
                        onclick={on_press(item, send)}
                    >
                        <code>{ visible(&key.text) }</code>
                    </button>
                    if let Some(tag) = &view.entity { { entity_tag(tag) } }
                    if view.is_hidden { <small class="no-access">{ word("reach.none") }</small> }
                </th>
                { for columns.attributes.iter().map(|column| cell(props, column)) }
                if columns.has_more { <td>{ more(props) }</td> }
                { size(view) }
            </tr>
            if *selected || edit.is_some() {
                <tr class="item-below">
                    <td colspan={columns.count().to_string()}>{ below(props) }</td>
                </tr>
            }
        </tbody>
    }
}

fn checkbox(props: &ItemRowProps, is_checked: bool) -> Html {
    let ItemRowProps { view, send, .. } = props;
    let key = view.sort.as_ref().unwrap_or(&view.partition);
    html! {
        <input
            type="checkbox"
            class="item-check"
            tabindex="-1"
            checked={is_checked}
            aria-label={word_with("items.check", "key", key.text.as_ref())}
            onchange={press(send, Action::Check(CheckAction::One(view.id.clone())))}
        />
    }
}

/// A press selects an item. With Ctrl or ⌘ it is checked, and with Shift all items as far as this one.
fn on_press(item: ItemId, send: &Callback<Action>) -> Callback<MouseEvent> {
    send.reform(move |event: MouseEvent| {
        let item = item.clone();
        match (event.shift_key(), event.ctrl_key() || event.meta_key()) {
            (true, _) => Action::Check(CheckAction::To(item)),
            (false, true) => Action::Check(CheckAction::One(item)),
            (false, false) => Action::Select(item),
        }
    })
}

/// The number of a row for screen readers: they count from 1, and the head of the table is the first row.
pub(super) fn row_index(row: usize) -> String {
    (row + 2).to_string()
}

/// What is below the row: what is selected in full, and the edit in progress.
fn below(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, columns, edit, selected, send, .. } = props;
    let json = edit.as_ref().filter(|it| matches!(it.editing.draft.edit, Edit::Replace { .. }));
    let is_listed = |name: &str| !columns.have(name) || edit.is_none();
    let in_list = view.attributes.iter().filter(|it| !it.is_global_key && is_listed(&it.name));
    html! {
        <div class="item-details">
            if !props.is_matching { <p class="small muted">{ word("items.not_matching") }</p> }
            if *selected { { for view.memberships.iter().filter_map(not_indexed) } }
            if *selected { { wide_values(props) } }
            <ul class="attributes row wrap">
                if *selected {
                    { for in_list.map(|attribute| html! {
                        // A phone has no room for the ✕ in a column.
                        <li key={attribute.name.as_ref()} class={columns.have(&attribute.name).then_some("phone-only")}>
                            { chip(props, attribute) }
                        </li>
                    }) }
                }
                if let Some(edit) = edit.as_ref().filter(|edit| edits_below(props, edit)) {
                    <li>{ self::edit(props, edit) }</li>
                }
            </ul>
            if *selected && edit.is_none() && !columns.is_read_only { { actions(props) } }
            if let Some(EditView { editing, view }) = json {
                { item_json(&editing.draft, view, send) }
            }
            if let Some(edit) = edit {
                { subject(view, &edit.editing.draft.edit) }
                <DraftStrip edit={edit.clone()} send={send.clone()} />
            }
        </div>
    }
}

/// Why the item is not in an index; nothing if it is there, or belongs there.
fn not_indexed(membership: &Membership) -> Option<Html> {
    let Membership { index, hue, inside, fault, read_only } = membership;
    let words = Message::plain("item.not_indexed")
        .with("index", Argument::Name(Text::clone(index), Some(*hue)))
        .with("reason", fault.clone().filter(|_| !*inside)?);
    Some(html! {
        <>
            <p class="small">{ sentence(&words) }</p>
            if let Some(read_only) = read_only { <p class="small">{ sentence(read_only) }</p> }
        </>
    })
}

/// The values that cells cut.
fn wide_values(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, columns, .. } = props;
    let in_cells = view.attributes.iter().filter(|attribute| columns.have(&attribute.name));
    let wide = in_cells.filter(|attribute| attribute.value.text.chars().count() > CELL_CHARACTERS);
    html! {
        { for wide.map(|attribute| html! {
            <p class="wide-value small muted" key={attribute.name.as_ref()}>
                { visible(&attribute.name) }{ " " }<code>{ visible(&attribute.value.text) }</code>
                { " " }{ number::bytes(attribute.size) }
            </p>
        }) }
    }
}

/// The cell of a column: a value, its editor, an absent key of an index, or nothing.
fn cell(props: &ItemRowProps, column: &ColumnView) -> Html {
    let ItemRowProps { view, edit, send, .. } = props;
    let in_place =
        edit.as_ref().filter(|edit| sets(edit, &column.name) && !edits_below(props, edit));
    let attribute = view.attributes.iter().find(|it| it.name == column.name);
    if let Some(edit) = in_place {
        return editor_td(props, edit, attribute, column);
    }
    if let Some(attribute) = attribute {
        return attribute_td(props, attribute, column);
    }
    let absent = view.absent.iter().find(|absent| absent.key.name == column.name);
    let absent = absent.filter(|_| !props.columns.is_read_only);
    html! {
        <td class={classes!("is-absent", is_number(column).then_some("is-number"))}>
            if let Some(absent) = absent { { absent_cell(&view.id, absent, send) } }
        </td>
    }
}

/// The editor, over the cells beside it: a column does not become wider while a value of it is edited. On the right it is wider to
/// the left, so that the end of the table does not cut it off.
fn editor_td(
    props: &ItemRowProps,
    edit: &EditView,
    attribute: Option<&AttributeView>,
    column: &ColumnView,
) -> Html {
    let columns = &props.columns.attributes;
    let position = columns.iter().position(|other| other == column).unwrap_or_default();
    let side = if position * 2 < columns.len() { "is-from-left" } else { "is-from-right" };
    html! {
        <td class={classes!("is-editing", side)}>
            if let Some(attribute) = attribute {
                <span class="cell is-under attribute-edit" aria-hidden="true"><code>{ visible(&attribute.value.text) }</code></span>
            } else {
                <span class="is-under absent" aria-hidden="true">{ word("attribute.add") }</span>
            }
            { self::edit(props, edit) }
        </td>
    }
}

fn attribute_td(props: &ItemRowProps, attribute: &AttributeView, column: &ColumnView) -> Html {
    let hue = column.indexes.first().map(|(_, hue)| *hue);
    let class = classes!(
        hue.map(Hue::class),
        is_number(column).then_some("is-number"),
        attribute.is_global_key.then_some("is-key"),
        is_cut(props, attribute).then_some("is-cut"),
        attribute.changed.then_some("is-changed"),
        attribute.is_hidden.then_some("is-hidden"),
        (props.pulse && attribute.is_global_key).then_some("is-pulsing"),
    );
    html! {
        <td {class} title={attribute.is_hidden.then(|| word("reach.none"))}>
            { shared_dots(&column.indexes) }
            { attribute_cell(&AttributeCell {
                item: &props.view.id,
                view: attribute,
                is_in_grid: true,
                shows_kind: column.kind.is_none(),
                access: Access::of(
                    props.columns.is_read_only,
                    props.selected || attribute.is_global_key,
                ),
                send: &props.send,
            }) }
        </td>
    }
}

/// Numbers are aligned at their last digits.
pub(super) fn is_number(column: &ColumnView) -> bool {
    column.kind == Some(ValueKind::N)
}

/// An attribute without a column.
fn chip(props: &ItemRowProps, attribute: &AttributeView) -> Html {
    let class = classes!(
        "attribute",
        is_cut(props, attribute).then_some("is-cut"),
        attribute.changed.then_some("is-changed"),
        attribute.is_hidden.then_some("is-hidden"),
    );
    html! {
        <span {class}>
            { attribute_cell(&AttributeCell {
                item: &props.view.id,
                view: attribute,
                is_in_grid: false,
                shows_kind: true,
                access: Access::of(props.columns.is_read_only, true),
                send: &props.send,
            }) }
        </span>
    }
}

fn is_cut(props: &ItemRowProps, attribute: &AttributeView) -> bool {
    props.edit.as_ref().is_some_and(|edit| removes(edit, &attribute.name))
}

/// How many attributes have no column.
fn more(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, columns, send, .. } = props;
    let others = view.attributes.iter().filter(|attribute| !columns.have(&attribute.name));
    let names: Vec<Text> = others.map(|attribute| Rc::clone(&attribute.name)).collect();
    let count = Argument::Count(u64::try_from(names.len()).unwrap_or(u64::MAX));
    html! {
        if !names.is_empty() {
            <button
                type="button"
                class="link small"
                tabindex="-1"
                title={plain(&Message::new("index.names", [("names", Argument::List(names))]))}
                onclick={press(send, Action::Select(view.id.clone()))}
            >
                { word_with("items.more_count", "count", count) }
            </button>
        }
    }
}

/// Whether the editor is below the row: for a new name, an attribute without a column, and what needs several lines.
fn edits_below(props: &ItemRowProps, edit: &EditView) -> bool {
    let Edit::Set { attribute, value, .. } = &edit.editing.draft.edit else { return false };
    edit.editing.names_attribute
        || !props.columns.have(attribute)
        || !is_short(value.kind)
        || edit.view.text.chars().count() > CELL_CHARACTERS
}

/// Whether values of a type usually fit a cell.
const fn is_short(kind: ValueKind) -> bool {
    match kind {
        ValueKind::S | ValueKind::N | ValueKind::B | ValueKind::Bool | ValueKind::Null => true,
        ValueKind::Ss | ValueKind::Ns | ValueKind::Bs | ValueKind::L | ValueKind::M => false,
    }
}

fn edit(props: &ItemRowProps, edit: &EditView) -> Html {
    let draft = &edit.editing.draft;
    let Edit::Set { attribute, value, .. } = &draft.edit else { return Html::default() };
    let value = match draft.typed {
        false => ValueText { kind: value.kind, text: edit.view.text.to_string() },
        true => value.clone(),
    };
    editor(&EditorProps {
        name: Text::from(attribute.as_str()),
        naming: edit.editing.names_attribute,
        shows_name: edits_below(props, edit),
        value,
        invalid: edit.fault().is_some(),
        names: Rc::clone(&props.columns.names),
        send: props.send.clone(),
    })
}

fn sets(edit: &EditView, name: &str) -> bool {
    matches!(&edit.editing.draft.edit, Edit::Set { attribute, .. } if attribute == name)
}

fn removes(edit: &EditView, name: &str) -> bool {
    matches!(&edit.editing.draft.edit, Edit::Remove { attribute, .. } if attribute == name)
}

/// The right end of an item: the indexes that it is in, its bytes, and its write units.
fn size(view: &ItemView) -> Html {
    let units = u64::try_from(view.unit_fill.len()).unwrap_or(u64::MAX);
    html! {
        <td class="item-size">
            <span class="nowrap">
                <span aria-hidden="true">{ for view.memberships.iter().map(dot) }</span>
                { number::bytes(view.size) }
            </span>
            { unit_bar(&view.unit_fill, word_with("item.units", "count", Argument::Count(units))) }
            if let Some(expiry) = &view.expiry {
                <span class="small muted nowrap">{ expiry_words(expiry) }</span>
            }
        </td>
    }
}

fn dot(membership: &Membership) -> Html {
    let Membership { index, hue, inside, .. } = membership;
    let (state, key) =
        if *inside { ("is-inside", "item.inside") } else { ("is-outside", "item.outside") };
    html! {
        <i class={classes!("dot", hue.class(), state)} title={word_with(key, "index", index.as_ref())} />
    }
}

/// The item in one sentence, for screen readers.
fn summary(view: &ItemView) -> String {
    let key = [Some(&view.partition), view.sort.as_ref()];
    let inside = view.memberships.iter().filter(|membership| membership.inside).count();
    let count = |count: usize| Argument::Count(u64::try_from(count).unwrap_or(u64::MAX));
    text(
        &Message::plain("item.summary")
            .with(
                "key",
                Argument::List(key.into_iter().flatten().map(|it| Text::clone(&it.text)).collect()),
            )
            .with("size", Argument::Bytes(view.size))
            .with("inside", count(inside))
            .with("count", count(view.memberships.len())),
    )
}

/// What can be done with the selected item.
fn actions(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, send, .. } = props;
    let item = || view.id.clone();
    let actions = [
        ("item.add_attribute", Action::Start(add_attribute(item()))),
        ("item.json", Action::Start(Edit::json_of(item()))),
        ("item.duplicate", Action::Duplicate(item())),
        ("item.delete", Action::Start(Edit::Delete { item: item() })),
    ];
    html! {
        <div class="item-actions row wrap">
            { for actions.into_iter().map(|(key, action)| html! {
                <button type="button" class="button small outlined" onclick={press(send, action)}>
                    { word(key) }
                </button>
            }) }
        </div>
    }
}
