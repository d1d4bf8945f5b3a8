//! Draws what the keys do, and the switch that turns single letters off.

use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::panel::contract::Draw;
use crate::panel::effect::{Effect, PageEffect};
use crate::panel::page::PageAction;
use crate::panel::part::keys::keys;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::shortcuts::view::View;

/// Keys, and what they do by key of the catalogue. The first group acts everywhere, the second only outside fields.
const COMBINATIONS: [(&str, &str); 4] = [
    ("Ctrl K", "shortcuts.find_by_name"),
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
const LETTERS: [(&str, &str); 15] = [
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
    ("P", "shortcuts.present"),
    ("PageUp PageDown", "shortcuts.pages"),
    ("?", "shortcuts.help"),
];

impl Draw<PageEffect> for View {
    fn draw(&self, send: &Callback<PageEffect>) -> Html {
        let &View { letter_keys: on } = self;
        let content = html! {
            <>
                { group("shortcuts.editing", &EDITING) }
                { group("shortcuts.anywhere", &COMBINATIONS) }
                { group("shortcuts.letters", &LETTERS) }
                <label class="row">
                    <input
                        type="checkbox"
                        checked={on}
                        onchange={press(send, Effect::Page(PageAction::SetLetterKeys(!on)))}
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
                on_close={send.reform(|()| Effect::Page(PageAction::CloseMenu))}
            >
                { content }
            </Dialog>
        }
    }
}

fn group(title: &'static str, lines: &[(&'static str, &'static str)]) -> Html {
    html! {
        <>
            <h3>{ word(title) }</h3>
            <dl class="shortcuts">
                { for lines.iter().map(|(names, key)| html! {
                    <div class="row"><dt>{ keys(names) }</dt><dd>{ word(key) }</dd></div>
                }) }
            </dl>
        </>
    }
}
