//! Draws what the keys do, and the switch that turns single letters off.

use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::shortcuts::state::Action;
use crate::panel::shortcuts::view::View;

/// Keys, and what they do by key of the catalogue. The first group acts everywhere, the second only outside fields.
const COMBINATIONS: [(&str, &str); 3] = [
    ("Ctrl S", "shortcuts.copy_link"),
    ("Ctrl Z", "shortcuts.undo"),
    ("Ctrl ⇧ Z", "shortcuts.redo"),
];
const EDITING: [(&str, &str); 7] = [
    ("↑ ↓", "shortcuts.items"),
    ("← →", "shortcuts.move"),
    ("Home End", "shortcuts.ends"),
    ("A … Z", "shortcuts.find"),
    ("Enter", "shortcuts.edit"),
    ("Del", "shortcuts.remove"),
    ("Esc", "shortcuts.cancel"),
];
const LETTERS: [(&str, &str); 13] = [
    ("1 2 3", "shortcuts.workspaces"),
    ("N", "shortcuts.new_item"),
    ("/", "shortcuts.query"),
    ("T", "shortcuts.table"),
    ("G", "shortcuts.indexes"),
    ("W", "shortcuts.why"),
    ("R", "shortcuts.read_stale"),
    ("Space", "shortcuts.play"),
    (". ,", "shortcuts.speed"),
    ("← →", "shortcuts.rewind"),
    ("⇧ ← →", "shortcuts.rewind_operation"),
    ("F", "shortcuts.fork"),
    ("?", "shortcuts.help"),
];

/// Draws the dialog, if it is open.
pub(super) fn draw(view: Option<&View>, send: &Callback<Action>) -> Html {
    let Some(&View { letter_keys: on }) = view else { return Html::default() };
    let content = html! {
        <>
            { group("shortcuts.editing", &EDITING) }
            { group("shortcuts.anywhere", &COMBINATIONS) }
            { group("shortcuts.letters", &LETTERS) }
            <label class="row">
                <input
                    type="checkbox"
                    checked={on}
                    onchange={press(send, Action::SetLetterKeys(!on))}
                />
                { word("shortcuts.switch") }
            </label>
        </>
    };
    html! {
        <Dialog
            title={word("shortcuts.title")}
            close_label={word("dialog.close")}
            class="is-narrow"
            on_close={send.reform(|()| Action::Close)}
        >
            { content }
        </Dialog>
    }
}

fn group(title: &'static str, keys: &[(&'static str, &'static str)]) -> Html {
    html! {
        <>
            <h3>{ word(title) }</h3>
            <dl class="shortcuts">
                { for keys.iter().map(|(keys, key)| html! {
                    <div class="row"><dt>{ for keys.split(' ').map(|key| html! { <kbd>{ key_name(key) }</kbd> }) }</dt><dd>{ word(key) }</dd></div>
                }) }
            </dl>
        </>
    }
}

/// What a key is called: those with a name have it in the language of the page.
fn key_name(key: &'static str) -> AttrValue {
    match key {
        "Ctrl" => word("key.control"),
        "Del" => word("key.delete"),
        "End" => word("key.end"),
        "Enter" => word("key.enter"),
        "Esc" => word("key.escape"),
        "Home" => word("key.home"),
        "Space" => word("key.space"),
        sign => sign.into(),
    }
}
