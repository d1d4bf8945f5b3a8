//! Several items at once: how many are checked, what can be done with them, and the form that sets an attribute of all of them.

use playground::message::text;
use playground::view::edit::{Edit, ITEMS_TOGETHER_MAX, ItemId, ValueKind, ValueText};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::text_field::TextField;
use crate::panel::items::attribute::{name_field, offered_names};
use crate::panel::items::checked::{CheckAction, Checked};
use crate::panel::items::row::Columns;
use crate::panel::items::state::{Action, FieldChange};
use crate::panel::items::strip::{DraftStrip, edit_keys};
use crate::panel::items::view::EditView;
use crate::panel::part::press::press;
use crate::panel::part::value::{example, kind_select};
use crate::panel::part::words::{shared, word, word_with};

/// Draws the switch that shows a checkbox for each item, and what can be done with those that are checked.
pub(super) fn bar(checked: &Checked, send: &Callback<Action>) -> Html {
    let count = Argument::Count(checked.items.len() as u64);
    let is_full = checked.items.len() >= ITEMS_TOGETHER_MAX;
    let checked_key = if is_full { "items.checked_most" } else { "items.checked" };
    html! {
        <>
            <button
                type="button"
                class="button small outlined push"
                aria-pressed={checked.is_on.to_string()}
                onclick={press(send, Action::Check(CheckAction::Switch))}
            >
                { word("items.check_several") }
            </button>
            if checked.is_on {
                <span class="items-checked row wrap" role="group" aria-label={word("items.checked_label")}>
                    <span class="muted small">{ word_with(checked_key, "count", count) }</span>
                    <button type="button" class="button small outlined" onclick={press(send, Action::Check(CheckAction::All))}>
                        { word("items.check_all") }
                    </button>
                    if !checked.items.is_empty() {
                        <button type="button" class="button small outlined" onclick={press(send, Action::SetChecked)}>
                            { word("items.set_checked") }
                        </button>
                        <button type="button" class="button small outlined is-danger" onclick={press(send, Action::DeleteChecked)}>
                            { word("items.delete_checked") }
                        </button>
                    }
                </span>
            }
        </>
    }
}

/// Draws the edit of several items: `Edit::SetAll` or `Edit::DeleteAll`.
pub(super) fn draw(edit: &EditView, columns: &Columns, send: &Callback<Action>) -> Html {
    html! {
        <section class="new-item card" aria-label={title(&edit.editing.draft.edit)} onkeydown={edit_keys(send)}>
            <header class="card-head row"><h3>{ title(&edit.editing.draft.edit) }</h3></header>
            if let Edit::SetAll { attribute, value, .. } = &edit.editing.draft.edit {
                { fields(edit, columns, &Set { attribute, value }, send) }
            }
            <DraftStrip edit={edit.clone()} send={send.clone()} />
        </section>
    }
}

fn title(edit: &Edit) -> AttrValue {
    let counted = |key, items: &[ItemId]| {
        AttrValue::from(text(
            &Message::plain(key).with("count", Argument::Count(items.len() as u64)),
        ))
    };
    match edit {
        Edit::SetAll { items, .. } => counted("together.set", items),
        Edit::DeleteAll { items } => counted("together.delete", items),
        Edit::Set { .. }
        | Edit::Remove { .. }
        | Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::Delete { .. } => AttrValue::default(),
    }
}

/// An attribute that is set in several items.
#[derive(Debug)]
struct Set<'e> {
    attribute: &'e str,
    value: &'e ValueText,
}

fn fields(edit: &EditView, columns: &Columns, set: &Set<'_>, send: &Callback<Action>) -> Html {
    let Set { attribute, value } = set;
    let on_name = send.reform(|name| Action::Change(0, FieldChange::Name(name)));
    let on_kind = {
        let text = value.text.clone();
        send.reform(move |kind| {
            Action::Change(0, FieldChange::Value(ValueText { kind, text: text.clone() }))
        })
    };
    let on_text = send.reform(|text| Action::Change(0, FieldChange::Text(text)));
    html! {
        <div class="form-rows">
            <div class="form-row row wrap">
                { name_field(shared(&Text::from(*attribute)), on_name) }
                { kind_select(value.kind, &on_kind) }
                if value.kind != ValueKind::Null {
                    <TextField
                        placeholder={word(example(value.kind))}
                        described_by="draft-words"
                        invalid={edit.fault().is_some()}
                        label={word_with("attribute.value", "name", *attribute)}
                        text={value.text.clone()}
                        on_type={on_text}
                    />
                }
            </div>
            { offered_names(&columns.names) }
        </div>
    }
}
