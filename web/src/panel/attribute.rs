//! One attribute of an item: a chip that is pressed to be edited, and the editor that takes its place.

use std::rc::Rc;

use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};
use playground::view::table::{AbsentKey, AttributeView};
use playground::view::value::{Hue, Text};
use yew::prelude::*;

use crate::app::state::action::{Action, EditAction};
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, visible, word, word_with};

/// Text longer than this is edited on several lines.
const LINE_CHARACTERS: usize = 60;

/// An attribute as a chip.
#[derive(Debug)]
pub struct ChipProps {
    /// The item.
    pub item: ItemId,
    /// The attribute.
    pub view: AttributeView,
    /// Whether it is about to be removed.
    pub cut: bool,
    /// Whether its ✕ is shown though it is no key of an index.
    pub removable: bool,
    /// Whether it is pointed at, for someone who has not changed anything yet.
    pub pulse: bool,
    /// Where actions go.
    pub on_action: Callback<Action>,
}

/// Draws an attribute as a chip.
pub fn chip(props: &ChipProps) -> Html {
    let ChipProps { item, view, cut, removable, pulse, on_action } = props;
    let edit = Edit::Set {
        item: item.clone(),
        attribute: view.name.to_string(),
        value: ValueText { kind: view.value.kind, text: String::new() },
    };
    let remove = Edit::Remove { item: item.clone(), attribute: view.name.to_string() };
    let on_remove = press(on_action, start(remove.clone()));
    let on_key = {
        let on_remove = on_action.clone();
        let remove = Edit::Remove { item: item.clone(), attribute: view.name.to_string() };
        Callback::from(move |event: KeyboardEvent| {
            if matches!(event.key().as_str(), "Delete" | "Backspace") {
                event.prevent_default();
                on_remove.emit(start(remove.clone()));
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
                onclick={press(on_action, start(edit))}
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
pub struct AbsentProps {
    /// The item.
    pub item: ItemId,
    /// The key.
    pub view: AbsentKey,
    /// Where actions go.
    pub on_action: Callback<Action>,
}

/// Draws an absent key as a dashed chip: "+ OrderOpenDate".
pub fn absent_chip(props: &AbsentProps) -> Html {
    let AbsentProps { item, view, on_action } = props;
    let edit = Edit::Set {
        item: item.clone(),
        attribute: view.key.name.to_string(),
        value: ValueText { kind: view.key.kind, text: String::new() },
    };
    let title = word_with("attribute.add_key", "index", view.index.as_ref());
    html! {
        <li class={classes!("attribute", "is-absent", view.hue.class())}>
            <button type="button" class="attribute-edit" {title} onclick={press(on_action, start(edit))}>
                { "+ " }{ visible(&view.key.name) }
            </button>
        </li>
    }
}

/// The editor of one attribute.
#[derive(Debug)]
pub struct EditorProps {
    /// The item.
    pub item: ItemId,
    /// The attribute's name as it stands.
    pub name: Text,
    /// Whether the name is typed as well.
    pub naming: bool,
    /// The value as it stands.
    pub value: ValueText,
    /// Whether what is typed would be refused.
    pub invalid: bool,
    /// Names to offer.
    pub names: Rc<Vec<Text>>,
    /// Where actions go.
    pub on_action: Callback<Action>,
}

/// Draws the editor: a name, a type and a value.
pub fn editor(props: &EditorProps) -> Html {
    let EditorProps { item, name, naming, value, invalid, names, on_action } = props;
    let typed = {
        let item = item.clone();
        move |name: &str, value: ValueText| {
            Action::Edit(EditAction::Type(Edit::Set {
                item: item.clone(),
                attribute: name.to_owned(),
                value,
            }))
        }
    };
    let on_name = {
        let (typed, value) = (typed.clone(), value.clone());
        on_action.reform(move |name: String| typed(&name, value.clone()))
    };
    let on_kind = {
        let (typed, name, text) = (typed.clone(), name.clone(), value.text.clone());
        on_action.reform(move |kind| typed(&name, ValueText { kind, text: text.clone() }))
    };
    let on_text = {
        let (name, kind) = (name.clone(), value.kind);
        on_action.reform(move |text| typed(&name, ValueText { kind, text }))
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
pub fn name_field(name: AttrValue, on_type: Callback<String>) -> Html {
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

/// Draws the choice of a type: one keystroke chooses.
pub fn kind_select(kind: ValueKind, on_choose: &Callback<ValueKind>) -> Html {
    html! {
        <Select
            label={word("attribute.kind")}
            options={ValueKind::ALL.map(|kind| AttrValue::from(kind.tag())).to_vec()}
            chosen={ValueKind::ALL.iter().position(|other| *other == kind).unwrap_or_default()}
            on_choose={on_choose.reform(|position: usize| ValueKind::ALL[position])}
        />
    }
}

/// What a value of a type may look like.
pub const fn example(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::S => "example.s",
        ValueKind::N => "example.n",
        ValueKind::B => "example.b",
        ValueKind::Bool => "example.bool",
        ValueKind::Null => "example.null",
        ValueKind::L => "example.l",
        ValueKind::M => "example.m",
        ValueKind::Ss => "example.ss",
        ValueKind::Ns => "example.ns",
        ValueKind::Bs => "example.bs",
    }
}

fn start(edit: Edit) -> Action {
    Action::Edit(EditAction::Start(edit))
}
