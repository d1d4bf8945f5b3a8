//! Draws the design of a table.

use engine::api::limit::GLOBAL_KEY_COUNT_PER_KIND_MAX;
use playground::view::DesignInterest;
use playground::view::design::{
    DesignCheck, DesignPlace, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign,
};
use playground::view::draft::FaultView;
use playground::view::message::Argument;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::json_editor::json;
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::design::state::Action;
use crate::panel::design::view::View;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};

/// Draws the dialog, if it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(View { interest: DesignInterest { rebuilds, design }, check }) = view else {
        return Html::default();
    };
    let title = match rebuilds {
        Some(table) => word_with("design.rebuild_title", "table", table.as_ref()),
        None => word("design.title"),
    };
    let props = Props { design, rebuilds: rebuilds.is_some(), check, send };
    html! {
        <Dialog
            {title}
            close_label={word("dialog.close")}
            class="is-wide"
            on_close={send.reform(|()| Action::Close)}
        >
            { form(&props) }
        </Dialog>
    }
}

/// The form.
#[derive(Debug)]
struct Props<'p> {
    design: &'p TableDesign,
    rebuilds: bool,
    check: &'p DesignCheck,
    send: &'p Callback<Action>,
}

/// What an input of type `T` does to the design.
type Change<T> = Box<dyn Fn(&mut TableDesign, T)>;

impl Props<'_> {
    /// A callback that changes the design with what was typed or chosen.
    fn change<T: 'static>(&self, change: impl Fn(&mut TableDesign, T) + 'static) -> Callback<T> {
        self.change_by(Box::new(change))
    }

    /// Apart from `change`, so that there is a copy for each type of input and not for each change.
    fn change_by<T: 'static>(&self, change: Change<T>) -> Callback<T> {
        let design = TableDesign::clone(self.design);
        self.send.reform(move |input| {
            let mut design = design.clone();
            change(&mut design, input);
            Action::Type(design)
        })
    }

    /// The rejection, if it is about this part of the form.
    fn rejection(&self, place: DesignPlace) -> Option<&FaultView> {
        // No name is reported as missing before all fields have been filled in.
        let filled_in = self.design.is_filled_in();
        let is_here = filled_in && self.check.place == place;
        self.check.fault.as_deref().filter(|_| is_here)
    }

    fn fault(&self, place: DesignPlace) -> Html {
        let rejected = self.rejection(place);
        rejected.map(|rejected| fault(rejected, Some("design-fault"))).unwrap_or_default()
    }
}

/// Which of the two lists an index is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    Local,
    Global,
}

impl Scope {
    fn list(self, design: &mut TableDesign) -> &mut Vec<IndexDesign> {
        match self {
            Self::Local => &mut design.local_indexes,
            Self::Global => &mut design.global_indexes,
        }
    }

    const fn place(self, position: usize) -> DesignPlace {
        match self {
            Self::Local => DesignPlace::Local(position),
            Self::Global => DesignPlace::Global(position),
        }
    }
}

/// One of the two parts of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeyPart {
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

fn form(props: &Props<'_>) -> Html {
    let Props { design, rebuilds, check, send } = props;
    let on_submit = send.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Commit
    });
    html! {
        <form class="design" onsubmit={on_submit}>
            <div class="design-body stack">
                <TextField
                    label_hidden=false
                    placeholder={word("design.name_example")}
                    focused={!rebuilds}
                    invalid={props.rejection(DesignPlace::Name).is_some()}
                    label={word("design.name")}
                    text={design.name.clone()}
                    on_type={props.change(|design, name| design.name = name)}
                />
                { props.fault(DesignPlace::Name) }
                <fieldset class="stack">
                    <legend>{ word("design.keys") }</legend>
                    { key_row(props, word("design.partition_key"), &design.partition_key, Html::default(), |design| Some(&mut design.partition_key)) }
                    if let Some(sort_key) = &design.sort_key {
                        { key_row(props, word("design.sort_key"), sort_key, Html::default(), |design| design.sort_key.as_mut()) }
                    }
                    { optional_sort_key(props, design.sort_key.is_some()) }
                    { props.fault(DesignPlace::Keys) }
                </fieldset>
                { indexes(props, Scope::Global) }
                { indexes(props, Scope::Local) }
                <details class="design-request">
                    <summary>{ word("design.request") }</summary>
                    <pre tabindex="0">{ json(&check.request) }</pre>
                </details>
            </div>
            <footer class="design-foot stack">
                { props.fault(DesignPlace::Form) }
                if !design.is_filled_in() { <p class="muted">{ word("design.hint") }</p> }
                if *rebuilds && check.fault.is_none() {
                    <ul class="design-rebuild rule">
                        { for check.rebuild.iter().map(|step| html! { <li>{ sentence(step) }</li> }) }
                    </ul>
                }
                <span class="draft-buttons row push">
                    <button
                        type="button"
                        class="button"
                        onclick={press(send, Action::Close)}
                    >
                        { word("draft.cancel") }
                    </button>
                    <button type="submit" class="button primary">
                        { word(if *rebuilds { "design.rebuild" } else { "design.create" }) }
                    </button>
                </span>
            </footer>
        </form>
    }
}

