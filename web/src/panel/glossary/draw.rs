//! Draws the glossary: the search, and the terms that it finds. A term that a link opens gets the focus.

use web_sys::{HtmlElement, HtmlInputElement};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::panel::contract::Draw;
use crate::panel::glossary::state::Action;
use crate::panel::glossary::view::{EntryView, View};
use crate::panel::part::words::{sentence, word};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { search, entries, count } = self;
        let on_input = send.reform(|event: InputEvent| {
            Action::Search(event.target_unchecked_into::<HtmlInputElement>().value())
        });
        // The browser gives the focus to the element that asks for it when the sheet opens.
        let has_opened = entries.iter().any(|entry| entry.opened_by.is_some());
        let content = html! {
            <>
                <input
                    type="search"
                    autofocus={!has_opened}
                    class="field"
                    aria-label={word("glossary.search")}
                    placeholder={word("glossary.search")}
                    value={search.clone()}
                    oninput={on_input}
                />
                <p class="small muted" role="status">{ sentence(count) }</p>
                <dl class="glossary">
                    { for entries.iter().map(|view| html! { <Entry key={view.id} view={view.clone()} /> }) }
                </dl>
            </>
        };
        html! {
            <Dialog
                title={word("glossary.title")}
                close_label={word("dialog.close")}
                class="is-sheet"
                on_close={send.reform(|()| Action::Close)}
            >
                { content }
            </Dialog>
        }
    }
}

#[derive(Debug, PartialEq, Properties)]
struct EntryProps {
    view: EntryView,
}

/// Draws a term, and moves the focus to it when a link opens it.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let EntryView { name, text, opened_by, .. } = &props.view;
    let node = use_node_ref();
    use_effect_with((node.clone(), *opened_by), |(node, opened_by)| {
        if let (Some(element), Some(_)) = (node.cast::<HtmlElement>(), opened_by) {
            // An element that cannot take the focus can still be read.
            drop(element.focus());
        }
    });
    html! {
        <div ref={node} class={classes!("glossary-entry", opened_by.map(|_| "is-opened"))} tabindex="-1" autofocus={opened_by.is_some()}>
            <dt><b>{ sentence(name) }</b></dt>
            <dd>{ sentence(text) }</dd>
        </div>
    }
}
