//! One attribute of an item: a value that is pressed to be edited, and the editor that takes its place.

use std::rc::Rc;

use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::first::First;
use playground::view::message::Argument;
use playground::view::table::{AbsentKey, AttributeView};
use playground::view::value::{Hue, Text};
use yew::prelude::*;

use crate::component::text_field::TextField;
use crate::panel::items::state::{Action, FieldChange};
use crate::panel::part::more::more;
use crate::panel::part::press::press;
use crate::panel::part::value::{example, kind_select};
use crate::panel::part::words::{shared, visible, word, word_with};

/// Text longer than this is edited on several lines.
const LINE_CHARACTERS: usize = 60;

/// The value of an attribute, which is pressed to be edited.
#[derive(Debug)]
pub(super) struct AttributeCell<'c> {
    pub(super) item: &'c ItemId,
    pub(super) view: &'c AttributeView,
    /// Whether it is in a cell of the table, where the head of the column has its name, and arrow keys lead to it instead of Tab.
    pub(super) is_in_grid: bool,
    /// Whether its type is shown.
    pub(super) shows_kind: bool,
    /// What a user can do with it.
    pub(super) access: Access,
    /// Where actions go.
    pub(super) send: &'c Callback<Action>,
}

/// What a user can do with an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Look,
    Edit,
    /// Edit it, or remove it by its ✕.
    Remove,
}

impl Access {
    /// To an attribute of a table that is read-only or not.
    pub(super) const fn of(is_read_only: bool, is_removable: bool) -> Self {
        match (is_read_only, is_removable) {
            (true, _) => Self::Look,
            (false, false) => Self::Edit,
            (false, true) => Self::Remove,
        }
    }
}

/// Draws the value, and its ✕.
pub(super) fn attribute_cell(cell: &AttributeCell) -> Html {
    let AttributeCell { item, view, send, .. } = cell;
    let edit = Edit::Set {
        item: (*item).clone(),
        attribute: view.name.to_string(),
        value: ValueText { kind: view.value.kind, text: String::new() },
    };
    let remove = Edit::Remove { item: (*item).clone(), attribute: view.name.to_string() };
    let on_key = {
        let (send, remove) = ((*send).clone(), remove.clone());
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Delete" | "Backspace") {
                event.prevent_default();
                send.emit(Action::Start(remove.clone()));
            }
        })
    };
    let tabindex = cell.is_in_grid.then_some("-1");
    // Screen readers read the name and the type in each cell; others see them in the head of the column.
    let hidden = |is_shown: bool| (!is_shown).then_some("visually-hidden");
    let content = html! {
        <>
            <span class={classes!("attribute-name", hidden(!cell.is_in_grid))}>{ visible(&view.name) }</span>
            if view.is_hidden { <span class="visually-hidden">{ word("reach.none") }</span> }
            <span class={classes!("attribute-kind", hidden(cell.shows_kind))}>{ view.value.kind.tag() }</span>
            <code class={(view.value.kind == ValueKind::N).then_some("is-whole")}>{ visible(&view.value.text) }</code>
        </>
    };
    if cell.access == Access::Look {
        return html! { <span class="cell"><span class="attribute-edit">{ content }</span></span> };
    }
    html! {
        <span class="cell">
            <button
                type="button"
                class="attribute-edit"
                {tabindex}
                title={word_with("attribute.edit", "name", view.name.as_ref())}
                onclick={press(send, Action::Start(edit))}
                onkeydown={on_key}
            >
                { content }
            </button>
            if cell.access == Access::Remove {
                <button
                    type="button"
                    class="attribute-remove"
                    {tabindex}
                    aria-label={word_with("attribute.remove", "name", view.name.as_ref())}
                    title={word_with("attribute.remove", "name", view.name.as_ref())}
                    onclick={press(send, Action::Start(remove))}
                >
                    { "✕" }
                </button>
            }
        </span>
    }
}

