//! The rows for key attributes: name, type, and what adds and removes them.

use engine::api::limit::GLOBAL_KEY_COUNT_PER_KIND_MAX;
use playground::view::design::{IndexDesign, KeyDesign, KeyKind, TableDesign};
use playground::view::message::Argument;
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::design::form::{Form, Scope};
use crate::panel::part::words::{word, word_with};

/// The `id` of the list of attributes that the items have.
pub(super) const ATTRIBUTES: &str = "design-attributes";

/// One of the two parts of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum KeyPart {
    Partition,
    Sort,
}

impl KeyPart {
    fn list(self, index: &mut IndexDesign) -> &mut Vec<KeyDesign> {
        match self {
            Self::Partition => &mut index.partition_keys,
            Self::Sort => &mut index.sort_keys,
        }
    }

    /// The fewest attributes of such a part of a global index.
    const fn count_min(self) -> usize {
        match self {
            Self::Partition => 1,
            Self::Sort => 0,
        }
    }

    /// "Sort key", "Sort key 2".
    fn label(self, position: usize) -> AttrValue {
        let (first, more) = match self {
            Self::Partition => ("design.partition_key", "design.partition_attribute"),
            Self::Sort => ("design.sort_key", "design.sort_attribute"),
        };
        match position {
            0 => word(first),
            _ => word_with(more, "number", Argument::Count(position as u64 + 1)),
        }
    }
}

/// A key attribute: its name and type.
pub(super) fn key_row(
    form: &Form<'_>,
    label: AttrValue,
    key: &KeyDesign,
    invalid: bool,
    remove: Html,
    place: impl Fn(&mut TableDesign) -> Option<&mut KeyDesign> + Clone + 'static,
) -> Html {
    let on_name = {
        let (place, known) = (place.clone(), form.check.attributes.clone());
        form.change(move |design, name: String| {
            if let Some(key) = place(design) {
                // The type that its values have, if there are any.
                let found = known.iter().find(|attribute| attribute.name == name);
                key.kind = found.map_or(key.kind, |attribute| attribute.kind);
                key.name = name;
            }
        })
    };
    let on_kind = form.change(move |design, position: usize| {
        if let Some(key) = place(design) {
            key.kind = KeyKind::ALL[position];
        }
    });
    html! {
        <div class="form-row row wrap" key={label.to_string()}>
            <span class="form-name">{ &label }</span>
            <TextField
                placeholder={word("attribute.name")}
                label={label}
                text={key.name.clone()}
                list={ATTRIBUTES}
                {invalid}
                required=true
                on_type={on_name}
            />
            <Select
                label={word("attribute.kind")}
                options={KeyKind::ALL.map(|kind| AttrValue::from(kind.tag())).to_vec()}
                chosen={KeyKind::ALL.iter().position(|kind| *kind == key.kind).unwrap_or_default()}
                on_choose={on_kind}
            />
            { remove }
        </div>
    }
}

/// The button that adds a sort key to the table, or removes it.
pub(super) fn optional_sort_key(form: &Form<'_>, there: bool) -> Html {
    let on_click = form.change(move |design, _: MouseEvent| {
        design.sort_key = (!there).then(new_key);
    });
    html! {
        <AddButton on_add={on_click}>
            { word(if there { "design.remove_sort_key" } else { "design.add_sort_key" }) }
        </AddButton>
    }
}

/// A row for each attribute of a key of an index.
pub(super) fn key_rows(
    form: &Form<'_>,
    scope: Scope,
    index: usize,
    part: KeyPart,
    keys: &[KeyDesign],
) -> Html {
    let rows = keys.iter().enumerate().map(|(position, key)| {
        let is_removable = scope == Scope::Global && position >= part.count_min();
        let remove = is_removable.then(|| {
            let on_click = form.change(move |design, _: MouseEvent| {
                drop(part.list(&mut scope.list(design)[index]).remove(position));
            });
            html! {
                <button
                    type="button"
                    class="button small muted"
                    aria-label={word_with("design.remove_key", "name", key.name.as_str())}
                    onclick={on_click}
                >
                    { icon(Shape::Close) }
                </button>
            }
        });
        key_row(form, part.label(position), key, false, remove.unwrap_or_default(), move |design| {
            part.list(scope.list(design).get_mut(index)?).get_mut(position)
        })
    });
    rows.collect()
}

/// The button that adds an attribute to a key of a global index, unless it has as many as it can have.
pub(super) fn add_key(form: &Form<'_>, index: usize, part: KeyPart, keys: &[KeyDesign]) -> Html {
    if keys.len() >= GLOBAL_KEY_COUNT_PER_KIND_MAX {
        return Html::default();
    }
    let on_click = form.change(move |design, _: MouseEvent| {
        part.list(&mut design.global_indexes[index]).push(new_key());
    });
    let key = match (part, keys.is_empty()) {
        (KeyPart::Partition, _) => "design.add_partition_attribute",
        (KeyPart::Sort, true) => "design.add_sort_key",
        (KeyPart::Sort, false) => "design.add_sort_attribute",
    };
    html! {
        <AddButton on_add={on_click}>{ word(key) }</AddButton>
    }
}

pub(super) fn new_key() -> KeyDesign {
    KeyDesign { name: String::new(), kind: KeyKind::S }
}
