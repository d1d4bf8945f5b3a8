//! One item: its key, its attributes as chips, its size, and the edit in progress on it.

use std::rc::Rc;

use playground::message::{number, text};
use playground::view::draft::{Draft, DraftView, FaultView};
use playground::view::edit::{Edit, Field, ItemText, JsonForm, ValueKind, ValueText};
use playground::view::message::{Argument, Message};
use playground::view::table::{AttributeView, ItemView, KeyView, Membership};
use playground::view::value::{Hue, Mark, Text};
use yew::prelude::*;

use crate::app::state::action::{Action, EditAction, TableAction};
use crate::component::unit_bar::unit_bar;
use crate::panel::attribute::{self, AbsentProps, ChipProps, EditorProps, absent_chip, chip};
use crate::panel::draft::{DraftStrip, edit_keys};
use crate::panel::item_json::item_json;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, shared, visible, word, word_with};

/// An edit in progress on the item that is drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemDraft {
    /// The edit.
    pub draft: Draft,
    /// Whether it names a new attribute.
    pub naming: bool,
    /// What it would do.
    pub view: Option<Rc<DraftView>>,
    /// Whether what is wrong with it is said.
    pub shows_fault: bool,
}

impl ItemDraft {
    /// What is wrong with the edit, if that is said.
    pub fn fault(&self) -> Option<&FaultView> {
        self.view.as_ref().filter(|_| self.shows_fault)?.fault.as_deref()
    }
}

/// What all items of a table have in common.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    /// The table's partition key.
    pub partition_key: KeyView,
    /// The table's sort key.
    pub sort_key: Option<KeyView>,
    /// Attribute names to offer.
    pub names: Rc<Vec<Text>>,
}

/// One item.
#[derive(Debug, PartialEq, Properties)]
pub struct ItemRowProps {
    /// The item.
    pub view: Rc<ItemView>,
    /// What it has in common with the others.
    pub columns: Columns,
    /// The edit in progress, if it is on this item.
    pub draft: Option<ItemDraft>,
    /// Whether it is pinned.
    pub selected: bool,
    /// Whether its index keys are pointed at.
    pub pulse: bool,
    /// Where actions go.
    pub on_action: Callback<Action>,
}

/// Draws an item.
#[component]
pub fn ItemRow(props: &ItemRowProps) -> Html {
    let ItemRowProps { view, draft, selected, on_action, .. } = props;
    let item = view.id.clone();
    let on_select = press(on_action, Action::Table(TableAction::SelectItem(item)));
    let key = view.sort.as_ref().unwrap_or(&view.partition);
    let json = draft.as_ref().filter(|it| matches!(it.draft.edit, Edit::Replace { .. }));
    html! {
        <li
            class={classes!("item", selected.then_some("is-selected"), view.mark.map(Mark::class))}
            data-item={shared(&view.id.0)}
            onkeydown={draft.is_some().then(|| edit_keys(on_action))}
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
                if let Some(draft) = new_attribute(props) { { editor(props, draft) } }
            </ul>
            { size(view) }
            if *selected && draft.is_none() { { actions(props) } }
            if let Some(ItemDraft { draft, view, .. }) = json {
                { item_json(draft, view.as_deref(), on_action) }
            }
            if let Some(ItemDraft { draft, view, shows_fault, .. }) = draft {
                <DraftStrip
                    draft={draft.clone()}
                    view={view.clone()}
                    shows_fault={*shows_fault}
                    on_action={on_action.clone()}
                />
            }
        </li>
    }
}

/// An attribute the item has: as a chip, or as the editor that took its place.
fn cell(props: &ItemRowProps, attribute: &AttributeView) -> Html {
    match props.draft.as_ref() {
        Some(draft) if !draft.naming && sets(&draft.draft.edit, &attribute.name) => {
            editor(props, draft)
        }
        draft => chip(&ChipProps {
            item: props.view.id.clone(),
            view: attribute.clone(),
            cut: draft.is_some_and(|draft| removes(&draft.draft.edit, &attribute.name)),
            removable: props.selected,
            pulse: props.pulse && attribute.index_key.is_some_and(|hue| hue != Hue::Teal),
            on_action: props.on_action.clone(),
        }),
    }
}