/// A dot for each index that has an attribute as a key, if there are several.
pub(super) fn shared_dots(indexes: &[(Text, Hue)]) -> Html {
    html! {
        if indexes.len() > 1 {
            <span class="shared-dots" aria-hidden="true">
                { for indexes.iter().map(|(index, hue)| html! {
                    <i class={classes!("dot", "is-inside", hue.class())} title={shared(index)} />
                }) }
            </span>
        }
    }
}

/// Draws an absent key of an index as "+ add".
pub(super) fn absent_cell(item: &ItemId, view: &AbsentKey, send: &Callback<Action>) -> Html {
    let edit = Edit::Set {
        item: item.clone(),
        attribute: view.key.name.to_string(),
        value: ValueText { kind: view.key.kind, text: String::new() },
    };
    let names = view.indexes.iter().map(|(index, _)| Rc::clone(index));
    html! {
        <button
            type="button"
            class={classes!("absent", view.indexes.first().map(|(_, hue)| hue.class()))}
            tabindex="-1"
            title={word_with("attribute.add_key", "index", Argument::List(names.collect()))}
            aria-label={word_with("attribute.add_named", "name", view.key.name.as_ref())}
            onclick={press(send, Action::Start(edit))}
        >
            { shared_dots(&view.indexes) }{ word("attribute.add") }
        </button>
    }
}

/// The editor of one attribute.
#[derive(Debug)]
pub(super) struct EditorProps {
    /// The attribute's name.
    pub(super) name: Text,
    /// Whether the name is typed as well.
    pub(super) naming: bool,
    /// Whether the name is shown.
    pub(super) shows_name: bool,
    pub(super) value: ValueText,
    /// Whether what is typed would be rejected.
    pub(super) invalid: bool,
    /// Names to offer.
    pub(super) names: Rc<First<Text>>,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws the editor: a name, a type and a value.
pub(super) fn editor(props: &EditorProps) -> Html {
    let EditorProps { name, naming, shows_name, value, invalid, names, send } = props;
    let on_name = send.reform(|name| Action::Change(0, FieldChange::Name(name)));
    let on_kind = {
        let text = value.text.clone();
        send.reform(move |kind| {
            Action::Change(0, FieldChange::Value(ValueText { kind, text: text.clone() }))
        })
    };
    let on_text = send.reform(|text| Action::Change(0, FieldChange::Text(text)));
    html! {
        <span class="editor row wrap">
            if *naming {
                { name_field(shared(name), on_name) }
                { offered_names(names) }
            } else {
                // On a phone the editor covers the columns beside its own.
                <span class={classes!("attribute-name", (!shows_name).then_some("phone-only"))}>{ visible(name) }</span>
            }
            { kind_select(value.kind, &on_kind) }
            if value.kind != ValueKind::Null {
                <TextField
                    placeholder={word(example(value.kind))}
                    multiline={value.text.len() > LINE_CHARACTERS}
                    focused={!naming}
                    described_by="draft-words"
                    invalid={*invalid}
                    label={word_with("attribute.value", "name", name.as_ref())}
                    text={value.text.clone()}
                    on_type={on_text}
                />
            }
        </span>
    }
}

/// The names that the field for the name of an attribute offers.
pub(super) fn offered_names(names: &First<Text>) -> Html {
    html! {
        <>
            <datalist id="attribute-names">
                { for names.iter().map(|name| html! { <option value={shared(name)} /> }) }
            </datalist>
            { more(names.more) }
        </>
    }
}

/// The field for the name of an attribute, where typing begins if it is empty.
pub(super) fn name_field(name: AttrValue, on_type: Callback<String>) -> Html {
    html! {
        <TextField
            label={word("attribute.name")}
            focused={name.is_empty()}
            text={name}
            placeholder={word("attribute.name")}
            code=false
            list="attribute-names"
            {on_type}
        />
    }
}
