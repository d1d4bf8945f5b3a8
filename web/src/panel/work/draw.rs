//! Draws the list of everything that this browser has stored.

use playground::sandbox::limit::{FILE_SIZE_MAX, TITLE_LENGTH_MAX};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use playground::view::work::{StorageFailure, WorkInfo};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::visible_text::visible_text;
use crate::panel::contract::Draw;
use crate::panel::part::file_choice::file_choice;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, word, word_with};
use crate::panel::setting::UNDO_DELETE_ID;
use crate::panel::storage::WorkAction;
use crate::panel::work::state::Action;
use crate::panel::work::view::{RowView, View};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <Dialog
                title={word("work.title")}
                close_label={word("dialog.close")}
                class="is-wide"
                on_close={send.reform(|()| Action::Close)}
            >
                { content(self, send) }
            </Dialog>
        }
    }
}

fn content(view: &View, send: &Callback<Action>) -> Html {
    let View { deleted: title, failure, count, rows, hidden_count, .. } = view;
    html! {
        <>
            { toolbar(view, send) }
            if let Some(title) = title { { deleted(title, send) } }
            if let Some(failure) = failure {
                <p class="is-danger" role="alert">{ sentence(&failure_words(*failure)) }</p>
            }
            <p class="small muted" role="status">{ sentence(count) }</p>
            <ul class="stack">
                { for rows.iter().map(|row| html! {
                    <Row key={row.info.slot.clone()} view={row.clone()} send={send.clone()} />
                }) }
            </ul>
            if *hidden_count > 0 {
                <button
                    type="button"
                    class="button outlined"
                    onclick={press(send, Action::ShowMore)}
                >
                    { word_with("work.more", "count", Argument::Count(*hidden_count)) }
                </button>
            }
        </>
    }
}

fn toolbar(view: &View, send: &Callback<Action>) -> Html {
    let on_search = send.reform(|event: InputEvent| {
        let field = event.target_unchecked_into::<HtmlInputElement>();
        Action::Search(field.value())
    });
    html! {
        <p class="work-tools row wrap">
            <input
                type="text"
                class="field"
                aria-label={word("work.search")}
                placeholder={word("work.search")}
                value={view.search.to_string()}
                autocomplete="off"
                oninput={on_search}
            />
            <button
                type="button"
                class="button outlined"
                disabled={view.is_empty}
                onclick={press(send, Action::Do(WorkAction::Export(None)))}
            >
                { word("work.export_all") }
            </button>
            <span class="small muted">{ sentence(&file_limit()) }</span>
            { file_choice("button outlined", ".json,application/json", word("work.import")) }
        </p>
    }
}

/// How large a file is opened again.
fn file_limit() -> Message {
    Message::plain("work.file_limit").with("limit", Argument::Size(FILE_SIZE_MAX as u64))
}

/// Offers to restore the work that was deleted last, until the page is closed.
fn deleted(title: &Text, send: &Callback<Action>) -> Html {
    let words = Message::plain("work.deleted").with("title", title.as_ref());
    html! {
        <p class="row" role="status">
            <span>{ sentence(&words) }</span>
            <button
                type="button"
                id={UNDO_DELETE_ID}
                class="button outlined"
                onclick={press(send, Action::Do(WorkAction::UndoDelete))}
            >
                { word("work.undo") }
            </button>
        </p>
    }
}

fn failure_words(failure: StorageFailure) -> Message {
    match failure {
        StorageFailure::OpenElsewhere => Message::plain("work.open_elsewhere"),
        StorageFailure::TitleTooLong => Message::plain("work.title_too_long")
            .with("limit", Argument::Count(TITLE_LENGTH_MAX as u64)),
        StorageFailure::Browser => Message::plain("work.failed"),
        StorageFailure::Full { missing_bytes } => {
            Message::plain("work.no_room").with("size", Argument::Size(missing_bytes))
        }
    }
}

#[derive(Debug, PartialEq, Properties)]
struct RowProps {
    view: RowView,
    send: Callback<Action>,
}

/// Draws a piece of work as a row.
#[component]
fn Row(props: &RowProps) -> Html {
    let RowProps { view, send } = props;
    let RowView { info, is_open, .. } = view;
    let slot = Text::from(info.slot.as_str());
    let button = |key: &'static str, key_with: &'static str, action: WorkAction| {
        let label = word_with(key_with, "title", info.title.as_str());
        html! {
            <button
                type="button"
                class="button small outlined"
                aria-label={label}
                onclick={press(send, Action::Do(action))}
            >
                { word(key) }
            </button>
        }
    };
    html! {
        <li class="card work-row stack">
            <div class="row wrap">
                { title(view, send) }
                if *is_open { <span class="tag">{ word("work.here") }</span> }
                if info.is_damaged { <span class="tag is-danger">{ word("work.is_damaged") }</span> }
            </div>
            <p class="small muted">{ sentence(&facts(info)) }</p>
            <pre class="small" tabindex="-1">
                { for info.first_lines.iter().map(|line| html! {
                    <>{ visible_text(line.clone().into()) }{ "\n" }</>
                }) }
            </pre>
            <div class="row wrap">
                { button("work.open", "work.open_named", WorkAction::Show(slot.clone())) }
                { button("work.duplicate", "work.duplicate_named", WorkAction::Duplicate(slot.clone())) }
                { button("work.export", "work.export_named", WorkAction::Export(Some(slot.clone()))) }
                { button("work.delete", "work.delete_named", WorkAction::Delete(slot)) }
            </div>
        </li>
    }
}

/// The title, renamed in place: by Enter, or when the focus leaves it.
fn title(row: &RowView, send: &Callback<Action>) -> Html {
    let RowView { info, title, title_fault: fault, .. } = row;
    let slot = Text::from(info.slot.as_str());
    let on_input = send.reform(move |event: InputEvent| {
        let title = event.target_unchecked_into::<HtmlInputElement>().value();
        Action::Type(slot.clone(), title)
    });
    let on_change = send.reform(|_: Event| Action::Rename);
    let is_typed = **title != *info.title;
    let send = send.clone();
    let on_key = Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => drop(event.target_unchecked_into::<HtmlInputElement>().blur()),
        // The first Escape restores the title; the next one closes the dialog.
        "Escape" if is_typed => {
            event.prevent_default();
            send.emit(Action::Restore);
        }
        _ => {}
    });
    html! {
        <>
            <input
                type="text"
                class="field work-title"
                aria-label={word_with("work.title_of", "title", info.title.as_str())}
                value={title.to_string()}
                aria-invalid={fault.is_some().then_some("true")}
                autocomplete="off"
                spellcheck="false"
                oninput={on_input}
                onchange={on_change}
                onkeydown={on_key}
            />
            if let Some(fault) = fault {
                <span class="small is-danger" role="alert">{ sentence(fault) }</span>
            }
        </>
    }
}

/// "Changed 22/11/2026, 13:05:10 · 1 table · 10 items · 34.6 KB".
#[expect(clippy::cast_precision_loss, reason = "a date in milliseconds is exact as an f64")]
fn facts(info: &WorkInfo) -> Message {
    let date = js_sys::Date::new(&(info.at_ms as f64).into());
    Message::plain("work.facts")
        .with(
            "date",
            String::from(
                date.to_locale_string(&word("number.date_language"), &js_sys::Object::new()),
            ),
        )
        .with("tables", count("work.tables", info.table_count))
        .with("items", count("work.items", info.item_count))
        .with("size", Argument::Size(info.size_bytes))
}

fn count(key: &'static str, count: u64) -> Message {
    Message::plain(key).with("count", Argument::Count(count))
}
