//! One item: its key, its attributes as chips, its size, and the edit in progress on it.

use std::rc::Rc;

use playground::message::{number, text};
use playground::view::edit::{Edit, ValueText};
use playground::view::message::{Argument, Message};
use playground::view::table::{AttributeView, ItemView, KeyView, Membership};
use playground::view::value::{Hue, Mark, Text};
use yew::prelude::*;

use crate::component::unit_bar::unit_bar;
use crate::panel::items::attribute::{
    self, AbsentProps, ChipProps, EditorProps, absent_chip, chip,
};
use crate::panel::items::item_json::item_json;
use crate::panel::items::state::{Action, add_attribute};
use crate::panel::items::strip::{DraftStrip, edit_keys};
use crate::panel::items::view::EditView;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, shared, visible, word, word_with};

/// What all items of a table have in common.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Columns {
    /// The table's partition key.
    pub(super) partition_key: KeyView,
    /// The table's sort key.
    pub(super) sort_key: Option<KeyView>,
    /// Attribute names to offer.
    pub(super) names: Rc<Vec<Text>>,
}

/// One item.
#[derive(Debug, PartialEq, Properties)]
pub(super) struct ItemRowProps {
    /// The item.
    pub(super) view: Rc<ItemView>,
    /// What it has in common with the others.
    pub(super) columns: Columns,
    /// The edit in progress, if it is on this item.
    pub(super) edit: Option<EditView>,
    /// Whether it is pinned.
    pub(super) selected: bool,
    /// Whether its index keys are pointed at.
    pub(super) pulse: bool,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws an item.
#[component]
pub(super) fn ItemRow(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, edit, selected, send, .. } = props;
    let item = view.id.clone();
    let on_select = press(send, Action::Select(item));
    let key = view.sort.as_ref().unwrap_or(&view.partition);
    let json = edit.as_ref().filter(|it| matches!(it.editing.draft.edit, Edit::Replace { .. }));
    html! {
        <li
            class={classes!("item", selected.then_some("is-selected"), view.mark.map(Mark::class))}
            data-item={shared(&view.id.0)}
            onkeydown={edit.is_some().then(|| edit_keys(send))}
        >
            <button
                type="button"
                class="item-key"
                aria-expanded={selected.to_string()}
                aria-label={summary(view)}
                onclick={on_select}
            >
                <code>{ visible(&key.text) }</code>
            </button>
            <ul class="attributes row wrap">
                { for view.attributes.iter().map(|attribute| cell(props, attribute)) }
                { for absent(props) }
                if let Some(edit) = new_attribute(props) { { editor(props, edit) } }
            </ul>
            { size(view) }
            if *selected && edit.is_none() { { actions(props) } }
            if let Some(EditView { editing, view }) = json {
                { item_json(&editing.draft, view, send) }
            }
            if let Some(edit) = edit { <DraftStrip edit={edit.clone()} send={send.clone()} /> }
        </li>
    }
}

/// An attribute the item has: as a chip, or as the editor that took its place.
fn cell(props: &ItemRowProps, attribute: &AttributeView) -> Html {
    match props.edit.as_ref() {
        Some(edit) if !edit.editing.names_attribute && sets(edit, &attribute.name) => {
            editor(props, edit)
        }
        edit => chip(&ChipProps {
            item: props.view.id.clone(),
            view: attribute.clone(),
            cut: edit.is_some_and(|edit| removes(edit, &attribute.name)),
            removable: props.selected,
            pulse: props.pulse && attribute.index_key.is_some_and(|hue| hue != Hue::Teal),
            send: props.send.clone(),
        }),
    }
}

/// Index keys that the item lacks, but for the one that is being given.
fn absent(props: &ItemRowProps) -> impl Iterator<Item = Html> {
    let edit = props.edit.as_ref();
    let absent = props.view.absent.iter();
    let lacking =
        absent.filter(move |absent| !edit.is_some_and(|edit| sets(edit, &absent.key.name)));
    lacking.map(|absent| {
        absent_chip(&AbsentProps {
            item: props.view.id.clone(),
            view: absent.clone(),
            send: props.send.clone(),
        })
    })
}

/// The edit that gives the item an attribute it does not have.
fn new_attribute(props: &ItemRowProps) -> Option<&EditView> {
    props.edit.as_ref().filter(|edit| match &edit.editing.draft.edit {
        Edit::Set { attribute, .. } => {
            edit.editing.names_attribute
                || !props.view.attributes.iter().any(|it| it.name.as_ref() == attribute)
        }
        Edit::Remove { .. }
        | Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::Delete { .. } => false,
    })
}

fn editor(props: &ItemRowProps, edit: &EditView) -> Html {
    let draft = &edit.editing.draft;
    let Edit::Set { item, attribute, value } = &draft.edit else { return Html::default() };
    let value = match draft.typed {
        false => ValueText { kind: value.kind, text: edit.view.text.to_string() },
        true => value.clone(),
    };
    attribute::editor(&EditorProps {
        item: item.clone(),
        name: Text::from(attribute.as_str()),
        naming: edit.editing.names_attribute,
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
        <div class="item-size">
            <span class="nowrap">
                <span aria-hidden="true">{ for view.memberships.iter().map(dot) }</span>
                { number::bytes(view.size) }
            </span>
            { unit_bar(&view.unit_fill, word_with("item.units", "count", Argument::Count(units))) }
            if let Some(at_ms) = view.expires_at_ms {
                <span class="small muted nowrap">{ expiry_words(at_ms, view.deleted_at_ms) }</span>
            }
        </div>
    }
}

/// When an item expires, and when it is deleted.
fn expiry_words(at_ms: u64, deleted_at_ms: Option<u64>) -> AttrValue {
    let time = ("time", Argument::Ms(at_ms));
    plain(&match deleted_at_ms {
        None => Message::new("item.expires", [time]),
        Some(deleted_at_ms) => {
            Message::new("item.expires_later", [time, ("deleted", Argument::Ms(deleted_at_ms))])
        }
    })
}

fn dot(membership: &Membership) -> Html {
    let Membership { index, hue, inside } = membership;
    let (state, key) =
        if *inside { ("is-inside", "item.inside") } else { ("is-outside", "item.outside") };
    html! {
        <i class={classes!("dot", hue.class(), state)} title={word_with(key, "index", index.as_ref())} />
    }
}

/// "Item C1, O-1003, 3,560 B, in 2 of 2 indexes".
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

/// What can be done with the pinned item.
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
                <button
                    type="button"
                    class="button small outlined"
                    onclick={press(send, action)}
                >
                    { word(key) }
                </button>
            }) }
        </div>
    }
}
