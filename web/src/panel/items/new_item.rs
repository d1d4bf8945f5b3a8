//! The form for a new item: its keys, then other attributes; or the item as JSON.

use playground::view::edit::{Edit, Field, ItemId, ItemText, JsonForm, ValueKind, ValueText};
use playground::view::entity::{EntityCount, EntityTag};
use playground::view::table::ColumnView;
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::icon::{Shape, icon};
use crate::component::text_field::TextField;
use crate::panel::items::attribute::{name_field, offered_names};
use crate::panel::items::item_json::item_json;
use crate::panel::items::row::Columns;
use crate::panel::items::state::{Action, FieldChange};
use crate::panel::items::strip::{DraftStrip, edit_keys};
use crate::panel::items::view::EditView;
use crate::panel::part::entity::entity_tag;
use crate::panel::part::press::press;
use crate::panel::part::value::{example, kind_select};
use crate::panel::part::words::{visible, word, word_with};

/// The form for a new item.
#[derive(Debug, Clone, Copy)]
struct Form<'a> {
    /// The edit in progress: `Edit::Compose` or `Edit::Put`.
    edit: &'a EditView,
    /// The table's keys.
    columns: &'a Columns,
    /// Where actions go.
    send: &'a Callback<Action>,
}

/// Draws the form for the edit in progress: `Edit::Compose` or `Edit::Put`.
pub(super) fn draw(
    edit: &EditView,
    columns: &Columns,
    entities: &[EntityCount],
    send: &Callback<Action>,
) -> Html {
    let form = Form { edit, columns, send };
    let draft = &edit.editing.draft;
    html! {
        <section class="new-item card" aria-label={word("new.title")} onkeydown={edit_keys(send)}>
            <header class="card-head row">
                <h3>{ title(&draft.edit) }</h3>
                if let Edit::Compose { copy_of: None, .. } = &draft.edit {
                    <button type="button" class="button small muted" onclick={press(send, as_json())}>
                        { word("new.as_json") }
                    </button>
                    <button type="button" class="button small muted" onclick={press(send, Action::Import)}>
                        { word("new.import") }
                    </button>
                }
            </header>
            if matches!(draft.edit, Edit::Compose { copy_of: None, .. }) { { self::entities(entities, send) } }
            if let Edit::Compose { copy_of, fields } = &draft.edit {
                <div class="form-rows">
                    <>{ for (0..fields.len()).map(|position| row(form, copy_of.as_ref(), fields, position)) }</>
                    <div class="row wrap">
                        if copy_of.is_none() { { proposals(form, fields) } }
                        <AddButton on_add={press(send, add_field(copy_of.clone(), fields, Field::default()))}>
                            { word("new.add_attribute") }
                        </AddButton>
                    </div>
                </div>
                { offered_names(&columns.names) }
            } else {
                { item_json(draft, &edit.view, send) }
            }
            <DraftStrip edit={edit.clone()} send={send.clone()} />
        </section>
    }
}

/// A button for each entity, which fills in how its keys begin and the attributes of its items.
fn entities(entities: &[EntityCount], send: &Callback<Action>) -> Html {
    let tags: Vec<&EntityTag> = entities.iter().filter_map(|it| it.tag.as_ref()).collect();
    if tags.is_empty() {
        return Html::default();
    }
    html! {
        <p class="row wrap new-entities">
            <span class="muted">{ word("new.entity") }</span>
            { for tags.into_iter().map(|tag| html! {
                <button
                    type="button"
                    class="button small outlined entity-chip"
                    onclick={press(send, Action::NewOf(Text::clone(&tag.name)))}
                >
                    { entity_tag(tag) }
                </button>
            }) }
        </p>
    }
}

/// A button for each column of the table that the form has no field for: the keys of indexes come first.
fn proposals(form: Form<'_>, fields: &[Field]) -> Html {
    let Form { columns, send, .. } = form;
    let is_absent = |column: &&ColumnView| fields.iter().all(|field| *field.name != *column.name);
    let proposal = |column: &ColumnView| {
        let kind = column.kind.unwrap_or_default();
        let value = ValueText { kind, text: String::new() };
        let field = Field { name: column.name.to_string(), value };
        html! {
            <AddButton
                key={column.name.as_ref()}
                is_filled_in=true
                on_add={press(send, add_field(None, fields, field))}
            >
                { "+ " }
                { for column.indexes.iter().map(|(_, hue)| html! {
                    <i class={classes!("dot", "is-inside", hue.class())} aria-hidden="true" />
                }) }
                { visible(&column.name) }
            </AddButton>
        }
    };
    columns.attributes.iter().filter(is_absent).map(proposal).collect()
}

fn title(edit: &Edit) -> AttrValue {
    match matches!(edit, Edit::Compose { copy_of: Some(_), .. }) {
        true => word("new.duplicate"),
        false => word("new.title"),
    }
}

fn row(form: Form<'_>, copy_of: Option<&ItemId>, fields: &[Field], position: usize) -> Html {
    let Form { columns, send, edit } = form;
    let field = &fields[position];
    let is_key = position < 1 + usize::from(columns.sort_key.is_some());
    // A duplicate keeps its partition key: typing begins with the sort key.
    let first = usize::from(copy_of.is_some() && columns.sort_key.is_some());
    let fault = edit.fault().and_then(|fault| fault.attribute.clone());
    let (value, name) = (field.value.clone(), field.name.clone());
    let on_name = send.reform(move |name| Action::Change(position, FieldChange::Name(name)));
    let on_kind = {
        let text = value.text.clone();
        send.reform(move |kind| {
            Action::Change(position, FieldChange::Value(ValueText { kind, text: text.clone() }))
        })
    };
    let on_text = send.reform(move |text| Action::Change(position, FieldChange::Text(text)));
    html! {
        <div class="form-row row wrap" key={position}>
            if is_key {
                <span class="form-name">{ visible(&Text::from(name.as_str())) }</span>
            } else {
                { name_field(name.clone().into(), on_name) }
            }
            { kind_select(value.kind, &on_kind) }
            if value.kind == ValueKind::Null {
                <span />
            } else {
                <TextField
                    placeholder={word(example(value.kind))}
                    focused={position == first}
                    described_by="draft-words"
                    invalid={fault.as_deref() == Some(name.as_str())}
                    label={word_with("attribute.value", "name", name.as_str())}
                    text={value.text.clone()}
                    on_type={on_text}
                />
            }
            if !is_key {
                <button
                    type="button"
                    class="button small muted"
                    aria-label={word_with("attribute.remove", "name", name.as_str())}
                    onclick={press(send, drop_field(copy_of.cloned(), fields, position))}
                >
                    { icon(Shape::Close) }
                </button>
            }
        </div>
    }
}

fn add_field(copy_of: Option<ItemId>, fields: &[Field], field: Field) -> Action {
    let mut fields = fields.to_vec();
    fields.push(field);
    Action::Type(Edit::Compose { copy_of, fields })
}

fn drop_field(copy_of: Option<ItemId>, fields: &[Field], position: usize) -> Action {
    let mut fields = fields.to_vec();
    fields.remove(position);
    Action::Type(Edit::Compose { copy_of, fields })
}

fn as_json() -> Action {
    let text = ItemText { form: JsonForm::Plain, text: String::new() };
    Action::Start(Edit::Put { text })
}
