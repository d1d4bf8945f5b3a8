//! The strip below an edit: its preview or its fault, and the two buttons that end it.

use std::rc::Rc;

use playground::view::draft::{Draft, DraftView};
use playground::view::edit::Edit;
use yew::prelude::*;

use crate::app::state::action::{Action, EditAction};
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::word;

/// The strip below an edit.
#[derive(Debug, PartialEq, Properties)]
pub struct DraftStripProps {
    /// The edit.
    pub draft: Draft,
    /// What it would do.
    pub view: Option<Rc<DraftView>>,
    /// Whether what is wrong with it is said.
    pub shows_fault: bool,
    /// Where actions go.
    pub on_action: Callback<Action>,
}

/// Draws the strip.
#[component]
pub fn DraftStrip(props: &DraftStripProps) -> Html {
    let button = use_node_ref();
    {
        let button = button.clone();
        // An edit without a field is confirmed at its button: Enter commits, Escape cancels.
        use_effect_with(is_confirmed(&props.draft.edit), move |is_confirmed| {
            if let (true, Some(button)) = (*is_confirmed, button.cast::<web_sys::HtmlElement>()) {
                // A removed button cannot take the focus; nothing is lost.
                drop(button.focus());
            }
        });
    }
    let view = props.view.as_deref();
    let refused = view.filter(|_| props.shows_fault).and_then(|view| view.fault.clone());
    let expected = view.and_then(|view| view.preview.clone());
    html! {
        <div class={classes!("draft-strip", "row", "wrap", refused.is_some().then_some("is-refused"))}>
            if let Some(view) = refused {
                { fault(&view, Some("draft-words")) }
            } else if let Some(view) = expected {
                { preview(&view, "draft-words") }
            } else {
                <p class="preview-words muted" id="draft-words">{ word(hint(&props.draft.edit)) }</p>
            }
            <span class="draft-buttons row push">
                <button type="button" class="button" onclick={emit(&props.on_action, EditAction::Cancel)}>
                    { word("draft.cancel") }
                </button>
                <button
                    ref={button}
                    type="button"
                    class="button primary"
                    aria-describedby="draft-words"
                    onclick={emit(&props.on_action, EditAction::Commit)}
                >
                    { word(verb(&props.draft.edit)) }
                </button>
            </span>
        </div>
    }
}

/// Whether an edit only waits for a yes.
const fn is_confirmed(edit: &Edit) -> bool {
    matches!(edit, Edit::Remove { .. } | Edit::Delete { .. })
}

fn emit(on_action: &Callback<Action>, action: EditAction) -> Callback<MouseEvent> {
    press(on_action, Action::Edit(action))
}

const fn verb(edit: &Edit) -> &'static str {
    match edit {
        Edit::Set { .. } => "draft.set",
        Edit::Remove { .. } => "draft.remove",
        Edit::Replace { .. } => "draft.replace",
        Edit::Put { .. } | Edit::Compose { .. } => "draft.put",
        Edit::Delete { .. } => "draft.delete",
    }
}

const fn hint(edit: &Edit) -> &'static str {
    match edit {
        Edit::Set { .. } | Edit::Remove { .. } | Edit::Delete { .. } => "draft.hint_cell",
        Edit::Compose { .. } => "draft.hint_form",
        Edit::Replace { .. } | Edit::Put { .. } => "draft.hint_json",
    }
}

/// What keys do to an edit.
pub fn edit_keys(on_action: &Callback<Action>) -> Callback<KeyboardEvent> {
    let on_action = on_action.clone();
    Callback::from(move |event| {
        if let Some(action) = key_action(event) {
            on_action.emit(action);
        }
    })
}

/// Enter does an edit, Escape forgets it; within several lines, Shift and Enter begin a new one.
fn key_action(event: KeyboardEvent) -> Option<Action> {
    let on_button = event.target_dyn_into::<web_sys::HtmlButtonElement>().is_some();
    let action = match event.key().as_str() {
        "Escape" => EditAction::Cancel,
        "Enter" if !on_button && !event.shift_key() => EditAction::Commit,
        _ => return None,
    };
    event.prevent_default();
    event.stop_propagation();
    Some(Action::Edit(action))
}
