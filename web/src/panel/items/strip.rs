//! The strip below an edit: its preview or its fault, and the two buttons that end it.

use gloo::timers::callback::Timeout;
use playground::view::edit::Edit;
use playground::view::message::{Argument, Message};
use playground::view::table::ItemView;
use playground::view::value::Text;
use web_sys::{FocusOptions, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use crate::panel::items::expiry::typed_expiry;
use crate::panel::items::state::Action;
use crate::panel::items::view::EditView;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::{sentence, word};

/// The strip below an edit.
#[derive(Debug, PartialEq, Properties)]
pub(super) struct DraftStripProps {
    pub(super) edit: EditView,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws the strip.
#[component]
pub(super) fn DraftStrip(props: &DraftStripProps) -> Html {
    let DraftStripProps { edit: EditView { editing, view }, send } = props;
    let edit = &editing.draft.edit;
    let fault_view = props.edit.fault();
    let button = use_node_ref();
    {
        let button = button.clone();
        // An edit without a field is confirmed at its button: Enter commits, Escape cancels.
        use_effect_with(is_confirmed(edit), move |is_confirmed| {
            if let (true, Some(button)) = (*is_confirmed, button.cast::<HtmlElement>()) {
                // By itself, the focus would scroll farther than to what is nearest.
                let options = FocusOptions::new();
                options.set_prevent_scroll(true);
                // A removed button cannot take the focus; nothing is lost.
                drop(button.focus_with_options(&options));
            }
        });
    }
    {
        let button = button.clone();
        // What ends an edit is in view, and a fault above it makes the strip higher.
        use_effect_with((edit.is_in_place(), fault_view.is_some()), move |(is_in_place, _)| {
            if let (true, Some(button)) = (*is_in_place, button.cast::<HtmlElement>()) {
                // Rows above become lower first, such as that of an item that was selected before.
                Timeout::new(0, move || {
                    let options = ScrollIntoViewOptions::new();
                    options.set_block(ScrollLogicalPosition::Nearest);
                    button.scroll_into_view_with_scroll_into_view_options(&options);
                })
                .forget();
            }
        });
    }
    html! {
        <div class={classes!("draft-strip", "row", "wrap", fault_view.is_some().then_some("is-rejected"))}>
            if let Some(view) = fault_view {
                { fault(view, Some("draft-words")) }
            } else if let Some(view) = &view.preview {
                { preview(view, "draft-words") }
            } else {
                <p class="preview-words muted" id="draft-words">{ word(hint(edit)) }</p>
            }
            { typed_expiry(view.expiry, send) }
            <span class="draft-buttons row push">
                <button type="button" class="button" onclick={press(send, Action::Cancel)}>
                    { word("draft.cancel") }
                </button>
                <button
                    ref={button}
                    type="button"
                    class="button primary"
                    aria-describedby="draft-words"
                    onclick={press(send, Action::Commit)}
                >
                    { word(verb(edit)) }
                </button>
            </span>
        </div>
    }
}

/// What an edit without a field takes away: on a phone, the row can be out of view beside its buttons.
pub(super) fn subject(view: &ItemView, edit: &Edit) -> Html {
    let words = match edit {
        Edit::Remove { attribute, .. } => Message::plain("draft.remove_of")
            .with("attribute", Argument::Code(attribute.as_str().into())),
        Edit::Delete { .. } => Message::plain("draft.delete_of"),
        Edit::Set { .. }
        | Edit::Replace { .. }
        | Edit::Put { .. }
        | Edit::Compose { .. }
        | Edit::SetAll { .. }
        | Edit::DeleteAll { .. } => return Html::default(),
    };
    let key = Text::clone(&view.sort.as_ref().unwrap_or(&view.partition).text);
    html! { <p class="phone-only">{ sentence(&words.with("item", Argument::Code(key))) }</p> }
}

/// Whether an edit only waits for a yes.
const fn is_confirmed(edit: &Edit) -> bool {
    matches!(edit, Edit::Remove { .. } | Edit::Delete { .. } | Edit::DeleteAll { .. })
}

const fn verb(edit: &Edit) -> &'static str {
    match edit {
        Edit::Set { .. } | Edit::SetAll { .. } => "draft.set",
        Edit::Remove { .. } => "draft.remove",
        Edit::Replace { .. } => "draft.replace",
        Edit::Put { .. } | Edit::Compose { .. } => "draft.put",
        Edit::Delete { .. } | Edit::DeleteAll { .. } => "draft.delete",
    }
}

const fn hint(edit: &Edit) -> &'static str {
    match edit {
        Edit::Set { .. }
        | Edit::Remove { .. }
        | Edit::Delete { .. }
        | Edit::SetAll { .. }
        | Edit::DeleteAll { .. } => "draft.hint_cell",
        Edit::Compose { .. } => "draft.hint_form",
        Edit::Replace { .. } | Edit::Put { .. } => "draft.hint_json",
    }
}

/// What keys do to an edit.
pub(super) fn edit_keys(send: &Callback<Action>) -> Callback<KeyboardEvent> {
    let send = send.clone();
    Callback::from(move |event| {
        if let Some(action) = key_action(event) {
            send.emit(action);
        }
    })
}

/// Enter sends an edit, and Escape discards it. In a field of several lines, Shift and Enter begin a new line.
fn key_action(event: KeyboardEvent) -> Option<Action> {
    let on_button = event.target_dyn_into::<web_sys::HtmlButtonElement>().is_some();
    let action = match event.key().as_str() {
        "Escape" => Action::Cancel,
        "Enter" if !on_button && !event.shift_key() => Action::Commit,
        _ => return None,
    };
    event.prevent_default();
    event.stop_propagation();
    Some(action)
}