fn key_row(
    props: &Props<'_>,
    label: AttrValue,
    key: &KeyDesign,
    remove: Html,
    place: impl Fn(&mut TableDesign) -> Option<&mut KeyDesign> + Clone + 'static,
) -> Html {
    let on_name = {
        let place = place.clone();
        props.change(move |design, name| {
            if let Some(key) = place(design) {
                key.name = name;
            }
        })
    };
    let on_kind = props.change(move |design, position: usize| {
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
fn optional_sort_key(props: &Props<'_>, there: bool) -> Html {
    let on_click = props.change(move |design, _: MouseEvent| {
        design.sort_key = (!there).then(new_key);
    });
    html! {
        <button type="button" class="button small outlined" onclick={on_click}>
            { word(if there { "design.remove_sort_key" } else { "design.add_sort_key" }) }
        </button>
    }
}

fn indexes(props: &Props<'_>, scope: Scope) -> Html {
    let (title, about, add, list) = match scope {
        Scope::Global => (
            "design.global",
            "design.global_about",
            "design.add_global",
            &props.design.global_indexes,
        ),
        Scope::Local => {
            ("design.local", "design.local_about", "design.add_local", &props.design.local_indexes)
        }
    };
    let on_add = props.change(move |design, _: MouseEvent| {
        let partition_key = match scope {
            Scope::Global => new_key(),
            Scope::Local => design.partition_key.clone(),
        };
        let index = IndexDesign {
            name: String::new(),
            partition_keys: vec![partition_key],
            sort_keys: vec![new_key()],
            projection: ProjectionDesign::KeysOnly,
        };
        scope.list(design).push(index);
    });
    html! {
        <fieldset class="stack">
            <legend>{ word(title) }</legend>
            <p class="muted">{ word(about) }</p>
            { for list.iter().enumerate().map(|(position, index)| index_rows(props, scope, position, index)) }
            <button type="button" class="button small outlined" onclick={on_add}>{ word(add) }</button>
        </fieldset>
    }
}

fn index_rows(props: &Props<'_>, scope: Scope, position: usize, index: &IndexDesign) -> Html {
    html! {
        <div class="design-index stack" key={position}>
            <div class="form-row row wrap">
                <TextField
                    placeholder={word("design.index_name")}
                    focused={index.name.is_empty()}
                    label={word("design.index_name")}
                    text={index.name.clone()}
                    on_type={props.change(move |design, name| scope.list(design)[position].name = name)}
                />
                <button
                    type="button"
                    class="button small muted"
                    aria-label={word_with("design.remove_index", "index", index.name.as_str())}
                    onclick={props.change(move |design, _: MouseEvent| drop(scope.list(design).remove(position)))}
                >
                    { icon(Shape::Close) }
                </button>
            </div>
            if scope == Scope::Global {
                { key_rows(props, scope, position, KeyPart::Partition, &index.partition_keys) }
            }
            { key_rows(props, scope, position, KeyPart::Sort, &index.sort_keys) }
            if scope == Scope::Global {
                <span class="row wrap">
                    { add_key(props, position, KeyPart::Partition, &index.partition_keys) }
                    { add_key(props, position, KeyPart::Sort, &index.sort_keys) }
                </span>
            }
            { projection(props, scope, position, &index.projection) }
            { props.fault(scope.place(position)) }
        </div>
    }
}

/// A row for each attribute of a key of an index.
fn key_rows(
    props: &Props<'_>,
    scope: Scope,
    index: usize,
    part: KeyPart,
    keys: &[KeyDesign],
) -> Html {
    let rows = keys.iter().enumerate().map(|(position, key)| {
        let is_removable = scope == Scope::Global && position >= part.count_min();
        let remove = is_removable.then(|| {
            let on_click = props.change(move |design, _: MouseEvent| {
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
        key_row(props, part.label(position), key, remove.unwrap_or_default(), move |design| {
            part.list(scope.list(design).get_mut(index)?).get_mut(position)
        })
    });
    rows.collect()
}

/// The button that adds an attribute to a key of a global index, unless it has as many as it can have.
fn add_key(props: &Props<'_>, index: usize, part: KeyPart, keys: &[KeyDesign]) -> Html {
    if keys.len() >= GLOBAL_KEY_COUNT_PER_KIND_MAX {
        return Html::default();
    }
    let on_click = props.change(move |design, _: MouseEvent| {
        part.list(&mut design.global_indexes[index]).push(new_key());
    });
    let key = match (part, keys.is_empty()) {
        (KeyPart::Partition, _) => "design.add_partition_attribute",
        (KeyPart::Sort, true) => "design.add_sort_key",
        (KeyPart::Sort, false) => "design.add_sort_attribute",
    };
    html! {
        <button type="button" class="button small outlined" onclick={on_click}>{ word(key) }</button>
    }
}

fn projection(
    props: &Props<'_>,
    scope: Scope,
    position: usize,
    projection: &ProjectionDesign,
) -> Html {
    let (chosen, names) = match projection {
        ProjectionDesign::KeysOnly => (0, None),
        ProjectionDesign::Include(names) => (1, Some(names.join(", "))),
        ProjectionDesign::All => (2, None),
    };
    let on_choose = props.change(move |design, chosen| {
        scope.list(design)[position].projection = match chosen {
            0 => ProjectionDesign::KeysOnly,
            1 => ProjectionDesign::Include(vec![String::new()]),
            _ => ProjectionDesign::All,
        };
    });
    let on_names = props.change(move |design, names: String| {
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

fn new_key() -> KeyDesign {
    KeyDesign { name: String::new(), kind: KeyKind::S }
}
