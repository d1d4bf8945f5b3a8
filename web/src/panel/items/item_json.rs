//! An item as JSON, DynamoDB's or plain, to be replaced as a whole.

use playground::view::draft::{Draft, DraftView};
use playground::view::edit::{Edit, ItemText, JsonForm};
use yew::prelude::*;

use crate::component::json_editor::JsonEditor;
use crate::panel::items::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::words::{shared, word};

/// Draws the editor and the choice of notation, for `Edit::Replace` or `Edit::Put`.
pub(super) fn item_json(draft: &Draft, view: &DraftView, send: &Callback<Action>) -> Html {
    let (Edit::Replace { text, .. } | Edit::Put { text }) = &draft.edit else {
        return Html::default();
    };
    let form = text.form;
    let shown = if draft.typed { AttrValue::from(text.text.clone()) } else { shared(&view.text) };
    let fault = view.fault.as_ref();
    let on_type = {
        let edit = draft.edit.clone();
        send.reform(move |text| Action::Type(with_text(&edit, ItemText { form, text })))
    };
    // `Edit` keeps the caret inside: Escape and then Tab leaves, and the line below says so.
    let on_key = Callback::from(|event: KeyboardEvent| {
        if event.key() == "Enter" && !event.ctrl_key() && !event.meta_key() {
            event.stop_propagation();
        }
    });
    html! {
        <div class="item-json stack" onkeydown={on_key}>
            <div class="row" role="group" aria-label={word("json.notation")}>
                { for [JsonForm::Plain, JsonForm::DynamoDb].map(|other| html! {
                    <button
                        type="button"
                        class="button small outlined"
                        aria-pressed={(other == form).to_string()}
                        disabled={other != form && !can_turn(draft, view)}
                        onclick={press(send, turn(draft, view, other))}
                    >
                        { word(form_key(other)) }
                    </button>
                }) }
            </div>
            <JsonEditor
                label={word("json.label")}
                text={shown}
                invalid={fault.is_some()}
                fault_line={fault.and_then(|fault| fault.place).map(|(line, _)| line)}
                described_by={"draft-words"}
                {on_type}
            />
        </div>
    }
}

const fn form_key(form: JsonForm) -> &'static str {
    match form {
        JsonForm::DynamoDb => "json.dynamodb",
        JsonForm::Plain => "json.plain",
    }
}

/// Text that cannot be read cannot be turned into the other notation.
fn can_turn(draft: &Draft, view: &DraftView) -> bool {
    !draft.typed || view.other_notation.is_some()
}

fn turn(draft: &Draft, view: &DraftView, form: JsonForm) -> Action {
    let other = view.other_notation.as_ref();
    let text = other.map(ToString::to_string).unwrap_or_default();
    let edit = with_text(&draft.edit, ItemText { form, text });
    if draft.typed { Action::Type(edit) } else { Action::Start(edit) }
}

fn with_text(edit: &Edit, text: ItemText) -> Edit {
    let Edit::Replace { item, .. } = edit else { return Edit::Put { text } };
    Edit::Replace { item: item.clone(), text }
}
