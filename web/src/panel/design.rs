//! The design of a table: a new one, or what an existing one is to be rebuilt as.

use std::rc::Rc;

use engine::model::list::{Listed, joined};
use yew::prelude::*;

use crate::app::state::action::{Action, DesignAction};
use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::json_editor::json;
use crate::component::kept::kept;
use crate::component::markup::html;
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with, wording};
use crate::panel::{Page, Panel, Place};
use crate::view::DesignInterest;
use crate::view::design::{
    DesignCheck, DesignPlace, IndexDesign, KeyDesign, KeyKind, ProjectionDesign, TableDesign,
};
use crate::view::draft::FaultView;

/// The design's place on the page.
pub const PANEL: Panel = Panel { title: "design.title", place: Place::Over, draw };

fn draw(page: &Page) -> Html {
    let Some(DesignInterest { rebuilds, design }) = &page.state.design else {
        return Html::default();
    };
    let title = match rebuilds {
        Some(table) => word_with("design.rebuild_title", "table", table.as_ref()),
        None => wording("design.title"),
    };
    let props = Props {
        design: design.clone(),
        rebuilds: rebuilds.is_some(),
        check: page.views.design.clone(),
        on_action: page.on_action.clone(),
    };
    kept(Dialog {
        title,
        close_label: wording("dialog.close"),
        class: "is-wide",
        on_close: page.on_action.reform(|()| Action::Design(DesignAction::Close)),
        content: form(&props),
    })
}

/// The form.
#[derive(Debug)]
struct Props {
    design: TableDesign,
    rebuilds: bool,
    check: Option<Rc<DesignCheck>>,
    on_action: Callback<Action>,
}

/// What an input of type `T` does to the design.
type Change<T> = Box<dyn Fn(&mut TableDesign, T)>;

impl Props {
    /// A callback that changes the design with what was typed or chosen.
    fn change<T: 'static>(&self, change: impl Fn(&mut TableDesign, T) + 'static) -> Callback<T> {
        self.change_by(Box::new(change))
    }

    /// Apart from `change`, so that there is a copy for each type of input and not for each change.
    fn change_by<T: 'static>(&self, change: Change<T>) -> Callback<T> {
        let design = self.design.clone();
        self.on_action.reform(move |input| {
            let mut design = design.clone();
            change(&mut design, input);
            Action::Design(DesignAction::Type(design))
        })
    }

    /// The refusal, if it is about this part of the form.
    fn refusal(&self, place: DesignPlace) -> Option<&FaultView> {
        // Who has not given every name yet is not told that they lack.
        let filled_in = self.design.is_filled_in();
        let check = self.check.as_ref().filter(|check| filled_in && check.place == place);
        check?.fault.as_deref()
    }

    fn fault(&self, place: DesignPlace) -> Html {
        let refused = self.refusal(place);
        refused.map(|refused| fault(refused, Some("design-fault"))).unwrap_or_default()
    }
}

/// Which of the two lists an index stands in.
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

fn form(props: &Props) -> Html {
    let Props { design, rebuilds, check, on_action } = props;
    let on_submit = on_action.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Design(DesignAction::Commit)
    });
    html! {
        <form class="design" onsubmit={on_submit}>
            <div class="design-body stack">
                { kept(TextField {
                    label_hidden: false,
                    placeholder: Some(wording("design.name_example")),
                    focused: !rebuilds,
                    invalid: props.refusal(DesignPlace::Name).is_some(),
                    ..TextField::new(
                        wording("design.name"),
                        design.name.clone(),
                        props.change(|design, name| design.name = name),
                    )
                }) }
                { props.fault(DesignPlace::Name) }
                <fieldset class="stack">
                    <legend>{ word("design.keys") }</legend>
                    { key_row(props, wording("design.partition_key"), Some(&design.partition_key), |design| Some(&mut design.partition_key)) }
                    { key_row(props, wording("design.sort_key"), design.sort_key.as_ref(), |design| design.sort_key.as_mut()) }
                    { optional_key(props, design.sort_key.is_some(), |design| &mut design.sort_key) }
                    { props.fault(DesignPlace::Keys) }
                </fieldset>
                { indexes(props, Scope::Global) }
                { indexes(props, Scope::Local) }
                if let Some(check) = check {
                    <details class="design-request">
                        <summary>{ word("design.request") }</summary>
                        <pre tabindex="0">{ json(&check.request) }</pre>
                    </details>
                }
            </div>
            <footer class="design-foot stack">
                { props.fault(DesignPlace::Form) }
                if !design.is_filled_in() { <p class="muted">{ word("design.hint") }</p> }
                if let Some(check) = check.as_ref().filter(|check| *rebuilds && check.fault.is_none()) {
                    <ul class="design-rebuild rule">
                        { for check.rebuild.iter().map(|step| html! { <li>{ sentence(step) }</li> }) }
                    </ul>
                }
                <span class="draft-buttons row push">
                    <button
                        type="button"
                        class="button"
                        onclick={press(on_action, Action::Design(DesignAction::Close))}
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
    props: &Props,
    label: AttrValue,
    key: Option<&KeyDesign>,
    place: impl Fn(&mut TableDesign) -> Option<&mut KeyDesign> + Clone + 'static,
) -> Html {
    let Some(key) = key else { return Html::default() };
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
        <div class="form-row row wrap">
            <span class="form-name">{ &label }</span>
            { kept(TextField {
                placeholder: Some(wording("attribute.name")),
                ..TextField::new(label, key.name.clone(), on_name)
            }) }
            { kept(Select {
                label: wording("attribute.kind"),
                options: KeyKind::ALL.map(|kind| AttrValue::from(kind.tag())).to_vec(),
                chosen: KeyKind::ALL.iter().position(|kind| *kind == key.kind).unwrap_or_default(),
                on_choose: on_kind,
            }) }
        </div>
    }
}

