//! The part of the form for indexes: name, keys, projection, and what a global index may consume.

use playground::view::design::{CapacityDesign, DesignPurpose, IndexDesign, ProjectionDesign};
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::design::capacity::{Store, capacity_rows};
use crate::panel::design::form::{Form, Scope};
use crate::panel::design::key::{KeyPart, add_key, key_rows, new_key};
use crate::panel::part::words::{word, word_with};

/// The indexes of one kind, and the button that adds one.
pub(super) fn indexes(form: &Form<'_>, scope: Scope) -> Html {
    let (title, about, add, list) = match scope {
        Scope::Global => (
            "design.global",
            "design.global_about",
            "design.add_global",
            &form.design.global_indexes,
        ),
        Scope::Local => {
            ("design.local", "design.local_about", "design.add_local", &form.design.local_indexes)
        }
    };
    let on_add = form.change(move |design, _: MouseEvent| {
        let partition_key = match scope {
            Scope::Global => new_key(),
            Scope::Local => design.partition_key.clone(),
        };
        let index = IndexDesign {
            name: String::new(),
            partition_keys: vec![partition_key],
            sort_keys: vec![new_key()],
            projection: ProjectionDesign::KeysOnly,
            capacity: CapacityDesign::default(),
        };
        scope.list(design).push(index);
    });
    html! {
        <fieldset class="stack">
            <legend>{ word(title) }</legend>
            <p class="muted">{ word(about) }</p>
            <>{ for list.iter().enumerate().map(|(position, index)| index_rows(form, scope, position, index)) }</>
            <AddButton {on_add}>{ word(add) }</AddButton>
        </fieldset>
    }
}

pub(super) fn index_rows(
    form: &Form<'_>,
    scope: Scope,
    position: usize,
    index: &IndexDesign,
) -> Html {
    let edge = match scope {
        Scope::Global => "is-global",
        Scope::Local => "is-local",
    };
    let is_only = matches!(form.interest.purpose, DesignPurpose::AddIndex(_));
    html! {
        <div class={classes!("design-index", "stack", edge)} key={position}>
            <div class="form-row row wrap">
                <span class="form-name">{ word("design.index_name") }</span>
                <TextField
                    placeholder={word("design.index_name")}
                    focused={is_only && index.name.is_empty()}
                    required=true
                    label={word("design.index_name")}
                    text={index.name.clone()}
                    on_type={form.change(move |design, name| scope.list(design)[position].name = name)}
                />
                if !is_only {
                    <button
                        type="button"
                        class="button small muted"
                        aria-label={word_with("design.remove_index", "index", index.name.as_str())}
                        onclick={form.change(move |design, _: MouseEvent| drop(scope.list(design).remove(position)))}
                    >
                        { icon(Shape::Close) }
                    </button>
                }
            </div>
            if scope == Scope::Global {
                { key_rows(form, scope, position, KeyPart::Partition, &index.partition_keys) }
            }
            { key_rows(form, scope, position, KeyPart::Sort, &index.sort_keys) }
            if scope == Scope::Global {
                <span class="row wrap">
                    { add_key(form, position, KeyPart::Partition, &index.partition_keys) }
                    { add_key(form, position, KeyPart::Sort, &index.sort_keys) }
                </span>
            }
            { projection(form, scope, position, &index.projection) }
            if scope == Scope::Global { { capacity_rows(form, Store::Index(position)) } }
            { form.fault(scope.place(position)) }
        </div>
    }
}

fn projection(
    form: &Form<'_>,
    scope: Scope,
    position: usize,
    projection: &ProjectionDesign,
) -> Html {
    let (chosen, names) = match projection {
        ProjectionDesign::KeysOnly => (0, None),
        ProjectionDesign::Include(names) => (1, Some(names.join(", "))),
        ProjectionDesign::All => (2, None),
    };
    let on_choose = form.change(move |design, chosen| {
        scope.list(design)[position].projection = match chosen {
            0 => ProjectionDesign::KeysOnly,
            1 => ProjectionDesign::Include(vec![String::new()]),
            _ => ProjectionDesign::All,
        };
    });
    let on_names = form.change(move |design, names: String| {
        let names = names.split(',').map(|name| name.trim_start().to_owned()).collect();
        scope.list(design)[position].projection = ProjectionDesign::Include(names);
    });
    html! {
        <div class="form-row row wrap">
            <span class="form-name">{ word("design.projection") }</span>
            <Select
                label={word("design.projection")}
                options={["KEYS_ONLY", "INCLUDE", "ALL"].map(AttrValue::from).to_vec()}
                {chosen}
                {on_choose}
            />
            if let Some(names) = names {
                <TextField
                    placeholder={word("design.included")}
                    label={word("design.included")}
                    text={names}
                    on_type={on_names}
                />
            }
        </div>
    }
}
