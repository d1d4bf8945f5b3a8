//! Draws the search and what it finds.

use web_sys::{
    Element, HtmlInputElement, ScrollIntoViewOptions, ScrollLogicalPosition as Position,
};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::panel::contract::Draw;
use crate::panel::find::state::Action;
use crate::panel::find::view::{FoundView, View};
use crate::panel::part::keys::keys;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, visible, word};

/// The `id` of the list.
const LIST: &str = "find-list";

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { search, found, current, count } = self;
        let on_input = send.reform(|event: InputEvent| {
            Action::Search(event.target_unchecked_into::<HtmlInputElement>().value())
        });
        let current_id = found.get(*current).map(|_| option_id(*current));
        html! {
            <Dialog
                title={word("find.title")}
                close_label={word("dialog.close")}
                class="is-find"
                on_close={send.reform(|()| Action::Close)}
            >
                <input
                    type="text"
                    role="combobox"
                    class="field"
                    aria-label={word("find.search")}
                    aria-expanded="true"
                    aria-controls={LIST}
                    aria-autocomplete="list"
                    aria-activedescendant={current_id}
                    placeholder={word("find.search")}
                    autocomplete="off"
                    spellcheck="false"
                    value={search.clone()}
                    oninput={on_input}
                    onkeydown={on_key(send)}
                />
                <ul id={LIST} class="found" role="listbox" aria-label={word("find.title")}>
                    { for found.iter().enumerate().map(|(position, view)| html! {
                        <Found
                            key={position}
                            {position}
                            view={view.clone()}
                            is_current={position == *current}
                            send={send.clone()}
                        />
                    }) }
                </ul>
                <p class="small muted" role="status">{ sentence(count) }</p>
            </Dialog>
        }
    }
}

/// The keys that move through the list. All others belong to the field.
fn on_key(send: &Callback<Action>) -> Callback<KeyboardEvent> {
    let send = send.clone();
    Callback::from(move |event: KeyboardEvent| {
        // Enter confirms what an input method has composed.
        if event.is_composing() {
            return;
        }
        let action = match event.key().as_str() {
            "ArrowDown" => Action::Next,
            "ArrowUp" => Action::Previous,
            "Enter" => Action::ChooseCurrent,
            _ => return,
        };
        event.prevent_default();
        send.emit(action);
    })
}

fn option_id(position: usize) -> String {
    format!("{LIST}-{position}")
}

#[derive(Debug, PartialEq, Properties)]
struct FoundProps {
    position: usize,
    view: FoundView,
    is_current: bool,
    send: Callback<Action>,
}

/// Draws a thing found, and scrolls to it when it becomes the current one.
#[component]
fn Found(props: &FoundProps) -> Html {
    let FoundView { kind, name, keys: shortcut } = &props.view;
    let node = use_node_ref();
    use_effect_with((node.clone(), props.is_current), |(node, is_current)| {
        if let (Some(element), true) = (node.cast::<Element>(), is_current) {
            let options = ScrollIntoViewOptions::new();
            options.set_block(Position::Nearest);
            element.scroll_into_view_with_scroll_into_view_options(&options);
        }
    });
    html! {
        <li
            ref={node}
            id={option_id(props.position)}
            class="row"
            role="option"
            aria-selected={if props.is_current { "true" } else { "false" }}
            onclick={press(&props.send, Action::Choose(props.position))}
        >
            <span class="found-name">{ visible(name) }</span>
            <span class="small muted nowrap push">{ word(kind) }</span>
            { keys(shortcut) }
        </li>
    }
}