/// The button that adds a sort key, or takes it away.
fn optional_key(
    props: &Props,
    there: bool,
    place: impl Fn(&mut TableDesign) -> &mut Option<KeyDesign> + 'static,
) -> Html {
    let on_click = props.change(move |design, _: MouseEvent| {
        *place(design) = (!there).then(new_key);
    });
    html! {
        <button type="button" class="button small outlined" onclick={on_click}>
            { word(if there { "design.remove_sort_key" } else { "design.add_sort_key" }) }
        </button>
    }
}

fn indexes(props: &Props, scope: Scope) -> Html {
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
        let projection = ProjectionDesign::KeysOnly;
        let index = IndexDesign {
            name: String::new(),
            partition_key,
            sort_key: Some(new_key()),
            projection,
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

fn index_rows(props: &Props, scope: Scope, position: usize, index: &IndexDesign) -> Html {
    html! {
        <div class="design-index stack" key={position}>
            <div class="form-row row wrap">
                { kept(TextField {
                    placeholder: Some(wording("design.index_name")),
                    focused: index.name.is_empty(),
                    ..TextField::new(
                        wording("design.index_name"),
                        index.name.clone(),
                        props.change(move |design, name| scope.list(design)[position].name = name),
                    )
                }) }
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
                { key_row(props, wording("design.partition_key"), Some(&index.partition_key), move |design| {
                    scope.list(design).get_mut(position).map(|index| &mut index.partition_key)
                }) }
            }
            { key_row(props, wording("design.sort_key"), index.sort_key.as_ref(), move |design| {
                scope.list(design).get_mut(position).and_then(|index| index.sort_key.as_mut())
            }) }
            if scope == Scope::Global {
                { optional_key(props, index.sort_key.is_some(), move |design| {
                    &mut scope.list(design)[position].sort_key
                }) }
            }
            { projection(props, scope, position, &index.projection) }
            { props.fault(scope.place(position)) }
        </div>
    }
}

fn projection(props: &Props, scope: Scope, position: usize, projection: &ProjectionDesign) -> Html {
    let (chosen, names) = match projection {
        ProjectionDesign::KeysOnly => (0, None),
        ProjectionDesign::Include(names) => (1, Some(joined(names, ", "))),
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
        let names = names.split(',').map(|name| name.trim_start().to_owned()).listed();
        scope.list(design)[position].projection = ProjectionDesign::Include(names);
    });
    html! {
        <div class="form-row row wrap">
            <span class="form-name">{ word("design.projection") }</span>
            { kept(Select {
                label: wording("design.projection"),
                options: ["KEYS_ONLY", "INCLUDE", "ALL"].map(AttrValue::from).to_vec(),
                chosen,
                on_choose,
            }) }
            if let Some(names) = names {
                { kept(TextField {
                    placeholder: Some(wording("design.included")),
                    ..TextField::new(wording("design.included"), names, on_names)
                }) }
            }
        </div>
    }
}

fn new_key() -> KeyDesign {
    KeyDesign { name: String::new(), kind: KeyKind::S }
}
