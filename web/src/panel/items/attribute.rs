//! One attribute of an item: a chip that is pressed to be edited, and the editor that takes its place.

use std::rc::Rc;

use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::table::{AbsentKey, AttributeView};
use playground::view::value::{Hue, Text};
use yew::prelude::*;

use crate::component::text_field::TextField;
use crate::panel::items::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::value::{example, kind_select};
use crate::panel::part::words::{shared, visible, word, word_with};

/// Text longer than this is edited on several lines.
const LINE_CHARACTERS: usize = 60;

/// An attribute as a chip.
#[derive(Debug)]
pub(super) struct ChipProps {
    /// The item.
    pub(super) item: ItemId,
    /// The attribute.
    pub(super) view: AttributeView,
    /// Whether it is about to be removed.
    pub(super) cut: bool,
    /// Whether its ✕ is shown though it is no key of an index.
    pub(super) removable: bool,
    /// Whether it is pointed at, for someone who has not changed anything yet.
    pub(super) pulse: bool,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws an attribute as a chip.
pub(super) fn chip(props: &ChipProps) -> Html {
    let ChipProps { item, view, cut, removable, pulse, send } = props;
    let edit = Edit::Set {
        item: item.clone(),
        attribute: view.name.to_string(),
        value: ValueText { kind: view.value.kind, text: String::new() },
    };
    let remove = Edit::Remove { item: item.clone(), attribute: view.name.to_string() };
    let on_remove = press(send, Action::Start(remove.clone()));
    let on_key = {
        let on_remove = send.clone();
        let remove = Edit::Remove { item: item.clone(), attribute: view.name.to_string() };
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Delete" | "Backspace") {
                event.prevent_default();
                on_remove.emit(Action::Start(remove.clone()));
            }
        })
    };
    let class = classes!(
        "attribute",
        view.index_key.map(Hue::class),
        view.index_key.map(|_| "is-key"),
        cut.then_some("is-cut"),
        view.changed.then_some("is-changed"),
        pulse.then_some("is-pulsing"),
    );
    html! {
        <li {class} key={view.name.as_ref()}>
            <button
                type="button"
                class="attribute-edit"
                title={word_with("attribute.edit", "name", view.name.as_ref())}
                onclick={press(send, Action::Start(edit))}
                onkeydown={on_key}
            >
                <span class="attribute-name">{ visible(&view.name) }</span>
                <span class="attribute-kind">{ view.value.kind.tag() }</span>
                <code>{ visible(&view.value.text) }</code>
            </button>
            if *removable || view.index_key.is_some_and(|hue| hue != Hue::Teal) {
                <button
                    type="button"
                    class="attribute-remove"
                    aria-label={word_with("attribute.remove", "name", view.name.as_ref())}
                    title={word_with("attribute.remove", "name", view.name.as_ref())}
                    onclick={on_remove}
                >
                    { "✕" }
                </button>
            }
        </li>
    }
}

/// An index key that an item lacks.
#[derive(Debug)]
pub(super) struct AbsentProps {
    /// The item.
    pub(super) item: ItemId,
    /// The key.
    pub(super) view: AbsentKey,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws an absent key as a dashed chip: "+ OrderOpenDate".
pub(super) fn absent_chip(props: &AbsentProps) -> Html {
    let AbsentProps { item, view, send } = props;
    let edit = Edit::Set {
        item: item.clone(),
        attribute: view.key.name.to_string(),
        value: ValueText { kind: view.key.kind, text: String::new() },
    };
    let title = word_with("attribute.add_key", "index", view.index.as_ref());
    html! {
        <li class={classes!("attribute", "is-absent", view.hue.class())}>
            <button type="button" class="attribute-edit" {title} onclick={press(send, Action::Start(edit))}>
                { "+ " }{ visible(&view.key.name) }
            </button>
        </li>
    }
}

/// The editor of one attribute.
#[derive(Debug)]
pub(super) struct EditorProps {
    /// The item.
    pub(super) item: ItemId,
    /// The attribute's name as it stands.
    pub(super) name: Text,
    /// Whether the name is typed as well.
    pub(super) naming: bool,
    /// The value as it stands.
    pub(super) value: ValueText,
    /// Whether what is typed would be refused.
    pub(super) invalid: bool,
    /// Names to offer.
    pub(super) names: Rc<Vec<Text>>,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws the editor: a name, a type and a value.
pub(super) fn editor(props: &EditorProps) -> Html {
    let EditorProps { item, name, naming, value, invalid, names, send } = props;
    let typed = {
        let item = item.clone();
        move |name: &str, value: ValueText| {
            Action::Type(Edit::Set { item: item.clone(), attribute: name.to_owned(), value })
        }
    };
    let on_name = {
        let (typed, value) = (typed.clone(), value.clone());
        send.reform(move |name: String| typed(&name, value.clone()))
    };
    let on_kind = {
        let (typed, name, text) = (typed.clone(), name.clone(), value.text.clone());
        send.reform(move |kind| typed(&name, ValueText { kind, text: text.clone() }))
    };
    let on_text = {
        let (name, kind) = (name.clone(), value.kind);
        send.reform(move |text| typed(&name, ValueText { kind, text }))
    };
    html! {
        <li class="attribute is-editing">
            if *naming {
                { name_field(shared(name), on_name) }
                <datalist id="attribute-names">
                    { for names.iter().map(|name| html! { <option value={shared(name)} /> }) }
                </datalist>
            } else {
                <span class="attribute-name">{ visible(name) }</span>
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
        </li>
    }
}

/// The field for the name of an attribute, where typing begins.
pub(super) fn name_field(name: AttrValue, on_type: Callback<String>) -> Html {
    html! {
        <TextField
            label={word("attribute.name")}
            text={name}
            placeholder={word("attribute.name")}
            code=false
            list="attribute-names"
            focused=true
            {on_type}
        />
    }
}