/// Index keys that the item lacks, but for the one that is being given.
fn absent(props: &ItemRowProps) -> impl Iterator<Item = Html> {
    let edit = props.draft.as_ref().map(|draft| &draft.draft.edit);
    let absent = props.view.absent.iter();
    let lacking =
        absent.filter(move |absent| !edit.is_some_and(|edit| sets(edit, &absent.key.name)));
    lacking.map(|absent| {
        absent_chip(&AbsentProps {
            item: props.view.id.clone(),
            view: absent.clone(),
            on_action: props.on_action.clone(),
        })
    })
}

/// The edit that gives the item an attribute it does not have.
fn new_attribute(props: &ItemRowProps) -> Option<&ItemDraft> {
    props.draft.as_ref().filter(|draft| match &draft.draft.edit {
        Edit::Set { attribute, .. } => {
            draft.naming || !props.view.attributes.iter().any(|it| it.name.as_ref() == attribute)
        }
        Edit::Remove { .. }
        | Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::Delete { .. } => false,
    })
}

fn editor(props: &ItemRowProps, draft: &ItemDraft) -> Html {
    let Edit::Set { item, attribute, value } = &draft.draft.edit else { return Html::default() };
    let stored = draft.view.as_ref().filter(|_| !draft.draft.typed);
    let value = match stored {
        Some(view) => ValueText { kind: value.kind, text: view.text.to_string() },
        None => value.clone(),
    };
    attribute::editor(&EditorProps {
        item: item.clone(),
        name: Text::from(attribute.as_str()),
        naming: draft.naming,
        value,
        invalid: draft.fault().is_some(),
        names: Rc::clone(&props.columns.names),
        on_action: props.on_action.clone(),
    })
}

fn sets(edit: &Edit, name: &str) -> bool {
    matches!(edit, Edit::Set { attribute, .. } if attribute == name)
}

fn removes(edit: &Edit, name: &str) -> bool {
    matches!(edit, Edit::Remove { attribute, .. } if attribute == name)
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
    let ItemRowProps { view, columns, on_action, .. } = props;
    let edits = [
        ("item.add_attribute", add_attribute(view)),
        ("item.json", write_json(view)),
        ("item.duplicate", duplicate(view, columns)),
        ("item.delete", Edit::Delete { item: view.id.clone() }),
    ];
    html! {
        <div class="item-actions row wrap">
            { for edits.into_iter().map(|(key, edit)| html! {
                <button
                    type="button"
                    class="button small outlined"
                    onclick={press(on_action, Action::Edit(EditAction::Start(edit)))}
                >
                    { word(key) }
                </button>
            }) }
        </div>
    }
}

fn add_attribute(view: &ItemView) -> Edit {
    Edit::Set {
        item: view.id.clone(),
        attribute: String::new(),
        value: ValueText { kind: ValueKind::S, text: String::new() },
    }
}

/// The item as JSON.
pub fn write_json(view: &ItemView) -> Edit {
    Edit::Replace {
        item: view.id.clone(),
        text: ItemText { form: JsonForm::Plain, text: String::new() },
    }
}

/// A new item with the attributes of this one and, to begin with, its partition key.
pub fn duplicate(view: &ItemView, columns: &Columns) -> Edit {
    let field = |key: &KeyView, text: &str| Field {
        name: key.name.to_string(),
        value: ValueText { kind: key.kind, text: text.to_owned() },
    };
    let fields = match &columns.sort_key {
        Some(sort_key) => {
            vec![field(&columns.partition_key, &view.partition_text), field(sort_key, "")]
        }
        None => vec![field(&columns.partition_key, "")],
    };
    Edit::Compose { copy_of: Some(view.id.clone()), fields }
}
